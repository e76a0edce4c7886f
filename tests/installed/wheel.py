"""Builds the wheel, and installs it as somebody does who has no checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
_OF_THE_CHECKOUT: Final = ("PYTHONPATH", "VIRTUAL_ENV")
"""The variables by which an installed program could find a checkout."""


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this checkout into a folder, without a network."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    return max(folder.glob("*.whl"), key=lambda wheel: wheel.stat().st_mtime_ns)


class Installation:
    """A virtual environment with the wheel in it, and an empty folder to work in."""

    def __init__(self, place: Path, python: str = sys.executable) -> None:
        self.environment = place / "environment"
        self.empty = place / "empty"
        self.empty.mkdir(parents=True)
        words = [python, "-m", "venv", "--without-pip", str(self.environment)]
        subprocess.run(words, check=True)

    @property
    def python(self) -> Path:
        return self.environment / "bin" / "python"

    @property
    def packages(self) -> Path:
        (folder,) = self.environment.glob("lib/python3*/site-packages")
        return folder

    def install(self, wheel: Path, *options: str) -> None:
        """Have pip install the wheel, with all that it needs unless the options say otherwise."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.python)]
        quiet = ["-qq", "--disable-pip-version-check", "--no-compile"]
        subprocess.run([*pip, "install", *quiet, *options, str(wheel)], check=True)

    def borrow_packages(self) -> None:
        """Let it find what this Python has installed, but not the checkout, which pip installed
        here by a .pth file: such a file counts only in the environment's own folder.
        """
        borrowed = f"{sysconfig.get_path('purelib')}\n"
        (self.packages / "borrowed.pth").write_text(borrowed, encoding="utf-8")

    def duelmat(
        self, *arguments: str | Path, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run the installed command in the empty folder."""
        return self._run(self.command(*arguments), variables)

    def run_code(self, code: str) -> subprocess.CompletedProcess[str]:
        """Run Python code with what is installed, in the empty folder."""
        return self._run([str(self.python), "-c", code], {})

    def _run(
        self, words: Sequence[str], variables: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words,
            cwd=self.empty,
            env=self.variables(**variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def command(self, *arguments: str | Path) -> list[str]:
        return [str(self.environment / "bin" / "duelmat"), *map(str, arguments)]

    def variables(self, **more: str) -> dict[str, str]:
        """The environment of its programs; they leave no compiled files behind."""
        kept = {key: value for key, value in os.environ.items() if key not in _OF_THE_CHECKOUT}
        return {**kept, "PYTHONDONTWRITEBYTECODE": "1", **more}


def pythons(versions: Sequence[str]) -> dict[str, str]:
    """The interpreters of these versions that there are and that run, by version: those on PATH,
    and those of which pyenv's commands on PATH know the place.
    """
    return {version: path for version in versions if (path := _python(version))}


def _python(version: str) -> str | None:
    name = f"python{version}"
    candidates = [shutil.which(name)]
    if shutil.which("pyenv"):
        words = ["pyenv", "whence", "--path", name]
        told = subprocess.run(words, capture_output=True, text=True, check=False)
        candidates += told.stdout.split()
    for candidate in candidates:
        if candidate and _runs(candidate):
            return candidate
    return None


def _runs(python: str) -> bool:
    words = [python, "-c", "import ensurepip, ssl, sqlite3, venv"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0
