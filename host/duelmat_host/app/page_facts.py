"""The facts that a page is drawn from and that do not change while a table is open."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class SeatFacts(Struct, frozen=True):
    """A seat of the table."""

    letter: str
    name: str


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
    """What the game calls the sensed zones in which cards stay, by the mat's ids."""
