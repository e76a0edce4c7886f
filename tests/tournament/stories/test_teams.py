"""Stories of teams of three, who are paired and ranked as one."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_tournament import commands, results
from duelmat_tournament.check import check_event
from duelmat_tournament.exchange import format_event
from duelmat_tournament.generate import generate
from duelmat_tournament.policy import Bracket, FirstStage, Policy, with_stages
from duelmat_tournament.policy_sense import policy_misfits
from duelmat_tournament.results import Result, Side
from tournament.staged_event import TRUMP_KING, StagedEvent, changed, played_by_teams

TEAMS: Final = changed(TRUMP_KING, team_size=3)
FIRST, SECOND, NONE = Side.FIRST, Side.SECOND, Side.NONE


def members_of(team: str) -> tuple[str, ...]:
    return tuple(f"{team} {seat}" for seat in "ABC")


def teams(*names: str) -> StagedEvent:
    event = StagedEvent(policy=TEAMS)
    for name in names:
        event.do(commands.RegisterPlayer(name, members=members_of(name)))
    return event


def test_a_team_wins_by_the_majority_of_its_seats() -> None:
    """Its match counts as one, its seats as the duels of it; and the file proves it."""
    event = teams("Reds", "Blues", "Golds", "Greens")
    event.start()
    event.play()
    match = event.match("Reds")
    mine, theirs = (FIRST, SECOND) if match.first == event.id("Reds") else (SECOND, FIRST)
    told = played_by_teams(mine, theirs, mine)
    assert (told.winner, told.drawn) == (mine, 0)
    event.do(commands.ReportResult(event.round.number, match.table, told), event.actor("Reds"))
    other = event.actor(event.opponent("Reds"))
    event.do(commands.ConfirmResult(event.round.number, match.table, told), other)
    assert event.match("Reds").result == told
    for each in event.round.open_matches:
        event.enter(each, played_by_teams(FIRST, FIRST, FIRST))
    event.close()
    first, second, *_ = event.round.standings
    assert {first.player, second.player} >= {event.id("Reds")}
    assert (first.points, second.points) == (3, 3)
    assert event.is_proven()


def test_a_team_that_drops_during_a_match_loses_it_whole() -> None:
    event = teams("Reds", "Blues", "Golds", "Greens")
    event.start()
    event.play()
    other = event.opponent("Reds")
    event.drop("Reds")
    held = event.match("Reds")
    assert held.result is not None
    assert (
        event.event.name_of(held.second if held.result.winner is SECOND else held.first) == other
    )
    for each in event.round.open_matches:
        event.enter(each, results.played(2, 1))
    event.close()
    event.pair()
    assert event.id("Reds") not in {
        each for m in event.round.matches.values() for each in m.players
    }
    assert event.is_proven()


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (results.played(3, 0), ""),
        (results.played(1, 1, 1), ""),
        (played_by_teams(FIRST, NONE, NONE), ""),
        (played_by_teams(NONE, NONE, NONE), ""),
        (results.played(2, 2), "A match of teams has 3 seats: 2-2 was entered."),
        (played_by_teams(FIRST, SECOND), "Expected who won at each of 3 seats"),
        (
            Result(first_won=2, second_won=1, winner=FIRST, seats=(FIRST, SECOND, SECOND)),
            "Expected who won at each of 3 seats, as 2-1 says; got something else.",
        ),
        (
            Result(first_won=1, second_won=2, winner=FIRST),
            "At 1-2 the second player wins, not the first player.",
        ),
    ],
)
def test_a_result_is_one_of_three_seats(result: Result, said: str) -> None:
    event = teams("Reds", "Blues")
    event.start()
    event.play()
    command = commands.EnterResult(event.round.number, event.match("Reds").table, result)
    if said:
        assert event.refusal(command).startswith(said)
    else:
        event.do(command)


def test_seats_are_of_teams_alone_and_no_mat_counts_them() -> None:
    alone = StagedEvent("Ana", "Ben")
    alone.start()
    alone.play()
    table = alone.match("Ana").table
    told = played_by_teams(FIRST, SECOND, FIRST)
    assert alone.refusal(commands.EnterResult(alone.round.number, table, told)) == (
        "Only a match of teams has seats."
    )


def test_a_team_is_whole_and_nobody_sits_twice() -> None:
    event = teams("Reds")
    for members, said in (
        (("Ida", "Jo"), "Expected the names of 3 players, at seats A to C; got 2."),
        (("Ida", "Jo", "ida"), "ida cannot sit at two seats."),
        (("Ida", "Jo", "reds a"), "reds a plays in the team Reds already."),
        (("Ida", "Jo", " "), "Players: expected at most 3 names, each on one line."),
    ):
        assert event.refusal(commands.RegisterPlayer("Blues", members=members)) == said
    event.do(commands.RegisterPlayer("Blues"))
    assert event.refusal(commands.StartEvent()) == (
        "The players of these teams are not known: Blues. Note who plays at their seats."
    )
    event.do(commands.SetMembers(event.id("Blues"), members_of("Blues")))
    event.do(commands.SetMembers(event.id("Reds"), ("Reds A", "Reds C", "Zoe")))
    assert event.refusal(commands.SetMembers(event.id("Blues"), members_of("Blues"))) == (
        "Blues has these very players: nothing would change."
    )
    event.start()
    assert event.is_proven()
    assert StagedEvent("Ana").refusal(
        commands.RegisterPlayer("Reds", members=members_of("Reds"))
    ) == ("By the policy everybody plays alone: there are no teams.")


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"team_size": 2}, "team_size"),
        ({"team_size": 3, "best_of": 1}, "best_of"),
        ({"team_size": 3, "cut_best_of": 5}, "cut_best_of"),
        ({"team_size": 3, "deck_lists": True}, "deck_lists"),
    ],
)
def test_a_policy_of_teams_fits_together(changes: dict[str, object], path: str) -> None:
    assert not list(policy_misfits(TEAMS))
    assert path in {misfit.path[0] for misfit in policy_misfits(changed(TRUMP_KING, **changes))}


FORMATS: Final = (
    TEAMS,
    with_stages(TEAMS, FirstStage.PODS, Bracket.DOUBLE),
    with_stages(TEAMS, FirstStage.BRACKET, Bracket.SINGLE_THIRD),
)


@settings(max_examples=12, deadline=None)
@given(
    policy=st.sampled_from(FORMATS),
    size=st.integers(2, 20),
    seed=st.text(min_size=1, max_size=4, alphabet="abc"),
)
def test_any_event_of_teams_ends_and_is_proven(policy: Policy, size: int, seed: str) -> None:
    """Whatever its format is, and whatever drops, comes late and is disputed in it."""
    made = generate(policy, size, seed)
    assert not list(policy_misfits(policy))
    assert all(len(each.members) == 3 for each in made.event.registered)
    assert not check_event(format_event(made.log, made.decks)).faults
