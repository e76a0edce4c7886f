"""Cards laid carelessly: from calculated fields to what the tracker says."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from device.answers import ANSWERS
from duelmat_bench.shields.placements import measure_fields
from duelmat_bench.shields.stepping import told
from duelmat_bench.table.geometry import Outcome, outcome_of, tags_of
from duelmat_hardware import PACKAGED_MATS, AntennaRole, load_mat
from duelmat_host.cards import Face
from duelmat_host.cli.bench import command
from duelmat_host.link.events import Antenna, AntennaState

MAT = load_mat()
RIGHT, ASKED, WRONG = Outcome.RIGHT, Outcome.ASKED, Outcome.WRONG


def index(zone: str, role: str) -> int:
    return next(a.index for a in MAT.antennas if (a.zone, a.role) == (zone, AntennaRole(role)))


def antenna(*tags: bytes) -> Antenna:
    return Antenna(AntennaState(min(len(set(tags)), 2)), tags)


CASES: dict[str, tuple[int, str, str, Outcome]] = {
    # turn, what A hears, what B hears (lower, upper, several), outcome
    "upright": (0, "L", "", RIGHT),
    "sideways": (270, "", "L", RIGHT),
    "both": (0, "L", "L", ASKED),
    "only the other one": (90, "L", "", WRONG),
    "nobody": (180, "", "", WRONG),
    "both faces": (0, "LU", "", ASKED),
    "both faces, told": (0, "LUL", "", RIGHT),
    "both faces, told wrongly": (0, "ULU", "", WRONG),
    "the upper face": (0, "U", "", WRONG),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("face", [Face.UP, Face.DOWN])
def test_outcome_is_right_asked_or_wrong(name: str, face: Face) -> None:
    """Overlooked is wrong too."""
    turn, of_a, of_b, expected = CASES[name]
    named = dict(zip("LU", tags_of(face), strict=True))
    seen = {
        index("a.m3", role): antenna(*(named[each] for each in heard))
        for role, heard in (("A", of_a), ("B", of_b))
        if heard
    }
    assert outcome_of(MAT, "a.m3", face, turn, seen) is expected


def test_card_that_another_zone_hears_is_asked_about() -> None:
    """As one card in two zones."""
    lower, _ = tags_of(Face.UP)
    elsewhere = {index("a.m4", "A"): antenna(lower)}
    both = elsewhere | {index("a.m3", "A"): antenna(lower)}
    assert outcome_of(MAT, "a.m3", Face.UP, 0, both) is ASKED
    assert outcome_of(MAT, "a.m3", Face.UP, 0, elsewhere) is WRONG


@pytest.mark.parametrize("row", range(len(ANSWERS)))
def test_steps_tell_what_the_firmware_tells(row: int) -> None:
    """The same table goes through the firmware, in tests/device/test_power.py."""
    of_a, of_b, *wanted = ANSWERS[row]
    found = told({0: of_a, 1: of_b})
    for at, (lowest, others) in enumerate(wanted):
        uids = found.get(at, Antenna()).uids
        twice = sorted({uid for uid in uids if uids.count(uid) == 2})
        assert (twice, sorted(set(uids) - set(twice))) == (lowest, others)


@pytest.mark.parametrize("name", ["standard", "mini"])
def test_no_placement_of_many_is_wrong(name: str) -> None:
    """On the whole of each mat; the shares add up."""
    figures = measure_fields(load_mat(PACKAGED_MATS[name]), 400, 1.0, seed=5)
    assert figures["placements"] == 400
    assert figures["wrong_placements"] == figures["wrong"] == 0
    assert figures["right"] >= 0.98
    assert figures["right"] + figures["asked"] == pytest.approx(1)


def test_without_steps_tags_that_need_little_are_asked_about() -> None:
    """At full power the upper tag and the other antenna wake them too; steps tell most apart."""
    full = measure_fields(MAT, 200, 0.7, seed=4, alone_steps=99)
    stepped = measure_fields(MAT, 200, 0.7, seed=4)
    assert full["wrong_placements"] == stepped["wrong_placements"] == 0
    assert full["asked"] > 0.1
    assert stepped["asked"] < 0.05


def test_a_tag_that_nothing_wakes_is_overlooked() -> None:
    """Which counts as wrong, in every kind of zone."""
    deaf = measure_fields(MAT, 60, 20.0)
    assert deaf["wrong"] == 1.0
    assert deaf["monster"]["wrong"] == 1.0


def test_command_takes_the_field_that_tags_need() -> None:
    run = CliRunner().invoke(
        command, ["geometry", "--placements", "60", "--wakes", "0.7", "--json"]
    )
    assert run.exit_code == 0, run.output
    assert json.loads(run.output)["wakes_a_per_m"] == 0.7
    assert CliRunner().invoke(command, ["geometry", "--wakes", "0"]).exit_code == 2
