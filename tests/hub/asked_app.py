"""A hub's app that is asked without a server: people with cookies, and an event to ask about."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from starlette.types import ASGIApp, Message

from duelmat_hub.clocks import steady_ms
from duelmat_hub.running import Running, running
from duelmat_hub.store import Store, open_file
from duelmat_serving.feed_response import BEAT_S
from duelmat_tournament.names import NO_PLAYER, NO_TABLE, PlayerId, TableNumber
from duelmat_tournament.roles import PROGRAMS, Role
from hub.asking import round_one

HOST = "http://127.0.0.1"


class Asker:
    """Browsers, one for each role and one without any link."""

    def __init__(self, started: Running, app: ASGIApp) -> None:
        self.started = started
        self.app = app
        self.browsers: dict[Role | None, httpx.AsyncClient] = {}

    def new_browser(self) -> httpx.AsyncClient:
        return _browser(self.app)

    @staticmethod
    def browser_of(process: Running) -> httpx.AsyncClient:
        """Return a browser at another process of the same event."""
        return _browser(process.make_app(hosts=("127.0.0.1",)))

    async def enter(self, role: Role, player: PlayerId = NO_PLAYER) -> httpx.AsyncClient:
        """Return a browser that has used a link of this role; of a program the program."""
        table = TableNumber(1) if role is Role.TABLE else NO_TABLE
        secret = await self.started.people.make_link(
            role, f"{role.value} {player}", player, table=table
        )
        browser = self.new_browser()
        if role in PROGRAMS:
            browser.headers["authorization"] = f"Bearer {secret}"
            return browser
        answer = await follow(browser, f"/in/{secret}")
        assert answer.status_code == 303, answer.text
        return browser


async def follow(browser: httpx.AsyncClient, link: str) -> httpx.Response:
    """Return the answer to a link, asked for once more as a browser does."""
    first = await browser.get(link)
    return await browser.get(f"{link}?again") if "?again" in first.text else first


async def feed_of(asker: Asker, role: Role | None, path: str) -> AsyncGenerator[bytes]:
    """Yield the pieces of a feed as this role's browser is sent them."""
    request = asker.browsers[role].build_request("GET", path)
    pieces: asyncio.Queue[bytes] = asyncio.Queue()

    async def receive() -> Message:
        return await asyncio.Future()  # the browser stays

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            pieces.put_nowait(message["body"])

    headers = [(name.lower(), value) for name, value in request.headers.raw]
    url = {"path": request.url.path, "query_string": request.url.query, "scheme": "http"}
    scope = {"type": "http", "method": "GET", "headers": headers, **url}
    answering = asyncio.ensure_future(asker.app(scope, receive, send))
    try:
        while True:
            yield await pieces.get()
    finally:
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)


def _browser(app: ASGIApp) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=HOST)


@asynccontextmanager
async def asked(
    place: Path | Store,
    players: int = 8,
    beat_s: float = BEAT_S,
    wall_ms: Callable[[], int] | None = None,
    clock_ms: Callable[[], int] = steady_ms,
) -> AsyncIterator[Asker]:
    """Yield an event in its first round, with a browser in every role.

    place: the folder of a new store, or an empty one.
    """
    store = open_file(place) if isinstance(place, Path) else place
    async with running(store, beat_s=beat_s, wall_ms=wall_ms, clock_ms=clock_ms) as started:
        await round_one(started.hub, players)
        asker = Asker(started, started.make_app(hosts=("127.0.0.1",)))
        asker.browsers[None] = asker.new_browser()
        for role in Role:
            player = PlayerId(1) if role is Role.PLAYER else NO_PLAYER
            asker.browsers[role] = await asker.enter(role, player)
        try:
            yield asker
        finally:
            for browser in asker.browsers.values():
                await browser.aclose()
    store.close()
