"""Serving the pages: one uvicorn on this machine's own address."""

from __future__ import annotations

import logging
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from .connections import (
    REQUEST_S,
    BoundedProtocol,
    BoundedServer,
    RepeatFilter,
    accept_limit,
    connection_limit,
)

LOOPBACK: Final = "127.0.0.1"
GOODBYE_S: Final = 1
"""How long open feeds may hold up the end; they never end of themselves."""

logging.getLogger("uvicorn.error").addFilter(RepeatFilter())  # of requests that are none, too


def serve(
    app: ASGIApp,
    port: int,
    host: str = LOOPBACK,
    *,
    request_s: float = REQUEST_S,
    most_connections: int | None = None,
) -> uvicorn.Server:
    """A server for the caller's own event loop, which runs while it is awaited.

    request_s: how long a request may take to arrive.
    most_connections: None = as many as the descriptors of this program allow.
    """
    limits = {
        "most_connections": most_connections or connection_limit(),
        "request_s": request_s,
    }
    return BoundedServer(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            http=type("PageProtocol", (BoundedProtocol,), limits),
            ws="none",
            log_level="warning",
            access_log=False,  # addresses hold the seats' secrets
            server_header=False,
            backlog=accept_limit(),
            timeout_graceful_shutdown=GOODBYE_S,
        )
    )
