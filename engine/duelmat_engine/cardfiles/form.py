"""Reading tables that people wrote: every fault is noted with its place, none stops the reading.

A `Form` wraps one table of a TOML file or one JSON object. What it cannot take is noted in the
shared list of faults and replaced by the default, so that one pass finds all that is wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final, Self, TypeVar, cast

from msgspec.structs import replace

from duelmat_engine.brief import Brief
from duelmat_engine.errors import EngineError, unlike
from duelmat_message import Text, listed, lowered, near_names, say
from duelmat_parsing import Path, TomlError, line_of, read_toml, structs
from duelmat_parsing.structs import NOTHING, place_of, shown

KINDS: Final[dict[type, Text]] = {
    bool: say("true or false"),
    int: say("a whole number"),
    float: say("a number"),
    str: say("a text"),
    dict: say("a table"),
    list: say("a list"),
}
"""The names of types of values in messages."""
NONE: Final = say("none")
FILLED: Final = say("a text that is not empty")
Named = TypeVar("Named", bound=str)
"""A text that is one of some, and known to be."""


class FormFault(Brief, frozen=True):
    """One thing that is wrong: where, what was expected and what was got."""

    path: tuple[str | int, ...]
    expected: str
    got: str
    line: int = 0
    """Counted from 1; 0: the text has no lines to point at."""

    @property
    def where(self) -> str:
        return place_of(self.path)

    def sentence(self) -> Text:
        return unlike(self.where, self.expected, self.got)


Faults = Iterator[FormFault]
"""The faults of a form, one after the other."""


class FormError(EngineError):
    """A text or table that people wrote and that is broken; `faults` lists all that is wrong."""

    def __init__(self, faults: Iterable[FormFault], source: str = "") -> None:
        self.faults = tuple(sorted(faults, key=lambda f: f.line))
        self.source = source
        super().__init__(listed(self.messages(), "\n"))

    def messages(self) -> list[str]:
        """One line a fault: "FILE:LINE: where: expected, got"."""
        found: list[str] = []
        for fault in self.faults:
            place = ":".join(filter(None, (self.source, str(fault.line or ""))))
            told = fault.sentence()
            found.append(say("{place}: {fault}", place=place, fault=told) if place else told)
        return found

    def placed(self, lines: dict[Path, int], source: str) -> Self:
        """The same faults with the lines on which they stand."""
        found = (replace(f, line=f.line or line_of(lines, f.path)) for f in self.faults)
        return type(self)(found, source)


class ScenarioError(FormError):
    """A scenario or case that is broken."""


class CardFileError(FormError):
    """A file of cards and effects that is broken."""


def toml_tables(text: str, source: str, error: type[FormError]) -> dict[str, Any]:
    """The tables of a TOML text; an `error` with the line where it is none."""
    try:
        return read_toml(text)
    except TomlError as problem:
        reason = say("{fault:inner}", fault=problem.fault)
        raise error([FormFault((), say("a text in TOML"), reason, problem.line)], source) from None


def near(name: object, known: Iterable[str], got: str = "") -> str:
    """Return a wrong name as it is shown, or as `got`, with the one that was probably meant."""
    got = got or shown(name)
    found = near_names(name, known) if isinstance(name, str) else ()
    return say("{got} (did you mean {name}?)", got=got, name=found[0]) if found else got


def one_of(names: Iterable[object]) -> Text:
    """Return what is expected where one of some names may stand."""
    known = listed(map(str, names), ",")
    return say("one of {names}", names=known) if known else say("nothing (this ruleset has none)")


def unknown_keys(table: Mapping[str, Any], known: Collection[str], path: Path) -> Faults:
    """Yield a fault for each key of a table that is none of the known ones."""
    for misfit in structs.unknown_keys(table, known, path):
        got = f"{misfit.got} ({lowered(misfit.advice)})"
        yield FormFault(misfit.path, misfit.expected, got)


class Form:
    """One table being read."""

    def __init__(
        self,
        table: object,
        path: Path,
        faults: list[FormFault],
        known: Collection[str] | None = None,
    ) -> None:
        """Read a table; each key besides the known ones, if they are given, is a fault."""
        self.path = path
        self.faults = faults
        self.table: Mapping[str, Any] = {}
        if isinstance(table, dict):
            self.table = table
        else:
            self.fault(KINDS[dict], shown(table))
        if known is not None:
            self.only(known)

    def fault(self, expected: str, got: str, *keys: str | int) -> None:
        self.faults.append(FormFault((*self.path, *keys), expected, got))

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def only(self, known: Collection[str]) -> None:
        """Every other key is a fault."""
        self.faults += unknown_keys(self.table, known, self.path)

    def text(self, key: str, *, needed: bool = False, may_be_empty: bool = False) -> str:
        value = self._typed(key, str, needed=needed)
        if value is not None and not value.strip() and not (may_be_empty and value == ""):
            self.fault(FILLED, shown(value), key)
        return str(value or "")

    def one_of(
        self,
        key: str,
        known: Iterable[Named],
        default: Named | None = None,
        *,
        needed: bool = False,
    ) -> Named:
        """One of these texts; without a default an empty one stands for what is missing.

        An empty text among them is an answer that messages do not list.
        """
        value = self._typed(key, str, needed=needed)
        names = list(known)
        otherwise = cast("Named", "") if default is None else default
        if value is not None and value not in names:
            self.fault(one_of(filter(None, names)), near(value, names), key)
        return next((name for name in names if name == value), otherwise)

    def number(
        self, key: str, default: int, *, low: int = 0, high: int = 1_000_000, needed: bool = False
    ) -> int:
        value = self._typed(key, int, needed=needed)
        if value is None:
            return default
        if not low <= value <= high:
            wanted = say("a whole number from {low} to {high}", low=low, high=high)
            self.fault(wanted, shown(value), key)
            return default
        return int(value)

    def flag(self, key: str) -> bool:
        return bool(self._typed(key, bool))

    def texts(
        self, key: str, known: Collection[str] | None = None, what: str = ""
    ) -> tuple[str, ...] | None:
        """A list of texts; None if the key is not there.

        Each that is none of the known ones is a fault; `what` is what they are.
        """
        values = self._typed(key, list)
        if values is None:
            return None
        good = []
        for index, value in enumerate(values):
            if not isinstance(value, str) or not value.strip():
                self.fault(KINDS[str], shown(value), key, index)
                continue
            good.append(value)
            if known is not None and value not in known:
                self.fault(what, near(value, known), key, index)
        return tuple(good)

    def tables(self, key: str) -> Iterator[tuple[int, Any]]:
        """Yield the items of a list with their indices, whatever they are."""
        yield from enumerate(self._typed(key, list) or ())

    def each(self, key: str, known: Collection[str] | None = None) -> Iterator[Form]:
        """The tables of a list, one after the other."""
        for index, item in self.tables(key):
            yield Form(item, (*self.path, key, index), self.faults, known)

    def inner(self, key: str, known: Collection[str] | None = None) -> Form:
        """The table under a key; an empty one if it is not there."""
        return Form(self.table.get(key, {}), (*self.path, key), self.faults, known)

    def _typed(self, key: str, kind: type, *, needed: bool = False) -> Any:
        if key not in self.table:
            if needed:
                wanted = say('the key "{key}" with {value}', key=key, value=KINDS[kind])
                self.fault(wanted, NOTHING)
            return None
        value = self.table[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.fault(KINDS[kind], shown(value), key)
            return None
        return value
