"""The bracket of the cut: the best meets the last, and the winners meet each other."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import Text, say
from duelmat_tournament.entries import PairedTable, RoundPaired
from duelmat_tournament.event import Event, Match, Round
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber
from duelmat_tournament.results import Side


def cut_rounds(event: Event) -> list[Round]:
    """Return the rounds of the cut that were paired."""
    return [held for held in event.rounds if held.is_cut]


def still_in(event: Event) -> list[PlayerId]:
    """Return the players who have lost no match of the cut, in the bracket's order."""
    held = cut_rounds(event)
    if not held:
        return first_order(event.seeds)
    found: list[PlayerId] = []
    for match in held[-1].matches.values():
        winner = winner_of(match)
        found += match.players if winner is None else (winner,)
    return found


def is_decided(event: Event) -> bool:
    """Whether the cut has its winner."""
    return bool(event.seeds) and len(still_in(event)) == 1


def first_order(seeds: tuple[PlayerId, ...]) -> list[PlayerId]:
    """Return the seeds in the order of the first round: neighbours meet.

    Of eight: 1 8, 4 5, 2 7, 3 6, so that the best two can meet in the final only.
    """
    order = [0]
    while len(order) < len(seeds):
        size = 2 * len(order)
        order = [each for at in order for each in (at, size - 1 - at)]
    return [seeds[at] for at in order]


def pair_next(event: Event) -> RoundPaired:
    """Return the next round of the cut."""
    number = RoundNumber(len(event.rounds) + 1)
    there = still_in(event)
    rank = {player: at for at, player in enumerate(event.seeds, start=1)}
    tables = []
    for at, pair in enumerate(zip(there[::2], there[1::2], strict=True)):
        first, second = sorted(pair, key=rank.__getitem__)
        reason = str(_reason(rank[first], rank[second]))
        tables.append(PairedTable(TableNumber(event.first_table + at), first, second, reason))
    return RoundPaired(number, True, tuple(tables), ())


def reasons_of(event: Event, paired: RoundPaired) -> Iterator[Text]:
    """Yield the reasons of a round of the cut, as messages that a log has in English."""
    rank = {player: at for at, player in enumerate(event.seeds, start=1)}
    for each in paired.tables:
        yield _reason(rank[each.first], rank[each.second])


def _reason(first: int, second: int) -> Text:
    return say("In the cut seed {first} meets seed {second}.", first=first, second=second)


def winner_of(match: Match) -> PlayerId | None:
    """Return the winner, who goes on; None while the match has no result."""
    if match.result is None:
        return None
    return match.first if match.result.winner is Side.FIRST else match.second


def placed(event: Event) -> list[list[PlayerId]]:
    """Return the players of the cut by how far they came, the winner first.

    Who lost in the same round shares a place.
    """
    places: list[list[PlayerId]] = []
    for held in cut_rounds(event):
        lost = [
            match.other(winner) for match in held.matches.values() if (winner := winner_of(match))
        ]
        if lost:
            places.append(lost)
    if is_decided(event):
        places.append(still_in(event))
    return places[::-1]
