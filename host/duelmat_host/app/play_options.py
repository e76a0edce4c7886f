"""PlayOptions: what a table is opened with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from duelmat_host.app.seating import Seating
from duelmat_host.app.simulated_mat import MicroPython
from duelmat_host.table.table import Assist
from duelmat_opponent import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """The options for a table; those that are also settings have no default here."""

    directory: Path
    port: str | None = None
    registry: Path | None = None
    ruleset: str
    """Its name as files have it, without dashes."""
    decks: tuple[str, ...]
    """Files or addresses of the players' decks; none: the game's practice decks."""
    cards: tuple[Path, ...] = ()
    """Card files with the players' own cards."""
    mat: str
    """A packaged mat by its name, or a file."""
    names: tuple[str, str]
    two: bool
    assist: Assist
    new: bool = False
    goes_on: bool = False
    """Whether a match that is not decided goes on, whatever the other options say."""
    accept_rollback: str = ""
    """The judge's reason to go on from a journal that was rolled back; empty: nobody has ruled."""
    new_links: bool = False
    """Whether the links and sessions of before end."""
    is_shared: bool = False
    """Whether the pages are served to other machines: then two players do not share a screen."""
    micropython: MicroPython
    art: Path | None = None
    """A folder with the user's own pictures of cards."""
    deal_seed: int | None = None
    """The seed for decks, dice and the practice opponent; None: true randomness."""
    opponent: Level | None
    """The level of the practice opponent; None: a person plays the other seat."""
    duels: int = 0
    """The number of duels of a match; 0: one after another, as long as the players like."""
    confirms_result: bool = False
    """Whether both players confirm the result of a match, as an event wants it."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """Gaps of the ruleset that are read otherwise than by default."""

    @property
    def seating(self) -> Seating:
        """Return who sits at the table."""
        return Seating(self.opponent, self.two, self.is_shared)

    def seated(self, seating: Seating) -> PlayOptions:
        """Return the options of a table at which others sit."""
        opponent, two, is_shared = seating
        return replace(self, opponent=opponent, two=two, is_shared=is_shared)

    @property
    def share_screen(self) -> bool:
        """Whether the players share a screen, so that a curtain parts their pages."""
        return self.two and not self.is_shared
