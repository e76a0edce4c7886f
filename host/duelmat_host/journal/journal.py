"""Journal: what happened in one duel, written down before anything of it is shown.

One SQLite file a duel. Entries are only ever added; each carries the hash of all before it:

    hash(n) = sha256( hash(n-1) + {"data": ..., "kind": ..., "n": ...} )      hash(0) = 32 zeros

with the entry as JSON, keys sorted, no spaces. An append is on the disk before it returns, so a
power cut loses nothing that was shown: it stands in SQLite's write-ahead log beside the file
(`-wal`) with one wait for the disk, and `settle` moves it into the file when there is time. A
file that was cut or edited is set aside as it is, and the journal goes on from the entries whose
hashes hold.

The chain cannot tell that its last entries were taken off with care; `head`, shown or sent
elsewhere, can.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from duelmat_host.errors import JournalEntryError, JournalError, NotAJournalError
from duelmat_host.journal.salvage import Row, find_rows, with_log

APPLICATION_ID: Final = 0x44756C6D
"""Marks the file as ours ("Dulm")."""
FORMAT: Final = 1
NO_HASH: Final = bytes(32)
_MAGIC: Final = b"SQLite format 3\0"
_APPLICATION_AT: Final = slice(68, 72)
_SCHEMA: Final = """
CREATE TABLE entries (
    n INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    hash BLOB NOT NULL
)
"""
_LONGEST_KIND: Final = 64


class Entry(msgspec.Struct, frozen=True):
    """One entry."""

    number: int
    """From 1."""
    kind: str
    data: Any
    """As it is read back: JSON values."""
    hash: str
    """Of this entry and all before it, in hex."""


class Damage(msgspec.Struct, frozen=True):
    """What was wrong with the file, and where it is now."""

    entry: int
    """The first entry that does not hold."""
    kept: int
    """How many entries the journal goes on from."""
    reason: str
    aside: Path
    """The damaged file, as it was."""

    def __str__(self) -> str:
        return (
            f"The journal is damaged at entry {self.entry} ({self.reason}). Entries 1 to "
            f"{self.kept} hold, and the duel goes on from there; the damaged file was kept as "
            f"{self.aside}. Compare what lies on the mat, and correct life and phase by hand."
            if self.kept
            else f"The journal is damaged at entry {self.entry} ({self.reason}), and no entry "
            f"could be saved. The damaged file was kept as {self.aside}; the duel begins anew."
        )


class Journal:
    """The open journal of a duel; one writer."""

    def __init__(
        self, path: Path, database: sqlite3.Connection, entries: list[Entry], damage: Damage | None
    ) -> None:
        self.path = path
        self.damage = damage
        """What was wrong when it was opened; None = nothing."""
        self._database = database
        self._entries = entries
        self._is_settled = True

    @classmethod
    def open(cls, path: Path) -> Journal:
        """The journal in this file, checked from the first entry; a new one if there is none.

        Raises: NotAJournalError for a file of another kind, JournalError for a newer format.
        """
        damage = None
        if path.exists():
            _refuse_foreign(path)
            found = _Found.at(path)
            rows, reason = _rows(path)
            entries, fault = _holding(rows)
            if reason or fault:
                damage = _set_aside(path, found, entries, fault or reason)
        else:
            entries = []
            _make(path, entries)
        return cls(path, _connect(path), entries, damage)

    @staticmethod
    def read(path: Path) -> tuple[tuple[Entry, ...], str]:
        """The entries that hold, and what is wrong with the next; the file is left as it is.

        Raises: NotAJournalError, JournalError.
        """
        _refuse_foreign(path)
        rows, reason = _rows(path, "ro")
        entries, fault = _holding(rows)
        return tuple(entries), fault or reason

    @property
    def head(self) -> str:
        """The hash of the last entry, in hex: stands for the whole journal."""
        return self._entries[-1].hash if self._entries else NO_HASH.hex()

    def __len__(self) -> int:
        return len(self._entries)

    def entries(self, kind: str | None = None) -> tuple[Entry, ...]:
        """All entries in order, or those of one kind."""
        return tuple(e for e in self._entries if kind is None or e.kind == kind)

    def append(self, kind: str, data: Mapping[str, Any]) -> Entry:
        """One more entry; when this returns, it is on the disk.

        Raises JournalEntryError for data that is no JSON, or when another program writes too.
        """
        return self.append_all([(kind, data)])[0]

    def append_all(self, items: Iterable[tuple[str, Mapping[str, Any]]]) -> tuple[Entry, ...]:
        """Several entries, all or none."""
        fresh: list[Entry] = []
        rows: list[Row] = []
        last = bytes.fromhex(self.head)
        for number, (kind, data) in enumerate(items, start=len(self._entries) + 1):
            row = _row(number, kind, data, last)
            last = row.hash
            rows.append(row)
            fresh.append(Entry(number, kind, msgspec.json.decode(row.data), row.hash.hex()))
        try:
            with self._database:
                self._database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
        except sqlite3.IntegrityError as error:
            raise JournalEntryError(
                f"expected to write entry {len(self._entries) + 1} of {self.path}, but it is "
                "there: another duelmat writes this journal. Close one of them."
            ) from error
        except sqlite3.Error as error:
            raise JournalError(
                f"{self.path}: entry {len(self._entries) + 1} could not be written: {error}. "
                "Nothing of it counts; make room on the disk, or check it."
            ) from error
        self._entries += fresh
        self._is_settled = False
        return tuple(fresh)

    def settle(self) -> None:
        """Move what was written lately into the file itself; it is safe on the disk without.

        What cannot be moved stays where it is, beside the file.
        """
        if not self._is_settled:
            self._is_settled = True
            with contextlib.suppress(sqlite3.Error):
                self._database.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _row(number: int, kind: str, data: Any, last: bytes) -> Row:
    if not 0 < len(kind) <= _LONGEST_KIND:
        raise JournalEntryError(f"expected a kind of 1 to {_LONGEST_KIND} letters, got {kind!r}")
    try:
        words = msgspec.json.encode(data, order="sorted")
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise JournalEntryError(f"entry {number} ({kind}): expected JSON, got: {error}") from error
    if msgspec.json.encode(msgspec.json.decode(words), order="sorted") != words:
        raise JournalEntryError(
            f"entry {number} ({kind}): expected numbers that JSON keeps, got {words.decode()}"
        )
    return Row(number, kind, words.decode(), _chained(number, kind, words, last))


def _chained(number: int, kind: str, data: bytes, last: bytes) -> bytes:
    content = b'{"data":%s,"kind":%s,"n":%d}' % (data, msgspec.json.encode(kind), number)
    return sha256(last + content).digest()


# Opening


def _beside(path: Path) -> tuple[Path, ...]:
    """What SQLite may leave beside a file when its program is killed."""
    return tuple(path.with_name(f"{path.name}-{suffix}") for suffix in ("wal", "shm", "journal"))


class _Found(msgspec.Struct, frozen=True):
    """A journal's file and what lay beside it, before SQLite has touched them."""

    content: bytes
    beside: tuple[bytes, ...]

    @classmethod
    def at(cls, path: Path) -> _Found:
        others = tuple(p.read_bytes() if p.exists() else b"" for p in _beside(path))
        return cls(path.read_bytes(), others)

    @property
    def whole(self) -> bytes:
        """The file with what its log would have moved into it."""
        return with_log(self.content, self.beside[0])


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, check_same_thread=False)
    # With FULL a commit is one sync of the write-ahead log; closing leaves one file.
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA wal_autocheckpoint = 0")
    return database


def _make(path: Path, entries: Iterable[Entry]) -> None:
    """A new file with these entries; it gets its name when it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.new")
    for stale in (temporary, *_beside(temporary)):
        stale.unlink(missing_ok=True)
    database = _connect(temporary)
    try:
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {FORMAT}")
        with database:
            database.execute(_SCHEMA)
            last = NO_HASH
            for entry in entries:
                row = _row(entry.number, entry.kind, entry.data, last)
                database.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)
                last = row.hash
    finally:
        database.close()
    temporary.replace(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _refuse_foreign(path: Path) -> None:
    """A file that is certainly no journal of ours is left alone."""
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except OSError as error:
        raise JournalError(
            f"expected a journal that can be read and written in {path}, got: {error.strerror}. "
            "Check the path and its permissions."
        ) from error
    mark = head[_APPLICATION_AT]
    other_mark = len(mark) == 4 and int.from_bytes(mark, "big") != APPLICATION_ID
    is_sqlite = head.startswith(_MAGIC[: len(head)])
    if is_sqlite and not other_mark:
        return
    if not any(True for _ in find_rows(path.read_bytes())):
        begins = head[:16].partition(b"\n")[0].decode("latin-1")
        what = "another SQLite database" if is_sqlite else f"one that begins with {begins!r}"
        raise NotAJournalError(
            f"expected the journal of a duel in {path}, got {what}; it was left alone. Choose "
            "another path."
        )


def _rows(path: Path, mode: str = "rw") -> tuple[list[Row], str]:
    """The rows of the file, and what kept SQLite from reading them all.

    What SQLite cannot read is looked for page by page: the hashes tell what is right.
    """
    rows: list[Row] = []
    reason = ""
    if mode == "ro" and not any(other.exists() for other in _beside(path)):
        mode = "ro&immutable=1"  # a folder that cannot be written to will do
    found = _Found.at(path)
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
    try:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version > FORMAT:
            raise JournalError(
                f"{path}: expected a journal of format {FORMAT}, got {version}: update duelmat."
            )
        table = database.execute("SELECT n, kind, data, hash FROM entries ORDER BY n")
        rows.extend(Row(*row) for row in table)
        (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            reason = str(verdict).splitlines()[-1]
    except (sqlite3.Error, OverflowError, UnicodeDecodeError, TypeError) as error:
        reason = str(error)
    finally:
        database.close()
    if reason:
        rows = _merged(rows, find_rows(found.whole))
    return rows, reason


def _merged(rows: list[Row], found: Iterable[Row]) -> list[Row]:
    """The chain that holds longest, from all rows that there may be."""
    choices: dict[int, list[Row]] = {}
    for row in (*rows, *found):
        choices.setdefault(row.n, []).append(row)
    chain: list[Row] = []
    last = NO_HASH
    while True:
        number = len(chain) + 1
        good = next((r for r in choices.get(number, ()) if not _fault(r, number, last)), None)
        if good is None:
            break
        chain.append(good)
        last = good.hash
    # The first that does not hold is named in the report.
    return [*chain, *choices.get(len(chain) + 1, [])[:1]]


def _holding(rows: list[Row]) -> tuple[list[Entry], str]:
    """The entries up to the first that does not hold, and why it does not."""
    entries: list[Entry] = []
    last = NO_HASH
    for number, row in enumerate(rows, start=1):
        fault = _fault(row, number, last)
        if fault:
            return entries, fault
        entries.append(Entry(number, row.kind, msgspec.json.decode(row.data), row.hash.hex()))
        last = row.hash
    return entries, ""


def _fault(row: Row, number: int, last: bytes) -> str:
    if row.n != number:
        return f"expected entry {number}, got {row.n}"
    if not (isinstance(row.kind, str) and isinstance(row.data, str)):
        return "its kind or data is no text"
    if row.hash != _chained(number, row.kind, row.data.encode(errors="replace"), last):
        return "its hash does not fit its content and the entries before it"
    try:
        msgspec.json.decode(row.data)
    except msgspec.DecodeError as error:
        return f"its data is no JSON: {error}"
    return ""


def _set_aside(path: Path, found: _Found, entries: list[Entry], reason: str) -> Damage:
    """Keep the damaged file as it was found, and put a whole one in its place."""
    aside = next(p for p in _aside_names(path) if not p.exists())
    kept = {aside: found.content, **dict(zip(_beside(aside), found.beside, strict=True))}
    for place, content in kept.items():
        if content or place == aside:
            with place.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
    for other in _beside(path):  # it must not be taken for the new file's
        other.unlink(missing_ok=True)
    _make(path, entries)
    return Damage(len(entries) + 1, len(entries), reason, aside)


def _aside_names(path: Path) -> Iterator[Path]:
    number = 1
    while True:
        yield path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
        number += 1
