"""Files that are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

from duelmat_files import PRIVATE, replace_whole
from duelmat_files.errors import NotKeptError


def write_whole(path: Path, content: bytes, what: str, mode: int = PRIVATE) -> None:
    """Write a file whole or not at all; the old one stays until the new one is on the disk.

    what: its content in words, for the error.

    Raises: NotKeptError.
    """
    try:
        replace_whole(path, content, mode)
    except OSError as error:
        raise NotKeptError(what, path, error) from error
