"""Replay: a capture fed to the host's own session and tracker.

The session gets the bytes of the board at their times, and for every session the number that the
host of the capture gave it; its answers are discarded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

import duelmat_wire as wire
from duelmat_hardware import Mat
from duelmat_host.cards.registry import Registry
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
    Sighting,
    Snapshot,
    Status,
    Tally,
    Touch,
    WrongBoard,
)
from duelmat_host.link.session import BoardSession, LinkStatistics
from duelmat_host.sensing.layout import Layout
from duelmat_host.sensing.tracker import Problem, Tracker
from duelmat_maker.capture.capture import Capture, Moment, Way

_SETTLED_MS = 10_000


class Told(msgspec.Struct, frozen=True):
    """One event of the board, in words."""

    at_ms: int
    kind: str
    text: str


class Replayed(msgspec.Struct, frozen=True):
    """The result of replaying a capture."""

    told: tuple[Told, ...]
    events: tuple[tuple[int, BoardEvent], ...]
    antennas: tuple[Antenna, ...]
    layout: Layout
    """The tracker's layout; it has the cards that the registry knows."""
    problems: tuple[Problem, ...]
    statistics: LinkStatistics
    damage: str | None


def replay_capture(capture: Capture, mat: Mat, registry: Registry | None = None) -> Replayed:
    """Replay a capture. Nothing in it raises."""
    session = BoardSession(mat, session=1, digest=capture.digest)
    tracker = Tracker(mat, registry or Registry())
    events: list[tuple[int, BoardEvent]] = []
    for at_ms, event in _heard(capture.moments, session):
        tracker.take(event, at_ms)
        events.append((at_ms, event))
    end_ms = capture.moments[-1].at_ms if capture.moments else 0
    settled = tracker.settled(end_ms + _SETTLED_MS, 0)
    return Replayed(
        tuple(Told(at_ms, type(e).__name__, words_of(e, mat)) for at_ms, e in events),
        tuple(events),
        session.antennas,
        settled.layout,
        settled.problems,
        session.statistics,
        capture.damage,
    )


def _heard(moments: tuple[Moment, ...], session: BoardSession) -> Iterator[tuple[int, BoardEvent]]:
    numbers = list(_session_numbers(moments))
    for index, moment in enumerate(moments):
        at_ms = moment.at_ms
        if moment.way is Way.PORT:
            if moment.words == "opened":
                session.port_opened(at_ms)
            else:
                session.port_lost(moment.words.partition(" ")[2] or "the port is gone")
        elif moment.way is Way.TO_BOARD:
            if (index, wire.NO_SESSION) in numbers:
                session.port_opened(at_ms)  # the host asked for a session again
        else:
            number = next((s for i, s in numbers if i > index and s != wire.NO_SESSION), None)
            if number is not None:
                session.number_next(number)
            session.receive(moment.data, at_ms)
        for event in session.events():
            yield at_ms, event


def _session_numbers(moments: tuple[Moment, ...]) -> Iterator[tuple[int, int]]:
    """Find each WELCOME of the host, and the number of the session that it named."""
    decoder = wire.FrameDecoder()
    for index, moment in enumerate(moments):
        if moment.way is Way.PORT:
            decoder.reset()
        elif moment.way is Way.TO_BOARD:
            for frame in decoder.feed(moment.data):
                if frame.kind == wire.Welcome.CODE:
                    try:
                        yield index, wire.Welcome.unpack(frame.payload).session
                    except wire.RemoteError:
                        continue


def words_of(event: BoardEvent, mat: Mat) -> str:
    """Describe an event for people."""
    match event:
        case Sighting(index=index, antenna=antenna):
            return _seen(mat, index, antenna)
        case Snapshot(antennas=antennas):
            seen = [
                _seen(mat, index, antenna)
                for index, antenna in enumerate(antennas)
                if antenna.state is not AntennaState.EMPTY
            ]
            return "; ".join(seen) if seen else "nothing lies on the mat"
        case Touch(pad=pad, is_pressed=is_pressed):
            pad_name = mat.pads[pad].name if pad < len(mat.pads) else str(pad)
            if is_pressed:
                return f"pad {pad_name} pressed"
            return f"pad {pad_name} released"
        case Button(button=button, is_pressed=is_pressed):
            known = mat.buttons
            button_name = known[button].name if button < len(known) else str(button)
            if is_pressed:
                return f"{button_name} pressed"
            return f"{button_name} released"
        case Health(index=index, state=state):
            return f"reader of {_antenna(mat, index)}: {_HEALTH[state]}"
        case Status():
            return (
                f"scene {event.scene}, sweep {event.sweep_ms} ms, {event.heap_free_bytes} bytes "
                f"free, bad frames: {event.bad_frames}, resent: {event.resent_frames}"
            )
        case Tally(index=index):
            return f"{_antenna(mat, index)}: {event.answered} of {event.visits} visits answered"
        case Log(level=level, text=text):
            return f"{level.name.lower()}: {text}"
        case BoardReady(hello=hello, is_new_boot=is_new_boot):
            version = ".".join(map(str, hello.firmware))
            if is_new_boot:
                return f"firmware {version}, a new boot"
            return f"firmware {version}, the same boot"
        case BoardLost(reason=reason):
            return reason
        case WrongBoard(advice=advice):
            return advice


def _seen(mat: Mat, index: int, antenna: Antenna) -> str:
    return f"{_antenna(mat, index)}: {_content(antenna)}"


def _antenna(mat: Mat, index: int) -> str:
    if index >= len(mat.antennas):
        return f"antenna {index}"
    antenna = mat.antennas[index]
    role = antenna.role.value
    return antenna.zone if role == "only" else f"{antenna.zone} {role}"


def _content(antenna: Antenna) -> str:
    tags = " ".join([uid.hex() for uid in antenna.uids])
    state = _STATES[antenna.state]
    return f"{state} {tags}" if tags else state


_STATES: Final = {
    AntennaState.EMPTY: "empty",
    AntennaState.ONE: "one",
    AntennaState.SEVERAL: "several",
    AntennaState.UNSURE: "unsure",
}
_HEALTH: Final = {
    HealthState.FINE: "fine",
    HealthState.SILENT: "silent",
    HealthState.STRANGE: "strange",
    HealthState.NO_FIELD: "no field",
}
