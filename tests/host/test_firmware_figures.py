"""The firmware's own figures, measured as the commands do."""

import pytest

from duelmat_bench.firmware.figures import measure_memory

pytestmark = pytest.mark.long

MOST_BYTES = 100_000
MOST_BY_CHANCE_BYTES = 105_000
"""With the garbage that numbers keep which look like addresses."""
GAPS_BYTES = (0, 2_000, 30_000, 90_000)


def test_the_firmware_as_it_is_flashed_fits_its_memory() -> None:
    """What is alive after a collection stays below the bound while cards come and go; the hour in
    which it must not grow is `duelmat bench memory`. What lives is the least of several layouts of
    the heap: more is garbage that one of them keeps by chance.
    """
    runs = [measure_memory("1.29", 0 if gap else 1, gap_bytes=gap) for gap in GAPS_BYTES]
    assert all(run["is_compiled"] for run in runs)
    for name in ("peak_live_bytes", "full_live_bytes"):
        assert min(run[name] for run in runs) <= MOST_BYTES
        assert max(run[name] for run in runs) <= MOST_BY_CHANCE_BYTES
    assert abs(runs[0]["growth_bytes"]) <= 2_000
