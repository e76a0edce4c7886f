"""Pages of a stream in a real browser: they say that they are stale, and recover by themselves."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from duelmat_hub import handlers
from duelmat_hub.pages import pages
from duelmat_hub.pages.page_list import STREAM_PATIENCE_MS
from duelmat_hub.report_store import Received
from duelmat_hub.reporting import LOOK_S, STALE_MS
from duelmat_serving.overlay_looks import BEAT_S
from duelmat_serving.static_files import static_text
from duelmat_tournament import floor_commands
from duelmat_tournament.names import TableNumber
from duelmat_venue.reports import Batch, Report
from hub.browsers import HALL, PHONE, OpenHub, People
from hub.live_hub import LiveHub
from hub.scenes import ORGANISER, mid_round

pytestmark = [pytest.mark.browser, pytest.mark.long]
TABLE = TableNumber(2)


def report(hub: LiveHub, n: int, *, is_heard: bool = True, **changes: object) -> None:
    """Let the program of a table report something, and be heard from then on, or only now."""
    batch = Batch("1" * 32, 2, 1, 0, (Report(n, 0, dict(changes)),))
    heard_ms = time.time_ns() // 1_000_000 + (3_600_000 if is_heard else 0)
    hub.call(lambda: hub.started.reporting.take(Received(TABLE, "a" * 64, heard_ms, batch)))


def live(hub: LiveHub, page: Page, life: int) -> None:
    """Expect a page that shows this life, and nothing stale."""
    expect(page.locator(".life, .watch-life").first).to_contain_text(str(life))
    expect(page.locator(".stale:visible")).to_have_count(0)


def test_a_page_of_a_stream_is_stale_while_hub_or_network_are_silent(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(mid_round())
    report(hub, 1, life={"a": 7100, "b": 8000}, turn=1)
    visitor = people(hub, size=HALL)
    pages = [visitor.visit(f"/{each}/{TABLE}") for each in ("overlay", "watch")]
    for page in pages:
        expect(page.locator(".life, .watch-life").first).to_contain_text("7100")

    hub.stop()
    for page in pages:
        expect(page.locator("#stale")).to_be_visible()
        expect(page.locator("body")).to_have_class(re.compile("is-stale"))
    expect(pages[0].locator("#stale")).to_contain_text("STALE")

    hub.start()
    report(hub, 2, life={"a": 6200, "b": 8000})
    for page in pages:
        live(hub, page, 6200)

    with hub.hung():  # connections stay, and nothing comes: a cable that was pulled
        for page in pages:
            expect(page.locator("#stale")).to_be_visible()
    report(hub, 3, life={"a": 5300, "b": 8000})
    for page in pages:
        live(hub, page, 5300)
    assert visitor.complaints == []


def test_a_page_of_a_stream_is_stale_while_its_table_is_silent(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(mid_round())
    report(hub, 1, is_heard=False, life={"a": 7100, "b": 8000}, turn=1)
    page = people(hub, size=PHONE).visit(f"/watch/{TABLE}")
    expect(page.locator(".watch .stale")).to_contain_text("STALE The table is not heard.")
    report(hub, 2, life={"a": 6200, "b": 8000})
    live(hub, page, 6200)


def test_the_stage_follows_the_featured_tables(open_hub: OpenHub, people: People) -> None:
    scene = mid_round()
    (first,) = (match.table for match in scene.matches() if match.is_featured)
    hub = open_hub(scene)
    page = people(hub, size=HALL).visit("/stage")
    shown = page.locator(".overlay-table")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("aria-label", f"Table {first}")
    hub.ask(floor_commands.FeatureTable(TABLE, is_featured=True), ORGANISER)
    expect(shown).to_have_count(2)
    hub.ask(floor_commands.FeatureTable(first, is_featured=False), ORGANISER)
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("aria-label", f"Table {TABLE}")


def test_a_page_of_a_stream_is_drawn_anew_by_another_build(
    open_hub: OpenHub, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = open_hub(mid_round())
    page = people(hub, size=HALL).visit("/stage")
    expect(page.locator(".overlay-table")).to_have_count(1)
    hub.stop()
    for module in (handlers, pages):
        monkeypatch.setattr(module, "edition", lambda: "another")
    with page.expect_navigation():
        hub.start()
    expect(page.locator("body")).to_have_attribute("data-feed", "/feed/stage?page=another")
    expect(page.locator("#stale")).not_to_be_visible()


def test_a_pile_stays_open_while_the_duel_goes_on(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(mid_round())
    card = {"key": "a:C1", "code": "C1", "name": "Card One"}
    piles = {"hand": 5, "pile": 30, "grave": [card], "banished": [], "extra": []}
    report(hub, 1, life={"a": 7100, "b": 8000}, turn=1, piles={"a": piles, "b": piles})
    page = people(hub, size=PHONE).visit(f"/watch/{TABLE}")
    grave = page.locator("#a-grave")
    expect(grave).to_contain_text("(1)")
    expect(grave.get_by_text("Card One")).not_to_be_visible()
    grave.locator("summary").click()
    expect(grave.get_by_text("Card One")).to_be_visible()
    more = piles | {"grave": [card | {"name": "Card Two"}, card]}
    report(hub, 2, piles={"a": more, "b": piles})
    expect(grave.get_by_text("Card Two")).to_be_visible()


def test_stale_is_said_within_three_seconds() -> None:
    """Of the hub by the page, which looks once a second; of a table by the hub."""
    (watch_ms,) = re.findall(r"WATCH_MS = (\d+)", static_text(Path(), "js/feed.js"))
    assert STREAM_PATIENCE_MS + int(watch_ms) <= 3_000
    assert STREAM_PATIENCE_MS >= 2.5 * 1000 * BEAT_S, "one beat may be lost"
    assert STALE_MS + 1000 * LOOK_S <= 3_000
