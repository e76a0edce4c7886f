"""Real browsers at a real hub: people who open pages by their links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import Role
from hub.live_hub import LiveHub
from hub.scenes import Scene

CHROMIUM = Path("/usr/bin/chromium")
CHROMIUM_ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]
PATIENCE_MS = 60_000
"""How long to wait for anything; a busy machine is slow."""
PHONE = {"width": 360, "height": 740}
TABLET = {"width": 820, "height": 1180}
LAPTOP = {"width": 1440, "height": 900}
HALL = {"width": 1920, "height": 1080}

Opening = Callable[..., LiveHub]
Visiting = Callable[..., Page]


@pytest.fixture(scope="module", name="chromium")
def _chromium() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.fail(f"expected a browser at {CHROMIUM}: apt-get install chromium", pytrace=False)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module", name="opened")
def _opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opening]:
    """Opens a hub with the event of a scene."""
    hubs: list[LiveHub] = []

    def open_(scene: Scene) -> LiveHub:
        hub = LiveHub(tmp_path_factory.mktemp("hub"), scene)
        hub.start()
        hubs.append(hub)
        return hub

    yield open_
    for hub in hubs:
        hub.stop()


class Visitor:
    """One person's browser, whose pages may not complain."""

    def __init__(self, hub: LiveHub, context: BrowserContext) -> None:
        self.hub = hub
        self.context = context
        self.complaints: list[str] = []

    def enter(self, role: Role, player: PlayerId = NO_PLAYER, name: str = "") -> Page:
        """Return the page to which a new link of this role leads."""
        page = self.new_page()
        page.goto(self.hub.link(role, player, name))
        return page

    def visit(self, path: str) -> Page:
        page = self.new_page()
        page.goto(f"{self.hub.address}{path}")
        return page

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, message: Any) -> None:
        is_away = "ERR_CONNECTION" in message.text or "Failed to load resource" in message.text
        if message.type == "error" and not is_away:
            self.complaints.append(message.text)


@pytest.fixture(name="people")
def _people(chromium: Browser) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors of a hub, each with a browser of their own."""
    visitors: list[Visitor] = []

    def make(hub: LiveHub, size: dict[str, int] = LAPTOP, **how: Any) -> Visitor:
        visitor = Visitor(hub, chromium.new_context(viewport=size, **how))  # type: ignore[arg-type]  # a TypedDict
        visitors.append(visitor)
        return visitor

    yield make
    for visitor in visitors:
        visitor.context.close()
    complaints = [each for visitor in visitors for each in visitor.complaints]
    assert not complaints, complaints
