"""Random events by the thousand, each rebuilt from its log, proven, and judged by an oracle.

Every fourth is one of `duelmat event generate`, the others are lively ones: of every format, with
all that a day in a hall may bring. How many events had which feature is counted.

`python -m duelmat_bench.tournament.many --events 10000` makes so many, of 8 to 512 players, and
prints what it found as JSON; it ends with 1 if anything was wrong. `--first 2000` begins with this
seed, so that many can be made in pieces; `--most-players 64` makes small ones.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from math import exp, log
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import structs
from msgspec.structs import replace

from duelmat_bench.tournament.features import features_of
from duelmat_bench.tournament.lively_event import lively_event
from duelmat_bench.tournament.lively_policies import POINTS, shipped
from duelmat_bench.tournament.oracle import Oracle
from duelmat_bench.tournament.second_tiebreaks import second_standings
from duelmat_serving.heap import settle_heap
from duelmat_tournament import commands, swiss
from duelmat_tournament.check import check_event
from duelmat_tournament.deciding import decide
from duelmat_tournament.entries import (
    Entry,
    ResultCorrected,
    ResultReopened,
    ResultSettled,
    RoundPublished,
    RoundUnpaired,
)
from duelmat_tournament.event import Event, Stage, Step
from duelmat_tournament.exchange import SaltedDeck, format_event, parse_event
from duelmat_tournament.fold import apply, fold
from duelmat_tournament.generate import ORGANISER, Chances, generate
from duelmat_tournament.places import final_places, last_standings
from duelmat_tournament.policy import Policy, TieBreaks
from duelmat_tournament.policy_sense import policy_misfits
from duelmat_tournament.standings import Row
from duelmat_tournament.tiebreaks import Measure

LEAST_PLAYERS: Final = 8
LEAST_LIVELY: Final = 4
MOST_PLAYERS: Final = 512
PIECE: Final = 10
"""Events that one process makes at a time."""
SAID_EVERY_S: Final = 20.0
GENERATED_EVERY: Final = 4
"""Of so many seeds one makes an event of `duelmat event generate`."""
MOST_LIVELY: Final = 70
"""Players of the largest lively events; a bracket has 64."""


@dataclass
class Found:
    """What was found in some events."""

    events: int = 0
    entries: int = 0
    rounds: int = 0
    players: Counter[int] = field(default_factory=Counter)
    """By the size of the field: 8, 16, 32 and so on, as the least of each class."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Entries by their kind."""
    features: Counter[str] = field(default_factory=Counter)
    """Events by what has happened in them and where."""
    refused: int = 0
    oracle: Counter[str] = field(default_factory=Counter)
    rows: int = 0
    """Rows of standings that were worked out a second time."""
    cpu_s: float = 0.0
    slowest_s: float = 0.0
    faults: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        for name, value in vars(other).items():
            if name == "slowest_s":
                self.slowest_s = max(self.slowest_s, value)
            elif isinstance(value, Counter):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)


def check_many(first: int, count: int, most_players: int) -> Found:
    """Make and check the events of so many seeds."""
    found = Found()
    for seed in range(first, first + count):
        begun_s = time.process_time()
        try:
            _check_one(seed, most_players, found)
        except Exception as error:  # noqa: BLE001 - the others are still worth checking
            found.faults.append(f"seed {seed}: {type(error).__name__} {error}"[:400])
        took_s = time.process_time() - begun_s
        found.cpu_s += took_s
        found.slowest_s = max(found.slowest_s, took_s)
    return found


class Made(NamedTuple):
    """A random event, of either kind."""

    event: Event
    log: tuple[Entry, ...]
    decks: dict[str, SaltedDeck]
    refused: int
    clock_steps: tuple[tuple[int, int], ...] = ()


def _made(seed: int, chance: random.Random, most_players: int) -> Made:
    """Return the event of a seed."""
    if seed % GENERATED_EVERY:
        most = min(most_players, MOST_LIVELY)
        made = lively_event(str(seed), _players(chance, min(LEAST_LIVELY, most), most))
        return Made(made.event, made.log, made.decks, sum(made.refused.values()), made.clock_steps)
    players = _players(chance, LEAST_PLAYERS, most_players)
    policy = _policy(chance)
    generated = generate(policy, players, f"many {seed}", _chances(chance, policy))
    return Made(generated.event, generated.log, generated.decks, len(generated.refused))


def _players(chance: random.Random, least: int, most: int) -> int:
    return round(exp(chance.uniform(log(least), log(most))))


def _check_one(seed: int, most_players: int, found: Found) -> None:
    chance = random.Random(f"many {seed}")
    made = _made(seed, chance, most_players)
    content = format_event(made.log, made.decks)
    oracle = Oracle(content, chance)
    faults = [*_rebuilt(made, content), *oracle.faults()]
    swiss._standings.cache_clear()  # what is checked is worked out anew
    codes = [each.what.checkpoint for each in made.log if isinstance(each.what, RoundPublished)]
    faults += check_event(content, codes).faults
    swiss._standings.cache_clear()
    faults += _frozen(made, chance)
    faults += _places(made.event, oracle)
    faults += _early_places(made)
    closed = [held for held in made.event.rounds if held.step is Step.CLOSED and not held.is_cut]
    for held in {closed[-1].number, chance.choice(closed).number} if closed else ():
        faults += _tie_breaks(made.event, oracle, held)
        found.rows += len(made.event.rounds[held - 1].standings)
    players = len(made.event.players)
    found.faults += [f"seed {seed}, {players} players: {fault}"[:400] for fault in faults]
    found.events += 1
    found.entries += len(made.log)
    found.rounds += len(made.event.rounds)
    found.players[1 << (players.bit_length() - 1)] += 1
    found.kinds.update(str(each.what.__struct_config__.tag) for each in made.log)
    found.features.update(features_of(made.log, made.event, made.clock_steps))
    found.refused += made.refused
    found.oracle.update(oracle.seen)


def _policy(chance: random.Random) -> Policy:
    """Return a policy as organisers might write one."""
    policy = chance.choice(shipped())
    more = chance.choice((0, 0, 0, 2, 4))  # so many that small fields run out of opponents
    rounds = tuple(
        replace(row, value=min(row.value + more, row.players - 1)) for row in policy.rounds
    )
    most = max(row.value for row in rounds)
    changed = replace(
        policy,
        rounds=rounds,
        points=chance.choice((policy.points, *POINTS)),
        tie_breaks=chance.choice((policy.tie_breaks, *TieBreaks)),
        teammates_apart_rounds=chance.choice((0, 1, 2)),
        entering=replace(
            policy.entering,
            late_until_round=chance.randrange(most + 1),
            back_until_round=chance.randrange(most + 1),
            missed_is_loss=chance.random() < 0.7,
        ),
    )
    return policy if any(policy_misfits(changed)) else changed


def _chances(chance: random.Random, policy: Policy) -> Chances:
    return Chances(
        late=chance.choice((0, 6, 15)),
        drop=chance.choice((1, 4, 10)),
        back=chance.choice((0, 15, 50)),
        no_show=chance.choice((0, 2, 5)),
        draw=chance.randrange(31) if policy.may_draw else 0,
        double_loss=chance.choice((0, 1, 3)),
        call=chance.choice((2, 6)),
        penalty=chance.choice((2, 5, 10)),
        correction=chance.choice((20, 40)),
    )


def _rebuilt(made: Made, content: bytes) -> Iterator[str]:
    """Yield what the file does not give back, byte for byte."""
    parsed = parse_event(content)
    event = fold(parsed.log)
    if event != made.event or _bytes_of(event) != _bytes_of(made.event):
        yield "the log makes another event"
    if format_event(parsed.log, parsed.decks) != content:
        yield "the log makes another file"


def _bytes_of(event: Event | None) -> bytes:
    return msgspec.json.encode(event, enc_hook=_plain)


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else str(value)


def _frozen(made: Made, chance: random.Random) -> Iterator[str]:
    """Yield the rounds whose frozen standings would be others if somebody had left in the end."""
    event: Event | None = replace(made.event, stage=Stage.SWISS)  # else nobody leaves any more
    if made.event.active:
        leaver = commands.DropPlayer(chance.choice(made.event.active).id)
        event = fold(decide(event, leaver, ORGANISER, made.event.at_ms), event)
    assert event is not None
    closed = [held for held in event.rounds if held.step is Step.CLOSED]
    for held in chance.sample(closed, min(2, len(closed))):
        frozen = _unnamed(made.event.rounds[held.number - 1].standings)
        now = swiss.standings_after(event, held.number)
        if _unnamed(now) != frozen or _unnamed(held.standings) != frozen:
            yield f"round {held.number}: a later drop changes its frozen standings"


def _tie_breaks(event: Event, oracle: Oracle, number: int) -> Iterator[str]:
    """Yield a sentence if the second implementation comes to other standings."""
    policy = event.policy
    second = second_standings(
        policy.tie_breaks.value,
        oracle.state.present(number),
        list(oracle.state.matches(number)),
        msgspec.to_builtins(policy.points),
        number,
    )
    rows = event.rounds[number - 1].standings
    first = {
        row.player: (
            row.points,
            *(each.value for each in row.tie_breaks if each.measure is not Measure.DRAWN),
        )
        for row in rows
    }
    if first != second:
        yield f"round {number}: tie-breaks differ from those of the second implementation"
        return
    keys = [second[row.player] for row in rows]
    if keys != sorted(keys, reverse=True) or [row.rank for row in rows] != _counted(keys):
        yield f"round {number}: the standings are not in their order"


def _unnamed(rows: Sequence[Row]) -> list[object]:
    """Return standings without the names in them, which are corrected afterwards."""
    return [
        (*structs.astuple(row)[:-2], [(each.measure, each.value) for each in row.tie_breaks])
        for row in rows
    ]


def _places(event: Event, oracle: Oracle) -> Iterator[str]:
    """Yield a sentence if the oracle comes to other final places."""
    if event.stage is not Stage.FINISHED:
        return
    order = [row.player for row in last_standings(event)] or list(event.seeds)
    ours = [(each.player, each.first, each.last) for each in final_places(event)]
    theirs = oracle.places([int(player) for player in order])
    if ours != theirs:
        yield f"final places {ours}, expected {theirs}"


_CHANGES_RESULTS: Final = (ResultCorrected, ResultReopened, RoundUnpaired)


def _early_places(made: Made) -> Iterator[str]:
    """Yield a place that somebody had during the bracket, and another one in the end."""
    places = {each.player: (each.first, each.last) for each in final_places(made.event)}
    changed = [each.number for each in made.log if isinstance(each.what, _CHANGES_RESULTS)]
    event: Event | None = None
    for entry in made.log:
        event = apply(event, entry)
        is_told = isinstance(entry.what, ResultSettled) and event.stage is Stage.CUT
        if not is_told or max(changed, default=0) > entry.number:
            continue
        for each in final_places(event):
            if places.get(each.player) != (each.first, each.last):
                now = places.get(each.player)
                yield f"entry {entry.number}: place {each.text} of {each.player} becomes {now}"
                return


def _counted(rows: Sequence[object]) -> list[int]:
    return list(range(1, len(rows) + 1))


def run(first: int, events: int, most_players: int, processes: int) -> Found:
    """Make and check events in several processes, and say how far it is on standard error."""
    found = Found()
    pieces = iter(range(first, first + events, PIECE))
    going: deque[Future[Found]] = deque()
    begun_s = said_s = time.monotonic()
    with ProcessPoolExecutor(processes, initializer=settle_heap) as pool:
        while True:
            for seed in islice(pieces, 2 * processes - len(going)):
                count = min(PIECE, first + events - seed)
                going.append(pool.submit(check_many, seed, count, most_players))
            if not going:
                return found
            found.add(going.popleft().result())
            if time.monotonic() - said_s > SAID_EVERY_S:
                said_s = time.monotonic()
                print(
                    f"{found.events} of {events} events in {said_s - begun_s:.0f} s, next seed "
                    f"{first + found.events}, {len(found.faults)} faults",
                    file=sys.stderr,
                    flush=True,
                )


def summary(found: Found) -> dict[str, Any]:
    """Return what was found, for JSON."""
    sizes = {str(size): found.players[size] for size in sorted(found.players)}
    cpu_s, slowest_s = round(found.cpu_s, 1), round(found.slowest_s, 2)
    features = dict(sorted(found.features.items()))
    return {
        **vars(found),
        "players": sizes,
        "features": features,
        "cpu_s": cpu_s,
        "slowest_s": slowest_s,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="duelmat_bench.tournament.many", description=__doc__)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--most-players", type=int, default=MOST_PLAYERS)
    parser.add_argument("--processes", type=int, default=2)
    wanted = parser.parse_args(arguments)
    found = run(wanted.first, wanted.events, wanted.most_players, wanted.processes)
    print(json.dumps(summary(found), indent=2))
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
