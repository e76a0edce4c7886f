"""Whether an announcement could be completed: nothing is begun that cannot be carried through."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine import ops
from duelmat_engine.derive import derive
from duelmat_engine.effect import Effect
from duelmat_engine.evaluate import (
    Scope,
    amount,
    free_zones,
    is_true,
    passes,
    payable,
    select,
)
from duelmat_engine.knowledge import possible
from duelmat_engine.names import CardKey, ZoneName, seat_letter, zone_seat
from duelmat_engine.refs import unseen_counts
from duelmat_engine.state import Hidden, Piece, replace
from duelmat_engine.terms import AnyFilter, Cards, Need, Playable


def failing_needs(scope: Scope, needs: tuple[Need, ...]) -> list[Need]:
    return [n for n in needs if scope.game.is_on(n.rule) and not is_true(scope, n.when)]


def blocked_at(scope: Scope, block: ops.Block) -> ops.Op | None:
    """The first operation of an announcement that could not be carried out now."""
    for op in block:
        if not _could(scope, op):
            return op
    return None


def _could(scope: Scope, op: ops.Op) -> bool:
    match op:
        case ops.Choose(cards=cards, count=count):
            wanted = amount(scope, count)
            for found, _ in enumerate(candidates(scope, cards), 1):
                if found >= wanted:
                    return True
            return wanted <= 0
        case ops.ChooseNumber(low=low, high=high, multiple=multiple):
            least = -(-amount(scope, low) // multiple) * multiple
            return least <= amount(scope, high)
        case ops.Pay(amount=cost):
            if _is_bound_later(cost):
                return True
            return payable(scope) >= amount(scope, cost)
        case ops.Offer():
            return any(use_is_possible(scope, use) for use in op.uses)
        case _:
            return True


def _is_bound_later(cost: object) -> bool:
    return type(cost).__name__ == "Bound"


def use_is_possible(scope: Scope, use: ops.Use) -> bool:
    return not failing_needs(scope, use.needs) and blocked_at(scope, use.block) is None


def candidates(scope: Scope, cards: Cards) -> Iterator[tuple[ZoneName, Piece]]:
    """The cards that may be chosen; an unseen card counts if it may be one that fits."""
    plain = tuple(f for f in cards.that if not isinstance(f, Playable))
    offers = [f for f in cards.that if isinstance(f, Playable)]
    for name, piece in select(scope, Cards(cards.zones, cards.whose)):
        if piece.key is None and not piece_fits_unseen(scope, name, piece, cards.that):
            continue
        if piece.key is not None and not passes(scope, piece, plain):
            continue
        if piece.key is not None and not all(_playable(scope, piece, f) for f in offers):
            continue
        yield name, piece


def piece_fits_unseen(
    scope: Scope, name: ZoneName, piece: Piece, that: tuple[AnyFilter, ...]
) -> bool:
    return any(fits(scope, replace(piece, key=key), that) for key in identities(scope, name))


def fits(scope: Scope, piece: Piece, that: tuple[AnyFilter, ...]) -> bool:
    """Whether a card, taken as known, passes filters that may ask what it could be used for."""
    plain = tuple(f for f in that if not isinstance(f, Playable))
    return passes(scope, piece, plain) and all(
        _playable(scope, piece, f) for f in that if isinstance(f, Playable)
    )


def identities(scope: Scope, name: ZoneName) -> list[CardKey]:
    """What an unseen card of this zone may be."""
    world = scope.world
    hidden: tuple[Hidden, ...] | list[Hidden] = getattr(world, "hidden", ())
    owner = zone_seat(name)
    if not hidden:
        return []
    return possible(hidden[owner], unseen_counts(world, owner), name)


def _playable(scope: Scope, piece: Piece, wanted: Playable) -> bool:
    """Whether the card has a use of that name that could be announced."""
    card = scope.card(piece)
    if card is None:
        return False
    if wanted.offer == "set":
        return bool(free_zones(scope.world, scope.game, scope.seat, "s"))
    derived = derive(scope.world, scope.game)
    if wanted.offer == "summon":
        free = free_zones(scope.world, scope.game, scope.seat, "m")
        return (
            bool(free)
            and not derived.forbidden("special-summon", card, scope.seat)
            and derived.restricted("summon", None, card, scope.seat) is None
        )
    if derived.forbidden("activate", card, scope.seat):
        return False
    return any(
        announceable(scope, effect, piece)
        for name in card.effects
        if (effect := scope.game.rules.effects[name]).use in wanted.offer.split()
        and not is_used_up(scope, effect)
    )


def is_used_up(scope: Scope, effect: Effect) -> bool:
    """Whether the player has already used what may be used once a turn."""
    name = f"{seat_letter(scope.seat)}.{effect.name}"
    return bool(scope.world.used.get(name)) and any(map(scope.game.is_on, effect.once_per_turn))


def announceable(scope: Scope, effect: Effect, piece: Piece) -> bool:
    inner = Scope(
        scope.world,
        scope.game,
        scope.seat,
        {"seat": scope.seat, "self": (piece,), "effect": effect.name},
    )
    return not failing_needs(inner, effect.needs) and blocked_at(inner, effect.announce) is None
