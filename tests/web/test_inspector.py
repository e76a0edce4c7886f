"""A card read closely: by mouse, finger and keyboard, on every page; nothing hidden is told."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from msgspec import convert, structs
from playwright.sync_api import Browser, Page, ViewportSize, expect

from axe import violations
from chromium import PATIENCE_MS
from direct_mat import SEATS
from duelmat_engine import find_ruleset
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import (
    AsideView,
    CardView,
    ChangedValueView,
    MarkView,
    RuleView,
    ValueChangeView,
    ZoneView,
)
from examples import quick_first
from web.conftest import ServedTable
from web.hands_on import Finger, drag, in_hand, middle, rest_finger, zone
from web.played_table import PlayedTable, beginning, card_view, names_of, question

pytestmark = pytest.mark.browser

ANA, BEN, JUDGE = "/seat/ana-secret-token", "/seat/ben-secret-token", "/judge/judge-secret-token"
PAGE_LIMIT_BYTES = 300_000
SIZES = {"laptop": (1280, 720), "phone": (390, 844), "screen": (1920, 1080)}
GAMES = ("trump_king", "ocg", "resummoned", "trigamon")

Look = Callable[..., Page]


@pytest.fixture
def look(live: ServedTable, chromium: Browser) -> Iterator[Look]:
    """Opens a page of the table in a window of this size; no page may complain."""
    contexts, complaints = [], []

    def open_(path: str, size: tuple[int, int] = (1280, 720), **how: Any) -> Page:
        viewport = ViewportSize(width=size[0], height=size[1])
        how = {"reduced_motion": "reduce", "has_touch": size[0] < 1000, **how}
        context = chromium.new_context(viewport=viewport, **how)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(live.address + path)
        page.locator("#mat .lying").first.wait_for()
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


def dealt(game: str) -> PlayedTable:
    """Return a table with the cards of a game that have the longest names, in hand and laid."""
    if game == "trump_king":
        return PlayedTable()
    cards, names = find_ruleset(game).cards, names_of(game)
    by_length = sorted(names, key=lambda code: -len(names[code]))
    fighters = [code for code in by_length if "attack" in cards[code].traits]
    others = [code for code in by_length if code not in fighters]
    hand = [card_view(game, f"a:{code}") for code in (*fighters[:3], *others[:3])]
    places = {"a.m2": fighters[0], "a.s2": others[0], "b.m3": fighters[1], "b.s4": others[1]}
    zones = [
        ZoneView(MatZone(place), card_view(game, f"{place[0]}:{code}", face="up"), True)
        for place, code in places.items()
    ]
    turned = card_view(game, f"b:{fighters[3]}", face="up")
    zones += [
        ZoneView(MatZone("a.m4"), CardView(face="down"), False),
        ZoneView(MatZone("b.m2"), turned, False),
    ]
    table = PlayedTable(beginning(ruleset=game))
    table.show(zones=zones, turn=3)
    down = card_view(game, f"a:{fighters[2]}", zone="a.m4")
    table.show("a", hand=hand, facedown=[down], prompts=[])
    return table


def noted(table: PlayedTable, **notes: Any) -> None:
    """Note something on the card of Ana's second zone."""
    zones = convert(table.seen("public")["zones"], list[ZoneView])
    with_notes = [
        structs.replace(each, card=structs.replace(each.card, **notes))
        if each.zone == "a.m2"
        else each
        for each in zones
    ]
    table.show(zones=with_notes)


def raised(table: PlayedTable) -> None:
    """Let a card change the attack of the one that lies on Ana's second zone."""
    text = RuleView("text:gives-500", "The equipped monster has 500 more attack.")
    change = ValueChangeView("+500", 2300, "Black Pendant", [text])
    noted(table, changed=[ChangedValueView("attack", 1800, 2300, [change])])


def read(page: Page) -> Any:
    return page.locator("#inspector")


@pytest.mark.parametrize("path", quick_first([ANA, "/", JUDGE]), ids=["seat", "public", "judge"])
def test_a_card_beside_the_mat_is_read_by_mouse_focus_and_click(
    live: ServedTable, look: Look, path: str
) -> None:
    """With its values now; a click keeps it open."""

    text = RuleView("text:gives-500", "It has 500 more attack.")
    change = ValueChangeView("+500", 505, "Pendant", [text])
    values = [ChangedValueView("attack", 5, 505, [change])]
    cards = [
        card_view("trump_king", "a:C5", face="up", changed=values),
        CardView(face="down"),
    ]
    aside = {"a": [AsideView("a.m6", "Sixth monster zone", cards)], "b": []}
    page = look(path)
    live.do(lambda table: table.show(aside=aside))
    page.locator('[data-plate="a"] summary').click()
    card = page.get_by_role("button", name="5 of clubs")
    card.hover()
    expect(read(page)).to_contain_text("5 of clubs")
    page.mouse.move(2, 2)
    expect(read(page)).to_be_hidden()
    page.keyboard.press("Tab")
    expect(card).to_be_focused()
    expect(read(page)).to_contain_text("5 of clubs")
    card.click()
    page.mouse.move(2, 2)
    expect(read(page).locator(".close")).to_be_visible()
    expect(page.locator('[data-plate="a"] li')).to_contain_text("a face-down card")


@pytest.mark.parametrize("path", quick_first([ANA, "/", JUDGE]), ids=["seat", "public", "judge"])
def test_a_card_under_the_mouse_is_read_as_long_as_it_is_there(look: Look, path: str) -> None:
    """Its kind, its values, and what it is as monster, magic and trap, with the statements."""
    page = look(path)
    zone(page, "a.m2").hover()
    expect(read(page)).to_be_visible()
    expect(read(page).locator("h2")).to_have_text("8 of spades")
    expect(read(page)).to_contain_text("ATK and DEF 8")
    expect(read(page)).to_contain_text("As a monster")
    expect(read(page)).to_contain_text("As quick magic")
    expect(read(page).locator('[data-rule="TK-71"]')).to_be_visible()
    page.locator("h2").first.hover()
    expect(read(page)).to_be_hidden()


def test_a_card_just_laid_covers_no_answer(live: ServedTable, look: Look) -> None:
    """It is read when the mouse comes back to it, not while the page says what came of it."""
    page = look(ANA)
    zone(page, "a.m3").hover()
    page.mouse.down()
    page.mouse.up()
    live.do(lambda table: table.bench.put("a:X1", "a.m3"))
    expect(zone(page, "a.m3").locator(".lying")).to_be_visible()
    x, y = middle(zone(page, "a.m3"))
    for step in range(8):
        page.mouse.move(x + step, y + 2 * step)
        page.wait_for_timeout(60)
    expect(read(page)).to_be_hidden()
    page.locator("h2").first.hover()
    zone(page, "a.m3").hover()
    expect(read(page)).to_be_visible()


@pytest.mark.parametrize("card", ["a.m4", "b.m3", ".fan-card"])
def test_a_card_that_is_read_covers_no_question(live: ServedTable, look: Look, card: str) -> None:
    """What is asked is read beside it, whichever card it is; and the card itself is seen."""
    page = look(ANA)
    asked = question("p1", "Is it so?", ("Do it", "That happens."), ("Do not do it", ""))
    live.do(lambda table: table.show("a", prompts=[asked]))
    shown = page.locator("#prompts .prompt")
    expect(shown).to_be_visible()
    place = page.locator(card).first if card.startswith(".") else zone(page, card)
    place.hover()
    expect(read(page)).to_be_visible()
    boxes = [each.bounding_box() for each in (read(page), shown, place)]
    its, *others = (box for box in boxes if box is not None)
    for other in others:
        assert its["x"] + its["width"] <= other["x"]


@pytest.mark.parametrize("card", ["a.m4", ".fan-card"])
def test_a_card_that_is_taken_up_is_read_on_beside_the_mat(look: Look, card: str) -> None:
    """Pressed, clicked or carried over others it stays what is read, until it lies again."""
    page = look(ANA, (1366, 768))
    page.locator(".fan-card").last.click()
    before = read(page).locator("h2").inner_text()
    page.keyboard.press("Escape")
    place = page.locator(card).first if card.startswith(".") else zone(page, card)
    place.hover()
    expect(read(page).locator("h2")).not_to_have_text(before)
    name = read(page).locator("h2").inner_text()
    page.mouse.down()
    expect(read(page).locator("h2")).to_have_text(name)
    page.mouse.move(*middle(zone(page, "b.m3")), steps=4)
    page.wait_for_timeout(400)
    expect(read(page)).to_be_visible()
    expect(read(page).locator("h2")).to_have_text(name)


def test_a_card_that_was_laid_has_no_other_read(live: ServedTable, look: Look) -> None:
    """A key after the mouse is no reading: the focus of what was dragged goes to no other card."""
    page = look(ANA)
    drag(page, in_hand(page, "a:C4"), zone(page, "a.m3"))
    expect(in_hand(page, "a:C4")).to_have_count(0)
    page.locator("h2").first.hover()
    page.keyboard.press("f")
    expect(page.locator("#how-face")).to_have_attribute("aria-pressed", "true")
    live.do(lambda table: table.bench.hands.draw(SEATS[0]))
    expect(page.locator(".fan-card")).to_have_count(6)
    page.wait_for_timeout(400)
    expect(read(page)).to_be_hidden()


def test_the_mouse_may_go_on_to_what_is_read(look: Look) -> None:
    """It stays there, so that a rule in it can be pointed at; Escape closes it."""
    page = look("/")
    zone(page, "a.m2").hover()
    rule = read(page).locator('[data-rule="TK-71"]')
    rule.hover()
    expect(page.locator("#tip")).to_be_visible()
    page.wait_for_timeout(400)
    expect(read(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(read(page)).to_be_hidden()


@pytest.mark.parametrize("path", quick_first([ANA, "/", JUDGE]), ids=["seat", "public", "judge"])
def test_a_finger_that_rests_on_a_card_reads_it(live: ServedTable, look: Look, path: str) -> None:
    """It stays open until it is closed, and nothing is done with the card."""
    page = look(path, SIZES["phone"])
    rest_finger(page, zone(page, "a.m2"))
    expect(read(page).locator("h2")).to_have_text("8 of spades")
    page.wait_for_timeout(500)
    expect(read(page)).to_be_visible()
    read(page).get_by_role("button", name="Close the card").tap()
    expect(read(page)).to_be_hidden()
    assert [call for call in live.service.calls if call[0] == "hands"] == []


def test_a_card_of_the_hand_is_read_by_finger(look: Look) -> None:
    """The same for the hand, which a finger drags otherwise."""
    page = look(ANA, SIZES["phone"])
    rest_finger(page, in_hand(page, "a:S9"))
    expect(read(page).locator("h2")).to_have_text("9 of spades")


HOLD_MS: Final = 450
"""As long as this, a finger has to rest: the page's own figure."""


@pytest.mark.parametrize("has_left", [True, False])
def test_a_finger_that_left_while_the_page_was_busy_drags(look: Look, has_left: bool) -> None:
    """A busy page hears of its move late, with the next picture; one that stays has rested."""
    page = look(ANA, SIZES["phone"])
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    x, y = middle(in_hand(page, "a:S9"))
    finger = Finger(page)
    finger.put(x, y)
    page.clock.run_for(HOLD_MS)
    if has_left:
        finger.move(x, y - 200)
    page.clock.run_for(100)
    expect(page.locator(".ghost")).to_have_count(int(has_left))
    expect(read(page)).to_be_visible(visible=not has_left)


def test_a_card_is_read_by_keyboard(look: Look) -> None:
    """Focus shows it, I keeps it open wherever the focus goes on to, and closes it."""
    page = look(ANA)
    zone(page, "a.m2").focus()
    page.keyboard.press("i")
    expect(read(page).locator("h2")).to_have_text("8 of spades")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(zone(page, "a.m4")).to_be_focused()
    expect(read(page).locator("h2")).to_have_text("6 of clubs")
    page.keyboard.press("i")
    expect(read(page)).to_be_hidden()


@pytest.mark.parametrize("path", ["/", JUDGE], ids=["public", "judge"])
def test_a_page_without_hands_is_read_by_keyboard(look: Look, path: str) -> None:
    """Arrows go over the mat; Enter opens the card."""
    page = look(path)
    zone(page, "a.m3").focus()
    page.keyboard.press("ArrowLeft")
    expect(zone(page, "a.m2")).to_be_focused()
    expect(read(page).locator("h2")).to_have_text("8 of spades")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(read(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(read(page)).to_be_hidden()


def test_one_is_told_what_ones_own_card_may_do_when_it_is_read(
    live: ServedTable, look: Look
) -> None:
    """With the rule that refuses a use and what would make it legal; nobody else's is asked."""
    page = look(ANA)
    assert live.service.asked_about == []
    zone(page, "a.m2").hover()
    uses = read(page).locator(".card-uses")
    turn = "Turn the 8 of spades to Defense Position"
    expect(uses.locator("li").first).to_contain_text(turn)
    refused = uses.locator("li.not")
    expect(refused).to_contain_text("Not now: Attack the 5 of hearts with the 8 of spades.")
    expect(refused.locator('[data-rule="TK-07"]')).to_be_visible()
    expect(refused).to_contain_text("To make it legal: go on to the Battle Phase.")
    zone(page, "b.m3").hover()
    expect(read(page).locator("h2")).to_have_text("7 of diamonds")
    expect(uses).to_have_count(0)
    assert live.service.asked_about == [("a", "a.m2")]


def test_values_change_as_soon_as_something_changes_them(live: ServedTable, look: Look) -> None:
    """On the card and where it is read, with the cause and its rule."""
    live.seat(dealt("ocg"))
    page = look("/")
    zone(page, "a.m2").hover()
    worth = zone(page, "a.m2").locator(".label-worth").first
    expect(worth).not_to_have_class("up")
    live.do(raised)
    expect(worth).to_have_text("2300")
    expect(worth).to_have_class("label-worth up")
    changes = read(page).locator(".card-changes")
    expect(changes).to_contain_text("+500 Black Pendant")
    expect(changes.locator('[data-rule="text:gives-500"]')).to_have_text("card text")
    expect(read(page).locator(".card-values")).to_contain_text("printed")


@pytest.mark.parametrize("path", [ANA, "/"], ids=["seat", "public"])
def test_a_face_down_card_of_another_tells_nothing(
    live: ServedTable, look: Look, path: str
) -> None:
    """Neither its name nor a request about it: all face-down cards of a player read the same."""
    page = look(path)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    zone(page, "b.s4").hover()
    expect(read(page).locator("h2")).to_have_text("A face-down card of Ben")
    page.wait_for_timeout(300)
    assert asked == []
    assert "9 of clubs" not in page.content()


def test_a_judge_reads_what_lies_face_down(look: Look) -> None:
    """As the judge's page names it anyway."""
    page = look(JUDGE)
    zone(page, "b.s4").hover()
    expect(read(page).locator("h2")).to_have_text("9 of clubs")
    expect(read(page)).to_contain_text("face-down")


def test_what_is_noted_on_a_card_is_seen_heard_and_read(live: ServedTable, look: Look) -> None:
    """On the card, in what its zone is called, and with its rules where the card is read."""
    stun = RuleView("TRI-170", "A stunned Entity does not turn.")
    live.do(lambda table: noted(table, marks=[MarkView("Stun", "Status: stun.", [stun])]))
    page = look(ANA)
    expect(zone(page, "a.m2").locator(".mark-sign")).to_have_text("Stun")
    expect(zone(page, "a.m2")).to_have_attribute(
        "aria-label", re.compile("^Ana, left monster zone: 8 of spades, stun, upright")
    )
    zone(page, "a.m2").focus()
    page.keyboard.press("i")
    expect(read(page)).to_contain_text("Status: stun.")
    expect(read(page).locator('[data-rule="TRI-170"]')).to_be_visible()


def test_a_card_that_goes_is_read_no_longer(live: ServedTable, look: Look) -> None:
    """Nothing is told of it from before."""
    page = look("/")
    zone(page, "a.m2").focus()
    page.keyboard.press("Enter")
    expect(read(page)).to_be_visible()
    live.do(lambda table: table.bench.take("a.m2"))
    expect(read(page)).to_be_hidden()


FITS = """() => {
  const faults = [];
  const box = (element) => element.getBoundingClientRect();
  const name = document.querySelector("#inspector h2");
  if (name) {
    const lines = box(name).height / parseFloat(getComputedStyle(name).lineHeight);
    if (lines > 2.2) faults.push(`${name.textContent}: ${lines} lines`);
    if (name.scrollWidth > name.clientWidth + 1) faults.push(`${name.textContent} is too wide`);
    const all = box(document.querySelector("#inspector"));
    if (all.left < 0 || all.right > innerWidth || all.top < 0 || all.bottom > innerHeight)
      faults.push("The inspector is beside the screen");
    const inner = document.querySelector(".inspected");
    if (inner.scrollWidth > inner.clientWidth + 1) faults.push("The inspector is cut");
  }
  for (const face of document.querySelectorAll(".framed")) {
    const lines = [...face.querySelectorAll(".plain-name")];
    if (lines.length > 2) faults.push(`${lines.length} lines`);
    for (const text of face.querySelectorAll("text")) {
      const { x, y, width, height } = text.getBBox();
      if (x < -31.5 || x + width > 31.5 || y < -44 || y + height > 44)
        faults.push(`${text.textContent} stands beside its card`);
    }
    const worths = [...face.querySelectorAll(".worth")].map((text) => text.getBBox());
    if (worths.length === 2 && worths[0].x + worths[0].width > worths[1].x)
      faults.push("values overlap");
  }
  for (const label of document.querySelectorAll(".value-label > g")) {
    const bed = label.querySelector(".label-bed").getBBox();
    const worths = [...label.querySelectorAll(".label-worth")].map((text) => text.getBBox());
    if (worths.some((text) => text.x < bed.x || text.x + text.width > bed.x + bed.width))
      faults.push("a value stands beside its label");
    if (worths.length === 2 && worths[0].x + worths[0].width > worths[1].x)
      faults.push("values of a label overlap");
  }
  return faults;
}"""


LOWEST = """() => Math.max(...[...document.querySelectorAll(".fan-card .worth")].map((text) =>
  text.getBoundingClientRect().bottom))"""


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_names_and_values_fit(
    live: ServedTable,
    look: Look,
    game: str,
    size: tuple[int, int],
) -> None:
    """The longest of every game, in two lines: on cards, on labels and where they are read."""
    live.seat(dealt(game))
    if game != "trump_king":
        live.do(raised)
    page = look(ANA, size)
    page.locator(".fan-card").first.wait_for()
    zone(page, "a.m2").focus()
    page.keyboard.press("i")
    expect(read(page).locator("h2")).to_be_visible()
    assert page.evaluate(FITS) == []
    if game != "trump_king" and size[0] > 1000:
        assert page.evaluate(LOWEST) <= size[1]


@pytest.mark.long
@pytest.mark.parametrize("path", quick_first([ANA, "/", JUDGE]), ids=["seat", "public", "judge"])
@pytest.mark.parametrize("size", [SIZES["laptop"], SIZES["phone"]], ids=["laptop", "phone"])
def test_axe_finds_nothing_in_a_card_that_is_read(
    look: Look, path: str, size: tuple[int, int]
) -> None:
    page = look(path, size, bypass_csp=True)
    zone(page, "a.m2").focus()
    page.keyboard.press("i" if path == ANA else "Enter")
    expect(read(page).locator("h2")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_page_stays_small(live: ServedTable, chromium: Browser, game: str) -> None:
    """All that a seat's page loads until its cards are drawn, faces and scripts too."""
    live.seat(dealt(game))
    context = chromium.new_context(extra_http_headers={"x-browser": "scales"})
    try:
        page = context.new_page()
        page.goto(live.address + ANA)
        page.locator(".fan-card").first.wait_for()
        told = len(live.recorder.sent["scales"]) + len(live.recorder.faces["scales"])
        assert told <= PAGE_LIMIT_BYTES
    finally:
        context.close()


def test_cards_have_their_names_where_the_faces_cannot_be_asked(
    live: ServedTable, chromium: Browser
) -> None:
    """The page plays on without them."""
    live.seat(dealt("ocg"))
    context = chromium.new_context()
    try:
        page = context.new_page()
        page.route("**/cards", lambda route: route.abort())
        page.goto(live.address + "/")
        expect(zone(page, "a.m2").locator(".plain-name").first).to_be_visible()
        expect(page.locator(".framed")).to_have_count(0)
    finally:
        context.close()
