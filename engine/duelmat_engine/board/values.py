"""Values of cards on the field: printed, then set, then modified, then kept from falling below 0.

What alters them are the continuous effects that apply (a negated one alters nothing) and what
resolved effects have left on the card itself. Of each group the earlier stamp comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from duelmat_engine.board.derive import Applying, derive
from duelmat_engine.board.evaluate import PRINTED, amount, passes, works_out_values
from duelmat_engine.board.scope import SELF, Scope, find, zones_of
from duelmat_engine.effects.terms import Cards
from duelmat_engine.names import ZoneName
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.tables import Status
from duelmat_engine.state import Piece, World


class Change(NamedTuple):
    """One change of a value, at its moment."""

    stamp: int
    how: str
    amount: int


@works_out_values
def value_of(
    world: World,
    game: Game,
    piece: Piece,
    trait: str,
    at: tuple[ZoneName, Piece] | None = None,
) -> int | None:
    """The number that a card has now in a trait; None if it prints none.

    `at` is where it lies, for who has just found it there.
    """
    if piece.key is None:
        return None
    printed = game.rules.card(piece.key).number(trait)
    if printed is None or trait not in game.rules.in_play.values:
        return printed
    found = at or find(world, piece)
    current = piece if found is None else found[1]
    changes = [
        Change(a.stamp, a.how, a.amount)
        for a in current.altered
        if a.trait == trait and (not a.until or a.until >= world.turn)
    ]
    if found is not None and game.altering:
        changes += _continuous(world, game, *found, trait)
    value = _changed(printed, changes) if changes else printed
    for _ in statuses_on(game, current, trait) if game.rules.in_play.statuses else ():
        value //= 2
    return value


def statuses_on(game: Game, piece: Piece, trait: str) -> list[Status]:
    """The statuses of a card that halve this value, each once."""
    return [
        status
        for name, status in game.rules.in_play.statuses.items()
        if status.halves == trait and piece.marks.get(name) and game.is_on(status.rules[0])
    ]


def _changed(printed: int, changes: list[Change]) -> int:
    value = printed
    changes.sort(key=lambda c: c.stamp)
    for change in changes:
        if change.how == "set":
            value = change.amount
    for change in changes:
        match change.how:
            case "add":
                value += change.amount
            case "subtract":
                value -= change.amount
            case "halve":
                value //= 2
            case "double":
                value *= 2
    return max(0, value)


def _continuous(world: World, game: Game, name: str, piece: Piece, trait: str) -> Iterator[Change]:
    for source in derive(world, game).active:
        for alter in source.effect.alters:
            if alter.trait != trait:
                continue
            scope = Scope(world, game, source.seat, SELF((source.piece,)) | PRINTED(True))
            if _concerns(scope, source, alter.cards, name, piece):
                yield Change(source.piece.stamp, alter.how, amount(scope, alter.amount))


def _concerns(
    scope: Scope, source: Applying, cards: Cards | None, name: str, piece: Piece
) -> bool:
    if cards is None:
        return piece.oid == (source.piece.attached or source.piece.oid)
    there = any(name == place for place in zones_of(scope, cards.zones, cards.whose))
    return there and piece.face_up and passes(scope, piece, cards.that)
