"""Ways to name the cards of an action: those of patterns, and of what a kind of move generates.

A pattern is an action of an open duel that leaves a card unsaid which nobody has seen. What the
own list of a kind of move does not hold is not legal, but an action may name its cards in another
way than the list does, by zone or by key, and its materials in another order.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterator

from duelmat_engine.actions import Action, Activate, Attack, Choose, Play, Turn
from duelmat_engine.board.refs import lookup
from duelmat_engine.board.scope import free_zones, is_on_field, next_seat
from duelmat_engine.candidates.asked import is_aloud, is_hidden, is_searched, name_seen
from duelmat_engine.candidates.invalid import no_room
from duelmat_engine.names import CardKey, Seat, is_key, zone_kind, zone_seat
from duelmat_engine.notation import format_action
from duelmat_engine.ruleset.game import Game, MoveKind, Question
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Duel, replace
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_engine.visibility.dealing import unseen_at
from duelmat_message import listed, ref, say


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


def as_pattern(action: Action, key: CardKey | None, place: str) -> Action:
    """The same action with the card left unsaid."""
    if isinstance(action, Play) and action.card == key:
        return replace(action, card=place)
    if isinstance(action, Activate):
        card = place if action.card == key else action.card
        return replace(action, card=card, shown=None)
    if isinstance(action, Turn):
        return replace(action, shown=None)
    return action


def is_source(question: Question, move: MoveKind) -> bool:
    """Whether the move is made with the card in question, where it lies."""
    oid = 0 if question.piece is None else question.piece.oid
    return any(at == question.place and p.oid == oid for at, p in move.sources(question))


def generated(question: Question, move: MoveKind, *, possible: bool = True) -> Iterator[Action]:
    """The actions of a move for the card in question, where it lies; all or the possible ones."""
    if is_source(question, move):
        for action in move.actions(question):
            if not possible or move.possible is None or move.possible(question, action):
                yield action


def is_generated(question: Question, move: MoveKind, *, possible: bool = True) -> bool:
    """Whether the action in question is one of these.

    A game with rules switched off asks what those rules say, and its moves still keep them.
    """
    asked = question.action
    if asked is None or question.game.disabled:
        return True
    if asked in generated(question, move, possible=possible):
        return True
    meant = _meaning(question, asked)
    made = generated(question, move, possible=possible)
    return any(_meaning(question, action) == meant for action in made)


def how_generated(question: Question, move: MoveKind) -> Remedy:
    """Say how the move is made: with which cards, or by the action most like the one in question.

    One that breaks no rule about the card and the action comes first.
    """
    asked = question.action
    if not is_source(question, move):
        return _with_another(question, move)

    def likeness(made: Action) -> tuple[bool, int]:
        about = dataclasses.replace(question, action=made)
        keeps = all(rule.holds(about) for rule in (*move.card, *move.form_rules, *move.action))
        fields = made.__struct_fields__
        return keeps, sum(getattr(made, name) == getattr(asked, name, None) for name in fields)

    nearest = max(generated(question, move), key=likeness, default=None)
    if nearest is not None:
        text = format_action(nearest, question.seat)
        return Do(say("Make the move like this: {action}.", action=text), text)
    if isinstance(asked, Play):
        kind, game = zone_kind(asked.to), question.game
        rows = game.rules.zones.rows
        if kind in rows and not free_zones(question.duel, game, question.seat, kind, asked.using):
            return no_room(kind)
    return When(say("There is a way to make this move with the card."))


def _with_another(question: Question, move: MoveKind) -> Remedy:
    """Say where the cards lie that the move is made with."""
    places = dict.fromkeys(place for place, _ in move.sources(question) if place)
    if not places:
        return When(say("There is a card that this move is made with."))
    there = listed(map(ref, places), "or")
    return Do(say("Make the move with another card, one in {places}.", places=there))


def _meaning(question: Question, action: Action) -> Hashable:
    """Return a key of what an action means; equal for actions that name their cards otherwise."""
    match action:
        case Play(move=move, to=to, upright=upright, face_up=face_up, using=using):
            places = (lookup(question.duel, ref) for ref in using)
            used = sorted((at[0], at[1].oid) if at else ("", 0) for at in places)
            return move, to, upright or is_hidden(question.game, to), face_up, tuple(used)
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
