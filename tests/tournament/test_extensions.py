"""Extensions: time lost within the round, to the second."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_tournament import clock as clocks
from duelmat_tournament.clock import Pause
from duelmat_tournament.extensions import Extension, LostBy, extension
from duelmat_tournament.names import TimeMs
from duelmat_tournament.policy import Extensions

RULES = Extensions(minimum_s=60, deck_check_s=180)
ENDS_S = 3000


def lost(
    kind: LostBy,
    began_s: float,
    ended_s: float,
    pauses: tuple[tuple[int, int], ...] = (),
    *,
    before_s: int = 0,
    taken_before_s: int | None = None,
    procedure_began: bool = False,
    ends_s: int | None = ENDS_S,
) -> Extension:
    """Return the extension in a round that began at 0 and ends after 50 minutes."""
    return extension(
        RULES,
        kind,
        ms(began_s),
        ms(ended_s),
        None if ends_s is None else ms(ends_s),
        procedure_began=procedure_began,
        pauses=tuple(Pause(ms(a), ms(b)) for a, b in pauses),
        lost_before_ms=1000 * before_s,
        taken_before_ms=1000 * (before_s if taken_before_s is None else taken_before_s),
    )


def ms(seconds: float) -> TimeMs:
    return TimeMs(round(1000 * seconds))


CALL, APPEAL, CHECK = LostBy.CALL, LostBy.APPEAL, LostBy.DECK_CHECK

# Kind, began, ended, the seconds, the reason. The round ends at 3000 s.
CASES: list[tuple[LostBy, float, float, int, str]] = [
    (CALL, 100, 161, 61, "The call took 1:01."),
    (CALL, 100, 160, 0, "The call took 1:00; up to 1:00 gives no extension."),
    (CALL, 100, 130, 0, "The call took 0:30; up to 1:00 gives no extension."),
    (CALL, 100, 160.001, 61, "The call took 1:01."),  # parts of a second are rounded up
    (APPEAL, 2820, 3240, 180, "The appeal took 7:00, 3:00 of it within the round."),
    (CALL, 2990, 3290, 10, "The call took 5:00, 0:10 of it within the round."),
    (CALL, 2990, 3010, 0, "The call took 0:20; up to 1:00 gives no extension."),
    (CALL, 3000, 3300, 0, "The call cost no time of the round."),
    (CALL, 3100, 3300, 0, "The call cost no time of the round."),
    (CALL, 200, 150, 0, "The call cost no time of the round."),  # a clock that was set back
    (
        CHECK,
        100,
        520,
        600,  # 7:00 lost and 3:00
        "The deck check took 7:00; 3:00 more for shuffling and dealing again.",
    ),
    (
        CHECK,
        100,
        130,
        210,  # the minimum is for calls: the decks are shuffled again in any case
        "The deck check took 0:30; 3:00 more for shuffling and dealing again.",
    ),
    (
        CHECK,
        2940,
        3300,
        240,  # 1:00 within the round and 3:00
        (
            "The deck check took 6:00, 1:00 of it within the round; "
            "3:00 more for shuffling and dealing again."
        ),
    ),
]


@pytest.mark.parametrize(("kind", "began", "ended", "seconds", "reason"), CASES)
def test_an_extension_is_the_time_that_was_lost_within_the_round(
    kind: LostBy, began: float, ended: float, seconds: int, reason: str
) -> None:
    found = lost(kind, began, ended)
    assert (found.seconds, found.reason) == (seconds, reason)


@pytest.mark.parametrize("kind", LostBy)
def test_there_is_none_in_the_end_of_match_procedure(kind: LostBy) -> None:
    found = lost(kind, 100, 900, procedure_began=True)
    assert (found.seconds, found.lost_ms) == (0, 0)
    assert "end-of-match procedure" in found.reason


def test_there_is_none_without_a_limit() -> None:
    assert lost(CALL, 100, 900, ends_s=None).seconds == 0


def test_an_earlier_extension_moves_the_end_of_the_table() -> None:
    """The round ended at 3000; this table has 120 s more: a call at 3050 costs it 70."""
    assert lost(CALL, 3050, 3200, ends_s=3120).seconds == 70


@pytest.mark.parametrize(
    ("pauses", "seconds"),
    [
        (((150, 250),), 100),  # 200 less the 100 within
        (((50, 200),), 100),  # began before the call
        (((250, 900),), 150),  # ended after it
        (((0, 50), (400, 500)), 200),  # before and after: all of it
        (((120, 140), (200, 220)), 160),
        (((120, 200), (150, 220)), 100),  # overlapping ones are counted once
        (((0, 900),), 0),
    ],
)
def test_pauses_of_the_clock_are_no_lost_time(
    pauses: tuple[tuple[int, int], ...], seconds: int
) -> None:
    """A call from 100 to 300 s."""
    assert lost(CALL, 100, 300, pauses).seconds == seconds
    assert lost(CALL, 100, 300, pauses[::-1]).seconds == seconds


def test_an_appeal_goes_on_with_the_time_of_its_call() -> None:
    """40 s until the ruling gave none; the appeal's 30 s make 70 s of both."""
    ruled = lost(CALL, 100, 140)
    assert (ruled.seconds, ruled.lost_ms) == (0, 40_000)
    assert lost(APPEAL, 200, 230, before_s=40).seconds == 70


# Began, ended, the seconds that the call has cost, that it took, those given, and the reason.
APPEALS: list[tuple[float, float, int, int, int, str]] = [
    (200, 230, 40, 40, 70, "The call took 0:40 and the appeal 0:30."),
    (
        200,
        215,
        40,
        40,
        0,
        "The call took 0:40 and the appeal 0:15; up to 1:00 gives no extension.",
    ),
    (
        2900,
        3020,
        90,
        90,
        190,
        "The call took 1:30 and the appeal 2:00, 3:10 of that within the round.",
    ),
    (
        3020,
        3030,
        50,
        70,
        50,
        "The call took 1:10 and the appeal 0:10, 0:50 of that within the round.",
    ),
    (3100, 3200, 0, 20, 0, "The appeal cost no time of the round."),
    (200.0, 230.4, 40, 40, 71, "The call took 0:40 and the appeal 0:31."),
]


@pytest.mark.parametrize(("began", "ended", "before", "taken", "seconds", "reason"), APPEALS)
def test_the_words_keep_the_time_of_a_call_and_that_of_its_appeal_apart(
    began: float, ended: float, before: int, taken: int, seconds: int, reason: str
) -> None:
    found = lost(APPEAL, began, ended, before_s=before, taken_before_s=taken)
    assert (found.seconds, found.reason) == (seconds, reason)


def test_an_appeal_takes_nothing_away_that_its_call_gives() -> None:
    """A call of 70 s, 50 s of them within the round; the appeal begins after its end."""
    assert lost(APPEAL, 3020, 3030, before_s=50, taken_before_s=70).seconds == 50


def test_the_call_before_an_appeal_in_the_procedure_still_counts() -> None:
    found = lost(APPEAL, 3100, 3200, before_s=90, procedure_began=True)
    words = "The call took 1:30 and the appeal 1:40, 1:30 of that within the round."
    assert (found.seconds, found.reason) == (90, words)


def test_a_round_that_was_paused_in_the_call_loses_only_what_ran() -> None:
    """The clock and the extension agree: with it, the players have the time that they had."""
    clock = clocks.start(ms(0), ENDS_S)
    clock = clocks.resume(clocks.pause(clock, ms(1000)), ms(1300))
    found = extension(RULES, CALL, ms(900), ms(1400), clock.ends_ms, pauses=clock.pauses)
    assert found.seconds == 200
    left = clocks.remaining(clocks.add(clock, found.seconds), ms(1400))
    assert left == 1000 * (ENDS_S - 900)


@given(
    began=st.integers(0, 4000),
    length=st.integers(0, 2000),
    pauses=st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 500)), max_size=4),
)
def test_lost_seconds_are_those_that_a_counter_counts(
    began: int, length: int, pauses: list[tuple[int, int]]
) -> None:
    """Second by second: within the call, before the end, and in no pause."""
    spans = tuple((a, a + n) for a, n in pauses)
    counted = sum(
        1
        for second in range(began, min(began + length, ENDS_S))
        if not any(a <= second < b for a, b in spans)
    )
    assert lost(CALL, began, began + length, spans).lost_ms == 1000 * counted
