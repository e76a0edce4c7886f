"""Duels by random legal actions, and what must hold in every state of them."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from duelmat_engine.actions import Action
from duelmat_engine.forms.duel_json import write_duel
from duelmat_engine.forms.position import faults_of
from duelmat_engine.forms.vocabulary import unheard_of
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.play import apply, roll
from duelmat_engine.random_play import practice_duel
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Duel

LIMIT = 20_000
"""Actions after which a duel is cut off: a failure, for every duel has to end by rule."""


def begin(seed: int, ruleset: str = "trump_king", players: int = 2) -> Duel:
    """A closed duel with practice decks."""
    return practice_duel(ruleset, seed, players=players)


def choose(duel: Duel, chance: random.Random) -> Action:
    """A random answer; the duel's own dice answer for chance."""
    if duel.decision is not None and duel.decision.kind == "chance":
        return roll(duel)
    return chance.choice(list(legal_actions(duel)))


def play(
    seed: int, limit: int = LIMIT, ruleset: str = "trump_king", players: int = 2
) -> Iterator[tuple[Duel, Action]]:
    """Each state of a random duel with the action played in it; the last duel is over."""
    duel = begin(seed, ruleset, players)
    chance = random.Random(seed)
    for _ in range(limit):
        if duel.is_over():
            return
        action = choose(duel, chance)
        yield duel, action
        duel = apply(duel, action).duel


@dataclass
class Tally:
    """The ends of random duels."""

    wins: Counter[str] = field(default_factory=Counter)
    draws: Counter[str] = field(default_factory=Counter)
    cut_offs: list[int] = field(default_factory=list)
    """Seeds of duels that did not end."""
    actions: int = 0
    turns: int = 0
    faults: list[str] = field(default_factory=list)


def soak(
    duels: int,
    seed: int = 0,
    *,
    check_every: int = 1,
    ruleset: str = "trump_king",
    players: int = 2,
) -> Tally:
    """Play so many random duels to their end, checking the positions on the way."""
    tally = Tally()
    for number in range(seed, seed + duels):
        duel = begin(number, ruleset, players)
        chance = random.Random(number)
        count = 0
        while not duel.is_over() and count < LIMIT:
            if count % check_every == 0:
                game = game_of(duel.ruleset, duel.readings)
                found = (*faults_of(duel, game), *unheard_of(duel, game))
                tally.faults += [f"duel {number}: {fault}" for fault in found]
            duel = apply(duel, choose(duel, chance)).duel
            count += 1
        tally.actions += count
        tally.turns += duel.turn
        if duel.outcome is None:
            tally.cut_offs.append(number)
        elif duel.outcome.winner is None:
            tally.draws[duel.outcome.reason] += 1
        else:
            tally.wins[duel.outcome.reason] += 1
    return tally


def replayed(seed: int, ruleset: str = "trump_king", players: int = 2) -> tuple[str, str]:
    """The last state of a random duel, and the one that its actions alone lead to again."""
    played = list(play(seed, ruleset=ruleset, players=players))
    again = begin(seed, ruleset, players)
    for _, action in played[:-1]:
        again = apply(again, action).duel
    return write_duel(played[-1][0]), write_duel(again)


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    name = sys.argv[2] if len(sys.argv) > 2 else "trump_king"
    seats = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    print(soak(asked, check_every=4, ruleset=name, players=seats))
