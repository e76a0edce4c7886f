"""Serving the pages: one uvicorn on an address of this machine, with TLS or without."""

from __future__ import annotations

import contextlib
import logging
import socket
import ssl
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from duelmat_serving.errors import PortTakenError

from .admission import Admission, Admitted, Bounds, usual_bounds
from .arrival import Arriving
from .certificate import Certificate
from .connections import BoundedServer, Entrance, Limits, accept_limit
from .listen_address import LOOPBACK
from .repeats import RepeatFilter

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
    limits: Limits = Limits(),  # noqa: B008  (frozen)
    bounds: Bounds | None = None,
    certificate: Certificate | None = None,
) -> BoundedServer:
    """Return a server, which runs in the caller's event loop while it is awaited.

    limits: the time limits of a connection.
    bounds: the limits of connections; None = as many as this program's descriptors allow.
    certificate: for TLS; None = plain HTTP.
    """
    admission = Admission(bounds or usual_bounds())
    context = None if certificate is None else _context(certificate)

    def enter(app_state: dict[str, Any], **given: Any) -> Entrance:
        def talk(state: dict[str, Any]) -> H11Protocol:
            return H11Protocol(app_state={**app_state, **state}, **given)

        return Entrance(admission, talk, context, limits)

    return BoundedServer(
        uvicorn.Config(
            Arriving(Admitted(app)),
            host="" if host == EVERYWHERE else host,  # with "::" asyncio would leave IPv4 out
            port=port,
            proxy_headers=False,  # nobody but the line itself says whether it is encrypted
            http=enter,  # type: ignore[arg-type]  # whatever makes a protocol
            ws="none",
            log_config=None,  # its lines go where ours do
            log_level="warning",
            access_log=False,  # links are secrets
            server_header=False,
            backlog=accept_limit(),
            timeout_graceful_shutdown=GOODBYE_S,
        )
    )


def _context(certificate: Certificate) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate.path, certificate.key)
    return context


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
