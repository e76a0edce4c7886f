"""Stories of judges and results: lost time, disputes, corrections, penalties, draws."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.entries import CallKind, Settling
from duelmat_tournament.event import Call
from duelmat_tournament.names import CallId, RoundNumber
from duelmat_tournament.policy import Penalty
from duelmat_tournament.results import Ending
from tournament.staged_event import (
    HEAD_JUDGE,
    JUDGE,
    OCG,
    TRUMP_KING,
    StagedEvent,
    changed,
)

ONE = RoundNumber(1)
EIGHT = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal")


def playing(*names: str, rounds: int = 3) -> StagedEvent:
    event = StagedEvent(*(names or EIGHT))
    event.start(rounds=rounds)
    event.play()
    return event


def appeal(event: StagedEvent, call: Call, *, takes_s: int) -> Call:
    event.do(floor_commands.Appeal(call.id, call.player), JUDGE)
    event.wait(takes_s)
    event.do(floor_commands.DecideAppeal(call.id, "The ruling stands.", True), HEAD_JUDGE)
    return event.event.calls[call.id]


# Time


def test_a_7_minute_appeal_that_began_with_3_minutes_left_gives_3_minutes() -> None:
    event = playing()
    event.wait(27 * 60)
    call = event.rule(event.call("Ana"))
    decided = appeal(event, call, takes_s=7 * 60)
    assert decided.proposed_s == 180
    assert decided.proposed_because == "The appeal took 7:00, 3:00 of it within the round."
    event.do(floor_commands.GrantExtension(call.id, 180), JUDGE)
    assert event.match("Ana").extension_s == 180
    assert event.is_proven()


def test_a_call_and_its_appeal_are_given_back_together() -> None:
    event = playing()
    call = event.call("Ana")
    event.wait(50)  # too short to count, until the appeal makes it longer
    call = event.rule(call)
    assert call.proposed_s == 0
    event.wait(600)  # they play on, and then appeal
    decided = appeal(event, call, takes_s=100)
    assert decided.proposed_s == 150
    assert decided.proposed_because == "The call took 0:50 and the appeal 1:40."


def test_a_second_call_is_given_back_to_the_table_that_has_had_one() -> None:
    event = playing()
    for passed_s in (120, 90):
        call = event.call("Ana")
        event.wait(passed_s)
        ruled = event.rule(call)
        event.do(floor_commands.GrantExtension(ruled.id, ruled.proposed_s), JUDGE)
    assert event.match("Ana").extension_s == 210
    assert event.is_proven()


def test_a_call_in_an_extension_is_within_the_tables_round() -> None:
    event = playing()
    call = event.call("Ana")
    event.wait(300)
    event.do(floor_commands.GrantExtension(event.rule(call).id, 300), JUDGE)
    event.wait(1500)
    event.do(commands.CallTime())
    event.wait(180)
    again = event.call("Ana")
    event.wait(300)
    assert event.rule(again).proposed_s == 120, "until the extension ended"


def test_a_call_in_a_pause_costs_nothing() -> None:
    event = playing()
    event.wait(60)
    event.do(commands.PauseClock(), HEAD_JUDGE)
    call = event.call("Ana")
    event.wait(600)
    ruled = event.rule(call)
    assert (ruled.proposed_s, ruled.lost_ms) == (0, 0)
    assert ruled.proposed_because == "The call cost no time of the round."
    event.do(commands.ResumeClock(), HEAD_JUDGE)
    clock = event.round.clock
    assert clock is not None
    assert clock.ends_ms - event.now_ms == 29 * 60 * 1000
    assert event.is_proven()


def test_of_a_call_around_a_pause_the_running_time_counts() -> None:
    event = playing()
    call = event.call("Ana")
    event.wait(70)
    event.do(commands.PauseClock(), HEAD_JUDGE)
    event.wait(500)
    event.do(commands.ResumeClock(), HEAD_JUDGE)
    event.wait(20)
    assert event.rule(call).proposed_s == 90


def test_a_deck_check_has_time_for_shuffling_again() -> None:
    event = StagedEvent("Ana", "Ben", policy=OCG)
    event.start(rounds=1)
    event.play()
    event.do(floor_commands.CheckDecks(event.match("Ana").table), JUDGE)
    event.wait(240)
    ruled = event.rule(event.event.calls[CallId(1)])
    assert ruled.proposed_s == 240 + OCG.extensions.deck_check_s
    assert event.is_proven()


def test_a_clock_of_the_machine_that_goes_back_stands_still() -> None:
    event = playing()
    call = event.call("Ana")
    event.wait(-3600)
    ruled = event.rule(call)
    assert (ruled.lost_ms, event.event.at_ms) == (0, call.began_ms)
    assert event.is_proven()


# Results


def test_a_disputed_result_is_settled_by_whoever_was_called() -> None:
    event = playing()
    match = event.match("Ana")
    opponent = event.opponent("Ana")
    reported = commands.ReportResult(ONE, match.table, results.played(2, 0))
    event.do(reported, event.actor("Ana"))
    event.do(commands.DisputeResult(ONE, match.table), event.actor(opponent))
    (call,) = event.event.open_calls()
    assert (call.kind, call.player) == (CallKind.DISPUTE, event.id(opponent))
    assert call.about.startswith("Reported: ")
    event.enter(event.match("Ana"), results.played(1, 2), HEAD_JUDGE)
    event.rule(call)
    event.close()
    assert event.match("Ana", 1).settled is Settling.ENTERED
    assert event.is_proven()


def test_whoever_disagreed_may_still_confirm() -> None:
    event = playing()
    match = event.match("Ana")
    opponent = event.opponent("Ana")
    for result in (results.played(2, 0), results.played(2, 1)):
        event.do(commands.ReportResult(ONE, match.table, result), event.actor("Ana"))
        if result == results.played(2, 0):
            event.do(commands.DisputeResult(ONE, match.table), event.actor(opponent))
    confirmed = commands.ConfirmResult(ONE, match.table, results.played(2, 1))
    event.do(confirmed, event.actor(opponent))
    settled = event.match("Ana")
    assert (settled.settled, settled.is_disputed) == (Settling.CONFIRMED, False)
    assert event.is_proven()


def test_a_double_loss_gives_nobody_points_and_is_a_meeting() -> None:
    event = playing()
    event.enter(event.match("Ana"), results.double_loss(1, 1), HEAD_JUDGE)
    event.close()
    rows = {each.player: each for each in event.round.standings}
    for player in event.match("Ana").players:
        assert (rows[player].points, rows[player].lost) == (0, 1)
        assert rows[player].tie_breaks[0].how[0].value is not None
    event.play()
    assert event.opponent("Ana", 2) != event.opponent("Ana", 1)
    assert event.is_proven()


def test_an_agreed_draw_is_reported_and_confirmed_like_any_result() -> None:
    event = playing()
    match = event.match("Ana")
    draw = results.agreed_draw()
    event.do(commands.ReportResult(ONE, match.table, draw), event.actor("Ana"))
    confirmed = commands.ConfirmResult(ONE, match.table, draw)
    event.do(confirmed, event.actor(event.opponent("Ana")))
    event.close()
    points = {each.player: each.points for each in event.round.standings}
    assert [points[player] for player in match.players] == [1, 1]
    event.play()
    assert event.opponent("Ana", 2) != event.opponent("Ana", 1), "who agreed has met"
    assert event.is_proven()


@pytest.mark.parametrize(
    ("best_of", "scores", "too_much"),
    [
        (1, [(1, 0), (0, 1), (0, 0)], (2, 0)),
        (3, [(2, 0), (2, 1), (1, 0), (1, 1)], (3, 0)),
        (5, [(3, 0), (3, 2), (2, 1), (2, 2)], (4, 1)),
    ],
)
def test_matches_are_best_of_1_3_or_5(
    best_of: int, scores: list[tuple[int, int]], too_much: tuple[int, int]
) -> None:
    event = StagedEvent(*EIGHT, policy=changed(TRUMP_KING, best_of=best_of))
    event.start(rounds=1)
    event.play()
    for match, (won, lost) in zip(event.round.open_matches, scores, strict=False):
        wrong = commands.EnterResult(ONE, match.table, results.played(*too_much))
        assert f"In a best of {best_of} a player wins" in event.refusal(wrong)
        event.enter(match, results.played(won, lost, int(won == lost)))
    event.close()
    assert event.is_proven()


def test_a_result_of_round_2_is_corrected_in_round_4() -> None:
    event = StagedEvent(*EIGHT, policy=changed(TRUMP_KING, entering__late_until_round=4))
    event.start(rounds=5)
    for _ in range(3):
        event.play()
        event.close()
    event.play()
    pairings = [
        [(match.first, match.second) for match in held.matches.values()]
        for held in event.event.rounds
    ]
    before = [held.standings for held in event.event.rounds]
    match = next(iter(event.event.rounds[1].matches.values()))
    first, second = map(event.event.name_of, match.players)

    shown = event.correct(2, match.table, results.played(0, 2))

    lines = shown.text.split("\n")
    assert lines[0] == (
        f"Round 2, table {match.table}: {first} beats {second} 2-0 becomes {second} beats {first} "
        "2-0."
    )
    assert lines[1].startswith("Standings after round 2: ")
    assert lines[2].startswith("Standings after round 3: ")
    assert [line for line in lines if line.startswith(("Round 3 would", "Round 4 would"))]
    assert all(line.endswith("It stays as it was paired.") for line in lines[3:])

    after = [held.standings for held in event.event.rounds]
    assert (after[0], after[3]) == (before[0], before[3]), "what came before, and what is open"
    assert after[1] != before[1]
    assert after[2] != before[2]
    assert pairings == [
        [(each.first, each.second) for each in held.matches.values()]
        for held in event.event.rounds
    ]
    corrected = event.event.rounds[1].matches[match.table]
    assert (corrected.corrected, corrected.settled_by) == (True, "Sam")
    event.close()
    assert event.is_proven()


def test_a_correction_that_is_taken_back_says_nothing_of_pairs_that_have_met() -> None:
    """After both, all has been paired as it would have been."""
    event = playing(rounds=4)
    event.close()
    event.play()
    event.close()
    event.play()
    table = next(iter(event.event.rounds[0].matches))
    right = event.event.rounds[0].matches[table].result
    assert right is not None
    assert event.correct(1, table, results.played(0, 2)).pairings
    assert not event.correct(1, table, right).pairings
    assert event.is_proven()


# Penalties


def test_a_penalty_is_upgraded_if_the_head_judge_agrees() -> None:
    event = playing()
    for name, holds in (("Ana", Penalty.DUEL_LOSS), ("Ben", Penalty.WARNING)):
        for _ in range(2):
            given = floor_commands.GivePenalty(event.id(name), "marked-sleeves", "Bent corners.")
            event.do(given, JUDGE)
        proposed = event.event.penalties[-1]
        assert (proposed.record.penalty, proposed.upgrade) == (
            Penalty.WARNING,
            Penalty.DUEL_LOSS,
        )
        decided = floor_commands.DecideUpgrade(proposed.record.id, holds, "As seen.")
        event.do(decided, HEAD_JUDGE)
    held = [each.record.penalty for each in event.event.penalties]
    assert held == [Penalty.WARNING, Penalty.DUEL_LOSS, Penalty.WARNING, Penalty.WARNING]
    assert event.log[-1].why == "As seen."
    assert event.is_proven()


def test_at_the_strict_level_the_same_infraction_costs_more() -> None:
    for strict, penalty in ((False, Penalty.DUEL_LOSS), (True, Penalty.MATCH_LOSS)):
        event = StagedEvent(*EIGHT, strict=strict)
        event.start(rounds=1)
        event.play()
        given = floor_commands.GivePenalty(event.id("Ana"), "outside-help", "Asked a friend.")
        event.do(given, JUDGE)
        assert event.event.penalties[0].record.penalty is penalty
        assert (event.match("Ana").result is not None) == strict
        assert event.is_proven()


def test_points_of_the_policy_are_counted_for_the_pairing_as_well() -> None:
    """With a point for a loss, two rounds that were missed give two points before round 3."""
    policy = changed(TRUMP_KING, points=replace(TRUMP_KING.points, win=3, draw=2, loss=1, bye=3))
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan", policy=policy)
    event.start(rounds=3)
    event.play()
    event.close()
    event.register("Eva")
    event.pair()
    reasons = [match.reason for match in event.round.matches.values()]
    reasons += [bye.reason for bye in event.round.byes]
    assert not any("0 points" in reason for reason in reasons), reasons
    assert event.is_proven()


def test_a_forfeit_in_the_middle_of_a_match_keeps_its_duels() -> None:
    event = playing()
    result = results.forfeit(loser_is_first=True, first_won=1, second_won=1)
    event.enter(event.match("Ana"), result, HEAD_JUDGE)
    event.close()
    held = event.match("Ana").result
    assert held is not None
    assert (held.ending, held.duels) == (Ending.FORFEIT, 2)
    assert event.is_proven()
