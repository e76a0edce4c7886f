"""The pages of everybody in a real browser: a hub that is away, times, the hall and the look."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import APIResponse, Route, expect

from duelmat_tournament import commands, floor_commands
from duelmat_tournament.roles import Role
from hub.browsers import (
    HALL,
    PHONE,
    OpenHub,
    People,
    arrived,
    done,
    impatient,
)
from hub.live_hub import event, matches
from hub.scenes import (
    JUDGE,
    NAMES,
    playing,
    recent,
    registered,
    started,
)

pytestmark = [pytest.mark.browser, pytest.mark.long]


# When the hub is away


def test_a_page_says_that_it_is_out_of_date_and_goes_on_by_itself(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(recent(playing))
    visitor = people(hub, size=PHONE)
    page = visitor.enter(Role.JUDGE)
    impatient(page, "/floor")
    page.reload()
    banner = page.locator("#stale")
    expect(banner).not_to_be_visible()
    hub.stop()
    expect(banner).to_contain_text("Out of date")
    hub.start()
    expect(banner).not_to_be_visible()
    match = matches(hub)[0]
    hub.ask(floor_commands.CallJudge(match.table, "Still there?"), JUDGE)
    expect(page.locator("#call-1")).to_be_visible()


def test_a_command_is_sent_again_until_it_is_answered_and_done_once(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(playing())
    page = people(hub).enter(Role.ORGANISER)
    hub.stop()
    page.get_by_placeholder("shown on every page").fill("Lunch at one.")
    page.get_by_role("button", name="Announce").click()
    expect(page.locator(".form-said")).to_contain_text("Sending it again")
    hub.start()
    done(page)
    expect(page.locator(".announcement")).to_have_count(1)
    assert [each.text for each in event(hub).announcements] == ["Lunch at one."]


def test_an_answer_that_was_lost_does_not_do_it_twice(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(playing())
    page = people(hub).enter(Role.ORGANISER)
    lost: list[APIResponse] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch())
        route.abort()

    page.route("**/do/announce", lose)
    page.get_by_placeholder("shown on every page").fill("Once.")
    page.get_by_role("button", name="Announce").click()
    done(page)
    assert len(lost) == 1
    assert [each.text for each in event(hub).announcements] == ["Once."]


# Times


def test_time_is_the_hubs_whatever_this_computers_clock_says(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(recent(playing))
    visitor = people(hub)
    page = visitor.new_page()
    page.clock.install(time=time.time() - 86_400)
    page.goto(f"{hub.address}/")
    clock = page.locator("#clock-time")
    now = event(hub).round
    assert now is not None
    assert now.clock is not None
    expect(clock).to_have_text(re.compile(r"\d+:\d\d"))
    minutes, seconds = map(int, clock.inner_text().split(":"))
    left_s = (now.clock.ends_ms - time.time_ns() // 1_000_000) / 1000
    assert abs(60 * minutes + seconds - left_s) < 10


AUDIO = """window.tones = 0; window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (to) => to };
  }
  createOscillator() {
    return { frequency: {}, connect: (to) => to, start() { window.tones += 1; }, stop() {} };
  }
};"""
"""Sound that is counted and not played."""


def test_time_is_said_at_ten_five_and_one_minutes_and_at_the_end(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(recent(playing))
    page = people(hub).new_page()
    page.clock.install(time=time.time())
    page.route("**/feed/**", lambda route: route.abort())  # the hub's clock does not run ahead
    page.add_init_script(AUDIO)
    page.goto(f"{hub.address}/hall")
    page.get_by_role("button", name="Sound off").click()
    asked = page.evaluate("tones")
    said = page.locator("#said")
    expect(page.locator("#clock-time")).to_have_text(re.compile(r"\d+:\d\d"))
    now = event(hub).round
    assert now is not None
    assert now.clock is not None
    left_ms = now.clock.ends_ms - time.time_ns() // 1_000_000
    page.clock.run_for(left_ms - 660_000)
    assert said.inner_text() == ""
    for forward_ms, words in (
        (120_000, "10 minutes left"),
        (250_000, "5 minutes left"),
        (240_000, "1 minute left"),
        (60_000, "time is up"),
    ):
        page.clock.run_for(forward_ms)
        assert words in said.inner_text()
        assert (page.evaluate("tones") > asked) is (words == "time is up")
    clock = page.locator("#clock-time")
    expect(clock).to_have_text("0:00")
    words = "getComputedStyle(document.querySelector('#clock-time'), '::after')"
    assert page.evaluate(f"{words}.content") == '"time is up"'
    assert page.evaluate(f"parseFloat({words}.fontSize)") > 60  # read from the end of a hall


# The hall and the look


def test_the_halls_screen_pages_through_by_itself(open_hub: OpenHub, people: People) -> None:
    scene = registered([f"Player {number:03}" for number in range(120)], "trump-king")
    scene.ask(commands.StartEvent(rounds=2, cut=0))
    scene.ask(commands.PairRound())
    scene.begin()
    hub = open_hub(scene)
    page = people(hub, size=HALL).new_page()
    page.clock.install(time=time.time())
    page.goto(f"{hub.address}/hall")
    words = page.locator("#page-words")
    expect(words).to_have_text(re.compile(r"Tables by name, 1 of \d"))
    pages = int(words.inner_text().rpartition(" ")[2])
    assert pages > 1
    shown: set[str] = set()
    for number in range(1, pages + 1):
        expect(words).to_have_text(f"Tables by name, {number} of {pages}")
        shown |= set(
            page.evaluate(
                """[...document.querySelectorAll(".by-name tbody th")].filter((each) => {
                  const box = each.getBoundingClientRect();
                  return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
                }).map((each) => each.textContent)"""
            )
        )
        page.clock.run_for(12_500)
    assert len(shown) == 120
    expect(words).to_have_text(re.compile("Tables by number, 1"))
    page.get_by_role("button", name="Hold this page").click()
    page.clock.run_for(60_000)
    expect(words).to_have_text(re.compile("Tables by number, 1"))
    page.keyboard.press("ArrowLeft")
    expect(words).to_have_text(f"Tables by name, {pages} of {pages}")


def test_every_tie_break_is_read_on_a_laptop_and_in_the_hall(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(started(NAMES[:8], "resummoned"))
    page = people(hub, size={"width": 1280, "height": 720}).visit("/")
    expect(page.locator(".standings")).to_be_visible()
    part = page.locator("[data-topic=standings]")
    assert part.evaluate("part => part.scrollWidth <= part.clientWidth")
    columns = page.locator(".standings thead th.tie").all_inner_texts()
    assert len(columns) == 3
    page.goto(f"{hub.address}/hall")
    expect(page.locator("#page-words")).to_contain_text(columns[-1])
    box = page.locator(".standings .tie").last.bounding_box()
    assert box is not None
    assert box["x"] < 1280


def test_light_and_dark_follow_the_system_until_somebody_chooses(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(registered(NAMES[:2]))
    visitor = people(hub, color_scheme="dark")
    page = visitor.visit("/")
    background = "getComputedStyle(document.documentElement).getPropertyValue('--room').trim()"
    dark = page.evaluate(background)
    page.emulate_media(color_scheme="light")
    light = page.evaluate(background)
    assert dark != light
    page.locator("[data-theme-switch]").click()
    assert page.evaluate(background) == dark
    page.goto(f"{hub.address}/standings")
    assert page.evaluate(background) == dark
    page.emulate_media(media="print")
    assert page.evaluate(background) == light


def test_sound_is_remembered_and_off_at_first(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(registered(NAMES[:2]))
    page = people(hub).visit("/")
    switch = page.locator("[data-sound]")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(switch).to_contain_text("Sound on")


@pytest.mark.parametrize("late", ["/static/js/page.js", "/words/ja"])
def test_a_press_before_the_scripts_listen_counts(
    open_hub: OpenHub, people: People, late: str
) -> None:
    """Or before they have the words of the page's language, for which they wait."""
    hub = open_hub(registered(NAMES[:2]))
    page = people(hub, locale="ja-JP").enter(Role.ORGANISER)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(f"**{late}", hold)
    with page.expect_request(f"**{late}"):
        page.goto(f"{hub.address}/desk", wait_until="commit")
    page.locator("#do-start-event").click(no_wait_after=True)
    expect(page.locator("#sheet")).not_to_be_visible()
    for route in waiting:
        route.continue_()
    expect(page.locator("#sheet")).to_be_visible()


def test_an_announcement_is_taken_back(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(playing())
    page, anybody = people(hub).enter(Role.ORGANISER), people(hub).visit("/")
    page.get_by_placeholder("shown on every page").fill("Lunch at one.")
    page.get_by_role("button", name="Announce").click()
    expect(anybody.locator(".announcement")).to_contain_text("Lunch at one.")
    assert not anybody.locator(".announcement button").is_visible()
    page.get_by_role("button", name="Show this announcement no longer").click()
    expect(anybody.locator(".announcement")).to_have_count(0)
    expect(page.locator(".announcement")).to_have_count(0)


def test_a_pair_is_set_on_a_phone_after_its_cost_was_seen(
    open_hub: OpenHub, people: People
) -> None:
    """A rematch: the page says so before it is confirmed, and the desk after it."""
    scene = started(NAMES[:6])
    scene.ask(commands.PairRound())
    hub = open_hub(scene)
    again = next(iter(event(hub).rounds[0].matches.values()))
    page = people(hub, size=PHONE).enter(Role.ORGANISER)
    page.locator("#to-set-pair").click()
    page.locator("#choose [name=player]").select_option(str(again.first))
    page.locator("#choose [name=other]").select_option(str(again.second))
    page.get_by_role("button", name="Show what it costs").click()
    expect(page.locator("#cost")).to_contain_text("They have met before.")
    expect(page.locator("#cost")).to_contain_text("Rematches and second byes")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Reason").fill("They asked for it.")
    page.get_by_role("button", name="Set the pair").click()
    arrived(page, "/desk")
    expect(page.locator("#preview")).to_contain_text("The organiser set this pair.")
    found = event(hub).rounds[1].match_of(again.first)
    assert found is not None
    assert again.second in found.players
