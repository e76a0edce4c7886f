"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

from duelmat_host.errors import NotKeptError

PRIVATE: Final = 0o600
"""The mode of a file that nobody but its owner reads."""


def write_whole(path: Path, content: bytes, what: str, mode: int = PRIVATE) -> None:
    """Write a file whole or not at all; the old one stays until the new one is on the disk.

    what: its content in words, for the error.

    Raises: NotKeptError.
    """
    fresh = path.with_name(f".{path.name}.new")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode)
        with open(descriptor, "wb") as file:  # noqa: PTH123  (of a descriptor, for its mode)
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        fresh.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):  # a part of it would take what room there is
            fresh.unlink(missing_ok=True)
        raise NotKeptError(what, path, error) from error
