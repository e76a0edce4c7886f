"""Panels beside the mat stay true: the log, a call for a judge, the menu, a duel's result."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from direct_mat import SEATS
from duelmat_host.table.commands import CallJudge, Concede
from host.test_replays import over
from web.conftest import ServedTable
from web.hands_on import expect_asked
from web.played_table import PlayedTable, refusal
from web.test_browser import ANA, BEN, PHONE, TABLE, open_page

pytestmark = pytest.mark.browser

Open = Callable[..., Page]
_opened = open_page
"""The fixture of the pages in a browser of their own."""


@pytest.mark.parametrize("how", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_the_log_stays_at_its_end_when_a_message_takes_its_room(
    open_page: Open, live: ServedTable, how: dict[str, Any]
) -> None:
    """The newest line is in sight, whatever comes above the log together with it."""

    def fill(table: PlayedTable) -> None:
        for life in range(1, 31):
            table.set_life("a", life)

    def crowd(table: PlayedTable) -> None:
        table.set_life("a", 40)
        table.show("a", private=refusal("No. " * 60))

    page = open_page(ANA, **how)
    lines = page.locator("#log li[data-n]")
    live.do(fill)
    expect(lines).to_have_count(31)
    live.do(crowd)
    expect(lines).to_have_count(32)
    expect(lines.last).to_be_in_viewport(ratio=0.95)


def test_while_a_judge_is_called_nothing_is_offered_that_waits_for_the_ruling(
    open_page: Open, live: ServedTable
) -> None:
    """No phase, no end of the turn, no ways, nobody is said to act; the same button ends it."""

    ana, ben, table = (open_page(path) for path in (ANA, BEN, TABLE))
    expect(ana.locator("#press-phase")).to_be_enabled()
    live.do(lambda table: table.order(SEATS[0], CallJudge()))
    for page in (ana, ben, table):
        expect(page.locator("#judge-called")).to_contain_text("Ana has called a judge")
        expect(page.locator(".decision")).to_be_hidden()
        expect(page.locator(".plate.deciding")).to_have_count(0)
    expect(ana.locator("#ways .option")).to_have_count(0)
    expect(ana.locator("#press-phase")).to_be_disabled()
    expect(ana.locator("#end-turn")).to_be_disabled()
    expect(ana.locator("#press-judge")).to_contain_text("Send away")
    expect(ben.locator("#press-judge")).not_to_contain_text("Send away")
    ana.locator(".foot .call-judge").click()
    expect(ana.locator("#confirm")).to_be_hidden()
    expect_asked(live, "command", "a", do="judge")


def test_the_overlay_says_that_a_judge_is_waited_for(open_page: Open, live: ServedTable) -> None:
    """Whoever looks on would think that the stream had stopped."""
    overlay = open_page("/overlay")
    expect(overlay.locator("#called")).to_be_hidden()
    live.do(lambda table: table.order(SEATS[0], CallJudge()))
    expect(overlay.locator("#called")).to_have_text("Ana has called a judge: the table waits.")
    live.do(lambda table: table.order(SEATS[0], CallJudge()))
    expect(overlay.locator("#called")).to_be_hidden()


def test_a_rematch_is_offered_when_the_duel_is_over(open_page: Open, live: ServedTable) -> None:
    """Before, the table would decline it."""
    page = open_page(ANA)
    expect(page.locator(".fan-card")).to_have_count(6)
    rematch = page.locator('#menu [data-command="rematch"]')
    page.keyboard.press("m")
    expect(rematch).to_be_hidden()
    page.keyboard.press("Escape")
    live.do(lambda table: table.order(SEATS[1], Concede()))
    expect(page.locator("#outcome")).to_be_visible()
    page.keyboard.press("m")
    expect(rematch).to_be_visible()


def test_the_result_of_a_match_at_an_event_is_confirmed_where_the_duel_ended(
    open_page: Open, live: ServedTable
) -> None:
    """Instead of another duel, once; whoever has confirmed sees for whom the table waits."""

    def end(table: PlayedTable) -> None:
        state = table.bench.table.state
        setup = replace(state.setup, duels=1, confirms_result=True)
        table.bench.table.set_state(replace(state, setup=setup))
        table.order(SEATS[1], Concede())

    page = open_page(ANA)
    live.do(end)
    button = page.locator("#outcome button.primary")
    expect(button).to_have_text("Confirm the result")
    expect(page.locator('#menu [data-command="rematch"]')).to_have_attribute("hidden", "")
    button.click()
    expect(page.locator("#outcome .match-result")).to_contain_text(
        "Still to confirm it with OK: Ben"
    )
    expect(button).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, {"width": 1366, "height": 768}])
def test_play_again_covers_nothing_of_the_summary(
    open_page: Open, live: ServedTable, tmp_path: Path, size: dict[str, int]
) -> None:
    """What is scrolled passes beneath a strip as broad as the summary, and ends above it."""
    over(tmp_path / "duel-0001.jsonl")
    live.seat(PlayedTable(folder=tmp_path))
    page = open_page(ANA, viewport=size)
    live.do(lambda table: table.order(SEATS[1], Concede()))
    expect(page.locator("#outcome .life-picture")).to_be_visible()
    for words in page.locator("#outcome summary").all():
        words.click()
    beside = page.evaluate(
        """() => {
          const box = document.querySelector("#outcome");
          const at = (y) => [0.1, 0.3, 0.7, 0.9].map((part) => {
            const { left, width } = box.getBoundingClientRect();
            return document.elementFromPoint(left + part * width, y);
          });
          const button = document.querySelector("#outcome .primary").getBoundingClientRect();
          const seen = at(button.top + button.height / 2);
          return seen.filter((element) => element.closest(".after-duel")).length;
        }"""
    )
    assert beside == 0
    page.locator("#outcome").evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    last = page.locator("#outcome .after-duel > p").last.bounding_box()
    again = page.locator("#outcome .primary").bounding_box()
    assert last is not None
    assert again is not None
    assert last["y"] + last["height"] <= again["y"]
