"""Serving the pages: one uvicorn on this machine's own address."""

from __future__ import annotations

from typing import Final

import uvicorn
from starlette.types import ASGIApp

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
