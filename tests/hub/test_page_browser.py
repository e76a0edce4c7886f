"""The pages in a real browser at a real hub: people who do their work at an event."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.event import CallStep, Event, Match
from duelmat_tournament.names import CallId, PlayerId, RoundNumber
from duelmat_tournament.policy import Penalty
from duelmat_tournament.roles import Role
from hub.browsers import (
    HALL,
    PHONE,
    OpenHub,
    People,
    arrived,
)
from hub.live_hub import LiveHub
from hub.scenes import JUDGE, NAMES, NOW_MS, ORGANISER, Scene, mid_round, registered, started

pytestmark = [pytest.mark.browser, pytest.mark.long]


def recent(make: Callable[[int], Scene]) -> Scene:
    """Return a scene whose last moment is now."""
    late_ms = time.time_ns() // 1_000_000 - make(NOW_MS).now_ms
    return make(NOW_MS + late_ms)


def playing(now_ms: int = NOW_MS) -> Scene:
    """Return an event in whose second round nothing has happened yet."""
    scene = started(now_ms=now_ms)
    scene.ask(commands.PairRound())
    scene.begin()
    return scene


def event(hub: LiveHub) -> Event:
    found = hub.started.hub.event
    assert found is not None
    return found


def matches(hub: LiveHub) -> list[Match]:
    now = event(hub).round
    assert now is not None
    return list(now.matches.values())


def impatient(page: Page, path: str) -> None:
    """Let a page say after one second of silence that it is out of date."""

    def answer(route: Route) -> None:
        found = route.fetch()
        body = re.sub(r'data-patience-ms="\d+"', 'data-patience-ms="1000"', found.text())
        route.fulfill(response=found, body=body)

    page.route(re.compile(f"^http://[^/]+{path}$"), answer)


def done(page: Page) -> None:
    expect(page.locator("#toast")).to_be_visible()


# A judge


def test_a_whole_call_by_phone_and_keyboard(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(recent(playing))
    match = matches(hub)[3]
    player = people(hub, size=PHONE).enter(Role.PLAYER, match.first)
    judge = people(hub, size=PHONE).enter(Role.JUDGE, name="Jon")
    expect(judge.locator("[data-topic=calls]")).to_contain_text("Nobody is waiting")

    player.get_by_role("button", name="Call a judge").click()
    player.get_by_label("What is it about?").fill("May I respond here?")
    player.get_by_role("button", name=f"Call a judge to table {match.table}").click()
    expect(player.locator(".own-call")).to_contain_text("A judge has been called")

    expect(judge.locator("#call-1")).to_contain_text("May I respond here?")
    expect(judge.locator("#said")).to_contain_text(f"Call at table {match.table}")
    expect(judge.locator(f"#t{match.table}")).to_have_attribute("data-need", "call")
    judge.locator("#take-1 button").focus()
    judge.keyboard.press("Enter")
    expect(judge.locator(f"#t{match.table}")).to_have_attribute("data-need", "there")
    expect(player.locator(".own-call")).to_contain_text("Jon has taken the call")

    judge.locator("#go-1").focus()
    judge.keyboard.press("Enter")
    arrived(judge, f"/floor/table/{match.table}")
    judge.locator("#rule").focus()
    judge.keyboard.press("Enter")
    expect(judge.get_by_label("Ruling", exact=True)).to_be_focused()
    judge.keyboard.type("Yes, in this step.")
    for _ in range(6):
        judge.keyboard.press("Tab")
        if judge.evaluate("document.activeElement.textContent") == "Give the ruling":
            break
    judge.keyboard.press("Enter")
    done(judge)
    expect(judge.locator("#sheet")).not_to_be_visible()
    call = event(hub).calls[CallId(1)]
    assert (call.step, call.ruling, call.judge) == (CallStep.RULED, "Yes, in this step.", "Jon")
    expect(player.locator(".own-call")).to_have_count(0)


def test_what_a_judge_presses_is_under_the_thumb_and_large(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(recent(lambda now: mid_round(now_ms=now)))
    visitor = people(hub, size=PHONE, has_touch=True)
    visitor.enter(Role.HEAD_JUDGE)
    for match in matches(hub)[2:8]:
        page = visitor.visit(f"/floor/table/{match.table}")
        for box in [each.bounding_box() for each in page.locator(".bar :is(button, a)").all()]:
            assert box is not None
            assert box["height"] >= 44
            assert box["width"] >= 44
            assert box["y"] >= PHONE["height"] / 2
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= PHONE["width"]
        page.close()  # a browser keeps six feeds of one hub open, and no more


def test_a_penalty_with_its_upgrade_and_an_appeal(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(recent(lambda now: mid_round(now_ms=now)))
    match = matches(hub)[2]
    judge = people(hub, size=PHONE).enter(Role.JUDGE)
    judge.goto(f"{hub.address}/floor/table/{match.table}")
    judge.locator("#penalty-1").click()
    slow = judge.locator("#sheet label", has_text="so slowly")
    expect(slow).to_contain_text("Upgrade to duel loss is proposed")
    slow.click()
    judge.get_by_label("Note for judges").fill("Third time.")
    judge.get_by_role("button", name="Give the penalty").click()
    done(judge)
    expect(judge.locator(".seat").first).to_contain_text("Third time.")
    expect(judge.get_by_role("button", name="Upgrade to")).to_have_count(0)

    head = people(hub, size=PHONE).enter(Role.HEAD_JUDGE)
    head.goto(f"{hub.address}/floor/table/{match.table}")
    head.get_by_role("button", name="Upgrade to duel loss?").last.click()
    head.get_by_label("Why").fill("It is the fourth.")
    head.get_by_role("button", name="Decide", exact=True).click()
    done(head)
    assert event(hub).penalties[-1].record.penalty is Penalty.DUEL_LOSS

    appealed = matches(hub)[4]
    head.goto(f"{hub.address}/floor/table/{appealed.table}")
    head.locator("#decide").click()
    head.get_by_label("does not stand").check()
    head.get_by_label("Ruling", exact=True).fill("The play is taken back.")
    head.get_by_role("button", name="Decide", exact=True).click()
    done(head)
    granting = head.locator("#grant button")
    expect(granting).to_be_visible()
    granting.click()
    expect(head.locator(".table-time")).to_contain_text("extension")


def test_tables_are_filtered_and_dense_as_this_judge_likes_it(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(recent(lambda now: mid_round(now_ms=now)))
    visitor = people(hub)
    page = visitor.enter(Role.JUDGE)
    tiles = page.locator(".tile:visible")
    expect(tiles).to_have_count(12)
    page.get_by_role("radio", name="Calls").check()
    expect(tiles).to_have_count(5)  # one waits, two have a judge, an appeal, a deck check
    page.get_by_role("radio", name="Small").check()
    page.get_by_role("radio", name="Finished").check()
    expect(tiles).to_have_count(2)
    match = matches(hub)[10]
    hub.ask(commands.EnterResult(RoundNumber(2), match.table, results.played(2, 0)), ORGANISER)
    expect(tiles).to_have_count(3)
    page.reload()
    expect(page.get_by_role("radio", name="Finished")).to_be_checked()
    expect(tiles).to_have_count(3)


# A player


def test_a_result_is_confirmed_by_both(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(recent(playing))
    match = matches(hub)[0]
    one = people(hub, size=PHONE).enter(Role.PLAYER, match.second)
    other = people(hub, size=PHONE).enter(Role.PLAYER, match.first)
    one.get_by_role("button", name="I won 2-1").click()
    expect(one.locator("#confirm-text")).to_contain_text("you won 2-1")
    one.locator("#confirm-yes").click()
    expect(one.locator(".own-result")).to_contain_text("You have reported: You won 2-1")
    expect(other.locator(".asked")).to_contain_text("has reported: You lost 1-2")
    expect(other.locator("#said")).to_contain_text("A result was reported: You lost 1-2")
    other.get_by_role("button", name="Confirm").click()
    expect(other.locator("#confirm-text")).to_contain_text("You lost 1-2")
    other.locator("#confirm-yes").click()
    for page in (one, other):
        expect(page.locator(".own-match")).to_have_attribute("data-state", "over")
        expect(page.locator("#call-judge")).to_be_visible()  # until the round is closed
    assert matches(hub)[0].result == results.played(1, 2)


def test_a_player_disagrees_and_reports_something_else(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(recent(playing))
    match = matches(hub)[1]
    one = people(hub, size=PHONE).enter(Role.PLAYER, match.second)
    other = people(hub, size=PHONE).enter(Role.PLAYER, match.first)
    one.get_by_role("button", name="Another result").click()
    one.get_by_label("Duels you won").fill("1")
    one.get_by_role("button", name="Report it").click()
    expect(other.locator(".asked")).to_contain_text("You lost 0-1")
    other.get_by_role("button", name="Disagree").click()
    other.get_by_label("What was the result?").fill("I was ahead.")
    other.get_by_role("button", name="I do not agree").click()
    expect(one.locator(".own-match")).to_contain_text("a judge comes")
    assert matches(hub)[1].is_disputed


def test_a_refused_deck_list_says_what_is_wrong_and_keeps_what_was_typed(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(registered(NAMES[:2]))
    page = people(hub, size=PHONE).enter(Role.PLAYER, PlayerId(1))
    page.get_by_role("button", name="Hand in another one").click()
    page.get_by_role("textbox", name="Deck list").fill("#main\nnonsense")
    page.get_by_role("button", name="Hand in", exact=True).click()
    expect(page.locator("#sheet [role=alert]")).to_contain_text("expected")
    expect(page.get_by_role("textbox", name="Deck list")).to_have_value("#main\nnonsense")


# The desk


def test_an_organiser_brings_an_event_to_round_one(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(Scene("trump-king"))
    desk = people(hub).enter(Role.ORGANISER)
    public = people(hub, size=PHONE).visit("/")
    for name in ("Ana", "<b>Ben</b>", "مريم", "Dan"):
        desk.get_by_label("Name", exact=True).fill(name)
        desk.get_by_label("Name", exact=True).press("Enter")
        expect(desk.locator("[data-topic=players]")).to_contain_text(name)
        expect(desk.get_by_label("Name", exact=True)).to_have_value("")
    desk.locator("#edit-2").click()
    desk.get_by_role("button", name="Show the player’s link").click()
    expect(desk.locator(".link-card svg")).to_be_visible()
    address = desk.locator(".link-card code").inner_text()
    desk.keyboard.press("Escape")
    player = people(hub, size=PHONE).new_page()
    player.goto(address)
    expect(player.locator("h1")).to_contain_text("<b>Ben</b>")

    desk.get_by_role("button", name="Start the event …").click()
    desk.get_by_role("button", name="Start the event", exact=True).click()
    desk.get_by_role("button", name="Pair the next round").click()
    expect(desk.locator("#preview")).to_contain_text("not published yet")
    expect(public.locator("[data-topic=pairings]")).to_contain_text(
        "No pairing has been published"
    )
    began = time.monotonic()
    desk.get_by_role("button", name="Publish the pairing").click()
    expect(public.locator(".by-name")).to_contain_text("<b>Ben</b>")
    assert time.monotonic() - began < 10  # a second, on a machine that has one to spare
    desk.get_by_role("button", name="Start the round").click()
    expect(player.locator(".own-time")).to_contain_text(re.compile(r"(29|30):\d\d left"))
    assert event(hub).round is not None


def test_mistakes_of_the_desk_are_put_right_with_a_reason(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(recent(playing))
    match = matches(hub)[0]
    name = event(hub).name_of(match.first)
    page = people(hub, size=PHONE).enter(Role.ORGANISER)
    row = page.locator(f"#edit-{match.first}")
    row.click()
    page.get_by_role("button", name="Drop from the event").click()
    page.locator("#confirm-yes").click()
    expect(row).to_have_attribute("data-is", "gone")
    assert matches(hub)[0].result is not None
    row.click()
    page.get_by_role("button", name="Undo the drop …").click()
    page.get_by_label("Reason").fill("Another player of that name.")
    page.get_by_role("button", name="Undo the drop", exact=True).click()
    expect(row).to_have_attribute("data-is", "active")
    assert matches(hub)[0].result is None
    row.click()
    page.locator("#sheet summary").click()
    page.get_by_role("button", name="Correct the name …").click()
    page.get_by_label("The right name").fill(f"{name} the Second")
    page.get_by_role("button", name="Correct the name", exact=True).click()
    expect(page.locator(f"#p{match.first} th")).to_have_text(f"{name} the Second")


def test_a_pasted_list_is_looked_at_before_it_is_registered(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(Scene("trump-king"))
    page = people(hub).enter(Role.ORGANISER)
    paste = """(field, text) => {
      const data = new DataTransfer();
      data.setData("text", text);
      field.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
    }"""
    page.locator("#register [name=name]").evaluate(paste, "Xenia;1\nYul;1")
    alert = page.locator("#sheet [role=alert]")
    expect(alert).to_contain_text("Line 2: the id 1 of Yul is that of Xenia in line 1")
    page.locator("#list-text").fill("Xenia;1;Reds\nYul;2;Blues")
    page.get_by_role("button", name="Look at it").click()
    expect(page.locator("#list-found")).to_contain_text("2 players will be registered.")
    page.locator("[data-column=team]").select_option("2")
    expect(page.locator("#list-found tbody td").last).to_have_text("Blues")
    page.get_by_role("button", name="Register them").click()
    expect(page.locator(".players tbody th", has_text="Yul")).to_be_visible()
    newest = event(hub).registered[-2:]
    assert [(p.name, p.external_id, p.team) for p in newest] == [
        ("Xenia", "1", "Reds"),
        ("Yul", "2", "Blues"),
    ]


def test_what_is_typed_and_looked_at_stays_while_others_work(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(started(policy="trump-king"))
    desk = people(hub).enter(Role.ORGANISER)
    desk.locator("#cannot summary").click()
    desk.get_by_role("button", name="Name").click()
    desk.get_by_role("button", name="Name").click()
    first = desk.locator("[data-topic=players] tbody tr").first
    expect(first).to_contain_text("Xiu Chen")
    desk.get_by_label("Name", exact=True).fill("Late La")
    hub.ask(commands.RegisterPlayer("Zora Quick"), ORGANISER)
    expect(first).to_contain_text("Zora Quick")
    expect(desk.get_by_label("Name", exact=True)).to_be_focused()
    desk.keyboard.type("rry")
    expect(desk.get_by_label("Name", exact=True)).to_have_value("Late Larry")
    expect(desk.locator("#cannot dl")).to_be_visible()
    button = desk.locator("#edit-3")
    button.focus()
    hub.ask(commands.RegisterPlayer("Zora Slow"), ORGANISER)
    expect(first).to_contain_text("Zora Slow")
    expect(button).to_be_focused()
    desk.get_by_label("Find a name").fill("zora")
    expect(desk.locator("[data-topic=players] tbody tr:visible")).to_have_count(2)
    hub.ask(commands.RegisterPlayer("Zora Third"), ORGANISER)
    expect(desk.locator("[data-topic=players] tbody tr:visible")).to_have_count(3)


def test_a_page_that_does_not_show_what_has_changed_is_refused_and_shows_it(
    open_hub: OpenHub, people: People
) -> None:
    """By its feed: the other's result comes while the command is on its way."""
    hub = open_hub(playing())
    page = people(hub).enter(Role.SCOREKEEPER)
    first, match = matches(hub)[1], matches(hub)[0]
    hub.ask(commands.EnterResult(RoundNumber(2), first.table, results.played(2, 0)), ORGANISER)
    expect(page.locator(f"#d{first.table}")).to_contain_text("2-0")
    other = commands.EnterResult(RoundNumber(2), match.table, results.played(2, 0))

    def overtake(route: Route) -> None:
        hub.ask(other, ORGANISER)
        route.continue_()

    page.route("**/do/enter-result", overtake)
    page.get_by_label("Table", exact=True).first.fill(str(match.table))
    page.locator("[data-score='0-2']").click()
    expect(page.locator("#entry [role=alert]")).to_contain_text("Olga settled the result of")
    expect(page.locator(f"#d{match.table}")).to_contain_text("2-0")
    assert matches(hub)[0].result == results.played(2, 0)


def test_results_are_entered_by_keyboard(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(playing())
    page = people(hub).enter(Role.SCOREKEEPER)
    match = matches(hub)[4]
    table = page.get_by_label("Table", exact=True).first
    expect(page.locator("#absent-why")).to_have_text("Type the number of an open table first.")
    table.focus()
    page.keyboard.type(str(match.table))
    expect(page.locator("#absent-why")).to_have_text("")
    expect(page.locator("#entry-names")).to_contain_text(event(hub).name_of(match.first))
    for key in ("Enter", "Enter"):  # a table was chosen, and no result
        page.keyboard.press(key)
    expect(page.get_by_role("group", name="The usual results")).to_be_focused()
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#toast")).to_contain_text(f"Table {match.table} is entered: 2–1.")
    expect(table).to_be_focused()
    expect(table).to_have_value("")
    assert matches(hub)[4].result == results.played(2, 1)


def test_a_correction_is_confirmed_with_what_follows(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(started())
    held = event(hub).rounds[0]
    match = held.matches[min(held.matches)]
    page = people(hub).enter(Role.SCOREKEEPER)
    page.locator(f"#d{match.table} a").click()
    arrived(page, f"/correction/1/{match.table}")
    other_way = "0-2" if match.first < match.second else "2-0"
    page.locator(f"[data-fill='{other_way}']").click()
    page.get_by_role("button", name="Show what would follow").click()
    follows = page.locator("#follows-text")
    expect(follows).to_contain_text("becomes")
    expect(follows).to_contain_text("Standings after round 1")
    page.get_by_label("Drawn duels").fill("1")
    expect(page.locator("#follows")).not_to_be_visible()
    page.get_by_role("button", name="Show what would follow").click()
    page.get_by_label("Why it is corrected").fill("The slip was read upside down.")
    page.get_by_role("button", name="Correct the result").click()
    arrived(page, "/scores")
    corrected = event(hub).rounds[0].matches[match.table]
    assert corrected.corrected
    assert corrected.result != match.result


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
    assert page.locator(".standings .tie").last.bounding_box()["x"] < 1280  # type: ignore[index]  # it is shown


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


def test_a_press_before_the_scripts_listen_counts(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(registered(NAMES[:2]))
    page = people(hub).enter(Role.ORGANISER)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/static/js/page.js", hold)
    with page.expect_request("**/static/js/page.js"):
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
