"""Cards laid carelessly: from calculated fields through the firmware to what the tracker says."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from duelmat_bench.commands import command
from duelmat_bench.firmware.placements import measure_placements
from duelmat_bench.table.geometry import SLEEVES, Laid, Outcome, outcomes_of
from duelmat_hardware import PACKAGED_MATS, AntennaRole, MatZone, load_mat
from duelmat_host.cards import Face
from duelmat_host.link.events import Antenna, AntennaState

MAT = load_mat()


RIGHT, ASKED, WRONG = Outcome.RIGHT, Outcome.ASKED, Outcome.WRONG
CARD, OTHER = SLEEVES[:2]


def index(zone: str, role: str) -> int:
    return next(a.index for a in MAT.antennas if (a.zone, a.role) == (zone, AntennaRole(role)))


def antenna(*tags: bytes) -> Antenna:
    return Antenna(AntennaState(min(len(set(tags)), 2)), tags)


def laid(face: Face = Face.UP, turn_deg: int = 0, zone: str = "a.m3") -> Laid:
    return Laid(MatZone(zone), CARD.key, face, turn_deg)


CASES: dict[str, tuple[int, str, str, Outcome]] = {
    # turn, what A hears, what B hears (lower, upper, of another card, several), outcome
    "upright": (0, "L", "", RIGHT),
    "sideways": (270, "", "L", RIGHT),
    "both": (0, "L", "L", ASKED),
    "only the other one": (90, "L", "", WRONG),
    "nobody": (180, "", "", WRONG),
    "both faces": (0, "LU", "", ASKED),
    "both faces, told": (0, "LUL", "", RIGHT),
    "both faces, told wrongly": (0, "ULU", "", WRONG),
    "the upper face": (0, "U", "", WRONG),
    "a card of the pile": (0, "LO", "", ASKED),
    "a card of the pile, named as the lowest": (0, "LOL", "", ASKED),
    "only a card of the pile": (0, "O", "", WRONG),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("face", [Face.UP, Face.DOWN])
def test_outcome_is_right_asked_or_wrong(name: str, face: Face) -> None:
    """Overlooked is wrong too."""
    turn, of_a, of_b, expected = CASES[name]
    lower, upper = (CARD.up, CARD.down) if face is Face.UP else (CARD.down, CARD.up)
    named = {"L": lower, "U": upper, "O": OTHER.up}
    seen = {
        index("a.m3", role): antenna(*(named[each] for each in heard))
        for role, heard in (("A", of_a), ("B", of_b))
        if heard
    }
    assert outcomes_of(MAT, (laid(face, turn),), seen) == (expected,)


def test_card_that_another_zone_hears_is_asked_about() -> None:
    """As one card in two zones; the card that lies in the other zone is asked about as well."""
    elsewhere = {index("a.m4", "A"): antenna(CARD.up)}
    both = elsewhere | {index("a.m3", "A"): antenna(CARD.up)}
    assert outcomes_of(MAT, (laid(),), both) == (ASKED,)
    assert outcomes_of(MAT, (laid(),), elsewhere) == (WRONG,)
    beside = Laid(MatZone("a.m4"), OTHER.key, Face.UP, 0)
    crowded = both | {index("a.m4", "A"): antenna(CARD.up, OTHER.up)}
    assert outcomes_of(MAT, (laid(), beside), crowded)[1] is ASKED


@pytest.mark.parametrize("name", PACKAGED_MATS)
def test_no_placement_of_a_full_mat_is_wrong(name: str) -> None:
    """All zones at a time; what no antenna senses is left open; the shares add up."""
    figures = measure_placements(load_mat(PACKAGED_MATS[name]), 60, 1.0, seed=5)
    assert figures["placements"] == 60
    assert figures["wrong_placements"] == figures["wrong"] == 0
    assert figures["right"] >= 0.98
    assert figures["right"] + figures["asked"] == pytest.approx(1)


def test_lowest_card_of_a_straight_pile_is_read() -> None:
    figures = measure_placements(MAT, 30, 1.0, seed=3, pile=3, slid_mm=2.0)
    assert figures["cards_a_pile"] == 3
    assert figures["wrong_placements"] == 0
    assert figures["right"] >= 0.96


def test_a_tag_that_nothing_wakes_is_overlooked() -> None:
    """Which counts as wrong, in every kind of zone."""
    deaf = measure_placements(MAT, 30, 20.0)
    assert deaf["wrong"] == 1.0
    assert deaf["monster"]["wrong"] == 1.0


def test_command_takes_the_field_that_tags_need() -> None:
    words = ["geometry", "--placements", "5", "--wakes", "0.7", "--json"]
    run = CliRunner().invoke(command, words)
    assert run.exit_code == 0, run.output
    assert json.loads(run.output)["wakes_a_per_m"] == 0.7
    for refused in (["--wakes", "0"], ["--pile", "0"], ["--slid", "13"]):
        assert CliRunner().invoke(command, ["geometry", *refused]).exit_code == 2
