"""A match that is moved to another table goes on there with all that concerns it."""

from __future__ import annotations

import pytest

from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.entries import RulingOutcome
from duelmat_tournament.event import Move
from duelmat_tournament.names import CallId, RoundNumber, RulingId, TableNumber
from duelmat_tournament.roles import Actor, Role
from duelmat_venue.rulings import LifeSet
from duelmat_venue.texts import text_of
from tournament.staged_event import HEAD_JUDGE, JUDGE, OCG, ORGANISER, SCOREKEEPER, StagedEvent

ONE = RoundNumber(1)
DEAD, OTHER, SPARE, LAST = (TableNumber(n) for n in (1, 2, 9, 10))
STREAM = "5" * 32
RULING = LifeSet("a", 7200, "miscounted")


@pytest.fixture
def event() -> StagedEvent:
    """Four players in the first round."""
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan", policy=OCG)
    event.start(rounds=2)
    event.pair()
    event.do(commands.PublishRound())
    event.do(commands.StartRound())
    return event


def move(table: TableNumber, to: TableNumber, n: int = 7) -> floor_commands.MoveMatch:
    return floor_commands.MoveMatch(ONE, table, to, STREAM, n)


def test_a_match_is_played_to_its_end_at_the_other_table(event: StagedEvent) -> None:
    """Its result is that of the spare table; nothing that the old one says counts."""
    players = event.round.matches[DEAD].players
    event.do(move(DEAD, SPARE))
    assert list(event.round.matches) == [SPARE, OTHER], "it keeps its place"
    moved = event.round.matches[SPARE]
    assert (moved.table, moved.players) == (SPARE, players)
    settle = commands.SettleAtTable(ONE, DEAD, results.played(2, 0))
    assert "There is no table 1 in round 1" in event.refusal(
        settle, Actor(Role.TABLE, "Table 1", table=DEAD)
    )
    there = commands.SettleAtTable(ONE, SPARE, results.played(0, 2))
    event.do(there, Actor(Role.TABLE, "Table 9", table=SPARE))
    event.do(commands.EnterResult(ONE, OTHER, results.played(2, 0)), SCOREKEEPER)
    event.do(commands.CloseRound())
    event.pair()
    assert min(event.round.matches) == DEAD, "the next round is paired as ever"
    assert event.is_proven()


def test_calls_and_their_extensions_go_along(event: StagedEvent) -> None:
    event.do(floor_commands.CallJudge(DEAD), JUDGE)
    event.do(floor_commands.TakeCall(CallId(1)), JUDGE)
    event.do(move(DEAD, SPARE))
    assert event.event.calls[CallId(1)].table == SPARE
    event.wait(300)
    event.do(floor_commands.RuleCall(CallId(1), "The table died."), JUDGE)
    proposed = event.event.calls[CallId(1)].proposed_s
    assert proposed > 0
    event.do(floor_commands.GrantExtension(CallId(1), proposed), JUDGE)
    assert event.round.matches[SPARE].extension_s == proposed
    assert event.is_proven()


@pytest.mark.parametrize("is_confirmed", [False, True])
def test_a_ruling_that_waits_is_given_anew_at_the_other_table(
    event: StagedEvent, *, is_confirmed: bool
) -> None:
    """The judge has seen a duel that goes on elsewhere; the answer goes along and says where."""
    event.do(floor_commands.ProposeRuling(OTHER, STREAM, 7, RULING), JUDGE)
    event.do(floor_commands.ProposeRuling(DEAD, STREAM, 7, RULING), JUDGE)
    event.do(floor_commands.WithdrawRuling(RulingId(2)), JUDGE)
    event.do(floor_commands.ProposeRuling(DEAD, STREAM, 7, RULING), JUDGE)
    if is_confirmed:
        event.do(floor_commands.ConfirmRuling(RulingId(3), "e" * 64), JUDGE)
    event.do(move(DEAD, SPARE))
    withdrawn, waited = event.event.rulings_at(ONE, SPARE)
    assert withdrawn.outcome is None
    assert waited.outcome is RulingOutcome.MOVED_ON
    assert str(text_of(waited.reason)) == "The match has gone to table 9."
    assert not event.event.rulings_at(ONE, DEAD)
    assert event.event.rulings[RulingId(1)].is_open, "that of another table waits on"
    event.do(floor_commands.ProposeRuling(SPARE, "6" * 32, 7, RULING), JUDGE)
    assert event.is_proven()


def test_a_match_is_moved_again_and_back(event: StagedEvent) -> None:
    """Each table knows where the match came from, or where it has gone."""
    assert event.round.move_to(DEAD) is None
    for table, to, left in (
        (DEAD, SPARE, {DEAD}),
        (SPARE, LAST, {DEAD, SPARE}),
        (LAST, DEAD, {SPARE, LAST}),
        (OTHER, LAST, {SPARE, OTHER}),
    ):
        event.do(move(table, to))
        assert event.round.move_to(to) == Move(table, to, STREAM, 7, event.event.at_ms)
        gone = {at for at in (DEAD, OTHER, SPARE, LAST) if event.round.goes_on_at(at)}
        assert gone == left
        assert event.round.goes_on_at(table) == to
    assert event.round.goes_on_at(SPARE) == DEAD, "not where the other match has gone"
    assert event.is_proven()


@pytest.mark.parametrize(("before", "there", "after"), [(300, 0, 300), (60, 300, 300), (0, 0, 0)])
def test_spectators_are_shown_a_moved_match_no_earlier(
    event: StagedEvent, before: int, there: int, after: int
) -> None:
    for table, delay_s in ((DEAD, before), (SPARE, there)):
        event.do(floor_commands.SetDelay(table, delay_s))
    event.do(move(DEAD, SPARE))
    assert event.event.delay_s(SPARE) == after
    assert event.is_proven()


def test_a_match_goes_to_no_table_that_plays(event: StagedEvent) -> None:
    assert event.refusal(move(DEAD, OTHER)) == (
        "Table 2 has a match of this round: move it to a table that has none."
    )
    assert event.refusal(move(DEAD, DEAD)).startswith("Table 1 has a match of this round")
    assert event.refusal(move(SPARE, LAST)).startswith("There is no table 9 in round 1")
    event.do(commands.EnterResult(ONE, DEAD, results.played(2, 0)), SCOREKEEPER)
    assert event.refusal(move(DEAD, SPARE)) == "The match at table 1 is over."
    event.do(move(OTHER, SPARE), HEAD_JUDGE)
    assert event.is_proven()


@pytest.mark.parametrize("to", [0, -1, 100_001])
def test_a_match_goes_to_no_table_that_cannot_be(event: StagedEvent, to: int) -> None:
    assert "expected a number from 1" in event.refusal(move(DEAD, TableNumber(to)), ORGANISER)


def test_chosen_deck_checks_go_along(event: StagedEvent) -> None:
    event.do(floor_commands.ChooseDecks(), JUDGE)
    chosen = event.round.deck_checks
    assert chosen
    event.do(move(chosen[0], SPARE))
    assert event.round.deck_checks == (SPARE, *chosen[1:])
