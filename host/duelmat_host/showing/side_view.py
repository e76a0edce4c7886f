"""Side decking as its player alone is shown it."""

from __future__ import annotations

from duelmat_engine import CardKey, Seat, seat_letter
from duelmat_host.showing.view_types import SideCardView, SideView
from duelmat_host.table.own_sleeves import Part
from duelmat_host.table.side_decking import choice_of, may_side
from duelmat_host.table.state import TableState


def side_view(state: TableState, seat: Seat) -> SideView | None:
    """Return a seat's side decking; None: no cards are exchanged now."""
    if not may_side(state, seat):
        return None
    choice = choice_of(state, seat)
    exchanged = choice.out | choice.into
    cards = [
        SideCardView(
            place,
            state.card_title(CardKey(f"{seat_letter(seat)}:{each.code}")),
            each.part is Part.SIDE,
            place in exchanged,
        )
        for place, each in enumerate(state.setup.own[seat])
        if each.part is not Part.EXTRA
    ]
    return SideView(cards, choice.is_done)
