"""Asks an app in this process, without a socket."""

import asyncio
from typing import Any

import httpx
from starlette.types import ASGIApp


class Client:
    """Each request whole, one after the other."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def request(self, method: str, path: str, **told: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._app)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://127.0.0.1"
            ) as client:
                return await client.request(method, path, **told)

        return asyncio.run(ask())

    def get(self, path: str, **told: Any) -> httpx.Response:
        return self.request("GET", path, **told)

    def post(self, path: str, **told: Any) -> httpx.Response:
        return self.request("POST", path, **told)
