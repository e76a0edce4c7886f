"""The oracle's bracket, written from docs/adr/0079: who meets whom in it, and who comes where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

OPEN: Final = -1
"""In place of a player who is not known yet."""
Someone = int | None
"""A player, `OPEN`, or None where a seed is missing and nobody comes."""
Winner = Callable[[int, frozenset[int]], int | None]
"""Returns who has won the match of two players in a round of the bracket; None: nobody yet."""


class Meeting(NamedTuple):
    """A match of a bracket."""

    round: int
    one: int
    other: int
    is_for_third: bool
    won: int
    lost: int


class OracleBracket:
    """A bracket with what was played in it, walked through from its first round."""

    def __init__(self, seeds: list[int], kind: str, winner: Winner) -> None:
        self.seeds, self.kind, self.winner = seeds, kind, winner
        self.meetings: list[Meeting] = []
        self.is_double = kind.startswith("double")
        if len(seeds) > 1:
            self._walk()

    def expected(self, number: int) -> list[frozenset[int]]:
        """Return who meet in a round; a pair with `OPEN` waits for a result."""
        return [frozenset((m.one, m.other)) for m in self.meetings if m.round == number]

    @property
    def last(self) -> int:
        """The number of the bracket's last round."""
        return max((each.round for each in self.meetings), default=0)

    def places(self) -> Iterator[list[int]]:
        """Yield who share a place, the best first, of a bracket that is decided."""
        losses = dict.fromkeys(self.seeds, 0)
        allowed = 2 if self.is_double else 1
        out: dict[int, list[int]] = {}
        thirds = [each for each in self.meetings if each.is_for_third]
        semifinalists = {each.won for each in thirds} | {each.lost for each in thirds}
        for each in sorted(self.meetings):
            if each.is_for_third:
                continue
            losses[each.lost] += 1
            is_final = self.kind == "double" and each.round == self.last
            if losses[each.lost] == allowed or is_final:
                out.setdefault(each.round, []).append(each.lost)
        gone = {player for group in out.values() for player in group}
        yield [player for player in self.seeds if player not in gone]
        for number in sorted(out, reverse=True):
            if semifinalists and set(out[number]) == semifinalists:
                yield [thirds[0].won]
                yield [thirds[0].lost]
            else:
                yield out[number]

    # The walk

    def _walk(self) -> None:
        size = 1 << (len(self.seeds) - 1).bit_length()
        upper: list[Someone] = [
            self.seeds[seed - 1] if seed <= len(self.seeds) else None for seed in _draw(size)
        ]
        lower: list[Someone] = []
        number = 0
        while len(upper) > 1:
            number += 1
            semifinal_losers = lower
            upper, lost = self._meet(number, upper[::2], upper[1::2])
            if not self.is_double:
                if not upper[1:] and self.kind == "single_third" and len(semifinal_losers) == 2:
                    self._meet(number, semifinal_losers[:1], semifinal_losers[1:], is_third=True)
                lower = lost
                continue
            if number == 1:
                lower = lost
            else:  # who has lost joins the losers' bracket, in one of four orders in turn
                lower, _ = self._meet(2 * number - 1, lower, _joining(number, lost))
            if len(lower) > 1:
                lower, _ = self._meet(2 * number, lower[::2], lower[1::2])
        if self.is_double:
            self._grand_final(2 * number, upper, lower)

    def _grand_final(self, number: int, upper: list[Someone], lower: list[Someone]) -> None:
        won, lost = self._meet(number, upper, lower)
        if self.kind == "double_reset" and won == lower and OPEN not in won:
            self._meet(number + 1, won, lost)

    def _meet(
        self,
        number: int,
        ones: list[Someone],
        others: list[Someone],
        *,
        is_third: bool = False,
    ) -> tuple[list[Someone], list[Someone]]:
        """Let two lines meet, and return who won and who lost."""
        winners: list[Someone] = []
        losers: list[Someone] = []
        for one, other in zip(ones, others, strict=True):
            if one is None or other is None:
                winners.append(other if one is None else one)
                losers.append(None)
                continue
            found = None if OPEN in (one, other) else self.winner(number, frozenset((one, other)))
            won = OPEN if found is None else found
            lost = OPEN if found is None else one + other - found
            self.meetings.append(Meeting(number, one, other, is_third, won, lost))
            winners.append(won)
            losers.append(lost)
        return winners, losers


def _draw(size: int) -> list[int]:
    """Return the seeds as they stand on paper, so that the best two meet last."""
    if size == 1:
        return [1]
    return [each for seed in _draw(size // 2) for each in (seed, size + 1 - seed)]


def _joining(number: int, lost: list[Someone]) -> list[Someone]:
    """Return losers of a winners' round in the order in which they join the losers' bracket."""
    half = len(lost) // 2
    front, back = lost[:half], lost[half:]
    turn = (number - 2) % 4
    if turn == 0:
        return list(reversed(lost))
    if turn == 1:
        return back + front
    if turn == 2:
        return list(reversed(front)) + list(reversed(back))
    return lost
