"""Commands by which players come without the desk: one code for all, approval, check-in, lists."""

from __future__ import annotations

import re
from typing import Annotated, Final

from duelmat_tournament.bounds import Ids, Name, Names, ShortText, bound, number
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.names import PlayerId

JOINS_A_MINUTE: Final = 30
"""Self-registrations a minute: a queue of 500 in front of the hall is through in 17 minutes, and
whoever misuses the code is seen at the desk before the list is long.
"""
MOST_UNAPPROVED: Final = 200
"""Self-registrations that wait for the desk: more than anybody approves in one go."""
_CODE: Final = "[0-9a-f]{12}"
"""48 bits: at 30 a minute nobody finds it by trying, and its QR code stays coarse."""
JoinCode = Annotated[str, bound(re.compile(_CODE).fullmatch, "12 hex digits in lower case")]
JoinCodeOrNone = Annotated[
    str, bound(re.compile(f"({_CODE})?").fullmatch, "12 hex digits in lower case, or nothing")
]


LastMoment = Annotated[int, number(0, 4_102_444_800_000)]
"""To the year 2100: a page that counts in seconds, or in microseconds, is found out."""


class SetDeckDeadline(EventCommand, frozen=True, tag="set-deck-deadline"):
    """Say until when players hand in deck lists themselves, or let them do it at any time."""

    closes_ms: LastMoment
    """Milliseconds of UTC since 1970; 0: no end."""


class SetJoinCode(EventCommand, frozen=True, tag="set-join-code"):
    """Let players register themselves by a code, renew the code, or end it."""

    code: JoinCodeOrNone
    """Empty: nobody registers themselves any more."""


class Join(EventCommand, frozen=True, tag="join"):
    """Register as a player, or as a team, by the code that hangs in the hall."""

    code: JoinCode
    name: Name
    team: ShortText = ""
    external_id: ShortText = ""
    members: Names = ()
    """The players of a team, at seats A to C; empty: the desk notes them later."""
    member_ids: Ids = ()
    """Their ids, each empty where there is none; empty: there are none."""


class AdmitPlayer(EventCommand, frozen=True, tag="admit-player"):
    """Approve a player who has registered themselves, or give one who waits a free place."""

    player: PlayerId


class SetCheckIn(EventCommand, frozen=True, tag="set-check-in"):
    """Have everybody check in before round 1, or do without it."""

    is_open: bool


class CheckInPlayer(EventCommand, frozen=True, tag="check-in-player"):
    """Note that a player is there."""

    player: PlayerId


class LeaveOutAbsent(EventCommand, frozen=True, tag="leave-out-absent"):
    """Drop everybody who has not checked in; those who wait for a place move up."""
