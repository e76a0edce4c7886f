"""The firmware's own figures, measured as the commands do."""

import pytest

from duelmat_bench.firmware.figures import measure_memory

pytestmark = pytest.mark.long

MOST_BYTES = 100_000


def test_the_firmware_as_it_is_flashed_fits_its_memory() -> None:
    """What is alive after a collection stays below the bound while cards come and go; the hour in
    which it must not grow is `duelmat bench memory`.
    """
    figures = measure_memory("1.29", 1)
    assert figures["is_compiled"]
    assert figures["peak_live_bytes"] <= MOST_BYTES
    assert figures["full_live_bytes"] <= MOST_BYTES
    assert abs(figures["growth_bytes"]) <= 2_000
