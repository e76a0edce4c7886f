"""The pages at every size: nothing cut off, nothing beside the screen, nothing over the mat."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from web.conftest import PATIENCE_MS, LiveTable
from web.fake_service import prompt
from web.real_table import RealTable, started
from web.wire_tap import LOOPBACK

pytestmark = pytest.mark.browser

ANA = "/seat/ana-secret-token"
SIZES = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "phone in landscape": (844, 390),
    "1366x768 at 200 %": (683, 384),
    "1280x720 at 200 %": (640, 360),
    "1024x768 at 200 %": (512, 384),
    "tablet": (1024, 768),
    "1280x720": (1280, 720),
    "laptop": (1366, 768),
    "1440x900": (1440, 900),
    "1680x1050": (1680, 1050),
    "1920x1080": (1920, 1080),
}
LIVES = {"two digits": 40, "four digits": 8000, "five digits": 12500}
FAULTS = (Path(__file__).parent / "layout_faults.js").read_text()

Look = Callable[..., Page]


@pytest.fixture
def look(chromium: Browser) -> Iterator[Look]:
    """Opens a page in a window of this size; phones are touched."""
    contexts = []

    def open_(address: str, size: tuple[int, int], **how: Any) -> Page:
        width, height = size
        context = chromium.new_context(
            viewport=ViewportSize(width=width, height=height),
            **{"has_touch": width < 1000, "reduced_motion": "reduce", **how},
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto(address)
        return page

    yield open_
    for context in contexts:
        context.close()


def check(page: Page, own: str = "a") -> None:
    """All is in sight that a player needs; `own`: whose zones are to be touched there."""
    assert page.evaluate(FAULTS, ["ab", own]) == []


@pytest.mark.parametrize("life", LIVES.values(), ids=LIVES)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_seats_page_fits(live: LiveTable, look: Look, size: tuple[int, int], life: int) -> None:
    """In the middle of a duel, with a question open."""

    def ask(service: Any) -> None:
        for side in service.sides.values():
            side.life = life
        text = "Ana: respond to the activation of the 9 of spades, or pass."
        options = (("Activate the 7 of hearts", "From your hand"), ("Pass", ""))
        service.prompts["a"] = [prompt("p1", text, *options)]

    live.do(ask)
    page = look(live.address + ANA, size)
    expect(page.locator(".fan-card")).to_have_count(6)
    expect(page.locator('[data-life="a"]')).to_have_text(str(life))
    expect(page.locator(".prompt")).to_have_count(1)
    check(page)


@pytest.fixture(scope="module", params=["trump_king", "ocg"])
def table(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RealTable]:
    """Return a table of 40 life, and one of 8000, for two at one screen: one button more."""
    options = ("--two", "--ruleset", request.param, "--deal-seed", "3")
    with started(tmp_path_factory.mktemp("table"), *options) as table:
        yield table


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_real_tables_pages_fit(table: RealTable, look: Look, size: tuple[int, int]) -> None:
    """A seat's, the public one and the judge's, with what this game asks before the first turn."""
    page = look(f"http://{LOOPBACK}:{table.port}{table.path}", size)
    page.locator("#lift").click()
    expect(page.locator('[data-life="a"]')).to_have_text(re.compile("40|8000"))
    check(page)
    for address in (f"http://{LOOPBACK}:{table.port}/", table.judge):
        page.goto(address)
        expect(page.locator('[data-life="a"]')).to_have_text(re.compile("40|8000"))
        check(page, own="")
