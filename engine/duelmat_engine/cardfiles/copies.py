"""Copies of a card: which of them a code stands for that several copies have.

A code alone ("Wolf") means any copy, a code with a number ("Wolf/2") that one. Copies that lie in
one place off the field differ in nothing, so that one of them stands for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Final

from duelmat_engine.names import CardKey, copy_key, key_code, key_seat
from duelmat_engine.state import Duel, Piece

MOST_CHOICES: Final = 300
"""The most ways of choosing copies that are looked at."""


class Named:
    """The cards that an action names by a code alone, in order, and the copies they stand for."""

    def __init__(self, copies: tuple[CardKey, ...] | None = None) -> None:
        self.keys: list[CardKey] = []
        self._copies = copies
        self.are_chosen = copies is not None

    def copy(self, key: CardKey) -> CardKey:
        """The copy that is meant; without a choice the first."""
        self.keys.append(key)
        return key if self._copies is None else self._copies[len(self.keys) - 1]


def choices(duel: Duel, named: Sequence[CardKey]) -> Iterator[tuple[CardKey, ...]]:
    """Every choice of copies for cards named by their codes, no copy for two of them."""
    counts = Counter(named)
    each = [permutations(_copies(duel, key, times), times) for key, times in counts.items()]
    for chosen in product(*each):
        left = {key: iter(copies) for key, copies in zip(counts, chosen, strict=True)}
        yield tuple(next(left[key]) for key in named)


def _copies(duel: Duel, key: CardKey, times: int) -> list[CardKey]:
    """The copies of a card that differ, from each place off the field so many as are named."""
    seat, code = key_seat(key), key_code(key)
    alike: Counter[tuple[str, bool, bool]] = Counter()
    found: list[CardKey] = []
    for place, piece in _everywhere(duel):
        copy = piece.key
        if copy is not None and (key_seat(copy), key_code(copy)) == (seat, code):
            lying = (place, piece.face_up, piece.shown)
            alike[lying] += 1
            if alike[lying] <= times:
                found.append(copy)
    pool = duel.hidden[seat].pool if not duel.closed and seat < len(duel.hidden) else ()
    found += sorted(known for known in pool if key_code(known) == code)[:times]
    more = (copy_key(seat, code, number) for number in range(1, times + 1))
    missing = [one for one in more if one not in found]
    return found + missing[: max(times - len(found), 0)]  # so many are named, though fewer be


def _everywhere(duel: Duel) -> Iterator[tuple[str, Piece]]:
    """Every card with its place; beneath another is one."""
    for name, piece in duel.pieces():
        yield name, piece
        for index, under in enumerate(piece.beneath):
            yield f"{name} {index}", under
