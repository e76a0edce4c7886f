"""The errors of the hub.

HubError
├── NoPolicyError          no policy has that name, or its file cannot be read
├── TakenError             another hub has the directory open
├── UnfitDirectoryError    no event can be kept in a directory
├── StoreError             the database is gone, full or not to be used; nothing was changed
│   └── ConflictError      another writer was first: read, and decide again
├── ForeignStreamError     a table reports in the stream of another one
├── CopyError              an event cannot be copied from here, or to there
├── PlayerListError        a list of players cannot be read
├── UnsureError            the desk has to answer a question first; nothing was done
├── OwnFileError           a file that an organiser has written cannot be used
└── BrokenStoreError       what the database holds is no event's log
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from duelmat_message import say


class HubError(Exception):
    """The base of all errors that this package raises."""


class NoPolicyError(HubError):
    """No policy has that name, or its file cannot be read."""

    def __init__(self, expected: str, got: str, advice: str) -> None:
        super().__init__(f"expected {expected}, got {got}. {advice}")


class TakenError(HubError):
    """Another hub has the directory open."""

    def __init__(self, directory: Path) -> None:
        super().__init__(
            f"expected {directory} to be free, but another hub has it open: close that one, or "
            "use a PostgreSQL database (--database), which several hubs may share."
        )


class UnfitDirectoryError(HubError):
    """No event can be kept in a directory."""

    def __init__(self, directory: Path, got: str) -> None:
        super().__init__(
            f"expected a directory of your own for the event at {directory}, got: {got}. Name "
            "another, or change its permissions."
        )


class StoreError(HubError):
    """The database is gone, full or unusable; nothing was changed."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            say(
                "The event could not be kept: {reason}. Nothing was done; do it again when the "
                "database is back, or has room.",
                reason=reason,
            )
        )


class ConflictError(StoreError):
    """Another writer was first, or the request was done before."""

    def __init__(self) -> None:
        super().__init__(say("somebody else was faster"))


class ForeignStreamError(HubError):
    """A table reports in the stream of another one."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "Expected reports of this table's own duel, got some in the name of another "
                "table's. Was this table's folder copied from there? Remove uplink.json from it, "
                "and start the table again; nothing was kept."
            )
        )


class CopyError(HubError):
    """An event cannot be copied from one place, or to another."""


class PlayerListError(HubError):
    """A list of players cannot be read; nobody of it is registered."""


class UnsureError(HubError):
    """The desk has to answer a question first; with its answer the same is done."""


class OwnFileError(HubError):
    """A file that an organiser has written cannot be used; every fault has its line."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))


class BrokenStoreError(HubError):
    """The database holds no event's log."""

    def __init__(self, entry: int, got: str) -> None:
        where = say("entry {number}", number=entry) if entry else say("the database")
        super().__init__(
            say("{where}: expected the log of an event, got {got}.", where=where, got=got)
        )
