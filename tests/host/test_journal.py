"""The journal: durable, chained, resumed after kills, and what happens to a damaged file."""

import os
import random
import resource
import secrets
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_engine.names import CardKey
from duelmat_host.errors import JournalEntryError, JournalError, NotAJournalError
from duelmat_host.journal import journal as journal_module
from duelmat_host.journal.chain import HEADER, NO_HASH, Entry, read_chain, restore_chain
from duelmat_host.journal.journal import Journal
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
        for number in range(1, count + 1):
            text = "x" * (size if number % 17 else 9000) + str(chance.random())
            journal.append("play", {"number": number, "text": text})
        return journal.entries()


def test_entries_come_back_in_order_after_closing(tmp_path: Path) -> None:
    """Numbers from one, kinds, data as JSON; the head is the last hash."""
    path = tmp_path / "duels" / "first.jsonl"
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


def test_the_hash_covers_number_kind_data_nonce_and_all_before(tmp_path: Path) -> None:
    """The lines and their chain worked out by hand."""
    path = tmp_path / "j"
    with Journal.open(path) as journal:
        journal.append("a", {"z": 1, "y": [True, None], "x": {"b": 2, "a": 1}})
        journal.append("b", {})
        hashes = [e.hash for e in journal.entries()]
    top, *lines = path.read_bytes().splitlines(keepends=True)
    assert top == b'{"format":1,"journal":"duelmat"}\n'
    nonces = [msgspec.json.decode(line)["nonce"].encode() for line in lines]
    data = b'{"data":{"x":{"a":1,"b":2},"y":[true,null],"z":1},'
    first = sha256(bytes(32) + data + b'"kind":"a","n":1,"nonce":"%s"}' % nonces[0])
    second = sha256(first.digest() + b'{"data":{},"kind":"b","n":2,"nonce":"%s"}' % nonces[1])
    assert hashes == [first.hexdigest(), second.hexdigest()]
    assert lines == [
        data + b'"hash":"%s","kind":"a","n":1,"nonce":"%s"}\n' % (hashes[0].encode(), nonces[0]),
        b'{"data":{},"hash":"%s","kind":"b","n":2,"nonce":"%s"}\n'
        % (hashes[1].encode(), nonces[1]),
    ]


def test_every_entry_draws_a_nonce_from_the_systems_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """16 bytes each: journals of the same entries have nothing in common that could be tried."""
    drawn: list[int] = []

    def token_hex(count: int) -> str:
        drawn.append(count)
        return secrets.token_bytes(count).hex()

    monkeypatch.setattr("duelmat_host.journal.chain.secrets.token_hex", token_hex)
    heads = set()
    for name in ("one", "other"):
        with Journal.open(tmp_path / name) as journal:
            journal.append("action", {"card": "a:H7"})
            journal.append_all([("action", {"card": "a:H7"})] * 2)
            heads |= {entry.hash for entry in journal.entries()}
    assert drawn == [16] * 6
    assert len(heads) == 6


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


def nested(depth: int) -> Any:
    inner: Any = []
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    "data",
    [{"x": object()}, {"x": {1: {2: object()}}}, {"x": nested(20_000)}],
    ids=("a", "b", "c"),
)
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
    """The second cannot open it, nor change it, until the first has ended."""
    path = tmp_path / "j"
    with Journal.open(path) as one:
        with pytest.raises(JournalError, match="another duelmat"):
            Journal.open(path)
        one.append("a", {})
        assert Journal.read(path)[0] == one.entries()
    with Journal.open(path) as again:
        again.append("b", {})
        assert [e.kind for e in again.entries()] == ["a", "b"]


def test_a_journal_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Whatever the directory's mode and the umask, the files set aside too."""
    tmp_path.chmod(0o777)
    path = tmp_path / "j"
    before = os.umask(0)
    try:
        filled(path, 9)
        assert path.stat().st_mode & 0o777 == 0o600
        edit(path, lambda content: content.replace(b'"n":5', b'"n":6'))
        Journal.open(path).close()
        assert len(list(tmp_path.iterdir())) == 2
        assert {p.stat().st_mode & 0o777 for p in tmp_path.iterdir()} == {0o600}
    finally:
        os.umask(before)


def test_an_entry_is_on_the_disk_before_append_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is synced after its last byte, the directory when the file is made."""
    synced: list[tuple[int, int]] = []
    fsync = os.fsync

    def watched(descriptor: int) -> None:
        found = os.fstat(descriptor)
        synced.append((found.st_ino, found.st_size))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    path = tmp_path / "j"
    with Journal.open(path) as journal:
        assert tmp_path.stat().st_ino in [inode for inode, _ in synced]
        for _ in range(3):
            synced.clear()
            journal.append("play", {})
            assert synced == [(path.stat().st_ino, path.stat().st_size)]


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
    path = tmp_path / "j.jsonl"
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
            assert journal.damage is None or journal.damage.aside is None
            assert len(journal) >= int(confirmed[-1] if confirmed else 0)
            pairs = journal.entries("pair")
            assert len(pairs) % 2 == 0


# Disks that fail


@contextmanager
def room_for(path: Path, count: int) -> Iterator[None]:
    """Files of this process may not grow beyond so many bytes more: the rest is refused."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + count, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 1, 100, 4096])
def test_a_half_written_line_is_cut_off_again_and_the_next_append_works(
    tmp_path: Path, room: int
) -> None:
    """A disk that is full in the middle of a line: nothing of it counts, later there is room."""
    path = tmp_path / "j"
    with Journal.open(path) as journal:
        first = journal.append("first", {})
        before = path.read_bytes()
        for _ in range(2):
            with room_for(path, room), pytest.raises(JournalError, match=r"entry 2 .*make room"):
                journal.append("second", {"text": "x" * 9000})
            assert path.read_bytes() == before
        assert journal.entries() == (first,)
        second = journal.append("second", {"text": "x" * 9000})
    with Journal.open(path) as again:
        assert again.damage is None
        assert again.entries() == (first, second)


def test_what_could_not_be_cut_off_is_before_the_next_append(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that refuses everything for a while."""
    path = tmp_path / "j"

    class Failing(FileIO):
        fails = True

        def truncate(self, size: int | None = None, /) -> int:
            if self.fails:
                raise OSError(5, "Input/output error")
            return super().truncate(size)

    monkeypatch.setattr(journal_module, "FileIO", Failing)
    Failing.fails = False
    with Journal.open(path) as journal:
        Failing.fails = True
        before = path.read_bytes()
        with room_for(path, 50), pytest.raises(JournalError, match="could not be written"):
            journal.append("lost", {})
        assert len(path.read_bytes()) == len(before) + 50
        with pytest.raises(JournalError, match="Input/output"):
            journal.append("lost", {})
        Failing.fails = False
        entry = journal.append("kept", {})
    with Journal.open(path) as again:
        assert (again.damage, again.entries()) == (None, (entry,))


def test_a_sync_that_fails_takes_the_entry_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the disk has not confirmed is not there after the next start either."""

    def fails(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "j"
    with Journal.open(path) as journal:
        entry = journal.append("kept", {})
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", fails)
            with pytest.raises(JournalError, match="No space left"):
                journal.append("lost", {})
        assert Journal.read(path) == ((entry,), "")
        assert journal.append("next", {}).number == 2
    with pytest.raises(JournalError, match="entry 3 could not be written"):
        journal.append("closed", {})


@pytest.mark.parametrize("how", ["cut", "removed", "replaced"])
def test_a_file_that_another_program_takes_away_is_noticed(tmp_path: Path, how: str) -> None:
    """Rather than writing on into nothing."""
    path = tmp_path / "j"
    with Journal.open(path) as journal:
        journal.append("first", {})
        match how:
            case "cut":
                os.truncate(path, 40)
            case "removed":
                path.unlink()
            case _:
                (tmp_path / "other").write_bytes(path.read_bytes())
                (tmp_path / "other").replace(path)
        with pytest.raises(JournalError, match="another program has changed it"):
            journal.append("second", {})


def test_a_journal_grows_to_a_size_that_is_read_and_no_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would be too large to open is not written."""
    monkeypatch.setattr(journal_module, "LARGEST_BYTES", 3000)
    path = tmp_path / "j"
    with Journal.open(path) as journal:
        while path.stat().st_size < 2700:
            journal.append("play", {"text": "x" * 100})
        count = len(journal)
        with pytest.raises(JournalEntryError, match="at most 3,000 bytes"):
            journal.append("play", {"text": "x" * 100})
    with Journal.open(path) as again:
        assert (again.damage, len(again)) == (None, count)
    path.write_bytes(path.read_bytes() + bytes(3000))
    with pytest.raises(NotAJournalError, match="more than 3,000"):
        Journal.read(path)


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


# Power cuts


def edit(path: Path, change: Callable[[bytes], bytes]) -> bytes:
    """What is in the file after a change that must be one."""
    content = path.read_bytes()
    changed = change(content)
    assert changed != content
    path.write_bytes(changed)
    return changed


def test_a_last_line_that_was_cut_anywhere_is_cut_off_and_told(tmp_path: Path) -> None:
    """At every byte of the last three lines: whole entries stay, nothing is set aside."""
    path = tmp_path / "whole"
    entries = filled(path, 12)
    content = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(content) if byte == ord("\n")]
    cut = tmp_path / "cut"
    for place in range(ends[-4], len(content)):
        cut.write_bytes(content[:place])
        kept = sum(end <= place for end in ends) - 1
        with Journal.open(cut) as journal:
            assert journal.entries() == entries[:kept]
            if place in ends:
                assert journal.damage is None
            else:
                assert journal.damage is not None
                assert journal.damage.aside is None
                assert f"Entry {kept + 1} " in str(journal.damage)
        assert cut.read_bytes() == content[: ends[kept]]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cut", "whole"]


@pytest.mark.parametrize("zeros", [1, 100, 512, 5000])
@pytest.mark.parametrize("part", [0, 1, 60, 200])
def test_zeros_where_the_last_line_was_to_stand_are_cut_off(
    tmp_path: Path, zeros: int, part: int
) -> None:
    """A file whose length was on the disk before its content, with or without its first part."""
    path = tmp_path / "j"
    entries = filled(path, 6)
    content = path.read_bytes()
    start = content.rindex(b"\n", 0, -1) + 1
    last = content[start:]
    torn = [last[:part] + bytes(zeros), last[:part] + bytes(len(last) - part - 1) + b"\n"]
    for rest in (*torn, torn[1] + bytes(zeros)):
        path.write_bytes(content[:start] + rest)
        with Journal.open(path) as journal:
            assert journal.entries() == entries[:5]
            assert journal.damage is not None
            assert journal.damage.aside is None
            again = journal.append("again", {})
        with Journal.open(path) as journal:
            assert (journal.damage, journal.entries()) == (None, (*entries[:5], again))


def test_what_was_written_together_counts_only_together(tmp_path: Path) -> None:
    """Cut at every byte between the first of three entries and the last: none of them is there."""
    path = tmp_path / "j"
    with Journal.open(path) as journal:
        journal.append("alone", {})
        start = path.stat().st_size
        journal.append_all([("one", {}), ("two", {}), ("three", {})])
    content = path.read_bytes()
    for place in range(start, len(content)):
        path.write_bytes(content[:place])
        read, fault = Journal.read(path)
        assert ([e.kind for e in read], bool(fault)) == (["alone"], place > start)
        with Journal.open(path) as journal:
            assert [e.kind for e in journal.entries()] == ["alone"]
            assert (journal.damage is None) == (place == start)
            assert journal.append("next", {}).number == 2


@pytest.mark.parametrize("content", [b"", bytes(512), HEADER[:1], HEADER[:-1]])
def test_a_journal_that_was_hardly_begun_is_begun_again(tmp_path: Path, content: bytes) -> None:
    """Cut in its first line, before anything was confirmed."""
    path = tmp_path / "j"
    path.write_bytes(content)
    with Journal.open(path) as journal:
        assert journal.entries() == ()
        assert (journal.damage is None) == (not content)
        journal.append("first", {})
    with Journal.open(path) as again:
        assert (again.damage, len(again)) == (None, 1)


# Damage


def check_resumed(path: Path, entries: tuple[Entry, ...], damaged: bytes) -> int:
    """A damaged journal opened: a good prefix, the file kept as it was, and it goes on."""
    with Journal.open(path) as journal:
        kept = len(journal)
        assert journal.entries() == entries[:kept]
        damage = journal.damage
        assert damage is not None
        assert damage.entry <= kept + 1
        assert damage.kept == kept
        assert f"ntry {damage.entry} " in str(damage)
        assert damage.reason in str(damage)
        if damage.aside is not None:
            assert damage.aside.read_bytes() == damaged
            assert str(damage.aside) in str(damage)
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
    places = [1, 15, 16, 99, 100, 4095, 4096, 4097, 8192, 12288, len(content) - 1]
    places += [len(content) * part // 28 for part in range(1, 28)]
    kept = {}
    for place in sorted(places):
        cut = tmp_path / f"cut-{place}"
        cut.write_bytes(content[:place])
        kept[place] = check_resumed(cut, entries, content[:place])
        assert kept[place] == max(content[:place].count(b"\n") - 1, 0)
    assert list(kept.values()) == sorted(kept.values())


@cache
def small() -> tuple[tuple[Entry, ...], bytes]:
    """A journal of a few entries, with one of two that count together."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "j"
        with Journal.open(path) as journal:
            journal.append("duel", {"names": ["Ana", "Béla"], "turn": 1.5})
            journal.append("action", {"secrets": {"12": "a:H7"}, "owed": {"a.m1": None}})
            journal.append_all([("action", {}), ("over", {"winner": "a"})])
            journal.append("asks", {"always": True})
            return journal.entries(), path.read_bytes()


def test_every_byte_that_is_changed_is_found_and_the_entries_before_it_hold(
    tmp_path: Path,
) -> None:
    """Each byte of a file with each bit flipped."""
    entries, content = small()
    ends = [at + 1 for at, byte in enumerate(content) if byte == ord("\n")]
    path = tmp_path / "j"
    for place in range(len(content)):
        for bit in range(8):
            edited = bytearray(content)
            edited[place] ^= 1 << bit
            chain = read_chain(bytes(edited))
            assert chain.fault
            untouched = max(sum(end <= place for end in ends) - 1, 0)
            assert len(chain.entries) in {untouched, untouched - (untouched == 3)}
            assert chain.entries == entries[: len(chain.entries)]
        path.write_bytes(edited)
        if place < ends[0] or place % 7:
            continue  # in the first line some are other formats
        check_resumed(path, entries, bytes(edited))
        for other in tmp_path.iterdir():
            other.unlink()


EDITS: dict[str, tuple[Callable[[list[bytes]], list[bytes]], int]] = {
    "a changed value": (lambda x: [*x[:6], x[6].replace(b'"number":7', b'"number":8'), *x[7:]], 6),
    "another kind": (lambda x: [x[0].replace(b'"play"', b'"plan"'), *x[1:]], 0),
    "a nonce changed": (lambda x: [*x[:3], x[3][:-4] + b"00" + x[3][-2:], *x[4:]], 3),
    "a key more": (lambda x: [*x[:4], x[4].replace(b'"n":5', b'"m":1,"n":5'), *x[5:]], 4),
    "a key twice": (lambda x: [*x[:4], x[4].replace(b'"n":5', b'"n":5,"n":5'), *x[5:]], 4),
    "a space": (lambda x: [*x[:4], x[4].replace(b'"n":5', b'"n": 5'), *x[5:]], 4),
    "a hash in capitals": (lambda x: [*x[:4], upper(x[4]), *x[5:]], 4),
    "a line taken out": (lambda x: [*x[:5], *x[6:]], 5),
    "a line doubled": (lambda x: [*x[:9], x[8], *x[9:]], 20),
    "two lines exchanged": (lambda x: [*x[:5], x[6], x[5], *x[7:]], 20),
    "a line put in": (lambda x: [*x[:5], b"[1]", *x[5:]], 20),
    "an empty line": (lambda x: [*x[:5], b"", *x[5:]], 20),
    "a line of zeros": (lambda x: [*x[:5], bytes(300), *x[5:]], 20),
    "a line of another journal": (lambda x: [*x, filled_line(21)], 20),
    "a line without hash": (lambda x: [*x, b'{"data":{},"kind":"x","n":21}'], 20),
    "an end of line of another system": (lambda x: [*x[:5], x[5] + b"\r", *x[6:]], 5),
    "two lines in one": (lambda x: [*x[:5], x[5] + x[6], *x[7:]], 5),
    "no lines": (lambda _: [b"nothing"], 0),
}


def upper(line: bytes) -> bytes:
    digest: bytes = msgspec.json.decode(line)["hash"].encode()
    return line.replace(digest, digest.upper())


def filled_line(number: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        filled(Path(folder) / "j", number)
        return (Path(folder) / "j").read_bytes().splitlines()[number]


@pytest.mark.parametrize("name", EDITS)
def test_a_journal_edited_by_somebody_who_knows_it_is_noticed(tmp_path: Path, name: str) -> None:
    """The first line that does not hold is named; lines that do are found wherever they are."""
    change, kept = EDITS[name]
    path = tmp_path / "j"
    entries = filled(path, 20)
    lines = path.read_bytes().splitlines()
    damaged = edit(path, lambda _: b"\n".join((lines[0], *change(lines[1:]), b"")))
    read, fault = Journal.read(path)
    assert fault
    assert read == entries[: len(read)]
    assert check_resumed(path, entries, damaged) == kept


def test_a_journal_without_its_first_line_is_put_together_again(tmp_path: Path) -> None:
    """What stands in it can be nothing else than a journal."""
    for number, change in enumerate((b"", b"my journal\n", b'{"format":0}\n')):
        path = tmp_path / f"j{number}"
        entries = filled(path, 5)
        damaged = edit(path, lambda content, change=change: content.replace(HEADER, change))  # type: ignore[misc]
        assert check_resumed(path, entries, damaged) == 5


def test_entries_whose_ends_were_taken_are_no_torn_write(tmp_path: Path) -> None:
    """More than one entry without an end was confirmed: the file is kept as it was."""
    path = tmp_path / "j"
    entries = filled(path, 6)
    lines = path.read_bytes().splitlines()
    damaged = edit(path, lambda _: b"\n".join(lines[:4]) + b"\n" + b"".join(lines[4:]))
    assert check_resumed(path, entries, damaged) == 3
    assert (tmp_path / "j.damaged-1").read_bytes() == damaged


def test_a_forged_chain_holds_and_its_head_does_not(tmp_path: Path) -> None:
    """Whoever writes the file can write another that holds: only the head tells them apart."""
    heads = set()
    for name in ("true", "forged"):
        with Journal.open(tmp_path / name) as journal:
            journal.append("play", {"card": name})
            heads.add(journal.head)
        assert Journal.read(tmp_path / name)[1] == ""
    assert len(heads) == 2


def test_damage_upon_damage_keeps_every_file(tmp_path: Path) -> None:
    """The third damaged file is kept beside the first two."""
    path = tmp_path / "j.jsonl"
    filled(path, 12)
    for number in (9, 7, 5):
        edit(path, lambda content, n=number: content.replace(b'"n":%d,' % n, b'"n":0,'))  # type: ignore[misc]
        Journal.open(path).close()
    names = sorted(file.name for file in tmp_path.iterdir() if "damaged" in file.name)
    assert names == [f"j.damaged-{number}.jsonl" for number in (1, 2, 3)]


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400), st.booleans())
def test_any_bytes_are_read_or_refused(piece: bytes, is_ours: bool) -> None:
    """Whatever follows the first line, or stands instead of it: entries or a fault."""
    content = (HEADER if is_ours else b"") + piece
    chain = read_chain(content)
    assert not chain.entries
    assert bool(chain.fault) == (content != HEADER)
    assert restore_chain(content)[0] == HEADER


NINES = b"9" * 3_000_000
HOSTILE = {
    "deep JSON": b'{"data":' + b"[" * 3_000_000,
    "deep objects": b'{"data":' + b'{"a":' * 1_000_000,
    "a long number": b'{"data":{},"hash":"","kind":"x","nonce":"","n":' + b"9" * 3_000_000 + b"}",
    "a long number within": b'{"data":'
    + b"9" * 3_000_000
    + b',"hash":"","kind":"","n":1,"nonce":""}',
    "half a letter": b'{"data":{"a":"\xc3"},"hash":"","kind":"x","n":1,"nonce":""}',
    "half a pair": b'{"data":"\\ud800","hash":"","kind":"x","n":1,"nonce":""}',
    "a kind that is none": b'{"data":{},"hash":"","kind":7,"n":1,"nonce":""}',
    "many empty lines": b"\n" * 3_000_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_journal_ends_in_words(tmp_path: Path, name: str) -> None:
    """Whether it is read or opened; what holds before it is kept."""
    path = tmp_path / "j"
    entries = filled(path, 3)
    damaged = edit(path, lambda content: content + HOSTILE[name] + b"\n")
    read, fault = Journal.read(path)
    assert read == entries
    assert 0 < len(fault) < 300
    assert check_resumed(path, entries, damaged) == 3


FOREIGN: dict[str, tuple[Callable[[Path], object], str]] = {
    "text": (lambda path: path.write_text("A shopping list: milk, bread"), "begins with 'A shop"),
    "JSON lines": (lambda path: path.write_text('{"a":1}\n{"b":2}\n'), "begins with"),
    "a journal of before": (
        lambda path: sqlite3.connect(path).execute("CREATE TABLE entries (n)").connection.close(),
        "the form that journals had earlier",
    ),
    "bytes": (lambda path: path.write_bytes(random.Random(1).randbytes(9000)), "begins with"),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, kind: str) -> None:
    """It is told what it is, and not touched."""
    path = tmp_path / "file"
    make, words = FOREIGN[kind]
    make(path)
    before = path.read_bytes()
    for take in (Journal.open, Journal.read):
        with pytest.raises(NotAJournalError, match="left alone") as told:
            take(path)
        assert words in str(told.value)
        assert "got b'" not in str(told.value) and "with b'" not in str(told.value)
        assert str(told.value).isprintable()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    """A FIFO that nobody writes, a device without end, a directory: said at once."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    told: list[str] = []

    def look() -> None:
        for path in (fifo, Path("/dev/zero"), tmp_path):
            for take in (Journal.read, Journal.open):
                try:
                    take(path)
                except JournalError as error:
                    told.append(str(error))

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    looking.join(60)
    assert len(told) == 6
    for words, path in (("a FIFO", fifo), ("a device", "/dev/zero"), ("irectory", tmp_path)):
        assert len([text for text in told if words in text and str(path) in text]) == 2


def test_a_newer_format_a_folder_and_an_unreadable_file_are_refused(tmp_path: Path) -> None:
    """None of them is damage."""
    path, locked = tmp_path / "j", tmp_path / "no" / "j"
    filled(path, 2)
    edit(path, lambda content: content.replace(b'"format":1', b'"format":9'))
    (tmp_path / "no").write_text("in the way")
    for place, words in (
        (path, "update duelmat"),
        (tmp_path, "Check the path"),
        (locked, "Check the path"),
    ):
        with pytest.raises(JournalError, match=words):
            Journal.open(place)
    assert b'"format":9' in path.read_bytes()


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
