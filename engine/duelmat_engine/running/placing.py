"""Where, and how, a card that an effect brings to the field may be laid."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.actions import Play
from duelmat_engine.effects import ops
from duelmat_engine.effects.evaluate import World, free_zones, is_on_field
from duelmat_engine.judging.verdict import Cited, Do, Verdict
from duelmat_engine.names import Seat, ZoneName, zone_kind
from duelmat_engine.ruleset import Game
from duelmat_engine.state import Piece

Lying = tuple[ZoneName, Piece]
"""A card and where it lies before."""


def row_for(game: Game, op: ops.PutOnField, lying: Lying) -> str:
    """The row to which the card goes: the one named, or the one that fits it."""
    name, piece = lying
    if op.row:
        return op.row
    if not piece.face_up and is_on_field(game, name):
        return zone_kind(name)
    card = None if piece.key is None else game.rules.card(piece.key)
    return "m" if card is None or "monster" in card.kinds else "s"


def wanted_zones(
    world: World, game: Game, op: ops.PutOnField, seat: Seat, lying: Lying
) -> list[ZoneName]:
    return free_zones(world, game, seat, row_for(game, op, lying))


def ways_to_lie(
    world: World, game: Game, op: ops.PutOnField, seat: Seat, lying: Lying, ref: str
) -> Iterator[Play]:
    """Every zone with every face and position in which the card may be laid there."""
    kind = row_for(game, op, lying)
    for to in wanted_zones(world, game, op, seat, lying):
        for face_up in faces(game, op, lying[1]):
            for upright in positions(op, kind):
                yield Play(op.way, ref, to, upright, face_up)


def faces(game: Game, op: ops.PutOnField, piece: Piece) -> tuple[bool, ...]:
    wanted = {"up": (True,), "down": (False,), "either": (True, False)}[op.face]
    return (True,) if _stays_up(game, piece) else wanted


def positions(op: ops.PutOnField, kind: str) -> tuple[bool, ...]:
    if kind in op.upright_rows:
        return (True,)
    return {"attack": (True,), "defense": (False,), "either": (True, False)}[op.position]


def _stays_up(game: Game, piece: Piece) -> bool:
    kind = game.rules.never_down
    if not kind or piece.key is None or not game.is_on(game.rules.never_down_rules[0]):
        return False
    return kind in game.rules.card(piece.key).kinds


def judge_lying(
    world: World,
    game: Game,
    op: ops.PutOnField,
    seat: Seat,
    lying: Lying,
    ref: str,
    action: Play,
) -> Verdict:
    """The ruling on one way of laying it."""
    cited = tuple(Cited(r) for r in op.rules)
    down = tuple(Cited(r) for r in game.rules.never_down_rules)
    if action in ways_to_lie(world, game, op, seat, lying, ref):
        return Verdict(True, (*cited, *(down if _stays_up(game, lying[1]) else ())))
    zones = wanted_zones(world, game, op, seat, lying)
    if action.card != ref or action.to not in zones or action.using or action.way != op.way:
        text = f"Place {ref} in one of these zones: {', '.join(zones)}."
        return Verdict(False, cited, (Do(text),))
    if not action.face_up and _stays_up(game, lying[1]):
        return Verdict(False, down, (Do("Place it face-up."),))
    face = {"up": "face-up", "down": "face-down", "either": "face-up or face-down"}[op.face]
    side = {"attack": " in Attack", "defense": " in Defense"}.get(op.position, "")
    return Verdict(False, cited, (Do(f"Place it {face}{side and side + ' Position'}."),))
