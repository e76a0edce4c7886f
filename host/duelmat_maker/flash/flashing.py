"""Flashing a board at its prompt: what differs is written, all is verified, main.py comes last.

Whatever happens on the way, the board is then in one of two states: as it was, or at its prompt
with some of the new files whole. main.py is the first to go and the last to come, so a board that
is half done never runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256

import msgspec

from duelmat_maker.errors import FlashError
from duelmat_maker.flash.bundle import MAIN, MANIFEST, PACKAGES, Bundle
from duelmat_maker.flash.prompt import Facts, Prompt, check_board

_NEW = ".new"
Tell = Callable[[str, int, int], None]


class Flashed(msgspec.Struct, frozen=True):
    """The board's facts, and the files that were written, removed and kept."""

    facts: Facts
    written: tuple[str, ...]
    removed: tuple[str, ...]
    kept: int
    """Files that were there already, equal to the byte."""


def flash_board(prompt: Prompt, bundle: Bundle, tell: Tell = lambda *_: None) -> Flashed:
    """Make the board carry exactly this bundle. Raises FlashError; then run it again.

    tell: the path, how many files are done and how many there are.
    """
    facts = prompt.facts()
    check_board(facts)
    removed = list(_clear_leftovers(prompt))
    wanted = {**bundle.files, MANIFEST: bundle.manifest}
    digests = {path: sha256(data).hexdigest() for path, data in wanted.items()}
    missing = [path for path in wanted if prompt.digest(path) != digests[path]]
    stale = list(_stale(prompt, wanted))
    if not missing and not stale:
        return Flashed(facts, (), tuple(removed), len(wanted))
    _check_room(prompt, wanted, missing, stale)
    prompt.remove(MAIN)  # from here on a start leads to the prompt
    for path in stale:
        prompt.remove(path)
        removed.append(path)
    missing = [*(path for path in missing if path != MAIN), MAIN]
    for package in PACKAGES:
        prompt.make_folder(package)
    for number, path in enumerate(missing):
        tell(path, number, len(missing))
        if path == MAIN:
            _verify(prompt, {p: d for p, d in digests.items() if p != MAIN})
        prompt.write(path, wanted[path], digests[path])
    tell("", len(missing), len(missing))
    return Flashed(facts, tuple(missing), tuple(removed), len(wanted) - len(missing))


def _clear_leftovers(prompt: Prompt) -> Iterator[str]:
    """Remove what a flashing that was interrupted has left behind."""
    for folder in ("", *PACKAGES):
        for name in prompt.files(folder or "/"):
            if name.endswith(_NEW):
                path = f"{folder}/{name}" if folder else name
                prompt.remove(path)
                yield path


def _stale(prompt: Prompt, wanted: dict[str, bytes]) -> Iterator[str]:
    """Yield the files of our packages that belong to another version."""
    for package in PACKAGES:
        for name in prompt.files(package):
            path = f"{package}/{name}"
            if path not in wanted:
                yield path


def _check_room(
    prompt: Prompt, wanted: dict[str, bytes], missing: list[str], stale: list[str]
) -> None:
    """Raise FlashError, before anything is touched, when the files will not fit."""
    facts = prompt.facts()
    block = max(facts.block_bytes, 1)
    has = {
        f"{folder}/{name}" if folder else name
        for folder in ("", *PACKAGES)
        for name in prompt.files(folder or "/")
    }
    # A new file stands beside the old one for a moment; what replaces one takes its place after.
    grows = sum(-(-len(wanted[path]) // block) * block for path in missing if path not in has)
    beside = max((-(-len(wanted[path]) // block) * block for path in missing), default=0)
    needed = grows + beside
    if needed > facts.free_bytes and not stale:
        raise FlashError(
            f"the board's file system is full: expected {needed} bytes free, got "
            f"{facts.free_bytes}. Nothing was written. See what lies there with `mpremote ls`, "
            "remove what is not needed with `mpremote rm`, and run the command again."
        )


def _verify(prompt: Prompt, digests: dict[str, str]) -> None:
    """Raise FlashError unless every file is whole on the board."""
    wrong = [path for path, digest in digests.items() if prompt.digest(path) != digest]
    if wrong:
        raise FlashError(
            f"expected all files whole on the board, but {', '.join(wrong)} differ: run the "
            "command again; if that does not help, use another board."
        )
