"""A table loop's rounds: a play is shown before it is known what may follow, and then that too."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from direct_mat import MAT, Bench, held, lay
from duelmat_engine.judging.listing import legal_action_steps
from duelmat_engine.names import CardKey, Seat
from duelmat_files.errors import NotKeptError
from duelmat_hardware import PadIndex
from duelmat_host.app import table_loop
from duelmat_host.app.mat_use import MoverMatUse
from duelmat_host.app.table_loop import TableLoop, Work
from duelmat_host.link.events import Touch
from duelmat_host.link.session import LinkState
from duelmat_host.players.mover import Mover
from duelmat_host.players.opponent import Opponent
from duelmat_host.sensing.layout import Layout, MatZone
from duelmat_host.sensing.tracker import Settled
from duelmat_host.showing.lights import styles
from duelmat_host.table import table as legal_module
from duelmat_host.table.commands import CorrectLife
from duelmat_host.table.commands import Touch as TouchCommand
from duelmat_host.table.inputs import (
    CommandGiven,
    Input,
    LayoutSensed,
    ProblemsFound,
    TimePassed,
)
from duelmat_host.table.table import LegalActions
from duelmat_message import say
from duelmat_wire import lamps

LAMPS = tuple(lamp.name for lamp in MAT.lamps)
ZONES = {
    "a.hand": held("S4", "H7", "C9"),
    "b.hand": held("H2", "S1"),
    "a.m1": lay("C8"),
    "b.m1": lay("H9"),
}


class Line:
    """A board that reports only what a test has it report, and remembers what it was shown."""

    def __init__(self) -> None:
        self.reported: list[Any] = []
        """The events of the next round."""
        self.scenes: list[bytes] = []
        self.displays: dict[str, str] = {}
        self.expected: list[tuple[int, ...]] = []
        self.session = SimpleNamespace(
            has_map=True,
            state=LinkState.UP,
            position=None,
            show_scene=self.scenes.append,
            show_display=self.displays.__setitem__,
            expect=lambda antennas, _ms: self.expected.append(tuple(antennas)),
        )

    def turn(self, now_ms: int) -> list[Any]:
        reported, self.reported = self.reported, []
        return reported


class Sensed:
    """A tracker that has settled on what the hands have laid down."""

    faulty_zones: frozenset[MatZone] = frozenset()

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def settled(self, now_ms: int, settle_ms: int) -> Settled:
        return Settled(self._layout, (), frozenset(), None)


class Rounds:
    """A table loop over a bench, turned by hand."""

    def __init__(self) -> None:
        self.bench = Bench(ZONES)
        self.line = Line()
        tracker: Any = Sensed(self.bench.mat.layout())
        line: Any = self.line
        self.table_loop = TableLoop(MAT, line, tracker, self.bench.table)
        self._now_ms = 0

    def turn(self) -> None:
        self._now_ms += 20
        self.table_loop.run_round(self._now_ms)

    def catch_up(self) -> int:
        """Turn until nothing is left to work out; how many rounds that took."""
        rounds = 0
        while self.table_loop.is_behind or not rounds:
            self.turn()
            rounds += 1
        return rounds

    def lay_down(self, key: str, place: str) -> None:
        """A card that the table has not been told of; the next round is."""
        self.bench.mat.lying.append((CardKey(key), MatZone(place), False, 0))
        tracker: Any = Sensed(self.bench.mat.layout())
        self.table_loop.sense.tracker = tracker


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step towards the legal actions is made in a round."""
    monkeypatch.setattr(table_loop, "STEPS_A_ROUND", 1)


@pytest.mark.usefixtures("one_at_a_time")
def test_a_play_is_shown_before_what_is_legal_next_is_worked_out() -> None:
    """The zone says at once that it was understood; open zones stay lit, and are right later."""
    rounds = Rounds()
    rounds.catch_up()
    table = rounds.bench.table
    assert rounds.line.scenes[-1][LAMPS.index("a.s3")] == lamps.LEGAL
    rounds.lay_down("a:H7", "a.s3")
    rounds.turn()
    assert rounds.bench.actions()
    assert rounds.table_loop.is_behind
    assert not table.legal.is_listed
    shown = rounds.line.scenes[-1]
    assert shown[LAMPS.index("a.s3")] == lamps.CONFIRM
    assert shown[LAMPS.index("a.m3")] == lamps.LEGAL
    assert rounds.catch_up() > 1
    assert table.legal.is_listed
    assert rounds.line.scenes[-1] == styles(table.now, LAMPS)
    assert tuple(table.legal) == tuple(LegalActions(table.state.duel, table.state.zones))


@pytest.mark.usefixtures("one_at_a_time")
def test_what_comes_while_the_loop_is_behind_is_judged_by_all_that_is_legal() -> None:
    """A second card in the very next round is understood like any other."""
    rounds = Rounds()
    rounds.catch_up()
    rounds.lay_down("a:H7", "a.s3")
    rounds.turn()
    assert rounds.table_loop.is_behind
    rounds.lay_down("a:C9", "a.s2")
    rounds.turn()
    assert len(rounds.bench.actions()) == 2
    rounds.catch_up()
    assert rounds.line.scenes[-1] == styles(rounds.bench.table.now, LAMPS)


def test_pages_are_told_which_zones_are_lit_as_legal() -> None:
    """As soon as the lights are: everybody's version of the table changes with them."""
    rounds = Rounds()
    assert rounds.table_loop.output.playable == []
    before = rounds.table_loop.version
    rounds.catch_up()
    assert "a.s3" in rounds.table_loop.output.playable
    assert rounds.table_loop.version != before
    rounds.lay_down("a:H7", "a.s3")
    rounds.catch_up()
    lit = [
        name
        for name, style in zip(LAMPS, rounds.line.scenes[-1], strict=True)
        if style == lamps.LEGAL
    ]
    assert rounds.table_loop.output.playable == lit
    assert "a.s3" not in lit


def test_work_is_reported_for_rounds_that_had_some_and_kept_by_nobody() -> None:
    """Whoever measures hears of each; the loop itself has nothing that grows."""
    rounds = Rounds()
    rounds.catch_up()
    rounds.turn()
    told: list[Work] = []
    rounds.table_loop.on_work = told.append
    rounds.turn()
    assert told == []
    rounds.lay_down("a:H7", "a.s3")
    assert rounds.catch_up() <= len(told)
    assert all(work.cpu_ns > 0 and work.real_ns > 0 for work in told)


def test_the_processor_does_not_decide_how_many_rounds_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A machine on which an hour passes between any two looks at a clock turns as often."""

    def taken() -> int:
        rounds = Rounds()
        rounds.catch_up()
        rounds.lay_down("a:H7", "a.s3")
        return rounds.catch_up()

    quick = taken()
    hours = count(step=3_600_000_000_000)
    for clock in ("perf_counter_ns", "thread_time_ns"):
        monkeypatch.setattr(table_loop, clock, lambda: next(hours))
    assert taken() == quick


def test_cards_that_are_tried_in_vain_are_steps_too() -> None:
    """A hand of unseen cards is tried card by card, however few actions that gives."""
    table = Bench(ZONES).table
    steps = list(legal_action_steps(table.state.duel))
    assert steps.count(None) > len(steps) / 2
    by_steps = LegalActions(table.state.duel, table.state.zones)
    rounds = 0
    while not by_steps.is_listed:
        by_steps.go_on(5)
        rounds += 1
    assert rounds == len(steps) // 5 + 1
    assert tuple(by_steps) == tuple(LegalActions(table.state.duel, table.state.zones))


def test_legal_actions_are_whole_even_if_listing_them_failed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Half of them are never taken for all."""
    table = Bench(ZONES).table
    whole = tuple(LegalActions(table.state.duel, table.state.zones))

    def fails(duel: Any) -> Any:
        yield next(legal_action_steps(duel))
        raise MemoryError

    monkeypatch.setattr(legal_module, "legal_action_steps", fails)
    broken = LegalActions(table.state.duel, table.state.zones)
    with pytest.raises(MemoryError):
        len(broken)
    assert not broken.is_listed
    monkeypatch.undo()
    with pytest.raises(MemoryError):  # begun anew while it still failed
        list(broken)
    assert tuple(broken) == whole
    assert broken[0] == whole[0]
    assert broken[1:] == whole[1:]


# Faults


class Asked(Rounds):
    """A table loop at which a person moves the cards of an opponent."""

    def __init__(self) -> None:
        super().__init__()
        self.catch_up()
        hands, decider = (
            self.bench.hands,
            SimpleNamespace(ask=lambda *_: None, answer=lambda: None),
        )
        opponent = Opponent(self.bench.table, hands, Seat(1), decider, Random(0))
        self.mover = Mover(self.bench.table, hands, opponent)
        self.table_loop.use = MoverMatUse(self.mover)
        self.catch_up()


def no_room() -> None:
    raise NotKeptError(
        say("what the hands hold"), Path("hands.json"), OSError(28, "No space left")
    )


def test_hands_that_cannot_be_kept_wait_for_room_and_do_not_end_the_table() -> None:
    """The trouble is told; with room again the card that was laid meanwhile is judged."""
    rounds = Asked()
    hands = rounds.bench.hands
    hands.keep = no_room
    rounds.lay_down("a:H7", "a.m3")
    for _ in range(6):
        rounds.turn()
    assert isinstance(rounds.table_loop.keeping.trouble, NotKeptError)
    assert "No space left" in rounds.bench.said()
    hands.keep = lambda: None
    for _ in range(60):
        rounds.turn()
    assert rounds.table_loop.keeping.trouble is None
    assert hands.lying[CardKey("a:H7")].zone == "a.m3"


def test_a_touch_that_cannot_be_kept_does_not_end_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A touch by which a person confirms an act has the hands written down."""
    rounds = Asked()
    monkeypatch.setattr(rounds.mover, "accept_touch", lambda _pad: no_room())
    rounds.line.reported = [Touch(0, PadIndex(0), is_pressed=True)]
    rounds.turn()
    assert isinstance(rounds.table_loop.keeping.trouble, NotKeptError)


def test_a_touch_on_a_page_confirms_what_a_person_did_with_the_programs_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It goes the way of a touch of the mat: what the mover takes the table does not get."""
    rounds = Asked()
    touched: list[str] = []

    def accept(pad: str) -> bool:
        touched.append(pad)
        return True

    monkeypatch.setattr(rounds.mover, "accept_touch", accept)
    inputs = rounds.bench.table.inputs
    rounds.table_loop.take(CommandGiven(Seat(0), TouchCommand("b.deck")))
    assert (touched, rounds.bench.table.inputs) == (["b.deck"], inputs)
    monkeypatch.undo()
    rounds.table_loop.take(CommandGiven(Seat(0), TouchCommand("a.m2")))
    assert rounds.bench.table.inputs == inputs + 1


@pytest.mark.parametrize("fault", [TimePassed, ProblemsFound, LayoutSensed])
def test_what_fails_inside_is_left_out_until_the_table_changes(
    monkeypatch: pytest.MonkeyPatch, fault: type
) -> None:
    """No part of a look ends the table, and each is done again once the duel has gone on."""
    rounds = Rounds()
    rounds.catch_up()
    table, given = rounds.bench.table, []
    take = table.take

    def failing(what: Input, now_ms: int | None = None, cause: Any = None) -> None:
        if isinstance(what, fault):
            given.append(what)
            raise KeyError("S4")
        take(what, now_ms, cause)

    monkeypatch.setattr(table, "take", failing)
    rounds.lay_down("a:H7", "a.s3")
    for _ in range(10):
        rounds.turn()
    tried = len(given)
    assert tried in (1, 2)  # before and after the card was understood
    table.rule(CorrectLife("a", 30, "a slip"))
    for _ in range(10):
        rounds.turn()
    assert len(given) == tried + 1
    monkeypatch.undo()
    table.rule(CorrectLife("a", 20, "a slip"))
    rounds.turn()
    assert rounds.bench.actions()
