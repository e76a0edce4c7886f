"""The view of an overlay: what a stream shows of a table, all of it public."""

from __future__ import annotations

from typing import Literal

from duelmat_host.showing.view_types import (
    CardView,
    JudgeCallView,
    OutcomeView,
    ScoreView,
    SeatLetter,
    View,
)


class OverlayLinkView(View, frozen=True, omit_defaults=False):
    """A link of the Chain."""

    seat: SeatLetter
    """The player whose effect it is."""
    card: CardView | None
    """The card; null: nobody has seen which."""


class OverlayView(View, frozen=True, omit_defaults=False):
    """The view of a table for a stream."""

    names: dict[SeatLetter, str]
    """The players' names by their seats."""
    ruleset: str
    """The game's name for people."""
    life: dict[SeatLetter, int]
    """Life points by seat."""
    turn: int
    """The number of the turn, from 1; 0 before the first."""
    turn_seat: SeatLetter
    """The turn player."""
    phase: str
    """The present phase's name for people; empty before the first turn."""
    card: CardView | None
    """The card that was last summoned, activated, used or attacked with, as everybody knows it."""
    card_seat: str
    """The player who did so; empty: there is no such card."""
    card_deed: str
    """The sentence that says what the player did with it."""
    chain: list[OverlayLinkView]
    """The links of the Chain in order; the last one resolves next."""
    score: ScoreView
    """The duels of its match that are over."""
    judge: JudgeCallView | None
    """The call for a judge, while the table waits for the ruling."""
    outcome: OutcomeView | None
    """The end of the duel; null while it goes on."""
    number: int
    """The number of this duel at the table, from 1."""
    link: Literal["up", "weak", "down", "wrong"]
    """The state of the link to the board, as in the public view."""
