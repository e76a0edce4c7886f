"""Slips, pairings, standings and cards in a real browser, as they come on paper."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import expect

from duelmat_tournament import commands
from duelmat_tournament.roles import Role
from hub.browsers import PHONE, OpenHub, People
from hub.scenes import NAMES, registered

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_pages_for_print_fit_on_paper(open_hub: OpenHub, people: People, paper: str) -> None:
    scene = registered([*NAMES, "W" * 200], "trump-king")
    scene.ask(commands.StartEvent(rounds=2, cut=0))
    scene.play_round()
    scene.ask(commands.PairRound())
    scene.begin()
    hub = open_hub(scene)
    visitor = people(hub)
    visitor.enter(Role.ORGANISER).close()
    for path, sheets in (("/slips", 3), ("/pairings", 2), ("/standings", 1)):
        page = visitor.visit(path)
        printed = page.pdf(format=paper)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= sheets + (path != "/slips"), path
        page.close()


def test_codes_are_drawn_in_whatever_size_they_are_shown(
    open_hub: OpenHub, people: People
) -> None:
    """On paper they are smaller; a code that is cropped cannot be read."""
    hub = open_hub(registered(NAMES[:2]))
    page = people(hub).enter(Role.ORGANISER)
    page.goto(f"{hub.address}/links")
    page.get_by_label("Name").fill("Jon")
    page.get_by_label("Label").fill("phone")
    page.locator("#staff-link").get_by_role("button").click()
    expect(page.locator(".link-card")).to_contain_text("Floor judge, phone, link ")
    page.get_by_role("button", name="Make a link for every player").click()
    expect(page.locator(".link-card")).to_have_count(3)
    media: Literal["screen", "print"]
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        for code in page.locator(".link-card:visible svg").all():
            width, drawn = code.evaluate(
                "svg => [svg.getBoundingClientRect().width, "
                "svg.querySelector('path').getBoundingClientRect().width]"
            )
            assert 0.7 * width < drawn <= width + 0.5, media
    expect(page.locator(".link-card:visible")).to_have_count(2)
    expect(page.locator(".link-card[data-role=judge]")).not_to_be_visible()


def test_cards_with_links_are_made_for_all_players(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(registered(NAMES[:3], "trump-king"))
    visitor = people(hub)
    page = visitor.enter(Role.ORGANISER)
    page.goto(f"{hub.address}/links")
    page.get_by_role("button", name="Make a link for every player").click()
    expect(page.locator(".link-card")).to_have_count(3)
    address = page.locator(".link-card code").last.inner_text()
    player = people(hub, size=PHONE).new_page()
    player.goto(address)
    expect(player.locator("h1")).to_contain_text(NAMES[2])
    page.locator("tr", has_text=NAMES[2]).get_by_role("button").click()
    page.locator("#confirm-yes").click()
    expect(page.locator("tr", has_text=NAMES[2])).to_have_count(0)
    player.reload()
    expect(player.locator("main")).to_contain_text("This is for the player")
