"""Pairing whole random tournaments: how long a round takes, and how good it is beside swisspair.

Draws, players who leave, who come late and who miss a round; byes; teams in some. Every round is
paired by us and by swisspair, and what it answers is costed by our definition. Then the states of
small tournaments: our cost beside the least cost, which networkx finds.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any, Final, NamedTuple

from duelmat_bench.tournament.exact import exact_cost
from duelmat_bench.tournament.random_rounds import Chances, RandomTournament, rounds_of
from duelmat_bench.tournament.rival import swisspair_pairing
from duelmat_tournament.pairing import Field, NoPairing, Pairing, Proof, cost_of, pair

SIZES: Final = {64: 150, 256: 100, 1024: 50, 4096: 15}
"""Players, and how many tournaments of so many."""
STATES: Final = 1000
LARGEST_STATE: Final = 64

KINDS: Final = (
    Chances(),
    Chances(draw=0.02, drop=0.03),
    Chances(draw=0.25, teams=12),
    Chances(draw=0.05, idle=0.02, late=0.03),
    Chances(draw=0.0, teams=3),
)
"""The kinds of tournaments, which take turns."""


def measure(
    sizes: dict[int, int] | None = None,
    *,
    states: int = STATES,
    seed: int = 1,
    told: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Return the figures by number of players, and those of the small states.

    Args:
        sizes: by number of players how many tournaments; None: those of `SIZES`.
        states: how many small states are compared with networkx.
        seed: of all that chance decides.
        told: takes a line about the progress.

    """
    figures: dict[str, Any] = {}
    for players, tournaments in (SIZES if sizes is None else sizes).items():
        tally = _Tally()
        for number in range(tournaments):
            tournament = RandomTournament(players, seed + number, KINDS[number % len(KINDS)])
            for played in islice(_played(tournament), rounds_of(players)):
                tally.add(played)
            told(f"{players} players: {number + 1} of {tournaments} tournaments")
        figures[str(players)] = tally.figures()
    if states:
        figures["exact_states"] = _exact_states(states, seed, told)
    return figures


def is_sound(figures: dict[str, Any]) -> bool:
    """Whether there is no rematch, no second bye, and nobody's pairing that costs less."""
    states = figures.get("exact_states", {"states": 0, "equal": 0})
    wrong = ("rematches", "second_byes", "costlier_than_swisspair")
    sizes = [each for size, each in figures.items() if size != "exact_states"]
    return states["states"] == states["equal"] and not any(
        each[name] for each in sizes for name in wrong
    )


class _Played(NamedTuple):
    """A round of a random tournament."""

    field: Field
    found: Pairing | NoPairing
    seconds: float


def _played(tournament: RandomTournament) -> Iterator[_Played]:
    """Yield the rounds of a tournament as we pair it, until there is no pairing."""
    while True:
        field = tournament.next_field()
        began = time.perf_counter()
        found = pair(field)
        yield _Played(field, found, time.perf_counter() - began)
        if isinstance(found, NoPairing):
            return
        tournament.play(found)


class _Tally:
    """Counts what came of rounds of one size."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.rival_seconds: list[float] = []
        self.paired = self.proven = self.rematches = self.second_byes = 0
        self.costlier = self.rival_costlier = 0

    def add(self, played: _Played) -> None:
        """Count a round, and have the rival pair it, too."""
        field, found, seconds = played
        self.seconds.append(seconds)
        if isinstance(found, NoPairing):
            return
        entrants = {each.id: each for each in field.entrants}
        self.paired += 1
        self.proven += found.proof is not Proof.NONE
        self.rematches += sum(each.second in entrants[each.first].met for each in found.pairs)
        self.second_byes += found.bye is not None and entrants[found.bye.player].had_bye
        rival = swisspair_pairing(field)
        self.rival_seconds.append(rival.seconds)
        cost = cost_of(field, rival.pairs, rival.bye)
        self.costlier += found.cost > cost
        self.rival_costlier += found.cost < cost

    def figures(self) -> dict[str, Any]:
        return {
            "rounds": len(self.seconds),
            "worst_s": round(max(self.seconds), 4),
            "swisspair_worst_s": round(max(self.rival_seconds), 4),
            "proven_share": round(self.proven / self.paired, 4),
            "without_pairing": len(self.seconds) - self.paired,
            "rematches": self.rematches,
            "second_byes": self.second_byes,
            "costlier_than_swisspair": self.costlier,
            "swisspair_costlier": self.rival_costlier,
        }


def small_states(seed: int, largest: int = LARGEST_STATE) -> Iterator[Field]:
    """Yield states of random tournaments without end: sizes, rounds and kinds by chance.

    The last state of a tournament may be one without a pairing.
    """
    chance = random.Random(seed)
    for number in count():
        players = chance.randint(2, largest)
        tournament = RandomTournament(players, seed * 1_000_000 + number, chance.choice(KINDS))
        rounds = chance.randint(1, rounds_of(players) + 2)
        yield list(islice(_played(tournament), rounds))[-1].field


def _exact_states(states: int, seed: int, told: Callable[[str], None]) -> dict[str, int]:
    equal = 0
    for number, field in enumerate(islice(small_states(seed), states), 1):
        found = pair(field)
        ours = None if isinstance(found, NoPairing) else found.cost
        equal += ours == exact_cost(field)
        if number % 100 == 0:
            told(f"exact states: {number} of {states}")
    return {"states": states, "largest": LARGEST_STATE, "equal": equal}
