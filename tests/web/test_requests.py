"""Every address that does something: what it takes, and what it says to what it does not take."""

from pathlib import Path
from typing import Any

import pytest

from duelmat_host.web import make_app
from web.client import Client
from web.played_table import LINKS, PlayedTable, beginning, midway

ANA = "/seat/a"
JSON = {"content-type": "application/json"}

GOOD_HANDS: list[dict[str, Any]] = [
    {"do": "place", "card": "a:H7", "zone": "a.m1", "face": "up", "turn": 0},
    {"do": "place", "from": "a.m2", "zone": "a.m3"},
    {"do": "place", "card": "a:S8", "from": "a.m2", "zone": "a.m3", "face": "up", "turn": 90},
    {"do": "turn", "zone": "a.m2"},
    {"do": "flip", "zone": "a.m2"},
    {"do": "take", "zone": "a.m2", "to": "grave"},
    {"do": "shuffle"},
    {"do": "touch", "pad": "b.m3"},
    {"do": "touch", "pad": "a.choice1"},
    {"do": "button", "name": "a.ok"},
    {"do": "fetch", "card": "a:S3", "from": "grave", "zone": "a.grave"},
]

GOOD_COMMANDS: list[dict[str, Any]] = [
    {"do": "concede"},
    {"do": "offer-draw"},
    {"do": "accept-draw"},
    {"do": "life", "player": "a", "life": 12, "reason": "miscounted"},
    {"do": "takeback"},
    {"do": "agree"},
    {"do": "refuse"},
    {"do": "ask-me", "at": ["summon", "own"]},
    {"do": "pass-on", "until": "turn"},
    {"do": "end-turn"},
    {"do": "judge"},
    {"do": "touch", "pad": "a.m3"},
    {"do": "press", "button": "ok"},
    {"do": "press", "button": "phase"},
    {"do": "press", "button": "judge"},
]

ASKED: dict[str, dict[str, Any]] = {
    "accept-draw": {"do": "offer-draw"},
    "agree": {"do": "life", "player": "a", "life": 12, "reason": "miscounted"},
    "refuse": {"do": "offer-draw"},
}
"""What Ben has to ask before Ana can answer so."""

STANDS = "Normal Summon the 7 of hearts to Ana's middle monster zone in Defense Position"
"""The refused play that a judge lets stand."""

GOOD_RULINGS: list[dict[str, Any]] = [
    {"do": "stand", "play": 0, "text": STANDS, "reason": "both agreed"},
    {"do": "back", "reason": "too early"},
    {"do": "life", "player": "b", "life": 12, "reason": "miscounted"},
    {"do": "go-on"},
]
RULING = "/judge/ruling"


@pytest.mark.parametrize("unfit", ["\0", "\n", "\x1b[2J", "\x9b", "\u202e", "\u2028"])
@pytest.mark.parametrize("address", [RULING, f"{ANA}/command"])
def test_a_reason_holds_nothing_that_steers_who_shows_it(
    client: Client, service: PlayedTable, address: str, unfit: str
) -> None:
    """It goes into the log, onto pages and to terminals: one line, no control characters."""
    request = {"do": "life", "player": "a", "life": 12, "reason": f"mis{unfit}counted"}
    answer = client.post(address, json=request)
    assert answer.status_code == 422
    assert "control characters" in answer.json()["message"]
    assert service.calls == []


def test_a_reason_is_kept_in_its_composed_form(client: Client, service: PlayedTable) -> None:
    """The same letters are the same text, however they were typed."""
    request = {"do": "life", "player": "a", "life": 12, "reason": "Rene\u0301 showed it"}
    assert client.post(RULING, json=request).json()["ok"]
    assert service.calls[0][-1]["reason"] == "Ren\u00e9 showed it"


@pytest.mark.parametrize("request_", GOOD_HANDS, ids=lambda r: "-".join(map(str, r.values())))
def test_what_hands_do_reaches_the_table_as_it_was_said(
    client: Client, service: PlayedTable, request_: dict[str, Any]
) -> None:
    """No field is added, none is lost."""
    answer = client.post(f"{ANA}/hands", json=request_)
    assert answer.json() == {"ok": True}
    assert service.calls == [("hands", "a", request_)]


def test_a_card_that_is_due_is_drawn() -> None:
    """When a turn begins, and at no other time."""
    service = PlayedTable(midway(turn_seat=1))
    client = Client(make_app(service)).enter(*LINKS)
    assert client.post("/seat/b/command", json={"do": "end-turn"}).json()["ok"]
    for status, count in ((200, 8), (409, 8)):
        assert client.post(f"{ANA}/hands", json={"do": "draw"}).status_code == status
        assert len(service.seen("a")["hand"]) == count


@pytest.mark.parametrize("request_", GOOD_COMMANDS, ids=lambda r: r["do"])
def test_a_command_reaches_the_table_as_it_was_said(
    client: Client, service: PlayedTable, request_: dict[str, Any]
) -> None:
    """The seat is that of the token, whoever else is named."""
    if request_["do"] in ("accept-draw", "agree", "refuse"):
        assert client.post("/seat/b/command", json=ASKED[request_["do"]]).json()["ok"]
    assert client.post(f"{ANA}/command", json=request_).status_code == 200
    assert service.calls[-1] == ("command", "a", request_)


@pytest.mark.parametrize("request_", GOOD_RULINGS, ids=lambda r: r["do"])
def test_a_ruling_reaches_the_table_as_it_was_said(
    client: Client, stranger: Client, service: PlayedTable, request_: dict[str, Any]
) -> None:
    """From the judge's own browser, and from no seat's."""
    client.post(f"{ANA}/hands", json={"do": "place", "card": "a:H7", "zone": "a.m3", "turn": 90})
    service.bench.rest()
    assert client.post(f"{ANA}/command", json={"do": "judge"}).json()["ok"]
    service.calls.clear()
    assert client.post(RULING, json=request_).status_code == 200
    assert service.calls == [("ruling", "judge", request_)]
    stranger.enter("/seat/ana-secret-token")
    assert stranger.post(RULING, json=request_).status_code == 403
    assert client.post("/seat/judge/command", json=request_).status_code == 404
    assert len(service.calls) == 1


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"{", 400, "cannot be read"),
        (b"[]", 422, "expected `object`"),
        (b'{"do": "hang"}', 422, "hang"),
        (b'{"do": "back"}', 422, "reason"),
        (b'{"do": "back", "reason": ""}', 422, ">= 1"),
        (b'{"do": "stand", "play": -1, "text": "x", "reason": "y"}', 422, ">= 0"),
        (b'{"do": "life", "player": "q", "life": 1, "reason": "x"}', 422, "$.player"),
        (b'{"do": "life", "player": "d", "life": 1, "reason": "x"}', 422, "of a, b, got 'd'"),
    ],
)
def test_a_broken_ruling_gets_a_sentence_and_does_nothing(
    client: Client, service: PlayedTable, body: bytes, status: int, words: str
) -> None:
    """As every other request."""
    answer = client.post(RULING, content=body, headers=JSON)
    assert (answer.status_code, answer.json()["ok"]) == (status, False), answer.text
    assert words in answer.json()["message"]
    assert service.calls == []


def test_an_answer_reaches_the_table(client: Client, service: PlayedTable) -> None:
    """By the prompt's id and the option's place."""
    prompt = service.seen("a")["prompts"][0]["id"]
    assert client.post(f"{ANA}/answer", json={"prompt": prompt, "option": 1}).json()["ok"]
    assert service.calls[-1] == ("answer", "a", {"prompt": prompt, "option": 1})


def test_an_answer_is_one_of_the_options(client: Client, service: PlayedTable) -> None:
    """None of them is no answer: what may be declined has an option that says so."""
    prompt = service.seen("a")["prompts"][0]["id"]
    answer = client.post(f"{ANA}/answer", json={"prompt": prompt, "option": None})
    assert answer.status_code == 422
    assert "got `null`" in answer.json()["message"]
    assert service.seen("a")["prompts"]


BROKEN: list[tuple[str, str, Any, int, str]] = [
    ("hands", "not JSON", b"{", 400, "cannot be read"),
    ("hands", "not UTF-8", b'{"do": "\xff\xfe"}', 400, "cannot be read"),
    ("hands", "nothing", b"", 400, "cannot be read"),
    ("hands", "nested without end", b"[" * 4000, 422, "expected `object`"),
    ("hands", "a list", b"[]", 422, "expected `object`"),
    ("hands", "no doing", b"{}", 422, "missing required field `do`"),
    ("hands", "an unknown doing", b'{"do": "steal"}', 422, "steal"),
    ("hands", "a key twice", b'{"do":"turn","zone":"a.m1","zone":"a.m2"}', 422, "twice in"),
    ("hands", "an unknown field", b'{"do": "draw", "count": 5}', 422, "count"),
    ("hands", "a number for a zone", b'{"do": "turn", "zone": 3}', 422, "expected `str`"),
    ("hands", "an odd turn", b'{"do":"place","card":"a:H7","zone":"a.m1","turn":45}', 422, "45"),
    ("hands", "no such zone", b'{"do": "turn", "zone": "a.m9"}', 422, "'a.m9'"),
    ("hands", "no such source", b'{"do":"place","from":"q","zone":"a.m1"}', 422, "'q'"),
    ("hands", "no card", b'{"do": "place", "zone": "a.m1"}', 422, "neither"),
    ("hands", "no card's key", b'{"do":"place","card":"H7","zone":"a.m1"}', 422, "regex"),
    ("hands", "the other's button", b'{"do": "button", "name": "b.ok"}', 422, "your own buttons"),
    ("hands", "the other's choice", b'{"do": "touch", "pad": "b.choice1"}', 422, "within your"),
    ("hands", "too much", b'{"do": "draw"}' + b" " * 5000, 413, "at most 4096 bytes"),
    ("answer", "a long prompt", b'{"prompt": "%s", "option": 0}' % (b"p" * 81), 422, "<= 80"),
    ("answer", "a prompt's number", b'{"prompt": 3, "option": 0}', 422, "got `int`"),
    ("answer", "a negative option", b'{"prompt": "px", "option": -1}', 422, ">= 0"),
    ("answer", "a worded option", b'{"prompt": "px", "option": "yes"}', 422, "got `str`"),
    ("command", "life without a reason", b'{"do":"life","player":"a","life":3}', 422, "reason"),
    ("command", "no words", b'{"do":"life","player":"a","life":3,"reason":""}', 422, ">= 1"),
    ("command", "life under 0", b'{"do":"life","player":"a","life":-1,"reason":"x"}', 422, ">= 0"),
    ("command", "nobody's life", b'{"do":"life","player":"q","life":1,"reason":"x"}', 422, "a-d"),
    ("command", "no seat's life", b'{"do":"life","player":"d","life":1,"reason":"x"}', 422, "'d'"),
    ("command", "enrolling as a seat", b'{"do":"enroll"}', 422, "enroll"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("where", "body", "status", "words"),
    [pytest.param(w, b, s, m, id=f"{w}: {name}") for w, name, b, s, m in BROKEN],
)
def test_a_broken_request_gets_a_sentence_and_does_nothing(
    client: Client, service: PlayedTable, where: str, body: bytes, status: int, words: str
) -> None:
    """The status says whose fault, the sentence what was expected and what was got."""
    answer = client.post(f"{ANA}/{where}", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["ok"]) == (status, False), answer.text
    assert words in answer.json()["message"]
    assert service.calls == []


def test_an_unknown_question_cannot_be_answered(client: Client, service: PlayedTable) -> None:
    """It is one of before."""
    before = service.table_loop.table.now
    answer = client.post(f"{ANA}/answer", json={"prompt": "px", "option": 0})
    assert answer.status_code == 409
    assert "This question is closed" in answer.json()["message"]
    assert service.table_loop.table.now is before


def test_an_option_that_is_not_there_is_declined(client: Client, service: PlayedTable) -> None:
    """The sentence counts the options there are."""
    prompt = service.seen("a")["prompts"][0]["id"]
    answer = client.post(f"{ANA}/answer", json={"prompt": prompt, "option": 7})
    assert answer.status_code == 409
    assert "There are 2 answers, and no number 8" in answer.json()["message"]


def test_the_other_seats_prompt_cannot_be_answered(client: Client, service: PlayedTable) -> None:
    """To a seat, a prompt that it was not asked does not exist."""
    prompt = service.seen("a")["prompts"][0]["id"]
    answer = client.post("/seat/b/answer", json={"prompt": prompt, "option": 0})
    assert answer.status_code == 409


def test_what_the_table_declines_comes_back_as_its_own_words(client: Client) -> None:
    """The pages add nothing to a sentence of the table."""
    answer = client.post(f"{ANA}/hands", json={"do": "turn", "zone": "a.m3"})
    assert answer.status_code == 409
    assert answer.json() == {"ok": False, "message": "No card lies in Ana's middle monster zone."}


@pytest.mark.parametrize("where", ["answer", "hands", "command"])
def test_a_request_without_a_session_does_nothing(
    stranger: Client, service: PlayedTable, where: str
) -> None:
    """Whatever the body; nor does one for a seat that there is not, nor with a link for a seat."""
    answer = stranger.post(f"{ANA}/{where}", json={"do": "draw"})
    assert answer.status_code == 403
    assert "does not sit at this seat" in answer.json()["message"]
    for seat in ("wrong", "ana-secret-token"):
        answer = stranger.post(f"/seat/{seat}/{where}", json={"do": "draw"})
        assert answer.status_code == 404
        assert "opens no seat" in answer.json()["message"]
    assert service.calls == []


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_only_json_is_taken(client: Client, service: PlayedTable, content_type: str) -> None:
    """The types that a foreign page's form can send are refused."""
    answer = client.post(
        f"{ANA}/hands", content=b'{"do":"draw"}', headers={"content-type": content_type}
    )
    assert answer.status_code == 415
    assert service.calls == []


def test_a_request_of_another_sites_page_is_refused(client: Client, service: PlayedTable) -> None:
    """Its Origin gives it away."""
    answer = client.post(
        f"{ANA}/hands", json={"do": "draw"}, headers={"origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 403
    assert "elsewhere.example" in answer.json()["message"]
    assert service.calls == []


@pytest.mark.parametrize("host", ["duelmat.example", "127.0.0.1.example:80", "", "[::2]:80"])
def test_only_names_of_this_machine_are_answered(client: Client, host: str) -> None:
    """A name that somebody points at this machine is not one of its own."""
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "127.0.0.1" in answer.json()["message"]


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:8000", "[::1]:8000"])
def test_this_machines_own_names_are_answered(client: Client, host: str) -> None:
    """With any port, in any case."""
    assert client.get("/", headers={"host": host}).status_code == 200


def test_a_wrong_way_of_asking_is_named(client: Client) -> None:
    """GET where POST is meant, and the other way."""
    for answer in (client.get(f"{ANA}/hands"), client.post("/")):
        assert answer.status_code == 405
        assert answer.json()["ok"] is False


def test_a_head_alone_is_asked_of_no_page(client: Client, service: PlayedTable) -> None:
    """HEAD would follow a feed for nobody, and use a link up before its browser comes."""
    for path in ("/", "/events/public", "/judge", f"/seat/{service.access.links['b']}"):
        answer = client.request("HEAD", path)
        assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
        assert "set-cookie" not in answer.headers


def test_hands_cannot_move_cards_of_a_real_mat() -> None:
    """There the players' own hands do."""
    service = PlayedTable(simulated=False)
    client = Client(make_app(service)).enter("/seat/ana-secret-token")
    answer = client.post(f"{ANA}/hands", json={"do": "draw"})
    assert answer.status_code == 422
    assert "move the card itself" in answer.json()["message"]
    assert service.calls == []


TAG_UP, TAG_DOWN = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7"


def test_a_sleeve_is_looked_at_named_and_forgotten(tmp_path: Path) -> None:
    """The three steps of enrolling, at a table whose duel has not begun."""
    service = PlayedTable(beginning(), registry=tmp_path / "cards.toml")
    client = Client(make_app(service)).enter(*LINKS)
    service.session.lay_tag("a.grave", TAG_UP)
    look = client.post("/enroll/command", json={"step": "look", "spot": "a.grave"})
    assert look.json()["sighting"]["uid"] == TAG_UP.lower()
    named = client.post(
        "/enroll/command",
        json={"step": "name", "up": TAG_UP, "down": TAG_DOWN, "deck": "a", "code": "H7"},
    )
    assert (named.json()["last"], named.json()["enrolled"]) == ("H7", 1)
    assert client.post("/enroll/command", json={"step": "undo"}).json()["last"] is None
    again = client.post("/enroll/command", json={"step": "undo"})
    assert again.status_code == 409
    assert "there is nothing to forget." in again.json()["message"]


@pytest.mark.parametrize("uid", ["04", "zz", "04A1B2C3D4E5F", "04A1B2C3D4E5F6AA"])
def test_a_tag_has_four_seven_or_ten_bytes(client: Client, service: PlayedTable, uid: str) -> None:
    """Anything else is no UID of ISO 14443A."""
    answer = client.post(
        "/enroll/command",
        json={"step": "name", "up": uid, "down": TAG_DOWN, "deck": "a", "code": "H7"},
    )
    assert answer.status_code == 422
    assert service.calls == []


@pytest.mark.parametrize("digits", [20, 4000, 100_000])
def test_a_number_of_any_length_is_refused_in_words(digits: int) -> None:
    """A number that is out of range, and one that is longer than a request may be."""
    client = Client(make_app(PlayedTable())).enter("/enroll/enroll-secret-token")
    body = '{"step": "look", "spot": ' + "9" * digits + "}"
    answer = client.post(
        "/enroll/command", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code in (400, 413, 422)
    assert "xpected" in answer.json()["message"]
