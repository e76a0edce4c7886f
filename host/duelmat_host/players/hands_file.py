"""The file with what hands hold, which the next program takes up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec

from duelmat_engine import (
    CardKey,
    Deck,
    Seat,
    keys_of,
)
from duelmat_files.outside import read_regular_file
from duelmat_files.whole_file import write_whole
from duelmat_host.players.hands import Hands, Lying, Reach, Side
from duelmat_message import say


class _Held(msgspec.Struct, forbid_unknown_fields=True):
    """The content of hands.json."""

    sides: list[Side]
    lying: dict[str, Lying]


def make_hands(
    mat: Reach,
    decks: Sequence[Deck],
    random: Random,
    keep: Callable[[], None] = lambda: None,
) -> Hands:
    """Return hands with freshly shuffled decks; `keep` writes down what they hold."""
    piles = []
    for seat, deck in enumerate(decks):
        keys = keys_of(Seat(seat), deck.main)
        random.shuffle(keys)
        piles.append(keys)
    extras = [keys_of(Seat(seat), deck.extra) for seat, deck in enumerate(decks)]
    return Hands(mat, piles, extras, random, keep)


def save_hands(hands: Hands, path: Path) -> None:
    """Write down what the hands hold. Raises NotKeptError."""
    held = _Held(hands.sides, {str(key): lying for key, lying in hands.lying.items()})
    write_whole(path, msgspec.json.encode(held), say("what the hands hold"))


def load_hands(hands: Hands, path: Path) -> bool:
    """Restore what the hands held.

    Returns False if there is no such file, or it is broken: then the hands stay as they were made.
    """
    try:
        held = msgspec.json.decode(read_regular_file(path), type=_Held)
    except (OSError, ValueError, RecursionError):
        return False
    hands.restore(held.sides, {CardKey(key): lying for key, lying in held.lying.items()})
    return True


def set_aside(path: Path) -> Path | None:
    """Keep a broken file under another name, and return its path; None if there is no file."""
    kept = path.with_suffix(f".broken{path.suffix}")
    try:
        return path.replace(kept)
    except OSError:
        return None
