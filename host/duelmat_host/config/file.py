"""The file config.toml: where it is and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from duelmat_files.errors import FileProblem
from duelmat_files.outside import read_regular_file
from duelmat_host.config.merging import Value, merge
from duelmat_host.config.reading import parse_config, parse_environment
from duelmat_host.config_place import CONFIG_VARIABLE, config_file
from duelmat_host.errors import ConfigError
from duelmat_message import say, words_of

_LARGEST_BYTES: Final = 32_768
_WHAT: Final = say("settings in TOML")


def read_config(environment: Mapping[str, str]) -> dict[str, Value]:
    """Every setting as file and environment have it. Raises ConfigError."""
    path = config_file(environment)
    values = parse_config(_text_of(path, environment), str(path), path.parent)
    return merge(values, str(path), parse_environment(environment))


def read_text(path: Path) -> str | None:
    """The text of the file; None if there is none."""
    try:
        return read_regular_file(path, _LARGEST_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        got = say("the byte {byte}", byte=f"0x{error.object[error.start]:02x}")
        raise file_fault(path, got, say("Save the file as UTF-8.")) from None
    except PermissionError as error:
        got = say("an error: {reason}", reason=words_of(error))
        raise file_fault(path, got, say("Change its permissions.")) from None
    except OSError as error:
        advice = say(
            "It is a regular file of at most {most} bytes: replace it.", most=_LARGEST_BYTES
        )
        raise file_fault(path, words_of(error), advice) from None


def _text_of(path: Path, environment: Mapping[str, str]) -> str:
    text = read_text(path)
    if text is None and environment.get(CONFIG_VARIABLE):
        raise file_fault(
            path,
            say("no such file"),
            say(
                "{variable} names it: create it with `duelmat config set`, or unset the variable.",
                variable=CONFIG_VARIABLE,
            ),
        )
    return text or ""


def file_fault(path: Path, got: str, advice: str) -> ConfigError:
    """The error for a file that holds no settings."""
    return ConfigError(str(path), [FileProblem(str(path), say("the file"), _WHAT, got, advice)])
