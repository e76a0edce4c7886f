from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs

from duelmat_tournament.names import PlayerId
from duelmat_tournament.pairing import Bye, Cost, Field, Pair, Pairing, Proof, check_pairing, pair
from tournament.pairing.made_fields import NAMES, a_field

FIELD = a_field((6, 6, 3, 3, 0), met=[("Ana", "Cem")], had_bye=["Dia"])
MADE = pair(FIELD)
assert isinstance(MADE, Pairing)
FACTS = MADE.pairs[0].facts


def with_pairs(*pairs: str, bye: str = "") -> Pairing:
    """Pairs that somebody made, under the cost and the reasons of ours."""
    assert isinstance(MADE, Pairing)
    made = []
    for each in pairs:
        one, other = (PlayerId(1 + NAMES.index(name)) for name in each.split("-"))
        made.append(Pair(one, other, "Both have 6 points.", FACTS))
    has_bye = Bye(PlayerId(1 + NAMES.index(bye)), "So it is.", FACTS) if bye else None
    return structs.replace(MADE, pairs=tuple(made), bye=has_bye)


def test_our_own_pairing_has_no_fault() -> None:
    assert isinstance(MADE, Pairing)
    assert check_pairing(FIELD, MADE) == []


@pytest.mark.parametrize(
    ("pairing", "faults"),
    [
        (with_pairs("Ana-Ben", "Cem-Dia"), ["Player 5 is not paired."]),
        (
            with_pairs("Ana-Ben", "Cem-Ana", "Dia-Eli", "Kim-Leo"),
            [
                "Player 1 is paired 2 times.",
                "Player 11 is paired, but not in the field.",
                "Player 12 is paired, but not in the field.",
            ],
        ),
        (with_pairs("Ana-Ana", "Cem-Dia", "Ben-Eli"), ["Player 1 is paired 2 times."]),
    ],
)
def test_a_pairing_of_others_is_not_looked_at_further(pairing: Pairing, faults: list[str]) -> None:
    assert check_pairing(FIELD, pairing) == faults


@pytest.mark.parametrize(
    ("pairing", "fault"),
    [
        (with_pairs("Ana-Cem", "Ben-Dia", bye="Eli"), "Players 1 and 3 have met before."),
        (with_pairs("Ana-Ben", "Cem-Eli", bye="Dia"), "Player 4 has had a bye before."),
        (with_pairs("Ana-Ben", "Eli-Dia", bye="Cem"), "Player 5 comes before 4, who has more"),
        (with_pairs("Cem-Dia", "Ana-Ben", bye="Eli"), "Player 1 comes after players with fewer"),
        (with_pairs("Ana-Dia", "Ben-Cem", bye="Eli"), "It costs Cost(given_up=0, spread=3"),
        (with_pairs("Ana-Dia", "Ben-Cem", bye="Eli"), "another pairing costs Cost(given_up=0, sp"),
        (with_pairs("Ana-Ben", "Cem-Dia", bye="Eli"), "The reason of players 3 and 4 is 'Both h"),
        (with_pairs("Ana-Ben", "Cem-Dia", bye="Eli"), "The reason of the bye is 'So it is.'; so"),
    ],
)
def test_each_fault_is_named(pairing: Pairing, fault: str) -> None:
    assert any(fault in each for each in check_pairing(FIELD, pairing))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda made: structs.replace(made, cost=Cost()), "It costs Cost(given_up=0, spread=1,"),
        (lambda made: structs.replace(made, bound=Cost(1)), "Its bound is Cost(given_up=1,"),
        (lambda made: structs.replace(made, bound=Cost()), "Its proof needs a bound of Cost("),
        (
            lambda made: structs.replace(made, bound=Cost(), proof=Proof.NONE),
            None,
        ),
    ],
)
def test_cost_bound_and_proof_are_counted_again(
    change: Callable[[Pairing], Pairing], fault: str | None
) -> None:
    """A pairing that claims no proof needs none."""
    assert isinstance(MADE, Pairing)
    faults = check_pairing(FIELD, change(MADE))
    assert (fault is None and not faults) or any(str(fault) in each for each in faults)


def test_a_pairing_of_a_field_without_one_breaks_a_rule() -> None:
    """There is nothing to compare it with, but that much is sure."""
    field: Field = a_field((3, 3), met=[("Ana", "Ben")])
    allowed = pair(structs.replace(field, allow_rematches=True))
    assert isinstance(allowed, Pairing)
    faults = check_pairing(field, allowed)
    assert [fault.endswith("have met before.") for fault in faults] == [True]
