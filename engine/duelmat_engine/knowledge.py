"""What an open duel may conclude about cards that nobody at the table has seen.

All unseen cards of one owner form a pool; each unseen card lies in one of that owner's zones
(hand, pile, face-down on the field). What is known beyond that is kept as claims: "at least
`low` of these cards lie in these zones". A claim comes from a card once seen that an unseen
movement has blurred, or from a rule ("this was Set, so it is no Heart"). From the claims, and
from how many unseen cards each zone holds, follows which card may lie where: players at a table
can conclude that much and no more (reading G-101).

Zones are counted whole: that the top card of a pile is of some kind cannot be said, only that
the pile holds such a card. Where that is all one could say, the bounds are wider than the truth,
never narrower.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final

from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.state import Claim, Hidden, replace

Counts = Mapping[ZoneName, int]
"""How many unseen cards each zone of an owner holds."""

MOST_CLAIMS: Final = 24
"""More are not kept: the widest are forgotten first, which loosens the bounds."""


def blur(hidden: Hidden, keys: frozenset[CardKey], zone: ZoneName) -> Hidden:
    """Cards known to lie in a zone can no longer be told from the unseen ones there."""
    if not keys:
        return hidden
    return claim(
        replace(hidden, pool=hidden.pool | keys), Claim(keys, frozenset((zone,)), len(keys))
    )


def claim(hidden: Hidden, told: Claim) -> Hidden:
    """Something more is known."""
    return replace(hidden, claims=_listed((*hidden.claims, told)))


def drift(hidden: Hidden, source: ZoneName, to: ZoneName, *, joined: int) -> Hidden:
    """An unseen card went from one zone to another, where so many unseen cards lay already.

    If it joins others, what was known of each zone before is said of the two zones apart: the one
    card cannot have been two cards that were claimed to be there, nor one that was elsewhere.
    """
    if not hidden.claims:
        return hidden
    gone = [c for c in hidden.claims if source in c.zones and to not in c.zones]
    come = [c for c in hidden.claims if to in c.zones and source not in c.zones]
    after = [c for c in hidden.claims if source not in c.zones or to in c.zones]
    after += [replace(c, zones=c.zones | {to}) for c in gone]
    if joined:
        for known in (*gone, *_sums(gone)):
            after.append(replace(known, zones=known.zones | {to}))
            after.append(replace(known, low=known.low - 1))
        for known in (*come, *_sums(come)):
            after.append(replace(known, zones=known.zones - {to}, low=known.low - joined))
    return replace(hidden, claims=_listed(after))


def _sums(claims: list[Claim]) -> list[Claim]:
    """What claims about different cards say together: one card cannot have left both."""
    found: list[Claim] = []
    for size in range(2, min(len(claims), 3) + 1):
        for group in combinations(claims, size):
            keys = frozenset[CardKey]().union(*(c.keys for c in group))
            if len(keys) == sum(len(c.keys) for c in group):
                zones = frozenset[ZoneName]().union(*(c.zones for c in group))
                rule = next((c.rule for c in group if c.rule), "")
                found.append(Claim(keys, zones, sum(c.low for c in group), rule))
    return found


def reveal(hidden: Hidden, zone: ZoneName, key: CardKey) -> Hidden:
    """A card of the pool turned out to lie in this zone, and is unseen no more."""
    if not hidden.claims:
        return replace(hidden, pool=hidden.pool - {key})
    claims = [
        replace(c, keys=c.keys - {key}, low=c.low - (zone in c.zones)) if key in c.keys else c
        for c in hidden.claims
    ]
    return Hidden(pool=hidden.pool - {key}, claims=_listed(claims))


def settle(hidden: Hidden, counts: Counts) -> Hidden:
    """The same knowledge in its shortest form; what contradicts itself is dropped.

    Contradictions come about only where a judge let something stand that cannot be so: then
    claims that a rule made go first.
    """
    if not hidden.claims:
        return hidden
    total = sum(counts.values())
    claims: list[Claim] = []
    for known in hidden.claims:
        keys = known.keys & hidden.pool
        zones = frozenset(z for z in known.zones if counts.get(z))
        elsewhere = total - sum(counts[z] for z in zones)
        if known.low > len(keys) - elsewhere:
            claims.append(replace(known, keys=keys, zones=zones))
    claims = list(_listed(claims))
    kept = [c for c in claims if not any(_implies(o, c, counts) for o in claims if o is not c)]
    for keeps in _relaxed(kept):
        if _fits(tuple(keeps), dict(counts), hidden.pool):
            return replace(hidden, claims=tuple(keeps))
    return replace(hidden, claims=())


def _implies(one: Claim, other: Claim, counts: Counts) -> bool:
    """Whether a claim says all that another, different one says."""
    outside = sum(counts[z] for z in one.zones - other.zones)
    return one.keys <= other.keys and one.low - outside >= other.low


def _relaxed(claims: list[Claim]) -> Iterable[list[Claim]]:
    """The claims, then with fewer and fewer of them."""
    yield claims
    for rule in (True, False):
        for index, known in enumerate(claims):
            if bool(known.rule) == rule:
                yield claims[:index] + claims[index + 1 :]
    yield [c for c in claims if not c.rule]


def _listed(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """Claims that say something, each once, in canonical order."""
    strongest: dict[tuple[frozenset[CardKey], frozenset[ZoneName]], Claim] = {}
    for known in claims:
        at = (known.keys, known.zones)
        if known.low > 0 and (at not in strongest or strongest[at].low < known.low):
            strongest[at] = known
    found = sorted(
        strongest.values(), key=lambda c: (len(c.zones), sorted(c.zones), sorted(c.keys), c.low)
    )
    return tuple(found[:MOST_CLAIMS])


# Asking


def possible(hidden: Hidden, counts: Counts, zone: ZoneName) -> list[CardKey]:
    """Every card that an unseen card of this zone may be, sorted."""
    if not counts.get(zone):
        return []
    if not hidden.claims:
        return sorted(hidden.pool)
    alike: dict[frozenset[int], bool] = {}
    found = []
    for key in sorted(hidden.pool):
        kind = frozenset(i for i, c in enumerate(hidden.claims) if key in c.keys)
        if kind not in alike:
            alike[kind] = may_lie(hidden, counts, zone, key)
        if alike[kind]:
            found.append(key)
    return found


def may_lie(hidden: Hidden, counts: Counts, zone: ZoneName, key: CardKey) -> bool:
    """Whether some deal that fits everything known has this card in this zone."""
    if key not in hidden.pool or not counts.get(zone):
        return False
    if not hidden.claims:
        return True
    after = reveal(hidden, zone, key)
    return _fits(after.claims, {z: n - (z == zone) for z, n in counts.items()}, after.pool)


def may_hold(
    hidden: Hidden, counts: Counts, zone: ZoneName, keys: frozenset[CardKey], low: int
) -> bool:
    """Whether at least so many of these cards may lie in this zone together."""
    told = Claim(keys & hidden.pool, frozenset((zone,)), low)
    return _fits((*hidden.claims, told), dict(counts), hidden.pool)


def refused_by(hidden: Hidden, counts: Counts, zone: ZoneName, key: CardKey) -> tuple[str, ...]:
    """The rules without which this card could lie here; () if it cannot for other reasons."""
    rules = tuple(dict.fromkeys(c.rule for c in hidden.claims if c.rule and key not in c.keys))
    if not rules or not may_lie(without_rules(hidden, rules), counts, zone, key):
        return ()
    needed = [
        r
        for r in rules
        if not may_lie(without_rules(hidden, tuple(o for o in rules if o != r)), counts, zone, key)
    ]
    return tuple(needed) or rules


def without_rules(hidden: Hidden, rules: tuple[str, ...]) -> Hidden:
    return replace(hidden, claims=tuple(c for c in hidden.claims if c.rule not in rules))


def _fits(claims: tuple[Claim, ...], room: dict[ZoneName, int], pool: frozenset[CardKey]) -> bool:
    """Whether all claims can be met by putting cards of the pool into the room there is.

    One card at a time is given to the tightest unmet claim; cards of which the same claims speak
    are alike, so that one of each kind is tried, and zones of which the same claims speak too.
    """
    unmet = [c for c in claims if c.low > 0]
    if not unmet:
        return True
    if len(unmet) == 1:
        told = unmet[0]
        return told.low <= min(len(told.keys & pool), sum(room.get(z, 0) for z in told.zones))
    tightest = min(
        unmet, key=lambda c: (sum(room.get(z, 0) for z in c.zones) - c.low, len(c.keys))
    )
    if sum(room.get(z, 0) for z in tightest.zones) < tightest.low:
        return False
    kinds: dict[frozenset[int], CardKey] = {}
    for key in sorted(tightest.keys & pool):
        kinds.setdefault(frozenset(i for i, c in enumerate(unmet) if key in c.keys), key)
    places: dict[frozenset[int], ZoneName] = {}
    for zone in sorted(tightest.zones):
        if room.get(zone, 0) > 0:
            places.setdefault(frozenset(i for i, c in enumerate(unmet) if zone in c.zones), zone)
    for key in kinds.values():
        for zone in places.values():
            met = tuple(
                replace(c, keys=c.keys - {key}, low=c.low - (zone in c.zones))
                if key in c.keys
                else c
                for c in unmet
            )
            if _fits(met, {**room, zone: room[zone] - 1}, pool - {key}):
                return True
    return False
