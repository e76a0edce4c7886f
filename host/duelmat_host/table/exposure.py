"""Exposure: face-down cards that are turned up without a play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from duelmat_engine.actions import Action, Activate, Turn
from duelmat_engine.names import key_seat
from duelmat_host.sensing.layout import Face, Layout, MatZone
from duelmat_host.table.entries import CardExposed
from duelmat_host.table.state import TableState


def exposed_cards(
    state: TableState, layout: Layout, noted: Collection[MatZone], legal: Sequence[Action]
) -> Iterator[CardExposed]:
    """Yield the cards that lie face-up, should lie face-down, and are turned up by no legal play.

    noted: the zones whose cards have been noted since they were turned up. In a zone where the
    hands still have to follow the duel, a card may have lain face-up before.
    """
    for place, want in state.expected.items():
        lies = layout.get(place)
        if want.face_up or place in noted or place in state.pending:
            continue
        if lies is None or lies.key is None or lies.face is not Face.UP:
            continue
        is_the_card = key_seat(lies.key) == want.owner and want.holds(lies.key)
        if is_the_card and not _may_turn_up(state, place, legal):
            yield CardExposed(place, lies.key)


def still_turned_up(
    state: TableState, layout: Layout, noted: Collection[MatZone]
) -> frozenset[MatZone]:
    """Return the noted zones whose cards have not been seen face-down since."""
    hidden = {place for place, want in state.expected.items() if not want.face_up}
    lying = ((place, layout.get(place)) for place in noted if place in hidden)
    return frozenset(p for p, sight in lying if sight is None or sight.face is not Face.DOWN)


def _may_turn_up(state: TableState, place: MatZone, legal: Sequence[Action]) -> bool:
    """Whether a legal answer turns up the card of a zone."""
    decision = state.duel.decision
    name = state.zones.holding(state.duel, place)
    if decision is not None and decision.kind == "reveal" and name in decision.options:
        return True
    return any(isinstance(action, Activate | Turn) and action.card == name for action in legal)
