"""A drag moves the card that it begins at, whatever the page was doing, or says why not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from duelmat_engine import CardKey
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import ObligationView
from web.conftest import ServedTable
from web.hands_on import drag, expect_asked_with, in_hand, zone
from web.test_browser import ana, asked_nothing, open_page

__all__ = ["ana", "open_page"]

pytestmark = pytest.mark.browser

SELECT_ALL = "getSelection().selectAllChildren(document.body)"


def test_a_drag_depends_on_no_selection_and_no_card_taken_before(
    ana: Page, live: ServedTable
) -> None:
    """Selected words are not dragged in its place, and a card picked up before stays behind."""
    ana.evaluate(SELECT_ALL)
    in_hand(ana, "a:C4").click()
    drag(ana, in_hand(ana, "a:H7"), zone(ana, "a.m3"))
    expect_asked_with(live, "a", do="place", card="a:H7", zone="a.m3")
    expect(in_hand(ana, "a:C4")).to_be_visible()


def test_a_drag_that_moves_nothing_says_why(ana: Page, live: ServedTable) -> None:
    """Where no card begins it, where none is laid, and where the pointer got lost."""
    said = ana.locator(".toast")
    drag(ana, zone(ana, "a.m5"), zone(ana, "a.m3"))
    expect(said).to_contain_text("No card lies there that you could drag.")
    drag(ana, in_hand(ana, "a:S9"), ana.locator("#log"))
    expect(said).to_contain_text("No card is laid there: it stays where it was.")
    assert asked_nothing(live)
    drag(ana, zone(ana, "a.deck"), zone(ana, "a.m3"))
    expect(said).to_contain_text("There is nothing to do with your deck now.")


def test_a_drag_off_a_pile_takes_the_card_that_is_to_be_laid(ana: Page, live: ServedTable) -> None:
    """Wherever in the pile it lies; the top one where none is asked for."""
    to, key = MatZone("a.m3"), CardKey("a:D6")
    obligation = ObligationView("Ana: lay the 6 of diamonds.", None, to, to, card=key)
    pile = ana.locator('[data-stack="a.grave"]')
    live.do(lambda table: table.show("a", obligations=[obligation]))
    expect(ana.locator("#obligations li")).to_have_count(1)
    drag(ana, pile, zone(ana, "a.m3"))
    expect_asked_with(live, "a", do="fetch", card=key, zone=to)
