"""Where things stand on a seat's page: each keeps its place, and nothing is pushed out of it."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from chromium import PATIENCE_MS
from duelmat_engine import find_ruleset
from duelmat_host.cards.art import ArtFolder
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import ObligationView
from web.conftest import LAPTOP, ServedTable
from web.hands_on import in_hand, zone
from web.played_table import PlayedTable, beginning, card_view, question

pytestmark = pytest.mark.browser

ANA: Final = "/seat/ana-secret-token"
PHONE: Final = {"width": 390, "height": 844}
NUMBERS: Final = [(f"The {number} of diamonds", "") for number in range(1, 14)]
PLACES: Final = ("#mat", ".plates", ".now", "#inspector", "#log", ".holding", ".keys")
FAULTS: Final = (Path(__file__).parents[1] / "places_faults.js").read_text()

Look = Callable[..., Page]


@pytest.fixture
def look(live: ServedTable, chromium: Browser) -> Iterator[Look]:
    """Opens Ana's page in a window of a size."""
    contexts = []

    def open_(viewport: Any, **how: Any) -> Page:
        context = chromium.new_context(viewport=viewport, reduced_motion="reduce", **how)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto(live.address + ANA)
        page.locator(".fan-card").first.wait_for()
        return page

    yield open_
    for context in contexts:
        context.close()


@pytest.mark.parametrize("tag", ["en", "ja"])
def test_steps_thirteen_answers_and_a_card_that_is_read_stand_beside_each_other(
    live: ServedTable, look: Look, tag: str
) -> None:
    """On a small laptop: nothing is covered, cut off, or scrolled within something scrolled."""
    live.do(lambda table: table.show(turn=0))
    page = look(LAPTOP, locale=tag)
    page.locator("#tutorial-next").click()
    page.locator("#tutorial-next").click()
    asked = question("q", "Ana: which card does Ben discard?", *NUMBERS)
    live.do(lambda table: table.show("a", prompts=[asked]))
    expect(page.locator("#prompts .option")).to_have_count(13)
    in_hand(page, "a:S9").hover()
    expect(page.locator("#inspector")).to_be_visible()
    assert page.evaluate(FAULTS, PLACES) == []


@pytest.mark.parametrize("tag", ["en", "ja"])
def test_a_phone_has_room_for_a_step_and_for_what_may_be_done(
    live: ServedTable, look: Look, tag: str
) -> None:
    """Both are whole at the same time, and nothing has to be scrolled."""
    live.do(lambda table: table.show(turn=0))
    page = look(PHONE, locale=tag, has_touch=True, is_mobile=True)
    page.locator("#tutorial-next").tap()
    live.do(lambda table: table.show(turn=1))
    expect(page.locator('[data-until="read"]')).to_be_visible()
    expect(page.locator("#tutorial")).to_be_in_viewport(ratio=1)
    expect(page.locator("#ways .option").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("window", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_what_hands_owe_is_whole_and_no_button_jumps(
    live: ServedTable, look: Look, window: Any
) -> None:
    """Whatever is asked, the menu is where it was."""
    page = look(window, has_touch=window == PHONE)
    before = page.locator("#open-menu").bounding_box()
    obligation = ObligationView(
        "Ana: take the 8 of spades from Ana's left monster zone to the Graveyard.",
        MatZone("a.m2"),
        "a.grave",
        MatZone("a.m2"),
        seat="a",
    )
    asked = question("q", "Ana: respond, or pass.", ("Do not respond", ""))
    live.do(lambda table: table.show("a", obligations=[obligation]))
    for prompts in ([], [asked]):
        live.do(partial(PlayedTable.show, to="a", prompts=prompts))
        expect(page.locator("#obligations button")).to_be_in_viewport(ratio=1)
        expect(page.locator("#prompts .option")).to_have_count(len(prompts))
        assert page.evaluate(FAULTS, [place for place in PLACES if place != "#log"]) == []
        assert page.locator("#open-menu").bounding_box() == before


@pytest.mark.parametrize(("window", "tag"), [(LAPTOP, "en"), (PHONE, "ja")])
def test_a_refusal_stands_whole_with_the_button_that_undoes_it(
    live: ServedTable, look: Look, window: Any, tag: str
) -> None:
    """What else may be done is left out until the card is back."""
    page = look(window, locale=tag)
    live.do(lambda table: table.bench.put("a:H7", "a.m3", down=True))
    expect(page.locator("#message")).to_be_visible()
    expect(page.locator("#obligations button")).to_be_in_viewport(ratio=1)
    expect(page.locator("#ways")).to_be_hidden()
    assert page.evaluate(FAULTS, [place for place in PLACES if place != "#log"]) == []


def test_a_menu_opens_beside_a_card_and_does_what_it_says(live: ServedTable, look: Look) -> None:
    """Over neither the card nor the other player's half; one press lays a card of the hand."""
    page = look(LAPTOP)
    menu = page.locator(".card-menu")
    live.do(lambda table: table.show("a", prompts=[]))
    zone(page, "a.m2").click()
    expect(menu.get_by_role("button", name="Turn the 8 of spades")).to_be_visible()
    boxes = [each.bounding_box() for each in (menu, zone(page, "a.m2"), page.locator("#mat"))]
    its, card, mat = (box for box in boxes if box is not None)
    assert its["x"] >= card["x"] + card["width"] or its["x"] + its["width"] <= card["x"]
    assert its["y"] >= mat["y"] + mat["height"] / 2
    in_hand(page, "a:C4").click()
    menu.get_by_role("button", name="Normal Summon the 4 of clubs").click()
    expect(in_hand(page, "a:C4")).to_have_count(0)
    expect(menu).to_be_hidden()
    expect(page.locator(".ghost")).to_have_count(0)


@pytest.mark.parametrize("window", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_menu_covers_no_card_of_the_hand(look: Look, window: Any) -> None:
    """The next card can be taken at once, and what is not possible now is said."""
    page = look(window)
    menu = page.locator(".card-menu")
    cards = page.locator(".fan-card")
    for card in (cards.first, cards.last):
        card.click()
        expect(menu.locator("li").first).to_be_visible()
        its = menu.bounding_box()
        for box in (each.bounding_box() for each in cards.all()):
            assert its is not None
            assert box is not None
            assert its["x"] >= box["x"] + box["width"] or its["y"] + its["height"] <= box["y"]
        card.click()


def test_a_press_that_fits_two_plays_is_not_asked_again(live: ServedTable, look: Look) -> None:
    """Which play it is was said by the press in the menu."""
    page = look(LAPTOP)
    in_hand(page, "a:S9").click()
    page.locator(".card-menu").get_by_role("button", name="Normal Summon the 9 of spades").click()
    expect(page.locator("#log")).to_contain_text("Ana Normal Summons the 9 of spades")
    answers = live.do(lambda table: [call for call in table.calls if call[0] == "answer"])
    assert len(answers) == 1


def test_a_picture_that_is_none_is_named_and_the_card_is_drawn(
    live: ServedTable, look: Look, tmp_path: Path
) -> None:
    """By its motif, everywhere; nothing of the card is lost."""
    codes = find_ruleset("ocg").cards
    code = min(codes)
    (tmp_path / f"{code}.png").write_bytes(b"\x89PNG\r\n\x1a\n and no more")
    table = PlayedTable(beginning(ruleset="ocg"), art=ArtFolder(tmp_path, codes))
    live.seat(table)
    table.show("a", hand=[card_view("ocg", f"a:{code}")])
    page = look(LAPTOP)
    expect(page.locator("#toast")).to_contain_text("its file holds none")
    expect(page.locator(".fan-card image")).to_have_count(0)
    expect(page.locator(".fan-card").locator(".frame-motif, .frame-emblem")).to_have_count(1)
