"""Whether a kind of move generates an action: what its own list does not hold is not legal.

An action may name its cards in another way than the list does, by zone or by key, and its
materials in another order; what it would show is asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from duelmat_engine.actions import Action, Activate, Attack, Play, Turn
from duelmat_engine.board.refs import lookup
from duelmat_engine.board.scope import is_on_field, next_seat
from duelmat_engine.names import zone_seat
from duelmat_engine.notation import format_action
from duelmat_engine.ruleset.game import MoveKind, Question
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_message import say


def generated(question: Question, move: MoveKind) -> Iterator[Action]:
    """The actions of a move for the card in question, where it lies."""
    oid = 0 if question.piece is None else question.piece.oid
    for place, piece in move.sources(question):
        if place == question.place and piece.oid == oid:
            yield from move.actions(question)
            return


def is_generated(question: Question, move: MoveKind) -> bool:
    """Whether the action in question is one of these.

    A game with rules switched off asks what those rules say, and its moves still keep them.
    """
    asked = question.action
    if asked is None or question.game.disabled:
        return True
    if asked in generated(question, move):
        return True
    meant = _meaning(question, asked)
    return any(_meaning(question, made) == meant for made in generated(question, move))


def how_generated(question: Question, move: MoveKind) -> Remedy:
    """Say how the move is made with this card: by the action most like the one in question."""
    asked = question.action

    def likeness(made: Action) -> int:
        return sum(
            getattr(made, name) == getattr(asked, name, None) for name in made.__struct_fields__
        )

    nearest = max(generated(question, move), key=likeness, default=None)
    if nearest is None:
        return When(say("There is a way to make this move with the card."))
    text = format_action(nearest, question.seat)
    return Do(say("Make the move like this: {action}.", action=text), text)


def _meaning(question: Question, action: Action) -> Hashable:
    """Return a key of what an action means; equal for actions that name their cards otherwise."""
    match action:
        case Play(way=way, to=to, upright=upright, face_up=face_up, using=using):
            places = (lookup(question.duel, ref) for ref in using)
            used = sorted((at[0], at[1].oid) if at else ("", 0) for at in places)
            return way, to, upright, face_up, tuple(used)
        case Activate(effect=effect):
            return effect
        case Attack(target=None):
            return next_seat(question.duel, question.seat)
        case Attack(target=str(at)):
            return at if is_on_field(question.game, at) else zone_seat(at)
        case Turn(upright=upright, face_up=face_up):
            return upright, face_up
        case _:
            return action
