"""What a player may switch off: sounds, and letters as keys; and browsers that have neither."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from chromium import PATIENCE_MS
from web.conftest import LAPTOP, LiveTable
from web.fake_service import FakeService
from web.fake_table import message

pytestmark = pytest.mark.browser

ANA = "/seat/ana-secret-token"
HEAR: Final = """(() => {
  globalThis.heard = [];
  globalThis.OscillatorNode = class extends OscillatorNode {
    constructor(context, how) { super(context, how); heard.push(how.frequency); }
  };
})()"""
"""Lets a test read which tones were made."""
BARE: Final = """(() => {
  delete globalThis.AudioContext;
  Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("not kept"); } });
})()"""
"""A browser without sound, which keeps nothing."""

Open = Callable[..., Page]


@pytest.fixture
def open_page(live: LiveTable, chromium: Browser) -> Iterator[Open]:
    """Opens Ana's page with a script before all others; no page may complain."""
    context = chromium.new_context(viewport=LAPTOP)
    context.set_default_timeout(PATIENCE_MS)
    complaints: list[str] = []

    def open_(script: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.add_init_script(script)
        page.goto(live.address + ANA)
        expect(page.locator(".fan-card")).to_have_count(6)
        return page

    yield open_
    context.close()
    assert complaints == []


def refuse(service: FakeService) -> None:
    service.message = message("refusal", "Not now.", "TK-14")


def lose(service: FakeService) -> None:
    service.message = None
    service.sides["a"].life -= 3


def gain(service: FakeService) -> None:
    service.sides["b"].life += 3


def begin_turn(service: FakeService) -> None:
    service.turn += 2


HAPPENS: Final = {
    "a refusal": refuse,
    "less life": lose,
    "more life": gain,
    "one's turn": begin_turn,
}


def tones(live: LiveTable, page: Page) -> list[list[int]]:
    """Return what is heard of each that happens, one after the other."""
    told: list[list[int]] = []
    for happens in HAPPENS.values():
        page.evaluate("heard.length = 0")

        def happen(service: FakeService, happens: Callable[[Any], None] = happens) -> int:
            happens(service)
            service.say(f"It is {happens.__name__}.", [], "")
            return len(service.log)

        newest = live.do(happen)
        expect(page.locator(f'#log [data-n="{newest}"]')).to_be_attached()
        told.append(page.evaluate("heard"))
    return told


def test_each_sound_is_another_and_none_comes_before_a_gesture(
    live: LiveTable, open_page: Open
) -> None:
    """Silent until something was done on the page; then each event has tones of its own."""
    page = open_page(HEAR)
    assert tones(live, page) == [[], [], [], []]
    page.keyboard.press("Escape")
    heard = tones(live, page)
    assert all(heard)
    assert len({tuple(each) for each in heard}) == len(HAPPENS)


def test_sounds_are_switched_off_and_that_is_remembered(live: LiveTable, open_page: Open) -> None:
    """By this browser, when the page is opened again."""
    page = open_page(HEAR)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Sounds").uncheck()
    page.keyboard.press("Escape")
    assert tones(live, page) == [[], [], [], []]
    page = open_page(HEAR)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_label("Sounds")).not_to_be_checked()


def test_letters_are_switched_off_and_other_keys_go_on(live: LiveTable, open_page: Open) -> None:
    """Whoever speaks to the computer, or brushes a key, plays nothing by it."""
    page = open_page("")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Letters and numbers are keys").uncheck()
    page.keyboard.press("Escape")
    live.do(lambda service: service.ask_menu("a", ["End the turn"]))
    page.locator(".fan-card").first.focus()
    for key in "dpynjmoifhtlgb123?":
        page.keyboard.press(key)
    expect(page.locator("dialog[open], #inspector.pinned")).to_have_count(0)
    assert live.do(lambda service: list(service.calls)) == []
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".fan-card")).to_have_count(5)


def test_a_page_without_sound_and_storage_plays_on(live: LiveTable, open_page: Open) -> None:
    """What is switched there holds until the page is left."""
    page = open_page(BARE)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Sounds").uncheck()
    page.get_by_label("Letters and numbers are keys").uncheck()
    page.keyboard.press("Escape")
    live.do(refuse)
    expect(page.locator("#message")).to_contain_text("Not now.")
    page.keyboard.press("d")
    assert live.do(lambda service: list(service.calls)) == []
