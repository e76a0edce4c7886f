"""Plain TOML values into typed structs, collecting every misfit instead of stopping at the first.

A broken value is left out together with the smallest struct that cannot be without it. A field
whose type allows None is None when it is broken or missing, so its struct is still built and
everything around it can be checked.
"""

from __future__ import annotations

import difflib
import math
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect as types

from duelmat_message import listed, say, say_count

from .errors import Problem

T = TypeVar("T", bound=msgspec.Struct)


class _Broken:
    """The placeholder for a value that could not be decoded."""


_BROKEN: Final = _Broken()
MOST_KEYS: Final = 20
"""Unknown keys of one table that are listed."""


def decode(kind: type[T], table: dict[str, Any]) -> tuple[T, list[Problem]]:
    """Decodes a whole file of which every field may be None; with the problems found."""
    problems: list[Problem] = []
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    return kind(**_fields(info, table, "", problems)), problems


def path(where: str, key: str) -> str:
    """The place of a table's key, as it would be written in TOML."""
    is_bare = key.replace("_", "").replace("-", "").isalnum() and key.isascii()
    step = key if is_bare else f'"{key}"'
    return f"{where}.{step}" if where else step


def show(value: object, depth: int = 0) -> str:
    """A value as it would stand in a TOML file, shortened."""
    match value:
        case list() if depth > 2:
            text = "[...]"
        case bool():
            text = str(value).lower()
        case str():
            text = f'"{value}"'
        case list():
            text = "[" + ", ".join(show(item, depth + 1) for item in value[:20]) + "]"
        case dict():
            if not value:
                return say("an empty table")
            keys = ", ".join(value)
            return say("a table of {keys}", keys=keys if len(keys) <= 70 else f"{keys[:67]}...")
        case int() if value.bit_length() > 64:
            return say("an integer of more than 64 bits")
        case _:
            text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _value(info: types.Type, value: Any, where: str, problems: list[Problem]) -> Any:
    info = _without_none(info)
    match info:
        case types.StructType(array_like=True) if _is_row_of(info, value):
            row = [
                _value(field.type, item, f"{where}[{i}]", problems)
                for i, (field, item) in enumerate(zip(info.fields, value, strict=True))
            ]
            return _BROKEN if _BROKEN in row else info.cls(*row)
        case types.StructType(array_like=False) if isinstance(value, dict):
            fields = _fields(info, value, where, problems)
            is_whole = all(field.name in fields or not field.required for field in info.fields)
            return info.cls(**fields) if is_whole else _BROKEN
        case types.VarTupleType() if isinstance(value, list):
            items = [
                _value(info.item_type, item, f"{where}[{i}]", problems)
                for i, item in enumerate(value)
            ]
            return tuple(item for item in items if item is not _BROKEN)
        case types.DictType() if isinstance(value, dict):
            return _entries(info, value, where, problems)
        case types.FloatType() if type(value) in (int, float) and _is_in_bounds(info, value):
            return float(value) + 0.0  # -0.0 and 0.0 are one place, hence one digest
        case types.IntType() if type(value) is int and _is_in_bounds(info, value):
            return value
        case types.StrType() if isinstance(value, str) and value.strip():
            return value
        case types.LiteralType() if type(value) in (int, str) and value in info.values:
            return value
        case types.EnumType() if isinstance(value, str) and value in _members(info):
            return info.cls(value)
    problems.append(Problem(where, _expected(info), show(value), say("Correct the value.")))
    return _BROKEN


def _fields(
    info: types.StructType, table: dict[str, Any], where: str, problems: list[Problem]
) -> dict[str, Any]:
    """The fields of one table that could be decoded, and None where that is allowed."""
    known = [field.name for field in info.fields]
    _report_unknown([key for key in table if key not in known], known, table, where, problems)
    fields: dict[str, Any] = {}
    for field in info.fields:
        place = path(where, field.name)
        value: Any = _BROKEN
        if field.name in table:
            value = _value(field.type, table[field.name], place, problems)
        elif field.required:
            advice = say("Add the key {key!r}.", key=field.name)
            problems.append(Problem(place, _expected(field.type), say("nothing"), advice))
        if value is not _BROKEN:
            fields[field.name] = value
        elif isinstance(field.type, types.UnionType):
            fields[field.name] = None
    return fields


def _entries(
    info: types.DictType, table: dict[str, Any], where: str, problems: list[Problem]
) -> dict[Any, Any]:
    """The entries of one table with free keys that could be decoded."""
    keys = dict.fromkeys(table)
    if isinstance(info.key_type, types.EnumType):
        known = _members(info.key_type)
        keys = dict.fromkeys(key for key in table if key in known)
        _report_unknown([key for key in table if key not in known], known, table, where, problems)
    entries = {
        key: _value(info.value_type, table[key], path(where, key), problems) for key in keys
    }
    return {key: value for key, value in entries.items() if value is not _BROKEN}


def _report_unknown(
    keys: list[str],
    known: list[str],
    table: dict[str, Any],
    where: str,
    problems: list[Problem],
) -> None:
    expected = say("one of the keys {keys}", keys=listed(known, ","))
    if len(keys) > MOST_KEYS:
        more = len(keys) - MOST_KEYS
        got = say_count("1 other unknown key", "{count} other unknown keys", more)
        place = where or say("the file")
        problems.append(Problem(place, expected, got, say("Remove them.")))
    for key in keys[:MOST_KEYS]:
        close = difflib.get_close_matches(key, [k for k in known if k not in table], n=1)
        advice = say("Did you mean {name}?", name=repr(close[0])) if close else say("Remove it.")
        got = say("the unknown key {key!r}", key=key)
        problems.append(Problem(path(where, key), expected, got, advice))


def _is_row_of(info: types.StructType, value: Any) -> bool:
    return isinstance(value, list) and len(value) == len(info.fields)


def _is_in_bounds(info: types.IntType | types.FloatType, value: float) -> bool:
    is_finite = value.bit_length() <= 64 if isinstance(value, int) else math.isfinite(value)
    return (
        is_finite
        and (info.gt is None or value > info.gt)
        and (info.ge is None or value >= info.ge)
        and (info.le is None or value <= info.le)
    )


def _without_none(info: types.Type) -> types.Type:
    if isinstance(info, types.UnionType):
        return next(kind for kind in info.types if not isinstance(kind, types.NoneType))
    return info


def _members(info: types.EnumType) -> list[str]:
    return [member.value for member in info.cls]


def _expected(info: types.Type) -> str:
    info = _without_none(info)
    match info:
        case types.StructType(array_like=True):
            return f"[{', '.join(field.name for field in info.fields)}]"
        case types.StructType():
            return say("a table of {keys}", keys=listed((f.name for f in info.fields), ","))
        case types.VarTupleType():
            return say("a list")
        case types.IntType(gt=None):
            return say("an integer from {low} to {high}", low=info.ge, high=info.le)
        case types.IntType():
            return say("an integer above {low} to {high}", low=info.gt, high=info.le)
        case types.FloatType(gt=None):
            return say("a number from {low} to {high}", low=info.ge, high=info.le)
        case types.FloatType():
            return say("a number above {low:g} to {high}", low=info.gt, high=info.le)
        case types.StrType():
            return say("a text that is not empty")
        case types.LiteralType():
            return listed(map(show, info.values), "or")
        case types.EnumType():
            return say("one of {words}", words=listed(map(show, _members(info)), ","))
        case _:
            return say("a table")
