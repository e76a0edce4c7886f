"""Settings: every key with its type, bounds, default and one line of meaning."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from duelmat_message import LINE_ENDS, NEVER, Text, listed, say
from duelmat_serving.language.titles import ENGLISH_CODE, TITLES
from duelmat_serving.listen_address import parse_listen

Assist = Literal["coach", "referee", "tournament", "counter"]
Language = Annotated[str, Meta(pattern=f"^({'|'.join(TITLES)})$")]
LogLevel = Literal["debug", "info", "warning", "error"]
MicroPython = Literal["1.28", "1.29"]
OpponentLevel = Literal["easy", "medium", "strong"]

_REST: Final = f"[^{NEVER}{LINE_ENDS}]*$"
_Text = Annotated[str, Meta(min_length=1, max_length=4096, pattern=f"^(?!-){_REST}")]
"""Nothing that begins with - is meant: it is a flag whose value was left out."""
_Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=rf"^(?![\s-]){_REST}")]
_HostName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$")]
_Decks = Annotated[tuple[_Text, ...], Meta(max_length=2)]


class Names(Enum):
    """The things that the text of a setting may name; relative files start at the folder of
    config.toml.
    """

    NO_FILE = "no file"
    FILE = "a file"
    FILE_OR_NAME = "a file, where it has a / or an ending; else a name"


_TRUE_OR_FALSE: Final = say("true or false")


def _one_of(words: Any, form: str = "{}") -> Text:
    """Return the words of a Literal as those that are expected."""
    return say("one of {words}", words=listed(map(form.format, get_args(words)), ","))


def _setting(
    meaning: str,
    expected: Text,
    names: Names = Names.NO_FILE,
    parse: Callable[[str], object] | None = None,
) -> Meta:
    return Meta(description=meaning, extra={"expected": expected, "names": names, "parse": parse})


class Settings(Struct, frozen=True, kw_only=True):
    """The settings that a table is opened with, unless a flag replaces them."""

    port: Annotated[
        _Text | None,
        _setting(
            "The mat's serial port, or auto to find it by its USB id; without one the mat is "
            "simulated.",
            say('a serial port as in "/dev/ttyACM0", or "auto"'),
        ),
    ] = None
    mat: Annotated[
        _Text,
        _setting(
            "Which mat it is.",
            say("standard, mini, or a mat file"),
            Names.FILE_OR_NAME,
        ),
    ] = "standard"
    registry: Annotated[
        _Text | None,
        _setting(
            "Which tag is which card, for a real mat.", say("a file, TOML or JSON"), Names.FILE
        ),
    ] = None
    ruleset: Annotated[
        Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,63}$")],
        _setting("Which game is played.", say('the name of a ruleset, as in "trump-king"')),
    ] = "trump-king"
    decks: Annotated[
        _Decks,
        _setting(
            "Your deck, and the other player's; without them the ruleset's own.",
            say("a list of at most two: deck files, or ydke:// addresses"),
            Names.FILE_OR_NAME,
        ),
    ] = ()
    names: Annotated[
        tuple[_Name, _Name],
        _setting(
            "What the players are called.",
            say("two names of 1 to 40 characters, none of which begins with -"),
        ),
    ] = ("Ana", "Ben")
    two: Annotated[
        bool,
        _setting("Two people at this screen, with a curtain between them.", _TRUE_OR_FALSE),
    ] = False
    opponent: Annotated[
        OpponentLevel,
        _setting("How well the practice opponent plays.", _one_of(OpponentLevel)),
    ] = "medium"
    art: Annotated[
        _Text | None,
        _setting(
            "Your own pictures of cards, each named by its code.", say("a folder"), Names.FILE
        ),
    ] = None
    assist: Annotated[
        Assist,
        _setting("How much the lights help.", _one_of(Assist)),
    ] = "coach"
    listen: Annotated[
        _Text,
        _setting(
            "Where the pages are served.",
            say('an IP address with a port of 0 to 65535 or without one, as in "127.0.0.1:8765"'),
            parse=parse_listen,
        ),
    ] = "127.0.0.1:8765"
    host_names: Annotated[
        Annotated[tuple[_HostName, ...], Meta(max_length=16)],
        _setting(
            "Other names under which this machine is reached; the links use the first.",
            say("names as in duelmat.example, without port"),
        ),
    ] = ()
    tls: Annotated[
        bool,
        _setting(
            "Whether the pages are encrypted, with a certificate of the table's own if none is "
            "named.",
            _TRUE_OR_FALSE,
        ),
    ] = False
    tls_cert: Annotated[
        _Text | None,
        _setting(
            "A certificate (PEM) to encrypt the pages with.",
            say("a file"),
            Names.FILE,
        ),
    ] = None
    tls_key: Annotated[
        _Text | None, _setting("The key (PEM) of tls_cert.", say("a file"), Names.FILE)
    ] = None
    browser: Annotated[
        bool, _setting("Whether the page is opened when the table is.", _TRUE_OR_FALSE)
    ] = True
    language: Annotated[
        Language,
        _setting(
            "The language of pages, for browsers that ask for none of those there are.",
            say("one of {words}", words=listed(TITLES, ",")),
        ),
    ] = ENGLISH_CODE
    directory: Annotated[
        _Text, _setting("Where the table keeps its journal.", say("a directory"), Names.FILE)
    ] = "~/.local/share/duelmat/table"
    micropython: Annotated[
        MicroPython,
        _setting("Under which MicroPython a simulated mat runs.", _one_of(MicroPython, '"{}"')),
    ] = "1.29"
    log_level: Annotated[
        LogLevel,
        _setting("How much is written into the log file.", _one_of(LogLevel)),
    ] = "info"


KEYS: Final = Settings.__struct_fields__
_BOOLEANS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_TYPES: Final = get_type_hints(Settings, include_extras=True)
_DEFAULTS: Final = Settings()


class SettingError(ValueError):
    """A value that a setting cannot have."""

    def __init__(self, key: str, value: object) -> None:
        self.key = key
        self.expected = expected_of(key)
        self.got = shown(value)
        super().__init__(
            say("expected {expected}, got {got}", expected=self.expected, got=self.got)
        )


def check(key: str, value: object) -> Any:
    """The value as the setting has it (lists become tuples). Raises SettingError."""
    try:
        checked = msgspec.convert(value, _TYPES[key])
        parse = _about(key)["parse"]
        if parse is not None:
            parse(checked)
    except ValueError:  # msgspec's ValidationError is one too
        raise SettingError(key, value) from None
    return checked


def parse_text(key: str, text: str) -> Any:
    """Read the value from a text, lists with commas between. Raises SettingError."""
    default = default_of(key)
    value: object
    if isinstance(default, bool):
        value = _BOOLEANS.get(text.strip().lower(), text)
    elif isinstance(default, tuple):
        value = [part.strip() for part in text.split(",") if part.strip()]
    else:
        value = text
    return check(key, value)


def default_of(key: str) -> Any:
    """Return the value of a setting that is set nowhere."""
    return getattr(_DEFAULTS, key)


def expected_of(key: str) -> Text:
    """The values that a setting may have, in words."""
    expected = _about(key)["expected"]
    assert isinstance(expected, Text)
    return expected


def names_of(key: str) -> Names:
    """Return what the text of a setting may name."""
    names = _about(key)["names"]
    assert isinstance(names, Names)
    return names


def shown(value: object) -> str:
    """A value as it is quoted in a message: one line, not too long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return say("a table")
    text = repr(list(value) if isinstance(value, tuple) else value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _about(key: str) -> dict[str, Any]:
    return dict(_TYPES[key].__metadata__[-1].extra)
