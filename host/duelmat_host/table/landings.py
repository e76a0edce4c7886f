"""Landings: the cards that hands have shown on landing spots for what they are doing now.

What pays for a play is shown before the play is complete, and lies beneath the next card by then.
It need not be shown again.
"""

from __future__ import annotations

from collections.abc import Mapping

from duelmat_engine import CardKey
from duelmat_host.sensing.layout import Face, Layout, MatZone
from duelmat_host.table.findings import Agreed, Finding
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
