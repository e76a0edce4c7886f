"""The lock of a table's directory: one program a table, and the address of its pages."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

from duelmat_files import make_directory, open_own
from duelmat_files.errors import NotKeptError
from duelmat_host.errors import HostError
from duelmat_message import say, words_of

LOCK_NAME: Final = "table.lock"
_LOCK_BYTES: Final = 200
"""The number of bytes that are read of a lock."""


class DirectoryError(HostError):
    """No table can be kept in this directory."""


class TableTakenError(DirectoryError):
    """Another duelmat runs the table of this directory."""

    def __init__(self, directory: Path, process: str, address: str) -> None:
        self.directory = directory
        self.process = process
        """The number of the process; empty if the lock does not name it."""
        self.address = address
        """The address of its public page; empty while the table is being opened."""
        use = say("Use its page {address}", address=address) if address else say("Use its page")
        super().__init__(
            say(
                "expected the table in {directory} to be free, but another duelmat runs it "
                "(process {process}). {use}, close it with Ctrl-C, or open another table with "
                "--dir.",
                directory=directory,
                process=process or "?",
                use=use,
            )
        )


def lock_table(directory: Path) -> int:
    """Reserve the directory for this program until it ends in any way; return the lock to release.

    Raises: TableTakenError, DirectoryError, NotKeptError.
    """
    try:
        make_directory(directory)  # journals and hands reveal face-down cards
        lock = open_own(directory / LOCK_NAME)
    except OSError as error:
        raise DirectoryError(
            say(
                "expected a directory to write in at {directory}, got: {reason}. Name "
                "another with --dir, or change its permissions.",
                directory=directory,
                reason=words_of(error),
            )
        ) from error
    try:
        _take(lock, directory)
        publish_address(lock, "")
    except TableTakenError:
        os.close(lock)
        raise
    except OSError as error:
        os.close(lock)
        raise NotKeptError(say("the lock of the table"), directory / LOCK_NAME, error) from error
    return lock


def check_not_taken(directory: Path) -> None:
    """Raise TableTakenError if another program runs the table of a directory."""
    try:
        # a pipe in its place is not waited for; whoever opens the table refuses it
        lock = os.open(directory / LOCK_NAME, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except OSError:  # a directory without a lock has no table that runs
        return
    try:
        _take(lock, directory)
    finally:
        os.close(lock)


def _take(lock: int, directory: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        said = os.pread(lock, _LOCK_BYTES, 0).decode(errors="replace")
        raise TableTakenError(directory, *_holder_of(said)) from error


def publish_address(lock: int, address: str) -> None:
    """Write down the address of the public page, for whoever finds the directory in use.

    Raises: OSError.
    """
    said = f"{os.getpid()}\n{address}\n".encode()
    os.pwrite(lock, said, 0)
    os.ftruncate(lock, len(said))


def _holder_of(said: str) -> tuple[str, str]:
    """Return the process and the address that a lock names; empty where it names none."""
    lines = [line for line in said.splitlines() if line.isprintable()]
    process, address = [*lines, "", ""][:2]
    return (
        process if process.isdecimal() else "",
        address if address.startswith("http") else "",
    )
