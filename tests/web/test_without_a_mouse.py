"""A whole duel by keyboard with letters switched off, and a whole turn by what is said alone.

At the real table, as `duelmat play --two` starts it; the packs are shuffled by a known number.
"""

import re
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from chromium import PATIENCE_MS
from duelmat_wire import lamps
from web.conftest import LAPTOP
from web.hands_on import lit, middle, zone
from web.real_table import RealTable, started
from web.wire_tap import LOOPBACK

pytestmark = [pytest.mark.browser, pytest.mark.long]

DEAL_SEED: Final = 3
"""Ana: 3, 9 and 10 of spades, 9 of hearts, 1 of clubs."""
MOST_TABS: Final = 400
MOST_TURNS: Final = 12
DIRECTLY: Final = "strikes directly"
ASKED: Final = ".prompt[data-prompt]:not(.ways)"
PROMPT_IDS: Final = "prompts => prompts.map((prompt) => prompt.dataset.prompt)"
"""Reads them in one step of the page: a question that was answered goes away at any time."""


@pytest.fixture
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    options = ("--two", "--deal-seed", str(DEAL_SEED))
    with started(tmp_path_factory.mktemp("table"), *options) as table:
        yield table


@pytest.fixture
def players(table: RealTable, chromium: Browser) -> Iterator[tuple[Page, Page]]:
    """Open the pages of Ana and Ben, both behind their curtains."""
    contexts = [chromium.new_context(viewport=LAPTOP) for _ in "ab"]
    pages = []
    for context, path in zip(contexts, (table.path, table.other_path), strict=True):
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(f"http://{LOOPBACK}:{table.port}{path}")
        expect(page.locator("#lift")).to_be_enabled()
        pages.append(page)
    yield pages[0], pages[1]
    for context in contexts:
        context.close()


def tab_to(page: Page, place: Locator) -> None:
    """Press Tab until the focus is there."""
    for _ in range(MOST_TABS):
        if place.and_(page.locator(":focus")).count():
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab never came to {place}")


def press(page: Page, place: Locator) -> None:
    """Go there by Tab, and press Enter."""
    tab_to(page, place)
    page.keyboard.press("Enter")


def answer(page: Page) -> None:
    """Answer what is asked: the summon that was meant, or no."""
    options = page.locator(f"{ASKED} .option")
    summons = options.filter(has_text="Normal Summon")
    passes = options.filter(has_text="Pass")
    press(page, (summons if summons.count() else passes if passes.count() else options).first)


def until(seen: Callable[[], bool], *pages: Page) -> None:
    """Answer whatever is asked of anybody, until this is so."""
    deadline = monotonic() + PATIENCE_MS / 1000
    answered: set[str] = set()
    while not seen():
        assert monotonic() < deadline, "it never came"
        for page in pages:
            asked = page.locator(ASKED).evaluate_all(PROMPT_IDS)
            if asked and asked[0] not in answered:
                answered.add(asked[0])
                answer(page)
        pages[0].wait_for_timeout(50)


def go_to(page: Page, name: str) -> None:
    """Go over the mat by arrows: to the row of a zone, then along it."""
    tab_to(page, page.locator('#mat [data-zone][tabindex="0"]'))
    x, y = middle(zone(page, name))
    for _ in range(12):
        x_now, y_now = middle(page.locator("[data-zone]:focus"))
        if abs(y_now - y) > 20:
            page.keyboard.press("ArrowUp" if y < y_now else "ArrowDown")
        elif abs(x_now - x) > 20:
            page.keyboard.press("ArrowLeft" if x < x_now else "ArrowRight")
        else:
            break
    expect(zone(page, name)).to_be_focused()


def told(page: Page, words: str) -> int:
    """Return how often the log says this."""
    return page.locator("#log li").filter(has_text=words).count()


def summon_best(ana: Page, ben: Page, column: str) -> None:
    """Summon the highest number of the hand to the zone that the focus goes to."""
    keys = [key.get_attribute("data-key") or "" for key in ana.locator(".fan-card").all()]
    best = max(keys, key=lambda key: int(key[3:]) if key[3:].isdecimal() else 0)
    tab_to(ana, ana.locator('.fan-card[tabindex="0"]'))
    for _ in keys:
        if ana.locator(f'.fan-card[data-key="{best}"]:focus').count():
            break
        ana.keyboard.press("ArrowRight")
    else:
        for _ in keys:
            if not ana.locator(f'.fan-card[data-key="{best}"]:focus').count():
                ana.keyboard.press("ArrowLeft")
    ana.keyboard.press("Enter")
    go_to(ana, column)
    before = told(ana, "Ana Normal Summons")
    ana.keyboard.press("Enter")
    until(lambda: told(ana, "Ana Normal Summons") > before, ana, ben)


def is_free(page: Page) -> bool:
    """Whether nothing is asked or owed any more, and the turn's player may act."""
    acts = page.locator(".prompt.ways .option").filter(has_text="End the turn")
    return bool(acts.count()) and not page.locator(f"{ASKED}, #obligations li").count()


def strike(ana: Page, ben: Page, column: str) -> None:
    """Attack directly with the monster there."""
    before = told(ana, DIRECTLY)
    go_to(ana, column)
    ana.keyboard.press("Enter")
    lit(ana, column, lamps.SELECTED)
    go_to(ana, "b.deck")
    ana.keyboard.press("Enter")
    until(lambda: told(ana, DIRECTLY) > before, ana, ben)


def end_turn(page: Page, other: Page, turn: int) -> None:
    end = page.locator(".prompt.ways .option").filter(has_text="End the turn")
    until(lambda: bool(end.count()), page, other)
    press(page, end)
    until(
        lambda: f"Turn {turn + 1} " in (page.locator("#turn-line").text_content() or ""),
        page,
        other,
    )


def test_a_whole_duel_by_keyboard_without_letters(players: tuple[Page, Page]) -> None:
    """Tab, arrows, Enter, Space and Escape are enough, from the curtain to the end."""
    ana, ben = players
    for page in players:
        page.keyboard.press("Enter")
        press(page, page.locator("#open-menu"))
        tab_to(page, page.locator("#wish-letters"))
        page.keyboard.press("Space")
        page.keyboard.press("Escape")
        expect(page.locator("#fan")).to_contain_text("until it is decided who goes first")
    choose = ana.locator(".option").filter(has_text="Choose Ana")
    choose.wait_for()
    press(ana, choose)
    expect(ana.locator(".fan-card[data-key]")).to_have_count(5)
    columns = ["a.m3", "a.m2", "a.m4"]
    for turn in range(1, MOST_TURNS, 2):
        standing = columns[: turn // 2]
        if len(standing) < len(columns):
            summon_best(ana, ben, columns[len(standing)])
            standing = columns[: turn // 2 + 1]
        if turn > 1:
            until(lambda: is_free(ana), ana, ben)
            press(ana, ana.locator("#press-phase"))
            until(
                lambda: ana.locator("#phases [aria-current]").text_content() == "Battle", ana, ben
            )
        for column in standing if turn > 1 else ():
            strike(ana, ben, column)
            if ana.locator("#outcome").is_visible():
                break
        if ana.locator("#outcome").is_visible():
            break
        end_turn(ana, ben, turn)
        end_turn(ben, ana, turn + 1)
    expect(ana.locator("#outcome")).to_contain_text("Ana wins")
    expect(ben.locator("#outcome")).to_contain_text("Ana wins")


def activate(place: Locator) -> None:
    """Do what a screen reader does with a button, wherever on the page it is."""
    expect(place).to_have_count(1)
    place.dispatch_event("click")


def test_a_whole_turn_by_what_is_said_alone(players: tuple[Page, Page]) -> None:
    """Questions, cards, lit zones and the log are found by role and name."""
    ana, ben = players
    for page, name in zip(players, ("Ana", "Ben"), strict=True):
        activate(page.get_by_role("button", name=f"I am {name}"))
        expect(
            page.get_by_role("heading", level=1, name=f"{name}’s side of the table")
        ).to_be_attached()
        expect(page.get_by_role("listbox")).to_contain_text("until it is decided who goes first")
    questions = ana.get_by_role("region", name="Questions to you")
    activate(questions.get_by_role("button", name="Choose Ana"))
    hand = ana.get_by_role("listbox", name="Cards in your hand")
    expect(hand.get_by_role("option")).to_have_count(5)
    lit = ana.get_by_role("button", name=re.compile("Ana, .*monster zone: empty, playable"))
    expect(lit).to_have_count(3)
    activate(hand.get_by_role("option", name=re.compile("10 of spades")))
    activate(ana.get_by_role("button", name="Ana, middle monster zone: empty, playable"))
    until(
        lambda: "Normal Summons the 10 of spades" in (ben.get_by_role("log").text_content() or ""),
        ana,
        ben,
    )
    summoned = ana.get_by_role(
        "button", name=re.compile("Ana, middle monster zone: 10 of spades, upright")
    )
    expect(summoned).to_have_count(1)
    expect(ana.get_by_role("status").filter(has_text="Life of Ana")).to_have_text(re.compile("40"))
    phases = ana.get_by_role("region", name="Turn and phase")
    expect(phases.get_by_role("listitem").filter(has_text="Main 1")).to_have_attribute(
        "aria-current", "step"
    )
    ways = ana.get_by_role("region", name="What you may do without a card")
    activate(ways.get_by_role("button", name=re.compile("End the turn")))
    expect(phases).to_contain_text("Turn 2 · Ben")
