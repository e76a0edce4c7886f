"""The link under fire, in small; `duelmat bench link` does the same at length."""

from pathlib import Path
from typing import Any

import pytest

from duelmat_bench.firmware.figures import rig_figures
from duelmat_bench.link.fire import faults
from duelmat_bench.link.loss import measure_loss, measure_stall
from duelmat_bench.link.unplug import measure_unplugging
from duelmat_hardware import load_mat
from duelmat_host.link import (
    BoardLine,
    BoardReady,
    BoardSession,
    Button,
    VirtualTime,
    start_rig,
)

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("interpreter", "frames"), [("cpython", 100_000), ("1.28", 10_000), ("1.29", 10_000)]
)
def test_no_wrong_frame_is_taken_for_a_right_one(interpreter: str, frames: int) -> None:
    """Bits flipped, bytes lost, doubled, swapped, put in between: all of it is noise."""
    told = rig_figures(
        "duelmat_bench.firmware.wrong_frames",
        "--interpreter",
        interpreter,
        "--frames",
        str(frames),
    )
    assert told["frames"] == frames
    assert told["accepted_wrongly"] == 0


@pytest.mark.parametrize(("seed", "loss"), [(1, 0.05), (2, 0.0), (3, 0.05), (3, 0.0)])
def test_lost_frames_cost_a_moment_and_no_event(seed: int, loss: float) -> None:
    """One frame in twenty lost each way: every press and every card arrives, once and in order.

    Presses are short, and without a loss none is missed either while cards come and go.
    """
    told = measure_loss("1.29", rounds=25, seed=seed, loss=loss)
    assert (told["frames_lost"] > 0) == (loss > 0)
    assert (told["lost"], told["doubled"], told["maps_unequal"]) == (0, 0, 0)


def test_a_host_that_stalls_does_not_slow_the_scan() -> None:
    """Seconds without a taker change the sweeps by less than a tenth; then all is made up."""
    told = measure_stall("1.28", stall_ms=3_000)
    assert abs(told["sweep_change"]) < 0.1
    assert told["is_up_after"]
    assert told["agrees_after"]


def test_a_pulled_cable_and_a_reset_leave_the_duel_as_it_was() -> None:
    """At any byte: life, phase, log and layout are the same, within a second of the return."""
    told = measure_unplugging("1.29", unplugs=20, plays=2)
    assert (told["unplugs"], told["resets"], told["resumed"]) == (20, 1, 21)
    assert (told["changed"], told["late"], told["stuck"]) == (0, 0, None)


def test_a_button_held_while_the_board_resets_is_pressed_once(tmp_path: Path) -> None:
    """The finger that is still on it after the reset has pressed before."""
    mat = load_mat()
    rig = start_rig(tmp_path, "1.29", "virtual", 1, mat)
    try:
        with rig.client() as hands:
            session = BoardSession(mat)
            time = VirtualTime(BoardLine(rig.port, session), hands)
            heard = [e for _ in range(100) for e in time.step(10)]
            hands.ask("hold", button="b.phase", down=True)
            heard += [e for _ in range(30) for e in time.step(10)]
            hands.run(10)
            hands.reset()
            heard += [e for _ in range(320) for e in time.step(10)]
            hands.ask("hold", button="b.phase", down=False)
            heard += [e for _ in range(30) for e in time.step(10)]
            hands.button("b.phase", 100)
            heard += [e for _ in range(30) for e in time.step(10)]
    finally:
        rig.stop()
    assert sum(isinstance(e, BoardReady) for e in heard) == 2
    assert [e.is_pressed for e in heard if isinstance(e, Button)] == [True, False, True, False]


GOOD: dict[str, Any] = {
    "mutated": {"cpython": {"accepted_wrongly": 0}},
    "loss": {"1.28": {"lost": 0, "doubled": 0, "maps_unequal": 0, "agreement_ms": {"p99": 80}}},
    "stall": {"1.28": {"sweep_change": 0.01, "agrees_after": True}},
    "unplug": {
        "1.28": {"unplugs": 9, "resets": 1, "resumed": 10, "late": 0, "changed": 0, "stuck": None}
    },
}


@pytest.mark.parametrize(
    ("part", "name", "wrong"),
    [
        ("mutated", "cpython", {"accepted_wrongly": 1}),
        ("loss", "1.28", {"lost": 1}),
        ("loss", "1.28", {"agreement_ms": {"p99": 201}}),
        ("stall", "1.28", {"sweep_change": -0.1}),
        ("unplug", "1.28", {"resumed": 9}),
        ("unplug", "1.28", {"changed": 1}),
        ("unplug", "1.28", {"late": 1}),
        ("unplug", "1.28", {"ends_as_recorded": False}),
    ],
)
def test_what_is_not_as_it_must_be_is_named(part: str, name: str, wrong: dict[str, Any]) -> None:
    """The bench ends with 1 and says which figure."""
    assert faults(GOOD) == []
    broken = GOOD | {part: {name: GOOD[part][name] | wrong}}
    assert len(faults(broken)) == 1
