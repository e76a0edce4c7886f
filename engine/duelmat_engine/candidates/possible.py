"""Whether an announcement could be completed: nothing is begun that cannot be carried through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from duelmat_engine.board.derive import derive
from duelmat_engine.board.evaluate import amount, is_true, materials_of, passes, payable, select
from duelmat_engine.board.scope import SELF, Scope, free_zones, row_zones, zones_of
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.once import once_each
from duelmat_engine.effects.terms import Bound, Cards, Filter, Fusible, Material, Need, Playable
from duelmat_engine.names import Seat, ZoneName, seat_count
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Located, Piece, World, replace
from duelmat_engine.visibility.dealing import possible_at

Materials = tuple[tuple[Filter, ...], ...]
"""The filters for each material that a card names."""
ASKING = (Playable, Fusible, Material)
"""Filters that ask what a card could be used for, which evaluate.py leaves to this module."""


def failing_needs(scope: Scope, needs: tuple[Need, ...]) -> list[Need]:
    return [n for n in needs if scope.game.is_on(n.rule) and not is_true(scope, n.when)]


def blocked_at(scope: Scope, block: ops.Block) -> ops.Op | None:
    """The first operation of an announcement that could not be carried out now."""
    for op in _demands(block):
        if not is_possible(scope, op):
            return op
    return None


@once_each
def _demands(block: ops.Block) -> tuple[ops.Op, ...]:
    """The operations that may not be possible, as far as can be said before any is carried out."""
    found: list[ops.Op] = []
    later: set[str] = set()
    for op in block:
        if isinstance(op, ops.Choose):
            if all(getattr(wanted, "of", "") not in later for wanted in op.cards.that):
                found.append(op)  # else it hangs on another choice that comes before it
            later.add(op.bind)
        elif isinstance(op, ops.ChooseNumber | ops.Pay | ops.Offer):
            found.append(op)
    return tuple(found)


def is_possible(scope: Scope, op: ops.Op) -> bool:
    """Whether an operation of an announcement could be carried out now."""
    if isinstance(op, ops.Choose):
        wanted = amount(scope, op.count)
        return wanted <= 0 or len(candidates(scope, op.cards, wanted)) == wanted
    if isinstance(op, ops.ChooseNumber):
        least = -(-amount(scope, op.low) // op.multiple) * op.multiple
        return least <= amount(scope, op.high)
    if isinstance(op, ops.Pay):
        is_chosen = isinstance(op.amount, Bound)
        return is_chosen or payable(scope) >= amount(scope, op.amount)
    if isinstance(op, ops.Offer):
        return any(use_is_possible(scope, use) for use in op.uses)
    return True


def use_is_possible(scope: Scope, use: ops.Use) -> bool:
    return not failing_needs(scope, use.needs) and blocked_at(scope, use.block) is None


def candidates(scope: Scope, cards: Cards, most: int = 0) -> list[Located]:
    """The cards that may be chosen: the first so many, or all (0).

    An unseen card counts if it may be one that fits.
    """
    found: list[Located] = []
    asking, that = _asking(cards), cards.that
    zones = scope.world.zones
    for name in zones_of(scope, cards.zones, cards.whose):
        for piece in zones.get(name, ()):
            if piece.key is None:
                is_meant = fits_unseen(scope, name, piece, that)
            else:
                scope.looking_at = (name, piece)
                is_meant = passes(scope, piece, that) and (
                    not asking or all(could_be(scope, piece, f) for f in asking)
                )
                scope.looking_at = None
            if is_meant:
                found.append((name, piece))
                if len(found) == most:
                    return found
    return found


@once_each
def _asking(cards: Cards) -> tuple[Filter, ...]:
    """The filters that ask what a card could be used for."""
    return tuple(f for f in cards.that if isinstance(f, ASKING))


def fits_unseen(scope: Scope, name: ZoneName, piece: Piece, that: tuple[Filter, ...]) -> bool:
    return any(
        fits(scope, replace(piece, key=key), that) for key in possible_at(scope.world, name)
    )


def fits(scope: Scope, piece: Piece, that: tuple[Filter, ...]) -> bool:
    """Whether a card, taken as known, passes filters that may ask what it could be used for."""
    asking = (f for f in that if isinstance(f, ASKING))
    return passes(scope, piece, that) and all(could_be(scope, piece, f) for f in asking)


def could_be(scope: Scope, piece: Piece, wanted: Filter) -> bool:
    """Whether a card could be used for what a filter asks."""
    match wanted:
        case Playable():
            return _playable(scope, piece, wanted)
        case Fusible(among=among):
            card = scope.card(piece)
            needed = () if card is None else materials_of(scope.game, card)
            sets = combinations(select(scope, among), len(needed))
            return bool(needed) and _suffice(scope, sets, needed)
        case Material(among=among, of=of, chosen=chosen):
            return is_material(scope, piece, among, of, chosen)
        case _:
            return True


def is_material(scope: Scope, piece: Piece, among: Cards, of: str, chosen: str) -> bool:
    """Whether the materials chosen, this one and some of those after it are all it takes."""
    card = next(map(scope.card, scope.pieces(of)), None)
    wanted = () if card is None else materials_of(scope.game, card)
    taken = scope.pieces(chosen)
    there = select(scope, among)
    oids = [p.oid for _, p in there]
    if piece.oid not in oids or len(taken) >= len(wanted):
        return False
    index = oids.index(piece.oid)
    chosen_oids = {p.oid for p in taken}
    first = [(name, p) for name, p in there if p.oid in chosen_oids]
    rests = combinations(there[index + 1 :], len(wanted) - len(first) - 1)
    sets = ((*first, (there[index][0], piece), *rest) for rest in rests)
    return _suffice(scope, sets, wanted)


def _suffice(scope: Scope, sets: Iterable[tuple[Located, ...]], wanted: Materials) -> bool:
    """Whether one of these sets of cards is the materials wanted, and leaves a zone free."""
    own_row = set(row_zones(scope.world, scope.game, scope.seat, "m"))
    room = bool(free_zones(scope.world, scope.game, scope.seat, "m"))
    for using in sets:
        if (room or any(name in own_row for name, _ in using)) and _meet(scope, using, wanted):
            return True
    return False


def _meet(scope: Scope, using: Sequence[Located], wanted: Materials) -> bool:
    """Whether these cards, in some order, are the materials wanted; unseen ones may be."""
    if not using:
        return not wanted
    (name, piece), *others = using
    for index, that in enumerate(wanted):
        known = piece.key is not None
        fitting = passes(scope, piece, that) if known else fits_unseen(scope, name, piece, that)
        if fitting and _meet(scope, others, (*wanted[:index], *wanted[index + 1 :])):
            return True
    return False


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
    own = Scope(scope.world, scope.game, scope.seat, SELF((piece,)))
    return any(
        could_announce(own, effect)
        for name in card.effects
        if (effect := scope.game.rules.effects[name]).use in wanted.offer.split()
        and not is_used_up(scope.world, scope.game, scope.seat, effect)
    )


def is_used_up(world: World, game: Game, seat: Seat, effect: Effect) -> bool:
    """Whether a player has already used what may be used once a turn."""
    used = world.turn_counters
    if not effect.once_per_turn or not used:
        return False
    name = seat_count(seat, effect.once_with or effect.name)
    return bool(used.get(name)) and not game.disabled.issuperset(effect.once_per_turn)


def could_announce(own: Scope, effect: Effect) -> bool:
    """Whether an effect could be announced now, in the scope of the card that has it."""
    for need in effect.needs:
        if not is_true(own, need.when) and own.game.is_on(need.rule):
            return False
    for op in _demands(effect.announce) if effect.announce else ():
        if not is_possible(own, op):
            return False
    return True
