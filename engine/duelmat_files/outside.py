"""Reading files that come from outside: regular ones only, and only up to a size."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from duelmat_files import check_kind

TEXT_LIMIT_BYTES: Final = 1_000_000
"""The limit for files written by people: decks, card files, scenarios, records, registries,
settings.
"""
DATA_LIMIT_BYTES: Final = 64_000_000
"""The limit for files that programs write: captures, batches, databases of all cards."""


def read_regular_file(path: Path, limit_bytes: int = TEXT_LIMIT_BYTES) -> bytes:
    """Return the content of a regular file of at most this size.

    Raises OSError, whose strerror says what is there instead. Named pipes and devices are neither
    opened nor waited for: they may never end, or never begin.
    """
    check_regular_file(path, limit_bytes)
    # a pipe may have taken the file's place since the check: do not wait for it
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:  # noqa: PTH123  (it opens a descriptor)
        _check(os.fstat(descriptor), path, limit_bytes)
        content = file.read(limit_bytes + 1)
    if len(content) > limit_bytes:  # it has grown, or its size is not known beforehand
        raise _too_large(path, limit_bytes)
    return content


def read_private_file(path: Path, limit_bytes: int = TEXT_LIMIT_BYTES) -> bytes:
    """Return the content of a regular file that nobody else can have written or read.

    Raises OSError, whose strerror says what is there instead, and follows no symbolic link.
    """
    _check(path.lstat(), path, limit_bytes)
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW
    with open(os.open(path, flags), "rb") as file:  # noqa: PTH123  (of a descriptor)
        found = os.fstat(file.fileno())
        _check(found, path, limit_bytes)
        if found.st_uid != os.geteuid():
            raise OSError(errno.EPERM, "a file of another user", str(path))
        if found.st_mode & 0o077:
            words = f"a file that others may open (mode {found.st_mode & 0o777:o})"
            raise OSError(errno.EPERM, words, str(path))
        return file.read(limit_bytes + 1)


def check_regular_file(path: Path, limit_bytes: int = DATA_LIMIT_BYTES) -> None:
    """Raise OSError unless a regular file of at most this size is there."""
    try:
        found = path.stat()
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error), str(path)) from None
    _check(found, path, limit_bytes)


def _check(found: os.stat_result, path: Path, limit_bytes: int) -> None:
    check_kind(found, path)
    if found.st_size > limit_bytes:
        raise _too_large(path, limit_bytes)


def _too_large(path: Path, limit_bytes: int) -> OSError:
    words = f"a file of more than {limit_bytes / 1e6:g} MB"
    return OSError(errno.EFBIG, words, str(path))
