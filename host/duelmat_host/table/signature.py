"""The layout that each legal action leads to.

The referee never guesses an action from a movement: it gives every legal action its signature
(which zones change, and to what) and looks which signatures the mat fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from duelmat_engine.actions import Action, Activate, Play, Reveal, Turn
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import CardKey, is_key, key_seat, seat_letter, zone_kind, zone_seat
from duelmat_engine.state import Duel, replace
from duelmat_host.table.expect import Expect, Expected
from duelmat_host.table.layout import Layout, Sight
from duelmat_host.table.zone_map import ZoneMap

Change = Mapping[str, Expect | None]
"""Mat zones and what should lie there afterwards; None = nothing."""


@dataclass(frozen=True, slots=True)
class Signature:
    """One legal action (or pattern) and what it makes of the mat."""

    action: Action
    change: Change

    def fits(self, seen: Mapping[str, Sight | None], expected: Expected) -> str:
        """How the differences seen fit: "exact", "part" (more must come) or "" (not at all)."""
        exact = len(seen) == len(self.change)
        for zone, sight in seen.items():
            if zone not in self.change:
                return ""
            wanted = self.change[zone]
            if wanted is None:
                if sight is not None:
                    return ""
            elif not wanted.is_met_by(sight):
                lifted = sight is None and zone in expected
                if not lifted:
                    return ""
                exact = False
        return "exact" if exact else "part"


def signatures(
    duel: Duel,
    actions: Iterable[Action],
    zones: ZoneMap,
    expected: Expected,
    spots: tuple[str, ...],
) -> Iterator[Signature]:
    """The signatures of those actions that move a card. `spots`: free zones for activations."""
    for action in actions:
        match action:
            case Play(to=to, using=using):
                change: dict[str, Expect | None] = {zones.to_mat(u): None for u in using}
                change[zones.to_mat(to)] = Expect(
                    owner=zone_seat(to),
                    key=CardKey(action.card) if is_key(action.card) else None,
                    face_up=action.face_up,
                    upright=action.upright if zone_kind(to) == "m" else None,
                )
                if not is_key(action.card) and zone_kind(action.card) == "m":
                    change[zones.to_mat(action.card)] = None
                yield Signature(action, change)
            case Activate(card=card, shown=shown):
                yield from _activation(action, card, shown, zones, expected, spots, duel)
            case Turn(card=card, upright=upright, shown=shown):
                zone = zones.to_mat(card)
                before = expected.get(zone)
                if before is not None:
                    key = before.key if shown is None else shown
                    yield Signature(
                        action, {zone: Expect(before.owner, key, True, upright, before.secret)}
                    )
            case Reveal() if duel.decision is not None:
                place = duel.decision.options[0]
                zone = zones.to_mat(place) if zone_kind(place) == "m" else ""
                if zone in expected:
                    before = expected[zone]
                    yield Signature(
                        action,
                        {zone: Expect(before.owner, action.shown, True, None, before.secret)},
                    )
            case _:
                continue


def _activation(
    action: Activate,
    card: str,
    shown: CardKey | None,
    zones: ZoneMap,
    expected: Expected,
    spots: tuple[str, ...],
    duel: Duel,
) -> Iterator[Signature]:
    seat = key_seat(card) if is_key(card) else zone_seat(card)
    if is_key(card) or zone_kind(card) == "hand":
        key = CardKey(card) if is_key(card) else None
        if key is not None and not any(
            p.key == card for p in duel.at(f"{seat_letter(seat)}.hand")
        ):
            return
        for spot in spots:
            yield Signature(action, {spot: Expect(seat, key, face_up=True, upright=None)})
    elif zone_kind(card) == "s":
        zone = zones.to_mat(card)
        before = expected.get(zone)
        secret = None if before is None else before.secret
        yield Signature(action, {zone: Expect(seat, shown, True, None, secret)})


def bound(
    duel: Duel, signature: Signature, layout: Layout, zones: ZoneMap, expected: Expected
) -> Action | None:
    """The action with the cards that were sensed filled in; None if those are not legal.

    An unseen card that pays for a summon is open from then on: it is the one that was read where
    it had been Set.
    """
    action = signature.action
    if isinstance(action, Play):
        sight = layout.get(zones.to_mat(action.to))
        if sight is None or sight.key is None:
            return None
        if not is_key(action.card) and action.face_up:
            action = replace(action, card=sight.key)
        shown = _shown(duel, action, zones, expected)
        if shown is None:
            return None
        action = replace(action, shown=shown)
        return action if judge(duel, action).legal else None
    if isinstance(action, Activate):
        action = _bound_activation(action, signature, layout)
    elif isinstance(action, Turn) and action.shown is None:
        sight = layout.get(zones.to_mat(action.card))
        piece = duel.top(action.card)
        if piece is not None and piece.key is None and sight is not None:
            action = replace(action, shown=sight.key)
    return action if judge(duel, action).legal else None


def _shown(
    duel: Duel, action: Play, zones: ZoneMap, expected: Expected
) -> tuple[CardKey, ...] | None:
    """Which the unseen ones of the paid cards are; None if the host never read one of them."""
    found: list[CardKey] = []
    for name in action.using:
        piece = duel.top(name)
        if piece is None or piece.key is not None:
            continue
        secret = expected[zones.to_mat(name)].secret
        if secret is None:
            return None
        found.append(secret)
    return tuple(found)


def _bound_activation(action: Activate, signature: Signature, layout: Layout) -> Activate:
    zone = next(iter(signature.change))
    sight = layout.get(zone)
    if sight is None or sight.key is None:
        return action
    if not is_key(action.card) and zone_kind(action.card) == "hand":
        return replace(action, card=sight.key)
    if zone_kind(action.card) == "s" and action.shown is None:
        return replace(action, shown=sight.key)
    return action
