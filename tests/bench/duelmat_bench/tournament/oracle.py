"""An oracle of events: it reads an event file as plain JSON, and shares no code with the program.

It follows who takes part, has met, has rested and has how many points, and finds out with networkx
whether every pairing of Swiss is allowed and costs as little as any (docs/adr/0025 says what costs
what), and whether a rule was given up only where no pairing keeps it.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

import networkx as nx

BYE: Final = 0
"""The vertex of whoever rests."""
ALWAYS_UP_TO: Final = 32
"""In fields of so many players every pairing is matched again."""
SOMETIMES_UP_TO: Final = 96
LOOKS_AHEAD: Final = "look-ahead"
"""The proof of a pairing that costs more, since all cheaper ones leave a later round without one:
tests of the look-ahead try them."""
SOMETIMES: Final = 0.04
"""The share of larger fields that are: networkx needs a second for one of a hundred players."""

Row = dict[str, Any]
"""Something of the file."""


@dataclass
class Player:
    """Somebody who takes part, or did."""

    team: str
    entered: int
    is_active: bool = True
    left: int = 0
    byes: set[int] = field(default_factory=set)
    missed: list[tuple[int, int]] = field(default_factory=list)
    """Rounds that count as losses, each with the round since which it counts."""

    @property
    def was_there(self) -> bool:
        return self.is_active or self.left >= self.entered


@dataclass
class Round:
    """A round that was paired."""

    number: int
    is_cut: bool
    pairs: dict[int, tuple[int, int]]
    byes: list[int]
    results: dict[int, Row] = field(default_factory=dict)

    def move(self, table: int, to: int) -> None:
        """Have a match at another table, in the same place of the bracket."""
        self.pairs = {to if at == table else at: pair for at, pair in self.pairs.items()}


@dataclass
class Seen:
    """What the oracle has seen in some events."""

    pairings: int = 0
    matched_again: int = 0
    """Pairings whose cost was compared."""
    given_up: int = 0
    """Pairings in which a rule was given up, because no pairing kept it."""
    rematches: int = 0
    second_byes: int = 0
    avoidable: int = 0
    """Rematches and second byes in spite of a pairing without."""


class Oracle:
    """Follows one event."""

    def __init__(self, content: bytes, chance: random.Random) -> None:
        self.entries = [line["entry"] for line in json.loads(content)["entries"]]
        self.chance = chance
        self.policy: Row = self.entries[0]["what"]["policy"]
        self.players: dict[int, Player] = {}
        self.rounds: list[Round] = []
        self.seeds: list[int] = []
        self.seen = Seen()

    def faults(self) -> Iterator[str]:
        """Follow the event, and yield what is wrong with its pairings."""
        for entry in self.entries:
            what = entry["what"]
            if what["is"] == "round-paired":
                faults = self._cut_faults(what) if what["is_cut"] else self._swiss_faults(what)
                yield from (f"round {what['round']}: {fault}" for fault in faults)
            self._follow(what)

    # What happens

    def _follow(self, what: Row) -> None:
        kind, player = what["is"], self.players.get(what.get("player", BYE))
        coming = len(self.rounds) + 1
        if kind == "player-registered":
            fresh = Player(what.get("team", ""), coming, byes=set(what.get("byes", ())))
            self.players[what["player"]] = fresh
            self._miss(fresh, 0)
        elif kind == "bye-awarded" and player:
            player.byes.add(what["round"])
        elif kind == "player-dropped" and player:
            player.is_active, player.left = False, len(self.rounds)
        elif kind == "player-returned" and player:
            player.entered = player.entered if player.was_there else coming
            player.is_active = True
            self._miss(player, player.left)
        elif kind == "round-paired":
            pairs = {each["table"]: (each["first"], each["second"]) for each in what["tables"]}
            resting = [each["player"] for each in what["byes"]]
            self.rounds.append(Round(what["round"], what["is_cut"], pairs, resting))
        elif kind == "round-unpaired":
            self.rounds.pop()
            for each in self.players.values():
                self._forget_round(each, coming - 1)
        elif kind == "result-settled":
            self.rounds[what["round"] - 1].results[what["table"]] = what["result"]
        elif kind == "result-corrected":
            self.rounds[what["round"] - 1].results[what["table"]] = what["after"]
        elif kind == "match-moved":
            self.rounds[what["round"] - 1].move(what["table"], what["to"])
        elif kind == "cut-started":
            self.seeds = what["seeds"]

    def _miss(self, player: Player, left: int) -> None:
        if self.policy["entering"]["missed_is_loss"]:
            coming = len(self.rounds) + 1
            player.missed += [(number, coming) for number in range(left + 1, coming)]

    @staticmethod
    def _forget_round(player: Player, number: int) -> None:
        player.entered = min(player.entered, number)
        player.left = min(player.left, number - 1)
        player.missed = [
            (missed, min(since, number) if since == number + 1 else since)
            for missed, since in player.missed
            if missed != number
        ]

    # What follows from it

    def matches(self, number: int) -> Iterator[Row]:
        """Yield what the standings after a round of Swiss are made of."""
        for at, held in enumerate(self.rounds[:number], start=1):
            for table, (one, other) in held.pairs.items():
                result = held.results.get(table)
                if result is not None and not held.is_cut:
                    yield {"round": at, **_match(one, other, result)}
            for player in held.byes:
                yield {"round": at, **_alone(player, "bye")}
        for number_of, player_of in self.players.items():
            if number_of in self.present(number):
                for missed, since in player_of.missed:
                    if missed <= number and since <= number:
                        yield {"round": missed, **_alone(number_of, "missed")}

    def present(self, number: int) -> list[int]:
        """Return who stands somewhere after a round."""
        return [
            each
            for each, player in self.players.items()
            if player.was_there and player.entered <= max(1, number)
        ]

    def points_before(self, number: int) -> Counter[int]:
        """Return everybody's points before a round."""
        worth = self.policy["points"]
        found: Counter[int] = Counter()
        for held in self.rounds[: number - 1]:
            for table, pair in held.pairs.items():
                result = held.results.get(table)
                for side, player in zip(("first", "second"), pair, strict=True):
                    if result is not None:
                        found[player] += worth[_brought(result, side)]
            for player in held.byes:
                found[player] += worth["bye"]
        for each, player_of in self.players.items():
            since = sum(since <= number for _, since in player_of.missed)
            found[each] += since * worth["loss"]
        return found

    # Pairings of Swiss

    def _swiss_faults(self, what: Row) -> Iterator[str]:
        number = what["round"]
        pairs = [(each["first"], each["second"]) for each in what["tables"]]
        resting = [each["player"] for each in what["byes"]]
        active = {each for each, player in self.players.items() if player.is_active}
        awarded = {each for each in active if number in self.players[each].byes}
        seated = Counter([*resting, *(player for pair in pairs for player in pair)])
        if set(seated) != active or set(seated.values()) - {1}:
            yield "not everybody has exactly one place"
            return
        assigned = [each for each in resting if each not in awarded]
        if awarded - set(resting) or len(assigned) != (len(active) - len(awarded)) % 2:
            yield "the byes are not those that were awarded, and one for whoever is left over"
            return
        self.seen.pairings += 1
        yield from self._cost_faults(number, [*pairs, *((each, BYE) for each in assigned)], what)

    def _cost_faults(self, number: int, chosen: list[tuple[int, int]], what: Row) -> Iterator[str]:
        given_up = what.get("given_up", [])
        costs = _Costs(self, number, {player for pair in chosen for player in pair})
        broken = [pair for pair in chosen if costs.is_repeated(*pair)]
        rematches = sum(BYE not in pair for pair in broken)
        self.seen.rematches += rematches
        self.seen.second_byes += len(broken) - rematches
        if rematches and "rematch" not in given_up:
            yield f"{rematches} rematches, and the rule was not given up"
        if len(broken) > rematches and "second-bye" not in given_up:
            yield "a second bye, and the rule was not given up"
        if given_up:
            self.seen.given_up += 1
            if broken and costs.is_served(()):
                self.seen.avoidable += len(broken)
                yield "a rule was broken, and there is a pairing that keeps all"
        size = len(costs.players)
        is_small = size <= ALWAYS_UP_TO
        if is_small or (size <= SOMETIMES_UP_TO and self.chance.random() < SOMETIMES):
            self.seen.matched_again += 1
            cost, least = costs.total(chosen), costs.least(given_up)
            is_dearer = cost > least and what.get("proof") == LOOKS_AHEAD
            if cost != least and not is_dearer:
                yield f"it costs {cost}, and another pairing {least}"

    # Pairings of the cut

    def _cut_faults(self, what: Row) -> Iterator[str]:
        held = [each for each in self.rounds if each.is_cut]
        if held:
            there = [_winner(held[-1], table) for table in held[-1].pairs]
        else:
            there = _bracket(self.seeds)
        pairs = [{each["first"], each["second"]} for each in what["tables"]]
        if pairs != [set(each) for each in zip(there[::2], there[1::2], strict=True)]:
            yield f"in the cut {pairs} meet, where {there} are still in"


class _Costs:
    """What the pairs of a round cost, as one integer each."""

    def __init__(self, oracle: Oracle, number: int, players: set[int]) -> None:
        self.players = sorted(players)
        self.oracle = oracle
        points = oracle.points_before(number)
        scores = sorted({points[each] for each in players - {BYE}}, reverse=True)
        self.group = {each: scores.index(points[each]) for each in players - {BYE}}
        self.group[BYE] = len(scores)
        self.met: set[frozenset[int]] = set()
        for held in oracle.rounds:
            self.met |= {frozenset(pair) for pair in held.pairs.values()}
            self.met |= {frozenset((each, BYE)) for each in held.byes}
        self.down, self.up = self._floats(number)
        self.are_teams_apart = number <= oracle.policy["teammates_apart_rounds"]
        size = len(players)
        self.repeated = size + 1
        self.spread = self.repeated * (size + 1)
        self.broken = self.spread * (size * (len(scores) + 1) ** 2 + 1)

    def _floats(self, number: int) -> tuple[set[int], set[int]]:
        """Return who played somebody with fewer points in the last round, and with more."""
        if number == 1:
            return set(), set()
        last, points = self.oracle.rounds[-1], self.oracle.points_before(number - 1)
        down, up = set(last.byes), set()
        for one, other in last.pairs.values():
            if points[one] != points[other]:
                high, low = (one, other) if points[one] > points[other] else (other, one)
                down.add(high)
                up.add(low)
        return down, up

    def is_repeated(self, one: int, other: int) -> bool:
        return frozenset((one, other)) in self.met

    def of_pair(self, one: int, other: int) -> int:
        high, low = sorted((one, other), key=lambda each: self.group[each])
        cost = self.broken * self.is_repeated(one, other)
        apart = self.group[low] - self.group[high]
        if apart:
            floats = (high in self.down) + (low in self.up)
            cost += apart * apart * self.spread + floats * self.repeated
        if self.are_teams_apart and BYE not in (one, other):
            teams = [self.oracle.players[each].team for each in (one, other)]
            cost += bool(teams[0]) and teams[0] == teams[1]
        return cost

    def total(self, pairs: list[tuple[int, int]]) -> int:
        return sum(self.of_pair(*pair) for pair in pairs)

    def graph(self, given_up: Any) -> nx.Graph[int]:
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(self.players)
        for one, other in combinations(self.players, 2):
            rule = "second-bye" if BYE in (one, other) else "rematch"
            if rule in given_up or not self.is_repeated(one, other):
                graph.add_edge(one, other, weight=self.of_pair(one, other))
        return graph

    def is_served(self, given_up: Any) -> bool:
        """Whether everybody can be paired."""
        matching = nx.max_weight_matching(self.graph(given_up), maxcardinality=True, weight="no")
        return 2 * len(matching) == len(self.players)

    def least(self, given_up: Any) -> int:
        """Return what the cheapest pairing costs."""
        return self.total(list(nx.min_weight_matching(self.graph(given_up))))


def _brought(result: Row, side: str) -> str:
    """Return what a match brought the player of a side: the key of its points."""
    if result["winner"] == side:
        return "win"
    return "draw" if result["winner"] == "none" and result["ending"] != "double-loss" else "loss"


_KINDS: Final = {
    "played": "played",
    "agreed-draw": "agreed",
    "double-loss": "double loss",
    "no-show": "absent",
    "forfeit": "forfeit",
}


def _match(one: int, other: int, result: Row) -> Row:
    return {
        "a": one,
        "b": other,
        "kind": _KINDS[result["ending"]],
        "won": {"first": "a", "second": "b", "none": ""}[result["winner"]],
        "duels": (result["first_won"], result["second_won"], result["drawn"]),
    }


def _alone(player: int, kind: str) -> Row:
    return {"a": player, "b": None, "kind": kind, "won": "", "duels": (0, 0, 0)}


def _winner(held: Round, table: int) -> int:
    return held.pairs[table][held.results[table]["winner"] == "second"]


def _bracket(seeds: list[int]) -> list[int]:
    """Return seeds so that neighbours meet, and the best two as late as can be."""
    if len(seeds) <= 2:
        return seeds
    half = _bracket(seeds[: len(seeds) // 2])
    against = dict(zip(seeds, reversed(seeds), strict=True))
    order: list[int] = []
    for each in half:
        order += (each, against[each])
    return order
