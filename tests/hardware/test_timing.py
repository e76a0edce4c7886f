"""The time of a reader's answer against the clock of the bus."""

from pathlib import Path

import pytest

from duelmat_hardware import STANDARD_MAT, Mat, check
from duelmat_hardware.harness import Harness
from duelmat_hardware.tables import timing_page
from duelmat_hardware.timing import answer_ns, steps


def test_every_answer_comes_before_it_is_sampled(any_mat: Mat, wired: Harness) -> None:
    """With every step at its longest; and the page says from where each was taken."""
    assert answer_ns(any_mat, wired) < 5e8 / any_mat.spi_hz
    assert all(step.ns > 0 and step.source for step in steps(any_mat, wired))
    page = timing_page(any_mat, wired)
    assert f"**{answer_ns(any_mat, wired):.1f}**" in page
    assert "unchecked" in page


@pytest.mark.parametrize(
    ("old", "new", "got"),
    [
        ("spi_hz = 2_000_000", "spi_hz = 5_000_000", "5000000, which leaves it 100 ns"),
    ],
)
def test_a_bus_that_is_too_fast_is_refused(tmp_path: Path, old: str, new: str, got: str) -> None:
    """With the nanoseconds that are missing, and the clock that would do."""
    path = tmp_path / "fast.toml"
    path.write_text(STANDARD_MAT.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    (problem,) = check(path)
    assert (problem.where, problem.got) == ("readers.spi_hz", got)
    assert "an answer takes 1" in problem.expected
    assert "faster multiplexer" in problem.advice
