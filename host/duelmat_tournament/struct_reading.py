"""Structs from the tables of a file: everything that does not fit is listed, nothing raised.

A broken value gets a stand-in, so that the rest can be looked at; a misfit that hangs on a
stand-in is left out by `without_stand_ins`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec import inspect as types

from duelmat_message import Text, listed, say, say_count
from duelmat_toml import Path
from duelmat_tournament.policy import WORDS

S = TypeVar("S", bound=Struct)

NOTHING: Final = say("nothing")
"""What a key that is missing has got."""
MOST_UNKNOWN: Final = 20
"""Unknown keys of one table that are listed one by one."""
_MOST_LISTED: Final = 8
_NEAR: Final = 0.6
_LONGEST: Final = 60
"""Characters of a value that are shown, and compared with those that would fit."""


class Misfit(Struct, frozen=True):
    """One thing that does not fit."""

    path: Path
    expected: str
    got: str
    advice: str
    also: tuple[Path, ...] = ()
    """The paths of what else it was judged by."""
    is_replaced: bool = False
    """Whether a stand-in has taken its place."""


def read_struct(kind: type[S], table: Mapping[str, Any]) -> tuple[S, list[Misfit]]:
    """Return a struct of the table, with stand-ins, and what does not fit."""
    misfits: list[Misfit] = []
    read: S = _struct(_info(kind), table, (), misfits)
    return read, misfits


def without_stand_ins(misfits: Iterable[Misfit], read: Collection[Misfit]) -> list[Misfit]:
    """Return those misfits that were judged by no stand-in; `read` came with the struct."""
    replaced = [each.path for each in read if each.is_replaced]
    return [misfit for misfit in misfits if not _hangs_on(misfit, replaced)]


def place_of(path: Path) -> str:
    """Return a path as people write it, counted from 1: `infractions[3].penalty`."""
    place = ""
    for part in path:
        if isinstance(part, int):
            place += f"[{part + 1}]"
        else:
            key = part if re.fullmatch("[A-Za-z0-9_-]+", part) else shown(part)
            place += f".{key}" if place else key
    return place


def nearest(name: str, known: Iterable[str]) -> Text | None:
    """Return a question for the known name that was probably meant, or nothing."""
    near = get_close_matches(name[:_LONGEST], list(known), n=1, cutoff=_NEAR)
    return say("Did you mean {name}?", name=near[0]) if near else None


def shown(value: object) -> str:
    """Return a value as it would stand in a file: one line, not too long."""
    match value:
        case bool():
            text = "true" if value else "false"
        case int() if value.bit_length() > 64:
            return say("a number of many digits")
        case str():
            text = json.dumps(value[: _LONGEST + 1], ensure_ascii=not value.isprintable())
        case dict():
            return say("a table")
        case list():
            return say("a list of {number}", number=len(value)) if value else say("an empty list")
        case _:
            text = str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def fitting_words(info: types.Type) -> Text:
    """Return the values that a type takes, in words."""
    match info:
        case types.Metadata(type=inner, extra=extra):
            words: Text = extra[WORDS] if extra else fitting_words(inner)
            return words
        case types.IntType(ge=low, le=high):
            return say("a whole number from {low} to {high:,}", low=low, high=high)
        case types.StrType(max_length=longest):
            return say("a text in quotes, of 1 to {longest} characters", longest=longest)
        case types.BoolType():
            return say("true or false")
        case types.EnumType(cls=kind):
            return listed((each.value for each in kind), "or")
        case types.StructType(fields=fields):
            return say("a table of {keys}", keys=_names(fields))
        case types.VarTupleType(item_type=types.StructType(fields=fields)):
            return say("a list of tables of {keys}", keys=_names(fields))
        case types.VarTupleType(item_type=item):
            return say("a list of {items}", items=fitting_words(item))
        case _:
            raise TypeError(f"expected a type that policies are made of, got {info}")


def _names(fields: Iterable[types.Field]) -> Text:
    return listed((field.name for field in fields), ",")


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


def _struct(
    info: types.StructType, table: Mapping[str, Any], path: Path, misfits: list[Misfit]
) -> Any:
    known = [field.name for field in info.fields]
    _note_unknown([key for key in table if key not in known], known, path, misfits)
    values = {}
    for field in info.fields:
        place = (*path, field.name)
        if field.name in table:
            values[field.name] = _value(field.type, table[field.name], place, misfits)
        elif field.required:
            advice = _advice_to_add(field.type, place)
            words = fitting_words(field.type)
            misfits.append(Misfit(place, words, NOTHING, advice, is_replaced=True))
            values[field.name] = _stand_in(field.type)
    return info.cls(**values)


def _value(info: types.Type, value: Any, path: Path, misfits: list[Misfit]) -> Any:
    match info:
        case types.Metadata(type=inner) if _is_fitting(inner, value):
            return value
        case types.IntType() | types.StrType() | types.BoolType() if _is_fitting(info, value):
            return value
        case types.EnumType(cls=kind) if value in [each.value for each in kind]:
            return kind(value)
        case types.StructType() if isinstance(value, dict):
            return _struct(info, value, path, misfits)
        case types.VarTupleType() if isinstance(value, list):
            return _items(info, value, path, misfits)
    expected, advice = fitting_words(info), _advice(info, value, path)
    misfits.append(Misfit(path, expected, shown(value), advice, is_replaced=True))
    return _stand_in(info)


def _items(
    info: types.VarTupleType, items: list[Any], path: Path, misfits: list[Misfit]
) -> tuple[Any, ...]:
    least, most = info.min_length or 0, info.max_length
    assert most is not None, "every list has a bound"
    if not least <= len(items) <= most:
        expected = say("a list of {least} to {most:,}", least=least, most=most)
        got = say("one of {number:,}", number=len(items))
        misfits.append(Misfit(path, expected, got, say("Change their number."), is_replaced=True))
        return ()
    return tuple(
        _value(info.item_type, item, (*path, index), misfits) for index, item in enumerate(items)
    )


def _is_fitting(info: types.Type, value: object) -> bool:
    match info:
        case types.BoolType():
            return isinstance(value, bool)
        case types.IntType(ge=low, le=high):
            return type(value) is int and (low or 0) <= value <= (high or 0)
        case types.StrType(min_length=least, max_length=longest, pattern=pattern):
            return (
                isinstance(value, str)
                and (least or 0) <= len(value) <= (longest or 0)
                and value.isprintable()
                and value == value.strip()
                and (pattern is None or re.search(pattern, value) is not None)
            )
    return False


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


def _note_unknown(keys: list[str], known: list[str], path: Path, misfits: list[Misfit]) -> None:
    few = len(known) <= _MOST_LISTED
    expected = say("a key that policies have")
    default = say("Take it out; docs/policies.md has all keys.")
    if few:
        expected = say("one of the keys {keys}", keys=listed(known, ","))
        default = say("Take it out.")
    for key in keys[:MOST_UNKNOWN]:
        advice = nearest(key.lower().replace("-", "_"), known) or default
        misfits.append(Misfit((*path, key), expected, say("an unknown key"), advice))
    if len(keys) > MOST_UNKNOWN:
        more = len(keys) - MOST_UNKNOWN
        got = say_count("1 unknown key more", "{count:,} unknown keys more", more)
        place = (*path, keys[MOST_UNKNOWN])
        misfits.append(Misfit(place, expected, got, say("Take them out.")))


def _advice_to_add(info: types.Type, path: Path) -> Text:
    match info:
        case types.StructType():
            return say("Add the table [{place}].", place=place_of(path))
        case types.VarTupleType():
            return say("Add a line: {line}", line=f"{path[-1]} = [...]")
        case _:
            return say("Add a line: {line}", line=f"{path[-1]} = ...")


def _advice(info: types.Type, value: object, path: Path) -> Text:
    """Return what to do about a value that is none of the type."""
    inner = info.type if isinstance(info, types.Metadata) else info
    match inner, value:
        case types.EnumType(cls=kind), str():
            names = [each.value for each in kind]
            near = nearest(value.lower().replace("-", "_"), names)
            return near or say("Write one of them.")
        case types.EnumType(), _:
            return say("Write one of them, in quotes.")
        case types.VarTupleType(item_type=types.StructType()), dict():
            return say(
                "Write [[{place}]], with two brackets, above each of them.", place=place_of(path)
            )
        case types.VarTupleType(), _:
            return say("Write them in brackets, with commas between.")
        case types.StructType(), _:
            return say(
                "Write [{place}] on a line of its own, and its keys below.", place=place_of(path)
            )
        case ((types.IntType() | types.BoolType()), str()):
            return say("Write it without quotes.")
        case types.IntType(), float():
            return say("Write it without a point.")
        case types.StrType(), str() if value != value.strip() or not value.isprintable():
            return say(
                "Write it on one line, without blanks around it and signs that nobody sees."
            )
        case types.StrType(max_length=longest), str() if len(value) > (longest or 0):
            return say("Shorten it to {longest} characters.", longest=longest)
        case types.StrType(), str():
            return say("Correct it.")
        case types.StrType(), _:
            return say("Put it in quotes.")
    return say("Correct it.")
