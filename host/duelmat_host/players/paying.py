"""Simulated hands that pay for a play: what pays leaves the field, and the card is laid."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from duelmat_engine import (
    CardKey,
    Play,
    Seat,
    ZoneName,
    is_key,
    legal_actions,
    zone_index,
    zone_kind,
)
from duelmat_host.players.hands import Hands, HandsError
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.live import LiveTable
from duelmat_host.table.private import private_duel
from duelmat_message import say

MIDDLE: Final = 3
"""The column of the mat where a card is laid if its player has not said where."""


def pay_and_lay(
    hands: Hands,
    table: LiveTable,
    seat: Seat,
    key: CardKey,
    move: str,
    cost: Collection[str],
    *,
    upright: bool | None,
) -> None:
    """Take what pays for a play to the Graveyard, and lay the card that is paid for.

    A card that lies on the mat already stays there. Raises HandsError for what is no play now.
    """
    lying = hands.lying.get(key)
    plays = [
        play
        for play in _plays(hands, table, seat, key, move)
        if _cost_of(table, play) == set(cost)
        and (lying is None or table.state.zones.sensed(play.to) == lying.zone)
        and upright in (None, play.upright)
    ]
    if not plays:
        raise HandsError(say("Those cards do not pay for that now."))
    for place in cost:
        paid = hands.at(MatZone(place))
        if paid is None:
            where = table.state.place_name(MatZone(place))
            raise HandsError(say("No card lies in {zone}.", zone=where))
    for place in cost:
        hands.take(MatZone(place), "grave")
    if lying is not None:
        return
    play = min(plays, key=lambda each: (not each.upright, _off_middle(table, each)))
    place = table.state.zones.to_mat(play.to)
    turns = table.state.zones.has_turns(place)
    hands.place(key, place, face_up=play.face_up, turn=90 if turns and not play.upright else 0)


def _plays(hands: Hands, table: LiveTable, seat: Seat, key: CardKey, move: str) -> Iterator[Play]:
    """Yield the legal plays of this kind with a card, as its player knows the duel."""
    state = table.state
    held = {*hands.held(seat), key}
    for action in legal_actions(private_duel(state.duel, seat, state.secrets, held)):
        if isinstance(action, Play) and (action.move, action.card) == (move, key):
            yield action


def _cost_of(table: LiveTable, play: Play) -> set[str]:
    zones = table.state.zones
    return {str(zones.sensed(ZoneName(name))) for name in play.using if not is_key(name)}


def _off_middle(table: LiveTable, play: Play) -> int:
    place = table.state.zones.to_mat(play.to)
    return abs(zone_index(ZoneName(place)) - MIDDLE) if zone_kind(place) == "m" else 0
