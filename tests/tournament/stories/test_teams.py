"""Stories of teams of three, who are paired and ranked as one."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_tournament import commands, joining, results
from duelmat_tournament.check import check_event
from duelmat_tournament.exchange import format_event
from duelmat_tournament.generate import generate
from duelmat_tournament.policy import Bracket, FirstStage, Policy, with_stages
from duelmat_tournament.policy_sense import policy_misfits
from duelmat_tournament.results import Result, Side
from duelmat_tournament.roles import Actor, Role
from duelmat_tournament.seats import Seat
from tournament.staged_event import (
    DECK,
    ORGANISER,
    TRUMP_KING,
    StagedEvent,
    changed,
    played_by_teams,
)

TEAMS: Final = changed(TRUMP_KING, team_size=3)
LISTED: Final = changed(TEAMS, deck_lists=True)
FIRST, SECOND, NONE = Side.FIRST, Side.SECOND, Side.NONE


def members_of(team: str) -> tuple[str, ...]:
    return tuple(f"{team} {seat}" for seat in "ABC")


def teams(*names: str, policy: Policy = TEAMS) -> StagedEvent:
    event = StagedEvent(policy=policy)
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
    ],
)
def test_a_policy_of_teams_fits_together(changes: dict[str, object], path: str) -> None:
    assert not list(policy_misfits(TEAMS))
    assert not list(policy_misfits(LISTED))
    assert path in {misfit.path[0] for misfit in policy_misfits(changed(TRUMP_KING, **changes))}


def hand_in(event: StagedEvent, team: str, *seats: Seat | None, salt: str = "a") -> None:
    for seat in seats:
        number = event.id(team)
        event.do(commands.RegisterDeck(number, DECK, salt * 32, seat), event.actor(team))


def test_each_player_of_a_team_hands_in_a_deck_list() -> None:
    """Nobody is paired without all three; a list is changed until the first round is paired."""
    event = teams("Reds", "Blues", policy=LISTED)
    hand_in(event, "Reds", *Seat)
    hand_in(event, "Blues", Seat.A, Seat.C)
    assert event.refusal(commands.StartEvent()) == (
        "These players have handed in no deck list: Blues (Blues B). Register their lists, or "
        "drop the players."
    )
    hand_in(event, "Blues", Seat.B)
    before = event.event.players[event.id("Reds")].decks
    hand_in(event, "Reds", Seat.B, salt="b")
    after = event.event.players[event.id("Reds")].decks
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, True]
    event.start()
    event.play()
    again = commands.RegisterDeck(event.id("Reds"), DECK, "c" * 32, Seat.C)
    for by in (event.actor("Reds"), ORGANISER):
        assert event.refusal(again, by) == (
            "The deck list of Reds C cannot be changed after the player's first round was paired."
        )
    assert event.is_proven()


def test_a_deck_list_belongs_to_a_seat_that_there_is() -> None:
    event = teams("Reds", policy=LISTED)
    event.do(commands.RegisterPlayer("Blues"))

    def refused(team: str, seat: Seat | None, by: str = "") -> str:
        command = commands.RegisterDeck(event.id(team), DECK, "a" * 32, seat)
        return event.refusal(command, event.actor(by or team))

    assert refused("Reds", None) == ("Each player of Reds has a deck list: say at which seat.")
    assert refused("Blues", Seat.A) == (
        "The players of Blues are not known: note who plays at its seats first."
    )
    assert refused("Reds", Seat.A, by="Blues") == "A player can ask this for themselves alone."
    alone = StagedEvent("Ana")
    command = commands.RegisterDeck(alone.id("Ana"), DECK, "a" * 32, Seat.B)
    assert alone.refusal(command) == "By the policy everybody plays alone: a deck has no seat."


def test_deck_lists_of_teams_close_when_the_others_do() -> None:
    event = teams("Reds", policy=LISTED)
    event.do(joining.SetDeckDeadline(event.now_ms + 1000))
    hand_in(event, "Reds", Seat.A)
    event.wait(1)
    late = commands.RegisterDeck(event.id("Reds"), DECK, "b" * 32, Seat.B)
    assert event.refusal(late, event.actor("Reds")) == (
        "Deck lists are closed: hand yours in at the desk."
    )
    event.do(late)
    assert event.is_proven()


@pytest.mark.parametrize(
    ("members", "decks"),
    [
        ("BAC", "bac"),
        ("CAB", "cab"),
        ("ABZ", "abc"),
        ("ZAB", "cab"),
        ("YBZ", "abc"),
        ("XYZ", "abc"),
    ],
)
def test_a_deck_list_goes_with_its_player_and_stays_with_the_team(
    members: str, decks: str
) -> None:
    """Who changes seats takes the own list along; a newcomer has that of who has left."""
    event = teams("Reds", policy=LISTED)
    for seat in Seat:
        hand_in(event, "Reds", seat, salt=seat.value.lower())
    before = dict(zip("abc", event.event.players[event.id("Reds")].decks, strict=True))
    sat = tuple(f"Reds {name}" for name in members)
    event.do(commands.SetMembers(event.id("Reds"), sat))
    after = event.event.players[event.id("Reds")]
    assert after.members == sat
    assert after.decks == tuple(before[each] for each in decks)
    assert event.is_proven()


@pytest.mark.parametrize("keeps_first", [True, False])
def test_a_team_that_was_registered_twice_has_the_lists_of_its_players(
    *, keeps_first: bool
) -> None:
    event = teams("Reds", policy=LISTED)
    event.do(commands.RegisterPlayer("Reds again"))
    hand_in(event, "Reds", Seat.A, Seat.C)
    one, other = event.id("Reds"), event.id("Reds again")
    kept, gone = (one, other) if keeps_first else (other, one)
    decks = event.event.players[one].decks
    event.do(commands.MergePlayers(kept, gone, "Twice."))
    assert event.event.players[kept].decks == decks
    assert event.event.players[kept].members == members_of("Reds")
    assert event.is_proven()


def test_no_sleeves_are_read_for_a_team() -> None:
    event = teams("Reds", policy=LISTED)
    hand_in(event, "Reds", *Seat)
    deck = event.event.players[event.id("Reds")].deck
    by = Actor(Role.CHECK_IN, "Check-in")
    assert event.refusal(commands.EnrolSleeves(event.id("Reds"), deck, "5" * 64), by) == (
        "Sleeves are read by mats, and no mat takes part in a team match."
    )


def test_a_file_without_deck_lists_proves_a_team_event_too() -> None:
    event = teams("Reds", "Blues", policy=LISTED)
    for team in ("Reds", "Blues"):
        hand_in(event, team, *Seat)
    event.start()
    assert not check_event(format_event(event.log)).faults
    log = format_event(event.log, event.decks)
    assert not check_event(log).faults
    assert check_event(log.replace(b'"seat":"B"', b'"seat":"A"', 1)).faults


FORMATS: Final = (
    TEAMS,
    LISTED,
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
