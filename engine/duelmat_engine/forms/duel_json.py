"""A duel as JSON, whole: what a program writes and reads back at every decision.

Equal duels give equal text. What is read is checked first: a text that is no duel is a
NotationError, one that names what is not there a PositionError with every fault
(duel_faults.py says which).
"""

from __future__ import annotations

import re
from typing import Any, Final

from msgspec import DecodeError, Raw, Struct, ValidationError, json

from duelmat_engine.cardfiles.form import NONE, repeated_key
from duelmat_engine.errors import NotationError, PositionError
from duelmat_engine.forms.duel_faults import duel_faults
from duelmat_engine.state import Duel
from duelmat_message import named, say

FORM: Final = "duelmat duel 1"
"""The form that is written, and its version."""
_SOURCE: Final = "duel"
_SAID: Final = re.compile(r"(?P<what>.*?)(?: - at `(?:key in )?\$\.?(?P<where>.*)`)?", re.DOTALL)
_TYPES: Final = re.compile(r"Expected (?P<expected>.*), got (?P<got>.*)")
_MISSING: Final = re.compile(r"Object missing required field `(?P<name>.*)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(?P<name>.*)`")


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    form: str
    duel: Duel


class _Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The form alone, so that another version is reported as that."""

    form: str
    duel: Raw


def write_duel(duel: Duel) -> str:
    """Return the JSON text of a duel, the same for equal duels."""
    return json.encode(_Written(FORM, duel), order="deterministic", enc_hook=str).decode()


def read_duel(text: str | bytes) -> Duel:
    """Return the duel of a JSON text that `write_duel` made.

    Raises NotationError where the text is none, PositionError where it names what is not there.
    """
    head = decode(text, _Head, _SOURCE)
    if head.form != FORM:
        raise NotationError(repr(FORM), repr(head.form), source=_SOURCE, where="form")
    duel: Duel = _decoded(bytes(head.duel), Duel, _SOURCE, "duel")
    if faults := list(duel_faults(duel)):
        raise PositionError(faults)
    return duel


def decode(text: str | bytes, kind: type[Any], source: str, inside: str = "") -> Any:
    """Return the value of a JSON text; NotationError says what was expected, got, and where."""
    value = _decoded(text, kind, source, inside)
    whole = text if isinstance(text, str) else text.decode()
    if again := repeated_key(whole):
        told, at = again
        line, column = whole.count("\n", 0, at) + 1, at - whole.rfind("\n", 0, at)
        wanted = say("each key once")
        raise NotationError(wanted, told, line=line, column=column, source=source, where=inside)
    return value


def _decoded(text: str | bytes, kind: type[Any], source: str, inside: str) -> Any:
    try:
        return json.decode(text, type=kind)
    except ValidationError as error:
        said = _SAID.fullmatch(str(error))
        what, where = (said["what"], said["where"] or "") if said else (str(error), "")
        path = inside + ("." if inside and where and where[0] != "[" else "") + where
        expected, got = _expected_and_got(what)
        raise NotationError(expected, got, source=source, where=path or "top") from None
    except (DecodeError, UnicodeError) as error:
        got = named("parser", str(error))
        raise NotationError(say("whole JSON"), got, source=source, where="top") from None
    except RecursionError:
        expected, got = say("the JSON of a duel"), say("values nested too deeply")
        raise NotationError(expected, got, source=source, where="top") from None


def _expected_and_got(what: str) -> tuple[str, str]:
    if said := _TYPES.fullmatch(what):
        return said["expected"], said["got"]
    if said := _MISSING.fullmatch(what):
        return say("a field {name!r}", name=said["name"]), NONE
    if said := _UNKNOWN.fullmatch(what):
        return say("the fields of this value alone"), say("also {name!r}", name=said["name"])
    return say("another value"), named("parser", what)
