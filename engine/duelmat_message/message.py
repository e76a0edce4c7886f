"""Words for people that can be said in any language: English, and the message it was made of.

A `Text` is an English sentence, or a part of one, and a `str` like any other. It also keeps its
message, as catalogs of translations list it, and the values that stand in it, which may be Texts
again. `said_in` says the same in another language.

    >>> say("{player} draws {count} cards.", player="Ana", count=2)
    'Ana draws 2 cards.'

What is joined to a Text by `+` or in an f-string is plain English for ever: put it in as a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, Final, Protocol, Self

FULL_STOPS: Final = ".。"
_JOINTS: Final = {";": "; ", ",": ", ", " ": " ", "\n": "\n"}
"""The separators of a listing whose last item has no word of its own before it."""
_CARD: Final = "card"
"""The context of the names of cards."""
_FIRST_VALUE: Final = re.compile(r"\{(\w+)")


class Text(str):
    """An English text that holds the message and the values it was made of."""

    __slots__ = ("context", "message", "plural", "values")

    message: str
    """The English pattern, under which catalogs list it: "{player} draws {card}."."""
    values: Mapping[str, Any]
    """The values in the braces: Texts, numbers, and names, which are the same everywhere."""
    context: str
    """The context that tells two messages apart that are the same in English; mostly empty."""
    plural: str
    """The pattern where `count` is not one; empty: there is one for all."""

    def __new__(
        cls, english: str, message: str, values: Mapping[str, Any], context: str, plural: str
    ) -> Self:
        text = super().__new__(cls, english)
        text.message, text.values = message, values
        text.context, text.plural = context, plural
        return text

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        parts = (str(self), self.message, self.values, self.context, self.plural)
        return type(self), parts

    def __format__(self, spec: str) -> str:
        """Format as a value in a message: "capital" begins a sentence, "inner" stands within one.

        "bare" leaves out the full stop, and nothing else.
        """
        is_name = spec == "inner" and _begins_with_name(self)
        return _formed(str(self), "bare" if is_name else spec)


class Listing(Text):
    """Several Texts in a row: "a, b and c"."""

    __slots__ = ()


class Received(Text):
    """A Text of another program: its message is looked up in catalogs, and is no pattern itself.

    What no catalog has is said in the English words that came with it.
    """

    __slots__ = ()


class Ref(Text):
    """A player, place or card by its name in notation, until somebody knows what it is called."""

    __slots__ = ()


def say(message: str, /, **values: Any) -> Text:
    """Return a message with its values: `say("{player} draws {card}.", player=..., card=...)`.

    The message is written out where it is said, so that catalogs can be made from the source.
    `{card:capital}` begins a sentence with a Text, `{reason:inner}` puts a sentence into another,
    `{reason:bare}` puts it there with its capital; `{card:noun}` has no English article,
    `{does:verb}` the English ending of what somebody else does.
    """
    return Text(_filled(message, values), message, values, "", "")


def say_as(context: str, message: str, /, **values: Any) -> Text:
    """Return a message that means something else elsewhere; `context` tells which it is."""
    return Text(_filled(message, values), message, values, context, "")


def say_count(one: str, many: str, /, count: int, **values: Any) -> Text:
    """Return the message for one, or that for any other number; both may name `{count}`."""
    values["count"] = count
    pattern = one if count == 1 else many
    return Text(_filled(pattern, values), one, values, "", many)


def listed(words: Iterable[str], last: str = "and") -> Text:
    """Return words in a row: "a", "a and b", "a, b and c".

    last: "and", "or" or "then"; ";" and "," where nothing else stands between the words; " "
        between sentences, a line's end between lines.
    """
    items = list(words)
    if last in _JOINTS:
        english = _JOINTS[last].join(items)
    elif len(items) < 2:
        english = "".join(items)
    else:
        english = f"{', '.join(items[:-1])} {last} {items[-1]}"
    return Listing(english, last, {str(place): item for place, item in enumerate(items)}, "", "")


def named(context: str, name: str) -> Text:
    """Return a name or sentence that stands in data, and so is in catalogs under its context.

    context: "card", "effect", "printed", "phase", "ruleset", or the id of a rule or reading.
    """
    return Text(name, name, {}, context, "")


def written(text: str) -> Text:
    """Return a sentence of a card as a message, as its file has it."""
    return named("effect", text)


def ref(notation: str, english: str = "") -> Ref:
    """Return what stands for a player, place or card: "a", "a.m1", "a:H7".

    english: as it is said where nobody knows a name: "player a".
    """
    return Ref(english or notation, notation, {}, "", "")


def with_words(text: str, words: Callable[[Ref], str]) -> str:
    """Return a text in which every Ref is put into words."""
    if isinstance(text, Ref):
        return words(text)
    if not isinstance(text, Text) or not text.values:
        return text
    values = {
        name: with_words(value, words) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    if isinstance(text, Listing):
        return listed(values.values(), text.message)
    pattern = text.plural if text.plural and values["count"] != 1 else text.message
    return Text(_filled(pattern, values), text.message, values, text.context, text.plural)


def slot(name: str) -> Ref:
    """Return a gap in a message of a table, which is filled where a sentence is made of it."""
    return ref(name, f"{{{name}}}")


def filled(text: str, **values: str) -> Text:
    """Return a message of a table with its gaps filled; plain words are a pattern themselves."""
    if not isinstance(text, Text):
        return Text(_filled(text, values), text, values, "", "")
    found = with_words(text, lambda gap: values.get(gap.message, gap))
    assert isinstance(found, Text)
    return found


def words_of(error: Exception) -> str:
    """Return the words of an error, which are a Text where it was raised with one."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    first = error.args[0] if error.args else ""
    return first if isinstance(first, str) else str(error)


def lowered(sentence: str) -> str:
    """Return a sentence as it stands within another: without its capital and its full stop."""
    return _formed(sentence, "inner")


class Catalog(Protocol):
    """The messages of one language."""

    def find(self, text: Text) -> str:
        """Return the pattern in this language, or the English one where there is none."""

    def knows(self, text: Text) -> bool:
        """Whether there is a pattern in this language, even if it is the English one."""

    def join(self, items: list[str], last: str) -> str:
        """Return words in a row, as this language does it."""


def said_in(catalog: Catalog, text: str) -> str:
    """Return a text in the catalog's language; names and other plain words as they are."""
    if not isinstance(text, Text):
        return text
    if isinstance(text, Listing):
        items = [said_in(catalog, item) for item in text.values.values()]
        return catalog.join(items, text.message)
    if isinstance(text, Received) and not catalog.knows(text):
        return str(text)
    if not text.values:
        return catalog.find(text)
    values = {
        name: _word_in(catalog, value) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    return _filled(catalog.find(text), values)


def _word_in(catalog: Catalog, value: str) -> _Word:
    kind = _Name if _begins_with_name(value, catalog.find) else _Word
    return kind(said_in(catalog, value))


class _Word(str):
    """A value as it stands in a message: a name, or a Text said in another language."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return _formed(str(self), spec)


class _Name(_Word):
    """A value that begins with a name, whose capital it keeps within a sentence."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return _formed(str(self), "bare" if spec == "inner" else spec)


def _filled(pattern: str, values: Mapping[str, Any]) -> str:
    """Return the pattern with its values; KeyError where one is missing."""
    words = {n: _Word(v) if type(v) is str else v for n, v in values.items()}
    return pattern.format(**words)


def _begins_with_name(
    text: str, pattern_of: Callable[[Text], str] = attrgetter("message")
) -> bool:
    """Return whether the first word of a text is a name, which keeps its capital.

    pattern_of: the pattern of a text in the language that it is said in.
    """
    if not isinstance(text, Text):
        return True
    if isinstance(text, Listing):
        return bool(text.values) and _begins_with_name(text.values["0"], pattern_of)
    first = _FIRST_VALUE.match(pattern_of(text)) if text.values else None
    if first is None:
        return text.context == _CARD
    value = text.values[first[1]]
    return not isinstance(value, str) or _begins_with_name(value, pattern_of)


def _formed(text: str, spec: str) -> str:
    if spec == "capital":
        return text[:1].upper() + text[1:]
    if spec in ("inner", "bare"):
        bare = text.rstrip(FULL_STOPS)
        return bare if spec == "bare" else bare[:1].lower() + bare[1:]
    if spec == "noun":
        return text.removeprefix("the ")
    if spec == "verb":
        return f"{text}s"
    return format(text, spec)
