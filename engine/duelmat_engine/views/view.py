"""Views: a duel as a viewer may know it, the only way out of a closed one.

A view is an open duel. Its owner's hand, face-down cards and the cards being looked at are known,
other unseen cards are not; chance is gone. Two duels that differ only in what the viewer does not
know give equal views: unseen cards carry no number, no history and no order that could tell them
apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from duelmat_engine.board.refs import lookup, unseen_counts
from duelmat_engine.board.scope import SEAT
from duelmat_engine.candidates.choosable import decision_as_known
from duelmat_engine.errors import EngineError, unlike
from duelmat_engine.events import AnyEvent, Looked, Moved
from duelmat_engine.names import NOBODY, Seat, ZoneName, is_key, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Decision, Duel, Hidden, Local, Piece, replace
from duelmat_engine.visibility import knowledge
from duelmat_engine.visibility.dealing import pieces_in, retold
from duelmat_message import say

PUBLIC: Final = NOBODY
"""The viewer who sees what everybody at the table sees."""
LOOKED: Final = Local("looked", tuple[Piece, ...], default=())
"""The cards of a pile that a player has looked at, as the texts of effects name them."""


def view_for(duel: Duel, viewer: Seat = PUBLIC) -> Duel:
    """The duel as this seat may know it, or as the whole table does.

    Raises EngineError for a viewer who is no seat of this duel.
    """
    if viewer != PUBLIC and viewer not in duel.seats:
        wanted = say("a seat from 0 to {last}", last=duel.seats[-1])
        raise EngineError(unlike("", wanted, repr(viewer)))
    return _Veil(duel, game_of(duel.ruleset, duel.readings), viewer).duel()


class _Veil:
    """Makes one view; numbers the cards in hidden zones anew, in an order that tells nothing."""

    def __init__(self, duel: Duel, game: Game, viewer: Seat) -> None:
        self.whole = duel
        self.game = game
        self.viewer = viewer
        self.oids: dict[int, int] = {}
        """The new numbers of cards, by the old ones."""
        self.seen: dict[int, Piece] = {}
        """The pieces of the view by their number in the duel, of cards that lie somewhere."""
        self.looked = {
            piece.oid
            for frame in duel.frames
            if SEAT.of(frame.bound) == viewer != NOBODY
            for piece in pieces_in(LOOKED.of(frame.bound))
        }
        bounds = [f.bound for f in duel.frames] + [c.bound for c in duel.chain]
        mentioned = [p.oid for b in bounds for name in sorted(b) for p in pieces_in(b[name])]
        self.rank = {oid: rank for rank, oid in enumerate(dict.fromkeys(mentioned))}

    def duel(self) -> Duel:
        whole = self.whole
        zones = {name: self._zone(name) for name in sorted(whole.zones) if whole.zones[name]}
        view = replace(
            retold(whole, self._piece),
            zones=zones,
            closed=False,
            viewer=self.viewer,
            origin=None if whole.origin is None else view_for(whole.origin, self.viewer),
            seen=(),
            chance=0,
        )
        hidden = tuple(self._hidden(view, Seat(owner)) for owner in whole.seats)
        view = replace(view, hidden=hidden, next_oid=whole.next_oid + len(self.oids))
        return replace(view, decision=self._decision(view))

    # Cards

    def _knows(self, name: str, piece: Piece) -> bool:
        """Whether the viewer knows which card of a zone this is."""
        if piece.key is None or piece.shown:
            return piece.key is not None
        if piece.oid in self.looked:
            return True
        kind = zone_kind(name)
        in_hand = kind == "hand" and self.whole.phase != "setup"
        looks = in_hand or kind not in self.game.rules.zones.hidden
        return looks and zone_seat(name) == self.viewer

    def _zone(self, name: ZoneName) -> tuple[Piece, ...]:
        row = [(piece, self._knows(name, piece)) for piece in self.whole.zones[name]]
        if zone_kind(name) == "hand":
            last = len(self.rank)
            row.sort(
                key=lambda p: (not p[1], p[0].key if p[1] else "", self.rank.get(p[0].oid, last))
            )
        is_hidden = zone_kind(name) in self.game.rules.zones.hidden
        for piece, known in row:
            after = piece if known else replace(piece, key=None)
            if is_hidden:
                after = _without_history(after, self._number(piece.oid))
            self.seen[piece.oid] = after
        return tuple(self.seen[piece.oid] for piece, _ in row)

    def _number(self, oid: int) -> int:
        return self.oids.setdefault(oid, self.whole.next_oid + len(self.oids))

    def _piece(self, piece: Piece) -> Piece:
        """A card as something remembers it: no more is told of it than of the card itself."""
        if not piece.oid:
            return piece
        now = self.seen.get(piece.oid)
        if now is not None:
            return now if now.oid != piece.oid else replace(piece, key=now.key, shown=now.shown)
        known = piece.shown or (piece.owner == self.viewer and self.whole.phase != "setup")
        after = piece if known else replace(piece, key=None)
        after = _without_history(after, self._number(piece.oid))
        return replace(after, upright=piece.upright, marks=piece.marks)

    def _hidden(self, view: Duel, owner: Seat) -> Hidden:
        """Return the claims about an owner's cards, with those that this viewer sees besides."""
        hidden = self.whole.hidden[owner]
        own = [piece for _, piece in self.whole.pieces() if piece.owner == owner]
        unknown = {p.key for p in own if p.key is not None and self.seen[p.oid].key is None}
        hidden = replace(hidden, pool=hidden.pool | unknown)
        for name, piece in view.pieces():
            if piece.owner == owner and piece.key in hidden.pool:
                hidden = knowledge.reveal(hidden, name, piece.key)
        return knowledge.simplify(hidden, unseen_counts(view, owner))

    def _decision(self, view: Duel) -> Decision | None:
        """The decision; what depends on cards that the viewer has not seen is left open."""
        decision = view.decision
        if decision is not None and decision.kind == "chance":
            refs = (self._as_seen(ref) for ref in decision.options)
            told = sorted(refs, key=lambda ref: (not is_key(ref), ref))
            return replace(decision, options=tuple(told))
        if decision is None or decision.seat == self.viewer:
            return decision
        return decision_as_known(view, self.game)

    def _as_seen(self, ref: str) -> str:
        """Return the viewer's name for a card: its zone, if they do not know the card."""
        found = lookup(self.whole, ref) if is_key(ref) else None
        return ref if found is None or self._knows(*found) else found[0]


# Events


def events_for(events: Iterable[AnyEvent], viewer: Seat = PUBLIC) -> tuple[AnyEvent, ...]:
    """Return the events as this seat or the whole table saw them."""
    return tuple(_event_for(event, viewer) for event in events)


def _event_for(event: AnyEvent, viewer: Seat) -> AnyEvent:
    match event:
        case Moved(piece=piece, after=after, source=source, to=to):
            dealt = zone_kind(source) == "pile" and not after.arrived
            known = after.shown or piece.shown or (piece.owner == viewer and not dealt)
            return replace(
                event, piece=_told(piece, source, known=known), after=_told(after, to, known=known)
            )
        case Looked(seat=seat, place=place, pieces=pieces):
            seen = tuple(_told(p, place, known=seat == viewer or p.shown) for p in pieces)
            return replace(event, pieces=seen)
        case _:
            changes: dict[str, object] = {}
            place = getattr(event, "place", ZoneName(""))
            for name in ("piece", "after", "target", "by"):
                card = getattr(event, name, None)
                if isinstance(card, Piece):
                    known = card.shown or card.owner == viewer
                    changes[name] = _told(card, place, known=known)
            return replace(event, **changes) if changes else event


def _told(piece: Piece, place: str, *, known: bool) -> Piece:
    """A card in an event, without what would tell unseen cards apart."""
    after = piece if known else replace(piece, key=None)
    return _without_history(after, 0) if zone_kind(place) in ("hand", "pile") else after


def _without_history(piece: Piece, oid: int) -> Piece:
    """A card under a new number, without what has happened to it."""
    return Piece(oid, piece.owner, piece.key, shown=piece.shown, face_up=piece.face_up)
