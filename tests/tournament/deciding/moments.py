"""The moments of an event, from its first day to its end, at which anything may be asked."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache

from duelmat_tournament import commands
from tournament.staged_event import (
    OCG,
    StagedEvent,
    changed,
)

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
POLICY = changed(
    OCG,
    entering__late_until_round=2,
    entering__back_until_round=2,
    teammates_apart_rounds=0,
    may_agree_draw=True,
)


class Moment(Enum):
    """How far an event of five players, two rounds and a cut to four has come."""

    REGISTRATION = "before the start"
    STARTED = "started, and no round is paired"
    PAIRED = "round 1 is paired"
    PUBLISHED = "round 1 is published"
    PLAYING = "round 1 is being played"
    TIME_CALLED = "round 1 is at its end of match"
    CLOSED = "round 1 is closed"
    SWISS_OVER = "round 2, the last one, is closed"
    SEEDED = "the cut is seeded"
    SEMI_FINALS = "the semi-finals are being played"
    FINISHED = "the event is over"


def event_at(moment: Moment) -> StagedEvent:
    """Return the event at a moment."""
    return _events()[moment].branch()


@cache
def _events() -> dict[Moment, StagedEvent]:
    """Return the event at every moment, from which tests go on in branches."""
    event = StagedEvent(*NAMES, policy=POLICY)
    found = {}
    for moment, step in zip(Moment, (None, *_STEPS), strict=True):
        if step is not None:
            step(event)
        found[moment] = event.branch()
    return found


def _call_time(event: StagedEvent) -> None:
    clock = event.round.clock
    assert clock is not None
    event.now_ms = clock.ends_ms
    event.do(commands.CallTime())


def _close(event: StagedEvent) -> None:
    event.close()


def _second_round(event: StagedEvent) -> None:
    event.play()
    event.close()


def _semi_finals(event: StagedEvent) -> None:
    event.play()


def _finish(event: StagedEvent) -> None:
    event.close()
    event.play()
    event.close()
    event.do(commands.FinishEvent())


_STEPS: tuple[Callable[[StagedEvent], object], ...] = (
    lambda event: event.start(rounds=2, cut=4),
    lambda event: event.pair(),
    lambda event: event.do(commands.PublishRound()),
    lambda event: event.do(commands.StartRound()),
    _call_time,
    _close,
    _second_round,
    lambda event: event.do(commands.StartCut()),
    _semi_finals,
    _finish,
)
