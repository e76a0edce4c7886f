"""Two hubs behind one address: a real nginx with the configuration that the docs show."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from duelmat_bench.event_demo.hubs import free_port
from duelmat_bench.hub.postgres import postgres
from duelmat_host.uplink.hub_client import HubAwayError, HubClient
from duelmat_serving.certificate import own_certificate
from duelmat_venue.reports import LONGEST_BATCH, Batch, Report

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "nginx.conf"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
MAIN = "from duelmat import main; main()"
PATIENCE_S = 30
SOON_S = 3.0
"""Sooner than a hub's next beat, and than a buffer that is full."""


@contextmanager
def hub(url: str, port: int, certificate: Path, *new: str) -> Iterator[tuple[Any, str]]:
    """Yield a hub's process and the organiser's link that it prints."""
    words = ["event", "serve", "--database", url, "--listen", f"127.0.0.1:{port}", *new]
    words += ["--tls-cert", str(certificate), "--tls-key", str(certificate)]
    words += ["--host-name", "localhost"]
    command = [sys.executable, "-c", MAIN, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


@contextmanager
def proxy(folder: Path, port: int, hubs: list[int], certificate: Path) -> Iterator[str]:
    """Yield the one address of some hubs."""
    assert NGINX is not None
    text = EXAMPLE.read_text(encoding="utf-8")
    for number, each in enumerate(hubs, start=11):
        text = text.replace(f"192.168.1.{number}:8443", f"127.0.0.1:{each}")
    text = text.replace("listen 443", f"listen 127.0.0.1:{port}")
    text = re.sub(r"/etc/duelmat/hall\.(pem|key)", str(certificate), text)
    text = text.replace("open.example.org", "localhost")
    kept = " ".join(
        f"{kind}_temp_path {folder / kind};" for kind in ("client_body", "proxy", "fastcgi")
    )
    kept += f" uwsgi_temp_path {folder / 'uwsgi'}; scgi_temp_path {folder / 'scgi'};"
    config = folder / "nginx.conf"
    top = f"daemon off; pid {folder / 'pid'}; error_log {folder / 'error.log'};"
    top += " user root;" if os.geteuid() == 0 else ""  # it writes large bodies into the folder
    config.write_text(f"{top} events {{}} http {{ access_log off; {kept}\n{text}\n}}\n")
    process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(config)])
    base = f"https://localhost:{port}"
    try:
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                httpx.get(base, verify=trust(certificate))
            except httpx.TransportError:
                assert process.poll() is None, (folder / "error.log").read_text()
                assert time.monotonic() < deadline_s
                time.sleep(0.05)
            else:
                break
        yield base
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def trust(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))


class Organiser:
    """The organiser's browser at the one address."""

    def __init__(self, base: str, link: str, certificate: Path) -> None:
        self._number = 0
        self.browser = httpx.Client(
            base_url=base, verify=trust(certificate), follow_redirects=True, timeout=PATIENCE_S
        )
        self.browser.headers["origin"] = base
        secret = link.rpartition("/")[2]
        for _ in range(2):  # as a browser does, which shows its cookies the second time
            page = self.browser.get(f"/in/{secret}", headers={"accept": "text/html"})
            assert page.status_code == 200, page.text
        assert all(cookie.secure for cookie in self.browser.cookies.jar)

    def do(self, name: str, /, **more: Any) -> None:
        self._number += 1
        command = {"do": name, **more}
        sent = {"request": f"behind-a-proxy-{self._number:04}", "command": command}
        answer = self.browser.post(f"/do/{name}", json=sent)
        assert answer.status_code == 200, answer.text

    def table_link(self) -> str:
        asked = {"role": "table", "name": "Table 1", "player": 0, "table": 1}
        return str(self.browser.post("/links", json=asked).json()["address"])


async def reported(client: HubClient, first: int, count: int, size: int) -> int:
    """Send reports as a table does, again and again while no hub answers."""
    reports = [Report(n, 0, {"turn": n, "text": "x" * size}) for n in range(first, first + count)]
    batch = Batch("1" * 32, 0, 1, time.time_ns() // 1_000_000, tuple(reports))
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return (await client.report(batch)).n
            except HubAwayError:
                await asyncio.sleep(0.1)


@contextmanager
def feed(organiser: Organiser, path: str) -> Iterator[Iterator[str]]:
    with organiser.browser.stream("GET", path) as answer:
        yield answer.iter_lines()


def see(lines: Iterator[str], mark: str, within_s: float = PATIENCE_S) -> None:
    """Read a feed until a line has the mark."""
    deadline_s = time.monotonic() + within_s
    while mark not in next(lines):
        assert time.monotonic() < deadline_s, f"{mark!r} has not come"


@pytest.mark.long
@pytest.mark.skipif(NGINX is None, reason="nginx is not installed: apt-get install nginx-light")
def test_two_hubs_behind_one_address(tmp_path: Path) -> None:
    """Pages, feeds, a table's long requests and large batches; one of the hubs may die."""
    certificate = own_certificate(tmp_path, ["localhost", "127.0.0.1"]).path
    ports = [free_port(), free_port()]
    (tmp_path / "nginx").mkdir()
    with ExitStack() as stack:
        server = stack.enter_context(postgres())
        url = server.new_database()
        new = ("--name", "Open", "--policy", "trump-king")
        first, link = stack.enter_context(hub(url, ports[0], certificate, *new))
        stack.enter_context(hub(url, ports[1], certificate))
        base = stack.enter_context(proxy(tmp_path / "nginx", free_port(), ports, certificate))
        organiser = Organiser(base, link, certificate)
        lines = stack.enter_context(feed(organiser, "/feed/public"))
        see(lines, "event: topic")
        organiser.do("announce", text="Lunch is served.")
        see(lines, "Lunch is served.", SOON_S)

        secret = organiser.table_link().rpartition("/")[2]

        async def report() -> None:
            client = HubClient(f"{base}/in/{secret}", certificate=str(certificate))
            wanted = await client.wanted()
            assert wanted is not None
            waiting = asyncio.create_task(client.wanted())
            assert await reported(client, 1, LONGEST_BATCH, 9_000) == LONGEST_BATCH
            assert not waiting.done()
            first.kill()
            first.wait(PATIENCE_S)
            assert await reported(client, LONGEST_BATCH + 1, 3, 10) == LONGEST_BATCH + 3
            await asyncio.to_thread(organiser.do, "register-player", name="Ben")
            try:
                told = await waiting
            except HubAwayError:  # it was the hub that died
                told = await client.wanted()
            assert told is None or told.version >= wanted.version
            await client.close()

        asyncio.run(report())
        assert "Ben" in organiser.browser.get("/desk").text
        organiser.browser.close()
