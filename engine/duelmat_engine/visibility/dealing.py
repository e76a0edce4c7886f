"""Duels in which unseen cards are taken to be certain ones: one of them, or all dealt by chance.

What a play is judged by may depend on a card that nobody has seen. Then it is judged in every duel
that the card could make; each knows what follows for the other unseen cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from duelmat_engine import chance
from duelmat_engine.board.refs import is_unseen, unseen_counts
from duelmat_engine.errors import EngineError
from duelmat_engine.names import NOBODY, CardKey, Seat, ZoneName, zone_kind
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import CardsByZone, Duel, Hidden, Piece, Value, World, replace
from duelmat_engine.visibility import knowledge
from duelmat_engine.visibility.later import later
from duelmat_message import say


def deal_unseen(duel: Duel, seed: int) -> Duel:
    """Return a closed duel that fits an open one: the seed deals its unseen cards, and rolls.

    The same duel and seed give the same deal, and every deal fits the claims of the open duel.
    Raises EngineError for a closed duel, in which nothing is unseen.
    """
    if duel.closed:
        raise EngineError(say("expected an open duel, such as view_for gives, got a closed one"))
    state = chance.seeded(seed)
    keys: dict[int, CardKey] = {}
    for seat in duel.seats:
        state = _deal(duel, Seat(seat), keys, state)

    def dealt(piece: Piece) -> Piece:
        taken = keys.get(piece.oid) if piece.key is None else None
        return piece if taken is None else replace(piece, key=taken)

    kinds = game_of(duel.ruleset, duel.readings).rules.zones.hidden
    origin = None if duel.origin is None else deal_unseen(duel.origin, seed)
    named = [p for f in duel.frames for value in f.bound.values() for p in pieces_in(value)]
    # of several cards those in front are chosen first: what a view sorts comes after these
    first = {piece.oid: -place for place, piece in enumerate(reversed(named), 1)}
    rows = dict(duel.zones)
    for name, pieces in rows.items():
        place = first if zone_kind(name) == "hand" else {}
        rows[name] = tuple(map(dealt, sorted(pieces, key=lambda p: place.get(p.oid, 0))))
    zones, hidden = lay_open(rows, len(duel.players), kinds)
    for seat, seen in enumerate(duel.hidden):  # waiting, as in play: hardly anybody reads them
        known = Hidden(hidden[seat].pool, seen.claims)
        hidden[seat] = later(known, known.pool, lambda same: same)
    return replace(
        retold(duel, dealt),
        zones=zones,
        closed=True,
        viewer=NOBODY,
        hidden=tuple(hidden),
        origin=origin,
        chance=state,
    )


def _deal(duel: Duel, seat: Seat, keys: dict[int, CardKey], state: int) -> int:
    """Deal an owner's unseen cards into `keys`, and return the next state of chance.

    One after another gets a card that it may be after those before it; what is left when no claim
    has anything more to say is shuffled.
    """
    hidden, counts = duel.hidden[seat], unseen_counts(duel, seat)
    unseen = [(n, p) for n, p in duel.pieces() if p.owner == seat and p.key is None]
    unseen.sort(key=lambda found: counts[found[0]])
    for index, (name, piece) in enumerate(unseen):
        if not hidden.claims:
            rest, state = chance.shuffled(state, sorted(hidden.pool))
            keys.update(zip((p.oid for _, p in unseen[index:]), rest, strict=False))
            return state
        may = knowledge.possible(hidden, counts, name) or sorted(hidden.pool)
        pick, state = chance.below(state, len(may))
        keys[piece.oid] = may[pick]
        hidden = knowledge.reveal(hidden, name, may[pick])
        counts[name] -= 1
    return state


def pieces_in(value: Value) -> tuple[Piece, ...]:
    """The cards that a frame has bound to a name; () where it is something else."""
    if isinstance(value, tuple) and value and isinstance(value[0], Piece):
        return value  # type: ignore[return-value]  # tuples hold one kind of thing
    return ()


def retold(duel: Duel, card: Callable[[Piece], Piece]) -> Duel:
    """Return the duel with every card that it remembers, wherever they lie, as `card` makes it."""

    def bound(values: Mapping[str, Value]) -> dict[str, Value]:
        return {n: tuple(map(card, pieces_in(values[n]))) or values[n] for n in sorted(values)}

    def past(zones: CardsByZone | None) -> CardsByZone | None:
        return zones and {name: tuple(map(card, zones[name])) for name in sorted(zones)}

    return replace(
        duel,
        frames=tuple(replace(f, past=past(f.past), bound=bound(f.bound)) for f in duel.frames),
        chain=tuple(replace(c, source=card(c.source), bound=bound(c.bound)) for c in duel.chain),
        pending=tuple(
            replace(w, source=card(w.source), bound=bound(w.bound)) for w in duel.pending
        ),
        window=duel.window and replace(duel.window, pieces=tuple(map(card, duel.window.pieces))),
    )


def lay_open(
    zones: CardsByZone, players: int, hidden: Collection[str]
) -> tuple[CardsByZone, list[Hidden]]:
    """Return the zones of a duel laid out by hand, and what is known of each player's cards.

    What lies open is known to everybody, the rest is not.
    """
    seen = dict(zones)
    for name, pieces in zones.items():
        if zone_kind(name) not in hidden:
            seen[name] = tuple(replace(p, shown=p.shown or p.face_up) for p in pieces)
    pools: list[set[CardKey]] = [set() for _ in range(players)]
    for pieces in seen.values():
        for piece in pieces:
            if piece.key is not None and not piece.shown:
                pools[piece.owner].add(piece.key)
    return seen, [Hidden(frozenset(pool)) for pool in pools]


def seen_before(duel: Duel, name: ZoneName, seen: Piece) -> Duel:
    """Return an earlier duel with a card known that has been shown since."""
    for earlier in duel.at(name):
        if earlier.oid == seen.oid and not earlier.shown and seen.key is not None:
            return _with_known(duel, name, earlier, replace(earlier, key=seen.key, shown=True))
    return duel


def _with_known(duel: Duel, name: ZoneName, unknown: Piece, known: Piece) -> Duel:
    """Return the duel in which a card of this zone is known, and what follows from that."""
    hidden = list(duel.hidden)
    if is_unseen(duel, unknown) and known.key is not None:
        hidden[known.owner] = knowledge.reveal(hidden[known.owner], name, known.key)
    row = duel.at(name)
    index = row.index(unknown)
    zones = {**duel.zones, name: (*row[:index], known, *row[index + 1 :])}
    return replace(duel, zones=zones, hidden=tuple(hidden))


def unseen_at(world: World, name: str) -> Piece | None:
    """The first card of a zone that has no name in this world."""
    return next((p for p in world.zones.get(ZoneName(name), ()) if p.key is None), None)


def possible_at(world: World, name: str) -> list[CardKey]:
    """Return the cards that an unseen card of this zone may be."""
    piece = unseen_at(world, name)
    if piece is None or not world.hidden:
        return []
    owner = piece.owner
    return knowledge.possible(world.hidden[owner], unseen_counts(world, owner), ZoneName(name))


def determinize(duel: Duel, name: str, key: CardKey) -> tuple[Duel, Piece]:
    """The duel in which an unseen card of this zone is that one, and the card."""
    piece = unseen_at(duel, name)
    assert piece is not None
    known = replace(piece, key=key)
    return _with_known(duel, ZoneName(name), piece, known), known


def every_case(
    duel: Duel, names: tuple[str, ...], keys: tuple[CardKey, ...] = ()
) -> Iterator[tuple[Duel, tuple[CardKey, ...]]]:
    """The duels in which the unseen cards of these zones are known, in every way they may be, each
    with these cards in their order, behind `keys`.
    """
    for index, name in enumerate(names):
        if unseen_at(duel, name) is not None:
            for key in possible_at(duel, name):
                case, _ = determinize(duel, name, key)
                yield from every_case(case, names[index + 1 :], (*keys, key))
            return
    yield duel, keys
