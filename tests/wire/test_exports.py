"""The public names of the package."""

import duelmat_wire

NAMES = """
ASKING BOARD EMPTY FEATURES FEATURE_TALLY HEALTH_FINE HEALTH_NO_FIELD HEALTH_SILENT
HEALTH_STRANGE HOST LIGHTS_A_LAMP LOG_DEBUG LOG_ERROR LOG_INFO LOG_WARNING MAX_FRAME
MAX_PAYLOAD MESSAGES NO_SESSION ONE PROTOCOL REFUSED SEAT_A SEAT_B SEVERAL
STYLE_COUNT STYLE_NAMES UNSURE UP WELCOMING BoardLink Button Clock ClockReply Display Frame
FrameDecoder Health Hello HostLink Hot Link LocalError Log Maintenance MapDigest Message
RemoteError Scene Sighting Snapshot SnapshotRequest Status Tally TallyRequest Touch Welcome
WireError elapsed encode_frame encode_message handshake_advice is_steady light_colour light_level
map_digest
"""


def test_the_public_names_are_these() -> None:
    """A name that comes or goes does so on purpose."""
    assert sorted(duelmat_wire.__all__) == sorted(NAMES.split())
    assert all(hasattr(duelmat_wire, name) for name in NAMES.split())
