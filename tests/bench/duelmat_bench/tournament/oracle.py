"""An oracle of events: it reads an event file as plain JSON, and shares no code with the program.

It follows who takes part, has met, has rested and has how many points, and finds out with networkx
whether every pairing of Swiss is allowed and costs as little as any (docs/adr/0025 says what costs
what), and whether a rule was given up only where no pairing keeps it. Pods, brackets, tables, the
clock, results and places it knows from docs/policies.md, docs/events.md and docs/adr/0077 to 0080.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from duelmat_bench.tournament import oracle_pods
from duelmat_bench.tournament.oracle_bracket import OPEN, OracleBracket
from duelmat_bench.tournament.oracle_costs import Costs
from duelmat_bench.tournament.oracle_floor import OracleFloor
from duelmat_bench.tournament.oracle_state import BYE, Row, State
from duelmat_bench.tournament.second_tiebreaks import second_standings

ALWAYS_UP_TO: Final = 32
"""In fields of so many players every pairing is matched again."""
SOMETIMES_UP_TO: Final = 96
LOOKS_AHEAD: Final = "look-ahead"
"""The proof of a pairing that costs more, since all cheaper ones leave a later round without one:
tests of the look-ahead try them."""
SOMETIMES: Final = 0.04
"""The share of larger fields that are: networkx needs a second for one of a hundred players."""


SEEN: Final = (
    "pairings",
    "matched_again",
    "given_up",
    "rematches",
    "second_byes",
    "avoidable",
    "set_pairs",
    "pod_rounds",
    "bracket_rounds",
    "seedings",
)
"""The counts: pairings of Swiss, those whose cost was compared, those with a rule given up,
rematches and second byes, those in spite of a pairing without, pairs that were set, rounds of pods
and of brackets, and brackets whose seeds were compared with the standings."""


class Oracle:
    """Follows one event."""

    def __init__(self, content: bytes, chance: random.Random) -> None:
        self.entries = [line["entry"] for line in json.loads(content)["entries"]]
        self.chance = chance
        self.state = State(self.entries[0]["what"])
        self.floor = OracleFloor(self.state)
        self.seen: Counter[str] = Counter(dict.fromkeys(SEEN, 0))

    def faults(self) -> Iterator[str]:
        """Follow the event, and yield what is wrong with its pairings and all that is about it."""
        for entry in self.entries:
            what = entry["what"]
            if what["is"] == "round-paired":
                faults = self._round_faults(what)
                yield from (f"round {what['round']}: {fault}" for fault in faults)
            elif what["is"] == "cut-started":
                yield from (f"seeds: {fault}" for fault in self._seed_faults(what["seeds"]))
            elif what["is"] == "event-started" and what.get("pods"):
                yield from oracle_pods.deal_faults(self.state, what)
            elif what["is"] == "event-finished":
                yield from self._end_faults()
            elif what["is"] == "pair-set":
                self.seen["set_pairs"] += 1
            at = f"entry {entry['number']} ({what['is']}): "
            yield from (f"{at}{fault}" for fault in self.floor.faults(entry))
            self.state.follow(what)

    def _round_faults(self, what: Row) -> Iterator[str]:
        if what["is_cut"]:
            self.seen["bracket_rounds"] += 1
            yield from self._cut_faults(what)
        elif self.state.pods:
            self.seen["pod_rounds"] += 1
            yield from oracle_pods.round_faults(self.state, what)
        else:
            yield from self._swiss_faults(what)

    # Pairings of Swiss

    def _swiss_faults(self, what: Row) -> Iterator[str]:
        number = what["round"]
        pairs = [(each["first"], each["second"]) for each in what["tables"]]
        resting = [each["player"] for each in what["byes"]]
        players = self.state.players
        active = {each for each in self.state.active if number not in players[each].absences}
        awarded = {each for each in active if number in players[each].byes}
        seated = Counter([*resting, *(player for pair in pairs for player in pair)])
        if set(seated) != active or set(seated.values()) - {1}:
            yield "not everybody has exactly one place"
            return
        assigned = [each for each in resting if each not in awarded]
        if awarded - set(resting) or len(assigned) != (len(active) - len(awarded)) % 2:
            yield "the byes are not those that were awarded, and one for whoever is left over"
            return
        self.seen["pairings"] += 1
        yield from self._cost_faults(number, [*pairs, *((each, BYE) for each in assigned)], what)

    def _cost_faults(self, number: int, chosen: list[tuple[int, int]], what: Row) -> Iterator[str]:
        given_up = what.get("given_up", [])
        costs = Costs(self.state, number, {player for pair in chosen for player in pair})
        broken = [pair for pair in chosen if costs.is_repeated(*pair)]
        rematches = sum(BYE not in pair for pair in broken)
        self.seen["rematches"] += rematches
        self.seen["second_byes"] += len(broken) - rematches
        if rematches and "rematch" not in given_up:
            yield f"{rematches} rematches, and the rule was not given up"
        if len(broken) > rematches and "second-bye" not in given_up:
            yield "a second bye, and the rule was not given up"
        if given_up:
            self.seen["given_up"] += 1
            if broken and costs.is_served(()):
                self.seen["avoidable"] += len(broken)
                yield "a rule was broken, and there is a pairing that keeps all"
        size = len(costs.players)
        is_small = size <= ALWAYS_UP_TO
        if is_small or (size <= SOMETIMES_UP_TO and self.chance.random() < SOMETIMES):
            self.seen["matched_again"] += 1
            cost, least = costs.total(chosen), costs.least(given_up)
            is_dearer = cost > least and what.get("proof") == LOOKS_AHEAD
            if cost != least and not is_dearer:
                yield f"it costs {cost}, and another pairing {least}"

    # Pairings of the cut

    def bracket(self) -> OracleBracket:
        """Return the bracket with what was played in it so far."""
        held = [each for each in self.state.rounds if each.is_cut]

        def winner(number: int, pair: frozenset[int]) -> int | None:
            return held[number - 1].winner(pair) if number <= len(held) else None

        return OracleBracket(self.state.seeds, self.state.policy.get("bracket", "single"), winner)

    def _cut_faults(self, what: Row) -> Iterator[str]:
        bracket = self.bracket()
        number = 1 + sum(each.is_cut for each in self.state.rounds)
        expected = bracket.expected(number)
        pairs = [frozenset((each["first"], each["second"])) for each in what["tables"]]
        if what["byes"] or Counter(pairs) != Counter(expected):
            met = [sorted(pair) for pair in pairs]
            yield f"in the cut {met} meet, expected {[sorted(pair) for pair in expected]}"
        rank = self.state.seeds.index
        if any(rank(each["first"]) > rank(each["second"]) for each in what["tables"]):
            yield "in the cut the worse seed stands first"

    def keys(self, number: int) -> dict[int, Any]:
        """Return the points and tie-breaks of everybody after a round."""
        return second_standings(
            self.state.policy["tie_breaks"],
            self.state.present(number),
            list(self.state.matches(number)),
            self.state.policy["points"],
            number,
        )

    def _seed_faults(self, seeds: list[int]) -> Iterator[str]:
        self.seen["seedings"] += 1
        state = self.state
        if state.first_stage == "bracket":
            if Counter(seeds) != Counter(state.active):
                yield "not everybody has a place in the bracket"
            return
        keys = self.keys(state.swiss_rounds)
        if state.pods:
            yield from oracle_pods.seed_faults(state, seeds, keys)
            return
        line = [keys[player] for player in seeds]
        rest = [keys[player] for player in state.active - set(seeds)]
        if not set(seeds) <= state.active or len(set(seeds)) != state.cut_size:
            yield f"{seeds} are in the cut of {state.cut_size}"
        elif line != sorted(line, reverse=True) or (rest and max(rest) > line[-1]):
            yield "the seeds are not the best in their order"

    def _end_faults(self) -> Iterator[str]:
        if self.state.pods and len(self.state.rounds) >= self.state.swiss_rounds:
            yield from oracle_pods.end_faults(self.state)
        if self.state.seeds:
            bracket = self.bracket()
            played = sum(each.is_cut for each in self.state.rounds)
            is_open = any(OPEN in (each.one, each.other, each.won) for each in bracket.meetings)
            if is_open or bracket.last != played:
                yield f"the event is over after {played} rounds of the bracket's {bracket.last}"

    def places(self, standings: list[int]) -> list[tuple[int, int, int]]:
        """Return each player of an event that is over, with the first and the last place shared.

        standings: the players in the order after the last round before the bracket, or of the
        seeds.
        """
        groups = [[player] for player in standings]
        if self.state.seeds:
            groups = [sorted(group, key=standings.index) for group in self.bracket().places()]
            groups += [[player] for player in standings if player not in self.state.seeds]
        found, at = [], 1
        for group in groups:
            found += [(player, at, at + len(group) - 1) for player in group]
            at += len(group)
        return found
