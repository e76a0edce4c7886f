"""Files that are made to stop a reader end in words, and within a bounded amount of work.

Every command that takes a file is given every such file, in a process that is ended after
PATIENCE_S: only what hangs takes that long.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from duelmat_decks.cdb import read_cdb
from duelmat_decks.errors import CardFactsError
from duelmat_files.outside import read_regular_file
from host import hostile_files as hostile

pytestmark = pytest.mark.long

PATIENCE_S = 300
LONGEST = 500_000
"""Characters that may be said of one file."""
TESTS = Path(__file__).parents[1]
FILE = "{file}"
FOLDER = "{folder}"
CAPTURE = next(Path(__file__).parents[1].joinpath("captures").glob("quiet.capture"))
ADDRESS = "ydke://o6lXBQ==!!!"


class Taken(NamedTuple):
    """How a command takes a file."""

    name: str
    """Of the file."""
    kinds: Mapping[str, Callable[[Path], None]]
    """What such a file may hold that is hostile."""
    arguments: tuple[str, ...]
    harmless: frozenset[str] = frozenset()
    """What this command may take."""


NEW = frozenset({"nothing"})
PLAY = ("play", "--no-browser", "--dir", "{folder}/table")
REAL = (*PLAY, "--port", "/nowhere", "--registry", FILE)
COMMANDS: dict[str, Taken] = {
    "judge": Taken("case.toml", hostile.TOML, ("judge", FILE)),
    "judge --batch": Taken("cases.jsonl", hostile.JSON, ("judge", "--batch", FILE)),
    "cards check": Taken("cards.toml", hostile.TOML, ("cards", "check", FILE)),
    "cards deck": Taken("deck.toml", hostile.TOML, ("cards", "deck", FILE)),
    "cards deck, ydk": Taken("deck.ydk", hostile.LINES, ("cards", "deck", FILE)),
    "facts, JSON": Taken("facts.json", hostile.JSON, ("cards", "deck", ADDRESS, "--facts", FILE)),
    "facts, cdb": Taken("facts.cdb", hostile.SQLITE, ("cards", "deck", ADDRESS, "--facts", FILE)),
    "replay": Taken("duel.txt", hostile.LINES, ("replay", FILE)),
    "replay --registry": Taken(
        "cards.toml", hostile.TOML, ("replay", str(CAPTURE), "--registry", FILE)
    ),
    "perft": Taken(
        "start.txt", hostile.LINES, ("perft", "--ruleset", "trump_king", "--position", FILE)
    ),
    "event policy check": Taken("policy.toml", hostile.TOML, ("event", "policy", "check", FILE)),
    "event check": Taken("event.json", hostile.JSON, ("event", "check", FILE)),
    "event pair": Taken("players.json", hostile.JSON, ("event", "pair", FILE)),
    "event pair, TOML": Taken("players.toml", hostile.TOML, ("event", "pair", FILE)),
    "event pair, CSV": Taken("players.csv", hostile.LINES, ("event", "pair", FILE)),
    "mat check": Taken("mat.toml", hostile.TOML, ("mat", "check", FILE)),
    "doctor --mat": Taken(
        "mat.toml", hostile.TOML, ("doctor", "--port", "/nowhere", "--mat", FILE)
    ),
    "doctor --bench --check": Taken(
        "bench.json", hostile.JSON, ("doctor", "--bench", "--check", FILE)
    ),
    "doctor --bench --report": Taken(
        "bench.json",
        hostile.JSON,
        ("doctor", "--bench", "--port", "/nowhere", "--report", FILE),
    ),
    "demo --mat": Taken("mat.toml", hostile.TOML, ("demo", "--mat", FILE)),
    "demo --script": Taken("incidents.toml", hostile.TOML, ("demo", "--script", FOLDER)),
    "demo --script, record": Taken("duel.record", hostile.LINES, ("demo", "--script", FOLDER)),
    "play --deck": Taken("deck.toml", hostile.TOML, (*PLAY, "--deck", FILE)),
    "play --registry": Taken("cards.toml", hostile.TOML, REAL, NEW),
    "play --registry, JSON": Taken("cards.json", hostile.JSON, REAL, NEW),
    "enroll": Taken(
        "deck.toml",
        hostile.TOML,
        ("enroll", FILE, "--port", "/nowhere", "--registry", "{folder}/cards.toml"),
    ),
    "--game": Taken("game.py", hostile.LINES, ("--game", FILE, "rules")),
}
SCRIPT = Path(__file__).parents[1] / "bench" / "duelmat_bench" / "demo"


def arguments_for(taken: Taken, make: Callable[[Path], None], folder: Path) -> list[str]:
    """The arguments of a command that is given such a file, which is made."""
    folder.mkdir()
    file = folder / taken.name
    if "--script" in taken.arguments:
        for name in ("duel.record", "incidents.toml"):
            shutil.copy(SCRIPT / name, folder)
        file.unlink()
    make(file)
    return [
        argument.replace(FILE, str(file)).replace(FOLDER, str(folder))
        for argument in taken.arguments
    ]


def run_all(commands: list[list[str]]) -> list[tuple[int, str, str]]:
    """Exit code, words and exception of each command, run in a process that may be ended."""
    done = subprocess.run(
        [sys.executable, "-m", "host.run_commands"],
        input=json.dumps(commands),
        text=True,
        capture_output=True,
        timeout=PATIENCE_S,
        check=True,
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    )
    found: list[tuple[int, str, str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_a_hostile_file_ends_in_words(name: str, tmp_path: Path) -> None:
    taken = COMMANDS[name]
    files = {**hostile.ANYWHERE, **taken.kinds}
    kinds = [what for what in files if what not in taken.harmless]
    commands = [
        arguments_for(taken, files[what], tmp_path / str(number))
        for number, what in enumerate(kinds)
    ]
    for what, (code, said, let_through) in zip(kinds, run_all(commands), strict=True):
        assert not let_through, (what, let_through)
        assert code not in (0, None), (what, said)
        assert "xpected" in said, (what, said)
        assert len(said) < LONGEST, (what, len(said))


@pytest.mark.parametrize("what", hostile.SQLITE)
def test_a_database_that_works_out_its_rows_is_refused(what: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.cdb"
    hostile.SQLITE[what](file)
    with pytest.raises(CardFactsError, match="expected a card database"):
        read_cdb(file)
    assert {entry.name for entry in tmp_path.iterdir()} == {"cards.cdb"}


def test_a_file_that_grows_while_it_is_read_is_bounded() -> None:
    """A file whose size is not known beforehand is read up to the limit, not to its end."""
    status = Path("/proc/self/status")
    assert read_regular_file(status)
    with pytest.raises(OSError, match="more than"):
        read_regular_file(status, 10)
