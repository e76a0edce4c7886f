"""A fake table behind the real pages: in the process, and on a free port with real browsers."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chromium import PATIENCE_MS, SharedBrowser, shared_chromium
from duelmat_host.web import make_app, serve
from web.client import Client
from web.fake_service import LINKS, FakeService
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


class LiveTable:
    """The app on a free loopback port, in a loop and thread of its own."""

    def __init__(self, service: FakeService) -> None:
        self.service = service
        self.recorder = Recorder(make_app(service, beat_s=BEAT_S))
        self.port = 0

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)

        async def run() -> None:
            serving = asyncio.create_task(self._server.serve())
            while not self._server.started:  # noqa: ASYNC110 - uvicorn tells it no other way
                await asyncio.sleep(0.01)
            self._up.set()
            await serving

        self._loop.run_until_complete(run())
        self._loop.close()

    def start(self) -> None:
        """On a free port; after a stop, on the same one again."""
        self._loop = asyncio.new_event_loop()
        self._server = serve(self.recorder, self.port)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._up = threading.Event()
        self._thread.start()
        assert self._up.wait(60), "the server did not come up within 60 s"
        self.port = self._server.servers[0].sockets[0].getsockname()[1]

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(60)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def do(self, change: Any) -> Any:
        """Runs change(service) in the server's loop, and shows what changed."""

        async def run() -> Any:
            result = change(self.service)
            self.service.changed()
            return result

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(60)


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest.fixture
def client(service: FakeService) -> Client:
    """A browser that has used every link of the table."""
    return Client(make_app(service)).enter(*LINKS)


@pytest.fixture
def stranger(service: FakeService) -> Client:
    """A browser that has used none."""
    return Client(make_app(service))


@pytest.fixture
def live(service: FakeService) -> Iterator[LiveTable]:
    table = LiveTable(service)
    table.start()
    yield table
    table.stop()


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
