"""Chains and events that can be followed, and plays by drag and by button."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from chromium import PATIENCE_MS
from direct_mat import Bench
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import ChainLinkView
from examples import quick_first
from web.conftest import ServedTable
from web.hands_on import drag, expect_asked, zone
from web.played_table import MIDWAY, PlayedTable, beginning, question

pytestmark = pytest.mark.browser

ANA, JUDGE = "/seat/ana-secret-token", "/judge/judge-secret-token"
CHAIN = [
    ChainLinkView(
        1,
        "b",
        "Leo's 8 of hearts as quick magic",
        "destroy Ana's 4 of hearts",
        MatZone("b.s3"),
        [MatZone("a.m2")],
        False,
    ),
    ChainLinkView(
        2,
        "a",
        "Ana's 9 of diamonds as trap",
        "return to the hand: the 8 of hearts",
        MatZone("a.s2"),
        [MatZone("b.s3")],
        True,
    ),
]


@pytest.fixture
def page_of(live: ServedTable, chromium: Browser) -> Iterator[Callable[[str], Page]]:
    """Return what opens a page at the table that plays along."""
    contexts = []

    def opened(address: str) -> Page:
        context = chromium.new_context(viewport=ViewportSize(width=1366, height=768))
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto(live.address + address)
        expect(page.locator("#turn-line b")).to_be_attached()
        return page

    yield opened
    for context in contexts:
        context.close()


def ask(table: PlayedTable) -> None:
    """A Chain of two links, and Ana is asked about the second."""
    because = "Because Leo uses the 8 of hearts as quick magic."
    answers = (("Do not respond", "Then it resolves."),)
    asked = question("p1", "Ana: respond to your activation.", *answers, because=because)
    table.show(chain=CHAIN)
    table.show("a", prompts=[asked])


def resolve(table: PlayedTable) -> None:
    table.show(chain=[])


@pytest.mark.parametrize(
    "address", quick_first([ANA, JUDGE, "/"]), ids=["a seat", "the judge", "everybody"]
)
def test_the_chain_is_drawn_and_told(
    live: ServedTable, page_of: Callable[[str], Page], address: str
) -> None:
    """Each link has its number at its card and a line to its target; the last resolves next."""
    page = page_of(address)
    live.do(ask)
    expect(page.locator("#chain-links .link-number")).to_have_text(["1", "2"])
    expect(page.locator("#chain-links .aim-line")).to_have_count(2)
    expect(page.locator("#chain-links .link.next .link-number")).to_have_text("2")
    expect(page.locator("#chain-list li.next")).to_contain_text(
        "Resolves next: return to the hand"
    )
    expect(page.locator("#chain-list li").first).to_contain_text("Will destroy Ana's 4 of hearts")
    live.do(resolve)
    expect(page.locator("#chain")).to_be_hidden()
    expect(page.locator("#chain-links > *")).to_have_count(0)


def test_a_question_says_what_asks_and_what_its_answer_does(
    live: ServedTable, page_of: Callable[[str], Page]
) -> None:
    page = page_of(ANA)
    live.do(ask)
    asked = page.locator(".prompt")
    expect(asked).to_contain_text("Because Leo uses the 8 of hearts")
    expect(asked.locator(".option")).to_contain_text("Then it resolves.")


def test_the_rules_of_a_line_come_on_demand(
    live: ServedTable, page_of: Callable[[str], Page]
) -> None:
    """At a press or by the keyboard; a line itself shows none."""
    page = page_of("/")
    line = page.locator("#log li").filter(has_text="Ana Sets a card")
    rules = line.locator(".log-rules")
    expect(rules).to_have_css("opacity", "0")
    line.get_by_role("button", name="Rules").press("Enter")
    expect(rules).to_have_css("opacity", "1")
    expect(line.get_by_role("button", name="Rules")).to_have_attribute("aria-expanded", "true")


def test_what_happened_here_opens_the_events_of_a_play_with_their_rules(
    live: ServedTable, page_of: Callable[[str], Page]
) -> None:
    page = page_of(JUDGE)
    live.do(lambda table: table.bench.put("a:S9", "a.m3", sideways=True))
    line = page.locator("#log li").filter(has_text="Ana pays 9 life")
    summoned = page.locator("#log li").filter(has_text="Special Summons the 9 of spades")
    expect(summoned).to_have_class("log-more")
    line.get_by_role("button", name="What happened here").click()
    events = page.locator("#happened-list > li")
    expect(events).to_have_count(2)
    expect(events.last).to_contain_text("Ana Special Summons the 9 of spades")
    expect(events.last.locator('[data-rule="TK-70"]')).to_be_visible()
    expect(events.last.locator("p span").first).not_to_have_text("…")


def calls(live: ServedTable) -> list[Any]:
    """Return what has been asked of the table, but for cards."""
    found: list[Any] = live.do(lambda service: list(service.calls))
    return found


@pytest.mark.parametrize(
    ("aim", "option"),
    quick_first([("b.m3", 1), ("b.deck", 0), ("plate", 0)]),
    ids=["a monster", "the deck", "the life"],
)
def test_an_attack_is_a_drag(
    live: ServedTable, page_of: Callable[[str], Page], aim: str, option: int
) -> None:
    """It gives the answer that says so, whatever it is dragged onto."""
    gone = () if aim == "b.m3" else ("b.m1", "b.m2")
    zones = {name: cards for name, cards in MIDWAY.items() if name not in gone}
    live.seat(PlayedTable(Bench(zones, turn=3, phase="battle")))
    (asked,) = live.service.seen("a")["prompts"]
    page = page_of(ANA)
    expect(page.locator(".prompt.ways .option")).to_have_count(len(asked["options"]))
    onto = page.locator('[data-plate="b"]') if aim == "plate" else zone(page, aim)
    drag(page, zone(page, "a.m2"), onto)
    expect(page.get_by_role("log")).to_contain_text("attacks")
    expect_asked(live, "answer", "a", prompt=asked["id"], option=option)


def test_an_attack_that_is_no_answer_is_touched_so_that_the_table_says_why(
    live: ServedTable, page_of: Callable[[str], Page]
) -> None:
    page = page_of(ANA)
    expect(zone(page, "b.m3")).to_have_class("zone kind-monster taken")
    drag(page, zone(page, "a.m2"), zone(page, "b.m3"))
    expect_asked(live, "hands", "a", do="touch", pad="b.m3")
    page.wait_for_timeout(200)
    touches = [call[2] for call in calls(live) if call[0] == "hands"]
    assert touches[:2] == [{"do": "touch", "pad": "a.m2"}, {"do": "touch", "pad": "b.m3"}]
    assert all(each["do"] == "touch" for each in touches)


def test_switches_are_kept_for_the_next_duel(
    live: ServedTable, page_of: Callable[[str], Page]
) -> None:
    """The browser keeps them; S and U let windows pass for a while, and again ask."""
    page = page_of(ANA)
    page.keyboard.press("m")
    page.get_by_label("the other player summons").uncheck()
    page.keyboard.press("Escape")
    expect_asked(live, "command", "a", do="ask-me", at=["attack", "effect", "turn"])
    page.keyboard.press("u")
    expect(page.locator("#passing")).to_contain_text("You respond to nothing until your turn.")
    page.keyboard.press("u")
    expect(page.locator("#passing")).to_be_hidden()
    live.seat(PlayedTable(beginning()))
    page.goto(live.address + ANA)
    expect(page.locator("#asking input").first).not_to_be_checked()
