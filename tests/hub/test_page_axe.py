"""Every page by axe, in light and dark, and in every size: nothing found, nothing cut off."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page

from axe import violations
from duelmat_tournament import commands, joining
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import Role
from hub.browsers import PHONE, OpenHub, People, Visitor
from hub.live_hub import LiveHub
from hub.scenes import HOSTILE, NAMES, NOW_MS, Scene, in_cut, mid_round, started
from layout import SIZES, faults_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

OWN = PlayerId(2)
SIDEWAYS = ".wide, .filters, .bracket, .slips-page main, .hall-page main"
"""What may be wider than a small window: tables, filters, paper, the list of the hall."""
PAGES = {
    "/": None,
    "/hall": None,
    "/pairings": None,
    "/standings": None,
    "/standings/3": None,
    "/standings/999": None,
    "/why/2/1": None,
    "/watch/1": None,
    "/overlay/1": None,
    "/stage": None,
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
    "/decks/1": Role.JUDGE,
    "/me": Role.PLAYER,
}
CODE = "0123456789ab"
BEFORE_PUBLISHING = {
    f"/join/{CODE}": None,
    "/set-pair": Role.ORGANISER,
    "/set-pair?player=1&other=2": Role.ORGANISER,
}
IN_CUT = {"/": None, "/hall": None}
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


@pytest.fixture(scope="module")
def paired_hub(open_hub: OpenHub) -> LiveHub:
    """An event whose second pairing is not published yet, which still lets players join."""
    scene = started(HOSTILE, "trump-king")
    scene.ask(commands.PairRound())
    scene.ask(joining.SetJoinCode(CODE))
    return open_hub(scene)


@pytest.fixture(scope="module")
def cut_hub(open_hub: OpenHub) -> LiveHub:
    return open_hub(in_cut(HOSTILE))


def open_page(visitor: Visitor, path: str, role: Role | None) -> Page:
    if role is not None:
        visitor.enter(role, OWN if role is Role.PLAYER else NO_PLAYER).close()
    return visitor.visit(path)


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_and_nothing_sticks_out(people: People, hub: LiveHub, path: str) -> None:
    find_nothing(open_page(people(hub, bypass_csp=True), path, PAGES[path]))


@pytest.mark.parametrize("path", BEFORE_PUBLISHING)
def test_axe_finds_nothing_before_a_pairing_is_published(
    people: People, paired_hub: LiveHub, path: str
) -> None:
    find_nothing(open_page(people(paired_hub, bypass_csp=True), path, BEFORE_PUBLISHING[path]))


@pytest.mark.parametrize("path", IN_CUT)
def test_axe_finds_nothing_in_the_cut(people: People, cut_hub: LiveHub, path: str) -> None:
    """Every page of the hall's screen in turn, the bracket too."""
    page = open_page(people(cut_hub, bypass_csp=True), path, IN_CUT[path])
    for _ in range(page.locator(".leaf").count()):
        find_nothing(page)
        page.keyboard.press("ArrowRight")
    find_nothing(page)


def find_nothing(page: Page) -> None:
    assert violations(page) == []
    faults = {}
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        faults[name] = faults_of(page, sideways=SIDEWAYS)
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("opener", SHEETS)
def test_axe_finds_nothing_in_sheets(people: People, hub: LiveHub, opener: str) -> None:
    page = open_page(
        people(hub, size=PHONE, bypass_csp=True), SHEETS[opener], PAGES[SHEETS[opener]]
    )
    page.locator(opener).click()
    page.locator("#sheet").wait_for(state="visible")
    assert violations(page) == []
