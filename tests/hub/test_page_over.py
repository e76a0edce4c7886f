"""Pages of an event that is over: nothing on them offers what would be refused."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from duelmat_tournament import commands, results
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.roles import Role
from hub.browsers import OpenHub, People
from hub.live_hub import LiveHub
from hub.scenes import NAMES, ORGANISER, in_cut

pytestmark = [pytest.mark.browser, pytest.mark.long]

OWN = PlayerId(2)
PAGES = {
    "/desk": Role.ORGANISER,
    "/scores": Role.SCOREKEEPER,
    "/floor": Role.HEAD_JUDGE,
    "/floor/table/1": Role.HEAD_JUDGE,
    "/me": Role.PLAYER,
}
OFFERED = ":is([data-do], [data-sheet]):visible"
"""What asks the event for something, or opens what does."""


@pytest.fixture(scope="module")
def hub(open_hub: OpenHub) -> LiveHub:
    """An event whose final is closed, and which is not finished."""
    scene = in_cut(NAMES[:8])
    scene.enter(scene.matches()[0], results.played(2, 1))
    scene.ask(commands.CloseRound())
    return open_hub(scene)


def test_pages_offer_nothing_once_the_event_is_over(people: People, hub: LiveHub) -> None:
    """Those that were open before it, and those that are opened after it."""
    pages = dict[str, Page]()
    for path, role in PAGES.items():
        visitor = people(hub)
        visitor.enter(role, OWN if role is Role.PLAYER else NO_PLAYER).close()
        pages[path] = visitor.visit(path)
    for path in ("/desk", "/floor", "/floor/table/1"):
        expect(pages[path].locator(OFFERED).first).to_be_visible()
    hub.ask(commands.FinishEvent(), ORGANISER)
    for page in pages.values():
        expect(page.locator(".clock-title")).to_have_text("The event is over")
        expect(page.locator(OFFERED)).to_have_count(0)
        page.reload()
        expect(page.locator(OFFERED)).to_have_count(0)
    said = pages["/scores"].locator(".when-over")
    expect(said).to_have_text("The event is over: nothing can be changed any more.")


def test_a_table_of_a_closed_round_is_not_featured(people: People, open_hub: OpenHub) -> None:
    scene = in_cut(NAMES[:8])
    hub = open_hub(scene)
    visitor = people(hub)
    visitor.enter(Role.HEAD_JUDGE).close()
    page = visitor.visit("/floor/table/1")
    expect(page.locator("#feature")).to_be_visible()
    number = RoundNumber(scene.round.number)
    hub.ask(commands.EnterResult(number, TableNumber(1), results.played(2, 1)), ORGANISER)
    hub.ask(commands.CloseRound(), ORGANISER)
    expect(page.locator("#feature")).to_have_count(0)
