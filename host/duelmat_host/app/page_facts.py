"""Facts about a table: what pages are drawn from, and whether it is well."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


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


class Health(Struct, frozen=True):
    """The health of a table, for programs that watch over it."""

    ok: bool
    """Whether the table's loop has run within the last five seconds."""
    link: str
    """The state of the link to the board: `up`, `weak`, `down` or `wrong`."""
    version: str
    """The version of the program."""
