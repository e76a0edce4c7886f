"""The views of cards, and of a player's cards beside the rows: by the duel, or as hands hold them.

Hands follow the duel: what it has in the Graveyard may still lie on the mat or in a hand. No card
is shown in two places or in none: where hands are simulated they are counted and listed where
they are, elsewhere a stack lists no card that lies in a zone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from duelmat_engine import CardKey, Seat, key_code, seat_letter, zone, zone_kind
from duelmat_host.sensing.layout import Face, Layout
from duelmat_host.showing.view_types import CardView, PilesView
from duelmat_host.table.obligations import SHOWN_PILES
from duelmat_host.table.private import is_private
from duelmat_host.table.state import TableState

Stack = tuple[CardKey | None, Sequence[CardKey]]
"""A stack: the card on the landing spot beside it, and those that lie on it, the top first."""
FACE_DOWN: Final = CardView(face="down")


def card_view(state: TableState, key: str, **how: Any) -> CardView:
    """Return the view of a card that the audience may know."""
    return CardView(key, key_code(key), state.card_title(key), **how)


def piles_view(state: TableState, seat: Seat, layout: Layout, *, own: bool) -> PilesView:
    """Return the cards beside the rows as the duel has them, but for those that lie in a zone.

    A card on the landing spot beside its stack is one of the stack's.
    own: whether the viewer may know what is the player's alone.
    """
    lying = {sight.key: place for place, sight in layout.items() if sight.face is Face.UP}

    def cards(kind: str) -> list[CardView]:
        found, spot = [], f"{seat_letter(seat)}.{kind}"
        for piece in state.duel.at(zone(seat, kind)):
            if piece.key is not None and lying.get(piece.key, spot) != spot:
                continue
            is_known = piece.key is not None and (own or not is_private(state.rules, kind, piece))
            found.append(card_view(state, piece.key) if is_known and piece.key else FACE_DOWN)
        return found

    hand, deck = (len(state.duel.at(zone(seat, kind))) for kind in ("hand", "pile"))
    return PilesView(hand, deck, **{kind: cards(kind) for kind in SHOWN_PILES})


def held_piles_view(
    state: TableState,
    seat: Seat,
    hand: int,
    deck: int,
    stacks: Mapping[str, Stack],
    *,
    own: bool,
) -> PilesView:
    """Return the cards beside the rows as simulated hands hold them, by the kind of stack.

    A card on a landing spot is one of the stack's if the duel has it there. Cards that the viewer
    does not know stay unnamed.

    own: whether the viewer may know what is the player's alone.
    """
    known = {
        piece.key
        for name, piece in state.duel.pieces()
        if own or not is_private(state.rules, zone_kind(name), piece)
    }

    def cards(kind: str) -> list[CardView]:
        on_spot, keys = stacks[kind]
        belongs = on_spot and any(p.key == on_spot for p in state.duel.at(zone(seat, kind)))
        shown = [on_spot, *keys] if belongs and on_spot else keys
        return [card_view(state, key) if key in known else FACE_DOWN for key in shown]

    return PilesView(hand, deck, **{kind: cards(kind) for kind in SHOWN_PILES})
