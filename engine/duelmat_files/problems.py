"""FileProblems of what the readers of texts and tables have found."""

from __future__ import annotations

from collections.abc import Iterable

from duelmat_parsing.structs import Misfit, place_of
from duelmat_parsing.tables import BrokenTextError

from .errors import FileProblem


def text_problem(source: str, error: BrokenTextError) -> FileProblem:
    """Return the problem of a text that holds no tables."""
    place = f"line {error.line}" if error.line else "the file"
    return FileProblem(source, place, error.expected, error.got, error.advice)


def misfit_problems(source: str, misfits: Iterable[Misfit], first: int = 1) -> list[FileProblem]:
    """Return the problems of tables that do not fit; lists are counted from `first`."""
    return [
        FileProblem(source, place_of(each.path, first), each.expected, each.got, each.advice)
        for each in misfits
    ]
