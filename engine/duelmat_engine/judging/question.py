"""Rules as predicates with ids, and the ways of acting that they limit.

A `Way` is one kind of open play (Normal Summon, attack, going to a phase). Its rules are asked
from the coarse to the fine, so that listing legal actions stops early: those about the moment
(`moment`), then those about the card (`card`), then those about the whole action (`action`).
`given` and `shape` hold what listing sees to by itself; only the judge asks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from duelmat_engine.actions import Action
from duelmat_engine.cards import Card
from duelmat_engine.effects.derive import Derived, derive
from duelmat_engine.judging.verdict import Remedy
from duelmat_engine.names import Seat, ZoneName
from duelmat_engine.ruleset import Game
from duelmat_engine.state import Duel, Piece, Value


class Question:
    """May this seat do this? The duel, who asks, and the card and action asked about."""

    __slots__ = (
        "_derived",
        "action",
        "bound",
        "card",
        "duel",
        "game",
        "moments",
        "piece",
        "place",
        "rows",
        "seat",
    )

    def __init__(self, duel: Duel, game: Game, seat: Seat) -> None:
        self.duel = duel
        self.game = game
        self.seat = seat
        self.piece: Piece | None = None
        """The card asked about; None before one is, or if it is not where it is said to be."""
        self.place = ""
        self.card: Card | None = None
        """The printed card; for an unseen card, the one supposed."""
        self.action: Action | None = None
        self.bound: dict[str, Value] = {}
        self.moments: dict[int, bool] = {}
        """What was found about the moment, by rule: ways share such rules."""
        self.rows: dict[tuple[Seat, str], tuple[tuple[ZoneName, Piece], ...]] = {}
        """The cards of each row that was looked at, for the next way that looks."""
        self._derived: Derived | None = None

    @property
    def derived(self) -> Derived:
        if self._derived is None:
            self._derived = derive(self.duel, self.game)
        return self._derived

    def about(self, place: str, piece: Piece | None, card: Card | None) -> None:
        """Turn the question to a card."""
        self.place = place
        self.piece = piece
        self.card = card


@dataclass(frozen=True, slots=True)
class Rule:
    """One limit: the statement, the test, and what would satisfy it."""

    id: str
    holds: Callable[[Question], bool]
    remedy: Callable[[Question], Remedy]
    reading: str = ""
    concerns: Callable[[Question], bool] | None = None
    """Whether it has anything to say about a case that it permits; None: about every case."""


Sources = Callable[[Question], Iterable[tuple[str, Piece]]]
"""The cards a way may be tried with: place or key, and piece."""

Actions = Callable[[Question], Iterator[Action]]
"""The actions of a way for the card in question."""


@dataclass(frozen=True, slots=True)
class Way:
    """One kind of open play."""

    name: str
    grants: tuple[str, ...]
    """The statements that permit it."""
    takes: Callable[[Action], bool]
    """Whether an action is of this way."""
    sources: Sources
    actions: Actions
    block: str
    """What is carried out when it is done."""
    suits: Callable[[Question], bool] | None = None
    """Whether `actions` makes any for such a printed card at all; None: for every card."""
    given: tuple[Rule, ...] = ()
    moment: tuple[Rule, ...] = ()
    card: tuple[Rule, ...] = ()
    shape: tuple[Rule, ...] = ()
    """About the whole action, too; what `actions` makes holds them by itself."""
    action: tuple[Rule, ...] = ()
    also: Callable[[Question], tuple[str, ...]] | None = None
    """Further statements that permit it, depending on the case."""

    def without(self, disabled: frozenset[str]) -> Way:
        """The same way with these rules switched off."""
        if not disabled:
            return self

        def keep(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
            return tuple(r for r in rules if r.id not in disabled)

        return replace(
            self,
            given=keep(self.given),
            moment=keep(self.moment),
            card=keep(self.card),
            shape=keep(self.shape),
            action=keep(self.action),
        )

    def rules(self) -> tuple[Rule, ...]:
        return self.given + self.moment + self.card + self.shape + self.action
