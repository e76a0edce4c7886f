"""What pages and table say to each other, published: schema, tables and types of the scripts.

`make generated` writes docs/pages.schema.json, the tables of docs/pages.md and the types that the
pages' scripts are checked against, all from the types that the table itself uses. The meanings
are the docstrings of the types and their fields.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final

from msgspec.inspect import (
    DataclassType,
    DictType,
    ListType,
    Metadata,
    StructType,
    Type,
    UnionType,
    multi_type_info,
)
from msgspec.json import schema_components

from docs.ruleset_page import ROOT, with_block
from duelmat_host.app.access import LinkRenewed, RenewLink
from duelmat_host.app.enrolling import Enrolled, EnrollRequest
from duelmat_host.app.line_view import LineView
from duelmat_host.app.practice_desk import ChangeLevel
from duelmat_host.app.table_service import Answer, AskUses
from duelmat_host.players.hand_requests import HandRequest
from duelmat_host.showing.hints import HintView
from duelmat_host.showing.overlay import OverlayView
from duelmat_host.showing.replay_types import Replay
from duelmat_host.showing.view_types import (
    CardOptions,
    JudgeView,
    LightsView,
    PublicView,
    RuleView,
    SeatView,
)
from duelmat_host.table.commands import Command, Ruling
from duelmat_rig.node_install import node_program
from duelmat_rulesets.face_types import CardFaces
from duelmat_serving.answers import Done, NotDone

PAGE: Final = ROOT / "docs" / "pages.md"
SCHEMA: Final = ROOT / "docs" / "pages.schema.json"
TYPES: Final = ROOT / "host/duelmat_host/web/static/js/types.d.ts"
JSON2TS: Final = ROOT / "host/node_modules/json-schema-to-typescript/dist/src/cli.js"
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

STRUCTS: Final = {
    each.__name__: each
    for each in (
        PublicView,
        SeatView,
        JudgeView,
        LightsView,
        LineView,
        RuleView,
        CardFaces,
        Answer,
        AskUses,
        CardOptions,
        ChangeLevel,
        HintView,
        Done,
        NotDone,
        Enrolled,
        RenewLink,
        LinkRenewed,
        OverlayView,
        Replay,
    )
}
UNIONS: Final = {
    "HandRequest": HandRequest,
    "Command": Command,
    "Ruling": Ruling,
    "EnrollRequest": EnrollRequest,
}
TAGS: Final = ("do", "step")
"""The keys that say which request of a union it is."""

Json = dict[str, Any]

# The schema


def schema() -> Json:
    """Return the JSON schema of all views, requests and answers."""
    kinds = {**STRUCTS, **UNIONS}
    roots, parts = schema_components(kinds.values(), ref_template="#/$defs/{name}")
    for info in _objects(multi_type_info(kinds.values())):
        describe(parts[info.cls.__name__], info)
    unions = {name: root for name, root in zip(kinds, roots, strict=True) if name in UNIONS}
    return {
        "$schema": DIALECT,
        "title": "PageMessage",
        "description": "Anything that pages and table say to each other.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in kinds],
        "$defs": {**parts, **unions},
    }


def _objects(kinds: Iterable[Type]) -> Iterator[StructType | DataclassType]:
    """Yield every type of object that these types consist of, once."""
    waiting, seen = list(kinds), set()
    while waiting:
        match waiting.pop(0):
            case StructType() | DataclassType() as info if info.cls not in seen:
                seen.add(info.cls)
                yield info
                waiting += [field.type for field in info.fields]
            case UnionType(types=types):
                waiting += types
            case Metadata(type=inner) | ListType(item_type=inner):
                waiting.append(inner)
            case DictType(value_type=inner):
                waiting.append(inner)


def describe(part: Json, info: StructType | DataclassType) -> None:
    """Add what msgspec leaves out: what each key means, and that it is always there."""
    meanings = _meanings(info.cls)
    for field in info.fields:
        if field.name not in meanings:
            raise ValueError(
                f"expected a docstring under {info.cls.__name__}.{field.name}, got none: say what "
                "it means"
            )
        kind = part["properties"][field.encode_name]
        if "$ref" in kind:  # beside it a description makes it another type for json2ts
            kind = {"allOf": [kind]}
        part["properties"][field.encode_name] = {**kind, "description": meanings[field.name]}
    is_whole = isinstance(info, DataclassType) or not info.cls.__struct_config__.omit_defaults
    if is_whole:
        part["required"] = list(part["properties"])


def _meanings(kind: type) -> dict[str, str]:
    """Return the docstrings under a type's fields, its bases' among them."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each.__module__.startswith("duelmat_"):
            body = ast.parse(textwrap.dedent(inspect.getsource(each))).body[0]
            assert isinstance(body, ast.ClassDef)
            found.update(_meanings_in(body))
    return found


def _meanings_in(body: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, after in pairwise(body.body):
        match field, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, " ".join(text.split())


def schema_text() -> str:
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


# The types of the scripts


def types_text(text: str) -> str:
    """Return the TypeScript declarations of a schema's text."""
    if not JSON2TS.is_file():
        raise FileNotFoundError(f"expected {JSON2TS}, got nothing there: run `make generated`")
    digest = sha256(text.encode()).hexdigest()[:16]
    banner = f"// Generated from docs/pages.schema.json ({digest}): change that, not this.\n"
    done = subprocess.run(
        [node_program(), JSON2TS, "--no-additionalProperties", "--bannerComment", banner],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


# The tables of the page


def blocks(found: Json) -> dict[str, list[str]]:
    """Return what stands between the marks of the page, by their names."""
    parts = found["$defs"]
    public = parts["PublicView"]["properties"]
    lines: dict[str, list[str]] = {}
    said: set[str] = set()
    for name in STRUCTS:
        part = parts[name]
        inherited = public if name in ("SeatView", "JudgeView") else {}
        keys = {k: v for k, v in part["properties"].items() if k not in inherited}
        lines[name] = ["", *_keys(keys, part["required"]), ""]
        lines[name] += [line for each in _parts(keys, parts, said) for line in _part(each, parts)]
    for name in UNIONS:
        lines[name] = ["", *_requests([_name_of(ref) for ref in parts[name]["anyOf"]], parts), ""]
    return lines


def _parts(keys: Json, parts: Json, said: set[str]) -> Iterator[str]:
    """Yield the names of the parts that keys refer to, and those in turn, each said once."""
    for name in map(_name_of, _references(keys)):
        if name not in said:
            said.add(name)
            yield name
            yield from _parts(parts[name]["properties"], parts, said)


def _references(value: Any) -> Iterator[Json]:
    match value:
        case {"$ref": str()}:
            yield value
        case dict():
            for inner in value.values():
                yield from _references(inner)
        case list():
            for inner in value:
                yield from _references(inner)


def _name_of(reference: Json) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _part(name: str, parts: Json) -> list[str]:
    part = parts[name]
    keys = _keys(part["properties"], part["required"])
    return [f"### {name}", "", part["description"], "", *keys, ""]


def _keys(keys: Json, required: Sequence[str]) -> Iterator[str]:
    yield "| key | type | meaning |"
    yield "|---|---|---|"
    for name, kind in keys.items():
        yield f"| `{name}` | {_type(kind, required=name in required)} | {kind['description']} |"


def _requests(names: Sequence[str], parts: Json) -> Iterator[str]:
    tag = next(tag for tag in TAGS if tag in parts[names[0]]["properties"])
    yield f"| `{tag}` | key | type | meaning |"
    yield "|---|---|---|---|"
    for name in names:
        keys = dict(parts[name]["properties"])
        (value,) = keys.pop(tag)["enum"]
        yield f"| `{value}` | | | {parts[name]['description']} |"
        for key, kind in keys.items():
            words = _type(kind, required=key in parts[name]["required"])
            yield f"| | `{key}` | {words} | {kind['description']} |"


def _type(kind: Json, *, required: bool) -> str:
    words = _words(kind)
    if not required:
        words = f"{words.removesuffix(' or null')}; may be left out"
    return words.replace("|", "\\|")


def _words(kind: Json) -> str:
    """Return a type as words."""
    match kind:
        case {"allOf": [reference]}:
            return _words(reference)
        case {"$ref": _}:
            name = _name_of(kind)
            return f"[{name}](#{name.lower()})"
        case {"anyOf": [one, {"type": "null"}]}:
            return f"{_words(one)} or null"
        case {"enum": values}:
            *others, last = (f"`{value}`" for value in values)
            return f"{', '.join(others)} or {last}" if others else last
        case {"const": value}:
            return f"`{json.dumps(value)}`"
        case {"type": "array", "items": items}:
            count = f"{kind['minItems']} " if "minItems" in kind else ""
            return f"list of {count}{_plural(_words(items))}"
        case {"type": "object", "additionalProperties": inner}:
            return f"by key: {_words(inner)}"
        case {"type": "object"}:
            return "by key: its value"
        case {"type": "integer"}:
            low, high = kind.get("minimum"), kind.get("maximum")
            return "integer" if low is None else f"integer, {low} to {high}"
        case {"type": "string", "pattern": pattern}:
            return f"text like `{pattern}`"
        case {"type": "string"}:
            most = kind.get("maxLength")
            return "text" if most is None else f"text, at most {most} characters"
        case {"type": "boolean"}:
            return "true or false"
        case _:
            raise ValueError(f"expected a type that the page has words for, got {kind}")


def _plural(words: str) -> str:
    return re.sub(r"^(list|integer|text)\b", r"\1s", words)


def page_text(page: str, found: Json) -> str:
    """Return the page with the tables of today between its marks."""
    for name, lines in blocks(found).items():
        page = with_block(page, name, lines, PAGE.name)
    return page


if __name__ == "__main__":
    told = schema_text()
    SCHEMA.write_text(told, encoding="utf-8")
    TYPES.write_text(types_text(told), encoding="utf-8")
    PAGE.write_text(page_text(PAGE.read_text(encoding="utf-8"), schema()), encoding="utf-8")
