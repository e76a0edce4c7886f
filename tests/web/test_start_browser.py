"""The choice of what is played, and the deck editor, in a real browser; no board is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from axe import violations
from chromium import PATIENCE_MS
from duelmat_host.web import make_app
from duelmat_serving.headers import LOOPBACK_HOSTS
from host.test_own_cards import CARDS
from host.test_start_desk import Table
from play_options import play_options
from web.conftest import LAPTOP, PageServer

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def table(tmp_path: Path, page_server: PageServer) -> Iterator[Table]:
    """A table at which the first duel is over, with own cards for Early OCG."""
    found = Table(tmp_path, "medium")
    own = tmp_path / "own.toml"
    own.write_text(CARDS % 1200)
    found.duels.options = play_options(tmp_path, cards=(own,))
    page_server.app = make_app(found.service, found.desk, hosts=LOOPBACK_HOSTS)
    yield found
    found.duels.close()


@pytest.fixture
def enter(
    table: Table, page_server: PageServer, chromium: Browser
) -> Iterator[Callable[..., Page]]:
    """Open Ana's page by its link."""
    contexts = []

    def open_(**how: Any) -> Page:
        context = chromium.new_context(bypass_csp=True, reduced_motion="reduce", **how)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{page_server.port}/seat/{table.service.access.links['a']}")
        return page

    yield open_
    for context in contexts:
        context.close()


def make_deck(page: Page, name: str) -> None:
    """In the editor: three Storks, chosen with the mouse, and the rest as text."""
    page.get_by_label("Search").fill("stork")
    for copies in (1, 2, 3):
        page.locator("#cards button").click()
        expect(page.locator("#cards .copies")).to_have_text(f"×{copies}")
    expect(page.locator("#faults li")).to_contain_text("expected 40 to 60 cards, got 3")
    page.get_by_text("Import and export").click()
    page.get_by_role("button", name="TOML").click()
    expect(page.locator("#text")).to_have_value(
        'main = ["Stork", "Stork", "Stork"]\nextra = []\nside = []\n'
    )
    names = ("Silver Fang", "Summoned Skull", "Battle Ox", "Horn Imp")
    lines = [f"3 {each}" for each in names]
    page.locator("#text").fill("\n".join(["3 stork", *lines]))
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#told")).to_contain_text("Imported")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#told")).to_have_text(f"Saved: {name}.")


def test_playing_cards_are_listed_by_their_numbers(enter: Callable[..., Page]) -> None:
    """A 2 stands before a 10; a card without a kind's letter has no empty mark."""
    page = enter(viewport=LAPTOP)
    page.get_by_label("Trump King").check()
    page.get_by_role("link", name="Make a deck").click()
    names = page.locator("#cards li > button > span:nth-of-type(2)")
    expect(names).to_have_count(54)
    numbers = [name.split()[0] for name in names.all_inner_texts()[:40]]
    assert numbers == [str(number) for number in range(1, 11) for _ in range(4)]
    expect(page.locator("#cards .kind-mark")).to_have_count(0)


@pytest.mark.parametrize("how", [{"viewport": LAPTOP}, {"viewport": PHONE, "has_touch": True}])
def test_an_own_card_comes_from_the_editor_to_the_table(
    table: Table, enter: Callable[..., Page], how: dict[str, Any]
) -> None:
    """Chosen on the page alone; a deck that the game forbids is refused in a sentence first."""
    page = enter(**how)
    expect(page).to_have_url(re.compile("/seat/a/start$"))
    page.get_by_label("Early OCG").check()
    page.get_by_role("link", name="Make a deck").click()
    make_deck(page, "birds")
    assert violations(page) == []
    page.get_by_role("link", name="To the choice of the duel").click()
    page.get_by_label("Early OCG").check()
    page.get_by_label("somebody with another device").check()
    page.get_by_label("Deck").first.select_option("birds")
    assert violations(page) == []
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#told")).to_contain_text("a deck that Early OCG allows")
    table.shelf.save("ocg", "birds", {"main": ("Stork",) * 3 + table.more_cards()})
    page.get_by_role("button", name="Begin").click()
    expect(page).to_have_url(re.compile("/seat/a/links$"))
    expect(page.locator(".seat-links .code svg")).to_have_count(2)
    assert violations(page) == []
    page.get_by_role("link", name="To the table").click()
    expect(page.locator("#floor")).to_be_visible()
    assert table.table.state.setup.decks[0].main[:3] == ("Stork",) * 3
