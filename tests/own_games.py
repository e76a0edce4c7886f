"""Games of one's own in tests: what a file registers is forgotten after the test."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from duelmat_engine import catalogue
from duelmat_engine.ruleset import registry

GARDENS: Final = Path(__file__).parent / "engine" / "gardens.py"


@contextmanager
def own_games(*files: Path) -> Iterator[None]:
    """Run these files; the rulesets and statements that come of them are gone at the end."""
    known, games = dict(registry._RULESETS), dict(registry._games)
    further = list(catalogue._further)
    try:
        for file in files:
            runpy.run_path(str(file))
        yield
    finally:
        registry._RULESETS.clear()
        registry._RULESETS.update(known)
        registry._games.clear()
        registry._games.update(games)
        registry.find_ruleset.cache_clear()
        catalogue._further[:] = further
        catalogue._forget()
