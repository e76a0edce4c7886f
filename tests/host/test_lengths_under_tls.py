"""What somebody on the line sees of two hands: encrypted bytes, and as many for either."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

from direct_mat import Bench, held, lay
from duelmat_engine import Seat
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.table_service import TableService
from duelmat_host.web import make_app
from duelmat_serving.certificate import Certificate, own_certificate
from duelmat_serving.padding import STEP_BYTES
from duelmat_serving.server import serve
from host.boardless import boardless_loop

CHUNK_BYTES = 65_536
PATIENCE_S = 60.0


class Line:
    """A connection under TLS that counts the encrypted bytes which come."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._coming, self._going = ssl.MemoryBIO(), ssl.MemoryBIO()
        trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        self._tls = trusting.wrap_bio(self._coming, self._going)
        self.encrypted_bytes = 0

    async def _hear(self) -> None:
        self._writer.write(self._going.read())
        data = await self._reader.read(CHUNK_BYTES)
        assert data, "the server has gone"
        self.encrypted_bytes += len(data)
        self._coming.write(data)

    async def begin(self) -> None:
        while True:
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                await self._hear()
            else:
                self.encrypted_bytes = 0
                return

    async def ask(self, request: bytes, until: bytes) -> bytes:
        """What is answered, up to and with some bytes."""
        self._tls.write(request)
        told = b""
        while until not in told:
            try:
                told += self._tls.read(CHUNK_BYTES)
            except ssl.SSLWantReadError:
                await self._hear()
        return told

    def close(self) -> None:
        self._writer.close()


async def counted(hand: tuple[str, ...], secret: str, certificate: Certificate) -> list[int]:
    """The encrypted bytes of a seat's feed, and of the uses of its face-down card."""
    zones = {"a.hand": held(*hand), "a.s1": lay(secret, down=True), "b.hand": held("C2")}
    bench = Bench(zones)
    loop = boardless_loop(bench.table)
    service = TableService(loop, MatPlayers(bench.hands))
    service.views._everybody_shown.set()
    place = str(bench.table.state.zones.to_mat(bench.table.state.zones.row(Seat(0), "s")[0]))
    cookie = f"{service.access.cookie('a')}={service.access.begin('a')['a']}"
    head = f"HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
    body = f'{{"card": "{place}"}}'
    post = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    asked = (
        (f"GET /seat/a/events {head}\r\n", b"event: lights"),
        (f"POST /seat/a/uses {head}{post}\r\n{body}", b'"ok":true}'),
    )
    server = serve(make_app(service), 0, certificate=certificate)
    serving = asyncio.create_task(server.serve())
    await server.listening.wait()
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        return [await encrypted_bytes(port, *each) for each in asked]
    finally:
        server.should_exit = True
        service.stop()
        await serving


async def encrypted_bytes(port: int, request: str, until: bytes) -> int:
    """The number of encrypted bytes with which a request is answered."""
    line = Line(*await asyncio.open_connection("127.0.0.1", port))
    try:
        await line.begin()
        async with asyncio.timeout(PATIENCE_S):
            told = await line.ask(request.encode(), until)
    finally:
        line.close()
    assert b"200 OK" in told
    return line.encrypted_bytes


def test_two_hands_are_as_many_encrypted_bytes(tmp_path: Path) -> None:
    """A whole table behind TLS: its feed's first view, and an answer."""
    certificate = own_certificate(tmp_path, ["127.0.0.1"])

    async def run() -> list[list[int]]:
        hands = ((("H7", "S5"), "C9"), (("X1", "H10"), "S4"), (("D8", "D10"), "D9"))
        return [await counted(hand, secret, certificate) for hand, secret in hands]

    first, *others = asyncio.run(run())
    assert all(each == first for each in others)
    assert min(first) > STEP_BYTES
