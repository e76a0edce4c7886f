"""Every conformance test notes on its report which rules the engine cited in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from engine.conformance.board import Board


@pytest.fixture
def board(request: pytest.FixtureRequest) -> Iterator[Board]:
    noted: dict[tuple[str, str], None] = {}

    def note(how: str, rules: Iterable[str]) -> None:
        noted.update(((how, rule), None) for rule in rules)

    for mark in request.node.iter_markers("rule"):
        note("marked", mark.args)
    yield Board(note)
    request.node.user_properties.extend(noted)
