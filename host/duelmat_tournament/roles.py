"""Roles: who acts in an event. `commands.py` says which role may do what."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from duelmat_message import Text, say
from duelmat_tournament.bounds import Name
from duelmat_tournament.names import NO_PLAYER, NO_TABLE, PlayerId, TableNumber
from duelmat_tournament.seats import Seat


class Role(Enum):
    """The role of a person at an event."""

    ORGANISER = "organiser"
    """Makes the event, registers, pairs, publishes, runs the clock, drops, cuts, exports."""
    HEAD_JUDGE = "head_judge"
    """A judge who also confirms upgrades, disqualifies, hears appeals and corrects results."""
    JUDGE = "judge"
    """Takes calls, rules, gives penalties and extensions, checks decks."""
    SCOREKEEPER = "scorekeeper"
    """Enters and corrects results."""
    PLAYER = "player"
    """Reports and confirms the own results, drops, calls a judge."""
    TABLE = "table"
    """A table with a mat: calls a judge for its players, and settles the result that both have
    confirmed there."""
    CHECK_IN = "check-in"
    """The desk's own mat: reads the sleeves of players' decks."""


_WORDS = {
    Role.ORGANISER: say("organiser"),
    Role.HEAD_JUDGE: say("head judge"),
    Role.JUDGE: say("judge"),
    Role.SCOREKEEPER: say("scorekeeper"),
    Role.PLAYER: say("player"),
    Role.TABLE: say("table"),
    Role.CHECK_IN: say("check-in"),
}


def role_words(role: Role) -> Text:
    """Return the name of a role within a sentence: "head judge"."""
    return _WORDS[role]


class Actor(Struct, frozen=True, omit_defaults=True):
    """A person, or a table with a mat, that gives commands in a role."""

    role: Role
    name: Name
    """As they are called at the event."""
    player: PlayerId = NO_PLAYER
    """The player, if it is one."""
    table: TableNumber = NO_TABLE
    """The table, if it is one."""
    seat: Seat | None = None
    """The seat of the player of a team who acts; null: the team has acted as one."""


PROGRAMS = frozenset({Role.TABLE, Role.CHECK_IN})
"""The roles of programs: they send the secret of their link with each request."""
STAFF = frozenset(Role) - {Role.PLAYER} - PROGRAMS
JUDGES = frozenset({Role.HEAD_JUDGE, Role.JUDGE})
