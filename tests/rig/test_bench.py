"""The firmware's figures, in shards short enough for every day."""

from __future__ import annotations

import pytest

from duelmat_bench.firmware.measure import CPYTHON, lines, measure, scan, soak
from duelmat_rig.node_install import MICROPYTHON_VERSIONS
from rig.client import BOARD, FIELD

pytestmark = pytest.mark.long


@pytest.mark.parametrize("micropython", MICROPYTHON_VERSIONS)
def test_visits_keep_their_budget_of_calls_and_take_no_heap(micropython: str) -> None:
    """On the bus and in memory, as the visits are made."""
    figures = measure("scan", micropython, BOARD, FIELD, is_io_only=True, tags=[])
    for name, most in (("empty_poll", 10), ("new_tag_7", 45), ("known_tag_7", 30)):
        assert figures[name]["calls"] <= most
        assert figures[name]["heap_bytes"] == 0
    assert figures["two_tags"]["found"] == 2


def test_sweep_with_ten_cards_stays_within_its_time() -> None:
    """Bytecode, touch, lights and link charged; and the rules of the field are kept."""
    figures = scan("1.29", BOARD, FIELD, (10,))
    # ADR 0032 has what keeps it above 75; SPI at 2 MHz costs 2 more than at 4 MHz (ADR 0069)
    assert figures["sweep_ms"]["10"] <= 83
    assert figures["sweep_io_ms"]["10"] <= 66
    assert figures["play"]["longest_turn_us"] <= 10_000
    assert figures["play"]["shortages"] == 0
    assert figures["guard_violations"] == figures["neighbours_on"] == 0
    assert figures["max_fields_on"] <= 4
    assert figures["seen"]["10"] == 10


def test_table_of_lines_agrees_with_what_is_counted() -> None:
    """Turns that are charged by the table cost what they would cost line by line, on the whole."""
    figures = lines("1.28", BOARD, FIELD, 2)
    assert abs(figures["charged"] - figures["counted"]) <= 0.08 * figures["counted"]


@pytest.mark.parametrize("kind", ["rest", "identity"])
def test_shard_of_the_soak_tells_nothing_wrong(kind: str) -> None:
    """A virtual minute of each; `make soak-mat` has hours."""
    figures = soak(CPYTHON, BOARD, FIELD, kind, 3, 60)
    assert figures["reads"] > 5000
    assert figures["false_removals"] == figures["false_touches"] == 0
    assert figures["wrong_identities"] == figures["resets"] == 0


@pytest.mark.parametrize("micropython", MICROPYTHON_VERSIONS)
@pytest.mark.parametrize("kind", ["rest", "identity"])
def test_cpython_tells_the_same_as_micropython(kind: str, micropython: str) -> None:
    """All figures of a shard, which hang on every exchange: so the faster one may run most."""
    there, here = (
        soak(interpreter, BOARD, FIELD, kind, 7, 6) for interpreter in (micropython, CPYTHON)
    )
    assert there["reads"] > 500
    assert there | {"micropython": CPYTHON} == here
