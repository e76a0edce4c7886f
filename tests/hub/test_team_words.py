"""An event of teams counts teams: at the desk, in the hall, where they register, in the shell."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from duelmat_hub.cli.event_words import stage_words, standing_columns
from duelmat_hub.cli.policy_words import setting_rows
from duelmat_hub.pages.views_joining import join_view
from duelmat_hub.player_lists import read_players
from duelmat_hub.policies import load_policy
from duelmat_serving.language.catalogs import ENGLISH
from duelmat_tournament import commands, joining
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.policy import BySize, FirstStage, Policy
from duelmat_tournament.results import Side
from duelmat_tournament.roles import Actor, Role
from hub.scenes import Scene
from hub.shown import pages_of, person
from tournament.staged_event import changed, played_by_teams
from tournament.stories.test_formats import policy_of

POLICY = changed(load_policy("trump-king"), team_size=3)
CODE = "0123456789ab"
COUNTS = re.compile(r"[0-9]+(?:</b>)? players?\b|[Tt]wo players|[Aa] player may|>Players?<")
"""Words of a page that would count players, or head a column with them."""
ORGANISER = person(Role.ORGANISER)


def trios(teams: int = 4, policy: Policy = POLICY) -> Scene:
    scene = Scene(policy="")
    scene.ask(commands.CreateEvent("Trios", policy, "seed"))
    for at in range(teams):
        members = tuple(f"Player {at}{letter}" for letter in "abc")
        scene.ask(commands.RegisterPlayer(f"Team {at}", members=members))
    return scene


def counted(html: str) -> list[str]:
    return COUNTS.findall(html)


def test_the_desk_counts_teams_before_the_start() -> None:
    scene = trios()
    scene.ask(joining.SetJoinCode(CODE))
    scene.ask(joining.SetCheckIn(is_open=True))
    members = ("Xenia", "Yara", "Zoe")
    scene.ask(joining.Join(CODE, "Late", members=members), Actor(Role.PLAYER, "Late"))
    page = pages_of(scene).page("/desk", {}, ORGANISER)
    assert counted(page) == []
    assert "4 teams registered." in page
    assert "4 teams take part." in page
    assert "4 teams are not there yet." in page
    assert "Teams register themselves by this code" in page
    with pytest.raises(RefusedError, match="4 teams have not checked in: Team 0"):
        scene.ask(commands.StartEvent())


def test_a_list_is_counted_in_teams() -> None:
    scene = trios()
    html = pages_of(scene).player_list(read_players(b"Reds\nBlues", scene.now))
    assert "2 teams will be registered." in html


def test_who_registers_by_the_code_reads_of_a_team() -> None:
    scene = trios(2, replace(POLICY, entering=replace(POLICY.entering, needs_approval=True)))
    scene.ask(joining.SetJoinCode(CODE))
    pages = pages_of(scene)
    page = pages.of_view("join", "/join/{code}", join_view(scene.now), None)
    assert "The desk approves the team; then it takes part." in page
    hall = pages.page("/hall", {}, None)
    assert "Photograph the code, and enter your team." in hall


def test_rounds_and_standings_are_of_teams() -> None:
    scene = trios()
    scene.ask(commands.StartEvent(rounds=2, cut=4))
    scene.ask(commands.PairRound())
    pages = pages_of(scene)
    assert counted(pages.page("/desk", {}, ORGANISER)) == []
    assert "Two teams are set to meet" in pages.page("/set-pair", {}, ORGANISER)
    for _ in range(2):
        if scene.round.step.value == "closed":
            scene.ask(commands.PairRound())
        scene.begin()
        assert counted(pages_of(scene).page("/scores", {}, ORGANISER)) == []
        for match in scene.matches():
            scene.enter(match, played_by_teams(Side.FIRST, Side.FIRST, Side.SECOND))
        scene.ask(commands.CloseRound())
    pages = pages_of(scene)
    assert '<th scope="col">Team</th>' in pages.page("/standings", {}, None)
    by_table = pages.page("/pairings", {}, None).partition('class="by-table"')[2]
    assert by_table.count('<th scope="col">Team</th>') == 2
    scene.ask(commands.StartCut())
    page = pages_of(scene).page("/desk", {}, ORGANISER)
    assert "4 teams go on" in page
    assert counted(page) == []
    cards = pages_of(scene).page("/links", {}, ORGANISER)
    assert "each of 12 players" in cards  # there is one for each seat
    assert stage_words(scene.now).startswith("4 teams; ")
    assert standing_columns(scene.now, scene.now.rounds[0].standings)[1] == "Team"


def test_an_odd_teams_bye_is_a_teams() -> None:
    scene = trios(3)
    scene.ask(commands.StartEvent(rounds=2, cut=0))
    scene.ask(commands.PairRound())
    scene.ask(commands.PublishRound())
    page = pages_of(scene).page("/why/{round}/{table}", {"round": "1", "table": "0"}, None)
    assert "Why this team has a bye" in page


def test_pods_that_are_over_let_teams_go_on() -> None:
    scene = trios(6, policy_of(FirstStage.PODS, pod_size=3, pod_places=1, team_size=3))
    scene.ask(commands.StartEvent())
    while scene.now.swiss_rounds > len(scene.now.rounds):
        scene.ask(commands.PairRound())
        scene.begin()
        for match in scene.matches():
            scene.enter(match, played_by_teams(Side.FIRST, Side.FIRST, Side.SECOND))
        scene.ask(commands.CloseRound())
    scene.ask(commands.StartCut())
    assert "2 teams go on" in pages_of(scene).page("/desk", {}, ORGANISER)


@pytest.mark.parametrize(
    ("teams", "command", "words"),
    [
        (1, commands.StartEvent(), "at least 2 teams; this one has 1"),
        (3, commands.StartEvent(cut=4), "needs as many teams; the event has 3"),
        (3, commands.StartEvent(cut=3), "A cut has 4, 8, 16, 32 or 64 teams"),
    ],
)
def test_a_start_that_is_refused_counts_teams(
    teams: int, command: commands.StartEvent, words: str
) -> None:
    with pytest.raises(RefusedError, match=words):
        trios(teams).ask(command)


def test_a_policys_rounds_are_by_numbers_of_teams() -> None:
    told = setting_rows(replace(POLICY, rounds=(BySize(8, 3), BySize(16, 4))))
    assert ("rounds", "3 up to 8 teams, 4 up to 16 teams") in told


def test_an_event_of_players_still_counts_players() -> None:
    scene = Scene("trump-king")
    scene.register(("Ana", "Ben"))
    page = pages_of(scene).page("/desk", {}, ORGANISER)
    assert "2 players registered." in page
    assert "team registered" not in page
    assert "teams" not in pages_of(scene).player_list(read_players(b"Cleo", scene.now), ENGLISH)
