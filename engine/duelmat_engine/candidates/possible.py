"""Whether an announcement could be completed: nothing is begun that cannot be carried through."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from duelmat_engine.board.derive import barred, derive
from duelmat_engine.board.evaluate import (
    MEANINGS,
    amount,
    is_true,
    materials_of,
    passes,
    payable,
    select,
)
from duelmat_engine.board.refs import unseen_counts
from duelmat_engine.board.scope import SELF, Scope, free_zones, row_zones
from duelmat_engine.caches import cached_by_identity
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Bound, Cards, Filter, Fusible, Material, Need, Playable
from duelmat_engine.names import Seat, seat_count
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Located, Piece, World, replace
from duelmat_engine.visibility.dealing import possible_at
from duelmat_engine.visibility.knowledge import may_be

Materials = tuple[tuple[Filter, ...], ...]
"""The filters for each material that a card names."""


def failing_needs(scope: Scope, needs: tuple[Need, ...]) -> list[Need]:
    return [n for n in needs if scope.game.is_on(n.rule) and not is_true(scope, n.when)]


def blocked(scope: Scope, block: ops.Block) -> Iterator[ops.Op]:
    """Yield the operations of an announcement that could not be carried out now."""
    return (op for op in _demands(block) if not is_possible(scope, op))


def blocked_at(scope: Scope, block: ops.Block) -> ops.Op | None:
    """The first operation of an announcement that could not be carried out now."""
    for op in _demands(block) if block else ():
        if not is_possible(scope, op):
            return op
    return None


@cached_by_identity
def _demands(block: ops.Block) -> tuple[ops.Op, ...]:
    """The operations that may not be possible, as far as can be said before any is carried out."""
    found: list[ops.Op] = []
    later: set[str] = set()
    for op in block:
        if isinstance(op, ops.Choose):
            if all(getattr(wanted, "of", "") not in later for wanted in op.cards.that):
                found.append(op)  # else it depends on another choice that comes before it
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
        low, high = number_range(scope, op)
        return low <= high
    if isinstance(op, ops.Pay):
        is_chosen = isinstance(op.amount, Bound)
        return is_chosen or payable(scope) >= amount(scope, op.amount)
    if isinstance(op, ops.Offer):
        return any(could_begin(scope, use.needs, use.block) for use in op.uses)
    return True


def number_range(scope: Scope, op: ops.ChooseNumber) -> tuple[int, int]:
    """Return the least and the greatest amount that may be chosen; none may if it is less."""
    low = -(-amount(scope, op.low) // op.multiple) * op.multiple
    high = amount(scope, op.high) // op.multiple * op.multiple
    return low, high


def candidates(scope: Scope, cards: Cards, most: int = 0) -> list[Located]:
    """The cards that may be chosen: the first so many, or all (0).

    An unseen card counts if it may be one that fits.
    """
    return select(scope, cards, most, _may_pass)


def _may_pass(scope: Scope, piece: Piece, that: tuple[Filter, ...]) -> bool:
    """Whether a card passes the filters; an unseen one if it may be one that does."""
    if piece.key is not None:
        return passes(scope, piece, that)
    keys = possible_at(scope.world, scope.place_of(piece) or "")
    return any(passes(scope, replace(piece, key=key), that) for key in keys)


def _is_fusible(scope: Scope, piece: Piece, wanted: Fusible) -> bool:
    """Whether some of the cards are the materials that the card names."""
    needed = materials_of(scope.game, scope.card(piece))
    return bool(needed) and _suffice(scope, [], select(scope, wanted.among), needed)


def _is_material(scope: Scope, piece: Piece, wanted: Material) -> bool:
    """Whether the materials chosen, this one and some of those after it are all it takes."""
    return completes(scope, piece, wanted, in_order=True)


def completes(scope: Scope, piece: Piece, wanted: Material, *, in_order: bool) -> bool:
    """Whether the materials chosen, this one and some of the others are all it takes; in order,
    of the others those alone that lie after it.
    """
    needed = materials_of(scope.game, next(map(scope.card, scope.pieces(wanted.of)), None))
    taken = scope.pieces(wanted.chosen)
    there = select(scope, wanted.among)
    oids = [p.oid for _, p in there]
    if piece.oid not in oids or len(taken) >= len(needed):
        return False
    index = oids.index(piece.oid)
    chosen_oids = {p.oid for p in taken}
    first = [(name, p) for name, p in there if p.oid in chosen_oids]
    others = there[index + 1 :] if in_order else there
    return _suffice(scope, [*first, (there[index][0], piece)], others, needed)


def _suffice(scope: Scope, first: list[Located], others: list[Located], wanted: Materials) -> bool:
    """Whether these and some of the others are the materials wanted, and leave a zone free."""
    fitting: list[list[Located]] = []
    for that in wanted:
        fitting.append([at for at in (*first, *others) if _may_pass(scope, at[1], that)])
        if not fitting[-1]:
            return False
    own_row = row_zones(scope.world, scope.game, scope.seat, "m")
    room = bool(free_zones(scope.world, scope.game, scope.seat, "m"))
    for using in product(*fitting):
        oids = {piece.oid for _, piece in using}
        is_whole = len(oids) == len(wanted) and oids.issuperset(piece.oid for _, piece in first)
        has_room = room or any(name in own_row for name, _ in using)
        if is_whole and has_room and _may_pass_together(scope, using, wanted):
            return True
    return False


def _may_pass_together(scope: Scope, using: tuple[Located, ...], wanted: Materials) -> bool:
    """Whether unseen cards of which each may pass its filters may do so all at once."""
    for owner, hidden in enumerate(scope.world.hidden):
        cards = [
            (name, {k for k in hidden.pool if passes(scope, replace(piece, key=k), that)})
            for (name, piece), that in zip(using, wanted, strict=True)
            if piece.key is None and piece.owner == owner
        ]
        if len(cards) > 1 and not may_be(hidden, unseen_counts(scope.world, owner), cards):
            return False
    return True


def kept_from(scope: Scope, piece: Piece, wanted: Playable) -> tuple[str, ...]:
    """Return the rules of other cards, and of the card itself, that keep it from such a use."""
    if wanted.offer == "set":
        return ()
    if wanted.offer == "summon":
        return barred(scope, piece)
    derived = derive(scope.world, scope.game)
    forbidden = derived.forbidden("activate", scope.card(piece), scope.seat)
    rules = [forbid.rules[0] for forbid in forbidden]
    rules += [negate.rules[0] for negate in derived.negations(piece, scope.seat)]
    return tuple(dict.fromkeys(rules))


def is_playable(scope: Scope, piece: Piece, wanted: Playable) -> bool:
    """Whether the card has a use of that name that could be announced, if nothing keeps it from
    that.
    """
    card = scope.card(piece)
    if card is None:
        return False
    if wanted.offer in ("set", "summon"):
        row = "s" if wanted.offer == "set" else "m"
        return bool(free_zones(scope.world, scope.game, scope.seat, row))
    own = Scope(scope.world, scope.game, scope.seat, SELF((piece,)))
    return any(
        could_begin(own, effect.needs, effect.announce)
        for effect in scope.game.effects_of(card, tuple(wanted.offer.split()))
        if not is_used_up(scope.world, scope.game, scope.seat, effect)
    )


def is_used_up(world: World, game: Game, seat: Seat, effect: Effect) -> bool:
    """Whether a player has already used what may be used once a turn."""
    used = world.turn_counters
    if not effect.once_per_turn or not used:
        return False
    name = seat_count(seat, effect.once_with or effect.name)
    return bool(used.get(name)) and not game.disabled.issuperset(effect.once_per_turn)


def could_begin(scope: Scope, needs: tuple[Need, ...], block: ops.Block) -> bool:
    """Whether every need holds, and the block could be carried through."""
    for need in needs:
        if not is_true(scope, need.when) and scope.game.is_on(need.rule):
            return False
    return blocked_at(scope, block) is None


MEANINGS[Playable] = lambda scope, piece, wanted: (
    is_playable(scope, piece, wanted) and not kept_from(scope, piece, wanted)
)
MEANINGS[Fusible] = _is_fusible
MEANINGS[Material] = _is_material
