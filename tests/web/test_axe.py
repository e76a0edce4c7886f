"""Every page of a table by axe, in light and dark: nothing of any impact."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from axe import violations
from chromium import PATIENCE_MS
from web.conftest import LAPTOP, ServedTable
from web.crowded import STATES, crowded_table, show
from web.played_table import PlayedTable
from web.test_side_deck import side

pytestmark = pytest.mark.browser

ANA, JUDGE = "/seat/ana-secret-token", "/judge/judge-secret-token"
ENROLL, TABLE, NOWHERE = "/enroll/enroll-secret-token", "/", "/judge/no-such-link"
PHONE: Final = {"width": 390, "height": 844}
OFTEN: Final = ("question", ANA)
"""The state and page that are looked at with the quick tests."""

Look = Callable[..., Page]


@pytest.fixture
def look(live: ServedTable, chromium: Browser) -> Iterator[Look]:
    """Opens a page of the table in which axe may run."""
    contexts = []

    def open_(path: str, **how: Any) -> Page:
        context = chromium.new_context(bypass_csp=True, reduced_motion="reduce", **how)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto(live.address + path)
        return page

    yield open_
    for context in contexts:
        context.close()


@pytest.mark.parametrize(
    ("state", "path", "tag"),
    [
        pytest.param(state, path, tag, marks=() if (state, path) == OFTEN else pytest.mark.long)
        for state in STATES
        for path in (ANA, TABLE, JUDGE)
        for tag in ("en", "ja")
    ],
)
def test_axe_finds_nothing_whatever_is_asked(
    live: ServedTable, look: Look, state: str, path: str, tag: str
) -> None:
    """At the fullest, where the most is said; the game with the most phases."""
    live.seat(crowded_table("trigamon"))
    live.do(lambda table: show(table, state))
    page = look(path, viewport=LAPTOP, locale=tag)
    expect(page.locator("html")).to_have_attribute("lang", tag)
    expect(page.locator("#log")).to_contain_text(f"Now: {state}.")
    assert violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize("is_done", [False, True])
def test_axe_finds_nothing_in_side_decking(
    live: ServedTable, look: Look, *, is_done: bool
) -> None:
    live.do(lambda table: table.show("a", side=side(0, is_done=is_done)))
    page = look(ANA, viewport=LAPTOP)
    expect(page.locator("#side-deck")).to_be_visible()
    assert violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize("path", [ANA, TABLE, JUDGE, ENROLL, NOWHERE])
def test_axe_finds_nothing_on_a_phone(live: ServedTable, look: Look, path: str) -> None:
    """With little on the table, too, and where nothing lies."""
    page = look(path, viewport=PHONE)
    expect(page.locator("main")).to_be_visible()
    assert violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("opener", "opened"),
    [
        ("m", "#menu"),
        ("?", "#help"),
        ("i", "#inspector"),
        ("b", "#pile"),
    ],
)
def test_axe_finds_nothing_in_what_a_seat_may_open(look: Look, opener: str, opened: str) -> None:
    page = look(ANA, viewport=LAPTOP)
    expect(page.locator(".fan-card")).to_have_count(6)
    page.locator('[data-zone="a.grave"]' if opener == "b" else ".fan-card >> nth=0").focus()
    page.keyboard.press(opener)
    expect(page.locator(opened)).to_be_visible()
    assert violations(page) == []


@pytest.mark.long
def test_axe_finds_nothing_on_a_curtain(live: ServedTable, look: Look) -> None:
    live.seat(PlayedTable(one_screen=True))
    page = look(ANA, viewport=LAPTOP)
    expect(page.get_by_role("dialog")).to_contain_text("Hand the screen to Ana")
    assert violations(page) == []
