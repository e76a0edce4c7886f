"""Sessions: secrets that let a browser in, of links and of cookies, and how long each lasts.

Whoever keeps them knows their hashes alone.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

MOST_SESSIONS: Final = 16
"""The most sessions of one link or page: a person has two or three browsers, a link that judges
share may have a dozen."""
IN_USE_S: Final = 4 * 3600
"""A session in use outlasts one that begins now by this: as long as one may look away from a page
and still not be put out by others who use the same link."""
_SECRET_BYTES: Final = 18
"""144 bits, 24 letters of an address without padding: nobody finds a secret by trying."""


def new_secret() -> str:
    """Return a secret that fits into an address and a cookie, with a letter or digit at its end.

    Many a chat makes a link of an address without the `-` or `_` at its end.
    """
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    while not secret[-1].isalnum():
        secret = secrets.token_urlsafe(_SECRET_BYTES)
    return secret


def secret_digest(secret: str) -> str:
    """Return the hash by which a secret is stored and compared, of one length for all secrets."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def set_cookie(
    answer: Response, request: Request, name: str, value: str, *, path: str, max_age_s: int
) -> None:
    """Give the browser a cookie that neither scripts nor pages of other sites can use."""
    answer.set_cookie(
        name,
        value,
        max_age=max_age_s,
        path=path,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
