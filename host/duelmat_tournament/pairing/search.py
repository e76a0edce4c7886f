"""The search for the cheapest matching of a field: shuffled groups, and windows where needed.

It begins without windows. A group that chance and repair do not solve becomes a window, windows
that touch become one, and everything is tried again. When all groups are solved, the cost is that
of the bound, which is the proof. In the end there is one window over the whole field, which is
matched exactly. Only where that would be too wide may the best that was found stay unproven.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import groupby
from typing import Final, NamedTuple

from duelmat_tournament.pairing.answer import Proof
from duelmat_tournament.pairing.blossom import largest_matching
from duelmat_tournament.pairing.graph import Graph, Matching
from duelmat_tournament.pairing.groups import float_weight, shuffle_group
from duelmat_tournament.pairing.windows import MatchedWindow, Window, match_window

EXACT_UP_TO: Final = 32
"""The most entrants of a field that is one window from the start."""
WIDEST: Final = 400
"""The most players of a window, unless the window is a whole field up to EXACT_UP_TO."""
_CHECKED: Final = 64
"""Before a window gets more players than this, some matching of everybody is found."""
_REACH: Final = 40
"""In the last resort, each pair is compared with this many later pairs."""


class Found(NamedTuple):
    """A matching of everybody."""

    matching: Matching
    weight: int
    bound: int
    """The weight that every matching has at least."""
    proof: Proof


class _Try(NamedTuple):
    """The result of matching with one choice of windows."""

    matching: Matching | None
    """None: some group could not be paired at all."""
    bound: int
    unsolved: set[int]
    """Groups to be put into windows, because some cost exceeds the bound."""


def cheapest_pairing(
    graph: Graph, exact_up_to: int = EXACT_UP_TO, widest: int = WIDEST
) -> Found | None:
    """Search for the cheapest matching of everybody; None: there is no such matching."""
    inside = set(range(graph.groups)) if graph.size <= exact_up_to else set()
    known: dict[Window, MatchedWindow | None] = {}
    best: Found | None = None
    bound = 0
    is_possible = False
    while True:
        windows = _runs(inside)
        tried = _try(graph, windows, known)
        if tried is None:
            return None
        bound = max(bound, _with_teams(graph, tried.bound))
        best = _better(graph, best, tried.matching)
        wanted = _grown(graph, inside, tried.unsolved, widest)
        if wanted == inside or (best is not None and best.weight == bound):
            break
        inside = wanted
        if best is None and not is_possible and _width(graph, _runs(inside)) > _CHECKED:
            if largest_matching(graph.adjacent()).unmatched:
                return None
            is_possible = True
    best = best or _better(graph, None, _last_resort(graph))
    if best is None:
        return None
    is_whole = windows == [Window(0, graph.groups - 1)]
    return best._replace(bound=bound, proof=_proof(graph, best.weight, bound, is_whole=is_whole))


def _proof(graph: Graph, weight: int, bound: int, *, is_whole: bool) -> Proof:
    if weight > bound:
        return Proof.NONE
    if weight == _with_teams(graph, parity_bound(graph)):
        return Proof.PARITY_BOUND
    return Proof.EXACT if is_whole else Proof.WINDOW_BOUND


def parity_bound(graph: Graph) -> int:
    """Return the weight of one float across every odd boundary."""
    return (graph.odd_above[-1] if graph.groups else 0) * graph.scale.spread


def _with_teams(graph: Graph, bound: int) -> int:
    """Return a bound with the pairs of teammates that the largest team makes inevitable.

    Every pair that is not of the largest team has one of the others in it, at the least. A
    matching whose earlier lines are those of the bound has so many teammates therefore, and one
    whose earlier lines are more weighs more anyway.
    """
    sizes = Counter(team for team in graph.team if team)
    others = graph.size - max(sizes.values(), default=0)
    teammates = bound % graph.scale.repeated_float
    return bound + max(0, graph.size // 2 - others - teammates)


def _better(graph: Graph, best: Found | None, matching: Matching | None) -> Found | None:
    if matching is None:
        return best
    weight = graph.total(matching)
    if best is not None and best.weight <= weight:
        return best
    return Found(matching, weight, 0, Proof.NONE)


def _width(graph: Graph, windows: list[Window]) -> int:
    """Return the number of players in the largest window."""
    sizes = (graph.starts[each.last + 1] - graph.starts[each.first] for each in windows)
    return max(sizes, default=0)


def _runs(inside: set[int]) -> list[Window]:
    """Return the windows that a set of groups makes."""
    runs = groupby(enumerate(sorted(inside)), lambda placed: placed[1] - placed[0])
    groups = [[group for _, group in run] for _, run in runs]
    return [Window(run[0], run[-1]) for run in groups]


def _grown(graph: Graph, inside: set[int], unsolved: set[int], widest: int) -> set[int]:
    """Return the groups in windows, with those unsolved ones that make no window too wide."""
    grown = set(inside)
    for group in sorted(unsolved):
        wanted = grown | {group}
        run = next(run for run in _runs(wanted) if run.first <= group <= run.last)
        if _width(graph, [run]) <= widest:
            grown = wanted
    return grown


def _try(
    graph: Graph, windows: list[Window], known: dict[Window, MatchedWindow | None]
) -> _Try | None:
    """Match all windows, then shuffle all other groups from the top; None: no matching exists."""
    matching: Matching = []
    bound = 0
    guests: dict[int, dict[int, int]] = defaultdict(dict)
    lower: dict[int, list[int]] = defaultdict(list)
    free = set(range(graph.groups))
    for window in windows:
        if window not in known:
            known[window] = match_window(graph, window)
        found = known[window]
        if found is None:
            return None
        bound += found.weight
        matching += found.pairs
        for leaving in found.leaving:
            guests[leaving.group][leaving.vertex] = leaving.weight
        lower[window.first - 1] += [window.last + 1] * found.passes
        free -= set(range(window.first, window.last + 1))
    for group in sorted(free):
        if group + 1 in free and graph.is_odd(group + 1):
            bound += float_weight(graph, group, group + 1)
            lower[group].append(group + 1)
    unsolved: set[int] = set()
    unknown: set[int] = set()
    for group in sorted(free):
        if group in unknown:
            unknown |= set(lower[group])
            continue
        shuffled = shuffle_group(graph, group, guests[group], lower[group])
        unsolved |= {_to_widen(graph, free, group, other) for other in shuffled.troubles}
        if shuffled.pairs is None:
            unknown |= {group, *lower[group]}
            continue
        matching += shuffled.pairs
        for vertex, below in shuffled.floaters:
            guests[below][vertex] = float_weight(graph, group, below)
    return _Try(None if unknown else matching, bound, unsolved)


def _to_widen(graph: Graph, free: set[int], group: int, other: int) -> int:
    """Choose the group to put into a window because of a pair between two groups.

    The smaller one: it has less choice, and its window is matched sooner.
    """
    if other not in free:
        return group
    return min(group, other, key=lambda each: len(graph.members(each)))


def _last_resort(graph: Graph) -> Matching | None:
    """Return any matching of everybody, made cheaper by swaps; None: there is none."""
    mate = largest_matching(graph.adjacent()).mate
    if -1 in mate:
        return None
    pairs = [(vertex, other) for vertex, other in enumerate(mate) if vertex < other]
    for at in range(len(pairs)):
        for place in range(at + 1, min(at + 1 + _REACH, len(pairs))):
            (one, other), (third, fourth) = pairs[at], pairs[place]
            choices = (
                [(one, other), (third, fourth)],
                [(min(one, third), max(one, third)), (min(other, fourth), max(other, fourth))],
                [(min(one, fourth), max(one, fourth)), (min(other, third), max(other, third))],
            )
            allowed = [both for both in choices if all(graph.is_allowed(*pair) for pair in both)]
            pairs[at], pairs[place] = min(allowed, key=graph.total)
    return pairs
