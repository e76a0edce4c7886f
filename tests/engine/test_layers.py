"""Imports of the engine: all at the head of a module, and nowhere in a circle.

That they point inwards between packages is held by import-linter (`make lint`).
"""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from micropython import ROOT

ENGINE = ROOT / "engine"
IMPORTS = ast.Import, ast.ImportFrom


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ENGINE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_of(path): path for path in sorted(ENGINE.rglob("*.py"))}


class Imports(NamedTuple):
    """How a module imports others."""

    anywhere: list[ast.Import | ast.ImportFrom]
    at_head: list[ast.Import | ast.ImportFrom]
    words: set[str]
    """Every name and attribute in its code."""


@cache
def imports_of(name: str) -> Imports:
    """Return the imports of a module, which is read once for all tests."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    return Imports(
        [node for node in nodes if isinstance(node, IMPORTS)],
        [node for node in tree.body if isinstance(node, IMPORTS)],
        {getattr(node, "attr", getattr(node, "id", "")) for node in nodes},
    )


def imported(name: str) -> Iterator[str]:
    """Yield the modules of the engine that one imports, wherever in it."""
    for node in imports_of(name).anywhere:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif node.module is not None:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else node.module


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_at_its_head_only(name: str) -> None:
    """Neither in a function nor for type checkers alone: such an import hides a circle."""
    found = imports_of(name)
    assert {node.lineno for node in found.anywhere} == {node.lineno for node in found.at_head}


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_imported_by_a_statement(name: str) -> None:
    """No import is made by a call: neither this test nor import-linter would see it."""
    imports = imports_of(name)
    found = {alias.name for node in imports.anywhere for alias in node.names} | imports.words
    assert not found & {"import_module", "__import__", "pkgutil"}


def test_importing_the_steps_imports_each_of_them() -> None:
    """Each module of the folder registers the operations that it carries out."""
    steps = {name for name in MODULES if name.startswith("duelmat_engine.steps.")}
    assert set(imported("duelmat_engine.steps")) & set(MODULES) == steps


def test_no_module_imports_itself_by_way_of_others() -> None:
    """No circle, which would be an error here; the package's face is imported by nobody."""
    graph = {name: set(imported(name)) & set(MODULES) for name in MODULES}
    order = list(TopologicalSorter(graph).static_order())
    assert len(order) == len(MODULES) > 100
    assert all("duelmat_engine" not in found for found in graph.values())
