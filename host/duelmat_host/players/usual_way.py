"""Find how a card is laid where its player has said nothing: which side up, and which way round.

Face-up and upright is usual, unless the game takes the card there in one other way alone. A
monster is never turned face-down by itself: that would be another play than a summon.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_engine import Activate, CardKey, Play, Seat, key_seat, legal_actions, zone_kind
from duelmat_host.players.hands import Hands
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.live import LiveTable
from duelmat_host.table.private import private_duel

Way = tuple[bool, bool]
"""Whether a card lies face-up, and whether upright."""
USUAL: Final[Way] = (True, True)
MONSTER_ROW: Final = "m"


def usual_way(
    hands: Hands,
    table: LiveTable,
    key: CardKey,
    place: MatZone,
    *,
    face_up: bool | None,
    upright: bool | None,
) -> Way:
    """Return how a card that is not on the mat yet is laid; None: its player has not said."""
    usual = (face_up is not False, upright is not False)
    ways = {
        (up, way)
        for up, way in _ways(hands, table, key_seat(key), key, place)
        if face_up in (None, up) and upright in (None, way)
    }
    if face_up is None and zone_kind(place) == MONSTER_ROW:
        ways = {way for way in ways if way[0]}
    return next(iter(ways)) if len(ways) == 1 and usual not in ways else usual


def _ways(
    hands: Hands, table: LiveTable, seat: Seat, key: CardKey, place: MatZone
) -> Iterator[Way]:
    """Yield the ways in which the game takes a card there now, as its player knows it."""
    state = table.state
    held = {*hands.held(seat), key}
    for action in legal_actions(private_duel(state.duel, seat, state.secrets, held)):
        match action:
            case Play(card=card, to=to) if card == key and state.zones.sensed(to) == place:
                yield action.face_up, action.upright
            case Activate(card=card) if card == key and place in state.zones.play_spots(seat):
                yield USUAL
            case _:
                continue
