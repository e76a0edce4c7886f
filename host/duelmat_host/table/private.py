"""Private knowledge: the duel as one seat knows it.

It is made from the public duel and the cards that the seat is known to hold; it serves that seat's
own page and its simulated hands, never anything public.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from duelmat_engine import (
    CardKey,
    Duel,
    Hidden,
    Piece,
    Ruleset,
    Seat,
    ZoneName,
    find_ruleset,
    game_of,
    is_key,
    lookup,
    replace,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_engine.candidates.choosable import decision_as_known
from duelmat_engine.visibility import knowledge


def is_private(rules: Ruleset, kind: str, piece: Piece) -> bool:
    """Whether a card is its player's alone: one of an Extra Deck that has not left it yet."""
    return kind in rules.zones.private and not piece.arrived


def names_private(rules: Ruleset, duel: Duel, card: str) -> bool:
    """Whether an act names a card that is its player's alone."""
    found = lookup(duel, card) if is_key(card) else None
    return found is not None and is_private(rules, zone_kind(found[0]), found[1])


def is_known(duel: Duel, key: CardKey) -> bool:
    """Whether everybody sees where a card lies; of a hand nobody sees which card is laid."""
    rules = find_ruleset(duel.ruleset)
    return any(
        piece.key == key
        and zone_kind(name) not in rules.zones.hidden
        and not is_private(rules, zone_kind(name), piece)
        for name, piece in duel.pieces()
    )


def private_duel(
    duel: Duel, seat: Seat, secrets: Mapping[int, CardKey], hand: Collection[CardKey]
) -> Duel:
    """Return the duel with a seat's own face-down cards and hand known.

    The seat's questions depend on these cards: nobody declines while holding a fitting one.
    """
    zones = dict(duel.zones)
    hidden = duel.hidden[seat]
    for name, pieces in duel.zones.items():
        if zone_seat(name) != seat:
            continue
        found: list[Piece] = []
        for piece in pieces:
            key = secrets.get(piece.oid) if piece.key is None else None
            if key is not None and key in hidden.pool:
                hidden = knowledge.reveal(hidden, name, key)
                found.append(replace(piece, key=key))
            else:
                found.append(piece)
        zones[name] = tuple(found)
    zones, hidden = _with_hand(zones, hidden, seat, hand)
    every = tuple(hidden if s == seat else h for s, h in enumerate(duel.hidden))
    private = replace(duel, zones=zones, hidden=every, viewer=seat)
    if private.decision is None or private.decision.seat != seat:
        return private
    game = game_of(duel.ruleset, duel.readings)
    return replace(private, decision=decision_as_known(private, game))


def _with_hand(
    zones: dict[ZoneName, tuple[Piece, ...]], hidden: Hidden, seat: Seat, hand: Collection[CardKey]
) -> tuple[dict[ZoneName, tuple[Piece, ...]], Hidden]:
    name = zone(seat, "hand")
    known = {p.key for p in zones.get(name, ())}
    unseen = [key for key in sorted(hand) if key not in known and key in hidden.pool]
    filled: list[Piece] = []
    for piece in zones.get(name, ()):
        if piece.key is None and unseen:
            key = unseen.pop(0)
            hidden = knowledge.reveal(hidden, name, key)
            filled.append(replace(piece, key=key))
        else:
            filled.append(piece)
    if filled:
        zones[name] = tuple(filled)
    return zones, hidden
