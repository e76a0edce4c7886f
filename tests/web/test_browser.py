"""The pages in a real Chromium: hands by mouse, touch and keyboard; what each viewer is told."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from chromium import PATIENCE_MS
from duelmat_engine import Seat
from duelmat_host.cards.enrolment import Enrolment
from duelmat_host.table.commands import PassOn
from examples import quick_first
from web.conftest import LAPTOP, PageServer, ServedTable
from web.hands_on import (
    drag,
    drag_by_finger,
    expect_asked,
    expect_asked_with,
    in_hand,
    zone,
)
from web.played_table import PlayedTable, beginning, instructed, midway, names_of

pytestmark = pytest.mark.browser

ANA, BEN, TABLE = "/seat/ana-secret-token", "/seat/ben-secret-token", "/"
UP, DOWN = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7")
"""The tags of a sleeve."""
PHONE = {"width": 390, "height": 844}

LIVE_MAT = "body:not(:has(#curtain)) [data-stack]"
"""A stack of a page that shows a mat as soon as it has heard of the table, which counts it."""

Open = Callable[..., Page]


@pytest.fixture
def open_page(live: ServedTable, chromium: Browser) -> Iterator[Open]:
    """Opens a page in a browser of its own; at the end no page may have complained."""
    contexts, complaints = [], []

    def open_(path: str, name: str = "unnamed", **how: Any) -> Page:
        context = chromium.new_context(
            **{"viewport": LAPTOP, "extra_http_headers": {"x-browser": name}, **how}
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda told: complaints.append(told.text) if "Content Security" in told.text else None,
        )
        page.goto(live.address + path)
        if page.locator(LIVE_MAT).count():
            expect(page.locator("[data-stack][data-title]").first).to_be_attached()
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def ana(open_page: Open) -> Page:
    page = open_page(ANA, "ana")
    expect(page.locator(".fan-card")).to_have_count(6)
    return page


def asked_nothing(live: ServedTable) -> bool:
    """No page has asked anything of the table yet."""
    return bool(live.do(lambda service: not service.calls))


def test_a_card_is_dragged_from_the_hand_onto_a_zone(ana: Page, live: ServedTable) -> None:
    """It leaves the fan, lies on the mat, and the log tells it with its rule.

    Each request is as long as any other: its length does not tell the card.
    """
    sent: list[str | None] = []
    ana.on("request", lambda request: sent.append(request.post_data))
    drag(ana, in_hand(ana, "a:X1"), zone(ana, "a.m3"))
    expect(zone(ana, "a.m3")).to_have_attribute(
        "aria-label", "Ana, middle monster zone: Joker 1, upright"
    )
    expect(ana.locator(".fan-card")).to_have_count(5)
    log = ana.get_by_role("log")
    expect(log).to_contain_text("Ana Normal Summons Joker 1 to the middle monster zone")
    expect(log.locator("[data-rule='TK-14']")).to_be_attached()
    expect_asked(live, "hands", "a", do="place", card="a:X1", zone="a.m3")  # its usual way
    assert {len(body) for body in sent if body} == {512}


def test_while_dragging_keys_choose_face_down_and_sideways(ana: Page, live: ServedTable) -> None:
    """F and T are seen on the card in the air and hold when it is laid down."""
    drag(ana, in_hand(ana, "a:C4"), zone(ana, "a.m3"), keys="ft")
    expect(zone(ana, "a.m3")).to_have_attribute(
        "aria-label", re.compile("^Ana, middle monster zone: 4 of clubs, face-down, sideways")
    )
    expect_asked_with(live, "a", face="down", turn=90)


def test_buttons_choose_face_down_before_a_card_is_taken(ana: Page, live: ServedTable) -> None:
    """For fingers: the choice stands beside the hand, and is spent with the card."""
    ana.get_by_role("button", name="Face up").click()
    in_hand(ana, "a:C4").click()
    zone(ana, "a.s4").click()
    expect(zone(ana, "a.s4")).to_have_attribute("aria-label", re.compile("4 of clubs, face-down"))
    expect(ana.locator("#how-face")).to_have_attribute("aria-pressed", "false")


def test_a_card_let_go_beside_the_mat_stays_where_it_was(ana: Page, live: ServedTable) -> None:
    """Nothing is asked of the table."""
    drag(ana, in_hand(ana, "a:S9"), ana.locator("#log"))
    expect(ana.locator(".ghost")).to_have_count(0)
    expect(ana.locator(".fan-card")).to_have_count(6)
    assert asked_nothing(live)


@pytest.mark.parametrize(
    ("target", "said"),
    quick_first([
        ('[data-zone="a.m5"]', {"do": "place", "card": "a:S8", "from": "a.m2", "zone": "a.m5",
                                "face": "up", "turn": 0}),
        ('[data-zone="a.grave"]', {"do": "place", "card": "a:S8", "from": "a.m2",
                                   "zone": "a.grave", "face": "up", "turn": 0}),
        ('[data-stack="a.grave"]', {"do": "take", "zone": "a.m2", "to": "grave"}),
        ('[data-stack="a.banished"]', {"do": "take", "zone": "a.m2", "to": "banished"}),
        ("#fan", {"do": "take", "zone": "a.m2", "to": "hand"}),
    ], quick=2),
    ids=["zone", "landing spot", "Graveyard", "banished", "hand"],
)  # fmt: skip
def test_a_card_of_the_mat_is_dragged_anywhere(
    ana: Page, live: ServedTable, target: str, said: dict[str, Any]
) -> None:
    """To a zone, a landing spot, a stack, the hand."""
    drag(ana, zone(ana, "a.m2"), ana.locator(target))
    expect(zone(ana, "a.m2")).to_have_attribute("aria-label", re.compile("empty"))
    expect_asked(live, "hands", "a", **said)


def test_a_card_that_may_not_go_into_the_deck_stays_where_it_was(ana: Page) -> None:
    """Nothing senses what lies there: the page says so."""
    drag(ana, zone(ana, "a.m2"), zone(ana, "a.deck"))
    expect(ana.locator("#toast")).to_be_visible()
    expect(zone(ana, "a.m2")).to_have_attribute("aria-label", re.compile("8 of spades"))


def test_a_double_click_turns_and_a_click_touches(ana: Page, live: ServedTable) -> None:
    """The first click waits for the second, so that turning touches nothing."""
    zone(ana, "a.m2").dblclick()
    expect(zone(ana, "a.m2")).to_have_attribute("aria-label", re.compile("sideways"))
    zone(ana, "a.m2").click()
    expect_asked_with(live, "a", do="touch")
    assert [call[2]["do"] for call in live.do(lambda s: list(s.calls))] == ["turn", "touch"]


def test_keys_flip_and_turn_the_card_of_a_zone(ana: Page) -> None:
    """F and T on the zone that has the focus."""
    zone(ana, "a.m4").focus()
    ana.keyboard.press("t")
    expect(zone(ana, "a.m4")).to_have_attribute("aria-label", re.compile("face-down, upright"))
    ana.keyboard.press("f")
    expect(zone(ana, "a.m4")).to_have_attribute("aria-label", re.compile(": 6 of clubs, upright"))


def test_keys_that_turn_no_card_tell_how_the_next_one_lies(ana: Page) -> None:
    """F and T where no zone has the focus are for the card that is laid next."""
    toast = ana.locator("#toast")
    for key, said in (("f", "face-down"), ("f", "face-up"), ("t", "sideways"), ("t", "upright")):
        ana.keyboard.press(key)
        expect(toast).to_have_text(f"The next card is laid {said}.")


def test_a_turn_is_played_by_keyboard_alone(ana: Page, live: ServedTable) -> None:
    """Pick up, lay down, answer, touch a pad, go on a phase."""
    live.do(lambda table: table.order(Seat(1), PassOn("turn")))
    ana.keyboard.press("ArrowRight")
    expect(in_hand(ana, "a:H7")).to_be_focused()
    ana.keyboard.press("ArrowRight")
    expect(in_hand(ana, "a:S9")).to_be_focused()
    ana.keyboard.press("Enter")
    expect(zone(ana, "a.m3")).to_be_focused()
    ana.keyboard.press("ArrowLeft")
    expect(zone(ana, "a.m2")).to_be_focused()
    ana.keyboard.press("ArrowRight")
    ana.keyboard.press("Enter")
    expect(zone(ana, "a.m3")).to_have_attribute("aria-label", re.compile("9 of spades"))
    expect(ana.locator(".prompt")).to_contain_text("Which play is it?")
    ana.keyboard.press("1")
    expect(ana.get_by_role("log")).to_contain_text("Ana Normal Summons the 9 of spades")
    expect_asked_with(live, "a", option=0)
    zone(ana, "a.m3").focus()
    ana.keyboard.press("Enter")
    expect_asked(live, "hands", "a", do="touch", pad="a.m3")
    ana.keyboard.press("p")
    expect(ana.locator("#phases [aria-current]")).to_have_text("Battle")


def test_escape_puts_a_card_back(ana: Page, live: ServedTable) -> None:
    """A card that is held goes nowhere."""
    in_hand(ana, "a:H7").focus()
    ana.keyboard.press("Enter")
    expect(ana.locator(".ghost")).to_have_count(1)
    ana.keyboard.press("Escape")
    expect(ana.locator(".ghost")).to_have_count(0)
    assert asked_nothing(live)


def test_a_prompt_is_answered_by_its_button(ana: Page, open_page: Open, live: ServedTable) -> None:
    """The other player's page asks; nobody else's does."""
    ben = open_page(BEN, "ben")
    drag(ana, in_hand(ana, "a:X1"), zone(ana, "a.m3"))
    expect(ana.locator(".prompt")).to_have_count(0)
    ben.locator(".option").filter(has_text="Do not respond").click()
    expect(ben.locator(".prompt")).to_have_count(0)
    expect_asked_with(live, "b", option=0)


def test_a_refusal_names_the_rule_and_the_way_out(ana: Page, open_page: Open) -> None:
    """The obligation is shown with an arrow, and doing it clears everything."""
    table = open_page(TABLE, "table")
    drag(ana, in_hand(ana, "a:H7"), zone(ana, "a.m3"), keys="f")
    for page in (ana, table):
        refusal = page.locator("#message")
        expect(refusal).to_contain_text("Not allowed")
        expect(refusal).to_contain_text("in Defense Position it can only be Set face-down")
        expect(refusal).to_contain_text("TK-16")
        expect(refusal.locator(".remedy li").first).to_contain_text("To make it legal: place it")
    expect(ana.locator("#obligations")).to_contain_text("to the hand")
    expect(ana.locator("#guides .obligation")).to_have_count(1)
    drag(ana, zone(ana, "a.m3"), ana.locator("#fan"))
    expect(ana.locator("#message")).to_be_hidden()
    expect(ana.locator("#guides .obligation")).to_have_count(0)
    expect(ana.locator(".fan-card")).to_have_count(6)


def test_what_would_name_a_card_is_said_to_its_player_alone(ana: Page, open_page: Open) -> None:
    """With the rule and its statement; everybody else sees a card that is Set."""
    table = open_page(TABLE, "table")
    drag(ana, in_hand(ana, "a:H7"), zone(ana, "a.m3"), keys="ft")
    private = ana.locator("#private")
    expect(private).to_contain_text("A Heart cannot be Set as a monster.")
    expect(private).to_contain_text("TK-74")
    expect(private.locator("[data-rule='TK-74']")).to_be_visible()
    expect(table.get_by_role("log")).to_contain_text("Ana Sets a monster face-down")
    assert "Heart" not in table.locator("#message").inner_text()


def test_another_player_is_named_in_what_is_said_about_their_cards(
    live: ServedTable, open_page: Open
) -> None:
    """Over one's own it is not: the page is one's own; the public page names both."""
    live.seat(PlayedTable(midway(turn_seat=1)))
    live.do(lambda table: table.bench.put("b:H3", "b.m4", down=True))
    heads = {
        who: open_page(path, who).locator("#message header")
        for who, path in (("ana", ANA), ("ben", BEN), ("table", TABLE))
    }
    expect(heads["ana"]).to_have_text("Ben: Not allowed")
    expect(heads["ben"]).to_have_text("Not allowed")
    expect(heads["table"]).to_have_text("Ben: Not allowed")
    live.do(lambda table: table.bench.take("b.m4"))
    live.do(lambda table: table.bench.put("a:H7", "b.m5"))  # a card of Ana's, on the wrong side
    expect(heads["ana"]).to_have_text("Not allowed")
    expect(heads["ben"]).to_have_text("Ana: Not allowed")


def test_the_row_of_an_opponent_is_shown_as_numbered_backs(
    live: ServedTable, open_page: Open
) -> None:
    """Places keep their numbers; the one that the instruction is about is marked, and said."""
    text = "Put it, still face-down, at place 2 of Ben's row beside the mat."
    live.do(lambda table: instructed(table, text, places=(1, 3), place=2))
    page = open_page(ANA)
    row = page.locator("#row")
    expect(row.get_by_role("heading")).to_have_text("Ben's row beside the mat")
    expect(row.locator("li")).to_have_text(["1", "2", "3"])
    expect(row.locator("li").nth(1)).to_have_attribute("aria-label", "place 2, free")
    expect(row.locator("[aria-current=step]")).to_have_text("2")
    expect(page.locator("#obligations li.instructs")).to_have_text(text)


def test_what_the_table_declines_is_said(ana: Page) -> None:
    """In the table's own words."""
    drag(ana, zone(ana, "b.m3"), zone(ana, "a.m3"))
    expect(ana.locator("#toast")).to_contain_text("is the other player's")


def test_a_finger_drags_as_a_mouse_does(open_page: Open, live: ServedTable) -> None:
    """On a phone held upright, where everything has its place within the width."""
    page = open_page(ANA, "phone", viewport=PHONE, has_touch=True, is_mobile=True)
    expect(page.locator(".fan-card")).to_have_count(6)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    drag_by_finger(page, in_hand(page, "a:C4"), zone(page, "a.m3"))
    expect(zone(page, "a.m3")).to_have_attribute("aria-label", re.compile("4 of clubs"))
    expect_asked_with(live, "a", card="a:C4")
    drag_by_finger(page, zone(page, "a.m3"), page.locator('[data-stack="a.grave"]'))
    expect(zone(page, "a.m3")).to_have_attribute("aria-label", re.compile("empty"))
    expect_asked(live, "hands", "a", do="take", zone="a.m3", to="grave")


def test_a_card_is_flipped_without_a_keyboard(ana: Page, live: ServedTable) -> None:
    """A click on an own card, and on nobody else's, opens what may be done with it."""
    zone(ana, "b.m5").click()
    expect(ana.locator(".card-menu")).to_be_hidden()
    ana.clock.install(time=0)
    ana.clock.pause_at(1_000)  # the menu is quicker than the click, which waits for a second one
    zone(ana, "a.m4").click()
    ana.locator(".card-menu").get_by_role("button", name="Flip", exact=True).click()
    ana.clock.run_for(1_000)
    expect_asked(live, "hands", "a", do="flip", zone="a.m4")
    assert live.do(lambda service: service.calls)[-2:-1] == [
        ("hands", "a", {"do": "touch", "pad": "b.m5"})
    ], "the card is not touched as well"
    expect(ana.locator(".card-menu")).to_be_hidden()


def test_f_is_for_the_next_card_after_one_was_laid_by_click(ana: Page, live: ServedTable) -> None:
    """The zone that was clicked keeps no focus: F turned the card over that had just been laid."""
    in_hand(ana, "a:C4").click()
    zone(ana, "a.m3").click()
    expect(zone(ana, "a.m3")).to_have_attribute("aria-label", re.compile("4 of clubs"))
    ana.keyboard.press("f")
    expect(ana.locator("#toast")).to_have_text("The next card is laid face-down.")
    expect_asked_with(live, "a", do="place")


def test_a_finger_has_the_time_to_flip_a_card(open_page: Open, live: ServedTable) -> None:
    """What a tap has brought up stays until it is used, or until the next tap elsewhere."""
    page = open_page(ANA, "phone", viewport=PHONE, has_touch=True, is_mobile=True)
    menu = page.locator(".card-menu")
    zone(page, "a.m4").tap()
    menu.get_by_role("button", name="Flip", exact=True).tap()
    expect_asked(live, "hands", "a", do="flip", zone="a.m4")
    expect(menu).to_be_hidden()
    zone(page, "a.m4").tap()
    expect(menu).to_be_visible()
    page.locator(".plates").tap()
    expect(menu).to_be_hidden()


def test_a_bare_number_key_takes_nothing_from_a_menu(ana: Page, live: ServedTable) -> None:
    """What may be done unasked needs two keys: going there, and Enter."""
    expect(ana.locator(".prompt.ways .option")).to_have_count(2)
    ana.keyboard.press("1")
    ana.keyboard.press("o")
    expect(ana.locator(".option").first).to_be_focused()
    assert asked_nothing(live)
    ana.keyboard.press("Tab")
    ana.keyboard.press("Enter")
    expect(ana.locator(".prompt")).to_have_count(0)
    expect_asked_with(live, "a", option=1)


def test_the_second_seat_never_receives_the_first_seats_cards(
    ana: Page, open_page: Open, live: ServedTable
) -> None:
    """Not one byte of any answer to that browser, nor to the public's, names a hidden card."""
    ben, table = open_page(BEN, "ben"), open_page(TABLE, "table")
    expect(ben.locator(".fan-card")).to_have_count(5)
    held = live.service.bench.hands.sides[0].hand
    hidden = [*held, "a:C6", "a:D9"]
    drag(ana, in_hand(ana, "a:H7"), zone(ana, "a.m3"), keys="f")
    expect(ben.locator("#message")).to_contain_text("Not allowed")
    drag(ana, zone(ana, "a.m3"), ana.locator("#fan"))
    drag(ana, in_hand(ana, "a:C4"), zone(ana, "a.s4"), keys="f")
    for page in (ben, table):
        expect(page.locator('[data-plate="a"] [data-count="hand"]')).to_have_text("5")
    told = live.recorder.sent
    assert b"7 of hearts" in told["ana"]
    names = names_of("trump_king")
    for browser, page in (("ben", ben), ("table", table)):
        assert len(told[browser]) > 20_000
        shown = page.content()
        for key in hidden:
            for name in (f'"{key}"', f'"{key[2:]}"', names[key[2:]]):
                assert name.encode() not in told[browser], f"{browser} was told {name}"
                assert name not in shown


@pytest.fixture
def one_screen(live: ServedTable) -> PlayedTable:
    """Return a table whose players share a screen."""
    return live.seat(PlayedTable(one_screen=True))


@pytest.mark.long
def test_a_page_of_the_match_before_loads_itself_anew(open_page: Open, live: ServedTable) -> None:
    """Other players sit down: whoever looks on sees their names without doing anything."""
    page = open_page(TABLE)
    expect(page).to_have_title(re.compile("Ana"))

    def open_match(service: PlayedTable) -> None:
        state = service.bench.table.state
        setup = replace(state.setup, names=("Cid", "Dan"))
        service.bench.table.set_state(replace(state, setup=setup))
        service.views.end_feeds()

    live.do(open_match)
    expect(page).to_have_title(re.compile("Cid"))


def test_a_curtain_parts_two_players_at_one_screen(
    one_screen: PlayedTable, open_page: Open, live: ServedTable
) -> None:
    """Nothing is fetched before it is lifted, nothing of the other's stays when it falls."""
    page = open_page(ANA, "shared")
    expect(page.get_by_role("dialog")).to_contain_text("Hand the screen to Ana")
    assert not [path for path in live.recorder.paths["shared"] if path.endswith("/events")]
    expect(page.locator("#lift")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(in_hand(page, "a:H7")).to_be_visible()
    page.keyboard.press("h")
    expect(page.get_by_role("dialog")).to_contain_text("Hand the screen to Ben")
    expect(page.locator("#lift")).to_be_enabled()
    content = page.content()
    names = names_of("trump_king")
    for key in one_screen.bench.hands.sides[0].hand:
        assert names[key[2:]] not in content
    page.keyboard.press("Enter")
    expect(in_hand(page, "b:C10")).to_be_visible()
    assert page.locator('[data-key^="a:"]').count() == 0
    page.go_back()
    assert page.locator('[data-key^="a:"]').count() == 0


def test_graveyards_can_be_browsed_and_rules_looked_up(open_page: Open) -> None:
    """By everybody, with the mouse or without."""
    page = open_page(TABLE)
    expect(page.locator('[data-stack="a.grave"]')).to_have_attribute(
        "aria-label", "Ana, Graveyard stack: 3 cards, on top 9 of hearts"
    )
    page.locator('[data-stack="a.grave"]').press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Ana’s Graveyard")
    expect(page.locator("#pile-cards .pile-card").first).to_have_attribute(
        "aria-label", "9 of hearts"
    )
    page.keyboard.press("Escape")
    page.locator('#log .rule[data-rule="TK-35"]').first.focus()
    expect(page.get_by_role("tooltip")).to_contain_text(re.compile(r"\w{3,}.*\."))


def test_the_public_page_shows_the_head_of_the_journal(open_page: Open) -> None:
    """In fours, as it is copied by hand; the players' pages have other things to show."""
    table = open_page("/")
    expect(table.locator("#head")).to_have_text(
        "Journal 0123 4567 89ab cdef 0123 4567 89ab cdef QR code"
    )
    table.get_by_role("button", name="QR code").click()
    code = table.locator("#head-qr img")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.naturalWidth") > 0
    table.keyboard.press("Escape")
    box = table.locator("#head").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= LAPTOP["width"]


def test_a_card_of_the_own_graveyard_is_taken_out_by_keyboard(
    ana: Page, live: ServedTable
) -> None:
    """It is shown on the landing spot, where the table reads it."""
    zone(ana, "a.grave").focus()
    ana.keyboard.press("b")
    ana.get_by_role("button", name="Take out 6 of diamonds").press("Enter")
    expect(zone(ana, "a.grave")).to_be_focused()
    ana.keyboard.press("Enter")
    expect(zone(ana, "a.grave")).to_have_attribute("aria-label", re.compile("6 of diamonds"))
    expect_asked_with(live, "a", **{"from": "grave"})


def test_players_settle_things_between_them(ana: Page, open_page: Open, live: ServedTable) -> None:
    """A draw is offered and accepted; a life is corrected with its reason; the end is shown."""
    ben = open_page(BEN)
    ana.keyboard.press("m")
    ana.get_by_label("Life", exact=True).fill("21")
    ana.get_by_label("Reason").fill("miscounted")
    ana.get_by_role("button", name="Correct").click()
    expect(ben.locator('[data-life="a"]')).to_have_text("21")
    expect(ben.get_by_role("log")).to_contain_text("miscounted")
    expect(ana.locator("#menu")).to_be_hidden()  # the table has answered Ana, too
    ana.keyboard.press("m")
    ana.locator("#life-form select").select_option("b")
    ana.get_by_label("Life", exact=True).fill("5")
    ana.get_by_label("Reason").fill("miscounted")
    ana.get_by_role("button", name="Correct").click()
    expect(ana.locator("#requests")).to_contain_text("you asked for a correction of life")
    expect(ben.locator("#requests")).to_contain_text(
        "Ana asks to set the life of Ben to 5 (miscounted)."
    )
    ben.get_by_role("button", name="Agree").click()
    expect(ben.locator("#requests")).to_be_empty()
    expect_asked(live, "command", "b", do="agree", text="to set the life of Ben to 5 (miscounted)")
    expect(ana.locator("#menu")).to_be_hidden()
    ana.keyboard.press("m")
    ana.get_by_role("button", name="Offer a draw").click()
    ben.get_by_role("button", name="Accept the draw").click()
    expect(ana.locator("#outcome")).to_contain_text("A draw")


def test_conceding_is_asked_twice(ana: Page, live: ServedTable) -> None:
    """The first answer at hand is no."""
    ana.keyboard.press("m")
    ana.get_by_role("button", name="Concede").click()
    ana.keyboard.press("Enter")
    assert asked_nothing(live)
    ana.keyboard.press("m")
    ana.get_by_role("button", name="Concede").click()
    ana.locator("#confirm-yes").click()
    expect(ana.locator("#outcome")).to_contain_text("Ben wins")


def test_keys_do_nothing_while_words_are_written(ana: Page, live: ServedTable) -> None:
    """A reason with d, p and n in it draws and passes nothing."""
    ana.keyboard.press("m")
    ana.get_by_label("Reason").press_sequentially("pending")
    assert asked_nothing(live)


def test_a_lost_table_is_said_and_found_again(
    open_page: Open, live: ServedTable, page_server: PageServer
) -> None:
    """The page knows by the missing beat, and takes up again by itself."""
    page = open_page(TABLE)
    expect(page.locator("#link")).to_have_text("The mat is connected.")
    page_server.stop()
    expect(page.locator("#link")).to_have_attribute("data-state", "lost")
    live.do(lambda table: table.set_life("b", 3))
    page_server.start()
    expect(page.locator('[data-life="b"]')).to_have_text("3")
    expect(page.locator("#link")).to_have_attribute("data-state", "up")


@pytest.fixture
def enrolling(live: ServedTable, tmp_path: Path) -> PlayedTable:
    """Return a table at which no duel is played yet, so that sleeves may be enrolled."""
    return live.seat(PlayedTable(beginning(), registry=tmp_path / "cards.toml"))


def test_a_sleeve_is_enrolled(open_page: Open, live: ServedTable, enrolling: PlayedTable) -> None:
    """Both tags are seen one after the other, the card is named, the last can be undone."""
    page = open_page("/enroll/enroll-secret-token")
    live.do(lambda table: table.session.lay_tag("a.grave", "04a1b2c3d4e5f6"))
    expect(page.locator("#step-up .tag")).to_have_text("04 A1 B2 C3 D4 E5 F6")
    live.do(lambda table: table.session.lay_tag("a.grave", "04a1b2c3d4e5f7"))
    expect(page.locator("#step-down .tag")).to_have_text("04 A1 B2 C3 D4 E5 F7")
    page.get_by_label("Card").fill("8 of coins")
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("No card of this game is called")
    page.get_by_label("Card").fill("7 of hearts")
    page.keyboard.press("Enter")
    expect(page.locator("#enrolled")).to_have_text("1 enrolled, last: 7 of hearts")
    page.get_by_role("button", name="Undo the last").click()
    expect(page.locator("#enrolled")).to_have_text("none enrolled yet")


def test_a_sleeve_that_is_enrolled_already_is_named(
    open_page: Open, live: ServedTable, tmp_path: Path
) -> None:
    """It is not taken for a new one."""
    Enrolment(tmp_path / "cards.toml").add("a", "H7", UP, DOWN)
    live.seat(PlayedTable(beginning(), registry=tmp_path / "cards.toml"))
    page = open_page("/enroll/enroll-secret-token")
    live.do(lambda table: table.session.lay_tag("a.grave", UP.hex()))
    expect(page.locator("#told")).to_contain_text("enrolled already: 7 of hearts")
    expect(page.locator("#step-up .tag")).to_have_text("no tag yet")
    live.do(lambda table: table.session.lay_tag("a.grave", None))
    expect(page.locator("#told")).to_contain_text("cannot be read")


def test_a_real_mat_shows_prompts_and_no_hands(open_page: Open, live: ServedTable) -> None:
    """There the page is for looking and answering; cards are moved by people."""
    live.seat(PlayedTable(simulated=False))
    page = open_page(ANA)
    expect(page.locator("#do-draw")).to_be_hidden()
    drag(page, zone(page, "a.m2"), zone(page, "a.m5"))
    expect(page.locator("#toast")).to_contain_text("Move the card itself")
    assert asked_nothing(live)
    page.keyboard.press("p")
    expect_asked(live, "command", "a", do="press", button="phase")
