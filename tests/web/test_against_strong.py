"""Whole duels against the strong opponent, to the end: by mouse, by keyboard and by finger.

Everything is what `duelmat play --opponent strong` starts. Ana begins with little life, which her
page lets her count, so that the opponent's attacks end the duel in a few turns.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Final

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PageTimeoutError

from web.hands_on import drag, drag_by_finger, zone
from web.real_table import started
from web.test_without_a_mouse import go_to, press, tab_to
from web.wire_tap import tapped

pytestmark = [pytest.mark.browser, pytest.mark.long]

DEAL_SEED: Final = 3
LOOK_AGAIN_MS: Final = 150
LONGEST_S: Final = 240.0
STILL_S: Final = 60.0
"""So long nothing may change on the page while the duel goes on."""
AGAIN_S: Final = 4.0
"""A question that stands for so long is answered again: something had to be done before it."""
GONE_MS: Final = 2_000
"""A button that cannot be pressed for so long is another one's by now."""
ASKED: Final = ".prompt:not(.ways)"
"""A question, also one without options: a card of the hand answers it."""
PHONE: Final = {"width": 390, "height": 844}


class Mouse:
    """A player with a mouse."""

    how: ClassVar[dict[str, Any]] = {}

    def use(self, _page: Page, place: Locator) -> None:
        place.click(timeout=GONE_MS)

    def lay(self, page: Page, card: Locator, target: str) -> None:
        drag(page, card, zone(page, target))

    def move(self, page: Page, source: str, target: str) -> None:
        self.lay(page, zone(page, source), target)


class Finger(Mouse):
    """A player with a phone."""

    how: ClassVar[dict[str, Any]] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}

    def use(self, _page: Page, place: Locator) -> None:
        place.tap(timeout=GONE_MS)

    def lay(self, page: Page, card: Locator, target: str) -> None:
        drag_by_finger(page, card, zone(page, target))


class Keys(Mouse):
    """A player with nothing but a keyboard."""

    def use(self, page: Page, place: Locator) -> None:
        try:
            press(page, place)
        except pytest.fail.Exception:
            if place.count():  # else it has gone meanwhile, and there is nothing to press
                raise

    def lay(self, page: Page, card: Locator, target: str) -> None:
        tab_to(page, page.locator('.fan-card[tabindex="0"]'))
        page.keyboard.press("Home")
        expect(card).to_be_focused()
        page.keyboard.press("Enter")
        go_to(page, target)
        page.keyboard.press("Enter")

    def move(self, page: Page, source: str, target: str) -> None:
        for place, key in ((source, "Space"), (target, "Enter")):
            go_to(page, place)
            page.keyboard.press(key)


class Ana:
    """A player who does what the page offers, and no more than that."""

    def __init__(self, page: Page, way: Mouse) -> None:
        self.page = page
        self.way = way
        self.answered = ("", 0.0)
        """What was answered or done last, and when."""
        self.laid_in = ""
        """The turn in which a card was laid."""
        self.changed_s = monotonic()
        self.seen = ""

    def lower_life(self, life: int) -> None:
        """Count the own life down, as the menu allows."""
        page = self.page
        own = page.locator('[data-life="a"]')
        expect(own).to_have_text(re.compile(r"\d"))  # the scripts are there
        page.locator("#open-menu").click()
        form = page.locator("#life-form")
        form.locator('[name="life"]').fill(str(life))
        form.locator('[name="reason"]').fill("a short duel")
        form.locator('button[type="submit"], button:not([type])').first.click()
        page.keyboard.press("Escape")
        expect(own).to_have_text(str(life))

    def play(self) -> None:
        """Play until the duel is over."""
        end_s = monotonic() + LONGEST_S
        while not self.page.locator("#outcome").is_visible():
            assert monotonic() < end_s, self.told()
            with suppress(PageTimeoutError):  # what was to be pressed has gone
                self.step()
            self.page.wait_for_timeout(LOOK_AGAIN_MS)
            self._watch()

    def told(self) -> str:
        log = self.page.locator("#log li").all_inner_texts()[-6:]
        asked = self.page.locator(".prompt").all_inner_texts()
        obligations = self.page.locator("#obligations li").all_inner_texts()
        return f"{log} {asked} {obligations} {self.page.locator('#message').inner_text()}"

    def _watch(self) -> None:
        now = self.page.locator("#log").inner_text() + self.told()
        if now != self.seen:
            self.seen, self.changed_s = now, monotonic()
        assert monotonic() - self.changed_s < STILL_S, self.told()

    def step(self) -> None:
        """Do one thing that the page asks for or allows."""
        read = self.page.locator("#inspector .close")
        if read.is_visible():  # a finger that was slow to move has read the card
            self.way.use(self.page, read)
        obligation = self.page.locator("#obligations li button")
        asked = self.page.locator(ASKED)
        if obligation.count():
            if self._is_new(" ".join(self.page.locator("#obligations li").all_inner_texts())):
                self.way.use(self.page, obligation.first)
                return
            if not asked.count():
                return
        if asked.count():  # also where the obligation has to wait for the answer
            self._answer(asked.first)
            return
        ways = self.page.locator(".prompt.ways .option")
        passes = ways.filter(has_text="Pass")
        if passes.count():  # it has priority in the other player's turn
            if self._is_new(self.page.locator("#log").inner_text()):
                self.way.use(self.page, passes.first)
            return
        end = self.page.locator("#end-turn")
        turn = self.page.locator("#turn-line").inner_text()
        if not end.is_enabled() or self.page.locator("#message").is_visible():
            return
        free = self._free_zone()
        card = self.page.locator(".fan-card[data-key]").first
        if self.laid_in != turn and free and card.count():
            self.laid_in = turn
            self.way.lay(self.page, card, free)
        elif ways.count() and self._is_new(turn):
            self.way.use(self.page, end)

    def _free_zone(self) -> str:
        """The first free monster zone that is lit as playable; "" if there is none."""
        free = self.page.locator('[data-zone^="a.m"][aria-label*="empty, playable"]')
        names = free.evaluate_all("zones => zones.map((zone) => zone.dataset.zone)")
        return names[0] if names else ""

    def _is_new(self, what: str) -> bool:
        """Whether this was not answered yet, or long ago: fingers do not hammer."""
        before, since_s = self.answered
        if what == before and monotonic() - since_s < AGAIN_S:
            return False
        self.answered = (what, monotonic())
        return True

    def _answer(self, asked: Locator) -> None:
        """Answer no, or the first that there is; or lay down what was shown, or show a card."""
        words = asked.all_inner_texts()  # none if it has gone meanwhile
        if not words or not self._is_new(self.page.locator("#log").inner_text() + words[0]):
            return
        options = asked.locator(".option")
        declines = options.filter(has=self.page.locator("kbd.letter", has_text="N"))
        if options.count():
            self.way.use(self.page, (declines if declines.count() else options).first)
        elif not asked.count():
            return
        elif free := self._free_zone():
            self.way.move(self.page, "a.grave", free)
        else:
            self.way.lay(self.page, self.page.locator(".fan-card[data-key]").first, "a.grave")


@pytest.mark.parametrize(
    ("ruleset", "way", "life"),
    [
        pytest.param("trump_king", Mouse(), 1, id="Trump King by mouse"),
        pytest.param("ocg", Mouse(), 100, id="Early OCG by mouse"),
        pytest.param("resummoned", Mouse(), 100, id="Resummoned by mouse"),
        pytest.param("trigamon", Mouse(), 100, id="Trigamon by mouse"),
        pytest.param("trump_king", Keys(), 1, id="Trump King by keyboard"),
        pytest.param("trump_king", Finger(), 1, id="Trump King by finger"),
        pytest.param("ocg", Finger(), 100, id="Early OCG by finger"),
        pytest.param("resummoned", Finger(), 100, id="Resummoned by finger"),
        pytest.param("trigamon", Finger(), 100, id="Trigamon by finger"),
    ],
)
def test_a_whole_duel_against_the_strong_opponent(
    tmp_path: Path, sit: Callable[..., Page], ruleset: str, way: Mouse, life: int
) -> None:
    """It goes on until somebody has won, and the page says who."""
    options = ("--opponent", "strong", "--ruleset", ruleset, "--deal-seed", str(DEAL_SEED))
    with started(tmp_path, *options) as table, tapped(table.port) as tap:
        page = sit(tap, table.path, **way.how)
        ana = Ana(page, way)
        ana.lower_life(life)
        ana.play()
        expect(page.locator("#outcome")).to_contain_text("wins")
        assert page.locator("#log li").count() > 5
