"""Choosing one card after another, as far as each may still be chosen, and bringing it to a row.

A closed duel knows whether there is a card to choose, and asks nobody if there is none. At a table
only their owner knows, and says so: one may fail to find, and pass, if no card in question fits as
far as has been seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from duelmat_engine.board.evaluate import amount, passes, pieces_meant, select
from duelmat_engine.board.refs import is_unseen, unseen_counts
from duelmat_engine.board.scope import Scope, as_seen, find, is_on_field, seats_of
from duelmat_engine.candidates.asked import current_op, scope_of
from duelmat_engine.candidates.possible import candidates, completes, could_begin, failing_needs
from duelmat_engine.effects import ops
from duelmat_engine.effects.terms import AmongBound, Cards, Fusible, Least, Material, SharesWithOne
from duelmat_engine.names import CardKey, Seat, ZoneName, zone, zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Claim, Decision, Duel, Local, Located, Piece, World, replace
from duelmat_engine.visibility.knowledge import may_hold


def left_to_choose(scope: Scope, op: ops.Choose) -> list[Located]:
    """Return the cards that are offered next; several are offered in the order they lie in.

    Only those are offered after which enough remain for the rest of the choice, if there are
    enough at all; each material is tested with the others. Nobody sees in which order the cards of
    a hidden zone lie: in an open duel they are alike. Whoever has chosen in another order is
    offered those that lie before.
    """
    taken = scope.pieces(op.bind)
    wanted = amount(scope, op.count) - len(taken)
    there = candidates(scope, op.cards)
    if wanted <= 1 and not taken:
        return there if wanted == 1 else []
    rank = _ranks(scope, there)
    chosen = {p.oid for p in taken}
    last = next((rank[p.oid] for p in reversed(taken) if p.oid in rank), -1)
    free = [(name, p) for name, p in there if rank[p.oid] >= last and p.oid not in chosen]
    together = any(isinstance(f, Material) for f in op.cards.that)
    if len(free) < (1 if together else wanted):
        free = [(name, p) for name, p in there if p.oid not in chosen]
    is_unsure = any(p.key is None for _, p in free)  # whether they fit is not known to all
    later = 0 if together or is_unsure else min(wanted, len(free)) - 1
    return [
        (name, p)
        for name, p in (free if wanted > 0 else ())
        if not later or sum(rank[o.oid] >= rank[p.oid] for _, o in free) > later
    ]


def left_in_any_order(scope: Scope, op: ops.Choose) -> list[Located]:
    """Return the cards that may be chosen next, in whatever order the others follow."""
    taken = scope.pieces(op.bind)
    if amount(scope, op.count) <= len(taken):
        return []
    chosen = {p.oid for p in taken}
    materials = [f for f in op.cards.that if isinstance(f, Material)]
    that = tuple(f for f in op.cards.that if f not in materials)
    return [
        (name, p)
        for name, p in candidates(scope, Cards(op.cards.zones, op.cards.whose, that))
        if p.oid not in chosen and all(completes(scope, p, f, in_order=False) for f in materials)
    ]


def _ranks(scope: Scope, there: list[Located]) -> dict[int, int]:
    """The order of cards, by oid: from 0 on, those that are alike in it with the same number."""
    hidden = () if scope.world.closed else scope.game.rules.zones.hidden
    ranks: dict[int, int] = {}
    rank = -1
    before = ""
    for name, piece in there:
        rank += not (name == before and zone_kind(name) in hidden)
        ranks[piece.oid] = rank
        before = name
    return ranks


PLACED: Final = Local("placed", tuple[int, ...], default=())
"""The cards, of several, that have been put on the field already or found no room, by number."""
CANDIDATES: Final = Local("candidates", tuple[str, ...], default=())
"""The cards, all known to the table, of which one has been chosen without being shown."""


Bringing = ops.PutOnField | ops.SetCard | ops.SummonSpecially | ops.SummonTopOfPile
"""The operations that have a player place a card on the field."""


class Brought(NamedTuple):
    """A card that an effect brings to the field: where it lies, its new player, and the row."""

    place: ZoneName
    piece: Piece
    seat: Seat
    row: str


def next_brought(world: World, game: Game, op: Bringing) -> Brought | None:
    """Return the next card that an operation brings to the field; None: none is left."""
    scope = scope_of(world, game)
    seat = scope.seat if isinstance(op, ops.SetCard) else seats_of(scope, op.whose)[0]
    match op:
        case ops.PutOnField():
            placed = PLACED.of(scope.bound)
            pieces = tuple(p for p in scope.pieces(op.cards) if p.oid not in placed)
        case ops.SummonSpecially():
            placed = PLACED.of(scope.bound)
            pieces = tuple(p for p in pieces_meant(scope, op.cards) if p.oid not in placed)
        case ops.SummonTopOfPile():
            pieces = world.zones.get(zone(seat, "pile"), ())[:1]
        case _:
            pieces = scope.pieces(op.card)[:1]
    for piece in pieces:
        found = find(world, piece)
        if found is not None:
            return Brought(*found, seat, _row_for(game, op, found))
    return None


def _row_for(game: Game, op: Bringing, lying: Located) -> str:
    """The row to which the card goes: the one named, or the one that fits it."""
    if not isinstance(op, ops.PutOnField):
        return "s" if isinstance(op, ops.SetCard) else "m"
    name, piece = lying
    if op.row:
        return op.row
    if not piece.face_up and is_on_field(game, name):
        return zone_kind(name)
    card = None if piece.key is None else game.rules.card(piece.key)
    fighting = game.rules.battle.fighter_kinds[:1]
    return "m" if card is None or set(fighting).issubset(card.kinds) else "s"


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
"""Filters whose answer depends on other cards too."""


def may_fail_to_find(scope: Scope, op: ops.Choose) -> bool:
    """Whether, as far as has been seen, no card that is left may fit: then one passes."""
    left = left_to_choose(scope, op)
    if any(isinstance(wanted, LOOKING) for wanted in op.cards.that):
        seen = replace(scope, world=as_seen(scope.world, unseen=False))
        return not left_to_choose(seen, op)  # whatever lies unseen
    if any(p.key is not None for _, p in left):
        return False
    return _may_be_so(scope, useless_cards(scope, op))


def fitting(scope: Scope, op: ops.Choose, piece: Piece) -> frozenset[CardKey]:
    """Return the owner's unseen cards that this one may be: those that fit the choice."""
    about = replace(scope, world=as_seen(scope.world))
    return frozenset(
        key
        for key in scope.world.hidden[piece.owner].pool
        if passes(about, replace(piece, key=key), op.cards.that)
    )


# Of cards in question


def in_question(scope: Scope, op: ops.Choose) -> list[Located]:
    """The cards of which one is chosen, whether they fit or not."""
    among = tuple(f for f in op.cards.that if isinstance(f, AmongBound))
    return select(scope, Cards(op.cards.zones, op.cards.whose, among))


def useless_cards(scope: Scope, op: ops.Choose | ops.Offer) -> Iterator[tuple[Seat, Claim]]:
    """Yield, for each owner of unseen cards in question, the claim that none of them fits."""
    rule = op.rules[0] if op.rules else ""
    choice = op if isinstance(op, ops.Choose) else _choices(op)[0][1]
    taken = {p.oid for p in scope.pieces(choice.bind)}
    there = ((n, p) for n, p in in_question(scope, choice) if p.oid not in taken)
    unseen = [(n, p) for n, p in there if is_unseen(scope.world, p)]
    for owner in sorted({p.owner for _, p in unseen}):
        own = [(name, p) for name, p in unseen if p.owner == owner]
        probes = dict(own).values()
        keys = frozenset(
            key
            for key in scope.world.hidden[owner].pool
            if not any(_is_of_use(scope, op, replace(p, key=key)) for p in probes)
        )
        yield owner, Claim(keys, frozenset(name for name, _ in own), len(own), rule)


def _may_be_so(scope: Scope, claims: Iterable[tuple[Seat, Claim]]) -> bool:
    """Whether each of these claims may be true, as far as has been seen."""
    world = scope.world
    return all(may_hold(world.hidden[o], unseen_counts(world, o), claim) for o, claim in claims)


def _is_of_use(scope: Scope, op: ops.Choose | ops.Offer, piece: Piece) -> bool:
    """Whether a card, taken as known, fits the choice, or one of the uses that are offered."""
    if isinstance(op, ops.Choose):
        return passes(scope, piece, op.cards.that)
    return any(
        not failing_needs(scope, use.needs) and passes(scope, piece, step.cards.that)
        for use, step in _choices(op)
    )


# Of an offer of several uses


def offered(scope: Scope, op: ops.Offer) -> tuple[str, ...]:
    """The uses that are possible, or may be as far as one has seen."""
    return tuple(use.name for use in op.uses if could_begin(scope, use.needs, use.block))


def may_fit_nothing(scope: Scope, op: ops.Offer) -> bool:
    """Whether the unseen cards in question may all be of no use."""
    known = (p for _, p in in_question(scope, _choices(op)[0][1]) if p.key is not None)
    if scope.world.closed or any(_is_of_use(scope, op, p) for p in known):
        return False
    claims = list(useless_cards(scope, op))
    return bool(claims) and _may_be_so(scope, claims)


def _choices(op: ops.Offer) -> list[tuple[ops.Use, ops.Choose]]:
    """The choices that the uses begin with, each with its use."""
    return [(use, step) for use in op.uses for step in use.block if isinstance(step, ops.Choose)]
