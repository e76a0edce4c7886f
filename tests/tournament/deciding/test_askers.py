"""Who may ask for what: by their role, and players for themselves alone."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.commands import ALLOWED, AnyCommand
from duelmat_tournament.errors import NotAllowedError
from duelmat_tournament.names import NO_PLAYER, PenaltyId, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.policy import Penalty
from duelmat_tournament.roles import Actor, Role
from tournament.deciding.every_command import KINDS, rows
from tournament.deciding.moments import Moment, event_at
from tournament.staged_event import DECK, JUDGE, ORGANISER, SCOREKEEPER, StagedEvent

PEOPLE: Final = {role: Actor(role, "Kim") for role in Role}
ROUND: Final = RoundNumber(1)


FORBIDDEN: Final = [(kind, role) for kind in KINDS for role in Role if role not in ALLOWED[kind]]


@pytest.mark.parametrize(("kind", "role"), FORBIDDEN)
def test_whoever_may_not_is_told_who_may(kind: type[AnyCommand], role: Role) -> None:
    event = event_at(Moment.PLAYING)
    (row,) = (each for each in rows(event) if type(each.command) is kind)
    sentence = event.refusal(row.command, PEOPLE[role], NotAllowedError)
    allowed = [each.value.replace("_", " ") for each in Role if each in ALLOWED[kind]]
    assert sentence.startswith("Only the ")
    assert all(word in sentence for word in allowed)
    assert sentence.endswith(f"; Kim is here as {role.value.replace('_', ' ')}.")


def test_several_roles_stand_in_one_phrase() -> None:
    sentence = event_at(Moment.PLAYING).refusal(
        commands.EnterResult(ROUND, TableNumber(1), results.played(2, 0)), JUDGE
    )
    assert sentence == (
        "Only the organiser, head judge or scorekeeper can do this; Jon is here as judge."
    )


def test_every_command_has_roles() -> None:
    assert set(ALLOWED) == set(KINDS)


@pytest.mark.parametrize("player", [NO_PLAYER, PlayerId(6), PlayerId(-1)])
def test_a_player_who_is_not_in_the_event_can_ask_for_nothing(player: PlayerId) -> None:
    event = event_at(Moment.PLAYING)
    guest = Actor(Role.PLAYER, "Guest", player)
    sentence = event.refusal(floor_commands.CallJudge(TableNumber(1)), guest, NotAllowedError)
    assert sentence == "Guest is no player of this event."


def test_nobody_asks_under_the_name_of_another_player() -> None:
    event = event_at(Moment.PLAYING)
    other = Actor(Role.PLAYER, "Ben", event.id("Ana"))
    sentence = event.refusal(commands.DropPlayer(other.player), other, NotAllowedError)
    assert sentence == "Player 1 is Ana, not Ben."


def test_before_there_is_an_event_only_its_organiser_can_create_it() -> None:
    event = StagedEvent()
    event.made, event.log = None, []
    assert event.refusal(commands.PairRound()) == "There is no event yet: create one first."
    assert event.refusal(commands.DropPlayer(PlayerId(1)), Actor(Role.PLAYER, "Ana", PlayerId(1)))


@pytest.mark.parametrize(
    "command",
    [commands.DropPlayer(PlayerId(2)), commands.RegisterDeck(PlayerId(2), DECK, "f" * 32)],
)
def test_a_player_asks_for_themselves_alone(command: AnyCommand) -> None:
    event = event_at(Moment.STARTED)
    sentence = event.refusal(command, event.actor("Ana"), NotAllowedError)
    assert sentence == "A player can ask this for themselves alone."
    event.do(command, event.actor("Ben"))


def test_a_player_has_no_say_at_another_table() -> None:
    event = event_at(Moment.PLAYING)
    own, other = event.round.matches.values()
    player = event.actor(event.event.name_of(own.first))
    said = (
        f"The match at table {other.table} of round 1 is not yours. Yours is at table {own.table}."
    )
    won = results.played(2, 0)
    for command in (
        commands.ReportResult(ROUND, other.table, won),
        commands.ConfirmResult(ROUND, other.table, won),
        commands.DisputeResult(ROUND, other.table),
        floor_commands.CallJudge(other.table),
    ):
        assert event.refusal(command, player) == said


def test_a_player_with_a_bye_has_no_say_at_any_table() -> None:
    event = event_at(Moment.PLAYING)
    resting = next(name for name in ("Ana", "Ben", "Cleo", "Dan", "Eva") if event.has_bye(name))
    assert event.refusal(floor_commands.CallJudge(TableNumber(1)), event.actor(resting)) == (
        "The match at table 1 of round 1 is not yours. You have no match in it."
    )


def test_nobody_finds_out_about_a_pairing_before_it_is_published() -> None:
    event = event_at(Moment.PAIRED)
    won = results.played(2, 0)
    said = {
        event.refusal(commands.ReportResult(ROUND, TableNumber(table), won), event.actor(name))
        for name in ("Ana", "Ben", "Cleo", "Dan", "Eva")
        for table in (1, 2)
    }
    assert said == {"Round 1 is not published yet."}


def test_a_floor_judge_disqualifies_nobody() -> None:
    event = event_at(Moment.PLAYING)
    sentence = event.refusal(
        floor_commands.GivePenalty(PlayerId(1), "cheating", "Hid a card."), JUDGE, NotAllowedError
    )
    assert sentence == (
        'The penalty for "Breaks a rule on purpose, or lies to a judge" is disqualification: the '
        "head judge alone gives it."
    )


def test_a_scorekeeper_gives_no_penalty_and_a_judge_decides_no_upgrade() -> None:
    event = event_at(Moment.PLAYING)
    given = floor_commands.GivePenalty(PlayerId(1), "slow-play", "Thinks.")
    assert event.refusal(given, SCOREKEEPER, NotAllowedError) == (
        "Only the head judge or judge can do this; Sam is here as scorekeeper."
    )
    decided = floor_commands.DecideUpgrade(PenaltyId(1), Penalty.WARNING, "As seen.")
    assert event.refusal(decided, JUDGE, NotAllowedError) == (
        "Only the head judge can do this; Jon is here as judge."
    )


@pytest.mark.parametrize("name", ["", "Olga\n", "Ol\x00ga", "\u202eaglO", "x" * 201])
def test_nobody_acts_under_a_name_that_cannot_be_written(name: str) -> None:
    event = StagedEvent()
    by = Actor(Role.ORGANISER, name)
    assert event.refusal(commands.RegisterPlayer("Ana"), by, NotAllowedError) == (
        "Nobody can act under this name. Name: expected 1 to 200 characters on one line, without "
        "blanks around them or signs that nobody sees."
    )
    event.do(commands.RegisterPlayer("Ana"), ORGANISER)
