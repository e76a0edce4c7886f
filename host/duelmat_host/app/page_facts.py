"""Facts about a table: what pages are drawn from, and whether it is well."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from duelmat_opponent import Level

EDITION_DIGITS: Final = 16
"""The number of a digest's digits in an address: two editions never have the same by chance."""


class SeatFacts(Struct, frozen=True):
    """A seat of the table."""

    letter: str
    name: str
    is_opponent: bool = False
    """Whether the practice opponent plays it: its page is nobody's."""


class PageFacts(Struct, frozen=True):
    """The constant facts of a table."""

    geometry: dict[str, Any]
    """The mat as `duelmat_hardware.page_geometry` returns it, in mm."""
    game: str
    """The ruleset's name."""
    ruleset: str
    """The ruleset's title."""
    seats: list[SeatFacts]
    simulated: bool
    """Whether pages may move the players' hands."""
    one_screen: bool
    """Whether the players share a screen, so that a curtain separates their pages."""
    zone_titles: dict[str, str]
    """The game's names for the sensed zones in which cards stay, by the mat's ids."""
    level: Level | None = None
    """The level of the practice opponent; None: people play all seats."""

    @property
    def names(self) -> dict[str, str]:
        """Return the players' names by the letters of their seats."""
        return {seat.letter: seat.name for seat in self.seats}

    @property
    def gives_hints(self) -> bool:
        """Whether a person may ask for hints: they play the program, with simulated hands."""
        return self.simulated and self.level is not None

    @property
    def edition(self) -> str:
        """Return a digest of the facts: a page whose digest is another one is outdated.

        The level is left out, since pages go on when it is changed.
        """
        lasting = msgspec.structs.replace(self, level=None)
        return sha256(msgspec.json.encode(lasting, enc_hook=str)).hexdigest()[:EDITION_DIGITS]


class Health(Struct, frozen=True):
    """The health of a table, for programs that watch over it."""

    ok: bool
    """Whether the table's loop has run within the last five seconds."""
    link: str
    """The state of the link to the board: `up`, `weak`, `down` or `wrong`."""
    version: str
    """The version of the program."""
