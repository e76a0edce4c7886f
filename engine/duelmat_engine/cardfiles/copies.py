"""Copies of a card: which of them a code stands for that several copies have.

A code alone ("Wolf") means any copy, a code with a number ("Wolf/2") that one. Copies that lie in
one place off the field differ in nothing, so that one of them stands for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Final, NamedTuple

from duelmat_engine.board.refs import ref_of
from duelmat_engine.names import CardKey, key_code, key_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Duel, Piece

MOST_CHOICES: Final = 300
"""The most ways of choosing copies that are looked at."""


class Copy(NamedTuple):
    """One copy of a card, and how an action names it."""

    key: CardKey
    ref: str
    """The zone of a card on the field, else its key."""


class Named:
    """The cards that an action names by a code alone, in order, and the copies they stand for."""

    def __init__(self, copies: tuple[Copy, ...] | None = None) -> None:
        self.keys: list[CardKey] = []
        self._copies = copies
        self.are_chosen = copies is not None

    def copy(self, key: CardKey) -> Copy:
        """The copy that is meant; without a choice the first."""
        if "/" in key:
            exact = CardKey(key.removesuffix("/1"))
            return Copy(exact, exact)
        self.keys.append(key)
        return Copy(key, key) if self._copies is None else self._copies[len(self.keys) - 1]


def choices(duel: Duel, game: Game, named: Sequence[CardKey]) -> Iterator[tuple[Copy, ...]]:
    """Every choice of copies for cards named by their codes, no copy for two of them."""
    counts = Counter(named)
    each = [permutations(_copies(duel, game, key, times), times) for key, times in counts.items()]
    for chosen in product(*each):
        left = {key: iter(copies) for key, copies in zip(counts, chosen, strict=True)}
        yield tuple(next(left[key]) for key in named)


def _copies(duel: Duel, game: Game, key: CardKey, times: int) -> list[Copy]:
    """The copies of a card that differ, from each place off the field so many as are named."""
    seat, code = key_seat(key), key_code(key)
    alike: Counter[tuple[str, bool, bool]] = Counter()
    found: list[Copy] = []
    for place, copy, piece in _everywhere(duel, game):
        if (key_seat(copy.key), key_code(copy.key)) == (seat, code):
            lying = (place, piece.face_up, piece.shown)
            alike[lying] += 1
            if alike[lying] <= times:
                found.append(copy)
    pool = duel.hidden[seat].pool if not duel.closed and seat < len(duel.hidden) else ()
    unseen = sorted(known for known in pool if key_code(known) == code)
    found += [Copy(known, known) for known in unseen[:times]]
    there = {copy.key for copy in found}
    more = (key if number == 1 else CardKey(f"{key}/{number}") for number in range(1, times + 1))
    missing = [Copy(one, one) for one in more if one not in there]
    return found + missing[: max(times - len(found), 0)]  # so many are named, though fewer be


def _everywhere(duel: Duel, game: Game) -> Iterator[tuple[str, Copy, Piece]]:
    """Every card that is known with its place; beneath another is one."""
    for name, piece in duel.pieces():
        if piece.key is not None:
            yield name, Copy(piece.key, ref_of(game, name, piece)), piece
        for index, under in enumerate(piece.beneath):
            if under.key is not None:
                yield f"{name} {index}", Copy(under.key, under.key), under
