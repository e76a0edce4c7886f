"""Pages of an event of teams: who sits where, who has won there, and how it is reported."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx

from duelmat_hub.policies import load_policy
from duelmat_hub.running import running
from duelmat_hub.store import open_file
from duelmat_hub.wanted import wanted_of
from duelmat_tournament import commands
from duelmat_tournament.names import PlayerId, TableNumber
from duelmat_tournament.results import Side
from duelmat_tournament.roles import Role
from hub.asked_app import Asker
from hub.asking import ask, new_request
from tournament.staged_event import changed, played_by_teams

TEAMS = {"Reds": ("Ana", "Ben", "Cleo"), "Blues": ("Dan", "Eva", "Farid")}


async def post(browser: httpx.AsyncClient, **command: object) -> httpx.Response:
    sent = {"request": new_request(), "command": command}
    return await browser.post(f"/do/{command['do']}", json=sent)


def test_a_team_is_registered_finds_its_table_and_reports_by_seat(tmp_path: Path) -> None:
    async def story() -> None:
        store = open_file(tmp_path)
        async with running(store) as started:
            policy = changed(load_policy("trump-king"), team_size=3)
            await ask(started.hub, commands.CreateEvent("Trios", policy, "seed"))
            asker = Asker(started, started.make_app(hosts=("127.0.0.1",)))
            desk = await asker.enter(Role.ORGANISER)
            for name, members in TEAMS.items():
                done = await post(desk, do="register-player", name=name, members=members)
                assert done.json()["ok"]
            assert "Ana, Ben, Cleo" in (await desk.get("/desk")).text
            for command in (
                commands.StartEvent(),
                commands.PairRound(),
                commands.PublishRound(),
                commands.StartRound(),
            ):
                await ask(started.hub, command)
            public = (await desk.get("/pairings")).text
            assert "Eva (Blues)" in public
            slips = (await desk.get("/slips")).text
            assert "Seats won" in slips
            assert "Farid" in slips
            reds, blues = [await asker.enter(Role.PLAYER, PlayerId(each)) for each in (1, 2)]
            page = (await reds.get("/me")).text
            assert 'name="seat"' in page
            assert "Seat C" in page
            event = started.hub.event
            assert event is not None
            assert event.round is not None
            (match,) = event.round.matches.values()
            assert wanted_of(event, TableNumber(1)).match is None  # no mat counts a team's match
            won = Side.FIRST if match.first == 1 else Side.SECOND
            lost = Side.SECOND if won is Side.FIRST else Side.FIRST
            told = played_by_teams(won, lost, won)
            fields = {
                "round": 1,
                "table": 1,
                "result": {
                    "first_won": told.first_won,
                    "second_won": told.second_won,
                    "winner": won.value,
                    "seats": [each.value for each in told.seats],
                },
            }
            assert (await post(reds, do="report-result", **fields)).json() == {"ok": True}
            asked = (await blues.get("/me")).text
            assert asked.count(" won</li>") == 3
            assert (await post(blues, do="confirm-result", **fields)).json() == {"ok": True}
            event = started.hub.event
            assert event is not None
            assert event.round is not None
            (match,) = event.round.matches.values()
            assert match.result == told
        store.close()

    asyncio.run(story())
