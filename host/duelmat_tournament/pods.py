"""Pods: small groups in which everybody meets everybody, and the best of which go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from duelmat_message import Text, say
from duelmat_tournament.entries import PairedBye, PairedTable, RoundPaired
from duelmat_tournament.event import Event
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber
from duelmat_tournament.seating import tables_for, with_chairs
from duelmat_tournament.swiss import standings_after

Pods = tuple[tuple[PlayerId, ...], ...]
SMALLEST: Final = 3
"""Players: two would have but one match."""


def drawn_pods(players: Sequence[PlayerId], most: int) -> Pods:
    """Deal players, whom lots have ordered, into pods of nearly equal size.

    most: the players of a pod, or one more where pods would have fewer than three.
    """
    count = max(1, -(-len(players) // most))
    while count > 1 and len(players) // count < SMALLEST:
        count -= 1
    return tuple(tuple(players[at::count]) for at in range(count))


def rounds_of(pods: Pods) -> int:
    """Return the rounds in which everybody meets everybody."""
    most = max(map(len, pods), default=1)
    return most - 1 + most % 2


def go_on(pods: Pods, places: int) -> int:
    """Return the number of players who go on, so many of each pod; one alone is the winner."""
    found = sum(min(places, len(pod)) for pod in pods)
    return found if found > 1 else 0


def pair_next(event: Event) -> RoundPaired:
    """Return the next round: whoever has left loses, whoever was never there is left out."""
    number = RoundNumber(len(event.rounds) + 1)
    pairs: list[tuple[PlayerId, PlayerId]] = []
    meets: list[str] = []
    byes = []
    for pod, players in enumerate(event.pods, start=1):
        there = [player for player in players if event.players[player].was_there]
        resting = set(there)
        for first, second in _pairs(players, number):
            if {first, second} <= set(there):
                pairs.append((first, second))
                meets.append(str(_meets(pod)))
                resting -= {first, second}
        byes += [PairedBye(each, str(_rests(pod))) for each in there if each in resting]
    left = [each for each in byes if event.players[each.player].is_active]
    tables = tuple(
        with_chairs(event, PairedTable(table, *pair, reason))
        for table, pair, reason in zip(tables_for(event, pairs), pairs, meets, strict=True)
    )
    return RoundPaired(number, False, tables, tuple(left))


def _pairs(players: Sequence[PlayerId], number: int) -> Iterator[tuple[PlayerId, PlayerId]]:
    """Yield who meets in a round: one keeps the place, and the others go round in a circle."""
    circle = [*players, NO_PLAYER] if len(players) % 2 else list(players)
    if number >= len(circle):
        return
    turn = len(circle) - number
    fixed, moving = circle[0], circle[1:]
    line = [fixed, *moving[turn:], *moving[:turn]]
    for at, one in enumerate(line[: len(line) // 2]):
        other = line[-1 - at]
        if NO_PLAYER not in (one, other):
            yield (one, other) if number % 2 else (other, one)


def reasons_of(event: Event, paired: RoundPaired) -> Iterator[Text]:
    """Yield the reasons of a round of the pods, as messages that a log has in English."""
    del paired
    for pod in range(1, len(event.pods) + 1):
        yield _meets(pod)
        yield _rests(pod)


def _meets(pod: int) -> Text:
    return say("In pod {pod} everybody meets everybody.", pod=pod)


def _rests(pod: int) -> Text:
    return say(
        "In pod {pod} there is no opponent for this round: the bye counts nothing.", pod=pod
    )


def seeds(event: Event) -> tuple[PlayerId, ...]:
    """Return the players of the bracket: the firsts of all pods, then the seconds, and so on.

    Among those of one place the standings decide. Somebody who has left leaves the place to the
    next of the pod. Two of one pod do not meet in the first round where that can be helped.
    """
    rows = standings_after(event, RoundNumber(event.swiss_rounds))
    rank = {row.player: row.rank for row in rows}
    places: dict[PlayerId, int] = {}
    for players in event.pods:
        there = (each for each in players if event.players[each].is_active)
        best = sorted(there, key=rank.__getitem__)[: event.policy.pod_places]
        places |= {player: place for place, player in enumerate(best)}
    order = sorted(places, key=lambda each: (places[each], rank[each]))
    return tuple(_kept_apart(order, places, event.pods))


def _kept_apart(order: list[PlayerId], places: dict[PlayerId, int], pods: Pods) -> list[PlayerId]:
    """Return seeds of which two of one pod do not meet in the first round, if possible.

    A player changes with the nearest one who took the same place in another pod.
    """
    pod_of = {player: pod for pod, players in enumerate(pods) for player in players}
    size = 1
    while size < len(order):
        size *= 2

    def clashes(line: list[PlayerId]) -> int:
        pairs = ((at, size - 1 - at) for at in range(size - len(line), size // 2))
        return sum(pod_of[line[one]] == pod_of[line[other]] for one, other in pairs)

    for at in range(len(order) - 1, 0, -1):
        same = [to for to, each in enumerate(order) if places[each] == places[order[at]]]
        for to in sorted(same, key=lambda each: abs(each - at)):
            changed = list(order)
            changed[at], changed[to] = changed[to], changed[at]
            if clashes(changed) < clashes(order):
                order = changed
                break
    return order
