"""Notes on the reports of tests what a table owes its players and keeps; ideal commitments."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest

from duelmat_engine.names import CardKey
from duelmat_host.table.seals import Commitment


@pytest.fixture(autouse=True)
def _kept(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    for mark in request.node.iter_markers("rule"):
        for how in ("marked", "kept"):
            request.node.user_properties.extend((how, rule) for rule in mark.args)


@pytest.fixture
def ideal_commitments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commitments that do not look at the card: what no digest can do better."""

    def commit(key: CardKey, salt: bytes) -> Commitment:
        return Commitment(sha256(salt).hexdigest(), salt.hex(), key)

    monkeypatch.setattr("duelmat_host.table.face_down.commit", commit)
