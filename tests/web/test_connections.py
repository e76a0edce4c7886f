"""Half requests end, and more connections than there is room for leave the pages working.

The server is a real one in a process of its own; nothing here is measured in time, but a socket
that stays silent for PATIENCE_S fails its test.
"""

import errno
import http.client
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import IO

import pytest

from duelmat_serving.connections import report_fault
from duelmat_serving.repeats import RepeatFilter

pytestmark = pytest.mark.long

PATIENCE_S = 60.0
TESTS = Path(__file__).parents[1]
DESCRIPTORS = 256
FLOOD = 400


class SmallServer:
    """The pages with few descriptors."""

    def __init__(self, port: int, errors: IO[str]) -> None:
        self.port = port
        self.errors = errors
        """Where it logs."""
        self.log = ""
        """What was logged and not read before, once the server has ended."""

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)

    def flood(self, count: int) -> list[socket.socket]:
        """So many connections, or as many as the system lets wait for the server."""
        lines: list[socket.socket] = []
        waiting = 0
        while len(lines) < count and waiting < 20:
            line = socket.socket()
            line.settimeout(0.2)
            try:
                line.connect(("127.0.0.1", self.port))
                waiting = 0
            except TimeoutError:
                waiting += 1
            lines.append(line)
        return lines

    def status(self, path: str = "/") -> int:
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            asked.request("GET", path)
            return asked.getresponse().status
        finally:
            asked.close()

    def cookie(self, link: str) -> bytes:
        """Return the cookie of a browser that has used this link."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as asked:
            asked.request("GET", link)
            given = asked.getresponse().getheader("set-cookie") or ""
            return given.partition(";")[0].encode()


@contextmanager
def small_server(
    *, descriptors: int = DESCRIPTORS, most_connections: int = 0, request_s: float = 60
) -> Iterator[SmallServer]:
    arguments = map(str, (descriptors, most_connections, request_s))
    with subprocess.Popen(
        [sys.executable, "-m", "web.small_server", *arguments],
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        server = SmallServer(int(process.stdout.readline()), process.stderr)
        try:
            yield server
        finally:
            process.send_signal(signal.SIGTERM)
            server.log = process.stderr.read()


def told(line: socket.socket) -> bytes:
    """Everything until the other side closes."""
    said = b""
    try:
        while chunk := line.recv(65_536):
            said += chunk
    except ConnectionResetError:
        pass
    return said


def feed(server: SmallServer, path: str = "/events/public") -> socket.socket:
    """A page's feed, which beats as long as the table lives."""
    line = server.connect()
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    beats(line, 1)
    return line


def beats(line: socket.socket, count: int) -> None:
    """Wait for so many beats of a feed."""
    heard = b""
    while heard.count(b"event: beat") < count:
        chunk = line.recv(65_536)
        assert chunk, "the feed was closed"
        heard += chunk


POST = (
    b"POST /enroll/command HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: %s\r\n"
    b"Content-Type: application/json\r\n"
)
HALVES = {
    "nothing at all": (b"", b""),
    "half a request line": (b"GET /eve", b"408"),
    "half the headers": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-", b"408"),
    "half a body": (POST + b'Content-Length: 100\r\n\r\n{"step"', b"408"),
    "a body in chunks without an end": (
        POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
        b"408",
    ),
}


def test_half_requests_end_and_feeds_do_not() -> None:
    """Whatever part of a request comes, it is ended; who has asked whole is served on."""
    with small_server(request_s=0.5) as server, ExitStack() as open_lines:
        page = open_lines.enter_context(feed(server))
        cookie = server.cookie("/enroll/enroll-secret-token")
        for what, (sent, status) in HALVES.items():
            with server.connect() as line:
                line.sendall(sent.replace(b"%s", cookie))
                said = told(line)
                assert said.split(b" ")[1:2] == ([status] if status else []), what
        beats(page, 20)
        assert server.status() == 200
    assert "Traceback" not in server.log


def test_a_request_that_trickles_in_is_ended_too() -> None:
    """Each byte comes before the last one is forgotten, and the request still ends."""
    with small_server(request_s=0.5) as server, server.connect() as line:
        line.settimeout(0.02)
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        said = None
        for _ in range(10_000):
            try:
                line.sendall(b"X")
                said = line.recv(1000)
            except TimeoutError:
                continue
            except (ConnectionResetError, BrokenPipeError):
                said = b"HTTP/1.1 408"
            break
        assert said is not None
        assert said.startswith(b"HTTP/1.1 408")


def test_a_second_request_on_a_connection_that_stops_half_way_is_ended() -> None:
    with small_server(request_s=0.5) as server, server.connect() as line:
        line.sendall(b"GET /rules/TK-14 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert line.recv(12) == b"HTTP/1.1 200"
        line.sendall(b"GET /rules/TK-14 HTTP/1.1\r\nHost")
        assert b"HTTP/1.1 408" in told(line)


@pytest.mark.parametrize("most_connections", [0, 10 * FLOOD], ids=["counted", "not counted"])
def test_more_connections_than_descriptors_leave_one_line_of_log(most_connections: int) -> None:
    """Turned away by count, or (had nobody counted) by the system: the table goes on."""
    with small_server(most_connections=most_connections) as server:
        with ExitStack() as open_lines:
            page = open_lines.enter_context(feed(server))
            for line in server.flood(FLOOD):
                open_lines.enter_context(line)
            assert "ulimit -n" in server.errors.readline()
            beats(page, 30)
        assert server.status() == 200
    assert server.log == ""


def test_who_is_turned_away_is_told_why() -> None:
    """Of 4 connections spectators of one address may hold 1."""
    with small_server(most_connections=4) as server, ExitStack() as open_lines:
        open_lines.enter_context(feed(server))
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as asked:
            asked.request("GET", "/events/public")
            answer = asked.getresponse()
            assert answer.status == 503
            assert "close some, then try again" in answer.read().decode()


class Loop:
    """An event loop that only remembers what it was given."""

    def __init__(self) -> None:
        self.given: list[dict[str, object]] = []

    def default_exception_handler(self, context: dict[str, object]) -> None:
        self.given.append(context)


def test_other_faults_of_the_event_loop_are_reported_as_ever() -> None:
    loop = Loop()
    faults: list[dict[str, object]] = [
        {"message": "Task exception was never retrieved", "exception": KeyError("x")},
        {"message": "of a file", "exception": OSError(errno.EMFILE, "Too many open files")},
    ]
    for fault in faults:
        report_fault(loop, fault)  # type: ignore[arg-type]
    assert loop.given == faults


def test_a_warning_that_repeats_is_counted_and_an_error_passes() -> None:
    filters = RepeatFilter(every_s=3600), RepeatFilter(every_s=0)

    def record(level: int, number: int) -> logging.LogRecord:
        return logging.LogRecord("x", level, "", 0, "too many: %d", (number,), None)

    passed = [filters[0].filter(record(logging.WARNING, number)) for number in range(5)]
    assert passed == [True, False, False, False, False]
    assert all(filters[0].filter(record(logging.ERROR, number)) for number in range(5))
    filters[0]._every_s = 0
    later = record(logging.WARNING, 5)
    assert filters[0].filter(later)
    assert later.getMessage() == "too many: 5 (4 more like this since the last report)"
    assert all(filters[1].filter(record(logging.WARNING, number)) for number in range(5))
