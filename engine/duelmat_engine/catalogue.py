"""The rules catalogue: what each statement and each reading says, as packaged data.

One TOML file a system stands in the folder `catalogue`, with the statements in the words of this
project, and one with the readings of the gaps that the rule documents leave. A ruleset that is
no part of the package adds a system of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal

from msgspec import Struct, field, toml

from duelmat_engine.brief import Brief
from duelmat_engine.errors import CatalogueError, UnknownNameError, find_named
from duelmat_message import say

FILES = ("trigamon", "ocg", "seg", "trump_king", "resummoned", "table")


class Statement(Brief, frozen=True, forbid_unknown_fields=True):
    """One numbered statement of a rule system."""

    id: str
    text: str
    """The statement in one sentence."""
    tag: Literal["D", "P", "X"] = "D"
    """D: shown by a deterministic duel; P: holds in every duel; X: there is nothing to execute."""
    kind: Literal["limits", "forbids", "happens", "names", "owes"] = "limits"
    """It allows and refuses; it only refuses; it says what happens; it only gives something its
    name; or it says what a table owes its players, whatever they play."""
    source: str = ""
    """The rule document and the line or number in it."""
    readings: tuple[str, ...] = ()
    """The readings by which it is understood."""


class ReadingEntry(Brief, frozen=True, forbid_unknown_fields=True):
    """A reading: how one gap of a rule document is understood."""

    id: str
    system: str
    """The prefix of the system's statements; "ALL" for every system."""
    text: str
    """Its statement, in whole sentences."""
    default: str
    choices: tuple[str, ...]
    """The ways to read it, the default first."""
    about: str = ""
    """The gap that it fills, in a few words; empty: its text, without a choice, says it."""
    parts: dict[str, str] = field(default_factory=dict)
    """Its sentences by name: a verdict cites the part "turn" of G-29 as G-29.turn."""

    def part_ids(self) -> dict[str, str]:
        """Its parts by the ids under which they are cited."""
        return {f"{self.id}.{name}": text for name, text in self.parts.items()}


class System(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule system."""

    system: str
    title: str
    statement: tuple[Statement, ...]
    document: str = ""


def _load(name: str) -> bytes:
    return (files("duelmat_engine") / "catalogue" / f"{name}.toml").read_bytes()


@cache
def _systems() -> list[System]:
    return [toml.decode(_load(name), type=System) for name in FILES]


@cache
def _by_id() -> dict[str, Statement]:
    return {s.id: s for system in _systems() for s in system.statement}


@cache
def _readings() -> dict[str, ReadingEntry]:
    found = toml.decode(_load("readings"), type=dict[str, tuple[ReadingEntry, ...]])
    return {r.id: r for r in found["reading"]}


def add_system(
    system: str, title: str, *statements: Statement, readings: Iterable[ReadingEntry] = ()
) -> None:
    """Add a system that is no part of the package to the catalogue: its prefix, its title, its
    statements and readings.

    Raises CatalogueError if it says again what the catalogue has.
    """
    own = tuple(readings)
    names = (system, *(s.id for s in statements), *(r.id for r in own))
    known = {*(s.system for s in systems()), *_by_id(), *_readings()}
    taken = [name for index, name in enumerate(names) if name in known or name in names[:index]]
    if taken:
        raise CatalogueError(f"expected ids of its own, got {', '.join(taken)} again")
    _systems().append(System(system, title, statements))
    _by_id().update((s.id, s) for s in statements)
    _readings().update((r.id, r) for r in own)


def systems() -> tuple[System, ...]:
    """Every system with its statements, in the order of the rule documents."""
    return tuple(_systems())


def find_statement(name: str) -> Statement:
    """The statement of that id; UnknownNameError otherwise."""
    return find_named(say("statement"), name, _by_id())


def statements(prefix: str = "") -> tuple[Statement, ...]:
    """The statements of the system with that prefix ("TK"), or of all."""
    known = [system.system for system in systems()]
    if prefix and prefix not in known:
        raise UnknownNameError(say("system"), prefix, known)
    chosen = (system for system in systems() if prefix in ("", system.system))
    return tuple(s for system in chosen for s in system.statement)


def find_reading(name: str) -> ReadingEntry:
    """The reading of that id; UnknownNameError otherwise."""
    return find_named(say("reading"), name, _readings())


def readings(system: str = "") -> tuple[ReadingEntry, ...]:
    """The readings of one system, or of all."""
    return tuple(r for r in _readings().values() if system in ("", r.system))


def parts() -> dict[str, str]:
    """Return the texts of the parts of readings, by their ids."""
    return {name: text for r in _readings().values() for name, text in r.part_ids().items()}


def rule_text(name: str) -> str:
    """Return the text of a statement, a reading or a part of one; UnknownNameError otherwise."""
    reading = _readings().get(name.partition(".")[0])
    if reading is None:
        return find_statement(name).text
    return reading.part_ids().get(name) or find_reading(name).text


def with_parts(names: Iterable[str]) -> frozenset[str]:
    """Return these ids, and those of all parts of the readings among them."""
    found = frozenset(names)
    wholes = (r for name in found if (r := _readings().get(name)) is not None)
    return found.union(*(r.part_ids() for r in wholes))
