"""Addresses of the hub as phones reach them, and their QR codes."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from duelmat_hub.people import link_code
from duelmat_serving.headers import LOOPBACK_HOSTS
from duelmat_serving.qr_svg import qr_svg
from duelmat_serving.sessions import secret_digest


def phone_address(request: Request, path: str) -> str:
    """Return the address of a path by which phones in the network reach the event that was asked.

    A browser on the hub's own computer asks by a name that no phone could use. The root of the app
    that was asked is the event's.
    """
    base: str = request.app.state.address
    if not base or request.url.hostname not in (*LOOPBACK_HOSTS, "::1"):
        base = f"{request.url.scheme}://{request.headers['host']}"
    root: str = request.scope.get("root_path", "")
    return f"{base}{root}{path}"


def link_answer(request: Request, secret: str, **more: str) -> dict[str, object]:
    """Return a new link as a page shows it: its address, QR code and the code on its card."""
    address = phone_address(request, f"/in/{secret}")
    code = link_code(secret_digest(secret))
    return {"ok": True, "address": address, "code": code, "svg": qr_svg(address), **more}


def qr_answer(request: Request, path: str) -> Response:
    """Return the address of a path as a QR code."""
    return Response(qr_svg(phone_address(request, path)), media_type="image/svg+xml")
