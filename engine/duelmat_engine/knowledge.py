"""What an open duel may conclude about cards that nobody at the table has seen.

All unseen cards of one owner form a pool; each unseen card lies in one of that owner's zones
(hand, pile, face-down on the field). What was once known and has been blurred by an unseen
movement is kept as claims: "at least `low` of these cards lie in these zones". From these
bounds, and from how many unseen cards each zone holds, follows which card may lie where:
players at a table can conclude that much and no more.
"""

from __future__ import annotations

from collections.abc import Mapping

from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.state import Claim, Hidden, replace

Counts = Mapping[ZoneName, int]
"""How many unseen cards each zone of an owner holds."""


def blur(hidden: Hidden, keys: frozenset[CardKey], zone: ZoneName) -> Hidden:
    """Cards known to lie in a zone can no longer be told from the unseen ones there."""
    if not keys:
        return hidden
    claim = Claim(keys, frozenset((zone,)), len(keys))
    return replace(hidden, pool=hidden.pool | keys, claims=(*hidden.claims, claim))


def drift(hidden: Hidden, source: ZoneName, to: ZoneName, count: int) -> Hidden:
    """So many unseen cards went from one zone to another."""
    claims: dict[tuple[frozenset[CardKey], frozenset[ZoneName]], int] = {}

    def note(claim: Claim) -> None:
        if claim.low > 0:
            at = (claim.keys, claim.zones)
            claims[at] = max(claim.low, claims.get(at, 0))

    for claim in hidden.claims:
        if source in claim.zones and to not in claim.zones:
            note(Claim(claim.keys, claim.zones, claim.low - count))
            note(Claim(claim.keys, claim.zones | {to}, claim.low))
        else:
            note(claim)
    return replace(hidden, claims=_listed(claims))


def reveal(hidden: Hidden, zone: ZoneName, key: CardKey) -> Hidden:
    """A card of the pool turned out to have lain in this zone, and is unseen no more."""
    claims: dict[tuple[frozenset[CardKey], frozenset[ZoneName]], int] = {}
    for claim in hidden.claims:
        keys, low = claim.keys, claim.low
        if key in keys:
            keys -= {key}
            low -= zone in claim.zones
        if low > 0 and keys:
            at = (keys, claim.zones)
            claims[at] = max(low, claims.get(at, 0))
    return Hidden(pool=hidden.pool - {key}, claims=_listed(claims))


def claim_one(hidden: Hidden, keys: frozenset[CardKey], zone: ZoneName) -> Hidden:
    """The one unseen card of a zone is one of these."""
    return replace(hidden, claims=(*hidden.claims, Claim(keys, frozenset((zone,)), 1)))


def _listed(
    claims: dict[tuple[frozenset[CardKey], frozenset[ZoneName]], int],
) -> tuple[Claim, ...]:
    found = [Claim(keys, zones, low) for (keys, zones), low in claims.items()]
    return tuple(sorted(found, key=lambda c: (sorted(c.zones), sorted(c.keys), c.low)))


def possible(hidden: Hidden, counts: Counts, zone: ZoneName) -> list[CardKey]:
    """Every card that an unseen card of this zone may be, sorted."""
    if not counts.get(zone):
        return []
    if not hidden.claims:
        return sorted(hidden.pool)
    return [key for key in sorted(hidden.pool) if may_lie(hidden, counts, zone, key)]


def may_lie(hidden: Hidden, counts: Counts, zone: ZoneName, key: CardKey) -> bool:
    """Whether some deal that fits everything known has this card in this zone."""
    if key not in hidden.pool or not counts.get(zone):
        return False
    if not hidden.claims:
        return True
    rest = {z: n - (z == zone) for z, n in counts.items()}
    after = reveal(hidden, zone, key)
    return _fits(after.claims, rest, after.pool, frozenset())


def _fits(
    claims: tuple[Claim, ...],
    room: dict[ZoneName, int],
    pool: frozenset[CardKey],
    tried: frozenset[tuple[frozenset[int], ZoneName]],
) -> bool:
    """Whether the claims can all be met by putting cards of the pool into the room there is.

    One unmet claim at a time is given a card; cards that the same claims speak of are alike, so
    that one of each kind is tried.
    """
    open_claims = [c for c in claims if c.low > 0]
    if not open_claims:
        return True
    claim = min(open_claims, key=lambda c: (len(c.zones), len(c.keys)))
    kinds: dict[frozenset[int], CardKey] = {}
    for key in sorted(claim.keys & pool):
        kinds.setdefault(frozenset(i for i, c in enumerate(claims) if key in c.keys), key)
    for kind, key in kinds.items():
        for zone in sorted(claim.zones):
            if room.get(zone, 0) <= 0 or (kind, zone) in tried:
                continue
            met = tuple(
                Claim(c.keys - {key}, c.zones, c.low - (key in c.keys and zone in c.zones))
                for c in claims
            )
            if _fits(met, {**room, zone: room[zone] - 1}, pool - {key}, frozenset()):
                return True
    return False
