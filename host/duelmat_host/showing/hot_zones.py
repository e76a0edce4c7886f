"""Hot zones: the zones where hands are expected next, worked out from public facts.

The mat's timing is output too, so nothing here may depend on a hand, on a face-down card or on
what a player alone may know: it uses the obligations, the questions, and the visible actions.
"""

from __future__ import annotations

from duelmat_engine import Activate, Attack, Choose, Play, Turn, ZoneName
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.findings import Displaced, Earlier, InProgress, Refused, Stray, Unsure
from duelmat_host.table.private import names_private
from duelmat_host.table.table import Table

HOT_ZONES = 6
"""With two antennas each, as many as the board visits more often (HOT_MAX of the session)."""
HOT_MS = 3_000
"""A mat that has lost its host returns to scanning all zones equally after this time."""


def hot_zones(shown: Table) -> tuple[MatZone, ...]:
    """Return the mat zones that the present decision can change, the likeliest first."""
    found: dict[MatZone | None, None] = {}
    asked = () if shown.instruction is None else shown.instruction.zones
    for each in shown.zone_obligations:
        found |= dict.fromkeys((each.zone, each.other))
    found |= dict.fromkeys(each.zone for each in shown.state.obligations)
    match shown.finding:
        case InProgress(missing=places) | Refused(zones=places) | Displaced(zones=places):
            found |= dict.fromkeys(places)
        case Earlier(zones=places):
            found |= dict.fromkeys(places)
        case Stray(zone=place) | Unsure(zone=place):
            found[place] = None
        case _:
            pass
    if not shown.state.duel.is_over():
        found |= dict.fromkeys(_open_zones(shown))
    zones = shown.state.zones
    expected = (*asked, *(zone for zone in found if zone is not None and zone in zones.in_use))
    sensed = dict.fromkeys(zone for zone in expected if zones.is_sensed(zone))
    return tuple(sensed)[:HOT_ZONES]


def _open_zones(shown: Table) -> list[MatZone | None]:
    """Return the zones of actions that everybody can see, as the coach would light them."""
    found: list[MatZone | None] = []
    duel, zones = shown.state.duel, shown.state.zones
    decision = duel.decision
    for action in shown.legal:
        match action:
            case Play(card=card) if names_private(shown.state.rules, duel, card):
                continue
            case Play(to=to):
                found.append(zones.sensed(to))
            case (
                Attack(card=place) | Turn(card=place) | Choose(card=place) | Activate(card=place)
            ) if (sensed := zones.sensed(ZoneName(place))) is not None:
                found.append(sensed)
            case Activate() if decision is not None and decision.seat >= 0:
                found += zones.play_spots(decision.seat)
            case _:
                continue
    return found
