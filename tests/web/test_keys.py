"""The keys that answer: Y is yes, N is no and nothing else, and each answer shows its key."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from chromium import PATIENCE_MS
from web.conftest import ServedTable
from web.hands_on import drag, in_hand, zone
from web.played_table import question
from web.real_table import started
from web.wire_tap import tapped

pytestmark = pytest.mark.browser

ANA = "/seat/ana-secret-token"
USE, ATTACK, DECLINE = ("Use the effect", ""), ("Attack", ""), ("Do not use it", "")


@pytest.fixture
def ana(live: ServedTable, chromium: Browser) -> Iterator[Page]:
    """Return Ana's page at the table that plays along."""
    context = chromium.new_context(viewport=ViewportSize(width=1366, height=768))
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(live.address + ANA)
    expect(page.locator(".fan-card")).to_have_count(6)
    yield page
    context.close()


def ask(
    live: ServedTable, page: Page, *options: tuple[str, str], menu: bool = False, name: str = "p1"
) -> None:
    """Ask Ana this, or offer it to her."""

    asked = question(name, "Is it so?", *options, menu=menu)
    live.do(lambda table: table.show("a", prompts=[asked]))
    expect(page.locator(f"[data-prompt={name}] .option")).to_have_count(len(options))


def answers(live: ServedTable) -> list[Any]:
    """Return what has been asked of the table, but for cards."""
    calls: list[Any] = live.do(lambda service: list(service.calls))
    return calls


def keys_of(page: Page) -> list[str]:
    """Return the letters that the answers show."""
    letters: Locator = page.locator(".option")
    return [" ".join(option.locator("kbd.letter").all_inner_texts()) for option in letters.all()]


ANSWERED: Final = (
    ((USE, DECLINE), ["Y", "N"], "y", 0),
    ((USE, DECLINE), ["Y", "N"], "n", 1),
    ((DECLINE, USE), ["N", "Y"], "y", 1),  # whatever the order
    ((USE, ATTACK, DECLINE), ["", "", "N"], "n", 2),
    ((DECLINE,), ["N"], "n", 0),
)
"""What is asked, the letters that its answers show, a key, and the answer that this takes."""


def test_each_answer_shows_its_key_and_the_key_takes_it(ana: Page, live: ServedTable) -> None:
    """One question after the other."""
    for number, (options, letters, key, taken) in enumerate(ANSWERED):
        ask(live, ana, *options, name=f"p{number}")
        assert keys_of(ana) == letters
        ana.keyboard.press(key)
        expect(ana.locator(".prompt")).to_have_count(0)
        assert answers(live)[number:] == [
            ("answer", "a", {"prompt": f"p{number}", "option": taken})
        ]


NO_YES: Final = "No question is open that Y answers."
NO_NO: Final = "There is nothing to say no to."
UNANSWERED: Final = (
    ((USE, ATTACK, DECLINE), False, "y", NO_YES),  # which of two?
    ((USE, ATTACK), False, "n", NO_NO),
    ((USE, ATTACK), False, "y", NO_YES),
    ((USE, ATTACK), True, "n", NO_NO),
    ((USE, DECLINE), True, "y", NO_YES),
)
"""What is asked, whether it is a menu, a key, and what is said of it: another thing each time."""


def test_a_key_that_answers_nothing_says_so(ana: Page, live: ServedTable) -> None:
    """N presses no OK: what OK would take is never taken by it."""
    for number, (options, menu, key, said) in enumerate(UNANSWERED):
        ask(live, ana, *options, menu=menu, name=f"p{number}")
        ana.keyboard.press(key)
        expect(ana.locator("#toast")).to_contain_text(said)
        expect(ana.locator(".prompt")).to_have_count(1)
    assert answers(live) == []


def test_the_button_to_decline_says_what_it_does(ana: Page, live: ServedTable) -> None:
    """It is there while there is something to decline, in the words of the answer."""
    expect(ana.locator("#do-decline")).to_be_hidden()
    ask(live, ana, USE, DECLINE)
    button = ana.locator("#do-decline")
    expect(button).to_have_text("Do not use it N")
    button.click()
    expect(ana.locator(".prompt")).to_have_count(0)
    assert answers(live) == [("answer", "a", {"prompt": "p1", "option": 1})]


@pytest.mark.long
@pytest.mark.parametrize(("key", "life"), [("y", 49), ("n", 40)], ids=["use", "decline"])
def test_an_effect_and_a_window_at_a_real_table(
    tmp_path: Path, sit: Callable[..., Page], key: str, life: int
) -> None:
    """Y uses what may be used, N declines it; N is no in the window, too."""
    options = ("--two", "--deal-seed", "3")
    with (
        started(tmp_path, *options) as table,
        tapped(table.port) as one,
        tapped(table.port) as two,
    ):
        ana = sit(one, table.path)
        ben = sit(two, table.other_path)
        for page in (ana, ben):
            page.keyboard.press("d")
            expect(page.locator("#fan")).to_contain_text("until it is decided")
        ana.keyboard.press("1")
        drag(ana, in_hand(ana, "a:H9"), zone(ana, "a.m3"))
        expect(ana.locator(".prompt:not(.ways)")).to_contain_text("9 of hearts")
        ana.keyboard.press(key)
        expect(ana.locator(".prompt.ways")).to_be_visible()
        expect(ana.locator('[data-life="a"]')).to_have_text(str(life))
        drag(ana, in_hand(ana, "a:C1"), zone(ana, "a.s3"), keys="f")
        expect(ben.locator("#log")).to_contain_text("Ana Sets a card")
        ana.locator(".option").filter(has_text="End the turn").click()
        expect(ben.locator("#turn-line")).to_have_text("Turn 2 · Ben", use_inner_text=False)
        ben.keyboard.press("d")
        expect(in_hand(ben, "b:S3")).to_be_visible()
        drag(ben, in_hand(ben, "b:D2"), zone(ben, "b.m3"))
        expect(ana.locator(".prompt")).to_contain_text("respond")
        ana.keyboard.press("n")
        expect(ben.locator("#log")).to_contain_text("Ben Normal Summons the 2 of diamonds")
        expect(ana.locator(".prompt:not(.ways)")).to_have_count(0)
