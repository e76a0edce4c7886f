"""Values of cards on the field: printed, then set, then modified, then kept from falling below 0.

What alters them are the continuous effects that apply (a negated one alters nothing) and what
resolved effects have left on the card itself. Of each group the earlier stamp comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import add, sub
from typing import Final

from duelmat_engine.board.derive import Applying, applying
from duelmat_engine.board.evaluate import PRINTED, VALUE_OF, amount, is_selected
from duelmat_engine.board.refs import lookup
from duelmat_engine.board.scope import SELF, Scope, find
from duelmat_engine.brief import Brief
from duelmat_engine.effects.terms import Cards, How
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.ruleset.tables import Status
from duelmat_engine.state import Alteration, Duel, Located, Piece, World

Change = tuple[Alteration, int]
"""One change of a value, and the number of the card that makes it as long as it lies; else 0."""
OPERATIONS: Final[dict[How, Callable[[int, int], int]]] = {
    "set": lambda _, number: number,
    "add": add,
    "subtract": sub,
    "halve": lambda value, _: value // 2,
    "double": lambda value, _: value * 2,
}


class ValueChange(Brief, frozen=True):
    """One change of a value, as it counts: the earlier ones are made before it."""

    how: How
    """The operation on the value."""
    amount: int
    """The number that is set, added or subtracted; 0 where the value is halved or doubled."""
    value: int
    """The value after this change, never below 0."""
    rules: tuple[str, ...]
    """The rules by which it is changed."""
    code: str = ""
    """The card that changes it; empty: none does, a rule alone or one that nobody has seen."""
    oid: int = 0
    """The number of that card where it lies and changes the value as long as it does; else 0."""
    until: int = 0
    """The turn at whose end it is over; 0: as long as its cause lasts."""
    status: str = ""
    """The status of the card that changes it; empty: none does."""


class CardValue(Brief, frozen=True):
    """A value of a card that effects may change."""

    trait: str
    printed: int
    now: int
    changes: tuple[ValueChange, ...]
    """The changes that lead from the printed value to the present one, in the order they count."""


def values_of(duel: Duel, ref: str) -> tuple[CardValue, ...]:
    """The values of a card that effects may change, each with what changes it.

    `ref` is its zone on the field or its key elsewhere; of a card that lies nowhere in sight, of
    one that is unseen, and of one that prints none, there are none.
    """
    found = lookup(duel, ref)
    if found is None or found[1].key is None:
        return ()
    game, piece = game_of(duel.ruleset, duel.readings), found[1]
    card = game.rules.card(found[1].key)
    values = []
    for trait in game.rules.in_play.values:
        printed = card.number(trait)
        if printed is not None:
            changes = _changes(duel, game, piece, trait, found)
            running = tuple(_running_values(game, piece, trait, printed, changes))
            now = running[-1].value if running else printed
            values.append(CardValue(trait, printed, now, running))
    return tuple(values)


def _running_values(
    game: Game, piece: Piece, trait: str, printed: int, changes: list[Change]
) -> Iterator[ValueChange]:
    """Yield the changes in the order in which they count: what sets the value comes first."""
    value = total = printed
    for change, oid in sorted(changes, key=lambda c: (c[0].how != "set", c[0].stamp)):
        how, number = change.how, change.amount
        total = OPERATIONS[how](total, number)
        value = max(0, total)
        yield ValueChange(how, number, value, change.rules, change.code, oid, change.until)
    for name, status in statuses_of(game, piece):
        if status.halves == trait:
            value //= 2
            yield ValueChange("halve", 0, value, status.rules, status=name)


def value_of(
    world: World, game: Game, piece: Piece, trait: str, at: Located | None = None
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
    changes = _changes(world, game, current, trait, found)
    if not changes and not game.rules.in_play.statuses:
        return printed
    running = [*_running_values(game, current, trait, printed, changes)]
    return running[-1].value if running else printed


VALUE_OF.append(value_of)


def statuses_of(game: Game, piece: Piece) -> Iterator[tuple[str, Status]]:
    """Yield the statuses of a card that are in force, each once, by their names."""
    for name, status in game.rules.in_play.statuses.items():
        if piece.marks.get(name) and game.is_on(status.rules[0]):
            yield name, status


def status_forbidding(game: Game, piece: Piece, act: str) -> Status | None:
    """Return the first status of a card that forbids this act with it; None: none does."""
    return next((s for _, s in statuses_of(game, piece) if act in s.forbids), None)


def _changes(
    world: World, game: Game, piece: Piece, trait: str, at: Located | None
) -> list[Change]:
    """Return all changes of a value of a card that lies there."""
    changes = [
        (a, 0)
        for a in piece.altered
        if a.trait == trait and (not a.until or a.until >= world.turn)
    ]
    if at is not None and game.altering:
        changes += _continuous(world, game, at, trait)
    return changes


def _continuous(world: World, game: Game, at: Located, trait: str) -> Iterator[Change]:
    for source in applying(world, game):
        for alter in source.effect.alters:
            if alter.trait != trait:
                continue
            piece, rules = source.piece, source.effect.rules
            scope = Scope(world, game, source.seat, {SELF.name: (piece,), PRINTED.name: True})
            if _concerns(scope, source, alter.cards, at):
                number, code = amount(scope, alter.amount), piece.code or ""
                yield Alteration(trait, alter.how, number, piece.stamp, 0, rules, code), piece.oid


def _concerns(scope: Scope, source: Applying, cards: Cards | None, at: Located) -> bool:
    if cards is None:
        return at[1].oid == (source.piece.attached or source.piece.oid)
    return at[1].face_up and is_selected(scope, cards, at)
