"""The pages that show a table with a mat, by axe, in light and dark, and in every size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from axe import violations
from duelmat_tournament import commands, floor_commands
from duelmat_tournament.roles import Role
from hub.browsers import OpenHub, People
from hub.live_hub import LiveHub
from hub.scenes import HOSTILE, NAMES, NOW_MS, ORGANISER, Scene, recent, started
from hub.test_mat_pages import STEPS
from hub.test_page_axe import SIDEWAYS
from hub.test_rulings_browser import CALLED, TABLE, mat_program
from layout import SIZES, faults_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

PAGES = {
    "/floor": (Role.JUDGE, ".mats"),
    f"/floor/table/{TABLE}": (Role.HEAD_JUDGE, ".mat"),
    f"/floor/past/{TABLE}/1/2": (Role.JUDGE, ".past-mat"),
    f"/floor/past/{TABLE}/1/4": (Role.JUDGE, ".past-mat"),
    f"/floor/seen/{TABLE}": (Role.JUDGE, "main"),
    "/desk": (Role.ORGANISER, ".computers"),
    f"/watch/{TABLE}": (None, "main"),
    f"/overlay/{TABLE}": (None, "body"),
    "/stage": (None, "body"),
}
"""The pages, who opens them, and what stands there when the mat is shown."""


def playing(now_ms: int = NOW_MS) -> Scene:
    scene = started((*HOSTILE, *NAMES[:8]), now_ms=now_ms)
    scene.ask(commands.PairRound())
    scene.begin()
    return scene


@pytest.fixture(scope="module")
def hub(open_hub: OpenHub) -> Iterator[LiveHub]:
    """A hub whose first table has a mat: featured, in its second turn, with a call of a judge."""
    opened = open_hub(recent(playing))
    opened.ask(floor_commands.FeatureTable(TABLE, is_featured=True), ORGANISER)
    with mat_program(opened) as program:
        program.report(*STEPS, CALLED)
        yield opened


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_where_a_mat_is_shown(
    people: People, hub: LiveHub, path: str, language: str
) -> None:
    role, place = PAGES[path]
    visitor = people(hub, bypass_csp=True, locale=language)
    if role is not None:
        visitor.enter(role).close()
    page = visitor.visit(path)
    expect(page.locator(place).first).to_be_visible()
    assert violations(page) == []
    faults = {}
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        faults[name] = faults_of(page, sideways=SIDEWAYS)
    assert {name: found for name, found in faults.items() if found} == {}
