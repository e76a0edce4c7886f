"""The tree of errors in the docstring of each errors.py."""

from __future__ import annotations

import inspect
import pkgutil
import re
from importlib import import_module

import pytest

PACKAGES = (
    "duelmat_camera",
    "duelmat_decks",
    "duelmat_engine",
    "duelmat_files",
    "duelmat_hardware",
    "duelmat_host",
    "duelmat_hub",
    "duelmat_maker",
    "duelmat_serving",
    "duelmat_tournament",
)


def errors_of(package: str) -> dict[str, str]:
    """Return the public errors for people of a package, each with the name of its base."""
    root = import_module(package)
    names = [each.name for each in pkgutil.walk_packages(root.__path__, f"{package}.")]
    found: dict[str, str] = {}
    for name in names:
        if not name.endswith("__main__"):
            for each in vars(import_module(name)).values():
                is_own = inspect.isclass(each) and each.__module__.partition(".")[0] == package
                if (
                    is_own
                    and issubclass(each, Exception)
                    and re.fullmatch(r"[A-Z]\w*Error", each.__name__)
                ):
                    found[each.__name__] = each.__bases__[0].__name__
    return {name: base for name, base in found.items() if base != "ValueError"}


def tree_of(docstring: str) -> dict[str, str]:
    """Return the errors that a tree names, each with the one that it hangs on."""
    found: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for line in docstring.splitlines():
        branch = re.match(r"([ │├└─]*)(\w+Error)\b", line)
        if branch:
            column, name = len(branch[1]), branch[2]
            above = [each for each in above if each[0] < column]
            found[name] = above[-1][1] if above else "Exception"
            above.append((column, name))
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_the_tree_has_every_error_at_its_base(package: str) -> None:
    """Whoever catches one reads there what else may come, and what catches all of them."""
    said = tree_of(import_module(f"{package}.errors").__doc__ or "")
    there = errors_of(package)
    assert {name: base for name, base in said.items() if name in there} == there
    foreign = said.keys() - there.keys()  # bases that a package below has
    assert foreign <= set(said.values())
