from __future__ import annotations

import pytest

from duelmat_tournament.names import PlayerId
from duelmat_tournament.pairing import Cost, Float, cost_of
from duelmat_tournament.pairing.cost import scale_for
from tournament.pairing.made_fields import a_field, number


def spread_of(points: tuple[int, ...], pairs: str, bye: str = "") -> Cost:
    field = a_field(points)
    ids = [(number(a), number(b)) for a, b in (pair.split("-") for pair in pairs.split())]
    return cost_of(field, ids, number(bye) if bye else None)


@pytest.mark.parametrize(
    ("points", "pairs", "bye", "spread"),
    [
        ((3, 3, 0, 0), "Ana-Ben Cem-Dia", "", 0),
        ((3, 3, 0, 0), "Ana-Cem Ben-Dia", "", 2),
        ((9, 4, 1, 0), "Ana-Dia Ben-Cem", "", 9 + 1),
        ((9, 4, 1, 0), "Dia-Ana Cem-Ben", "", 9 + 1),
        ((3, 3, 0), "Ana-Ben", "Cem", 1),
        ((3, 3, 0), "Ana-Cem", "Ben", 1 + 4),
        ((7,), "", "Ana", 1),
    ],
)
def test_spread_is_the_sum_of_squares_of_groups_apart(
    points: tuple[int, ...], pairs: str, bye: str, spread: int
) -> None:
    """Groups count, not points; the bye is a group of one beneath the lowest."""
    assert spread_of(points, pairs, bye) == Cost(0, spread, 0, 0)


def test_a_float_in_the_same_direction_as_last_counts_as_repeated() -> None:
    """Down again, up again and a bye after a float down; the other direction does not count."""
    floats = {"Ana": Float.DOWN, "Ben": Float.UP, "Cem": Float.UP, "Dia": Float.DOWN}
    field = a_field((6, 6, 3, 3, 0), floats=floats)
    ana, ben, cem, dia, eli = (each.id for each in field.entrants)
    assert cost_of(field, [(ana, cem), (ben, dia)], eli).repeated_floats == 2
    assert cost_of(field, [(ben, dia), (ana, cem)], eli).repeated_floats == 2
    assert cost_of(field, [(ana, ben), (cem, eli)], dia).repeated_floats == 1
    assert cost_of(field, [(ana, ben), (cem, dia)], eli).repeated_floats == 0


def test_rematches_second_byes_and_teammates_are_counted() -> None:
    field = a_field((0, 0, 0), met=[("Ana", "Ben")], had_bye=["Cem"], teams={"Ana": "X"})
    ana, ben, cem = (each.id for each in field.entrants)
    assert cost_of(field, [(ana, ben)], cem) == Cost(2, 1, 0, 0)
    field = a_field((0, 0, 0, 0), teams={"Ana": "X", "Ben": "X"})
    assert cost_of(field, [(ana, ben), (cem, PlayerId(4))], None).teammates == 1


def test_costs_compare_by_the_gravest_line_first() -> None:
    costs = [Cost(1, 0, 0, 0), Cost(0, 1, 0, 0), Cost(0, 0, 1, 0), Cost(0, 0, 0, 9)]
    assert sorted(costs) == costs[::-1]


@pytest.mark.parametrize(("players", "groups"), [(2, 1), (5, 5), (300, 30)])
def test_weights_add_up_as_costs_do(players: int, groups: int) -> None:
    """The largest amounts of one line that a field can have never reach the next line."""
    scale = scale_for(players, groups)
    lines = [
        (scale.given_up, players),
        (scale.spread, 2 * groups * groups * players),
        (scale.repeated_float, players),
        (1, players // 2),
    ]
    weight = sum(unit * most for unit, most in lines)
    assert scale.cost_of(weight) == Cost(*(most for _, most in lines))
