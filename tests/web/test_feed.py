"""The live feed: whole views, each once, to whom they concern; a beat when nothing happens."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx
import pytest
from starlette.types import Message

from duelmat_engine import CardKey
from duelmat_hardware import load_mat
from duelmat_host.web.events import feed
from duelmat_serving.feed_response import FeedResponse
from duelmat_wire import lamps
from web.conftest import BEAT_S, ServedTable
from web.played_table import PlayedTable

NEVER_S = 1000.0


@dataclass
class Event:
    """A server-sent event as a browser reads it."""

    event: str = "message"
    data: str = ""
    id: str | None = None
    retry: str | None = None


def read(sent: bytes) -> Event:
    """The one event that was sent whole."""
    assert sent.endswith(b"\n\n")
    lines = sent.decode().removesuffix("\n\n").split("\n")
    return Event(**dict(line.split(": ", 1) for line in lines))


async def next_view(events: AsyncIterator[bytes]) -> Event:
    async for sent in events:
        event = read(sent)
        if event.event == "view":
            return event
    raise AssertionError("the feed ended")


@asynccontextmanager
async def running(table: PlayedTable) -> AsyncIterator[PlayedTable]:
    """Run a table's pages, so that changes are shown."""
    views = asyncio.create_task(table.views.run())
    yield table
    views.cancel()


def test_the_present_view_comes_first_with_its_id_and_retry() -> None:
    """A browser that joins late sees the table at once."""

    async def run() -> None:
        async with (
            running(PlayedTable()) as table,
            aclosing(feed(table, "public", None, NEVER_S)) as events,
        ):
            first = read(await anext(events))
        assert json.loads(first.data) == table.seen("public")
        assert first.id
        assert first.retry == "1000"

    asyncio.run(run())


def test_who_comes_back_with_the_newest_id_gets_no_view_twice() -> None:
    """The browser names what it has; only a beat tells it that the table is there."""

    async def run() -> None:
        async with running(PlayedTable()) as table:
            async with aclosing(feed(table, "a", None, NEVER_S)) as events:
                known = read(await anext(events)).id
            async with aclosing(feed(table, "a", known, NEVER_S)) as events:
                assert read(await anext(events)).event == "beat"
            table.set_life("a", 7)
            async with aclosing(feed(table, "a", known, NEVER_S)) as events:
                missed = read(await anext(events))
        assert json.loads(missed.data)["life"]["a"] == 7

    asyncio.run(run())


def test_a_view_that_did_not_change_is_not_sent() -> None:
    """Not even when the table says that something happened: for this viewer nothing did."""

    async def run() -> None:
        async with (
            running(PlayedTable()) as table,
            aclosing(feed(table, "b", None, NEVER_S)) as events,
        ):
            await anext(events)
            table.views.renew()
            table.bench.hands.sides[0].hand[0] = CardKey("a:H8")  # what a holds, b may not know
            table.views.renew()
            await asyncio.sleep(0)
            table.set_life("b", 1)
            table.settle()
            seen = await next_view(events)
        assert json.loads(seen.data)["life"]["b"] == 1

    asyncio.run(run())


def test_lights_are_passed_on_as_they_come() -> None:
    """The colours the board shines, without an id: a reconnect does not ask for them."""

    async def run() -> None:
        async with (
            running(PlayedTable()) as table,
            aclosing(feed(table, "public", None, NEVER_S)) as events,
        ):
            await anext(events)
            lights = read(await anext(events))
            assert lights.event == "lights"
            assert lights.id is None
            table.session.light(dict.fromkeys(("a.m2", "a.m3"), lamps.OFF))
            dark = read(await anext(events))
        colours = [json.loads(each.data)["lights"] for each in (lights, dark)]
        lamp = next(each for each in load_mat().lamps if each.name == "a.m3")
        assert [any(each[lamp.lights[0]]) for each in colours] == [True, False]

    asyncio.run(run())


def test_a_quiet_table_beats() -> None:
    """So that a page can tell quiet from lost."""

    async def run() -> None:
        async with (
            running(PlayedTable()) as table,
            aclosing(feed(table, "public", None, 0.001)) as events,
        ):
            seen = [read(await anext(events)).event for _ in range(6)]
        assert "beat" in seen[2:]

    asyncio.run(run())


def test_who_leaves_is_forgotten() -> None:
    """The subscription ends with the feed, whatever it was waiting for."""

    async def run() -> None:
        async with running(PlayedTable()) as table:
            events = feed(table, "public", None, NEVER_S)
            await anext(events)
            await anext(events)
            assert table.watching == 1
            await events.aclose()
            assert table.watching == 0

    asyncio.run(run())


def lines_until_view(response: httpx.Response) -> Iterator[str]:
    is_view = False
    for line in response.iter_lines():
        yield line
        is_view = is_view or line == "event: view"
        if is_view and not line:
            return


def parsed(lines: list[str]) -> dict[str, Any]:
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    return {**fields, "data": json.loads(fields["data"])}


def test_a_broken_connection_takes_up_where_it_was(live: ServedTable) -> None:
    """Over a real socket: the view, the loss, a change meanwhile, and that change on return."""
    address = f"{live.address}/seat/a/events"
    with httpx.Client(timeout=60) as client:
        client.get(f"{live.address}/seat/ana-secret-token")
        with client.stream("GET", address, headers={"accept": "text/event-stream"}) as response:
            assert response.headers["content-type"].startswith("text/event-stream")
            assert response.headers["cache-control"] == "no-store"
            first = parsed(list(lines_until_view(response)))
            assert first["retry"] == "1000"
        live.do(lambda table: table.set_life("a", 5))
        again = {"accept": "text/event-stream", "last-event-id": first["id"]}
        with client.stream("GET", address, headers=again) as response:
            second = parsed(list(lines_until_view(response)))
        assert second["data"]["life"]["a"] == 5
        assert second["id"] != first["id"]
        again["last-event-id"] = second["id"]
        with client.stream("GET", address, headers=again) as response:
            lines = response.iter_lines()
            assert [next(lines), next(lines)] == ["retry: 1000", "event: beat"]


def test_every_feed_that_ends_frees_its_place(live: ServedTable) -> None:
    """Over a real socket the server notices who has gone."""
    with (
        httpx.Client(timeout=60) as client,
        client.stream("GET", f"{live.address}/events/public") as response,
    ):
        next(response.iter_lines())
    for _ in range(100):
        if not live.service.watching:
            break
        live.do(lambda _: None)
        time.sleep(BEAT_S / 4)
    assert live.service.watching == 0


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/seat/a/events", 403),
        ("/judge/events", 403),
        ("/seat/nobody/events", 404),
        ("/seat/ana-secret-token/events", 404),
        ("/seat/a%00/events", 404),
        ("/events/a", 404),
    ],
)
def test_a_feed_opens_by_a_session_only(live: ServedTable, path: str, status: int) -> None:
    """A seat's letter is no key, and a link alone does not show anything."""
    assert httpx.get(live.address + path).status_code == status


def test_a_feed_shows_nothing_more_when_its_session_has_ended() -> None:
    """Not even what had happened already, but was not sent."""

    async def run() -> None:
        table, is_open = PlayedTable(), True
        events = feed(table, "a", None, NEVER_S, lambda: is_open)
        async with running(table), aclosing(events):
            await anext(events)
            table.set_life("a", 7)
            table.settle()
            is_open = False
            with pytest.raises(StopAsyncIteration):
                await anext(events)

    asyncio.run(run())


def test_a_page_that_does_not_read_finds_a_few_views_and_then_the_newest(
    live: ServedTable,
) -> None:
    """Over a real socket: what it slept through is left out, not queued."""
    changes = 1_000
    with socket.create_connection(("127.0.0.1", live.port)) as page:
        page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        page.sendall(b"GET /events/public HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert page.recv(1)
        for life in range(1, changes + 1):
            live.do(partial(PlayedTable.show, life={"a": life, "b": 0}))
        page.settimeout(60)
        got = b""
        while f'"life":{{"a":{changes},'.encode() not in got:
            got += page.recv(1 << 16)
    assert got.count(b"event: view") < changes / 4


def test_a_feed_ends_whole_when_the_table_does() -> None:
    """The last chunk is sent, so that a browser knows that nothing is missing."""

    async def run() -> list[Message]:
        sent: list[Message] = []

        async def two() -> AsyncGenerator[bytes]:
            yield b"data: 1\n\n"
            yield b"data: 2\n\n"

        async def receive() -> Message:
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Message) -> None:
            sent.append(message)

        await FeedResponse(two())({"type": "http"}, receive, send)
        return sent

    start, *body = asyncio.run(run())
    assert start["type"] == "http.response.start"
    assert [part["body"] for part in body] == [b"data: 1\n\n", b"data: 2\n\n", b""]
    assert [part["more_body"] for part in body] == [True, True, False]


def test_a_page_is_told_once_that_its_seat_is_open_elsewhere(service: PlayedTable) -> None:
    """With the next event after another device has sat down; it goes on being shown."""
    newest = [True, False, False, False]

    async def follow() -> list[str]:
        events = feed(service, "a", None, 0.01, is_newest=lambda: newest.pop(0))
        async with running(service), aclosing(events):
            return [read(await anext(events)).event for _ in range(6)]

    kinds = asyncio.run(follow())
    assert kinds.count("elsewhere") == 1
    assert kinds.index("elsewhere") >= 2
    assert len(newest) == 2
