"""Fetches a MicroPython build into the user's cache, the first time that it is needed.

Npm brings the archive from wherever the machine's npm configuration says. Its checksum must be
the one of the lock file before anything of it is unpacked, and the folder appears under its name
only when it is whole: a fetch that is killed leaves nothing that is taken for a build.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tarfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from duelmat_files import make_directory, open_own
from duelmat_rig.electronics.errors import StartError
from duelmat_rig.node_install import (
    CACHE_VARIABLE,
    SUMS,
    Build,
    locked_build,
    micropython_cache,
    npm_command,
)

Say = Callable[[str], None]
_PLACE_PREFIX = ".fetch-"
# Npm would try for more than a minute before it says that there is no network.
_PATIENCE = (
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=500",
    "--fetch-retry-maxtimeout=2000",
    "--fetch-timeout=60000",
)


def ensure_build(version: str, say: Say) -> Path:
    """Return the folder of the MicroPython of that version, fetched first if it is not there.

    What lies there is summed each time, and fetched again if it was changed. A cache in which
    others may write is refused: they could change it between the sum and the start.

    Raises: StartError
    """
    build = locked_build(version)
    cache = micropython_cache()
    try:
        make_directory(cache)
        if build.is_there:
            return build.folder
        with _alone(cache, say):
            if not build.is_there:
                _fetch(build, cache, say)
    except OSError as error:
        raise StartError(
            f"expected to keep MicroPython in {cache}, got: {error.strerror or error}. "
            f"Let this user write there, or name another folder with {CACHE_VARIABLE}."
        ) from error
    return build.folder


@contextmanager
def _alone(cache: Path, say: Say) -> Iterator[None]:
    """Hold the cache until the end; the lock of a process ends with it, however it ends."""
    lock = open_own(cache / "lock")
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another duelmat is fetching MicroPython; waiting for it ...")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _fetch(build: Build, cache: Path, say: Say) -> None:
    for left in cache.glob(f"{_PLACE_PREFIX}*"):  # by fetches that were killed: we are alone
        shutil.rmtree(left, ignore_errors=True)
    say(f"Fetching MicroPython {build.release} for the simulated mat (this first time only) ...")
    with TemporaryDirectory(prefix=_PLACE_PREFIX, dir=cache) as folder:
        place = Path(folder)
        archive = _download(build, place)
        _check(archive, build)
        _unpack(archive, place / "build")
        if not build.is_whole(place / "build"):
            raise StartError(
                f"expected the files of MicroPython {build.release} with the sums of {SUMS}, got "
                "others in an archive with the right checksum. Install duelmat again."
            )
        if build.folder.exists():
            shutil.rmtree(build.folder)  # damaged, changed, or of another checksum
        (place / "build").rename(build.folder)
    say(f"MicroPython {build.release} has the right checksum and is kept in {build.folder}.")


def _download(build: Build, place: Path) -> Path:
    words = ["pack", f"{build.package}@{build.release}", "--ignore-scripts", "--loglevel=error"]
    outcome = subprocess.run(
        [*npm_command(), *words, *_PATIENCE],
        cwd=place,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    archives = list(place.glob("*.tgz"))
    if outcome.returncode != 0 or len(archives) != 1:
        raise StartError(
            f"expected to fetch MicroPython {build.release} with npm, which the simulated mat "
            f"needs once, got: {_reason(outcome.stderr)}. Connect to the network and start again, "
            f"or name with {CACHE_VARIABLE} a folder into which it was fetched before."
        )
    return archives[0]


def _reason(said: str) -> str:
    """Shorten npm's complaint to one line: its code, and the sentence that explains it."""
    lines = [line.removeprefix("npm error").strip() for line in said.splitlines()]
    code = next((line.removeprefix("code ") for line in lines if line.startswith("code ")), "")
    headers = ("code ", "syscall ", "errno ", "path ")
    sentences = [line for line in lines if line and not line.startswith(headers)]
    reasons = [line for line in sentences if "reason:" in line] or sentences
    words = [word for word in (code, *reasons[:1]) if word]
    return ": ".join(words).rstrip(".") or "no word from npm"


def _check(archive: Path, build: Build) -> None:
    algorithm, _, expected = build.integrity.partition("-")
    got = b64encode(hashlib.new(algorithm, archive.read_bytes()).digest()).decode()
    if got != expected:
        raise StartError(
            f"expected MicroPython {build.release} with the {algorithm} checksum {expected}, got "
            f"an archive with {got}. Nothing of it was kept: start again, and if it is the same "
            "then, see which registry `npm config get registry` names."
        )


def _unpack(archive: Path, target: Path) -> None:
    """Write the files of an npm archive; they all lie in one folder, mostly `package`."""
    with tarfile.open(archive) as packed:
        for member in packed:
            path = PurePosixPath(*PurePosixPath(member.name).parts[1:])
            content = packed.extractfile(member) if member.isfile() else None
            if content is None or not path.parts or path.is_absolute() or ".." in path.parts:
                continue
            file = target / path
            file.parent.mkdir(parents=True, exist_ok=True)
            _write(file, content.read())


def _write(file: Path, content: bytes) -> None:
    """Write a file that is on the disk before the folder gets its name."""
    with file.open("wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
