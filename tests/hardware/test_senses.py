"""What the antennas of a zone tell of a card."""

from duelmat_hardware import Mat, Sense, ZoneKind

BOTH_FACES = {Sense.CARD, Sense.FACE}
OF_KIND = {
    ZoneKind.MONSTER: {*BOTH_FACES, Sense.TURN},
    ZoneKind.DECK: set[Sense](),
}


def test_shielded_sleeves_tell_faces_and_crossed_antennas_turns(any_mat: Mat) -> None:
    """Two antennas in a monster zone, one under every other zone, none under a deck."""
    for zone in any_mat.zones:
        assert zone.senses == OF_KIND.get(zone.kind, BOTH_FACES), zone.id
