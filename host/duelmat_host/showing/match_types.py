"""The match, the end of its time and its event, as pages get them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class ScoreView(Struct, frozen=True):
    """The duels of a match that are over."""

    duels: int
    """The number of duels of the match; 0: as many as the players like."""
    wins: dict[str, int]
    """The duels that each player has won."""
    draws: int
    """The duels that nobody has won."""
    decided: bool
    """Whether the winner of the match is certain."""
    chooser: str | None
    """The player who chooses the first player of this duel or, after its end, of the next; null:
    all players together, or there is no next duel."""


class EventLineView(Struct, frozen=True):
    """A sentence of the event for the people at the table."""

    kind: Literal["clock", "call", "announcement", "result", "note", "alone"]
    """The subject; `alone`: the event's hub does not answer."""
    text: str
    """The sentence."""


class EventView(Struct, frozen=True):
    """The place of the table in its event."""

    title: str
    """The event, the round and the table; empty: the hub has not answered yet."""
    ends_ms: int | None
    """The moment at which time is up, in milliseconds of UTC; null: no limit, or the clock stands
    still."""
    lines: list[EventLineView]
    """The sentences, the most urgent first."""
    side_ends_ms: int | None = None
    """The moment at which a judge is called if players still exchange cards with their side decks;
    null: they do not, or the judge was called."""


class ResultView(Struct, frozen=True):
    """The result of a match at an event, which both players confirm."""

    wins: dict[str, int]
    """The duels that each player has won."""
    draws: int
    """The duels that nobody has won."""
    is_double_loss: bool
    """Whether both players lose the match."""
    confirmed: list[str]
    """The seats whose players have confirmed it."""
    text: str
    """The same for people, with who is still to confirm."""


class TimeView(Struct, frozen=True):
    """What is still played after the event has called time."""

    step: str
    """The step of the end-of-match procedure: `finish_phase`, `finish_turn`, `extra_turns_3`,
    `extra_turns_5` or `sudden_death`."""
    turn: int
    """The number of the extra turn, from 1; 0: it is none."""
    turns: int
    """The number of extra turns; 0: the step has none."""
    text: str
    """The same for people."""
