"""Cards after an action as the host reads them from the mat: face-down ones, and activated ones.

Nobody else knows which cards lie face-down; the table publishes commitments to them (seals.py).
"""

from __future__ import annotations

from collections.abc import Mapping

from duelmat_engine import (
    Action,
    CardKey,
    Duel,
    Play,
    Stand,
    key_seat,
    zone_kind,
)
from duelmat_host.sensing.layout import Face, Layout, MatZone
from duelmat_host.table.input_mode import is_laid
from duelmat_host.table.seals import Commitment, card_salt, commit
from duelmat_host.table.state import DuelState
from duelmat_host.table.zone_map import ZoneMap


def secrets_after(
    before: DuelState, action: Action, after: Duel, layout: Layout, zones: ZoneMap
) -> dict[int, CardKey]:
    """Return the identities of the cards that lie face-down, as far as the host has read them."""
    secrets = dict(before.secrets)
    done = action.action if isinstance(action, Stand) else action
    if isinstance(done, Play):
        piece = after.top(done.to)
        key = _laid_unseen(done, after, layout, zones)
        if piece is not None and piece.key is None and key is not None:
            secrets[piece.oid] = key
    known = {piece.key for _, piece in after.pieces()} | set(secrets.values())
    for name, piece in after.pieces():
        place = zones.sensed(name)
        sight = None if place is None else layout.get(place)
        if piece.key is not None or piece.oid in secrets or sight is None:
            continue
        key = sight.key
        if key is None or key in known or sight.face is not Face.DOWN:
            continue
        if key_seat(key) == piece.owner:  # it came to its zone only now
            secrets[piece.oid] = key
    return secrets


def _laid_unseen(action: Play, duel: Duel, layout: Layout, zones: ZoneMap) -> CardKey | None:
    """Return the card that was laid face-down: in its zone, or first on a landing spot."""
    owner = action.card[:1]
    place = zones.sensed(action.to) if is_laid(action, duel, zones) else None
    for at in zones.landing_spots if place is None else (place,):
        sight = layout.get(at)
        if sight is None or sight.key is None or sight.key[0] != owner:
            continue
        if sight.face is Face.DOWN or at not in zones.landing_spots:
            return sight.key
    return None


def spots_after(
    before: DuelState, duel: Duel, layout: Layout, zones: ZoneMap
) -> dict[CardKey, MatZone]:
    """Return the zones where the cards that are being activated were put."""
    in_play = {p.key for name, p in duel.pieces() if zone_kind(name) == "play"}
    spots = dict(before.spots)
    for spot in zones.rows:
        sight = layout.get(spot)
        if sight is not None and sight.key is not None and sight.key in in_play:
            spots.setdefault(sight.key, spot)
    return {key: spot for key, spot in spots.items() if key in in_play}


def new_seals(
    duel: Duel, secrets: Mapping[int, CardKey], seals: Mapping[int, Commitment], salt: bytes
) -> dict[int, Commitment]:
    """Return the commitments to the cards that were laid face-down just now."""
    hidden = {piece.oid for _, piece in duel.pieces() if piece.key is None}
    return {
        oid: commit(key, card_salt(salt, oid))
        for oid, key in secrets.items()
        if oid not in seals and oid in hidden
    }
