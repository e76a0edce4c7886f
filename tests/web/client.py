"""Asks an app in this process, without a socket, and keeps its cookies as a browser does."""

import asyncio
from typing import Any

import httpx
from starlette.types import ASGIApp, Receive, Scope, Send


class Client:
    """Each request whole, one after the other."""

    def __init__(self, app: ASGIApp, address: str = "http://127.0.0.1") -> None:
        """`address`: to which of this machine's the connection comes."""
        self._app = app
        self._address = address
        self.cookies = httpx.Cookies()

    def enter(self, *links: str) -> "Client":
        """Be let in by these links."""
        for link in links:
            answer = self.get(link)
            assert answer.status_code == 303, answer.text
        return self

    async def _at_address(self, scope: Scope, receive: Receive, send: Send) -> None:
        own = (self._address.partition("://")[2].strip("[]"), None)
        await self._app({**scope, "server": own}, receive, send)

    def request(self, method: str, path: str, **told: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._at_address)
            async with httpx.AsyncClient(
                transport=transport, base_url=self._address, cookies=self.cookies
            ) as client:
                answer = await client.request(method, path, **told)
                self.cookies = client.cookies
                return answer

        return asyncio.run(ask())

    def get(self, path: str, **told: Any) -> httpx.Response:
        return self.request("GET", path, **told)

    def post(self, path: str, **told: Any) -> httpx.Response:
        return self.request("POST", path, **told)
