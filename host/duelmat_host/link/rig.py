"""The simulated mat, seen from the host: starting it, finding it again, and its hands.

The rig is a process of its own that outlives the host, as a board does: it is started detached
and found by the rig.json in its directory.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, Self

import msgspec

from duelmat_files import make_directory
from duelmat_files.errors import NotKeptError
from duelmat_files.outside import read_regular_file
from duelmat_files.whole_file import write_whole
from duelmat_hardware import Mat, board_config, field_config, load_mat
from duelmat_host.errors import RigError, RigGoneError, RigStartError
from duelmat_host.link.side_channel import Answer, SideChannel, checked, gone, request_line
from duelmat_message import say, words_of

TIMEOUT_S: Final = 60.0
"""A request to run may take this long; all others are answered immediately."""
_READ_BYTES: Final = 65_536
_STREAM_LIMIT: Final = 1 << 22
_LAST_LINES: Final = 5
_PROGRESS: Final = "progress: "
"""The beginning of a line in which the rig reports how far its start has come."""
_OWNER_ENDS: Final[dict[int, int]] = {}
"""The write ends of the pipes that rigs of this process watch, by the rig's process: closed, by a
stop or by the end of this process however it ends, they end the rig."""
_STOP_TRIES: Final = 500
_STOP_WAIT_S: Final = 0.01


class RigClient(SideChannel[Answer]):
    """A SideChannel that waits for each answer."""

    def __init__(self, directory: Path) -> None:
        """Raises RigGoneError when no rig answers there."""
        self._path = directory / "hands.sock"
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(TIMEOUT_S)
        self._number = 0
        self._rest = b""
        self._events: deque[Answer] = deque()
        try:
            self._socket.connect(str(self._path))
        except OSError as error:
            self._socket.close()
            raise gone(self._path, words_of(error)) from error

    def ask(self, op: str, **fields: Any) -> Answer:
        self._number += 1
        try:
            self._socket.sendall(request_line(self._number, op, fields))
            while True:
                answer = json.loads(self._read_line())
                if "event" in answer:
                    self._events.append(answer)
                elif answer.get("id") == self._number:
                    return checked(op, answer)
        except (OSError, ValueError) as error:
            raise gone(self._path, str(error)) from error

    def events(self) -> list[Answer]:
        """Return the events that the rig has sent since the last call, once subscribed."""
        self._socket.setblocking(False)
        try:
            while True:
                try:
                    data = self._socket.recv(_READ_BYTES)
                except BlockingIOError:
                    break
                if not data:
                    raise gone(self._path, say("it closed the line"))
                self._rest += data
        finally:
            self._socket.settimeout(TIMEOUT_S)
        *lines, self._rest = self._rest.split(b"\n")
        self._events += [json.loads(line) for line in lines if line]
        taken = list(self._events)
        self._events.clear()
        return taken

    def close(self) -> None:
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _read_line(self) -> bytes:
        while b"\n" not in self._rest:
            data = self._socket.recv(_READ_BYTES)
            if not data:
                raise gone(self._path, say("it closed the line"))
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line


class AsyncRigClient(SideChannel[Awaitable[Answer]]):
    """SideChannel for an event loop: the verbs are awaited, events() is iterated by one task."""

    def __init__(
        self, path: Path, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._path = path
        self._reader = reader
        self._writer = writer
        self._number = 0
        self._answers: dict[int, asyncio.Future[Answer]] = {}
        self._events: asyncio.Queue[Answer | None] = asyncio.Queue()
        self._gone: RigGoneError | None = None
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def connect(cls, directory: Path) -> AsyncRigClient:
        """Raises RigGoneError when no rig answers there."""
        path = directory / "hands.sock"
        try:
            reader, writer = await asyncio.open_unix_connection(str(path), limit=_STREAM_LIMIT)
        except OSError as error:
            raise gone(path, words_of(error)) from error
        return cls(path, reader, writer)

    def ask(self, op: str, **fields: Any) -> Awaitable[Answer]:
        return self._ask(op, fields)

    async def events(self) -> AsyncIterator[Answer]:
        """Yield the rig's events, once subscribed, until the rig is gone."""
        while (event := await self._events.get()) is not None:
            yield event

    async def close(self) -> None:
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def _ask(self, op: str, fields: dict[str, Any]) -> Answer:
        if self._gone is not None:
            raise self._gone
        self._number += 1
        number = self._number
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[number] = future
        try:
            self._writer.write(request_line(number, op, fields))
            await self._writer.drain()
            async with asyncio.timeout(TIMEOUT_S):
                answer = await future
            return checked(op, answer)
        except OSError as error:
            raise gone(self._path, str(error) or say("it does not answer")) from error
        finally:
            self._answers.pop(number, None)

    async def _read(self) -> None:
        reason: str = say("it closed the line")
        try:
            while line := await self._reader.readline():
                answer = json.loads(line)
                if "event" in answer:
                    self._events.put_nowait(answer)
                elif (future := self._answers.get(answer.get("id"))) and not future.done():
                    future.set_result(answer)
        except (OSError, ValueError) as error:
            reason = str(error)
        finally:
            self._gone = gone(self._path, reason)
            self._events.put_nowait(None)
            for future in self._answers.values():
                if not future.done():
                    future.set_exception(self._gone)


class RigAbout(msgspec.Struct, frozen=True):
    """The content of rig.json, in which a running rig describes itself."""

    pid: int
    digest: str
    micropython: str
    clock: str
    mat: str = ""
    version: str = ""
    seed: int = 1


class RigProcess(msgspec.Struct, frozen=True):
    """A running rig."""

    directory: Path
    about: RigAbout

    @property
    def port(self) -> str:
        """The name to give to open_port."""
        return str(self.directory / "port")

    def client(self) -> RigClient:
        return RigClient(self.directory)

    def is_running(self) -> bool:
        """Whether the rig's process exists."""
        return _is_running(self.about.pid)

    def stop(self) -> None:
        """End the rig, and wait until it has ended."""
        if self.about.pid in _OWNER_ENDS:
            os.close(_OWNER_ENDS.pop(self.about.pid))
        with contextlib.suppress(RigError), self.client() as client:
            client.stop()
        for tries in range(_STOP_TRIES):
            if not self.is_running():
                return
            if tries == _STOP_TRIES // 2:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.about.pid, signal.SIGTERM)
            time.sleep(_STOP_WAIT_S)
        raise RigError(
            say(
                "the simulated mat (process {pid}) does not end: end it by hand.",
                pid=self.about.pid,
            )
        )


def find_rig(directory: Path) -> RigProcess | None:
    """Find the rig that runs in a directory, by its rig.json; None if none runs."""
    try:
        about = msgspec.json.decode(read_regular_file(directory / "rig.json"), type=RigAbout)
    except (OSError, ValueError, RecursionError):
        return None
    rig = RigProcess(directory, about)
    if not rig.is_running():
        return None
    try:
        rig.client().close()
    except RigGoneError:
        return None
    return rig


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def start_rig(
    directory: Path,
    micropython: Literal["1.28", "1.29"] = "1.29",
    clock: Literal["real", "virtual"] = "real",
    seed: int | None = None,
    mat: Mat | None = None,
    command: Sequence[str] = (sys.executable, "-m", "duelmat_rig"),
    progress: Callable[[str], None] = _say,
    *,
    outlives: bool = False,
) -> RigProcess:
    """Find the rig that runs in a directory, or start one.

    It ends with this process, whatever ends that, unless it `outlives` it as a board does.
    Without a seed, virtual time begins with the first, real time with any. The first start on a
    machine takes longer, as it fetches MicroPython; `progress` gets a line for each step of that.

    Raises RigStartError when it does not start, or when the one there is of another kind.
    """
    directory = directory.resolve()
    wanted = load_mat() if mat is None else mat
    running = find_rig(directory)
    if running is not None:
        _check_same(running, wanted.digest, micropython, clock)
        return running
    board, field = directory / "board.json", directory / "field.json"
    try:
        make_directory(directory)
        write_whole(
            board, json.dumps(board_config(wanted)).encode(), say("the mat for the firmware")
        )
        write_whole(field, json.dumps(field_config(wanted)).encode(), say("the mat for the field"))
    except OSError as error:
        raise RigStartError(
            say(
                "the simulated mat did not start: expected a directory for it at {directory}, "
                "got: {reason}.",
                directory=directory,
                reason=words_of(error),
            )
        ) from error
    except NotKeptError as error:
        raise RigStartError(
            say("the simulated mat did not start: {error}", error=words_of(error))
        ) from error
    words = ["--dir", str(directory), "--board", str(board), "--field", str(field)]
    words += ["--micropython", micropython, "--clock", clock, "--detach"]
    words += [] if seed is None else ["--seed", str(seed)]
    rig = _started(directory, [*command, *words], progress, outlives=outlives)
    if rig is None:
        raise RigStartError(
            say(
                "the simulated mat started in {directory} and ended at once: see its rig.log "
                "there.",
                directory=directory,
            )
        )
    return rig


def _started(
    directory: Path, command: Sequence[str], progress: Callable[[str], None], *, outlives: bool
) -> RigProcess | None:
    """Return the rig that a command has started; None if it ended at once."""
    if outlives:
        _run(command, progress)
        return find_rig(directory)
    watched, end = os.pipe()
    rig: RigProcess | None = None
    try:
        _run([*command, "--owner-fd", str(watched)], progress, watched)
        rig = find_rig(directory)
    finally:
        os.close(watched)
        if rig is None:
            os.close(end)
    if rig is not None:
        _OWNER_ENDS[rig.about.pid] = end
    return rig


def _run(command: Sequence[str], progress: Callable[[str], None], *passed: int) -> None:
    """Run the rig's program until the rig is ready. Raises RigStartError."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            pass_fds=passed,
        )
    except OSError as error:
        raise RigStartError(
            say(
                "the simulated mat did not start: expected the program {command}, got: "
                "{reason}. Install duelmat again.",
                command=command[0],
                reason=words_of(error),
            )
        ) from error
    said: deque[str] = deque(maxlen=_LAST_LINES)
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(_PROGRESS):
                progress(line.removeprefix(_PROGRESS).rstrip())
            elif line.strip():
                said.append(line.strip())
    if process.returncode != 0:
        raise RigStartError(
            say(
                "the simulated mat did not start (exit {exit_code}): {said}",
                exit_code=process.returncode,
                said=" ".join(said) or say("it said nothing. Install duelmat again."),
            )
        )


def _check_same(rig: RigProcess, digest: str, micropython: str, clock: str) -> None:
    about = rig.about
    for what, expected, got in (
        ("mat", digest[:16], about.digest[:16]),
        ("MicroPython", micropython, about.micropython),
        ("clock", clock, about.clock),
    ):
        if expected != got:
            raise RigStartError(
                say(
                    "expected the {what} {expected} under the simulated mat in {directory}, got "
                    "{got}: a rig of another kind runs there (process {pid}). Stop it with `kill "
                    "{pid}`, or use another directory.",
                    what=what,
                    expected=expected,
                    directory=rig.directory,
                    got=got,
                    pid=about.pid,
                )
            )


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)  # a rig that is our own child would stay as a zombie
    stat = Path(f"/proc/{pid}/stat")
    with contextlib.suppress(OSError, IndexError):
        return stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    return True
