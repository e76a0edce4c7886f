"""Inputs: everything that can come to a table. They are taken one at a time, in their order."""

from __future__ import annotations

from dataclasses import dataclass

from duelmat_engine import Seat
from duelmat_host.sensing.layout import Layout, MatZone
from duelmat_host.sensing.tracker import Problem
from duelmat_host.table.commands import Command, Ruling
from duelmat_host.table.zone_map import PadName
from duelmat_message.errors import DuelmatError
from duelmat_venue.end_steps import EndStep


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing to do with an opponent's cards."""

    text: str
    source: MatZone | None = None
    """The zone that the card is taken from; None: it comes from beside the mat."""
    goes_to: str | None = None
    """The place that it goes to: a zone of the mat, `b.deck` or `b.hand`; None: beside the mat."""
    place: int = 0
    """The place in the row beside the mat that it is about, from 1; 0: none."""
    touch: MatZone | None = None
    """The zone that is touched when it is done; None: the mat shows that it is."""

    @property
    def zones(self) -> tuple[MatZone, ...]:
        """Return the zones where a hand is expected."""
        to = None if self.goes_to is None else MatZone(self.goes_to)
        return tuple(each for each in (self.source, to) if each is not None)


@dataclass(frozen=True, slots=True)
class CardRow:
    """The hand of an opponent at a real mat: cards that lie face-down in a row beside it."""

    seat: Seat
    places: tuple[int, ...]
    """The places with a card, from 1."""


@dataclass(frozen=True, slots=True)
class LayoutSensed:
    """The mat shows another layout, which has settled."""

    layout: Layout


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing else has come, but a lasting finding may be due."""


@dataclass(frozen=True, slots=True)
class PadTouched:
    """A pad was touched."""

    pad: PadName
    by: Seat | None = None
    """The seat whose finger it is, where that is known: at a simulated mat nobody acts for the
    other player. On a real one the players see whose it is.
    """


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """One of the three buttons of a seat was pressed."""

    button: str


@dataclass(frozen=True, slots=True)
class ButtonReleased:
    """A button was let go."""

    button: str
    held_ms: int
    """The time for which it was down, by the mat's own clock: the event may arrive late."""


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A question was answered on a page."""

    seat: Seat
    prompt: str
    option: int
    """The place of the option in the question, from 0."""


@dataclass(frozen=True, slots=True)
class CommandGiven:
    """A player has given a command that belongs to no decision."""

    seat: Seat
    command: Command


@dataclass(frozen=True, slots=True)
class GivenFromAfar:
    """The place of a ruling at the event from which a judge has sent it."""

    number: int
    """Its number, from 1: a table carries each out once."""
    judge: str


@dataclass(frozen=True, slots=True)
class ShowCard:
    """A judge who is not at the table must see a face-down card."""

    zone: MatZone
    reason: str


@dataclass(frozen=True, slots=True)
class JudgeRuled:
    """A judge has ruled."""

    ruling: Ruling | ShowCard
    sent: GivenFromAfar | None = None
    """None: the judge is at the table."""


@dataclass(frozen=True, slots=True)
class ProblemsFound:
    """The mat has readings that cannot be understood; empty: it understands all."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ReadersLost:
    """Readers have not worked for a while; it is said again and again."""

    zones: frozenset[MatZone]
    """All zones with such a reader."""
    layout: Layout
    """The cards that are sensed elsewhere, which have settled."""


@dataclass(frozen=True, slots=True)
class KeepingFailed:
    """Something cannot be written down; None: everything can be written again."""

    trouble: DuelmatError | None


@dataclass(frozen=True, slots=True)
class HelpWanted:
    """A person is asked to move an opponent's cards, which lie in a row beside the mat."""

    instruction: Instruction | None
    row: CardRow


@dataclass(frozen=True, slots=True)
class RoundTimeUp:
    """The event has called time; it may say so again and again."""

    steps: tuple[EndStep, ...]
    """The end-of-match procedure."""


@dataclass(frozen=True, slots=True)
class RoundTimeGoesOn:
    """The event has given the table more time after time was called; it may be said again."""


@dataclass(frozen=True, slots=True)
class SideTimeUp:
    """The time for side decking is over; it may be said again and again."""


@dataclass(frozen=True, slots=True)
class NoAnswerHeld:
    """A seat whose secrets concern nobody has no answer to the window in which it is asked."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A judge of the event has given a player the loss of a duel; it may be said again."""

    number: int
    """The number of the penalty at the event, from 1."""
    seat: Seat
    """The seat of the player who loses."""
    reason: str
    """The infraction."""
    ends_match: bool = False
    """Whether it is the loss of the match: the event has its result already."""


@dataclass(frozen=True, slots=True)
class MatchGone:
    """The event has moved the match to another table; it may say so again and again."""

    table: int


Input = (
    LayoutSensed
    | TimePassed
    | PadTouched
    | ButtonPressed
    | ButtonReleased
    | QuestionAnswered
    | CommandGiven
    | JudgeRuled
    | ProblemsFound
    | ReadersLost
    | KeepingFailed
    | HelpWanted
    | RoundTimeUp
    | RoundTimeGoesOn
    | SideTimeUp
    | NoAnswerHeld
    | PenaltyGiven
    | MatchGone
)
