"""The journal: durable, chained, resumed after kills, and what happens to a damaged file."""

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_engine.names import CardKey
from duelmat_host.errors import JournalEntryError, JournalError, NotAJournalError
from duelmat_host.journal.journal import NO_HASH, Entry, Journal
from duelmat_host.journal.salvage import find_rows
from duelmat_host.table.commitment import SALT_BYTES, card_salt, commit, fresh_salt, opens

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def filled(path: Path, count: int, size: int = 40) -> tuple[Entry, ...]:
    """A journal of that many entries, some longer than a page."""
    with Journal.open(path) as journal:
        chance = random.Random(count)
        journal.append_all(
            (
                "play",
                {"number": n, "text": "x" * (size if n % 17 else 9000) + str(chance.random())},
            )
            for n in range(1, count + 1)
        )
        return journal.entries()


def test_entries_come_back_in_order_after_closing(tmp_path: Path) -> None:
    """Numbers from one, kinds, data as JSON; the head is the last hash."""
    path = tmp_path / "duels" / "first.sqlite3"
    with Journal.open(path) as journal:
        assert (len(journal), journal.head, journal.entries()) == (0, NO_HASH.hex(), ())
        first = journal.append("duel", {"seed": None, "names": ["Ana", "Béla"]})
        both = journal.append_all([("action", {"text": "x"}), ("event", {"n": 1.5})])
        assert [e.number for e in (first, *both)] == [1, 2, 3]
    with Journal.open(path) as again:
        assert again.entries() == (first, *both)
        assert again.entries("event") == both[1:]
        assert again.head == both[1].hash
        assert again.damage is None
        assert again.append("end", {}).number == 4
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_hash_covers_number_kind_data_and_all_before(tmp_path: Path) -> None:
    """The chain worked out by hand."""
    with Journal.open(tmp_path / "j") as journal:
        journal.append("a", {"z": 1, "y": [True, None], "x": {"b": 2, "a": 1}})
        journal.append("b", {})
        first = sha256(
            bytes(32) + b'{"data":{"x":{"a":1,"b":2},"y":[true,null],"z":1},"kind":"a","n":1}'
        ).digest()
        second = sha256(first + b'{"data":{},"kind":"b","n":2}').hexdigest()
        assert [e.hash for e in journal.entries()] == [first.hex(), second]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.text(min_size=1, max_size=9), JSON), min_size=1, max_size=6))
def test_any_json_comes_back_equal(items: list[tuple[str, Any]]) -> None:
    """Whatever the data, what is read back is what was written, and the chain holds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "j"
        with Journal.open(path) as journal:
            written = journal.append_all([(kind, {"v": value}) for kind, value in items])
        with Journal.open(path) as again:
            assert again.damage is None
            assert again.entries() == written
            assert [(e.kind, e.data["v"]) for e in written] == items


@pytest.mark.parametrize("data", [{"x": object()}, {"x": {1: {2: object()}}}])
def test_data_that_is_no_json_is_refused_and_nothing_written(tmp_path: Path, data: Any) -> None:
    """A fault of the caller leaves the journal as it was, also within a batch."""
    with Journal.open(tmp_path / "j") as journal:
        with pytest.raises(JournalEntryError, match="entry 2"):
            journal.append_all([("good", {}), ("bad", data)])
        with pytest.raises(JournalEntryError):
            journal.append("", {})
        assert len(journal) == 0
        assert journal.append("good", {}).number == 1


def test_two_writers_are_noticed(tmp_path: Path) -> None:
    """The second one's entry would have the first one's number."""
    with Journal.open(tmp_path / "j") as one, Journal.open(tmp_path / "j") as other:
        one.append("a", {})
        with pytest.raises(JournalEntryError, match="another duelmat"):
            other.append("b", {})
        one.append("c", {})
    with Journal.open(tmp_path / "j") as again:
        assert [e.kind for e in again.entries()] == ["a", "c"]


WRITER = """
import sys
from pathlib import Path
from duelmat_host.journal.journal import Journal
journal = Journal.open(Path(sys.argv[1]))
assert journal.damage is None, journal.damage
print(len(journal), flush=True)
while True:
    if len(journal) % 5 == 4:
        done = journal.append_all([("pair", {"text": "y" * 5000}), ("pair", {})])[-1]
    else:
        done = journal.append("play", {"number": len(journal) + 1, "text": "x" * 300})
    print(done.number, flush=True)
"""


def test_a_killed_writer_loses_nothing_that_it_confirmed(tmp_path: Path) -> None:
    """kill -9 at 12 random moments: all confirmed entries are there, and the next run goes on."""
    chance = random.Random(12)
    path = tmp_path / "j.sqlite3"
    for _ in range(12):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(chance.random() * 0.06)
        os.kill(writer.pid, signal.SIGKILL)
        confirmed = [line for line in writer.stdout.read().split("\n")[:-1] if line]
        writer.wait()
        with Journal.open(path) as journal:
            assert journal.damage is None
            assert len(journal) >= int(confirmed[-1] if confirmed else 0)
            pairs = journal.entries("pair")
            assert len(pairs) % 2 == 0


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_commit_that_was_not_finished_does_not_count(tmp_path: Path, moment: str) -> None:
    """Copied in the middle of a transaction, as after a power cut: the last commit stands."""
    path, copy = tmp_path / "j", tmp_path / "copy"
    entries = filled(path, 20)
    database = sqlite3.connect(path)
    database.execute("PRAGMA cache_spill = 1")
    database.execute("PRAGMA cache_size = 2")
    database.execute("BEGIN IMMEDIATE")
    if moment == "after":
        for number in range(21, 60):
            database.execute("INSERT INTO entries VALUES (?, 'x', ?, x'00')", (number, "z" * 5000))
    copy_open_journal(path, copy)
    if moment == "after":
        assert (tmp_path / "copy-wal").stat().st_size > 5000
    database.rollback()
    database.close()
    with Journal.open(copy) as journal:
        assert journal.damage is None
        assert journal.entries() == entries


@pytest.mark.parametrize("settled", [0, 5, 9])
def test_what_was_written_stands_in_the_log_until_it_is_settled(
    tmp_path: Path, settled: int
) -> None:
    """A power cut after each append: file and log together hold all entries."""
    path, copy = tmp_path / "j", tmp_path / "copy"
    with Journal.open(path) as journal:
        for number in range(10):
            journal.append("play", {"number": number, "text": "x" * 3000})
            if number == settled:
                journal.settle()
        journal.settle()
        journal.append("last", {})
        copy_open_journal(path, copy)
        entries = journal.entries()
    with Journal.open(copy) as again:
        assert again.damage is None
        assert again.entries() == entries


def test_a_journal_is_read_while_it_is_written_and_where_nothing_can_be(tmp_path: Path) -> None:
    """Reading leaves the file and what lies beside it as they are."""
    path = tmp_path / "j"
    with Journal.open(path) as journal:
        journal.append("play", {"number": 1})
        assert Journal.read(path) == (journal.entries(), "")
        entries = journal.entries()
    tmp_path.chmod(0o555)
    try:
        assert Journal.read(path) == (entries, "")
    finally:
        tmp_path.chmod(0o755)


# Damage


def copy_open_journal(path: Path, copy: Path) -> None:
    """What a power cut would leave of a journal that is open."""
    for suffix in ("", "-wal"):
        with contextlib.suppress(FileNotFoundError):
            copy.with_name(copy.name + suffix).write_bytes(
                path.with_name(path.name + suffix).read_bytes()
            )


@pytest.mark.parametrize("page", [0, 1, 2])
def test_a_damaged_file_goes_on_from_its_log(tmp_path: Path, page: int) -> None:
    """Killed with half of the entries in the log, and a page of the file overwritten."""
    path, copy = tmp_path / "j", tmp_path / "copy"
    with Journal.open(path) as journal:
        for number in range(1, 21):
            journal.append("play", {"number": number, "text": "x" * 700})
            if number == 10:
                journal.settle()
        copy_open_journal(path, copy)
        entries = journal.entries()
    content = bytearray(copy.read_bytes())
    content[4096 * page + 20 : 4096 * page + 4000] = bytes(3980)
    copy.write_bytes(content)
    log = copy.with_name("copy-wal").read_bytes()
    with Journal.open(copy) as again:
        kept = len(again)
        assert again.entries() == entries[:kept]
        if again.damage is not None:
            aside = again.damage.aside
            assert aside.read_bytes() == bytes(content)
            assert aside.with_name(f"{aside.name}-wal").read_bytes() == log
        again.append("goes on", {})
    with Journal.open(copy) as last:
        assert last.damage is None
        assert len(last) == kept + 1


def check_resumed(path: Path, entries: tuple[Entry, ...], damaged: bytes) -> int:
    """A damaged journal opened: a good prefix, the file kept as it was, and it goes on."""
    with Journal.open(path) as journal:
        kept = len(journal)
        assert journal.entries() == entries[:kept]
        damage = journal.damage
        if damage is None:
            assert kept == len(entries)
            return kept
        assert (damage.entry, damage.kept) == (kept + 1, kept)
        assert damage.aside.read_bytes() == damaged
        for word in (f"entry {kept + 1}", str(damage.aside), damage.reason):
            assert word in str(damage)
        journal.append("goes on", {})
    with Journal.open(path) as again:
        assert again.damage is None
        assert len(again) == kept + 1
        assert again.entries()[:kept] == entries[:kept]
    return kept


def test_a_file_cut_anywhere_keeps_what_lies_before_the_cut(tmp_path: Path) -> None:
    """At 39 places, page ends and the empty file among them; more is never worse."""
    path = tmp_path / "whole"
    entries = filled(path, 150)
    content = path.read_bytes()
    places = [0, 1, 15, 16, 99, 100, 4095, 4096, 4097, 8192, 12288, len(content) - 1]
    places += [len(content) * part // 28 for part in range(1, 28)]
    kept = {}
    for place in sorted(places):
        cut = tmp_path / f"cut-{place}"
        cut.write_bytes(content[:place])
        kept[place] = check_resumed(cut, entries, content[:place])
        assert kept[place] < len(entries)
    assert list(kept.values()) == sorted(kept.values())
    assert kept[len(content) * 14 // 28] > 30


def test_an_edited_byte_is_found_and_the_entries_before_it_hold(tmp_path: Path) -> None:
    """Any byte of the file changed: entries are lost only where it matters, and it is told."""
    path = tmp_path / "whole"
    entries = filled(path, 60)
    content = path.read_bytes()
    chance = random.Random(8)
    for number in range(60):
        place = number if number < 30 else chance.randrange(len(content))
        edited = bytearray(content)
        edited[place] ^= 1 << chance.randrange(8)
        target = tmp_path / f"edited-{number}"
        target.write_bytes(edited)
        check_resumed(target, entries, bytes(edited))


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        ("UPDATE entries SET data = replace(data, '7', '8') WHERE n = 7", 6),
        ("UPDATE entries SET kind = 'other' WHERE n = 1", 0),
        ("UPDATE entries SET kind = x'ff' WHERE n = 3", 2),
        ("UPDATE entries SET hash = 'text' WHERE n = 4", 3),
        ("UPDATE entries SET n = 100 WHERE n = 5", 4),
        ("DELETE FROM entries WHERE n = 6", 5),
        ("INSERT INTO entries VALUES (21, 'late', '{}', zeroblob(32))", 20),
        ("DROP TABLE entries", 0),
    ],
)
def test_an_entry_edited_with_sql_is_named(tmp_path: Path, statement: str, kept: int) -> None:
    """By somebody who knows SQLite: the first entry that does not hold, and all before it."""
    path = tmp_path / "j"
    entries = filled(path, 20)
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute(statement)
    damaged = path.read_bytes()
    if "DROP" in statement:  # its pages are free and still there
        assert check_resumed(path, entries, damaged) >= 0
    else:
        assert check_resumed(path, entries, damaged) == kept


def test_damage_upon_damage_keeps_every_file(tmp_path: Path) -> None:
    """The third damaged file is kept beside the first two."""
    path = tmp_path / "j.sqlite3"
    filled(path, 12)
    for _ in range(3):
        path.write_bytes(path.read_bytes()[:-4096])
        Journal.open(path).close()
    names = sorted(file.name for file in tmp_path.iterdir() if "damaged" in file.name)
    assert names == [f"j.damaged-{number}.sqlite3" for number in (1, 2, 3)]


FOREIGN: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("A shopping list: milk, bread"),
    "another database": lambda path: sqlite3.connect(path).execute("CREATE TABLE t (x)"),
    "bytes": lambda path: path.write_bytes(random.Random(1).randbytes(9000)),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, kind: str) -> None:
    """It is told what it is, and not touched."""
    path = tmp_path / "file"
    FOREIGN[kind](path)
    before = path.read_bytes()
    with pytest.raises(NotAJournalError, match="left alone") as told:
        Journal.open(path)
    assert "got b'" not in str(told.value) and "with b'" not in str(told.value)
    assert str(told.value).isprintable()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_a_newer_format_and_a_folder_are_refused(tmp_path: Path) -> None:
    """Neither is damage."""
    path = tmp_path / "j"
    filled(path, 2)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 9")
    for place, words in ((path, "update duelmat"), (tmp_path, "Check the path")):
        with pytest.raises(JournalError, match=words):
            Journal.open(place)


@settings(max_examples=20, deadline=None)
@given(st.binary(max_size=400), st.integers(0, 3))
def test_salvage_takes_anything(piece: bytes, pages: int) -> None:
    """Pages of any content: rows or none, never an error."""
    for content in (piece, bytes(4096) * pages + b"\x0d" + piece.ljust(4095, b"\x01")):
        list(find_rows(content))


def test_salvage_finds_what_sqlite_finds(tmp_path: Path) -> None:
    """On a whole file both see the same rows, overflow pages followed."""
    entries = filled(tmp_path / "j", 80)
    rows = sorted(find_rows((tmp_path / "j").read_bytes()))
    assert [(row.n, row.kind, row.hash.hex()) for row in rows] == [
        (entry.number, entry.kind, entry.hash) for entry in entries
    ]


# Commitments


def test_a_commitment_opens_with_its_card_and_salt_only() -> None:
    """Another salt gives another digest; another card, salt or nonsense does not open it."""
    one, other = (commit(CardKey("a:H7"), fresh_salt()) for _ in range(2))
    assert one.digest != other.digest
    assert opens(one.digest, one.salt, "a:H7")
    assert not opens(one.digest, one.salt, "a:H8")
    assert not opens(one.digest, other.salt, "a:H7")
    for nonsense in ("", "zz", one.salt[:-2], one.salt + "00"):
        assert not opens(one.digest, nonsense, "a:H7")
    assert commit(CardKey("a:H7"), bytes(16)) == commit(CardKey("a:H7"), bytes(16))


def test_each_card_of_an_action_has_a_salt_of_its_own() -> None:
    """Made of the action's secret salt, which none of them tells."""
    salt = fresh_salt()
    salts = [card_salt(salt, oid) for oid in range(50)]
    assert len({salt, *salts}) == 51
    assert {len(one) for one in salts} == {SALT_BYTES}
    assert salts == [card_salt(salt, oid) for oid in range(50)]
    assert not {card_salt(fresh_salt(), oid) for oid in range(50)} & set(salts)
