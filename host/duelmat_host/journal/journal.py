"""Journal: what happened in one duel, written down before anything of it is shown.

One file of lines a duel (`chain.py` says what stands in a line). Entries are only ever added, and
an append is on the disk before it returns: a power cut loses nothing that was shown. What it may
leave is a last line that was not finished and never confirmed: it is cut off. A file that was
damaged otherwise is set aside as it is, and the journal goes on from the entries that hold.

The chain cannot tell that its last entries were taken off with care; the newest head beside it can
(`newest.py`), and `head`, shown or noted elsewhere, even if both files were put back.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterable, Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from duelmat_files import (
    check_kind,
    make_directory,
    open_own,
    replace_whole,
    sync_directory,
)
from duelmat_host.errors import (
    JournalEntryError,
    JournalError,
    NotAJournalError,
    RolledBackError,
)
from duelmat_host.journal.chain import (
    FORMAT,
    HEADER,
    NO_HASH,
    Chain,
    Entry,
    format_of,
    read_chain,
    restore_chain,
    write_entries,
)
from duelmat_host.journal.newest import (
    RolledBack,
    find_rollback,
    head_path,
    note_newest,
    read_newest,
)
from duelmat_message import Text, say, words_of

LARGEST_BYTES: Final = 16_000_000
"""Ten times what a long duel takes; neither is more read nor written."""
_ROOM_BYTES: Final = 8_192
"""More than most entries take; a layout of thirty cards takes about 3,000."""
_SQLITE: Final = b"SQLite format 3\0"


class Damage(msgspec.Struct, frozen=True):
    """The damage of a file, and the place where the file is now."""

    entry: int
    """The first entry that does not hold."""
    kept: int
    """The number of entries that the journal goes on from."""
    reason: str
    aside: Path | None
    """The damaged file, as it was; None if only a write was cut off that was not finished."""

    @property
    def text(self) -> Text:
        """Return the damage as a sentence."""
        if self.aside is None:
            return say(
                "Entry {entry} of the journal was not finished ({reason}), as after a power "
                "cut, and was cut off: nothing of it had been shown. All entries before it "
                "hold.",
                entry=self.entry,
                reason=self.reason,
            )
        found = say(
            "The journal is damaged at entry {entry} ({reason})",
            entry=self.entry,
            reason=self.reason,
        )
        if not self.kept:
            return say(
                "{found}, and no entry could be saved. The damaged file was kept as {aside}; "
                "the duel begins anew.",
                found=found,
                aside=self.aside,
            )
        return say(
            "{found}. Entries 1 to {kept} hold, and the duel goes on from there; the "
            "damaged file was kept as {aside}. Compare what lies on the mat, and correct "
            "life and phase by hand.",
            found=found,
            kept=self.kept,
            aside=self.aside,
        )


class Journal:
    """The open journal of a duel; one writer."""

    def __init__(self, path: Path, file: FileIO, chain: Chain, damage: Damage | None) -> None:
        self.path = path
        self.damage = damage
        """The damage that was found when it was opened; None = there was none."""
        self.rolled_back: RolledBack | None = None
        """The difference from the newest written head; None = none, or a judge accepts it."""
        self._file = file
        self._entries = list(chain.entries)
        self._size = chain.size

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Open the journal in this file and check every entry, or begin a new journal there.

        Raises: NotAJournalError for a file of another kind, JournalError for a newer format or a
        journal that another program writes.
        """
        try:
            make_directory(path.parent)
            file = _open_to_write(path)
        except OSError as error:
            raise _unusable(path, error) from error
        try:
            _lock(path, file)
            content = _content(path, file)
            chain = read_chain(content)
            if chain.is_torn:
                return cls(path, file, *_cut_off(path, file, content, chain))._compared()
            _refuse_foreign(path, content)
            if chain.fault is None:
                return cls(path, file, chain, None)._compared()
            replaced, whole, damage = _set_aside(path, content, chain)
        except OSError as error:
            file.close()
            raise _unusable(path, error) from error
        except JournalError:
            file.close()
            raise
        file.close()
        restored = cls(path, replaced, whole, damage)
        restored._note_newest()  # the damage says what is missing
        return restored

    def _compared(self) -> Journal:
        """Compare the journal with the newest head that was written down."""
        self.rolled_back = find_rollback(self.path, read_newest(self.path), self._entries)
        return self

    def _note_newest(self) -> None:
        if self._entries:
            note_newest(self.path, self._entries[-1])

    @staticmethod
    def read(path: Path) -> tuple[tuple[Entry, ...], str | None]:
        """Read the valid entries and the fault of the next one, if any, without changing the file.

        Raises: NotAJournalError, JournalError.
        """
        try:
            with _open_to_read(path) as file:
                content = _content(path, file)
        except OSError as error:
            raise _unusable(path, error) from error
        _refuse_foreign(path, content)
        chain = read_chain(content)
        return chain.entries, chain.fault

    @property
    def head(self) -> str:
        """The hash of the last entry, in hex, which stands for the whole journal."""
        return self._entries[-1].hash if self._entries else NO_HASH.hex()

    def __len__(self) -> int:
        return len(self._entries)

    def entries(self, kind: str | None = None) -> tuple[Entry, ...]:
        """Return the entries in order, or those of one kind."""
        return tuple(e for e in self._entries if kind is None or e.kind == kind)

    def entry(self, index: int) -> Entry:
        """Return an entry by its place, from 0."""
        return self._entries[index]

    def append(self, kind: str, data: Mapping[str, Any]) -> Entry:
        """Append an entry; when this returns, it is on the disk.

        Raises: JournalEntryError for data that is no JSON, JournalError if it cannot be written;
        then nothing of it counts, and the next append begins where this one did.
        """
        return self.append_all([(kind, data)])[0]

    def append_all(self, items: Iterable[tuple[str, Mapping[str, Any]]]) -> tuple[Entry, ...]:
        """Append all entries or none. Nothing follows a journal that was rolled back."""
        if self.rolled_back is not None:
            raise RolledBackError(self.rolled_back.text)
        fresh, lines = write_entries(items, len(self._entries), bytes.fromhex(self.head))
        try:
            self._write(lines)
        except (OSError, ValueError) as error:  # ValueError: it is closed
            raise self._not_written(error) from error
        self._size += len(lines)
        self._entries += fresh
        self._note_newest()
        return tuple(fresh)

    def accept_rollback(self) -> RolledBack:
        """Accept a rolled-back journal that is not empty, and return the finding.

        Raises RolledBackError.
        """
        found = self.rolled_back
        assert found is not None
        if not self._entries:
            raise RolledBackError(found.text)
        self.rolled_back = None
        return found

    # What cannot be written is said on public pages: it names the file, and not its folder.

    def _write(self, lines: bytes) -> None:
        now = os.fstat(self._file.fileno())
        if now.st_size < self._size or not now.st_nlink:
            raise JournalEntryError(
                say(
                    "expected {path} with {size} bytes, got {got}: another program has changed "
                    "it. Close this table and start it again.",
                    path=self.path.name,
                    size=self._size,
                    got=f"{now.st_size}" if now.st_nlink else say("no such file"),
                )
            )
        if self._size + len(lines) > LARGEST_BYTES:
            raise JournalEntryError(
                say(
                    "{path}: expected at most {most:,} bytes, and the next entry would "
                    "make more. Begin another duel with --new.",
                    path=self.path.name,
                    most=LARGEST_BYTES,
                )
            )
        if now.st_size > self._size:  # what a write that failed has left
            self._file.truncate(self._size)
        try:
            _write_all(self._file, lines)
        except OSError:
            with contextlib.suppress(OSError):  # else the next append does it
                self._file.truncate(self._size)
            raise

    def check_room(self) -> None:
        """Try to write as much as a long entry takes, and take it off again.

        What a kill leaves of it is cut off as a write that was not finished. Raises JournalError.
        """
        try:
            try:
                _write_all(self._file, bytes(_ROOM_BYTES))
            finally:
                self._file.truncate(self._size)
        except (OSError, ValueError) as error:  # ValueError: it is closed
            raise self._not_written(error) from error

    def _not_written(self, error: OSError | ValueError) -> JournalError:
        return JournalError(
            say(
                "{path}: entry {number} could not be written: {error}. Nothing of it counts; "
                "make room on the disk, or check it.",
                path=self.path.name,
                number=len(self._entries) + 1,
                error=words_of(error),
            )
        )

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        """Close the journal and remove its files."""
        self.close()
        self.path.unlink(missing_ok=True)
        head_path(self.path).unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# Files


def _open_to_write(path: Path) -> FileIO:
    return FileIO(open_own(path, os.O_RDWR | os.O_APPEND), "rb+")


def _open_to_read(path: Path) -> FileIO:
    # Without waiting: a pipe would keep whoever opens it until somebody writes.
    file = FileIO(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
    try:
        check_kind(os.fstat(file.fileno()), path)
    except OSError:
        file.close()
        raise
    return file


def _content(path: Path, file: FileIO) -> bytes:
    """Return the content of a file that is no larger than a journal can be."""
    found = os.fstat(file.fileno())
    if found.st_size > LARGEST_BYTES:
        raise _foreign(
            path,
            say(
                "a file of {size:,} bytes, more than {most:,}",
                size=found.st_size,
                most=LARGEST_BYTES,
            ),
        )
    return file.readall()


def _lock(path: Path, file: FileIO) -> None:
    """Let nobody else write as long as this file is open, however the program ends."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise JournalError(
            say(
                "expected {path} to be free, but another duelmat writes this journal. Close "
                "one of them.",
                path=path,
            )
        ) from error


def _write_all(file: FileIO, content: bytes) -> None:
    """Write bytes to the file, and wait until the disk has them."""
    left = memoryview(content)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


# What is no journal


def _unusable(path: Path, error: OSError) -> JournalError:
    return JournalError(
        say(
            "expected a journal that can be read and written in {path}, got: {reason}. "
            "Check the path and its permissions.",
            path=path,
            reason=words_of(error),
        )
    )


def _foreign(path: Path, got: str) -> NotAJournalError:
    return NotAJournalError(
        say(
            "expected the journal of a duel in {path}, got {got}; it was left alone. "
            "Choose another path.",
            path=path,
            got=got,
        )
    )


def _refuse_foreign(path: Path, content: bytes) -> None:
    """Raise an error for a file that is certainly no journal of ours, so that it is left alone."""
    if content.startswith(HEADER):
        return
    if content.startswith(_SQLITE):
        raise _foreign(path, say("an SQLite database, the form that journals had earlier"))
    number = format_of(content)
    if number is not None and number > FORMAT:
        raise JournalError(
            say(
                "{path}: expected a journal of format {format}, got {number}: update duelmat.",
                path=path,
                format=FORMAT,
                number=number,
            )
        )
    if not content.rstrip(b"\0"):
        raise _foreign(path, say("an empty file"))
    if not restore_chain(content)[1].entries:
        begins = content[:16].partition(b"\n")[0].decode("latin-1")
        raise _foreign(path, say("a file that begins with {begins!r}", begins=begins))


# Damage


def _cut_off(
    path: Path, file: FileIO, content: bytes, chain: Chain
) -> tuple[Chain, Damage | None]:
    """Cut off an unfinished write; a file without its first line gets the line."""
    assert chain.fault is not None  # a torn line is one
    file.truncate(chain.size)
    if chain.size:
        os.fsync(file.fileno())
        number = len(chain.entries) + 1
        return chain, Damage(number, number - 1, chain.fault, None)
    _write_all(file, HEADER)
    sync_directory(path.parent)
    begun = Chain((), len(HEADER))
    return begun, Damage(1, 0, chain.fault, None) if content else None


def _set_aside(path: Path, content: bytes, chain: Chain) -> tuple[FileIO, Chain, Damage]:
    """Keep the damaged file under another name, and put a whole one in its place."""
    assert chain.fault is not None
    aside = next(p for p in _aside_names(path) if not p.exists())
    replace_whole(aside, content)
    restored, whole = restore_chain(content)
    replace_whole(path, restored)
    file = _open_to_write(path)
    try:
        _lock(path, file)
        file.seek(0, os.SEEK_END)
    except BaseException:
        file.close()
        raise
    return file, whole, Damage(len(chain.entries) + 1, len(whole.entries), chain.fault, aside)


def _aside_names(path: Path) -> Iterator[Path]:
    number = 1
    while True:
        yield path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
        number += 1
