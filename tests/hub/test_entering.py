"""Links let browsers in: how often, in whose place, and beside which other events."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from duelmat_hub import people as people_module
from duelmat_hub.day import cookie_of
from duelmat_hub.people import People
from duelmat_hub.store import Store, open_file
from duelmat_serving.sessions import MOST_SESSIONS
from duelmat_tournament.roles import Role
from hub.asked_app import HOST, asked, follow
from hub.browsers import OpenHub
from hub.browsers import People as Visitors
from hub.scenes import registered


def sessions_of(store: Store) -> int:
    """Return the number of sessions that are kept."""
    with store.transaction(reads=True) as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM sessions").scalar_one())


def test_a_link_used_again_and_again_leaves_a_browser_in_use_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its new sessions replace each other, and no row is added."""
    monkeypatch.setattr(people_module, "_TRUSTED_S", -1.0)  # as if a minute passed between uses

    async def story() -> None:
        store = open_file(tmp_path)
        people = People(store)
        person = await people.invited(await people.make_link(Role.JUDGE, "Jon"))
        assert person is not None
        phone = await people.enter(person)
        for _ in range(2):
            assert await people.find(phone) == person
        flood = [await people.enter(person) for _ in range(3 * MOST_SESSIONS)]
        assert sessions_of(store) == MOST_SESSIONS
        assert await people.find(phone) == person
        assert await people.find(flood[0]) is None
        assert await people.find(flood[-1]) == person
        store.close()

    asyncio.run(story())


def test_a_browser_that_opens_its_link_again_keeps_its_session(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            store = asker.started.hub.store
            secret = await asker.started.people.make_link(Role.JUDGE, "Jon")
            before = sessions_of(store)
            browser = asker.new_browser()
            for _ in range(5):
                assert (await follow(browser, f"/in/{secret}")).status_code == 303
            assert sessions_of(store) == before + 1

    asyncio.run(story())


def test_who_shows_no_cookies_is_not_let_in_yet(tmp_path: Path) -> None:
    """Another site's page leads here without them: nothing may be replaced unseen. So is a
    messenger that looks what a link holds; whoever keeps no cookies at all is told so.
    """

    async def story() -> None:
        async with asked(tmp_path) as asker:
            secret = await asker.started.people.make_link(Role.JUDGE, "Jon")
            before = sessions_of(asker.started.hub.store)
            for mark in ("", "?again", "?instead", "?again&instead"):
                answer = await asker.new_browser().get(f"/in/{secret}{mark}")
                assert answer.status_code == 200
                assert cookie_of(asker.started.hub.mark, Role.JUDGE) not in answer.cookies
                assert ("http-equiv" in answer.text) == ("again" not in mark)
                assert ("keeps no cookies" in answer.text) == ("again" in mark)
            assert sessions_of(asker.started.hub.store) == before

    asyncio.run(story())


def test_another_persons_link_is_asked_about(tmp_path: Path) -> None:
    """One button goes on, one leaves all as it is; nobody is asked about a role that is new to the
    browser, or about another link of the same person.
    """

    async def story() -> None:
        async with asked(tmp_path) as asker:
            browser = await asker.enter(Role.JUDGE)
            make = asker.started.people.make_link
            hanna = await make(Role.JUDGE, "Hanna")
            question = await follow(browser, f"/in/{hanna}")
            assert question.status_code == 200
            assert "Go on as Hanna" in question.text
            assert "judge 0" in question.text
            assert not question.cookies
            same = await make(Role.JUDGE, "judge 0")
            assert (await follow(browser, f"/in/{same}")).status_code == 303
            assert (await browser.get(f"/in/{hanna}?instead")).status_code == 303
            assert (await follow(browser, f"/in/{hanna}")).status_code == 303
            desk = await make(Role.ORGANISER, "Olga")
            assert (await follow(browser, f"/in/{desk}")).status_code == 303

    asyncio.run(story())


def test_two_events_on_one_host_let_the_same_browser_in(tmp_path: Path) -> None:
    """A browser has the cookies of a host whatever the port: neither signs out of the other."""

    async def story() -> None:
        async with asked(tmp_path / "one") as one, asked(tmp_path / "other") as other:
            browsers = [await one.enter(Role.JUDGE), await other.enter(Role.JUDGE)]
            both: dict[str, str | None] = {}
            for browser in browsers:
                both |= {each.name: each.value for each in browser.cookies.jar}
            for asker in (one, other):
                browser = asker.new_browser()
                for name, value in both.items():
                    browser.cookies.set(name, str(value), domain=HOST.partition("://")[2])
                assert (await browser.get("/floor")).status_code == 200

    asyncio.run(story())


@pytest.mark.browser
def test_a_link_on_another_site_asks_before_it_replaces(
    open_hub: OpenHub, people: Visitors
) -> None:
    """Also one with what the button would send; and whoever is nobody yet is let in."""
    hub = open_hub(registered())
    page = people(hub).enter(Role.JUDGE, name="Jon")
    link = hub.link(Role.JUDGE, name="Hanna")

    def sessions() -> list[str | None]:
        return [each.get("value") for each in page.context.cookies() if "judge" in each["name"]]

    jon = sessions()
    for mark in ("", "?instead"):
        elsewhere = f'<a href="{link}{mark}">look</a>'
        page.route(
            "http://elsewhere.example/",
            partial(Route.fulfill, content_type="text/html", body=elsewhere),
        )
        page.goto("http://elsewhere.example/")
        page.get_by_text("look").click()
        expect(page.get_by_role("heading", name="Somebody else?")).to_be_visible()
        page.get_by_role("link", name="No, leave it").click()
        expect(page).to_have_url(f"{hub.address}/floor")
        assert sessions() == jon
    page.goto(link)
    page.get_by_role("link", name="Go on as Hanna").click()
    expect(page).to_have_url(f"{hub.address}/floor")
    assert sessions() != jon
