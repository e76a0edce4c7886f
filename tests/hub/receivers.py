"""A receiver of webhooks as tests use it: a real server, which answers as it is told."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from duelmat_hub.webhooks import Webhook

KEY = b"thirty-two bytes that are secret"
SECRET = "whsec_" + base64.b64encode(KEY).decode()


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def facts(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


class Receiver:
    """A real HTTP server, which answers as it is told."""

    def __init__(self, port: int) -> None:
        self.received: list[Received] = []
        self.answers: list[int] = []
        """The next answers; then 204."""
        self.silent = threading.Event()
        """Whether it answers at all."""
        self.silent.set()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.received.append(Received(self.path, headers, body))
                outer.silent.wait()
                self.send_response(outer.answers.pop(0) if outer.answers else 204)
                self.send_header("retry-after", "7")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}/hook/token-of-the-address"


@contextmanager
def receiver(port: int = 0) -> Iterator[Receiver]:
    """Yield a receiver at a port; 0: at any that is free."""
    found = Receiver(port)
    thread = threading.Thread(target=found.server.serve_forever)
    thread.start()
    try:
        yield found
    finally:
        found.silent.set()
        found.server.shutdown()
        thread.join()
        found.server.server_close()


def hook(url: str, name: str = "site", **other: Any) -> Webhook:
    return Webhook(name, url, secret=SECRET, **other)
