"""What hands still have to do, the button that does it at one press, and the one that undoes."""

from __future__ import annotations

import re

import pytest
from msgspec import convert, structs
from playwright.sync_api import Page, expect

from duelmat_engine import Seat
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import (
    DecisionView,
    EventLineView,
    EventView,
    ObligationView,
)
from duelmat_host.table.commands import TakeBack
from examples import quick_first
from web.conftest import LiveTable
from web.hands_on import expect_asked, expect_asked_with
from web.played_table import question
from web.test_browser import ana, open_page

__all__ = ["ana", "open_page"]

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("duty", "wanted"),
    quick_first(
        [
            (
                {"from": "a.m4", "to": "a.m4", "zone": "a.m4", "lies": {"face": "up", "turn": 90}},
                {"do": "place", "from": "a.m4", "zone": "a.m4", "face": "up", "turn": 90},
            ),
            (
                {"from": None, "to": "a.grave", "zone": "a.grave", "card": "a:S9"},
                {"do": "place", "card": "a:S9", "zone": "a.grave", "face": "up", "turn": 0},
            ),
            (
                {
                    "from": "a.s2",
                    "to": "a.s1",
                    "zone": "a.s2",
                    "lies": {"face": "up", "turn": None},
                },
                {"do": "place", "from": "a.s2", "zone": "a.s1", "face": "up"},
            ),
            (
                {
                    "from": "a.extra",
                    "to": "a.m2",
                    "zone": "a.extra",
                    "lies": {"face": "up", "turn": 90},
                },
                {"do": "place", "from": "a.extra", "zone": "a.m2", "face": "up", "turn": 90},
            ),
            (
                {"from": "a.m4", "to": "a.deck", "zone": "a.m4"},
                {"do": "take", "zone": "a.m4", "to": "pile"},
            ),
        ],
        quick=2,
    ),
    ids=["turned", "shown", "to another zone", "back from a spot", "onto the deck"],
)
def test_a_duty_of_one_movement_is_done_by_its_button(
    ana: Page, live: LiveTable, duty: dict[str, object], wanted: dict[str, object]
) -> None:
    """A card that lies wrong is turned or moved, one of the hand is laid where it is read."""
    shown = convert({"text": "Ana: this.", **duty}, ObligationView)
    live.do(lambda table: table.show(obligations=[shown]))
    ana.locator("#obligations li").get_by_role("button", name="Do it").click()
    expect_asked_with(live, "a", **wanted)


def test_the_judge_button_says_whether_it_takes_back_or_calls(ana: Page, live: LiveTable) -> None:
    """What it takes back stands in its tip."""
    button = ana.locator("#press-judge")
    expect(button).to_have_text("Take back J")
    tip = "Take back: Set a card of Ana's hand in Ana's middle magic/trap zone"
    expect(button).to_have_attribute("title", tip)
    live.do(lambda table: table.order(Seat(0), TakeBack()))
    expect(button).to_have_text("Judge J")


def test_the_extra_deck_says_what_may_be_summoned_from_it(ana: Page, live: LiveTable) -> None:
    """A button names the cards and opens the stack, which marks them and says how it is done."""
    button = ana.locator("#from-extra")
    expect(button).to_be_hidden()  # 8 and the face-down 6 are 14, which nobody else knows
    live.do(lambda table: table.show("a", usable=["a.m2", "a:SJ", "a:SQ"]))
    expect(button).to_contain_text("From your Extra Deck: Jack of spades, Queen of spades")
    button.click()
    expect(ana.locator("#pile .pile-card[data-ready]")).to_have_count(2)
    expect(ana.locator("#pile-note")).to_contain_text("into your hand")
    ana.keyboard.press("Escape")
    live.do(lambda table: table.show("a", usable=[]))
    expect(button).to_be_hidden()


def test_a_card_that_is_picked_unseen_is_picked_by_a_button(ana: Page, live: LiveTable) -> None:
    """Nobody at this page sees the hand from behind: chance picks, and the page says so."""
    text = "Ana: let another player pick a card of your hand unseen, and show it."
    asked = DecisionView("a", "reveal", text, "hand")
    live.do(lambda table: table.show("a", decision=asked, prompts=[]))
    prompt = ana.locator("#prompts .prompt")
    expect(prompt).to_contain_text("chance picks the card")
    prompt.locator("button").click()
    expect_asked(live, "hands", "a", do="pick")


def test_a_card_that_the_hand_does_not_hold_has_no_button(ana: Page, live: LiveTable) -> None:
    """It lies elsewhere, and is moved from there."""
    duty = ObligationView("Ana: this.", None, "a.grave", MatZone("a.grave"), card="a:H2")
    live.do(lambda table: table.show(obligations=[duty]))
    expect(ana.locator("#obligations li")).to_have_text("Ana: this.")


def test_the_event_stands_beside_the_mat(ana: Page, live: LiveTable) -> None:
    """Where the table is at, until when, and what its people are told; nothing without one."""
    place = ana.locator("#event")
    expect(place).to_be_hidden()
    lines = [EventLineView("call", "Jon is coming.")]
    event = EventView("Spring Cup · Round 2 of 5 · Table 7", 1_790_000_000_000, lines)
    live.do(lambda table: table.views.show_event(event))
    expect(place.locator("p")).to_contain_text("Spring Cup · Round 2 of 5 · Table 7 · until ")
    expect(place.locator("time")).to_have_attribute("datetime", "2026-09-21T14:13:20.000Z")
    expect(place.locator("li")).to_have_text("Jon is coming.")
    sided = structs.replace(event, ends_ms=None, side_ends_ms=1_790_000_000_000)
    live.do(lambda table: table.views.show_event(sided))
    expect(place.locator("p")).to_contain_text("Table 7 · side decking until ")


def test_a_page_marks_what_its_player_may_use_and_darkens_other_lamps(
    ana: Page, live: LiveTable
) -> None:
    """Lamps say what everybody may know; the page of the seat that decides is exact."""
    live.do(lambda table: table.show("a", usable=["a.m2", "a:S9"]))
    expect(ana.locator(".zone.usable")).to_have_count(1)
    expect(ana.locator(".zone.usable")).to_have_attribute("data-zone", "a.m2")
    expect(ana.locator(".fan-card.usable")).to_have_attribute("data-key", "a:S9")
    expect(ana.locator('[data-zone="a.s4"]')).to_have_attribute("aria-label", re.compile("empty$"))


def test_a_page_says_why_its_player_is_asked_in_vain(ana: Page, live: LiveTable) -> None:
    """With the way to the switches."""
    asked = DecisionView("a", "window", "Ana: do you respond?")
    only_no = question("1", "Ana: do you respond?", ("Do not respond", ""))
    live.do(lambda table: table.show("a", decision=asked, prompts=[only_no], usable=[]))
    expect(ana.locator("#passing")).to_contain_text("You have no answer.")
    ana.get_by_role("button", name="When am I asked?").click()
    expect(ana.locator("#asking")).to_be_in_viewport()
