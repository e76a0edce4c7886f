"""The rig as a process: checks what it needs, locks its directory, and becomes Node.

The lock is held by the running process itself and ends with it, however it ends; what a rig that
was killed has left in the directory is therefore known to be stale.
"""

import argparse
import fcntl
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from duelmat_files import make_directory, make_new, open_own
from duelmat_rig.electronics.errors import StartError
from duelmat_rig.fetching import ensure_build
from duelmat_rig.node_install import MICROPYTHON_VERSIONS, NODE_DIR, node_program

_START_TIMEOUT_S = 30
_LONGEST_SOCKET_PATH = 100
_FIRMWARE = Path(__file__).parent.parent
_NODE_OPTIONS = ("--no-concurrent-recompilation", "--no-concurrent-sparkplug")
"""Node waits for ever, now and then, when it ends while JavaScript is compiled in another thread
(github.com/nodejs/node/issues/54918). MicroPython, which is WebAssembly, is compiled as before."""
PROGRESS = "progress: "
"""Begins a line on stderr that reports how far the start has come; the host shows such lines."""


def _arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m duelmat_rig",
        description="The simulated mat: the firmware on MicroPython over modelled electronics.",
    )
    parser.add_argument("--dir", type=Path, required=True, help="where port and hands.sock are")
    parser.add_argument("--board", type=Path, required=True, help="board.json of the mat")
    parser.add_argument("--field", type=Path, required=True, help="field.json of the mat")
    parser.add_argument("--micropython", choices=MICROPYTHON_VERSIONS, default="1.29")
    parser.add_argument("--clock", choices=("real", "virtual"), default="real")
    parser.add_argument("--seed", type=int, help="of all that chance decides (in real time: any)")
    parser.add_argument("--start-ms", type=int, default=0, help="board time at the start")
    parser.add_argument(
        "--owner-fd", type=int, help="the read end of a pipe: the rig ends when it is closed"
    )
    parser.add_argument("--detach", action="store_true", help="leave the terminal when ready")
    return parser.parse_args(words)


def _check_mat(board: Path, field: Path) -> None:
    digests = []
    for path in (board, field):
        try:
            digests.append(json.loads(path.read_text())["digest"])
        except OSError as error:
            raise StartError(
                f"expected the mat's file {path}, got {error.strerror}. Run `duelmat mat build`."
            ) from error
        except (ValueError, KeyError, TypeError):
            raise StartError(
                f"{path}: expected JSON with a digest. Run `duelmat mat build`."
            ) from None
    if digests[0] != digests[1]:
        raise StartError(
            f"{board} is of mat {digests[0][:8]}, {field} of mat {digests[1][:8]}: "
            "expected both of the same. Run `duelmat mat build`."
        )


def _lock(directory: Path) -> int:
    """Hold the directory; the descriptor is inherited by the process that runs the rig."""
    if len(os.fsencode(directory / "hands.sock")) > _LONGEST_SOCKET_PATH:
        raise StartError(
            f"the path of {directory}/hands.sock is longer than {_LONGEST_SOCKET_PATH} bytes, "
            "which a socket cannot have. Choose a shorter --dir."
        )
    try:
        make_directory(directory)
        lock = open_own(directory / "rig.lock")
    except OSError as error:
        raise StartError(
            f"expected a directory of this user alone at {directory}, got: "
            f"{error.strerror or error}. Choose another --dir, or change its permissions."
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise StartError(
            f"another rig runs in {directory}{_who(directory)}. Stop it, or choose another --dir."
        ) from None
    os.set_inheritable(lock, True)
    for stale in ("rig.json", "port", "hands.sock"):
        (directory / stale).unlink(missing_ok=True)
    return lock


def _who(directory: Path) -> str:
    try:
        return f" (process {json.loads((directory / 'rig.json').read_text())['pid']})"
    except (OSError, ValueError, KeyError):
        return ""


def _version() -> str:
    try:
        return version("duelmat")
    except PackageNotFoundError:
        return "unknown"


def _command(arguments: argparse.Namespace, directory: Path, build: Path) -> list[str]:
    options = {
        "directory": str(directory),
        "build": str(build),
        "micropython": arguments.micropython,
        "clock": arguments.clock,
        "seed": _seed(arguments),
        "start_ms": arguments.start_ms,
        "board": str(arguments.board.resolve()),
        "field": str(arguments.field.resolve()),
        "packages": [
            str(_FIRMWARE / name) for name in ("duelmat_wire", "duelmat_device", "duelmat_rig")
        ],
        "prepare": [sys.executable, "-I", "-S", str(Path(__file__).with_name("terminal.py"))],
        "version": _version(),
        "owner_fd": arguments.owner_fd,
    }
    return [
        str(node_program()),
        "--no-warnings",
        *_NODE_OPTIONS,
        str(NODE_DIR / "loader.mjs"),
        json.dumps(options),
    ]


def _seed(arguments: argparse.Namespace) -> int:
    """The seed that was asked for. Else virtual time repeats itself, and real time does not: a
    board that starts again has another boot_id.
    """
    if arguments.seed is not None:
        return int(arguments.seed)
    return 1 if arguments.clock == "virtual" else secrets.randbits(31)


def _detach(command: list[str], directory: Path, kept: tuple[int, ...]) -> int:
    """Start the rig in a session of its own and wait until it reports that it is ready."""
    log = directory / "rig.log"
    log.unlink(missing_ok=True)  # an earlier one may be open to others
    with os.fdopen(make_new(log), "wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            pass_fds=kept,
            start_new_session=True,
        )
    deadline = time.monotonic() + _START_TIMEOUT_S
    while not (directory / "rig.json").exists():
        code = process.poll()
        if code is not None:
            raise StartError(f"the rig ended with {code} while it started:\n{log.read_text()}")
        if time.monotonic() > deadline:
            process.send_signal(signal.SIGTERM)
            raise StartError(f"the rig was not ready within {_START_TIMEOUT_S} s; see {log}.")
        time.sleep(0.01)
    print(log.read_text(), end="", flush=True)
    return 0


def _start(arguments: argparse.Namespace) -> int:
    _check_mat(arguments.board, arguments.field)
    directory = arguments.dir.resolve()
    build = ensure_build(arguments.micropython, _say)
    command = _command(arguments, directory, build)
    lock = _lock(directory)
    owner = () if arguments.owner_fd is None else (arguments.owner_fd,)
    if arguments.detach:
        return _detach(command, directory, (lock, *owner))
    sys.stdout.flush()
    return os.execv(command[0], command)  # noqa: S606 - the rig is Node from here on; no shell is wanted


def _say(line: str) -> None:
    print(f"{PROGRESS}{line}", file=sys.stderr, flush=True)


def main(words: list[str] | None = None) -> int:
    arguments = _arguments(words)
    try:
        return _start(arguments)
    except StartError as error:
        print(f"duelmat_rig: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print("duelmat_rig: interrupted before the mat was there.", file=sys.stderr)
    return 1
