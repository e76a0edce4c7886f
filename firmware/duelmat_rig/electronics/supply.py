"""The supply: a 5 V rail that sags with every field, and the readers' regulator below it.

A stiff supply gives 5 V whatever is on. The readers' 3.3 V come from a regulator that needs
`_DROPOUT_MV` above them. Thresholds after DS of the MFRC522, table 153: 2.5 V at least; how far
coupling falls before that is assumed.
"""

RAIL_MV = 5000
_REGULATED_MV = 3300
_DROPOUT_MV = 1100

WEAK_MV = 3000  # below, a tag is heard as from the edge of a coil
BROWN_OUT_MV = 2500  # below, the reader chips lose their registers


def rails_mv(sag_mv, fields_on):
    """The 5 V rail and the readers' own."""
    rail_mv = max(0, RAIL_MV - int(sag_mv * fields_on))
    return rail_mv, max(0, min(_REGULATED_MV, rail_mv - _DROPOUT_MV))


def reader_rail_mv(sag_mv, fields_on):
    return rails_mv(sag_mv, fields_on)[1]
