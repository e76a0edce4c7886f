"""Count what happened in an event and where, so that nothing is merely possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from duelmat_tournament.bracket import cut_rounds
from duelmat_tournament.entries import (
    CutStarted,
    Entry,
    EventCreated,
    EventFinished,
    EventStarted,
    ExtensionGranted,
    PairSet,
    ResultSettled,
    RoundPaired,
    RoundStarted,
    TablesSet,
)
from duelmat_tournament.event import Event
from duelmat_tournament.policy import Policy
from duelmat_tournament.registration_entries import PlayerAdmitted, PlayerRegistered, WaitsFor

_UNTOLD: Final = frozenset(
    {EventCreated, EventStarted, EventFinished, CutStarted, RoundPaired, RoundStarted}
)
"""Entries of every event, which say nothing of it."""


def features_of(
    log: Sequence[Entry], event: Event, clock_steps: Sequence[tuple[int, int]] = ()
) -> frozenset[str]:
    """Return the features of an event: each once, however often it has happened.

    clock_steps: the entries after which the clock on the wall was set, and by how many seconds.
    """
    return frozenset([*_of_entries(log, dict(clock_steps)), *_of_event(event)])


def _of_entries(log: Sequence[Entry], clock_steps: Mapping[int, int]) -> Iterator[str]:
    """Yield each kind of entry with the stage in which it happened, and some kinds in detail."""
    created = log[0].what
    assert isinstance(created, EventCreated)
    policy, stage = created.policy, "registration"
    for entry in log:
        what = entry.what
        if entry.number in clock_steps:
            is_back = clock_steps[entry.number] < 0
            yield f"clock set {'back' if is_back else 'ahead'} in {stage}"
        match what:
            case EventStarted():
                stage = policy.first_stage.value
            case CutStarted():
                stage = policy.bracket.value
            case RoundPaired():
                yield from _of_pairing(what, stage)
            case ResultSettled(how=how):
                yield f"result {how.value} in {stage}"
            case ExtensionGranted(call=call):
                yield f"extension {'of a call' if call else 'by hand'} in {stage}"
            case PlayerRegistered(waits_for=waits) if waits is not None:
                yield f"registered, waits for {waits.value} in {stage}"
            case PlayerAdmitted(waits_for=waits):
                yield f"admitted{', waits on' if waits is WaitsFor.PLACE else ''} in {stage}"
            case PairSet(other=other, tables=tables):
                yield f"set {'pair' if other else 'bye'}"
                if any("met before" in each.reason for each in tables):
                    yield "set pair, a rematch"
            case TablesSet(rooms=rooms):
                gaps = any(one.last + 1 != other.first for one, other in pairwise(rooms))
                yield f"rooms{' with gaps' if gaps else ''}"
            case _:
                pass
        if type(what) not in _UNTOLD and not isinstance(what, ResultSettled):
            yield f"{what.__struct_config__.tag} in {stage}"


def _of_pairing(what: RoundPaired, stage: str) -> Iterator[str]:
    yield f"round in {stage}"
    if what.given_up:
        yield "a rule given up"
    if what.byes:
        yield f"bye in {stage}"
    if what.proof:
        yield f"proof {what.proof}"


def _of_event(event: Event) -> Iterator[str]:
    policy: Policy = event.policy
    yield f"begins with {policy.first_stage.value}"
    if event.seeds:
        yield f"bracket {policy.bracket.value}"
        size = len(event.seeds)
        if size & (size - 1):
            yield f"bracket {policy.bracket.value} with missing seeds"
    else:
        yield "no bracket"
    for held in cut_rounds(event):
        for match in held.matches.values():
            if "third place" in match.reason:
                yield "match for the third place"
            if "played again" in match.reason:
                yield "grand final played again"
    if policy.team_size > 1:
        yield f"teams, {policy.first_stage.value}"
    if event.first_table > 1:
        yield "first table above 1"
    tables = {each.id: each.fixed_table for each in event.players.values() if each.fixed_table}
    for held in event.rounds:
        for match in held.matches.values():
            wanted = [tables[player] for player in match.players if player in tables]
            if match.table in wanted:
                yield "played at a fixed table"
            if len(wanted) == 2:
                yield "two with fixed tables meet"
    for player in event.players.values():
        if any(each <= len(event.rounds) for each in player.absences):
            yield "absent for a round that was played"
    if policy.entering.places:
        yield "limited places"
