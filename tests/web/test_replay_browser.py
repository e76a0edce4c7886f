"""A duel that is over and the overlay, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from axe import violations
from chromium import PATIENCE_MS
from direct_mat import SEATS
from duelmat_engine import CardKey
from duelmat_host.app.replays import journal_replay
from duelmat_host.showing.overlay import OverlayLinkView
from duelmat_host.showing.view_types import CardView
from duelmat_host.table.commands import Concede
from duelmat_host.web.replay_page import single_page
from host.journals import write
from host.test_replays import over
from web.conftest import LAPTOP, PageServer, ServedTable
from web.hands_on import SEEN, await_script
from web.played_table import PlayedTable, midway

pytestmark = pytest.mark.browser

FEW_ACTIONS = 60
Open = Callable[..., Page]


@pytest.fixture
def look(chromium: Browser) -> Iterator[Open]:
    """Opens an address in a browser of its own; no page may complain."""
    contexts, complaints = [], []

    def open_(address: str, **how: Any) -> Page:
        context = chromium.new_context(**{"viewport": {"width": 1366, "height": 768}, **how})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page in one file, of a duel as the judge may see it."""
    folder = tmp_path_factory.mktemp("shared")
    replay, _ = journal_replay(write(folder / "duel-0001.jsonl", most=FEW_ACTIONS), "judge")
    (folder / "duel.html").write_text(single_page(replay))
    return (folder / "duel.html").as_uri()


def at(page: Page, step: int) -> None:
    expect(page.locator("#step")).to_have_value(str(step))


def test_a_page_in_one_file_is_gone_through_by_keys_and_buttons(look: Open, alone: str) -> None:
    """From the disk, without a server: steps, turns, the ends, a place in its address."""
    page = look(alone)
    at(page, 0)
    last = int(page.locator("#step").get_attribute("max") or 0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    assert page.url.endswith("#step=2")
    page.keyboard.press("PageDown")
    expect(page.locator("#turn-line")).to_contain_text("Turn ")
    first = int(page.locator("#step").input_value())
    page.keyboard.press("ArrowLeft")
    at(page, first - 1)
    page.locator("#to-end").click()
    at(page, last)
    expect(page.locator("#log li[data-n]").last).to_be_in_viewport()
    page.set_viewport_size({"width": 830, "height": 700})
    clipped = "(words) => words.scrollWidth > words.clientWidth"
    for step in range(last, 0, -1):  # what happened in a step is read whole
        at(page, step)
        assert not page.locator("#step-words").evaluate(clipped)
        assert not page.locator("#step-words span").evaluate(clipped)
        page.keyboard.press("ArrowLeft")
    page.set_viewport_size(LAPTOP)
    page.keyboard.press("Home")
    at(page, 0)
    expect(page.locator("#log li[data-n]")).to_have_count(0)
    page.locator("#turn").select_option(index=2)
    expect(page.locator("#turn-line")).to_contain_text("Turn 2")
    there = page.locator("#step").input_value()
    again = look(page.url)
    at(again, int(there))


def test_whoever_steps_by_key_sees_the_mat(look: Open, alone: str) -> None:
    """On a low window it begins below the summary."""
    page = look(alone, viewport={"width": 1280, "height": 720})
    expect(page.locator("#play")).not_to_be_in_viewport()
    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(page.locator("#play")).to_be_in_viewport(ratio=1)


def test_it_plays_by_itself_at_a_pace_and_stops_when_stepped(look: Open, alone: str) -> None:
    page = look(alone)
    page.locator("#pace").select_option("700")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#step")).not_to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_it_shows_what_the_judge_may_see_and_the_lights(look: Open, alone: str) -> None:
    """Face-down cards have their slips; lamps shine as they did at that step."""
    page = look(f"{alone}#step=40")
    expect(page.locator(".zone .slip").first).to_be_visible()
    lights = "[...document.querySelectorAll('[data-light]')].map((mark) => mark.dataset.light)"
    await_script(page, f"() => {lights}.filter((light) => ({SEEN})(light)[3]).length > 4")


def test_lights_lie_on_their_marks_at_every_size(look: Open, alone: str) -> None:
    """On a phone as in a window: the drawing may be smaller than the place that it has."""
    page = look(f"{alone}#step=40")
    marks = "[...document.querySelectorAll('[data-light]')].map((mark) => mark.dataset.light)"
    shining = f"() => {marks}.filter((light) => ({SEEN})(light)[3] > 127).join(' ')"
    await_script(page, f"() => ({shining})().length > 4")
    wanted = page.evaluate(shining)
    for width, height in ((390, 844), (600, 900), (683, 384), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        await_script(page, f"(wanted) => ({shining})() === wanted", wanted)


def test_a_mark_of_the_picture_leads_to_its_step(look: Open, alone: str) -> None:
    page = look(alone)
    mark = page.locator(".life-mark").last
    step = (mark.get_attribute("href") or "").partition("=")[2]
    mark.focus()
    page.keyboard.press("Enter")
    at(page, int(step))
    page.locator(".summary-words summary").first.click()
    cause = (mark.get_attribute("aria-label") or "").partition(": ")[2]
    expect(page.locator(".summary-words tbody tr").filter(has_text=cause)).to_be_visible()


@pytest.mark.parametrize(
    "size",
    [
        pytest.param((1366, 768), marks=pytest.mark.long),
        (390, 844),
        pytest.param((683, 384), marks=pytest.mark.long),
    ],
)
def test_nothing_is_beside_the_screen_and_axe_finds_nothing(
    look: Open, alone: str, size: tuple[int, int]
) -> None:
    page = look(alone, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    at(page, 0)
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    beside = """() => [...document.querySelectorAll('button, select, h1, dd')]
      .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1)
      .map((e) => e.id || e.textContent)"""
    assert page.evaluate(beside) == []
    assert violations(page) == []


def test_a_table_shows_the_summary_when_the_duel_has_ended(
    live: ServedTable, look: Open, tmp_path: Path
) -> None:
    """Beside the result, with the way to the steps; each page leads to its own viewer's."""
    over(tmp_path / "duel-0001.jsonl")
    live.seat(PlayedTable(folder=tmp_path))
    page = look(live.address)
    seat = look(f"{live.address}/seat/ana-secret-token")
    live.do(lambda table: table.order(SEATS[1], Concede()))
    expect(page.locator("#outcome .life-picture")).to_be_visible()
    expect(page.locator("#outcome")).to_contain_text("Ben chooses who goes first")
    expect(seat.locator("#outcome button.primary")).to_have_text("Play again")
    for width, height in ((1280, 600), (1366, 768)):
        seat.set_viewport_size({"width": width, "height": height})
        assert seat.evaluate(
            """() => {
              const shown = document.querySelector("#outcome").getBoundingClientRect();
              const again = document.querySelector("#outcome .primary").getBoundingClientRect();
              return shown.top >= 0 && again.bottom <= shown.bottom && shown.bottom <= innerHeight;
            }"""
        )
    seat.locator("#outcome").get_by_text("Watch it again").click()
    address = re.escape(f"{live.address}/seat/a/duel/1")
    expect(seat).to_have_url(re.compile(f"^{address}(#step=0)?$"))
    expect(seat.locator(".replay-what")).to_contain_text("face-down cards of Ana")
    with seat.expect_download() as saving:
        seat.get_by_text("Save as a page").click()
    assert saving.value.suggested_filename == "duelmat-duel-1-a.html"
    live.do(lambda table: table.show(outcome=None))
    expect(page.locator("#outcome")).to_be_hidden()


# The overlay

QUEEN = CardView(CardKey("b:SQ"), "SQ", "Queen of spades", "up")
EIGHT = CardView(CardKey("a:H8"), "H8", "8 of hearts", "up")
LONG_NAME = "Maximiliane Featherstonehaugh-Cholmondele"


def test_the_overlay_follows_and_says_when_it_hears_nothing(
    live: ServedTable, look: Open, page_server: PageServer
) -> None:
    """Life, card and Chain as they change; STALE by itself, and back by itself."""

    def play(table: PlayedTable) -> None:
        table.set_life("a", 21)
        table.show("overlay", card=QUEEN, card_seat="b", card_deed="It is the queen.")
        table.show("overlay", chain=[OverlayLinkView("a", EIGHT), OverlayLinkView("b", None)])

    page = look(f"{live.address}/overlay")
    life = page.locator('[data-who="a"] .life b')
    expect(life).to_have_text("33")
    expect(page.locator("#stale")).to_be_hidden()
    live.do(play)
    expect(page.locator('[data-who="a"] .change')).to_have_text("▼ 12")
    expect(life).to_have_text("21")
    expect(page.locator("#card .card-picture")).to_be_visible()
    expect(page.locator("#chain li")).to_have_text(
        ["2a card nobody has seenBen", "18 of heartsAna"]
    )
    page_server.stop()
    expect(page.locator("#stale")).to_contain_text("STALE the table does not answer")
    page_server.start()
    expect(page.locator("#stale")).to_be_hidden()
    live.do(lambda table: table.set_life("a", 7))
    expect(life).to_have_text("7")
    live.do(lambda table: setattr(table.session, "is_up", False))
    expect(page.locator("#stale")).to_contain_text("STALE the mat does not answer")


def test_the_overlay_lets_the_stream_through_and_moves_nothing_for_whoever_wants_none(
    live: ServedTable, look: Open
) -> None:
    """No ground of its own; with reduced motion a life is there without counting."""
    page = look(f"{live.address}/overlay?size=huge", reduced_motion="reduce", bypass_csp=True)
    expect(page.locator('[data-who="a"] .life b')).to_have_text("33")
    clear = "rgba(0, 0, 0, 0)"
    for part in ("html", "body"):
        script = "(part) => getComputedStyle(document.querySelector(part)).backgroundColor"
        assert page.evaluate(script, part) == clear
    seen = """() => {
      window.seen = new Set();
      const place = document.querySelector('.life b');
      const note = () => window.seen.add(place.textContent);
      new MutationObserver(note).observe(place, { childList: true });
    }"""
    page.evaluate(seen)
    live.do(lambda table: table.set_life("a", 5))
    expect(page.locator('[data-who="a"] .life b')).to_have_text("5")
    assert page.evaluate("() => [...window.seen]") == ["5"]
    assert violations(page) == []


@pytest.mark.parametrize("size", [pytest.param("small", marks=pytest.mark.long), "huge"])
def test_long_names_and_lives_stay_within_the_overlay(
    live: ServedTable, look: Open, size: str
) -> None:
    """In a narrow source of a streaming program, with everything there is to show."""

    def fill(table: PlayedTable) -> None:
        table.show("overlay", life=dict.fromkeys("ab", 99_999_999), chain=[link] * 3, card=QUEEN)

    link = OverlayLinkView("a", EIGHT)
    live.seat(PlayedTable(midway(names=(f"{LONG_NAME}a", f"{LONG_NAME}b"))))
    live.do(fill)
    page = look(f"{live.address}/overlay?size={size}", viewport={"width": 800, "height": 1080})
    expect(page.locator('[data-who="a"] .life b')).to_have_text("99999999")
    inside = """() => [...document.querySelectorAll('.who, .life b, .phase, .chain, figcaption')]
      .filter((each) => {
        const { left, right, bottom } = each.getBoundingClientRect();
        return left < 0 || right > innerWidth || bottom > innerHeight;
      })
      .map((each) => each.className)"""
    assert page.evaluate(inside) == []
