"""Every address that shows something."""

import re
from pathlib import Path

import pytest

from duelmat_engine import find_ruleset
from duelmat_host import web
from duelmat_host.cards.art import ArtFolder
from duelmat_host.web import make_app
from web.client import Client
from web.played_table import PlayedTable, names_of

ANA, BEN = "/seat/a", "/seat/b"
JUDGE = "/judge"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
SHOWN = ["/", ANA, BEN, JUDGE, "/enroll"]


@pytest.mark.parametrize("path", SHOWN)
def test_a_page_is_shown_under_strict_headers(client: Client, path: str) -> None:
    """Nothing runs but our own scripts, nothing is kept, no address is passed on."""
    answer = client.get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", SHOWN)
def test_a_page_holds_no_script_or_style_of_its_own(client: Client, path: str) -> None:
    """Everything that runs or dresses comes from /static, and from nowhere else."""
    page = client.get(path).text
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    sources = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"', page)
    assert sources
    for source in sources:
        assert source.startswith("/static/")
        assert client.get(source).status_code == 200


@pytest.mark.parametrize("path", [*SHOWN, "/rules/TK-14"])
def test_no_page_holds_a_link_or_a_session(client: Client, path: str) -> None:
    """Who looks over a shoulder, or at what a browser keeps, cannot sit down."""
    page = client.get(path).text
    assert "secret-token" not in page
    for secret in client.cookies.values():
        assert secret not in page


@pytest.mark.parametrize("path", SHOWN)
def test_no_page_names_a_hidden_card(client: Client, service: PlayedTable, path: str) -> None:
    """Pages are drawn without cards: those come with the feed, to whom they concern."""
    page = client.get(path).text
    if path != "/enroll":
        for side in service.bench.hands.sides:
            for key in side.hand:
                assert key not in page
                assert names_of("trump_king")[key[2:]] not in page


def test_on_one_screen_the_page_comes_with_a_curtain() -> None:
    """Behind which the other seat's page is one step away."""
    service = PlayedTable(one_screen=True)
    client = Client(make_app(service)).enter("/seat/ana-secret-token")
    page = client.get(ANA).text
    assert client.get(BEN).status_code == 200
    assert "Hand the screen to Ana" in page
    assert f'data-next="{BEN}"' in page
    assert re.search(r"<main[^>]* hidden>", page)


@pytest.mark.parametrize(
    "path", ["/judge?again", "/judge/ana-secret-token", "/judge/x", "/seat/judge"]
)
def test_only_the_judges_own_link_opens_the_judges_page(stranger: Client, path: str) -> None:
    """A seat's link does not; who comes without one is told where it is."""
    stranger.enter("/seat/ana-secret-token")
    answer = stranger.get(path, headers={"accept": "text/html"})
    assert answer.status_code == (403 if path.startswith("/judge?") else 404)
    assert "was started" in answer.text
    assert "ruling" not in answer.text


def test_the_judges_link_opens_no_seat(client: Client) -> None:
    """A judge rules and does not play."""
    assert client.get("/seat/judge-secret-token").status_code == 404


def test_the_judges_page_is_linked_without_its_secret(client: Client) -> None:
    """The link says where to go; what opens the page stands nowhere."""
    page = client.get("/").text
    assert 'href="/judge"' in page
    assert "judge-secret-token" not in page


def test_a_seat_calls_a_judge_and_is_not_sent_to_the_judges_page(client: Client) -> None:
    """Which no seat's link opens."""
    page = client.get(ANA).text
    assert 'href="/judge"' not in page
    assert "judge-secret-token" not in page


@pytest.mark.parametrize("path", ["/seat/wrong", "/nowhere", "/events/a", "/static/no.js"])
def test_what_is_not_there_says_so_to_programs(client: Client, path: str) -> None:
    """A sentence, in JSON."""
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["ok"] is False
    assert answer.json()["message"].endswith(".")


def test_what_is_not_there_says_so_to_people(client: Client) -> None:
    """A page, with the way back."""
    answer = client.get("/seat/<b>wrong", headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert "opens no seat" in answer.text
    assert 'href="/"' in answer.text


@pytest.mark.parametrize("rule", ["TK-74", "TK-14", "G-43"])
def test_what_a_rule_says_is_public(client: Client, rule: str) -> None:
    """The log shows ids; pointing at one shows its statement, or its reading's."""
    told = client.get(f"/rules/{rule}").json()
    assert told["id"] == rule
    assert len(told["statement"]) > 20


def test_a_rule_that_is_not_there_is_named(client: Client) -> None:
    """With what ids look like."""
    answer = client.get("/rules/TK-999")
    assert answer.status_code == 404
    assert "TK-999" in answer.json()["message"]


def test_a_head_is_a_code_that_a_phone_reads(client: Client) -> None:
    """A picture of those digits alone; any other text gets none."""
    answer = client.get(f"/head/{'0123456789abcdef' * 2}")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    for wrong in ("0" * 31, "0" * 33, "G" * 32, "0" * 31 + "%0a", "<svg>"):
        assert client.get(f"/head/{wrong}").status_code == 404


def test_static_files_cannot_be_left(client: Client) -> None:
    """A path that climbs out finds nothing."""
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py"):
        assert client.get(path).status_code == 404


def test_the_package_gives_these_names_and_no_others() -> None:
    """What stands in __all__ is what others may use."""
    assert sorted(web.__all__) == ["LOOPBACK_HOSTS", "Service", "WebError", "make_app", "serve"]


def test_the_faces_of_cards_are_the_same_for_everybody(
    client: Client, stranger: Client, service: PlayedTable
) -> None:
    """They say nothing of who holds what: the answer does not change with the cards."""
    before = client.get("/cards")
    assert before.status_code == 200
    assert len(before.json()["cards"]) == len(find_ruleset("trump_king").cards)
    service.bench.hands.restore(service.bench.hands.sides, {})
    service.bench.hands.sides[0].hand.clear()
    assert stranger.get("/cards").content == client.get("/cards").content == before.content


def test_a_picture_is_served_without_what_it_could_do(tmp_path: Path) -> None:
    """With its type, and under a policy of its own, should somebody open it by itself."""
    (tmp_path / "H7.png").write_bytes(PNG)
    art = ArtFolder(tmp_path, find_ruleset("trump_king").cards)
    client = Client(make_app(PlayedTable(art=art)))
    answer = client.get("/art/H7")
    assert (answer.status_code, answer.content) == (200, PNG)
    assert answer.headers["content-type"].startswith("image/png")
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "script" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert client.get("/art/H8").status_code == 404
    assert client.get("/art/..%2Fseats").status_code == 404


def test_scripts_and_styles_are_compressed_and_nothing_else_is(client: Client) -> None:
    """The length of a compressed page would tell whether a guess at its secrets is right."""
    packed = {"accept-encoding": "gzip"}
    script = client.get("/static/js/seat.js", headers=packed)
    assert script.headers["content-encoding"] == "gzip"
    for path in ("/", "/seat/a", "/judge", "/cards"):
        assert "content-encoding" not in client.get(path, headers=packed).headers
