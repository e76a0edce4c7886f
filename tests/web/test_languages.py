"""Every word of a page is a message: what a page says in a language that brackets each of them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markupsafe import Markup

from duelmat_engine.ruleset.registry import ruleset_names
from duelmat_host.showing.match_types import ScoreView
from duelmat_host.showing.replay_types import (
    DuelSummary,
    LifeChangeView,
    RefusedPlayView,
)
from duelmat_host.showing.view_types import OutcomeView, RuleView
from duelmat_host.web import make_app
from duelmat_host.web.page_templates import TEMPLATES
from duelmat_host.web.replay_page import summary_part
from duelmat_message import Text
from duelmat_serving import languages, request_language
from duelmat_serving.language.catalogs import Language
from duelmat_serving.language.titles import TITLES
from duelmat_serving.request_language import COOKIE
from host.test_replays import over
from web.client import Client
from web.played_table import LINKS, PlayedTable, beginning

PAGE = {"accept": "text/html"}
SPOKEN = ("alt", "aria-label", "data-confirm", "data-title", "placeholder", "title")
SILENT = ("script", "style")
KEYS = ("Enter", "Space", "Esc", "Home", "End", "Page", "up", "down")
NAMES = ("Ana", "Ben", "Duelmat", *TITLES.values(), "OK")
RULE_ID = re.compile(r"[A-Z]+-\d+[\w.-]*")
WORD = re.compile(r"[^\W\d_]{2,}")
SEATED = ("/seat/a", "/seat/b")
PAGES = ("/", *SEATED, "/judge", "/enroll", "/overlay", "/overlay?corner=left", "/nothing")
DUELS = ("/duel/1", "/duel/1/summary", "/seat/a/duel/1", "/judge/duel/1", "/duel/7")


class Bracketed(Language):
    """Says everything in English, and shows what it has said."""

    def said(self, text: str) -> str:
        return f"⟦{text}⟧" if isinstance(text, Text) else str(text)


class Words(HTMLParser):
    """Keeps what a page says outside brackets: between its tags, and in its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.between = ""
        self._silent = ""
        self.feed(page)
        self.said.append(self.between)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SILENT:
            self._silent = tag
        self.said += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self.between += " "
        self._silent = "" if tag == self._silent else self._silent

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.between += data

    def escaped(self) -> list[str]:
        """Return the words that are no message, name, number, key or sign."""
        return [word for said in self.said for word in _unsaid(said)]


def _unsaid(said: str) -> list[str]:
    inner = None
    while inner != said:  # messages stand within messages
        inner, said = said, re.sub("⟦[^⟦⟧]*⟧", " ", said)
    words = WORD.findall(RULE_ID.sub(" ", said))
    return [word for word in words if word not in (*KEYS, *NAMES)]


@pytest.fixture
def _bracketed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every browser reads the bracketed language."""
    monkeypatch.setattr(request_language, "chosen", lambda *_: Bracketed())


in_brackets = pytest.mark.usefixtures("_bracketed")


@pytest.fixture
def service(tmp_path: Path) -> PlayedTable:
    over(tmp_path / "duel-0001.jsonl")
    return PlayedTable(folder=tmp_path)


@in_brackets
@pytest.mark.parametrize("path", [*PAGES, *DUELS])
def test_a_page_says_messages(client: Client, path: str) -> None:
    page = client.get(path, headers=PAGE).text
    assert "⟦" in page
    assert Words(page).escaped() == []


@in_brackets
@pytest.mark.parametrize("path", ["/", "/seat/a", "/judge", "/enroll", "/seat/c"])
def test_a_closed_door_says_messages(stranger: Client, path: str) -> None:
    for query in ("", "?again"):
        assert Words(stranger.get(path + query, headers=PAGE).text).escaped() == []


@pytest.mark.parametrize(
    ("asked", "lang"), [("", "ja"), ("fr,de;q=0.5", "ja"), ("en-GB,ja;q=0.5", "en")]
)
def test_who_asks_for_no_language_of_ours_reads_the_tables_own(asked: str, lang: str) -> None:
    """Pages and refusals alike, those of the guard before all pages, too."""
    headers = {**PAGE, "accept-language": asked}
    client = Client(make_app(PlayedTable(), language="ja")).enter(*LINKS)
    assert f'<html lang="{lang}"' in client.get("/seat/a", headers=headers).text
    foreign = Client(make_app(PlayedTable(), language="ja"), "http://elsewhere.example")
    refused = foreign.get("/", headers=headers)
    assert ("Expected to be asked as" in refused.text) is (lang == "en")


@in_brackets
@pytest.mark.parametrize("path", SEATED)
@pytest.mark.parametrize("one_screen", [False, True])
def test_a_seat_of_another_table_says_messages(path: str, *, one_screen: bool) -> None:
    """Where hands move cards on a mat, and where both players look at one screen."""
    client = Client(make_app(PlayedTable(simulated=False, one_screen=one_screen)))
    page = client.enter(*LINKS).get(path, headers=PAGE).text
    assert ("curtain-title" in page) is one_screen
    assert Words(page).escaped() == []


@in_brackets
@pytest.mark.parametrize("game", ruleset_names())
def test_a_game_in_a_page_says_messages(game: str) -> None:
    client = Client(make_app(PlayedTable(beginning(ruleset=game)))).enter(*LINKS)
    assert Words(client.get("/seat/a").text).escaped() == []


@in_brackets
def test_a_page_that_is_overheard_says_so_in_messages(service: PlayedTable) -> None:
    app = make_app(service, address="http://192.0.2.7:8765/")
    client = Client(app, "http://192.0.2.7").enter(*LINKS)
    page = client.get("/seat/a").text
    assert "overheard" in page
    assert Words(page).escaped() == []


@pytest.mark.parametrize("decided", [False, True])
@pytest.mark.parametrize("draws", [0, 1])
def test_the_summary_of_a_duel_says_messages(draws: int, *, decided: bool) -> None:
    """Its values are texts here, as a table's are."""
    rules = [RuleView("TK-55", _text("A rule."))]
    page = summary_part(
        DuelSummary(
            turns=2,
            steps=9,
            turn_steps=[1, 5],
            begin={"a": 40, "b": 40},
            outcome=OutcomeView("a", _text("the life is gone"), _text("Ana wins")),
            rules=rules,
            life=[LifeChangeView(4, 1, "b", 40, 0, _text("A battle."))],
            refused=[
                RefusedPlayView(2, 1, "a", _text("Not now."), rules),
                RefusedPlayView(3, 1, "", _text("Not there."), rules),
            ],
            decided_ms={"a": 1000, "b": 2000},
            score=ScoreView(3 * decided, {"a": 1, "b": 0}, draws, decided=decided, chooser="b"),
        ),
        {"a": "<i>Ana</i>", "b": "Ben"},
        "/duel/1",
        Bracketed(),
    )
    assert "<i>" not in page
    assert Words(page).escaped() == []


def _text(english: str) -> Text:
    return Text(english, english, {}, "", "")


def test_words_without_a_message_are_found() -> None:
    page = '<p title="Aha">⟦a ⟦b⟧ <kbd>Enter</kbd>⟧ TK-14 oh <b>no</b></p><script>yes;</script>'
    assert Words(page).escaped() == ["Aha", "oh", "no"]


# Messages with markup in them


def _made(template: str, **values: object) -> str:
    return TEMPLATES.env.from_string(template).render(language=Bracketed(), **values)


def test_markup_in_a_message_stays_and_words_are_escaped() -> None:
    made = _made('{{ _("{name} & {key}: {words}", key=kbd(k), name=n, words=w) }}',
                 k="<", n="<i>{key}", w=_text("a > b"))  # fmt: skip
    assert made == "⟦&lt;i&gt;{key} &amp; <kbd>&lt;</kbd>: ⟦a &gt; b⟧⟧"
    assert _made('{{ _("Not {what}", what=bold("<>")) }}') == "⟦Not <b>&lt;&gt;</b>⟧"
    assert isinstance(languages.kbd("P"), Markup)


def test_a_counted_message_and_a_text_are_said() -> None:
    counted = '{{ _n("{count} card", "{count} cards", n) }}'
    assert [_made(counted, n=n) for n in (1, 2)] == ["⟦1 card⟧", "⟦2 cards⟧"]
    assert _made("{{ words | said }}{{ name | said }}", words=_text("Hm"), name="Ana") == "⟦Hm⟧Ana"


# The choice at a page's foot


@pytest.mark.parametrize("path", ["/", "/seat/a", "/judge", "/duel/1"])
@pytest.mark.parametrize("code", ["en", "ja"])
def test_a_page_offers_the_languages_and_names_its_own(
    client: Client, path: str, code: str
) -> None:
    client.cookies.set(COOKIE, code, "127.0.0.1")
    page = client.get(path).text
    assert f'<html lang="{code}">' in page
    assert f'<option value="{code}" lang="{code}" selected>' in page
    assert page.count(" selected>") >= 1
    assert '<select id="language">' in page
    assert '<select id="language">' not in client.get("/duel/1/page").text
