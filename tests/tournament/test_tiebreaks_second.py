"""The tie-breaks equal those of a second implementation, written another way from the page."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from duelmat_bench.tournament.second_tiebreaks import Match, second_standings
from duelmat_tournament.names import NO_PLAYER
from duelmat_tournament.policy import Points, TieBreaks
from duelmat_tournament.results import Ending, Side
from duelmat_tournament.standings import MatchRecord
from duelmat_tournament.tiebreaks import PROFILES, Measure
from examples import examples
from tournament.made_events import POINTS, MadeEvent, made_events, page_event

KINDS = {
    Ending.PLAYED: "played",
    Ending.AGREED_DRAW: "agreed",
    Ending.DOUBLE_LOSS: "double loss",
    Ending.NO_SHOW: "absent",
    Ending.FORFEIT: "forfeit",
    Ending.BYE: "bye",
    Ending.MISSED: "missed",
}


def as_match(record: MatchRecord) -> Match:
    result = record.result
    return {
        "round": record.round,
        "a": record.first,
        "b": None if record.second == NO_PLAYER else record.second,
        "kind": KINDS[result.ending],
        "won": {Side.FIRST: "a", Side.SECOND: "b", Side.NONE: ""}[result.winner],
        "duels": (result.first_won, result.second_won, result.drawn),
    }


def both_agree(made: MadeEvent, profile: TieBreaks, points: Points, number: int) -> None:
    present = [int(each.player) for each in made.entrants if each.entered <= number]
    matches = [
        as_match(each)
        for each in made.records
        if each.round <= number and int(each.first) in present
    ]
    worth = {"win": points.win, "draw": points.draw, "loss": points.loss, "bye": points.bye}
    second = second_standings(profile.value, present, matches, worth, number)
    rows = made.after(number, profile, points)
    found = {
        row.player: (
            row.points,
            *(each.value for each in row.tie_breaks if each.measure is not Measure.DRAWN),
        )
        for row in rows
    }
    assert found == second
    keys = [second[row.player] for row in rows]
    assert keys == sorted(keys, reverse=True)


def test_every_profile_has_its_function() -> None:
    assert set(PROFILES) == set(TieBreaks)


@pytest.mark.parametrize("profile", TieBreaks)
def test_both_agree_on_the_event_of_the_page(profile: TieBreaks) -> None:
    both_agree(page_event(), profile, Points(win=3, draw=1, loss=0, bye=3), 3)


@settings(max_examples=examples(400))
@given(made=made_events(), points=POINTS)
def test_both_agree_on_random_events_after_every_round(made: MadeEvent, points: Points) -> None:
    every_profile_agrees(made, points)


@pytest.mark.long
@settings(max_examples=1000)
@given(made=made_events(), points=POINTS)
def test_both_agree_on_a_thousand_random_events(made: MadeEvent, points: Points) -> None:
    every_profile_agrees(made, points)


def every_profile_agrees(made: MadeEvent, points: Points) -> None:
    for profile in TieBreaks:
        for number in range(1, made.rounds + 1):
            both_agree(made, profile, points, number)
