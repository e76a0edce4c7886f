"""Reads a mat file: TOML, then form, then sense; only then is the mat laid out."""

from __future__ import annotations

import errno
import stat
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

from duelmat_message import words_of

from .assembly import harness
from .breadboard import breadboard_harness
from .clearance import clearance_problems
from .construction import construction_problems
from .decoding import read_file
from .errors import MatError, Problem
from .inventory import inventory_problems
from .layout import build_mat
from .mat import Mat
from .matfile import MatFile
from .placing import boards
from .sensing import sensing_problems
from .timing import timing_problems
from .wiring import wiring_problems

STANDARD_MAT: Final = Path(__file__).with_name("mat.toml")
"""The packaged standard mat."""

LIMIT_BYTES: Final = 100_000
"""Of a mat file; the standard mat has 9,000."""

PACKAGED_MATS: Final = {
    "standard": STANDARD_MAT,
    "mini": STANDARD_MAT.with_name("mini.toml"),
    "starter": STANDARD_MAT.with_name("starter.toml"),
}
"""The mat files that come along, by the names of their mats."""


def mat_file(name_or_path: str | Path | None = None) -> Path:
    """The file of a packaged mat by its name, else the path itself; None is the standard mat."""
    if name_or_path is None:
        return STANDARD_MAT
    return PACKAGED_MATS.get(str(name_or_path), Path(name_or_path))


def load_mat(path: Path | None = None) -> Mat:
    """Reads and checks a mat file; None is the standard mat.

    A file that is not good raises a MatError with everything that is wrong with it.
    """
    source = path or STANDARD_MAT
    try:
        content = _content(source)
    except OSError as error:
        reason = words_of(error)
        expected, advice = "a mat file that can be read", "Check the path."
        problem = Problem("the file", expected, reason, advice)
        raise MatError(str(source), [problem]) from error
    return parse_mat(content, str(source))


def _content(source: Path) -> bytes:
    """The bytes of a regular file of a sensible size; OSError says what is there instead."""
    found = source.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "a directory", str(source))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "a pipe or a device, no regular file", str(source))
    if found.st_size > LIMIT_BYTES:
        words = f"a file of more than {LIMIT_BYTES // 1000} kB"
        raise OSError(errno.EFBIG, words, str(source))
    with source.open("rb") as file:
        return file.read(LIMIT_BYTES)


@lru_cache(maxsize=8)  # frozen: all readers of a file share one mat, which takes 60 ms to check
def parse_mat(content: bytes, source: str = "mat.toml") -> Mat:
    """The mat that the content of a mat file describes; `source` names it in messages.

    Content that is not good raises a MatError with everything that is wrong with it.
    """
    file, problems = _read(content)
    if problems:
        raise MatError(source, problems)
    assert file
    return build_mat(file)


def check(path: Path | None = None) -> list[Problem]:
    """The problems of a mat file; none if it is good."""
    try:
        mat = load_mat(path)
        if mat.materials.has_whole_readers:
            return list(timing_problems(mat, breadboard_harness(mat)))  # breadboards have room
        wired = harness(mat)
        boards(wired)
    except MatError as error:
        return list(error.problems)
    return list(timing_problems(mat, wired))


def _read(content: bytes) -> tuple[MatFile | None, list[Problem]]:
    file, problems = read_file(MatFile, content, "width_mm = 940")
    if file is None:
        return None, problems
    is_whole = _wholeness(problems)
    for inspect in (inventory_problems, wiring_problems, sensing_problems, construction_problems):
        problems.extend(inspect(file, is_whole))
    problems.extend(clearance_problems(file))
    return file, problems


def _wholeness(problems: list[Problem]) -> Callable[[str], bool]:
    """Return a check whether a place of the file, and all that it stands in, was decoded."""
    broken = [problem.where for problem in problems]

    def is_within(inner: str, outer: str) -> bool:
        return inner == outer or inner.startswith((f"{outer}.", f"{outer}["))

    def is_whole(where: str) -> bool:
        return not any(is_within(place, where) or is_within(where, place) for place in broken)

    return is_whole
