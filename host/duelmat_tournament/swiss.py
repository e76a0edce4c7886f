"""Swiss: the pairing and the standings of an event, made from what its rounds have come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec
from msgspec.structs import replace

from duelmat_message import say
from duelmat_tournament.entries import PairedBye, PairedTable, RoundPaired
from duelmat_tournament.event import Event, Round
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.pairing import Entrant, Field, Float, NoPairing, Proof, pair, reasons
from duelmat_tournament.policy import Points, TieBreaks
from duelmat_tournament.results import bye, missed, points_of
from duelmat_tournament.seating import tables_for, with_chairs
from duelmat_tournament.standings import Entrant as StandingsEntrant
from duelmat_tournament.standings import MatchRecord, Row, standings

AWARDED: Final = say("A bye was awarded for this round.")


def pair_next(event: Event, give_up: Sequence[str] = ()) -> RoundPaired | NoPairing:
    """Return the next round of Swiss, or the proof that there is none."""
    number = RoundNumber(len(event.rounds) + 1)
    awarded = [player for player in event.active if number in player.byes]
    paired = pair(field_of(event, give_up))
    if isinstance(paired, NoPairing):
        return paired
    numbers = tables_for(event, [(each.first, each.second) for each in paired.pairs])
    tables = sorted(
        (
            with_chairs(event, PairedTable(table, each.first, each.second, str(each.reason)))
            for table, each in zip(numbers, paired.pairs, strict=True)
        ),
        key=lambda each: each.table,
    )
    byes = [PairedBye(player.id, str(AWARDED)) for player in awarded]
    if paired.bye is not None:
        byes.append(PairedBye(paired.bye.player, str(paired.bye.reason)))
    return RoundPaired(
        number, False, tuple(tables), tuple(byes), paired.proof.value, tuple(give_up)
    )


def reasons_of(event: Event, paired: RoundPaired) -> Iterator[str]:
    """Yield the reasons of a round as messages, which a log has in English.

    event: the event before the round.
    """
    yield AWARDED
    field = field_of(event, paired.given_up)
    there = {each.id for each in field.entrants}
    byes = [each.player for each in paired.byes if each.player in there]
    yield from reasons(
        field,
        [(each.first, each.second) for each in paired.tables],
        byes[0] if byes else None,
        Proof(paired.proof),
    )


def field_of(event: Event, give_up: Sequence[str] = ()) -> Field:
    """Return the players who are to be paired in the next round, with all that matters for it."""
    number = RoundNumber(len(event.rounds) + 1)
    points = _points_before(event, number)
    met: dict[PlayerId, list[PlayerId]] = {each: [] for each in event.players}
    for held in event.rounds:
        for match in held.matches.values():
            met[match.first].append(match.second)
            met[match.second].append(match.first)
    floats = _floats(event)
    entrants = tuple(
        Entrant(
            player.id,
            player.name,
            points[player.id],
            tuple(met[player.id]),
            any(held.has_bye(player.id) for held in event.rounds),
            floats.get(player.id, Float.NONE),
            player.team,
        )
        for player in event.active
        if player.plays_in(number)
    )
    return Field(
        number,
        f"{event.seed}\x1f{event.unpaired}",
        entrants,
        number <= event.policy.teammates_apart_rounds,
        "rematch" in give_up,
        "second-bye" in give_up,
        max(0, event.swiss_rounds - number) if event.pairing_version > 1 else 0,
        event.pairing_version == 1,
    )


def before_pairing(event: Event, held: Round) -> Event:
    """Return the event as a round was paired: with those who were there, and no round after it."""
    there = {player for match in held.matches.values() for player in match.players}
    there |= {bye.player for bye in held.byes}
    players = {
        number: replace(player, is_active=number in there)
        for number, player in event.players.items()
    }
    return replace(
        event, players=players, rounds=event.rounds[: held.number - 1], unpaired=held.unpaired
    )


def _points_before(event: Event, number: RoundNumber) -> Counter[PlayerId]:
    """Return everybody's points before a round, from the results of all rounds before it."""
    found: Counter[PlayerId] = Counter()
    for record in records(event, number):
        if record.round < number:
            gained = points_of(record.result, event.policy.points)
            found[record.first] += gained[0]
            found[record.second] += gained[1]
    return found


def _floats(event: Event) -> dict[PlayerId, Float]:
    """Return the floats of the last round: meetings across scores, and the bye."""
    last = event.round
    if last is None:
        return {}
    before = _points_before(event, last.number)
    found: dict[PlayerId, Float] = {each.player: Float.DOWN for each in last.byes}
    for match in last.matches.values():
        higher, lower = match.first, match.second
        difference = before[higher] - before[lower]
        if difference < 0:
            higher, lower = lower, higher
        if difference:
            found[higher], found[lower] = Float.DOWN, Float.UP
    return found


def standings_after(event: Event, number: RoundNumber) -> tuple[Row, ...]:
    """Return the standings after a round, from the results of it and those before it.

    Players who entered later are not in them; those who left are. The cut does not change them.
    """
    number = RoundNumber(min(number, event.swiss_rounds))
    entrants = (
        StandingsEntrant(each.id, each.name, each.entered)
        for each in event.players.values()
        if each.was_there
    )
    policy = event.policy
    return _standings(
        tuple(records(event, number)),
        tuple(entrants),
        number,
        policy.points,
        policy.tie_breaks,
        event.seed,
    )


@lru_cache(maxsize=16)  # a correction asks for those of all rounds, and then again
def _standings(
    found: tuple[MatchRecord, ...],
    entrants: tuple[StandingsEntrant, ...],
    number: RoundNumber,
    points: Points,
    tie_breaks: TieBreaks,
    seed: str,
) -> tuple[Row, ...]:
    return standings(found, entrants, number, points=points, tie_breaks=tie_breaks, seed=seed)


def records(event: Event, number: RoundNumber) -> Iterator[MatchRecord]:
    """Yield the results of Swiss up to a round, with byes and missed rounds."""
    for held in event.rounds[:number]:
        if not held.is_cut:
            yield from _of_round(held, is_pods=bool(event.pods))
    for player in event.players.values():
        for each in player.missed:
            if each.since <= number:
                yield MatchRecord(each.round, TableNumber(0), player.id, NO_PLAYER, missed())


def _of_round(held: Round, *, is_pods: bool) -> Iterator[MatchRecord]:
    for match in held.matches.values():
        if match.result is not None:
            yield MatchRecord(held.number, match.table, match.first, match.second, match.result)
    for each in () if is_pods else held.byes:  # a bye of a pod counts nothing
        yield MatchRecord(held.number, TableNumber(0), each.player, NO_PLAYER, bye())


def seeds(event: Event) -> tuple[PlayerId, ...]:
    """Return the players of the cut: the best after Swiss who have not left."""
    rows = standings_after(event, RoundNumber(event.swiss_rounds))
    there = [row.player for row in rows if event.players[row.player].is_active]
    return tuple(there[: event.cut_size])


def standings_digest(rows: Sequence[Row]) -> str:
    """Return the SHA-256 of standings, in hex."""
    return sha256(msgspec.json.encode(rows, enc_hook=str)).hexdigest()  # fractions as 7/9
