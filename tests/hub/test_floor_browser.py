"""The pages of judges and players in a real browser at a real hub."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from duelmat_tournament import commands, results
from duelmat_tournament.event import CallStep
from duelmat_tournament.names import CallId, PlayerId, RoundNumber
from duelmat_tournament.policy import Penalty
from duelmat_tournament.roles import Role
from hub.browsers import (
    PHONE,
    OpenHub,
    People,
    arrived,
    done,
)
from hub.live_hub import event, matches
from hub.scenes import (
    NAMES,
    ORGANISER,
    mid_round,
    playing,
    recent,
    registered,
)

pytestmark = [pytest.mark.browser, pytest.mark.long]


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
    expect(judge.locator(f"#t{match.table}")).to_have_attribute("data-need", "taken")
    expect(player.locator(".own-call")).to_contain_text("A judge is on the way: Jon.")

    judge.locator("#go-1").focus()
    judge.keyboard.press("Enter")
    arrived(judge, f"/floor/table/{match.table}")
    judge.get_by_role("button", name="I am there").focus()
    judge.keyboard.press("Enter")
    expect(judge.locator(".now-words")).to_contain_text("Jon is there")
    expect(player.locator(".own-call")).to_contain_text("A judge is there: Jon.")
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
