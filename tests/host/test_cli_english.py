"""The command line speaks English, whatever the language of the system and of the pages is.

Every command is also given broken input of every kind that it reads: it complains, in English.
"""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import click
import pytest

from command_line import duelmat, run
from duelmat import main
from duelmat_command.columns import Cell, padded, width_of
from duelmat_host.app.replays import journal_replay
from duelmat_host.web.replay_page import replay_app
from duelmat_serving.language import catalogs
from host.test_replays import over
from web.client import Client

JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
SCENARIO = Path(__file__).parents[1] / "scenarios" / "attack-in-main-phase.toml"
CAPTURE = SCENARIO.parents[1] / "captures" / "pulled.capture"
CASES: dict[str, tuple[str, ...]] = {
    "camera check": ("tonight --mat no-such", ". --video words.txt", ". --camera 97", "tonight"),
    "camera print": (
        ". --mat mini",
        "tonight --deck syntax.toml",
        "tonight --deck missing.ydk",
        "tonight --ruleset no-such",
        "tonight --mat syntax.toml",
    ),
    "camera watch": ("missing", ". --mat mini", "tonight --size 3 4"),
    "capture": (
        "--port none --seconds 0 out.txt",
        "--port none --mat no-such out.txt",
        "--port none --seconds 1 old.txt",
    ),
    "cards check": (
        "missing.toml",
        "empty.toml",
        "latin.toml",
        "nul.toml",
        "syntax.toml",
        "unknown-key.toml",
        "cards.toml",
    ),
    "cards deck": (
        "--ruleset ocg syntax.toml",
        "--ruleset ocg unknown-key.toml",
        "--ruleset ocg codes.toml",
        "--ruleset ocg words.ydk",
        "--ruleset ocg numbers.ydk",
        "--ruleset ocg ydke://abc!!!",
        "--ruleset ocg ydke://abc",
        "--ruleset ocg --facts syntax.json numbers.ydk",
        "--ruleset ocg --facts facts.json numbers.ydk",
        "--ruleset ocg --facts words.cdb numbers.ydk",
        "--ruleset no-such codes.toml",
    ),
    "cards list": ("no-such",),
    "cards show": ("Nobody", "no-such Nobody"),
    "cards words": ("no-such",),
    "config path": ("more",),
    "config set": (
        "no_such 1",
        "assist much",
        "port a b",
        "names a",
        "two perhaps",
        "listen nowhere",
        "micropython 2",
    ),
    "config unset": ("no_such", "port"),
    "demo": (
        "--mat no-such",
        "--mat syntax.toml",
        "--nonsense",
        "--script no-such",
        "--script no-duel",
        "--script no-incidents",
        "--script late",
        "--script public",
    ),
    "doctor": ("--port none", "--mat unknown-key.toml", "--only no-such"),
    "enroll": (
        "--port none --registry syntax.toml codes.toml",
        "--port none --registry sleeves.toml codes.toml",
        "--port none --registry words.json codes.toml",
    ),
    "event backup": ("--to copy", "missing --to copy", "deck.toml --to copy"),
    "event check": (
        "missing",
        "words.json",
        "event.json",
        "newer.json",
        "event.json --checkpoint X",
    ),
    "event demo": ("--nonsense",),
    "event export": ("--what standings words.json", "--what standings missing"),
    "event generate": (
        "--policy no-such --players 4",
        "--policy rounds.toml --players 4",
        "--players 1",
    ),
    "event publish": ("words.json site", "missing site", "event.json syntax.toml"),
    "event restore": ("missing again", "copy --database nonsense"),
    "event new": (
        "again",
        "again --name Open --policy no-such",
        "again --name Open --policy rounds.toml",
        "again --database postgresql://a/b",
        "--name Open --policy ocg --database mysql://a/b",
    ),
    "event pair": (
        "syntax.toml",
        "syntax.json",
        "words.csv",
        "cells.csv",
        "field.json",
        "latin.toml",
    ),
    "event policy check": (
        "missing.toml",
        "empty.toml",
        "latin.toml",
        "syntax.toml",
        "unknown-key.toml",
        "rounds.toml",
    ),
    "event policy list": ("more",),
    "event policy show": ("no-such", "ogc", "syntax.toml", "ocg --json --toml"),
    "event sample": ("--nonsense",),
    "event serve": (
        "place --name Open --policy rounds.toml",
        "--database mysql://a/b",
        "place --name Open --policy no-such",
    ),
    "event show": ("missing", "words.json", "event.json"),
    "flash": ("--port none",),
    "judge": (
        "missing.toml",
        "empty.toml",
        "latin.toml",
        "nul.toml",
        "syntax.toml",
        "unknown-key.toml",
        "scenario.toml",
        "unexpected.toml",
        "--cards cards.toml scenario.toml",
    ),
    "league": ("missing", "words.json", "syntax.toml", "unexpected.toml"),
    "mat build": ("missing.toml", "syntax.toml", "unknown-key.toml", "--mat no-such"),
    "mat check": (
        "missing.toml",
        "empty.toml",
        "latin.toml",
        "syntax.toml",
        "unknown-key.toml",
        "--mat no-such",
        "--against place",
    ),
    "perft": ("--ruleset no-such", "--depth x", "--ruleset ocg --depth 99"),
    "play": (
        "--ruleset no-such",
        "--deck syntax.toml",
        "--deck missing.ydk",
        "--deck words.ydk",
        "--registry sleeves.toml --port none",
        "--mat no-such",
        "--mat syntax.toml",
        "--listen nowhere",
        "--tls-cert missing",
    ),
    "replay": (
        "missing",
        "capture.txt",
        "damaged.txt",
        "capture-of-another.txt",
        "--check words.json",
        "--check missing",
        "--share out.json syntax.json",
        "words.txt",
        "unknown.record",
        "cut.record",
        "shared.json",
    ),
    "report": ("--out old.txt", "--out no-such/place.zip"),
    "rules": ("XX-9", "--ruleset no-such", "TK-0"),
}
"""Every command, and what it is given in a folder of broken files."""
LEFT: dict[str, str] = {
    "bench": "it measures in a checkout, and is no part of the program",
}
"""Commands that are not asked, and why."""


BROKEN_CARDS = """
ruleset = "ocg"
[[card]]
code = "no code at all"
name = ""
kinds = ["monster", "counter"]
traits = { attack = "?", level = 3.5 }
effects = ["nobody-knows"]
[[effect]]
name = "mine"
use = "trigger"
resolve = [{ do = "drawing" }, { do = "gain", amount = -1 }, { do = "send", cards = "found" }]
"""
BROKEN_SCENARIO = """
ruleset = "ocg"
names = { a = 3 }
[position]
turn = 0
phase = "mian1"
a.m1 = "Wlof"
a.hand = 7.5
a.used = ["summoning"]
[[question]]
action = { do = "attack", card = "m9" }
[[question]]
play = ["m1>"]
expect = { legal = 1, rules = ["X"] }
"""
UNEXPECTED = """
ruleset = "ocg"
[position]
phase = "battle"
a.m1 = { card = "Elf", since = 2 }
[[question]]
action = "m1*"
[question.expect]
legal = false
rules = ["OCG-22"]
winner = "a"
b = { life = 3, grave = ["Wolf"] }
events = [{ event = "destroyed", card = "Wolf" }]
[[question]]
play = [{ do = "draw" }]
"""


def written_scripts() -> dict[str, str]:
    """Return the files of broken scripts of a demonstration, each in a folder of its own."""
    duel = files("duelmat_bench.demo").joinpath("duel.record").read_text(encoding="utf-8")
    late = "[[incident]]\nbefore = 9999\nkind = 'refused'\n"
    return {
        "no-duel/duel.record": "duelmat record 1\n",
        "no-duel/incidents.toml": "",
        "no-incidents/duel.record": duel,
        "no-incidents/incidents.toml": "[[incident]]\nbefore = 0\n",
        "late/duel.record": duel,
        "late/incidents.toml": late,
        "public/duel.record": re.sub("(?m)^seed .*$", "", duel),
        "public/incidents.toml": "",
    }


def write_files() -> None:
    """Write the broken files into the folder that the test is in."""
    mat = "a" * 64
    capture = f"duelmat capture 1\nmat {mat}\n"
    written: dict[str, str | bytes] = {
        "capture-of-another.txt": f"{capture}0 ! opened\nend 1\n",
        "capture.txt": "duelmat capture 1\nmat x\n",
        "cells.csv": "id,name,points\n1,Ana,3,4\n1,Ben,x\n",
        "cards.toml": BROKEN_CARDS,
        "codes.toml": 'main = ["NoSuchCard"]\n',
        "cut.record": "duelmat record 1\nruleset ocg\nseed 3\n",
        "damaged.txt": f"{capture}0 ! opened\n5 < zz\nend 2\n",
        "empty.toml": "",
        "event.json": '{"duelmat_event":1,"head":"","entries":[],"decks":{}}',
        "facts.json": '[{"id": 1, "name": "x"}, 3, {"id": "x"}]',
        "field.json": json.dumps(
            {
                "players": [
                    {"id": 1, "name": "Ana", "points": 3, "met": [2, 1]},
                    {"id": 1, "name": "Ben", "points": -1},
                    {"id": 2, "name": "", "points": "3", "met": "1"},
                ],
                "round": 0,
                "colour": 3,
            }
        ),
        "latin.toml": b'name = "caf\xe9"\n',
        "newer.json": '{"duelmat_event":9}',
        "nul.toml": "a = 1\0",
        "numbers.ydk": "#main\n12345\n",
        "old.txt": "old",
        "rounds.toml": 'name = "Club"\nrounds = [{ players = 1, value = "x" }]\nround_s = 2.5\n',
        "scenario.toml": BROKEN_SCENARIO,
        "shared.json": '{"duelmat":"replay","format":1}',
        "sleeves.toml": '[[sleeves]]\nowner = "z"\ncode = "?"\nup = "04"\ndown = 3\n',
        "syntax.json": '{"a": }',
        "syntax.toml": "a = \n",
        "unexpected.toml": UNEXPECTED,
        "unknown-key.toml": "nonsense = 1\n",
        "unknown.record": "duelmat record 1\nruleset chess\n",
        "words.cdb": "no database at all " * 100,
        "words.csv": "first,second\n1,2\n",
        "words.json": "words",
        "words.txt": "no record of a duel\n",
        "words.ydk": "words\n",
    }
    written |= written_scripts()
    for name, content in written.items():
        Path(name).parent.mkdir(exist_ok=True)
        data = content if isinstance(content, bytes) else content.encode()
        Path(name).write_bytes(data)


@pytest.fixture(autouse=True)
def _in_a_folder_of_broken_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also make the system and the pages Japanese."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DUELMAT_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setattr("duelmat_maker.doctor.examination.CONNECT_MS", 500)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.setenv(name, "ja_JP.UTF-8")
    Path("config.toml").write_text('language = "ja"\n')
    write_files()


def commands(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield every command that does something, as it is typed."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        found = group.get_command(ctx, name)
        if isinstance(found, click.Group):
            yield from commands(found, (*words, name))
        else:
            yield " ".join((*words, name))


def test_every_command_is_asked() -> None:
    """A new one needs a line in the table."""
    asked = [command for command in commands(main) if command.split()[0] not in LEFT]
    assert sorted(asked) == sorted(CASES)


ASKED = [f"{command} {given}" for command, cases in CASES.items() for given in cases]


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_wrong_is_said_in_english(asked: str) -> None:
    """Also where the file, the system or the pages have another language."""
    result = duelmat(*asked.split())
    assert result.exit_code != 0, result.output
    assert "expected" in result.output or re.search("[A-Za-z]+ [a-z]+", result.output), (
        result.output
    )
    assert not JAPANESE.search(result.output), result.output


@pytest.mark.parametrize("command", [(), *(tuple(each.split()) for each in commands(main))])
def test_help_is_english(command: tuple[str, ...]) -> None:
    """Of every command."""
    page = duelmat(*command, "--help").output
    assert page.startswith("Usage:")
    assert not JAPANESE.search(page)


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "TK"), ("rules", "text:sangan"), ("cards", "words"),
        ("cards", "show", "Dark", "Magician"), ("judge", SCENARIO), ("judge", "--json", SCENARIO),
        ("replay", CAPTURE), ("config",), ("event", "policy", "show", "trump-king"),
    ],
)  # fmt: skip
def test_what_is_printed_is_english(words: tuple[str | Path, ...]) -> None:
    """Text and JSON alike."""
    result = duelmat(*words)
    assert not JAPANESE.search(result.output.replace("日本語", ""))
    assert len(result.output) > 100


def test_a_process_of_its_own_prints_english() -> None:
    """Where nothing has set a locale before."""
    done = run("rules", "XX-1")
    assert done.returncode == 2
    assert not JAPANESE.search(done.stderr.decode())


# The language of pages


def test_a_replay_is_written_in_the_language_of_pages() -> None:
    """As a page and as a file to share; what is printed beside it is English."""
    over(Path("duel-0001.jsonl"))
    for option, name in (("--page", "duel.html"), ("--share", "duel.json")):
        result = duelmat("replay", option, name, "duel-0001.jsonl")
        assert result.exit_code == 0
        assert not JAPANESE.search(result.output)
        assert JAPANESE.search(Path(name).read_text())
    assert '<html lang="ja">' in Path("duel.html").read_text()
    assert '<select id="language">' not in Path("duel.html").read_text()
    duelmat("replay", "--language", "en", "--page", "english.html", "duel-0001.jsonl")
    assert '<html lang="en">' in Path("english.html").read_text()


@pytest.mark.parametrize(("accepted", "lang"), [("", "ja"), ("en", "en"), ("ja", "ja")])
def test_a_replay_in_the_browser_offers_the_languages(accepted: str, lang: str) -> None:
    """The browser's choice goes before the command's."""
    over(Path("duel-0001.jsonl"))
    replay, _ = journal_replay(Path("duel-0001.jsonl"), "public")
    client = Client(replay_app(replay, "ja"))
    page = client.get("/", headers={"accept-language": accepted}).text
    assert f'<html lang="{lang}">' in page
    assert '<select id="language">' in page


@pytest.mark.parametrize("command", [("play",), ("event", "serve"), ("replay", "duel.record")])
def test_an_unknown_language_of_pages_is_refused(command: tuple[str, ...]) -> None:
    """With those there are."""
    result = duelmat(*command, "--language", "xx")
    assert result.exit_code == 2
    assert "'xx' is not one of 'en', 'ja'" in result.stderr


@pytest.mark.parametrize("content", [None, b'msgid "\nrubbish'])
def test_a_broken_catalog_is_reported(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where pages are served."""
    (tmp_path / "ja").mkdir()
    if content is not None:
        (tmp_path / "ja" / "words.po").write_bytes(content)
    monkeypatch.setattr(catalogs, "files", lambda _: tmp_path)
    catalogs.language.cache_clear()
    try:
        result = duelmat("event", "serve", "place", "--name", "x", "--policy", "no-such")
        assert "in words.po" not in result.stderr  # nothing is served
        result = duelmat(
            "event", "serve", "place", "--name", "x", "--policy", "ocg", "--tls-key", "x"
        )
        assert re.search(
            r"language ja in words\.po.*Pages are in English instead\.", result.stderr
        )
        assert catalogs.language_or_english("ja") is catalogs.ENGLISH
    finally:
        catalogs.language.cache_clear()


# Columns


def test_wide_letters_take_two_columns() -> None:
    """Padding and cells count columns."""
    assert (width_of("あa"), padded("あ", 4), f"{Cell('あ'):4}|") == (3, "あ  ", "あ  |")


@pytest.mark.parametrize("name", ["ブラック・マジシャン", "ブラックマジシャン", "Dark Magician"])
def test_a_card_is_found_by_its_name_in_any_language(name: str) -> None:
    """Though English is printed."""
    assert "(DarkMagician)" in duelmat("cards", "show", *name.split()).output
