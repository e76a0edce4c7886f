"""The other player's turn as a seat's page gets it: one line, and the plays behind it."""

from __future__ import annotations

from msgspec import Struct

from duelmat_host.sensing.layout import MatZone


class TurnPlayView(Struct, frozen=True):
    """A play of a turn, with all that came of it."""

    play: int
    """Its number, as in the log."""
    text: str
    """What happened, as sentences."""
    zones: list[MatZone]
    """The zones that it is about."""
    code: str
    """The card that was played, as in the ruleset; empty: it lies face-down, or there is none."""
    name: str
    """The card's name."""


class TurnSummaryView(Struct, frozen=True):
    """The newest turn of another player, as everybody could follow it."""

    turn: int
    """The number of the turn."""
    seat: str
    """The turn player."""
    text: str
    """What was done, in one line."""
    plays: list[TurnPlayView]
    """The plays in their order."""
