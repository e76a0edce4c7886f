"""What an event wants of the duel at a table, as the table is told of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from direct_mat import Bench
from duelmat_host.uplink.event_orders import EventOrders
from duelmat_host.uplink.starter_notes import StarterNotes
from duelmat_venue.wanted import Wanted, WantedClock, WantedLoss, WantedMatch, WantedPlayer

PLAYERS = (WantedPlayer(1, "Ana"), WantedPlayer(2, "Ben"))
MATCH = WantedMatch(1, "Round 1 of 5", PLAYERS, "trump-king", {}, 3)
STEPS = ("finish_turn", "extra_turns_3", "compare_life", "draw")
CALLED = Wanted(9, "Open", 7, MATCH, True, True, STEPS, clock=WantedClock(60_000))


def stub(**parts: Any) -> Any:
    return SimpleNamespace(**parts)


class Hall:
    """A table at an event, whose wanted states and moments are handed in."""

    def __init__(self) -> None:
        self.bench = Bench({})
        self.uplink = stub(wanted=None, now_ms=0, notes=(), trouble=None, waiting=0, shown=None)
        self.uplink.subscribe = lambda _: None
        self.uplink.notice = lambda: None
        self.uplink.answer = lambda _: None
        loop = stub(table=self.bench.table, take=self.bench.table.take)
        self.orders = EventOrders(loop, stub(), self.uplink, StarterNotes(print))

    def hears(self, wanted: Wanted, now_ms: int) -> list[str]:
        """Return the kinds of the entries that follow."""
        self.uplink.wanted, self.uplink.now_ms = wanted, now_ms
        written = len(self.bench.journal.entries)
        self.orders.follow(MATCH.round)
        return [kind for kind, _ in self.bench.journal.entries[written:]]


def test_an_extension_after_time_was_called_withdraws_it() -> None:
    """Until the table has had it; every other table is at its end meanwhile."""
    hall = Hall()
    assert hall.hears(CALLED, 60_000) == ["time"]
    assert hall.hears(CALLED, 61_000) == []
    extended = replace(CALLED, clock=WantedClock(90_000, None, 30))
    assert hall.hears(extended, 62_000) == ["more-time"]
    assert hall.hears(extended, 89_999) == []
    assert hall.hears(extended, 90_000) == ["time"]


def test_a_table_with_an_extension_plays_on_when_time_is_called() -> None:
    hall = Hall()
    extended = replace(CALLED, clock=WantedClock(90_000, None, 30))
    assert hall.hears(extended, 60_000) == []
    assert hall.hears(extended, 90_000) == ["time"]


def test_a_match_that_was_lost_gives_no_more_time() -> None:
    """The event has its result: nothing of it is wanted of the duel any more."""
    hall = Hall()
    assert hall.hears(CALLED, 60_000) == ["time"]
    lost = replace(CALLED, result="Ana loses the match.", clock=WantedClock(None))
    assert hall.hears(lost, 61_000) == []


def test_a_duel_loss_is_taken_once() -> None:
    hall = Hall()
    loss = replace(CALLED, is_time_called=False, losses=(WantedLoss(3, "a", "Late"),))
    assert hall.hears(loss, 0) == ["decided", "over"]
    assert hall.hears(loss, 0) == []
