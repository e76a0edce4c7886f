"""Structs of mat files and catalogues, and the places in them, lists counted from 0."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from duelmat_parsing.structs import place_of, read_sound
from duelmat_parsing.tables import BrokenTextError, decode_text, read_tables

from .errors import Problem

T = TypeVar("T", bound=msgspec.Struct)


def read_file(kind: type[T], content: bytes, example: str) -> tuple[T | None, list[Problem]]:
    """Return what is sound of a file of which every field may be None, and the problems found.

    example: a line of such a file, for the message about text that is no TOML; then the file is
    None.
    """
    try:
        table = read_tables(decode_text(content), example)
    except BrokenTextError as error:
        return None, [Problem(f"line {error.line}", error.expected, error.got, error.advice)]
    return _decoded(kind, table)


def _decoded(kind: type[T], table: dict[str, Any]) -> tuple[T, list[Problem]]:
    file, misfits = read_sound(kind, table)
    return file, [
        Problem(place_of(each.path, first=0), each.expected, each.got, each.advice)
        for each in misfits
    ]


def path(where: str, key: str) -> str:
    """Return the place of a table's key, as it would be written in TOML."""
    return f"{where}.{place_of((key,))}"
