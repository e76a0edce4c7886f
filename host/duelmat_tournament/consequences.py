"""Consequences of a correction: standings that change, pairings that would have differed.

They are shown before a correction is confirmed. Rounds that were paired stay as they were played.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from duelmat_message import Text, listed, say
from duelmat_tournament import swiss
from duelmat_tournament.entries import PairedBye, PairedTable
from duelmat_tournament.event import Event, Match, Round, Step
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.pairing import NoPairing
from duelmat_tournament.results import Result, describe


class RankChange(Struct, frozen=True):
    """A player with another place or other points."""

    player: PlayerId
    name: str
    rank_before: int
    rank_after: int
    points_before: int
    points_after: int


class RoundChange(Struct, frozen=True):
    """A round whose frozen standings change."""

    round: RoundNumber
    players: tuple[RankChange, ...]


class PairingChange(Struct, frozen=True):
    """A round that would have been paired differently."""

    round: RoundNumber
    instead: tuple[tuple[str, str], ...]
    """The pairs that would have met and have not; the second is empty for a bye."""


class Consequences(Struct, frozen=True):
    """All consequences of a correction."""

    round: RoundNumber
    table: TableNumber
    before: str
    """The result as it stands, in words."""
    after: str
    standings: tuple[RoundChange, ...]
    pairings: tuple[PairingChange, ...]

    @property
    def text(self) -> Text:
        """Return all of it in words."""
        lines = [
            say(
                "Round {round}, table {table}: {before} becomes {after}.",
                round=self.round,
                table=self.table,
                before=self.before,
                after=self.after,
            )
        ]
        for each in self.standings:
            moved = (
                say(
                    "{player} {before} to {after} ({points} points)",
                    player=player.name,
                    before=player.rank_before,
                    after=player.rank_after,
                    points=player.points_after,
                )
                for player in each.players
            )
            lines.append(
                say(
                    "Standings after round {round}: {moved}.",
                    round=each.round,
                    moved=listed(moved, ","),
                )
            )
        for other in self.pairings:
            pairs = (
                say("{first} against {second}", first=first, second=second)
                if second
                else say("{player} with a bye", player=first)
                for first, second in other.instead
            )
            lines.append(
                say(
                    "Round {round} would have had {pairs}. It stays as it was paired.",
                    round=other.round,
                    pairs=listed(pairs, ","),
                )
            )
        return listed(lines, "\n")


def consequences(
    event: Event, number: RoundNumber, table: TableNumber, result: Result
) -> Consequences:
    """Return the consequences of replacing a match's result by this one."""
    held = event.rounds[number - 1]
    match = held.matches[table]
    assert match.result is not None
    names = event.name_of(match.first), event.name_of(match.second)
    changed = replace(held, matches={**held.matches, table: replace(match, result=result)})
    corrected = replace(
        event, rounds=(*event.rounds[: number - 1], changed, *event.rounds[number:])
    )
    later = [each for each in event.rounds[number - 1 :] if not each.is_cut]
    standings = (_round_change(event, corrected, each) for each in later if not held.is_cut)
    drawn = () if event.pods else later[1:]  # in pods everybody meets everybody in any case
    pairings = (_pairing_change(event, corrected, each) for each in drawn)
    return Consequences(
        number,
        table,
        describe(match.result, *names),
        describe(result, *names),
        tuple(each for each in standings if each is not None),
        tuple(each for each in pairings if each is not None),
    )


def consequences_digest(shown: Consequences) -> str:
    """Return the SHA-256 by which a confirmation names the consequences that were shown."""
    return sha256(msgspec.json.encode(shown, enc_hook=str)).hexdigest()


def _round_change(event: Event, corrected: Event, held: Round) -> RoundChange | None:
    if held.step is not Step.CLOSED:
        return None
    after = {row.player: row for row in swiss.standings_after(corrected, held.number)}
    changes = tuple(
        RankChange(
            row.player,
            event.name_of(row.player),
            row.rank,
            after[row.player].rank,
            row.points,
            after[row.player].points,
        )
        for row in held.standings
        if (row.rank, row.points) != (after[row.player].rank, after[row.player].points)
    )
    return RoundChange(held.number, changes) if changes else None


def _pairing_change(event: Event, corrected: Event, held: Round) -> PairingChange | None:
    now, then = _paired_anew(event, held), _paired_anew(corrected, held)
    met = _met(held.matches.values(), held.byes)
    instead = tuple(
        (event.name_of(first), event.name_of(second) if second else "")
        for first, second in sorted(then - now - met)
    )
    return PairingChange(held.number, instead) if instead else None


class Meeting(NamedTuple):
    """Two players who meet, the lower number first, or a player with a bye."""

    player: PlayerId
    other: PlayerId


def _paired_anew(event: Event, held: Round) -> set[Meeting]:
    """Return the meetings of a round if the players of that time were paired again now."""
    before = swiss.before_pairing(event, held)
    paired = swiss.pair_next(before, held.given_up)
    if isinstance(paired, NoPairing):
        return set()
    return _met(paired.tables, paired.byes)


def _met(tables: Iterable[Match | PairedTable], byes: Iterable[PairedBye]) -> set[Meeting]:
    met = {Meeting(min(t.first, t.second), max(t.first, t.second)) for t in tables}
    return met | {Meeting(bye.player, NO_PLAYER) for bye in byes}
