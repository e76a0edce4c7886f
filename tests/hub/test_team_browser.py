"""An event of teams in real browsers: lists by seat, a report by seats, seats entered by staff."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from axe import violations
from duelmat_bench.event_demo.story import allowed_deck_text
from duelmat_hub.deck_lists import read_deck
from duelmat_hub.policies import load_policy
from duelmat_tournament import commands, floor_commands, joining
from duelmat_tournament.deck_lists import deck_digest
from duelmat_tournament.event import Match
from duelmat_tournament.exchange import SaltedDeck
from duelmat_tournament.names import CallId, PlayerId
from duelmat_tournament.results import Side
from duelmat_tournament.roles import Role
from duelmat_tournament.seats import Seat
from hub.asking import HEAD_JUDGE
from hub.browsers import LAPTOP, PHONE, OpenHub, People, arrived, done
from hub.live_hub import LiveHub
from hub.scenes import Scene

pytestmark = pytest.mark.browser

TEAMS = {"Reds": ("Ana", "Ben", "Cleo"), "Blues": ("Dan", "Eva", "Farid")}
TEXT = allowed_deck_text("ocg")
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def registered_teams(*, with_lists: bool = True) -> Scene:
    """Return an event of two teams before its start."""
    scene = Scene("ocg-teams")
    deck = read_deck(TEXT, load_policy("ocg-teams"))
    for number, (team, members) in enumerate(TEAMS.items(), start=1):
        scene.ask(commands.RegisterPlayer(team, members=members))
        for seat in Seat if with_lists else ():
            salt = f"{number}{seat.place}".ljust(32, "0")
            scene.decks[deck_digest(deck, salt)] = SaltedDeck(salt, deck)
            scene.ask(commands.RegisterDeck(PlayerId(number), deck, salt, seat))
    return scene


def playing_teams() -> Scene:
    scene = registered_teams()
    for command in (commands.StartEvent(rounds=1, cut=0), commands.PairRound()):
        scene.ask(command)
    scene.begin()
    return scene


def match_of(hub: LiveHub) -> Match:
    event = hub.started.hub.event
    assert event is not None
    assert event.round is not None
    (match,) = event.round.matches.values()
    return match


def choose(page: Page, form: str, *won: str) -> None:
    """Choose the winner of each seat, by the side."""
    for select, side in zip(page.locator(f"{form} select[name=seat]").all(), won, strict=True):
        select.select_option(side)


def test_a_list_is_handed_in_for_a_seat_on_a_phone(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(registered_teams(with_lists=False))
    phone = people(hub, size=PHONE).enter(Role.PLAYER, PlayerId(1), "Reds")
    expect(phone.get_by_text("Not handed in.")).to_have_count(3)
    phone.locator("#hand-in-B").click()
    expect(phone.locator("#sheet-title")).to_have_text("Deck list of Ben")
    phone.get_by_label("Deck list", exact=True).fill(TEXT)
    phone.get_by_role("button", name="Hand in", exact=True).click()
    expect(phone.get_by_text("Not handed in.")).to_have_count(2)
    event = hub.started.hub.event
    assert event is not None
    assert [bool(each) for each in event.players[PlayerId(1)].decks] == [False, True, False]
    assert not phone.evaluate(WIDE)


def test_a_match_is_reported_by_seats_and_confirmed_on_phones(
    open_hub: OpenHub, people: People
) -> None:
    """Nothing is sent while a seat is not chosen; the other team reads each seat."""
    hub = open_hub(playing_teams())
    match = match_of(hub)
    one = people(hub, size=PHONE).enter(Role.PLAYER, match.first)
    other = people(hub, size=PHONE).enter(Role.PLAYER, match.second)
    one.get_by_role("button", name="Report the seats").click()
    assert not one.evaluate(WIDE)
    report = one.get_by_role("button", name="Report it")
    report.click()
    assert match_of(hub).report is None
    choose(one, "#sheet", "first", "second", "first")
    report.click()
    expect(one.locator(".own-result")).to_contain_text("You have reported: You won 2-1")
    expect(other.locator(".asked")).to_contain_text("has reported: You lost 1-2")
    members = [(TEAMS["Reds"], TEAMS["Blues"]), (TEAMS["Blues"], TEAMS["Reds"])][match.first - 1]
    for place, side in enumerate((0, 1, 0)):
        seat = other.locator(".own-seats li").nth(place)
        expect(seat).to_contain_text(f"{members[side][place]} won")
    other.get_by_role("button", name="Confirm").click()
    other.locator("#confirm-yes").click()
    for page in (one, other):
        expect(page.locator(".own-match")).to_have_attribute("data-state", "over")
        assert not page.evaluate(WIDE)
    result = match_of(hub).result
    assert result is not None
    assert result.seats == (Side.FIRST, Side.SECOND, Side.FIRST)


def test_a_disputed_match_is_entered_by_seats_where_the_judge_has_ruled(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(playing_teams())
    match = match_of(hub)
    one = people(hub, size=PHONE).enter(Role.PLAYER, match.first)
    other = people(hub, size=PHONE).enter(Role.PLAYER, match.second)
    one.get_by_role("button", name="Report the seats").click()
    choose(one, "#sheet", "first", "first", "none")
    one.get_by_role("button", name="Report it").click()
    other.get_by_role("button", name="Disagree").click()
    other.get_by_label("What was the result?").fill("Eva has won.")
    other.get_by_role("button", name="I do not agree").click()
    head = people(hub, size=PHONE).enter(Role.HEAD_JUDGE)
    head.goto(f"{hub.address}/floor/table/{match.table}")
    expect(head.locator(".now")).to_contain_text("Eva has won.")
    assert head.locator("#settle-seats").count() == 0
    for command in (
        floor_commands.TakeCall(CallId(1)),
        floor_commands.RuleCall(CallId(1), "Eva has won at seat B."),
    ):
        hub.ask(command, HEAD_JUDGE)
    expect(head.locator("#settle-seats select").nth(1)).to_have_value("first")
    choose(head, "#settle-seats", "first", "second", "none")
    assert not head.evaluate(WIDE)
    head.get_by_role("button", name="Enter the seats").click()
    expect(one.locator(".own-match")).to_have_attribute("data-state", "over")
    result = match_of(hub).result
    assert result is not None
    assert result.seats == (Side.FIRST, Side.SECOND, Side.NONE)


def test_a_scorekeeper_enters_and_corrects_all_three_seats(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(playing_teams())
    match = match_of(hub)
    desk = people(hub, LAPTOP).enter(Role.SCOREKEEPER)
    expect(desk.locator("#by-seats")).to_be_hidden()
    desk.get_by_role("button", name="Enter the result of table 1").click()
    for name in ("Ana", "Eva"):
        expect(desk.locator("#by-seats")).to_contain_text(f"{name} won")
    choose(desk, "#by-seats", "second", "second", "first")
    desk.get_by_role("button", name="Enter the seats").click()
    expect(desk.locator("#toast")).to_contain_text("Table 1 is entered: 1–2.")
    result = match_of(hub).result
    assert result is not None
    assert result.seats == (Side.SECOND, Side.SECOND, Side.FIRST)
    desk.goto(f"{hub.address}/correction/1/{match.table}")
    expect(desk.locator("#correction-seats select").nth(2)).to_have_value("first")
    choose(desk, "#correction-seats", "first", "second", "first")
    desk.locator("#correction-seats").get_by_role("button").click()
    desk.get_by_label("Why it is corrected").fill("Ana has won.")
    desk.get_by_role("button", name="Correct the result").click()
    desk.wait_for_url("**/scores")
    result = match_of(hub).result
    assert result is not None
    assert result.seats == (Side.FIRST, Side.SECOND, Side.FIRST)


def test_links_of_players_are_made_on_the_desk_and_mark_the_own_seat(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(playing_teams())
    desk = people(hub, LAPTOP).enter(Role.ORGANISER)
    desk.locator("#edit-1").click()
    desk.get_by_role("button", name="Link for seat C").click()
    card = desk.locator("#sheet .link-place")
    expect(card).to_contain_text("Cleo")
    expect(card).to_contain_text("Reds, Seat C")
    address = card.locator("code, .address").first.text_content() or ""
    phone = people(hub, size=PHONE).new_page()
    phone.goto(f"{hub.address}/in/{address.strip().rpartition('/')[2]}")
    phone.wait_for_url("**/me")
    expect(phone.locator("h1")).to_have_text("Cleo Reds, seat C")
    for place, is_own in enumerate((False, False, True)):
        seat = phone.locator(".own-seats li").nth(place)
        outline = seat.evaluate("each => getComputedStyle(each).outlineStyle")
        assert (outline != "none") is is_own
    desk.goto(f"{hub.address}/links")
    desk.get_by_role("button", name="Make a link for every player").click()
    expect(desk.locator("#cards > *")).to_have_count(6)
    expect(desk.locator("#cards")).to_contain_text("Blues, Seat B")


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("/me", Role.PLAYER),
        ("/deck/1", Role.PLAYER),
        ("/decks/1", Role.JUDGE),
        ("/scores#1", Role.SCOREKEEPER),
        ("/desk", Role.ORGANISER),
    ],
)
def test_axe_finds_nothing_on_pages_of_teams(
    open_hub: OpenHub, people: People, path: str, role: Role
) -> None:
    hub = open_hub(playing_teams())
    page = people(hub, size=PHONE, bypass_csp=True).enter(
        role, PlayerId(1 if role is Role.PLAYER else 0)
    )
    page.goto(f"{hub.address}{path}")
    assert violations(page) == []
    assert not page.evaluate(WIDE)


def test_a_captain_registers_a_team_and_opens_the_own_link(
    open_hub: OpenHub, people: People
) -> None:
    """A refusal keeps what was typed; the code of each seat is shown, and one is this phone's."""
    scene = registered_teams()
    scene.ask(joining.SetJoinCode("0123456789ab"))
    hub = open_hub(scene)
    desk = people(hub, size=LAPTOP).enter(Role.ORGANISER)
    phone = people(hub, size=PHONE, bypass_csp=True).visit("/join/0123456789ab")
    phone.get_by_label("Name of the team").fill("Foxes")
    for seat, (name, number) in zip("ABC", (("Gil", "71"), ("Gil", ""), ("Ida", "")), strict=True):
        group = phone.get_by_role("group", name=f"Seat {seat}")
        group.get_by_label("Name").fill(name)
        group.get_by_label("Id").fill(number)
    phone.get_by_role("button", name="Register").click()
    expect(phone.get_by_role("alert")).to_have_text("Gil cannot sit at two seats.")
    phone.get_by_role("group", name="Seat B").get_by_label("Name").fill("Hal")
    phone.get_by_role("button", name="Register").click()
    cards = phone.locator(".link-card")
    expect(cards).to_have_count(3)
    assert not violations(phone)
    assert not phone.evaluate(WIDE)
    expect(desk.locator(".waiting")).to_contain_text("Gil (71), Hal, Ida")
    cards.nth(1).get_by_role("link", name="Open on this phone").click()
    arrived(phone, "/me")
    expect(phone.locator("h1.own-name")).to_contain_text("Hal")
    desk.locator("#admit-3 button").click()
    expect(phone.get_by_text("You are registered.")).to_be_visible()


def test_a_judge_penalises_one_player_of_a_team(open_hub: OpenHub, people: People) -> None:
    hub = open_hub(playing_teams())
    judge = people(hub, size=PHONE, bypass_csp=True).enter(Role.JUDGE)
    judge.goto(f"{hub.address}/floor/table/1")
    judge.locator("#penalty-1").click()
    sheet = judge.locator("#sheet")
    sheet.get_by_label("B Ben" if match_of(hub).first == 1 else "B Eva").check()
    sheet.locator("[name=infraction][value=slow-play]").check()
    assert not violations(judge)
    sheet.get_by_role("button", name="Give the penalty").click()
    done(judge)
    name = "Ben (seat B of Reds)" if match_of(hub).first == 1 else "Eva (seat B of Blues)"
    judge.goto(f"{hub.address}/floor")
    expect(judge.locator(".penalty-list")).to_contain_text(name)
    assert not judge.evaluate(WIDE)
