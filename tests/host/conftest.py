"""A test that is marked with what a table owes its players notes on its report that it is kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _kept(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    for mark in request.node.iter_markers("rule"):
        for how in ("marked", "kept"):
            request.node.user_properties.extend((how, rule) for rule in mark.args)
