"""Concern: the kinds of entries by what they are about, and whom some entries touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from duelmat_tournament import entries as log
from duelmat_tournament import registration_entries
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event
from duelmat_tournament.names import NO_PLAYER, CallId, PlayerId, RoundNumber, TableNumber

Kinds = frozenset[type]

CLOCK: Final[Kinds] = frozenset(
    {log.RoundStarted, log.ClockPaused, log.ClockResumed, log.TimeCalled}
)
STAGES: Final[Kinds] = frozenset(
    {
        log.EventCreated,
        log.EventStarted,
        log.StartUndone,
        log.RoundUnpaired,
        log.RoundPublished,
        log.RoundClosed,
        log.CutStarted,
        log.EventFinished,
        registration_entries.PlayerRenamed,  # every list has names
        log.TablesSet,  # and every table a room
    }
)
ROUNDS: Final[Kinds] = CLOCK | STAGES | {log.RoundPaired, log.PairSet, log.MatchMoved}
RESULTS: Final[Kinds] = frozenset({log.ResultSettled, log.ResultReopened, log.ResultCorrected})
REPORTS: Final[Kinds] = frozenset({log.ResultReported, log.ResultDisputed})
CALLS: Final[Kinds] = frozenset(
    {
        log.CallMade,
        log.CallTaken,
        log.JudgeArrived,
        log.CallRuled,
        log.CallAppealed,
        log.AppealDecided,
        log.ExtensionGranted,
    }
)
PENALTIES: Final[Kinds] = frozenset(
    {log.PenaltyGiven, log.UpgradeDecided, registration_entries.PlayerRenamed}
)
LEAVINGS: Final[Kinds] = frozenset(
    {
        registration_entries.PlayerDropped,
        registration_entries.PlayerReturned,
        registration_entries.DropUndone,
    }
)
PLAYERS: Final[Kinds] = LEAVINGS | frozenset(
    {
        registration_entries.PlayerRegistered,
        registration_entries.PlayerAdmitted,
        registration_entries.JoinCodeSet,
        registration_entries.CheckInSet,
        registration_entries.DeckDeadlineSet,
        registration_entries.PlayerCheckedIn,
        registration_entries.ByeAwarded,
        registration_entries.DeckRegistered,
        registration_entries.SleevesEnrolled,
        registration_entries.PlayerRenamed,
        registration_entries.ExternalIdSet,
        registration_entries.PersonNoted,
        log.TableFixed,
        registration_entries.MembersSet,
        registration_entries.AbsenceNoted,
        registration_entries.AbsenceCancelled,
        registration_entries.ByeWithdrawn,
        registration_entries.RegistrationUndone,
        registration_entries.PlayersMerged,
    }
)


class Touched(Struct, frozen=True):
    """The subjects of some entries."""

    last: int
    """The number of the last one."""
    kinds: Kinds
    players: frozenset[PlayerId]
    tables: frozenset[TableNumber]


def touched(event: Event, added: Sequence[Entry]) -> Touched:
    """Return the subjects of new entries: kinds, players and tables."""
    players: set[PlayerId] = set()
    tables: set[TableNumber] = set()
    for entry in added:
        for number, table in _places(event, entry):
            match = event.find_match(number, table)
            if match is not None:
                players.update(match.players)
                tables.add(table)
        if isinstance(entry.what, log.MatchMoved):
            tables.add(entry.what.table)
        for player in _players(event, entry):
            players.add(player)
            now = event.round.match_of(player) if event.round else None
            if now is not None:
                tables.add(now.table)
    kinds = frozenset(type(entry.what) for entry in added)
    return Touched(added[-1].number if added else 0, kinds, frozenset(players), frozenset(tables))


def _places(event: Event, entry: Entry) -> Iterator[tuple[RoundNumber, TableNumber]]:
    """Yield the tables of an entry."""
    what = entry.what
    call = event.calls.get(getattr(what, "call", CallId(0)))
    if call is not None:
        yield call.round, call.table
    if isinstance(what, log.RulingConfirmed | log.RulingWithdrawn | log.RulingAnswered):
        yield event.rulings[what.id].round, event.rulings[what.id].table
    if isinstance(what, log.PairSet):
        yield from ((what.round, each.table) for each in what.tables)
    if isinstance(what, log.MatchMoved):
        yield what.round, what.to
    elif hasattr(what, "round") and hasattr(what, "table"):
        yield what.round, what.table


def _players(event: Event, entry: Entry) -> Iterator[PlayerId]:
    """Yield the players whom an entry names."""
    what = entry.what
    if isinstance(what, log.UpgradeDecided):
        yield event.penalties[what.id - 1].record.player
    if isinstance(what, registration_entries.PlayersMerged):
        yield what.other
    player = getattr(what, "player", NO_PLAYER)
    if player != NO_PLAYER:
        yield player
