"""Which lamp says what: the table's public state as a scene of lamp styles.

From the lowest layer to the highest: phase and whose turn, what may be played (coach), what the
hands owe, what has been pointed at, questions, what was understood, what is illegal, faults.
"""

from __future__ import annotations

from collections.abc import Iterable

from duelmat_engine.actions import Activate, Attack, Choose, Play, Turn
from duelmat_engine.names import is_key, seat_letter, zone_kind
from duelmat_host.table.expect import differences
from duelmat_host.table.referee import Ambiguous, InProgress, Refused, Unsure
from duelmat_host.table.scene import Scene, phase_lamps
from duelmat_host.table.table import DuelTable
from duelmat_wire import lamps


def styles(table: DuelTable, lamp_names: tuple[str, ...], faults: Iterable[str] = ()) -> bytes:
    """One style a lamp for the table as everybody may know it."""
    scene = Scene(lamp_names)
    duel = table.duel
    phases = [phase.name for phase in table.rules.phases]
    scene.layer(lamps.PHASE, phase_lamps(phases, duel.phase, lamp_names))
    assist = table.setting.assist
    if assist == "counter":
        scene.layer(lamps.FAULT, faults)
        return scene.styles()
    if not duel.is_over():
        scene.layer(lamps.ACTIVE, [f"{seat_letter(duel.turn_seat)}.deck"])
    if assist == "coach" and not duel.is_over():
        scene.layer(lamps.LEGAL, _legal_zones(table))
    if assist != "tournament":
        _owed(table, scene)
    if table.selected is not None:
        scene.layer(lamps.SELECTED, [table.selected])
    attacked = duel.frames and any(f.block == "attack" for f in duel.frames)
    if attacked:
        scene.layer(lamps.TARGET, _aim(table))
    finding = table.finding
    match finding:
        case Ambiguous() if table.which is not None:
            scene.layer(lamps.ASK, _changed(table))
        case InProgress(missing=missing):
            scene.layer(lamps.PUT, missing)
        case Unsure(zone=zone):
            scene.layer(lamps.ASK, [zone])
        case Refused(zones=zones):
            scene.layer(lamps.ILLEGAL, zones)
        case _:
            pass
    for message in table.messages:
        if message.kind == "refusal" and message.seat is None:
            scene.layer(lamps.ILLEGAL, message.zones)
    scene.layer(lamps.CONFIRM, table.confirmed)
    scene.layer(lamps.FAULT, faults)
    return scene.styles()


def _legal_zones(table: DuelTable) -> list[str]:
    """Zones to which a card may be played, and cards that may act, on public facts."""
    found: dict[str, None] = {}
    for action in table.legal():
        match action:
            case Play(to=to):
                found[table.zones.to_mat(to)] = None
            case Attack(card=card) | Turn(card=card) | Choose(card=card) | Activate(card=card):
                if not is_key(card) and zone_kind(card) in ("m", "s"):
                    found[table.zones.to_mat(card)] = None
            case _:
                continue
    return list(found)


def _changed(table: DuelTable) -> list[str]:
    seen = differences(table.layout, table.expected(), table.zones.rows)
    return [zone for zone in seen if zone not in table.owed]


def _owed(table: DuelTable, scene: Scene) -> None:
    """What to take, put and turn."""
    expected = table.expected()
    seen = differences(table.layout, expected, table.zones.rows)
    take, put, turn = [], [], []
    for zone, sight in seen.items():
        if zone not in table.owed:
            continue
        wanted = expected.get(zone)
        if wanted is None:
            take.append(zone)
        elif sight is None:
            put.append(zone)
        else:
            turn.append(zone)
    scene.layer(lamps.TAKE, take)
    scene.layer(lamps.PUT, [*put, *(t.zone for t in table.tasks)])
    scene.layer(lamps.TURN, turn)


def _aim(table: DuelTable) -> list[str]:
    for frame in table.duel.frames:
        if frame.block == "attack" and (at := frame.bound.get("at")):
            return [table.zones.to_mat(str(at))]
    return []
