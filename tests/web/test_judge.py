"""The judge's page in a real browser, at the real table: called, heard, ruled, written down."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from duelmat_wire import lamps
from web.hands_on import drag, in_hand, lit, zone
from web.real_table import RealTable, started
from web.test_real_table import DEAL_SEED, life, logged, option
from web.wire_tap import tapped

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    directory = tmp_path_factory.mktemp("judged")
    with started(directory, "--two", "--deal-seed", str(DEAL_SEED)) as table:
        yield table


def test_a_refused_play_is_brought_before_the_judge_and_stands(
    table: RealTable, sit: Callable[..., Page], chromium: Browser
) -> None:
    """Ana summons twice; Ben calls; all wait; the judge lets it stand, corrects life and back."""
    judge_path = table.judge.partition(str(table.port))[2]
    with tapped(table.port) as own, tapped(table.port) as bens, tapped(table.port) as judges:
        ana = sit(own, table.path)
        ben = sit(bens, table.other_path)
        judge = sit(judges, judge_path)
        _begin(ana, ben)
        drag(ana, in_hand(ana, "a:S3"), zone(ana, "a.m3"))
        option(ana, "Normal Summon the 3 of spades").click()
        logged(ben, "Normal Summons the 3 of spades", "TK-14")
        drag(ana, in_hand(ana, "a:H9"), zone(ana, "a.m2"))
        expect(ana.locator("#message")).to_contain_text("Not allowed")
        expect(judge.locator("#bench-note")).to_contain_text("A refused play stands")
        ben.locator("#press-judge").click()
        for page in (ana, ben, judge):
            expect(page.locator("#judge-called")).to_contain_text("Ben has called a judge")
        lit(ben, "phase.1", lamps.ASK)
        expect(judge.locator('#message [data-rule="TK-14"]')).to_be_visible()
        stand = judge.locator("#stands .stand").filter(has_text="Normal Summon the 9 of hearts")
        stand.click()
        expect(judge.locator("#toast")).to_contain_text("Give the reason")
        judge.locator("#reason").fill("the first was meant as a Set")
        stand.click()
        logged(ana, "The judge lets a play stand: the first was meant as a Set")
        expect(ana.locator("#message")).to_be_hidden()
        expect(ben.locator("#judge-called")).to_be_hidden()
        _settle_gain(ana)
        judge.locator("#reason").fill("a gain was not his")
        judge.locator("#life-player").select_option("b")
        judge.locator("#life").fill("31")
        judge.locator("#correct").click()
        life(ana, b=31)
        logged(ben, "corrected to 31: a gain was not his")
        judge.locator("#reason").fill("it was his")
        judge.locator("#take-back").click()
        life(ana, b=40)
        assert b'"disputed"' not in bytes(bens.received)
        assert b"judge/" not in bytes(bens.received).replace(b'href="/judge"', b"")


def _begin(ana: Page, ben: Page) -> None:
    zone(ana, "a.deck").click()
    expect(ana.locator("#fan")).to_contain_text("until it is decided who goes first")
    expect(ben.locator("#fan")).to_contain_text("until it is decided who goes first")
    option(ana, "Choose Ana").click()
    expect(ana.locator(".fan-card[data-key]")).to_have_count(5)


def _settle_gain(ana: Page) -> None:
    """The Heart offers its gain: declined."""
    expect(ana.locator(".prompt:not(.ways)")).to_contain_text("9 of hearts")
    ana.locator("#do-decline").click()
