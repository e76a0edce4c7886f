"""Names on cards: whole and within the card, in the hand and on the mat."""

import pytest
from playwright.sync_api import Browser

from chromium import PATIENCE_MS
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import CardView, ZoneView
from examples import quick_first
from web.conftest import ServedTable
from web.played_table import PlayedTable, beginning, card_view

pytestmark = pytest.mark.browser

PHONE, LAPTOP = (360, 640), (1366, 768)
MEASURED = """([lines, card]) => [...document.querySelectorAll(card)].map((each) => {
  const texts = [...each.querySelectorAll(lines)];
  const boxes = texts.map((text) => text.getBBox());
  return {
    name: texts.map((text) => text.textContent).join("|"),
    left: Math.min(...boxes.map((box) => box.x)),
    right: Math.max(...boxes.map((box) => box.x + box.width)),
    top: Math.min(...boxes.map((box) => box.y)),
    bottom: Math.max(...boxes.map((box) => box.y + box.height)),
    size: parseFloat(getComputedStyle(texts[0]).fontSize),
  };
})"""


def letters(name: str) -> str:
    return "".join(c for c in name if c.isalnum())


@pytest.mark.parametrize(
    ("ruleset", "size"),
    quick_first(
        [
            ("ocg", PHONE),
            ("resummoned", LAPTOP),
            ("trigamon", PHONE),
            ("ocg", LAPTOP),
            ("resummoned", PHONE),
            ("trigamon", LAPTOP),
        ],
        quick=3,
    ),
)
def test_the_name_of_every_practice_card_stands_whole_on_it(
    live: ServedTable,
    chromium: Browser,
    ruleset: str,
    size: tuple[int, int],
) -> None:
    """In at most two lines, in the hand and on the slip over a face-down card."""
    rules = find_ruleset(ruleset)
    main, extra = rules.decks.practice
    names = {code: rules.cards[code].name for code in (*main, *extra)}
    codes = list(names)

    slots = [MatZone(f"a.{row}{number}") for row in "ms" for number in range(1, 6)]
    table = live.seat(PlayedTable(beginning(ruleset=ruleset)))
    down = [
        card_view(ruleset, f"a:{code}", zone=slot)
        for slot, code in zip(slots, codes, strict=False)
    ]
    table.show(zones=[ZoneView(slot, CardView(face="down"), True) for slot in slots])
    table.show("a", hand=[card_view(ruleset, f"a:{code}") for code in codes], facedown=down)
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(PATIENCE_MS)
    try:
        page = context.new_page()
        page.goto(live.address + "/seat/ana-secret-token")
        page.locator(".fan-card").nth(len(codes) - 1).wait_for(state="attached")
        cards = page.evaluate(MEASURED, [".plain-name", ".fan-card"])
        slips = page.evaluate(MEASURED, [".slip-name", "#mat .slip"])
    finally:
        context.close()
    assert [letters(card["name"]) for card in cards] == [letters(names[c]) for c in codes]
    assert slips
    for drawn, across, along, least in ((cards, 29.5, 42, 5), (slips, 28, 20, 4.5)):
        for card in drawn:
            assert card["name"].count("|") <= 1, card
            assert -across <= card["left"], card
            assert card["right"] <= across, card
            assert -along <= card["top"], card
            assert card["bottom"] <= along, card
            assert card["size"] >= least, card


JAPANESE_NAMES = {
    "月の書": ["月の書"],
    "ブラッド・ヴォルス": ["ブラッド・", "ヴォルス"],
    "デーモンの召喚士": ["デーモンの", "召喚士"],
    "スキルドレインズ": ["スキルド", "レインズ"],
    "治療の神 ディアン・ケト": ["治療の神", "ディアン・ケト"],
    "Wolfeschlegelstein": ["Wolfeschle-", "gelstein"],
}


def test_names_without_blanks_are_parted_as_their_language_does(
    live: ServedTable, chromium: Browser
) -> None:
    """Behind a dot, where another script begins, or in the middle; a hyphen is for Latin words."""
    script = """async ([module, names]) => {
      const { named } = await import(module);
      const parted = (name) => named(name, "plain-name", 30, 25, 12).map((it) => it.textContent);
      return names.map(parted);
    }"""
    page = chromium.new_page()
    try:
        page.goto(live.address + "/")
        place = f"{live.address}/static/js/lettering.js"
        found = page.evaluate(script, [place, list(JAPANESE_NAMES)])
    finally:
        page.close()
    assert dict(zip(JAPANESE_NAMES, found, strict=True)) == JAPANESE_NAMES


def test_a_level_with_decimals_stands_beside_the_badge_of_the_card(
    live: ServedTable, chromium: Browser
) -> None:
    """Not over it, however many digits it has."""
    rules = find_ruleset("trigamon")
    codes = [code for code in rules.decks.practice[0] if "entity" in rules.cards[code].kinds]
    table = live.seat(PlayedTable(beginning(ruleset="trigamon")))
    table.show("a", hand=[card_view("trigamon", f"a:{code}") for code in codes])
    page = chromium.new_page()
    try:
        page.goto(live.address + "/seat/ana-secret-token")
        page.locator(".fan-card .grade").nth(len(codes) - 1).wait_for(state="attached")
        grades = page.evaluate(MEASURED, [".grade", ".fan-card:has(.grade)"])
    finally:
        page.close()
    assert any(len(grade["name"]) > 5 for grade in grades)
    assert [grade for grade in grades if grade["name"] and grade["left"] < -16] == []
