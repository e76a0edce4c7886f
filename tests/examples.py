"""How many examples the property tests take: a quarter in `make test`, all in `make test-long`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final

import pytest
from hypothesis import settings

USUAL: Final = 100
"""The examples of a property that names no number of its own."""
_PROFILE: Final = os.environ.get("HYPOTHESIS_PROFILE", "quick")
_SHARE: Final = 4
"""A quick run takes each fourth: what a change breaks shows in few, the rare ones are for long."""


def examples(count: int) -> int:
    """Return how many of so many examples are taken in this run."""
    return count // _SHARE if _PROFILE == "quick" else count


def load_profile() -> None:
    """Take the same examples every time, without a clock; `explore` takes new ones."""
    for name in ("quick", "long", "explore"):
        settings.register_profile(
            name, deadline=None, derandomize=name != "explore", max_examples=examples(USUAL)
        )
    settings.load_profile(_PROFILE)


def quick_first(values: Iterable[Any], quick: int = 1) -> list[Any]:
    """Return a test's rows: the first for `make test`, all others marked `long`."""
    return _others_marked(pytest.mark.long, values, quick)


def seeds(values: Iterable[Any], quick: int = 1) -> list[Any]:
    """Return a test's seeds: the first for `make test`, all others marked `soak`."""
    return _others_marked(pytest.mark.soak, values, quick)


def _others_marked(mark: pytest.MarkDecorator, values: Iterable[Any], quick: int) -> list[Any]:
    found = list(values)
    rows = (each if isinstance(each, tuple) else (each,) for each in found[quick:])
    return [*found[:quick], *(pytest.param(*row, marks=mark) for row in rows)]
