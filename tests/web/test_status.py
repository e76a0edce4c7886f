"""/healthz and /metrics: what programs that watch over a table are told, and who is told it."""

from __future__ import annotations

import asyncio
from importlib.metadata import version

import httpx
import pytest

from duelmat_host.web import make_app
from web.client import Client
from web.conftest import ServedTable
from web.played_table import PlayedTable


def asked_from(host: str, service: PlayedTable, **headers: str) -> httpx.Response:
    """Return the answer of /metrics to a program at this host."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=make_app(service), client=(host, 4_000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.get("/metrics", headers=headers)

    return asyncio.run(ask())


def test_a_table_that_runs_is_well(live: ServedTable) -> None:
    """200, and 503 for one that nothing turns: what a watchdog looks at."""
    found = httpx.get(live.address + "/healthz")
    assert found.status_code == 200
    assert found.json() == {"ok": True, "link": "up", "version": version("duelmat")}
    hanging = Client(make_app(PlayedTable())).get("/healthz")
    assert (hanging.status_code, hanging.json()["ok"]) == (503, False)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "192.0.2.7", "testclient", ""])
def test_the_metrics_need_the_judges_secret(service: PlayedTable, host: str) -> None:
    """Counts depend on what lies face-down: neither a seat's secret opens them, nor that a
    request comes from this machine, as those do that a proxy on it passes on.
    """
    for authorization in (
        "",
        "Bearer ",
        "Bearer guessed",
        f"Bearer {service.access.links['a']}",
        f"Basic {service.access.links['judge']}",
        service.access.links["judge"],
    ):
        refused = asked_from(host, service, authorization=authorization)
        assert refused.status_code == 403
        assert "duelmat_" not in refused.text
        assert "judge's secret" in refused.json()["message"]
    told = asked_from(host, service, authorization=f"Bearer {service.access.links['judge']}")
    assert told.status_code == 200
    assert told.headers["content-type"].startswith("text/plain; version=")
    assert f"duelmat_rounds_total {service.table_loop.metrics.rounds}.0\n" in told.text
    assert "duelmat_frames_sent_total 0.0\n" in told.text


def test_neither_page_can_be_read_by_another_site(client: Client) -> None:
    """The guard of all pages holds for them too."""
    for path in ("/healthz", "/metrics"):
        assert client.get(path, headers={"host": "evil.example"}).status_code == 421
