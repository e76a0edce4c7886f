"""Names of 24 characters on phones: no page cuts one, however wide its letters are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, ViewportSize, expect

from duelmat_bench.event_demo.story import allowed_deck_text
from duelmat_hub.deck_lists import read_deck
from duelmat_tournament import commands, results
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.results import Side
from duelmat_tournament.roles import Role
from duelmat_tournament.seats import Seat
from hub.browsers import OpenHub, People
from hub.live_hub import LiveHub, matches
from hub.scenes import Scene, in_cut, mid_round, recent
from layout import faults_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 360, "height": 640})
JAPANESE = "北海道札幌南高等学校カードゲーム同好会代表田中"[:22]
LATIN = "Bartholomew Cholmondel"
DIGITS = "〇一二三四五六七八九"
NAMES = tuple(
    f"{JAPANESE}{DIGITS[at // 10]}{DIGITS[at % 10]}" if at % 4 else f"{LATIN}{at:02}"
    for at in range(24)
)
"""Three in four are as wide as names of 24 characters can be."""
SIDEWAYS = ".filters, .wide, .bracket, .leaf"
"""What is scrolled sideways, or paged."""
CUT = """() => [...document.querySelectorAll("body *")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(each);
    const isBeside = textOverflow === "ellipsis" && each.scrollWidth > each.clientWidth + 1;
    return isBeside || (webkitLineClamp !== "none" && each.scrollHeight > each.clientHeight + 2);
  })
  .map((each) => `${each.className || each.tagName}: ${each.textContent.trim()} is shortened`)"""
NARROW = """() => [...document.querySelectorAll("main :is(span, bdi, p, td, th):not(.sr)")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => each.children.length === 0 && each.textContent.trim().length > 4)
  .filter((each) => each.clientWidth > 0 && each.clientWidth < 40)
  .filter((each) => each.clientHeight > 3 * each.clientWidth)
  .map((each) => `${each.textContent.trim()} is a column of letters`)"""


def faults(page: Page) -> list[str]:
    page.wait_for_load_state()
    expect(page.locator("main")).to_be_visible()
    return [*faults_of(page, sideways=SIDEWAYS), *page.evaluate(CUT), *page.evaluate(NARROW)]


def seen(
    people: People, hub: LiveHub, role: Role | None, player: PlayerId, *paths: str
) -> dict[str, list[str]]:
    """Return the faults of pages in both sizes and languages: the first page, and these."""
    found: dict[str, list[str]] = {}
    for size in PHONES:
        for tag in ("en", "ja"):
            visitor = people(hub, size=size, locale=tag)
            page = visitor.visit("/") if role is None else visitor.enter(role, player)
            name = f"{role}, {player}, {size['width']}, {tag}"
            found[name] = faults(page)
            for path in paths:
                page.goto(f"{hub.address}{path}")
                found[f"{name}, {path}"] = faults(page)
    return {name: each for name, each in found.items() if each}


@pytest.fixture(scope="module")
def round_hub(open_hub: OpenHub) -> LiveHub:
    return open_hub(recent(lambda now_ms: mid_round(NAMES, now_ms=now_ms)))


@pytest.fixture(scope="module")
def team_hub(open_hub: OpenHub) -> LiveHub:
    scene = Scene("ocg-teams")
    deck = read_deck(allowed_deck_text("ocg"), scene.now.policy)
    for at in range(4):
        members = tuple(f"{NAMES[1][:22]}{at}{seat.place}" for seat in Seat)
        scene.ask(commands.RegisterPlayer(NAMES[4 * at + 1], members=members))
        for seat in Seat:
            scene.ask(
                commands.RegisterDeck(PlayerId(at + 1), deck, f"{at}{seat.place}" * 16, seat)
            )
    scene.ask(commands.StartEvent(rounds=2, cut=0))
    scene.ask(commands.PairRound())
    scene.begin()
    first, second = scene.matches()
    won = replace(results.played(2, 1), seats=(Side.FIRST, Side.SECOND, Side.FIRST))
    scene.enter(first, won)
    report = commands.ReportResult(scene.round.number, second.table, won)
    scene.ask(report, scene.player(second.first), 60)
    return open_hub(scene)


def test_a_players_page_shows_both_names(people: People, round_hub: LiveHub) -> None:
    """With a report to confirm, a dispute, a call, a check and a result."""
    for match in matches(round_hub)[:3] + matches(round_hub)[8:9]:
        for player in match.players:
            assert seen(people, round_hub, Role.PLAYER, player) == {}


def test_judges_and_the_desk_see_both_names(people: People, round_hub: LiveHub) -> None:
    tables = [f"/floor/table/{table}" for table in (1, 2, 3, 5)]
    assert seen(people, round_hub, Role.JUDGE, NO_PLAYER, *tables, "/decks/1") == {}
    assert seen(people, round_hub, Role.SCOREKEEPER, NO_PLAYER, "/correction/1/1") == {}
    assert seen(people, round_hub, Role.ORGANISER, NO_PLAYER, "/links") == {}


def test_everybody_sees_both_names(people: People, open_hub: OpenHub, round_hub: LiveHub) -> None:
    """In pairings and standings, in the bracket, and on the hall's page on a phone."""
    paths = ("/hall", "/standings", "/pairings", "/standings/5", "/why/2/1")
    assert seen(people, round_hub, None, NO_PLAYER, *paths) == {}
    cut = open_hub(recent(lambda now_ms: in_cut(NAMES, now_ms=now_ms)))
    assert seen(people, cut, None, NO_PLAYER, "/hall") == {}
    assert seen(people, cut, Role.JUDGE, NO_PLAYER, "/floor/table/1") == {}
    assert seen(people, cut, Role.PLAYER, matches(cut)[0].first) == {}


def test_teams_and_their_players_are_read_whole(people: People, team_hub: LiveHub) -> None:
    for player in (PlayerId(1), matches(team_hub)[1].second):
        assert seen(people, team_hub, Role.PLAYER, player) == {}
    tables = ("/floor/table/1", "/floor/table/2")
    assert seen(people, team_hub, Role.JUDGE, NO_PLAYER, *tables) == {}
    assert seen(people, team_hub, Role.SCOREKEEPER, NO_PLAYER) == {}
    assert seen(people, team_hub, None, NO_PLAYER, "/hall") == {}
