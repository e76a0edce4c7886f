"""Serving the pages: one uvicorn on this machine's own address."""

from __future__ import annotations

import contextlib
import socket
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from duelmat_host.errors import PortTakenError

LOOPBACK: Final = "127.0.0.1"
GOODBYE_S: Final = 1
"""How long open feeds may hold up the end; they never end of themselves."""


def serve(app: ASGIApp, port: int, host: str = LOOPBACK) -> uvicorn.Server:
    """A server for the caller's own event loop, which runs while it is awaited."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            log_level="warning",
            access_log=False,  # addresses hold the seats' secrets
            server_header=False,
            timeout_graceful_shutdown=GOODBYE_S,
        )
    )


def free_port(wanted: int) -> int:
    """Return the port wanted if it is free on this machine, or another that is.

    Raises PortTakenError.
    """
    for number in (wanted, 0):
        with socket.socket() as probe, contextlib.suppress(OSError):
            # as the server does: lines of a table just closed do not keep the port taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((LOOPBACK, number))
            return int(probe.getsockname()[1])
    raise PortTakenError(wanted)
