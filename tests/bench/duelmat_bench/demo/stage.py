"""Stage: everything from a card in the simulated field to its light, in the board's own time.

The rig advances virtual time only on request; between two slices the host takes all that the board
has written and answers it. So the host's real speed does not count, and is measured separately.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from duelmat_bench.demo.latency import LatencyMeter
from duelmat_engine import CardKey, zone_kind
from duelmat_host.app.line_view import link_view
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.errors import HostError
from duelmat_host.link.rig import RigClient
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands
from duelmat_host.players.scripted_player import AnswerPrompt
from duelmat_host.sensing.layout import MatZone, Sense
from duelmat_host.table.inputs import QuestionAnswered
from duelmat_host.table.live import LiveTable

SLICE_MS = 10
"""Virtual time passes in steps of this length; the host's answers arrive after one."""
QUIET_MS = 80
SENSED_WITHIN_MS = 3_000
"""A card that the table has not seen by then is never seen."""
HAND_PAUSE_MS = 350
"""The pause before touching a pad: a touch just after a card was laid does not count."""
TOUCH_TRIES = 4
PATIENCE_S = 10.0
"""A limit in real time; only lost bytes are waited for so long."""


class StageError(HostError):
    """A card's way to its light is broken somewhere."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A pause of the hands."""

    ms: int


@dataclass(slots=True)
class Stage:
    """A table over a rig whose time this object advances."""

    table_loop: TableLoop
    rig: RigClient
    hands: Hands
    meter: LatencyMeter
    now_ms: int = 0
    slice_ms: int = SLICE_MS
    turned: Callable[[], None] = field(default=lambda: None)
    _openings: int = 0
    _port_before: Mapping[str, int] = field(default_factory=dict)
    """The board's counts of bytes when the port was last opened."""

    def slice(self) -> None:
        """Advance the time, then exchange what host and board have sent."""
        ms = self.slice_ms
        line = self.table_loop.line
        if not line.is_open:
            self.now_ms = int(self.rig.run(ms)["t_ms"])
        else:
            if line.openings != self._openings:
                self._openings = line.openings
                self._port_before = self.rig.figures()
            answer = self.rig.run(ms, self._port_before["port_bytes_in"] + line.bytes_written)
            self.now_ms = int(answer["t_ms"])
            self._take_all(answer["port_bytes_out"] - self._port_before["port_bytes_out"])
        self.table_loop.run_round(self.now_ms)  # writes what the answers are
        for event in self.rig.events():
            self.meter.see(event)
        self.turned()

    def _take_all(self, expected_bytes: int) -> None:
        """Let the table take all that the board has written since the port was opened.

        This takes one round, whatever pieces the bytes arrive in: the session would answer between
        two.
        """
        line = self.table_loop.line
        if not line.await_bytes(expected_bytes, PATIENCE_S) and line.is_open:
            raise StageError(
                f"expected {expected_bytes} bytes from the board, got {line.bytes_read}"
            )
        self.table_loop.run_round(self.now_ms)

    def until(self, done: Callable[[], bool], within_ms: int) -> bool:
        """Advance the time until a condition is met; return False if it is not in time."""
        end_ms = self.now_ms + within_ms
        while not done():
            if self.now_ms >= end_ms:
                return False
            self.slice()
        return True

    def connect(self) -> None:
        """Wait for the board, and until the table has compared the whole mat."""
        self.now_ms = int(self.rig.figures()["t_ms"])
        session, table = self.table_loop.line.session, self.table_loop.table
        if not self.until(lambda: session.has_map and not table.now.seen.is_awaited, 10_000):
            link = link_view(self.table_loop.line, self.table_loop.sense).text
            raise StageError(f"the simulated mat did not answer: {link}")

    def rest(self, ms: int) -> None:
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self.slice()

    def do(self, step: Move | AnswerPrompt | Wait) -> None:
        """Do one movement or answer, and what the table makes of it."""
        table = self.table_loop.table
        if isinstance(step, Wait):
            self.rest(step.ms)
            return
        if isinstance(step, AnswerPrompt):
            self.table_loop.take(QuestionAnswered(step.seat, step.prompt, step.option))
            self.rest(SLICE_MS)
            return
        if step.do in ("touch", "press"):
            self._point(step)
            return
        before = table.state.actions_count
        zone = step.zone if step.do in ("place", "turn", "flip") else ""
        self.meter.placed(zone, self.now_ms, self.table_loop.output.style_of(zone))
        step.carry_out(self.hands)
        if step.do in ("draw", "shuffle"):
            return
        if not self.until(lambda: is_sensed(table, self.hands), SENSED_WITHIN_MS):
            raise StageError(f"the table does not see what {step} did: {table.layout}")
        self.rest(SLICE_MS)
        if table.state.actions_count > before:
            self.until(lambda: not self.meter.is_waiting, 500)
        self.meter.forget()

    def _point(self, step: Move) -> None:
        """Repeat a touch or a press until the table has taken it, as people do."""
        table = self.table_loop.table
        self.rest(HAND_PAUSE_MS if step.do == "touch" else SLICE_MS)
        for _ in range(TOUCH_TRIES):
            version = table.inputs
            step.carry_out(self.hands)
            if self.until(lambda: table.inputs != version, 900):  # noqa: B023  (called at once)
                self.rest(QUIET_MS)
                return
        raise StageError(f"the table does not notice {step}")


def is_sensed(table: LiveTable, hands: Hands) -> bool:
    """Whether the table's layout is what the hands have laid down, as far as that is sensed."""
    layout, zones = table.layout, table.state.zones
    bottom: dict[MatZone, CardKey] = {}
    for key, lying in hands.lying.items():
        if zones.is_sensed(lying.zone):
            bottom.setdefault(lying.zone, key)
    if set(layout) != set(bottom):
        return False
    for zone, key in bottom.items():
        sight, lying = layout[zone], hands.lying[key]
        told = zones.told(zone)
        face = "up" if lying.face_up else "down"
        if sight.key != key or (Sense.FACE not in told and sight.face.value != face):
            return False
        way = "sideways" if lying.turn else "upright"
        if Sense.TURN not in told and zone_kind(zone) == "m" and sight.orientation.value != way:
            return False
    return True
