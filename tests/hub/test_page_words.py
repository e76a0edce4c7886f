"""Words on pages that have no place there, or are in another language than the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from duelmat_tournament.roles import Role
from hub.browsers import OpenHub, People
from hub.scenes import mid_round, recent
from hub.shown import pages_of


def test_a_table_without_a_mat_says_nothing_of_one() -> None:
    assert pages_of(mid_round()).topic("mat-2").strip() == ""


@pytest.mark.browser
@pytest.mark.long
@pytest.mark.parametrize(("language", "words"), [("en-US", "in "), ("ja-JP", "あと")])
def test_a_button_says_in_the_pages_language_when_it_can_be_pressed(
    people: People, open_hub: OpenHub, language: str, words: str
) -> None:
    hub = open_hub(recent(lambda now: mid_round(now_ms=now)))
    page = people(hub, locale=language).enter(Role.ORGANISER)
    button = page.locator("#do-call-time button")
    expect(button).to_be_disabled()
    seen = button.evaluate("button => getComputedStyle(button, '::after').content")
    assert seen.strip('"').strip().startswith(words)
