"""The real table in a real browser: three turns by mouse, finger and keyboard, through the mat.

Everything is what `duelmat play --two` starts: the firmware on MicroPython over modelled chips,
its port, the referee, the pages. The packs are shuffled by a known number, so that the hands are
known; what lies hidden is read from the file in which the simulated hands are kept.
"""

import re
from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from duelmat_wire import lamps
from web.hands_on import drag, drag_by_finger, in_hand, lit, middle, zone
from web.real_table import RealTable, started
from web.wire_tap import LOOPBACK, tapped

pytestmark = [pytest.mark.browser, pytest.mark.long]

DEAL_SEED = 3
"""Ana: 3, 9 and 10 of spades, 9 of hearts, 1 of clubs. Ben: 2 and 4 of diamonds, clubs."""
PHONE = {"width": 430, "height": 932}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    directory = tmp_path_factory.mktemp("table")
    with started(directory, "--two", "--deal-seed", str(DEAL_SEED)) as table:
        yield table


def says(page: Page, name: str, words: str) -> None:
    """A zone says that this lies there."""
    expect(zone(page, name)).to_have_attribute("aria-label", re.compile(words))


def logged(page: Page, words: str, *rules: str) -> None:
    """A line of the log tells it, with its rules."""
    line = page.locator("#log li").filter(has_text=words).last
    expect(line).to_be_attached()
    for rule in rules:
        expect(line.locator(f'[data-rule="{rule}"]')).to_be_attached()


def life(page: Page, **totals: int) -> None:
    for letter, total in totals.items():
        expect(page.locator(f'[data-life="{letter}"]')).to_have_text(str(total))


def count(page: Page, letter: str, kind: str, number: int) -> None:
    plate = page.locator(f'[data-plate="{letter}"]')
    expect(plate.locator(f'[data-count="{kind}"]')).to_have_text(str(number))


def phase(page: Page, words: str) -> None:
    expect(page.locator("#phases [aria-current]")).to_have_text(words)


def option(page: Page, words: str) -> Locator:
    return page.locator(".option").filter(has_text=words)


def test_three_turns_by_mouse_finger_and_keyboard(
    table: RealTable, sit: Callable[..., Page], chromium: Browser
) -> None:
    """Played, refused, corrected, answered, fought; and nobody is told what lies hidden."""
    with (
        tapped(table.port) as own_wire,
        tapped(table.port) as bens_wire,
        tapped(table.port) as public_wire,
    ):
        ana = sit(own_wire, table.path)
        ben = sit(bens_wire, table.other_path, viewport=PHONE, has_touch=True, is_mobile=True)
        public = sit(public_wire, "/")
        _set_up(ana, ben)
        _first_turn_by_mouse(ana, ben, public)
        _second_turn_by_finger(ana, ben)
        _third_turn_by_keyboard(ana, public)
        lit(public, "b.deck", lamps.PUT)  # it is his turn to draw
        shown = {"a:S3", "a:H9"}
        hands = table.hands()
        assert {"a:S9", "a:S10", "a:C8"} <= set(hands["sides"][0]["hand"])
        assert hands["lying"]["a:C1"]["face_up"] is False
        hidden = {f"a:{s}{n}" for s in SUITS for n in range(1, 11)} - shown
        open_bens = {*hands["sides"][1]["grave"], *(k for k in hands["lying"] if k[0] == "b")}
        bens = {*open_bens, *hands["sides"][1]["hand"]}
        assert b'"source":"board"' in bens_wire.received
        for wire, page, known in ((bens_wire, ben, bens), (public_wire, public, open_bens)):
            faces = httpx.get(f"http://{LOOPBACK}:{table.port}/cards").content
            assert faces in wire.received  # all cards of the game, the same for everybody
            told = bytes(wire.received).replace(faces, b"")
            assert len(told) > 20_000
            shown_words = page.content()
            for key in hidden:
                assert f'"{key}"'.encode() not in told, key
                code = key[2:]
                if {f"a:{code}", f"b:{code}"} & (shown | known):
                    continue  # the name is that of an open card too
                name = f"{code[1:]} of {SUITS[code[0]]}"
                assert not re.search(rf"\b{name}\b".encode(), told), name
                assert not re.search(rf"\b{name}\b", shown_words), name


def _set_up(ana: Page, ben: Page) -> None:
    """Hands are dealt unseen, then it is decided who goes first."""
    expect(ana.locator("#fan")).to_contain_text("until it is decided who goes first")
    expect(ana.locator(".fan-card[data-key]")).to_have_count(0)
    expect(ben.locator("#fan")).to_contain_text("until it is decided who goes first")
    option(ana, "Choose Ana").click()
    expect(ana.locator(".fan-card[data-key]")).to_have_count(5)
    expect(in_hand(ben, "b:D2")).to_be_visible()
    expect(ana.locator("#turn-line")).to_have_text("Turn 1 · Ana")


def _first_turn_by_mouse(ana: Page, ben: Page, public: Page) -> None:
    drag(ana, in_hand(ana, "a:S3"), zone(ana, "a.m3"))
    option(ana, "Normal Summon the 3 of spades").click()
    logged(public, "Normal Summons the 3 of spades", "TK-14")
    says(public, "a.m3", "3 of spades, upright")
    count(public, "a", "hand", 4)
    drag(ana, in_hand(ana, "a:H9"), zone(ana, "a.m2"))
    refusal = ana.locator("#message")
    expect(refusal).to_contain_text("Not allowed")
    expect(refusal.locator('[data-rule="TK-14"]')).to_be_visible()
    expect(refusal.locator(".remedy li").first).to_contain_text("next turn")
    lit(public, "a.m2", lamps.ILLEGAL)
    expect(public.locator("#obligations")).to_contain_text(
        "Take the card from Ana's left monster zone to the hand"
    )
    expect(public.locator("#guides .obligation")).to_have_count(1)
    drag(ana, zone(ana, "a.m2"), ana.locator("#fan"))
    expect(refusal).to_be_hidden()
    expect(in_hand(ana, "a:H9")).to_be_visible()
    drag(ana, in_hand(ana, "a:C1"), zone(ana, "a.s3"), keys="f")
    logged(ben, "Ana Sets a card face-down", "TK-35")
    says(ana, "a.s3", "1 of clubs, face-down")
    says(ben, "a.s3", "a face-down card")
    option(ana, "End the turn").click()
    expect(ben.locator("#turn-line")).to_have_text("Turn 2 · Ben", use_inner_text=False)


def _second_turn_by_finger(ana: Page, ben: Page) -> None:
    """Ben summons and attacks; his monster falls, and he clears it away by hand."""
    count(ben, "b", "hand", 6)
    expect(in_hand(ben, "b:S3")).to_be_visible()
    ben.locator("#open-menu").tap()
    ben.locator("#wish-hands").tap()
    ben.locator("#menu .close").tap()
    drag_by_finger(ben, in_hand(ben, "b:D2"), zone(ben, "b.m3"))
    option(ana, "Do not").click()
    logged(ben, "Ben Normal Summons the 2 of diamonds", "TK-14")
    expect(ben.locator(".prompt.ways")).to_be_visible()
    ben.locator("#press-phase").tap()
    phase(ben, "Battle")
    _offered_an_attack(ben)
    zone(ben, "b.m3").tap()
    lit(ben, "b.m3", lamps.SELECTED)
    zone(ben, "a.m3").tap()
    expect(ana.locator(".prompt")).to_contain_text("respond")
    option(ana, "Do not").click()
    logged(ben, "2 of diamonds is destroyed", "TK-60")
    life(ben, a=40, b=39)
    lit(ana, "b.m3", lamps.TAKE)
    expect(ben.locator("#obligations li")).to_have_text(
        [re.compile("2 of diamonds face-up on the Graveyard")]
    )
    option(ana, "Use the effect of the 3 of spades").click()
    expect(ben.locator(".prompt")).to_contain_text("respond to Ana's use")
    option(ben, "Do not").tap()
    life(ben, a=40, b=38)
    drag_by_finger(ben, zone(ben, "b.m3"), ben.locator('[data-stack="b.grave"]'))
    expect(ben.locator("#obligations li")).to_have_count(0)
    says(ana, "b.grave", "2 of diamonds")
    option(ben, "End the turn").tap()
    expect(ana.locator("#turn-line")).to_have_text("Turn 3 · Ana")


def _third_turn_by_keyboard(ana: Page, public: Page) -> None:
    """Ana draws, turns a monster, summons, takes a gain, attacks directly and ends the turn."""
    keys = ana.keyboard
    keys.press("d")
    expect(in_hand(ana, "a:C8")).to_be_visible()
    _go_to(ana, "a.m3")
    keys.press("t")
    logged(public, "3 of spades", "TK-24")
    says(public, "a.m3", "3 of spades, sideways")
    _press_until(ana, "ArrowDown", ana.locator(".fan-card:focus"))
    _press_until(ana, "ArrowLeft", ana.locator(".fan-card:first-child:focus"))
    _press_until(ana, "ArrowRight", ana.locator('[data-key="a:H9"]:focus'))
    keys.press("Enter")
    _go_to(ana, "a.m2")
    keys.press("Enter")
    expect(ana.locator(".prompt")).to_contain_text("use the effect of the 9 of hearts")
    keys.press("1")
    life(public, a=49, b=38)
    keys.press("p")
    phase(public, "Battle")
    _offered_an_attack(ana)
    _go_to(ana, "a.m2")
    keys.press("Enter")
    lit(public, "a.m2", lamps.SELECTED)
    _go_to(ana, "b.deck")
    keys.press("Enter")
    logged(public, "strikes directly with 9", "TK-58")
    life(public, a=49, b=29)
    keys.press("o")
    _press_until(ana, "Tab", ana.locator(".option:focus", has_text="End the turn"))
    keys.press("Enter")
    expect(public.locator("#turn-line")).to_have_text("Turn 4 · Ben")
    count(public, "b", "hand", 5)  # as his hands hold them: he has not drawn yet
    expect(public.locator('[data-stack="b.grave"]')).to_have_attribute(
        "aria-label", "Ben, Graveyard stack: 1 cards"
    )


def _offered_an_attack(page: Page) -> None:
    """An attack is among the plays that are offered: nobody else is asked first any more."""
    attacks = page.locator(".prompt.ways .option").filter(has_text=re.compile(r"^\s*Attack\b"))
    expect(attacks).not_to_have_count(0)


def _press_until(page: Page, key: str, reached: Locator) -> None:
    for _ in range(40):
        if reached.count():
            return
        page.keyboard.press(key)
    pytest.fail(f"{key} never came to {reached}")


def _go_to(page: Page, name: str) -> None:
    """To a zone over the mat: up or down to its row, then along it."""
    _press_until(page, "ArrowUp", page.locator("[data-zone]:focus"))
    _, y = middle(zone(page, name))
    for _ in range(12):
        x_now, y_now = middle(page.locator("[data-zone]:focus"))
        x, _ = middle(zone(page, name))
        if abs(y_now - y) > 20:
            page.keyboard.press("ArrowUp" if y < y_now else "ArrowDown")
        elif abs(x_now - x) > 20:
            page.keyboard.press("ArrowLeft" if x < x_now else "ArrowRight")
        else:
            break
    expect(zone(page, name)).to_be_focused()
