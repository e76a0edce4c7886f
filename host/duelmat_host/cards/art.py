"""A user's own pictures of cards: files of a folder, each named by the code of its card.

A picture is read when it is asked for, and checked again: what is no picture is never served.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from duelmat_host.errors import ArtFolderError
from duelmat_host.files import check_regular_file, read_regular_file

PICTURE_LIMIT_BYTES: Final = 4_000_000
"""The limit for one picture."""
NOTES: Final = 5
"""The number of wrong files that are named one by one."""
_MEDIA: Final = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
_ENDINGS: Final = ", ".join(ending.removeprefix(".") for ending in _MEDIA)
_ACTIVE: Final = re.compile(
    rb"<\s*(?:\w+:)?(?:script|foreignobject|iframe|handler)\b|\bon\w+\s*=|javascript:|<!entity",
    re.IGNORECASE,
)
"""The parts of an SVG that do something, or bring in something else."""


class Picture(NamedTuple):
    """A picture as it is served."""

    content: bytes
    media_type: str


class ArtFolder:
    """The pictures of a folder, by the codes of the cards of one game."""

    def __init__(self, folder: Path, codes: Collection[str]) -> None:
        """Look through the folder. Raises ArtFolderError if it cannot be read."""
        self.folder = folder
        self.notes: list[str] = []
        """Sentences about the files that are left aside, for whoever started the table."""
        self._files: Mapping[str, Path] = {}
        try:
            files = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        except OSError as error:
            raise ArtFolderError(folder, error.strerror or "an unreadable one") from None
        known = {code.lower(): code for code in codes}
        found: dict[str, Path] = {}
        faults: list[str] = []
        for path in files:
            fault = self._fault(path, known, found)
            if fault:
                faults.append(f"The picture {path.name} is left aside: {fault}")
            else:
                found[known[path.stem.lower()]] = path
        self._files = found
        self.notes = faults[:NOTES]
        if len(faults) > NOTES:
            self.notes.append(f"{len(faults) - NOTES} more files of {folder} are left aside.")

    @property
    def codes(self) -> Collection[str]:
        """Return the codes of the cards that have a picture."""
        return self._files.keys()

    def picture(self, code: str) -> Picture | None:
        """Return the picture of a card; None if there is none, or none that may be served now."""
        path = self._files.get(code)
        if path is None:
            return None
        try:
            content = read_regular_file(path, PICTURE_LIMIT_BYTES)
        except OSError:
            return None
        media_type = _MEDIA[path.suffix.lower()]
        return Picture(content, media_type) if not _flaw(content, media_type) else None

    def _fault(self, path: Path, known: Mapping[str, str], found: Mapping[str, Path]) -> str:
        """Return why a file is no picture for a card of this game, as a sentence; empty: it is."""
        media_type = _MEDIA.get(path.suffix.lower())
        code = known.get(path.stem.lower())
        if media_type is None:
            return f"expected a file that ends in one of {_ENDINGS}, got {path.suffix or 'none'}."
        if code is None:
            return f"expected it to be named by the code of a card, got {path.stem!r}."
        if code in found:
            return f"{found[code].name} is that card's picture already."
        try:
            check_regular_file(path, PICTURE_LIMIT_BYTES)
            content = read_regular_file(path, PICTURE_LIMIT_BYTES)
        except OSError as error:
            size = f"{PICTURE_LIMIT_BYTES / 1e6:g} MB"
            return f"expected a file of at most {size}, got {error.strerror}."
        flaw = _flaw(content, media_type)
        return f"{flaw}." if flaw else ""


def _flaw(content: bytes, media_type: str) -> str:
    """Return what keeps a file's content from being a picture of this type; empty: nothing."""
    wanted = media_type.removeprefix("image/").removesuffix("+xml")
    if not _begins_as(content, media_type):
        return f"expected {wanted} as its ending says, got something else inside"
    if media_type == _MEDIA[".svg"]:
        active = next(_active_parts(content), "")
        if active:
            return f"expected a drawing that does nothing, got {active!r} in it"
    return ""


def _begins_as(content: bytes, media_type: str) -> bool:
    match media_type:
        case "image/png":
            return content.startswith(b"\x89PNG\r\n\x1a\n")
        case "image/jpeg":
            return content.startswith(b"\xff\xd8\xff")
        case "image/webp":
            return content[:4] == b"RIFF" and content[8:12] == b"WEBP"
        case _:
            return b"<svg" in content[:2000] and b"\x00" not in content


def _active_parts(content: bytes) -> Iterator[str]:
    for found in _ACTIVE.finditer(content):
        yield found[0].decode("ascii", "replace")
