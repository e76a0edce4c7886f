"""The documents as tests read them: their lines, code and links, and the names of the code."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("engine", "firmware", "hardware", "host", "tests", "docs")
_SKIPPED: Final = {"node_modules", "typings", "__pycache__"}
_FENCE: Final = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_INDENTED: Final = re.compile(r"(?:^|(?<=\n))(?: {4,}\S.*\n?)+")
_SPAN: Final = re.compile(r"`([^`\n]+)`")
_LINK: Final = re.compile(r"\]\(([^)\s]+)\)")


def pages() -> list[Path]:
    """Every page of the project that people read."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def links(text: str) -> list[str]:
    """Where the links of a page lead."""
    return _LINK.findall(_FENCE.sub("", text))


def spans(text: str) -> list[str]:
    """What stands between backticks within lines."""
    return _SPAN.findall(_FENCE.sub("", text))


def code(text: str) -> str:
    """Everything that is code: spans, fenced and indented blocks, each on lines of its own."""
    indented = _INDENTED.findall(_FENCE.sub("", text))
    return "\n".join([*_FENCE.findall(text), *indented, *spans(text)])


@cache
def files() -> frozenset[str]:
    """The names of all files in the rooms, without their folders."""
    return frozenset(path.name for path in _files())


def _files() -> Iterator[Path]:
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            if not _SKIPPED.intersection(path.parts) and path.is_file():
                yield path


@cache
def members() -> dict[str, set[str]]:
    """What each class of the project has, its own or inherited; classes of one name together."""
    found: dict[str, set[str]] = defaultdict(set)
    bases: dict[str, set[str]] = defaultdict(set)
    for path in _files():
        if path.suffix == ".py" and "tests" not in path.relative_to(ROOT).parts:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    found[node.name].update(_members(node))
                    bases[node.name].update(b.id for b in node.bases if isinstance(b, ast.Name))
    return {name: _with_inherited(name, found, bases) for name in list(found)}


def _with_inherited(name: str, found: dict[str, set[str]], bases: dict[str, set[str]]) -> set[str]:
    inherited = [_with_inherited(base, found, bases) for base in bases[name] if base != name]
    return found[name].union(*inherited)


def _members(node: ast.ClassDef) -> Iterator[str]:
    for inner in ast.walk(node):
        match inner:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                yield from (t.id for t in targets if isinstance(t, ast.Name))
