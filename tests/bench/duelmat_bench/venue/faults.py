"""Faults of a hall: whatever is killed or cut, each report arrives once and in order.

Light tables report to two hubs on one PostgreSQL while hubs, tables' processes and the database
server are killed and cables are cut, as a seed has it. In the end the database's streams are
compared with the journals of the tables. Run it with `make venue-faults`.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Struct

from duelmat_bench.hub.postgres import Postgres, postgres
from duelmat_bench.venue.hall import Hall
from duelmat_bench.venue.records import expected_reports
from duelmat_host.journal.journal import Journal
from duelmat_hub.report_store import ReportStore
from duelmat_hub.store import open_database
from duelmat_tournament.exchange import parse_event
from duelmat_tournament.fold import fold
from duelmat_tournament.names import TableNumber
from duelmat_venue.reports import Report

DOWN_S: Final = (0.1, 3.0)
"""The shortest and the longest time for which something that was killed is away."""
WRONG: Final = ("lost", "doubled", "out_of_order", "foreign", "calls_lost")
"""The figures that have to be 0; foreign are reports that no journal gives."""
KINDS: Final = ("hub", "tables", "database", "cut")


class Plan(Struct, frozen=True):
    """The faults of a run."""

    tables: int
    reports_a_second: float
    faults: int
    pause_s: float
    """The mean time between two faults."""
    longest_cut_s: float
    seed: str
    processes: int = 2
    """The processes in which the tables are."""


Found = Counter[str]
"""The comparison of the database's streams with the tables' journals."""


def measure_faults(plan: Plan, say: Callable[[str], None]) -> dict[str, Any]:
    """Return what came of a run."""
    with tempfile.TemporaryDirectory(prefix="duelmat-hall-") as folder, postgres() as server:
        url = server.new_database()
        hall = Hall(
            Path(folder),
            tables=plan.tables,
            reports_a_second=plan.reports_a_second,
            database=url,
            hubs=2,
            processes=plan.processes,
            seed=plan.seed,
        )
        try:
            for process in hall.processes:
                process.start()
            began_s = time.monotonic()
            kinds = _do_faults(plan, hall, server, say)
            last_s = time.monotonic()
            for process in hall.processes:
                process.end()
            for process in hall.processes:
                process.wait_even()
            caught_up_s = time.monotonic() - last_s
            event = fold(parse_event(hall.organiser.get("/event.json").content).log)
            assert event is not None
            called = {call.table for call in event.calls.values()}
            found = _compare(hall, url, called)
        finally:
            hall.close()
    return {
        "tables": plan.tables,
        "reports_a_second": plan.reports_a_second,
        "seed": plan.seed,
        "seconds": round(last_s - began_s),
        "faults": kinds,
        "longest_cut_s": plan.longest_cut_s,
        **{name: found[name] for name in ("streams", "reports", *WRONG)},
        "caught_up_s": round(caught_up_s, 1),
    }


def _do_faults(
    plan: Plan, hall: Hall, server: Postgres, say: Callable[[str], None]
) -> dict[str, int]:
    """Let things fail, one after the other; in the end everything runs."""
    chance = Random(plan.seed)
    done = dict.fromkeys(KINDS, 0)
    cut_until_s = 0.0
    for number in range(plan.faults):
        time.sleep(plan.pause_s * chance.uniform(0.2, 1.8))
        kind = KINDS[number] if number < len(KINDS) else chance.choice(KINDS)
        done[kind] += 1
        down_s = chance.uniform(*DOWN_S)
        say(f"fault {number + 1} of {plan.faults}: {kind}")
        if kind == "hub":
            hub = chance.choice(hall.hubs)
            hub.kill()
            time.sleep(down_s)
            hub.start()
        elif kind == "tables":
            process = chance.choice(hall.processes)
            process.kill()
            time.sleep(down_s)
            process.start()
        elif kind == "database":
            server.stop(kill=True)
            time.sleep(down_s)
            server.start()
        else:
            seconds = plan.longest_cut_s * chance.random()
            cut_until_s = max(cut_until_s, time.monotonic() + seconds)
            first = chance.randint(1, plan.tables)
            for process in hall.processes:
                process.cut(seconds, first, first + plan.tables // 2)
    time.sleep(max(0.0, cut_until_s - time.monotonic()))
    return done


def _compare(hall: Hall, url: str, called: AbstractSet[TableNumber]) -> Found:
    """Compare the streams in the database with the journals of the tables."""
    found: Found = Counter()
    store = open_database(url)
    try:
        reports = ReportStore(store)
        kept: dict[tuple[int, int], list[list[Report]]] = {}
        for stream in reports.heard_since(0):
            found["streams"] += 1
            read = [Report(r.n, r.took_ms, r.changes) for r in reports.read_stream(stream.id)]
            kept.setdefault((stream.table, stream.duel), []).append(read)
    finally:
        store.close()
    for table in range(1, hall.tables + 1):
        is_call_due = False
        for path in sorted((hall.home / "tables" / f"table-{table}").glob("*.jsonl")):
            due = expected_reports(hall.record, list(Journal.read(path)[0]))
            is_call_due |= any(each.changes.get("judge") for each in due)
            _count(found, due, kept.pop((table, int(path.stem[5:])), []))
        found["calls_lost"] += is_call_due and TableNumber(table) not in called
    found["foreign"] += sum(len(each) for streams in kept.values() for each in streams)
    return found


def _count(found: Found, due: list[Report], streams: list[list[Report]]) -> None:
    """Count what a duel's streams differ in from its journal."""
    found["reports"] += len(due)
    got = [report for stream in streams for report in stream]
    if got == due:
        return
    numbers = [report.n for report in got]
    found["lost"] += sum(report not in got for report in due)
    found["doubled"] += len(numbers) - len(set(numbers))
    found["foreign"] += sum(report not in due for report in got)
    found["out_of_order"] += sum(a >= b for a, b in itertools.pairwise(numbers))


def main() -> None:
    """Do what the arguments say, and keep the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=5.0)
    parser.add_argument("--faults", type=int, default=50)
    parser.add_argument("--pause", type=float, default=8.0)
    parser.add_argument("--cut", type=float, default=60.0)
    parser.add_argument("--seed", default="venue")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    plan = Plan(asked.tables, asked.rate, asked.faults, asked.pause, asked.cut, asked.seed)
    found = measure_faults(plan, lambda line: print(line, file=sys.stderr, flush=True))
    text = json.dumps(found, indent=2)
    print(text)
    if asked.out is not None:
        asked.out.write_text(f"{text}\n", encoding="utf-8")
    sys.exit(1 if any(found[name] for name in WRONG) else 0)


if __name__ == "__main__":
    main()
