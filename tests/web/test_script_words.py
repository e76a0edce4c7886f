"""What the pages' scripts say: in the page's language where there are words, else in English."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from chromium import PATIENCE_MS
from web.conftest import ServedTable

DECK = '[data-zone="a.deck"]'
ENGLISH, JAPANESE = re.compile(r": \d+ cards$"), re.compile(r"：\d+枚$")

Open = Callable[..., Page]

pytestmark = pytest.mark.browser


@pytest.fixture
def read(live: ServedTable, chromium: Browser) -> Iterator[Open]:
    """Opens the table's page for a Japanese reader; `words` answers what its scripts ask for."""
    contexts, complaints = [], []

    def open_(words: Callable[[Route], None] | None = None, inside: str = "") -> Page:
        context = chromium.new_context(locale="ja-JP", extra_http_headers={"x-browser": "ja"})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if words:
            page.route("**/words/ja", words)

        def in_japanese(route: Route) -> None:
            answer = route.fetch()
            text = re.sub(r'<html lang="\w+"', '<html lang="ja"', answer.text(), count=1)
            route.fulfill(response=answer, body=text.replace("</body>", inside + "</body>"))

        page.route(live.address + "/", in_japanese)
        page.goto(live.address + "/")
        page.locator("#mat .lying").first.wait_for()
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


def test_scripts_speak_the_pages_language(read: Open) -> None:
    """Sentences, and the words of a zone (tests/serving/scripts tests each kind)."""
    page = read()
    expect(page.locator(DECK)).to_have_attribute("aria-label", JAPANESE)
    expect(page.locator("#turn-line b")).to_have_text(re.compile(r"^ターン\d+$"))


def test_without_words_the_scripts_speak_english(read: Open) -> None:
    """The page goes on without them."""

    def words(route: Route) -> None:
        route.fulfill(status=404, body='{"ok": false, "message": "..."}')

    expect(read(words).locator(DECK)).to_have_attribute("aria-label", ENGLISH)


def test_words_in_the_page_are_taken_first(read: Open, live: ServedTable) -> None:
    """A page that needs no server has them in it, and asks for none."""
    said = {"{zone}: {state}": "{state} @ {zone:capital}"}
    page = read(inside=f'<script type="application/json" id="words">{json.dumps(said)}</script>')
    expect(page.locator(DECK)).to_have_attribute("aria-label", re.compile(r"^\d+ cards @ "))
    assert "/words/ja" not in live.recorder.paths["ja"]


def test_a_chosen_language_is_kept_and_shown(read: Open) -> None:
    """The page is loaded again, with the cookie that the server reads."""
    page = read()
    with page.expect_navigation():
        page.locator("#language").select_option("en")
    kept = [c for c in page.context.cookies() if c.get("name") == "language"]
    assert [(c.get("value"), c.get("path"), c.get("sameSite")) for c in kept] == [
        ("en", "/", "Strict")
    ]
