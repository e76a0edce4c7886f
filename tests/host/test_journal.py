"""The journal: durable, chained, resumed after kills, on disks that fail."""

import os
import random
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_host.errors import JournalEntryError, JournalError, NotAJournalError
from duelmat_host.journal import journal as journal_module
from duelmat_host.journal.chain import NO_HASH
from duelmat_host.journal.journal import Journal
from host.journal_files import edit, filled

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


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
    assert sorted(file.name for file in path.parent.iterdir()) == ["first.head", path.name]


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
    tmp_path.chmod(0o755)
    path = tmp_path / "j"
    before = os.umask(0)
    try:
        filled(path, 9)
        assert path.stat().st_mode & 0o777 == 0o600
        edit(path, lambda content: content.replace(b'"n":5', b'"n":6'))
        Journal.open(path).close()
        assert len(list(tmp_path.iterdir())) == 3  # with the newest head
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
        assert Journal.read(path) == ((entry,), None)
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
        assert Journal.read(path) == (journal.entries(), None)
        entries = journal.entries()
    tmp_path.chmod(0o555)
    try:
        assert Journal.read(path) == (entries, None)
    finally:
        tmp_path.chmod(0o755)
