"""Fail to find: whether, as far as has been seen, no card in question fits; then one may pass.

A closed duel knows whether there is a card to choose, and asks nobody if there is none. At a
table only their owner knows, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from duelmat_engine.board.evaluate import select
from duelmat_engine.board.refs import is_unseen, unseen_counts
from duelmat_engine.board.scope import AsSeen, Scope
from duelmat_engine.candidates.asked import current_op
from duelmat_engine.candidates.choosable import left_to_choose
from duelmat_engine.candidates.possible import failing_needs, fits, use_is_possible
from duelmat_engine.effects import ops
from duelmat_engine.effects.terms import AmongBound, Cards, Fusible, Least, Material, SharesWithOne
from duelmat_engine.names import CardKey, Seat, ZoneName, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Decision, Duel, Piece, replace
from duelmat_engine.visibility.knowledge import may_hold


def decision_as_known(view: Duel, game: Game) -> Decision | None:
    """Return the decision of an open duel by the cards that its viewer knows.

    Passing is possible where, for all that is known, nothing fits; uses are offered that are
    possible, or may be.
    """
    decision = view.decision
    op = current_op(game.blocks, view.frames)
    if decision is None or not isinstance(op, ops.Choose | ops.Offer):
        return decision
    scope = Scope(view, game, decision.seat, view.frames[-1].bound)
    if isinstance(op, ops.Offer):
        options = offered(scope, op)
        optional = not options or may_fit_nothing(scope, op)
        return replace(decision, options=options, optional=optional)
    if decision.kind == "choose" and view.origin is None:
        return replace(decision, optional=may_fail_to_find(scope, op))
    return decision


# Of a choice

LOOKING: Final = (Fusible, Material, Least, SharesWithOne)
"""Filters by which it hangs on other cards whether one fits."""


def may_fail_to_find(scope: Scope, op: ops.Choose) -> bool:
    """Whether, as far as has been seen, no card that is left may fit: then one passes."""
    left = left_to_choose(scope, op)
    if any(isinstance(wanted, LOOKING) for wanted in op.cards.that):
        return not _fits_without_unseen(scope, op)
    if any(p.key is not None for _, p in left):
        return False
    hidden = scope.world.hidden
    return all(
        may_hold(
            hidden[told.owner],
            unseen_counts(scope.world, told.owner),
            told.zones,
            told.keys,
            told.low,
        )
        for told in useless_cards(scope, op)
    )


def _fits_without_unseen(scope: Scope, op: ops.Choose) -> bool:
    """Whether a card fits by what lies openly alone."""
    world = AsSeen(scope.world, unseen=False)
    return bool(left_to_choose(Scope(world, scope.game, scope.seat, scope.bound), op))


def fitting(scope: Scope, op: ops.Choose, piece: Piece) -> frozenset[CardKey]:
    """Return the owner's unseen cards that this one may be: those that fit the choice."""
    world = AsSeen(scope.world)
    about = Scope(world, scope.game, scope.seat, scope.bound)
    return frozenset(
        key
        for key in scope.world.hidden[piece.owner].pool
        if fits(about, replace(piece, key=key), op.cards.that)
    )


class Useless(NamedTuple):
    """The claim that so many unseen cards of an owner in these zones are among `keys`."""

    owner: Seat
    keys: frozenset[CardKey]
    zones: frozenset[ZoneName]
    low: int


def useless_cards(scope: Scope, op: ops.Choose) -> Iterator[Useless]:
    """Yield, for each owner of unseen cards in question, the claim that none of them fits."""
    hidden = scope.world.hidden
    among = tuple(f for f in op.cards.that if isinstance(f, AmongBound))
    there = select(scope, Cards(op.cards.zones, op.cards.whose, among))
    unseen = [(name, p) for name, p in there if is_unseen(scope.world, p)]
    for owner in sorted({p.owner for _, p in unseen}):
        own = [(name, p) for name, p in unseen if p.owner == owner]
        probes = dict(own).values()
        keys = frozenset(
            key
            for key in hidden[owner].pool
            if not any(fits(scope, replace(p, key=key), op.cards.that) for p in probes)
        )
        yield Useless(owner, keys, frozenset(name for name, _ in own), len(own))


# Of an offer of several uses


def offered(scope: Scope, op: ops.Offer) -> tuple[str, ...]:
    """The uses that are possible, or may be as far as one has seen."""
    return tuple(use.name for use in op.uses if use_is_possible(scope, use))


def may_fit_nothing(scope: Scope, op: ops.Offer) -> bool:
    """Whether the unseen cards in question may all be of no use."""
    for name, pieces, useless in useless_keys(scope, op):
        counts = unseen_counts(scope.world, zone_seat(name))
        hidden = scope.world.hidden
        unseen = sum(p.key is None for p in pieces)
        known = [p for p in pieces if p.key is not None]
        if any(use_fits(scope, op, p) for p in known):
            return False
        places = frozenset((name,))
        return bool(unseen) and may_hold(hidden[zone_seat(name)], counts, places, useless, unseen)
    return False


def useless_keys(
    scope: Scope, op: ops.Offer
) -> Iterator[tuple[ZoneName, list[Piece], frozenset[CardKey]]]:
    """The hidden zone of which the uses choose, the cards in question, and which are of no use."""
    choosing = [step for use in op.uses for step in use.block if isinstance(step, ops.Choose)]
    among = Cards(
        choosing[0].cards.zones,
        choosing[0].cards.whose,
        tuple(f for f in choosing[0].cards.that if isinstance(f, AmongBound)),
    )
    found = select(scope, among)
    if not found:
        return
    name = found[0][0]
    hidden = scope.world.hidden
    pieces = [p for place, p in found if place == name]
    pool = hidden[zone_seat(name)].pool
    yield (
        name,
        pieces,
        frozenset(key for key in pool if not use_fits(scope, op, replace(pieces[0], key=key))),
    )


def use_fits(scope: Scope, op: ops.Offer, piece: Piece) -> bool:
    """Whether a card, taken as known, has one of these uses."""
    return any(
        not failing_needs(scope, use.needs) and fits(scope, piece, step.cards.that)
        for use in op.uses
        for step in use.block
        if isinstance(step, ops.Choose)
    )
