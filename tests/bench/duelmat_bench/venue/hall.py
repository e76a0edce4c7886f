"""A hall: an event whose first round is played, hubs that serve it, and light tables at them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec

from duelmat_bench.event_demo.clock_file import ClockFile
from duelmat_bench.event_demo.hub_process import Order as HubOrder
from duelmat_bench.event_demo.hubs import HubProcess, free_port
from duelmat_bench.event_demo.person import Person
from duelmat_bench.event_demo.story import SIX_O_CLOCK_MS
from duelmat_bench.venue.light_tables import Order
from duelmat_bench.venue.records import Recorded, make_record
from duelmat_tournament import commands
from duelmat_tournament.roles import Role

POLICY: Final = "trump-king"
"""It wants no deck lists."""


class TablesProcess:
    """A process with some of the light tables."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the process, and wait until its tables play."""
        words = [sys.executable, "-m", "duelmat_bench.venue.light_tables"]
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},  # what tests import
        )
        self._tell(msgspec.json.encode(self._order).decode())
        self._expect("playing")

    def kill(self) -> None:
        """End the process as a power cut would."""
        if self._process is None:
            return
        self._process.kill()
        self._process.communicate()
        self._process = None

    def cut(self, seconds: float, first: int, last: int) -> None:
        """Cut the cables of these tables for some seconds."""
        self._tell(f"cut {seconds} {first} {last}")

    def end(self) -> None:
        """Let nothing more be played."""
        self._tell("end")

    def wait_even(self) -> None:
        """Wait until the hub has everything that was played."""
        self._expect("done")

    def _tell(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _expect(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        got = self._process.stdout.readline().strip()
        if got != line:
            raise SystemExit(f"expected {line!r} of the tables, got {got!r}")


class Hall:
    """Hubs and tables, not all of which may run."""

    def __init__(
        self,
        home: Path,
        *,
        tables: int,
        idle: int = 0,
        reports_a_second: float,
        database: str,
        hubs: int,
        processes: int,
        seed: str,
    ) -> None:
        """Args:
        home: an empty folder.
        tables, idle: light tables, and the tables after them, for whoever uses their links.
        database: a PostgreSQL address; empty: SQLite, for one hub.
        hubs, processes: how many there are of the hub and of the tables.
        """
        self.home = home
        self.tables = tables
        self._all = tables + idle
        clock = ClockFile(home / "clock")
        clock.write(SIX_O_CLOCK_MS)
        self.hubs = [
            HubProcess(
                HubOrder(
                    port=free_port(),
                    clock=str(home / "clock"),
                    policy=POLICY,
                    seed=seed,
                    directory=str(home / "event"),
                    database=database,
                ),
                home / f"hub{number}.log",
            )
            for number in range(hubs)
        ]
        for hub in self.hubs:
            hub.start()
        bases = [hub.base for hub in self.hubs]
        self.organiser = Person(bases, Role.ORGANISER, "Olga")
        self.organiser.enter(self.hubs[0].link)
        self.links = links = self._begin_round()
        (home / "recorded").mkdir()
        self.record: list[Recorded] = make_record(home / "recorded")
        recorded = home / "record.json"
        recorded.write_bytes(msgspec.json.encode(self.record))
        (home / "tables").mkdir()
        self.processes = [
            TablesProcess(
                Order(
                    folder=str(home / "tables"),
                    links={
                        number: links[number]
                        for number in range(1, tables + 1)
                        if number % processes == at
                    },
                    hubs=bases,
                    record=str(recorded),
                    reports_a_second=reports_a_second,
                    now_ms=SIX_O_CLOCK_MS,
                    seed=seed,
                )
            )
            for at in range(processes)
        ]

    def _begin_round(self) -> dict[int, str]:
        """Begin the first round, and return the link of each table."""
        for number in range(1, 2 * self._all + 1):
            self.organiser.do(commands.RegisterPlayer(f"Player {number}"))
        for command in (
            commands.StartEvent(3, 0),
            commands.PairRound(),
            commands.PublishRound(),
            commands.StartRound(),
        ):
            self.organiser.do(command)
        return {
            table: self.organiser.post(
                "/links", {"role": "table", "name": f"Table {table}", "player": 0, "table": table}
            )["address"]
            for table in range(1, self._all + 1)
        }

    def close(self) -> None:
        self.organiser.close()
        for process in self.processes:
            process.kill()
        for hub in self.hubs:
            hub.stop()
