"""A closed duel that whoever sees an open one may be looking at: unseen cards dealt by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from duelmat_engine import chance
from duelmat_engine.board.refs import unseen_counts
from duelmat_engine.errors import EngineError
from duelmat_engine.names import NOBODY, CardKey, Seat, zone_kind
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Duel, Frame, Piece, Value, replace
from duelmat_engine.visibility import knowledge
from duelmat_engine.visibility.shown import lay_open
from duelmat_message import say

Keys = Mapping[int, CardKey]
"""The card that each unseen piece is taken to be, by the piece's number."""


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
    dealt = _Dealt(keys)
    kinds = game_of(duel.ruleset, duel.readings).rules.zones.hidden
    origin = None if duel.origin is None else deal_unseen(duel.origin, seed)
    bounds = [frame.bound for frame in duel.frames]
    named = [p for bound in bounds for value in bound.values() for p in _pieces(value)]
    # of several cards those in front are chosen first: what a view sorts comes after these
    first = {piece.oid: -place for place, piece in enumerate(reversed(named), 1)}
    rows = {
        name: dealt.row(sorted(pieces, key=lambda p: first.get(p.oid, 0)))
        if zone_kind(name) == "hand"
        else dealt.row(pieces)
        for name, pieces in duel.zones.items()
    }
    zones, hidden = lay_open(rows, len(duel.players), kinds)
    return replace(
        duel,
        zones=zones,
        frames=tuple(map(dealt.frame, duel.frames)),
        chain=tuple(
            replace(link, source=dealt.piece(link.source), bound=dealt.bound(link.bound))
            for link in duel.chain
        ),
        pending=tuple(
            replace(each, source=dealt.piece(each.source), bound=dealt.bound(each.bound))
            for each in duel.pending
        ),
        window=duel.window and replace(duel.window, pieces=dealt.row(duel.window.pieces)),
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


def _pieces(value: Value) -> list[Piece]:
    return [v for v in value if isinstance(v, Piece)] if isinstance(value, tuple) else []


class _Dealt:
    """A deal, as everything that mentions cards says it."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys

    def piece(self, piece: Piece) -> Piece:
        if piece.key is not None or piece.oid not in self.keys:
            return piece
        return replace(piece, key=self.keys[piece.oid])

    def row(self, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        return tuple(map(self.piece, pieces))

    def bound(self, bound: Mapping[str, Value]) -> dict[str, Value]:
        return {name: self._value(value) for name, value in bound.items()}

    def _value(self, value: Value) -> Value:
        if not isinstance(value, tuple):
            return value
        # the items of a tuple are all of one class (see Value)
        return tuple(self.piece(v) if isinstance(v, Piece) else v for v in value)

    def frame(self, frame: Frame) -> Frame:
        past = frame.past and {name: self.row(pieces) for name, pieces in frame.past.items()}
        return replace(frame, bound=self.bound(frame.bound), past=past)
