"""When players are asked whether they respond: by public facts and their own switches alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from direct_mat import Bench, held, lay
from duelmat_bench.questions import by_default, count_questions
from duelmat_engine import (
    Advance,
    Pass,
    Seat,
    ZoneName,
    carry_out,
    game_of,
    judge,
    legal_actions,
    practice_duel,
    roll,
    view_for,
)
from duelmat_host.table.asking import DEFAULT_KINDS, Asking, PassUntil, WindowKind
from duelmat_host.table.commands import AskMe, EndTurn, PassOn, WindowKindName
from duelmat_host.table.errors import DeclinedError
from seen import public_json, seat_json

ANA, BEN = Seat(0), Seat(1)
RULESETS = ("ocg", "trump_king", "resummoned", "trigamon")
MOST_ASKED = {"ocg": 3, "trump_king": 3, "trigamon": 3, "resummoned": 6}
"""A seat with nothing Set is asked so often in a turn at most. In Resummoned any card of the hand
may be quick, so that each attack asks."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_has_nothing_set_is_asked_three_times_a_turn_at_most(ruleset: str) -> None:
    """With the switches of a new duel, few of a turn's windows are questions."""
    counts = list(count_questions(ruleset, 2, by_default, 500))
    assert len(counts) > 8
    assert max(count.asked for count in counts if count.is_bare) <= MOST_ASKED[ruleset]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_could_not_respond_in_any_world_is_not_asked_and_nobody_else(ruleset: str) -> None:
    """A seat that really could respond is asked, unless a switch of its own says otherwise."""
    duel = practice_duel(ruleset, 5)
    game, chance = game_of(duel.ruleset, duel.readings), Random(5)
    everything = Asking(frozenset(WindowKind) - {WindowKind.EVERY})
    passed = 0
    for _ in range(160):
        decision = duel.decision
        if decision is None:
            break
        if decision.kind == "chance":
            duel = carry_out(duel, roll(duel), game).duel
            continue
        actions = list(legal_actions(duel, game))
        if everything.passes(view_for(duel), game):
            passed += 1
            assert actions == [Pass()]
        duel = carry_out(duel, chance.choice(actions), game).duel
    assert passed or ruleset == "trump_king"


# At the table

TRAP = {
    "a.hand": held("H7", "S5"),
    "a.pile": held("C4", "C5", "C6"),
    "b.hand": held("D6", "D7"),
    "b.pile": held("D8", "D9"),
    "b.s1": lay("S4", down=True),
}


def summon(bench: Bench) -> None:
    bench.put("a:H7", "a.m3")
    bench.choose("Do not use it")


def asks(bench: Bench, seat: Seat) -> bool:
    decision = bench.table.state.duel.decision
    return decision is not None and decision.kind == "window" and decision.seat == seat


@pytest.mark.parametrize(
    ("kinds", "until", "is_asked"),
    [
        (None, "", True),
        (["summon"], "", True),
        (["attack", "effect"], "", False),
        ([], "", False),
        (None, "play", True),
        (None, "turn", False),
    ],
    ids=["at first", "summons", "other kinds", "nothing", "until something happens", "until turn"],
)
def test_a_summon_asks_who_wants_to_be_asked(
    kinds: list[WindowKindName] | None, until: Any, is_asked: bool
) -> None:
    """What lasts until something happens ends with the very play that would be responded to."""
    bench = Bench(TRAP)
    if kinds is not None:
        bench.table.command(BEN, AskMe(kinds))
    if until:
        bench.table.command(BEN, PassOn(until))
    summon(bench)
    assert asks(bench, BEN) is is_asked
    assert seat_json(bench.table, BEN)["asking"]["until"] == ("turn" if until == "turn" else "")


def test_switches_are_seen_by_their_seat_alone() -> None:
    """What somebody lets pass is no public fact, and stands in the journal."""
    bench = Bench(TRAP)
    before = public_json(bench.table), seat_json(bench.table, ANA)
    bench.table.command(BEN, AskMe(["own", "turn"]))
    bench.table.command(BEN, PassOn("turn"))
    assert (public_json(bench.table), seat_json(bench.table, ANA)) == before
    assert bench.table.state.asking_of(BEN) == Asking(
        frozenset({WindowKind.OWN, WindowKind.TURN}), PassUntil.TURN
    )
    assert bench.table.state.asking_of(ANA) == Asking(DEFAULT_KINDS)


def test_the_answer_says_what_it_does() -> None:
    bench = Bench(TRAP)
    summon(bench)
    assert bench.options(BEN) == ["Do not respond"]


def test_a_turn_is_ended_through_all_its_phases_at_one_press() -> None:
    """Whoever is asked on the way is asked; the turn ends when nobody responds."""
    bench = Bench(TRAP)
    bench.table.command(ANA, EndTurn())
    duel = bench.table.state.duel
    assert (duel.turn_seat, bench.table.state.ending) == (BEN, None)


def test_what_is_owed_is_named_before_a_turn_ends_and_then_it_ends() -> None:
    bench = Bench({**TRAP, "b.s1": [], "b.m2": lay("D2"), "a.m2": lay("S9")}, phase="battle")
    bench.touch("a.m3")
    bench.touch("b.m3")
    bench.choose("Do not use it")
    assert bench.table.state.obligations
    bench.table.command(ANA, EndTurn())
    assert "2 of diamonds" in bench.said()
    assert bench.table.state.ending == ANA
    assert seat_json(bench.table, ANA)["ending"]
    bench.take("b.m3", "grave")
    assert bench.table.state.duel.turn_seat == BEN


def test_a_second_press_does_not_end_the_turn() -> None:
    """A second press takes it back, as any play does."""
    bench = Bench({**TRAP, "b.s1": [], "b.m2": lay("D2"), "a.m2": lay("S9")}, phase="battle")
    bench.touch("a.m3")
    bench.touch("b.m3")
    bench.choose("Do not use it")
    bench.table.command(ANA, EndTurn())
    bench.table.command(ANA, EndTurn())
    assert bench.table.state.ending is None
    bench.take("b.m3", "grave")
    assert bench.table.state.duel.turn_seat == ANA


def test_only_the_turn_player_ends_the_turn() -> None:
    bench = Bench(TRAP)
    with pytest.raises(DeclinedError, match="It is Ana's turn"):
        bench.table.command(BEN, EndTurn())
    assert not judge(bench.table.state.duel, Pass()).legal


def without_seals(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without its commitments, which differ where the card or only the salt does."""
    return {**view, "log": [{**line, "sealed": []} for line in view["log"]]}


@pytest.mark.rule("PHY-03")
@pytest.mark.parametrize(
    ("place", "cards"),
    [("b.s1", ("S4", "H3")), ("b.hand", ("H8", "D10"))],
    ids=["Set", "in hand"],
)
def test_what_one_holds_makes_no_difference_to_what_others_see(
    place: str, cards: tuple[str, str]
) -> None:
    """Asked or passed, step by step: what everybody and the other player get is byte-equal.

    Of the two cards, one lies there and the other is in the deck.
    """
    worlds = []
    for one, other in (cards, cards[::-1]):
        there = lay(one, down=True) if place == "b.s1" else held(one)
        bench = Bench({**TRAP, "b.s1": [], place: there, "b.pile": held(other, "D9")})
        seen: list[Any] = []
        for step in (summon, lambda bench: bench.table.command(ANA, EndTurn())):
            step(bench)
            kinds = [kind for kind, _ in bench.journal.entries]
            views = (public_json(bench.table), seat_json(bench.table, ANA))
            seen.append((*(without_seals(view) for view in views), kinds))
            seen.append((bench.table.version, bench.table.state.duel.decision))
        worlds.append(seen)
    assert worlds[0] == worlds[1]


# Phases in which no play begins


def standby(*in_hand: str) -> Bench:
    """Ana's Standby Phase in Trigamon, where a Pulse of the hand may move the Entity."""
    zones = {"b.m1": lay("EmberImp"), **({"a.hand": held(*in_hand)} if in_hand else {})}
    return Bench(zones, ruleset="trigamon", phase="standby", rest="grave")


def test_a_phase_in_which_nothing_can_be_done_is_left_by_itself() -> None:
    """By what everybody knows: with an empty hand nobody waits for a press."""
    assert standby().table.state.duel.phase == "main1"
    state = standby("PulseBeat").table.state
    assert state.duel.phase == "standby"
    assert state.unasked_action is None


@pytest.mark.parametrize("switch", [WindowKind.PHASE, WindowKind.EVERY])
def test_who_wants_to_be_asked_at_ends_of_phases_leaves_them_by_a_press(
    switch: WindowKind,
) -> None:
    """The switch that asks about responses there asks about these too."""
    state = standby("PulseBeat").table.state
    in_vain = Asking(until=PassUntil.ANSWERED)
    assert in_vain.unasked_action(state.duel, state.game) == Advance("main1")
    wishes = replace(in_vain, kinds=frozenset({switch}))
    assert wishes.unasked_action(state.duel, state.game) is None


def test_a_main_phase_is_never_left_by_itself() -> None:
    """Its player may want to look, though nothing can be played."""
    state = standby().table.state
    assert all(isinstance(action, Advance) for action in standby().table.legal)
    assert state.unasked_action is None


def test_within_the_own_battle_only_who_wants_to_is_asked() -> None:
    """Priority after an own attack is a response to an own play, which has a switch of its own."""
    zones = {"a.m1": lay("BattleOx"), "a.m2": lay("Penguin", down=True, sideways=True)}
    asked = []
    switches: list[list[WindowKindName]] = [["attack"], ["attack", "own"]]
    for kinds in switches:
        bench = Bench(zones, ruleset="resummoned", phase="battle")
        bench.table.command(ANA, AskMe(kinds))
        bench.touch(bench.table.state.zones.to_mat(ZoneName("a.m1")))
        bench.touch("b.deck")
        decision = bench.table.state.duel.decision
        asked.append("" if decision is None else decision.about)
    assert asked == ["battle", "battle-step"]
