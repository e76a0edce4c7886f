"""A user's own pictures of cards: files of a folder, each named by the code of its card.

A picture is read when it is asked for, and checked again: what is no picture is never served.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from duelmat_files.outside import check_regular_file, read_regular_file
from duelmat_host.errors import ArtFolderError
from duelmat_message import Text, listed, say, say_count, words_of

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
_ENDINGS: Final = listed((ending.removeprefix(".") for ending in _MEDIA), ",")
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
        self.notes: list[Text] = []
        """Sentences about the files that are left aside, for whoever started the table."""
        self._files: Mapping[str, Path] = {}
        try:
            files = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        except OSError as error:
            raise ArtFolderError(folder, words_of(error)) from None
        known = {code.lower(): code for code in codes}
        found: dict[str, Path] = {}
        faults: list[Text] = []
        for path in files:
            fault = self._fault(path, known, found)
            if fault is not None:
                faults.append(
                    say("The picture {file} is left aside: {fault}", file=path.name, fault=fault)
                )
            else:
                found[known[path.stem.lower()]] = path
        self._files = found
        self.notes = faults[:NOTES]
        if len(faults) > NOTES:
            self.notes.append(
                say_count(
                    "1 more file of {folder} is left aside.",
                    "{count} more files of {folder} are left aside.",
                    len(faults) - NOTES,
                    folder=str(folder),
                )
            )

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
        return Picture(content, media_type) if _flaw(content, media_type) is None else None

    def _fault(
        self, path: Path, known: Mapping[str, str], found: Mapping[str, Path]
    ) -> Text | None:
        """Return the reason why a file is no picture for a card of this game; None: it is one."""
        media_type = _MEDIA.get(path.suffix.lower())
        code = known.get(path.stem.lower())
        if media_type is None:
            return say(
                "expected a file that ends in one of {endings}, got {ending}.",
                endings=_ENDINGS,
                ending=path.suffix or say("none"),
            )
        if code is None:
            return say(
                "expected it to be named by the code of a card, got {name!r}.", name=path.stem
            )
        if code in found:
            return say("{file} is that card's picture already.", file=found[code].name)
        try:
            check_regular_file(path, PICTURE_LIMIT_BYTES)
            content = read_regular_file(path, PICTURE_LIMIT_BYTES)
        except OSError as error:
            return say(
                "expected a file of at most {most:g} MB, got {reason}.",
                most=PICTURE_LIMIT_BYTES / 1e6,
                reason=words_of(error),
            )
        return _flaw(content, media_type)


def _flaw(content: bytes, media_type: str) -> Text | None:
    """Return the reason why a file's content is no picture of this type; None: it is one."""
    wanted = media_type.removeprefix("image/").removesuffix("+xml")
    if not _begins_as(content, media_type):
        return say(
            "expected {format} as its ending says, got something else inside.", format=wanted
        )
    if media_type == _MEDIA[".svg"]:
        active = next(_active_parts(content), "")
        if active:
            return say("expected a drawing that does nothing, got {part!r} in it.", part=active)
    return None


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
