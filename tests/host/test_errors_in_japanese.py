"""What every command says of broken input is in the reader's language, as a whole."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import click
import pytest

from command_line import duelmat
from duelmat_host.cli import main
from english import english_in

JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
CASES: dict[str, tuple[str, ...]] = {
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
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DUELMAT_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setattr("duelmat_maker.doctor.examination.CONNECT_MS", 500)
    Path("config.toml").write_text("")
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
def test_what_is_wrong_is_said_in_japanese(asked: str) -> None:
    """No sentence of it is English; values, options and paths stay as they are."""
    told = duelmat("--language", "ja", *asked.split())
    assert told.exit_code != 0, told.output
    assert JAPANESE.search(told.output), told.output
    assert english_in(told.output) == [], told.output


@pytest.mark.parametrize(
    "asked", ["cards show Nobody", "event check words.json", "mat check empty.toml"]
)
def test_english_would_be_found(asked: str) -> None:
    """The same complaints in English are full of it."""
    assert english_in(duelmat(*asked.split()).output)


CASES_OF_A_BATCH = (
    "{",
    "[3]",
    "{}",
    '{"ruleset": "ocg", "ruleset": "ocg"}',
    '{"ruleset": "ogc", "position": {}, "action": "pass"}',
    '{"ruleset": "ocg", "position": {"a": {"m1": "Wlof"}}, "action": "m1>"}',
    '{"ruleset": "ocg", "battle": {"attacker": {"attack": -1}}}',
    '{"ruleset": "ocg", "triggers": [{"seat": "c"}], "chain": [2]}',
)


@pytest.mark.parametrize("case", CASES_OF_A_BATCH)
def test_what_is_wrong_with_a_case_is_said_in_japanese(case: str) -> None:
    """Where the command line asks for it, as in all JSON; else in English."""
    for language, is_japanese in (("ja", True), ("en", False)):
        told = duelmat("--language", language, "judge", "--batch", stdin=f"{case}\n")
        (error,) = [json.loads(line)["error"] for line in told.output.splitlines()]
        parts = [part for fault in error["faults"] for part in (fault["expected"], fault["got"])]
        assert bool(JAPANESE.search(error["text"])) == is_japanese
        assert not is_japanese or not any(map(english_in, (error["text"], *parts))), error


BROKEN_SETTINGS = (
    "a = ",
    'port = ""',
    "prot = 1",
    'assist = "much"\ntwo = 3\nnames = ["a"]',
    "port = [[[[",
    'listen = "nowhere"',
)


@pytest.mark.parametrize("settings", BROKEN_SETTINGS)
def test_what_is_wrong_with_settings_is_said_in_japanese(settings: str) -> None:
    """Of the file, and of the environment."""
    Path("config.toml").write_text(settings)
    told = duelmat("--language", "ja", "config")
    assert told.exit_code != 0
    assert JAPANESE.search(told.output)
    assert english_in(told.output) == [], told.output


@pytest.mark.parametrize("name", ["DUELMAT_PROT", "DUELMAT_TWO", "DUELMAT_CONFIG"])
def test_what_is_wrong_with_a_variable_is_said_in_japanese(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it names a file that is not there."""
    monkeypatch.setenv(name, "perhaps")
    told = duelmat("--language", "ja", "config")
    assert told.exit_code != 0
    assert JAPANESE.search(told.output)
    assert english_in(told.output) == [], told.output
