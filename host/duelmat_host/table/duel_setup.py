"""DuelSetup: the parts of a table that stay the same throughout its duel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from duelmat_engine import CardKey, Deck, Duel, Match, Result, Seat, keys_of
from duelmat_host.table.own_sleeves import Brought, deck_of


class Written(Protocol):
    """An entry as a journal has it."""

    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Any: ...


class Writer(Protocol):
    """The part of the journal that the table needs."""

    def append_all(self, items: Sequence[tuple[str, Mapping[str, Any]]]) -> Sequence[Written]:
        """Append all entries or none, and return them as they are written."""


Dice = Callable[[Sequence[str], int], tuple[str, ...]]
"""A function that chooses so many of the options at random."""


@dataclass(frozen=True, slots=True)
class DuelSetup:
    """The conditions that the players agreed on before the duel."""

    ruleset: str
    """Its name as `find_ruleset` knows it; with own cards that of `use_cards`."""
    names: tuple[str, ...]
    decks: tuple[Deck, ...]
    readings: Mapping[str, str] = field(default_factory=dict)
    duels: int = 0
    """The number of duels of its match; 0: as many as the players like."""
    results: tuple[Result, ...] = ()
    """The results of the duels of the match before this one."""
    confirms_result: bool = False
    """Whether both players confirm the result of the match: an event asks for that."""
    penalties: tuple[int, ...] = ()
    """The numbers of the event's penalties that have ended duels of the match before this one."""
    cards: str = ""
    """The players' own cards as the text of a card file; empty: there are none."""
    chooser: Seat | None = None
    """The seat that an event lets decide who goes first in the first duel; None: both together."""
    event_format: str = ""
    """The format of the ruleset that an event is played in; empty: the usual one."""
    own: tuple[Brought, ...] = ()
    """The players' own sleeves by seat, from which their decks are; empty: all are the hall's."""

    @property
    def keys(self) -> frozenset[CardKey]:
        """Return every card of the decks."""
        parts = ((Seat(seat), part) for seat, deck in enumerate(self.decks) for part in deck)
        return frozenset(key for seat, part in parts for key in keys_of(seat, part))

    @property
    def match(self) -> Match:
        """Return the match before this duel, which determines who chooses the first player."""
        return Match(
            self.ruleset,
            self.decks,
            self.duels,
            self.event_format,
            results=self.results,
            chooser=self.chooser,
        )

    def with_own(self, own: Sequence[Brought]) -> DuelSetup:
        """Return the conditions with players' own sleeves, and the decks that these make."""
        decks = tuple(
            deck_of(brought) if brought else deck
            for deck, brought in zip(self.decks, own, strict=True)
        )
        return replace(self, own=tuple(own) if any(own) else (), decks=decks)

    def after(self, duel: Duel) -> DuelSetup:
        """Return the conditions of the next duel, in a new match if the present one is decided.

        duel: this setup's duel, which is over.
        """
        results = self.match.after(duel).results
        return replace(self, results=() if is_decided(self.duels, results) else results)


def wins(results: Sequence[Result], seat: Seat) -> int:
    """Return the number of duels that a seat has won."""
    return sum(result.winner == seat for result in results)


def is_decided(duels: int, results: Sequence[Result]) -> bool:
    """Whether the winner of a match of this many duels is certain."""
    if not duels:
        return False
    seats = {result.winner for result in results if result.winner is not None}
    left = duels - len(results)
    counts = [*sorted((wins(results, seat) for seat in seats), reverse=True), 0, 0]
    return left <= 0 or counts[0] > counts[1] + left
