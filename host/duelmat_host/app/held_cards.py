"""The cards that simulated hands hold, as the views of a table need them."""

from __future__ import annotations

from collections.abc import Sequence

from duelmat_engine import Seat, key_seat, seat_letter
from duelmat_host.players.hands import Hands
from duelmat_host.showing.pile_views import held_piles_view
from duelmat_host.showing.view_types import JUDGE, PilesView
from duelmat_host.table.obligations import SHOWN_PILES
from duelmat_host.table.state import TableState


def with_laid(
    state: TableState, hands: Hands | None, seat: Seat, held: Sequence[str]
) -> tuple[str, ...]:
    """Return the cards of a seat's hand with those of it that lie on the mat, as a play begun."""
    if hands is None or state.duel.phase == "setup":
        return tuple(held)
    known = {piece.key or state.secrets.get(piece.oid) for _, piece in state.duel.pieces()}
    laid = (k for k, lies in hands.lying.items() if lies.from_deck < 0 and k not in known)
    return (*held, *sorted(k for k in laid if key_seat(k) == seat))


def held_piles(state: TableState, hands: Hands, viewer: str) -> dict[str, PilesView]:
    """Return the cards beside the rows as simulated hands hold them, by seat, for a viewer."""
    found = {}
    for seat, side in enumerate(hands.sides):
        letter = seat_letter(Seat(seat))
        stacks = {kind: hands.stack_of(Seat(seat), kind) for kind in SHOWN_PILES}
        found[letter] = held_piles_view(
            state,
            Seat(seat),
            len(side.hand),
            len(side.deck),
            stacks,
            own=viewer in (letter, JUDGE),
        )
    return found
