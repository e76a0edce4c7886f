"""What the antennas of a zone tell of a card."""

import re

from duelmat_hardware import STANDARD_MAT, Mat, Sense, ZoneKind, parse_mat

BOTH_FACES = {Sense.CARD, Sense.FACE}
OF_KIND = {
    ZoneKind.MONSTER: {*BOTH_FACES, Sense.TURN},
    ZoneKind.DECK: set[Sense](),
}


def test_shielded_sleeves_tell_faces_and_crossed_antennas_turns(any_mat: Mat) -> None:
    """Two antennas in a monster zone, one under every other zone, none under a deck."""
    for zone in any_mat.zones:
        assert zone.senses == OF_KIND.get(zone.kind, BOTH_FACES), zone.id


def test_a_monster_zone_with_one_antenna_tells_the_face_and_no_turn() -> None:
    """Its window is wide enough for a card that lies either way; its turn is announced."""
    text = STANDARD_MAT.read_text(encoding="utf-8")
    text = re.sub(r'(id = "m3".*shape = )"monster"', r'\1"open"', text)
    text = re.sub(r'(?m)^("[ab]\.m3" = \[\[\d, \d\]), \[\d, \d\]\]', r"\1]", text)
    mat = parse_mat(text.encode())
    assert mat.zone("a.m3").senses == BOTH_FACES
    assert mat.zone("a.m2").senses == {*BOTH_FACES, Sense.TURN}
    assert len(mat.antennas) == 38
