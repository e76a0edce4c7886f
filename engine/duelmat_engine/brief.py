"""Values that show themselves in one line at a prompt: what is unusual in them, shortened."""

from __future__ import annotations

from inspect import signature
from reprlib import Repr
from typing import Any, Final

from msgspec import Struct

LONGEST: Final = 120
_EMPTY: Final[tuple[object, ...]] = ((), {}, frozenset())


class _Short(Repr):
    """The first items of what holds several, cards by their keys, functions by their names."""

    def repr_Piece(self, piece: Any, _: int) -> str:  # noqa: N802 - Repr goes by a type's name
        return str(piece.key or "unseen")

    def repr_function(self, function: Any, _: int) -> str:
        return str(function.__name__)


_short: Final = _Short()
_short.maxstring = _short.maxother = 40
_short.maxtuple = _short.maxfrozenset = _short.maxdict = 3


def brief(value: object) -> str:
    """Return a struct, named tuple or dataclass as it is made, its unusual fields, rules last."""
    fields = sorted(signature(type(value)).parameters.values(), key=lambda p: p.name == "rules")
    held = ((p, getattr(value, p.name)) for p in fields)
    told = (f"{p.name}={_short.repr(v)}" for p, v in held if v != p.default and v not in _EMPTY)
    text = f"{type(value).__name__}({', '.join(told)})"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


class Brief(Struct, frozen=True):
    """The base of frozen values that show themselves so."""

    __repr__ = brief
