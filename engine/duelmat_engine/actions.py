"""Actions: the answers of a player to a decision, one frozen class each.

`card` and `target` name cards by place or key (see names.py). An action that turns an unseen
card over carries in `shown` what came to light; in an open duel an action without it is a
*pattern*, standing for "some card that I have not shown yet".
"""

from __future__ import annotations

from duelmat_engine.brief import Brief
from duelmat_engine.names import CardKey, ZoneName


class Action(Brief, frozen=True, tag=True, gc=False):
    """The base of all answers."""


class Play(Action, frozen=True):
    """Bring a card to a zone: every summon and every Set is a move of this kind."""

    move: str
    card: str
    to: ZoneName
    upright: bool = True
    """Attack Position; False is Defense Position."""
    face_up: bool = True
    using: tuple[str, ...] = ()
    """Materials or Tributes, in canonical order."""
    shown: tuple[CardKey, ...] = ()
    """The cards that the unseen ones of `using` turned out to be, in the same order."""


class Activate(Action, frozen=True):
    """Activate a card or an effect of a card."""

    effect: str
    card: str
    shown: CardKey | None = None


class Attack(Action, frozen=True):
    """Declare an attack; no target = directly at the opponent."""

    card: str
    target: str | None = None


class Turn(Action, frozen=True):
    """Change a monster's battle position by hand: to what, and which way up."""

    card: str
    upright: bool = True
    face_up: bool = True
    shown: CardKey | None = None


class Advance(Action, frozen=True):
    """Go on to a phase, or to "end"."""

    phase: str


class Pass(Action, frozen=True):
    """Do not respond; decline."""


class Choose(Action, frozen=True):
    """Choose a card."""

    card: str
    place: ZoneName = ZoneName("")
    """The zone of a card that nobody has seen, where several hidden zones are
    looked through."""


class Number(Action, frozen=True):
    """Choose an amount."""

    value: int


class Name(Action, frozen=True):
    """Choose one of the names offered."""

    value: str


class Reveal(Action, frozen=True):
    """Show the unseen card that the decision is about."""

    shown: CardKey


class Roll(Action, frozen=True):
    """Give the result of chance."""

    values: tuple[str, ...]


class Cancel(Action, frozen=True):
    """Take the announcement in progress back; nothing has been paid."""


# Standing actions: any seat, any time; they belong to no decision.


class Standing(Action, frozen=True):
    """The base of what may be said at any time; `seat` says it."""

    seat: int


class Concede(Standing, frozen=True):
    """Give the duel up."""


class AgreeDraw(Standing, frozen=True):
    """End the duel as a draw; the table sends it when all players have agreed."""


class CorrectLife(Standing, frozen=True):
    """Set a player's life by hand, with the reason."""

    player: int
    life: int
    reason: str


class Stand(Standing, frozen=True):
    """A judge's ruling: this refused action stands."""

    action: AnyPlay
    reason: str


AnyAnswer = Pass | Choose | Number | Name | Reveal | Roll | Cancel
AnyPlay = Play | Activate | Attack | Turn | Advance | AnyAnswer
