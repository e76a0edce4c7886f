"""The file config.toml: where it is, what it says, and one setting written or removed in it."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import platformdirs
import tomlkit
from tomlkit.exceptions import TOMLKitError

from duelmat_host.config.merging import Value, merge
from duelmat_host.config.reading import CONFIG_VARIABLE, parse_config, parse_environment
from duelmat_host.errors import ConfigError, FileProblem

NAME: Final = "config.toml"
_LARGEST_BYTES: Final = 32_768
_WHAT: Final = "settings in TOML"


def config_file(environment: Mapping[str, str]) -> Path:
    """The file that DUELMAT_CONFIG names, else config.toml in the platform's place."""
    named = environment.get(CONFIG_VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    return platformdirs.user_config_path("duelmat", appauthor=False) / NAME


def read_config(environment: Mapping[str, str]) -> dict[str, Value]:
    """Every setting as file and environment have it. Raises ConfigError."""
    path = config_file(environment)
    values = parse_config(_text_of(path, environment), str(path), path.parent)
    return merge(values, str(path), parse_environment(environment))


def write_setting(path: Path, key: str, value: Any) -> None:
    """Set a key in the file, or in a new one; its comments stay. Raises ConfigError."""
    document = _document(path)
    document[key] = list(value) if isinstance(value, tuple) else value
    _write(path, tomlkit.dumps(document))


def remove_setting(path: Path, key: str) -> bool:
    """Remove a key from the file; False if it is not there. Raises ConfigError."""
    document = _document(path)
    if key not in document:
        return False
    del document[key]
    _write(path, tomlkit.dumps(document))
    return True


def _text_of(path: Path, environment: Mapping[str, str]) -> str:
    text = _read(path)
    if text is None and environment.get(CONFIG_VARIABLE):
        raise _fault(
            path,
            "no such file",
            f"{CONFIG_VARIABLE} names it: create it with `duelmat config set`, or unset the "
            "variable.",
        )
    return text or ""


def _document(path: Path) -> tomlkit.TOMLDocument:
    text = _read(path) or ""
    try:
        return tomlkit.parse(text)
    except (TOMLKitError, ValueError, RecursionError):
        parse_config(text, str(path), path.parent)  # says it with the line
        raise _fault(path, "something else", "Correct it by hand first.") from None


def _read(path: Path) -> str | None:
    """The text of the file; None if there is none."""
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > _LARGEST_BYTES:
            kind = "a larger one" if stat.S_ISREG(facts.st_mode) else "something else"
            raise _fault(
                path, kind, f"It is a regular file of at most {_LARGEST_BYTES} bytes: replace it."
            )
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        got = f"the byte 0x{error.object[error.start]:02x}"
        raise _fault(path, got, "Save the file as UTF-8.") from None
    except OSError as error:
        raise _fault(path, f"an error: {error.strerror}", "Change its permissions.") from None


def _write(path: Path, text: str) -> None:
    """Write the file whole or not at all; a link to it stays a link."""
    target = path.resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, encoding="utf-8")
        beside.replace(target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        got = f"an error: {error.strerror}"
        problem = FileProblem(
            str(path), "file", "a file to write to", got, f"Name another with {CONFIG_VARIABLE}."
        )
        raise ConfigError(str(path), [problem]) from None


def _fault(path: Path, got: str, advice: str) -> ConfigError:
    return ConfigError(str(path), [FileProblem(str(path), "file", _WHAT, got, advice)])
