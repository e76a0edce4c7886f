"""Random closed duels and, beside each, the open duel that a table makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from duelmat_engine import (
    PUBLIC,
    Action,
    Cancel,
    Deck,
    Duel,
    Seat,
    apply,
    follow,
    legal_actions,
    new_duel,
    roll,
    view_for,
)
from duelmat_engine.names import CardKey
from duelmat_engine.rulesets.trump_king.tables import EXTRA_CODES, MAIN_CODES
from duelmat_engine.state import Value, replace

PACKS = (Deck(MAIN_CODES, EXTRA_CODES),) * 2


class Moment(NamedTuple):
    """A closed duel, the open one beside it, and what is going to be done."""

    closed: Duel
    open: Duel
    actions: list[Action]
    action: Action


def moments(
    seed: int, limit: int = 2000, ruleset: str = "trump_king", decks: Sequence[Deck] = PACKS
) -> Iterator[Moment]:
    """A random duel, followed."""
    chance = Random(seed)
    closed = new_duel(ruleset, decks, seed=seed).duel
    seen = new_duel(ruleset, decks, seed=None).duel
    for _ in range(limit):
        if closed.decision is None:
            return
        if closed.decision.kind == "chance":
            actions: list[Action] = [roll(closed)]
        else:
            actions = list(legal_actions(closed))
        lively = [a for a in actions if not isinstance(a, Cancel)] or actions
        action = chance.choice(lively if chance.random() < 0.7 else actions)
        yield Moment(closed, seen, actions, action)
        seen = follow(seen, closed, action).duel
        closed = apply(closed, action).duel


def swapped(duel: Duel, chance: Random, viewer: Seat = PUBLIC) -> Duel | None:
    """The duel with two cards of one owner changed for each other that the viewer cannot know."""
    view = view_for(duel, viewer)
    known = {p.key for _, p in view.pieces()}
    for owner in chance.sample(list(duel.seats), len(duel.seats)):
        unknown = [p.key for _, p in duel.pieces() if p.owner == owner and p.key not in known]
        if len(unknown) > 1:
            one, other = chance.sample(unknown, 2)
            return renamed(duel, {one: other, other: one})
    return None


def renamed(duel: Duel, names: Mapping[CardKey | None, CardKey | None]) -> Duel:
    """The duel in which cards have each other's names."""

    def piece_of(piece: object) -> object:
        return replace(piece, key=names.get(piece.key, piece.key))  # type: ignore[attr-defined,type-var]

    def value_of(value: Value) -> object:
        if isinstance(value, tuple) and value and not isinstance(value[0], int | str):
            return tuple(piece_of(p) for p in value)
        return value

    def bound_of(bound: dict[str, Value]) -> dict[str, object]:
        return {name: value_of(value) for name, value in bound.items()}

    return replace(
        duel,
        zones={n: tuple(piece_of(p) for p in row) for n, row in duel.zones.items()},
        frames=tuple(replace(f, bound=bound_of(f.bound)) for f in duel.frames),
        chain=tuple(
            replace(c, source=piece_of(c.source), bound=bound_of(c.bound)) for c in duel.chain
        ),
        pending=tuple(
            replace(w, source=piece_of(w.source), bound=bound_of(w.bound)) for w in duel.pending
        ),
        origin=None if duel.origin is None else renamed(duel.origin, names),
    )
