"""Playing a script on a stage: every action with hands, every incident, and the final account."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Literal

from duelmat_bench.demo.latency import LatencyMeter, WorkMeter, spread
from duelmat_bench.demo.script import Expected, Incident, Script
from duelmat_bench.demo.stage import Stage, StageError, Wait
from duelmat_engine import Duel, Seat, Step, apply, is_key, roll, seat_letter
from duelmat_hardware import Mat, load_mat
from duelmat_host.app.open_table import open_table
from duelmat_host.cards.registry import Registry
from duelmat_host.journal.journal import Journal
from duelmat_host.link.rig import RigClient, start_rig
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands, Reach
from duelmat_host.players.scripted_player import AnswerPrompt, Dice, ScriptedPlayer
from duelmat_host.players.simulated_mat import RigMat
from duelmat_host.table.commands import AskMe
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.entries import PlayRefused
from duelmat_host.table.entry_form import from_data
from duelmat_host.table.inputs import CommandGiven
from duelmat_host.table.live import LiveTable
from duelmat_host.table.reports import REFUSE_MS
from duelmat_host.table.state import TableState

MicroPython = Literal["1.28", "1.29"]
Progress = Callable[[int, int, LiveTable], None]


def known_duel(script: Script) -> Iterator[tuple[Duel, Any, Step]]:
    """Yield the record's closed duel action by action: the duel, the action, its step."""
    duel = script.record.begin().duel
    for entry in script.record.entries:
        step = apply(duel, entry.action)
        yield duel, entry.action, step
        duel = step.duel


def make_hands_for(script: Script, mat: Reach) -> Hands:
    """Return hands that hold the decks in the order of the known duel."""
    duel = script.record.begin().duel
    decks, extras = [], []
    for seat in duel.seats:
        letter = seat_letter(Seat(seat))
        cards = (*duel.at(f"{letter}.hand"), *duel.at(f"{letter}.pile"))
        decks.append([piece.key for piece in cards if piece.key is not None])
        extras.append([p.key for p in duel.at(f"{letter}.extra") if p.key is not None])
    return Hands(mat, decks, extras, Random(0))


def setup_for(script: Script) -> DuelSetup:
    record = script.record
    names = tuple(record.players) or ("Ana", "Ben")
    return DuelSetup(record.ruleset, names, tuple(record.decks), dict(record.readings))


def steps_of(
    script: Script, performance: ScriptedPlayer, dice: Dice, at: Callable[[int], None]
) -> Iterator[Move | AnswerPrompt | Wait]:
    """Yield all movements and answers of a script, in order."""
    incidents: dict[int, list[Incident]] = {}
    for incident in script.incidents:
        incidents.setdefault(incident.before, []).append(incident)
    for number, (duel, action, step) in enumerate(known_duel(script), start=1):
        at(number)
        follows = step.duel.decision
        if follows is not None and follows.kind == "chance":
            dice.ready.append(roll(step.duel).values)
        for incident in incidents.get(number, []):
            if incident.kind == "refused":
                yield from performance.settle()
                yield from _refused(incident, performance)
        yield from performance.perform(duel, action, step.duel)
        if any(incident.kind == "takeback" for incident in incidents.get(number, [])):
            yield from _taken_back(duel, performance)
            yield from performance.perform(duel, action, step.duel)


def _refused(incident: Incident, performance: ScriptedPlayer) -> Iterator[Move | Wait]:
    """Try something that is not allowed, and take it back when the mat reports it."""
    turn = incident.turn
    key = incident.card if is_key(incident.card) else ""
    before = performance.table.state.refused_count
    yield Move("place", key, incident.zone, face_up=incident.face == "up", turn=turn)
    performance.tell_ways()
    yield Wait(REFUSE_MS + 100)
    if performance.table.state.refused_count == before:
        raise StageError(f"expected {incident} to be refused: {performance.table.finding}")
    yield Move("bring", key=key, zone="hand")


def _taken_back(duel: Duel, performance: ScriptedPlayer) -> Iterator[Move | AnswerPrompt]:
    """Take the last action back: its player asks, and the other agrees if that is needed."""
    seat = duel.decision.seat if duel.decision else duel.turn_seat
    yield Move("press", zone=f"{seat_letter(seat)}.judge")
    if performance.table.state.requests:
        yield Move("press", zone=f"{seat_letter(Seat(1 - seat))}.ok")
    yield from performance.settle()


def _quiet(done: int, total: int, table: LiveTable) -> None:
    """Ignore the progress: nobody wants to see it."""


def play(
    script: Script,
    *,
    micropython: MicroPython = "1.29",
    seed: int = 1,
    mat: Mat | None = None,
    progress: Progress = _quiet,
    registry: Registry | None = None,
    reach: Callable[[RigClient, Registry], Reach] = RigMat,
) -> dict[str, Any]:
    """Play a script through the whole simulated mat; return what `duelmat demo` prints.

    registry: the sleeves; None: made up.
    reach: makes the way in which hands reach the mat.
    """
    mat = mat or load_mat()
    decks = setup_for(script).decks
    cards = registry or Registry.for_simulation(decks, sleeve_tags=mat.sleeve_tags)
    with tempfile.TemporaryDirectory(prefix="duelmat-demo-") as place:
        directory = Path(place)
        process = start_rig(directory / "mat", micropython, "virtual", seed, mat)
        try:
            rig = process.client()
            hands = make_hands_for(script, reach(rig, cards))
            return _play_on(
                script, process.port, rig, hands, directory, (mat, cards), progress
            ) | {
                "micropython": process.about.micropython,
                "mat_digest": mat.digest,
            }
        finally:
            process.stop()


def _play_on(
    script: Script,
    port: str,
    rig: RigClient,
    hands: Hands,
    directory: Path,
    tabled: tuple[Mat, Registry],
    progress: Progress,
) -> dict[str, Any]:
    setting = setup_for(script)
    mat, registry = tabled
    journal = Journal.open(directory / "duel.jsonl")
    dice = Dice()
    opened = open_table(setting, mat, registry, journal, port, dice=dice, is_simulated=True)
    table_loop, table = opened.table_loop, opened.table_loop.table
    for seat in table.state.duel.seats:
        table.take(CommandGiven(Seat(seat), AskMe(["every"])))
    lamps = {lamp.name: lamp.lights for lamp in mat.lamps}
    stage = Stage(table_loop, rig, hands, LatencyMeter(lamps))
    work = WorkMeter()
    table_loop.on_work = work.take
    rig.subscribe()
    stage.connect()
    performance = ScriptedPlayer(table, hands)
    total = len(script.record.entries)
    for step in steps_of(script, performance, dice, lambda n: progress(n, total, table)):
        stage.do(step)
    stage.rest(200)
    account = _account(script, stage, journal, work)
    table_loop.line.close()
    journal.close()
    rig.close()
    return account


def _account(script: Script, stage: Stage, journal: Journal, work: WorkMeter) -> dict[str, Any]:
    table, table_loop = stage.table_loop.table, stage.table_loop
    state = table.state
    refused = [from_data(entry.kind, entry.data) for entry in journal.entries("refused")]
    outcome = state.duel.outcome
    winner = None if outcome is None or outcome.winner is None else seat_letter(outcome.winner)
    link = table_loop.line.session.statistics
    found = Expected(
        winner=winner or "",
        life={seat_letter(Seat(s)): p.life for s, p in enumerate(state.duel.players)},
        turns=state.duel.turn,
        log=log_digest(state),
        layout=layout_words(table),
    )
    faults = differences(script.expected, found)
    return {
        "plays": len(script.record.entries),
        "turns": state.duel.turn,
        "refused": [
            {"rules": each.rules, "text": " ".join((each.text, *each.remedies))}
            for each in refused
            if isinstance(each, PlayRefused)
        ],
        "asked": len(journal.entries("asked")),
        "takebacks": len(journal.entries("takeback")),
        "winner": winner,
        "life": found.life,
        "frames": {"sent": link.sent, "resent": link.resent, "bad": link.bad + link.board_bad},
        "latency_ms": spread(stage.meter.taken_ms, 0),
        "placed": len(stage.meter.taken_ms),
        "host_ms": spread(work.real_ms, 2),
        "virtual_ms": stage.now_ms,
        "log_sha256": found.log,
        "layout": found.layout,
        "faults": faults,
    }


def log_digest(state: TableState) -> str:
    lines = [f"{line.turn} {line.text} {' '.join(line.rules)}" for line in state.log]
    return sha256("\n".join(lines).encode()).hexdigest()


def layout_words(table: LiveTable) -> dict[str, str]:
    """Return what the table sees in the rows: card, face, and "_" where it lies sideways."""
    return {
        zone: f"{sight.key} {sight.face.value}"
        f"{' _' if sight.orientation.value == 'sideways' else ''}"
        for zone, sight in table.layout.items()
        if zone in table.state.zones.rows
    }


def differences(expected: Expected | None, found: Expected) -> list[str]:
    """Return what is not as the script has it."""
    if expected is None:
        return []
    return [
        f"{name}: expected {getattr(expected, name)!r}, got {getattr(found, name)!r}"
        for name in Expected.__struct_fields__
        if getattr(expected, name) != getattr(found, name)
    ]
