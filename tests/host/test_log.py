"""The log: bounded, private, one line a record, and never a secret."""

from __future__ import annotations

import io
import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from direct_mat import DECK
from duelmat_command.log_file import KEPT, LogFileHandler, LogFormatter, LogOutput
from duelmat_host.app.keeping import Keeping
from duelmat_host.app.mat_use import PeoplesMat
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import JournalError
from duelmat_host.link.events import Log, LogLevel
from duelmat_host.table.zone_map import PadName
from fake_board import FakeBoard
from host.test_bad_input import FullJournal, Table

SECRETS = {
    "key": r"\b[ab]:[A-Z0-9]",
    "salt": r"[0-9a-f]{32}",
    "address": r"/(seat|judge|events)/(?!\(secret\))",
}
"""The form of cards' keys, salts and secret addresses, which no line of a log has in it."""


@pytest.fixture(name="file")
def log_file(tmp_path: Path) -> Iterator[Path]:
    """A log at debug level."""
    path = tmp_path / "log" / "duelmat.log"
    with LogOutput("debug", 0) as log:
        log.open_file(path)
        yield path


def record(text: str, *values: object, level: int = logging.INFO) -> logging.LogRecord:
    return logging.LogRecord("duelmat_host.x", level, __file__, 1, text, values, None)


# What is written


def test_a_duel_with_cards_set_face_down_leaves_none_of_them_in_the_log(
    tmp_path: Path, file: Path
) -> None:
    """At debug level, with tags that are read, an event that fails and a journal that is full."""
    table = Table(tmp_path)
    table.plug(FakeBoard())
    table.run(1_500)
    table.begin()
    table.set_a_monster("a.m3", "S4")
    table.set_a_monster("a.s3", "C9")
    table.see("b.s2", bytes.fromhex("04c0ffee123456"))
    table.run(3_000)
    duel = table.table_loop.table
    use = table.table_loop.use

    class Failing(PeoplesMat):
        def accept_touch(self, _pad: PadName) -> bool:
            tag = Registry.for_simulation([DECK, DECK]).sleeves[0].up.hex()
            raise AssertionError("a:S4 " + tag)

    table.table_loop.seat(Failing())  # an event that cannot be taken
    table.touch("a.m3")
    table.run(200)
    table.table_loop.seat(use)
    duel.journal = FullJournal()
    table.press("a.phase")
    table.run(100)
    table.close()
    text = file.read_text()
    assert "INFO duelmat_host.app.table_log: duel 1, turn 1: " in text
    assert "a Touch of the board is left out" in text
    assert "AssertionError (its words may name a card: left out)" in text
    assert "disk full" in text
    for name, pattern in SECRETS.items():
        assert re.search(pattern, text) is None, name
    for sleeve in Registry.for_simulation([DECK, DECK]).sleeves:
        assert sleeve.up.hex() not in text
        assert sleeve.down.hex() not in text
    for seen in ("c0ffee", "\\xc0\\xff", "4 of spades", "9 of clubs"):
        assert seen not in text


def test_a_line_of_numbers_is_written_every_second(tmp_path: Path, file: Path) -> None:
    """One line, each number as key=value, by the table's own clock."""
    table = Table(tmp_path)
    table.plug(FakeBoard())
    table.run(1_500)
    table.begin()
    table.run(8_000)
    table.close()
    lines = [line for line in file.read_text().splitlines() if ": numbers " in line]
    assert len(lines) == 10
    last = dict(pair.split("=") for pair in lines[-1].partition(": numbers ")[2].split())
    assert last["link"] == "up"
    for name in ("sweep_ms", "clock_offset_ms", "resent", "bad", "feeds", "views", "entries"):
        assert re.fullmatch(r"-?\d+", last[name]), name
    assert int(last["rounds"]) > 900
    assert int(last["sent"]) > 0
    assert int(last["entries"]) > 0
    for name in ("work_ms", "work_max_ms", "append_ms", "memory_mb"):
        assert float(last[name]) > 0, name


def test_above_debug_there_are_no_numbers(tmp_path: Path) -> None:
    """The duel's lines and the board's are there."""
    path = tmp_path / "duelmat.log"
    with LogOutput("info", 0) as log:
        log.open_file(path)
        table = Table(tmp_path)
        table.plug(FakeBoard())
        table.run(2_000)
        table.close()
    assert "the board is there: firmware" in path.read_text()
    assert "numbers" not in path.read_text()


def test_a_line_from_outside_stays_one_line() -> None:
    """What a board says cannot look like another line, nor steer a terminal."""
    formatter = LogFormatter("%(levelname)s %(message)s")
    text = formatter.format(record("the board reports: %s", "x\n2026 ERROR y\x1b[31m\u2028z"))
    assert text == "INFO the board reports: x\\n2026 ERROR y\\x1b[31m\\u2028z"


def test_secret_addresses_are_cut_whoever_logs_them() -> None:
    """The words after the addresses that let somebody in."""
    formatter = LogFormatter("%(message)s")
    text = formatter.format(record("bad request for /seat/AbC-d_9/hands and /judge/xYz?a"))
    assert text == "bad request for /seat/(secret)/hands and /judge/(secret)"
    text = formatter.format(record("GET /in/AbC-d_9 /open/xYz /enroll/zzz"))
    assert text == "GET /in/(secret) /open/(secret) /enroll/(secret)"


# The file


def test_the_file_is_private_and_bounded(tmp_path: Path) -> None:
    """The oldest lines go; there are never more files than said."""
    path = tmp_path / "duelmat.log"
    handler = LogFileHandler(path, 1_000)
    for number in range(500):
        handler.emit(record("line %04d of the log", number))
    handler.close()
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [
        "duelmat.log",
        *(f"duelmat.log.{number}" for number in range(1, KEPT + 1)),
    ]
    assert all(file.stat().st_size <= 1_000 for file in files)
    assert all(file.stat().st_mode & 0o077 == 0 for file in files)
    assert "line 0499" in path.read_text()


def test_a_full_disk_is_reported_once_and_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """/dev/full takes nothing: one sentence, whatever follows."""
    told = io.StringIO()
    path = tmp_path / "duelmat.log"
    monkeypatch.setattr(
        "duelmat_command.log_file.open_own", lambda *_: os.open("/dev/full", os.O_WRONLY)
    )
    handler = LogFileHandler(path, complaints=told)
    for number in range(300):
        handler.emit(record("line %d %s", number, "x" * 200))
    handler.close()
    assert told.getvalue().count(f"expected to write to the log {path}, got: No space") == 1
    assert "Traceback" not in told.getvalue()
    assert told.getvalue().count("\n") == 1


def test_a_log_that_cannot_be_opened_is_done_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A directory stands in its place."""
    (tmp_path / "duelmat.log").mkdir()
    with LogOutput("info", 0) as log:
        log.open_file(tmp_path / "duelmat.log")
        logging.getLogger("duelmat_host.x").warning("still here")
    shown = capsys.readouterr().err
    assert "expected to write the log to" in shown
    assert "still here" in shown


# The terminal


@pytest.mark.parametrize(
    ("verbose", "shown"),
    [(0, ["warned"]), (1, ["told", "warned"]), (2, ["counted", "told", "warned"])],
)
def test_the_terminal_shows_warnings_unless_asked_for_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verbose: int, shown: list[str]
) -> None:
    """-v: info, -vv: debug; the file has its own level, and others' lines from warnings on."""
    path = tmp_path / "duelmat.log"
    with LogOutput("info", verbose) as log:
        log.open_file(path)
        logger = logging.getLogger("duelmat_host.x")
        logger.debug("counted")
        logger.info("told")
        logger.warning("warned")
        logging.getLogger("another.library").info("GET /somewhere?token=1")
    lines = capsys.readouterr().err.splitlines()
    assert [line.rpartition(" ")[2] for line in lines] == shown
    written = [line.rpartition(" ")[2] for line in path.read_text().splitlines()]
    assert written == ["told", "warned"]


def test_a_log_leaves_everything_as_it_was(tmp_path: Path) -> None:
    """Handlers and levels: commands run one after the other in one process."""
    root, ours = logging.getLogger(), logging.getLogger("duelmat_host")
    before = list(root.handlers), root.level, ours.level
    with LogOutput("debug", 2) as log:
        log.open_file(tmp_path / "duelmat.log")
    assert (list(root.handlers), root.level, ours.level) == before


def test_a_boards_line_is_logged_with_its_level(tmp_path: Path, file: Path) -> None:
    """As info, whatever its level: page and terminal say what lasts."""
    table = Table(tmp_path)
    table.table_loop._table_log.take(Log(LogLevel.ERROR, "the 5 V rail sags"))
    table.close()
    logged = "INFO duelmat_host.app.table_log: the board reports (error): the 5 V rail sags"
    assert logged in file.read_text()


def test_trouble_is_logged_when_it_begins_and_ends(tmp_path: Path, file: Path) -> None:
    """One warning however often it is tried, one line when it works again."""
    table = Table(tmp_path)
    loop = table.table_loop
    is_full = True

    def check() -> None:
        if is_full:
            raise JournalError("no room on the disk")

    loop.keeping = Keeping(check)
    for _ in range(3):
        with pytest.raises(JournalError), loop.keeping.noting():
            check()
        table.run(2_000)
    assert table.told == "no room on the disk"
    is_full = False
    table.run(1_000)
    assert table.told == ""
    table.close()
    assert file.read_text().count("WARNING duelmat_host.app.keeping: no room") == 1
    assert file.read_text().count("can be kept again") == 1
