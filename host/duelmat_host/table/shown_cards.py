"""Shown cards: those that hands have shown on landing spots, and face-down ones turned up.

What pays for a play is shown before the play is complete, and lies beneath the next card by then.
It need not be shown again. A face-down card that is turned up without a play is noted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from duelmat_engine import Action, Activate, CardKey, Turn, key_seat
from duelmat_host.sensing.layout import Face, Layout, MatZone
from duelmat_host.table.entries import CardExposed
from duelmat_host.table.findings import Agreed, Ambiguous, Finding, InProgress, Played, Untold
from duelmat_host.table.obligations import Obligation, ObligationKind
from duelmat_host.table.state import TableState

Landings = Mapping[CardKey, MatZone]
"""The landing spots on which cards were shown face-up, whatever covers them now."""


def landings_after(before: Landings, state: TableState, layout: Layout) -> dict[CardKey, MatZone]:
    """Return the cards that have been shown, without those that lie elsewhere now."""
    spots = state.zones.landing_spots
    lying = {sight.key: place for place, sight in layout.items() if sight.key is not None}
    shown = {
        sight.key: spot
        for spot in spots
        if (sight := layout.get(spot)) is not None and sight.key and sight.face is Face.UP
    }
    return {key: spot for key, spot in before.items() if key not in lying} | shown


def is_at_rest(state: TableState, finding: Finding | None) -> bool:
    """Whether no play is in progress for which a card was shown."""
    decision = state.duel.decision
    return isinstance(finding, Agreed) and (decision is None or decision.kind == "open")


def was_shown(each: Obligation, landings: Landings) -> bool:
    """Whether an obligation's card has been shown at the place that the obligation names."""
    key = CardKey(each.key)
    return each.kind is ObligationKind.SHOW and landings.get(key) == each.zone


@dataclass(frozen=True)
class Exposures:
    """The face-down cards that were turned up, until they lie face-down again."""

    noted: frozenset[MatZone]
    """The zones whose cards were turned up without a play."""
    maybe_played: Mapping[MatZone, CardKey] = field(default_factory=dict)
    """Cards that were turned up by what may become a play, by their zones."""


def exposures_after(
    before: Exposures,
    state: TableState,
    layout: Layout,
    finding: Finding | None,
    legal: Sequence[Action],
) -> tuple[Exposures, list[CardExposed]]:
    """Return the exposures by a new layout, and those to write down, once for each turning.

    A card that may still become a play is waited for; laid back, it was no play.
    """

    def may_become_play(zone: MatZone) -> bool:
        sight = layout.get(zone)
        if sight is not None and sight.face is Face.DOWN:  # taken up it may be on its way
            return False
        return isinstance(finding, Played | Ambiguous | InProgress | Untold) or may_turn_up(
            state, zone, legal
        )

    noted = still_turned_up(state, layout, before.noted)
    up = turned_up(state, layout)
    cards = {**before.maybe_played, **up}
    seen = {zone: key for zone, key in cards.items() if lies_hidden(state, zone, key)}
    maybe_played = {zone: key for zone, key in seen.items() if may_become_play(zone)}
    new = sorted(seen.keys() - maybe_played.keys() - noted)
    after = Exposures(noted | (up.keys() - maybe_played.keys()), maybe_played)
    return after, [CardExposed(zone, seen[zone]) for zone in new]


def turned_up(state: TableState, layout: Layout) -> dict[MatZone, CardKey]:
    """Return the cards that lie face-up and should lie face-down, by the zones where they should.

    The cards may lie elsewhere on the mat. In a zone where hands must still follow the duel, a
    card may have lain face-up before.
    """
    seen = {sight.key for sight in layout.values() if sight.face is Face.UP}
    found = {}
    for place in state.expected:
        if place in state.pending:
            continue
        there = layout.get(place)
        lies_up = there is not None and there.key in seen
        key = there.key if there is not None and lies_up else state.expected[place].secret
        if key is not None and key in seen and lies_hidden(state, place, key):
            found[place] = key
    return found


def lies_hidden(state: TableState, place: MatZone, key: CardKey) -> bool:
    """Whether the duel may have this card face-down in a zone; cards beneath it lie face-up."""
    want = state.expected.get(place)
    if want is None or want.face_up or key in want.lowest:
        return False
    return key_seat(key) == want.owner and (want.key or want.secret) in (None, key)


def may_turn_up(state: TableState, place: MatZone, legal: Sequence[Action]) -> bool:
    """Whether a legal answer turns up the card of a zone, if the card is the right one."""
    decision = state.duel.decision
    name = state.zones.holding(state.duel, place)
    if decision is not None and decision.kind == "reveal" and name in decision.options:
        return True
    return any(isinstance(action, Activate | Turn) and action.card == name for action in legal)


def still_turned_up(
    state: TableState, layout: Layout, noted: Collection[MatZone]
) -> frozenset[MatZone]:
    """Return the noted zones whose cards have not been seen face-down since."""
    hidden = {place for place, want in state.expected.items() if not want.face_up}
    lying = ((place, layout.get(place)) for place in noted if place in hidden)
    return frozenset(p for p, sight in lying if sight is None or sight.face is not Face.DOWN)
