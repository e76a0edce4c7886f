"""Turning a card by hand: to its other position, or face-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_engine.actions import Action, Turn
from duelmat_engine.facts import NextTurn
from duelmat_engine.moves.sources import row
from duelmat_engine.ruleset.game import MoveKind, Question
from duelmat_engine.verdict import Do, When
from duelmat_message import say

NEXT_TURN: Final = When(say("It is your next turn."), NextTurn())
TURNED: Final = When(
    say("It is your next turn: it has changed its position in this one."), NextTurn()
)
ATTACKED: Final = When(say("It is your next turn: it has attacked in this one."), NextTurn())


def turn_of(q: Question) -> Turn:
    assert isinstance(q.action, Turn)
    return q.action


OTHER_WAY: Final = Do(say("Turn it to its other position."))
TO_ATTACK: Final = Do(say("Turn it face-up and upright, to Attack Position."))


def is_face_up(q: Question) -> bool:
    return turn_of(q).face_up


def stands_if_flipped(q: Question) -> bool:
    """Whether a face-down card comes to Attack Position."""
    return not flips(q) or turn_of(q).upright


def flips(q: Question) -> bool:
    """Whether the card lies face-down."""
    return q.piece is not None and not q.piece.face_up


def changes(q: Question) -> bool:
    """Whether it would lie otherwise: a face-down card always does."""
    return q.piece is None or flips(q) or turn_of(q).upright != q.piece.upright


def turns(q: Question) -> Iterator[Action]:
    """The other position of a face-up card; a face-down one is turned up."""
    assert q.piece is not None
    if q.piece.face_up:
        yield Turn(q.place, upright=not q.piece.upright)
    else:
        yield Turn(q.place, shown=q.piece.key)


POSITION: Final = MoveKind(
    "change-position",
    (),
    lambda q: row(q, "m"),
    turns,
    lambda action: isinstance(action, Turn),
)
"""Turning of the own monsters, without a limit: a ruleset adds its own."""


def is_longer_there(q: Question) -> bool:
    return q.piece is None or q.piece.arrived < q.duel.turn


def has_not_turned(q: Question) -> bool:
    return q.piece is None or q.piece.turned < q.duel.turn


def has_not_attacked(q: Question) -> bool:
    return q.piece is None or q.piece.attacked < q.duel.turn
