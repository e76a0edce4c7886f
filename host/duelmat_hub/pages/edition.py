"""The edition of pages that follow a hub by themselves: another build of it draws them anew."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from duelmat_serving.static_files import SHARED

_HUB = Path(__file__).parents[1]
_DIGITS = 12
"""Two builds never have the same by chance."""


@cache
def edition() -> str:
    """Return the digest of all that pages are drawn with: templates, scripts and styles."""
    digest = sha256()
    for folder in (_HUB / "templates", _HUB / "static", SHARED):
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:_DIGITS]
