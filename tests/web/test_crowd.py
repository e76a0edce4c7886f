"""One person cannot shut others out, at a table and at an event's hub: by real connections."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from duelmat_host.web import make_app
from duelmat_serving.admission import OF_SESSION, Bounds
from duelmat_serving.certificate import own_certificate
from duelmat_serving.connections import Limits
from duelmat_tournament.roles import Role
from hub.asked_app import asked
from web.client import Client
from web.played_table import LINKS, PlayedTable
from web.served import PATIENCE_S, served

BOUNDS = Bounds(24)
FLOOD = 60
"""Feeds of one spectator, more than twice as many as there may be connections."""
BEAT_S = 0.05

Feeds = dict[str, tuple[str, str]]
"""Feeds of people whom a link let in: the path and the cookie of each."""
Serves = Callable[[Path], AbstractAsyncContextManager[tuple[ASGIApp, str, Feeds]]]


@asynccontextmanager
async def table(_: Path) -> AsyncIterator[tuple[ASGIApp, str, Feeds]]:
    """Yield the pages of a table, the feed for everybody, and the feeds of its people."""
    app = make_app(PlayedTable(), beat_s=BEAT_S)
    browser = await asyncio.to_thread(lambda: Client(app).enter(*LINKS))
    found: Feeds = {}
    for cookie in browser.cookies.jar:
        who = cookie.name.rpartition("-")[2]
        if who != "enroll":
            found[who] = (f"{cookie.path}/events", f"{cookie.name}={cookie.value}")
    yield app, "/events/public", found


@asynccontextmanager
async def hub(folder: Path) -> AsyncIterator[tuple[ASGIApp, str, Feeds]]:
    """Yield the same of an event's hub."""
    feeds = {Role.ORGANISER: "desk", Role.JUDGE: "floor", Role.PLAYER: "me"}
    async with asked(folder, beat_s=BEAT_S) as asker:
        found: Feeds = {}
        for role, name in feeds.items():
            (cookie,) = [
                each for each in asker.browsers[role].cookies.jar if role.value in each.name
            ]
            found[role.value] = (f"/feed/{name}", f"{cookie.name}={cookie.value}")
        yield asker.app, "/feed/public", found


SERVED = pytest.mark.parametrize("serves", [table, hub])


@SERVED
def test_feeds_of_one_spectator_leave_everybody_else_served(
    tmp_path: Path, serves: Serves
) -> None:
    """People come in by their links and stay, and another spectator finds room as well."""

    async def story() -> None:
        async with serves(tmp_path) as (app, public, people), served(app, bounds=BOUNDS) as hall:
            asked_for = [await hall.ask(public) for _ in range(FLOOD)]
            assert asked_for.count(200) == BOUNDS.of_address
            inside = {}
            for who, (path, cookie) in people.items():
                inside[who] = await hall.line()
                assert await inside[who].ask(path, cookie) == 200, who
            assert await hall.ask(public, address="127.0.0.2") == 200
            for _ in range(FLOOD):
                await hall.ask(public, address="127.0.0.3")
            for who, line in inside.items():
                for _ in range(3):
                    assert await line.hears(), who

    asyncio.run(story())


@SERVED
def test_feeds_of_one_person_leave_others_served(tmp_path: Path, serves: Serves) -> None:
    """Their own older ones end; whoever is known by another link comes in."""

    async def story() -> None:
        async with serves(tmp_path) as (app, _, people), served(app, bounds=BOUNDS) as hall:
            (greedy, first), *others = people.items()
            for _ in range(FLOOD):
                assert await hall.ask(*first) == 200, greedy
            flood = list(hall.lines)
            for who, feed in others:
                assert await hall.ask(*feed) == 200, who
            for line in flood[:-OF_SESSION]:
                await line.end()
            for line in flood[-OF_SESSION:]:
                for _ in range(5):
                    assert await line.hears(), greedy

    asyncio.run(story())


def test_silent_handshakes_keep_nobody_out(tmp_path: Path) -> None:
    """However long each may last: whoever comes takes the place of the one that waits longest."""
    certificate = own_certificate(tmp_path, ["127.0.0.1"])
    trusting = ssl.create_default_context(cafile=certificate.path)

    async def story() -> None:
        app = make_app(PlayedTable(), beat_s=BEAT_S)
        how = {
            "certificate": certificate,
            "bounds": BOUNDS,
            "limits": Limits(handshake_s=PATIENCE_S),
        }
        async with served(app, **how) as hall:
            spectator = await hall.line(context=trusting)
            assert await spectator.ask("/events/public") == 200
            silent = [await hall.line() for _ in range(FLOOD)]
            assert await (await hall.line(context=trusting)).ask("/") == 200
            for line in silent[: -BOUNDS.handshakes]:
                assert not await line.end()
            for _ in range(5):
                assert await spectator.hears()

    asyncio.run(story())


@pytest.mark.parametrize(
    "begin", [b"", b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\n"], ids=["silent", "half", "http"]
)
def test_a_handshake_that_does_not_end_is_ended(tmp_path: Path, begin: bytes) -> None:
    async def story() -> None:
        app = make_app(PlayedTable())
        certificate = own_certificate(tmp_path, ["127.0.0.1"])
        async with served(app, certificate=certificate, limits=Limits(handshake_s=0.1)) as hall:
            line = await hall.line()
            line.send(begin)
            await line.end()

    asyncio.run(story())


def test_what_follows_a_handshake_immediately_is_heard(tmp_path: Path) -> None:
    """A request that comes with the last part of the handshake is answered."""
    certificate = own_certificate(tmp_path, ["127.0.0.1"])
    trusting = ssl.create_default_context(cafile=certificate.path)

    async def story() -> None:
        async with served(make_app(PlayedTable()), certificate=certificate) as hall:
            line = await hall.line()
            sent, got = ssl.MemoryBIO(), ssl.MemoryBIO()
            session = trusting.wrap_bio(got, sent, server_hostname="127.0.0.1")
            while True:
                try:
                    session.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    line.send(sent.read())
                    got.write(await line.reader.read(65_536))
            session.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            line.send(sent.read())
            while True:
                got.write(await line.reader.read(65_536))
                try:
                    assert session.read(12) == b"HTTP/1.1 200"
                    break
                except ssl.SSLWantReadError:
                    continue

    asyncio.run(story())


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system has no such bound")
def test_who_takes_nothing_of_an_answer_is_given_up() -> None:
    """It would hold its connection for ever, whatever time requests and idle ones have."""
    gone = asyncio.Event()

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "http.request"
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body", "body": bytes(2**24), "more_body": True})
        assert (await receive())["type"] == "http.disconnect"
        gone.set()

    async def story() -> None:
        async with served(app, limits=Limits(untaken_s=0.1)) as hall:
            line = await hall.line()
            assert isinstance(line.writer.transport, asyncio.Transport)
            line.writer.transport.pause_reading()
            line.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            async with asyncio.timeout(PATIENCE_S):
                await gone.wait()

    asyncio.run(story())


CHUNK = b"10000\r\n" + bytes(65_536) + b"\r\n"
CHUNKED = b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
LENGTH = b"Content-Type: application/json\r\nContent-Length: 9000000000\r\n\r\n"


@SERVED
def test_a_body_without_end_is_cut_off(tmp_path: Path, serves: Serves) -> None:
    """Whatever its framing, who sends it and whether the address takes one: 413 where it would be
    read, and the connection is closed.
    """

    async def story() -> None:
        async with serves(tmp_path) as (app, public, people), served(app) as hall:
            judge, cookie = people["judge"]
            command = "/judge/ruling" if judge == "/judge/events" else "/do/give-penalty"
            known = f"Cookie: {cookie}\r\n".encode()
            for asked_for, status in (
                (b"POST %s HTTP/1.1\r\n" % command.encode() + known, 413),
                (b"POST %s HTTP/1.1\r\n" % command.encode(), 403),
                (b"POST /nowhere HTTP/1.1\r\n", 404),
                (b"GET / HTTP/1.1\r\n", 413),
                (b"GET %s HTTP/1.1\r\n" % public.encode(), 413),
            ):
                for framing in (CHUNKED, LENGTH):
                    line = await hall.line()
                    line.send(asked_for + b"Host: 127.0.0.1\r\n" + framing)
                    line.send(CHUNK + CHUNK)
                    assert await line.status() == status, asked_for
                    taken = await line.push(CHUNK, 200)  # 13 MB, where 10 s let gigabytes pass
                    assert taken < 200, asked_for

    asyncio.run(story())
