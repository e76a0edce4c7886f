"""Refusals on the floor: calls, appeals, extensions, deck checks."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.entries import JudgeArrived, ResultDisputed
from duelmat_tournament.errors import ChangedError
from duelmat_tournament.event import Call, CallStep
from duelmat_tournament.names import NO_TABLE, CallId, RoundNumber, TableNumber
from tournament.staged_event import (
    HEAD_JUDGE,
    JUDGE,
    OCG,
    TRUMP_KING,
    StagedEvent,
    changed,
)

ONE: Final = RoundNumber(1)


@pytest.fixture
def event() -> StagedEvent:
    found = StagedEvent("Ana", "Ben", "Cleo", "Dan")
    found.start(rounds=3)
    found.play()
    return found


@pytest.fixture
def call(event: StagedEvent) -> Call:
    """Ana's call, which is open."""
    return event.call("Ana")


def appealed(event: StagedEvent, call: Call) -> floor_commands.Appeal:
    return floor_commands.Appeal(call.id, event.id("Ana"))


# Calls


def test_a_judge_is_called_once_to_a_table(event: StagedEvent, call: Call) -> None:
    again = floor_commands.CallJudge(call.table)
    said = f"A judge has been called to table {call.table} already: a judge will come."
    opponent = event.actor(event.opponent("Ana"))
    for by in (event.actor("Ana"), opponent, JUDGE):
        assert event.refusal(again, by) == said
    event.do(floor_commands.TakeCall(call.id), JUDGE)
    assert event.refusal(again, opponent) == (
        f"A judge has been called to table {call.table} already: Jon has taken the call."
    )
    event.rule(call)
    event.do(again, opponent)


def test_a_call_is_taken_once_and_ruled_once(event: StagedEvent, call: Call) -> None:
    take = floor_commands.TakeCall(call.id)
    event.do(take, JUDGE)
    assert event.refusal(take, HEAD_JUDGE) == "Call 1 was taken by Jon."
    event.rule(call)
    assert event.refusal(take, HEAD_JUDGE) == "Call 1 was ruled by Jon."
    rule = floor_commands.RuleCall(call.id, "Otherwise.")
    assert event.refusal(rule, HEAD_JUDGE) == "Call 1 was ruled by Jon."


def test_a_judge_says_to_be_there_once(event: StagedEvent, call: Call) -> None:
    """By whoever is there: the judge who has taken the call, or another one."""
    event.do(floor_commands.TakeCall(call.id), JUDGE)
    arrive = floor_commands.ArriveAtTable(call.id)
    (entry,) = event.do(arrive, HEAD_JUDGE)
    assert entry.what == JudgeArrived(call.id)
    known = event.event.calls[call.id]
    assert (known.step, known.judge, known.is_open) == (CallStep.ATTENDED, "Hanna", True)
    said = "Call 1 has its judge at the table: Hanna."
    for again in (arrive, floor_commands.TakeCall(call.id)):
        assert event.refusal(again, JUDGE) == said
    assert event.refusal(floor_commands.CallJudge(call.table), JUDGE) == (
        f"A judge has been called to table {call.table} already: Hanna is there."
    )
    event.rule(call)
    assert event.refusal(arrive, JUDGE) == "Call 1 was ruled by Jon."
    assert event.is_proven()


def test_a_judge_who_is_there_already_needs_not_take_the_call(
    event: StagedEvent, call: Call
) -> None:
    event.do(floor_commands.ArriveAtTable(call.id), JUDGE)
    assert event.event.calls[call.id].judge == "Jon"
    assert event.is_proven()


def test_a_deck_check_begins_with_its_judge_at_the_table(event: StagedEvent) -> None:
    (match, *_) = event.round.matches.values()
    event.do(floor_commands.CheckDecks(match.table), JUDGE)
    said = "A deck check begins with its judge at the table."
    assert event.refusal(floor_commands.ArriveAtTable(CallId(1)), JUDGE) == said


def test_an_extension_counts_from_the_call_until_the_ruling_whenever_the_judge_came() -> None:
    proposed = set()
    for says_so in (False, True):
        event = StagedEvent("Ana", "Ben", policy=OCG)
        event.start(rounds=1)
        event.play()
        call = event.call("Ana")
        event.do(floor_commands.TakeCall(call.id), JUDGE)
        event.wait(60)
        if says_so:
            event.do(floor_commands.ArriveAtTable(call.id), JUDGE)
        event.wait(240)
        proposed.add(event.rule(call).proposed_s)
    assert proposed == {300}


def test_a_ruling_has_words(event: StagedEvent, call: Call) -> None:
    for words in ("", " ", "\n"):
        assert event.refusal(floor_commands.RuleCall(call.id, words), JUDGE) == (
            "Ruling: expected 1 to 2,000 characters and no control characters."
        )


@pytest.mark.parametrize("number", [0, -1, 2, 10**12])
def test_there_is_no_call_of_another_number(event: StagedEvent, call: Call, number: int) -> None:
    said = f"There is no call {number}: there is 1 so far."
    other = CallId(number)
    assert event.refusal(floor_commands.TakeCall(other), JUDGE) == said
    assert event.refusal(floor_commands.RuleCall(other, "So."), JUDGE) == said
    assert event.refusal(floor_commands.Appeal(other, event.id("Ana")), JUDGE) == said
    assert event.refusal(floor_commands.DecideAppeal(other, "So.", True), HEAD_JUDGE) == said
    assert event.refusal(floor_commands.GrantExtension(other, 60), JUDGE) == said


def test_a_dispute_while_a_judge_is_called_makes_no_second_call(
    event: StagedEvent, call: Call
) -> None:
    """Two open calls at one table would give back the same minutes twice."""
    result = results.played(2, 0)
    opponent = event.opponent("Ana")
    event.do(commands.ReportResult(ONE, call.table, result), event.actor("Ana"))
    (entry,) = event.do(
        commands.DisputeResult(ONE, call.table, "I have won."), event.actor(opponent)
    )
    assert isinstance(entry.what, ResultDisputed)
    assert [each.id for each in event.event.open_calls()] == [call.id]
    assert event.is_proven()


# Appeals


def test_only_a_ruling_is_appealed_and_only_once(event: StagedEvent, call: Call) -> None:
    appeal = appealed(event, call)
    assert event.refusal(appeal, JUDGE) == (
        "Only a ruling can be appealed; call 1 waits for a judge."
    )
    event.do(floor_commands.TakeCall(call.id), JUDGE)
    assert event.refusal(appeal, JUDGE) == (
        "Only a ruling can be appealed; call 1 was taken by Jon."
    )
    event.rule(call)
    event.do(appeal, JUDGE)
    assert event.refusal(appeal, JUDGE) == (
        "Only a ruling can be appealed; call 1 is before the head judge."
    )
    decide = floor_commands.DecideAppeal(call.id, "Overturned.", False)
    event.do(decide, HEAD_JUDGE)
    said = "call 1 was decided by the head judge"
    assert event.refusal(appeal, JUDGE) == f"Only a ruling can be appealed; {said}."
    assert event.refusal(decide, HEAD_JUDGE) == (
        "Call 1 was decided by the head judge: there is no appeal to decide."
    )


def test_there_is_nothing_to_decide_without_an_appeal(event: StagedEvent, call: Call) -> None:
    decide = floor_commands.DecideAppeal(call.id, "Upheld.", True)
    assert event.refusal(decide, HEAD_JUDGE) == (
        "Call 1 waits for a judge: there is no appeal to decide."
    )
    event.rule(call)
    assert event.refusal(decide, HEAD_JUDGE) == (
        "Call 1 was ruled by Jon: there is no appeal to decide."
    )


def test_only_the_players_of_the_table_appeal(event: StagedEvent, call: Call) -> None:
    event.rule(call)
    stranger = next(each for each in event.event.players if each not in event.match("Ana").players)
    match = event.match("Ana")
    first, second = map(event.event.name_of, match.players)
    assert event.refusal(floor_commands.Appeal(call.id, stranger), JUDGE) == (
        f"{first} and {second} play at table {call.table}; player {stranger} does not."
    )


def test_a_ruling_of_a_round_that_is_over_stands(event: StagedEvent, call: Call) -> None:
    """Else the appeal would keep the present round open, and nobody could give the time back."""
    event.rule(call)
    event.close()
    said = "Round 1 is over: its rulings stand."
    assert event.refusal(appealed(event, call), JUDGE) == said
    event.play()
    assert event.refusal(appealed(event, call), JUDGE) == said


def test_a_deck_check_is_not_appealed(event: StagedEvent) -> None:
    table = event.match("Ana").table
    event.do(floor_commands.CheckDecks(table), JUDGE)
    call = event.event.calls[CallId(1)]
    event.rule(call)
    assert event.refusal(appealed(event, call), JUDGE) == (
        "A deck check has no ruling that could be appealed."
    )


# Extensions


def lost(event: StagedEvent, call: Call, seconds: int) -> Call:
    event.wait(seconds)
    return event.rule(call)


def test_an_extension_is_what_the_arithmetic_gives(event: StagedEvent, call: Call) -> None:
    ruled = lost(event, call, 150)
    assert ruled.proposed_s == 150
    for seconds in (149, 151, 1):
        grant = floor_commands.GrantExtension(call.id, seconds)
        assert event.refusal(grant, JUDGE, ChangedError) == (
            f"By the policy's arithmetic the extension is 150 s, not {seconds} s: The call took "
            "2:30."
        )
    for seconds in (0, -1, 86_401):
        grant = floor_commands.GrantExtension(call.id, seconds)
        assert event.refusal(grant, JUDGE) == "Seconds: expected a number from 1 to 86,400."


def test_a_table_is_extended_by_hand_as_far_as_the_policy_allows(
    event: StagedEvent, call: Call
) -> None:
    """With the reason in the log, beside what its calls give, and proven as all else."""
    lost(event, call, 150)
    event.do(floor_commands.GrantExtension(call.id, 150), JUDGE)
    (entry,) = event.do(floor_commands.ExtendTable(call.table, 400, "The table was wet."), JUDGE)
    assert entry.why == "The table was wet."
    assert event.match("Ana").extension_s == 550
    assert event.refusal(floor_commands.ExtendTable(call.table, 201, "Again."), JUDGE) == (
        "By the policy judges add at most 600 s to a table by hand; 400 s are added, and 201 s "
        "more were asked for."
    )
    event.do(floor_commands.ExtendTable(call.table, 200, "Again."), JUDGE)
    assert event.is_proven()


def test_an_extension_is_granted_once(event: StagedEvent, call: Call) -> None:
    lost(event, call, 150)
    grant = floor_commands.GrantExtension(call.id, 150)
    event.do(grant, JUDGE)
    assert event.match("Ana").extension_s == 150
    assert event.refusal(grant, JUDGE) == (
        f"Table {call.table} has its extension of 150 s already."
    )
    assert event.refusal(appealed(event, call), JUDGE) == (
        "The table has its extension and has played on: it is too late."
    )


def test_a_short_call_gives_no_extension(event: StagedEvent, call: Call) -> None:
    lost(event, call, 60)
    assert event.refusal(floor_commands.GrantExtension(call.id, 60), JUDGE) == (
        "Call 1 gives no extension: The call took 1:00; up to 1:00 gives no extension."
    )


def test_an_extension_comes_after_the_ruling(event: StagedEvent, call: Call) -> None:
    event.wait(150)
    grant = floor_commands.GrantExtension(call.id, 150)
    assert event.refusal(grant, JUDGE) == "Call 1 is not over: rule first."
    event.rule(call)
    event.do(appealed(event, call), JUDGE)
    assert event.refusal(grant, JUDGE) == "Call 1 is not over: rule first."


def test_a_match_that_is_over_needs_no_extension(event: StagedEvent, call: Call) -> None:
    lost(event, call, 150)
    event.wins("Ana")
    grant = floor_commands.GrantExtension(call.id, 150)
    assert event.refusal(grant, JUDGE) == f"The match at table {call.table} is over."
    event.close()
    assert event.refusal(grant, JUDGE) == "Round 1 is over: its tables need no more time."


def test_a_call_in_the_end_of_match_procedure_gives_no_extension(event: StagedEvent) -> None:
    event.wait(1800)
    event.do(commands.CallTime())
    call = event.call("Ana")
    ruled = lost(event, call, 300)
    assert ruled.proposed_s == 0
    assert event.refusal(floor_commands.GrantExtension(call.id, 300), JUDGE) == (
        "Call 1 gives no extension: The call fell into the end-of-match procedure."
    )


# Deck checks


def test_decks_are_not_checked_when_the_match_is_over_or_a_judge_is_there(
    event: StagedEvent, call: Call
) -> None:
    check = floor_commands.CheckDecks(call.table)
    assert event.refusal(check, JUDGE) == (
        f"A judge has been called to table {call.table} already: a judge will come."
    )
    event.rule(call)
    event.wins("Ana")
    assert event.refusal(check, JUDGE) == f"The match at table {call.table} is over."


def test_the_tables_of_a_round_are_chosen_once() -> None:
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan", policy=OCG)
    event.start(rounds=2)
    event.pair()
    event.do(floor_commands.ChooseDecks(), JUDGE)
    assert event.refusal(floor_commands.ChooseDecks(), JUDGE) == (
        "The tables of round 1 have been chosen already."
    )


def test_no_tables_are_chosen_where_the_policy_has_no_checks_or_nobody_plays() -> None:
    for percent, sentence in (
        (0, "By the policy no decks are checked by chance."),
        (10, "Nobody plays in round 1: there are no tables to choose."),
    ):
        policy = changed(TRUMP_KING, deck_checks__tables_percent=percent)
        event = StagedEvent("Ana", "Ben", policy=policy)
        event.start(rounds=1)
        for name in ("Ana", "Ben"):
            event.do(commands.AwardBye(event.id(name), ONE))
        event.pair()
        assert event.refusal(floor_commands.ChooseDecks(), JUDGE) == sentence


def test_a_table_is_featured_until_it_no_longer_is() -> None:
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan", policy=OCG)
    event.start(rounds=2)
    event.pair()
    on = floor_commands.FeatureTable(TableNumber(2), is_featured=True)
    off = floor_commands.FeatureTable(TableNumber(2), is_featured=False)
    assert event.refusal(off, HEAD_JUDGE) == "Table 2 is not featured."
    event.do(on, HEAD_JUDGE)
    assert [match.is_featured for match in event.round.matches.values()] == [False, True]
    assert event.refusal(on, HEAD_JUDGE) == "Table 2 is featured already."
    event.do(off, HEAD_JUDGE)
    assert not any(match.is_featured for match in event.round.matches.values())
    assert event.is_proven()


def test_spectators_are_shown_tables_late() -> None:
    """A delay of all tables takes the place of those of single ones."""
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan", policy=OCG)
    one, two = TableNumber(1), TableNumber(2)
    assert (event.event.delay_s(one), event.event.delay_s(two)) == (0, 0)
    event.do(floor_commands.SetDelay(NO_TABLE, 60))
    event.do(floor_commands.SetDelay(two, 300), HEAD_JUDGE)
    assert (event.event.delay_s(one), event.event.delay_s(two)) == (60, 300)
    assert event.refusal(floor_commands.SetDelay(two, 300)) == (
        "Spectators are shown it 300 s late already."
    )
    event.do(floor_commands.SetDelay(NO_TABLE, 0))
    assert (event.event.delay_s(one), event.event.delay_s(two)) == (0, 0)
    assert event.is_proven()


def test_an_announcement_is_shown_until_it_no_longer_is() -> None:
    event = StagedEvent("Ana", "Ben", policy=OCG)
    for text in ("Lunch at one.", "Lunch at two."):
        event.do(floor_commands.Announce(text))
    event.do(floor_commands.EndAnnouncement(1), HEAD_JUDGE)
    assert [each.is_over for each in event.event.announcements] == [True, False]
    assert event.refusal(floor_commands.EndAnnouncement(1)) == "Announcement 1 is no longer shown."
    assert event.refusal(floor_commands.EndAnnouncement(3)) == (
        "There is no announcement 3: there are 1 to 2."
    )
    assert event.is_proven()


def test_a_call_goes_from_step_to_step(event: StagedEvent, call: Call) -> None:
    steps = [call.step]
    for command, by in (
        (floor_commands.TakeCall(call.id), JUDGE),
        (floor_commands.ArriveAtTable(call.id), JUDGE),
        (floor_commands.RuleCall(call.id, "No."), JUDGE),
        (appealed(event, call), JUDGE),
        (floor_commands.DecideAppeal(call.id, "Yes.", False), HEAD_JUDGE),
    ):
        event.do(command, by)
        steps.append(event.event.calls[call.id].step)
    assert steps == list(CallStep)
    assert event.is_proven()
