"""Spectators are shown nothing that is younger than the delay, whatever clocks and programs do."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_hub.delayed_tables import DelayedTables, ShownTable
from duelmat_hub.exports import csv_of
from duelmat_hub.pages import Pages
from duelmat_hub.pages.page_list import FEEDS
from duelmat_hub.report_store import Received, ReportStore
from duelmat_hub.reporting import TableNow
from duelmat_hub.running_time import RunningTime
from duelmat_hub.store import open_file
from duelmat_serving.errors import UnknownPageError
from duelmat_tournament import commands, floor_commands
from duelmat_tournament.names import TableNumber
from duelmat_tournament.results import played
from duelmat_venue.reports import Batch, Report
from hub.scenes import Scene, in_cut, mid_round
from hub.shown import CODE, pages_of
from hub.stores import OpenStore

TABLE = TableNumber(1)
ONE, OTHER = "1" * 32, "2" * 32
SCENE = mid_round()
CANARY = re.compile(r"canary-([0-9]+)\.")


class Hall:
    """Programs of a hub on one store, in a time that is true and that none of them knows."""

    def __init__(self, open_store: OpenStore) -> None:
        self.open_store = open_store
        self.true_ms = 0
        self.delay_s = 0
        self.arrived_ms: list[int] = []
        """The moment at which each report came in, in true time."""
        self.writer = self.new_store(0)

    def new_store(self, uptime_ms: int) -> ReportStore:
        began_ms = self.true_ms
        return ReportStore(self.open_store(), lambda: self.true_ms - began_ms + uptime_ms)

    def report(self, changes: dict[str, Any] | None = None, stream: str = ONE, n: int = 0) -> None:
        """Let a report come in, at whatever moment the clock on the wall shows."""
        number = len(self.arrived_ms)
        line = {"log": [{"n": number + 1, "text": f"canary-{number}."}]}
        report = Report(n or number + 1, 0, line if changes is None else changes)
        wall_ms = (number * 7_919_000_003) % 10**13
        batch = Batch(stream, 2, 1, wall_ms, (report,))
        assert self.writer.keep([Received(TABLE, "a" * 64, wall_ms, batch)]) == [report.n]
        self.arrived_ms.append(self.true_ms)


class Program:
    """One program of the hub, with what it shows."""

    def __init__(self, hall: Hall, uptime_ms: int = 0) -> None:
        self.hall = hall
        self.store = hall.new_store(uptime_ms)
        self.delayed = DelayedTables(self.store, lambda _: hall.delay_s)
        self.shown: set[int] = set()
        self.checked: ShownTable | None = None
        asyncio.run(self.delayed.start())

    def read(self) -> None:
        self.delayed.take(self.store.read_after(0, 0))

    def tick(self) -> None:
        self.store.note_time()
        self.delayed.release()

    def html(self) -> str:
        pages = Pages(
            lambda: SCENE.event,
            lambda: CODE,
            lambda: None,
            lambda: SCENE.now_ms,
            shown=lambda: self.delayed.tables,
        )
        return "".join(map(pages.topic, (f"watch-{TABLE}", f"overlay-{TABLE}", "stage")))

    def check(self) -> None:
        """Whatever has come to be shown is as old as the delay."""
        now = self.delayed.tables.get(TABLE)
        if now is self.checked:
            return
        self.checked = now
        found = {int(number) for number in CANARY.findall(self.html())}
        for number in found - self.shown:
            age_ms = self.hall.true_ms - self.hall.arrived_ms[number]
            assert age_ms >= 1000 * self.hall.delay_s, f"report {number} is {age_ms} ms old"
        self.shown |= found


STEPS = st.one_of(
    st.tuples(st.just("wait"), st.sampled_from((1_000, 59_000, 60_000, 299_000, 400_000))),
    st.tuples(st.just("report"), st.just(0)),
    st.tuples(st.sampled_from(("read", "silence")), st.integers(0, 1)),
    st.tuples(st.just("restart"), st.integers(0, 10**9)),
    st.tuples(st.just("delay"), st.sampled_from((0, 60, 300))),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(STEPS, max_size=20))
def test_nothing_is_shown_before_the_delay_is_over(steps: list[tuple[str, int]]) -> None:
    """Through arrivals, late reading, clocks that are set, restarts after any time, other delays,
    and a second program.
    """
    with tempfile.TemporaryDirectory() as folder, closing(open_file(Path(folder))) as store:
        hall = Hall(lambda: store)
        programs = [Program(hall), Program(hall, 10**6)]
        for step, amount in [*steps, ("read", 0), ("read", 1), ("wait", 300_000)]:
            match step:
                case "wait":
                    hall.true_ms += amount
                    for each in programs:
                        each.tick()
                case "report":
                    hall.report()
                case "read":
                    programs[amount].read()
                case "silence":
                    programs[amount].delayed.note_silence(TABLE, is_silent=amount == 1)
                case "restart":
                    programs[amount % 2] = Program(hall, amount)
                    hall.writer = hall.new_store(amount)
                case "delay":
                    hall.delay_s = amount
            for each in programs:
                each.check()
        assert all(each.shown == set(range(len(hall.arrived_ms))) for each in programs)


@pytest.fixture
def hall(open_store: OpenStore) -> Hall:
    return Hall(open_store)


def shown(program: Program) -> dict[str, Any]:
    found = program.delayed.tables.get(TABLE)
    return {} if found is None else dict(found.view)


def turns(program: Program, hall: Hall, moments_ms: Iterable[int]) -> list[int]:
    """Return the turns that are shown at some moments."""
    found = []
    for hall.true_ms in moments_ms:
        program.tick()
        found.append(shown(program).get("turn", 0))
    return found


def test_a_takeback_is_shown_as_it_was(hall: Hall) -> None:
    """What was taken back within the delay is shown, and taken back, both later."""
    hall.delay_s = 60
    program = Program(hall)
    for hall.true_ms, turn in ((1_000, 1), (5_000, 2), (9_000, 1)):
        hall.report({"turn": turn})
        program.read()
    assert turns(program, hall, (60_999, 61_000, 65_000, 69_000)) == [0, 1, 2, 1]


def test_what_is_read_again_changes_nothing(hall: Hall) -> None:
    program = Program(hall)
    hall.report({"turn": 1})
    program.read()
    changes: list[set[int]] = []
    program.delayed.notify(changes.append)
    program.read()
    program.tick()
    assert changes == []


def test_a_longer_delay_holds_and_a_shorter_one_goes_forward(hall: Hall) -> None:
    program = Program(hall)
    hall.delay_s = 60
    for hall.true_ms, turn in ((1_000, 1), (30_000, 2)):
        hall.report({"turn": turn})
        program.read()
    assert turns(program, hall, (61_000,)) == [1]
    hall.delay_s = 300
    assert turns(program, hall, (90_000, 329_999)) == [1, 1], "nothing newer, and nothing back"
    hall.delay_s = 10
    assert turns(program, hall, (330_000,)) == [2]


def test_after_a_restart_it_goes_on_where_it_was(hall: Hall) -> None:
    """Nothing is blank, and nothing comes earlier for the time in which no hub ran."""
    hall.delay_s = 60
    program = Program(hall)
    for hall.true_ms, turn in ((1_000, 1), (50_000, 2)):
        hall.report({"turn": turn})
        program.read()
    assert turns(program, hall, (70_000,)) == [1]
    hall.true_ms = 5_000_000
    again = Program(hall, 10**8)
    assert turns(again, hall, (5_003_000, 5_030_000, 5_050_000)) == [1, 1, 2]


def test_a_new_duel_is_shown_when_the_one_before_was(hall: Hall) -> None:
    """Reports of a program that another one has taken the place of are shown no more."""
    hall.delay_s = 60
    program = Program(hall)
    hall.report({"turn": 9, "phase": "main1"})
    program.read()
    hall.true_ms = 10_000
    hall.report({"turn": 1}, OTHER, 1)
    hall.report({"turn": 10}, ONE, 2)
    program.read()
    assert turns(program, hall, (60_000,)) == [9]
    again = Program(hall)
    assert turns(again, hall, (63_000,)) == [9], "also after a restart"
    assert turns(program, hall, (70_000,)) == [1]
    assert "phase" not in shown(program)


def test_silence_is_shown_when_it_is_the_turn_of_its_moment(hall: Hall) -> None:
    hall.delay_s = 60
    program = Program(hall)
    hall.report({"turn": 1})
    program.read()
    hall.true_ms = 3_000
    program.delayed.note_silence(TABLE, is_silent=True)
    hall.true_ms = 8_000
    program.delayed.note_silence(TABLE, is_silent=False)
    found = []
    for hall.true_ms in (62_999, 63_000, 68_000):
        program.tick()
        found.append("STALE" in program.html())
    assert found == [False, True, False]


def test_running_time_goes_on_from_what_the_store_has() -> None:
    now_ms = 500
    time = RunningTime(lambda: now_ms)
    assert time.now_ms() == 0
    time.reach(1_000)
    now_ms = 700
    assert time.now_ms() == 1_200
    time.reach(900)
    assert time.now_ms() == 1_200, "it never steps back"


# The other roads to the present


class Late:
    """An event whose table 1 plays later for spectators than it does."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.number = scene.now.rounds[-1].number
        self.table = scene.matches()[0].table
        self.view: dict[str, Any] = {"turn": 3}
        self.pages = Pages(
            lambda: scene.event,
            lambda: CODE,
            lambda: None,
            lambda: scene.now_ms,
            lambda: {self.table: TableNow(self.table, self.number, stream=ONE)},
            lambda: {self.table: ShownTable(self.table, self.number, 1, 1, self.view)},
        )

    def public(self) -> dict[str, str]:
        """Return all that everybody may ask for."""
        found = {name: self.pages.topic(name) for name in FEEDS["hall"]}
        found |= {path: self.pages.page(path, {}, None) for path in ("/", "/hall", "/standings")}
        event = self.pages.public_event()
        assert event is not None
        return found | {"csv": csv_of("pairings.csv", event).decode()}


def test_a_result_is_told_when_its_match_was_shown_to_the_end() -> None:
    """The staff know it before."""
    late = Late(in_cut())
    late.scene.ask(floor_commands.SetDelay(late.table, 300))
    before, scores = late.public(), late.pages.topic("scores")
    match = late.scene.matches()[0]
    settle = commands.EnterResult(late.scene.now.rounds[-1].number, late.table, played(2, 0))
    late.scene.ask(settle)
    assert late.pages.topic("scores") != scores, "the staff know it"
    assert late.public() == before
    late.view = {"turn": 3, "result": {"wins": {"a": 2, "b": 0}, "draws": 0, "confirmed": []}}
    after = late.public()
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"bracket", "finished", "/", "/hall", "/standings", "csv"}
    assert late.scene.now.name_of(match.first) in after["bracket"]


def test_the_desk_is_told_what_closing_a_round_tells() -> None:
    scene = in_cut()
    table, number = scene.matches()[0].table, scene.now.rounds[-1].number
    for match in scene.matches():
        scene.ask(commands.EnterResult(number, match.table, played(2, 0)))
    words = "also of tables that they are shown later"
    assert words not in pages_of(scene).topic("rounds")
    scene.ask(floor_commands.SetDelay(table, 300))
    assert words in pages_of(scene).topic("rounds")


def test_a_result_without_a_delay_is_told_at_once() -> None:
    late = Late(in_cut())
    before = late.public()
    late.scene.ask(commands.EnterResult(late.number, late.table, played(2, 0)))
    assert late.public() != before


def test_the_extension_of_a_late_table_is_not_shown() -> None:
    """How much time a call has cost is known at the table later than here."""
    scene = mid_round()
    match = next(each for each in scene.matches() if each.extension_s)
    pages = Late(scene).pages
    before = pages.topic(f"watch-{match.table}")
    scene.ask(floor_commands.SetDelay(match.table, 60))
    assert f'data-ends-ms="{scene.now.rounds[-1].clock.ends_ms}"' in pages.topic(  # type: ignore[union-attr]
        f"watch-{match.table}"
    )
    assert pages.topic(f"watch-{match.table}") != before


def test_a_moved_match_is_shown_as_it_was_until_the_other_table_is_old_enough() -> None:
    """Spectators of either table are told where it goes on."""
    scene = mid_round()
    match = scene.matches()[2]
    spare, number = TableNumber(99), scene.now.rounds[-1].number
    here = ShownTable(match.table, number, 1, 1, {"turn": 3, "life": {"a": 31, "b": 16}})
    shown: dict[int, ShownTable] = {match.table: here}
    pages = Pages(
        lambda: scene.event, lambda: CODE, lambda: None, lambda: scene.now_ms, shown=lambda: shown
    )
    scene.ask(floor_commands.MoveMatch(number, match.table, spare, ONE, 7))
    assert "The match has gone to table 99." in pages.topic(f"watch-{match.table}")
    assert "Turn 3" in pages.topic("watch-99")
    assert pages.shows_delayed("watch-99", {match.table})
    shown[spare] = ShownTable(spare, number, 1, 2, {"turn": 4})
    assert "Turn 4" in pages.topic("watch-99")
    assert scene.now.name_of(match.first) in pages.topic("watch-99")


def test_topics_for_judges_are_in_no_feed_of_spectators() -> None:
    pages = Late(mid_round()).pages
    for feed in ("public", "watch", "overlay", "stage"):
        for query in (
            {"table": "1"},
            {"table": "1", "only": "mat-1"},
            {"only": "mats", "table": "1"},
        ):
            found = set(pages.topics_of(feed, None, query))
            assert not [
                name for name in found if name.partition("-")[0] in ("mat", "mats", "table")
            ]


@pytest.mark.parametrize("table", ["", "one", "-1", "1234567"])
def test_a_feed_of_no_table_is_refused(table: str) -> None:
    with pytest.raises(UnknownPageError):
        pages_of(mid_round()).topics_of("watch", None, {"table": table})
