"""Matches: a number of duels agreed on beforehand, and who starts each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from duelmat_engine.brief import Brief
from duelmat_engine.names import Seat
from duelmat_engine.play import Deck, Opening, Step, new_duel
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import Duel, replace
from duelmat_engine.verdict import Cited, Do, Verdict
from duelmat_message import say


class Result(NamedTuple):
    """The result of one duel of a match."""

    winner: Seat | None
    """None: a draw."""
    first_loser: Seat | None
    """The player who lost first; None after a draw."""
    chooser: Seat | None
    """The player who decided who started it; None: all of them together."""


class Match(Brief, frozen=True):
    """A match: what is played, by whom, and how its duels have ended so far."""

    ruleset: str
    decks: tuple[Deck, ...]
    duels: int
    """The number of duels that it has."""
    event_format: str = ""
    results: tuple[Result, ...] = ()
    chooser: Seat | None = None
    """The player whom an event lets decide who starts the first duel; None: all together."""

    def opening(self) -> Opening | None:
        """Return who decides who starts the next duel; None: all together."""
        if not self.results:
            return None if self.chooser is None else Opening(self.chooser, is_named=True)
        last = self.results[-1]
        if last.first_loser is not None:
            return Opening(last.first_loser)
        return None if last.chooser is None else Opening(last.chooser, after_draw=True)

    def next_duel(self, *, seed: int | None, readings: Mapping[str, str] | None = None) -> Step:
        """The next duel, about to be decided who starts it."""
        return new_duel(
            self.ruleset,
            self.decks,
            seed=seed,
            readings=readings,
            event_format=self.event_format,
            opening=self.opening(),
        )

    def after(self, duel: Duel) -> Match:
        """The match once this duel of it is over."""
        assert duel.outcome is not None
        opening, winner = self.opening(), duel.outcome.winner
        chooser = None if opening is None else opening.chooser
        first_loser = None if winner is None else _first_loser(duel, winner)
        return replace(self, results=(*self.results, Result(winner, first_loser, chooser)))

    def is_over(self) -> bool:
        return len(self.results) >= self.duels


def _first_loser(duel: Duel, winner: Seat) -> Seat:
    """Return the player who lost first, of several the lowest seat."""
    losers = [Seat(s) for s in duel.seats if s != winner]
    return min(losers, key=lambda s: (duel.players[s].lost_order or len(duel.players), s))


def agree_match(ruleset: str, duels: int) -> Verdict:
    """Whether a match may have so many duels, by the rules of the ruleset about it."""
    cited = tuple(map(Cited, find_ruleset(ruleset).citations.match))
    missing = () if duels >= 1 else (Do(say("Agree on one duel or more.")),)
    return Verdict(not missing, cited, missing)
