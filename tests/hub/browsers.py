"""Real browsers at a real hub: people who open pages by their links."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, ViewportSize, expect

from chromium import PATIENCE_MS
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import Role
from hub.live_hub import LiveHub

PHONE: ViewportSize = {"width": 360, "height": 740}
TABLET: ViewportSize = {"width": 820, "height": 1180}
LAPTOP: ViewportSize = {"width": 1440, "height": 900}
HALL: ViewportSize = {"width": 1920, "height": 1080}


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
        page.wait_for_url(lambda url: "/in/" not in url)
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


def arrived(page: Page, path: str) -> None:
    """Wait until a page has led to another one, and that one's scripts listen."""
    expect(page).to_have_url(re.compile(f"{re.escape(path)}$"))
    page.wait_for_load_state()


def impatient(page: Page, path: str) -> None:
    """Let a page say after one second of silence that it is out of date."""

    def answer(route: Route) -> None:
        found = route.fetch()
        body = re.sub(r'data-patience-ms="\d+"', 'data-patience-ms="1000"', found.text())
        route.fulfill(response=found, body=body)

    page.route(re.compile(f"^http://[^/]+{path}$"), answer)


def done(page: Page) -> None:
    """Wait until a page says that what was asked for is done."""
    expect(page.locator("#toast")).to_be_visible()


OpenHub = Callable[..., LiveHub]
People = Callable[..., Visitor]
