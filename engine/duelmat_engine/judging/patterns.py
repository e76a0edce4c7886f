"""Ways to name the cards of an action: those of patterns, and of what a kind of move generates.

A pattern is an action of an open duel that leaves a card unsaid which nobody has seen. What the
own list of a kind of move does not hold is not legal, but an action may name its cards in another
way than the list does, by zone or by key, and its materials in another order.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from duelmat_engine.actions import Action, Activate, Attack, Choose, Play, Turn
from duelmat_engine.board.refs import lookup
from duelmat_engine.board.scope import is_on_field, next_seat
from duelmat_engine.candidates.asked import is_aloud, is_hidden, is_searched, name_seen
from duelmat_engine.names import CardKey, Seat, is_key, zone_seat
from duelmat_engine.notation import format_action
from duelmat_engine.ruleset.game import Game, MoveKind, Question
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Duel, replace
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_engine.visibility.dealing import unseen_at
from duelmat_message import say


def conceals(duel: Duel, game: Game, seat: Seat, action: Action) -> bool:
    """Whether the table does not see which card of several is laid face-down."""
    if duel.closed or duel.viewer == seat or not isinstance(action, Play) or action.face_up:
        return False
    return name_seen(duel, game, action.card) != action.card


def needs_name(duel: Duel, action: Action, game: Game | None = None) -> bool:
    """Whether an action is a pattern that has to be bound before it can be carried out."""
    card: str = getattr(action, "card", "")
    game = game or game_of(duel.ruleset, duel.readings)
    match action:
        case Play(using=using, shown=shown):
            unseen = sum(unseen_at(duel, place) is not None for place in using)
            hand = action.face_up and is_hidden(game, card) and not is_key(card)
            return hand or unseen > len(shown)
        case Activate(shown=None) | Turn(shown=None, face_up=True):
            return not is_key(card) and (is_hidden(game, card) or bool(unseen_at(duel, card)))
        case Choose(place="") if is_key(card):
            return lookup(duel, card) is None and is_searched(duel, game)
        case Choose():
            return not is_key(card) and is_hidden(game, card) and is_aloud(duel, game)
        case _:
            return False


def as_pattern(action: Action, key: CardKey, place: str) -> Action:
    """The same action with the card left unsaid."""
    if isinstance(action, Play) and action.card == key:
        return replace(action, card=place)
    if isinstance(action, Activate):
        card = place if action.card == key else action.card
        return replace(action, card=card, shown=None)
    if isinstance(action, Turn):
        return replace(action, shown=None)
    return action


def generated(question: Question, move: MoveKind) -> Iterator[Action]:
    """The actions of a move for the card in question, where it lies."""
    oid = 0 if question.piece is None else question.piece.oid
    for place, piece in move.sources(question):
        if place == question.place and piece.oid == oid:
            for action in move.actions(question):
                if move.possible is None or move.possible(question, action):
                    yield action
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
        case Play(move=move, to=to, upright=upright, face_up=face_up, using=using):
            places = (lookup(question.duel, ref) for ref in using)
            used = sorted((at[0], at[1].oid) if at else ("", 0) for at in places)
            return move, to, upright, face_up, tuple(used)
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
