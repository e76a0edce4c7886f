"""The pages at every size: nothing cut off, nothing beside the screen, nothing over the mat."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from chromium import PATIENCE_MS
from examples import quick_first
from layout import SIZES, faults_of
from web.conftest import ServedTable
from web.crowded import GAMES, STATES, crowded_table, show
from web.played_table import PlayedTable, midway, question, refusal
from web.real_table import RealTable, started
from web.wire_tap import LOOPBACK

pytestmark = pytest.mark.browser

ANA, JUDGE = "/seat/ana-secret-token", "/judge/judge-secret-token"
SMALL = {name: SIZES[name] for name in (*list(SIZES)[:3], "1280x720 at 200 %")}
ONE_A_GAME = {
    "trump_king": "small phone",
    "ocg": "phone in landscape",
    "resummoned": "1366x768 at 200 %",
    "trigamon": "laptop",
}
"""The size in which each game is looked at often, at its fullest."""
CROWDED: Final = (
    "small phone",
    "phone",
    "1366x768 at 200 %",
    "tablet upright",
    "1280x720",
    "laptop",
    "1920x1080",
)
"""The sizes in which each game is looked at in each language, at its fullest."""
MOUSE_FROM_PX: Final = 1000
"""Windows as wide as that are those of a mouse; smaller ones are touched."""
LONGEST_LIFE: Final = 12_500
TAGS: Final = ("en", "ja")
CHOOSE: Final = """(choice, tag) => {
  choice.value = tag;
  choice.dispatchEvent(new Event("change"));
}"""

Look = Callable[..., Page]
Size = tuple[int, int]


@pytest.fixture
def look(chromium: Browser) -> Iterator[Look]:
    """Opens a page in a window of this size; phones are touched."""
    contexts = []

    def open_(address: str, size: Size, **how: Any) -> Page:
        width, height = size
        context = chromium.new_context(
            viewport=ViewportSize(width=width, height=height),
            **{"has_touch": width < MOUSE_FROM_PX, "reduced_motion": "reduce", **how},
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto(address)
        return page

    yield open_
    for context in contexts:
        context.close()


class Windows:
    """One page in windows of all sizes: it is opened once to be touched and once for a mouse."""

    def __init__(self, look: Look, address: str, **how: Any) -> None:
        self._open = partial(look, address, **how)
        self._pages: dict[bool, Page] = {}
        self._tag = ""

    def switch_to(self, tag: str) -> None:
        """Choose a language at the foot of the pages that are open, and of those to come."""
        self._tag = tag
        for page in self._pages.values():
            self._choose(page)

    def _choose(self, page: Page) -> None:
        """Choose the language, unless none was chosen or it is the page's."""
        if self._tag in ("", page.locator("html").get_attribute("lang")):
            return
        with page.expect_navigation():
            page.locator("#language").evaluate(CHOOSE, self._tag)

    def at(self, size: Size) -> Page:
        """Return the page in a window of this size, laid out."""
        width, height = size
        is_touched = width < MOUSE_FROM_PX
        if is_touched not in self._pages:
            self._pages[is_touched] = self._open(size=size)
            self._choose(self._pages[is_touched])
        page = self._pages[is_touched]
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate("() => new Promise((laid) => requestAnimationFrame(() => setTimeout(laid)))")
        return page


def crowded_faults(
    live: ServedTable, look: Look, game: str, sizes: Iterable[str], tag: str = "en"
) -> list[str]:
    """Return what does not fit on the pages of a game, whatever is asked there."""

    live.seat(crowded_table(game))

    def faults_in(path: str, name: str, state: str) -> list[str]:
        page = windows[path].at(SIZES[name])
        expect(page.locator("html")).to_have_attribute("lang", tag)
        expect(page.locator("#log")).to_contain_text(f"Now: {state}.")
        if tag == "ja":
            assert letter_breadth(page) == pytest.approx(1, abs=0.02)
        found = faults_of(page, "ab", "a" if path == ANA else "")
        return [f"{path}, {name}, {state}: {fault}" for fault in found]

    windows = {path: Windows(look, live.address + path, locale=tag) for path in (ANA, "/", JUDGE)}
    faults = []
    for state in STATES:
        live.do(partial(show, state=state))
        for name in sizes:
            for path in windows:
                faults += faults_in(path, name, state)
    live.do(lambda table: show(table, "main phase"))
    for name in sizes:
        faults += [f"{name}, {fault}" for fault in opened_faults(windows[ANA].at(SIZES[name]))]
    return faults


def opened_faults(page: Page) -> list[str]:
    """Return what does not fit in what keys open: a card, the menu, the rules."""
    faults = []
    for open_it, close_it in (("i", "Escape"), ("m", "Escape"), ("?", "Escape")):
        page.locator(".fan-card").first.focus()
        page.keyboard.press(open_it)
        expect(page.locator("#inspector:popover-open, dialog[open]").first).to_be_visible()
        faults += [f"{open_it}: {fault}" for fault in faults_of(page)]
        page.keyboard.press(close_it)
    return faults


@pytest.mark.parametrize(
    ("game", "size", "tag"),
    [*((*each, "en") for each in ONE_A_GAME.items()), ("ocg", "phone in landscape", "ja")],
)
def test_nothing_is_cut_off_or_covered_at_its_fullest(
    live: ServedTable, look: Look, game: str, size: str, tag: str
) -> None:
    """With the longest names, texts and numbers of a game: on each page, whatever is asked there.

    The fonts are those of a bare Linux, which are wider than most; Japanese letters are as wide as
    they are high, as the font is that the browser tests install.
    """
    assert crowded_faults(live, look, game, [size], tag) == []


@pytest.mark.long
@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_off_in_any_language_and_size(
    live: ServedTable, look: Look, game: str, tag: str
) -> None:
    """The same pages are made smaller and larger."""
    assert crowded_faults(live, look, game, CROWDED, tag) == []


@pytest.mark.long
@pytest.mark.parametrize("tag", TAGS)
def test_nothing_is_cut_off_in_any_other_size(live: ServedTable, look: Look, tag: str) -> None:
    """From the smallest window to the largest."""
    others = [name for name in SIZES if name not in CROWDED]
    assert crowded_faults(live, look, "ocg", others, tag) == []


def letter_breadth(page: Page) -> float:
    """Return how wide a Japanese letter is, by its height: no font is one of boxes."""
    script = """() => {
      const pen = new OffscreenCanvas(1, 1).getContext("2d");
      pen.font = `100px ${getComputedStyle(document.body).fontFamily}`;
      return pen.measureText("手札").width / 200;
    }"""
    return float(page.evaluate(script))


def test_a_seats_page_fits(live: ServedTable, look: Look) -> None:
    """In the middle of a duel, with a question open, whatever the size, and the longest life."""

    text = "Ana: respond to the activation of the 9 of spades, or pass."
    options = (("Activate the 7 of hearts", "From your hand"), ("Do not respond", ""))
    asked = question("p1", text, *options)
    windows = Windows(look, live.address + ANA)
    faults = []
    live.do(lambda table: table.show(life=dict.fromkeys("ab", LONGEST_LIFE), prompts=[asked]))
    for tag in TAGS:
        windows.switch_to(tag)
        for name, size in SIZES.items():
            page = windows.at(size)
            expect(page.locator(".fan-card")).to_have_count(6)
            expect(page.locator('[data-life="a"]')).to_have_text(str(LONGEST_LIFE))
            expect(page.locator(".prompt")).to_have_count(1)
            faults += [f"{tag}, {name}: {fault}" for fault in faults_of(page, "ab", "a")]
    assert faults == []


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


WAYS = question(
    "w",
    "What Ana may do",
    *((f"Do the thing of number {number}", "") for number in range(5)),
    menu=True,
)


@pytest.fixture(params=quick_first([True, False]), ids=["two at one screen", "one seat"])
def asking(request: pytest.FixtureRequest, live: ServedTable) -> ServedTable:
    """Return a table whose dock holds a row of buttons more for two; a menu is open."""
    if request.param:
        live.seat(PlayedTable(one_screen=True))
    live.do(lambda table: table.show("a", prompts=[WAYS]))
    return live


def seat_page(table: ServedTable, look: Look, size: Size) -> Page:
    page = look(table.address + ANA, size)
    if page.locator("#lift").count():
        page.locator("#lift").click()
        page.mouse.move(0, 0)  # away from the cards, which are read where a mouse is on them
    expect(page.locator(".prompt.ways .option")).to_have_count(5)
    return page


@pytest.mark.parametrize("size", SMALL.values(), ids=SMALL)
def test_every_answer_of_a_question_is_above_the_hand(
    asking: ServedTable, look: Look, size: Size
) -> None:
    """A new question comes into sight, before what is merely offered."""
    page = seat_page(asking, look, size)
    answers = [
        ("Choose Ana", ""),
        ("Choose Leo", "who plays at the other side"),
        ("Do not respond", ""),
    ]

    asked = question("q", "Ana: choose who goes first.", *answers)
    asking.do(lambda table: table.show("a", prompts=[asked, WAYS]))
    expect(page.locator("[data-prompt=q] .option")).to_have_count(3)
    assert is_in_sight(page, "[data-prompt=q] header")
    assert reached(page, "[data-prompt=q] .option") == []
    assert reached(page, ".prompt.ways .option") == []
    assert reached(page, ".foot") == []


@pytest.mark.parametrize("size", SMALL.values(), ids=SMALL)
def test_a_refusal_is_above_the_hand_to_its_last_line(
    asking: ServedTable, look: Look, size: Size
) -> None:
    """It comes into sight, before what is merely offered."""
    page = seat_page(asking, look, size)
    said = "Ana may not Normal Summon the 9 of hearts: she has Normal Summoned in this turn."
    remedy = ("Set it into a spell zone.", "Take it back into the hand.")

    asking.do(lambda table: table.show(message=refusal(said, "TK-14", remedy=remedy)))
    expect(page.locator("#message")).to_contain_text(said)
    assert is_in_sight(page, "#message header")
    assert reached(page, "#message header, #message p, #message li") == []
    tops = [page.locator(place).bounding_box() for place in ("#message", ".prompt.ways")]
    assert tops[0] is not None
    assert tops[1] is not None
    assert tops[0]["y"] < tops[1]["y"]


def test_the_foot_of_the_side_is_whole_beside_a_long_step_and_a_refusal(
    live: ServedTable, look: Look
) -> None:
    """On a laptop; what is above it is scrolled, to its last line."""
    live.seat(crowded_table("resummoned"))
    live.do(lambda table: show(table, "refusal"))
    page = look(live.address + ANA, SIZES["1280x720"])
    expect(page.locator("#message")).to_be_visible()
    for place in (".foot .link", "#language", ".foot .call-judge"):
        assert is_in_sight(page, place), place
    assert reached(page, "#message p, #obligations li") == []


@pytest.mark.parametrize("size", SMALL.values(), ids=SMALL)
def test_nothing_shines_through_between_the_buttons(
    asking: ServedTable, look: Look, size: Size
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


def test_turn_and_phase_stand_between_the_extra_monster_zones(
    live: ServedTable, look: Look
) -> None:
    """However long a name is; and the mark of who decides is seen over the far plate."""

    names = ("Ana", "Bartholomew Longfellow")
    live.seat(PlayedTable(midway(turn_seat=1, names=names)))
    beside = """() => {
      const box = (place) => document.querySelector(place).getBoundingClientRect();
      const left = box('[data-zone="x1"] .area').right;
      const right = box('[data-zone="x2"] .area').left;
      return ["#mat-turn", "#mat-phase"].filter((place) =>
        box(place).left < left || box(place).right > right);
    }"""
    above = """() => {
      const plate = document.querySelector(".plate.far");
      const mark = parseFloat(getComputedStyle(plate, "::after").top);
      return plate.getBoundingClientRect().top + mark;
    }"""
    windows = Windows(look, live.address + ANA)
    for name, size in SIZES.items():
        page = windows.at(size)
        expect(page.locator("#mat-phase")).to_have_text("Main Phase 1")
        expect(page.locator(".plate.far")).to_have_class(re.compile("deciding"))
        assert page.evaluate(beside) == [], name
        assert page.evaluate(above) >= 0, name


@pytest.mark.parametrize("name", ["プライマリーバトル", "Primary Battle Phase"])
def test_a_phase_whose_name_would_break_makes_the_bar_brief(
    live: ServedTable, look: Look, name: str
) -> None:
    """Japanese would stand upright letter by letter, words in two lines; three phases do."""
    page = look(live.address + ANA, SIZES["phone"])
    if page.locator("#lift").count():
        page.locator("#lift").click()
    bar = page.locator("#phases")
    expect(bar.locator("[aria-current]")).to_be_visible()
    bar.locator("li").first.evaluate(
        """(phase, name) => {
          phase.textContent = name;
          dispatchEvent(new Event("resize"));
        }""",
        name,
    )
    expect(bar).to_have_class(re.compile("brief"))


@pytest.fixture(scope="module", params=["trump_king", "ocg"])
def table(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RealTable]:
    """Return a table of 40 life, and one of 8000, for two at one screen: one button more."""
    options = ("--two", "--ruleset", request.param, "--deal-seed", "3")
    with started(tmp_path_factory.mktemp("table"), *options) as table:
        yield table


@pytest.mark.long
def test_a_real_tables_pages_fit(table: RealTable, look: Look) -> None:
    """A seat's, the public one and the judge's, with what this game asks before the first turn."""

    here = f"http://{LOOPBACK}:{table.port}"
    addresses = {"seat": here + table.path, "public": here + "/", "judge": table.judge}
    faults = []
    for whose, address in addresses.items():
        windows = Windows(look, address)
        for tag in TAGS:
            windows.switch_to(tag)
            for name, size in SIZES.items():
                page = windows.at(size)
                if page.locator("#curtain").count():
                    page.locator("#lift").click()
                expect(page.locator('[data-life="a"]')).to_have_text(re.compile("40|8000"))
                own = "a" if whose == "seat" else ""
                found = faults_of(page, "ab", own)
                faults += [f"{whose}, {tag}, {name}: {fault}" for fault in found]
    assert faults == []
