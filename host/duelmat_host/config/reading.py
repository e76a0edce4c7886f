"""Reading: the text of config.toml and the DUELMAT_ variables, every fault at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from duelmat_files.errors import FileProblem
from duelmat_host.config.settings import KEYS, Names, SettingError, check, names_of, parse_text
from duelmat_host.config_place import CONFIG_VARIABLE, DATABASE_VARIABLE
from duelmat_host.errors import ConfigError
from duelmat_message import Text, listed, say
from duelmat_toml import TomlError, read_toml

PREFIX: Final = "DUELMAT_"
OTHER_VARIABLES: Final = (CONFIG_VARIABLE, DATABASE_VARIABLE, "DUELMAT_CACHE_DIR")
"""The variables that are no settings; code that reads another one adds it here."""
_NEAR: Final = 0.5
_LONGEST: Final = 60
"""Characters of a name that are shown, and compared with those that there are."""
_ENVIRONMENT: Final = say("environment")


def variable_of(key: str) -> str:
    """The environment's variable for a setting."""
    return PREFIX + key.upper()


def parse_config(text: str, source: str, folder: Path) -> dict[str, Any]:
    """The settings that a TOML text gives; relative files start at the folder.

    Raises: ConfigError, with all that is wrong.
    """
    try:
        table = read_toml(text)
    except TomlError as error:
        raise ConfigError(source, [_syntax_problem(source, error)]) from None
    values: dict[str, Any] = {}
    problems: list[FileProblem] = []
    for key, value in table.items():
        if key not in KEYS:
            problems.append(_unknown(source, key, say("a known setting"), KEYS))
            continue
        try:
            values[key] = placed(key, check(key, value), folder)
        except SettingError as error:
            advice = say("Correct it, or take it out with `duelmat config unset {key}`.", key=key)
            problems.append(FileProblem(source, key, error.expected, error.got, advice))
    if problems:
        raise ConfigError(source, problems)
    return values


def parse_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """The settings that variables give; an empty one gives nothing.

    Raises: ConfigError, with all that is wrong.
    """
    keys = {variable_of(key): key for key in KEYS}
    values: dict[str, Any] = {}
    problems: list[FileProblem] = []
    for name, text in environment.items():
        if not name.startswith(PREFIX) or name in OTHER_VARIABLES or not text:
            continue
        if name not in keys:
            problems.append(_unknown(_ENVIRONMENT, name, say("a known variable"), keys))
            continue
        try:
            values[keys[name]] = placed(keys[name], parse_text(keys[name], text))
        except SettingError as error:
            advice = say("Correct or unset it.")
            problems.append(FileProblem(_ENVIRONMENT, name, error.expected, error.got, advice))
    if problems:
        raise ConfigError(_ENVIRONMENT, problems)
    return values


def placed(key: str, value: Any, folder: Path = Path()) -> Any:
    """The value with its files under the folder, `~` the user's home; names stay as they are."""
    names = names_of(key)
    if names is Names.NO_FILE or value is None:
        return value
    if isinstance(value, tuple):
        return tuple(_placed_text(each, names, folder) for each in value)
    return _placed_text(value, names, folder)


def _placed_text(text: str, names: Names, folder: Path) -> str:
    is_name = "://" in text or not re.search(r"[/\\.]", text)
    if names is Names.FILE_OR_NAME and is_name:
        return text
    return str(folder / Path(text).expanduser())


def _unknown(source: str, name: str, expected: Text, known: Iterable[str]) -> FileProblem:
    names = sorted(known)
    near = get_close_matches(_as_written(name[:_LONGEST], names), names, n=1, cutoff=_NEAR)
    advice = [say("Did you mean {name}?", name=near[0])] if near else []
    advice.append(say("There are: {known}.", known=listed(names, ",")))
    got = say("one that does not exist")
    return FileProblem(source, name[:_LONGEST], expected, got, listed(advice, " "))


def _as_written(name: str, known: list[str]) -> str:
    """The name as the known ones are written, so that capitals and dashes do not matter."""
    plain = name.replace("-", "_")
    return plain.upper() if known[0].isupper() else plain.lower()


def _syntax_problem(source: str, error: TomlError) -> FileProblem:
    got = say("{fault:inner}", fault=error.fault[:100])
    advice = say("A setting is a line as in: {example}.", example='port = "auto"')
    place = say("line {line}", line=error.line)
    return FileProblem(source, place, say("settings in TOML"), got, advice)
