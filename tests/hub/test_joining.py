"""Players register themselves by the code in the hall: page, own link, refusals, the desk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from duelmat_bench.event_demo.story import allowed_deck_text, deck_text
from duelmat_hub.running import Running, running
from duelmat_hub.store import open_file
from duelmat_tournament import floor_commands, joining
from duelmat_tournament.event import Event
from duelmat_tournament.registration_entries import WaitsFor
from duelmat_tournament.roles import Role
from hub.asked_app import HOST, follow
from hub.asking import ask, creation, new_request
from hub.browsers import OpenHub, People, arrived
from hub.scenes import Scene

CODE = "0123456789ab"
PHONE = {"width": 390, "height": 844}


class Hall:
    """An event with its code in the hall, and phones that ask it."""

    def __init__(self, started: Running) -> None:
        self.started = started
        self.app = started.make_app(hosts=("127.0.0.1",), address="https://192.168.0.5:8443/")

    @property
    def event(self) -> Event:
        assert self.started.hub.event is not None
        return self.started.hub.event

    def phone(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url=HOST)


@asynccontextmanager
async def hall(tmp_path: Path, policy: str = "trump-king", root: str = "") -> AsyncIterator[Hall]:
    store = open_file(tmp_path)
    async with running(store, root=root) as started:
        await ask(started.hub, creation(policy))
        await ask(started.hub, joining.SetJoinCode(CODE))
        yield Hall(started)
    store.close()


def asked(name: str, code: str = CODE, **more: str) -> dict[str, Any]:
    command = {"do": "join", "code": code, "name": name, "salt": "5" * 32, **more}
    return {"request": new_request(), "command": command}


async def join(phone: httpx.AsyncClient, sent: dict[str, Any]) -> httpx.Response:
    return await phone.post("/do/join", json=sent)


def test_who_registers_gets_a_page_of_their_own_in_that_browser(tmp_path: Path) -> None:
    async def story() -> None:
        async with hall(tmp_path) as place, place.phone() as phone:
            assert "Register for Open 2026" in (await phone.get(f"/join/{CODE}")).text
            answer = (await join(phone, asked("Mia", external_id="123"))).json()
            assert answer["ok"]
            entered = await follow(phone, answer["address"])
            assert entered.headers["location"] == "/me"
            page = (await phone.get("/me")).text
            assert "Mia" in page
            assert "The desk approves it" in page
            (player,) = place.event.registered
            assert (player.external_id, player.waits_for) == ("123", WaitsFor.APPROVAL)

    asyncio.run(story())


def test_a_side_events_players_get_links_of_that_event(tmp_path: Path) -> None:
    async def story() -> None:
        async with hall(tmp_path, root="/event/pods") as place, place.phone() as phone:
            answer = (await join(phone, asked("Mia"))).json()
            assert answer["address"].startswith("/event/pods/in/")

    asyncio.run(story())


def test_a_request_that_is_sent_again_registers_once(tmp_path: Path) -> None:
    """Where the answer was lost, the second one has a link too."""

    async def story() -> None:
        async with hall(tmp_path) as place, place.phone() as phone:
            sent = asked("Mia")
            await join(phone, sent)
            again = (await join(phone, sent)).json()
            assert (await follow(phone, again["address"])).headers["location"] == "/me"
            assert [player.name for player in place.event.registered] == ["Mia"]

    asyncio.run(story())


def test_a_request_of_another_kind_lets_nobody_in(tmp_path: Path) -> None:
    async def story() -> None:
        async with hall(tmp_path) as place, place.phone() as phone:
            sent = asked("Mia")
            await place.started.hub.submit(
                floor_commands.Announce("Welcome."), place.started.hub.log[0].by, sent["request"]
            )
            answer = await join(phone, sent)
            assert answer.status_code == 409
            assert "address" not in answer.json()

    asyncio.run(story())


def test_a_code_that_is_not_in_use_leads_nowhere(tmp_path: Path) -> None:
    """Neither its page, nor a request; and nothing is done."""

    async def story() -> None:
        async with hall(tmp_path) as place, place.phone() as phone:
            await ask(place.started.hub, joining.SetJoinCode("ba9876543210"))
            before = len(place.started.hub.log)
            for path in (f"/join/{CODE}", f"/join/{CODE}/qr", "/join/"):
                assert (await phone.get(path)).status_code == 404
            answer = await join(phone, asked("Mia"))
            assert answer.status_code == 409
            assert answer.json()["message"].startswith("This code is no longer in use")
            assert len(place.started.hub.log) == before

    asyncio.run(story())


def test_a_deck_list_is_handed_in_with_the_name_or_nobody_is_registered(tmp_path: Path) -> None:
    async def story() -> None:
        async with hall(tmp_path, "ocg") as place, place.phone() as phone:
            for deck, status in (("#main\nno card\n", 422), (deck_text("ocg"), 409)):
                answer = await join(phone, asked("Mia", deck=deck))
                assert answer.status_code == status
                assert not place.event.registered
            assert (await join(phone, asked("Mia", deck=allowed_deck_text("ocg")))).json()["ok"]
            (player,) = place.event.registered
            assert player.deck
            await ask(place.started.hub, joining.SetDeckDeadline(1))
            answer = await join(phone, asked("Noa", deck=allowed_deck_text("ocg")))
            assert answer.json()["message"] == "Deck lists are closed: hand yours in at the desk."
            assert place.event.registered == [player]

    asyncio.run(story())


def test_a_code_for_phones_names_no_computer_of_its_own(tmp_path: Path) -> None:
    """The hall's browser may ask the hub as localhost: a phone could not."""

    async def story() -> None:
        async with hall(tmp_path) as place, place.phone() as phone:
            desk = await place.started.people.make_link(Role.ORGANISER, "Olga")
            await follow(phone, f"/in/{desk}")
            made = (await phone.post("/links", json={"role": "judge", "name": "Jon"})).json()
            assert made["address"].startswith("https://192.168.0.5:8443/in/")
            code = await phone.get(f"/join/{CODE}/qr")
            assert code.headers["content-type"] == "image/svg+xml"
            assert CODE in (await phone.get("/hall")).text

    asyncio.run(story())


@pytest.mark.browser
def test_a_player_registers_on_a_phone_and_the_desk_approves(
    open_hub: OpenHub, people: People
) -> None:
    scene = Scene("trump-king")
    hub = open_hub(scene)
    desk = people(hub).enter(Role.ORGANISER)
    desk.get_by_role("button", name="Let players register themselves").click()
    desk.get_by_text("Players register themselves by this code").click()
    address = desk.get_by_role("link", name="Open the page").get_attribute("href")

    phone = people(hub, PHONE).visit(str(address))
    phone.get_by_label("Name").fill("Mia Berg")
    phone.get_by_role("button", name="Register").click()
    arrived(phone, "/me")
    expect(phone.get_by_text("The desk approves it")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")

    desk.locator("#admit-1 button").click()
    expect(phone.get_by_text("You are registered.")).to_be_visible()
    desk.get_by_role("button", name="Open check-in").click()
    phone.get_by_role("button", name="I am here").click()
    expect(phone.get_by_text("You have checked in.")).to_be_visible()
    expect(desk.get_by_text("Everybody is there.")).to_be_visible()
