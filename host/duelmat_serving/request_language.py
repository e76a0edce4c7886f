"""The language of a request: the one chosen on the page, or else one that the browser names."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from duelmat_serving.language.catalogs import Language, language_or_english
from duelmat_serving.language.titles import ENGLISH_CODE, TITLES

COOKIE: Final = "language"
"""The cookie that keeps what was chosen on a page; it holds a code and no secret."""


def language_of(request: Request) -> Language:
    """Return the language in which a request is answered.

    It is the app's `state.language` where the browser asks for none of ours.
    """
    default = getattr(request.app.state, "language", ENGLISH_CODE)
    accepted = request.headers.get("accept-language", "")
    return chosen(request.cookies.get(COOKIE, ""), accepted, default)


def chosen(cookie: str, accepted: str, default: str) -> Language:
    """Return the language for a request.

    Args:
        cookie: the code chosen on a page; empty: nothing was chosen.
        accepted: the header Accept-Language (RFC 9110, 12.5.4).
        default: the code where the browser accepts none of ours.

    """
    if cookie in TITLES:
        return language_or_english(cookie)
    return language_or_english(
        next((code for code in _wanted(accepted) if code in TITLES), default)
    )


def _wanted(accepted: str) -> list[str]:
    """Return the primary languages of a header, the most wanted first, without broken ones."""
    found: list[tuple[float, str]] = []
    for part in accepted[:1000].split(","):
        tag, _, weight = part.strip().partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            continue
        if 0 < quality <= 1:
            found.append((quality, tag.strip().split("-")[0].lower()))
    return [tag for _, tag in sorted(found, key=lambda each: -each[0])]
