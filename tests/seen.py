"""Views of a table as the JSON values that its pages get."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import to_builtins

from duelmat_engine.names import CardKey, Seat
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.card_options import CardOption, card_option_steps, legal_first
from duelmat_host.showing.usable import SeatActs, seat_act_steps
from duelmat_host.showing.view_types import LinkView
from duelmat_host.showing.views import judge_view, public_view, seat_view
from duelmat_host.table.live import LiveTable
from duelmat_host.table.state import TableState
from duelmat_host.table.table import Table

LINK_UP = LinkView("up", "")


def public_json(table: LiveTable) -> dict[str, Any]:
    """Return the public view."""
    seen: dict[str, Any] = to_builtins(public_view(table.now, LINK_UP), enc_hook=str)
    return seen


def card_options(
    state: TableState, seat: Seat, card: MatZone | CardKey, held: Collection[CardKey] = ()
) -> list[CardOption]:
    """Return the ways of using a card, the legal ones first."""
    return legal_first(option for option in card_option_steps(state, seat, card, held) if option)


def seat_acts(shown: Table, seat: Seat, held: Collection[str] = ()) -> SeatActs:
    """Return what a seat may do."""
    *_, found = seat_act_steps(shown, seat, [CardKey(key) for key in held])
    assert found is not None
    return found


def usable(shown: Table, seat: Seat, held: Collection[str] = ()) -> tuple[str, ...]:
    """Return the zones and cards with which a seat may act."""
    return seat_acts(shown, seat, held).usable


def seat_json(
    table: LiveTable, seat: Seat, held: Sequence[str] = (), looked: Sequence[str] = ()
) -> dict[str, Any]:
    """Return a seat's view, with all that is worked out later: what it may use, and the options
    of the card that was touched if it is its own.
    """
    shown = table.now
    place = shown.selected
    is_own = place is not None and shown.owner_of(place) == seat
    options = card_options(shown.state, seat, place) if is_own and place is not None else []
    seen: dict[str, Any] = to_builtins(
        seat_view(shown, seat, LINK_UP, held, looked, options, seat_acts(shown, seat, held)),
        enc_hook=str,
    )
    return seen


def judge_json(table: LiveTable) -> dict[str, Any]:
    """Return the judge's view."""
    seen: dict[str, Any] = to_builtins(judge_view(table.now, LINK_UP), enc_hook=str)
    return seen
