"""Links become cookies: who is let in, what a browser is given, and how it ends."""

import logging
import re
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from duelmat_host.app.access import Access
from duelmat_host.errors import AccessFileError
from duelmat_host.web import make_app
from web.client import Client
from web.conftest import ServedTable
from web.played_table import LINKS, PlayedTable
from web.wire_tap import tapped

HTML = {"accept": "text/html"}
OPENED = dict(zip(LINKS, ("/seat/a", "/seat/b", "/judge", "/enroll"), strict=True))


@pytest.mark.parametrize("link", LINKS)
def test_a_link_gives_a_cookie_and_leads_to_a_page_without_a_secret(
    stranger: Client, link: str
) -> None:
    """Bound to its page, out of reach of scripts, never sent for another site."""
    page = OPENED[link]
    assert stranger.get(page).status_code == 403
    answer = stranger.get(link)
    assert (answer.status_code, answer.headers["location"]) == (303, page)
    (cookie,) = SimpleCookie(answer.headers["set-cookie"]).values()
    assert cookie["path"] == page
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "strict"
    assert cookie["secure"] == ""
    assert cookie.value not in link
    assert stranger.get(page).status_code == 200


def test_a_link_works_again_in_another_browser(service: PlayedTable) -> None:
    """A phone that lost its cookie comes back; each browser has a secret of its own."""
    first, second = (Client(make_app(service)).enter(LINKS[0]) for _ in range(2))
    assert [*first.cookies.values()] != [*second.cookies.values()]
    for browser in (first, second):
        assert browser.get("/seat/a").status_code == 200
        assert browser.get("/seat/b").status_code == 403


def test_on_one_screen_a_link_opens_both_seats() -> None:
    """And neither the judge's page."""
    client = Client(make_app(PlayedTable(one_screen=True))).enter(LINKS[1])
    assert [client.get(path).status_code for path in OPENED.values()] == [200, 200, 403, 403]


def test_under_tls_the_cookie_is_sent_encrypted_only(service: PlayedTable) -> None:
    client = Client(make_app(service))
    answer = client.get(f"https://127.0.0.1{LINKS[0]}")
    assert "; Secure" in answer.headers["set-cookie"]


def test_a_forwarded_header_does_not_say_that_a_line_is_encrypted(live: ServedTable) -> None:
    answer = httpx.get(f"{live.address}{LINKS[0]}", headers={"x-forwarded-proto": "https"})
    assert "secure" not in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("page", OPENED.values())
def test_a_browser_that_came_from_elsewhere_asks_once_more(stranger: Client, page: str) -> None:
    """It leaves a strict cookie out the first time; without one at all it reads why."""
    first = stranger.get(page, headers=HTML)
    assert first.status_code == 403
    assert f'http-equiv="refresh" content="0;url={page}?again"' in first.text
    again = stranger.get(f"{page}?again", headers=HTML)
    assert again.status_code == 403
    assert "refresh" not in again.text
    assert "link" in again.text
    link = next(link for link, opened in OPENED.items() if opened == page)
    answer = stranger.enter(link).get(f"{page}?again", headers=HTML)
    assert (answer.status_code, answer.headers["location"]) == (303, page)


def test_wrong_links_are_answered_alike(stranger: Client) -> None:
    """Whatever they resemble, and with no cookie."""
    answers = [stranger.get(f"/seat/{t}") for t in ("x", "ana-secret-tokem", "ben-secret-token-")]
    assert len({(a.status_code, a.text) for a in answers}) == 1
    assert answers[0].status_code == 404
    assert not any("set-cookie" in a.headers for a in answers)


def test_a_link_that_the_judge_replaced_says_that_there_may_be_a_newer_one(
    stranger: Client, service: PlayedTable
) -> None:
    """Who holds the old one was not told."""
    service.access.renew("a")
    answer = stranger.get(LINKS[0], headers=HTML)
    assert answer.status_code == 404
    assert "Use your newest link: it was shown where the table was started" in answer.text


@pytest.mark.parametrize("link", LINKS)
def test_a_link_on_a_full_disk_is_answered_with_a_page(service: PlayedTable, link: str) -> None:
    """One sentence, without a place on the table's computer."""

    def keep(_: Access) -> None:
        raise AccessFileError(Path("/srv/table/seats.json"), "No space left on device")

    service.access = Access(service.access.links, keep=keep)
    client = Client(make_app(service))
    for accept in ("text/html", "application/json"):
        answer = client.get(link, headers={"accept": accept})
        assert answer.status_code == 503
        assert answer.headers["content-type"].startswith(accept)
        assert "set-cookie" not in answer.headers
        assert "pages (No space left on device). Tell whoever started it" in answer.text
        assert "/srv" not in answer.text
        assert "Nothing lies here" not in answer.text


def test_a_ticket_opens_a_page_once(stranger: Client, service: PlayedTable) -> None:
    """Used again, it also ends what it has opened: somebody has read it."""
    ticket = f"/open/{service.access.new_ticket('a')}"
    assert stranger.get(ticket).headers["location"] == "/seat/a"
    assert stranger.get("/seat/a").status_code == 200
    assert stranger.get(ticket).status_code == 404
    assert stranger.get("/seat/a").status_code == 403


def test_the_judge_gives_a_seat_a_new_link(service: PlayedTable) -> None:
    """The old one and the pages that it has opened end; the other seat's stay."""
    judge = Client(make_app(service, address="https://mat.example:8765/")).enter(*LINKS)
    phone = Client(make_app(service)).enter(LINKS[0])
    answer = judge.post("/judge/links", json={"seat": "a"})
    link = answer.json()["link"]
    assert re.fullmatch(r"https://mat\.example:8765/seat/[A-Za-z0-9_-]{24}", link)
    assert phone.get("/seat/a").status_code == 403
    assert phone.post("/seat/a/command", json={"do": "concede"}).status_code == 403
    assert phone.get(LINKS[0]).status_code == 404
    assert judge.get("/seat/b").status_code == 200
    assert phone.enter(link.partition(":8765")[2]).get("/seat/a").status_code == 200
    assert service.calls == []


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b'{"seat": "judge"}', 422, "regex"),
        (b'{"seat": "d"}', 422, "a player of a, b, got 'd'"),
        (b"{}", 422, "missing required field `seat`"),
        (b'{"seat": "a", "link": "x"}', 422, "link"),
        (b"{", 400, "cannot be read"),
    ],
)
def test_a_broken_wish_for_a_link_changes_none(
    client: Client, service: PlayedTable, body: bytes, status: int, words: str
) -> None:
    links = dict(service.access.links)
    kind = {"content-type": "application/json"}
    answer = client.post("/judge/links", content=body, headers=kind)
    assert answer.status_code == status
    assert words in answer.json()["message"]
    assert service.access.links == links


@pytest.mark.parametrize("link", [LINKS[0], LINKS[3]])
def test_only_the_judge_gives_new_links(stranger: Client, service: PlayedTable, link: str) -> None:
    links = dict(service.access.links)
    stranger.enter(link)
    assert stranger.post("/judge/links", json={"seat": "b"}).status_code == 403
    assert service.access.links == links


def test_enrolling_needs_its_link(stranger: Client, service: PlayedTable) -> None:
    """A seat's is none."""
    stranger.enter(LINKS[0])
    look = {"step": "look", "spot": "a.grave"}
    assert stranger.post("/enroll/command", json=look).status_code == 403
    assert stranger.get("/enroll/ana-secret-token").status_code == 404
    assert service.calls == []


# Who can hear


@pytest.mark.parametrize(
    ("address", "is_said"),
    [
        ("http://192.0.2.7", True),
        ("http://[2001:db8::7]", True),
        ("https://192.0.2.7", False),
        ("http://127.0.0.1", False),
        ("http://[::1]", False),
    ],
)
def test_what_others_can_hear_is_said(service: PlayedTable, address: str, is_said: bool) -> None:
    """On the pages with a secret, where the line is plain HTTP through a network."""
    client = Client(make_app(service), address)
    for link, page in OPENED.items():
        client.enter(link)
        assert ("others in this network can read" in client.get(page).text) is is_said


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.0.2.7:8765", 200),
        ("duel.local", 200),
        ("localhost", 200),
        ("192.0.2.8:8765", 421),
        ("rebound.example", 421),
        ("*", 421),
    ],
)
def test_the_address_that_was_asked_is_answered_and_names_that_were_given(
    service: PlayedTable, host: str, status: int
) -> None:
    """Another site's name that leads here is neither."""
    app = make_app(service, hosts=("localhost", "duel.local"))
    client = Client(app, "http://192.0.2.7")
    assert client.get("/", headers={"host": host}).status_code == status


def test_who_asks_under_a_foreign_name_reads_the_address_that_was_given(
    service: PlayedTable,
) -> None:
    """It is what the terminal shows."""
    client = Client(make_app(service, address="http://192.0.2.7:8765/"), "http://192.0.2.7")
    answer = client.get("/", headers={"host": "duel.example"})
    assert answer.status_code == 421
    assert "The table printed this one: http://192.0.2.7:8765/" in answer.json()["message"]


def test_no_host_is_everybodys(service: PlayedTable) -> None:
    """There is no way to switch the guard off."""
    client = Client(make_app(service, hosts=("*",)))
    assert client.get("/", headers={"host": "rebound.example"}).status_code == 421


def test_the_log_holds_no_secret(live: ServedTable, caplog: pytest.LogCaptureFixture) -> None:
    """Of good requests and bad ones alike."""
    caplog.set_level(logging.DEBUG)
    ticket = live.service.access.new_ticket("b")
    with httpx.Client(follow_redirects=True) as browser:
        for path in (*LINKS, f"/open/{ticket}", "/seat/wrong-secret-token", "/judge/%ff"):
            browser.get(live.address + path)
            browser.post(live.address + path, content=b"{")
        secrets = [*browser.cookies.jar]
    logged = "\n".join(
        record.getMessage() for record in caplog.records if not record.name.startswith("http")
    )
    assert "secret-token" not in logged
    assert ticket not in logged
    assert len(secrets) == 4
    assert not any(str(cookie.value) in logged for cookie in secrets)


# In a browser


@pytest.mark.browser
def test_a_link_on_another_site_leads_in(live: ServedTable, sit: Callable[..., Page]) -> None:
    """A page of another site may link here; nothing secret stays in the address."""
    with tapped(live.port) as tap:
        page = sit(tap, "/")
        page.route(
            "http://elsewhere.example/",
            lambda route: route.fulfill(
                content_type="text/html",
                body=f'<a href="http://127.0.0.1:{tap.port}{LINKS[0]}">sit</a>',
            ),
        )
        page.goto("http://elsewhere.example/")
        page.get_by_text("sit").click()
        expect(page.locator("#fan")).to_be_visible()
        expect(page).to_have_url(f"http://127.0.0.1:{tap.port}/seat/a")
        assert page.evaluate("document.cookie") == ""


@pytest.mark.browser
def test_a_page_whose_link_is_replaced_shows_nothing_more(
    live: ServedTable, sit: Callable[..., Page]
) -> None:
    """The judge presses, and is asked whether it is meant.

    The phone that was lost reads why, and the new link opens the seat.
    """
    with tapped(live.port) as tap, tapped(live.port) as judges:
        phone = sit(tap, "/")
        phone.goto(f"http://127.0.0.1:{tap.port}{LINKS[0]}")
        expect(phone.locator("#fan .fan-card").first).to_be_visible()
        judge = sit(judges, LINKS[2])
        judge.locator("#links summary").click()
        for answer in ("Go back", "Make a new link"):
            expect(judge.locator("#new-link")).to_be_empty()
            expect(phone.locator("#fan .fan-card").first).to_be_visible()
            judge.get_by_role("button", name="New link for Ana").click()
            expect(judge.locator("#confirm")).to_contain_text("Ana’s page ends at once.")
            judge.locator("#confirm").get_by_role("button", name=answer).click()
        expect(judge.locator("#new-link")).to_contain_text("The new link for Ana: http://")
        expect(phone.locator("h1")).to_have_text("Nothing lies here")
        expect(phone.locator("body")).to_contain_text("its link was replaced")
        expect(phone.locator(".fan-card")).to_have_count(0)
        phone.goto(str(judge.locator("#new-link code").text_content()))
        expect(phone.locator("#fan .fan-card").first).to_be_visible()
