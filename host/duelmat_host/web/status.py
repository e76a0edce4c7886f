"""The addresses for whoever looks after a running table: is it well, and what does it count?"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final

from fastapi import APIRouter
from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from duelmat_host.app.access import JUDGE
from duelmat_host.app.metrics_text import CONTENT_TYPE
from duelmat_host.serving.errors import NotForAllError
from duelmat_message import say

from .doors import Doors
from .service import Service

WELL: Final = 200
STUCK: Final = 503


def status_routes(service: Service, doors: Doors) -> APIRouter:
    """Return the addresses /healthz and /metrics."""
    router = APIRouter()

    @router.get("/healthz")
    async def health() -> JSONResponse:
        found = service.health()
        return JSONResponse(
            to_builtins(found, enc_hook=str), status_code=WELL if found.ok else STUCK
        )

    @router.get("/metrics")
    async def metrics(request: Request) -> Response:
        if not _is_loopback(request):
            _check_bearer(request, doors)
        return Response(service.metrics(), media_type=CONTENT_TYPE)

    return router


def _is_loopback(request: Request) -> bool:
    """Whether a program of this machine asks."""
    if request.client is None:
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:  # a client without an IP address
        return False


def _check_bearer(request: Request, doors: Doors) -> None:
    """Others need the judge's secret: counts of the line depend on what lies face-down."""
    if doors.is_open(JUDGE, request):
        return
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not doors.is_judge(token.strip()):
        raise NotForAllError(
            say(
                "Expected a request of this machine, or the judge's secret as in 'Authorization: "
                "Bearer SECRET', got neither."
            )
        )
