"""Every address in every role, from the one table that says who may ask what."""

import asyncio
import re
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from duelmat_hub import handlers as handlers_module
from duelmat_hub import hub as hub_module
from duelmat_hub.addresses import ADDRESSES, Address
from duelmat_hub.day import cookie_of
from duelmat_hub.running import running
from duelmat_hub.store import open_file
from duelmat_tournament import commands, floor_commands
from duelmat_tournament.commands import ALLOWED, CreateEvent
from duelmat_tournament.joining import Join
from duelmat_tournament.names import PlayerId, TableNumber
from duelmat_tournament.roles import Actor, Role
from hub.asked_app import Asker, asked, follow
from hub.asking import JUDGE, SEED, new_request
from hub.asking import ask as tell

PARAMS = {
    "code": "ja",
    "duel": "0",
    "n": "0",
    "player": "1",
    "table": "1",
    "round": "1",
    "secret": "x" * 22,
}
BODIES: dict[str, Any] = {
    "/links": {"role": "judge", "name": "Jon"},
    "/links/end": {"digest": "0" * 64},
    "/table/reports": {"stream": "0" * 32, "round": 1, "duel": 1, "now_ms": 0},
    "/consequences": {"round": 1, "table": 1, "result": {"first_won": 2, "winner": "first"}},
}
REFUSED = 403
SECRETS = (SEED, "a question among three", "a note among judges")


def path_of(address: Address) -> str:
    return re.sub(r"{(\w+)}", lambda found: PARAMS[found[1]], address.path)


def body_of(address: Address) -> Any:
    """Return a body that is read; whether the event takes it is not the question here."""
    if address.path in BODIES:
        return BODIES[address.path]
    return {"request": new_request(), "command": {"do": address.path.rpartition("/")[2]}}


async def ask(asker: Asker, address: Address, role: Role | None) -> int:
    browser = asker.browsers[role]
    if address.path.startswith("/feed/"):  # it never ends: the answer's beginning is enough
        try:
            async with asyncio.timeout(0.3):
                return (await browser.get(path_of(address))).status_code
        except TimeoutError:
            return 200
    if address.method == "GET":
        return (await browser.get(path_of(address))).status_code
    return (await browser.post(path_of(address), json=body_of(address))).status_code


@pytest.mark.parametrize("role", [None, *Role], ids=lambda role: role.value if role else "nobody")
def test_an_address_answers_those_who_may_ask_it(tmp_path: Path, role: Role | None) -> None:
    """All others are refused before anything is looked at; nobody is answered with a mistake."""

    async def story() -> dict[str, int]:
        async with asked(tmp_path) as asker:
            return {
                f"{each.method} {each.path}": await ask(asker, each, role) for each in ADDRESSES
            }

    got = asyncio.run(story())
    for each in ADDRESSES:
        status = got[f"{each.method} {each.path}"]
        may = each.roles is None or role in each.roles
        assert (status != REFUSED) == may, (each.method, each.path, status)
        assert status < 500, (each.method, each.path)


def test_what_nobody_may_know_is_at_no_public_address(tmp_path: Path) -> None:
    """Neither the seed of all chance, nor what players and judges say to each other."""

    async def story() -> dict[str, str]:
        async with asked(tmp_path) as asker:
            hub = asker.started.hub
            assert hub.event is not None
            match = hub.event.rounds[0].matches[TableNumber(1)]
            by = Actor(Role.PLAYER, hub.event.name_of(match.first), match.first)
            await tell(hub, floor_commands.CallJudge(match.table, SECRETS[1]), by)
            await tell(
                hub, floor_commands.GivePenalty(match.first, "slow-play", SECRETS[2]), JUDGE
            )
            public = [each for each in ADDRESSES if each.roles is None and each.method == "GET"]
            browser = asker.browsers[None]
            return {
                each.path: (await browser.get(path_of(each))).text
                for each in public
                if not each.path.startswith("/feed/")
            }

    for path, text in asyncio.run(story()).items():
        assert not [secret for secret in SECRETS if secret in text], path


def test_what_everybody_sees_is_compressed_and_nothing_else(tmp_path: Path) -> None:
    """The length of a compressed page tells what stands in it twice: that may be no secret."""

    async def story() -> dict[str, str]:
        async with asked(tmp_path) as asker:
            visitor, desk = asker.browsers[None], asker.browsers[Role.ORGANISER]
            paths = [(visitor, "/"), (visitor, "/standings.csv"), (desk, "/desk")]
            return {
                path: (await browser.get(path)).headers.get("content-encoding", "")
                for browser, path in paths
            }

    found = asyncio.run(story())
    assert found == {"/": "gzip", "/standings.csv": "", "/desk": ""}  # the table is short


def test_a_table_of_a_round_that_is_none_is_answered_in_words(tmp_path: Path) -> None:
    async def story() -> list[httpx.Response]:
        async with asked(tmp_path) as asker:
            browser = asker.browsers[Role.ORGANISER]
            paths = ("results.csv?round=1", "results.csv?round=9", "places.csv?round=1")
            return [await browser.get(f"/{path}") for path in paths]

    first, none, whole = asyncio.run(story())
    assert first.text.startswith("\ufeffround,table,first id")
    assert (none.status_code, whole.status_code) == (404, 404)
    assert "got 9" in none.text


def test_an_address_that_is_none_is_answered_in_words(tmp_path: Path) -> None:
    async def story() -> tuple[httpx.Response, httpx.Response]:
        async with asked(tmp_path) as asker:
            browser = asker.browsers[None]
            page = await browser.get("/nowhere", headers={"accept": "text/html"})
            return page, await browser.get("/nowhere")

    page, answer = asyncio.run(story())
    assert page.status_code == answer.status_code == 404
    assert "There is no page" in page.text
    assert answer.json()["message"].startswith("There is no page '/nowhere' here")


def test_an_address_that_is_asked_otherwise_is_there(tmp_path: Path) -> None:
    """By another method: the answer names the one that it has."""

    async def story() -> httpx.Response:
        async with asked(tmp_path) as asker:
            return await asker.browsers[Role.ORGANISER].get("/do/pair-round")

    answer = asyncio.run(story())
    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"
    assert answer.json()["message"] == "'/do/pair-round' is not asked by GET, but by POST."


def test_every_command_has_an_address_of_its_own() -> None:
    """With the roles that `decide` wants as well; who joins has none yet."""
    found = {each.path: each.roles for each in ADDRESSES if each.path.startswith("/do/")}
    wanted = {
        f"/do/{kind.__struct_config__.tag}": None if kind is Join else roles
        for kind, roles in ALLOWED.items()
        if kind is not CreateEvent
    }
    assert found == wanted


def test_an_address_stands_once() -> None:
    assert len({(each.method, each.path) for each in ADDRESSES}) == len(ADDRESSES)


def test_a_link_becomes_a_cookie_that_scripts_cannot_read(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            secret = await asker.started.people.make_link(Role.JUDGE, "Jon")
            browser = asker.new_browser()
            answer = await follow(browser, f"/in/{secret}")
            assert answer.headers["location"] == "/floor"
            given = answer.headers["set-cookie"].lower()
            for word in (
                "httponly",
                "samesite=strict",
                cookie_of(asker.started.hub.mark, Role.JUDGE),
            ):
                assert word in given
            assert secret.lower() not in given
            assert (await browser.get("/floor")).status_code == 200
            for path in ("/desk", "/scores", "/me"):
                assert (await browser.get(path)).status_code == REFUSED

    asyncio.run(story())


def test_who_was_registered_at_another_process_is_known_at_once(tmp_path: Path) -> None:
    """Whichever process is asked for the link, and whichever it is used at."""

    async def story() -> None:
        store = open_file(tmp_path)
        async with asked(tmp_path) as asker, running(store) as other:
            late = asker.started.hub
            organiser = asker.browser_of(other)
            secret = await other.people.make_link(Role.ORGANISER, "Olga")
            await follow(organiser, f"/in/{secret}")
            await tell(late, commands.RegisterPlayer("Ida"))
            asked_for = {"role": "player", "name": "Ida", "player": 9}
            made = (await organiser.post("/links", json=asked_for)).json()
            labelled = {**asked_for, "label": "<phone>"}
            more = (await organiser.post("/links", json=labelled)).json()
            assert (made["label"], more["label"]) == ("", "<phone>")
            listed = (await organiser.get("/links")).text
            for each in (made, more):  # two links of one player are told apart
                assert listed.count(f"<code>{each['code']}</code>") == 1
            assert f"<code>{more['code']}</code> <bdi>&lt;phone&gt;</bdi>" in listed
            refused = await organiser.post("/links", json={**asked_for, "label": "x" * 201})
            assert "Label: expected at most 200 characters" in refused.json()["message"]
            await tell(late, commands.RegisterPlayer("Jun"))
            secret = await asker.started.people.make_link(Role.PLAYER, "Jun", PlayerId(10))
            for link, name in ((made["address"], "Ida"), (f"/in/{secret}", "Jun")):
                browser = asker.browser_of(other)
                assert (await follow(browser, link)).status_code == 303
                page = await browser.get("/me")
                assert page.status_code == 200
                assert name in page.text
        store.close()

    asyncio.run(story())


def test_a_link_that_was_ended_lets_nobody_in(tmp_path: Path) -> None:
    """Neither anew, nor those whom it has let in."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            organiser, judge = asker.browsers[Role.ORGANISER], asker.browsers[Role.JUDGE]
            assert (await judge.get("/floor")).status_code == 200
            links = await asker.started.people.links()
            (mine,) = [each for each in links if each.role == Role.JUDGE.value]
            ended = await organiser.post("/links/end", json={"digest": mine.digest})
            assert ended.status_code == 200
            assert (await judge.get("/floor")).status_code == REFUSED

    asyncio.run(story())


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"request": "short", "command": {"do": "pair-round"}}',
        b'{"request": "0123456789abcdef", "command": {"do": "start-round"}}',
        b'{"request": "0123456789abcdef", "command": {"do": "pair-round", "more": 1}}',
        b'{"request": "0123456789abcdef", "command": {"do": "pair-round"}, "seen": -1}',
        b'{"request": "0123456789abcdef", "command": ' + b"[" * 30_000,
        b'{"request": "0123456789abcdef", "command": {"do": "pair-round"}}' + b" " * 70_000,
    ],
)
def test_a_broken_request_is_refused_in_words(tmp_path: Path, body: bytes) -> None:
    """With what was expected, and nothing was done."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            before = len(asker.started.hub.log)
            answer = await asker.browsers[Role.ORGANISER].post(
                "/do/pair-round", content=body, headers={"content-type": "application/json"}
            )
            assert 400 <= answer.status_code < 500
            assert answer.json()["message"].startswith("Expected")
            assert len(asker.started.hub.log) == before

    asyncio.run(story())


def test_a_page_of_another_site_can_ask_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            organiser = asker.browsers[Role.ORGANISER]
            body = {"request": new_request(), "command": {"do": "close-round"}}
            foreign = {"origin": "http://evil.example"}
            answer = await organiser.post("/do/close-round", json=body, headers=foreign)
            assert answer.status_code == REFUSED
            named = await organiser.get("/desk", headers={"host": "evil.example"})
            assert named.status_code == 421

    asyncio.run(story())


def test_work_that_takes_long_is_done_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deck checks, what follows from a correction, every decision: others are served meanwhile."""
    threads: dict[str, set[int]] = {}

    def note(module: ModuleType, name: str) -> None:
        work = getattr(module, name)

        def noted(*given: Any, **named: Any) -> Any:
            threads.setdefault(name, set()).add(threading.get_ident())
            return work(*given, **named)

        monkeypatch.setattr(module, name, noted)

    for module, name in (
        (handlers_module, "read_deck"),
        (handlers_module, "consequences"),
        (hub_module, "decide"),
    ):
        note(module, name)

    async def story() -> None:
        async with asked(tmp_path) as asker:
            player, desk = asker.browsers[Role.PLAYER], asker.browsers[Role.ORGANISER]
            deck = {"do": "register-deck", "player": 1, "text": "#main\nx\n", "salt": "0" * 32}
            sent = {"request": new_request(), "command": deck}
            assert (await player.post("/do/register-deck", json=sent)).status_code == 422
            won = {"first_won": 2, "winner": "first"}
            entered = {"do": "enter-result", "round": 1, "table": 1, "result": won}
            sent = {"request": new_request(), "command": entered}
            assert (await desk.post("/do/enter-result", json=sent)).status_code == 200
            corrected = {"round": 1, "table": 1, "result": {"second_won": 2, "winner": "second"}}
            assert (await desk.post("/consequences", json=corrected)).status_code == 200

    asyncio.run(story())
    assert threads.keys() == {"read_deck", "consequences", "decide"}
    assert all(threading.get_ident() not in found for found in threads.values())
