"""The packages that a checkout needs beside the program to measure it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from duelmat_command.output import Complaint


@contextmanager
def needed_by(command: str) -> Iterator[None]:
    """Raise a Complaint that says what to install, where the development extra is not there."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise Complaint(
            f"`{command}` expected the development extra, got a checkout without "
            f"{missing.name}. Install it: make lint, or pip install -e '.[dev]'."
        ) from None
