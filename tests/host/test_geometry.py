"""Cards laid carelessly: from where the tag lies to what the tracker says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_bench.firmware.careless import ASKEW_DEG, ASTRAY_MM
from duelmat_bench.shields.placements import measure_fields
from duelmat_bench.table.geometry import Outcome, measure_geometry, read_of
from duelmat_hardware import PACKAGED_MATS, AntennaRole, ZoneKind, field_config, load_mat
from duelmat_host.cards import Face
from duelmat_host.cli.bench import command
from duelmat_rig.electronics.card_field import CardField
from duelmat_rig.electronics.radio import SOLID, Radio

MAT = load_mat()
FIELD = json.loads(json.dumps(field_config(MAT)))
MONSTER = [zone.id for zone in MAT.zones if zone.kind is ZoneKind.MONSTER]
UIDS = ("04000000000001", "04000000000002")
RIGHT, ASKED, WRONG = Outcome.RIGHT, Outcome.ASKED, Outcome.WRONG


class Quiet:
    """Neither clock nor chance: only places matter."""

    def now(self) -> int:
        return 0

    def below(self, _limit: int) -> int:
        return 0


def strengths(zone: str, **how: Any) -> dict[int, int]:
    """The antennas that reach the card, and how well."""
    radio = Radio(len(MAT.antennas), [[] for _ in MAT.antennas])
    mat = CardField(FIELD, radio, Quiet(), Quiet())
    mat.place("card", *UIDS, zone, **how)
    return dict(mat.strengths())


def index(zone: str, role: str) -> int:
    return next(a.index for a in MAT.antennas if (a.zone, a.role) == (zone, AntennaRole(role)))


OFF = st.floats(-ASTRAY_MM, ASTRAY_MM) | st.sampled_from([-ASTRAY_MM, ASTRAY_MM])
ASKEW = st.floats(-ASKEW_DEG, ASKEW_DEG) | st.sampled_from([-ASKEW_DEG, ASKEW_DEG])


@settings(deadline=None, max_examples=300)
@given(
    zone=st.sampled_from(MONSTER),
    face=st.sampled_from([Face.UP, Face.DOWN]),
    turn=st.sampled_from([0, 90, 180, 270]),
    size=st.sampled_from([sleeve.name for sleeve in MAT.sleeves]),
    dx_mm=OFF,
    dy_mm=OFF,
    tilt_deg=ASKEW,
)
def test_careless_card_is_read_right_or_asked_about(
    zone: str, face: Face, turn: int, **how: Any
) -> None:
    """Never wrong, never overlooked; and one that lies nearly straight is not asked about."""
    heard = strengths(zone, face=face.value, turn=turn, **how)
    solid = [each for each, strength in heard.items() if strength >= SOLID]
    flaky = [each for each, strength in heard.items() if strength < SOLID]
    outcome = read_of(MAT, zone, face, turn, solid, flaky)
    assert outcome is not WRONG
    if abs(how["dx_mm"]) <= 8 and abs(how["dy_mm"]) <= 8 and abs(how["tilt_deg"]) <= 5:
        assert outcome is RIGHT


CASES: dict[str, tuple[int, list[str], list[str], Outcome]] = {
    # turn, antennas that hear it always, those at times, outcome
    "upright": (0, ["A"], [], RIGHT),
    "sideways": (270, ["B"], [], RIGHT),
    "both": (0, ["A", "B"], [], ASKED),
    "both, one at times": (90, ["B"], ["A"], ASKED),
    "only the other one": (90, ["A"], [], WRONG),
    "the other one at times": (90, [], ["A"], WRONG),
    "the right one at times": (0, [], ["A"], WRONG),
    "nobody": (180, [], [], WRONG),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("face", [Face.UP, Face.DOWN])
def test_outcome_is_the_worst_of_all_that_may_be_heard(name: str, face: Face) -> None:
    """Overlooked is wrong too."""
    turn, always, at_times, expected = CASES[name]
    solid, flaky = ([index("a.m3", role) for role in roles] for roles in (always, at_times))
    assert read_of(MAT, "a.m3", face, turn, solid, flaky) is expected


def test_card_that_another_zone_hears_is_asked_about() -> None:
    """As one card in two zones."""
    solid = [index("a.m3", "A"), index("a.m4", "A")]
    assert read_of(MAT, "a.m3", Face.UP, 0, solid, []) is ASKED
    assert read_of(MAT, "a.m3", Face.UP, 0, [index("a.m4", "A")], []) is WRONG


@pytest.mark.parametrize("name", ["standard", "mini"])
def test_no_placement_of_many_is_wrong(name: str) -> None:
    """On the whole of each mat; the shares add up."""
    mat = load_mat(PACKAGED_MATS[name])
    figures = measure_geometry(1500, 5, mat)
    assert figures["placements"] == 1500
    assert figures["wrong_placements"] == figures["wrong"] == 0
    assert figures["right"] > 0.97
    assert figures["right"] + figures["asked"] == pytest.approx(1)


def test_command_prints_the_shares() -> None:
    """By face and turn too."""
    run = CliRunner().invoke(command, ["geometry", "--placements", "200", "--json"])
    assert run.exit_code == 0, run.output
    figures = json.loads(run.output)
    assert set(figures["up 90"]) == {"right", "asked", "wrong"}


def test_tags_that_need_little_are_asked_about_and_never_wrong() -> None:
    """In calculated fields at full power the upper tag and the other antenna wake them too."""
    sensitive = measure_fields(MAT, 300, 0.7, seed=4)
    assert sensitive["placements"] == 300
    assert sensitive["wrong_placements"] == 0
    assert 0.1 < sensitive["asked"] < 0.4


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
