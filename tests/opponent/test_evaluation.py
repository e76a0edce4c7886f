"""A duel looks the better, the more there is to win with; one that is over is certain."""

from __future__ import annotations

import pytest

from duelmat_engine import Concede, Seat, apply, parse_position, practice_duel, ruleset_names
from duelmat_opponent.evaluation import evaluate
from duelmat_opponent.weights import WEIGHTS

A, B = Seat(0), Seat(1)
PLAIN = "ocg; 5 a main1; life 8000 8000; closed; {}a.pile Ox; b.pile Ox"


@pytest.mark.parametrize(
    "better",
    [
        PLAIN.replace("8000 8000", "8000 4000").format(""),
        PLAIN.format("a.m1 Wolf@1; "),
        PLAIN.format("a.hand Wolf; "),
        PLAIN.format("a.s1 MirrorForce#@1; "),
    ],
)
def test_more_is_better(better: str) -> None:
    plain = evaluate(parse_position(PLAIN.format("")), A)
    assert evaluate(parse_position(better), A) > plain > evaluate(parse_position(better), B)


def test_the_end_is_certain() -> None:
    ended = apply(practice_duel("ocg", 1), Concede(1)).duel
    assert (evaluate(ended, A), evaluate(ended, B)) == (1.0, 0.0)


def test_every_ruleset_has_weights() -> None:
    assert set(WEIGHTS) == set(ruleset_names())
