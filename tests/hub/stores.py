"""Stores of tests: SQLite in a folder, and a real PostgreSQL server for the whole run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from duelmat_bench.hub.postgres import Postgres, postgres
from duelmat_hub.store import Store, open_database, open_file

Opening = Callable[[], Store]
"""Opens the same store, again and again."""


@pytest.fixture(scope="session", name="server")
def _server() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"], name="opening")
def _opening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opening]:
    stores: list[Store] = []
    url = request.getfixturevalue("server").new_database() if request.param != "sqlite" else ""

    def opened() -> Store:
        stores.append(open_database(url) if url else open_file(tmp_path))
        return stores[-1]

    yield opened
    for store in stores:
        store.close()
