"""The oracle's pods: how lots may deal them, who meets in them, and who goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import Any, Final

from duelmat_bench.tournament.oracle_state import Row, State

SMALLEST: Final = 3
"""Players of a pod: two would have but one match."""


def deal_faults(state: State, what: Row) -> Iterator[str]:
    """Yield what is wrong with the pods that lots have dealt."""
    pods, most = what["pods"], state.policy.get("pod_size", 4)
    dealt = Counter(player for pod in pods for player in pod)
    if set(dealt) != state.active or set(dealt.values()) - {1}:
        yield "not everybody has exactly one place in the pods"
    sizes = [len(pod) for pod in pods]
    players = sum(sizes)
    fewest = -(-players // most)
    while fewest > 1 and players // fewest < SMALLEST:
        fewest -= 1
    if len(pods) != fewest or max(sizes) - min(sizes) > 1:
        yield f"the pods have {sizes} players, of at most {most}"
    largest = max(sizes)
    if what["rounds"] != largest - 1 + largest % 2:
        yield f"{what['rounds']} rounds of pods of {sizes}"
    places = state.policy.get("pod_places", 2)
    going_on = sum(min(places, size) for size in sizes)
    if what["cut"] != (going_on if going_on > 1 else 0):
        yield f"{what['cut']} go on, where each pod has {places} places"


def round_faults(state: State, what: Row) -> Iterator[str]:
    """Yield what is wrong with a round of the pods before it is followed."""
    pairs = [frozenset((each["first"], each["second"])) for each in what["tables"]]
    met = {frozenset(pair) for held in state.rounds for pair in held.pairs.values()}
    if met & set(pairs):
        yield "two of a pod meet again"
    resting = [each["player"] for each in what["byes"]]
    seated = Counter(player for pair in pairs for player in pair)
    if set((seated + Counter(resting)).values()) - {1}:
        yield "somebody has two places"
    for pod in state.pods:
        there = {player for player in pod if state.players[player].was_there}
        playing = there & set(seated)
        if any(pair & set(pod) and not pair <= there for pair in pairs):
            yield "a pair is not of one pod, or one of it was never there"
        if {player for player in there - playing if state.players[player].is_active} != (
            set(resting) & set(pod)
        ):
            yield "whoever has no opponent does not rest"
        is_full = there == set(pod)
        rests = len(pod) if what["round"] > _rounds(pod) else len(pod) % 2
        if is_full and len(there - playing) != rests:
            yield f"{len(there - playing)} of a pod of {len(pod)} rest"


def _rounds(pod: Sequence[int]) -> int:
    return len(pod) - 1 + len(pod) % 2


def end_faults(state: State) -> Iterator[str]:
    """Yield the pairs of the pods that have not met once all rounds are played."""
    met = {frozenset(pair) for held in state.rounds for pair in held.pairs.values()}
    for pod in state.pods:
        there = [
            player
            for player in pod
            if state.players[player].was_there and state.players[player].entered == 1
        ]
        for pair in combinations(there, 2):
            if frozenset(pair) not in met:
                yield f"{pair} of a pod have not met"


def seed_faults(state: State, seeds: Sequence[int], keys: Mapping[int, Any]) -> Iterator[str]:
    """Yield what is wrong with the seeds after the pods.

    keys: the points and tie-breaks of every player; lots decide among equal ones.
    """
    places = state.policy.get("pod_places", 2)
    place_of: dict[int, int] = {}
    for pod in state.pods:
        there = [player for player in pod if state.players[player].is_active]
        going_on = [player for player in seeds if player in pod]
        rest = [keys[player] for player in there if player not in going_on]
        if not set(going_on) <= set(there) or len(going_on) != min(places, len(there)):
            yield f"{going_on} go on of {there}"
            return
        if rest and max(rest) > min(keys[player] for player in going_on):
            yield "a better player of a pod does not go on"
        best = sorted(going_on, key=lambda each: (keys[each], -seeds.index(each)), reverse=True)
        place_of |= {player: place for place, player in enumerate(best)}
    if sorted(seeds) != sorted(place_of):
        yield "somebody is a seed who was in no pod"
        return
    line = [place_of[player] for player in seeds]
    if line != sorted(line):
        yield f"places {line}: a second of a pod is seeded before a first"
        return
    yield from _first_round_faults(state, seeds, place_of, keys)


def _first_round_faults(
    state: State, seeds: Sequence[int], place_of: Mapping[int, int], keys: Mapping[int, Any]
) -> Iterator[str]:
    pod_of = {player: at for at, pod in enumerate(state.pods) for player in pod}
    size = 1 << (len(seeds) - 1).bit_length()
    meets = {at: size - 1 - at for at in range(len(seeds)) if size - 1 - at < len(seeds)}
    clashes = sum(pod_of[seeds[at]] == pod_of[seeds[to]] for at, to in meets.items()) // 2
    groups = [list(group) for _, group in groupby(seeds, place_of.__getitem__)]
    if clashes and _can_be_kept_apart(groups, pod_of, meets):
        yield f"{clashes} pairs of one pod meet at once, which could have been helped"
    usual: list[int] = []
    for group in groups:
        usual += sorted(group, key=keys.__getitem__, reverse=True)
    needed = any(pod_of[usual[at]] == pod_of[usual[to]] for at, to in meets.items())
    if not needed and [keys[each] for each in seeds] != [keys[each] for each in usual]:
        yield "the seeds of one place are not in the order of the standings"


def _can_be_kept_apart(
    groups: list[list[int]], pod_of: Mapping[int, int], meets: Mapping[int, int]
) -> bool:
    """Whether the players of each place can be seated so that none meets one of the own pod."""
    place_at = [place for place, group in enumerate(groups) for _ in group]
    free = [list(group) for group in groups]
    seated: dict[int, int] = {}
    steps = 0

    def seat(at: int) -> bool:
        nonlocal steps
        steps += 1
        if at == len(place_at) or steps > 20_000:
            return steps <= 20_000
        pods_tried = set()
        for player in list(free[place_at[at]]):
            other = seated.get(meets.get(at, -1))
            if pod_of[player] in pods_tried or (
                other is not None and pod_of[other] == pod_of[player]
            ):
                continue
            pods_tried.add(pod_of[player])
            free[place_at[at]].remove(player)
            seated[at] = player
            if seat(at + 1):
                return True
            del seated[at]
            free[place_at[at]].append(player)
        return False

    return seat(0)
