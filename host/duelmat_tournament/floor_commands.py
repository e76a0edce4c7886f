"""Commands of the floor: calls, rulings, extensions, penalties and what everybody is told."""

from __future__ import annotations

import re
from typing import Annotated

from duelmat_tournament.bounds import NeededText, ShortText, Shown, Text, bound, number
from duelmat_tournament.entries import RulingOutcome
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.hall import LAST_TABLE, AnyTable
from duelmat_tournament.names import (
    NO_PLAYER,
    CallId,
    PenaltyId,
    PlayerId,
    RoundNumber,
    RulingId,
    TableNumber,
)
from duelmat_tournament.policy import Penalty
from duelmat_tournament.seats import Seat
from duelmat_venue.rulings import AnyRuling
from duelmat_venue.texts import Said

TableOrAll = Annotated[TableNumber, number(0, LAST_TABLE)]
"""0: all tables."""
DelaySeconds = Annotated[int, number(0, 7_200)]
"""Two hours: no match lasts longer, and what is kept back is in the hub's memory."""
Stream = Annotated[
    str, bound(re.compile("[0-9a-f]{32}").fullmatch, "the duel that was shown: 32 hex digits")
]
SeenReport = Annotated[int, number(1, 1_000_000)]
ReportedStream = Annotated[
    str, bound(re.compile("(?:[0-9a-f]{32})?").fullmatch, "32 hex digits, or nothing")
]
ReportNumber = Annotated[int, number(0, 1_000_000)]
ExtensionSeconds = Annotated[int, number(1, 86_400)]


class CallJudge(EventCommand, frozen=True, tag="call-judge"):
    """Call a judge to a table."""

    table: TableNumber
    about: Text = ""
    player: PlayerId = NO_PLAYER
    """The player who calls at a mat; a person names none."""


class TakeCall(EventCommand, frozen=True, tag="take-call"):
    """Take a call, and go to its table."""

    call: CallId


class ArriveAtTable(EventCommand, frozen=True, tag="arrive-at-table"):
    """Say that the judge of a call is at its table."""

    call: CallId


class RuleCall(EventCommand, frozen=True, tag="rule-call"):
    """End a call with a ruling."""

    call: CallId
    ruling: NeededText


class Appeal(EventCommand, frozen=True, tag="appeal"):
    """Appeal to the head judge."""

    call: CallId
    player: PlayerId


class DecideAppeal(EventCommand, frozen=True, tag="decide-appeal"):
    """Decide an appeal."""

    call: CallId
    ruling: NeededText
    upheld: bool


class GrantExtension(EventCommand, frozen=True, tag="grant-extension"):
    """Give a table back the time that a call has cost."""

    call: CallId
    seconds: ExtensionSeconds
    """The seconds that were proposed, as they were read."""


class ExtendTable(EventCommand, frozen=True, tag="extend-table"):
    """Give a table more time by hand, beside what its calls have cost, with the reason."""

    table: TableNumber
    seconds: ExtensionSeconds
    why: NeededText


class ChooseDecks(EventCommand, frozen=True, tag="choose-decks"):
    """Choose tables for deck checks at random."""


class CheckDecks(EventCommand, frozen=True, tag="check-decks"):
    """Begin a deck check at a table."""

    table: TableNumber


class FeatureTable(EventCommand, frozen=True, tag="feature-table"):
    """Show spectators the match of a table of the present round, or stop showing it."""

    table: TableNumber
    is_featured: bool


class SetDelay(EventCommand, frozen=True, tag="set-delay"):
    """Show spectators a table so much later than it plays, or all tables."""

    table: TableOrAll
    delay_s: DelaySeconds


class ProposeRuling(EventCommand, frozen=True, tag="propose-ruling"):
    """Ask a table with a mat what a ruling would do to the duel there."""

    table: TableNumber
    stream: Stream
    """The duel that was shown."""
    seen: SeenReport
    """The newest report of it that was shown."""
    ruling: AnyRuling


class ConfirmRuling(EventCommand, frozen=True, tag="confirm-ruling"):
    """Have the table carry a ruling out, after its effect was shown."""

    ruling: RulingId
    effect: Shown
    """The digest of the effect that was shown."""


class WithdrawRuling(EventCommand, frozen=True, tag="withdraw-ruling"):
    """Withdraw a ruling that the table has not carried out yet, or a card that was read."""

    ruling: RulingId


class AnswerRuling(EventCommand, frozen=True, tag="answer-ruling"):
    """Say what has become of a ruling, as its table."""

    ruling: RulingId
    outcome: RulingOutcome
    reason: Said = ""


class MoveMatch(EventCommand, frozen=True, tag="move-match"):
    """Move a match to another table, where it goes on as far as its reports have come."""

    round: RoundNumber
    table: TableNumber
    to: AnyTable
    stream: ReportedStream = ""
    """The duel that the table has reported last; empty: it has reported none. The hub fills it in.
    """
    n: ReportNumber = 0
    """The last report of it that counts."""


class GivePenalty(EventCommand, frozen=True, tag="give-penalty"):
    """Penalise a player for an infraction, by the policy."""

    player: PlayerId
    infraction: ShortText
    note: Text = ""
    seat: Seat | None = None
    """The seat of the player of a team; None: it is nobody's alone."""


class DecideUpgrade(EventCommand, frozen=True, tag="decide-upgrade"):
    """Decide on a penalty: the proposed upgrade, the policy's penalty, or another."""

    penalty: PenaltyId
    holds: Penalty
    why: NeededText


class Announce(EventCommand, frozen=True, tag="announce"):
    """Announce something to everybody."""

    text: NeededText


class EndAnnouncement(EventCommand, frozen=True, tag="end-announcement"):
    """Stop showing an announcement."""

    number: int
    """From 1, in the order in which they were made."""
