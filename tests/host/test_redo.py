"""What was taken back is done again: the same duel, and the same cards for hands to lay."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from direct_mat import Bench, do, fold, held, lay, practice_deck, seat_down
from duelmat_engine import ruleset_names
from duelmat_engine.actions import Cancel
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import Seat
from duelmat_engine.play import apply as apply_action
from duelmat_engine.play import new_duel, roll
from duelmat_host.table import commands
from duelmat_host.table.entries import ObligationMet, TakenBack, ZonesSettled
from duelmat_host.table.entry_form import from_data
from duelmat_host.table.errors import DeclinedError
from duelmat_host.table.input_mode import on_mat
from duelmat_host.table.reducer import apply
from duelmat_host.table.state import TableState
from examples import seeds
from host.test_following_hands import PLAYS, as_they_lie
from host.test_reducer import settle
from seen import seat_json

ANA, BEN = Seat(0), Seat(1)
MOST_ACTIONS = 60
"""Of a random duel: a few turns of it."""


# Whatever it was


def taken_back_and_done_again(state: TableState) -> TableState | None:
    """Return the table after a takeback that hands have followed, and after its redo."""
    undone = state.to_undo(ANA)
    if not undone:
        return None
    left = state.layout_as_left()
    back = apply(state, TakenBack(ANA, undone[-1].action, left))
    for each in [each for each in back.obligations if each.restores]:
        back = apply(back, ObligationMet(each.kind, each.zone, each.key))
    if back.pending:
        back = apply(back, ZonesSettled(tuple(back.pending)))
    assert not back.frozen_by_restoring
    (last,) = back.undone
    for done in last.actions:
        back = apply(back, replace(done, again=back.layout_as_left()))
    return back


@pytest.mark.parametrize("seed", seeds(range(8), quick=1))
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_takeback_and_its_redo_give_the_same_state(ruleset: str, seed: int) -> None:
    """After every action of a random duel: duel, secrets and what everybody was told of them."""
    chance = Random(seed)
    closed = new_duel(ruleset, [practice_deck(ruleset)] * 2, seed=seed).duel
    performance, _, dice = seat_down(closed)
    tried = 0
    for _ in range(MOST_ACTIONS):
        if closed.is_over():
            break
        is_chance = closed.decision is not None and closed.decision.kind == "chance"
        legal = [a for a in legal_actions(closed) if not isinstance(a, Cancel)]
        zones = performance.table.state.zones
        action = roll(closed) if is_chance else chance.choice(on_mat(legal, zones))
        after = apply_action(closed, action).duel
        if after.decision is not None and after.decision.kind == "chance":
            dice.ready.append(roll(after).values)
        for step in performance.perform(closed, action, after):
            do(performance, step)
        closed = after
        state = performance.table.state
        again = taken_back_and_done_again(state)
        if again is None or closed.is_over():
            continue
        tried += 1
        assert again.duel == state.duel
        for each in ("secrets", "seals", "spots"):
            assert getattr(again.current, each) == getattr(state.current, each)
        assert again.undone == ()
    assert tried > 5


# By hands


def bench() -> Bench:
    zones = {
        "a.hand": held("S4", "C9"),
        "b.hand": held("H2"),
        "a.m1": lay("S7"),
        "a.m2": lay("H5"),
    }
    return Bench(zones)


def take_back(bench: Bench) -> None:
    bench.table.command(ANA, commands.TakeBack())
    if bench.table.state.requests:
        bench.table.command(BEN, commands.Agree())


@pytest.mark.parametrize("name", PLAYS)
def test_hands_lay_the_cards_once_more(name: str) -> None:
    """The same cards lie there, and the journal tells the same."""
    table = bench()
    PLAYS[name](table)
    settle(table)
    there, before = as_they_lie(table), table.table.state.duel
    take_back(table)
    settle(table)
    assert seat_json(table.table, ANA)["redo"]
    table.table.command(ANA, commands.Redo())
    settle(table)
    assert as_they_lie(table) == there
    assert table.table.state.duel == before
    entries = [from_data(kind, data) for kind, data in table.journal.entries]
    assert fold(table.start, entries).duel == before


def taken_back() -> Bench:
    table = bench()
    table.put("a:S4", "a.s3", down=True)
    take_back(table)
    settle(table)
    return table


def play_another(table: Bench) -> None:
    table.put("a:C9", "a.s2", down=True)


def call_a_judge(table: Bench) -> None:
    table.table.command(BEN, commands.CallJudge())


def take_back_more(table: Bench) -> None:
    """Cards of an earlier play have to go back."""
    table.table.command(ANA, commands.Redo())
    settle(table)
    take_back(table)


REFUSED = {
    "something was played since": (play_another, ANA, "until the next play"),
    "it is another player's": (lambda _: None, BEN, "Ana, who may do it again"),
    "cards go back": (take_back_more, ANA, "Lay the cards back"),
    "a judge is called": (call_a_judge, ANA, "wait for the ruling"),
    "the duel is over": (
        lambda table: table.table.command(BEN, commands.Concede()),
        ANA,
        "The duel is over",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_done_again_is_refused_in_a_sentence(name: str) -> None:
    """And no page offers it."""
    happens, seat, words = REFUSED[name]
    table = taken_back()
    happens(table)
    state = table.table.state
    assert seat_json(table.table, seat)["redo"] == ""
    with pytest.raises(DeclinedError, match=words):
        table.table.command(seat, commands.Redo())
    assert table.table.state is state


def test_each_takeback_is_done_again_in_turn() -> None:
    """The one taken back last is done first."""
    table = bench()
    table.put("a:S4", "a.s3", down=True)
    table.put("a:C9", "a.s2", down=True)
    duel = table.table.state.duel
    for command in (commands.TakeBack(), commands.TakeBack(), commands.Redo(), commands.Redo()):
        table.table.command(ANA, command)
        settle(table)
    assert table.table.state.duel == duel
