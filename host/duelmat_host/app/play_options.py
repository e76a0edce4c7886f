"""PlayOptions: what a table is opened with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from duelmat_command.config import DEFAULTS, MicroPython
from duelmat_opponent import Level

_OPPONENT: Final = Level(DEFAULTS.opponent)


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options for a table; those that are also settings have the settings' defaults."""

    directory: Path
    port: str | None = None
    registry: Path | None = None
    ruleset: str = DEFAULTS.ruleset.replace("-", "_")
    """Its name as files have it, without dashes."""
    decks: tuple[str, ...] = DEFAULTS.decks
    """Files or addresses of the players' decks; none: the game's practice decks."""
    mat: str = DEFAULTS.mat
    """A packaged mat by its name, or a file."""
    names: tuple[str, str] = DEFAULTS.names
    two: bool = DEFAULTS.two
    assist: str = DEFAULTS.assist
    new: bool = False
    accept_rollback: str = ""
    """The judge's reason to go on from a journal that was rolled back; empty: nobody has ruled."""
    new_links: bool = False
    """Whether the links and sessions of before end."""
    is_shared: bool = False
    """Whether the pages are served to other machines: then two players do not share a screen."""
    micropython: MicroPython = DEFAULTS.micropython
    art: Path | None = None
    """A folder with the user's own pictures of cards."""
    deal_seed: int | None = None
    """The seed for decks, dice and the practice opponent; None: true randomness."""
    opponent: Level | None = _OPPONENT
    """The level of the practice opponent; None: a person plays the other seat."""
    duels: int = 0
    """The number of duels of a match; 0: one after another, as long as the players like."""

    @property
    def share_screen(self) -> bool:
        """Whether the players share a screen, so that a curtain parts their pages."""
        return self.two and not self.is_shared
