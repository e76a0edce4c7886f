"""The time that a change takes to the pages of an event, by number of feeds and by database.

Three processes: the hub, the pages that follow it, and this one, which asks for commands at an
even pace as players and staff do: results are reported, confirmed and entered. The time of a
change begins when its request is sent and ends when a page that shows it has its bytes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

from msgspec import Struct

from duelmat_bench.demo.latency import percentile
from duelmat_bench.event_demo.clock_file import ClockFile
from duelmat_bench.event_demo.hub_process import Order
from duelmat_bench.event_demo.hubs import HubProcess, free_port
from duelmat_bench.event_demo.person import Person
from duelmat_bench.event_demo.story import SIX_O_CLOCK_MS
from duelmat_bench.hub.postgres import postgres
from duelmat_serving.heap import settle_heap
from duelmat_tournament import commands, results
from duelmat_tournament.entries import AnyHappening, ResultReported, ResultSettled
from duelmat_tournament.event import Match
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.exchange import parse_event
from duelmat_tournament.fold import fold
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.roles import Role

FEEDS: Final = (100, 200, 500)
PLAYERS: Final = 256
FLOOR_SHARE: Final = 20
"""One feed in so many is a judge's floor, which every change of a table concerns."""
COMMANDS_A_SECOND: Final = 50
POLICY: Final = "trump-king"
"""It wants no deck lists."""
_Made = tuple[type[AnyHappening], RoundNumber, TableNumber]
"""The entry that a command has come to."""
_Task = Callable[[], tuple[_Made, Match]]
"""Asks for something about a match, and returns the entry that it has come to."""
_TICKETS: Final = 16
"""Requests that are on their way at the same time at the most."""


class Load(Struct, frozen=True):
    """What is asked of a hub."""

    players: int = PLAYERS
    seconds: int = 20
    """How long commands are asked for at an even pace."""
    burst: int = 0
    """Results that are reported within one second, before that."""


def measure_hub(
    counts: Sequence[int], load: Load, *, say: Callable[[str], None]
) -> dict[str, Any]:
    """Return the figures of `duelmat bench hub`, by database and number of feeds."""
    found: dict[str, Any] = {"sqlite": {}, "postgresql": {}}
    with postgres(is_durable=True) as server:
        for count in counts:
            say(f"sqlite, {count} feeds")
            found["sqlite"][str(count)] = _measure(count, load, "")
            say(f"postgresql, {count} feeds")
            found["postgresql"][str(count)] = _measure(count, load, server.new_database())
    return found


def _measure(count: int, load: Load, database: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="duelmat-bench-") as folder:
        home = Path(folder)
        clock = ClockFile(home / "clock")
        clock.write(SIX_O_CLOCK_MS)
        order = Order(
            port=free_port(),
            clock=str(home / "clock"),
            policy=POLICY,
            seed="bench",
            directory=str(home / "event"),
            database=database,
        )
        hub = HubProcess(order, home / "hub.log")
        hub.start()
        try:
            event = _Event(hub, count // FLOOR_SHARE, load.players)
            try:
                return _figures(event, count, load)
            finally:
                event.close()
        finally:
            hub.stop()


class _Event:
    """The people of an event, and rounds that they play."""

    def __init__(self, hub: HubProcess, judges: int, players: int) -> None:
        self.hub = hub
        self.organiser = self._person(Role.ORGANISER, "Olga", hub.link)
        self.judges = [
            self._invited(Role.JUDGE, f"Judge {number}") for number in range(1, judges + 1)
        ]
        self.players: dict[PlayerId, Person] = {}
        for number in range(1, players + 1):
            self.organiser.do(commands.RegisterPlayer(f"Player {number}"))
            player = PlayerId(number)
            self.players[player] = self._invited(Role.PLAYER, f"Player {number}", player)
        self.organiser.do(commands.StartEvent(8, 0))

    def _person(self, role: Role, name: str, link: str) -> Person:
        person = Person([self.hub.base], role, name)
        person.enter(link)
        return person

    def _invited(self, role: Role, name: str, player: PlayerId = NO_PLAYER) -> Person:
        asked = {"role": role.value, "name": name, "player": player}
        return self._person(role, name, self.organiser.post("/links", asked)["address"])

    def close(self) -> None:
        for person in (self.organiser, *self.judges, *self.players.values()):
            person.close()

    def begin_round(self) -> tuple[RoundNumber, list[Match]]:
        for command in (commands.PairRound(), commands.PublishRound(), commands.StartRound()):
            self.organiser.do(command)
        event = fold(parse_event(self.organiser.get("/event.json").content).log)
        assert event is not None
        assert event.round is not None
        return event.round.number, list(event.round.matches.values())

    def tasks(self) -> Iterator[_Task | None]:
        """Yield requests of round after round: a result is reported, then confirmed.

        None: a round is about to begin, before which all that was asked for has to be answered.
        """
        number = 0
        while True:
            yield None
            if number:
                self.organiser.do(commands.CloseRound())
            number, matches = self.begin_round()
            won = results.played(2, 0)

            for match in matches:
                report = commands.ReportResult(number, match.table, won)
                reported = ResultReported, number, match.table
                yield partial(self._ask, match.first, report, reported, match)
            for match in matches:
                confirm = commands.ConfirmResult(number, match.table, won)
                settled = ResultSettled, number, match.table
                yield partial(self._ask, match.second, confirm, settled, match)

    def _ask(
        self, player: PlayerId, command: EventCommand, made: _Made, match: Match
    ) -> tuple[_Made, Match]:
        self.players[player].do(command)
        return made, match

    def numbers(self) -> dict[_Made, int]:
        """Return the numbers of the entries of all results."""
        log = parse_event(self.organiser.get("/event.json").content).log
        return {
            (type(each.what), each.what.round, each.what.table): each.number
            for each in log
            if isinstance(each.what, ResultReported | ResultSettled)
        }


def _figures(event: _Event, count: int, load: Load) -> dict[str, Any]:
    before_kb = _memory_kb(event.hub)
    with _following(event, count) as followers:
        memory_kb = _memory_kb(event.hub)
        asked: list[tuple[int, _Made, Match]] = []
        tasks = event.tasks()
        settle_heap()
        burst = _burst(event, tasks, load.burst) if load.burst else {}
        began_s = due_s = time.monotonic()
        with ThreadPoolExecutor(_TICKETS) as pool:
            waiting: list[Future[tuple[int, _Made, Match]]] = []
            while due_s - began_s < load.seconds:
                task = next(tasks)
                if task is None:
                    asked += [each.result() for each in waiting]
                    waiting.clear()
                    task = next(tasks)
                    assert task is not None
                    # the time that the round took to begin is no time of its tables
                    began_s += time.monotonic() - due_s
                    due_s = time.monotonic()
                time.sleep(max(0.0, due_s - time.monotonic()))
                due_s += 1 / COMMANDS_A_SECOND
                waiting.append(pool.submit(_timed, task))
            asked += [each.result() for each in waiting]
        time.sleep(1)
        noted = followers()
    late_ms = sorted(_latencies_ms(asked, event.numbers(), noted))
    return {
        "change_to_page_ms": {
            f"p{p}": round(percentile(late_ms, p / 100), 1) for p in (50, 95, 99)
        },
        "commands": len(asked),
        "pages_told": len(late_ms),
        "memory_per_feed_kb": round((memory_kb - before_kb) / count, 1),
        **burst,
    }


def _burst(event: _Event, tasks: Iterator[_Task | None], count: int) -> dict[str, Any]:
    """Report so many results within one second, and return how long their answers take, how many
    were lost, and what the public page weighs after them.
    """
    assert next(tasks) is None
    reports = [task for task in islice(tasks, count) if task is not None]
    assert len(reports) == count, f"a round has fewer than {count} matches"
    with ThreadPoolExecutor(count) as pool:
        waiting = []
        began_s = time.monotonic()
        for number, task in enumerate(reports):
            time.sleep(max(0.0, began_s + number / count - time.monotonic()))
            waiting.append(pool.submit(_answered, task))
        answers = [each.result() for each in waiting]
    kept = event.numbers()
    answer_ms = sorted(late_ms for late_ms, _ in answers)
    return {
        "reports_in_a_second": count,
        "reports_lost": sum(made not in kept for _, made in answers),
        "report_answered_ms": {
            f"p{p}": round(percentile(answer_ms, p / 100), 1) for p in (50, 95, 99)
        },
        "public_page_bytes": _compressed_bytes(event.hub.base),
    }


def _answered(task: _Task) -> tuple[float, _Made]:
    """Ask for something, and return the milliseconds until the answer, and its entry."""
    sent_ns = time.monotonic_ns()
    made, _ = task()
    return (time.monotonic_ns() - sent_ns) / 1e6, made


def _compressed_bytes(base: str) -> int:
    """Return the bytes of the public page as browsers ask for it."""
    asked = Request(base, headers={"accept-encoding": "gzip"})
    with urlopen(asked) as answer:
        return len(answer.read())


def _timed(task: _Task) -> tuple[int, _Made, Match]:
    """Ask for something, and return when it was sent and the entry that it has come to."""
    sent_ns = time.monotonic_ns()
    return sent_ns, *task()


def _latencies_ms(
    asked: Sequence[tuple[int, _Made, Match]],
    numbers: Mapping[_Made, int],
    noted: Sequence[tuple[str, int, int]],
) -> list[float]:
    """Return how long each change took to each page that shows it, in milliseconds."""
    by_name: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for name, number, at_ns in noted:
        by_name[name].append((number, at_ns))
    found = []
    for sent_ns, made, match in asked:
        last = numbers[made]
        for name, events in by_name.items():
            kind, _, who = name.partition("-")
            if kind == "floor" or (kind == "me" and int(who) in match.players):
                came = [
                    at_ns
                    for number, at_ns in events
                    if at_ns > sent_ns and (kind == "me" or number >= last)
                ]
                assert came, f"{name} has never seen entry {last}"
                found.append((min(came) - sent_ns) / 1e6)
    return found


@contextmanager
def _following(event: _Event, count: int) -> Iterator[Callable[[], list[tuple[str, int, int]]]]:
    """Open feeds in a process of their own; yield what gives all that they have noted."""
    feeds = [
        (f"floor-{number}", "/feed/floor", judge.cookie)
        for number, judge in enumerate(event.judges)
    ]
    for number in range(1, min(len(event.players), count - len(feeds)) + 1):
        cookie = event.players[PlayerId(number)].cookie
        feeds.append((f"me-{number}", "/feed/me", cookie))
    feeds += [(f"public-{number}", "/feed/public", "") for number in range(count - len(feeds))]
    words = [sys.executable, "-m", "duelmat_bench.hub.followers"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def tell(line: str) -> str:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            return process.stdout.readline()

        assert tell(json.dumps([feeds, event.hub.order.port])) == "following\n"
        yield lambda: [(name, number, at) for name, number, at in json.loads(tell("end"))]


def _memory_kb(hub: HubProcess) -> int:
    """Return the memory that the hub's process holds."""
    status = Path(f"/proc/{hub.pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0])
