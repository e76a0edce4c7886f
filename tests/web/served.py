"""An app served on a free loopback port in the test's own event loop, and raw connections."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.types import ASGIApp

from duelmat_serving.server import serve

PATIENCE_S = 60


class Line:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def ask(self, path: str, cookie: str = "") -> int:
        """Return the status with which a request is answered; 0: the connection was closed."""
        own = f"Cookie: {cookie}\r\n" if cookie else ""
        self.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{own}\r\n".encode())
        return await self.status()

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def status(self) -> int:
        try:
            async with asyncio.timeout(PATIENCE_S):
                head = await self.reader.readuntil(b"\r\n\r\n")
        except (ConnectionError, asyncio.IncompleteReadError):
            return 0
        return int(head.split(b" ")[1])

    async def hears(self, words: bytes = b"event: beat") -> bool:
        """Whether something comes before the connection is closed."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self.reader.readuntil(words)
        except (ConnectionError, asyncio.IncompleteReadError):
            return False
        return True

    async def push(self, data: bytes, times: int) -> int:
        """Send the same again and again; return how often before the connection was closed."""
        for sent in range(times):
            self.send(data)
            try:
                await self.writer.drain()
            except ConnectionError:
                return sent
        return times

    async def end(self) -> bytes:
        """Return what comes until the other side closes."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self.reader.read()
        except ConnectionError:
            return b""


class Served:
    """A served app, and the connections to it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.lines: list[Line] = []

    async def line(
        self, address: str = "127.0.0.1", context: ssl.SSLContext | None = None
    ) -> Line:
        """Return a new connection from an address; `context`: for TLS."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(address, 0), ssl=context
        )
        self.lines.append(Line(reader, writer))
        return self.lines[-1]

    async def ask(self, path: str, cookie: str = "", address: str = "127.0.0.1") -> int:
        """Return the status with which a request on a new connection is answered."""
        return await (await self.line(address)).ask(path, cookie)


@asynccontextmanager
async def served(app: ASGIApp, **how: Any) -> AsyncIterator[Served]:
    """Yield an app that is served; `how` as for `serve`."""
    server = serve(app, 0, **how)
    serving = asyncio.create_task(server.serve())
    async with asyncio.timeout(PATIENCE_S):
        await server.listening.wait()
    opened = Served(server.servers[0].sockets[0].getsockname()[1])
    try:
        yield opened
    finally:
        for line in opened.lines:
            line.writer.transport.abort()
        server.should_exit = True
        await serving
