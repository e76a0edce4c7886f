"""Texts: names that stay text in any script, and numbers as they are read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from markupsafe import Markup, escape

from duelmat_serving.qr_svg import qr_svg

_FIRST_STRONG: Final = "\u2068"
_POP: Final = "\u2069"
_SCORE: Final = r"\b[0-9]-[0-9]\b"


def minutes(seconds: int) -> str:
    """Format a time as on a clock: `3:20`, `1:02:05`."""
    whole, rest = divmod(seconds, 60)
    hours, left = divmod(whole, 60)
    return f"{hours}:{left:02d}:{rest:02d}" if hours else f"{whole}:{rest:02d}"


def isolated(name: str) -> str:
    """Return a name that turns no other text around, for where no markup can stand."""
    return f"{_FIRST_STRONG}{name}{_POP}"


def with_names(text: str, names: Iterable[str]) -> Markup:
    """Return a sentence as HTML in which each of these names keeps its own direction.

    A score stays in one line. What is HTML already stays as it is.
    """
    if isinstance(text, Markup):
        return text
    wanted = sorted({name for name in names if name}, key=len, reverse=True)
    parts = re.split(f"({'|'.join((*map(re.escape, wanted), _SCORE))})", text)
    found = set(wanted)
    return Markup("").join(
        Markup("<bdi>{}</bdi>").format(part)
        if part in found
        else Markup('<span class="nowrap">{}</span>').format(part)
        if re.fullmatch(_SCORE, part)
        else escape(part)
        for part in parts
    )


def bdi(name: str) -> Markup:
    """Return a name that keeps its own direction, to be put into a message."""
    return Markup("<bdi>{}</bdi>").format(name)


def code_of(words: str) -> Markup:
    """Return a code as code, to be put into a message."""
    return Markup("<code>{}</code>").format(words)


def qr_of(code: str) -> Markup:
    """Return a code as a QR code that a phone reads and copies, with the code beside."""
    return Markup('<span class="qr" aria-hidden="true">{}</span>').format(Markup(qr_svg(code)))  # noqa: S704  (of letters and digits)
