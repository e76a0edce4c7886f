"""Pages of an event of teams: who sits where, who has won there, and how it is reported."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from msgspec import to_builtins

from duelmat_hub.policies import load_policy
from duelmat_hub.running import running
from duelmat_hub.store import open_file
from duelmat_hub.wanted import wanted_of
from duelmat_tournament import commands, joining
from duelmat_tournament.check import check_event
from duelmat_tournament.entries import ResultReported
from duelmat_tournament.names import PlayerId, TableNumber
from duelmat_tournament.policy import DeckChecks, DeckRules, Policy
from duelmat_tournament.results import Side
from duelmat_tournament.roles import Role
from duelmat_tournament.seats import Seat
from hub.asked_app import Asker, follow
from hub.asking import ask, new_request
from tournament.staged_event import changed, played_by_teams

TEAMS = {"Reds": ("Ana", "Ben", "Cleo"), "Blues": ("Dan", "Eva", "Farid")}


LISTED = changed(
    load_policy("trump-king"),
    team_size=3,
    deck_lists=True,
    deck_checks=DeckChecks(0, rules=DeckRules.NONE),
)
SEATS = ("A", "B", "C")


@asynccontextmanager
async def teams(folder: Path, policy: Policy) -> AsyncIterator[Asker]:
    """Yield an event in which both teams are registered."""
    store = open_file(folder)
    async with running(store) as started:
        await ask(started.hub, commands.CreateEvent("Trios", policy, "seed"))
        for name, members in TEAMS.items():
            await ask(started.hub, commands.RegisterPlayer(name, members=members))
        yield Asker(started, started.make_app(hosts=("127.0.0.1",)))
    store.close()


async def hand_in(
    browser: httpx.AsyncClient, team: int, seat: str | int | None, text: str
) -> httpx.Response:
    where = {} if seat is None else {"seat": seat}
    salt = new_request().encode().hex()[:32].ljust(32, "0")
    return await post(browser, do="register-deck", player=team, text=text, salt=salt, **where)


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
            eva = public.partition("Eva (Blues)")[2].partition("</tr>")[0]
            assert "seat B" in eva
            assert 'col" class="no sits">Seat</th>' in public
            assert ">Chair</th>" not in public
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


def test_a_drawn_seat_is_said_in_japanese_as_a_draw_and_not_as_lots(tmp_path: Path) -> None:
    async def story() -> None:
        async with teams(tmp_path, changed(load_policy("trump-king"), team_size=3)) as asker:
            for command in (
                commands.StartEvent(),
                commands.PairRound(),
                commands.PublishRound(),
                commands.StartRound(),
            ):
                await ask(asker.started.hub, command)
            reds = await asker.enter(Role.PLAYER, PlayerId(1))
            told = to_builtins(played_by_teams(Side.FIRST, Side.SECOND, Side.NONE))
            done = await post(reds, do="report-result", round=1, table=1, result=told)
            assert done.json() == {"ok": True}
            page = (await reds.get("/me", headers={"accept-language": "ja"})).text
            assert "<bdi>Farid</bdi>: 引き分け</li>" in page
            assert "抽選" not in page

    asyncio.run(story())


def test_each_player_hands_in_a_list_on_the_teams_page_and_judges_compare_seats(
    tmp_path: Path,
) -> None:
    """A list is its team's and the judges'; with lists or without the file proves the event."""

    async def story() -> None:
        async with teams(tmp_path, LISTED) as asker:
            hub = asker.started.hub
            desk, judge = [await asker.enter(each) for each in (Role.ORGANISER, Role.JUDGE)]
            reds, blues = [await asker.enter(Role.PLAYER, PlayerId(each)) for each in (1, 2)]
            page = (await reds.get("/me")).text
            assert page.count("Not handed in.") == 3
            assert 'data-title="Deck list of Cleo"' in page
            assert (await hand_in(reds, 1, "A", "1 Heron")).json()["ok"]
            shown = (await desk.get("/desk")).text
            assert "<b>2</b> without a deck list." in shown
            assert "missing: <bdi>Ben, Cleo</bdi>" in shown
            for number, (team, browser) in enumerate((("Red", reds), ("Blue", blues)), start=1):
                for seat in SEATS:
                    answer = await hand_in(browser, number, seat, f"2 {team} {seat} Wolf")
                    assert answer.json() == {"ok": True}
            assert (await reds.get("/me")).text.count("Hand in another one") == 3
            assert (await hand_in(reds, 1, "B", "2 Red B Wolf\n1 Heron")).json()["ok"]
            own = (await reds.get("/deck/1")).text
            assert all(f"Red {seat} Wolf" in own for seat in SEATS)
            for path in ("/deck/1", "/decks/1"):
                assert (await blues.get(path)).status_code == 403
            for command in (commands.StartEvent(), commands.PairRound(), commands.PublishRound()):
                await ask(hub, command)
            compared = (await judge.get("/decks/1")).text
            places = [compared.index(f"{team} {seat} Wolf") for seat in SEATS for team in ("Red",)]
            others = [compared.index(f"Blue {seat} Wolf") for seat in SEATS]
            assert max(places[0], others[0]) < min(places[1], others[1])
            assert max(places[1], others[1]) < min(places[2], others[2])
            assert compared.count("+1 Heron") == 1
            assert compared.count("−1 Heron") == 1
            assert "All deck lists are in." in (await desk.get("/desk")).text
            for path in ("/me", "/", "/pairings", "/standings", "/event.json", "/players.csv"):
                seen = await blues.get(path)
                assert "Red B Wolf" not in seen.text
            assert hub.event is not None
            digests = hub.event.players[PlayerId(1)].decks
            table = (await desk.get("/players.csv")).text
            assert " ".join(digests) in table
            whole = await desk.get("/event-with-decks.json")
            assert "Red B Wolf" in whole.text
            for file in (whole.content, (await desk.get("/event.json")).content):
                assert not check_event(file).faults
            assert json.loads(whole.content)["decks"].keys() > set(digests)

    asyncio.run(story())


def test_a_list_for_no_seat_for_another_team_or_too_late_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with teams(tmp_path, LISTED) as asker:
            hub = asker.started.hub
            reds, blues = [await asker.enter(Role.PLAYER, PlayerId(each)) for each in (1, 2)]
            desk = await asker.enter(Role.ORGANISER)
            judge = await asker.enter(Role.JUDGE)
            before = len(hub.log)
            for wrong in ("D", "a", "", 1):
                assert (await hand_in(reds, 1, wrong, "1 Wolf")).status_code == 422
            for browser, where, said in (
                (reds, None, "Each player of Reds has a deck list: say at which seat."),
                (blues, "A", "A player can ask this for themselves alone."),
            ):
                answer = (await hand_in(browser, 1, where, "1 Wolf")).json()
                assert (answer["ok"], answer["message"]) == (False, said)
            assert (await hand_in(judge, 1, "A", "1 Wolf")).status_code == 403
            assert len(hub.log) == before
            for number, browser in ((1, reds), (2, blues)):
                for seat in SEATS:
                    assert (await hand_in(browser, number, seat, "1 Wolf")).json()["ok"]
            for command in (commands.StartEvent(), commands.PairRound()):
                await ask(hub, command)
            for browser in (reds, desk):
                answer = (await hand_in(browser, 1, "C", "1 Heron")).json()
                assert "The deck list of Cleo cannot be changed" in answer["message"]
            assert "Hand in another one" not in (await reds.get("/me")).text

    asyncio.run(story())


def test_a_team_that_joins_by_the_code_hands_in_its_lists_later(tmp_path: Path) -> None:
    async def story() -> None:
        async with teams(tmp_path, LISTED) as asker:
            hub = asker.started.hub
            await ask(hub, joining.SetJoinCode("0123456789ab"))
            phone = asker.new_browser()
            assert 'name="deck"' not in (await phone.get("/join/0123456789ab")).text
            golds = {
                "do": "join",
                "code": "0123456789ab",
                "name": "Golds",
                "salt": "0" * 32,
                "members": ["Gil", "Hal", "Ida"],
            }
            before = len(hub.log)
            body = {"request": new_request(), "command": {**golds, "deck": "1 Wolf"}}
            answer = (await phone.post("/do/join", json=body)).json()
            assert "on its own page" in answer["message"]
            assert len(hub.log) == before
            body = {"request": new_request(), "command": golds}
            assert (await phone.post("/do/join", json=body)).json()["ok"]
            own = await asker.enter(Role.PLAYER, PlayerId(3))
            assert 'data-title="Deck list of Ida"' in (await own.get("/me")).text
            await ask(hub, commands.RegisterPlayer("Greens"))
            green = await asker.enter(Role.PLAYER, PlayerId(4))
            assert "The desk notes who plays at your seats" in (await green.get("/me")).text

    asyncio.run(story())


def test_a_player_of_a_team_has_a_link_to_the_teams_page_that_marks_the_seat(
    tmp_path: Path,
) -> None:
    """Each acts for the team; the log has the seat as well, and the file is proven."""

    async def story() -> None:
        async with teams(tmp_path, changed(load_policy("trump-king"), team_size=3)) as asker:
            hub, desk = asker.started.hub, await asker.enter(Role.ORGANISER)

            async def link(**wanted: object) -> dict[str, object]:
                body = {"role": "player", "name": "x", **wanted}
                answer: dict[str, object] = (await desk.post("/links", json=body)).json()
                return answer

            assert (await link(player=1, seat="D"))["ok"] is False
            assert (await link(role="judge", seat="A"))["message"] == (
                "Only a player's link names a seat."
            )
            await ask(hub, commands.RegisterPlayer("Golds"))
            assert (await link(player=3, seat="A"))["message"] == (
                "The players of Golds are not known: note who plays at its seats first."
            )
            await ask(hub, commands.DropPlayer(PlayerId(3)))
            made = await link(player=1, seat="B")
            assert made["name"] == "Ben"
            ben = asker.new_browser()
            await follow(ben, "/in/" + str(made["address"]).rpartition("/")[2])
            page = (await ben.get("/me")).text
            assert 'data-own-seat="B"' in page
            assert "<bdi>Ben</bdi>" in page
            links = (await desk.get("/links")).text
            assert "seat B" in links
            assert '[1, "Cleo", "C", "Reds"]' in links
            reds, blues = [await asker.enter(Role.PLAYER, PlayerId(each)) for each in (1, 2)]
            assert "data-own-seat" not in (await reds.get("/me")).text
            for command in (
                commands.StartEvent(),
                commands.PairRound(),
                commands.PublishRound(),
                commands.StartRound(),
            ):
                await ask(hub, command)
            told = played_by_teams(Side.FIRST, Side.SECOND, Side.FIRST)
            fields = {"round": 1, "table": 1, "result": to_builtins(told)}
            assert (await post(ben, do="report-result", **fields)).json()["ok"]
            own = (await post(reds, do="confirm-result", **fields)).json()
            assert "You have reported this result yourself" in own["message"]
            assert (await post(blues, do="confirm-result", **fields)).json()["ok"]
            entry = next(each for each in hub.log if isinstance(each.what, ResultReported))
            assert (entry.by.name, entry.by.player, entry.by.seat) == ("Reds", 1, Seat.B)
            assert not check_event((await desk.get("/event.json")).content).faults
            await ask(hub, commands.SetMembers(PlayerId(1), ("Ana", "Zoe", "Cleo")))
            assert "<bdi>Zoe</bdi>" in (await ben.get("/me")).text

    asyncio.run(story())


def test_a_judge_reads_and_penalises_the_player_of_the_seat(tmp_path: Path) -> None:
    """In English and in Japanese; the team's page says whose penalty it is."""

    async def story() -> None:
        async with teams(tmp_path, changed(load_policy("trump-king"), team_size=3)) as asker:
            hub = asker.started.hub
            desk, judge = [await asker.enter(each) for each in (Role.ORGANISER, Role.JUDGE)]
            for command in (
                commands.StartEvent(),
                commands.PairRound(),
                commands.PublishRound(),
                commands.StartRound(),
            ):
                await ask(hub, command)
            made = await desk.post(
                "/links", json={"role": "player", "name": "x", "player": 1, "seat": "B"}
            )
            ben = asker.new_browser()
            await follow(ben, "/in/" + made.json()["address"].rpartition("/")[2])
            assert (await post(ben, do="call-judge", table=1, about="May I?")).json()["ok"]
            told = to_builtins(played_by_teams(Side.FIRST, Side.SECOND, Side.FIRST))
            fields = {"round": 1, "table": 1, "result": told}
            assert (await post(ben, do="report-result", **fields)).json()["ok"]
            page = (await judge.get("/floor/table/1")).text
            assert "called by <bdi>Ben (seat B of Reds)</bdi>" in page
            assert "<bdi>Ben</bdi> (seat B of <bdi>Reds</bdi>) has reported" in page
            assert "called by <bdi>Ben (seat B of Reds)</bdi>" in (await judge.get("/floor")).text
            assert 'name="seat" value="C" data-optional required' in page
            given = {"do": "give-penalty", "player": 1, "infraction": "slow-play", "seat": "C"}
            assert (await post(judge, **given)).json()["ok"]
            for path in ("/floor", "/floor/table/1"):
                assert "Cleo" in (await judge.get(path)).text
            assert "<bdi>Cleo</bdi>: Plays so slowly" in (await ben.get("/me")).text
            japanese = {"accept-language": "ja"}
            floor = (await judge.get("/floor", headers=japanese)).text
            assert "Ben（Redsの席B）" in floor
            assert "Cleo（Redsの席C）" in floor

    asyncio.run(story())


CODE = "0123456789ab"


def joining_golds(**more: object) -> dict[str, object]:
    members = {"members": ["Gil", "Hal", "Ida"], "member_ids": ["7", "", "9"]}
    golds = {"do": "join", "code": CODE, "name": "Golds", "salt": "0" * 32, **members, **more}
    return {"request": new_request(), "command": golds}


def test_a_captain_registers_a_team_and_each_player_gets_the_link_of_the_seat(
    tmp_path: Path,
) -> None:
    """The desk reads who they are before it approves; asked again, nothing is done twice."""

    async def story() -> None:
        async with teams(tmp_path, changed(load_policy("trump-king"), team_size=3)) as asker:
            hub = asker.started.hub
            await ask(hub, joining.SetJoinCode(CODE))
            phone = asker.new_browser()
            page = (await phone.get(f"/join/{CODE}")).text
            assert page.count('name="members"') == page.count('name="member_ids"') == 3
            body = joining_golds()
            answer = (await phone.post("/do/join", json=body)).json()
            assert [each["seat"] for each in answer["seats"]] == ["A", "B", "C"]
            assert [each["name"] for each in answer["seats"]] == ["Gil", "Hal", "Ida"]
            desk = await asker.enter(Role.ORGANISER)
            assert "Gil (7), Hal, Ida (9)" in (await desk.get("/desk")).text
            for link in answer["seats"]:
                own = asker.new_browser()
                await follow(own, "/in/" + link["address"].rpartition("/")[2])
                shown = (await own.get("/me")).text
                assert f'data-own-seat="{link["seat"]}"' in shown
                assert f"<bdi>{link['name']}</bdi>" in shown
                assert "The desk approves it" in shown
            assert (await post(desk, do="admit-player", player=3)).json()["ok"]
            before = len(hub.log)
            again = (await phone.post("/do/join", json=body)).json()
            assert [each["name"] for each in again["seats"]] == ["Gil", "Hal", "Ida"]
            assert len(hub.log) == before
            assert "seat B" in (await desk.get("/links")).text
            assert not check_event((await desk.get("/event.json")).content).faults

    asyncio.run(story())


def test_a_team_that_cannot_be_one_gets_no_links(tmp_path: Path) -> None:
    """And who asks by a code that is not in use is told of that alone."""

    async def story() -> None:
        async with teams(tmp_path, changed(load_policy("trump-king"), team_size=3)) as asker:
            hub = asker.started.hub
            await ask(hub, joining.SetJoinCode(CODE))
            await ask(hub, commands.SetExternalId(PlayerId(1), "7"))
            before, links = len(hub.log), len(await asker.started.people.links())
            phone = asker.new_browser()
            for more, said in (
                ({"members": []}, "Expected the names of 3 players, at seats A to C; got 0."),
                (
                    {"members": ["Gil", "Hal"]},
                    "Expected the names of 3 players, at seats A to C; got 2.",
                ),
                ({"members": ["Gil", "Gil", "Ida"]}, "Gil cannot sit at two seats."),
                ({"members": ["Gil", "Ben", "Ida"]}, "Ben plays in the team Reds already."),
                ({}, "This id is registered already: if it is yours, ask at the desk."),
                ({"code": "ba9876543210", "members": []}, "This code is no longer in use"),
            ):
                answer = (await phone.post("/do/join", json=joining_golds(**more))).json()
                assert answer["ok"] is False
                assert answer["message"].startswith(said)
                assert "seats" not in answer
            assert len(hub.log) == before
            assert len(await asker.started.people.links()) == links

    asyncio.run(story())
