"""What a player may switch off: sounds, and letters as keys; and browsers that have neither."""

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from chromium import PATIENCE_MS
from direct_mat import SEATS
from duelmat_host.players.hand_requests import DrawCards, carry_out
from duelmat_host.table.commands import EndTurn
from web.conftest import LAPTOP, ServedTable
from web.played_table import PlayedTable

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
def open_page(live: ServedTable, chromium: Browser) -> Iterator[Open]:
    """Opens Ana's page with a script before all others; no page may complain."""
    context = chromium.new_context(viewport=LAPTOP)
    context.set_default_timeout(PATIENCE_MS)
    complaints: list[str] = []

    def open_(script: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.add_init_script(script)
        page.goto(live.address + ANA)
        expect(page.locator(".fan-card").first).to_be_visible()
        return page

    yield open_
    context.close()
    assert complaints == []


def refuse(table: PlayedTable) -> None:
    table.bench.put("a:H7", "a.m3", down=True)


def lose(table: PlayedTable) -> None:
    table.bench.take("a.m3")
    table.set_life("a", table.seen("a")["life"]["a"] - 3)


def gain(table: PlayedTable) -> None:
    table.set_life("b", table.seen("a")["life"]["b"] + 3)


def begin_turn(table: PlayedTable) -> None:
    """Ana ends her turn, Ben draws and ends his, and she draws."""
    for seat, other in (SEATS, SEATS[::-1]):
        table.order(seat, EndTurn())
        carry_out(table.bench.hands, table.bench.table, other, DrawCards())


HAPPENS: Final = {
    "a refusal": (refuse, "#message header"),
    "less life": (lose, '#log [data-n="{}"]'),
    "more life": (gain, '#log [data-n="{}"]'),
    "one's turn": (begin_turn, '#log [data-n="{}"]'),
}
"""What happens, and where it is seen; a line of the log by its number."""


def tones(live: ServedTable, page: Page) -> list[list[int]]:
    """Return what is heard of each that happens, one after the other."""
    told: list[list[int]] = []
    for happens, seen in HAPPENS.values():
        page.evaluate("heard.length = 0")
        live.do(happens)
        newest = live.do(lambda table: table.seen("a")["log"][-1]["n"])
        expect(page.locator(seen.format(newest))).to_be_attached()
        told.append(page.evaluate("heard"))
    return told


def test_each_sound_is_another_and_none_comes_before_a_gesture(
    live: ServedTable, open_page: Open
) -> None:
    """Silent until something was done on the page; then each event has tones of its own."""
    page = open_page(HEAR)
    assert tones(live, page) == [[], [], [], []]
    page.keyboard.press("Escape")
    heard = tones(live, page)
    assert all(heard)
    assert len({tuple(each) for each in heard}) == len(HAPPENS)


def test_sounds_are_switched_off_and_that_is_remembered(
    live: ServedTable, open_page: Open
) -> None:
    """By this browser, when the page is opened again."""
    page = open_page(HEAR)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Sounds").uncheck()
    page.keyboard.press("Escape")
    assert tones(live, page) == [[], [], [], []]
    page = open_page(HEAR)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_label("Sounds")).not_to_be_checked()


def test_letters_are_switched_off_and_other_keys_go_on(live: ServedTable, open_page: Open) -> None:
    """Whoever speaks to the computer, or brushes a key, plays nothing by it."""
    page = open_page("")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Letters and numbers are keys").uncheck()
    page.keyboard.press("Escape")
    page.locator(".fan-card").first.focus()
    for key in "dpynjrmoifhtlgb123?":
        page.keyboard.press(key)
    expect(page.locator("dialog[open], #inspector.pinned")).to_have_count(0)
    assert live.do(lambda service: list(service.calls)) == []
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".fan-card")).to_have_count(5)


def test_a_page_without_sound_and_storage_plays_on(live: ServedTable, open_page: Open) -> None:
    """What is switched there holds until the page is left."""
    page = open_page(BARE)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Sounds").uncheck()
    page.get_by_label("Letters and numbers are keys").uncheck()
    page.keyboard.press("Escape")
    live.do(refuse)
    expect(page.locator("#message")).to_contain_text("Not allowed")
    page.keyboard.press("d")
    assert live.do(lambda service: list(service.calls)) == []
