"""Chains and events that can be followed, and plays by drag and by button: on a table by heart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from chromium import PATIENCE_MS
from examples import quick_first
from web.conftest import LiveTable
from web.fake_service import FakeService
from web.fake_table import Lying, prompt
from web.hands_on import drag, expect_asked, zone

pytestmark = pytest.mark.browser

ANA, JUDGE = "/seat/ana-secret-token", "/judge/judge-secret-token"
CHAIN = [
    {
        "number": 1,
        "seat": "b",
        "text": "Leo's 8 of hearts as quick magic",
        "does": "destroy Ana's 4 of hearts",
        "from": "b.s3",
        "targets": ["a.m2"],
        "next": False,
    },
    {
        "number": 2,
        "seat": "a",
        "text": "Ana's 9 of diamonds as trap",
        "does": "return to the hand: the 8 of hearts",
        "from": "a.s2",
        "targets": ["b.s3"],
        "next": True,
    },
]


@pytest.fixture
def page_of(live: LiveTable, chromium: Browser) -> Iterator[Callable[[str], Page]]:
    """Return what opens a page at the table that plays along."""
    contexts = []

    def opened(address: str) -> Page:
        context = chromium.new_context(viewport=ViewportSize(width=1366, height=768))
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto(live.address + address)
        expect(page.locator("#log li").first).to_be_attached()
        return page

    yield opened
    for context in contexts:
        context.close()


def ask(service: FakeService) -> None:
    """A Chain of two links, and Ana is asked about the second."""
    service.chain = CHAIN
    asked = prompt(
        "p1", "Ana: respond to your activation.", ("Do not respond", "Then it resolves.")
    )
    asked["because"] = "Because Leo uses the 8 of hearts as quick magic."
    service.prompts["a"] = [asked]
    service.changed()


def resolve(service: FakeService) -> None:
    service.chain = []
    service.changed()


@pytest.mark.parametrize(
    "address", quick_first([ANA, JUDGE, "/"]), ids=["a seat", "the judge", "everybody"]
)
def test_the_chain_is_drawn_and_told(
    live: LiveTable, page_of: Callable[[str], Page], address: str
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
    live: LiveTable, page_of: Callable[[str], Page]
) -> None:
    page = page_of(ANA)
    live.do(ask)
    asked = page.locator(".prompt")
    expect(asked).to_contain_text("Because Leo uses the 8 of hearts")
    expect(asked.locator(".option")).to_contain_text("Then it resolves.")


def test_the_rules_of_a_line_come_on_demand(
    live: LiveTable, page_of: Callable[[str], Page]
) -> None:
    """At a press or by the keyboard; a line itself shows none."""
    page = page_of("/")
    live.do(lambda service: service.say("Ana summons the 9 of spades.", ["TK-14"], "a"))
    live.do(lambda service: service.changed())
    line = page.locator("#log li").filter(has_text="9 of spades")
    rules = line.locator(".log-rules")
    expect(rules).to_have_css("opacity", "0")
    line.get_by_role("button", name="Rules").press("Enter")
    expect(rules).to_have_css("opacity", "1")
    expect(line.get_by_role("button", name="Rules")).to_have_attribute("aria-expanded", "true")


def test_what_happened_here_opens_the_events_of_a_play_with_their_rules(
    live: LiveTable, page_of: Callable[[str], Page]
) -> None:
    def happen(service: FakeService) -> None:
        service.say("Ana summons the 9 of spades.", ["TK-14"], "a")
        service.say("The 4 of hearts is destroyed.", ["TK-60"], "a")
        service.log[-1]["play"] = service.log[-2]["play"]
        service.changed()

    page = page_of(JUDGE)
    live.do(happen)
    line = page.locator("#log li").filter(has_text="9 of spades")
    expect(page.locator("#log li").filter(has_text="is destroyed")).to_have_class("log-more")
    line.get_by_role("button", name="What happened here").click()
    events = page.locator("#happened-list > li")
    expect(events).to_have_count(2)
    expect(events.last).to_contain_text("The 4 of hearts is destroyed.")
    expect(events.last.locator('[data-rule="TK-60"]')).to_be_visible()
    expect(events.last.locator("p span")).not_to_have_text("…")


def calls(live: LiveTable) -> list[Any]:
    """Return what has been asked of the table, but for cards."""
    found: list[Any] = live.do(lambda service: list(service.calls))
    return found


@pytest.mark.parametrize(
    ("aim", "option"),
    quick_first([("b.m3", 0), ("b.deck", 1), ("plate", 1)]),
    ids=["a monster", "the deck", "the life"],
)
def test_an_attack_is_a_drag(
    live: LiveTable, page_of: Callable[[str], Page], aim: str, option: int
) -> None:
    """It gives the answer that says so, whatever it is dragged onto."""

    def offer(service: FakeService) -> None:
        service.zones["a.m3"] = Lying("a:S9")
        service.zones["b.m3"] = Lying("b:H4")
        ways = prompt("p1", "", ("Attack the 4 of hearts", ""), ("Attack directly", ""), menu=True)
        ways["options"][0] |= {"from": "a.m3", "to": "b.m3"}
        ways["options"][1] |= {"from": "a.m3", "to": "b.deck"}
        service.prompts["a"] = [ways]
        service.changed()

    page = page_of(ANA)
    live.do(offer)
    expect(page.locator(".prompt.ways .option")).to_have_count(2)
    onto = page.locator('[data-plate="b"]') if aim == "plate" else zone(page, aim)
    drag(page, zone(page, "a.m3"), onto)
    expect(page.locator(".prompt.ways .option")).to_have_count(0)
    expect_asked(live, "answer", "a", prompt="p1", option=option)


def test_an_attack_that_is_no_answer_is_touched_so_that_the_table_says_why(
    live: LiveTable, page_of: Callable[[str], Page]
) -> None:
    def lay(service: FakeService) -> None:
        service.zones["a.m3"] = Lying("a:S9")
        service.zones["b.m3"] = Lying("b:H4")
        service.changed()

    page = page_of(ANA)
    live.do(lay)
    expect(zone(page, "b.m3")).to_have_class("zone kind-monster taken")
    with page.expect_response("**/hands"), page.expect_response("**/hands"):
        drag(page, zone(page, "a.m3"), zone(page, "b.m3"))
    page.wait_for_timeout(200)
    touches = [call[2] for call in calls(live) if call[0] == "hands"]
    assert touches[:2] == [{"do": "touch", "pad": "a.m3"}, {"do": "touch", "pad": "b.m3"}]
    assert all(each["do"] == "touch" for each in touches)


def test_switches_are_kept_for_the_next_duel(
    live: LiveTable, page_of: Callable[[str], Page]
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

    def again(service: FakeService) -> None:
        service.asking["a"] = ["attack", "effect", "summon", "turn"]
        service.turn = 0
        service.changed()

    live.do(again)
    page.reload()
    expect(page.locator("#log li").first).to_be_attached()
    expect(page.locator("#asking input").first).not_to_be_checked()
