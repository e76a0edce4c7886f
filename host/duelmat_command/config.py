"""Settings: the default < config.toml < a DUELMAT_ variable; every fault of both is found at once.

A flag goes before all of them, which is click's business: a command gets what is set here as its
`default_map` (`settings.py`). No secrets are kept in settings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum, StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_type_hints

import msgspec
import platformdirs
from msgspec import Meta, Struct

from duelmat_command.errors import ConfigError
from duelmat_files.errors import FileProblem
from duelmat_files.outside import TEXT_LIMIT_BYTES, read_regular_file
from duelmat_message import LINE_ENDS, NEVER, near_names
from duelmat_parsing import TomlError, read_toml
from duelmat_serving.language.titles import ENGLISH_CODE, TITLES
from duelmat_serving.listen_address import parse_listen

Assist = Literal["coach", "referee", "tournament", "counter"]
LogLevel = Literal["debug", "info", "warning", "error"]
MicroPython = Literal["1.28", "1.29"]
OpponentLevel = Literal["easy", "medium", "strong"]

_REST: Final = f"[^{NEVER}{LINE_ENDS}]*$"
_Text = Annotated[str, Meta(min_length=1, max_length=4096, pattern=f"^(?!-){_REST}")]
"""Nothing that begins with - is meant: it is a flag whose value was left out."""
_Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=rf"^(?![\s-]){_REST}")]
_HostName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$")]
_Ruleset = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,63}$")]
_Language = Annotated[str, Meta(pattern=f"^({'|'.join(TITLES)})$")]


class Names(Enum):
    """The things that the text of a setting may name; relative files start at the folder of
    config.toml.
    """

    FILE = "a file"
    FILE_OR_NAME = "a file, where it has a / or an ending; else a name"


class Settings(Struct, frozen=True, kw_only=True):
    """The settings that a table is opened with, unless a flag replaces them.

    Beside each type stands what is expected, where the type alone does not say it, what its text
    names, and what else must be able to read it.
    """

    port: Annotated[_Text | None, 'a serial port as in "/dev/ttyACM0", or "auto"'] = None
    """The mat's; auto finds it by its USB id. Without one the mat is simulated."""
    mat: Annotated[_Text, "standard, mini, starter, or a mat file", Names.FILE_OR_NAME] = (
        "standard"
    )
    registry: Annotated[_Text | None, "a file, TOML or JSON", Names.FILE] = None
    """Which tag is which card, for a real mat."""
    ruleset: Annotated[_Ruleset, 'the name of a ruleset, as in "trump-king"'] = "trump-king"
    decks: Annotated[
        tuple[_Text, ...],
        Meta(max_length=2),
        "a list of at most two: deck files, names of saved decks, or ydke:// addresses",
        Names.FILE_OR_NAME,
    ] = ()
    """One's own deck, and the other player's; without them the ruleset's own."""
    cards: Annotated[
        tuple[_Text, ...],
        Meta(max_length=16),  # as many as one command line has room for
        "a list of card files",
        Names.FILE,
    ] = ()
    """Files of the players' own cards, for the rulesets that they name."""
    facts: Annotated[_Text | None, "a file", Names.FILE] = None
    """The user's own card database, which names the numbers in deck lists of an event."""
    names: Annotated[
        tuple[_Name, _Name], "two names of 1 to 40 characters, none of which begins with -"
    ] = ("Ana", "Ben")
    two: bool = False
    """Whether two people play at this screen, with a curtain between them."""
    opponent: OpponentLevel = "medium"
    art: Annotated[_Text | None, "a folder", Names.FILE] = None
    """The user's own pictures of cards, each named by its code."""
    assist: Assist = "coach"
    """How much the lights help."""
    listen: Annotated[
        _Text,
        'an IP address with a port of 0 to 65535 or without one, as in "127.0.0.1:8765"',
        parse_listen,
    ] = "127.0.0.1:8765"
    host_names: Annotated[
        tuple[_HostName, ...], Meta(max_length=16), "names as in duelmat.example, without port"
    ] = ()
    """Other names under which this machine is reached; the links use the first."""
    tls: bool = False
    """Whether the pages are encrypted, by a certificate of the table's own if none is named."""
    tls_cert: Annotated[_Text | None, "a file", Names.FILE] = None
    tls_key: Annotated[_Text | None, "a file", Names.FILE] = None
    """The key of the certificate; both are PEM files."""
    browser: bool = True
    """Whether the page is opened when the table is."""
    language: Annotated[_Language, f"one of {', '.join(TITLES)}"] = ENGLISH_CODE
    """The language of pages for browsers that ask for no available one."""
    directory: Annotated[_Text, "a directory", Names.FILE] = "~/.local/share/duelmat/table"
    """Where the table keeps its journal."""
    micropython: Annotated[MicroPython, 'one of "1.28", "1.29"'] = "1.29"
    """The version under which a simulated mat runs."""
    log_level: LogLevel = "info"


CONFIG_VARIABLE: Final = "DUELMAT_CONFIG"
"""Names the file of settings."""
DATABASE_VARIABLE: Final = "DUELMAT_DATABASE"
"""Holds the address of an event's database, with its password: it is read, and never shown."""
KEYS: Final = Settings.__struct_fields__
OTHER_VARIABLES: Final = (CONFIG_VARIABLE, DATABASE_VARIABLE, "DUELMAT_CACHE_DIR")
"""The variables that are no settings; code that reads another one adds it here."""
DEFAULTS: Final = Settings()
"""The settings where nothing is set."""
_TYPES: Final = get_type_hints(Settings, include_extras=True)
_BOOLEANS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_LONGEST: Final = 60
"""Characters of a name or value that are shown, and of a name that are compared with others."""


class Source(StrEnum):
    """The places that may set a setting."""

    DEFAULT = "default"
    """It is set nowhere."""
    FILE = "file"
    """config.toml."""
    ENVIRONMENT = "environment"
    """A variable."""


class Value(NamedTuple):
    """One setting as it holds."""

    value: Any
    source: Source = Source.DEFAULT
    name: str = ""
    """The file or the variable that sets it."""


class SettingError(ValueError):
    """A value that a setting cannot have."""

    def __init__(self, key: str, value: object) -> None:
        self.expected = expected_of(key)
        self.got = _shown(value)
        super().__init__(f"expected {self.expected}, got {self.got}")


def config_file(environment: Mapping[str, str]) -> Path:
    """Return the file that DUELMAT_CONFIG names, else config.toml in the platform's place."""
    named = environment.get(CONFIG_VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    return platformdirs.user_config_path("duelmat", appauthor=False) / "config.toml"


def read_config(environment: Mapping[str, str]) -> dict[str, Value]:
    """Return every setting as file and environment have it. Raises ConfigError."""
    path = config_file(environment)
    text = read_file(path)
    if text is None and environment.get(CONFIG_VARIABLE):
        advice = f"{CONFIG_VARIABLE} names it: create it with `duelmat config set`, or unset the "
        raise file_fault(path, "no such file", f"{advice}variable.")
    values = {key: Value(default_of(key)) for key in KEYS}
    for key, value in parse_config(text or "", str(path), path.parent).items():
        values[key] = Value(value, Source.FILE, str(path))
    for key, value in parse_environment(environment).items():
        values[key] = Value(value, Source.ENVIRONMENT, variable_of(key))
    return values


def changed(values: Mapping[str, Value]) -> dict[str, Any]:
    """Return the settings that are set somewhere."""
    return {key: each.value for key, each in values.items() if each.source is not Source.DEFAULT}


def variable_of(key: str) -> str:
    """Return the environment's variable for a setting."""
    return f"DUELMAT_{key.upper()}"


def default_of(key: str) -> Any:
    """Return the value of a setting that is set nowhere."""
    return getattr(DEFAULTS, key)


def expected_of(key: str) -> str:
    """Return the values that a setting may have, in words."""
    if _TYPES[key] is bool:
        return "true or false"
    words = next((each for each in _marks(key) if isinstance(each, str)), None)
    return words or f"one of {', '.join(get_args(_TYPES[key]))}"


def check(key: str, value: object) -> Any:
    """Return the value as the setting has it (lists become tuples). Raises SettingError."""
    try:
        checked = msgspec.convert(value, _TYPES[key])
        for parse in filter(callable, _marks(key)):
            parse(checked)
    except ValueError:  # msgspec's ValidationError is one too
        raise SettingError(key, value) from None
    return checked


def parse_text(key: str, text: str) -> Any:
    """Parse the text of a setting, its list items separated by commas. Raises SettingError."""
    match default_of(key):
        case bool():
            return check(key, _BOOLEANS.get(text.strip().lower(), text))
        case tuple():
            return check(key, [part.strip() for part in text.split(",") if part.strip()])
        case _:
            return check(key, text)


def placed(key: str, value: Any, folder: Path) -> Any:
    """Return the value with its files under the folder, `~` the user's home."""
    names = next((each for each in _marks(key) if isinstance(each, Names)), None)
    if names is None or value is None:
        return value
    if isinstance(value, tuple):
        return tuple(placed(key, each, folder) for each in value)
    is_name = "://" in value or not re.search(r"[/\\.]", value)
    if names is Names.FILE_OR_NAME and is_name:
        return value
    return str(folder / Path(value).expanduser())


def parse_config(text: str, source: str, folder: Path) -> dict[str, Any]:
    """Return the settings that a TOML text gives; relative files start at the folder.

    Raises: ConfigError, with all that is wrong.
    """
    try:
        given = read_toml(text)
    except TomlError as error:
        place, advice = f"line {error.line}", 'A setting is a line as in: port = "auto".'
        fault = FileProblem(source, place, "settings in TOML", error.fault[:100], advice)
        raise ConfigError(source, [fault]) from None
    advice = "Correct it, or take it out with `duelmat config unset {}`."
    known = {key: key for key in KEYS}
    return _taken(given, known, "setting", check, folder, source, advice)


def parse_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings that variables give; an empty one gives nothing.

    Raises: ConfigError, with all that is wrong.
    """
    given = {
        name: text
        for name, text in environment.items()
        if text and name.startswith("DUELMAT_") and name not in OTHER_VARIABLES
    }
    known = {variable_of(key): key for key in KEYS}
    advice = "Correct or unset it."
    return _taken(given, known, "variable", parse_text, Path(), "environment", advice)


def _taken(
    given: Mapping[str, Any],
    known: Mapping[str, str],
    what: str,
    parse: Callable[[str, Any], Any],
    folder: Path,
    source: str,
    advice: str,
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    problems = []
    for name, value in given.items():
        if name not in known:
            problems.append(_unknown(source, name[:_LONGEST], sorted(known), what))
            continue
        try:
            values[known[name]] = placed(known[name], parse(known[name], value), folder)
        except SettingError as error:
            wrong = FileProblem(source, name, error.expected, error.got, advice.format(name))
            problems.append(wrong)
    if problems:
        raise ConfigError(source, problems)
    return values


def _unknown(source: str, name: str, known: list[str], what: str) -> FileProblem:
    plain = name.replace("-", "_")
    alike = plain.upper() if known[0].isupper() else plain.lower()
    near = near_names(alike, known, cutoff=0.5)
    advice = f"Did you mean {near[0]}? " if near else ""
    advice += f"There are: {', '.join(known)}."
    return FileProblem(source, name, f"a known {what}", "one that does not exist", advice)


def read_file(path: Path) -> str | None:
    """Return the text of config.toml; None if there is none. Raises ConfigError."""
    try:
        return read_regular_file(path).decode("utf-8-sig")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        got = f"the byte 0x{error.object[error.start]:02x}"
        raise file_fault(path, got, "Save the file as UTF-8.") from None
    except OSError as error:
        got = f"an error: {error.strerror or error}"
        advice = f"It is a regular file of at most {TEXT_LIMIT_BYTES:,} bytes that you may read."
        raise file_fault(path, got, advice) from None


def file_fault(path: Path, got: str, advice: str) -> ConfigError:
    """Return the error for a file that holds no settings."""
    fault = FileProblem(str(path), "the file", "settings in TOML", got, advice)
    return ConfigError(str(path), [fault])


def _marks(key: str) -> tuple[Any, ...]:
    """Return the annotations beside the type of a setting."""
    return getattr(_TYPES[key], "__metadata__", ())


def _shown(value: object) -> str:
    """Return a value as a message quotes it: on one line, not too long."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "a table"
        case tuple():
            return _shown(list(value))
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
