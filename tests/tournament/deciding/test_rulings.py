"""Rulings from afar: one at a time, confirmed by who gave it, answered by its table."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.entries import RulingOutcome
from duelmat_tournament.errors import NotAllowedError
from duelmat_tournament.names import RoundNumber, RulingId, TableNumber
from duelmat_tournament.roles import Actor, Role
from duelmat_venue.rulings import LifeSet
from tournament.staged_event import HEAD_JUDGE, JUDGE, SCOREKEEPER, StagedEvent

FIRST: Final = RulingId(1)
EFFECT: Final = "e" * 64
RULING: Final = LifeSet("a", 7200, "miscounted")


@pytest.fixture
def event() -> StagedEvent:
    found = StagedEvent("Ana", "Ben", "Cleo", "Dan")
    found.start(rounds=3)
    found.play()
    return found


def table_of(event: StagedEvent) -> TableNumber:
    return event.match("Ana").table


def mat_of(event: StagedEvent) -> Actor:
    return Actor(Role.TABLE, "Table", table=table_of(event))


def propose(event: StagedEvent, by: Actor = JUDGE) -> None:
    event.do(floor_commands.ProposeRuling(table_of(event), "5" * 32, 12, RULING), by)


def answer(outcome: RulingOutcome, reason: str = "") -> floor_commands.AnswerRuling:
    return floor_commands.AnswerRuling(FIRST, outcome, reason)


def test_a_ruling_is_proposed_confirmed_and_done(event: StagedEvent) -> None:
    propose(event)
    event.do(floor_commands.ConfirmRuling(FIRST, EFFECT), JUDGE)
    event.do(answer(RulingOutcome.DONE), mat_of(event))
    ruling = event.event.rulings[FIRST]
    assert (ruling.judge, ruling.ruling, ruling.effect) == (JUDGE.name, RULING, EFFECT)
    assert (ruling.outcome, ruling.is_open) == (RulingOutcome.DONE, False)
    assert event.is_proven()


def test_two_judges_do_not_rule_at_once(event: StagedEvent) -> None:
    """The second reads whose ruling waits, cannot confirm it, and may withdraw it."""
    propose(event)
    again = floor_commands.ProposeRuling(table_of(event), "5" * 32, 12, RULING)
    assert event.refusal(again, HEAD_JUDGE).startswith(f"A ruling of {JUDGE.name} waits")
    confirm = floor_commands.ConfirmRuling(FIRST, EFFECT)
    assert JUDGE.name in event.refusal(confirm, HEAD_JUDGE, NotAllowedError)
    event.do(floor_commands.WithdrawRuling(FIRST), HEAD_JUDGE)
    propose(event, HEAD_JUDGE)
    assert [each.is_open for each in event.event.rulings.values()] == [False, True]
    assert event.is_proven()


@pytest.mark.parametrize("outcome", RulingOutcome)
def test_what_has_become_of_a_ruling_is_said_once(
    event: StagedEvent, outcome: RulingOutcome
) -> None:
    propose(event)
    event.do(answer(outcome, "It lies there."), mat_of(event))
    assert event.event.rulings[FIRST].reason == "It lies there."
    assert "no longer" in event.refusal(answer(outcome), mat_of(event))
    assert event.refusal(floor_commands.ConfirmRuling(FIRST, EFFECT), JUDGE)
    assert event.refusal(floor_commands.WithdrawRuling(FIRST), JUDGE)
    assert event.is_proven()


def test_a_ruling_that_was_done_as_it_was_withdrawn_is_done(event: StagedEvent) -> None:
    """A table that was alone may have carried it out already; anything else it says is nothing."""
    propose(event)
    event.do(floor_commands.ConfirmRuling(FIRST, EFFECT), JUDGE)
    assert "already" in event.refusal(floor_commands.ConfirmRuling(FIRST, EFFECT), JUDGE)
    event.do(floor_commands.WithdrawRuling(FIRST), JUDGE)
    assert "no longer" in event.refusal(answer(RulingOutcome.REFUSED), mat_of(event))
    event.do(answer(RulingOutcome.DONE), mat_of(event))
    assert event.event.rulings[FIRST].outcome is RulingOutcome.DONE
    assert event.is_proven()


def test_nobody_rules_on_a_match_that_is_over(event: StagedEvent) -> None:
    """Neither anew nor by a confirmation that comes too late."""
    propose(event)
    match = event.match("Ana")
    event.do(commands.EnterResult(RoundNumber(1), match.table, results.played(2, 0)), SCOREKEEPER)
    confirm = floor_commands.ConfirmRuling(FIRST, EFFECT)
    assert event.refusal(confirm, JUDGE) == f"The match at table {match.table} is over."
    again = floor_commands.ProposeRuling(match.table, "5" * 32, 12, RULING)
    assert event.refusal(again, JUDGE) == f"The match at table {match.table} is over."


def test_another_table_and_a_player_say_nothing_of_a_ruling(event: StagedEvent) -> None:
    propose(event)
    other = Actor(Role.TABLE, "Table 9", table=TableNumber(9))
    assert event.refusal(answer(RulingOutcome.DONE), other, NotAllowedError)
    player = Actor(Role.PLAYER, "Ana", event.id("Ana"))
    for command in (
        floor_commands.ProposeRuling(table_of(event), "5" * 32, 12, RULING),
        floor_commands.ConfirmRuling(FIRST, EFFECT),
        floor_commands.WithdrawRuling(FIRST),
    ):
        assert event.refusal(command, player, NotAllowedError)
