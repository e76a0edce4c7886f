"""An attack that is entered in a Main Phase: the table goes to the battle first, in one press."""

from __future__ import annotations

from typing import Any

import pytest

from direct_mat import Bench, held, lay
from duelmat_engine import Seat, ZoneName
from duelmat_host.table.commands import TakeBack

ANA, BEN = Seat(0), Seat(1)
FIELD = {
    "a.hand": held("H7"),
    "a.m2": lay("S9"),
    "b.m2": lay("D2"),
    "b.hand": held("D6"),
    "a.pile": held("C4", "C5"),
    "b.pile": held("D8", "D9"),
}


def attack(bench: Bench, target: str = "b.m3") -> None:
    bench.touch("a.m3")
    bench.touch(target)


def test_an_attack_in_the_main_phase_goes_to_the_battle_and_attacks() -> None:
    """One press does what the phase button and an attack do."""
    bench = Bench(FIELD)
    attack(bench)
    duel = bench.table.state.duel
    assert duel.phase == "battle"
    assert not any(piece.key == "b:D2" for name, piece in duel.pieces() if name == "b.m2")
    assert done(bench)[-1] == "Advance"


def asked_on_the_way() -> Bench:
    """Ben, who has Set a trap, is asked whether he responds to the end of the Main Phase."""
    zones = {"a.m1": lay("BattleOx"), "b.s1": lay("MirrorForce", down=True)}
    bench = Bench(zones, asks=True, ruleset="resummoned")
    attack_directly(bench)
    decision = bench.table.state.duel.decision
    assert decision is not None and decision.seat == BEN
    assert bench.table.state.duel.phase == "main1"
    return bench


def attack_directly(bench: Bench) -> None:
    place = bench.table.state.zones.to_mat(ZoneName("a.m1"))
    bench.touch(place)
    bench.touch("b.deck")


def done(bench: Bench) -> list[str]:
    return [type(past.action).__name__ for past in bench.table.state.pasts()]


def test_whoever_may_respond_to_the_end_of_the_phase_is_asked_before_the_attack() -> None:
    """The attack waits for the answer, and follows it."""
    bench = asked_on_the_way()
    bench.press("b.ok")
    assert (bench.table.state.duel.phase, "Attack" in done(bench)) == ("battle", True)


def test_a_takeback_on_the_way_drops_the_attack() -> None:
    """What was planned goes with the step that led to it."""
    bench = asked_on_the_way()
    assert bench.table.now.pointing.planned is not None
    bench.table.command(ANA, TakeBack())
    assert bench.table.now.pointing.planned is None
    assert (bench.table.state.duel.phase, done(bench)) == ("main1", [])


@pytest.mark.parametrize(
    ("zones", "phase", "target"),
    [
        ({"a.m2": lay("S9", sideways=True)}, "main1", "b.m3"),
        ({}, "main1", "b.deck"),
        ({}, "main2", "b.m3"),
    ],
    ids=["in Defense Position", "directly past a monster", "after the battle"],
)
def test_an_attack_that_would_be_illegal_there_too_is_refused_where_it_is(
    zones: dict[str, Any], phase: str, target: str
) -> None:
    """Nobody is led into a battle for nothing."""
    bench = Bench({**FIELD, **zones}, phase=phase)
    attack(bench, target)
    assert bench.table.state.duel.phase == phase
    assert bench.table.state.refusal is not None
