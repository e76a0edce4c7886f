"""The bracket of an event: who meets whom in it, who is out, and who came where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from duelmat_message import Text, filled, say, slot
from duelmat_tournament.bracket_plan import (
    From,
    Part,
    Planned,
    Source,
    loses_on,
    matches_of,
    plan_of,
)
from duelmat_tournament.entries import PairedTable, RoundPaired
from duelmat_tournament.event import Event, Match, Round
from duelmat_tournament.names import PlayerId, RoundNumber
from duelmat_tournament.results import Side
from duelmat_tournament.seating import tables_for, with_chairs


def cut_rounds(event: Event) -> list[Round]:
    """Return the rounds of the cut that were paired."""
    return [held for held in event.rounds if held.is_cut]


class BracketState(Struct, frozen=True):
    """A bracket with the matches that were paired in it."""

    seeds: tuple[PlayerId, ...]
    rounds: tuple[tuple[Planned, ...], ...]
    """The planned matches; without a second grand final while nobody needs it."""
    matches: Mapping[int, Match]
    """By their numbers in the plan."""

    def winner(self, number: int) -> PlayerId | None:
        """Return the winner of a planned match; None while that is open."""
        match = self.matches.get(number)
        return winner_of(match) if match else None

    def loser(self, number: int) -> PlayerId | None:
        """Return the loser of a planned match; None while that is open."""
        winner = self.winner(number)
        return None if winner is None else self.matches[number].other(winner)

    def player(self, source: Source) -> PlayerId | None:
        """Return the player who comes into a match; None while that is open."""
        match source.by:
            case From.SEED:
                return self.seeds[source.number - 1]
            case From.WON:
                return self.winner(source.number)
            case From.LOST:
                return self.loser(source.number)


def state_of(event: Event) -> BracketState:
    """Return the state of the event's bracket."""
    rounds = plan_of(len(event.seeds), event.policy.bracket)
    played = {
        planned.number: match
        for held, there in zip(cut_rounds(event), rounds, strict=False)
        for planned, match in zip(there, held.matches.values(), strict=False)
    }
    state = BracketState(event.seeds, rounds, played)
    if not rounds or rounds[-1][0].part is not Part.RESET:
        return state
    (final,) = rounds[-2]
    winner = state.winner(final.number)
    is_needed = winner is not None and winner == state.player(final.second)
    return state if is_needed else replace(state, rounds=rounds[:-1])


def still_in(event: Event) -> list[PlayerId]:
    """Return the players of the cut who are not out of it, the best seed first."""
    out = {player for group in _leaving(state_of(event)) for player in group}
    return [player for player in event.seeds if player not in out]


def is_decided(event: Event) -> bool:
    """Whether the cut has its winner, and all its matches are over."""
    state = state_of(event)
    return bool(event.seeds) and all(
        map(state.winner, (m.number for m in matches_of(state.rounds)))
    )


def pair_next(event: Event) -> RoundPaired:
    """Return the next round of the cut."""
    number = RoundNumber(len(event.rounds) + 1)
    rank = _ranks(event)
    state = state_of(event)
    parts, pairs = [], []
    for planned in _coming(event):
        there = (state.player(each) for each in (planned.first, planned.second))
        first, second = sorted((each for each in there if each), key=rank.__getitem__)
        parts.append(planned.part)
        pairs.append((first, second))
    tables = tuple(
        with_chairs(
            event, PairedTable(table, *pair, str(_reason(part, *map(rank.__getitem__, pair))))
        )
        for table, part, pair in zip(tables_for(event, pairs), parts, pairs, strict=True)
    )
    return RoundPaired(number, True, tables, ())


def _coming(event: Event) -> tuple[Planned, ...]:
    """Return the planned matches of the next round; none after the last."""
    rounds = plan_of(len(event.seeds), event.policy.bracket)
    return next(iter(rounds[len(cut_rounds(event)) :]), ())


def _ranks(event: Event) -> dict[PlayerId, int]:
    return {player: seed for seed, player in enumerate(event.seeds, start=1)}


def reasons_of(event: Event, paired: RoundPaired) -> Iterator[Text]:
    """Yield the reasons of a round of the cut, as messages that a log has in English."""
    rank = _ranks(event)
    for planned, each in zip(_coming(event), paired.tables, strict=False):
        yield _reason(planned.part, rank[each.first], rank[each.second])


_IN_THE_CUT = say(
    "In the cut seed {first} meets seed {second}.", first=slot("first"), second=slot("second")
)
_REASONS = {
    Part.WINNERS: _IN_THE_CUT,
    Part.FINAL: _IN_THE_CUT,
    Part.THIRD: say(
        "For the third place seed {first} meets seed {second}.",
        first=slot("first"),
        second=slot("second"),
    ),
    Part.LOSERS: say(
        "In the losers' bracket seed {first} meets seed {second}: whoever loses is out.",
        first=slot("first"),
        second=slot("second"),
    ),
    Part.GRAND_FINAL: say(
        "In the grand final seed {first} meets seed {second}.",
        first=slot("first"),
        second=slot("second"),
    ),
    Part.RESET: say(
        "Seeds {first} and {second} have both lost once: the grand final is played again.",
        first=slot("first"),
        second=slot("second"),
    ),
}


def _reason(part: Part, first: int, second: int) -> Text:
    return filled(_REASONS[part], first=str(first), second=str(second))


def winner_of(match: Match) -> PlayerId | None:
    """Return the winner, who goes on; None while the match has no result."""
    if match.result is None:
        return None
    return match.first if match.result.winner is Side.FIRST else match.second


class SharedPlace(Struct, frozen=True):
    """A place of the bracket, which several players may share."""

    first: int
    """From 1."""
    last: int
    """The same as the first unless several players share the place."""
    players: list[PlayerId]
    """The players who are known to have it."""


def places_of(event: Event) -> list[SharedPlace]:
    """Return the places of the cut that somebody has, the best first.

    Who goes out in the same round shares a place, but for the match for the third one; whoever is
    the first of them to go out has it at once.
    """
    found = []
    last = len(event.seeds)
    for leaving in _leaving(state_of(event)):
        first = last - len(leaving) + 1
        players = [player for player in leaving if player is not None]
        if players:
            found.append(SharedPlace(first, last, players))
        if len(players) < len(leaving):
            break
        last = first - 1
    if is_decided(event):
        found.append(SharedPlace(1, last, still_in(event)))
    return found[::-1]


def placed(event: Event) -> list[list[PlayerId]]:
    """Return the players of the cut who have a place, by how far they came, the winner first."""
    return [each.players for each in places_of(event)]


def _leaving(state: BracketState) -> Iterator[list[PlayerId | None]]:
    """Yield the players who go out together, the first first; None: one who is not known yet."""
    plays_on = loses_on(state.rounds)
    for held in state.rounds:
        third = next((each.number for each in held if each.part is Part.THIRD), None)
        if third is not None:
            yield [state.loser(third)]
            yield [state.winner(third)]
        going = [each.number for each in held if each.number not in (plays_on | {third})]
        if going:
            yield list(map(state.loser, going))
