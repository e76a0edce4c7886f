"""The language of a request: what a page and an answer are said in, and words for templates."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from duelmat_message import Text, say, say_as, say_count
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.language.catalogs import ENGLISH, Language, language_or_english
from duelmat_serving.language.titles import TITLES
from duelmat_serving.padding import padded
from duelmat_serving.request_language import language_of
from duelmat_serving.script_words import script_words

OK: Final = 200


def json_answer(request: Request, value: Any, status: int = OK) -> Response:
    """Answer with a value as JSON, padded, its texts in the reader's language."""
    content = padded(msgspec.json.encode(value, enc_hook=language_of(request).encoded))
    return Response(content, status, media_type="application/json")


async def words_answer(request: Request) -> Response:
    """Answer with the scripts' messages in the language of an address. Raises UnknownPageError."""
    code = request.path_params["code"]
    if code not in TITLES:
        raise UnknownPageError(say("The pages have no words of a language {code!r}.", code=code))
    return json_answer(request, script_words(language_or_english(code)))


def words_for_templates(request: Request) -> dict[str, Any]:
    """Return the variables of every template: the request's language, and all languages."""
    return {"language": language_of(request), "languages": TITLES}


@pass_context
def said(context: Context, message: str, **values: Any) -> str:
    """Return a message of a template in its language: `{{ _("Hand of {name}", name=own) }}`."""
    return _filled(context, partial(say, message), values)


@pass_context
def said_as(context: Context, meaning: str, message: str, **values: Any) -> str:
    """Return a message that means something else elsewhere: `{{ _as("ocg", "Tributes") }}`."""
    return _filled(context, partial(say_as, meaning, message), values)


@pass_context
def said_count(context: Context, one: str, many: str, count: int, **values: Any) -> str:
    """Return the message for one, or for many, of a template in its language."""
    return _filled(context, partial(say_count, one, many, count=count), values)


@pass_context
def text_said(context: Context, text: str) -> str:
    """Return a text of the table in the template's language: `{{ page.title | said }}`."""
    return _language(context).said(text)


@pass_context
def finalized(context: Context, value: object) -> object:
    """Return a value that a template writes, translated if it is a text."""
    return _language(context).said(value) if isinstance(value, Text) else value


def kbd(key: str) -> Markup:
    """Return a key of the keyboard, to be put into a message."""
    return Markup("<kbd>{}</kbd>").format(key)


def bold(words: str) -> Markup:
    """Return words in bold, to be put into a message."""
    return Markup("<b>{}</b>").format(words)


def _filled(context: Context, made: Callable[..., Text], values: dict[str, Any]) -> str:
    """Return a message with its values, as markup if there is markup among them.

    All other words are escaped then, those of the message and those of plain values. Write no
    form of a value (`{key:capital}`) beside markup.
    """
    language = _language(context)
    if not any(isinstance(value, Markup) for value in values.values()):
        return language.said(made(**values))
    gaps = {name: f"{{{name}}}" for name in values}
    words = {name: language.said(v) if isinstance(v, Text) else v for name, v in values.items()}
    return Markup(escape(language.said(made(**gaps)))).format(**words)  # noqa: S704


def _language(context: Context) -> Language:
    found = context.get("language", ENGLISH)
    assert isinstance(found, Language)
    return found
