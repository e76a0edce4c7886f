"""What changed last stays marked on the mat and beside life, until the next play."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import LogLineView, ZoneView
from web.conftest import ServedTable
from web.played_table import card_view
from web.test_browser import ana, open_page

__all__ = ["ana", "open_page"]

pytestmark = pytest.mark.browser

WOLF: Final = ZoneView(MatZone("a.m3"), card_view("trump_king", "a:H7"), upright=True)
OTHER: Final = ZoneView(MatZone("b.m3"), card_view("trump_king", "b:S9"), upright=True)


# The plays are numbered past all that the table may have seen.


def after(live: ServedTable, page: Page, play: int, zones: list[ZoneView], **life: int) -> None:
    """Show the table after this play, and wait until the page has drawn it."""
    line = LogLineView(play, f"Play {play}.", [], "a", 3, play, [], [])
    shown = {"a": 40, "b": 40} | life
    live.do(lambda table: table.show(zones=zones, log=[line], obligations=[], life=shown))
    expect(page.locator("#log")).to_contain_text(f"Play {play}.")


def test_what_changed_last_stays_marked_until_the_next_play(live: ServedTable, ana: Page) -> None:
    """Cards that came and went, and what was lost, in one number for a play."""
    after(live, ana, 911, [OTHER])
    after(live, ana, 912, [OTHER, WOLF])
    expect(ana.locator(".zone.latest")).to_have_attribute("data-zone", "a.m3")
    after(live, ana, 913, [WOLF], b=35)
    expect(ana.locator(".zone.latest.went")).to_have_attribute("data-zone", "b.m3")
    expect(ana.locator(".zone.latest")).to_have_count(1)
    expect(ana.locator(".life-change")).to_have_text("−5")
    after(live, ana, 913, [WOLF], b=32)
    expect(ana.locator(".life-change")).to_have_text("−8")
    expect(ana.locator(".zone.latest.went")).to_have_count(1)
    after(live, ana, 914, [WOLF], b=32)
    expect(ana.locator(".zone.latest, .life-change")).to_have_count(0)


def test_a_card_that_makes_a_play_stays_marked_with_it(live: ServedTable, ana: Page) -> None:
    """It is sensed before the play is told."""
    after(live, ana, 911, [])
    after(live, ana, 911, [WOLF])
    expect(ana.locator(".zone.latest.came")).to_have_attribute("data-zone", "a.m3")
    after(live, ana, 912, [WOLF], b=35)
    expect(ana.locator(".life-change")).to_have_text("−5")
    expect(ana.locator(".zone.latest.came")).to_have_attribute("data-zone", "a.m3")
    after(live, ana, 913, [WOLF], b=35)
    expect(ana.locator(".zone.latest, .life-change")).to_have_count(0)


def test_movement_is_short_and_stops_nothing(live: ServedTable, ana: Page) -> None:
    """At most 300 ms, and none for those who want none."""
    after(live, ana, 911, [])
    after(live, ana, 912, [WOLF], b=35)
    durations = """() => [...document.querySelectorAll(".zone.latest .slot, .life-change")]
        .map((each) => getComputedStyle(each).animationDuration)"""
    expect(ana.locator(".life-change")).to_have_text("−5")
    assert {float(each.removesuffix("s")) <= 0.3 for each in ana.evaluate(durations)} == {True}
    ana.emulate_media(reduced_motion="reduce")
    names = """() => [...document.querySelectorAll(".zone.latest .slot, .life-change")]
        .map((each) => getComputedStyle(each).animationName)"""
    assert set(ana.evaluate(names)) == {"none"}


NOTE_MOVES: Final = """() => {
  const animate = Element.prototype.animate;
  window.moves = [];
  Element.prototype.animate = function (frames, how) {
    window.moves.push(how.duration);
    return animate.call(this, frames, how);
  };
}"""


@pytest.mark.parametrize("is_still", [False, True])
def test_an_attacker_moves_towards_its_target(
    live: ServedTable, ana: Page, *, is_still: bool
) -> None:
    """Once, for at most 300 ms, and not at all for those who want no movement."""
    ana.emulate_media(reduced_motion="reduce" if is_still else "no-preference")
    after(live, ana, 911, [OTHER, WOLF])
    ana.evaluate(NOTE_MOVES)
    line = LogLineView(912, "Ana attacks.", [], "a", 3, 912, [], [], WOLF.zone, OTHER.zone)
    live.do(lambda table: table.show(log=[line]))
    expect(ana.locator("#log")).to_contain_text("Ana attacks.")
    moves = ana.evaluate("window.moves")
    assert len(moves) == (not is_still)
    assert all(duration <= 300 for duration in moves)
