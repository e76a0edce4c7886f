"""Knowledge of an open duel about cards that nobody at the table has seen.

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

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from operator import is_
from typing import Final, NamedTuple

from duelmat_engine.board.refs import unseen_of
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.state import CardsByZone, Claim, Duel, Hidden, replace
from duelmat_engine.visibility.later import is_waiting, later

Counts = Mapping[ZoneName, int]
"""The number of unseen cards of an owner in each zone."""

ELSEWHERE: Final = ZoneName("")
"""All zones of which no claim speaks, where they are counted as one."""

MOST_CLAIMS: Final = 24
"""More are not kept: the widest are forgotten first, which loosens the bounds."""


def blur(hidden: Hidden, keys: frozenset[CardKey], zone: ZoneName) -> Hidden:
    """Return the knowledge once known cards of a zone are mixed with its unseen ones."""
    mixed = replace(hidden, pool=hidden.pool | keys)
    return claim(mixed, Claim(keys, frozenset((zone,)), len(keys)))


def claim(hidden: Hidden, added: Claim) -> Hidden:
    """Return the knowledge with one claim more."""
    if is_waiting(hidden):
        return later(hidden, hidden.pool, claim, added)
    return replace(hidden, claims=_listed((*hidden.claims, added)))


def drift(hidden: Hidden, source: ZoneName, to: ZoneName, joined: int) -> Hidden:
    """An unseen card went from one zone to another, where so many unseen cards lay already.

    If it joins others, what was known of each zone before is said of the two zones apart: the one
    card cannot have been two cards that were claimed to be there, nor one that was elsewhere.
    """
    if is_waiting(hidden):
        return later(hidden, hidden.pool, drift, source, to, joined)
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
    """Return what claims about different cards say together: one card cannot have left both."""
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
    if is_waiting(hidden):
        return later(hidden, hidden.pool - {key}, reveal, zone, key)
    if not hidden.claims:
        return replace(hidden, pool=hidden.pool - {key})
    claims = [
        replace(c, keys=c.keys - {key}, low=c.low - (zone in c.zones)) if key in c.keys else c
        for c in hidden.claims
    ]
    return Hidden(pool=hidden.pool - {key}, claims=_listed(claims))


def told_zones(hidden: Hidden) -> set[ZoneName]:
    """The zones of which something is known."""
    return {name for one in hidden.claims for name in one.zones}


def simplified(then: Duel, zones: CardsByZone, known: list[Hidden]) -> tuple[Hidden, ...]:
    """Return what is known of unseen cards in its shortest form; `then` was in it already.

    What is known of an owner's cards is another value as soon as one of them is seen or moved.
    zones: where the cards lie now.
    """
    before, now = then.hidden, list(known)
    if before and all(map(is_, known, before)):
        return before
    for owner, hidden in enumerate(known):
        if not before or hidden is not before[owner]:
            now[owner] = _simplify_owner(hidden, zones, owner, then.closed)
    return tuple(now)


def _simplify_owner(hidden: Hidden, zones: CardsByZone, owner: int, closed: bool) -> Hidden:
    if is_waiting(hidden):
        return later(hidden, hidden.pool, _simplify_owner, zones, owner, closed)
    if not hidden.claims:
        return hidden
    counts = {
        name: len(unseen_of(owner, zones.get(name, ()), closed=closed))
        for name in told_zones(hidden)
    }
    counts[ELSEWHERE] = max(0, len(hidden.pool) - sum(counts.values()))
    return simplify(hidden, counts)


def simplify(hidden: Hidden, counts: Counts) -> Hidden:
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
        zones = frozenset(zone for zone in known.zones if counts.get(zone))
        elsewhere = total - sum(counts[zone] for zone in zones)
        if known.low > len(keys) - elsewhere:
            claims.append(replace(known, keys=keys, zones=zones))
    listed = _listed(claims)
    kept = [c for c in listed if not is_implied(c, listed, counts)]
    fitting = (keeps for keeps in _relaxed(kept) if _fits(keeps, counts, hidden.pool))
    return replace(hidden, claims=tuple(next(fitting, ())))


def is_implied(one: Claim, claims: Iterable[Claim], counts: Counts) -> bool:
    """Whether one of the other claims says all that a claim says."""
    for other in claims:
        if other is not one and other.low >= one.low and other.keys <= one.keys:
            outside = sum([counts[z] for z in other.zones - one.zones])
            if other.low - outside >= one.low:
                return True
    return False


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
    return tuple(sorted(strongest.values(), key=_order)[:MOST_CLAIMS])


@lru_cache(maxsize=4_096)
def _order(one: Claim) -> tuple[int, list[ZoneName], list[CardKey], int]:
    return (len(one.zones), sorted(one.zones), sorted(one.keys), one.low)


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
    after = reveal(hidden, zone, key)
    return _fits(after.claims, {z: n - (z == zone) for z, n in counts.items()}, after.pool)


def may_be(
    hidden: Hidden, counts: Counts, cards: Sequence[tuple[ZoneName, Collection[CardKey]]]
) -> bool:
    """Whether unseen cards of these zones may together be one each of these cards."""
    if not cards:
        return True
    (zone, keys), *others = cards
    rest = {**counts, zone: counts.get(zone, 0) - 1}
    return any(
        key in keys and may_be(reveal(hidden, zone, key), rest, others)
        for key in possible(hidden, counts, zone)
    )


def may_hold(hidden: Hidden, counts: Counts, added: Claim) -> bool:
    """Whether at least so many of these cards may lie in these zones together."""
    added = replace(added, keys=added.keys & hidden.pool)
    return _fits((*hidden.claims, added), counts, hidden.pool)


def refused_by(hidden: Hidden, counts: Counts, zone: ZoneName, key: CardKey) -> tuple[str, ...]:
    """The rules without which this card could lie here; () if it cannot for other reasons."""
    rules = tuple(dict.fromkeys(c.rule for c in hidden.claims if c.rule and key not in c.keys))
    if not rules or not may_lie(without_rules(hidden, rules), counts, zone, key):
        return ()
    others = {rule: without_rules(hidden, {*rules} - {rule}) for rule in rules}
    return tuple(r for r in rules if not may_lie(others[r], counts, zone, key)) or rules


def without_rules(hidden: Hidden, rules: Collection[str]) -> Hidden:
    return replace(hidden, claims=tuple(c for c in hidden.claims if c.rule not in rules))


MOST_DEALS: Final = 4_000
"""The most partial deals that are tried; a question still open then counts as possible."""


class _Deal(NamedTuple):
    """The rest of a deal: how much of each claim is unmet, and with which cards, all by number.

    Cards of which the same claims speak are alike, and so are zones.
    """

    lows: tuple[int, ...]
    cards: tuple[int, ...]
    room: tuple[int, ...]


def _fits(claims: Iterable[Claim], room: Counts, pool: frozenset[CardKey]) -> bool:
    """Whether all claims can be met by putting cards of the pool into the room there is."""
    unmet = [c for c in claims if c.low > 0]
    if not unmet:
        return True
    for one in unmet:
        if one.low > min(len(one.keys & pool), sum(room.get(z, 0) for z in one.zones)):
            return False
    if len(unmet) == 1:
        return True
    cards = Counter(frozenset(i for i, c in enumerate(unmet) if key in c.keys) for key in pool)
    places = Counter[frozenset[int]]()
    for zone, count in room.items():
        places[frozenset(i for i, c in enumerate(unmet) if zone in c.zones)] += count
    kinds = sorted(filter(None, cards), key=sorted)
    where = sorted(filter(None, places), key=sorted)
    lows = tuple(c.low for c in unmet)
    start = _Deal(lows, tuple(cards[k] for k in kinds), tuple(places[w] for w in where))
    return _Search(kinds, where).meets(start)


@dataclass
class _Search:
    """Deals one card after another to the tightest claim that is not met yet."""

    kinds: list[frozenset[int]]
    places: list[frozenset[int]]
    failed: set[_Deal] = field(default_factory=set)
    tried: int = 0

    def meets(self, deal: _Deal) -> bool:
        self.tried += 1
        if not any(deal.lows) or self.tried > MOST_DEALS:
            return True
        if deal in self.failed:
            return False
        tightest = self._tightest(deal)
        if tightest is not None:
            for kind, place in self._ways(deal, tightest):
                if self.meets(self._after(deal, kind, place)):
                    return True
        self.failed.add(deal)
        return False

    def _tightest(self, deal: _Deal) -> int | None:
        """The unmet claim with the least to spare; None: one of them cannot be met."""
        spare: dict[int, int] = {}
        for index, low in enumerate(deal.lows):
            if low:
                cards = sum(n for k, n in zip(self.kinds, deal.cards, strict=True) if index in k)
                room = sum(n for p, n in zip(self.places, deal.room, strict=True) if index in p)
                spare[index] = min(cards, room) - low
        tightest = min(spare, key=spare.__getitem__)
        return tightest if spare[tightest] >= 0 else None

    def _ways(self, deal: _Deal, claim: int) -> list[tuple[int, int]]:
        """The kinds of cards and places that serve a claim, those first that serve most claims."""
        found = [
            (k, p)
            for k, kind in enumerate(self.kinds)
            if deal.cards[k] and claim in kind
            for p, place in enumerate(self.places)
            if deal.room[p] and claim in place
        ]
        unmet = {i for i, low in enumerate(deal.lows) if low}
        return sorted(found, key=lambda w: -len(self.kinds[w[0]] & self.places[w[1]] & unmet))

    def _after(self, deal: _Deal, kind: int, place: int) -> _Deal:
        served = self.kinds[kind] & self.places[place]
        return _Deal(
            tuple(n - 1 if n and i in served else n for i, n in enumerate(deal.lows)),
            tuple(n - (i == kind) for i, n in enumerate(deal.cards)),
            tuple(n - (i == place) for i, n in enumerate(deal.room)),
        )
