"""The parts that stand between the two plates, and whether the spacers leave room for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from .parts import Article, supplies

TAPE_MM: Final = 3.0
"""Foam tape under a board, in which the legs end."""
BOARD_MM: Final = 1.6
HANGING_MM: Final = 3.0
"""The room that lights and their wires take below the coil plate."""
PANEL: Final = frozenset(("display_driver", "digits"))
"""On the display carriers, which hang under the coil plate."""


class Stand(msgspec.Struct, frozen=True):
    """One part that stands on a board on the base plate."""

    role: str
    article: Article

    @property
    def top_mm(self) -> float:
        """The height above the base plate."""
        return TAPE_MM + BOARD_MM + self.article.tall_mm

    @property
    def needed_mm(self) -> float:
        """The distance needed between the plates."""
        return self.top_mm + HANGING_MM


def stands(parts: Mapping[str, Article]) -> Iterator[Stand]:
    """The parts of a mat that have a height, the tallest first."""
    found = {**parts, **supplies()}
    tall = (role for role, article in found.items() if article.tall_mm and role not in PANEL)
    for role in sorted(tall, key=lambda role: -found[role].tall_mm):
        yield Stand(role, found[role])
