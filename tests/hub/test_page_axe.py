"""Every page by axe, in light and dark: no serious or critical finding, and nothing sticks out."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from duelmat_tournament.names import PlayerId
from duelmat_tournament.roles import Role
from hub.browsers import (
    HALL,
    LAPTOP,
    PHONE,
    TABLET,
    Opening,
    Visitor,
    _chromium,  # noqa: F401 - fixtures
    _opened,  # noqa: F401
    _people,  # noqa: F401
)
from hub.live_hub import LiveHub
from hub.scenes import HOSTILE, NAMES, mid_round

pytestmark = [pytest.mark.browser, pytest.mark.long]

AXE = Path(__file__).parents[2] / "host/node_modules/axe-core/axe.min.js"
SEVERE = {"serious", "critical"}
PAGES = {
    "/": None,
    "/hall": None,
    "/pairings": None,
    "/standings": None,
    "/standings/3": None,
    "/why/2/1": None,
    "/standings/999": None,
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


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@pytest.fixture(scope="module")
def hub(opened: Opening) -> LiveHub:
    """A round in which everything goes on at once, among people of all kinds of names."""
    scene = mid_round((*HOSTILE, *NAMES[:16]))
    return opened(
        mid_round((*HOSTILE, *NAMES[:16]), now_ms=now_ms() - scene.now_ms + 1_790_000_000_000)
    )


def severe(page: Page) -> list[str]:
    """Return what axe finds serious or critical on a page."""
    page.add_script_tag(path=AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['help']}: {[node['html'][:200] for node in each['nodes'][:3]]}"
        for each in found["violations"]
        if each["impact"] in SEVERE
    ]


def open_page(visitor: Visitor, path: str, hub: LiveHub) -> Page:
    role = PAGES.get(path)
    if role is not None:
        visitor.enter(role, PlayerId(2) if role is Role.PLAYER else PlayerId(0)).close()
    return visitor.visit(path)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious(
    people: Callable[..., Visitor], hub: LiveHub, path: str, theme: str
) -> None:
    visitor = people(hub, color_scheme=theme, bypass_csp=True)
    page = open_page(visitor, path, hub)
    page.wait_for_timeout(100)
    assert severe(page) == []


@pytest.mark.parametrize("sheet", ["penalty-1", "rule", "other-result", "hand-in", "edit-2"])
def test_axe_finds_nothing_serious_in_sheets(
    people: Callable[..., Visitor], hub: LiveHub, sheet: str
) -> None:
    where = {
        "penalty-1": "/floor/table/3",
        "rule": "/floor/table/3",
        "other-result": "/me",
        "hand-in": "/me",
        "edit-2": "/desk",
    }[sheet]
    visitor = people(hub, size=PHONE, bypass_csp=True)
    page = open_page(visitor, where, hub)
    opener = page.locator(f"#{sheet}")
    if opener.count():
        opener.click()
        assert severe(page) == []


@pytest.mark.parametrize(
    "size", [PHONE, TABLET, LAPTOP, HALL], ids=lambda size: f"{size['width']}"
)
@pytest.mark.parametrize("path", PAGES)
def test_nothing_sticks_out_of_a_page(
    people: Callable[..., Visitor], hub: LiveHub, path: str, size: dict[str, int]
) -> None:
    page = open_page(people(hub, size=size), path, hub)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
