"""Loss of frames: how host and board get on, also when the host stops listening.

Over the simulated mat in virtual time; times are the board's. The host hears the board every
5 ms, so latencies are rounded up to that.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from duelmat_bench.demo.latency import spread
from duelmat_bench.link.faults import FrameLoss, LossyPort
from duelmat_hardware import Mat, load_mat
from duelmat_host.errors import RigError
from duelmat_host.link.events import AntennaState, BoardEvent, Button, Sighting
from duelmat_host.link.line import BoardLine
from duelmat_host.link.reconnect import PortKeeper
from duelmat_host.link.rig import RigClient, start_rig
from duelmat_host.link.session import BoardSession, LinkState
from duelmat_host.link.transport import open_port
from duelmat_host.link.virtual_time import VirtualTime

STEP_MS: Final = 5
UP_WITHIN_MS: Final = 3_000
PRESS_MS: Final = 70
ROUND_MS: Final = 200
SENSED_WITHIN_MS: Final = 1_500
STALL_MS: Final = 10_000
BUTTONS: Final = ("a.ok", "a.phase", "b.ok", "b.phase")


class _Bench:
    """A board and a host on the simulated mat, with a cable between them."""

    def __init__(self, rig: RigClient, port: str, mat: Mat, seed: int, loss: float) -> None:
        self.rig = rig
        self.losses = (FrameLoss(seed, loss), FrameLoss(seed + 1, loss))
        self.session = BoardSession(mat, session=seed)
        keeper = PortKeeper(port, lambda url: LossyPort(open_port(url), *self.losses))
        line = BoardLine(port, self.session, keeper)
        self.time = VirtualTime(line, rig, int(rig.figures()["t_ms"]))
        self.mat = mat
        self.latencies_ms: list[int] = []
        self.heard: list[BoardEvent] = []
        self.twice = 0

    def step(self) -> None:
        before = self.session.antennas
        for event in self.time.step(STEP_MS):
            if isinstance(event, Sighting):
                self.twice += event.antenna == before[event.index]
            if isinstance(event, Sighting | Button):
                self.latencies_ms.append(max(self.time.now_ms - event.at_ms, 0))
                self.heard.append(event)

    def run(self, for_ms: int) -> None:
        for _ in range(for_ms // STEP_MS):
            self.step()

    def connect(self) -> None:
        end_ms = self.time.now_ms + UP_WITHIN_MS
        while not (self.session.has_map and self.session.clock_offset_ms is not None):
            if self.time.now_ms > end_ms:
                raise RigError("the simulated mat does not answer: see its rig.log.")
            self.step()
        self.run(1_000)
        self.latencies_ms.clear()
        self.heard.clear()


def measure_loss(
    micropython: Literal["1.28", "1.29"], *, rounds: int, seed: int = 1, loss: float = 0.01
) -> dict[str, Any]:
    """Cards come and go and buttons are pressed while one frame in a hundred is lost each way."""
    mat = load_mat()
    with tempfile.TemporaryDirectory(prefix="duelmat-link-") as place:
        process = start_rig(Path(place), micropython, "virtual", seed, mat)
        try:
            with process.client() as rig:
                return _measure_loss(_Bench(rig, process.port, mat, seed, loss), rounds, seed)
        finally:
            process.stop()


def _measure_loss(bench: _Bench, rounds: int, seed: int) -> dict[str, Any]:
    chance = Random(seed)
    zones = sorted({a.zone for a in bench.mat.antennas})
    lying: dict[int, str] = {}
    pressed: list[tuple[str, bool]] = []
    wrong = 0
    bench.connect()
    for number in range(rounds):
        name = chance.choice(BUTTONS)
        bench.rig.button(name, PRESS_MS)
        pressed += [(name, True), (name, False)]
        card = chance.randrange(12)
        if card in lying:
            bench.rig.lift(f"card {card}")
            del lying[card]
        else:
            lying[card] = chance.choice([z for z in zones if z not in lying.values()])
            bench.rig.place(f"card {card}", _uid(card, 0), _uid(card, 1), lying[card])
        bench.run(ROUND_MS)
        if number % 10 == 9:
            wrong += not _agrees(bench, lying)
    bench.run(SENSED_WITHIN_MS)
    names = [button.name for button in bench.mat.buttons]
    heard = [(names[e.button], e.is_pressed) for e in bench.heard if isinstance(e, Button)]
    statistics = bench.session.statistics
    return {
        "events": len(bench.heard),
        "frames_lost": sum(loss.lost for loss in bench.losses),
        "frames_resent": statistics.resent + statistics.board_resent,
        "agreement_ms": spread(bench.latencies_ms, 0) | {"max": max(bench.latencies_ms)},
        "lost": abs(len(pressed) - len(heard)) + (pressed != heard) + statistics.missed,
        "doubled": bench.twice,
        "maps_unequal": wrong + (not _agrees(bench, lying)),
        "sessions": statistics.sessions,
    }


def _agrees(bench: _Bench, lying: dict[int, str]) -> bool:
    """Whether the host comes to know what the hands have laid."""
    antennas = bench.mat.antennas

    def is_so() -> bool:
        seen: dict[str, set[bytes]] = {}
        for antenna, content in zip(antennas, bench.session.antennas, strict=True):
            if content.state is not AntennaState.EMPTY:
                seen.setdefault(antenna.zone, set()).update(content.uids)
        return seen == {zone: {_uid(card, 0)} for card, zone in lying.items()}

    end_ms = bench.time.now_ms + SENSED_WITHIN_MS
    while not is_so():
        if bench.time.now_ms > end_ms:
            return False
        bench.step()
    return True


def _uid(card: int, face: int) -> bytes:
    return bytes([4, 0x10 + face, 0, 0, 0, 0, card])


def measure_stall(
    micropython: Literal["1.28", "1.29"], *, seed: int = 1, stall_ms: int = STALL_MS
) -> dict[str, Any]:
    """A host that takes nothing for a while, and what that does to the scan."""
    mat = load_mat()
    with tempfile.TemporaryDirectory(prefix="duelmat-link-") as place:
        process = start_rig(Path(place), micropython, "virtual", seed, mat)
        try:
            with process.client() as rig:
                return _measure_stall(_Bench(rig, process.port, mat, seed, 0.0), stall_ms)
        finally:
            process.stop()


def _measure_stall(bench: _Bench, stall_ms: int) -> dict[str, Any]:
    rig = bench.rig
    bench.connect()
    zones = list(dict.fromkeys(a.zone for a in bench.mat.antennas))[:10]
    for card, zone in enumerate(zones):
        rig.place(f"card {card}", _uid(card, 0), _uid(card, 1), zone)
    bench.run(2_000)

    def exchanges() -> int:
        return int(rig.figures()["exchanges"])

    before = exchanges()
    bench.run(stall_ms)
    heard = exchanges() - before
    rig.ask("stall", is_stalled=True)
    before = exchanges()
    rig.run(stall_ms)
    bench.time.now_ms += stall_ms
    stalled = exchanges() - before
    rig.lift("card 0")
    rig.run(1_000)
    bench.time.now_ms += 1_000
    rig.ask("stall", is_stalled=False)
    bench.run(2_000)
    return {
        "stall_ms": stall_ms,
        "exchanges": heard,
        "exchanges_stalled": stalled,
        "sweep_change": round(heard / stalled - 1, 4),
        "is_up_after": bench.session.state is LinkState.UP,
        "agrees_after": _agrees(bench, dict(list(enumerate(zones))[1:])),
    }
