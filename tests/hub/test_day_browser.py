"""Two events in one hub, in real browsers: a desk for both, and one link for a player."""

from __future__ import annotations

from playwright.sync_api import expect

from duelmat_tournament.commands import SetExternalId
from duelmat_tournament.names import PlayerId
from duelmat_tournament.roles import Role
from hub.browsers import LAPTOP, OpenHub, People, arrived
from hub.scenes import NAMES, Scene, registered

PHONE = {"width": 390, "height": 844}


def test_an_id_of_another_name_is_asked_about_and_both_answers_are_taken(
    open_hub: OpenHub, people: People
) -> None:
    main = registered(NAMES[:3])
    main.ask(SetExternalId(PlayerId(2), "17"))
    hub = open_hub(main, pods=Scene("trump-king"))
    desk = people(hub, LAPTOP).enter(Role.ORGANISER)
    desk.get_by_role("navigation", name="Events of the day").get_by_role("link").last.click()
    arrived(desk, "/event/pods/desk")
    form = desk.locator("#register")
    form.locator("[name=name]").fill("Bea Kay")
    form.locator("[name=external_id]").fill("17")
    form.get_by_role("button", name="Register").click()
    expect(desk.locator("#confirm-text")).to_contain_text(NAMES[1])
    desk.get_by_role("button", name="No, go back").click()
    expect(form.locator("[name=name]")).to_have_value("Bea Kay")
    expect(desk.locator("#p1")).to_have_count(0)
    form.get_by_role("button", name="Register").click()
    desk.locator("#confirm-yes").click()
    expect(desk.locator("#p1 th")).to_have_text("Bea Kay of another event, too")


def test_a_player_of_the_day_is_registered_and_drops_beside_the_main_event(
    open_hub: OpenHub, people: People
) -> None:
    hub = open_hub(registered(), pods=Scene("trump-king"))
    desk = people(hub, LAPTOP).enter(Role.ORGANISER)
    desk.get_by_role("navigation", name="Events of the day").get_by_role("link").last.click()
    arrived(desk, "/event/pods/desk")
    desk.locator("#register [name=name]").fill(NAMES[2])
    desk.locator("#register [name=name]").press("Enter")
    expect(desk.locator("#p1 th")).to_have_text(f"{NAMES[2]} of another event, too")

    phone = people(hub, PHONE).enter(Role.PLAYER, PlayerId(3))
    arrived(phone, "/me")
    expect(phone.locator("h1")).to_contain_text("No. 3")
    phone.get_by_role("navigation", name="Events of the day").get_by_role("link").last.click()
    arrived(phone, "/event/pods/me")
    expect(phone.locator("h1")).to_contain_text("No. 1")
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not phone.evaluate(wide)
    phone.get_by_role("button", name="Leave the event").click()
    phone.locator("#confirm-yes").click()
    expect(desk.locator("#p1")).to_contain_text("left before the start")

    hall = people(hub).visit("/hall")
    hall.get_by_role("link", name="All events in turn").click()
    arrived(hall, "/hall?turns")
    hall.keyboard.press("ArrowRight")
    for _ in range(20):  # each page of the main event, then the side event
        if "/event/pods/" in hall.url:
            break
        hall.keyboard.press("ArrowRight")
    arrived(hall, "/event/pods/hall?turns")
