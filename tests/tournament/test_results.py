"""Results: how they are made, what is wrong with one, its points and its words."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from duelmat_tournament.policy import Points
from duelmat_tournament.results import (
    Ending,
    Result,
    Side,
    agreed_draw,
    bye,
    describe,
    double_loss,
    forfeit,
    missed,
    no_show,
    played,
    points_of,
    result_faults,
)

POINTS = Points(win=3, draw=1, loss=0, bye=2)

# The result, its points, its words.
CASES: list[tuple[Result, tuple[int, int], str]] = [
    (played(2, 0), (3, 0), "Ana beats Ben 2-0"),
    (played(1, 2), (0, 3), "Ben beats Ana 2-1"),
    (played(1, 0), (3, 0), "Ana beats Ben 1-0"),
    (played(0, 1, 2), (0, 3), "Ben beats Ana 1-0 (2 drawn)"),
    (played(1, 1), (1, 1), "Ana and Ben draw 1-1"),
    (played(0, 0, 1), (1, 1), "Ana and Ben draw 0-0 (1 drawn)"),
    (agreed_draw(), (1, 1), "Ana and Ben agree to a draw"),
    (agreed_draw(1, 0), (1, 1), "Ana and Ben agree to a draw at 1-0"),
    (double_loss(), (0, 0), "Ana and Ben both lose"),
    (double_loss(1, 1), (0, 0), "Ana and Ben both lose at 1-1"),
    (no_show(absent_is_first=True), (0, 3), "Ben wins: Ana did not come"),
    (no_show(absent_is_first=False), (3, 0), "Ana wins: Ben did not come"),
    (forfeit(loser_is_first=True), (0, 3), "Ben wins: Ana forfeits the match"),
    (
        forfeit(loser_is_first=True, first_won=1),
        (0, 3),
        "Ben wins: Ana forfeits the match at 0-1",
    ),
    (forfeit(loser_is_first=False), (3, 0), "Ana wins: Ben forfeits the match"),
    (bye(), (2, 0), "Ana has a bye"),
    (missed(), (0, 0), "Ana missed the round"),
]


@pytest.mark.parametrize(("result", "points", "words"), CASES)
def test_a_result_has_its_points_and_words(
    result: Result, points: tuple[int, int], words: str
) -> None:
    assert points_of(result, POINTS) == points
    assert describe(result, "Ana", "Ben") == words
    assert msgspec.json.decode(msgspec.json.encode(result), type=Result) == result


@pytest.mark.parametrize("result", [case[0] for case in CASES])
def test_a_result_of_two_players_may_end_a_best_of_3(result: Result) -> None:
    """Byes and missed rounds come with the pairing, and nobody enters them."""
    faults = result_faults(result, 3, may_draw=True, may_agree_draw=True)
    assert bool(faults) == (result.ending in (Ending.BYE, Ending.MISSED))


# Best of, the result, words of its fault.
FAULTS: list[tuple[int, Result, str]] = [
    (1, played(2, 0), "a best of 1 a player wins 1 at most: the first player has 2"),
    (1, played(1, 1), "both players cannot have 1"),
    (3, played(1, 3), "a best of 3 a player wins 2 at most: the second player has 3"),
    (3, played(2, 2), "both players cannot have 2"),
    (5, played(3, 3), "both players cannot have 3"),
    (5, played(0, 4), "a player wins 3 at most"),
    (3, played(2, 0, 4), "3 drawn at most: 4 were entered"),
    (3, played(-1, 2), "at least 0: got -1-2"),
    (3, Result(drawn=-1, winner=Side.NONE), "at least 0"),
    (3, played(0, 0), "at least one duel"),
    (3, agreed_draw(2, 0), "The match is won"),
    (3, replace(played(2, 1), winner=Side.SECOND), "At 2-1 the first player wins, not the second"),
    (3, replace(played(2, 1), winner=Side.NONE), "the first player wins, not nobody"),
    (3, replace(played(1, 1), winner=Side.FIRST), "At 1-1 nobody wins, not the first player"),
    (3, replace(agreed_draw(), winner=Side.FIRST), "A draw has no winner"),
    (3, replace(double_loss(), winner=Side.FIRST), "A double loss has no winner"),
    (3, replace(no_show(absent_is_first=True), first_won=1), "has no duels"),
    (3, Result(ending=Ending.NO_SHOW), "say which"),
    (3, Result(ending=Ending.FORFEIT), "say which"),
]


@pytest.mark.parametrize(("best_of", "result", "words"), FAULTS)
def test_a_result_that_cannot_be_is_refused_in_words(
    best_of: int, result: Result, words: str
) -> None:
    (fault,) = result_faults(result, best_of, may_draw=True, may_agree_draw=True)
    assert words in fault
    assert fault.endswith(".")


@pytest.mark.parametrize("best_of", [1, 3, 5])
def test_every_count_of_duels_is_legal_exactly_if_a_match_can_come_to_it(best_of: int) -> None:
    """Playing all matches duel by duel gives the same counts as the faults allow."""
    possible: set[tuple[int, int, int]] = set()

    def play(first: int, second: int, drawn: int) -> None:
        possible.add((first, second, drawn))
        if max(first, second) <= best_of // 2:
            play(first + 1, second, drawn)
            play(first, second + 1, drawn)
        if drawn < best_of:
            play(first, second, drawn + 1)

    play(0, 0, 0)
    counts = range(best_of + 2)
    allowed = {
        (a, b, drawn)
        for a in counts
        for b in counts
        for drawn in counts
        if not result_faults(played(a, b, drawn), best_of, may_draw=True, may_agree_draw=True)
    }
    assert allowed == possible - {(0, 0, 0)}


def test_a_policy_without_draws_has_none() -> None:
    assert result_faults(played(1, 1), 3, may_draw=False, may_agree_draw=True)
    assert result_faults(agreed_draw(), 3, may_draw=False, may_agree_draw=True)
    assert result_faults(agreed_draw(), 3, may_draw=True, may_agree_draw=False)
    assert not result_faults(played(1, 1), 3, may_draw=True, may_agree_draw=False)
    assert not result_faults(played(1, 0), 3, may_draw=False, may_agree_draw=False)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (played(1, 1), "cannot end drawn"),
        (agreed_draw(), "cannot end drawn"),
        (double_loss(1, 1), "both cannot lose"),
    ],
)
def test_in_the_cut_somebody_goes_on(result: Result, words: str) -> None:
    for may_draw in (True, False):  # what Swiss allows is no question in the cut
        (fault,) = result_faults(result, 3, may_draw=may_draw, may_agree_draw=True, is_cut=True)
        assert words in fault
        assert "goes on" in fault


@given(
    first=st.integers(-1, 6),
    second=st.integers(-1, 6),
    drawn=st.integers(-1, 6),
    ending=st.sampled_from(Ending),
    winner=st.sampled_from(Side),
    flags=st.tuples(st.booleans(), st.booleans()),
)
def test_a_result_without_fault_in_the_cut_has_a_winner(
    first: int, second: int, drawn: int, ending: Ending, winner: Side, flags: tuple[bool, bool]
) -> None:
    result = Result(first_won=first, second_won=second, drawn=drawn, ending=ending, winner=winner)
    judge: Callable[..., list[str]] = result_faults
    if not judge(result, 3, may_draw=flags[0], may_agree_draw=flags[1], is_cut=True):
        assert winner is not Side.NONE
        assert sorted(points_of(result, POINTS)) == [0, 3]


def test_there_is_no_best_of_2() -> None:
    with pytest.raises(ValueError, match="best of 1, 3 or 5, got 2"):
        result_faults(played(1, 0), 2, may_draw=True, may_agree_draw=True)
