"""Reading files and printing lines in the way common to all commands: clear words, no traceback.

All that is printed is English; names are printed as they are.

What files, variables and arguments hold is escaped, so that it steers no terminal.

Output to a terminal has tables and colours; piped output is the same plain text whatever the
terminal is. NO_COLOR turns the colours off, TERM=dumb the tables as well.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec, TypeVar

import click

from duelmat_command.columns import Cell
from duelmat_files.outside import DATA_LIMIT_BYTES, TEXT_LIMIT_BYTES, read_regular_file
from duelmat_message import (
    escaped,
    near_names,
    words_of,
)

P = ParamSpec("P")
R = TypeVar("R")

BROKEN = 2
"""The exit code for input that cannot be used."""

_MOST_LINES = 200
_LONGEST_LINE = 2_000
"""The limit in characters: the longest useful line names all keys that a table may have."""


class Complaint(click.ClickException):
    """The fault in a user's input, and what to do; one line or a few."""

    exit_code = BROKEN

    def show(self, file: Any = None) -> None:
        del file
        print_fault(shortened(self.message))


def echo(text: str = "", *, err: bool = False, nl: bool = True, **style: Any) -> None:
    """Print a text, styled as by `click.secho`."""
    click.secho(escaped(text), err=err, nl=nl, **style)


def echo_over(text: str) -> None:
    """Print a text on standard error over the line before it."""
    click.secho(f"\r{escaped(text)}", err=True, nl=False)


def sentences(*texts: str) -> str:
    """Join the sentences that are not empty."""
    return " ".join(filter(None, texts))


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: "1 round", "3 rounds", "2 entries"."""
    return f"1 {one}" if number == 1 else f"{number} {many or f'{one}s'}"


def with_rules(text: str, rules: Sequence[str]) -> str:
    """Return a sentence with the ids of its rules behind it, if there are some."""
    return f"{text} ({', '.join(rules)})" if rules else text


def near_name(near: Sequence[str]) -> str:
    """Return a question about the nearest name; empty if no name is near."""
    return f"Did you mean {near[0]}?" if near else ""


def shortened(message: str) -> str:
    """Shorten a message to what a person can use.

    A file may have thousands of faults.
    """
    lines = message.splitlines()
    shown = [line if len(line) <= _LONGEST_LINE else _cut(line) for line in lines[:_MOST_LINES]]
    if len(lines) > _MOST_LINES:
        more = len(lines) - _MOST_LINES
        shown.append("... and 1 line more." if more == 1 else f"... and {more} lines more.")
    return "\n".join(shown)


def _cut(line: str) -> str:
    return f"{line[:_LONGEST_LINE]} ... (cut)"


def read_text(path: Path, what: str, limit_bytes: int = TEXT_LIMIT_BYTES) -> str:
    """Return the text of a file, or raise a Complaint that says what it is instead."""
    name = click.format_filename(path)
    data = read_bytes(path, what, limit_bytes)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in data[:4096]:
            raise _got(name, what, "binary data") from None
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"0x{data[error.start]:02x}"
        raise Complaint(
            f"{name}:{line}: expected text in UTF-8, got the byte {byte}. Save the file as UTF-8."
        ) from None
    if "\0" in text:
        raise _got(name, what, "binary data")
    return text


def _got(file: str, what: str, got: str, *advice: str) -> Complaint:
    expected = f"{file}: expected {what}, got {got}."
    return Complaint(sentences(expected, *advice))


def read_bytes(path: Path, what: str, limit_bytes: int = DATA_LIMIT_BYTES) -> bytes:
    """Return the content of a file that is there and not empty, or raise a Complaint."""
    name = click.format_filename(path)
    try:
        data = read_regular_file(path, limit_bytes)
    except FileNotFoundError:
        raise _got(name, what, "no such file", _near_files(path)) from None
    except IsADirectoryError:
        raise _got(name, what, "a directory", "Name a file in it.") from None
    except OSError as error:
        reason = words_of(error)
        if error.errno in (errno.EINVAL, errno.EFBIG):
            raise _got(name, what, reason, "Name another file.") from None
        raise Complaint(f"{name}: expected {what}, but it cannot be read: {reason}.") from None
    if not data.strip():
        raise _got(name, what, "an empty file")
    return data


def _near_files(path: Path) -> str:
    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except OSError:
        return f"The folder {path.parent!s} does not exist either."
    near = near_names(path.name, names, cutoff=0.75)
    return near_name([str(path.parent / name) for name in near])


def print_json(value: Any, *, indent: int | None = 2) -> None:
    """Print a value as JSON."""
    click.echo(escaped(json.dumps(value, indent=indent, ensure_ascii=False)))


def plain_values(value: Any) -> Any:
    """Convert structs to plain values that JSON can hold."""
    from msgspec import to_builtins

    return to_builtins(value, enc_hook=str)


def is_terminal() -> bool:
    """Whether standard output is a terminal that shows tables."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def colour_wish() -> bool | None:
    """Return False if the environment forbids colours, else None: click then asks the stream."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def print_fault(text: str) -> None:
    """Print an error on standard error, in red."""
    print_error(text, "red")


def print_error(text: str, colour: str) -> None:
    """Print on standard error, in a colour where it is a terminal."""
    echo(text, err=True, fg=colour, color=colour_wish())


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], plain: Callable[..., str]
) -> None:
    """Print rows as a table on a terminal, elsewhere as lines that `plain` makes of the cells."""
    if not is_terminal():
        for row in rows:
            echo(plain(*(Cell(cell) for cell in row)))
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text as Cells

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        style = "bold" if number == 0 else None
        table.add_column(Cells(column), style=style, no_wrap=number == 0, overflow="fold")
    for row in rows:
        table.add_row(*(Cells(escaped(cell)) for cell in row))
    Console(soft_wrap=False).print(table)


def wrapped(text: str, indent: str = "", hanging: str | None = None) -> str:
    """Return a text broken into lines of at most 96 columns."""
    return click.wrap_text(
        text,
        width=96,
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
    )


def leave(code: int) -> NoReturn:
    """End the command with an exit code after printing everything."""
    sys.stdout.flush()
    raise click.exceptions.Exit(code)


def complains_of(*kinds: type[Exception]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Show these errors of ours as their message, not as a traceback."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def inner(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except kinds as error:
                raise Complaint(words_of(error)) from None

        return inner

    return wrap
