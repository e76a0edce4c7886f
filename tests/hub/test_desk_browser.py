"""The desk's and the scorekeeper's pages in a real browser at a real hub."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from duelmat_tournament import commands, results
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber
from duelmat_tournament.roles import Role
from hub.browsers import (
    PHONE,
    OpenHub,
    People,
    arrived,
)
from hub.live_hub import event, matches
from hub.scenes import (
    NAMES,
    ORGANISER,
    Scene,
    playing,
    recent,
    registered,
    started,
)

pytestmark = [pytest.mark.browser, pytest.mark.long]


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


def test_an_organiser_is_asked_what_a_list_without_a_heading_means(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(Scene("trump-king"))
    desk = people(hub, size=PHONE).enter(Role.ORGANISER)
    desk.locator("#by-list").click()
    desk.locator("#list-text").fill("Smith, John, 0012345\n<Lee>, Ana\n")
    desk.get_by_role("button", name="Look at it").click()
    found = desk.locator("#list-found")
    expect(found.get_by_role("button")).to_have_text(
        ["John Smith", "Smith John", "Smith (Team: John)", "John (Team: Smith)"]
    )
    expect(found.get_by_role("button").first).to_be_in_viewport(ratio=1)
    expect(desk.locator("#list-register")).to_be_hidden()
    found.get_by_label("Last name").select_option("Smith")
    expect(found).to_contain_text("Not used: John")
    found.get_by_label("First name").select_option("John")
    expect(found).to_contain_text("Ana <Lee>")
    expect(found).not_to_contain_text("Not used")
    desk.locator("#list-text").fill("Smith, John, 0012345\n<Lee>, Ana\n ")
    desk.get_by_role("button", name="Look at it").click()
    found.get_by_role("button", name="John Smith").click()
    expect(found.get_by_text("2 players will be registered.")).to_be_in_viewport(ratio=1)
    desk.get_by_role("button", name="Register them", exact=True).click()
    expect(desk.locator("[data-topic=players]")).to_contain_text("John Smith")
    expect(desk.locator("[data-topic=players]")).to_contain_text("Ana <Lee>")


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 640}], ids=["360", "320"])
def test_columns_of_a_list_stand_side_by_side_on_a_phone(
    open_hub: OpenHub, people: People, size: ViewportSize
) -> None:
    """Five boxes in three lines, as wide as the sheet and no wider."""
    desk = people(open_hub(Scene("trump-king")), size=size).enter(Role.ORGANISER)
    desk.locator("#by-list").click()
    desk.locator("#list-text").fill("First name,Last name,Id,Team,Age\nAna,Berg,100,Foxes,12\n")
    desk.get_by_role("button", name="Look at it").click()
    boxes = desk.locator("#list-found select")
    expect(boxes).to_have_count(5)
    places = [boxes.nth(number).bounding_box() for number in range(5)]
    assert all(place and 0 <= place["x"] <= size["width"] - place["width"] for place in places)
    assert len({place["y"] for place in places if place}) == 3


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
    page.locator("#sheet summary", has_text="Put a mistake right").click()
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
    page.get_by_role("button", name="Register them", exact=True).click()
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


def test_no_word_of_the_list_of_players_is_covered_on_a_small_laptop(
    open_hub: OpenHub, people: People
) -> None:
    """What is wider than its place lies under the buttons at its end."""
    hub = open_hub(registered(("Maximiliane van der Berg-Österreicher", *NAMES[1:])))
    hub.ask(commands.SetExternalId(PlayerId(1), "DE-000001"), ORGANISER)
    hub.ask(commands.FixTable(PlayerId(2), TableNumber(7)), ORGANISER)
    hub.ask(commands.DropPlayer(PlayerId(3)), ORGANISER)
    desk = people(hub, size={"width": 1280, "height": 800}).enter(Role.ORGANISER)
    expect(desk.locator("#p2")).to_contain_text("always at table 7")
    region = desk.locator("[data-topic=players]")
    assert region.evaluate("region => region.scrollWidth - region.clientWidth") == 0


def test_a_sheet_shows_the_event_as_it_is_when_it_opens(open_hub: OpenHub, people: People) -> None:
    """On a desk that stood open while players came: rounds are proposed for all of them."""
    hub = open_hub(Scene("trump-king"))
    desk = people(hub).enter(Role.ORGANISER)
    expect(desk.locator("[data-topic=players]")).to_contain_text("Nobody is registered yet")
    for name in NAMES:
        hub.ask(commands.RegisterPlayer(name), ORGANISER)
    expect(desk.locator("[data-topic=rounds]")).to_contain_text("24 players registered")
    desk.get_by_role("button", name="Start the event …").click()
    expect(desk.locator("#sheet")).to_contain_text("24 players take part")
    expect(desk.get_by_label("Rounds of Swiss")).to_have_value("5")


def test_a_refusal_does_not_stand_beside_the_done_of_the_request_before(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(Scene("trump-king"))
    desk = people(hub, locale="ja-JP").enter(Role.ORGANISER)
    name = desk.locator("#register [name=name]")
    name.fill("Ana")
    name.press("Enter")
    expect(desk.locator("#toast")).to_have_text("完了しました。")
    name.fill("Ana")
    name.press("Enter")
    expect(desk.locator("#register [role=alert]")).to_contain_text("Ana")
    expect(desk.locator("#toast")).to_be_hidden(timeout=1000)


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
