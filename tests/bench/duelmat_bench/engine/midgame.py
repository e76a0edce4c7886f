"""States from the middle of a committed random duel of each ruleset, for figures of speed.

`midgame/<ruleset>.duel` holds the whole duel as a record. When a rule has changed, write it anew:
`python -m duelmat_bench.engine.midgame RULESET`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from duelmat_bench.engine.random_duels import choose
from duelmat_engine.forms.record import Record, new_record, read_record, write_record
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.play import Deck, apply
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import Duel

MOST_STATES = 200
"""So many mid-game states are enough for a p99."""
FOLDER = Path(__file__).with_name("midgame")


def midgame(ruleset: str) -> list[Duel]:
    """Return states from the middle half of the committed duel, with two answers or more each."""
    return [d for d in play_midgame(ruleset) if len(list(legal_actions(d))) > 1][:MOST_STATES]


def play_midgame(ruleset: str) -> Iterator[Duel]:
    """Play the committed duel, and yield each state of its middle half as the play leaves it.

    Nothing has been asked about it yet; what is asked then is asked as in play.
    """
    name = f"{ruleset}.duel"
    record = read_record((FOLDER / name).read_text(encoding="utf-8"), name)
    duel = record.begin().duel
    quarter = len(record.entries) // 4
    for number, entry in enumerate(record.entries):
        if quarter <= number < len(record.entries) - quarter:
            yield duel
        duel = apply(duel, entry.action).duel


def random_record(ruleset: str, seed: int, players: int = 2) -> Record:
    """A whole random duel with practice decks."""
    deck = Deck(*find_ruleset(ruleset).decks.practice)
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
        (FOLDER / f"{name}.duel").write_text(write_record(longest(name)))
