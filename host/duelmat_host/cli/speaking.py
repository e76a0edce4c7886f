"""The language of the command line: how it is chosen, and how words are said in it.

It is what --language names, else the setting `language`, else what the system's locale names.
Catalogs are read when something is said in a language that has some.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from duelmat_files.outside import read_regular_file
from duelmat_host.cli.columns import wrap_text
from duelmat_host.config_place import config_file
from duelmat_message import Text, escaped, named, say, words_of
from duelmat_serving.language.titles import ENGLISH_CODE, TITLES

if TYPE_CHECKING:
    from duelmat_serving.language.catalogs import Language

SETTING: Final = "language"
VARIABLE: Final = "DUELMAT_LANGUAGE"
LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of a locale, as in `ja_JP.UTF-8`; the first that says something counts."""


class Reader(NamedTuple):
    """The reader of a command's output."""

    code: str = ENGLISH_CODE
    """Of the language."""
    is_asked: bool = False
    """Whether the command line itself names it: then JSON is said in it, too."""
    faults: tuple[Text, ...] = ()
    """The faults of the language setting."""


_READER: Final[ContextVar[Reader]] = ContextVar("reader", default=Reader())  # noqa: B039


def speak_to(reader: Reader) -> None:
    """Say all that is printed from now on to this reader."""
    _READER.set(reader)


def reader() -> Reader:
    """Return the reader of all that is printed."""
    return _READER.get()


def usual_reader(environment: Mapping[str, str]) -> Reader:
    """Return the reader where the command line names no language."""
    code, faults = _setting(environment)
    return Reader(code or _locale(environment) or ENGLISH_CODE, faults=faults)


def _setting(environment: Mapping[str, str]) -> tuple[str, tuple[Text, ...]]:
    """Return the setting, empty if there is none, and what is wrong with it.

    Settings are read where there are some: `duelmat --help` is quick without.
    """
    if environment.get(VARIABLE) in TITLES:
        return environment[VARIABLE], ()
    if not environment.get(VARIABLE) and not _may_be_in_file(environment):
        return "", ()
    from duelmat_host.config import read_config
    from duelmat_host.errors import ConfigError

    try:
        return read_config(environment)[SETTING].value or "", ()
    except ConfigError as error:
        wrong = (each for each in error.problems if each.place in (SETTING, VARIABLE))
        return "", tuple(each.text for each in wrong)


def _may_be_in_file(environment: Mapping[str, str]) -> bool:
    """Whether the file of settings is there and says something of a language."""
    try:
        return SETTING.encode() in read_regular_file(config_file(environment))
    except OSError:
        return False


def _locale(environment: Mapping[str, str]) -> str:
    """Return the language that the locale names; empty: none of ours."""
    named_one = next((environment[name] for name in LOCALES if environment.get(name)), "")
    code = named_one.partition(".")[0].partition("@")[0].partition("_")[0].lower()
    return code if code in TITLES else ""


# Saying


def said(text: str) -> str:
    """Return a text in the reader's language; names and other plain words as they are."""
    language = _language()
    return str(text) if language is None else language.said(text)


def spoken_language() -> Language:
    """Return the reader's language."""
    from duelmat_serving.language.catalogs import ENGLISH

    return _language() or ENGLISH


def said_values(value: Any) -> Any:
    """Return a value of JSON with its texts in the language that was asked for, else English."""
    language = _language() if reader().is_asked else None
    if language is None:
        return value
    from msgspec import to_builtins

    return to_builtins(value, enc_hook=language.encoded)


def plain_values(value: Any) -> Any:
    """Return structs as values of JSON, their texts in the language that was asked for."""
    from msgspec import to_builtins

    return to_builtins(value, enc_hook=_plain)


def _plain(value: Any) -> str:
    return said(value) if isinstance(value, Text) and reader().is_asked else str(value)


def _language() -> Language | None:
    code = reader().code
    return None if code == ENGLISH_CODE else _readable(code)


@cache
def _readable(code: str) -> Language | None:
    """Return a language, or say why there is none and let it be English."""
    from duelmat_serving.errors import LanguageError
    from duelmat_serving.language.catalogs import language

    try:
        return language(code)
    except LanguageError as error:
        click.secho(escaped(_instead(words_of(error))), err=True, fg="yellow")
        return None


def _instead(fault: str) -> Text:
    return say("{fault}. English is said.", fault=fault)


def tell_broken_catalogs() -> None:
    """Say which languages browsers will not get, since their messages cannot be read."""
    from duelmat_serving.language.catalogs import broken_languages

    for fault in broken_languages():
        click.secho(escaped(said(_instead(fault))), err=True, fg="yellow")


# The words of click


def _click_words(message: str) -> str:
    return said(named("", message))


def _click_count(one: str, many: str, count: int) -> str:
    names = {name for _, name, _, _ in Formatter().parse(f"{one}{many}") if name}
    gaps: dict[str, Any] = {name: _Gap(name) for name in names}
    english = one if count == 1 else many
    return said(Text(english, one, {**gaps, "count": count}, "", many))


class _Gap:
    """A value that click puts in later."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return f"{{{self.name}}}"

    def __repr__(self) -> str:
        return f"{{{self.name}!r}}"


def teach_click() -> None:
    """Let click say its own words in the reader's language, and break lines of wide letters.

    click takes its words by gettext's `_`, which finds compiled catalogs by the environment
    alone; ours are read from PO files, and the language is a setting.
    """
    for name, module in sys.modules.items():
        if name.partition(".")[0] == "click":
            words = vars(module)
            if "_" in words:
                words["_"] = _click_words
            if "ngettext" in words:
                words["ngettext"] = _click_count
    vars(sys.modules["click.formatting"])["wrap_text"] = wrap_text
