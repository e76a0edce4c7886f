"""Which lamp says what: the table's public state as a scene of lamp styles.

From the lowest layer to the highest: phase and whose turn, what may be played (coach), what the
hands owe, what has been pointed at, questions, what was understood, what is illegal, faults.
"""

from __future__ import annotations

from collections.abc import Iterable

from duelmat_engine.actions import Activate, Attack, Choose, Play, Turn
from duelmat_engine.names import Seat, seat_letter
from duelmat_host.showing.scene import Scene, phase_lamps
from duelmat_host.table.referee import (
    Ambiguous,
    Displaced,
    Earlier,
    InProgress,
    Refused,
    Stray,
    Unsure,
)
from duelmat_host.table.table import DuelTable
from duelmat_wire import lamps


def styles(
    table: DuelTable,
    lamp_names: tuple[str, ...],
    faults: Iterable[str] = (),
    *,
    foreseen: bool = True,
) -> bytes:
    """One style a lamp for the table as everybody may know it.

    foreseen: whether to show what is legal next, which may have to be worked out first.
    """
    scene = Scene(lamp_names)
    duel = table.duel
    phases = [phase.name for phase in table.rules.phases]
    scene.layer(lamps.PHASE, phase_lamps(phases, duel.phase, lamp_names))
    assist = table.setting.assist
    if assist == "counter":
        scene.layer(lamps.FAULT, faults)
        return scene.styles()
    waits = table.called_by is not None and not duel.is_over()
    if waits:  # the whole bar asks: a judge has been called
        scene.layer(lamps.ASK, [name for name in lamp_names if name.startswith("phase.")])
    if not duel.is_over():
        scene.layer(lamps.ACTIVE, [f"{seat_letter(duel.turn_seat)}.deck"])
    if assist == "coach" and foreseen and not duel.is_over() and not waits:
        scene.layer(lamps.LEGAL, _legal_zones(table))
    if assist != "tournament":
        _owed(table, scene)
    if table.selected is not None:
        scene.layer(lamps.SELECTED, [table.selected])
    attacked = duel.frames and any(f.block == "attack" for f in duel.frames)
    if attacked:
        scene.layer(lamps.TARGET, _aim(table))
    _finding(table, scene, coach=assist == "coach")
    if table.notice is not None and table.notice.kind == "refusal":
        scene.layer(lamps.ILLEGAL, table.notice.zones)
    scene.layer(lamps.CONFIRM, table.confirmed)
    scene.layer(lamps.FAULT, faults)
    return scene.styles()


def _legal_zones(table: DuelTable) -> list[str]:
    """Zones to which a card may be played, and cards that may act, on public facts."""
    found: dict[str, None] = {}
    for action in table.legal():
        match action:
            case Play(to=place):
                found[table.zones.sensed(place)] = None
            case Attack(card=card) | Turn(card=card) | Choose(card=card) | Activate(card=card):
                found[table.zones.sensed(card)] = None
            case _:
                continue
    found.pop("", None)
    return list(found)


def _owed(table: DuelTable, scene: Scene) -> None:
    """What to take, put and turn."""
    duties = table.duties()
    scene.layer(lamps.TAKE, [duty.zone for duty in duties if duty.do == "take"])
    put = [duty.zone for duty in duties if duty.do == "put"]
    scene.layer(lamps.PUT, [*put, *(task.zone for task in table.tasks)])
    scene.layer(lamps.TURN, [duty.zone for duty in duties if duty.do == "turn"])


def _finding(table: DuelTable, scene: Scene, *, coach: bool) -> None:
    """What has just been done: softly at once, hard when it has lain so for long enough."""
    wrong = lamps.ILLEGAL if table.is_told else lamps.ASK
    match table.finding:
        case InProgress(missing=missing) if coach:
            scene.layer(lamps.PUT, missing)
        case Ambiguous():
            scene.layer(lamps.ASK, [z for z in table.astray() if z not in table.owed])
        case Unsure(zone=zone):
            scene.layer(lamps.ASK, [zone])
        case Refused(zones=zones):
            scene.layer(wrong, zones)
        case Stray(zone=zone):
            scene.layer(wrong, [zone])
        case Displaced(zones=zones) | Earlier(zones=zones) if not table.is_told:
            scene.layer(lamps.ASK, zones)
        case _:
            pass


def _aim(table: DuelTable) -> list[str]:
    for frame in table.duel.frames:
        if frame.block == "attack" and (at := frame.bound.get("at")):
            return [table.zones.to_mat(str(at))]
    return []


DISPLAY_CHARACTERS = 8
JUDGE_WORD = "CALL"
"""On the displays while a judge is called: letters that seven segments can show."""


def display_text(table: DuelTable, seat: Seat) -> str:
    """A seat's display: its life to the right; left the option that OK takes, of how many."""
    life = str(table.duel.players[seat].life)
    if table.call_text and len(JUDGE_WORD) + len(life) < DISPLAY_CHARACTERS:
        return f"{JUDGE_WORD}{life:>{DISPLAY_CHARACTERS - len(JUDGE_WORD)}}"
    for prompt in table.all_prompts():
        at = table.highlight(prompt)
        if prompt.seat == seat and at >= 0 and len(prompt.options) > 1:
            option = f"{at + 1}-{len(prompt.options)}"
            return f"{option}{life:>{DISPLAY_CHARACTERS - len(option)}}"
    return f"{life:>{DISPLAY_CHARACTERS}}"
