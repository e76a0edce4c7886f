"""Random duels by the thousand: each ends by rule, can be taken back anywhere, and replays.

`python engine/soak.py 10000` plays so many of every ruleset; `ocg` or `resummoned:3` behind it
only those; `--shard 2/4` the second quarter of the duels. Every FOLLOWED-th duel is also followed
as a table sees it, and compared with what may be seen of it.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from typing import Final

from duelmat_engine import view_for
from duelmat_engine.actions import Action
from duelmat_engine.play import apply
from duelmat_engine.position import faults_of
from duelmat_engine.state import Duel, encode_duel
from engine.random_duels import LIMIT, begin, choose
from engine.secrets import leaks, table_deck
from followed_duels import moments

TABLES: Final = (
    ("trump_king", 2),
    ("ocg", 2),
    ("resummoned", 2),
    ("resummoned", 3),
    ("resummoned", 4),
    ("trigamon", 2),
)
MARKED: Final = 23
"""Every so manieth state of a duel is kept, for going back to it."""

FOLLOWED: Final = 50
SAID_EVERY: Final = 200


@dataclass
class Soaked:
    """What so many duels showed."""

    duels: int = 0
    actions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def digest(duel: Duel) -> bytes:
    """A duel's hash."""
    return blake2b(encode_duel(duel), digest_size=16).digest()


def soak_one(found: Soaked, seed: int, ruleset: str, players: int) -> None:
    """One random duel, then back to some of its states, then all of it again."""
    where = f"{ruleset} of {players}, seed {seed}"
    start = duel = begin(seed, ruleset, players)
    chance = Random(seed)
    played: list[Action] = []
    marks: list[tuple[int, Duel, bytes]] = []
    while not duel.is_over() and len(played) < LIMIT:
        if len(played) % MARKED == 0:
            marks.append((len(played), duel, digest(duel)))
            found.faults += [f"{where}: {fault}" for fault in faults_of(duel)]
        action = choose(duel, chance)
        duel = apply(duel, action).duel
        played.append(action)
    found.duels += 1
    found.actions += len(played)
    if duel.outcome is None:
        found.faults.append(f"{where}: cut off after {LIMIT} actions")
        return
    found.ends[duel.outcome.reason] += 1
    if any(digest(earlier) != as_it_was for _, earlier, as_it_was in marks):
        found.faults.append(f"{where}: a state that had been left changed")
    at, again, _ = chance.choice(marks)
    for action in played[at:]:
        again = apply(again, action).duel
    if encode_duel(again) != encode_duel(duel):
        found.faults.append(f"{where}: taken back to action {at}, it goes on otherwise")
    states = {number: as_it_was for number, _, as_it_was in marks}
    again = start
    for number, action in enumerate(played):
        if number in states and digest(again) != states[number]:
            found.faults.append(f"{where}: replayed, it differs at action {number}")
            return
        again = apply(again, action).duel
    if encode_duel(again) != encode_duel(duel):
        found.faults.append(f"{where}: replayed, it ends otherwise")


def follow_one(found: Soaked, seed: int, ruleset: str, players: int) -> None:
    """A random duel as the table sees it: what may be seen of it is what following it gives."""
    deck = table_deck(ruleset)
    for closed, followed, _, _ in moments(seed, 300, ruleset, [deck] * players):
        if any("looked" in frame.bound for frame in closed.frames):
            continue  # which of the cards looked at was taken is seen at the table only
        if view_for(closed) != view_for(followed):
            where = f"{ruleset} of {players}, seed {seed}"
            found.faults.append(f"{where}: followed, it is not what may be seen in {closed.phase}")
            return
    for leak in leaks(seed, ruleset, players):
        if leak is not None:
            found.faults.append(f"{ruleset} of {players}, seed {seed}: {leak}")


def soak(
    duels: int, ruleset: str, players: int, shard: tuple[int, int] = (1, 1), *, say: bool = False
) -> Soaked:
    """So many duels of a ruleset, or this shard of them."""
    found = Soaked()
    number, shards = shard
    begun = time.monotonic()
    for seed in range(number - 1, duels, shards):
        try:
            soak_one(found, seed, ruleset, players)
            if seed % FOLLOWED == 0:
                follow_one(found, seed, ruleset, players)
        except Exception as error:  # noqa: BLE001 - a soak goes on, and tells at the end
            told = f"{type(error).__name__} {error}"
            found.faults.append(f"{ruleset} of {players}, seed {seed}: {told}"[:400])
        if say and found.duels % SAID_EVERY == 0:
            seconds = time.monotonic() - begun
            print(
                f"{ruleset} of {players}: {found.duels} duels, {found.actions} actions, "
                f"{seconds:.0f} s, {len(found.faults)} faults",
                flush=True,
            )
    return found


def main(words: list[str]) -> int:
    """What was asked for on the command line; 1 if anything was wrong."""
    shard = (1, 1)
    if "--shard" in words:
        at = words.index("--shard")
        one, _, of = words[at + 1].partition("/")
        shard = (int(one), int(of))
        del words[at : at + 2]
    duels = int(words[0]) if words else 10_000
    wanted = [tuple(word.split(":")) for word in words[1:]]
    wrong = 0
    for ruleset, players in TABLES:
        if wanted and (ruleset,) not in wanted and (ruleset, str(players)) not in wanted:
            continue
        found = soak(duels, ruleset, players, shard, say=True)
        wrong += len(found.faults)
        print(f"{ruleset} of {players}: {found.duels} duels, {dict(found.ends)}")
        for fault in found.faults:
            print(f"  {fault}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
