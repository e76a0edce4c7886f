"""The plain policy: how good an action looks without search, for playouts and the easy level.

It goes by printed values and by who owns what, and by nothing that a player at the table could
not see: a face-down card is taken for an average one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from duelmat_engine import (
    Action,
    Activate,
    Advance,
    Attack,
    Cancel,
    Choose,
    Duel,
    Number,
    Pass,
    Piece,
    Play,
    Seat,
    Turn,
    find_ruleset,
    key_code,
    lookup,
    zone_kind,
    zone_seat,
)
from duelmat_opponent.monsters import AVERAGE
from duelmat_opponent.strengths import Strength, guard_of, strength_of, strengths

NEVER: Final = 0.001
"""The preference for an action that nobody chooses who has another."""


def preference(duel: Duel, action: Action) -> float:
    """Rate an action for the seat that decides: above 0, 1 is average."""
    decision = duel.decision
    seat = Seat(0) if decision is None else decision.seat
    table = strengths(duel.ruleset)
    match action:
        case Attack(card=card, target=target):
            return _attack(duel, table, card, target)
        case Play(card=card, to=to, upright=upright, face_up=face_up, using=using):
            return _play(duel, table, card, to, using, stands=upright and face_up)
        case Activate():
            if decision is not None and decision.kind == "trigger":
                return 3.0
            return 1.5 if duel.turn_seat == seat else 0.7
        case Turn(card=card, upright=upright, face_up=face_up):
            return _turn(duel, table, seat, card, upright=upright, face_up=face_up)
        case Advance(phase=phase):
            return _advance(duel, table, seat, phase)
        case Pass():
            return 1.0 if duel.turn_seat != seat else 0.5
        case Choose(card=card):
            return _choice(duel, table, seat, card)
        case Number(value=value):
            return NEVER if value >= duel.players[seat].life else 1.0 / (1.0 + value)
        case Cancel():
            return NEVER
        case _:
            return 1.0


Policy = Callable[[Duel, Action], float]
"""A function that rates an action for the seat that decides: above 0, 1 is average."""


def pick(
    duel: Duel, actions: Sequence[Action], policy: Policy, care: float, chance: Random
) -> Action:
    """Choose an action at random, weighted by the policy's ratings."""
    if len(actions) == 1:
        return actions[0]
    weights = [policy(duel, action) ** care for action in actions]
    return chance.choices(actions, weights)[0]


def _top(duel: Duel, ref: str) -> Piece | None:
    found = lookup(duel, ref)
    return None if found is None else found[1]


def _attack(duel: Duel, table: dict[str, Strength], card: str, target: str | None) -> float:
    attacker = _top(duel, card)
    attack = 0.0 if attacker is None else strength_of(table, attacker.key).attack
    if target is None or zone_kind(target) not in ("m", "x"):
        return 8.0 if attack > 0 else NEVER
    aim = _top(duel, target)
    if aim is None:
        return 1.0
    guard = guard_of(table, aim) if aim.face_up else AVERAGE
    if attack > guard:
        return 6.0 + 10.0 * guard
    return 0.3 if attack == guard and aim.upright and aim.face_up else NEVER


def _play(
    duel: Duel,
    table: dict[str, Strength],
    card: str,
    to: str,
    using: tuple[str, ...],
    *,
    stands: bool,
) -> float:
    piece = _top(duel, card)
    strength = strength_of(table, None if piece is None else piece.key)
    if zone_kind(to) != "m":
        return 1.5
    paid = sum(strength_of(table, used.key).attack for ref in using if (used := _top(duel, ref)))
    gain = strength.attack - paid
    if not stands:
        return 1.0 + 4.0 * strength.defense
    return 1.0 + 20.0 * max(0.0, gain) if gain > 0 or not using else 0.1


def _turn(
    duel: Duel, table: dict[str, Strength], seat: Seat, card: str, *, upright: bool, face_up: bool
) -> float:
    piece = _top(duel, card)
    if piece is None:
        return 0.2
    strength = strength_of(table, piece.key)
    threat = _best_attack(duel, table, seat, own=False)
    if upright and not piece.upright:
        return 3.0 if strength.attack >= threat and strength.attack > 0 else 0.15
    if not upright and piece.upright:
        return 2.0 if strength.attack < threat <= strength.defense else 0.1
    return 0.5 if face_up else 0.05


def _best_attack(duel: Duel, table: dict[str, Strength], seat: Seat, *, own: bool) -> float:
    """Return the greatest printed attack among face-up monsters of a seat, or of the others."""
    best = 0.0
    for name, pieces in duel.zones.items():
        if pieces and zone_kind(name) == "m" and (zone_seat(name) == seat) == own:
            piece = pieces[0]
            if piece.face_up:
                best = max(best, strength_of(table, piece.key).attack)
    return best


def _advance(duel: Duel, table: dict[str, Strength], seat: Seat, phase: str) -> float:
    if phase not in find_ruleset(duel.ruleset).battle.phases:
        return 0.25
    for name, pieces in duel.zones.items():
        if pieces and zone_kind(name) == "m" and zone_seat(name) == seat:
            piece = pieces[0]
            if piece.face_up and piece.upright and strength_of(table, piece.key).attack > 0:
                return 1.0
    return 0.1


def _choice(duel: Duel, table: dict[str, Strength], seat: Seat, card: str) -> float:
    found = lookup(duel, card)
    if found is None:
        return 1.0
    name, piece = found
    strength = table.get(key_code(piece.key)) if piece.key else None
    worth = AVERAGE if strength is None else max(strength.attack, strength.defense)
    if zone_kind(name) in ("hand", "pile", "grave", "extra", "banished"):
        return 1.0 + 3.0 * worth if zone_kind(name) != "hand" else 1.0 / (0.5 + worth)
    return 1.0 + 4.0 * worth if zone_seat(name) != seat else 0.5 / (0.5 + worth)
