"""The wanted state: what an event wants of a table, as one document with a version.

The table compares it with what it does and makes up the difference, whenever and however often it
comes; one that was lost is made good by the next. All times are moments in milliseconds of UTC,
never counters.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from duelmat_venue.lives import UNHEARD, Life
from duelmat_venue.sealed import Recipient
from duelmat_venue.texts import Said

WAIT_S: Final = 25.0
"""The longest time for which the hub lets a table wait for a change: below the half minute after
which proxies give a request up."""

Moment = Annotated[int, Meta(ge=0, le=10**14)]


class WantedPlayer(Struct, frozen=True):
    """A player who is to sit at the table."""

    id: int
    """The player's number in the event."""
    name: str
    sleeves: str = ""
    """The digest of the player's own sleeves; empty: none are known."""


class WantedMatch(Struct, frozen=True):
    """The match that is to be played at a table."""

    round: int
    title: Said
    """The round's name: `Round 2 of 5`, `Final`."""
    players: tuple[WantedPlayer, WantedPlayer]
    """The first sits at seat a, the second at seat b."""
    ruleset: str
    readings: dict[str, str]
    best_of: int
    is_cut: bool = False
    chooser: str = ""
    """The seat of the player who decides who goes first in the first duel: `a` or `b`."""
    event_format: str = ""
    """The format of the ruleset; empty: the usual one."""


class WantedClock(Struct, frozen=True, omit_defaults=True):
    """The clock of a table, its extension included."""

    ends_ms: Moment | None = None
    """The moment at which time is up; null: no limit, or the clock stands still."""
    left_s: int | None = None
    """The seconds that a clock has left which stands still."""
    extension_s: int = 0


class WantedCall(Struct, frozen=True):
    """A judge call at a table."""

    id: int
    step: str
    """`waiting`, `taken`, `attended`, `ruled`, `appealed` or `decided`."""
    judge: str
    """The judge who has taken it; empty: nobody yet."""
    ruling: str
    """The ruling, in the judge's words."""


class WantedLoss(Struct, frozen=True):
    """A duel that a player loses by a penalty: the one that is played, or else the next."""

    number: int
    """The number of the penalty at the event."""
    seat: str
    """The seat of the player who loses it: `a` or `b`."""
    infraction: Said
    """The infraction in the policy's words, for both players."""
    ends_match: bool = False
    """Whether the match is lost as well: the event has its result."""


class WantedRuling(Struct, frozen=True, omit_defaults=True):
    """A ruling that a judge has given from afar."""

    number: int
    """Its number at the event."""
    judge: str
    stream: str
    """The duel that the judge has seen."""
    seen: int
    """The number of its newest report that the judge has seen."""
    ruling: dict[str, Any]
    """The ruling as rulings.py has it; a newer hub may send kinds that a table does not know."""
    effect: str = ""
    """The digest of the effect that the judge has confirmed; empty: none yet, the judge asks what
    it would be."""


class WantedTakeOver(Struct, frozen=True):
    """A match that was begun at another table and goes on at this one."""

    table: int
    """The table where it was played."""
    stream: str
    """The stream of its last duel; empty: none was begun."""
    n: int
    """The number of the last report that counts."""


class WantedGone(Struct, frozen=True):
    """A match that has gone to another table."""

    round: int
    table: int
    """The table where it goes on."""


class Wanted(Struct, frozen=True, omit_defaults=True):
    """What an event wants of one table."""

    version: int
    """The number of the event's newest entry when it was made: a table takes no older one."""
    event: str
    table: int
    match: WantedMatch | None = None
    """The match that is to be played; null: none yet, or the table is released."""
    is_playing: bool = False
    """Whether the round has begun."""
    is_time_called: bool = False
    procedure: tuple[str, ...] = ()
    """The end-of-match procedure step by step, as the policy names the steps."""
    losses: tuple[WantedLoss, ...] = ()
    """The duels of the match that are lost by penalties; each ends one duel, once."""
    clock: WantedClock = WantedClock()
    call: WantedCall | None = None
    """The newest call at the table in this round."""
    result: Said = ""
    """The result of the match as a sentence, once the event has one: the table is free then."""
    announcements: tuple[str, ...] = ()
    """What is announced to everybody, the newest first."""
    rulings: tuple[WantedRuling, ...] = ()
    """The rulings that wait for this table."""
    takes_over: WantedTakeOver | None = None
    """Where the match was begun; null: here."""
    gone: WantedGone | None = None
    """The match that has gone from here in this round."""
    recipients: tuple[Recipient, ...] = ()
    """The tables that may take this one's match over, for which its journal is sealed."""
    life: Life = UNHEARD
    """The life of the event; versions are compared within one."""

    def is_time_up(self, now_ms: int) -> bool:
        """Whether time was called, and the table has had its extension as well.

        now_ms: the present moment by the hub's clock.
        """
        is_extended = self.clock.extension_s > 0 and now_ms < (self.clock.ends_ms or 0)
        return self.is_time_called and not is_extended
