"""Side decking on a player's own page: what goes out, what comes in, and that it is finished."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from duelmat_host.showing.view_types import SideCardView, SideView
from web.conftest import ServedTable
from web.test_browser import ana, open_page

__all__ = ["ana", "open_page"]

pytestmark = pytest.mark.browser
NAMES = ("Cinder Hare", "Cinder Hare", "Gale Otter", "Night Well", "Iron Reed")


def side(*exchanged: int, is_done: bool = False) -> SideView:
    """Three cards of the main deck, two of the side deck, and some of them exchanged."""
    cards = [
        SideCardView(place, name, place > 2, place in exchanged)
        for place, name in enumerate(NAMES)
    ]
    return SideView(cards, is_done)


def test_cards_are_exchanged_on_the_own_page(ana: Page, live: ServedTable) -> None:
    """Each touch is sent whole; finished is offered for as many cards out as in."""
    live.do(lambda table: table.show("a", side=side(0)))
    deck = ana.locator("#side-deck")
    expect(deck.get_by_role("status")).to_have_text("1 out, 0 in. Nobody else is told.")
    expect(deck.get_by_role("button", name="Finished")).to_be_disabled()
    with ana.expect_request("**/command") as asked:
        deck.get_by_role("button", name="Night Well").click()
    assert asked.value.post_data_json == {"do": "side", "out": [0], "into": [3], "done": False}
    live.do(lambda table: table.show("a", side=side(0, 3)))
    with ana.expect_request("**/command") as asked:
        deck.get_by_role("button", name="Finished").click()
    assert asked.value.post_data_json == {"do": "side", "out": [0], "into": [3], "done": True}
    live.do(lambda table: table.show("a", side=side(0, 3, is_done=True)))
    expect(deck.get_by_role("button", name="Iron Reed")).to_be_disabled()
    expect(deck.get_by_role("button", name="Change it again")).to_be_enabled()
    live.do(lambda table: table.show("a", side=None))
    expect(deck).to_be_hidden()
