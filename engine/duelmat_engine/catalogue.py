"""The rules catalogue: what each statement and each reading says, as packaged data.

One TOML file a system stands in the folder `catalogue`, with the statements in the words of this
project, and one with the readings of the gaps that the rule documents leave.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Literal

from msgspec import Struct, toml

from duelmat_engine.errors import UnknownNameError

FILES = ("trigamon", "ocg", "seg", "trump_king", "resummoned", "table")


class Statement(Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered statement of a rule system."""

    id: str
    text: str
    """What it says, in one sentence."""
    tag: Literal["D", "P", "X"]
    """D: shown by a deterministic duel; P: holds in every duel; X: there is nothing to execute."""
    kind: Literal["limits", "happens", "names"]
    """It allows and refuses; it says what happens; or it only gives something its name."""
    source: str = ""
    """The rule document and the line or number in it."""
    readings: tuple[str, ...] = ()
    """The readings by which it is understood."""


class ReadingEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """How one gap of a rule document is read."""

    id: str
    system: str
    """The prefix of the system's statements; "ALL" for every system."""
    text: str
    default: str
    choices: tuple[str, ...]


class System(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule system."""

    system: str
    title: str
    statement: tuple[Statement, ...]
    document: str = ""


class _Readings(Struct, frozen=True, forbid_unknown_fields=True):
    reading: tuple[ReadingEntry, ...]


def _load(name: str) -> bytes:
    return (files("duelmat_engine") / "catalogue" / f"{name}.toml").read_bytes()


@lru_cache(maxsize=1)
def systems() -> tuple[System, ...]:
    """Every system with its statements, in the order of the rule documents."""
    return tuple(toml.decode(_load(name), type=System) for name in FILES)


@lru_cache(maxsize=1)
def _by_id() -> dict[str, Statement]:
    return {s.id: s for system in systems() for s in system.statement}


@lru_cache(maxsize=1)
def _readings() -> dict[str, ReadingEntry]:
    found = toml.decode(_load("readings"), type=_Readings).reading
    return {reading.id: reading for reading in found}


def find_statement(name: str) -> Statement:
    """The statement of that id; UnknownNameError otherwise."""
    try:
        return _by_id()[name]
    except KeyError:
        raise UnknownNameError("statement", name, _by_id()) from None


def statements(prefix: str = "") -> tuple[Statement, ...]:
    """The statements of the system with that prefix ("TK"), or of all."""
    known = [system.system for system in systems()]
    if prefix and prefix not in known:
        raise UnknownNameError("system", prefix, known)
    return tuple(
        s for system in systems() if prefix in ("", system.system) for s in system.statement
    )


def find_reading(name: str) -> ReadingEntry:
    """The reading of that id; UnknownNameError otherwise."""
    try:
        return _readings()[name]
    except KeyError:
        raise UnknownNameError("reading", name, _readings()) from None


def readings(system: str = "") -> tuple[ReadingEntry, ...]:
    """The readings of one system, or of all."""
    return tuple(r for r in _readings().values() if system in ("", r.system))
