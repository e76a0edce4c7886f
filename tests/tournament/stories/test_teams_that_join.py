"""Stories of teams that register themselves by the code, with their players and their ids."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_tournament import commands, joining
from duelmat_tournament.registration_entries import PlayerRegistered, WaitsFor
from duelmat_tournament.roles import Actor, Role
from tournament.staged_event import TRUMP_KING, StagedEvent, changed

CODE: Final = "0123456789ab"
TEAMS: Final = changed(TRUMP_KING, team_size=3)
FOXES: Final = ("Ana", "Ben", "Cleo")
IDS: Final = ("11", "", "33")


def hall() -> StagedEvent:
    event = StagedEvent(policy=TEAMS)
    event.do(joining.SetJoinCode(CODE))
    return event


def captain(team: str) -> Actor:
    return Actor(Role.PLAYER, team)


def join(team: str, members: tuple[str, ...], ids: tuple[str, ...] = ()) -> joining.Join:
    return joining.Join(CODE, team, members=members, member_ids=ids)


def test_a_captain_names_the_players_and_the_desk_approves_the_team() -> None:
    event = hall()
    event.do(join("Foxes", FOXES, IDS), captain("Foxes"))
    (team,) = event.event.registered
    assert (team.members, team.member_ids) == (FOXES, IDS)
    assert team.waits_for is WaitsFor.APPROVAL
    event.do(joining.AdmitPlayer(team.id))
    event.do(commands.RegisterPlayer("Bears", members=("Dan", "Eva", "Finn")))
    event.start()
    event.play()
    assert event.is_proven()


@pytest.mark.parametrize(
    ("members", "ids", "said"),
    [
        (("Ana", "Ben"), (), "Expected the names of 3 players, at seats A to C; got 2."),
        ((), IDS, "Expected the names of 3 players, at seats A to C; got 0."),
        (("Ana", "Ben", "ANA"), (), "ANA cannot sit at two seats."),
        (("Ana", "Dan", "Cleo"), (), "Dan plays in the team Bears already."),
        (("Ana", "Ben", " "), (), "Players: expected at most 3 names, each on one line."),
        (
            FOXES,
            ("11", "", "11"),
            "The id 11 stands there twice: an id is one player's alone.",
        ),
        (
            FOXES,
            ("", "55", ""),
            "This id is registered already: if it is yours, ask at the desk.",
        ),
        (
            FOXES,
            ("99", "", ""),
            "This id is registered already: if it is yours, ask at the desk.",
        ),
        (
            FOXES,
            ("11", "22"),
            "Expected an id of each of 3 players, empty where there is none; got 2.",
        ),
        (FOXES, ("1\n", "", ""), "Ids of the players: expected at most 3 ids, each on one line."),
    ],
)
def test_a_team_that_cannot_be_one_is_refused_in_words(
    members: tuple[str, ...], ids: tuple[str, ...], said: str
) -> None:
    event = hall()
    bears = commands.RegisterPlayer(
        "Bears", external_id="99", members=("Dan", "Eva", "Finn"), member_ids=("", "55", "")
    )
    event.do(bears)
    assert event.refusal(join("Foxes", members, ids), captain("Foxes")) == said
    assert event.is_proven()


def test_an_id_of_a_teams_player_is_nobody_elses() -> None:
    event = hall()
    event.do(join("Foxes", FOXES, IDS), captain("Foxes"))
    has_it = "Ana (seat A of Foxes), number 1, has the id 11 already: an id is one player's alone."
    assert event.refusal(commands.RegisterPlayer("Bears", external_id="11")) == has_it
    event.do(commands.RegisterPlayer("Bears"))
    for team in ("Foxes", "Bears"):
        assert event.refusal(commands.SetExternalId(event.id(team), "11")) == has_it
    bears = commands.SetMembers(event.id("Bears"), ("Dan", "Eva", "Finn"), ("11", "", ""))
    assert event.refusal(bears) == has_it


def test_an_id_goes_with_its_player_and_a_newcomer_has_none() -> None:
    event = hall()
    event.do(join("Foxes", FOXES, IDS), captain("Foxes"))
    foxes = event.id("Foxes")

    def ids() -> tuple[str, ...]:
        return event.event.players[foxes].member_ids

    event.do(commands.SetMembers(foxes, ("Cleo", "Ana", "Zoe")))
    assert ids() == ("33", "11", "")
    event.do(commands.SetMembers(foxes, ("Cleo", "Ana", "Zoe"), ("33", "12", "77")))
    assert ids() == ("33", "12", "77")
    event.do(commands.SetMembers(foxes, ("Cleo", "Ana", "Zoe"), ("", "", "")))
    assert ids() == ()
    assert event.refusal(commands.SetMembers(foxes, ("Cleo", "Ana", "Zoe"))) == (
        "Foxes has these very players: nothing would change."
    )
    assert event.is_proven()


def test_a_team_that_joined_twice_keeps_its_players_and_their_ids() -> None:
    event = hall()
    event.do(join("Foxes", FOXES, IDS), captain("Foxes"))
    event.do(joining.Join(CODE, "Foxes again"), captain("Foxes again"))
    one, two = event.id("Foxes"), event.id("Foxes again")
    event.do(joining.AdmitPlayer(one))
    event.do(joining.AdmitPlayer(two))
    event.do(commands.MergePlayers(two, one, "Twice."))
    kept = event.event.players[two]
    assert (kept.members, kept.member_ids) == (FOXES, IDS)
    assert event.is_proven()


def test_a_log_of_a_team_without_ids_stays_as_it_was() -> None:
    event = hall()
    event.do(join("Foxes", FOXES), captain("Foxes"))
    event.do(join("Bears", ("Dan", "Eva", "Finn"), ("", "", "")), captain("Bears"))
    assert any(isinstance(each.what, PlayerRegistered) for each in event.log)
    assert b"member_ids" not in event.file()
    assert event.is_proven()


def test_who_plays_alone_joins_with_no_players() -> None:
    event = StagedEvent()
    event.do(joining.SetJoinCode(CODE))
    assert event.refusal(join("Foxes", FOXES), captain("Foxes")) == (
        "By the policy everybody plays alone: there are no teams."
    )
