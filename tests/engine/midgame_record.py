"""Writes the random duel from whose middle the engine's speed is measured.

`python tests/engine/midgame_record.py trump_king` writes it anew, when a rule has changed.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from duelmat_engine.forms.record import Record, new_record, write_record
from duelmat_engine.play import Deck, apply
from duelmat_engine.ruleset import find_ruleset
from engine.random_duels import choose

STARTS = Path(__file__).parents[2] / "host" / "duelmat_host" / "figures" / "starts"


def random_record(ruleset: str, seed: int, players: int = 2) -> Record:
    """A whole random duel with practice decks."""
    deck = Deck(*find_ruleset(ruleset).practice_deck)
    record = new_record(ruleset, [deck] * players, seed=seed)
    duel = record.begin().duel
    chance = random.Random(seed)
    while not duel.is_over():
        action = choose(duel, chance)
        record = record.with_entry(duel, action)
        duel = apply(duel, action).duel
    return record


def longest(ruleset: str, players: int = 2, tries: int = 20) -> Record:
    """The longest of some random duels: it has the most mid-game states."""
    records = (random_record(ruleset, seed, players) for seed in range(1, tries + 1))
    return max(records, key=lambda record: len(record.entries))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        (STARTS / f"{name}.duel").write_text(write_record(longest(name)))
