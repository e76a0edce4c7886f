"""Digests of code: a measurement is stamped with that of what it measured."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from types import ModuleType


def package_digest(package: ModuleType) -> str:
    """Return a digest of the code and data of a package."""
    root = Path(str(package.__file__)).parent
    paths = (*root.rglob("*.py"), *root.rglob("*.toml"))
    return digest((path.relative_to(root).as_posix(), path.read_text()) for path in paths)


def digest(files: Iterable[tuple[str, str]]) -> str:
    """Return a digest of files by name and text, without comments and docstrings of Python."""
    found = sha256()
    for name, text in sorted(files):
        found.update(f"{name}\n{_code(text) if name.endswith('.py') else text}\n".encode())
    return found.hexdigest()[:16]


def _code(source: str) -> str:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [each for each in node.body if not _is_text(each)]
    return ast.dump(tree)


def _is_text(statement: ast.stmt) -> bool:
    """Whether a statement is nothing but a text: a docstring, also of an attribute above it."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
    return False
