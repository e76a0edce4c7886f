"""The hall's screen: no name is cut as long as there is room for it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from duelmat_hub.policies import load_policy
from duelmat_tournament import commands
from duelmat_tournament.hall import Chair, Room
from duelmat_tournament.names import PlayerId, TableNumber
from duelmat_tournament.policy import FirstStage
from hub.browsers import HALL, OpenHub, People
from hub.live_hub import LiveHub
from hub.scenes import NAMES, Scene, registered, started
from tournament.staged_event import changed
from tournament.stories.test_formats import begun, policy_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

BEAMER: ViewportSize = {"width": 1280, "height": 720}
SMALL: ViewportSize = {"width": 390, "height": 844}
LATIN = "Bartholomew Cholmondeley"
JAPANESE = "田中さくらのすけ三郎左衛門尉景虎長尾平三不識庵謙信"
LONG = tuple(name[:-2] + f"{at:02}" for at in range(12) for name in (LATIN, JAPANESE[:24]))
"""Names of 24 characters, which are as wide as 14 and as 24 characters of Japanese."""
CUT = """() => [...document.querySelectorAll(".leaf.shown bdi, .leaf.shown .no")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.textContent}: ${each.scrollWidth} in ${each.clientWidth}`)"""
TYPE = "Number(document.querySelector('.leaf.shown').style.getPropertyValue('--type'))"


def playing(scene: Scene) -> Scene:
    scene.ask(commands.PairRound())
    scene.begin()
    return scene


def opened(people: People, hub: LiveHub, size: ViewportSize) -> Page:
    page = people(hub, size=size).visit("/hall")
    expect(page.locator("#page-words")).to_have_text(re.compile(r"\d of \d"))
    return page


def cut_on_all(page: Page) -> dict[str, list[str]]:
    """Return what is cut on each page of the hall's screen, by the page's words."""
    words = page.locator("#page-words")
    found: dict[str, list[str]] = {}
    while words.inner_text() not in found:
        found[words.inner_text()] = page.evaluate(CUT)
        page.keyboard.press("ArrowRight")
    return found


@pytest.fixture(scope="module")
def round_hub(open_hub: OpenHub) -> LiveHub:
    scene = registered(LONG, "trump-king")
    rooms = (
        Room(TableNumber(1), TableNumber(5), "Main hall"),
        Room(TableNumber(6), TableNumber(99), "Upper room, first floor"),
    )
    scene.ask(commands.SetTables(rooms))
    scene.ask(commands.StartEvent(rounds=3, cut=0))
    return open_hub(playing(scene))


@pytest.fixture(scope="module")
def closed_hub(open_hub: OpenHub) -> LiveHub:
    return open_hub(started(LONG, "resummoned"))


@pytest.mark.parametrize("size", [BEAMER, HALL], ids=["beamer", "hall"])
def test_no_name_of_24_characters_is_cut(
    people: People, round_hub: LiveHub, closed_hub: LiveHub, size: ViewportSize
) -> None:
    """Tables by name and by number, with rooms, and standings with three tie-breaks."""
    shown: dict[str, list[str]] = {}
    for hub in (round_hub, closed_hub):
        shown |= cut_on_all(opened(people, hub, size))
    kinds = {words.partition(",")[0] for words in shown}
    assert kinds == {"Tables by name", "Tables by number", "Standings: Points"}
    assert {words: cut for words, cut in shown.items() if cut} == {}


def test_chairs_and_seats_are_read_beside_the_table(people: People, open_hub: OpenHub) -> None:
    scene = registered(LONG[:8], "trump-king")
    scene.ask(commands.FixTable(PlayerId(4), TableNumber(0), Chair.B))
    scene.ask(commands.StartEvent(rounds=3, cut=0))
    page = opened(people, open_hub(playing(scene)), BEAMER)
    named = page.locator("th", has_text=LONG[3])
    row = page.locator(".by-name tr", has=named)
    expect(row.locator("td.sits")).to_have_text("chair B")
    assert {words: cut for words, cut in cut_on_all(page).items() if cut} == {}
    marks = page.locator(".by-table .mark").all_text_contents()
    assert sorted(marks) == ["chair A", "chair B"]

    trios = Scene(policy="")
    policy = changed(load_policy("trump-king"), team_size=3)
    trios.ask(commands.CreateEvent("Trios", policy, "seed"))
    for name in ("Reds", "Blues"):
        trios.ask(commands.RegisterPlayer(name, members=tuple(f"{name}-{at}" for at in (1, 2, 3))))
    trios.ask(commands.StartEvent(rounds=1, cut=0))
    page = opened(people, open_hub(playing(trios)), BEAMER)
    row = page.locator(".by-name tr", has_text="Blues-2 (Blues)")
    expect(row.locator("td.sits")).to_have_text("seat B")
    assert {words: cut for words, cut in cut_on_all(page).items() if cut} == {}


def test_usual_names_are_large_and_uncut(people: People, open_hub: OpenHub) -> None:
    hub = open_hub(playing(started(NAMES, "trump-king")))
    page = opened(people, hub, HALL)
    assert page.evaluate(TYPE) >= 1
    assert {words: cut for words, cut in cut_on_all(page).items() if cut} == {}


def test_one_name_without_end_makes_no_other_small(people: People, open_hub: OpenHub) -> None:
    hub = open_hub(playing(started((*NAMES[:11], "W" * 200), "trump-king")))
    page = opened(people, hub, HALL)
    assert page.evaluate(TYPE) >= 1
    for cut in cut_on_all(page).values():
        assert all(each.startswith("WWW") for each in cut)


def test_a_phone_has_one_column(people: People, open_hub: OpenHub) -> None:
    hub = open_hub(playing(started(NAMES[:12], "trump-king")))
    page = opened(people, hub, SMALL)
    assert {words: cut for words, cut in cut_on_all(page).items() if cut} == {}


def test_the_titles_of_pods_are_read_whole(people: People, open_hub: OpenHub) -> None:
    event = begun(8, policy_of(FirstStage.PODS, pod_size=4))
    event.play()
    event.close()
    page = opened(people, open_hub(Scene.of(event.log)), BEAMER)
    for title in page.locator(".leaf.shown .pod th").all():
        assert title.evaluate("each => each.scrollWidth <= each.clientWidth")
        assert title.evaluate(
            "each => each.clientHeight < 2.5 * parseFloat(getComputedStyle(each).fontSize)"
        )
    assert page.locator(".leaf.shown .pod th").all_inner_texts() == ["Pod 1", "Pod 2"]
