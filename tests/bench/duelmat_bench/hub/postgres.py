"""A real PostgreSQL server of a test's own: on a free port of loopback, in a folder of its own."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

BIN = Path("/usr/lib/postgresql/15/bin")
PATIENCE_S = 60
_SERVANT = "postgres"
"""Whoever runs the server if the tests are run by root, which PostgreSQL refuses."""


class Postgres:
    """A server that runs."""

    def __init__(self, folder: Path, port: int, *, is_durable: bool) -> None:
        self.folder = folder
        self.port = port
        self._is_durable = is_durable
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        words = ["-D", str(self.folder / "data"), "-p", str(self.port), "-k", str(self.folder)]
        words += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60"]
        if not self._is_durable:
            words += ["-c", "fsync=off"]
        log = (self.folder / "server.log").open("ab")
        self._process = subprocess.Popen(
            [str(BIN / "postgres"), *words], stdout=log, stderr=log, user=_user(), cwd="/"
        )
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "server.log").read_text()
                assert time.monotonic() < deadline_s
                time.sleep(0.05)
            else:
                return

    def stop(self, *, kill: bool = False) -> None:
        """End the server: all its processes at once, as when the power fails, or in order."""
        if self._process is None:
            return
        mode = "immediate" if kill else "fast"
        subprocess.run(
            [str(BIN / "pg_ctl"), "-D", str(self.folder / "data"), "-m", mode, "stop"],
            user=_user(),
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
        )
        self._process.wait(PATIENCE_S)
        self._process = None

    def url(self, database: str) -> str:
        return f"postgresql://{_SERVANT}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Return the address of an empty database."""
        self._databases += 1
        name = f"event{self._databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)


@contextlib.contextmanager
def postgres(*, is_durable: bool = False) -> Iterator[Postgres]:
    """Yield a server, and stop it in the end.

    is_durable: whether it waits for the disk, as it does at a venue; processes may be killed
    without it as well, only power may not fail.
    """
    folder = Path(tempfile.mkdtemp(prefix="duelmat-pg-"))
    if _user() is not None:
        shutil.chown(folder, _SERVANT)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    try:
        subprocess.run(
            [
                str(BIN / "initdb"),
                "-D",
                str(folder / "data"),
                "-U",
                _SERVANT,
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
            ],
            user=_user(),
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
        )
        server = Postgres(folder, port, is_durable=is_durable)
        server.start()
        try:
            yield server
        finally:
            server.stop(kill=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> int | None:
    """Return whom the server belongs to; None: whoever runs the tests."""
    return pwd.getpwnam(_SERVANT).pw_uid if os.geteuid() == 0 else None
