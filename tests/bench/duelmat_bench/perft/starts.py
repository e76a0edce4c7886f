"""Starts of counts: a committed position of each ruleset, as package data.

`starts/<ruleset>.toml` holds the position in notation with its counts.
"""

from __future__ import annotations

from importlib.resources import files

from msgspec import Struct, toml

from duelmat_engine import Duel, parse_position
from duelmat_host.errors import HostError


class NoStartError(HostError):
    """A ruleset has no committed start."""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to count from."""

    position: str
    counts: tuple[int, ...]
    """The numbers of sequences of 1, 2, 3 ... answers."""

    def duel(self) -> Duel:
        return parse_position(self.position)


def find_start(ruleset: str) -> Start:
    """The committed start of a ruleset."""
    return toml.decode(_read(f"{ruleset}.toml"), type=Start)


def _read(name: str) -> bytes:
    path = files("duelmat_bench.perft") / "starts" / name
    if not path.is_file():
        raise NoStartError(f"Nothing is committed to begin with: expected {name} in the package.")
    return path.read_bytes()
