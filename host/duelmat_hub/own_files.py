"""Files in TOML that an organiser writes, read with all that is wrong in them, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from duelmat_hub.errors import OwnFileError
from duelmat_parsing import line_of, toml_lines
from duelmat_parsing.structs import Misfit, place_of, read_sound
from duelmat_parsing.tables import BrokenTextError, decode_text, read_tables

S = TypeVar("S", bound=Struct)


def read_own_file(
    kind: type[S],
    content: bytes,
    source: str,
    example: str,
    misfits_of: Callable[[S], Iterable[Misfit]] = lambda _: (),
) -> S:
    """Return the struct of a file.

    source: its name in messages.
    example: a line or two of such a file.
    misfits_of: a function that returns what does not fit in a struct whose fields are sound.

    Raises: OwnFileError, with every fault.
    """
    try:
        text = decode_text(content)
        tables = read_tables(text, example)
    except BrokenTextError as error:
        raise OwnFileError(
            [f"{source}:{error.line}: expected {error.expected}, got {error.got}. {error.advice}"]
        ) from None
    found, misfits = read_sound(kind, tables)
    if not misfits:
        misfits = list(misfits_of(found))
    if misfits:
        lines = toml_lines(text)
        ordered = sorted(misfits, key=lambda each: line_of(lines, each.path))
        raise OwnFileError(
            [
                f"{source}:{line_of(lines, each.path)}: {place_of(each.path)}: expected "
                f"{each.expected}, got {each.got}. {each.advice}"
                for each in ordered
            ]
        )
    return found
