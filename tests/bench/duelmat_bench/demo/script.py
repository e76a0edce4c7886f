"""The demonstration's script: a record of a duel, what goes wrong on the way, and how it ends.

`duel.record` holds the duel (see docs/notation.md), `incidents.toml` what the players do besides:
plays that are refused, and plays taken back. Both are packaged; others can be given.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, Literal

import msgspec

from duelmat_engine import Record, read_record
from duelmat_files.outside import read_regular_file
from duelmat_host.errors import HostError
from duelmat_message import lowered, words_of
from duelmat_parsing import read_toml

_RECORD: Final = "duel.record"
_INCIDENTS: Final = "incidents.toml"


class ScriptError(HostError):
    """A script cannot be played; the message says where it is wrong."""


class Incident(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act of the players that the record does not hold."""

    before: int
    """The action of the record, counted from 1, before which it happens (refused), or which is
    taken back once and done again (takeback)."""
    kind: Literal["refused", "takeback"]
    card: str = ""
    zone: str = ""
    """The mat zone to which the card is brought."""
    face: Literal["up", "down"] = "up"
    turn: Literal[0, 90] = 0


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the duel if everything on the way works."""

    winner: str
    life: dict[str, int]
    turns: int
    log: str
    """SHA-256 of the log's lines, in hexadecimal."""
    layout: dict[str, str]
    """Mat zones and what lies there: the card and "up" or "down", and "_" if sideways."""


class Script(msgspec.Struct, frozen=True):
    """A record to be played, with incidents and its expected end."""

    record: Record
    incidents: tuple[Incident, ...]
    expected: Expected | None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    incident: tuple[Incident, ...] = ()
    expected: Expected | None = None


def load_script(directory: Path | None = None) -> Script:
    """Return the packaged script, or the one in a directory."""
    source = files("duelmat_bench.demo") if directory is None else directory
    record_text = _text(source, _RECORD)
    incidents_text = _text(source, _INCIDENTS)
    try:
        played = msgspec.convert(read_toml(incidents_text), _File)
    except ValueError as fault:
        raise ScriptError(
            f"{_INCIDENTS}: expected tables [[incident]] and [expected] as in the packaged "
            f"script, got: {lowered(words_of(fault))}. Correct the file."
        ) from fault
    record = read_record(record_text, _RECORD)
    if record.seed is None:
        raise ScriptError(
            f"{_RECORD}: expected a closed duel, with its seed, got a public record: the hands "
            "have to know which cards they hold"
        )
    for incident in played.incident:
        if not 1 <= incident.before <= len(record.entries):
            raise ScriptError(
                f"{_INCIDENTS}: expected `before` from 1 to {len(record.entries)}, got "
                f"{incident.before}"
            )
    return Script(record, played.incident, played.expected)


def _text(source: Traversable | Path, name: str) -> str:
    try:
        if isinstance(source, Path):
            return read_regular_file(source / name).decode("utf-8-sig")
        return source.joinpath(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        got = words_of(fault) if isinstance(fault, OSError) else "binary data"
        raise ScriptError(f"expected a file {name} in {source}, got: {got}") from fault
