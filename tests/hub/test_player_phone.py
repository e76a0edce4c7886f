"""A player's phone: what a new player does, and reads when something is wrong."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from duelmat_bench.event_demo.story import allowed_deck_text
from duelmat_tournament import commands, joining
from duelmat_tournament.names import PlayerId
from duelmat_tournament.roles import Role
from hub.browsers import OpenHub, People, arrived
from hub.live_hub import LiveHub
from hub.scenes import Scene

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 360, "height": 640})
CODE = "0123456789ab"
BROKEN = {
    "asdf": {"en": "line 1", "ja": "1行目"},
    "https://example.org/deck/7": {"en": "not its address", "ja": "アドレスではなく"},
    "<deck><main></deck>": {"en": "XML", "ja": "XML"},
    "#main\n7\n": {"en": "names instead", "ja": "カード名"},
    "3 Sangan": {"en": "40 to 60", "ja": "40枚から60枚"},
    "\n".join(f"Card {at} x3" for at in range(40)): {"en": "line 20", "ja": "20行目"},
}
"""Deck lists that are refused, and a word of why."""
AT_TOP = """(said) => {
  const { left, top, width } = said.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + 12);
  return seen === said ? "" : `${seen?.tagName}.${seen?.className}`;
}"""
"""What covers the first line of a refusal, which is read first."""


@pytest.fixture(scope="module")
def hub(open_hub: OpenHub) -> LiveHub:
    scene = Scene("ocg")
    scene.ask(joining.SetJoinCode(CODE))
    scene.ask(commands.RegisterPlayer("Ana Lindqvist"))
    return open_hub(scene)


def refusal(page: Page, words: str) -> None:
    """Wait for a refusal that has these words, and is seen without scrolling."""
    said = page.locator(".form-said[role=alert]")
    expect(said).to_contain_text(words)
    expect(said).to_be_in_viewport()
    top = said.evaluate("each => each.getBoundingClientRect().top")
    covering = said.evaluate(AT_TOP)
    assert covering == "", f"{covering} covers the refusal, which begins at {top}"


@pytest.mark.parametrize("size", PHONES, ids=["390", "360"])
@pytest.mark.parametrize("tag", ["en", "ja"])
def test_a_refused_deck_list_says_why_where_it_is_seen(
    people: People, hub: LiveHub, size: ViewportSize, tag: str
) -> None:
    """However long the list is, and however many faults it has; then a good one is handed in."""
    page = people(hub, size=size, locale=tag, has_touch=True).enter(Role.PLAYER, PlayerId(1))
    page.locator("#hand-in").click()
    for text, words in BROKEN.items():
        page.locator("#sheet textarea").fill(text)
        page.locator("#sheet .primary").click()
        refusal(page, words[tag])
    page.locator("#sheet textarea").fill(allowed_deck_text("ocg"))
    page.locator("#sheet .primary").click()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator(".own-deck .icon")).to_be_visible()


@pytest.mark.parametrize("size", PHONES, ids=["390", "360"])
def test_a_refused_registration_says_why_where_it_is_seen(
    people: People, hub: LiveHub, size: ViewportSize
) -> None:
    page = people(hub, size=size, has_touch=True).visit(f"/join/{CODE}")
    page.locator("[name=name]").fill("Ana Lindqvist")
    page.locator("details summary").click()
    page.locator("[name=deck]").fill("3 Kuriboh")
    page.get_by_role("button", name="Register").click()
    refusal(page, "Did you mean")
    page.locator("[name=deck]").fill("")
    page.get_by_role("button", name="Register").click()
    refusal(page, "Ana Lindqvist")
    page.locator("[name=name]").fill(f"Ben {size['width']}")
    page.get_by_role("button", name="Register").click()
    arrived(page, "/me")
    expect(page.locator(".own-name")).to_contain_text("Ben")


def test_a_list_that_is_missing_is_asked_for_before_anything_is_scrolled(
    people: People, open_hub: OpenHub
) -> None:
    """Also while the desk has still to approve the player, and check-in is open."""
    scene = Scene("ocg")
    scene.ask(commands.RegisterPlayer("Ana Lindqvist"))
    scene.ask(joining.SetCheckIn(is_open=True))
    for tag in ("en", "ja"):
        visitor = people(open_hub(scene), size=PHONES[1], locale=tag, has_touch=True)
        page = visitor.enter(Role.PLAYER, PlayerId(1))
        expect(page.locator("#check-in button")).to_be_in_viewport(ratio=1)
        expect(page.locator("#hand-in")).to_be_in_viewport(ratio=1)


def test_who_is_asked_whether_to_leave_can_go_back(people: People, open_hub: OpenHub) -> None:
    """No word of the answers means both to leave the event and to leave things as they are."""
    scene = Scene("ocg")
    scene.ask(commands.RegisterPlayer("Ana Lindqvist"))
    page = people(open_hub(scene), size=PHONES[1]).enter(Role.PLAYER, PlayerId(1))
    page.locator("#drop button").click()
    answers = page.locator("#confirm .buttons button")
    expect(answers).to_have_text(["No, go back", "Yes"])
    answers.first.click()
    expect(page.locator("#confirm")).to_be_hidden()
    expect(page.locator("#drop button")).to_be_visible()
