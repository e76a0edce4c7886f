"""Serving the pages: one uvicorn on an address of this machine, with TLS or without."""

from __future__ import annotations

import contextlib
import logging
import socket
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from duelmat_host.errors import PortTakenError

from .certificate import Certificate
from .connections import (
    REQUEST_S,
    BoundedProtocol,
    BoundedServer,
    RepeatFilter,
    accept_limit,
    connection_limit,
)

LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "::"
"""The addresses of this machine, all of both families."""
GOODBYE_S: Final = 1
"""The time that open feeds may hold up the end; they never end of themselves."""

logging.getLogger("uvicorn.error").addFilter(RepeatFilter())  # of requests that are none, too


def serve(
    app: ASGIApp,
    port: int,
    host: str = LOOPBACK,
    *,
    request_s: float = REQUEST_S,
    most_connections: int | None = None,
    certificate: Certificate | None = None,
) -> BoundedServer:
    """A server for the caller's own event loop, which runs while it is awaited.

    request_s: how long a request may take to arrive.
    most_connections: None = as many as the descriptors of this program allow.
    certificate: for TLS; None = plain HTTP.
    """
    limits = {
        "most_connections": most_connections or connection_limit(),
        "request_s": request_s,
    }
    return BoundedServer(
        uvicorn.Config(
            app,
            host="" if host == EVERYWHERE else host,  # with "::" asyncio would leave IPv4 out
            port=port,
            ssl_certfile=None if certificate is None else certificate.path,
            ssl_keyfile=None if certificate is None else certificate.key,
            proxy_headers=False,  # nobody but the line itself says whether it is encrypted
            http=type("PageProtocol", (BoundedProtocol,), limits),
            ws="none",
            log_config=None,  # its lines go where ours do
            log_level="warning",
            access_log=False,  # links are secrets
            server_header=False,
            backlog=accept_limit(),
            timeout_graceful_shutdown=GOODBYE_S,
        )
    )


def free_port(wanted: int, host: str = LOOPBACK) -> int:
    """Return the port wanted if it is free at this address, or another that is.

    Raises PortTakenError.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (wanted, 0):
        with socket.socket(family) as probe, contextlib.suppress(OSError):
            # as the server does: lines of a table just closed do not keep the port taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, number))
            return int(probe.getsockname()[1])
    raise PortTakenError(wanted)
