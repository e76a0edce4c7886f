"""The command line speaks the reader's language: which it is, and that all of it does."""

import json
import re
from pathlib import Path

import click
import pytest

from command_line import duelmat
from duelmat_host.app.replays import journal_replay
from duelmat_host.cli import speaking
from duelmat_host.cli.columns import Cell, padded, width_of, wrap_text
from duelmat_host.cli.speaking import Reader, usual_reader
from duelmat_host.web.replay_page import replay_app
from duelmat_message import Text
from duelmat_serving.language import catalogs
from duelmat_serving.language.catalogs import Language
from duelmat_serving.language.titles import TITLES
from host.test_replays import over
from web.client import Client

NONE = Path(__file__).parent / "there-is-no-config.toml"
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
SCENARIO = Path(__file__).parents[1] / "scenarios" / "attack-in-main-phase.toml"


@pytest.fixture(autouse=True)
def _no_language_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "DUELMAT_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DUELMAT_CONFIG", str(NONE))


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja"}, "ja"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_ALL": "ja_JP@euro"}, "ja"),
        ({"LANG": "ja_JP", "DUELMAT_LANGUAGE": "en"}, "en"),
        ({"DUELMAT_LANGUAGE": "ja"}, "ja"),
    ],
)
def test_the_setting_goes_before_the_locale(environment: dict[str, str], code: str) -> None:
    """LC_ALL before LC_MESSAGES before LANG; what is none of ours is English."""
    reader = usual_reader({"DUELMAT_CONFIG": str(NONE), **environment})
    assert reader == Reader(code)


def test_the_file_goes_before_the_locale(tmp_path: Path) -> None:
    """And the variable before the file."""
    file = tmp_path / "config.toml"
    file.write_text('language = "ja"\n')
    environment = {"DUELMAT_CONFIG": str(file), "LANG": "en_GB"}
    assert usual_reader(environment).code == "ja"
    assert usual_reader({**environment, "DUELMAT_LANGUAGE": "en"}).code == "en"


@pytest.mark.parametrize(
    "words", [("--language", "ja", "rules", "TK"), ("rules", "TK", "--language=ja")]
)
def test_the_flag_is_taken_before_and_behind_the_command(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes before the setting."""
    assert JAPANESE.search(duelmat(*words).output)
    monkeypatch.setenv("DUELMAT_LANGUAGE", "ja")
    assert not JAPANESE.search(duelmat("rules", "TK", "--language", "en").output)


def test_an_unknown_language_is_refused_or_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flag is refused; a setting is complained of, and the command works all the same."""
    monkeypatch.delenv("DUELMAT_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    refused = duelmat("--language", "xx", "rules")
    assert refused.exit_code == 2
    there = ", ".join(f"{code} ({title})" for code, title in TITLES.items())
    assert refused.stderr == f"--language: expected one of {there}, got 'xx'.\n"
    monkeypatch.setenv("DUELMAT_LANGUAGE", "xx")
    wrong = duelmat("rules", "TK-14")
    assert "DUELMAT_LANGUAGE: expected one of en, ja, got 'xx'" in wrong.stderr
    assert wrong.exit_code == 0
    monkeypatch.delenv("DUELMAT_LANGUAGE")
    file = tmp_path / "config.toml"
    file.write_text('language = "xx"\n')
    monkeypatch.setenv("DUELMAT_CONFIG", str(file))
    assert "language: expected one of en, ja, got 'xx'" in duelmat("rules", "TK-14").stderr
    assert duelmat("config", "unset", "language").exit_code == 0
    assert duelmat("rules", "TK-14").stderr == ""


@pytest.mark.parametrize("content", [None, b'msgid "\nrubbish'])
def test_a_broken_catalog_is_told_and_english_is_said(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one sentence, once."""
    (tmp_path / "ja").mkdir()
    if content is not None:
        (tmp_path / "ja" / "words.po").write_bytes(content)
    monkeypatch.setattr(catalogs, "files", lambda _: tmp_path)
    catalogs.language.cache_clear()
    speaking._readable.cache_clear()
    try:
        told = duelmat("--language", "ja", "rules", "TK-14")
        assert not JAPANESE.search(told.stdout)
        assert told.exit_code == 0
        (line,) = told.stderr.splitlines()
        assert line.startswith("expected the messages of the language ja in words.po")
        assert line.endswith("English is said.")
        assert catalogs.language_or_english("ja") is catalogs.ENGLISH
        assert len(catalogs.broken_languages()) == 1
    finally:
        catalogs.language.cache_clear()
        speaking._readable.cache_clear()


def test_json_is_english_unless_its_language_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its keys are so always."""
    english = duelmat("judge", "--json", SCENARIO).output
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert duelmat("judge", "--json", SCENARIO).output == english
    asked = duelmat("--language", "ja", "judge", "--json", SCENARIO).output
    assert JAPANESE.search(asked)
    assert _keys(json.loads(asked)) == _keys(json.loads(english))


def _keys(value: object) -> object:
    if isinstance(value, dict):
        return {key: _keys(each) for key, each in value.items()}
    return [_keys(each) for each in value] if isinstance(value, list) else None


# Every word is a message


class Bracketed(Language):
    """Says everything in English, and shows what it has said."""

    def said(self, text: str) -> str:
        return f"⟦{text}⟧" if isinstance(text, Text) else str(text)


CAPTURE = SCENARIO.parents[1] / "captures" / "pulled.capture"


def test_how_a_card_of_a_capture_lies_is_said_in_japanese() -> None:
    """Its side and its way are words; the kinds of messages stay as they are sent."""
    told = duelmat("--language", "ja", "replay", CAPTURE).output
    assert "面は" in told
    assert not re.search(r"\b(up|down|upright|sideways|unknown)\b", told)


PATHS = [
    (), ("play",), ("demo",), ("judge",), ("rules",), ("cards",), ("cards", "show"), ("replay",),
    ("perft",), ("capture",), ("flash",), ("doctor",), ("enroll",), ("mat",), ("mat", "check"),
    ("report",), ("config",), ("config", "set"), ("event",), ("event", "serve"),
    ("event", "check"), ("event", "show"), ("event", "pair"), ("event", "policy"),
]  # fmt: skip
TITLE = "Attacks belong to the Battle Phase"
SPOKEN = re.compile(r"(?<![-\w])[A-Za-z]{2,}[,;:.]? [a-z]{2,}\b")
TYPED = re.compile(r"^\s*(duelmat|main) .*$|^ {4}.*[\"=\[{].*$", re.MULTILINE)


@pytest.mark.parametrize("path", PATHS)
def test_a_help_page_says_messages(path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left outside of them are commands, options and files, as they are typed."""
    monkeypatch.setattr(speaking, "_language", Bracketed)
    page = duelmat(*path, "--help").output
    assert "⟦" in page
    assert _unsaid(page) == []


def _unsaid(printed: str) -> list[str]:
    inner = None
    while inner != printed:  # messages stand within messages
        inner, printed = printed, re.sub("⟦[^⟦⟧]*⟧", " ", printed)
    return SPOKEN.findall(TYPED.sub("", printed))


def test_every_command_has_a_help_page_in_japanese() -> None:
    """With its alignment: no line is wider than the page."""
    for path in PATHS:
        page = duelmat("--language", "ja", *path, "--help").output
        assert JAPANESE.search(page), path
        prose = [line for line in page.splitlines() if JAPANESE.search(line)]
        assert [line for line in prose if width_of(line) > 80 and "duelmat " not in line] == []


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "TK-14"), ("rules", "G-57"), ("rules", "text:sangan"), ("rules", "XX-1"),
        ("cards", "show", "Dark", "Magician"), ("cards", "show", "Nothing"), ("judge", SCENARIO),
        ("mat", "check", "no-such-file"), ("jugde",), ("config", "set", "colour", "red"),
    ],
)  # fmt: skip
def test_what_is_printed_is_said_in_messages(
    words: tuple[str | Path, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers and complaints alike."""
    monkeypatch.setattr(speaking, "_language", Bracketed)
    printed = duelmat(*words).output.replace(TITLE, "")
    assert "⟦" in printed
    assert _unsaid(printed) == []


# Columns


def test_wide_letters_take_two_columns() -> None:
    """Padding, cells and lines count columns."""
    assert (width_of("あa"), padded("あ", 4), f"{Cell('あ'):4}|") == (3, "あ  ", "あ  |")
    lines = wrap_text("これは、長い文です。" * 3, 14, "  ", "    ").splitlines()
    assert all(width_of(line) <= 16 for line in lines)
    assert not any(line.strip()[0] in "、。" for line in lines)
    assert "".join(line.strip() for line in lines) == "これは、長い文です。" * 3


@pytest.mark.parametrize("text", ["", "a word", "a word " * 30, "a-b " * 40])
def test_narrow_letters_are_broken_as_ever(text: str) -> None:
    """As click does it."""
    assert wrap_text(text, 40, "  ", "    ") == click.wrap_text(text, 40, "  ", "    ")


@pytest.mark.parametrize("name", ["ブラック・マジシャン", "ブラックマジシャン", "Dark Magician"])
def test_a_card_is_found_by_its_name_in_any_language(name: str) -> None:
    """Whatever language is printed."""
    assert "(DarkMagician)" in duelmat("cards", "show", *name.split()).output


def test_a_replay_is_written_in_the_readers_language(tmp_path: Path) -> None:
    """As a page and as a file to share."""
    over(tmp_path / "duel-0001.jsonl")
    for option, name in (("--page", "duel.html"), ("--share", "duel.json")):
        told = duelmat(
            "--language", "ja", "replay", option, tmp_path / name, tmp_path / "duel-0001.jsonl"
        )
        assert told.exit_code == 0
        assert JAPANESE.search((tmp_path / name).read_text())
    assert '<html lang="ja">' in (tmp_path / "duel.html").read_text()
    assert '<select id="language">' not in (tmp_path / "duel.html").read_text()


@pytest.mark.parametrize(("accepted", "lang"), [("", "ja"), ("en", "en"), ("ja", "ja")])
def test_a_replay_in_the_browser_offers_the_languages(
    accepted: str, lang: str, tmp_path: Path
) -> None:
    """The browser's choice goes before the command's."""
    over(tmp_path / "duel-0001.jsonl")
    replay, _ = journal_replay(tmp_path / "duel-0001.jsonl", "public")
    client = Client(replay_app(replay, "ja"))
    page = client.get("/", headers={"accept-language": accepted}).text
    assert f'<html lang="{lang}">' in page
    assert '<select id="language">' in page
