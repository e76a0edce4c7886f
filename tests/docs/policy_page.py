"""The tables of docs/policies.md, made from the types with which a policy file is read.

`make generated` writes them anew. The meanings are the docstrings of fields and members.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import Final

from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from docs.ruleset_page import ROOT, with_block
from duelmat_parsing.structs import fitting_words
from duelmat_tournament.policy import (
    Bracket,
    DeckRules,
    FirstPlayer,
    FirstStage,
    Penalty,
    Policy,
    TieBreaks,
)
from duelmat_venue.end_steps import EndStep

PAGE: Final = ROOT / "docs" / "policies.md"
WORDS: Final = {
    "tie_breaks": TieBreaks,
    "first_stage": FirstStage,
    "bracket": Bracket,
    "first": FirstPlayer,
    "end_of_match": EndStep,
    "rules": DeckRules,
    "penalty": Penalty,
}
"""The keys whose words have a table of their own."""


def meanings(kind: type) -> dict[str, str]:
    """Return the docstrings beneath the fields of a struct, or the members of an enum."""
    (body,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, after in pairwise(body.body):
        match field, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split())
    return found


def lines() -> Iterator[str]:
    """Yield the tables: the policy's own keys, those of its parts, and the words."""
    yield ""
    yield from _keys(Policy)
    for name, kind in parts():
        yield from ("", f"### {name}", "", _sentence(kind), "")
        yield from _keys(kind)
    for name, words in WORDS.items():
        yield from ("", f"### Words for {name}", "", _sentence(words), "")
        yield from _members(words)
    yield ""


def parts() -> Iterator[tuple[str, type[Struct]]]:
    """Yield the tables within a policy, each type once, with the keys that lead to it."""
    keys: dict[type[Struct], list[str]] = {}
    for field in _fields(Policy):
        inner = field.type.item_type if isinstance(field.type, types.VarTupleType) else field.type
        if isinstance(inner, types.StructType):
            keys.setdefault(inner.cls, []).append(field.name)
    for kind, names in keys.items():
        yield " and ".join(names), kind


def _keys(kind: type[Struct]) -> Iterator[str]:
    yield "| key | what fits | if left out | meaning |"
    yield "|---|---|---|---|"
    said = meanings(kind)
    for field in _fields(kind):
        words = fitting_words(field.type)
        yield f"| `{field.name}` | {words} | {_default(field)} | {said[field.name]} |"


def _members(kind: type[Enum]) -> Iterator[str]:
    yield "| word | meaning |"
    yield "|---|---|"
    said = meanings(kind)
    for member in kind:
        yield f"| `{member.value}` | {said[member.name]} |"


def _fields(kind: type[Struct]) -> tuple[types.Field, ...]:
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    return info.fields


def _default(field: types.Field) -> str:
    if field.required:
        return "must be there"
    match field.default if field.default is not NODEFAULT else field.default_factory():
        case bool() as default:
            return "true" if default else "false"
        case Enum() as default:
            return str(default.value)
        case "" | ():
            return "empty"
        case default:
            return str(default)


def _sentence(kind: type) -> str:
    return " ".join((inspect.getdoc(kind) or "").split())


def page_text(page: str) -> str:
    """Return the page with the tables of today between its marks."""
    return with_block(page, "keys", lines(), PAGE.name)


if __name__ == "__main__":
    PAGE.write_text(page_text(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
