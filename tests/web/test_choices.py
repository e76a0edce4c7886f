"""Panels that show choices: what pays for a play, and a suit with a number, by mouse and keys."""

from __future__ import annotations

import pytest
from msgspec import structs
from playwright.sync_api import Page, ViewportSize, expect

from axe import violations
from direct_mat import Bench, held, lay
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.choice_types import (
    GridColumnView,
    GridView,
    MaterialView,
    PaidPlayView,
    PaymentsView,
)
from duelmat_host.showing.view_types import PromptView
from layout import faults_of
from web.conftest import LAPTOP, ServedTable
from web.hands_on import drag, in_hand, zone
from web.played_table import PlayedTable, question, rule
from web.test_axe import ANA, PHONE, Look, look
from web.test_browser import Open, ana, open_page

__all__ = ["ana", "look", "open_page"]

pytestmark = pytest.mark.browser
SUITS = ("spades", "hearts", "clubs", "diamonds")


def zones(*names: str) -> list[MatZone]:
    return [MatZone(name) for name in names]


def queen(suit: str, *costs: list[MatZone]) -> PaidPlayView:
    text = f"Synchro Summon the Queen of {suit}"
    return PaidPlayView("synchro-summon", f"a:{suit[0].upper()}Q", text, list(costs), adds=True)


def payments(*plays: PaidPlayView) -> PaymentsView:
    reason = "The numbers of the monsters add up to 11, 12 or 13."
    return PaymentsView(
        list(plays),
        [
            MaterialView(MatZone("a.m2"), "7 of hearts", 7, "", ""),
            MaterialView(MatZone("a.m3"), "5 of spades", 5, "", ""),
            MaterialView(MatZone("a.m4"), "5 of clubs", 5, "", ""),
            MaterialView(MatZone("a.m1"), "9 of clubs", 9, reason, "TK-47"),
        ],
    )


ONE_WAY = payments(queen("hearts", zones("a.m2", "a.m3")), queen("spades", zones("a.m2", "a.m3")))
TWO_WAYS = payments(
    queen("hearts", zones("a.m2", "a.m3"), zones("a.m2", "a.m4")),
    queen("clubs", zones("a.m2", "a.m4")),
)


def offer(live: ServedTable, shown: PaymentsView) -> None:
    usable = [play.card for play in shown.plays]
    live.do(lambda table: table.show("a", payments=shown, usable=usable))


def test_what_pays_is_ticked_where_there_is_no_choice(ana: Page, live: ServedTable) -> None:
    """A Synchro is two presses: its panel, and which one."""
    offer(live, ONE_WAY)
    ana.locator("#from-extra").click()
    panel = ana.locator("#payments")
    expect(panel.get_by_role("status")).to_contain_text("7 + 5 = 12.")
    with ana.expect_request("**/hands") as asked:
        panel.get_by_role("button", name="Synchro Summon the Queen of hearts").click()
    assert asked.value.post_data_json == {
        "do": "pay",
        "card": "a:HQ",
        "move": "synchro-summon",
        "with": ["a.m2", "a.m3"],
    }


def test_ticks_lead_to_what_they_make_and_dim_what_no_longer_pays(
    ana: Page, live: ServedTable
) -> None:
    """With the reason, and the rule behind it."""
    offer(live, TWO_WAYS)
    ana.locator("#from-extra").click()
    panel = ana.locator("#payments")
    nine = panel.locator(".tick", has_text="9 of clubs")
    expect(nine).to_have_attribute("aria-disabled", "true")
    expect(nine).to_contain_text("add up to 11, 12 or 13")
    expect(panel.get_by_role("button", name="TK-47")).to_be_visible()
    made = panel.locator(".primary")
    expect(made).to_have_count(3)
    expect(made.first).to_contain_text("Queen of hearts7 of hearts, 5 of spades")
    panel.locator(".tick", has_text="5 of clubs").click()
    expect(panel.locator(".tick", has_text="5 of spades")).to_contain_text("Not together")
    expect(made).to_have_count(2)
    panel.locator(".tick", has_text="7 of hearts").click()
    expect(panel.get_by_role("status")).to_have_text("5 + 7 = 12. ")
    expect(made).to_have_count(2)
    panel.locator(".tick", has_text="5 of clubs").click()
    expect(made).to_have_count(3)
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()


def test_keys_tick_too(ana: Page, live: ServedTable) -> None:
    """O goes to the panel, numbers tick, Enter presses."""
    offer(live, TWO_WAYS)
    from_extra = ana.locator("#from-extra")
    expect(from_extra).to_be_visible()  # a press does not wait for it
    from_extra.press("Enter")
    ana.keyboard.press("1")
    ana.keyboard.press("2")
    made = ana.locator("#payments .option.primary")
    expect(made).to_have_count(1)
    made.focus()
    with ana.expect_request("**/hands") as asked:
        ana.keyboard.press("Enter")
    assert (asked.value.post_data_json or {})["with"] == ["a.m2", "a.m3"]


def test_a_card_that_lies_there_and_waits_opens_what_pays_for_it(
    ana: Page, live: ServedTable
) -> None:
    """Nothing has to be opened, and nothing can be closed: the card is taken back instead."""
    lying = next(iter(live.do(lambda table: table.views.view("a").zones)))
    key = str(lying.card.key)
    play = PaidPlayView("diamond-summon", key, "Special Summon it", [zones("a.m3")], adds=False)
    live.do(lambda table: table.show("a", payments=payments(play)))
    panel = ana.locator("#payments")
    expect(panel.get_by_role("button", name="Special Summon it")).to_be_visible()
    expect(panel.get_by_role("button", name="Close")).to_have_count(0)


def declared() -> list[PromptView]:
    """The question for a suit, which the one for a number follows, and that one."""
    numbers = [str(number) for number in range(1, 14)]
    columns = [GridColumnView(each, f"Choose {each}") for each in numbers]
    back = ("Take the announcement back", "")
    suits = question("7.0", "Ana: name a suit.", *((f"Choose {s}", "") for s in SUITS), back)
    suits = structs.replace(
        suits,
        because="The Jack of diamonds: name a suit and a number.",
        rules=[rule("TK-91")],
        grid=GridView(list(SUITS), columns),
    )
    return [suits, question("8.0", "Ana: name a number.", *((c.text, "") for c in columns), back)]


def test_a_suit_and_a_number_are_two_presses_in_one_panel(ana: Page, live: ServedTable) -> None:
    """Both questions are answered when both are pressed; who asks stands above."""
    suit, number = declared()
    live.do(lambda table: table.show("a", prompts=[suit]))
    panel = ana.locator("#prompts")
    expect(panel.locator(".because")).to_contain_text("The Jack of diamonds")
    expect(panel.get_by_role("button", name="TK-91")).to_be_visible()
    panel.get_by_role("button", name="7", exact=True).click()
    with ana.expect_request("**/answer") as asked:
        panel.get_by_role("button", name="hearts").click()
    assert asked.value.post_data_json == {"prompt": "7.0", "option": 1}
    with ana.expect_request("**/answer") as asked:
        live.do(lambda table: table.show("a", prompts=[number]))
    assert asked.value.post_data_json == {"prompt": "8.0", "option": 6}


def test_number_keys_press_a_suit_and_then_a_number(ana: Page, live: ServedTable) -> None:
    """The announcement can still be taken back by its button."""
    live.do(lambda table: table.show("a", prompts=declared()[:1]))
    expect(ana.get_by_role("button", name="Take the announcement back")).to_be_visible()
    ana.keyboard.press("2")
    with ana.expect_request("**/answer") as asked:
        ana.keyboard.press("5")
    assert asked.value.post_data_json == {"prompt": "7.0", "option": 1}


@pytest.mark.long
@pytest.mark.parametrize("tag", ["en", "ja"])
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_both_panels_are_whole_and_axe_finds_nothing_in_them(
    live: ServedTable, look: Look, size: ViewportSize, tag: str
) -> None:
    """Where all else of a page is in other languages, test_layout looks."""
    offer(live, TWO_WAYS)
    page = look(ANA, viewport=size, locale=tag)
    page.locator("#from-extra").click()
    page.locator("[data-pays='a.m2']").click()
    assert violations(page) == []
    assert tag != "en" or faults_of(page, "ab", "a") == []
    page.locator("#payments .close").click()
    live.do(lambda table: table.show("a", prompts=declared()[:1]))
    expect(page.locator(".grid")).to_be_visible()
    assert violations(page) == []
    assert tag != "en" or faults_of(page, "ab", "a") == []


SYNCHRO = {
    "a.m1": lay("H7"),
    "a.m2": lay("D5"),
    "a.hand": held("C9"),
    "b.m1": lay("S3"),
    "b.hand": held("D6"),
    "a.pile": held("C4"),
    "b.pile": held("D8"),
}


def test_a_synchro_a_set_card_and_an_attack_are_four_presses(
    open_page: Open, live: ServedTable
) -> None:
    """At a table as it is: its panel, the Queen, a drag into the row, a drag onto the target."""
    table = live.seat(PlayedTable(Bench(SYNCHRO)))
    page = open_page(ANA, "ana")
    page.locator("#from-extra").click()
    page.locator("#payments .primary", has_text="Queen of hearts").click()
    expect(page.locator("#log")).to_contain_text("Synchro Summon")
    drag(page, in_hand(page, "a:C9"), zone(page, "a.s3"))
    expect(page.locator("#log")).to_contain_text("Sets")
    drag(page, zone(page, "a.m3"), zone(page, "b.m2"))
    expect(page.locator("#log")).to_contain_text("attack")
    done = {type(past.action).__name__ for past in table.table_loop.table.state.pasts()}
    assert done >= {"Play", "Advance", "Attack"}
