"""Names that somebody has probably meant, for messages about one that there is not."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_LONGEST: Final = 60
"""Characters that are compared, for the time grows with the square of a name's length."""


def near_names(name: str, known: Iterable[str], most: int = 1, cutoff: float = 0.6) -> list[str]:
    """Return those of the known names that are much like this one, the most alike first.

    cutoff: how much of them must be alike, from 0 to 1.
    """
    return get_close_matches(name[:_LONGEST], list(known), most, cutoff)
