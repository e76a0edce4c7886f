"""Stores, hubs and people with browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from chromium import SharedBrowser, shared_chromium
from duelmat_bench.hub.postgres import Postgres, postgres
from duelmat_hub.store import Store, open_database, open_file
from hub.browsers import LAPTOP, OpenHub, People, Visitor
from hub.live_hub import LiveHub
from hub.scenes import Scene
from hub.stores import OpenStore


@pytest.fixture(scope="session", name="server")
def _server() -> Iterator[Postgres]:
    """A real PostgreSQL server for the whole run."""
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenStore]:
    """Opens the same store, again and again: SQLite in a folder, and PostgreSQL."""
    stores: list[Store] = []
    url = request.getfixturevalue("server").new_database() if request.param != "sqlite" else ""

    def opened() -> Store:
        stores.append(open_database(url) if url else open_file(tmp_path))
        return stores[-1]

    yield opened
    for store in stores:
        store.close()


@pytest.fixture(scope="session", name="shared")
def _shared() -> Iterator[SharedBrowser]:
    """One browser for the whole run; each test opens contexts of its own in it."""
    with shared_chromium() as shared:
        yield shared


@pytest.fixture
def chromium(shared: SharedBrowser) -> Iterator[Browser]:
    with shared.driven() as browser:
        yield browser


@pytest.fixture(scope="module")
def open_hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHub]:
    """Opens a hub with the event of a scene, and perhaps with others beside it."""
    hubs: list[LiveHub] = []

    def opened(scene: Scene, **beside: Scene) -> LiveHub:
        hub = LiveHub(tmp_path_factory.mktemp("hub"), scene, **beside)
        hub.start()
        hubs.append(hub)
        return hub

    yield opened
    for hub in hubs:
        hub.stop()


@pytest.fixture
def people(chromium: Browser) -> Iterator[People]:
    """Makes visitors of a hub, each with a browser of their own, whose pages may not complain."""
    visitors: list[Visitor] = []

    def make(hub: LiveHub, size: ViewportSize = LAPTOP, **how: Any) -> Visitor:
        visitor = Visitor(hub, chromium.new_context(viewport=size, **how))
        visitors.append(visitor)
        return visitor

    yield make
    for visitor in visitors:
        visitor.context.close()
    complaints = [each for visitor in visitors for each in visitor.complaints]
    assert not complaints, complaints
