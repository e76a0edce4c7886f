"""The cards that a view shows: nothing is asked of the table about any other."""

from __future__ import annotations

from duelmat_host.showing.view_types import SeatView


def own_card(view: SeatView, card: str) -> bool:
    """Whether a seat's view shows a card of its own there: by its zone, or in hand by its key."""
    held = any(each.key == card and not each.looked for each in view.hand)
    down = any(each.zone == card for each in view.facedown)
    lying = any(
        each.zone == card and each.card.key.startswith(f"{view.seat}:") for each in view.zones
    )
    return held or down or lying
