"""Session: what is known of the board, over a link that may break at any time. No I/O.

Give it the bytes that come and the time, take the events out, write what poll() returns. What
events() gave out is acknowledged with the next poll(): who writes a journal between the two loses
nothing, even when killed.

    link silent ---- hello fits ----> BoardReady --- silence, port lost ---> BoardLost
         |                                 ^                                     |
         +---- hello does not fit ---> WrongBoard                                |
                                           +----------- hello fits again --------+

Lost state repairs itself: the board numbers its events and keeps those not acknowledged; a
snapshot stands for what it could not keep; STATUS has the digest of the board's antenna map and
the number of its scene, and whatever differs here is asked for or sent again.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, Final

import msgspec

import duelmat_wire as wire
from duelmat_hardware import AntennaIndex, Mat, PadIndex
from duelmat_host.link.clock import BoardClock
from duelmat_host.link.events import (
    Antenna,
    AntennaState,
    BoardEvent,
    BoardLost,
    BoardReady,
    Button,
    Health,
    HealthState,
    Log,
    LogLevel,
    Sighting,
    Snapshot,
    Status,
    Tally,
    Touch,
    WrongBoard,
)
from duelmat_message import Text, say

HOT_MAX: Final = 12
"""More antennas than those of six zones are not visited more often: it would help none of them."""
HOT_TTL_MAX_MS: Final = 0xFFFF
ASK_AGAIN_MS: Final = 1_000
"""A snapshot asked for that has not come by then is asked for again."""
_HOT_BYTES: Final = 5
_SEATS: Final = {"a": wire.SEAT_A, "b": wire.SEAT_B}
DISPLAY_CHARACTERS: Final = 8


class LinkState(Enum):
    """The state of the link to the board."""

    SEARCHING = "searching"
    """No board has answered yet, or it fell silent."""
    WRONG = "wrong"
    """A board is there that does not fit."""
    UP = "up"
    """Messages flow."""


class Position(msgspec.Struct, frozen=True):
    """The last event of the board that was taken, from which a host that was stopped goes on."""

    boot_id: int
    last_event: int
    """The last event given out; or that of the Touch or Button which was acted on last."""


class LinkStatistics(msgspec.Struct, frozen=True):
    """Counts since the session object was made."""

    sent: int
    """Frames."""
    resent: int
    """Frames that were sent again."""
    received: int
    """Messages."""
    bad: int
    """Pieces of input that were of no use."""
    stale: int
    """Pieces that an earlier session had left on the line; they are no fault."""
    unknown_parts: int
    """Reports of antennas, pads or buttons that the mat does not have; they were ignored."""
    duplicate: int
    """Frames that came twice."""
    missed: int
    """Events that the board could not keep; a snapshot stood for them."""
    sessions: int
    """The number of times the board was met anew."""
    snapshots_asked: int
    """The number of times the whole map was asked for."""
    board_bad: int
    """The board's own count of bad frames, from its last STATUS."""
    board_resent: int
    """Frames that the board sent again."""
    round_trip_ms: int | None
    """The shortest of late; null: not measured yet."""


_PART_WORDS: Final = {"antenna": say("antenna"), "pad": say("pad"), "button": say("button")}


class BoardSession:
    """The sessions with one board, however often the board comes and goes."""

    def __init__(
        self,
        mat: Mat,
        session: int | None = None,
        resume: Position | None = None,
        protocol: int = wire.PROTOCOL,
        features: int = wire.FEATURES,
        digest: str | None = None,
    ) -> None:
        """Prepare for a board of this mat; a capture may name its board's digest (in hex).

        With the position of an earlier host, events up to it are not given out again. The first
        session's number must be none that the board has met lately: at random, unless it is given.
        """
        number = secrets.randbits(32) or 1 if session is None else session
        self._digest = bytes.fromhex(digest or mat.digest)[:8]
        self._link = wire.HostLink(
            self._digest,
            number,
            boot_id=resume.boot_id if resume else None,
            last_event=resume.last_event if resume else 0,
            protocol=protocol,
            features=features,
        )
        self._known_boot = resume.boot_id if resume else None
        self._part_counts = {
            "antenna": len(mat.antennas),
            "pad": len(mat.pads),
            "button": len(mat.buttons),
        }
        self._unknown_parts = 0
        self._reported_parts: set[str] = set()
        """Kinds of parts of which it has been reported that the mat has fewer of them."""
        self._antennas = [Antenna()] * len(mat.antennas)
        self._has_map = False
        self._is_waking = False
        """The board has just booted, not looked everywhere: what it leaves out may lie there."""
        self._is_map_quiet = False
        """Nothing has changed in the map since the last STATUS."""
        self._parts: list[wire.Snapshot] = []
        self._snapshot_asked_ms: int | None = None
        self._events: deque[BoardEvent] = deque()
        self._state = LinkState.SEARCHING
        self._told: tuple[str, int] | None = None
        """The board last called wrong: advice and boot."""
        self._lost_reason: str = say("it fell silent")
        self._clock = BoardClock()
        self._now_ms = 0
        self._scene: wire.Scene | None = None
        self._scene_number = number & 0xFFFF
        self._displays: dict[str, wire.Display] = {}
        self._snapshots_asked = 0
        self._status: wire.Status | None = None
        self._takers: dict[type[wire.Message], Callable[[Any], None]] = {
            wire.Sighting: self._on_sighting,
            wire.Snapshot: self._on_snapshot,
            wire.Touch: self._on_touch,
            wire.Button: self._on_button,
            wire.Health: self._on_health,
            wire.Log: self._on_log,
            wire.Status: self._on_status,
            wire.ClockReply: self._on_clock_reply,
            wire.Tally: self._on_tally,
        }

    # What is known

    @property
    def state(self) -> LinkState:
        return self._state

    @property
    def hello(self) -> wire.Hello | None:
        """Return the board's last HELLO."""
        return self._link.hello

    @property
    def advice(self) -> str | None:
        """The reason why the board does not fit, and which side to update; None if it fits."""
        return self._told[0] if self._state is LinkState.WRONG and self._told else None

    @property
    def antennas(self) -> tuple[Antenna, ...]:
        """The whole antenna map as last known, by index; it stays while the board is away."""
        return tuple(self._antennas)

    @property
    def has_map(self) -> bool:
        """Whether a whole map has ever come."""
        return self._has_map

    @property
    def position(self) -> Position | None:
        """The last event that was given out; None = no board yet."""
        boot_id = self._link.boot_id
        return None if boot_id is None else Position(boot_id, self._link.last_event)

    @property
    def clock_offset_ms(self) -> int | None:
        """Host time less board time; None = not measured yet."""
        return self._clock.offset_ms

    @property
    def status(self) -> wire.Status | None:
        """Return the board's last STATUS."""
        return self._status

    @property
    def statistics(self) -> LinkStatistics:
        link, status = self._link, self._status
        return LinkStatistics(
            sent=link.sent,
            resent=link.resent,
            received=link.received,
            bad=link.bad,
            stale=link.stale,
            unknown_parts=self._unknown_parts,
            duplicate=link.duplicate,
            missed=link.missed,
            sessions=link.sessions,
            snapshots_asked=self._snapshots_asked,
            board_bad=status.bad_frames if status else 0,
            board_resent=status.resent if status else 0,
            round_trip_ms=self._clock.round_trip_ms,
        )

    # Bytes and time

    def port_opened(self, now_ms: int) -> None:
        """Take note that the port is open, perhaps again, and ask the board to identify itself."""
        self._now_ms = now_ms
        self._link.restart()

    def port_lost(self, reason: str) -> None:
        """Take note that the port is gone; everything known is kept."""
        self._lost_reason = reason
        self._link.restart()

    def receive(self, data: bytes, now_ms: int) -> None:
        """Take in bytes from the line; no bytes make this raise an error."""
        self._now_ms = now_ms
        self._link.receive(data, now_ms)

    def events(self) -> list[BoardEvent]:
        """Return the events since the last call, in order."""
        self._follow_link()
        for message in self._link.messages():
            self._takers[type(message)](message)
        taken = list(self._events)
        self._events.clear()
        return taken

    def poll(self, now_ms: int, room: int | None = None) -> bytes:
        """Return the bytes to write now: whole frames, at most `room` bytes of them."""
        self._now_ms = now_ms
        if self._link.is_up and self._clock.is_due(now_ms):
            self._link.send(wire.Clock(self._clock.ask(now_ms)))
        return self._link.poll(now_ms, room)

    # What the host wants

    def show_scene(self, styles: Sequence[int]) -> int:
        """Set all lamps from now on, with or without a board, and return the scene's number."""
        wanted = bytes(styles)
        if self._scene is None or self._scene.styles != wanted:
            self._scene_number = (self._scene_number + 1) & 0xFFFF
            self._scene = wire.Scene(self._scene_number, wanted)
            self._link.send(self._scene)
        return self._scene_number

    def show_display(self, seat: str, text: str) -> None:
        """Set a seat's display from now on: eight characters, shorter text to the right."""
        wanted = wire.Display(_SEATS[seat], text.rjust(DISPLAY_CHARACTERS))
        if self._displays.get(seat) != wanted:
            self._displays[seat] = wanted
            self._link.send(wanted)

    def expect(self, antennas: Iterable[AntennaIndex], ttl_ms: int) -> None:
        """Have these antennas visited more often for a while: the first HOT_MAX of them."""
        mask = bytearray(_HOT_BYTES)
        for antenna in list(dict.fromkeys(antennas))[:HOT_MAX]:
            mask[antenna >> 3] |= 1 << (antenna & 7)
        self._link.send(wire.Hot(bytes(mask), min(ttl_ms, HOT_TTL_MAX_MS)))

    def ask_tally(self, antenna: AntennaIndex) -> bool:
        """Ask how often an antenna's card answered since this was asked last; a Tally follows.

        False when the board is away, or its firmware too old to count.
        """
        return self._link.send(wire.TallyRequest(antenna))

    def number_next(self, session: int) -> None:
        """Set the number of the session that the next HELLO begins, to replay a capture."""
        self._link.next_session = session

    def enter_maintenance(self) -> bool:
        """Reset the board into its prompt, to be flashed; False while no board is known."""
        hello = self._link.hello
        return hello is not None and self._link.send(wire.Maintenance(hello.boot_id))

    # The state of the link

    def _follow_link(self) -> None:
        state, hello = self._link.state, self._link.hello
        if state == wire.UP:
            if self._state is not LinkState.UP or self._known_boot != self._link.boot_id:
                self._become_ready()
            return
        if self._state is LinkState.UP:
            self._state = LinkState.SEARCHING
            self._events.append(BoardLost(self._lost_reason))
        if state == wire.REFUSED and hello is not None and self._link.advice is not None:
            told = (_mismatch(hello, self._digest), hello.boot_id)
            if self._state is not LinkState.WRONG or told != self._told:
                self._told = told
                self._events.append(WrongBoard(hello, told[0]))
            self._state = LinkState.WRONG
        elif self._state is LinkState.WRONG and state == wire.WELCOMING:
            self._state = LinkState.SEARCHING

    def _become_ready(self) -> None:
        hello = self._link.hello
        assert hello is not None
        is_new_boot = self._known_boot != hello.boot_id
        if self._state is LinkState.UP:
            self._events.append(BoardLost(say("it started anew")))
        self._known_boot = hello.boot_id
        self._state = LinkState.UP
        self._lost_reason = say("it fell silent")
        self._parts.clear()
        self._clock.restart(is_new_boot=is_new_boot)
        if is_new_boot:
            self._is_waking = self._has_map
            self._reported_parts.clear()
        if is_new_boot or not self._has_map or self._snapshot_asked_ms is not None:
            self._ask_snapshot()
        self._events.append(BoardReady(hello, is_new_boot))

    def _is_snapshot_coming(self) -> bool:
        asked_ms = self._snapshot_asked_ms
        return asked_ms is not None and self._now_ms - asked_ms < ASK_AGAIN_MS

    def _ask_snapshot(self) -> None:
        self._snapshots_asked += 1
        self._snapshot_asked_ms = self._now_ms
        self._link.send(wire.SnapshotRequest())

    # Messages of the board

    def _at_ms(self, board_ms: int) -> int:
        return self._clock.host_ms(board_ms, self._now_ms)

    def _has_part(self, kind: str, number: int) -> bool:
        """Whether the mat has this part; an unknown part is counted, and reported once a kind."""
        count = self._part_counts[kind]
        if number < count:
            return True
        self._unknown_parts += 1
        if kind not in self._reported_parts:
            self._reported_parts.add(kind)
            text = say(
                "the board reports {kind} {number}, and this mat has {count}, from 0: such "
                "reports are ignored. Flash the board for this mat: `duelmat flash --port "
                "DEVICE --mat NAME`.",
                kind=_PART_WORDS[kind],
                number=number,
                count=count,
            )
            self._events.append(Log(LogLevel.WARNING, text))
        return False

    def _on_sighting(self, message: wire.Sighting) -> None:
        if not self._has_part("antenna", message.antenna):
            return
        index = AntennaIndex(message.antenna)
        antenna = Antenna(AntennaState(message.state), message.uids)
        self._antennas[index] = antenna
        self._is_map_quiet = False
        self._events.append(Sighting(self._at_ms(message.t_ms), index, antenna))

    def _on_snapshot(self, message: wire.Snapshot) -> None:
        if message.part == 0:
            self._parts.clear()
        if message.part != len(self._parts):
            self._parts.clear()  # one was missed: the next whole snapshot counts
            return
        self._parts.append(message)
        if len(self._parts) < message.parts:
            return
        named = {
            index: Antenna(AntennaState(state), uids)
            for part in self._parts
            for index, state, uids in part.entries
            if self._has_part("antenna", index)
        }
        self._parts.clear()
        for index in range(len(self._antennas)):
            if index in named or not self._is_waking:
                self._antennas[index] = named.get(index, Antenna())
        self._has_map = True
        self._is_map_quiet = False
        self._snapshot_asked_ms = None
        self._events.append(Snapshot(self._now_ms, tuple(self._antennas)))

    def _on_touch(self, message: wire.Touch) -> None:
        if not self._has_part("pad", message.pad):
            return
        at_ms = self._at_ms(message.t_ms)
        self._events.append(
            Touch(at_ms, PadIndex(message.pad), bool(message.pressed), message.event)
        )

    def _on_button(self, message: wire.Button) -> None:
        if not self._has_part("button", message.button):
            return
        at_ms = self._at_ms(message.t_ms)
        self._events.append(Button(at_ms, message.button, bool(message.pressed), message.event))

    def _on_health(self, message: wire.Health) -> None:
        if self._has_part("antenna", message.antenna):
            self._events.append(Health(AntennaIndex(message.antenna), HealthState(message.state)))

    def _on_log(self, message: wire.Log) -> None:
        self._events.append(Log(LogLevel(message.level), message.text))

    def _on_status(self, message: wire.Status) -> None:
        self._status = message
        if self._is_waking:
            if message.sweep_ms > 0:
                self._is_waking = False
                self._ask_snapshot()
        elif (
            # A STATUS overtakes the sightings that wait for a place in the window.
            self._is_map_quiet
            and message.digest != self._map_digest()
            and not self._is_snapshot_coming()
        ):
            self._ask_snapshot()
        self._is_map_quiet = True
        if self._scene is not None and message.scene != self._scene.number:
            self._link.send(self._scene)
            for display in self._displays.values():
                self._link.send(display)
        self._events.append(
            Status(
                self._at_ms(message.t_ms),
                message.scene,
                message.sweep_ms,
                message.heap_free,
                message.bad_frames,
                message.resent,
            )
        )

    def _on_clock_reply(self, message: wire.ClockReply) -> None:
        self._clock.answered(message.token, message.t_ms, self._now_ms)

    def _on_tally(self, message: wire.Tally) -> None:
        if self._has_part("antenna", message.antenna):
            index = AntennaIndex(message.antenna)
            self._events.append(Tally(index, message.visits, message.answered, message.unread))

    def _map_digest(self) -> int:
        return wire.map_digest(
            [
                (index, antenna.state.value, antenna.uids)
                for index, antenna in enumerate(self._antennas)
            ]
        )


def _mismatch(hello: wire.Hello, digest: bytes) -> Text:
    """Return the reason why a board does not fit this host, with its remedy."""
    if hello.protocol < wire.PROTOCOL:
        return say(
            "The board speaks protocol {board}, this host protocol {host}: put the firmware that "
            "came with this duelmat on the board. `duelmat flash --port DEVICE` does that.",
            board=hello.protocol,
            host=wire.PROTOCOL,
        )
    if hello.protocol > wire.PROTOCOL:
        return say(
            "The board speaks protocol {board}, this host only protocol {host}: update duelmat on "
            "this computer.",
            board=hello.protocol,
            host=wire.PROTOCOL,
        )
    return say(
        "The board was configured for the mat {board}, this host for the mat {host}: if the host "
        "has the right mat.toml, put its board.json on the board; if the board is right, start "
        "the host with the board's mat.toml. `duelmat flash --port DEVICE --mat NAME` does the "
        "first, --mat NAME in your command the second; NAME is standard, mini, starter or the mat "
        "file.",
        board=hello.digest.hex(),
        host=digest.hex(),
    )
