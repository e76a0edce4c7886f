"""Attention: where hands are expected next, from what everybody may know.

The mat's timing is output too, so nothing here may hang on a hand, on a face-down card or on what
a player alone is told: it takes what is owed, what is asked, and which actions are open to see.
"""

from __future__ import annotations

from duelmat_engine.actions import Activate, Attack, Choose, Play, Turn
from duelmat_host.table.referee import Displaced, Earlier, InProgress, Refused, Stray, Unsure
from duelmat_host.table.table import DuelTable

HOT_ZONES = 6
HOT_MS = 3_000
"""A mat whose host is gone goes back to looking everywhere alike."""


def expected_zones(table: DuelTable) -> tuple[str, ...]:
    """The mat zones that the present decision can change, the likeliest first, at most six."""
    found: dict[str, None] = {}
    for duty in table.duties():
        found |= dict.fromkeys((duty.zone, duty.other))
    found |= dict.fromkeys(task.zone for task in table.tasks)
    match table.finding:
        case InProgress(missing=zones) | Refused(zones=zones) | Displaced(zones=zones):
            found |= dict.fromkeys(zones)
        case Earlier(zones=zones):
            found |= dict.fromkeys(zones)
        case Stray(zone=zone) | Unsure(zone=zone):
            found[zone] = None
        case _:
            pass
    if not table.duel.is_over():
        found |= dict.fromkeys(_open_zones(table))
    sensed = (zone for zone in found if zone in table.zones.in_use and table.zones.is_sensed(zone))
    return tuple(sensed)[:HOT_ZONES]


def _open_zones(table: DuelTable) -> list[str]:
    """Zones that the actions open to everybody's eyes concern, as the coach would light them."""
    found: list[str] = []
    for action in table.legal():
        match action:
            case Play(to=place):
                found.append(table.zones.sensed(place))
            case (
                Attack(card=place) | Turn(card=place) | Choose(card=place) | Activate(card=place)
            ) if table.zones.sensed(place):
                found.append(table.zones.sensed(place))
            case Activate() if table.duel.decision is not None and table.duel.decision.seat >= 0:
                found += table.zones.play_spots(table.duel.decision.seat)
            case _:
                continue
    return found
