"""Who plays against the program is asked only what can be answered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from direct_mat import Bench, held, lay
from duelmat_engine import CardKey, Duel, Pass, Seat, ZoneName
from duelmat_host.players import unasked
from duelmat_host.players.unasked import has_no_answer
from duelmat_host.table.asking import PassUntil
from duelmat_host.table.commands import AskMe, CallJudge
from duelmat_host.table.inputs import NoAnswerHeld
from duelmat_host.table.obligations import Obligation, ObligationKind
from seen import seat_json

ANA, BEN = Seat(0), Seat(1)


def asked(card: str, *, in_hand: str = "D6") -> Bench:
    """Ben, who has Set a card, is asked whether he responds to the summon of the 7 of hearts."""
    zones = {
        "a.hand": held("H7", "S5"),
        "a.pile": held("C4", "C5", "C6"),
        "b.hand": held(in_hand),
        "b.pile": held("D8", "D9"),
        "b.s1": lay(card, down=True),
    }
    bench = Bench(zones)
    bench.put("a:H7", "a.m3")
    bench.choose("Do not use it")
    decision = bench.table.state.duel.decision
    assert decision is not None and (decision.kind, decision.seat) == ("window", BEN)
    return bench


@pytest.mark.parametrize(("card", "is_vain"), [("S4", True), ("H4", False), ("C7", False)])
def test_a_window_is_in_vain_if_the_own_cards_hold_no_answer(card: str, *, is_vain: bool) -> None:
    """An ordinary trap answers the summon of its own suit or number (TK-101)."""
    state = asked(card).table.state
    assert has_no_answer(state, BEN, (CardKey("b:D6"),)) is is_vain
    assert not has_no_answer(state, ANA, ())


def test_it_is_worked_out_once_while_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person may think for minutes, and it is asked each moment."""
    state = asked("H4").table.state
    listed: list[Duel] = []

    def legal_actions(duel: Duel) -> list[Pass]:
        listed.append(duel)
        return [Pass()]

    monkeypatch.setattr(unasked, "legal_actions", legal_actions)
    for _ in range(3):
        assert has_no_answer(state, BEN, (CardKey("b:D6"),))
    assert len(listed) == 1


def test_who_wants_to_be_asked_every_time_is() -> None:
    """So is nobody passed for while a judge is called."""
    bench = asked("S4")
    bench.table.command(ANA, CallJudge())
    assert not has_no_answer(bench.table.state, BEN, (CardKey("b:D6"),))
    bench = asked("S4")
    bench.table.command(BEN, AskMe(["every"]))
    assert not has_no_answer(bench.table.state, BEN, (CardKey("b:D6"),))


def test_a_window_in_vain_passes_once_and_belongs_to_the_play_before_it() -> None:
    """The next window asks again, and a takeback takes the play back, not the pass alone."""
    bench = asked("S4")
    bench.table.take(NoAnswerHeld(BEN))
    state = bench.table.state
    assert state.duel.decision is not None and state.duel.decision.seat == ANA
    assert state.asking_of(BEN).until is None
    assert next(past.is_automatic for past in state.pasts())
    undone = [type(past.action).__name__ for past in state.to_undo(ANA)]
    assert undone[0] == "Pass" and len(undone) > 1


def test_a_card_that_was_flipped_in_vain_is_turned_back_and_the_log_says_what_was_shown() -> None:
    """The question stays open, the card may be used later, and everybody has seen it."""
    bench = asked("S4")
    place = bench.table.state.zones.to_mat(ZoneName("b.s1"))
    before = bench.table.state.duel
    for face_up in (True, False):
        bench.hands.place(CardKey("b:S4"), place, face_up=face_up, turn=0)
        bench.rest()
    state = bench.table.state
    assert state.duel is before and state.refusal is None
    assert bench.options(BEN) == ["Do not respond"]
    assert "Ben has shown the 4 of spades in" in state.log[-1].text


@pytest.mark.parametrize(("card", "is_vain"), [("PulseBeat", False), ("EmberImp", True)])
def test_a_phase_is_left_in_which_the_own_cards_allow_nothing(card: str, *, is_vain: bool) -> None:
    """Where a card that nobody has seen might be activated, the own cards decide."""
    other = {"PulseBeat": "EmberImp", "EmberImp": "PulseBeat"}[card]
    zones = {"a.hand": held(card), "a.pile": held(other), "b.m1": lay("StoneWarden")}
    bench = Bench(zones, ruleset="trigamon", phase="standby")
    assert has_no_answer(bench.table.state, ANA, (CardKey(f"a:{card}"),)) is is_vain
    bench.table.take(NoAnswerHeld(ANA))
    assert not has_no_answer(bench.table.state, ANA, (CardKey(f"a:{card}"),))
    assert bench.table.state.duel.phase == "main1"


def test_a_page_shows_no_switch_that_its_player_has_not_set() -> None:
    """A phase that is left in vain waits for hands, and nobody has said that windows pass."""
    zones = {"a.hand": held("EmberImp"), "a.pile": held("PulseBeat"), "b.m1": lay("StoneWarden")}
    bench = Bench(zones, ruleset="trigamon", phase="standby")
    state = bench.table.state
    due = Obligation(ObligationKind.DRAW, state.zones.to_mat(ZoneName("b.pile")), BEN, count=1)
    bench.table.set_state(replace(state, current=replace(state.current, obligations=(due,))))
    bench.table.take(NoAnswerHeld(ANA))
    assert bench.table.state.duel.phase == "standby"
    assert bench.table.state.asking_of(ANA).until is PassUntil.ANSWERED
    assert seat_json(bench.table, ANA)["asking"]["until"] == ""


def test_an_effect_that_the_own_cards_do_not_have_is_not_asked_about() -> None:
    """A hidden card may have been set off for all that others know."""
    bench = Bench(
        {"a.hand": held("H7", "S5"), "a.pile": held("C4"), "b.hand": held("D6")},
    )
    bench.put("a:H7", "a.m3")
    decision = bench.table.state.duel.decision
    assert decision is not None and decision.kind == "trigger"
    assert not has_no_answer(bench.table.state, ANA, (CardKey("a:S5"),))
