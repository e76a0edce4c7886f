"""The unchanged firmware among faults: it stands each of them, or says which zone has it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from duelmat_bench.firmware.measure import CPYTHON, measure
from duelmat_wire import EMPTY, HEALTH_FINE, ONE, SEVERAL, UNSURE
from rig.client import BOARD, FIELD, uid

pytestmark = pytest.mark.long

BANKS = [antenna["bank"] for antenna in json.loads(BOARD.read_text())["antennas"]]
ZONES = ("a.m1", "a.m3", "b.m2", "a.s2", "b.s4", "x1")
PADS = [pad["name"] for pad in json.loads(FIELD.read_text())["pads"]]
SETTLED_MS = 2000
FINGERS = 12
TAPS = 60
FINGER_REST_MS = 537  # a sweep takes some 70, so each comes in another moment of one
Act = tuple[int, dict[str, Any]]


def place(number: int, zone: str, **how: Any) -> dict[str, Any]:
    tags = {"up_uid": uid(number, "up"), "down_uid": uid(number, "down")}
    return {"op": "place", "sleeve": f"card {number}", "zone": zone, **tags, **how}


def faults(**wanted: Any) -> dict[str, Any]:
    return {"op": "faults", **wanted}


def play(seconds: int, *acts: Act, seed: int = 1, interpreter: str = CPYTHON) -> dict[str, Any]:
    """Six cards lie there from the start; then what the script says."""
    start = [(100, place(number, zone)) for number, zone in enumerate(ZONES)]
    return measure(
        "script", interpreter, BOARD, FIELD, seed=seed, acts=[*start, *acts], seconds=seconds
    )


def told(figures: dict[str, Any], kind: str, after_ms: int = SETTLED_MS) -> list[dict[str, Any]]:
    """The messages of a kind since the cards were known, in their order."""
    return [fields for at_ms, name, fields in figures["told"] if name == kind and at_ms > after_ms]


def is_well(figures: dict[str, Any]) -> bool:
    """Whether in the end every antenna tells what it reaches, and every reader works."""
    shown = [sorted(uids) for uids in figures["shown"]]
    reached = [sorted(uids) for uids in figures["reached"]]
    return shown == reached and set(figures["health"]) == {HEALTH_FINE} and not figures["resets"]


@pytest.mark.parametrize(
    ("face", "interpreter"), [("up", CPYTHON), ("down", CPYTHON), ("up", "1.28"), ("down", "1.29")]
)
def test_shield_that_leaks_is_told_as_two_tags(face: str, interpreter: str) -> None:
    """Both of the sleeve's, nobody else's; and one again when it leaks no more."""
    figures = play(
        6,
        (1000, place(7, "b.m4", face=face)),
        (2000, faults(leaky=["card 7"])),
        (4000, faults(leaky=[])),
        interpreter=interpreter,
    )
    sightings = told(figures, "Sighting")
    assert [(each["state"], sorted(each["uids"])) for each in sightings] == [
        (SEVERAL, sorted((uid(7, "up"), uid(7, "down")))),
        (ONE, [uid(7, face)]),
    ]
    assert is_well(figures)


def test_clone_that_holds_miso_is_not_noticed() -> None:
    """No reader is told as ill, and every card is told as it lies."""
    figures = play(12, (2000, faults(miso_held=[4, 17, 39])), seed=4)
    assert [each for each in told(figures, "Health") if each["state"] != HEALTH_FINE] == []
    for each in told(figures, "Sighting"):
        assert each["state"] == UNSURE or each["uids"] == figures["reached"][each["antenna"]]
    assert is_well(figures)


@pytest.mark.parametrize("sag_mv", [150, 250, 450, 550])
def test_supply_that_sags_with_the_fields_loses_no_card(sag_mv: int) -> None:
    """A card laid meanwhile is found too, whether or not readers lost their registers. They are
    mended one by one, the last of forty after some seven seconds.
    """
    figures = play(
        14, (2000, faults(sag_mv=sag_mv)), (5000, place(7, "b.m4")), (7000, faults(sag_mv=0))
    )
    for each in told(figures, "Sighting"):
        assert each["state"] == UNSURE or each["uids"] == figures["reached"][each["antenna"]]
    assert any(uid(7, "up") in each["uids"] for each in told(figures, "Sighting", 5000))
    assert is_well(figures)


def fingers(stay_ms: int, count: int = FINGERS) -> list[Act]:
    """Fingers on one pad, each in another moment of the mat's rounds than those before."""
    at_ms = range(8000, 8000 + count * (stay_ms + FINGER_REST_MS), stay_ms + FINGER_REST_MS)
    return [(each, {"op": "touch", "pad": "a.m2", "ms": stay_ms}) for each in at_ms]


def touches_told(figures: dict[str, Any]) -> list[tuple[str, int]]:
    return [(PADS[each["pad"]], each["pressed"]) for each in told(figures, "Touch")]


def test_short_tap_is_a_touch_in_whatever_moment_it_comes() -> None:
    """With nothing in its way; once, and once that it left."""
    acts = fingers(100, TAPS)
    figures = play(acts[-1][0] // 1000 + 2, *acts)
    assert touches_told(figures) == [("a.m2", 1), ("a.m2", 0)] * TAPS
    assert is_well(figures)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hovering_hands_and_fields_make_no_touch(seed: int) -> None:
    """A hand above pads, fields beside them, a card that comes and goes beneath; a finger does,
    in whatever moment it comes, within two fifths of a second.
    """
    acts = fingers(400)
    figures = play(
        acts[-1][0] // 1000 + 3,
        (2000, faults(hand=["a.m3", "a.m4", "a.s3"], touch_noise=0.3)),
        (4000, place(7, "a.m4")),
        (6000, {"op": "lift", "sleeve": "card 7"}),
        *acts,
        seed=seed,
    )
    assert touches_told(figures) == [("a.m2", 1), ("a.m2", 0)] * FINGERS
    assert is_well(figures)


def test_fields_that_bleed_move_no_card() -> None:
    """Cards at rest stay where they are; what another zone hears of them is not told."""
    figures = play(12, (2000, faults(bleed=0.05)), (10_000, faults(bleed=0)))
    zones = [antenna["zone"] for antenna in json.loads(FIELD.read_text())["antennas"]]
    where = {uids[0]: zones[index] for index, uids in enumerate(figures["reached"]) if uids}
    for each in told(figures, "Sighting"):
        assert all(where[tag] == zones[each["antenna"]] for tag in each["uids"])
        assert each["state"] != EMPTY or not figures["reached"][each["antenna"]]
    assert is_well(figures)
