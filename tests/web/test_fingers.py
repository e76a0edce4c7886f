"""What a page is like under fingers, and a deck that is searched under a mouse as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from chromium import PATIENCE_MS
from duelmat_engine import CardKey
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import CardView, ObligationView
from web.conftest import ServedTable
from web.crowded import crowded_table, show
from web.hands_on import (
    await_script,
    drag_by_finger,
    expect_asked_with,
    in_hand,
    middle,
    rest_finger,
    zone,
)
from web.played_table import PlayedTable, names_of
from web.test_layout import ANA

pytestmark = pytest.mark.browser

PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET: Final = {"viewport": {"width": 1280, "height": 800}, "has_touch": True, "is_mobile": True}
MOUSE: Final = {"viewport": {"width": 1280, "height": 720}}
A_DECK: Final = 40
READABLE_PX: Final = 45
"""Cards of this width have names that are read."""

Sit = Callable[..., Page]


@pytest.fixture
def sit_down(chromium: Browser, live: ServedTable) -> Sit:
    def sit(how: dict[str, Any], path: str = ANA) -> Page:
        context = chromium.new_context(**how, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(live.address + path)
        expect(page.locator(".fan-card").first).to_be_visible()
        return page

    return sit


@pytest.mark.parametrize("how", [PHONE, TABLET], ids=["phone", "tablet"])
def test_fingers_are_shown_no_keys(live: ServedTable, sit_down: Sit, how: dict[str, Any]) -> None:
    """Beside an obligation, an answer or a button a letter would say nothing to them."""

    def ask(table: PlayedTable) -> None:
        show(table, "question")
        obligation = ObligationView("Draw a card.", None, None, MatZone("a.deck"), seat="a")
        table.show(obligations=[obligation])

    live.seat(crowded_table("ocg"))
    live.do(ask)
    page = sit_down(how)
    expect(page.locator("#obligations li button")).to_be_visible()
    assert page.locator("#floor kbd:visible").count() == 0
    page.locator("#open-help").tap()
    page.locator("#help summary").last.tap()
    expect(page.locator("#help kbd").first).to_be_visible()


def test_an_empty_zone_under_a_resting_finger_says_its_name(sit_down: Sit) -> None:
    """Its label is too small there to be read, and is left out."""
    page = sit_down(PHONE)
    place = zone(page, "a.banished")
    assert page.locator(".mat .zone-label:visible").count() == 0
    rest_finger(page, place)
    expect(page.locator("#toast")).to_have_text(place.get_attribute("aria-label") or "?")


DECK: Final = [f"a:{suit}{number}" for suit in "SHDC" for number in range(1, 11)]


def search_the_deck(table: PlayedTable) -> None:
    """A whole deck is looked at."""
    names = names_of("trump_king")
    table.show("a", hand=[CardView(CardKey(key), key[2:], names[key[2:]]) for key in DECK])


@pytest.mark.parametrize("how", [PHONE, MOUSE], ids=["finger", "mouse"])
def test_each_of_a_deck_is_large_enough_to_be_read(
    live: ServedTable, sit_down: Sit, how: dict[str, Any]
) -> None:
    """They lie in a row that is scrolled, the last as large as the first."""
    live.do(search_the_deck)
    page = sit_down(how)
    cards = page.locator(".fan-card[data-key]")
    expect(cards).to_have_count(A_DECK)
    last = cards.last
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert box is not None
    assert box["width"] >= READABLE_PX
    assert 0 <= box["x"] <= how["viewport"]["width"] - box["width"]
    fan = page.locator("#fan").bounding_box()
    assert fan is not None
    assert fan["y"] - 1 <= box["y"] <= fan["y"] + fan["height"] - box["height"] + 1


def test_a_finger_takes_one_of_a_deck(live: ServedTable, sit_down: Sit) -> None:
    """Upwards it takes a card; sideways it would scroll the row."""
    live.do(search_the_deck)
    page = sit_down(PHONE)
    card = in_hand(page, DECK[0])
    drag_by_finger(page, card, zone(page, "a.grave"))
    expect_asked_with(live, "a", card=DECK[0], zone="a.grave")


def test_a_wheel_scrolls_a_deck(live: ServedTable, sit_down: Sit) -> None:
    """One that turns one way only, as most mice have."""
    live.do(search_the_deck)
    page = sit_down(MOUSE)
    page.mouse.move(*middle(page.locator("#fan")))
    page.mouse.wheel(0, 600)
    await_script(page, "() => document.querySelector('#fan').scrollLeft > 100")
