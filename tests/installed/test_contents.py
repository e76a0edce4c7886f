"""The wheel holds every file that the program reads, and nothing of tests and measurements."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.metadata import packages_distributions
from pathlib import Path
from zipfile import ZipFile

import pytest

from installed.wheel import ROOT, build_wheel

pytestmark = pytest.mark.tools

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = [
    ROOT / place for place in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
]
NOT_SHIPPED = {"__pycache__", "node_modules"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZipFile]:
    with ZipFile(build_wheel(tmp_path_factory.mktemp("wheel"))) as opened:
        yield opened


def names(wheel: ZipFile) -> set[str]:
    """Of all files of its packages."""
    return {name for name in wheel.namelist() if ".dist-info/" not in name}


def texts(wheel: ZipFile) -> Iterator[tuple[str, str]]:
    for name in sorted(names(wheel)):
        yield name, wheel.read(name).decode()


def test_wheel_holds_each_file_of_the_packages_and_no_other(wheel: ZipFile) -> None:
    """Modules, rules, cards, mats, pages, scripts, lock files."""
    sources = {
        path.relative_to(package.parent).as_posix()
        for package in PACKAGES
        for path in package.rglob("*")
        if path.is_file() and not NOT_SHIPPED & set(path.parts)
    }
    assert names(wheel) == sources
    kinds = {Path(name).suffix for name in sources}
    assert {".toml", ".mjs", ".json", ".html", ".css", ".js", ".svg"} <= kinds


def test_wheel_says_that_the_engine_is_typed(wheel: ZipFile) -> None:
    """A type checker reads the types of a package only with this file beside them."""
    assert "duelmat_engine/py.typed" in names(wheel)


def test_wheel_holds_no_tests(wheel: ZipFile) -> None:
    found = [
        name
        for name in names(wheel)
        if "tests" in Path(name).parts or re.match(r"(test_.*|conftest)\.py", Path(name).name)
    ]
    assert found == []


@pytest.mark.parametrize(
    "pattern",
    [
        "duelmat_bench/*",
        "duelmat_rig/measuring/*",
        "duelmat_rig/bench.py",
        "duelmat_rig/mangling.py",
        "duelmat_rig/soaking.py",
        "duelmat_rig/node/measure.mjs",
    ],
)
def test_wheel_holds_no_measurements(wheel: ZipFile, pattern: str) -> None:
    assert [name for name in names(wheel) if fnmatch(name, pattern)] == []


def test_nothing_in_the_wheel_imports_what_only_tests_need(wheel: ZipFile) -> None:
    """Every distribution that a module comes from is one of those that pip installs with it."""
    needed = {_distribution(line) for line in PROJECT["project"]["dependencies"]}
    only_tests = {
        _distribution(line) for line in PROJECT["project"]["optional-dependencies"]["dev"]
    } - needed
    known = packages_distributions()
    found = {
        (name, module)
        for name, text in texts(wheel)
        if name.endswith(".py")
        for module in _imported(text)
        if only_tests & {_distribution(each) for each in known.get(module, ())}
    }
    assert found == set()


def _distribution(requirement: str) -> str:
    name = re.match(r"[\w.-]+", requirement)
    assert name
    return name[0].lower().replace("_", "-")


def _imported(text: str) -> Iterator[str]:
    """The top names of all modules that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_nobody_who_installed_the_wheel_is_sent_to_make(wheel: ZipFile) -> None:
    """The Makefile's words mean nothing outside a checkout."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z-]+):.*##", makefile, re.MULTILINE)
    assert "play" in targets
    advice = re.compile(rf"\bmake ({'|'.join(targets)})\b")
    assert {name for name, text in texts(wheel) if advice.search(text)} == set()


def test_no_lock_file_names_a_server(wheel: ZipFile) -> None:
    """Npm fetches from wherever the machine is set to."""
    for name, text in texts(wheel):
        if name.endswith("package-lock.json"):
            assert not [key for key in json.loads(text)["packages"].values() if "resolved" in key]
