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
            text = "a table of " + (", ".join(value) or "nothing")
        case int() if value.bit_length() > 64:
            text = "an integer of more than 64 bits"
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
    problems.append(Problem(where, _expected(info), show(value), "Correct the value."))
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
            advice = f"Add the key {field.name!r}."
            problems.append(Problem(place, _expected(field.type), "nothing", advice))
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
    expected = "one of the keys " + ", ".join(known)
    if len(keys) > MOST_KEYS:
        got = f"{len(keys) - MOST_KEYS} other unknown keys"
        problems.append(Problem(where or "the file", expected, got, "Remove them."))
    for key in keys[:MOST_KEYS]:
        close = difflib.get_close_matches(key, [k for k in known if k not in table], n=1)
        advice = f"Did you mean {close[0]!r}?" if close else "Remove it."
        problems.append(Problem(path(where, key), expected, f"the unknown key {key!r}", advice))


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
            return "a table of " + ", ".join(field.name for field in info.fields)
        case types.VarTupleType():
            return "a list"
        case types.IntType():
            return "an integer" + _bounds(info)
        case types.FloatType():
            return "a number" + _bounds(info)
        case types.StrType():
            return "a text that is not empty"
        case types.LiteralType():
            return " or ".join(map(show, info.values))
        case types.EnumType():
            return "one of " + ", ".join(map(show, _members(info)))
        case _:
            return "a table"


def _bounds(info: types.IntType | types.FloatType) -> str:
    low = f" above {info.gt:g}" if info.gt is not None else f" from {info.ge}"
    return f"{low} to {info.le}"
