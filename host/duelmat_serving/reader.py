"""The reader of an answer: the language in which it is said."""

from __future__ import annotations

from starlette.requests import Request

from duelmat_serving.language.catalogs import Language
from duelmat_serving.language.choosing import COOKIE, chosen
from duelmat_serving.language.titles import ENGLISH_CODE


def language_of(request: Request) -> Language:
    """Return the language that this reader is shown; the app's `state.language` where none of
    ours is asked for.
    """
    default = getattr(request.app.state, "language", ENGLISH_CODE)
    accepted = request.headers.get("accept-language", "")
    return chosen(request.cookies.get(COOKIE, ""), accepted, default)
