"""Every page by axe, in light and dark, and in every size: nothing serious, nothing sticks out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import Role
from hub.browsers import (
    HALL,
    LAPTOP,
    PHONE,
    TABLET,
    OpenHub,
    People,
    Visitor,
)
from hub.live_hub import LiveHub
from hub.scenes import HOSTILE, NAMES, NOW_MS, Scene, mid_round

pytestmark = [pytest.mark.browser, pytest.mark.long]

AXE = Path(__file__).parents[2] / "host/node_modules/axe-core/axe.min.js"
SEVERE = {"serious", "critical"}
OWN = PlayerId(2)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAGES = {
    "/": None,
    "/hall": None,
    "/pairings": None,
    "/standings": None,
    "/standings/3": None,
    "/standings/999": None,
    "/why/2/1": None,
    "/desk": Role.ORGANISER,
    "/links": Role.ORGANISER,
    "/slips": Role.ORGANISER,
    "/scores": Role.SCOREKEEPER,
    "/correction/1/1": Role.SCOREKEEPER,
    "/floor": Role.HEAD_JUDGE,
    "/floor/table/1": Role.HEAD_JUDGE,
    "/floor/table/3": Role.JUDGE,
    "/floor/table/5": Role.HEAD_JUDGE,
    "/floor/table/6": Role.JUDGE,
    "/floor/table/8": Role.JUDGE,
    "/deck/3": Role.JUDGE,
    "/me": Role.PLAYER,
}
SHEETS = {
    "#penalty-1": "/floor/table/3",
    "#rule": "/floor/table/3",
    "#appeal": "/floor/table/8",
    "#call-judge": "/me",
    "#edit-2": "/desk",
    "[data-sheet=more]": "/floor",
}


def crowded(now_ms: int = NOW_MS) -> Scene:
    """Return a round in which everything goes on at once, among people of all kinds of names."""
    return mid_round((*HOSTILE, *NAMES[:16]), now_ms=now_ms)


@pytest.fixture(scope="module")
def hub(open_hub: OpenHub) -> LiveHub:
    late_ms = time.time_ns() // 1_000_000 - crowded().now_ms
    return open_hub(crowded(NOW_MS + late_ms))


def severe(page: Page) -> list[str]:
    """Return what axe finds serious or critical on a page."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['help']}: {[node['html'][:200] for node in each['nodes'][:3]]}"
        for each in found["violations"]
        if each["impact"] in SEVERE
    ]


def open_page(visitor: Visitor, path: str) -> Page:
    role = PAGES[path]
    if role is not None:
        visitor.enter(role, OWN if role is Role.PLAYER else NO_PLAYER).close()
    return visitor.visit(path)


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious_and_nothing_sticks_out(
    people: People, hub: LiveHub, path: str
) -> None:
    page = open_page(people(hub, bypass_csp=True), path)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        assert severe(page) == [], theme
    for size in (PHONE, TABLET, LAPTOP, HALL):
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a TypedDict
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size


@pytest.mark.parametrize("opener", SHEETS)
def test_axe_finds_nothing_serious_in_sheets(people: People, hub: LiveHub, opener: str) -> None:
    page = open_page(people(hub, size=PHONE, bypass_csp=True), SHEETS[opener])
    page.locator(opener).click()
    page.locator("#sheet").wait_for(state="visible")
    assert severe(page) == []
