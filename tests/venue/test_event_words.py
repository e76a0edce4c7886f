"""The people at a table read where they are at in their event."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from duelmat_host.showing.match_types import EventView
from duelmat_host.uplink.event_words import event_view
from duelmat_serving.language.catalogs import language
from duelmat_venue.wanted import Wanted, WantedCall, WantedClock, WantedMatch, WantedPlayer

PLAYERS = (WantedPlayer(1, "Ana"), WantedPlayer(2, "Ben"))
MATCH = WantedMatch(2, "Round 2 of 5", PLAYERS, "trump-king", {}, 3)
WANTED = Wanted(9, "Spring Cup", 7, MATCH, is_playing=True, clock=WantedClock(60_000))


def seen(wanted: Wanted | None, **at: Any) -> EventView:
    facts = {"notes": (), "trouble": None, "waiting": 0, **at}
    return event_view(wanted, **facts)


def lines(wanted: Wanted | None, **at: Any) -> list[tuple[str, str]]:
    return [(line.kind, line.text) for line in seen(wanted, **at).lines]


def test_a_match_that_is_played_has_its_place_and_the_moment_of_its_end() -> None:
    assert seen(WANTED) == EventView("Spring Cup · Round 2 of 5 · Table 7", 60_000, [])


def test_side_decking_has_a_moment_of_its_own() -> None:
    assert seen(WANTED, side_ends_ms=50_000).side_ends_ms == 50_000


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"match": None}, ("result", "This table waits for its next match.")),
        (
            {"result": "Ana beats Ben 2-1"},
            ("result", "Ana beats Ben 2-1. Another match follows here."),
        ),
        (
            {"clock": WantedClock(None, 754)},
            ("clock", "The clock stands still, with 12:34 left."),
        ),
        (
            {"clock": WantedClock(60_000, None, 65)},
            ("clock", "1:05 of lost time were added."),
        ),
        ({"call": WantedCall(1, "taken", "Jon", "")}, ("call", "Jon is coming.")),
        ({"call": WantedCall(1, "attended", "Jon", "")}, ("call", "Jon is there.")),
        (
            {"call": WantedCall(1, "ruled", "Jon", "Play on.")},
            ("call", "Ruling of Jon: Play on."),
        ),
        (
            {"call": WantedCall(1, "appealed", "Jon", "Play on.")},
            ("call", "A ruling is appealed, the head judge decides: Play on."),
        ),
        (
            {"call": WantedCall(1, "decided", "Jon", "Redraw.")},
            ("call", "The head judge has decided: Redraw."),
        ),
        ({"announcements": ("Lunch at noon.",)}, ("announcement", "Lunch at noon.")),
    ],
)
def test_what_the_event_wants_is_a_sentence(change: dict[str, Any], line: tuple[str, str]) -> None:
    assert lines(replace(WANTED, **change)) == [line]


def test_a_call_that_nobody_has_taken_adds_nothing() -> None:
    """The page shows the call itself."""
    assert lines(replace(WANTED, call=WantedCall(1, "waiting", "", ""))) == []


def test_no_end_is_named_once_it_has_come() -> None:
    assert seen(replace(WANTED, result="Ana beats Ben 2-1")).ends_ms is None
    assert seen(replace(WANTED, is_time_called=True), is_time_up=True).ends_ms is None


def test_time_is_spoken_of_once() -> None:
    """A table that leads the end of the match says so itself."""
    late = replace(WANTED, is_time_called=True)
    assert lines(late, is_time_up=True) == [("clock", "Time was called.")]
    assert lines(late, is_time_up=True, leads_end=True) == []


@pytest.mark.parametrize(
    ("clock", "now_ms", "is_up"),
    [
        (WantedClock(60_000, None, 30), 60_000, True),
        (WantedClock(60_000, None, 30), 59_999, False),
        (WantedClock(60_000), 59_999, True),
        (WantedClock(None), 0, True),
    ],
)
def test_time_is_up_after_the_tables_own_extension(
    clock: WantedClock, now_ms: int, is_up: bool
) -> None:
    called = replace(WANTED, clock=clock, is_time_called=True)
    assert called.is_time_up(now_ms) is is_up
    assert not replace(called, is_time_called=False).is_time_up(now_ms)


def test_a_table_that_is_alone_says_so_and_how_much_waits() -> None:
    """Also before the hub has ever answered; what the hub has said last stays."""
    alone = "The table plays on alone, and 12 reports wait: the hub is away."
    at = {"trouble": "the hub is away.", "waiting": 12}
    assert lines(None, **at) == [("alone", alone)]
    nothing_waits = [("alone", "The table plays on alone: the hub is away.")]
    assert lines(None, trouble="the hub is away") == nothing_waits
    noted = lines(WANTED, notes=("Set the clock.",), **at)
    assert noted == [("note", "Set the clock."), ("alone", alone)]


def test_old_announcements_make_room() -> None:
    wanted = replace(WANTED, announcements=("third", "second", "first"))
    assert [text for _, text in lines(wanted)] == ["third", "second"]


def test_its_sentences_are_said_in_japanese() -> None:
    event = seen(replace(WANTED, call=WantedCall(1, "taken", "Jon", "")))
    assert language("ja").said(event.lines[0].text) == "Jonが来ます。"
