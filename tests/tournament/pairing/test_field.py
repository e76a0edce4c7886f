from __future__ import annotations

import pytest
from msgspec import structs

from duelmat_tournament.names import PlayerId
from duelmat_tournament.pairing import BrokenFieldError, Field, FieldFault, pair
from tournament.pairing.made_fields import a_field


def changed(field: Field, at: int, **changes: object) -> Field:
    entrants = list(field.entrants)
    entrants[at] = structs.replace(entrants[at], **changes)
    return structs.replace(field, entrants=tuple(entrants))


WHOLE = a_field((3, 3, 0, 0), met=[("Ana", "Cem"), ("Ben", "Dia")])


@pytest.mark.parametrize(
    ("field", "fault", "player", "sentence"),
    [
        (
            changed(WHOLE, 0, id=PlayerId(0)),
            FieldFault.NOT_A_PLAYER,
            0,
            "player 0: expected an id from 1, got the id 0.",
        ),
        (
            changed(WHOLE, 1, id=PlayerId(1)),
            FieldFault.TWICE,
            1,
            "player 1: expected every id once in the field, got it twice.",
        ),
        (
            changed(WHOLE, 1, met=(PlayerId(2), PlayerId(4))),
            FieldFault.MET_ONESELF,
            2,
            "player 2: expected other players as opponents, got the player's own id.",
        ),
        (
            changed(WHOLE, 1, met=(PlayerId(0), PlayerId(4))),
            FieldFault.NOT_A_PLAYER,
            2,
            "player 2: expected opponents with ids from 1, got 0.",
        ),
        (
            changed(WHOLE, 1, met=(PlayerId(3), PlayerId(4))),
            FieldFault.ONE_SIDED,
            2,
            "player 2: expected player 3 to have met player 2 too, got player 3 without it.",
        ),
    ],
)
def test_a_field_that_contradicts_itself_is_an_error(
    field: Field, fault: FieldFault, player: int, sentence: str
) -> None:
    """It says what was expected and what it got, and is no proof of anything."""
    with pytest.raises(BrokenFieldError) as error:
        pair(field)
    assert (error.value.fault, error.value.player) == (fault, player)
    assert str(error.value) == sentence


def test_opponents_who_have_left_are_no_fault() -> None:
    field = changed(WHOLE, 0, met=(PlayerId(3), PlayerId(77)))
    pair(field)
