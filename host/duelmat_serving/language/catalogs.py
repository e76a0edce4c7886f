"""The languages in which sentences are said, and their catalogs.

English is written in the source. Every other language is a folder beside this module with PO
files, in gettext's form: `words.po` for what the program says, `rules.po` for the statements of
the rules, `cards.po` for cards. docs/translating.md says how one is added.
"""

from __future__ import annotations

import gettext
import logging
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any, Final, Literal

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.messages.pofile import PoFileError, read_po

from duelmat_message import Text, listed, said_in, say, words_of
from duelmat_serving.errors import LanguageError
from duelmat_serving.language.titles import ENGLISH_CODE, TITLES

_LOG: Final = logging.getLogger(__name__)
_CLOSED: Final = re.compile("([。？！]) ")
"""A wide stop has its own room: no blank stands behind it."""
_COUNTS: Final = range(200)
"""Numbers among which each form of a plural occurs."""
DOMAINS: Final = ("words", "rules", "cards")
_STYLES: Final[dict[str, Literal["standard", "or"]]] = {"and": "standard", "or": "or"}


class Language:
    """One language, in which a text can be said."""

    code: str = ENGLISH_CODE

    @property
    def title(self) -> str:
        """Return the name of the language in itself."""
        return TITLES[self.code]

    def said(self, text: str) -> str:
        """Return a text in this language, with names left as they are."""
        return str(text)

    def forms(self, context: str, message: str) -> dict[str, str]:  # noqa: ARG002
        """Return a message's translations by plural category ("one", "few", "other")."""
        return {}

    def encoded(self, value: Any) -> Any:
        """Return a Text in this language, for encoders that meet one: `enc_hook`."""
        if isinstance(value, Text):
            return self.said(value)
        raise NotImplementedError(type(value))


ENGLISH: Final = Language()


class Translation(Language):
    """A language that has catalogs."""

    def __init__(self, code: str, folder: Traversable) -> None:
        """Read the catalogs of the folder. Raises LanguageError."""
        self.code = code
        try:
            Locale.parse(code)
        except (UnknownLocaleError, ValueError) as error:
            raise LanguageError(
                say(
                    "expected the code of a language, as in fr, got {code!r}: {error}",
                    code=code,
                    error=str(error),
                )
            ) from error
        self._patterns: dict[tuple[str, str], tuple[str, ...]] = {}
        self._plural: Callable[[int], int] = lambda _: 0
        for domain in DOMAINS:
            self._read(folder / f"{domain}.po")

    def _read(self, file: Traversable) -> None:
        try:
            with file.open("rb") as opened:
                catalog = read_po(opened, locale=self.code, abort_invalid=True)
        except (OSError, PoFileError, ValueError) as error:
            raise LanguageError(
                say(
                    "expected the messages of the language {code} in {file}, in gettext's PO "
                    "form, got: {error}",
                    code=self.code,
                    file=file.name,
                    error=str(error),
                )
            ) from error
        self._plural = gettext.c2py(catalog.plural_expr)
        for message in catalog:
            one, *_ = _strings(message.id)
            said = _strings(message.string)
            if not one or not all(said) or message.fuzzy:
                continue
            wanted = set.union(*map(_values, _strings(message.id)))
            if not all(_values(pattern) <= wanted for pattern in said):
                # a reader gets the English words then, and nobody's page stops
                _LOG.warning("%s of %s names other values: %r", file.name, self.code, said)
                continue
            self._patterns[message.context or "", one] = said

    def said(self, text: str) -> str:
        """Return a text in this language, or in English if its translation cannot be filled in."""
        try:
            return said_in(self, text)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            _LOG.warning("%s cannot say %r: %s", self.code, str(text), error)
            return str(text)

    def knows(self, text: Text) -> bool:
        """Whether a text is translated; one from outside may count words, which has no form."""
        is_countable = not text.plural or isinstance(text.values.get("count", 1), int)
        return is_countable and (text.context, text.message) in self._patterns

    def find(self, text: Text) -> str:
        """Return the pattern of a text, the English one where it is not translated."""
        count = text.values.get("count", 1)
        if not self.knows(text):
            return text.plural if text.plural and count != 1 else text.message
        patterns = self._patterns[text.context, text.message]
        return self._form(patterns, count) if text.plural else patterns[0]

    def _form(self, patterns: tuple[str, ...], count: int) -> str:
        """Return the form for a number: the last one if the catalog's head promises more forms."""
        return patterns[min(self._plural(count), len(patterns) - 1)]

    def forms(self, context: str, message: str) -> dict[str, str]:
        patterns = self._patterns.get((context, message))
        if patterns is None:
            return {}
        category = Locale.parse(self.code).plural_form
        return {category(count): self._form(patterns, count) for count in _COUNTS}

    def join(self, items: list[str], last: str) -> str:
        """Join words to a list, by the Unicode consortium's data for this language."""
        if last not in _STYLES:
            return _CLOSED.sub(r"\1", str(listed(items, last)))
        return format_list(items, style=_STYLES[last], locale=self.code)

    def patterns(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """Return every translated message, by its context and its English words."""
        return dict(self._patterns)


def _values(pattern: str) -> set[str]:
    """Return the names in braces, or a name that no message has for a broken pattern."""
    try:
        return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}
    except ValueError:
        return {"?"}


def _strings(said: Any) -> tuple[str, ...]:
    """Return a message, or each of its forms by number."""
    return (said or "",) if isinstance(said, str | None) else tuple(said)


@cache
def language(code: str) -> Language:
    """Return the language of a code of `TITLES`. Raises LanguageError."""
    if code == ENGLISH_CODE:
        return ENGLISH
    if code not in TITLES:
        known = listed((f"{each} ({title})" for each, title in TITLES.items()), ",")
        raise LanguageError(
            say("expected a language of {known}, got {code!r}", known=known, code=code)
        )
    return Translation(code, files(__package__) / code)


def language_or_english(code: str) -> Language:
    """Return the language of a code, or English where its messages cannot be read."""
    try:
        return language(code)
    except LanguageError:
        return ENGLISH


def broken_languages() -> list[str]:
    """Return a sentence for each language whose catalog is broken."""
    found = []
    for code in TITLES:
        try:
            language(code)
        except LanguageError as error:
            found.append(words_of(error))
    return found


def said_everywhere(text: str) -> set[str]:
    """Return a text in every language that there is."""
    return {language_or_english(code).said(text) for code in TITLES}


def is_said_as(text: str, read: str) -> bool:
    """Whether somebody who read these words, in any language, has read this text."""
    return read in said_everywhere(text)
