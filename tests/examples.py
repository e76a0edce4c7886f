"""How many examples the property tests take: a quarter in `make test`, all in `make test-long`."""

from __future__ import annotations

import os
from typing import Final

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
