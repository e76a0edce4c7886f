"""Making, opening and replacing files: no link is followed, nothing is taken that is not ours.

Whoever may write in a directory can set a link, a pipe or a file of their own at a name that a
program is about to use. So a directory of ours is one that nobody else may write, and what lies
in it is looked at once more when it is opened. Every error is an OSError whose strerror says what
is there instead.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
"""The mode of a file that nobody but its owner reads."""
SHARED: Final = 0o666
"""The mode of a file that is there to be handed on: what the umask leaves of it."""
_PRIVATE_DIRECTORY: Final = 0o700
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
_SAFELY: Final = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""A link is not followed, and a pipe is not waited for."""
_KINDS: Final = (
    (stat.S_ISLNK, errno.ELOOP, "a symbolic link"),
    (stat.S_ISDIR, errno.EISDIR, "a directory"),
    (stat.S_ISFIFO, errno.EINVAL, "a named pipe, no regular file"),
    (stat.S_ISSOCK, errno.EINVAL, "a socket, no regular file"),
    (stat.S_ISCHR, errno.EINVAL, "a device, no regular file"),
    (stat.S_ISBLK, errno.EINVAL, "a device, no regular file"),
)


def make_directory(path: Path) -> None:
    """Make a directory that is this user's alone, or check the one that is there."""
    path.mkdir(mode=_PRIVATE_DIRECTORY, parents=True, exist_ok=True)
    check_directory(path)


def check_directory(path: Path) -> None:
    """Refuse a directory in which others may put files, or that they may exchange for another.

    The owners of the directories above are trusted, and so is a group that may write in those: on
    many systems each user has a group of their own, which may write all that the user makes.
    """
    if path.is_symlink() and path.lstat().st_uid not in (0, os.geteuid()):
        raise OSError(errno.ELOOP, "a symbolic link of another user", str(path))
    whole = path.resolve(strict=True)
    found = whole.stat()
    if not stat.S_ISDIR(found.st_mode):
        raise OSError(errno.ENOTDIR, "a file, no directory", str(path))
    if found.st_uid != os.geteuid():
        raise OSError(errno.EPERM, "a directory of another user", str(path))
    if found.st_mode & _OTHERS_WRITE:
        words = (
            f"a directory that others may write (mode {stat.S_IMODE(found.st_mode):o}; "
            f"`chmod go-w {whole}` ends that)"
        )
        raise OSError(errno.EPERM, words, str(path))
    for above in whole.parents:
        mode = above.stat().st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            command = f"chmod o-w {above}"
            words = (
                f"a directory below {above!s}, where others may exchange it (mode "
                f"{stat.S_IMODE(mode):o}; `{command}` ends that)"
            )
            raise OSError(errno.EPERM, words, str(path))


def open_own(path: Path, flags: int = os.O_RDWR) -> int:
    """Return a descriptor of a file of ours in a directory of ours; a missing one is made.

    For what is written on in place: journals, logs, locks, databases. The file is regular, this
    user's, and has one name; nobody else may open it from then on.
    """
    with contextlib.suppress(FileNotFoundError):
        _refuse_foreign(path.lstat(), path)  # before it is opened: a device may do something
    try:
        descriptor = os.open(path, flags | os.O_CREAT | os.O_EXCL | _SAFELY, PRIVATE)
    except FileExistsError:
        descriptor = os.open(path, flags | _SAFELY)
    try:
        found = os.fstat(descriptor)
        _refuse_foreign(found, path)
        if stat.S_IMODE(found.st_mode) != PRIVATE:
            os.fchmod(descriptor, PRIVATE)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def make_new(path: Path, mode: int = PRIVATE) -> int:
    """Return a descriptor of a file that was not there. Raises FileExistsError if one was."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _SAFELY, mode)


def replace_whole(path: Path, content: bytes, mode: int = PRIVATE) -> None:
    """Write a file whole or not at all; the old one stays until the new one is on the disk.

    The new one lies beside it under a name that nobody can know before. What is there already is
    replaced only if it is a regular file.
    """
    with contextlib.suppress(FileNotFoundError):
        check_kind(path.lstat(), path)
    fresh = path.with_name(f".{secrets.token_hex(8)}.new")
    try:
        with open(make_new(fresh, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):  # a part of it would take what room there is
            fresh.unlink(missing_ok=True)
        raise
    with contextlib.suppress(OSError):  # it is written; not every file system syncs names
        sync_directory(path.parent)


def sync_directory(path: Path) -> None:
    """Wait until the disk has the names of a directory."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def check_kind(found: os.stat_result, path: Path) -> None:
    """Refuse what is no regular file, by what stat or lstat has found at a path."""
    for is_kind, number, words in _KINDS:
        if is_kind(found.st_mode):
            raise OSError(number, words, str(path))


def _refuse_foreign(found: os.stat_result, path: Path) -> None:
    """Refuse what another user has made, or may have open to write."""
    check_kind(found, path)
    if found.st_uid != os.geteuid():
        raise OSError(errno.EPERM, "a file of another user", str(path))
    if found.st_nlink > 1:
        words = f"a file with {found.st_nlink} names (hard links)"
        raise OSError(errno.EMLINK, words, str(path))
    if found.st_mode & _OTHERS_WRITE:
        words = f"a file that others may write (mode {found.st_mode & 0o777:o})"
        raise OSError(errno.EPERM, words, str(path))
