"""The style of each lamp: the table's public state as a scene.

From the lowest layer to the highest: phase and whose turn, what may be played (coach), the
obligations, the selected zone, questions, confirmations, what is illegal, faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from duelmat_engine import Seat, ZoneName, seat_letter
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.match_end import display_word, score_word
from duelmat_host.showing.usable import lit_zones
from duelmat_host.table.findings import (
    Ambiguous,
    Displaced,
    Earlier,
    InProgress,
    Refused,
    Stray,
    Unsure,
    Untold,
)
from duelmat_host.table.inputs import Instruction
from duelmat_host.table.messages import MessageKind
from duelmat_host.table.obligations import ObligationKind
from duelmat_host.table.table import Assist, Table
from duelmat_wire import lamps


@dataclass(slots=True)
class Scene:
    """The wanted style of each lamp, layer by layer from the lowest."""

    lamps: Sequence[str]
    """The mat's lamps in wire order: zone ids, then phase lamps."""
    _layers: list[Mapping[str, int]] = field(default_factory=list)

    def layer(self, style: int, zones: Iterable[str]) -> None:
        """Put a style on these lamps, over all layers so far; unknown lamps are ignored."""
        self._layers.append(dict.fromkeys(zones, style))

    def styles(self) -> bytes:
        """Return one style for each lamp, in the order of the wire's SCENE message."""
        wanted: dict[str, int] = {}
        for layer in self._layers:
            wanted.update(layer)
        return bytes(wanted.get(name, lamps.OFF) for name in self.lamps)


def phase_lamps(phases: Sequence[str], phase: str, lamp_names: Sequence[str]) -> list[str]:
    """Return the lamps of the phase bar that stand for the present phase, in order.

    Where there are more phases than lamps, neighbours share one.
    """
    bar = [name for name in lamp_names if name.startswith("phase.")]
    if phase not in phases:
        return []
    index = list(phases).index(phase) * len(bar) // max(len(bar), len(phases))
    return bar[index : index + 1]


def styles(
    shown: Table,
    lamp_names: tuple[str, ...],
    faults: Iterable[str] = (),
    *,
    foreseen: bool = True,
) -> bytes:
    """Return one style for each lamp, from public knowledge of the table.

    foreseen: whether to show the next legal actions, which may first have to be computed.
    """
    scene = Scene(lamp_names)
    state, duel = shown.state, shown.state.duel
    phases = [phase.name for phase in state.rules.phases]
    scene.layer(lamps.PHASE, phase_lamps(phases, duel.phase, lamp_names))
    if shown.assist is Assist.COUNTER:
        scene.layer(lamps.FAULT, faults)
        return scene.styles()
    waits = state.is_judge_called
    if waits:  # the whole bar asks while a judge is called
        scene.layer(lamps.ASK, [name for name in lamp_names if name.startswith("phase.")])
    if not duel.is_over():
        scene.layer(lamps.ACTIVE, [f"{seat_letter(duel.turn_seat)}.deck"])
    if foreseen and not duel.is_over():
        scene.layer(lamps.LEGAL, lit_zones(shown))
    if shown.assist is not Assist.TOURNAMENT:
        _obligations(shown, scene)
    if shown.selected is not None:
        scene.layer(lamps.SELECTED, [shown.selected])
    attacked = duel.frames and any(f.block == "attack" for f in duel.frames)
    if attacked:
        scene.layer(lamps.TARGET, _aim(shown))
    _finding(shown, scene, coach=shown.assist is Assist.COACH)
    notice = shown.announcements.notice
    if notice is not None and notice.kind is MessageKind.REFUSAL:
        scene.layer(lamps.ILLEGAL, notice.zones)
    scene.layer(lamps.CONFIRM, shown.announcements.confirmed_ms)
    scene.layer(lamps.FAULT, faults)
    return scene.styles()


def _obligations(shown: Table, scene: Scene) -> None:
    """Light the cards and zones to take, put and turn."""
    found: dict[ObligationKind, list[MatZone]] = {}
    for each in shown.zone_obligations:
        found.setdefault(each.kind, []).append(each.zone)
    put = found.get(ObligationKind.PUT, [])
    scene.layer(lamps.TAKE, found.get(ObligationKind.TAKE, []))
    scene.layer(lamps.PUT, [*put, *(each.zone for each in shown.state.obligations)])
    scene.layer(lamps.TURN, found.get(ObligationKind.TURN, []))
    if shown.instruction is not None:
        _instruction(shown.instruction, scene)


def _instruction(asked: Instruction, scene: Scene) -> None:
    """Light where a person is asked to move an opponent's card."""
    if asked.source == asked.goes_to:
        scene.layer(lamps.TURN, asked.zones)
        return
    scene.layer(lamps.TAKE, [asked.source] if asked.source is not None else [])
    scene.layer(lamps.PUT, [asked.goes_to] if asked.goes_to is not None else [])


def _finding(shown: Table, scene: Scene, *, coach: bool) -> None:
    """Light the latest movement: as a question first, as illegal when it has lasted."""
    wrong = lamps.ILLEGAL if shown.seen.has_lasted else lamps.ASK
    match shown.finding:
        case InProgress(missing=missing) if coach:
            lying = [place for place in missing if shown.layout.get(place) is not None]
            scene.layer(lamps.TAKE, lying)
            scene.layer(lamps.PUT, [place for place in missing if place not in lying])
        case Ambiguous():
            scene.layer(lamps.ASK, [z for z in shown.astray if z not in shown.state.pending])
        case Unsure(zone=zone) | Untold(zone=zone):
            scene.layer(lamps.ASK, [zone])
        case Refused(zones=zones):
            scene.layer(wrong, zones)
        case Stray(zone=zone):
            scene.layer(wrong, [zone])
        case Displaced(zones=zones) | Earlier(zones=zones) if not shown.seen.has_lasted:
            scene.layer(lamps.ASK, zones)
        case _:
            pass


def _aim(shown: Table) -> list[MatZone]:
    for frame in shown.state.duel.frames:
        if frame.block == "attack" and (at := frame.bound.get("at")):
            return [shown.state.zones.to_mat(ZoneName(str(at)))]
    return []


DISPLAY_CHARACTERS = 8
JUDGE_WORD = "CALL"
"""The word on the displays while a judge is called, in letters that seven segments can show."""


def display_text(shown: Table, seat: Seat) -> str:
    """Return a seat's display: life on the right; on the left the highlighted option.

    After a match of an event, and where a judge ends side decking, the duels that were won stand
    on the right.
    """
    state = shown.state
    life = str(state.duel.players[seat].life)
    if state.proposes_result or state.ends.is_side_late:
        life = score_word(state, seat)
    if shown.state.is_judge_called and len(JUDGE_WORD) + len(life) < DISPLAY_CHARACTERS:
        return f"{JUDGE_WORD}{life:>{DISPLAY_CHARACTERS - len(JUDGE_WORD)}}"
    for prompt in reversed(shown.prompts):
        at = shown.prompter.highlight(shown.state, prompt)
        if prompt.seat == seat and at >= 0 and len(prompt.options) > 1:
            option = f"{at + 1}-{len(prompt.options)}"
            return f"{option}{life:>{DISPLAY_CHARACTERS - len(option)}}"
    word = display_word(shown.state, seat)
    if word and len(word) + len(life) < DISPLAY_CHARACTERS:
        return f"{word}{life:>{DISPLAY_CHARACTERS - len(word)}}"
    return f"{life:>{DISPLAY_CHARACTERS}}"
