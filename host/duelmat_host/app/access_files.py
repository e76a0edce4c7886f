"""Access files: `seats.json` and `sessions.json`, which hold who may open a table's pages.

Both are checked before they are used: whoever could have written or read them could have made or
taken the secrets. What does not pass is made anew, and that is reported.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from duelmat_files.errors import NotKeptError
from duelmat_files.outside import read_private_file
from duelmat_files.whole_file import write_whole
from duelmat_host.app.access import LINK, Access, Sessions
from duelmat_host.errors import AccessFileError
from duelmat_message import say, words_of
from duelmat_serving.sessions import new_secret

SEATS_NAME: Final = "seats.json"
FILE_LIMIT_BYTES: Final = 100_000
"""Ten times the largest file: the digests of 16 sessions for each of a table's pages."""

T = TypeVar("T")


class UnfitError(ValueError):
    """The file is not as this program writes it; the text says what was found instead."""


def load_access(
    directory: Path, viewers: Iterable[str], *, together: Iterable[str] = (), new: bool = False
) -> tuple[Access, list[str]]:
    """Load the access to the pages of the table in a directory, with notes for people.

    new: make all links anew, and end all sessions. Raises AccessFileError.
    """
    seats, sessions_file = directory / SEATS_NAME, directory / "sessions.json"
    notes: list[str] = []
    links: dict[str, str] = {}
    sessions = Sessions()
    if not new:
        try:
            links = _read_links(seats)
        except (OSError, UnfitError) as error:
            _take_away(seats)
            notes.append(
                say(
                    "Expected in {seats} the links of this table: a file that you alone may "
                    "read, a JSON object of different texts of 20 to 64 letters, digits, - and "
                    "_; got {what}. All links were made anew: hand them out again.",
                    seats=seats,
                    what=words_of(error),
                )
            )
        else:
            try:
                sessions = _read_sessions(sessions_file)
            except (OSError, UnfitError) as error:
                _take_away(sessions_file)
                notes.append(
                    say(
                        "Expected in {file} the browsers that have used a link: a file that you "
                        "alone may read, as this program writes it; got {what}. Pages that were "
                        "open need their links again.",
                        file=sessions_file,
                        what=words_of(error),
                    )
                )
    links = {viewer: links.get(viewer) or new_secret() for viewer in viewers}

    def keep(access: Access) -> None:
        # The links last: no link is in the file that was never handed out. If they cannot be
        # written, the sessions that ended with the old link have ended in the file alone.
        for path, content in ((sessions_file, access.sessions), (seats, access.links)):
            try:
                write_whole(path, msgspec.json.encode(content), say("who may open which page"))
            except NotKeptError as error:
                raise AccessFileError(path, error.reason) from error

    access = Access(links, sessions, together=together, keep=keep)
    keep(access)
    return access, notes


def _take_away(path: Path) -> None:
    """Remove an unusable file, such as a link or a pipe; a directory stays."""
    with suppress(OSError):
        path.unlink()


def _read_links(path: Path) -> dict[str, str]:
    """Return the links that a file holds; none if there is no file. Raises OSError, UnfitError."""
    links = _decoded(path, dict[str, str])
    if links is None:
        return {}
    for name, link in links.items():
        if not LINK.fullmatch(link):
            raise UnfitError(
                say("a text of {number} characters for {name!r}", number=len(link), name=name)
            )
    if len(set(links.values())) < len(links):
        raise UnfitError(say("the same text twice"))
    return links


def _read_sessions(path: Path) -> Sessions:
    """Return the sessions that a file holds; none if there is no file."""
    return _decoded(path, Sessions) or Sessions()


def _decoded(path: Path, kind: type[T]) -> T | None:
    try:
        content = read_private_file(path, FILE_LIMIT_BYTES)
    except FileNotFoundError:
        return None
    try:
        return msgspec.json.decode(content, type=kind)
    except (ValueError, RecursionError) as error:
        raise UnfitError(say("something else ({error})", error=words_of(error))) from error
