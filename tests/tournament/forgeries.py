"""Forged entries: what somebody might write into a log to come further, each with all hashes new.

Each takes the log of an event and changes it; it returns whether there was something to change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from duelmat_tournament import results, swiss
from duelmat_tournament.entries import (
    ClockResumed,
    CutStarted,
    Entry,
    EventStarted,
    ExtensionGranted,
    PairSet,
    ResultReopened,
    ResultReported,
    ResultSettled,
    RoundClosed,
    RoundPaired,
    RoundPublished,
    RoundStarted,
    Settling,
    TimeCalled,
)
from duelmat_tournament.event import Event
from duelmat_tournament.fold import fold
from duelmat_tournament.names import PlayerId, TableNumber, TimeMs
from duelmat_tournament.registration_entries import (
    DropUndone,
    PlayerAdmitted,
    PlayerDropped,
    PlayerRegistered,
    PlayersMerged,
    RegistrationUndone,
    WaitsFor,
)
from duelmat_tournament.results import Side
from duelmat_tournament.roles import Actor, Role

Log = list[Entry]
Forgery = Callable[[Log], bool]


def _found(log: Log, kind: type, is_one: Callable[[Any], bool] = lambda _: True) -> Iterator[int]:
    """Yield the places of the entries of a kind."""
    for at, entry in enumerate(log):
        if isinstance(entry.what, kind) and is_one(entry.what):
            yield at


def _what(log: Log, at: int) -> Any:
    """Return what an entry says, whose kind the caller knows."""
    return log[at].what


def _change(log: Log, at: int | None, **changes: object) -> bool:
    """Change what an entry says."""
    if at is None:
        return False
    log[at] = replace(log[at], what=replace(log[at].what, **changes))
    return True


def _before(log: Log, at: int) -> Event:
    event = fold(log[:at])
    assert event is not None
    return event


def _swapped(paired: RoundPaired, one: int, other: int) -> RoundPaired:
    """Return a round in which two tables have changed their second players."""
    tables = list(paired.tables)
    tables[one], tables[other] = (
        replace(tables[one], second=tables[other].second),
        replace(tables[other], second=tables[one].second),
    )
    return replace(paired, tables=tuple(tables))


def _swap_seconds(log: Log, is_one: Callable[[RoundPaired], bool]) -> bool:
    places = _found(log, RoundPaired, lambda what: len(what.tables) > 1 and is_one(what))
    at = next(places, None)
    if at is None:
        return False
    paired = log[at].what
    assert isinstance(paired, RoundPaired)
    log[at] = replace(log[at], what=_swapped(paired, 0, len(paired.tables) - 1))
    return True


# Pairings


def bracket_match_of_wrong_players(log: Log) -> bool:
    return _swap_seconds(log, lambda what: what.is_cut)


def pod_match_of_wrong_players(log: Log) -> bool:
    event = _before(log, len(log))
    return bool(event.pods) and _swap_seconds(log, lambda what: not what.is_cut)


def final_and_match_for_the_third_place_changed(log: Log) -> bool:
    def has_third(what: RoundPaired) -> bool:
        return any("third place" in each.reason for each in what.tables)

    return _swap_seconds(log, has_third)


def better_seed_takes_the_place_of_another(log: Log) -> bool:
    """Let a player who is out of the bracket play its next round."""
    places = list(_found(log, RoundPaired, lambda what: what.is_cut))
    if len(places) < 2:
        return False
    first, last = log[places[0]].what, log[places[-1]].what
    assert isinstance(first, RoundPaired)
    assert isinstance(last, RoundPaired)
    there = {player for each in last.tables for player in (each.first, each.second)}
    out = [p for each in first.tables for p in (each.first, each.second) if p not in there]
    if not out:
        return False
    table = replace(last.tables[0], second=out[0])
    return _change(log, places[-1], tables=(table, *last.tables[1:]))


def table_of_the_best_taken(log: Log) -> bool:
    at = next(_found(log, RoundPaired, lambda what: len(what.tables) > 1), None)
    if at is None:
        return False
    one, other, *rest = _what(log, at).tables
    tables = (replace(one, table=other.table), replace(other, table=one.table), *rest)
    return _change(log, at, tables=tables)


def pods_dealt_otherwise(log: Log) -> bool:
    at = next(_found(log, EventStarted, lambda what: len(what.pods) > 1), None)
    if at is None:
        return False
    one, other, *rest = _what(log, at).pods
    return _change(log, at, pods=((other[0], *one[1:]), (one[0], *other[1:]), *rest))


# Pairs that are set


def pair_set_without_a_reason(log: Log) -> bool:
    at = next(_found(log, PairSet), None)
    if at is None:
        return False
    log[at] = replace(log[at], why="")
    return True


def pair_set_with_a_blank_reason(log: Log) -> bool:
    at = next(_found(log, PairSet), None)
    if at is None:
        return False
    log[at] = replace(log[at], why=" ")
    return True


def pair_set_at_another_cost(log: Log) -> bool:
    return _change(log, next(_found(log, PairSet), None), cost="0" * 64)


def pair_set_for_others(log: Log) -> bool:
    """Let others meet than those of whom the entry says it."""
    at = next(_found(log, PairSet, lambda what: len(what.tables) == 2), None)
    if at is None:
        return False
    one, other = _what(log, at).tables
    tables = replace(one, second=other.second), replace(other, second=one.second)
    return _change(log, at, tables=tables)


def pair_set_after_the_pairing_was_published(log: Log) -> bool:
    at = next(_found(log, PairSet), None)
    if at is None:
        return False
    published = next((to for to in _found(log, RoundPublished) if to > at), None)
    if published is None:
        return False
    log.insert(published, log.pop(at))
    return True


# Results


def dropped_player_wins(log: Log) -> bool:
    """Turn a match round that was lost by leaving."""
    at = next(
        _found(
            log,
            ResultSettled,
            lambda what: what.how is Settling.DROPPED and what.result.winner is not Side.NONE,
        ),
        None,
    )
    if at is None:
        return False
    result = _what(log, at).result
    other = Side.SECOND if result.winner is Side.FIRST else Side.FIRST
    return _change(log, at, result=replace(result, winner=other))


def match_of_a_dropped_player_left_open(log: Log) -> bool:
    """Take out the loss of a match by leaving."""
    at = next(_found(log, ResultSettled, lambda what: what.how is Settling.DROPPED), None)
    if at is None:
        return False
    del log[at]
    return True


def dropped_player_reports(log: Log) -> bool:
    """Let a player who has left report the match as won."""
    for at in _found(log, PlayerDropped):
        event = _before(log, at)
        player = _what(log, at).player
        match = event.round.match_of(player) if event.round else None
        if match is None or not event.players[player].is_active:
            continue
        result = results.played(2, 0) if player == match.first else results.played(0, 2)
        by = Actor(Role.PLAYER, event.name_of(player), player)
        assert event.round is not None
        what = ResultReported(event.round.number, match.table, player, result)
        log.insert(at + 2, Entry(0, log[at].at_ms, by, what))
        return True
    return False


def result_of_a_dropped_player_entered(log: Log) -> bool:
    """Let the desk enter a result of somebody who had left before the round was paired."""
    at = next(_found(log, ResultSettled, lambda what: what.how is Settling.DROPPED), None)
    if at is None:
        return False
    return _change(log, at, how=Settling.ENTERED, result=results.played(2, 0))


def match_of_the_cut_drawn(log: Log) -> bool:
    cut = {_what(log, at).round for at in _found(log, RoundPaired, lambda what: what.is_cut)}
    at = next(_found(log, ResultSettled, lambda what: what.round in cut), None)
    return _change(log, at, result=results.played(1, 1))


def drop_undone_and_its_match_not_reopened(log: Log) -> bool:
    at = next(_found(log, ResultReopened), None)
    if at is None:
        return False
    del log[at]
    return True


def drop_undone_without_a_reason(log: Log) -> bool:
    at = next(_found(log, DropUndone), None)
    if at is None:
        return False
    log[at] = replace(log[at], why="")
    return True


# Places


def seeds_changed(log: Log) -> bool:
    at = next(_found(log, CutStarted), None)
    if at is None:
        return False
    one, other, *rest = _what(log, at).seeds
    return _change(log, at, seeds=(other, one, *rest))


def seed_left_out(log: Log) -> bool:
    at = next(_found(log, CutStarted, lambda what: len(what.seeds) > 2), None)
    return at is not None and _change(log, at, seeds=_what(log, at).seeds[:-1])


def places_of_standings_changed(log: Log) -> bool:
    """Freeze standings in which the first two have changed places."""
    for at in _found(log, RoundClosed):
        rows = swiss.standings_after(_before(log, at), _what(log, at).round)
        if len(rows) > 1:
            changed = (replace(rows[1], rank=1), replace(rows[0], rank=2), *rows[2:])
            return _change(log, at, standings=swiss.standings_digest(changed))
    return False


# Who takes part

_FREES_A_PLACE: Final = (PlayerDropped, PlayersMerged, RegistrationUndone)


def place_taken_by_another(log: Log) -> bool:
    """Let somebody move up who is not the first who waits."""
    for at in _found(log, PlayerAdmitted):
        waiting = _before(log, at).waiting(WaitsFor.PLACE)
        is_moved_up = isinstance(log[at - 1].what, _FREES_A_PLACE)
        if is_moved_up and len(waiting) > 1:
            return _change(log, at, player=waiting[-1].id)
    return False


def player_who_waits_takes_part(log: Log) -> bool:
    at = next(
        _found(log, PlayerRegistered, lambda what: what.waits_for is not None),
        None,
    )
    return _change(log, at, waits_for=None)


def number_of_another_player(log: Log) -> bool:
    at = next(_found(log, PlayerRegistered), None)
    return _change(log, at, player=PlayerId(99))


# The clock


def round_longer(log: Log) -> bool:
    at = next(_found(log, RoundStarted, lambda what: what.ends_ms is not None), None)
    return at is not None and _change(log, at, ends_ms=TimeMs(_what(log, at).ends_ms + 60_000))


def pause_longer(log: Log) -> bool:
    at = next(_found(log, ClockResumed), None)
    return at is not None and _change(log, at, ends_ms=TimeMs(_what(log, at).ends_ms + 1_000))


def time_called_too_early(log: Log) -> bool:
    """Call time with the moment of the entry before, and all that follows stays as it was."""
    for at in _found(log, TimeCalled):
        now = _before(log, at).round
        before = log[at - 1].at_ms
        if now is not None and now.clock is not None and before < now.clock.ends_ms:
            log[at] = replace(log[at], at_ms=before)
            return True
    return False


def extension_longer(log: Log) -> bool:
    at = next(_found(log, ExtensionGranted, lambda what: what.call != 0), None)
    return at is not None and _change(log, at, seconds=_what(log, at).seconds + 1)


def extension_of_another_table(log: Log) -> bool:
    at = next(_found(log, ExtensionGranted), None)
    return _change(log, at, table=TableNumber(99_999))


FORGERIES: Final[tuple[Forgery, ...]] = (
    bracket_match_of_wrong_players,
    pod_match_of_wrong_players,
    final_and_match_for_the_third_place_changed,
    better_seed_takes_the_place_of_another,
    table_of_the_best_taken,
    pods_dealt_otherwise,
    pair_set_without_a_reason,
    pair_set_with_a_blank_reason,
    pair_set_at_another_cost,
    pair_set_for_others,
    pair_set_after_the_pairing_was_published,
    dropped_player_wins,
    match_of_a_dropped_player_left_open,
    dropped_player_reports,
    result_of_a_dropped_player_entered,
    match_of_the_cut_drawn,
    drop_undone_and_its_match_not_reopened,
    drop_undone_without_a_reason,
    seeds_changed,
    seed_left_out,
    places_of_standings_changed,
    place_taken_by_another,
    player_who_waits_takes_part,
    number_of_another_player,
    round_longer,
    pause_longer,
    time_called_too_early,
    extension_longer,
    extension_of_another_table,
)
