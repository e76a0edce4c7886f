"""Random duels by the thousand: each ends by rule, can be taken back anywhere, and replays.

`python -m duelmat_bench.engine.soak 10000` plays so many of every ruleset (soaked.py says what is
checked), of Resummoned with two, three and four players together; `ocg` or `resummoned:3` behind
it only those.
`--processes 2` works with two, `--minutes 15` stops then. With `--kept FILE` the summary is
written to a file, and duels that it has already, of the same engine, are not played again unless
they had faults: so 10,000 can be played in pieces.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from msgspec import json

import duelmat_engine
from duelmat_bench.digest import package_digest
from duelmat_bench.engine.random_duels import LIMIT
from duelmat_bench.engine.soaked import FOLLOWED, MARKED, WHOLE, Soaked, follow_one, soak_one

TABLES: Final = (
    ("trump_king", 2),
    ("ocg", 2),
    ("resummoned", 2),
    ("resummoned", 3),
    ("resummoned", 4),
    ("trigamon", 2),
)
SHARES: Final = {("resummoned", 2): 0.4, ("resummoned", 3): 0.3, ("resummoned", 4): 0.3}
"""The shares of a ruleset's duels that each number of players gets."""
PIECE: Final = 20
"""Duels that one process plays at a time."""

SAID_EVERY_S: Final = 20.0


def soak(first: int, count: int, ruleset: str, players: int) -> Soaked:
    """Return the findings of so many duels, from this seed on."""
    found = Soaked()
    begun = time.process_time()
    for seed in range(first, first + count):
        try:
            found.add(soak_one(seed, ruleset, players))
            if seed % FOLLOWED == 0:
                found.add(follow_one(seed, ruleset, players))
        except Exception as error:  # noqa: BLE001 - a soak goes on, and tells at the end
            told = f"{ruleset} of {players}, seed {seed}: {type(error).__name__} {error}"
            found.faults.append(told[:400])
    found.duels = count  # one that broke off, too: the next piece begins behind it
    found.cpu_s = time.process_time() - begun
    return found


@dataclass
class Soaking:
    """The request, and the summary that grows with it."""

    duels: int
    wanted: list[tuple[str, int]]
    processes: int
    minutes: float
    kept: Path | None

    def __post_init__(self) -> None:
        self.until = time.monotonic() + 60 * self.minutes
        self.tables: dict[str, Soaked] = {}
        self.said = time.monotonic()
        engine = package_digest(duelmat_engine)
        if self.kept is not None and self.kept.exists():
            kept = json.decode(self.kept.read_bytes())
            if kept["engine"] == engine:
                self.tables = {name: Soaked.of(facts) for name, facts in kept["tables"].items()}
        self.engine = engine

    def pieces(self) -> Iterator[tuple[int, int, str, int]]:
        """Yield what is still to be played, ruleset by ruleset."""
        for ruleset, players in self.wanted:
            had = self.tables.setdefault(f"{ruleset} of {players}", Soaked()).duels
            wanted = round(self.duels * SHARES.get((ruleset, players), 1))
            for first in range(had, wanted, PIECE):
                yield first, min(PIECE, wanted - first), ruleset, players

    def run(self) -> None:
        """Play, and take in what was played in the order of the seeds."""
        self.mend()
        pieces = self.pieces()
        going: deque[tuple[str, Future[Soaked]]] = deque()
        with ProcessPoolExecutor(self.processes) as pool:
            while True:
                room = 2 * self.processes - len(going)
                for piece in islice(pieces, room if time.monotonic() < self.until else 0):
                    going.append((f"{piece[2]} of {piece[3]}", pool.submit(soak, *piece)))
                if not going:
                    return
                name, played = going.popleft()
                self.tables[name].add(played.result())
                if time.monotonic() - self.said > SAID_EVERY_S:
                    self.say(name)

    def mend(self) -> None:
        """Play duels with faults again: with this engine only what looked for them can be new."""
        for name, found in self.tables.items():
            ruleset, players = name.split(" of ")
            seeds = {int(fault.split(" seed ")[1].split(":")[0]) for fault in found.faults}
            played = [soak(seed, 1, ruleset, int(players)) for seed in sorted(seeds)]
            found.faults = [fault for again in played for fault in again.faults]

    def say(self, name: str) -> None:
        """Print how far it is."""
        self.said = time.monotonic()
        found = self.tables[name]
        print(
            f"{name}: {found.duels} duels, {found.actions} actions, "
            f"{1000 * found.cpu_s / max(1, found.duels):.0f} ms a duel, "
            f"{len(found.faults)} faults, {len(found.cut_offs)} cut off, {len(found.stuck)} stuck",
            flush=True,
        )
        self.keep()

    def keep(self) -> None:
        if self.kept is not None:
            self.kept.write_bytes(json.format(json.encode(self.summary()), indent=2) + b"\n")

    def summary(self) -> dict[str, Any]:
        """Return what was played and what it showed."""
        return {
            "engine": self.engine,
            "checks": {
                "cut_off_after_actions": LIMIT,
                "state_digested_every": MARKED,
                "every_state_and_written_record_in_every": WHOLE,
                "followed_and_secrets_compared_in_every": FOLLOWED,
            },
            "tables": {name: found.facts() for name, found in self.tables.items()},
        }

    def is_sound(self) -> bool:
        return not any(t.faults or t.cut_offs or t.stuck for t in self.tables.values())


def main(words: list[str]) -> int:
    """Do what is asked for on the command line; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("duels", type=int, nargs="?", default=10_000)
    parser.add_argument("tables", nargs="*", help="a ruleset, or ruleset:players")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--kept", type=Path, default=None)
    asked = parser.parse_args(words)
    wanted = [
        (ruleset, players)
        for ruleset, players in TABLES
        if not asked.tables or {ruleset, f"{ruleset}:{players}"} & set(asked.tables)
    ]
    soaking = Soaking(asked.duels, wanted, asked.processes, asked.minutes, asked.kept)
    soaking.run()
    soaking.keep()
    print(json.format(json.encode(soaking.summary()), indent=2).decode())
    return int(not soaking.is_sound())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
