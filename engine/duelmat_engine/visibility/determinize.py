"""Open duels in which unseen cards are taken to be certain ones.

What a play is judged by may hang on a card that nobody has seen. Then it is judged in every duel
that the card could make; each knows what follows for the other unseen cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.board.refs import unseen_counts
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.state import Duel, Piece, replace
from duelmat_engine.visibility import knowledge


def unseen_at(duel: Duel, name: str) -> Piece | None:
    """The first card of a zone that has no name in this duel."""
    return next((p for p in duel.at(name) if p.key is None), None)


def possible_at(duel: Duel, name: str) -> list[CardKey]:
    """Return the cards that an unseen card of this zone may be."""
    piece = unseen_at(duel, name)
    if piece is None or not duel.hidden:
        return []
    owner = piece.owner
    return knowledge.possible(duel.hidden[owner], unseen_counts(duel, owner), ZoneName(name))


def determinize(duel: Duel, name: str, key: CardKey) -> tuple[Duel, Piece]:
    """The duel in which an unseen card of this zone is that one, and the card."""
    piece = unseen_at(duel, name)
    assert piece is not None
    place = ZoneName(name)
    after = replace(piece, key=key)
    pieces = tuple(after if p.oid == piece.oid else p for p in duel.at(place))
    hidden = list(duel.hidden)
    hidden[piece.owner] = knowledge.reveal(hidden[piece.owner], place, key)
    zones = {**duel.zones, place: pieces}
    return replace(duel, zones=zones, hidden=tuple(hidden)), after


def every_case(duel: Duel, names: tuple[str, ...]) -> Iterator[Duel]:
    """The duels in which the unseen cards of these zones are known, in every way they may be."""
    for index, name in enumerate(names):
        if unseen_at(duel, name) is not None:
            for key in possible_at(duel, name):
                yield from every_case(determinize(duel, name, key)[0], names[index + 1 :])
            return
    yield duel
