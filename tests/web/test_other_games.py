"""Early OCG and Resummoned at the real table: a summon, a refusal with its rule, the way back.

What `duelmat play --ruleset NAME --two` starts, in a real browser; the packs are shuffled by a
known number, so that the hands are known.
"""

import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Page, expect

from chromium import PATIENCE_MS
from web.hands_on import drag, in_hand, zone
from web.real_table import RealTable, started
from web.wire_tap import WireTap, tapped

pytestmark = [pytest.mark.browser, pytest.mark.long]

DEAL_SEED = 3
"""OCG, Ana: Sangan, Silver Fang, Rising Horn. RES, Ana: Stone Soldier, Jinzo, Change of Heart."""


def begun(table: RealTable, sit: Callable[..., Page], taps: tuple[WireTap, WireTap]) -> list[Page]:
    """Both players' pages, hands drawn, Ana to begin."""
    ana = sit(taps[0], table.path)
    ben = sit(taps[1], table.other_path)
    ana.locator("#obligations li button, .option").first.wait_for()
    do_obligations(ana, ben)
    ana.locator(".option").filter(has_text="Choose Ana").click()
    expect(ana.locator("#turn-line")).to_have_text("Turn 1 · Ana")
    do_obligations(ana, ben)
    return [ana, ben]


def do_obligations(*pages: Page) -> None:
    """Whoever owes something, a draw above all, does it with the button beside it."""
    for page in pages:
        obligations = page.locator("#obligations li")
        while before := obligations.all_text_contents():
            button = obligations.locator("button")
            if not button.count():
                break  # the other player's
            button.first.click()
            expect(obligations).not_to_have_text(before)  # as many may be left: the other player's


PASS_OR_DONE = """([asks, selector, words]) => {
  const holds = (element) => element.textContent.includes(words);
  if ([...document.querySelectorAll(selector)].some(holds)) return "done";
  const prompt = document.querySelector(asks);
  if (!prompt || prompt.dataset.prompt === window.answered) return "";
  const passes = (option) => option.querySelector("kbd.letter")?.textContent === "N";
  const pass = [...prompt.querySelectorAll(".option")].find(passes);
  if (!pass) return "";
  window.answered = prompt.dataset.prompt;
  pass.click();
  return "";
}"""
"""Looks and answers in one step of the page: nobody passes once what was waited for has come."""
LOOK_AGAIN_MS = 50
ANY = ".prompt[data-prompt]"
ASKED = ".prompt[data-prompt]:not(.ways)"
"""Questions that have to be answered, which open play is not."""


def pass_until(asks: str, selector: str, words: str, *pages: Page) -> None:
    """Whoever is asked passes, each question once, until this stands on the first page."""
    deadline = monotonic() + PATIENCE_MS / 1000
    while monotonic() < deadline:
        for page in pages:
            if page.evaluate(PASS_OR_DONE, [asks, selector, words]) == "done":
                return
            do_obligations(page)
        pages[0].wait_for_timeout(LOOK_AGAIN_MS)
    pytest.fail(f"{words!r} never came")


def refused(page: Page, rule: str) -> None:
    """The page says that it is not allowed, by which rule, and what would be."""
    message = page.locator("#message")
    expect(message).to_contain_text("Not allowed")
    expect(message.locator(f'[data-rule="{rule}"]')).to_be_visible()
    expect(message).to_contain_text("next turn")


def logged(page: Page, words: str, rule: str) -> None:
    line = page.locator("#log li").filter(has_text=words).last
    expect(line).to_be_attached()
    expect(line.locator(f'[data-rule="{rule}"]')).to_be_attached()


@pytest.mark.parametrize(
    ("ruleset", "summoned", "told", "by", "last", "second", "rule"),
    [
        (
            "ocg",
            "a:Sangan",
            "Ana Normal Summons Sangan",
            "G-29.summon-right",
            "End Phase",
            "a:Wolf",
            "G-29.summon-right",
        ),
        (
            "resummoned",
            "a:StoneSoldier",
            "Ana summons Giant Soldier of Stone",
            "RES-504.3a",
            "Pass",
            "a:Jinzo",
            "RES-606.2a",
        ),
    ],
)
def test_a_summon_a_refusal_and_the_way_back(
    tmp_path: Path,
    sit: Callable[..., Page],
    ruleset: str,
    summoned: str,
    told: str,
    by: str,
    last: str,
    second: str,
    rule: str,
) -> None:
    """By drag and by the players' answers, on the firmware's own mat."""
    options = ("--two", "--ruleset", ruleset, "--deal-seed", str(DEAL_SEED))
    with (
        started(tmp_path, *options) as table,
        tapped(table.port) as one,
        tapped(table.port) as two,
    ):
        ana, ben = begun(table, sit, (one, two))
        expect(ana.locator('[data-life="a"]')).to_have_text("8000")
        pass_until(ANY, "#phases [aria-current]", "Main 1", ana, ben)
        expect(in_hand(ana, summoned)).to_be_visible()
        drag(ana, in_hand(ana, summoned), zone(ana, "a.m3"))
        pass_until(ASKED, "#log li", told, ana, ben)
        logged(ben, told, by)
        expect(zone(ben, "a.m3")).to_have_attribute("aria-label", re.compile("upright"))
        pass_until(ASKED, ".prompt.ways .option", last, ana, ben)
        drag(ana, in_hand(ana, second), zone(ana, "a.m4"))
        refused(ana, rule)
        drag(ana, zone(ana, "a.m4"), ana.locator("#fan"))
        expect(ana.locator("#message")).to_be_hidden()
        expect(in_hand(ana, second)).to_be_visible()
