"""Writing: one setting set or removed in config.toml, whose comments and order stay.

Apart from the rest, for tomlkit is not needed to read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from duelmat_files import make_directory, replace_whole
from duelmat_files.errors import FileProblem
from duelmat_host.config.file import file_fault, read_text
from duelmat_host.config.reading import parse_config
from duelmat_host.config_place import CONFIG_VARIABLE
from duelmat_host.errors import ConfigError
from duelmat_message import say, words_of


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


def _document(path: Path) -> tomlkit.TOMLDocument:
    text = read_text(path) or ""
    try:
        return tomlkit.parse(text)
    except (TOMLKitError, ValueError, RecursionError):
        parse_config(text, str(path), path.parent)  # says it with the line
        raise file_fault(path, say("something else"), say("Correct it by hand first.")) from None


def _write(path: Path, text: str) -> None:
    """Write the file whole or not at all; a link to it stays a link."""
    target = path.resolve()
    try:
        make_directory(path.parent)  # nobody else has set the link
        replace_whole(target, text.encode())
    except OSError as error:
        problem = FileProblem(
            str(path),
            say("the file"),
            say("a file to write to"),
            say("an error: {reason}", reason=words_of(error)),
            say("Name another with {variable}.", variable=CONFIG_VARIABLE),
        )
        raise ConfigError(str(path), [problem]) from None
