"""Calls at an event, one after the other and at two tables at once: each gives the extension that
a counter of seconds comes to, which knows nothing of the arithmetic that is judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from duelmat_tournament import commands, floor_commands
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.deciding import decide
from duelmat_tournament.event import Event, Step
from duelmat_tournament.fold import fold
from duelmat_tournament.names import CallId, TableNumber, TimeMs
from duelmat_tournament.roles import Actor
from hub.scenes import HEAD_JUDGE, JUDGE, ORGANISER, Scene

ROUND_S = 1_800
MINIMUM_S = 60
TABLES = (TableNumber(1), TableNumber(2))


@cache
def playing() -> Event:
    """The first round of four players, whose clock has begun to run."""
    scene = Scene("trump-king")
    scene.register(("Ana", "Ben", "Cleo", "Dan"))
    scene.ask(commands.StartEvent(rounds=2, cut=0))
    for command in (commands.PairRound(), commands.PublishRound(), commands.StartRound()):
        scene.ask(command)
    assert scene.event is not None
    return scene.event


class Interruption(Struct, frozen=True):
    """A call with what comes of it, in seconds."""

    after_s: int
    """From the end of the one before to the call."""
    ruled_s: int
    appealed_s: int | None
    """From the ruling to the appeal; None: the ruling stands."""
    decided_s: int
    is_granted: bool


interruptions = st.builds(
    Interruption,
    st.integers(0, 200),
    st.integers(0, 400),
    st.none() | st.integers(0, 120),
    st.integers(0, 400),
    st.booleans(),
)
Act = tuple[int, int, str]
"""The second of an act, its table or 0, and what is done."""


def acts_of(table: int, begins_s: int, calls: list[Interruption]) -> Iterator[Act]:
    at_s = begins_s
    for call in calls:
        at_s += call.after_s
        yield at_s, table, "call"
        at_s += call.ruled_s
        yield at_s, table, "rule"
        if call.appealed_s is not None:
            at_s += call.appealed_s
            yield at_s, table, "appeal"
            at_s += call.decided_s
            yield at_s, table, "decide"
        if call.is_granted:
            yield at_s, table, "grant"


class Counter:
    """Counts the seconds of one table, as a person with a stopwatch does."""

    def __init__(self) -> None:
        self.left_s = ROUND_S
        """Of the round at this table; below 0 after its end."""
        self.is_awaited = False
        """Whether the table waits for a judge."""
        self.is_over = False
        """Whether the call began in the end-of-match procedure."""
        self.taken_s = self.lost_s = 0

    def pass_second(self, *, stands_still: bool) -> None:
        if stands_still:
            return
        if self.is_awaited:
            self.taken_s += 1
            self.lost_s += self.left_s > 0 and not self.is_over
        self.left_s -= 1

    def wait(self, *, is_time_called: bool, is_new: bool) -> None:
        self.is_awaited = True
        self.is_over = is_time_called and self.left_s <= 0
        if is_new:
            self.taken_s = self.lost_s = 0

    @property
    def extension_s(self) -> int:
        return self.lost_s if self.taken_s > MINIMUM_S else 0


class Hall:
    """The event, and a counter at each table."""

    def __init__(self) -> None:
        self.event = playing()
        assert self.event.round is not None
        self.began_ms = self.event.round.began_ms or 0
        self.now_s = 0
        self.counters = {table: Counter() for table in TABLES}
        self.calls: dict[int, CallId] = {}

    @property
    def is_time_called(self) -> bool:
        assert self.event.round is not None
        return self.event.round.step is Step.TIME_CALLED

    @property
    def stands_still(self) -> bool:
        assert self.event.round is not None
        assert self.event.round.clock is not None
        return self.event.round.clock.is_paused

    def pass_until(self, second: int) -> None:
        for _ in range(second - self.now_s):
            for counter in self.counters.values():
                counter.pass_second(stands_still=self.stands_still)
        self.now_s = second

    def ask(self, command: AnyCommand, by: Actor) -> None:
        now_ms = TimeMs(self.began_ms + 1_000 * self.now_s)
        made = decide(self.event, command, by, now_ms, checkpoint="AAAA")
        after = fold(made, self.event)
        assert after is not None
        self.event = after

    def act(self, table: int, what: str) -> None:
        number = TableNumber(table)
        counter = self.counters.get(number, Counter())
        call = self.calls.get(table, CallId(0))
        match what:
            case "pause" if not self.is_time_called and not self.stands_still:
                self.ask(commands.PauseClock(), ORGANISER)
            case "resume" if not self.is_time_called and self.stands_still:
                self.ask(commands.ResumeClock(), ORGANISER)
            case "call":
                self.ask(floor_commands.CallJudge(number), JUDGE)
                self.calls[table] = CallId(len(self.event.calls))
                counter.wait(is_time_called=self.is_time_called, is_new=True)
            case "rule":
                self.ask(floor_commands.RuleCall(call, "So it is."), JUDGE)
                counter.is_awaited = False
            case "appeal":
                assert self.event.round is not None
                player = self.event.round.matches[number].players[0]
                self.ask(floor_commands.Appeal(call, player), JUDGE)
                counter.wait(is_time_called=self.is_time_called, is_new=False)
            case "decide":
                self.ask(
                    floor_commands.DecideAppeal(call, "So it stays.", upheld=True), HEAD_JUDGE
                )
                counter.is_awaited = False
            case "grant" if self.event.calls[call].proposed_s:
                self.ask(
                    floor_commands.GrantExtension(call, self.event.calls[call].proposed_s), JUDGE
                )
                counter.left_s += self.event.calls[call].granted_s
        if what in ("rule", "decide"):
            assert self.event.calls[call].proposed_s == counter.extension_s

    def call_time(self) -> None:
        """Call time as soon as the round's clock is over, its tables' extensions left out."""
        assert self.event.round is not None
        held = self.event.round
        assert held.clock is not None
        is_over = held.clock.ends_ms <= self.began_ms + 1_000 * self.now_s
        if held.step is Step.PLAYING and is_over and not self.stands_still:
            self.ask(commands.CallTime(), ORGANISER)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    begins_s=st.tuples(*[st.sampled_from((1, ROUND_S - 600, ROUND_S - 50))] * 2),
    first=st.lists(interruptions, min_size=1, max_size=4),
    second=st.lists(interruptions, min_size=1, max_size=4),
    pauses=st.lists(st.tuples(st.integers(1, 1_800), st.integers(1, 300)), max_size=2),
    is_called=st.booleans(),
)
def test_each_call_gives_what_a_counter_of_seconds_comes_to(
    begins_s: tuple[int, int],
    first: list[Interruption],
    second: list[Interruption],
    pauses: list[tuple[int, int]],
    is_called: bool,
) -> None:
    """250 evenings with five calls each in the mean: in an appeal, across the end of the round, at
    two tables at once, and while the clock stands still."""
    hall = Hall()
    stops = [act for at, n in pauses for act in ((at, 0, "pause"), (at + n, 0, "resume"))]
    acts = [*acts_of(1, begins_s[0], first), *acts_of(2, begins_s[1], second), *stops]
    for at_s, table, what in sorted(acts, key=lambda act: act[0]):
        hall.pass_until(at_s)
        if is_called:
            hall.call_time()
        hall.act(table, what)
