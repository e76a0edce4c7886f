"""Structs from the tables of a file: everything that does not fit is listed, nothing raised.

The types and bounds of a struct say all that fits. A field that may be None is None where it is
broken. Any other broken value gets a stand-in, so that the rest can be looked at (a misfit that
hangs on a stand-in is left out by `without_stand_ins`), or is left out with the smallest struct
that cannot be without it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeVar

from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from duelmat_message import listed, near_names

from .lines import Path

S = TypeVar("S", bound=Struct)

WORDS: Final = "words"
"""The key of `Meta.extra` under which a type says which values fit it."""
NOTHING: Final = "nothing"
"""The text that stands for the value of a missing key."""
MOST_UNKNOWN: Final = 20
"""Unknown keys of one table that are listed one by one."""
_LONGEST: Final = 60
"""Characters of a value that are shown."""
_MOST_SHOWN: Final = 12
"""Items of a list, and keys of a table, that are shown."""
_BROKEN: Final = object()
"""The mark for an unfit value without a stand-in."""


class Misfit(Struct, frozen=True):
    """One thing that does not fit."""

    path: Path
    expected: str
    got: str
    advice: str
    also: tuple[Path, ...] = ()
    """The paths of further values on which the misfit depends."""
    is_replaced: bool = False
    """Whether a stand-in has replaced the value."""


def read_struct(kind: type[S], table: Mapping[str, Any]) -> tuple[S, list[Misfit]]:
    """Read a table as a struct with stand-ins for unfit values, and list the misfits."""
    return _read(_Reader(has_stand_ins=True), kind, table)


def read_sound(kind: type[S], table: Mapping[str, Any]) -> tuple[S, list[Misfit]]:
    """Read a table as a struct whose unfit fields are None, and list the misfits."""
    return _read(_Reader(has_stand_ins=False), kind, table)


def _read(reader: _Reader, kind: type[S], table: Mapping[str, Any]) -> tuple[S, list[Misfit]]:
    read: S = reader.struct(_info(kind), table, ())
    return read, reader.misfits


def without_stand_ins(misfits: Iterable[Misfit], read: Collection[Misfit]) -> list[Misfit]:
    """Return the misfits that depend on no stand-in; `read` are those listed with the struct."""
    replaced = [each.path for each in read if each.is_replaced]
    return [misfit for misfit in misfits if not _hangs_on(misfit, replaced)]


def place_of(path: Path, first: int = 1) -> str:
    """Return a path as people write it, lists counted from `first`: `infractions[3].penalty`."""
    place = ""
    for part in path:
        if isinstance(part, int):
            place += f"[{part + first}]"
        else:
            key = part if re.fullmatch("[A-Za-z0-9_-]+", part) else shown(part)
            place += f".{key}" if place else key
    return place


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return a question about the nearest known name; None if no name is near."""
    near = near_names(name, known)
    return f"Did you mean {near[0]}?" if near else None


def shown(value: object) -> str:
    """Return a value as it would stand in a file: one line, not too long."""
    match value:
        case None:
            text = NOTHING
        case bool():
            text = "true" if value else "false"
        case str():
            text = json.dumps(value[: _LONGEST + 1], ensure_ascii=not value.isprintable())
        case dict():
            keys = ", ".join(shown(key)[1:-1] for key in list(value)[:_MOST_SHOWN])
            return f"a table of {keys}" if value else "an empty table"
        case []:
            return "an empty list"
        case list() if len(value) > _MOST_SHOWN or any(isinstance(v, list | dict) for v in value):
            return f"a list of {len(value)}"
        case list():
            text = f"[{', '.join(map(shown, value))}]"
        case _:
            text = str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def unknown_keys(table: Iterable[str], known: Collection[str], path: Path) -> Iterator[Misfit]:
    """Yield each key of a table that is none of the known ones; of very many the first."""
    keys = [key for key in table if key not in known]
    expected = f"one of the keys {', '.join(known)}" if known else NOTHING
    for key in keys[:MOST_UNKNOWN]:
        advice = nearest(key.lower().replace("-", "_"), known) or "Take it out."
        yield Misfit((*path, key), expected, "an unknown key", advice)
    if len(keys) > MOST_UNKNOWN:
        more = len(keys) - MOST_UNKNOWN
        got = "1 unknown key more" if more == 1 else f"{more:,} unknown keys more"
        yield Misfit((*path, keys[MOST_UNKNOWN]), expected, got, "Take them out.")


def fitting_words(info: types.Type) -> str:
    """Return the values that a type takes, in words."""
    match _without_none(info):
        case types.Metadata(type=inner, extra=extra):
            words: str = extra[WORDS] if extra else fitting_words(inner)
            return words
        case types.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high:,}"
        case types.FloatType(gt=None, ge=low, le=high):
            return f"a number from {low} to {high:,}"
        case types.FloatType(gt=low, le=high):
            return f"a number above {low:g} to {high:,}"
        case types.StrType(max_length=None):
            return "a text that is not empty"
        case types.StrType(max_length=longest):
            return f"a text in quotes, of 1 to {longest} characters"
        case types.BoolType():
            return "true or false"
        case types.EnumType(cls=kind):
            return listed((each.value for each in kind), "or")
        case types.LiteralType(values=values):
            return listed(map(shown, values), "or")
        case types.StructType(array_like=True, fields=fields):
            return f"a list: [{_names(fields)}]"
        case types.StructType(fields=fields):
            return f"a table of {_names(fields)}"
        case types.DictType():
            return "a table"
        case types.VarTupleType(item_type=types.StructType(array_like=False, fields=fields)):
            return f"a list of tables of {_names(fields)}"
        case types.VarTupleType(item_type=types.StrType(max_length=None)):
            return "a list of texts in quotes"
        case types.VarTupleType(item_type=item):
            return f"a list of {fitting_words(item)}"
        case _:
            raise TypeError(f"expected a type that files are made of, got {info}")


def _names(fields: Iterable[types.Field]) -> str:
    return ", ".join(field.name for field in fields)


@cache
def _info(kind: type[Struct]) -> types.StructType:
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    return info


def _hangs_on(misfit: Misfit, replaced: Iterable[Path]) -> bool:
    """Whether a path that it was judged by lies within one of these, or around it."""
    return any(
        path[: len(each)] == each[: len(path)]
        for each in replaced
        for path in (misfit.path, *misfit.also)
    )


class _Reader:
    """One reading of a file's tables."""

    def __init__(self, *, has_stand_ins: bool) -> None:
        self.misfits: list[Misfit] = []
        self._has_stand_ins = has_stand_ins

    def struct(self, info: types.StructType, table: Mapping[str, Any], path: Path) -> Any:
        known = [field.name for field in info.fields]
        self.misfits += unknown_keys(table, known, path)
        values = {}
        is_whole = True
        for field in info.fields:
            place, read = (*path, field.name), field.default
            if field.name in table:
                read = self._value(field.type, table[field.name], place)
            elif field.required:
                advice = _advice_to_add(field.type, place)
                read = self._misfit(field.type, place, NOTHING, advice)
            if read is _BROKEN:
                read = None if _is_optional(field.type) else field.default
                is_whole = is_whole and (read is None or not field.required)
            if read is not NODEFAULT:
                values[field.name] = read
        return info.cls(**values) if is_whole else _BROKEN

    def _value(self, info: types.Type, value: Any, path: Path) -> Any:
        match _without_none(info):
            case types.Metadata(type=inner) if _is_fitting(inner, value):
                return value
            case types.EnumType(cls=kind) if value in [each.value for each in kind]:
                return kind(value)
            case types.StructType(array_like=True) as row if _is_row_of(row, value):
                items = [
                    self._value(field.type, item, (*path, index))
                    for index, (field, item) in enumerate(zip(row.fields, value, strict=True))
                ]
                return _BROKEN if _BROKEN in items else row.cls(*items)
            case types.StructType(array_like=False) as inner if isinstance(value, dict):
                return self.struct(inner, value, path)
            case types.DictType() as free if isinstance(value, dict):
                return self._entries(free, value, path)
            case types.VarTupleType() as many if isinstance(value, list):
                return self._items(many, value, path)
            case types.FloatType() as inner if _is_fitting(inner, value):
                return float(value) + 0.0  # 0.0 for -0.0
            case inner if _is_fitting(inner, value):
                return value
        return self._misfit(info, path, shown(value), _advice(info, value, path))

    def _misfit(self, info: types.Type, path: Path, got: str, advice: str) -> Any:
        """Note a misfit, and return what stands in its place."""
        self.misfits.append(Misfit(path, fitting_words(info), got, advice, is_replaced=True))
        return _stand_in(info) if self._has_stand_ins else _BROKEN

    def _items(self, info: types.VarTupleType, items: list[Any], path: Path) -> tuple[Any, ...]:
        least, most = info.min_length or 0, info.max_length
        if len(items) < least or (most is not None and len(items) > most):
            expected = f"a list of {least} to {most:,}"
            got, advice = f"one of {len(items):,}", "Change their number."
            self.misfits.append(Misfit(path, expected, got, advice, is_replaced=True))
            return ()
        read = (
            self._value(info.item_type, item, (*path, index)) for index, item in enumerate(items)
        )
        return tuple(item for item in read if item is not _BROKEN)

    def _entries(
        self, info: types.DictType, table: Mapping[str, Any], path: Path
    ) -> dict[Any, Any]:
        keys: dict[str, Any] = {key: key for key in table}
        if isinstance(info.key_type, types.EnumType):
            known: dict[str, Any] = {each.value: each for each in info.key_type.cls}
            self.misfits += unknown_keys(table, known, path)
            keys = {key: known[key] for key in table if key in known}
        read = {
            key: self._value(info.value_type, table[name], (*path, name))
            for name, key in keys.items()
        }
        return {key: value for key, value in read.items() if value is not _BROKEN}


def _is_fitting(info: types.Type, value: Any) -> bool:
    match info:
        case types.BoolType():
            return isinstance(value, bool)
        case types.IntType(ge=low, le=high):
            return type(value) is int and _is_within(value, low, high)
        case types.FloatType(gt=above, ge=low, le=high):
            is_number = type(value) in (int, float) and math.isfinite(value)
            return is_number and _is_within(value, low, high) and (above is None or value > above)
        case types.LiteralType(values=values):
            return type(value) in (int, str) and value in values
        case types.StrType(min_length=least, max_length=longest, pattern=pattern):
            return (
                isinstance(value, str)
                and value.isprintable()
                and value == value.strip()
                and _is_within(len(value), least or (0 if longest or pattern else 1), longest)
                and (pattern is None or re.search(pattern, value) is not None)
            )
    return False


def _is_within(number: float, low: float | None, high: float | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


def _is_row_of(info: types.StructType, value: object) -> bool:
    return isinstance(value, list) and len(value) == len(info.fields)


def _is_optional(info: types.Type) -> bool:
    return isinstance(info, types.UnionType)


def _without_none(info: types.Type) -> types.Type:
    if isinstance(info, types.UnionType):
        return next(kind for kind in info.types if not isinstance(kind, types.NoneType))
    return info


def _stand_in(info: types.Type) -> Any:
    match info:
        case types.Metadata(type=inner):
            return _stand_in(inner)
        case types.IntType(ge=low):
            return low
        case types.StrType():
            return ""
        case types.EnumType(cls=kind):
            return next(iter(kind))
        case types.StructType(cls=made, fields=fields):
            return made(**{field.name: _stand_in(field.type) for field in fields})
        case types.VarTupleType():
            return ()
    return False


def _advice_to_add(info: types.Type, path: Path) -> str:
    match _without_none(info):
        case types.StructType(array_like=False):
            return f"Add the table [{place_of(path)}]."
        case types.VarTupleType():
            return f"Add a line: {path[-1]} = [...]"
        case _:
            return f"Add a line: {path[-1]} = ..."


def _advice(info: types.Type, value: object, path: Path) -> str:
    """Return what to do about a value that is none of the type."""
    inner = _without_none(info)
    match inner.type if isinstance(inner, types.Metadata) else inner, value:
        case types.EnumType(cls=kind), str():
            names = [each.value for each in kind]
            near = nearest(value.lower().replace("-", "_"), names)
            return near or "Write one of them."
        case types.EnumType(), _:
            return "Write one of them, in quotes."
        case types.VarTupleType(item_type=types.StructType(array_like=False)), dict():
            return f"Write [[{place_of(path)}]], with two brackets, above each of them."
        case ((types.VarTupleType() | types.StructType(array_like=True)), _):
            return "Write them in brackets, with commas between."
        case types.StructType(), _ if isinstance(path[-1], str):
            return f"Write [{place_of(path)}] on a line of its own, and its keys below."
        case ((types.IntType() | types.FloatType() | types.BoolType()), str()):
            return "Write it without quotes."
        case types.IntType(), float():
            return "Write it without a point."
        case types.StrType(), str() if value != value.strip() or not value.isprintable():
            return "Write it on one line, without blanks around it and signs that nobody sees."
        case types.StrType(max_length=longest), str() if len(value) > (longest or 0):
            return f"Shorten it to {longest} characters."
        case types.StrType(), str():
            return "Correct it."
        case types.StrType(), _:
            return "Put it in quotes."
    return "Correct it."
