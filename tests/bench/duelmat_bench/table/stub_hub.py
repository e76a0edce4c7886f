"""A hub of which the table has to expect the worst: each answer comes immediately and is new.

Prints its port; it ends with its standard input.
"""

from __future__ import annotations

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Thread
from time import time_ns
from typing import Final

import msgspec

from duelmat_venue.lives import Life
from duelmat_venue.reports import Ack, Batch
from duelmat_venue.sleeves import Owners
from duelmat_venue.versions import HEADER, OURS
from duelmat_venue.wanted import Wanted, WantedCall

LIFE: Final = Life("bench")


class StubHub(BaseHTTPRequestHandler):
    """Answers a table, and keeps nothing but the number of its newest report."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    versions = count(1)
    kept: Final[dict[str, int]] = {}
    """The number of the newest report, by stream."""

    def do_GET(self) -> None:
        """Answer what is wanted, each time with a new version, or whose sleeves are whose."""
        if self.path == "/sleeves/owners":
            self._answer(Owners("bench", ()))
            return
        version = next(self.versions)
        call = WantedCall(version, "taken", f"Judge {version}", "")
        said = (f"Announcement {version}",)
        wanted = Wanted(version, "Bench", 1, call=call, announcements=said, life=LIFE)
        self._answer(wanted, etag=f'"{version}"')

    def do_POST(self) -> None:
        """Acknowledge all reports."""
        content = self.rfile.read(int(self.headers["content-length"]))
        batch = msgspec.json.decode(content, type=Batch)
        if batch.reports:
            self.kept[batch.stream] = batch.reports[-1].n
        n = self.kept.get(batch.stream, 0)
        self._answer(Ack(batch.stream, n, now_ms=time_ns() // 1_000_000, life=LIFE))

    def _answer(self, told: msgspec.Struct, etag: str = "") -> None:
        content = msgspec.json.encode(told)
        self.send_response(200)
        self.send_header(HEADER, OURS)
        self.send_header("content-length", str(len(content)))
        self.send_header("etag", etag)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


if __name__ == "__main__":
    with ThreadingHTTPServer(("127.0.0.1", 0), StubHub) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_port, flush=True)
        sys.stdin.read()
        server.shutdown()
