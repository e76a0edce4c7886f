"""TableLoop: one mat with a duel on it, run round by round.

    line -> session events -> tracker -> inputs -> table -> entries written -> lights, displays

`run_round(now_ms)` does one round of that and never waits; its caller decides about time: an event
loop in real time, or a demonstration in the time of the simulated board. Pages, judges and
simulated hands put their inputs in by `take`, one at a time, between two rounds. A round in which
something was carried out shows that immediately; what is legal next is computed bit by bit in the
following rounds, which should come soon while `is_behind`.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from functools import partial
from time import perf_counter_ns, thread_time_ns
from typing import Final, NamedTuple

from duelmat_files.errors import NotKeptError
from duelmat_hardware import Mat
from duelmat_host.app.keeping import Keeping
from duelmat_host.app.mat_output import MatOutput
from duelmat_host.app.mat_sense import MatSense
from duelmat_host.app.mat_use import MatUse, PeoplesMat
from duelmat_host.app.metrics import CountedJournal, Metrics
from duelmat_host.app.table_log import TableLog
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import JournalError
from duelmat_host.link.events import BoardEvent, Button, Touch
from duelmat_host.link.line import BoardLine
from duelmat_host.sensing.layout import Layout
from duelmat_host.sensing.tracker import Settled, Tracker
from duelmat_host.table.commands import Touch as TouchCommand
from duelmat_host.table.draft import Chance
from duelmat_host.table.duel_setup import Writer
from duelmat_host.table.inputs import (
    ButtonPressed,
    ButtonReleased,
    CommandGiven,
    Input,
    KeepingFailed,
    LayoutSensed,
    PadTouched,
    ProblemsFound,
    ReadersLost,
    TimePassed,
)
from duelmat_host.table.live import BoardEventId, LiveTable
from duelmat_host.table.state import TableState
from duelmat_host.table.table import table_of
from duelmat_host.table.zone_map import PadName
from duelmat_message import Text, say

_log = logging.getLogger(__name__)

STEPS_A_ROUND: Final = 32
"""This many steps towards the legal actions are made in one round: about 1 ms of work. It is a
number and no time, so that in virtual time nothing depends on the speed of the machine
(docs/adr/0018).
"""


class Work(NamedTuple):
    """The host's time for one round, or for one input from a page; waiting for disks included."""

    real_ns: int
    cpu_ns: int
    """The processor time of it, in this thread."""


class TableLoop:
    """One mat and the duel on it."""

    def __init__(
        self,
        mat: Mat,
        line: BoardLine,
        tracker: Tracker,
        table: LiveTable,
        metrics: Metrics | None = None,
        check_keeping: Callable[[], None] = lambda: None,
    ) -> None:
        """`check_keeping` raises DuelmatError for as long as something cannot be kept."""
        self.line = line
        self.table = table
        self.metrics = metrics or Metrics()
        self.sense = MatSense(mat, tracker)
        self.output = MatOutput(mat, line.session)
        self.keeping = Keeping(check_keeping)
        self.use: MatUse = PeoplesMat()
        """The knowledge about the hands at the mat."""
        self.buttons = Buttons()
        self.on_work: Callable[[Work], None] = lambda _: None
        """Called after each round in which the host had work; set by whoever measures."""
        self.is_behind = False
        """Whether something was shown whose consequences are still to be computed."""
        self._table_log = TableLog(self.metrics)
        table.subscribe(self._table_log.note)
        self._failed: dict[str, tuple[TableState, Layout]] = {}
        """The parts of a look that a fault prevented, each with what it would look at again."""

    def begin(
        self, state: TableState, journal: Writer, chance: Chance, registry: Registry
    ) -> None:
        """Go on with the duel that begins, on the mat as it is."""
        counted = CountedJournal(journal, self.metrics)
        self.table.begin(table_of(state, assist=self.table.now.assist), counted, chance)
        self.know(registry)

    def know(self, registry: Registry) -> None:
        """Read the cards on the mat with another registry."""
        self.sense.tracker.know(registry, self.table.now_ms, self.table.state.setup.keys)

    def seat(self, use: MatUse) -> None:
        """Let these hands use the mat, in the duel that begins, and show what they need."""
        self.use = use
        if (wanted := use.help) is not None:
            self._take(wanted)

    # Inputs

    def take(self, given: Input) -> None:
        """Take an input that does not come from the mat. Raises DeclinedError, JournalError."""
        started = _now()
        if not self._is_touch_of_mover(given):
            self._take(given)
        self._count_work(started)

    def touch_page(self, pad: PadName) -> None:
        """Take a touch of simulated hands where their mat has no pad."""
        self._touch(pad)

    def press_page(self, button: str) -> None:
        """Take a press of simulated hands where their mat has no such button."""
        self.metrics.presses += 1
        self._take(ButtonPressed(button))
        self.buttons.releases[button] += 1

    def _touch(
        self, pad: PadName, now_ms: int | None = None, cause: BoardEventId | None = None
    ) -> None:
        self.metrics.touches += 1
        if not self.use.accept_touch(pad):
            self._take(PadTouched(pad, self.use.whose_touch(pad)), now_ms, cause)

    def _is_touch_of_mover(self, given: Input) -> bool:
        """Whether a touch on a page confirms what a person does with an opponent's cards."""
        if not isinstance(given, CommandGiven) or not isinstance(given.command, TouchCommand):
            return False
        with self.keeping.noting():
            return self.use.accept_touch(PadName(given.command.pad))

    def _take(
        self, given: Input, now_ms: int | None = None, cause: BoardEventId | None = None
    ) -> None:
        with self.keeping.noting():
            self.table.take(given, now_ms, cause)

    # Rounds

    def run_round(self, now_ms: int) -> int:
        """Do one round, and return the number of events that the board had sent."""
        events = self.line.turn(now_ms)
        self.metrics.rounds += 1
        started = _now()
        duel, version, was_behind = self.table.state.duel, self.table.version, self.is_behind
        for event in events:
            self._table_log.take(event)
            take = partial(self._take_event, event, now_ms)
            self._attempt(type(event).__name__, take, say("do it again"))
        self.keeping.try_again(now_ms, is_asked=bool(events))
        self._take(KeepingFailed(self.keeping.trouble), now_ms)
        self._look(now_ms)
        if self.table.state.duel is duel:  # a card laid meanwhile waits no longer than this
            self.table.legal.go_on(STEPS_A_ROUND)
        self.is_behind = not self.table.legal.is_listed
        faulty = self.sense.tracker.faulty_zones
        self.output.show(self.table.now, faulty, is_behind=self.is_behind)
        if not self.is_behind:
            self.output.expect(self.table.now, now_ms)
        if events or was_behind or version != self.table.version:
            self._count_work(started)
        self._table_log.count(self.line.session, now_ms)
        return len(events)

    def close(self) -> None:
        """Give the port back."""
        self.line.close()

    @property
    def version(self) -> tuple[int, int, int]:
        """A version that changes whenever something that pages show may have changed."""
        return self.table.version, self.sense.version, self.output.version

    @property
    def boot(self) -> int | None:
        """Return the boot of the board that events come from; None before it is known."""
        position = self.line.session.position
        return None if position is None else position.boot_id

    def _take_event(self, event: BoardEvent, now_ms: int) -> None:
        zones = self.table.state.zones
        match event:
            case Touch(pad=pad, is_pressed=True, event=number):
                self._touch(zones.pad_name(pad), now_ms, self._cause(number))
            case Button(button=button, is_pressed=True, event=number):
                self.metrics.presses += 1
                self.buttons.press(button, event.at_ms)
                press = ButtonPressed(zones.button_name(button))
                self._take(press, now_ms, self._cause(number))
            case Button(button=button, is_pressed=False, event=number):
                let_go = zones.button_name(button)
                held_ms = self.buttons.release(button, let_go, event.at_ms)
                release = ButtonReleased(let_go, held_ms if self.use.can_hold else 0)
                self._take(release, now_ms, self._cause(number))
            case _:
                self.sense.take(event, now_ms)

    def _look(self, now_ms: int) -> None:
        """Give the table what lies on the mat, and the time, unless something cannot be kept."""
        settled = self.sense.settled(now_ms)
        looks: dict[str, Callable[[], None]] = {
            "layout": partial(self._take_layout, settled, now_ms),
            "readers": partial(self._take, ReadersLost(settled.lost, settled.layout), now_ms),
            "reading": partial(self._take, ProblemsFound(settled.problems), now_ms),
            "tick": partial(self._take, TimePassed(), now_ms),
        }
        for what, look in looks.items():
            seen = self.table.state, settled.layout
            if self.keeping.trouble is not None or self._failed.get(what) == seen:
                continue
            if self._attempt(what, look, say("move a card")):
                self._failed.pop(what, None)
            else:
                self._failed[what] = seen

    def _take_layout(self, settled: Settled, now_ms: int) -> None:
        """Give the table the layout of the mat, once that is known."""
        if not self.line.session.has_map:
            return
        is_awaited = self.table.now.seen.is_awaited
        if self.sense.is_whole(settled, now_ms) or not is_awaited:
            layout = self.use.follow(settled.layout, now_ms)
            if (wanted := self.use.help) is not None:
                self._take(wanted, now_ms)
            if is_awaited or layout != self.table.layout:
                self._take(LayoutSensed(layout), now_ms)

    def _attempt(self, what: str, act: Callable[[], None], advice: Text) -> bool:
        """Do something that never ends the table, and return False if a fault prevented it.

        What could not be kept is noted in `keeping`, and done again by later rounds. Any other
        error is logged, and named in the board's log with the advice.
        """
        try:
            with self.keeping.noting():
                act()
        except (JournalError, NotKeptError):
            return True
        except Exception as error:  # noqa: BLE001  (nothing that a board reports ends the table)
            _log.exception("a %s of the board is left out", what)
            text = say(
                "a {what} of the board was left out ({why}): {advice}; the log has the fault.",
                what=what,
                why=type(error).__name__,
                advice=advice,
            )
            self.sense.note(text)
            return False
        return True

    def _cause(self, number: int) -> BoardEventId | None:
        """Return the identity of the board's event, recorded so that none is acted on twice."""
        position = self.line.session.position
        return None if position is None else (position.boot_id, number)

    def _count_work(self, started: Work) -> None:
        now = _now()
        work = Work(now.real_ns - started.real_ns, now.cpu_ns - started.cpu_ns)
        self.metrics.take_work(work.real_ns)
        self.on_work(work)


class Buttons:
    """The buttons of a mat: those that are down, and the releases of each."""

    def __init__(self) -> None:
        self.releases: Counter[str] = Counter()
        """The number of times each button has been let go, by its name."""
        self._pressed_ms: dict[int, int] = {}
        """The buttons that are down, each with the time of its press by the mat's clock."""

    def press(self, button: int, at_ms: int) -> None:
        self._pressed_ms[button] = at_ms

    def release(self, button: int, name: str, at_ms: int) -> int:
        """Note the release of a button, and return the time that it was down, in ms."""
        self.releases[name] += 1
        return at_ms - self._pressed_ms.pop(button, at_ms)


def _now() -> Work:
    """Return the clocks that work is measured by, with an arbitrary start."""
    return Work(perf_counter_ns(), thread_time_ns())
