"""The pages at every size: nothing cut off, nothing beside the screen, nothing over the mat."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from chromium import PATIENCE_MS
from duelmat_host.language.catalogs import language
from layout import SIZES, faults_of
from web.conftest import LiveTable
from web.crowded import GAMES, STATES, crowd, show
from web.fake_service import FakeService, message, prompt
from web.real_table import RealTable, started
from web.wire_tap import LOOPBACK

pytestmark = pytest.mark.browser

ANA, JUDGE = "/seat/ana-secret-token", "/judge/judge-secret-token"
OFTEN = ("small phone", "phone in landscape", "1366x768 at 200 %", "laptop", "1680x1050")
BY_SIZE = pytest.mark.parametrize(
    "size",
    [
        pytest.param(size, id=name, marks=() if name in OFTEN else pytest.mark.long)
        for name, size in SIZES.items()
    ],
)
SMALL = {name: SIZES[name] for name in (*list(SIZES)[:3], "1280x720 at 200 %")}
ONE_A_GAME = {
    "trump_king": "small phone",
    "ocg": "phone in landscape",
    "resummoned": "1366x768 at 200 %",
    "trigamon": "laptop",
}
"""The size in which each game is looked at often, at its fullest."""
JAPANESE: Final = (
    "small phone",
    "phone",
    "1366x768 at 200 %",
    "tablet upright",
    "1280x720",
    "laptop",
    "1920x1080",
)
"""The sizes in which pages are looked at in Japanese."""
LIVES = {"two digits": 40, "four digits": 8000, "five digits": 12500}

Look = Callable[..., Page]


@pytest.fixture
def look(chromium: Browser) -> Iterator[Look]:
    """Opens a page in a window of this size; phones are touched."""
    contexts = []

    def open_(address: str, size: tuple[int, int], **how: Any) -> Page:
        width, height = size
        context = chromium.new_context(
            viewport=ViewportSize(width=width, height=height),
            **{"has_touch": width < 1000, "reduced_motion": "reduce", **how},
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto(address)
        return page

    yield open_
    for context in contexts:
        context.close()


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param(
            game,
            size,
            id=f"{game}-{name}",
            marks=() if ONE_A_GAME[game] == name else pytest.mark.long,
        )
        for game in GAMES
        for name, size in SIZES.items()
    ],
)
def test_nothing_is_cut_off_or_covered_at_its_fullest(
    live: LiveTable, look: Look, game: str, size: tuple[int, int]
) -> None:
    """With the longest names, texts and numbers of a game: on each page, whatever is asked there.

    The fonts are those of a bare Linux, which are wider than most.
    """
    live.do(lambda service: crowd(service, game))
    pages = {path: look(live.address + path, size) for path in (ANA, "/", JUDGE)}
    faults = []
    for state in STATES:
        live.do(lambda service, state=state: show(service, game, state))
        for path, page in pages.items():
            expect(page.locator("#log")).to_contain_text(f"Now: {state}.")
            faults += [
                f"{path}, {state}: {fault}"
                for fault in faults_of(page, "ab", "a" if path == ANA else "")
            ]
    page = pages[ANA]
    live.do(lambda service: show(service, game, "main phase"))
    for open_it, close_it in (("i", "Escape"), ("m", "Escape"), ("?", "Escape")):
        page.locator(".fan-card").first.focus()
        page.keyboard.press(open_it)
        expect(page.locator("#inspector:popover-open, dialog[open]").first).to_be_visible()
        faults += [f"{open_it}: {fault}" for fault in faults_of(page)]
        page.keyboard.press(close_it)
    assert faults == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_off_in_japanese(live: LiveTable, look: Look, game: str) -> None:
    """At every size in turn: the same pages are made smaller and larger.

    Letters are as wide as they are high, as the font is that the browser tests install.
    """

    def show_in_japanese(service: FakeService, state: str) -> None:
        service.language = language("ja")
        show(service, game, state)

    def resize(page: Page, size: tuple[int, int], state: str) -> Page:
        page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
        expect(page.locator("#log")).to_contain_text(f"Now: {state}.")
        return page

    sizes = {name: SIZES[name] for name in JAPANESE}
    seats = {
        is_small: look(live.address + ANA, size, locale="ja")
        for is_small, size in ((True, SIZES["phone"]), (False, SIZES["laptop"]))
    }
    expect(seats[True].locator("html")).to_have_attribute("lang", "ja")
    assert letter_breadth(seats[True]) == pytest.approx(1, abs=0.02)
    others = [look(live.address + path, SIZES["laptop"], locale="ja") for path in ("/", JUDGE)]
    faults = []
    for state in STATES:
        live.do(lambda service, state=state: show_in_japanese(service, state))
        for name, size in sizes.items():
            page = resize(seats[size[0] < 1000], size, state)
            faults += [f"{name}, {state}: {fault}" for fault in faults_of(page, "ab", "a")]
    for name, size in sizes.items():
        for page in others:
            faults += [f"{name}: {fault}" for fault in faults_of(resize(page, size, state), "ab")]
    assert faults == []


def letter_breadth(page: Page) -> float:
    """Return how wide a Japanese letter is, by its height: no font is one of boxes."""
    script = """() => {
      const pen = new OffscreenCanvas(1, 1).getContext("2d");
      pen.font = `100px ${getComputedStyle(document.body).fontFamily}`;
      return pen.measureText("手札").width / 200;
    }"""
    return float(page.evaluate(script))


def check(page: Page, own: str = "a") -> None:
    """All is in sight that a player needs; `own`: whose zones are to be touched there."""
    assert faults_of(page, "ab", own) == []


@pytest.mark.parametrize("life", LIVES.values(), ids=LIVES)
@BY_SIZE
def test_a_seats_page_fits(live: LiveTable, look: Look, size: tuple[int, int], life: int) -> None:
    """In the middle of a duel, with a question open."""

    def ask(service: Any) -> None:
        for side in service.sides.values():
            side.life = life
        text = "Ana: respond to the activation of the 9 of spades, or pass."
        options = (("Activate the 7 of hearts", "From your hand"), ("Do not respond", ""))
        service.prompts["a"] = [prompt("p1", text, *options)]

    live.do(ask)
    page = look(live.address + ANA, size)
    expect(page.locator(".fan-card")).to_have_count(6)
    expect(page.locator('[data-life="a"]')).to_have_text(str(life))
    expect(page.locator(".prompt")).to_have_count(1)
    check(page)


def reached(page: Page, place: str) -> list[str]:
    """Return what else is seen where these elements were scrolled to; nothing if each is seen."""
    script = """(places) => [...document.querySelectorAll(places)].map((place) => {
      place.scrollIntoView({ block: "nearest" });
      const its = place.getBoundingClientRect();
      const seen = [.2, .5, .8].map((part) =>
        document.elementFromPoint(its.left + its.width / 2, its.top + its.height * part));
      return seen.every((each) => place.contains(each)) ? "" : place.textContent;
    })"""
    return [text for text in page.evaluate(script, place) if text]


def is_in_sight(page: Page, place: str) -> bool:
    """Whether the first of these elements is seen without being scrolled to."""
    script = """(place) => {
      const its = document.querySelector(place).getBoundingClientRect();
      const seen = document.elementFromPoint(its.left + its.width / 2, its.top + its.height / 2);
      return document.querySelector(place).contains(seen);
    }"""
    return bool(page.evaluate(script, place))


@pytest.fixture(params=[False, True], ids=["one seat", "two at one screen"])
def asking(request: pytest.FixtureRequest, live: LiveTable) -> LiveTable:
    """Return a table whose dock holds a row of buttons more for two; a menu is open."""
    ways = [(f"Do the thing of number {number}", "") for number in range(5)]

    def open_menu(service: Any) -> None:
        if request.param:
            service.share_screen()
        service.prompts["a"] = [prompt("w", "What Ana may do", *ways, menu=True)]

    live.do(open_menu)
    return live


def seat_page(table: LiveTable, look: Look, size: tuple[int, int]) -> Page:
    page = look(table.address + ANA, size)
    if page.locator("#lift").count():
        page.locator("#lift").click()
        page.mouse.move(0, 0)  # away from the cards, which are read where a mouse is on them
    expect(page.locator(".prompt.ways .option")).to_have_count(5)
    return page


@pytest.mark.parametrize("size", SMALL.values(), ids=SMALL)
def test_every_answer_of_a_question_is_above_the_hand(
    asking: LiveTable, look: Look, size: tuple[int, int]
) -> None:
    """A new question comes into sight, before what is merely offered."""
    page = seat_page(asking, look, size)
    answers = [
        ("Choose Ana", ""),
        ("Choose Leo", "who plays at the other side"),
        ("Do not respond", ""),
    ]

    def ask(service: Any) -> None:
        service.prompts["a"].insert(0, prompt("q", "Ana: choose who goes first.", *answers))

    asking.do(ask)
    expect(page.locator("[data-prompt=q] .option")).to_have_count(3)
    assert is_in_sight(page, "[data-prompt=q] header")
    assert reached(page, "[data-prompt=q] .option") == []
    assert reached(page, ".prompt.ways .option") == []
    assert reached(page, ".foot") == []


@pytest.mark.parametrize("size", SMALL.values(), ids=SMALL)
def test_a_refusal_is_above_the_hand_to_its_last_line(
    asking: LiveTable, look: Look, size: tuple[int, int]
) -> None:
    """It comes into sight, before what is merely offered."""
    page = seat_page(asking, look, size)
    said = "Ana may not Normal Summon the 9 of hearts: she has Normal Summoned in this turn."
    remedy = ("Set it into a spell zone.", "Take it back into the hand.")

    def refuse(service: Any) -> None:
        service.message = message("refusal", said, "TK-14", remedy=remedy)

    asking.do(refuse)
    expect(page.locator("#message")).to_contain_text(said)
    assert is_in_sight(page, "#message header")
    assert reached(page, "#message header, #message p, #message li") == []
    tops = [page.locator(place).bounding_box() for place in ("#message", ".prompt.ways")]
    assert tops[0] is not None
    assert tops[1] is not None
    assert tops[0]["y"] < tops[1]["y"]


@pytest.mark.parametrize("size", SMALL.values(), ids=SMALL)
def test_nothing_shines_through_between_the_buttons(
    asking: LiveTable, look: Look, size: tuple[int, int]
) -> None:
    """The dock looks the same wherever the page is scrolled to."""
    page = seat_page(asking, look, size)
    place = page.locator(".holding").bounding_box()
    assert place is not None
    seen = set()
    for way in (0, 60, 130, 10_000):
        page.evaluate("(way) => { scrollTo(0, way); }", way)
        seen.add(page.screenshot(clip={**place}))
    assert len(seen) == 1


@BY_SIZE
def test_turn_and_phase_stand_between_the_extra_monster_zones(
    live: LiveTable, look: Look, size: tuple[int, int]
) -> None:
    """However long a name is; and the mark of who decides is seen over the far plate."""

    def rename(service: Any) -> None:
        service.sides["b"].name = "Bartholomew Longfellow"
        service.turn_seat = "b"

    live.do(rename)
    page = look(live.address + ANA, size)
    expect(page.locator("#mat-phase")).to_have_text("Main Phase 1")
    expect(page.locator(".plate.far")).to_have_class(re.compile("deciding"))
    beside = """() => {
      const box = (place) => document.querySelector(place).getBoundingClientRect();
      const left = box('[data-zone="x1"] .area').right;
      const right = box('[data-zone="x2"] .area').left;
      return ["#mat-turn", "#mat-phase"].filter((place) =>
        box(place).left < left || box(place).right > right);
    }"""
    assert page.evaluate(beside) == []
    above = """() => {
      const plate = document.querySelector(".plate.far");
      const mark = parseFloat(getComputedStyle(plate, "::after").top);
      return plate.getBoundingClientRect().top + mark;
    }"""
    assert page.evaluate(above) >= 0


@pytest.fixture(scope="module", params=["trump_king", pytest.param("ocg", marks=pytest.mark.long)])
def table(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RealTable]:
    """Return a table of 40 life, and one of 8000, for two at one screen: one button more."""
    options = ("--two", "--ruleset", request.param, "--deal-seed", "3")
    with started(tmp_path_factory.mktemp("table"), *options) as table:
        yield table


@BY_SIZE
def test_a_real_tables_pages_fit(table: RealTable, look: Look, size: tuple[int, int]) -> None:
    """A seat's, the public one and the judge's, with what this game asks before the first turn."""
    page = look(f"http://{LOOPBACK}:{table.port}{table.path}", size)
    page.locator("#lift").click()
    expect(page.locator('[data-life="a"]')).to_have_text(re.compile("40|8000"))
    check(page)
    for address in (f"http://{LOOPBACK}:{table.port}/", table.judge):
        page.goto(address)
        expect(page.locator('[data-life="a"]')).to_have_text(re.compile("40|8000"))
        check(page, own="")
