"""What leads newcomers: the game in a page behind `?`, and the steps of a first duel."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from direct_mat import SEATS, Bench, held, lay
from duelmat_engine import Seat, rule_words, ruleset_names
from duelmat_host.players.hand_requests import DrawCards, carry_out
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.commands import EndTurn
from duelmat_host.web import make_app
from web.client import Client
from web.conftest import ServedTable
from web.hands_on import drag, in_hand, zone
from web.played_table import LINKS, PlayedTable, beginning
from web.real_table import started
from web.wire_tap import tapped

DEAL_SEED = 3
"""Ana: 3, 9 and 10 of spades, 9 of hearts, 1 of clubs."""


def page_of(game: str) -> str:
    """Return Ana's page in a game."""
    client = Client(make_app(PlayedTable(beginning(ruleset=game)))).enter(*LINKS)
    return client.get("/seat/a").text


@pytest.mark.parametrize("game", ruleset_names())
def test_every_game_stands_in_a_page_with_its_rules(
    game: str,
) -> None:
    """How it is won, what a turn is, how one fights; each line with rules that there are."""
    page = page_of(game)
    summary = page[page.index('<dl class="game">') : page.index("<summary>Keys</summary>")]
    titles = re.findall(r"<dt>(.*?)</dt>", summary)
    assert {"To win", "A turn", "Battle"} <= set(titles)
    assert 10 <= len(titles) <= 16
    ids = re.findall(r'data-rule="(.*?)"', summary)
    assert len(ids) >= 2 * len(titles)
    for id_ in ids:
        assert rule_words(id_)


def test_the_steps_are_for_the_game_that_they_tell() -> None:
    """Other games have their page, and no steps."""
    assert "tutorial-steps" in page_of("trump_king")
    assert "tutorial-steps" not in page_of("ocg")


def test_a_step_names_a_button_and_its_key_apart() -> None:
    """A finger is shown no keys: what is left of a step must still say what to press."""
    steps = re.search(r'<section id="tutorial".*?</section>', page_of("trump_king"), re.DOTALL)
    assert steps is not None
    assert (
        steps[0].count("<kbd>") == len(re.findall(r'<span class="by-key">\(<kbd>', steps[0])) > 4
    )


def step(page: Page, words: str) -> None:
    expect(page.locator("#tutorial h3:visible")).to_have_text(words)


@pytest.fixture
def ana(sit: Callable[..., Page], live: ServedTable) -> Iterator[Callable[[], Page]]:
    """Opens Ana's page."""
    with tapped(live.port) as tap:
        yield lambda: sit(tap, LINKS[0])


@pytest.mark.browser
def test_a_card_that_is_read_covers_no_step_of_a_first_duel(
    ana: Callable[[], Page], live: ServedTable
) -> None:
    """What is to be done stays in sight, and so does what may be done with the card."""
    live.do(lambda table: table.show(turn=0))
    page = ana()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.get_by_role("button", name="Show me", exact=True).click()
    zone(page, "a.m2").hover()
    read, step_box = page.locator("#inspector"), page.locator("#tutorial").bounding_box()
    expect(read).to_be_visible()
    read_box = read.bounding_box()
    assert read_box is not None
    assert step_box is not None
    mat = page.locator("#mat").bounding_box()
    assert mat is not None
    assert read_box["x"] + read_box["width"] <= min(mat["x"], step_box["x"])
    expect(read.locator(".card-uses h3")).to_be_in_viewport()


@pytest.mark.browser
def test_the_first_duel_is_offered_before_it_begins_and_kept(
    ana: Callable[[], Page], live: ServedTable
) -> None:
    """A step stays over a reload, may be skipped, and may be left for good."""

    live.do(lambda table: table.show(turn=0))
    page = ana()
    expect(page.locator("#tutorial")).to_contain_text("New here?")
    page.get_by_role("button", name="Show me", exact=True).click()
    step(page, "Say who goes first")
    page.get_by_role("button", name="Skip this step").click()
    step(page, "Read a card")
    page.reload()
    step(page, "Read a card")
    page.get_by_role("button", name="Leave the first duel").click()
    expect(page.locator("#tutorial")).to_be_hidden()
    page.reload()
    expect(page.locator("#mat")).to_be_visible()
    expect(page.locator("#tutorial")).to_be_hidden()
    page.locator(".fan-card").first.wait_for()  # the page listens
    page.keyboard.press("m")
    page.get_by_role("button", name="Show me my first duel").click()
    step(page, "Say who goes first")


@pytest.mark.browser
def test_who_comes_later_is_not_asked(ana: Callable[[], Page]) -> None:
    """In the midst of a duel nothing is offered."""
    page = ana()
    expect(page.locator("#turn-line")).to_contain_text("Turn 3")
    expect(page.locator("#tutorial")).to_be_hidden()


@pytest.mark.browser
def test_a_browser_that_keeps_nothing_is_led_all_the_same(
    ana: Callable[[], Page], live: ServedTable
) -> None:
    """The steps begin anew when the page is loaded anew."""
    live.do(lambda table: table.show(turn=0))
    page = ana()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })"
    )
    page.reload()
    page.get_by_role("button", name="Show me", exact=True).click()
    step(page, "Say who goes first")


@pytest.mark.browser
def test_each_step_ends_when_it_is_done(ana: Callable[[], Page], live: ServedTable) -> None:
    """Read, summoned, Set, refused, taken back, over to the other player, back, fought."""
    hands = {"a.hand": held("S9", "C9", "H7"), "b.hand": held("S6"), "b.m2": lay("D7")}
    live.seat(PlayedTable(Bench(hands, turn=3, phase="main1")))
    bench, page = live.service.bench, ana()

    def end_turn(seat: Seat) -> None:
        live.do(lambda table: table.order(seat, EndTurn()))

    def draw(seat: Seat) -> None:
        live.do(lambda _: carry_out(bench.hands, bench.table, seat, DrawCards()))

    in_hand(page, "a:S9").wait_for()  # the page listens
    page.keyboard.press("m")
    page.get_by_role("button", name="Show me my first duel").click()
    step(page, "Read a card")
    in_hand(page, "a:S9").focus()
    page.keyboard.press("i")
    step(page, "Read a card")  # what has been opened has not been read yet
    page.get_by_role("button", name="I have read it").click()
    step(page, "Summon a monster")
    expect(in_hand(page, "a:S9")).to_have_class(re.compile("pointed-out"))
    page.keyboard.press("i")
    live.do(lambda _: bench.put("a:S9", "a.m2"))
    expect(page.locator(".prompt")).to_contain_text("Which play is it?")
    step(page, "Summon a monster")  # nothing is summoned before it is answered
    live.do(lambda _: bench.choose("Normal Summon"))
    step(page, "Set a trap")
    live.do(lambda _: bench.put("a:C9", "a.s2", down=True))
    step(page, "Try what is not allowed")
    expect(zone(page, "a.m2")).to_have_class(re.compile("pointed-out"))
    live.do(lambda _: bench.hands.turn(MatZone("a.m2")))
    step(page, "Take it back")
    expect(page.locator(".pointed-out")).to_have_count(1)  # one thing at a time
    live.do(lambda _: bench.hands.turn(MatZone("a.m2")))
    step(page, "End your turn")
    end_turn(SEATS[0])
    step(page, "The other player’s turn")
    draw(SEATS[1])
    end_turn(SEATS[1])
    step(page, "Draw, and attack")
    draw(SEATS[0])
    for _ in range(2):
        live.do(lambda _: bench.press("a.phase"))
    expect(page.locator("#tutorial")).to_contain_text("That is all you need.")
    page.locator("#tutorial").get_by_role("button", name="Close").click()
    expect(page.locator("#tutorial")).to_be_hidden()


@pytest.mark.browser
def test_a_refusal_that_a_step_does_not_ask_for_is_seen_whole(
    ana: Callable[[], Page], live: ServedTable
) -> None:
    """On a low window, too, with the button that takes it back; the step folds meanwhile."""
    live.do(lambda table: table.show(turn=0))
    page = ana()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.get_by_role("button", name="Show me", exact=True).click()
    text = page.locator("#tutorial li:visible p")
    expect(text).to_be_visible()
    live.do(lambda table: table.bench.put("a:H7", "a.m3", down=True))
    expect(page.locator("#obligations li button")).to_be_in_viewport(ratio=1)
    expect(text).to_be_hidden()
    live.do(lambda table: table.bench.take("a.m3"))
    expect(text).to_be_visible()


def option(page: Page, words: str) -> Locator:
    return page.locator(".option").filter(has_text=words)


@pytest.mark.browser
@pytest.mark.long
def test_the_steps_lead_through_a_real_duel(sit: Callable[..., Page], tmp_path: Path) -> None:
    """What each says is done at the real table, and nothing else."""
    options = ("--opponent", "easy", "--deal-seed", str(DEAL_SEED))
    with started(tmp_path, *options) as table, tapped(table.port) as tap:
        page = sit(tap, table.path)
        page.get_by_role("button", name="Show me", exact=True).click()
        step(page, "Say who goes first")
        page.keyboard.press("1")
        step(page, "Read a card")
        in_hand(page, "a:S9").hover()
        page.get_by_role("button", name="I have read it").click()
        step(page, "Summon a monster")
        drag(page, in_hand(page, "a:S9"), zone(page, "a.m3"))
        page.mouse.move(5, 5)  # from the card, which is read closely while it is pointed at
        option(page, "Normal Summon the 9 of spades").click()
        step(page, "Set a trap")
        page.keyboard.press("f")
        drag(page, in_hand(page, "a:C1"), zone(page, "a.s3"))
        step(page, "Try what is not allowed")
        zone(page, "a.m3").dblclick()
        step(page, "Take it back")
        expect(page.locator("#message")).to_contain_text("TK-24")
        page.locator("#guides .pressable").click()
        step(page, "End your turn")
        page.keyboard.press("e")
        step(page, "The other player’s turn")
