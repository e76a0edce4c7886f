"""Classes of actions that come to the same: copies of a card, free zones of a row.

The class goes by what the seat that acts may know. So the same class names an action in
every deal of the unseen cards, and in the duel that is really played.
"""

from __future__ import annotations

from collections.abc import Iterable

from duelmat_engine import (
    ROW_KINDS,
    Action,
    Activate,
    Attack,
    Choose,
    Duel,
    Play,
    Seat,
    Turn,
    is_key,
    key_code,
    key_seat,
    legal_actions,
    lookup,
    zone_index,
    zone_kind,
)

ActionClass = tuple[object, ...]
"""Equal for actions that come to the same."""


def in_the_middle(actions: Iterable[Action]) -> list[Action]:
    """Return actions; of plays that differ only by their column, the one nearest to the middle.

    A row may have no end, and on a mat the middle is where cards find room.
    """
    found: list[Action] = []
    places: dict[ActionClass, int] = {}
    for action in actions:
        if not isinstance(action, Play) or zone_kind(action.to) not in ROW_KINDS:
            found.append(action)
            continue
        row = (action.to[0], zone_kind(action.to))
        how = (action.move, action.card, *row, action.upright, action.face_up, action.using)
        at = places.setdefault(how, len(found))
        if at == len(found):
            found.append(action)
        elif abs(zone_index(action.to)) < abs(zone_index(_to(found[at]))):
            found[at] = action
    return found


def _to(action: Action) -> str:
    assert isinstance(action, Play)
    return action.to


def class_of(view: Duel, duel: Duel, action: Action) -> ActionClass:
    """Return the class of an action; the viewer of `view` cannot tell actions of one class apart.

    `duel` is the duel of the action: the view itself, or a closed duel that looks like the view.
    """
    seat = view.viewer
    match action:
        case Play(move=move, card=card, to=to, upright=upright, face_up=face_up, using=using):
            used = tuple(sorted(_card(view, duel, seat, ref) for ref in using))
            spot = _spot(view, to)
            return (move, _card(view, duel, seat, card), spot, upright, face_up, used)
        case Activate(effect=effect, card=card):
            return (effect, _card(view, duel, seat, card))
        case Attack(card=card, target=target):
            aim = "" if target is None else _card(view, duel, seat, target)
            return ("attack", _card(view, duel, seat, card), aim)
        case Turn(card=card, upright=upright, face_up=face_up):
            return ("turn", _card(view, duel, seat, card), upright, face_up)
        case Choose(card=card):
            return ("choose", _card(view, duel, seat, card))
        case _:
            return (action,)


def _spot(view: Duel, name: str) -> str:
    """Return a zone to which something is brought: without its number where it is empty."""
    return name if view.at(name) else f"{name[:2]}{zone_kind(name)}"


def _card(view: Duel, duel: Duel, seat: Seat, ref: str) -> str:
    """Return a text that identifies a card: its code and position, or else its zone."""
    if is_key(ref):
        if key_seat(ref) == seat or lookup(view, ref) is not None:
            return f"{ref[:2]}{key_code(ref)}"
        found = lookup(duel, ref)
        return ref if found is None else found[0]
    piece = view.top(ref)
    if piece is None or piece.key is None or piece.beneath or piece.marks or piece.altered:
        return ref
    if zone_kind(ref) == "hand":
        return f"{ref[:1]}:{piece.code}"
    facing = "^" if piece.face_up else "#"
    return f"{ref[:1]}:{piece.code}{facing}{'' if piece.upright else '_'}"


def as_meant(view: Duel, action: Action, duel: Duel) -> Action:
    """Return the legal action of a closed duel that an action of its view means.

    Where the view does not tell several cards apart, it is the first. Several cards to be chosen
    are asked for in the order in which they lie, which the view does not keep: where the one that
    is meant has no turn, it is the first that has. Raises LookupError when the duel has no such
    action, which means that the view is not one of it.
    """
    actions = list(legal_actions(duel))
    found = alike(view, duel, actions, class_of(view, view, action))
    if found is None and isinstance(action, Choose):
        found = next((each for each in actions if isinstance(each, Choose)), None)
    if found is None:
        raise LookupError(
            f"expected an action of {duel!r} like {action!r}, got none: give the duel that the "
            "view was made of"
        )
    return found


def alike(view: Duel, duel: Duel, actions: Iterable[Action], wanted: ActionClass) -> Action | None:
    """Return the first action of this class; None if there is none."""
    return next((each for each in actions if class_of(view, duel, each) == wanted), None)
