"""Concern: which topics have to be made anew after which entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from duelmat_tournament import entries as log
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event
from duelmat_tournament.names import CallId, PlayerId, RoundNumber, TableNumber

Kinds = frozenset[type]

_CLOCK: Final[Kinds] = frozenset(
    {log.RoundStarted, log.ClockPaused, log.ClockResumed, log.TimeCalled}
)
_STAGES: Final[Kinds] = frozenset(
    {
        log.EventCreated,
        log.EventStarted,
        log.RoundUnpaired,
        log.RoundPublished,
        log.RoundClosed,
        log.CutStarted,
        log.EventFinished,
    }
)
_ROUNDS: Final[Kinds] = _CLOCK | _STAGES | {log.RoundPaired}
_RESULTS: Final[Kinds] = frozenset({log.ResultSettled, log.ResultCorrected})
_REPORTS: Final[Kinds] = frozenset({log.ResultReported, log.ResultDisputed})
_CALLS: Final[Kinds] = frozenset(
    {
        log.CallMade,
        log.CallTaken,
        log.CallRuled,
        log.CallAppealed,
        log.AppealDecided,
        log.ExtensionGranted,
    }
)
_PENALTIES: Final[Kinds] = frozenset({log.PenaltyGiven, log.UpgradeDecided})
_PLAYERS: Final[Kinds] = frozenset(
    {
        log.PlayerRegistered,
        log.ByeAwarded,
        log.DeckRegistered,
        log.PlayerDropped,
        log.PlayerReturned,
    }
)

_BY_TOPIC: Final[Mapping[str, Kinds]] = {
    "clock": _CLOCK | _STAGES,
    "news": frozenset({log.Announced, log.AnnouncementEnded}),
    "pairings": _STAGES | {log.TableFeatured, log.ResultCorrected},
    "standings": _STAGES | {log.ResultCorrected},
    "bracket": _STAGES | _RESULTS,
    "floor": _ROUNDS | _RESULTS | _REPORTS | _CALLS | {log.DecksChosen, log.TableFeatured},
    "calls": _ROUNDS | _RESULTS | _CALLS,
    "penalties": _PENALTIES,
    "players": _PLAYERS | _ROUNDS,
    "rounds": _ROUNDS | _PLAYERS | _RESULTS | _CALLS | _PENALTIES | {log.TableFeatured},
    "scores": _ROUNDS | _RESULTS | _REPORTS,
}
"""The kinds of entries that a topic shows."""
_ALL_ENTRIES: Final = frozenset({"checkpoint"})
"""The topics that every entry changes."""
_OF_ALL: Final[Kinds] = _CLOCK | _STAGES
"""The kinds that concern every player and every table."""


class Touched(Struct, frozen=True):
    """The subjects of some entries."""

    last: int
    """The number of the last one."""
    kinds: Kinds
    players: frozenset[PlayerId]
    tables: frozenset[TableNumber]

    def concerns(self, topic: str) -> bool:
        """Whether a topic has to be made anew; one that nobody knows always has."""
        if topic in _ALL_ENTRIES:
            return True
        kind, _, number = topic.partition("-")
        if kind == "me" and number.isdecimal():
            every = _OF_ALL | {log.RoundPaired, log.ResultCorrected}
            return int(number) in self.players or not self.kinds.isdisjoint(every)
        if kind == "table" and number.isdecimal():
            every = _OF_ALL | {log.RoundPaired, log.DecksChosen, log.ResultCorrected}
            return int(number) in self.tables or not self.kinds.isdisjoint(every)
        shown = _BY_TOPIC.get(topic)
        return shown is None or not self.kinds.isdisjoint(shown)


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
        player = _player(event, entry)
        if player:
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
    if hasattr(what, "round") and hasattr(what, "table"):
        yield what.round, what.table


def _player(event: Event, entry: Entry) -> PlayerId:
    what = entry.what
    if isinstance(what, log.UpgradeDecided):
        return event.penalties[what.id - 1].record.player
    return getattr(what, "player", PlayerId(0))
