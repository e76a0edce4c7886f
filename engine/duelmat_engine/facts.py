"""Facts that may have to come about before a play is legal, typed: what a `When` stands on.

"You" is the player whose play it is; "the card" is the card that the play is about. What a text
asks of other cards is told in the words of texts (`Holds`).
"""

from __future__ import annotations

from duelmat_engine.brief import Brief
from duelmat_engine.effects.terms import Condition


class Fact(Brief, frozen=True, tag=True):
    """The base of all facts."""


class YourTurn(Fact, frozen=True):
    """It is your turn, and at least this one of the duel."""

    least: int = 1


class YourPhase(Fact, frozen=True):
    """It is one of these phases of your turn; `open`: and nothing is asked."""

    phases: tuple[str, ...]
    open: bool = False


class NextTurn(Fact, frozen=True):
    """It is a later turn of yours: what this one has used up is back."""


class LaterTurn(Fact, frozen=True):
    """It is a later turn, whoever's."""


class Answered(Fact, frozen=True):
    """The pending question has been answered, and play is open to you."""


class BattleOver(Fact, frozen=True):
    """The battle that has been declared is over."""


class Ordered(Fact, frozen=True):
    """A card effect has ordered this phase in this turn, and it is one of those before it."""

    phase: str
    before: tuple[str, ...] = ()


class Asked(Fact, frozen=True):
    """You are asked something that the action answers."""


class Lies(Fact, frozen=True):
    """The card lies in a zone of yours of one of these kinds, this way."""

    kinds: tuple[str, ...]
    face_up: bool | None = None
    upright: bool | None = None


class Room(Fact, frozen=True):
    """A zone of your row of this kind is free."""

    kind: str


class Unmarked(Fact, frozen=True):
    """The card is no longer under this status."""

    mark: str


class Materials(Fact, frozen=True):
    """Cards of which the card can be made lie on your field."""


class Released(Fact, frozen=True):
    """Other cards no longer forbid or negate this."""


class LifeAtLeast(Fact, frozen=True):
    """You have at least so much life."""

    least: int


class Holds(Fact, frozen=True):
    """These conditions of a text hold, read from the side of whoever plays the card."""

    conditions: tuple[Condition, ...]


_Moments = YourTurn | YourPhase | NextTurn | LaterTurn | Answered | BattleOver | Ordered | Asked
AnyFact = _Moments | Lies | Room | Unmarked | Materials | Released | LifeAtLeast | Holds
