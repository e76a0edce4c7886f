"""Stories of the players of teams: the log and the judge name who acted, at which seat."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from duelmat_hub.pages.views_calls import calls_view
from duelmat_hub.pages.views_floor import match_words
from duelmat_hub.pages.views_penalties import choices_view, penalties_view
from duelmat_tournament import commands, floor_commands
from duelmat_tournament.check import check_event
from duelmat_tournament.entries import CallMade, PenaltyGiven, ResultReported
from duelmat_tournament.errors import NotAllowedError
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.results import Side
from duelmat_tournament.roles import Actor, Role
from duelmat_tournament.seats import Seat
from tournament.staged_event import (
    HEAD_JUDGE,
    JUDGE,
    TRUMP_KING,
    StagedEvent,
    changed,
    played_by_teams,
)

TEAMS: Final = changed(TRUMP_KING, team_size=3)
PLAYERS: Final = {"Foxes": ("Ana", "Ben", "Cleo"), "Bears": ("Dan", "Eva", "Finn")}
ROUND: Final = RoundNumber(1)
TOLD: Final = played_by_teams(Side.FIRST, Side.SECOND, Side.FIRST)


def teams(upgrades: int = commands.UPGRADE_VERSION) -> StagedEvent:
    event = StagedEvent(policy=TEAMS, upgrades=upgrades)
    for name, members in PLAYERS.items():
        event.do(commands.RegisterPlayer(name, members=members))
    event.start()
    event.play()
    return event


def at(event: StagedEvent, team: str, seat: Seat | None) -> Actor:
    return replace(event.actor(team), seat=seat)


def words(event: StagedEvent) -> str:
    return match_words(event.event, event.round, event.match("Foxes"))


def test_a_report_and_its_confirmation_name_player_seat_and_team() -> None:
    event = teams()
    table = event.match("Foxes").table
    event.do(commands.ReportResult(ROUND, table, TOLD), at(event, "Foxes", Seat.A))
    assert words(event).startswith("Ana (seat A of Foxes) has reported: ")
    again = commands.ReportResult(ROUND, table, TOLD)
    assert event.refusal(again, event.actor("Bears")).startswith(
        "Ana (seat A of Foxes) has reported: "
    )
    event.do(commands.ConfirmResult(ROUND, table, TOLD), at(event, "Bears", Seat.C))
    assert words(event).endswith(" (by Finn (seat C of Bears)).")
    written = next(each for each in event.log if isinstance(each.what, ResultReported))
    assert (written.by.name, written.by.seat) == ("Foxes", Seat.A)
    assert b'"name":"Foxes","player":1,"seat":"A"' in event.file()
    assert event.is_proven()


def test_a_call_names_the_player_who_sat_there_when_it_was_made() -> None:
    event = teams()
    command = floor_commands.CallJudge(event.match("Foxes").table, "May I?")
    event.do(command, at(event, "Foxes", Seat.B))
    (shown,) = calls_view(event.event)
    assert shown.caller == "Ben (seat B of Foxes)"
    event.do(commands.SetMembers(event.id("Foxes"), ("Ana", "Zoe", "Cleo")))
    (shown,) = calls_view(event.event)
    assert shown.caller == "Ben (seat B of Foxes)"
    assert event.is_proven()


def test_a_dispute_is_called_by_the_player_who_disagrees() -> None:
    event = teams()
    table = event.match("Foxes").table
    event.do(commands.ReportResult(ROUND, table, TOLD), at(event, "Foxes", Seat.A))
    event.do(commands.DisputeResult(ROUND, table), at(event, "Bears", Seat.B))
    (shown,) = calls_view(event.event)
    assert shown.caller == "Eva (seat B of Bears)"
    assert event.is_proven()


def upgrades(event: StagedEvent, team: str) -> dict[str, str]:
    """Return the reasons for upgrades of the next slow play, by the player of a team."""
    choices = choices_view(event.event, event.id(team))
    (slow,) = (each for each in choices if each.id == "slow-play")
    return {each.member: each.reason for each in slow.upgrades}


def test_earlier_penalties_count_for_the_player_who_had_them() -> None:
    """At whichever seat; those of the whole team count for everybody in it."""
    event = teams()
    foxes = event.id("Foxes")
    for seat in (Seat.A, Seat.B, Seat.C):
        event.do(floor_commands.GivePenalty(foxes, "slow-play", "", seat), JUDGE)
    assert upgrades(event, "Foxes") == {}
    event.do(commands.SetMembers(foxes, ("Ben", "Ana", "Cleo")))
    event.do(floor_commands.GivePenalty(foxes, "slow-play", "", Seat.B), JUDGE)
    (reason,) = upgrades(event, "Foxes").values()
    assert upgrades(event, "Foxes") == {"Ana": reason}
    assert reason.count("caution for Ana") == 2
    assert "Ben" not in reason
    event.do(floor_commands.GivePenalty(foxes, "slow-play", "", Seat.B), JUDGE)
    assert [bool(each.upgrade) for each in event.event.penalties] == [False] * 4 + [True]
    event.do(floor_commands.GivePenalty(foxes, "slow-play", "All of them."), JUDGE)
    assert sorted(upgrades(event, "Foxes")) == ["Ana", "Ben", "Cleo"]
    assert upgrades(event, "Bears") == {}
    assert event.event.penalties[-1].upgrade is None
    assert event.is_proven()


def test_a_player_of_a_team_is_known_by_the_id_whatever_the_name() -> None:
    event = teams()
    foxes = event.id("Foxes")
    event.do(commands.SetMembers(foxes, PLAYERS["Foxes"], ("11", "", "")))
    for _ in range(2):
        event.do(floor_commands.GivePenalty(foxes, "slow-play", "", Seat.A), JUDGE)
    event.do(commands.SetMembers(foxes, ("Anna", "Ben", "Cleo"), ("11", "", "")))
    assert list(upgrades(event, "Foxes")) == ["Anna"]
    event.do(commands.SetMembers(foxes, ("Zoe", "Ben", "Cleo"), ("12", "", "")))
    assert upgrades(event, "Foxes") == {}


def test_who_decides_about_an_upgrade_reads_who_had_the_earlier_ones() -> None:
    """In an event of before, whose penalties count as the team's."""
    event = teams(upgrades=1)
    assert b'"upgrades"' not in event.file()
    foxes = event.id("Foxes")
    for seat in (Seat.A, Seat.C):
        event.do(floor_commands.GivePenalty(foxes, "slow-play", "Thinks.", seat), JUDGE)
    event.do(floor_commands.GivePenalty(foxes, "slow-play", "All of them."), JUDGE)
    event.do(commands.SetMembers(foxes, ("Zoe", "Ben", "Cleo")))
    shown = penalties_view(event.event).given
    assert [each.name for each in shown] == [
        "Foxes",
        "Cleo (seat C of Foxes)",
        "Ana (seat A of Foxes)",
    ]
    (reason,) = upgrades(event, "Foxes").values()
    assert "caution for Ana; round 1, table 1: caution for Cleo; round 1" in reason
    from_log = [each.what.seat for each in event.log if isinstance(each.what, PenaltyGiven)]
    assert from_log == [Seat.A, Seat.C, None]
    assert event.is_proven()


def test_the_team_may_act_as_one_and_a_log_without_seats_stays_as_it_was() -> None:
    event = teams()
    table = event.match("Foxes").table
    event.do(floor_commands.CallJudge(table, ""), event.actor("Foxes"))
    assert calls_view(event.event)[0].caller == "Foxes"
    written = next(each for each in event.log if isinstance(each.what, CallMade))
    assert written.by.seat is None
    assert b'"seat"' not in event.file()


@pytest.mark.parametrize("by", [HEAD_JUDGE, JUDGE])
def test_nobody_but_a_player_of_a_team_sits_at_a_seat(by: Actor) -> None:
    event = teams()
    table = event.match("Foxes").table
    called = floor_commands.CallJudge(table, "")
    seated = replace(by, seat=Seat.A)
    said = "{name} sits at no seat of a team."
    assert event.refusal(called, seated, NotAllowedError) == said.format(name=by.name)
    alone = StagedEvent("Ana", "Ben")
    alone.start()
    alone.play()
    called = floor_commands.CallJudge(alone.match("Ana").table, "")
    ana = replace(alone.actor("Ana"), seat=Seat.A)
    assert alone.refusal(called, ana, NotAllowedError) == said.format(name="Ana")
    given = floor_commands.GivePenalty(alone.id("Ana"), "slow-play", "", Seat.B)
    assert alone.refusal(given, JUDGE) == said.format(name="Ana")


def test_a_seat_that_was_changed_in_the_log_is_found_by_its_chain() -> None:
    event = teams()
    command = floor_commands.CallJudge(event.match("Foxes").table, "May I?")
    event.do(command, Actor(Role.PLAYER, "Foxes", event.id("Foxes"), seat=Seat.B))
    file = event.file()
    assert check_event(file.replace(b'"seat":"B"', b'"seat":"A"')).faults
