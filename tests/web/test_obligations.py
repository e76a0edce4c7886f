"""What hands still have to do, the button that does it at one press, and the one that undoes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import Page, expect

from duelmat_engine import Seat
from duelmat_host.showing.match_types import EventLineView, EventView
from duelmat_host.showing.view_types import CardView, DecisionView, ObligationView, PilesView
from duelmat_host.table.commands import TakeBack
from web.conftest import ServedTable
from web.hands_on import drag, expect_asked, expect_asked_with, in_hand, zone
from web.played_table import PlayedTable, question
from web.test_browser import ANA, TABLE, Open, ana, open_page

__all__ = ["ana", "open_page"]

pytestmark = pytest.mark.browser


def obligation_of(seat: str, **more: Any) -> ObligationView:
    """Something that a seat's hands have to do with a card that lies in a zone of theirs."""
    places = {"source": f"{seat}.m4", "to": f"{seat}.grave", "zone": f"{seat}.m4"}
    return ObligationView(**{"text": "This.", **places, "seat": seat, **more})


def show_obligations(live: ServedTable, *obligations: ObligationView, **more: Any) -> None:
    live.do(lambda table: table.show("a", obligations=list(obligations), **more))


def test_an_obligation_is_done_by_its_button_and_by_its_mark(ana: Page, live: ServedTable) -> None:
    """Beside the mat and on it, where the card has to go elsewhere and where it turns."""
    turned = obligation_of("a", to="a.m4")
    for obligation in (obligation_of("a"), turned):
        show_obligations(live, obligation)
        ana.locator("#obligations li").get_by_role("button", name="Do it").click()
        expect_asked_with(live, "a", do="meet", zone="a.m4", **{"from": "a.m4"})
        live.do(lambda table: table.calls.clear())
        ana.locator("#guides .pressable").click()
        expect_asked_with(live, "a", do="meet", zone="a.m4", **{"from": "a.m4"})
        live.do(lambda table: table.calls.clear())


def test_nobody_is_shown_what_others_have_to_do(ana: Page, live: ServedTable) -> None:
    """Neither beside the mat nor on it; what any hands may do is shown."""
    anybodys = obligation_of("", zone="x1", source="x1", to="a.hand")
    show_obligations(live, obligation_of("b"), anybodys)
    expect(ana.locator("#obligations li")).to_have_count(1)
    expect(ana.locator("#obligations li button")).to_have_count(0)
    expect(ana.locator("#guides .obligation-sign, #guides .obligation")).to_have_count(1)


def test_what_hands_do_by_themselves_is_marked_and_not_listed(
    ana: Page, live: ServedTable
) -> None:
    """A way back, and a choice, are left to the player."""
    owed = obligation_of("a", owed=True)
    back = obligation_of("a", text="Back.", zone="a.m3", source="a.m3")
    show_obligations(live, owed, back, follows=True)
    expect(ana.locator("#obligations li")).to_have_text("Back.Do it")
    expect(ana.locator("#guides .pressable")).to_have_count(2)
    expect(ana.locator("#do-draw")).to_be_hidden()


def test_several_cards_go_back_at_one_press(ana: Page, live: ServedTable) -> None:
    """Those that are chosen in the hand, as many as are wanted."""
    deck = {"zone": "a.deck", "source": None, "to": "a.deck"}
    show_obligations(live, obligation_of("a", **deck, owed=True, choose=2), follows=True)
    button = ana.locator("#obligations li button")
    expect(button).to_have_text("Choose 2 cards")
    expect(button).to_be_disabled()
    for key in ("a:H7", "a:S9", "a:S9", "a:C4"):  # one of them no longer
        in_hand(ana, key).click()
    expect(ana.locator(".fan-card.chosen")).to_have_count(2)
    ana.keyboard.press("d")
    expect_asked_with(live, "a", do="return", cards=["a:H7", "a:C4"])
    expect(button).to_have_text("Put them back")
    live.do(lambda table: table.calls.clear())
    drag(ana, in_hand(ana, "a:C4"), zone(ana, "a.deck"))  # the other one goes along
    expect_asked_with(live, "a", do="return", cards=["a:H7", "a:C4"])


def test_a_shared_screen_says_whose_it_is(live: ServedTable, open_page: Open) -> None:
    """There the other player's hands are at the same mat, too."""
    live.seat(PlayedTable(one_screen=True))
    page = open_page(ANA, "shared")
    expect(page.locator("#lift")).to_be_enabled()
    page.keyboard.press("Enter")
    in_hand(page, "a:H7").wait_for()
    show_obligations(live, obligation_of("b", text="Ben: Draw a card."), obligation_of("a"))
    expect(page.locator("#obligations li")).to_have_text(["Ben: Draw a card.", "This.Do it"])


def test_the_switch_of_hands_is_remembered(ana: Page, live: ServedTable) -> None:
    """The page tells the table again, as a table forgets it with its program."""
    live.do(lambda table: table.bench.hands.practising.clear())
    live.do(lambda table: table.views.renew())
    ana.get_by_role("button", name="Menu").click()
    switch = ana.get_by_label("my hands do what nobody decides")
    expect(switch).to_be_checked()
    switch.uncheck()
    expect_asked_with(live, "a", do="follow", on=False)
    live.do(lambda table: table.bench.hands.practising.clear())
    live.do(lambda table: table.calls.clear())
    ana.reload()
    expect_asked_with(live, "a", do="follow", on=False)
    ana.get_by_role("button", name="Menu").click()
    expect(switch).not_to_be_checked()


def test_what_was_taken_back_is_done_again_by_a_button(ana: Page, live: ServedTable) -> None:
    """Until the next play; its tip says what it is."""
    button = ana.locator("#redo")
    expect(button).to_be_hidden()
    live.do(lambda table: table.order(Seat(0), TakeBack()))
    live.do(lambda table: table.bench.take("a.s3"))
    expect(button).to_have_attribute("title", re.compile("^Do again: Set"))
    ana.keyboard.press("r")
    expect(button).to_be_hidden()
    expect(ana.locator("#obligations li")).to_contain_text("Put the card back into")
    ana.locator("#obligations li button").click()
    expect(ana.locator("#obligations li")).to_have_count(0)


def test_the_judge_button_says_whether_it_takes_back_or_calls(
    ana: Page, live: ServedTable
) -> None:
    """What it takes back stands in its tip."""
    button = ana.locator("#press-judge")
    expect(button).to_have_text("Take back J")
    tip = "Take back: Set a card of Ana's hand in Ana's middle magic/trap zone"
    expect(button).to_have_attribute("title", tip)
    live.do(lambda table: table.order(Seat(0), TakeBack()))
    expect(button).to_have_text("Judge J")


def test_the_extra_deck_says_what_may_be_summoned_from_it(ana: Page, live: ServedTable) -> None:
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


def test_an_extra_deck_at_which_its_player_alone_looks_lies_face_down(
    open_page: Open, live: ServedTable
) -> None:
    """Others may open the stack and count it."""
    page = open_page(TABLE)
    piles = {letter: PilesView(5, 30, [], [], [CardView(face="down")] * 3) for letter in "ab"}
    live.do(lambda table: table.show(piles=piles))
    page.locator('[data-stack="b.extra"]').press("Enter")
    cards = page.locator("#pile-cards .pile-card")
    expect(cards).to_have_count(3)
    expect(cards.first).to_have_attribute("aria-label", "a face-down card")


def test_a_card_that_is_picked_unseen_is_picked_by_a_button(ana: Page, live: ServedTable) -> None:
    """Nobody at this page sees the hand from behind: chance picks, and the page says so."""
    text = "Ana: let another player pick a card of your hand unseen, and show it."
    asked = DecisionView("a", "reveal", text, "hand")
    live.do(lambda table: table.show("a", decision=asked, prompts=[]))
    prompt = ana.locator("#prompts .prompt")
    expect(prompt).to_contain_text("chance picks the card")
    prompt.locator("button").click()
    expect_asked(live, "hands", "a", do="pick")


def test_the_event_stands_beside_the_mat(ana: Page, live: ServedTable) -> None:
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
    ana: Page, live: ServedTable
) -> None:
    """Lamps say what everybody may know; the page of the seat that decides is exact."""
    live.do(lambda table: table.show("a", usable=["a.m2", "a:S9"]))
    expect(ana.locator(".zone.usable")).to_have_count(1)
    expect(ana.locator(".zone.usable")).to_have_attribute("data-zone", "a.m2")
    expect(ana.locator(".fan-card.usable")).to_have_attribute("data-key", "a:S9")
    expect(ana.locator('[data-zone="a.s4"]')).to_have_attribute("aria-label", re.compile("empty$"))


def test_a_page_says_why_its_player_is_asked_in_vain(ana: Page, live: ServedTable) -> None:
    """With the way to the switches."""
    asked = DecisionView("a", "window", "Ana: do you respond?")
    only_no = question("1", "Ana: do you respond?", ("Do not respond", ""))
    live.do(lambda table: table.show("a", decision=asked, prompts=[only_no], usable=[]))
    expect(ana.locator("#passing")).to_contain_text("You have no answer.")
    ana.get_by_role("button", name="When am I asked?").click()
    expect(ana.locator("#asking")).to_be_in_viewport()
