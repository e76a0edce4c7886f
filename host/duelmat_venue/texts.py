"""Texts as a table and a hub send each other: English, and the message it was made of.

The receiver says a text in the language of each reader. It looks the message up in its own
catalogs and nowhere else: no pattern from outside is ever filled in, and what no catalog has is
shown in the English words that came with it.
"""

from __future__ import annotations

from string import Formatter
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from duelmat_message import Listing, Received, Ref, Text, listed

MOST_NESTED: Final = 12
"""The deepest nesting that is read; the sentences of a duel have at most six."""

Sentence = Annotated[str, Meta(max_length=4_000)]


class TextForm(Struct, frozen=True, omit_defaults=True):
    """A text that can be said in any language, or several in a row."""

    text: Sentence
    """The English words."""
    message: Sentence = ""
    """The English pattern, under which catalogs list it; empty: the words themselves."""
    values: dict[str, Sentence | int | TextForm] = {}
    """The values in the pattern's braces."""
    context: Sentence = ""
    """The context that tells equal messages apart."""
    plural: Sentence = ""
    """The pattern where `count` is not one; empty: there is one for all."""
    items: list[Sentence | TextForm] = []
    """The texts of a row."""
    last: Literal["", "and", "or", "then", ";", ",", " ", "\n"] = ""
    """The word or sign before the last text of a row; empty: it is no row."""


Said = Sentence | TextForm
"""A text, or plain words."""


def text_form(text: str) -> str | TextForm:
    """Return a text as it is sent; plain words as they are.

    Of the values only those are sent that the message names: others are in no words.
    """
    if not isinstance(text, Text) or isinstance(text, Ref):
        return str(text)
    if isinstance(text, Listing):
        items = [text_form(each) for each in text.values.values()]
        return TextForm(str(text), items=items, last=text.message)  # type: ignore[arg-type]
    names = _names(text.message) | _names(text.plural)
    values = {name: _sent(text.values[name]) for name in sorted(names & text.values.keys())}
    message = "" if text.message == text else text.message
    return TextForm(str(text), message, values, text.context, text.plural)


def form_hook(value: Any) -> str | TextForm:
    """Return what msgspec encodes for a Text: an `enc_hook`."""
    if isinstance(value, Text):
        return text_form(value)
    raise NotImplementedError(type(value))


def text_of(said: Said, room: int = MOST_NESTED) -> str:
    """Return the text that was sent; plain English where it lacks a value or is nested too deep.

    room: the levels of nesting that are still read.
    """
    if isinstance(said, str):
        return said
    if not room:
        return said.text
    if said.last:
        return listed((text_of(each, room - 1) for each in said.items), said.last)
    message = said.message or said.text
    values = {
        name: value if isinstance(value, int) else text_of(value, room - 1)
        for name, value in said.values.items()
    }
    if said.message and not _names(message) | _names(said.plural) <= values.keys():
        return said.text
    return Received(said.text, message, values, said.context, said.plural)


def _sent(value: Any) -> str | int | TextForm:
    if isinstance(value, str):
        return text_form(value)
    return value if type(value) is int else str(value)


def _names(pattern: str) -> set[str]:
    """Return the names in a pattern's braces; of a broken one a name that nothing has."""
    try:
        return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}
    except ValueError:
        return {""}
