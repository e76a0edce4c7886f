"""Games of one's own in tests: what a file registers is forgotten after the test."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

from duelmat_engine import catalogue
from duelmat_engine.ruleset import registry

GARDENS: Final = Path(__file__).parent / "engine" / "gardens.py"


@contextmanager
def own_games(*files: Path) -> Iterator[None]:
    """Run these files; the rulesets and statements that come of them are gone at the end."""
    systems = list(catalogue._systems())
    try:
        with (
            patch.dict(registry._RULESETS),
            patch.dict(registry._games),
            patch.dict(catalogue._by_id()),
            patch.dict(catalogue._readings()),
        ):
            for file in files:
                runpy.run_path(str(file))
            yield
    finally:
        registry.find_ruleset.cache_clear()
        catalogue._systems()[:] = systems
