"""TableLoop: one mat with a duel on it, run round by round.

    line -> session events -> tracker -> table -> scene, displays -> session -> line

`turn(now_ms)` does one round of that and never waits; its caller decides about time: an event loop
in real time, or a demonstration in the time of the simulated board. A round in which something was
carried out shows that immediately; what is legal next is computed bit by bit in the following
rounds, which should come soon while `is_behind`.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import perf_counter_ns, thread_time_ns
from typing import NamedTuple

from msgspec import structs

from duelmat_engine import Seat, seat_letter
from duelmat_files.errors import NotKeptError
from duelmat_hardware import AntennaIndex, Mat
from duelmat_host.app.metrics import Metrics
from duelmat_host.app.table_log import TableLog
from duelmat_host.errors import JournalError
from duelmat_host.link.boardlog import BoardLog
from duelmat_host.link.events import (
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
    Touch,
    WrongBoard,
)
from duelmat_host.link.line import BoardLine
from duelmat_host.link.session import HOT_MAX, LinkState, LinkStatistics
from duelmat_host.sensing.layout import Layout
from duelmat_host.sensing.tracker import Problem, Tracker
from duelmat_host.showing.hot_zones import HOT_MS, hot_zones
from duelmat_host.showing.lights import display_text, styles
from duelmat_host.showing.view_types import LinkView
from duelmat_host.table.table import DuelTable
from duelmat_host.table.zone_map import PadName
from duelmat_message import say, words_of
from duelmat_message.errors import DuelmatError
from duelmat_wire import lamps

_log = logging.getLogger(__name__)

SETTLE_MS = 60
"""The time that a zone must have shown the same before it counts."""
STEPS_A_ROUND = 32
"""This many steps towards the legal actions are made in one round: about 1 ms of work. It is a
number and no time, so that in virtual time nothing depends on the speed of the machine
(docs/adr/0018).
"""
AGAIN_MS = 500
"""The time after which what could not be kept is tried again."""
LINES_SHOWN = 5
"""The number of the board's last log lines that are kept for people."""
STRANGE_BYTES = 128
"""A board of ours has sent its hello before it has sent this many."""
FIRST_LOOK_MS = 2_000
"""After a stop, the mat is compared once all zones have been read, or after this time."""


class Work(NamedTuple):
    """The host's time for one round, or for one answer from a page; waiting for disks included."""

    real_ns: int
    cpu_ns: int
    """The processor time of it, in this thread."""


def _unmeasured(work: Work) -> None:
    """Ignore the work: nobody measures it."""


def _anybodys(_: PadName) -> Seat | None:
    """Return None: nobody knows whose finger touches a real mat."""
    return None


def _all_of_it(lying: Layout, _now_ms: int) -> Layout:
    """Return the whole layout: nothing is kept from the referee."""
    return lying


def _no_touch(_: PadName) -> bool:
    """Return False: no touch is meant for anybody but the referee."""
    return False


def _unchecked() -> None:
    """Let a retry go ahead: nobody checks whether things can be kept."""


class LineView(LinkStatistics, frozen=True, kw_only=True):
    """The line to the mat, in counts."""

    state: str
    """`searching`, `wrong` or `up`."""
    firmware: str | None
    """The version of the board's firmware; null before it is known."""
    sweep_ms: int | None
    """The time that the board needs to look at every zone."""
    faults: str
    """The zones with a faulty reader, or `none`."""
    told: list[str]
    """The board's last five lines, the newest last."""


class TableLoop:
    """One mat and the duel on it."""

    def __init__(
        self,
        mat: Mat,
        line: BoardLine,
        tracker: Tracker,
        table: DuelTable,
        metrics: Metrics | None = None,
    ) -> None:
        self.mat = mat
        self.line = line
        self.tracker = tracker
        self.table = table
        self.faults: set[str] = set()
        self.board_log = BoardLog()
        self.on_work: Callable[[Work], None] = _unmeasured
        """Called after each round in which the host had work; set by whoever measures."""
        self.check_keeping: Callable[[], None] = _unchecked
        """Called after something could not be kept; raises DuelmatError as long as that is so."""
        self.whose_touch: Callable[[PadName], Seat | None] = _anybodys
        """Returns the seat whose finger touches a pad; None where that is unknown."""
        self.gate: Callable[[Layout, int], Layout] = _all_of_it
        """Returns the part of what lies on the mat that the referee may judge, each round."""
        self.can_hold = True
        """Whether fingers can hold a button: simulated ones press, however long that takes."""
        self.takes_touch: Callable[[PadName], bool] = _no_touch
        """Takes a touch before the referee does; False if it is meant for the referee."""
        self.metrics = metrics or Metrics()
        self.is_behind = False
        """Whether something was shown whose consequences are still to be computed."""
        self.version = 0
        self.releases: Counter[str] = Counter()
        """The number of times each button has been let go."""
        self._pressed_ms: dict[int, int] = {}
        """The buttons that are down, each with the time of its press by the mat's clock."""
        self._table_log = TableLog(table, self.metrics)
        self._lamps = tuple(lamp.name for lamp in mat.lamps)
        self._styles = b""
        self._problems: tuple[Problem, ...] = ()
        self._trouble = ""
        """The reason why not all can be kept, in words; "" if all can."""
        self._again_ms: int | None = None
        """The time at which that is tried again; None = not yet fixed."""
        self._map_since_ms: int | None = None
        self._failed_layout: Layout | None = None
        """The layout at which the table failed last; None once it has taken another."""
        self._expected_for: tuple[int, int] | None = None
        self._expected: tuple[AntennaIndex, ...] = ()
        self._expected_ms = 0

    def turn(self, now_ms: int) -> int:
        """Do one round; return how many events the board had sent."""
        events = self.line.turn(now_ms)
        self.metrics.rounds += 1
        started = _now()
        before = self.table.state.duel, self.table.version, self.is_behind
        for event in events:
            self._table_log.take(event)
            try:
                with suppress(JournalError), self.reporting_trouble():
                    self._take(event, now_ms)
            except Exception as error:  # noqa: BLE001  (one event never ends the table)
                _log.exception("an event of the board is left out: %s", type(event).__name__)
                self._report_left_out(type(event).__name__, error, say("do it again"))
        self._check_trouble(now_ms, is_asked=bool(events))
        if not self._trouble:
            with suppress(JournalError), self.reporting_trouble():
                self._sense(now_ms)
        if self.table.state.duel is before[0]:
            self._look_ahead()
        self.is_behind = not self.table.legal().is_listed
        self._show()
        if not self.is_behind:
            self._expect(now_ms)
        if events or before[1:] != (self.table.version, False):
            self._tell_work(started)
        self._table_log.look(self.table)
        self._table_log.count(self.line.session, now_ms)
        return len(events)

    def close(self) -> None:
        """Log what has happened since the last round, and give the port back."""
        self._table_log.look(self.table)
        self.line.close()

    def _look_ahead(self) -> None:
        """Compute a part of what is legal next, so that a card laid meanwhile waits no longer."""
        self.table.legal().go_on(STEPS_A_ROUND)

    def answer(self, seat: Seat, prompt: str, option: int) -> None:
        """Take an answer that was given on a page. Raises DeclinedError."""
        started = _now()
        self.table.answer(seat, prompt, option)
        self._tell_work(started)

    def _tell_work(self, started: Work) -> None:
        now = _now()
        work = Work(now.real_ns - started.real_ns, now.cpu_ns - started.cpu_ns)
        self.metrics.take_work(work.real_ns)
        self.on_work(work)

    def _sense(self, now_ms: int) -> None:
        """Give the table the layout of the mat, once that is known."""
        table = self.table
        settled = self.tracker.settled(now_ms, SETTLE_MS)
        if self.line.session.has_map:
            if self._map_since_ms is None:
                self._map_since_ms = now_ms
            is_whole = not settled.pending or now_ms - self._map_since_ms >= FIRST_LOOK_MS
            if is_whole or not table.is_unseen:
                layout = self.gate(settled.layout, now_ms)
                if table.is_unseen or layout != table.layout:
                    self._sense_layout(layout, now_ms)
        self._tell_problems(settled.problems)
        table.tick(now_ms)

    def _sense_layout(self, layout: Layout, now_ms: int) -> None:
        """Give the table a layout; one that it fails at is left out until something moves."""
        if layout == self._failed_layout:
            return
        try:
            self.table.sense(layout, now_ms)
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001  (one layout never ends the table)
            self._failed_layout = layout
            _log.exception("a layout of the mat is left out")
            self._report_left_out("layout", error, say("move a card"))
        else:
            self._failed_layout = None

    def _take(self, event: BoardEvent, now_ms: int) -> None:
        table = self.table
        match event:
            case Sighting() | Snapshot():
                self.tracker.take(event, now_ms)
            case Touch(pad=pad, is_pressed=True, event=number):
                self.metrics.touches += 1
                touched = table.state.zones.pad_name(pad)
                if self.takes_touch(touched):
                    return
                whose = self.whose_touch(touched)
                table.touch(touched, now_ms, self._cause(number), whose)
            case Button(button=button, is_pressed=True, event=number):
                self.metrics.presses += 1
                self._pressed_ms[button] = event.at_ms
                name = table.state.zones.button_name(button)
                table.press(name, now_ms, self._cause(number))
            case Button(button=button, is_pressed=False, event=number):
                held_ms = event.at_ms - self._pressed_ms.pop(button, event.at_ms)
                held_ms = held_ms if self.can_hold else 0
                name = table.state.zones.button_name(button)
                self.releases[name] += 1
                table.release(name, now_ms, held_ms, self._cause(number))
            case Health(index=index, state=state):
                self.tracker.take(event, now_ms)
                zone = self.mat.antennas[index].zone
                if state is HealthState.FINE:
                    self.faults.discard(zone)
                else:
                    self.faults.add(zone)
                self.version += 1
            case Log() | BoardReady() | BoardLost() | WrongBoard():
                self.board_log.take(event)
                self.version += 1
            case _:
                pass

    def _report_left_out(self, what: str, error: Exception, advice: str) -> None:
        """Add a line to the board's log: something that it reported could not be used."""
        why = type(error).__name__
        text = say(
            "a {what} of the board was left out ({why}): {advice}; the log has the fault.",
            what=what,
            why=why,
            advice=advice,
        )
        self.board_log.take(Log(LogLevel.WARNING, text))
        self.version += 1

    def _cause(self, number: int) -> tuple[int, int] | None:
        """Return the identity of the board's event, recorded so that none is acted on twice."""
        position = self.line.session.position
        return None if position is None else (position.boot_id, number)

    def _show(self) -> None:
        """Show the state of the table, which the journal holds by now."""
        session = self.line.session
        shown = self.table.shown()
        wanted = styles(shown, self._lamps, self.faults, foreseen=not self.is_behind)
        if self.is_behind:
            wanted = self._still_open(wanted)
        if wanted != self._styles:
            were_playable = self.playable
            self._styles = wanted
            self.version += self.playable != were_playable
            session.show_scene(wanted)
        if self.is_behind:
            return
        for seat in map(Seat, shown.state.duel.seats):
            session.show_display(seat_letter(seat), display_text(shown, seat))

    @property
    def playable(self) -> list[str]:
        """The zones that are lit as legal."""
        lit = zip(self._lamps, self._styles, strict=False)  # none before the first scene
        return [name for name, style in lit if style == lamps.LEGAL]

    def _still_open(self, wanted: bytes) -> bytes:
        """Return the wanted styles with open zones left lit until the new ones are known."""
        return bytes(
            lamps.LEGAL if (new, old) == (lamps.OFF, lamps.LEGAL) else new
            for new, old in zip(wanted, self._styles or wanted, strict=True)
        )

    def _expect(self, now_ms: int) -> None:
        """Ask the mat to scan more often where hands are expected."""
        if self.line.session.state is not LinkState.UP:
            self._expected_for = None
            return
        seen = (self.table.version, id(self.table.state.duel))
        is_old = now_ms - self._expected_ms >= HOT_MS // 2
        if seen == self._expected_for and not (is_old and self._expected):
            return
        if seen != self._expected_for:
            self._expected_for = seen
            zones = hot_zones(self.table.shown())
            antennas = self.table.state.zones.antennas(zones)[:HOT_MAX]
            if antennas == self._expected and not is_old:
                return
            self._expected = antennas
        self._expected_ms = now_ms
        self.line.session.expect(self._expected, HOT_MS)

    @property
    def boot(self) -> int | None:
        """Return the boot of the board that events come from; None before it is known."""
        position = self.line.session.position
        return None if position is None else position.boot_id

    def hot(self) -> frozenset[str]:
        """Return the zones that the mat has been asked to scan more often."""
        return frozenset(self.mat.antennas[index].zone for index in self._expected)

    def _tell_problems(self, problems: tuple[Problem, ...]) -> None:
        """Report what lies there that cannot be understood."""
        if problems != self._problems:
            self._problems = problems
            self.table.report_problems(problems, self._trouble)

    @contextmanager
    def reporting_trouble(self) -> Iterator[None]:
        """Say on every page what cannot be kept meanwhile, until it can."""
        try:
            yield
        except (JournalError, NotKeptError) as error:
            self._again_ms = None
            self._tell_trouble(words_of(error))
            raise

    def _check_trouble(self, now_ms: int, *, is_asked: bool) -> None:
        """Find out from time to time, and whenever something has come, whether all can be kept."""
        if not self._trouble:
            return
        if self._again_ms is None:
            self._again_ms = now_ms + AGAIN_MS
            return
        if not is_asked and now_ms < self._again_ms:
            return
        self._again_ms = now_ms + AGAIN_MS
        try:
            self.check_keeping()
        except DuelmatError as error:
            self._tell_trouble(words_of(error))
        else:
            self._tell_trouble("")

    def _tell_trouble(self, trouble: str) -> None:
        """Report that something cannot be kept, or that it can again."""
        if trouble != self._trouble:
            if trouble:
                _log.warning("%s", trouble)
            else:
                _log.info("what could not be kept can be kept again")
            self._trouble = trouble
            self.table.report_problems(self._problems, trouble)

    def style_of(self, zone: str) -> int:
        """Return the style last asked for a zone's lamp; OFF for what has no lamp."""
        if zone not in self._lamps or not self._styles:
            return lamps.OFF
        return self._styles[self._lamps.index(zone)]

    def statistics(self) -> LineView:
        """Return counts of the line, for whoever maintains the mat."""
        session = self.line.session
        hello, status = session.hello, session.status
        return LineView(
            state=session.state.value,
            firmware=".".join(map(str, hello.firmware)) if hello else None,
            sweep_ms=status.sweep_ms if status else None,
            faults=", ".join(sorted(self.faults)) or "none",
            told=list(self.board_log.lines[-LINES_SHOWN:]),
            **structs.asdict(session.statistics),
        )

    def link(self) -> LinkView:
        """Return the state of the connection to the board, in words for people."""
        state = self.line.session.state
        waiting = self.line.waiting_for
        if waiting is not None:
            return LinkView("down", say("{reason:capital}", reason=waiting))
        if state is LinkState.WRONG:
            return LinkView("wrong", self.line.session.advice or "")
        if state is LinkState.UP:
            trouble = self.board_log.trouble
            if trouble is None:
                return LinkView("up", say("The mat is connected."))
            text = say(
                "The mat is connected and tells of a trouble that lasts: {trouble}. It may read "
                "cards late; between duels, `duelmat doctor` says what to check.",
                trouble=trouble,
            )
            return LinkView("weak", text)
        if self.line.session.hello is None and self.line.bytes_read > STRANGE_BYTES:
            text = say(
                "Expected a mat on the port, got {bytes} bytes that are not its protocol: check "
                "that --port names the mat, and that its firmware is Duelmat's.",
                bytes=self.line.bytes_read,
            )
        else:
            text = say(
                "Expected a mat on the port, got no answer yet: check that it has power, and that "
                "--port names it."
            )
        return LinkView("down", text)


def _now() -> Work:
    """Return the clocks that work is measured by, with an arbitrary start."""
    return Work(perf_counter_ns(), thread_time_ns())
