"""Patterns: actions of an open duel that leave a card unsaid which nobody has seen."""

from __future__ import annotations

from duelmat_engine.actions import Action, Activate, Choose, Play, Turn
from duelmat_engine.board.refs import lookup
from duelmat_engine.candidates.asked import is_aloud, is_hidden, is_searched
from duelmat_engine.names import CardKey, Seat, is_key
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Duel, replace
from duelmat_engine.visibility.dealing import unseen_at


def conceals(duel: Duel, game: Game, seat: Seat, action: Action) -> bool:
    """Whether the table does not see which card of several is laid face-down.

    One that lies face-up in a hand is seen to be laid.
    """
    if duel.closed or duel.viewer == seat or not isinstance(action, Play) or action.face_up:
        return False
    found = lookup(duel, action.card)
    return found is not None and is_hidden(game, found[0]) and not found[1].face_up


def needs_name(duel: Duel, action: Action) -> bool:
    """Whether an action is a pattern that has to be bound before it can be carried out."""
    card: str = getattr(action, "card", "")
    game = game_of(duel.ruleset, duel.readings)
    match action:
        case Play(using=using, shown=shown):
            unseen = sum(unseen_at(duel, place) is not None for place in using)
            hand = action.face_up and is_hidden(game, card) and not is_key(card)
            return hand or unseen > len(shown)
        case Activate(shown=None) | Turn(shown=None, face_up=True):
            return not is_key(card) and (
                unseen_at(duel, card) is not None or is_hidden(game, card)
            )
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
