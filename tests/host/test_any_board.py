"""Whatever a board reports in valid messages, the table goes on; one event never ends it."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import duelmat_wire as wire
from direct_mat import DECK, MAT, Bench, held, lay, practice_deck
from duelmat_engine.names import Seat
from duelmat_hardware import AntennaIndex, PadIndex
from duelmat_host.app.line_view import line_view
from duelmat_host.app.mat_use import PeoplesMat, SimulatedMatUse
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.cards.registry import Registry
from duelmat_host.link.events import Button, Health, HealthState, Touch
from duelmat_host.link.session import BoardSession
from duelmat_host.sensing.tracker import FOUND_MS, ProblemKind, Tracker
from duelmat_host.table.controls import HOLD_MS
from duelmat_host.table.inputs import Input, LayoutSensed
from duelmat_host.table.zone_map import PadName
from duelmat_wire import lamps
from examples import examples
from fake_board import FakeBoard, hello_of

REGISTRY = Registry.for_simulation([DECK, DECK])
STEP_MS = 20


class MemoryLine:
    """A session joined to a fake board without a port."""

    waiting_for = None
    bytes_read = 0

    def __init__(self) -> None:
        self.session = BoardSession(MAT, 4711)
        hello = hello_of()
        hello.features = wire.FEATURES
        self.board = FakeBoard(hello)
        self.added: list[Any] = []
        """Events that a test slips in after those of the board."""

    def turn(self, now_ms: int) -> list[Any]:
        said = self.board.turn(self.session.poll(now_ms), now_ms)
        self.session.receive(said, now_ms)
        added, self.added = self.added, []
        return [*self.session.events(), *added]


class Playing:
    """A table in the midst of a duel, with a board that may say anything."""

    def __init__(self) -> None:
        self.bench = Bench(
            {
                "a.hand": held("S4", "H7"),
                "b.hand": held("H2"),
                "a.m1": lay("C8"),
                "b.m1": lay("H9"),
            }
        )
        self.line = MemoryLine()
        line: Any = self.line
        self.table_loop = TableLoop(MAT, line, Tracker(MAT, REGISTRY), self.bench.table)
        self.now_ms = 0
        while not self.line.session.has_map:
            self.turn()

    def turn(self, rounds: int = 1) -> None:
        for _ in range(rounds):
            self.now_ms += STEP_MS
            self.table_loop.run_round(self.now_ms)


octets = st.integers(0, 255)
words = st.integers(0, 0xFFFF)
longs = st.integers(0, 0xFFFF_FFFF)
known_tags = st.sampled_from([tag for s in REGISTRY.sleeves for tag in (s.up, s.down)])
tags = known_tags | st.sampled_from([4, 7, 10]).flatmap(
    lambda n: st.binary(min_size=n, max_size=n)
)
contents = st.one_of(
    st.just((wire.EMPTY, ())),
    st.tuples(st.just(wire.ONE), st.tuples(tags)),
    st.tuples(st.sampled_from([wire.SEVERAL, wire.UNSURE]), st.lists(tags, max_size=3).map(tuple)),
)
antennas = st.integers(0, len(MAT.antennas) - 1) | octets
"""Often one that the mat has."""
entries = st.dictionaries(antennas, contents, max_size=5).map(
    lambda found: tuple((antenna, *found[antenna]) for antenna in sorted(found))
)
flags = st.integers(0, 1)
messages = st.one_of(
    st.builds(
        lambda event, t_ms, antenna, seen: wire.Sighting(event, t_ms, antenna, *seen),
        longs,
        longs,
        antennas,
        contents,
    ),
    st.builds(wire.Touch, longs, longs, st.integers(0, len(MAT.pads)) | octets, flags),
    st.builds(wire.Button, longs, longs, st.integers(0, len(MAT.buttons)) | octets, flags),
    st.builds(
        lambda event, part, more, seen: wire.Snapshot(event, part, part + more, seen),
        longs,
        st.integers(0, 200),
        st.integers(1, 55),
        entries,
    ),
    st.builds(wire.Health, antennas, st.integers(0, wire.HEALTH_NO_FIELD)),
    st.builds(wire.Log, st.integers(0, wire.LOG_ERROR), st.text(max_size=40)),
    st.builds(wire.Status, longs, words, longs, words, longs, words, words),
    st.builds(wire.ClockReply, longs, longs),
    st.builds(wire.Tally, antennas, words, words, words),
)


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(messages, st.integers(0, 5)), max_size=15))
def test_no_valid_message_of_a_board_raises(
    caplog: pytest.LogCaptureFixture, sent: list[tuple[wire.Message, int]]
) -> None:
    """Any numbers, in any order: nothing is raised, and nothing had to be left out either."""
    caplog.clear()
    playing = Playing()
    for message, rounds in sent:
        playing.line.board.link.send(message)
        playing.turn(rounds)
    playing.turn(10)
    playing.line.board.touch(0)
    playing.turn(3)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert playing.line.session.has_map


def test_an_event_that_fails_inside_is_logged_and_the_table_goes_on(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of our own while one touch is taken costs that touch only."""
    playing = Playing()
    taken: list[str] = []

    def accept_touch(pad: PadName) -> bool:
        if not taken:
            taken.append("failed")
            raise KeyError(pad)
        taken.append(pad)
        return True

    monkeypatch.setattr(playing.table_loop.use, "accept_touch", accept_touch)
    playing.line.added = [Touch(0, PadIndex(0), is_pressed=True), Touch(0, PadIndex(1), True)]
    playing.turn()
    assert taken == ["failed", MAT.pads[1].name]
    faults = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [(fault.name, fault.exc_info is not None) for fault in faults] == [
        ("duelmat_host.app.table_loop", True)
    ]
    told = line_view(playing.table_loop.line, playing.table_loop.sense).told
    assert any("a Touch of the board was left out (KeyError)" in line for line in told)


def test_a_layout_that_fails_inside_is_logged_once_and_the_next_is_taken(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of our own while a layout is followed costs that layout only."""
    playing = Playing()
    take = playing.bench.table.take
    given: list[dict[Any, Any]] = []

    def failing(what: Input, now_ms: int | None = None, cause: Any = None) -> None:
        if isinstance(what, LayoutSensed):
            given.append(dict(what.layout))
            if len(given) == 1:
                raise KeyError("S4")
        take(what, now_ms, cause)

    monkeypatch.setattr(playing.bench.table, "take", failing)
    sleeve = next(s for s in REGISTRY.sleeves if s.code == "S4")
    first, second = (
        next(a.index for a in MAT.antennas if a.zone == zone) for zone in ("a.m3", "a.m4")
    )
    playing.line.board.see(first, sleeve.up)
    playing.turn(100)
    assert len(given) == 1
    playing.line.board.see(first)
    playing.line.board.see(second, sleeve.up)
    playing.turn(100)
    assert len(given) == 2
    assert dict(playing.bench.table.layout) == given[1]
    faults = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [fault.getMessage() for fault in faults] == ["a layout of the board is left out"]
    told = line_view(playing.table_loop.line, playing.table_loop.sense).told
    assert any("a layout of the board was left out (KeyError)" in line for line in told)


def test_a_zone_is_shown_faulty_until_each_of_its_readers_works_again() -> None:
    """One reader of a zone that works says nothing about the other: lamp and line view agree."""
    playing = Playing()
    playing.turn(20)  # until the board has sent the snapshot that was asked for
    zone = next(zone for zone in MAT.zones if len(zone.antennas) == 2)
    first, second = zone.antennas

    def shown(index: AntennaIndex, state: HealthState) -> tuple[str, bool]:
        playing.line.added = [Health(index, state)]
        playing.turn()
        told = line_view(playing.table_loop.line, playing.table_loop.sense).faults
        return told, playing.table_loop.output.style_of(zone.id) == lamps.FAULT

    assert shown(first, HealthState.SILENT) == (zone.id, True)
    assert shown(second, HealthState.STRANGE) == (zone.id, True)
    assert shown(second, HealthState.FINE) == (zone.id, True)
    assert shown(first, HealthState.FINE) == ("none", False)


def test_a_duel_goes_on_without_a_reader_that_has_died() -> None:
    """The table tells once that its zone is told now, and once that the reader works again."""
    playing = Playing()
    playing.turn(20)  # until the board has sent the snapshot that was asked for
    zone = next(zone for zone in MAT.zones if zone.id == "a.s2")
    state = playing.bench.table.state.duel

    def lost(health: HealthState) -> frozenset[str]:
        playing.line.added = [Health(zone.antennas[0], health)]
        playing.turn(FOUND_MS // STEP_MS + 2)
        return playing.bench.table.state.zones.lost

    assert lost(HealthState.SILENT) == {"a.s2"}
    assert lost(HealthState.FINE) == frozenset()
    assert playing.bench.table.state.duel is state
    assert [line.text for line in playing.bench.table.state.log] == [
        f"The reader of Ana's left magic/trap zone {what}."
        for what in ("does not work. What lies there is told from now on", "works again")
    ]


def test_a_card_of_no_deck_is_asked_about_after_sleeves_were_enrolled_too() -> None:
    """A table that reads the mat with another registry still knows the decks of its duel."""
    playing = Playing()
    others = Registry.for_simulation([practice_deck("ocg")])
    playing.table_loop.know(others)
    antenna = next(each.index for each in MAT.antennas if each.zone == "a.s3")
    playing.line.board.see(antenna, next(iter(others.sleeves)).up)
    playing.turn(20)
    problems = playing.table_loop.sense.tracker.problems()
    assert [each.kind for each in problems] == [ProblemKind.NO_DECK]


@pytest.mark.parametrize("can_hold", [True, False])
def test_a_simulated_press_is_no_holding_however_long_it_takes(*, can_hold: bool) -> None:
    """A busy machine lets a press last: that does not switch when somebody is asked."""
    playing = Playing()
    use = PeoplesMat() if can_hold else SimulatedMatUse(playing.bench.hands)
    playing.table_loop.seat(use)
    ok = next(number for number, button in enumerate(MAT.buttons) if button.name == "b.ok")
    before = playing.bench.table.state.asking_of(Seat(1))
    playing.line.added = [
        Button(0, ok, is_pressed=True, event=1),
        Button(5 * HOLD_MS, ok, is_pressed=False, event=2),
    ]
    playing.turn()
    assert (playing.bench.table.state.asking_of(Seat(1)) != before) is can_hold
