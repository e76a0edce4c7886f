"""Every deal that a table may be looking at: enumerated, told apart, and shuffled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product

from duelmat_engine.events import AnyEvent, Moved, Shuffled
from duelmat_engine.names import CardKey, Seat, seat_letter, zone_kind
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import Duel, Piece, Value, replace


class TooManyDealsError(Exception):
    """The deals left open by what the table saw are too many to be tried one by one."""


def facts(duel: Duel) -> object:
    """The facts that anybody at the table sees."""
    hidden = find_ruleset(duel.ruleset).zones.hidden
    lying: dict[str, object] = {}
    for name, pieces in duel.zones.items():
        seen = [_look(piece) for piece in pieces]
        if zone_kind(name) in hidden:
            open_cards = sorted(
                repr(look) for look, p in zip(seen, pieces, strict=True) if p.face_up
            )
            lying[name] = (len(pieces), open_cards)
        else:
            lying[name] = seen
    asked = duel.decision and (duel.decision.seat, duel.decision.kind)
    players = [(p.life, p.lost, sorted(p.marks.items())) for p in duel.players]
    chain = [(link.seat, link.effect) for link in duel.chain]
    when = (duel.turn, duel.phase, duel.turn_seat)
    return (when, players, lying, asked, chain, duel.turn_counters, duel.outcome)


def _look(piece: Piece) -> tuple[object, ...]:
    key = piece.key if piece.face_up else None
    beneath = tuple(p.key for p in piece.beneath)
    return (piece.face_up, piece.upright, key, piece.marks, piece.arrived, beneath)


def with_keys(duel: Duel, name: str, keys: Iterable[CardKey | None]) -> Duel:
    pieces = tuple(replace(p, key=k) for p, k in zip(duel.at(name), keys, strict=True))
    return replace(duel, zones={**duel.zones, name: pieces})


def deals(duel: Duel, most: int) -> list[Duel]:
    """Every way the packs may have been dealt, after hands were drawn and nothing was seen."""
    found = [duel]
    for seat in duel.seats:
        letter = seat_letter(Seat(seat))
        hand, pile = f"{letter}.hand", f"{letter}.pile"
        keys = [p.key for p in (*duel.at(hand), *duel.at(pile))]
        moves = [
            (held, rest)
            for held in combinations(keys, len(duel.at(hand)))
            for rest in permutations([k for k in keys if k not in held])
        ]
        if len(found) * len(moves) > most:
            raise TooManyDealsError
        found = [
            with_keys(with_keys(d, hand, held), pile, rest) if rest else with_keys(d, hand, held)
            for d, (held, rest) in product(found, moves)
        ]
    return found


def identity(duel: Duel) -> object:
    """Two deals with the same identity cannot be told apart by anybody's play."""
    lying = tuple(
        (
            name,
            tuple(sorted(str(p.key) for p in pieces))
            if zone_kind(name) == "hand"
            else tuple(p.key for p in pieces),
        )
        for name, pieces in sorted(duel.zones.items())
    )
    on_chain = [(link.source, link.bound) for link in duel.chain]
    waiting = [(trigger.source, trigger.bound) for trigger in duel.pending]
    bounds = [frame.bound for frame in duel.frames]
    bounds += [bound for _, bound in (*on_chain, *waiting)]
    bound = tuple((name, _keys(value)) for b in bounds for name, value in sorted(b.items()))
    return lying, bound, tuple(source.key for source, _ in (*on_chain, *waiting))


def _keys(value: Value) -> tuple[CardKey | None, ...]:
    return tuple(p.key for p in value if isinstance(p, Piece)) if isinstance(value, tuple) else ()


def shuffles(duel: Duel, events: tuple[AnyEvent, ...], most: int) -> Iterator[Duel]:
    """The duel with every order that its shuffled piles may have."""
    mixed: dict[str, None] = {}
    for event in events:
        if isinstance(event, Shuffled):
            mixed[event.place] = None
        elif isinstance(event, Moved) and event.source in mixed:
            raise TooManyDealsError  # a card was taken from a pile shuffled just now
    found = [duel]
    for name in filter(duel.at, mixed):
        keys = [p.key for p in duel.at(name)]
        if len(keys) > 6 or len(found) * len(keys) > most:
            raise TooManyDealsError
        found = [with_keys(d, name, order) for d in found for order in permutations(keys)]
    yield from found
