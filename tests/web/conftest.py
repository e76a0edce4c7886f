"""Tables and their pages: in the process, and on a free port with real browsers."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chromium import PATIENCE_MS, SharedBrowser, shared_chromium
from duelmat_host.web import make_app, serve
from web.client import Client
from web.played_table import LINKS, PlayedTable
from web.wire_tap import LOOPBACK, WireTap

BEAT_S = 0.2
LAPTOP: ViewportSize = {"width": 1366, "height": 768}


class Recorder:
    """Keeps every byte of every answer, by the browser that asked (header x-browser)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.sent: dict[str, bytearray] = defaultdict(bytearray)
        self.faces: dict[str, bytearray] = defaultdict(bytearray)
        """The faces of the game's cards apart: they name every card, to everybody."""
        self.paths: dict[str, list[str]] = defaultdict(list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", []))
        browser = headers.get(b"x-browser", b"unnamed").decode()
        path = scope.get("path", "")
        self.paths[browser].append(path)
        sent = self.faces if path == "/cards" else self.sent

        async def record(message: Message) -> None:
            for _, value in message.get("headers", []):
                sent[browser] += value
            sent[browser] += message.get("body", b"")
            await send(message)

        await self.app(scope, receive, record)


class PageServer:
    """Whatever app it is given, on a free loopback port, in a loop and thread of its own."""

    def __init__(self) -> None:
        self.app: ASGIApp = _nothing
        self.port = 0
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Return what this gives in the loop of the server."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def start(self) -> None:
        """On a free port; after a stop, on the same one again."""
        self._server = serve(self._serve, self.port)

        async def up() -> None:
            self._serving = asyncio.create_task(self._server.serve())
            await self._server.listening.wait()

        self.run(up())
        self.port = self._server.servers[0].sockets[0].getsockname()[1]

    def stop(self) -> None:
        async def down() -> None:
            self._server.should_exit = True
            await self._serving

        self.run(down())

    def close(self) -> None:
        self.stop()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(60)
        self.loop.close()


async def _nothing(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise AssertionError("no table is served")


class ServedTable:
    """A table that runs, its pages served."""

    def __init__(self, server: PageServer) -> None:
        self.server = server
        self._running: asyncio.Task[None] | None = None

    def seat(self, service: PlayedTable) -> PlayedTable:
        """Serve this table from now on."""
        self.leave()
        self.service = service
        self.recorder = Recorder(make_app(service, beat_s=BEAT_S))
        self.server.app = self.recorder

        async def begin() -> None:
            self._running = asyncio.create_task(service.run())

        self.server.run(begin())
        return service

    def leave(self) -> None:
        """End the table, and the feeds of its pages."""
        running, self._running = self._running, None
        if running is None:
            return
        self.server.app = _nothing

        async def end() -> None:
            self.service.stop()
            await running

        self.server.run(end())

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def do(self, change: Callable[[PlayedTable], Any]) -> Any:
        """Run change(service) in the server's loop, and show what changed."""

        async def run() -> Any:
            result = change(self.service)
            self.service.settle()
            return result

        return self.server.run(run())


@pytest.fixture
def service() -> PlayedTable:
    return PlayedTable()


@pytest.fixture
def client(service: PlayedTable) -> Client:
    """A browser that has used every link of the table."""
    return Client(make_app(service)).enter(*LINKS)


@pytest.fixture
def stranger(service: PlayedTable) -> Client:
    """A browser that has used none."""
    return Client(make_app(service))


@pytest.fixture(scope="session")
def page_server() -> Iterator[PageServer]:
    """One server for the whole run."""
    server = PageServer()
    server.start()
    yield server
    server.close()


@pytest.fixture
def live(service: PlayedTable, page_server: PageServer) -> Iterator[ServedTable]:
    table = ServedTable(page_server)
    table.seat(service)
    yield table
    table.leave()


@pytest.fixture(scope="session", name="shared")
def _shared() -> Iterator[SharedBrowser]:
    """One browser for the whole run; each test opens contexts of its own in it."""
    with shared_chromium() as shared:
        yield shared


@pytest.fixture
def chromium(shared: SharedBrowser) -> Iterator[Browser]:
    with shared.driven() as browser:
        yield browser


@pytest.fixture
def sit(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page in a browser of its own and lifts the curtain; no page may complain."""
    contexts, complaints = [], []

    def open_(tap: WireTap, path: str, **how: Any) -> Page:
        context = chromium.new_context(**{"viewport": LAPTOP, **how})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"http://{LOOPBACK}:{tap.port}{path}")
        if page.locator("#curtain").count():
            page.locator("#lift").click()
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []
