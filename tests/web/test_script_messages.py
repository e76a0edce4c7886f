"""The words of the pages' scripts: every one is a message, and a page is told those alone."""

import json
import re
from pathlib import Path

import pytest

import duelmat_host.web.replay_page as replay_pages
from docs.messages import SCRIPT_MESSAGES, script_messages
from duelmat_host.web import make_app
from duelmat_serving.script_words import MESSAGES
from host.test_replays import over
from web.client import Client
from web.played_table import PlayedTable

SCRIPTS = Path(replay_pages.STATIC) / "js"


def test_words_are_asked_for_by_language(client: Client) -> None:
    """Those of the scripts alone; English has none, for it stands in the scripts."""
    known = {each if isinstance(each, str) else each[0] for each in MESSAGES}
    japanese = client.get("/words/ja").json()
    assert japanese["No card lies there."] == "そこにカードはない。"
    assert japanese["hand\x04Turn"] == "回す"
    assert japanese.keys() <= known
    assert client.get("/words/en").json() == {}


def test_an_unknown_language_is_refused_with_a_sentence(client: Client) -> None:
    """A page in it would be in English."""
    answer = client.get("/words/xx")
    assert answer.status_code == 404
    assert answer.json()["message"] == "The pages have no words of a language 'xx'."


def test_a_replays_page_is_given_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As JSON that can stand in it, by the language of its reader."""
    given: list[str] = []

    def rendered(_: str, *, words: str, **_facts: object) -> str:
        given.append(words)
        return ""

    monkeypatch.setattr(replay_pages, "_rendered", rendered)
    over(tmp_path / "duel-0001.jsonl")
    reader = Client(make_app(PlayedTable(folder=tmp_path)))
    for accepted in ("ja", "en"):
        reader.get("/duel/1", headers={"accept": "text/html", "accept-language": accepted})
    japanese, english = given
    assert json.loads(japanese)["No card lies there."] == "そこにカードはない。"
    assert "<" not in japanese
    assert english == "{}"


def test_the_list_of_the_scripts_messages_is_as_make_messages_writes_it() -> None:
    """Written by `make messages`."""
    assert SCRIPT_MESSAGES.read_bytes() == script_messages()


# Nothing is said past the catalogs

COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
SAID = re.compile(rf"\btr(?:As|Count)?\((?:{LITERAL}(?:, )?)+")
TEXT = re.compile(rf"{LITERAL}|`(?:[^`\\]|\\.)*`", re.DOTALL)
VALUE = re.compile(r"\$\{[^{}]*\}")
SENTENCE = re.compile(
    r"(?:^| )(?:[A-Z][a-z]* [a-z{]|[A-Z][a-z]+[.!?]?$)"
    r"|^[a-z]+(?: [a-z]+)*[.?]$|^[a-z]+(?: [a-z{}]+){2,}$|’s\b"
)
"""Begins or ends as a sentence does, is three words or more, or says whose something is."""
NO_WORDS = {"End", "Enter", "Escape", "Home"}
"""Keys of a keyboard, as browsers call them."""


def unsaid(source: str) -> list[str]:
    """Return the words of a script that no catalog lists."""
    code = SAID.sub("", COMMENT.sub("", source))
    code = re.sub(r"^import .*$|throw new Error\(.*$", "", code, flags=re.MULTILINE)
    texts = (VALUE.sub("{}", text[1:-1]) for text in TEXT.findall(code))
    return [text for text in texts if SENTENCE.search(text) and text not in NO_WORDS]


def test_words_past_the_catalogs_are_found() -> None:
    """What the next test looks for."""
    assert unsaid('tr("A card.", { a: "A card." });') == ["A card."]
    assert unsaid("`${name}’s page`; `Turn ${n}`; `Told to ${name} alone`") == [
        "{}’s page",
        "Turn {}",
        "Told to {} alone",
    ]
    assert unsaid('"Take it"; "until something happens."; "Close"') == [
        "Take it",
        "until something happens.",
        "Close",
    ]
    assert unsaid('class: "card-face ink-black"; // A card lies\n/* It is so. */') == []


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.js")), ids=lambda path: path.stem)
def test_scripts_say_nothing_past_the_catalogs(path: Path) -> None:
    """Each sentence is a message, written out."""
    source = path.read_text(encoding="utf-8")
    assert unsaid(source) == []
    if path.name != "words.js":
        put_together = re.findall(r'\btr(?:As|Count)?\((?!")[^)]*', COMMENT.sub("", source))
        assert put_together == []


def test_each_message_of_the_scripts_is_in_the_list() -> None:
    """Also one that stands within another call, which a catalog's reader might pass over."""
    said = set()
    for path in SCRIPTS.glob("*.js"):
        code = COMMENT.sub("", path.read_text(encoding="utf-8"))
        said |= set(re.findall(rf"\btr\(({LITERAL})", code))
    assert {json.loads(each) for each in said} <= {
        each for each in MESSAGES if isinstance(each, str)
    }


STYLE_SHEETS = sorted((Path(replay_pages.STATIC) / "css").glob("*.css"))


@pytest.mark.parametrize("sheet", STYLE_SHEETS, ids=lambda sheet: sheet.stem)
def test_style_sheets_say_nothing(sheet: Path) -> None:
    """What a style sheet adds to a page cannot be translated: signs may be added, no words."""
    assert re.findall(r'content:\s*"[^"]*[A-Za-z]{2}[^"]*"', sheet.read_text()) == []
