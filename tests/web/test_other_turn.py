"""The other player's turn on a seat's page, and what the page asks of the program in practice."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from axe import violations
from duelmat_host.app.practice_desk import ChangeLevel
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.hints import HintView
from duelmat_host.showing.turn_types import TurnPlayView, TurnSummaryView
from duelmat_host.table.errors import DeclinedError
from duelmat_opponent import Level
from web.conftest import ServedTable
from web.test_axe import Look, look
from web.test_browser import ANA, Open, ana, open_page

__all__ = ["ana", "look", "open_page"]

pytestmark = pytest.mark.browser

SUMMON: Final = TurnPlayView(
    912, "Ben Normal Summons the 7 of diamonds.", [MatZone("b.m2")], "D7", "7 of diamonds"
)
SET: Final = TurnPlayView(911, "Ben Sets a card face-down.", [MatZone("b.s3")], "", "")
HINT: Final = HintView(
    "Normal Summon the 7 of hearts", "Your chance is 71 %.", [MatZone("a.m4")], ["a:H7"]
)


class Program:
    """The program as a page asks it: its hint is known, and it takes every level but one."""

    level = Level.EASY

    async def hint(self, letter: str) -> HintView:
        assert letter == "a"
        return HINT

    def change_level(self, wanted: ChangeLevel) -> None:
        if wanted.level == "medium":
            raise DeclinedError("Choose another level.")
        self.level = Level(wanted.level)


def told(live: ServedTable, *plays: TurnPlayView, turn: int = 2) -> None:
    """Show Ana a turn of Ben's with these plays."""
    summary = TurnSummaryView(turn, "b", f"Ben: {len(plays)} plays.", list(plays))
    live.do(lambda table: table.show("a", other_turn=summary))


@pytest.fixture
def practising(live: ServedTable, open_page: Open) -> Page:
    """Ana's page, as she plays against the program."""
    program: Any = Program()
    live.do(lambda table: setattr(table, "practice", program))
    page = open_page(ANA)
    expect(page.locator(".fan-card").first).to_be_visible()
    return page


def test_the_others_turn_is_a_line_that_opens_to_its_plays(live: ServedTable, ana: Page) -> None:
    """What is played lies large for a moment; a play that is pressed is shown on the mat."""
    told(live, SET)
    expect(ana.locator("#other-turn summary")).to_have_text("Ben: 1 plays.")
    expect(ana.locator("#other-turn li")).not_to_be_visible()
    told(live, SET, SUMMON)
    ana.locator("#other-turn summary").click()
    ana.get_by_role("button", name=SUMMON.text).click()
    expect(ana.locator(".zone.told")).to_have_attribute("data-zone", "b.m2")
    expect(ana.locator("#inspector.pinned h2")).to_have_text("7 of diamonds")
    ana.keyboard.press("Escape")
    ana.get_by_role("button", name=SET.text).click()
    expect(ana.locator(".zone.told")).to_have_attribute("data-zone", "b.s3")
    expect(ana.locator("#inspector")).to_be_hidden()


def test_a_card_that_is_played_lies_large_for_a_moment(live: ServedTable, open_page: Open) -> None:
    """Not what was played before the page was opened; without movement where that is wished."""
    told(live, SET)
    page = open_page(ANA, reduced_motion="reduce")
    page.clock.install()
    expect(page.locator("#other-turn summary")).to_have_text("Ben: 1 plays.")
    expect(page.locator(".played-card")).to_have_count(0)
    told(live, SET, SUMMON)
    expect(page.locator(".played-card")).to_have_css("animation-name", "none")
    expect(page.locator(".played-card")).to_have_css("pointer-events", "none")
    page.clock.fast_forward(1100)
    expect(page.locator(".played-card")).to_have_count(0)


def test_a_hint_is_shown_and_goes_with_the_decision(live: ServedTable, practising: Page) -> None:
    """It marks zones and cards, and plays nothing."""
    practising.keyboard.press("h")
    hint = practising.locator("#hint")
    expect(hint).to_contain_text(HINT.text)
    expect(hint).to_contain_text(HINT.reason)
    expect(practising.locator(".zone.hinted")).to_have_attribute("data-zone", "a.m4")
    expect(practising.locator(".fan-card.hinted")).to_have_attribute("data-key", "a:H7")
    assert live.do(lambda table: list(table.calls)) == []
    live.do(lambda table: table.set_life("b", 3))
    expect(hint).to_be_hidden()
    expect(practising.locator(".hinted")).to_have_count(0)


def test_the_level_is_changed_in_the_menu(live: ServedTable, practising: Page) -> None:
    """What the table declines goes back to what it was."""
    practising.get_by_role("button", name="Menu").click()
    levels = practising.get_by_role("group", name=re.compile("How Ben plays"))
    expect(levels.get_by_label("easy")).to_be_checked()
    levels.get_by_label("strong").check()
    expect(levels.get_by_label("strong")).to_be_checked()
    levels.get_by_label("medium").click()
    expect(levels.get_by_label("strong")).to_be_checked()
    assert live.do(lambda table: table.practice.level) is Level.STRONG


@pytest.mark.long
def test_axe_finds_nothing_in_the_others_turn_and_a_hint(live: ServedTable, look: Look) -> None:
    """Both opened, in light and dark; and in the level's choice."""
    program: Any = Program()
    live.do(lambda table: setattr(table, "practice", program))
    told(live, SET, SUMMON)
    page = look(ANA)
    page.locator("#other-turn summary").click()
    page.keyboard.press("h")
    expect(page.locator("#hint")).to_contain_text(HINT.text)
    assert violations(page) == []
    page.keyboard.press("m")
    assert violations(page) == []


def test_between_people_there_is_neither_hint_nor_level(ana: Page) -> None:
    expect(ana.locator("#ask-hint, [name=level]")).to_have_count(0)
