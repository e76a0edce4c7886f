"""Pairs that the organiser sets before a pairing is published, and what each costs.

Two players are set to meet; their former opponents then meet each other, or one of them has the
bye. So a pair is set, two players change places, and a bye goes to somebody else by the same act.
"""

from __future__ import annotations

from enum import Enum
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from duelmat_message import say
from duelmat_tournament import swiss
from duelmat_tournament.entries import PairedBye, PairedTable, PairSet
from duelmat_tournament.event import Event, Match, Round
from duelmat_tournament.names import NO_PLAYER, NO_TABLE, PlayerId, TableNumber
from duelmat_tournament.pairing import Cost, Field, cost_of, later_rounds
from duelmat_tournament.seating import fixed_tables

SET: Final = say("The organiser set this pair.")
SET_AGAIN: Final = say("The organiser set this pair. The two have met before.")
GIVEN: Final = say("The organiser gave this bye.")
SET_BY_HAND: Final = "by-hand"
"""In place of the proof of a pairing in which the organiser has set a pair."""


class Meeting(Struct, frozen=True):
    """Two players who meet, or a player with the bye."""

    table: TableNumber
    """0: the bye."""
    first: PlayerId
    """The one with more points."""
    second: PlayerId
    """0: the bye."""


class CostPart(Enum):
    """A part of what a pairing costs, the gravest first."""

    GIVEN_UP = "given-up"
    """Rematches and second byes."""
    SPREAD = "spread"
    REPEATED_FLOATS = "repeated-floats"
    TEAMMATES = "teammates"
    LATER_ROUNDS = "later-rounds"
    """Rounds that stay possible: the more, the better."""


class CostChange(Struct, frozen=True):
    """A part of the cost that changes."""

    part: CostPart
    before: int
    after: int


class PairChange(Struct, frozen=True):
    """The change of a pairing in which two players are set to meet."""

    before: tuple[Meeting, ...]
    """The meetings that are no more."""
    after: tuple[Meeting, ...]
    """The meetings in their place, that of the two first."""
    rematches: tuple[Meeting, ...]
    """Those of them that have been before; for a bye: whose player had one."""
    cost_before: Cost
    """The cost of the whole round."""
    cost_after: Cost
    rounds_before: int
    """The later rounds in which the same players can still be paired."""
    rounds_after: int

    @property
    def costs(self) -> tuple[CostChange, ...]:
        """Return the parts of the cost that change."""
        one, two = self.cost_before, self.cost_after
        parts = (
            CostChange(CostPart.GIVEN_UP, one.given_up, two.given_up),
            CostChange(CostPart.SPREAD, one.spread, two.spread),
            CostChange(CostPart.REPEATED_FLOATS, one.repeated_floats, two.repeated_floats),
            CostChange(CostPart.TEAMMATES, one.teammates, two.teammates),
            CostChange(CostPart.LATER_ROUNDS, self.rounds_before, self.rounds_after),
        )
        return tuple(each for each in parts if each.before != each.after)

    @property
    def digest(self) -> str:
        """Return the SHA-256 by which a confirmation names what was shown, in hex."""
        return sha256(msgspec.json.encode(self)).hexdigest()

    @property
    def tables(self) -> tuple[PairedTable, ...]:
        """Return the tables that are paired anew."""
        return tuple(
            PairedTable(
                each.table,
                each.first,
                each.second,
                str(SET_AGAIN if each in self.rematches else SET),
            )
            for each in self.after
            if each.table
        )

    @property
    def byes(self) -> tuple[PairedBye, ...]:
        """Return the bye, if it goes to somebody else."""
        return tuple(PairedBye(each.first, str(GIVEN)) for each in self.after if not each.table)


def with_pair_set(held: Round, what: PairSet) -> Round:
    """Return a round in which a pair was set."""
    said = {str(each): each for each in (SET, SET_AGAIN, GIVEN)}
    matches = {
        each.table: Match(
            each.table,
            each.first,
            each.second,
            said.get(each.reason, each.reason),
            chair_a=each.chair_a,
        )
        for each in what.tables
    }
    paired = {player for each in what.tables for player in (each.first, each.second)}
    byes = (
        *(each for each in held.byes if each.player not in paired),
        *(replace(each, reason=said.get(each.reason, each.reason)) for each in what.byes),
    )
    return replace(held, matches={**held.matches, **matches}, byes=byes, proof=SET_BY_HAND)


def meeting_of(event: Event, held: Round, player: PlayerId) -> Meeting | None:
    """Return the meeting of a player that can be changed; `NO_PLAYER` has that with the bye.

    None: the player was not paired in this round.
    """
    match = held.match_of(player)
    if match is not None:
        return _at(match)
    for bye in held.byes:
        is_awarded = held.number in event.players[bye.player].byes
        if not is_awarded and player in (bye.player, NO_PLAYER):
            return Meeting(NO_TABLE, bye.player, NO_PLAYER)
    return None


def pair_change(event: Event, player: PlayerId, other: PlayerId) -> PairChange:
    """Return the change of the newest round by which two players meet.

    Both were paired in it, and do not meet yet; `NO_PLAYER` as the other is the bye.
    """
    held = event.rounds[-1]
    field = swiss.field_of(swiss.before_pairing(event, held))
    one, two = (meeting_of(event, held, each) for each in (player, other))
    assert one is not None
    assert two is not None
    former = _mate(one, player), _mate(two, other)
    tables = [each.table for each in (one, two) if each.table]
    if len(tables) == 2 and _is_better(event, tables[::-1], ((player, other), former)):
        tables.reverse()
    entrants = {each.id: each for each in field.entrants}
    after = []
    for pair in ((player, other), former):
        if NO_PLAYER in pair:
            after.append(Meeting(NO_TABLE, max(pair), NO_PLAYER))
        else:
            high, low = sorted(pair, key=lambda each: -entrants[each].points)
            after.append(Meeting(tables.pop(0), high, low))
    now = [_at(each) for each in held.matches.values()]
    bye = meeting_of(event, held, NO_PLAYER)
    now += [] if bye is None else [bye]
    then = [each for each in now if each not in (one, two)] + after
    rematches = tuple(
        each
        for each in after
        if each.second in entrants[each.first].met
        or (not each.table and entrants[each.first].had_bye)
    )
    return PairChange(
        (one, two),
        tuple(after),
        rematches,
        _cost(field, now),
        _cost(field, then),
        later_rounds(field, *_split(now)),
        later_rounds(field, *_split(then)),
    )


def _is_better(
    event: Event, tables: list[TableNumber], pairs: tuple[tuple[PlayerId, PlayerId], ...]
) -> bool:
    """Whether more fixed tables are kept at these tables than at the same ones in reverse."""
    kept = [
        sum(table in fixed_tables(event, pair) for table, pair in zip(order, pairs, strict=True))
        for order in (tables, tables[::-1])
    ]
    return kept[0] > kept[1]


def _at(match: Match) -> Meeting:
    return Meeting(match.table, match.first, match.second)


def _mate(meeting: Meeting, player: PlayerId) -> PlayerId:
    return meeting.second if player == meeting.first else meeting.first


def _split(
    meetings: list[Meeting],
) -> tuple[list[tuple[PlayerId, PlayerId]], PlayerId | None]:
    """Return the pairs and the bye."""
    byes = [each.first for each in meetings if not each.table]
    pairs = [(each.first, each.second) for each in meetings if each.table]
    return pairs, byes[0] if byes else None


def _cost(field: Field, meetings: list[Meeting]) -> Cost:
    return cost_of(field, *_split(meetings))
