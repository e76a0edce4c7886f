"""The end of a match at an event: what is still played after time was called, and who wins then.

The steps come from the event's policy, and their state from the duel alone: a takeback takes them
back as well, and a table that was restarted goes on where it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from duelmat_engine import Duel, Seat
from duelmat_message import Text, say
from duelmat_venue.end_steps import EndStep

EXTRA_TURNS: Final = {EndStep.EXTRA_TURNS_3: 3, EndStep.EXTRA_TURNS_5: 5}
_COMPARING: Final = frozenset({EndStep.COMPARE_LIFE, EndStep.SUDDEN_DEATH})


class EndCause(Enum):
    """The reasons for which an event ends a duel."""

    LIFE = "life"
    """Time is over, and the winner has more life."""
    TIME = "time"
    """Time is over: the duel is drawn."""
    DOUBLE_LOSS = "double-loss"
    """Time is over: both players lose the match."""
    PENALTY = "penalty"
    """A judge has given the loser the loss of the duel."""
    MATCH_PENALTY = "match-penalty"
    """A judge has given the loser the loss of the match."""


@dataclass(frozen=True, slots=True)
class TimeCall:
    """Time that was called during a duel."""

    steps: tuple[EndStep, ...]
    turn: int
    """The turn that was played; 0: none yet."""
    phase: str

    @property
    def is_sudden_death(self) -> bool:
        """Whether the match needs a winner."""
        return self.steps[-1] is EndStep.SUDDEN_DEATH


@dataclass(frozen=True, slots=True)
class StillPlayed:
    """The part of the procedure that is played now."""

    step: EndStep
    turn: int = 0
    """The number of the extra turn, from 1; 0: it is none."""
    turns: int = 0
    """The number of extra turns; 0: the step has none."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The end that the procedure gives a duel."""

    winner: Seat | None
    cause: EndCause


def still_played(call: TimeCall, duel: Duel, phases: Sequence[str]) -> StillPlayed | None:
    """Return what is still played of a duel; None: the procedure is through.

    phases: the names of a turn's phases, in their order.
    """
    last = call.turn
    for step in call.steps:
        if step is EndStep.FINISH_PHASE and not _is_past(call, duel, phases):
            return StillPlayed(step)
        if step is EndStep.FINISH_TURN and call.turn and duel.turn <= call.turn:
            return StillPlayed(step)
        if step in EXTRA_TURNS:
            first, last = last + 1, last + EXTRA_TURNS[step]
            if duel.turn <= last:
                return StillPlayed(step, max(duel.turn - first + 1, 1), EXTRA_TURNS[step])
        if step is EndStep.SUDDEN_DEATH and leader(duel) is None:
            return StillPlayed(step)
    return None


def _is_past(call: TimeCall, duel: Duel, phases: Sequence[str]) -> bool:
    """Whether the phase in which time was called is over; before the first turn there is none."""
    if not call.turn or duel.turn > call.turn:
        return True
    order = {name: place for place, name in enumerate(phases)}
    is_later = order.get(duel.phase, 0) > order.get(call.phase, 0)
    return duel.turn == call.turn and is_later


def decided_by_time(call: TimeCall, duel: Duel, phases: Sequence[str]) -> Decided | None:
    """Return the end of a duel by the procedure; None: it is over, or is still played."""
    played = still_played(call, duel, phases)
    if duel.is_over() or duel.chain or played is not None:
        return None  # nobody's life is compared while effects are still to resolve
    ahead = leader(duel) if _COMPARING.intersection(call.steps) else None
    if ahead is not None:
        return Decided(ahead, EndCause.LIFE)
    is_lost = call.steps[-1] is EndStep.DOUBLE_LOSS
    return Decided(None, EndCause.DOUBLE_LOSS if is_lost else EndCause.TIME)


def is_beyond_time(call: TimeCall, before: Duel, after: Duel, phases: Sequence[str]) -> bool:
    """Whether an action has ended the duel in a turn that is no longer played.

    An engine that ends a turn begins the next one, whose player may have no card to draw.
    """
    return (
        after.is_over()
        and after.turn > before.turn
        and still_played(call, before, phases) is not None
        and still_played(call, after, phases) is None
    )


def leader(duel: Duel) -> Seat | None:
    """Return the seat with the most life; None: several have as much."""
    lives = [player.life for player in duel.players]
    most = max(lives)
    return Seat(lives.index(most)) if lives.count(most) == 1 else None


def reason_text(end: Decided, duel: Duel, reason: str = "") -> Text:
    """Return the reason of an end in words: "time is over, and more life is left (40 : 25)".

    reason: the judge's own words, for a penalty.
    """
    match end.cause:
        case EndCause.LIFE:
            life = " : ".join(str(player.life) for player in duel.players)
            return say("time is over, and more life is left ({life})", life=life)
        case EndCause.TIME:
            return say("time is over, and nobody is ahead")
        case EndCause.DOUBLE_LOSS:
            return say("time is over, and nobody is ahead: both players lose the match")
        case EndCause.PENALTY:
            return say("a loss of the duel by penalty ({reason})", reason=reason)
        case EndCause.MATCH_PENALTY:
            return say("a loss of the match by penalty ({reason})", reason=reason)
