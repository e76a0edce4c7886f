"""Structs from tables: what msgspec would refuse is listed, and what it takes is the same."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Final, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from duelmat_parsing.structs import (
    MOST_UNKNOWN,
    place_of,
    read_sound,
    read_struct,
    shown,
    without_stand_ins,
)


class Suit(Enum):
    """One of few."""

    CLUBS = "clubs"
    HEARTS = "hearts"


class Spot(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A place, written as a list."""

    x_mm: Annotated[float, Meta(ge=-10, le=10)]
    y_mm: Annotated[float, Meta(gt=0, le=10)]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """One of a list."""

    count: Annotated[int, Meta(ge=1, le=9)]
    suit: Suit = Suit.CLUBS
    is_new: bool = False


class Whole(Struct, frozen=True, forbid_unknown_fields=True):
    """A file, each field of which may be broken."""

    name: Annotated[str, Meta(min_length=1, max_length=5)] | None
    model: Literal["a", 2] | None
    spot: Spot | None
    parts: tuple[Part, ...] | None
    counts: dict[Suit, Annotated[int, Meta(ge=0, le=5)]] | None
    free: dict[str, Part] | None = None


GOOD: Final[dict[str, Any]] = {
    "name": "ab",
    "model": 2,
    "spot": [1, 2.5],
    "parts": [{"count": 1}, {"count": 2, "suit": "hearts", "is_new": True}],
    "counts": {"hearts": 3},
    "free": {"one": {"count": 9}},
}
SCALARS: Final = (
    st.booleans()
    | st.integers(-2, 12)
    | st.floats(-12, 12)
    | st.sampled_from([float("nan"), float("inf")])
    | st.sampled_from(["", "a", "clubs", "hearts", "longer", "2"])
)
VALUES: Final = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["count", "suit", "is_new", "hearts", "clubs", "other"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*GOOD, "more"]), VALUES, max_size=3), st.booleans())
def test_what_fits_is_what_msgspec_converts(changed: dict[str, Any], is_added: bool) -> None:
    """Neither takes what the other refuses, and both make the same of it."""
    table = {**GOOD, **changed} if is_added else changed
    read, misfits = read_struct(Whole, table)
    try:
        wanted = msgspec.convert(table, Whole)
    except msgspec.ValidationError:
        assert misfits
    else:
        assert (read, misfits) == (wanted, [])
        assert read_sound(Whole, table) == (wanted, [])


def test_everything_that_does_not_fit_is_listed() -> None:
    """With its place, what was expected and got, and what to do."""
    table = {
        **GOOD,
        "name": 3,
        "spot": [1, "2"],
        "parts": [{"count": "1"}, {"suit": "heart"}, 7],
        "counts": {"hart": 1, "clubs": 9},
    }
    _, misfits = read_struct(Whole, table)
    assert [(place_of(each.path), each.expected, each.got, each.advice) for each in misfits] == [
        ("name", "a text in quotes, of 1 to 5 characters", "3", "Put it in quotes."),
        ("spot[2]", "a number above 0 to 10", '"2"', "Write it without quotes."),
        ("parts[1].count", "a whole number from 1 to 9", '"1"', "Write it without quotes."),
        ("parts[2].count", "a whole number from 1 to 9", "nothing", "Add a line: count = ..."),
        ("parts[2].suit", "clubs or hearts", '"heart"', "Did you mean hearts?"),
        ("parts[3]", "a table of count, suit, is_new", "7", "Correct it."),
        ("counts.hart", "one of the keys clubs, hearts", "an unknown key", "Did you mean hearts?"),
        ("counts.clubs", "a whole number from 0 to 5", "9", "Correct it."),
    ]


def test_what_is_broken_has_a_stand_in_or_is_left_out() -> None:
    """A list keeps its length where later checks count its items, and else only what is sound."""
    table = {**GOOD, "name": 3, "parts": [{"count": 0}, {"count": 2}]}
    read, misfits = read_struct(Whole, table)
    assert read.parts == (Part(1), Part(2))
    assert without_stand_ins(misfits, misfits) == []
    sound, _ = read_sound(Whole, table)
    assert (sound.name, sound.parts, sound.model) == (None, (Part(2),), 2)


def test_of_many_unknown_keys_some_are_listed() -> None:
    """The others are counted."""
    _, misfits = read_struct(Whole, {**GOOD, **{f"k{number}": 1 for number in range(50)}})
    assert len(misfits) == MOST_UNKNOWN + 1
    assert misfits[-1].got == "30 unknown keys more"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nothing"),
        (True, "true"),
        ('a"b', '"a\\"b"'),
        ("\u202e", '"\\u202e"'),
        ("x" * 100, f'"{"x" * 59}...'),
        ([1, "a"], '[1, "a"]'),
        ([[1]], "a list of 1"),
        ([], "an empty list"),
        ({"a": 1, "\n": 2}, "a table of a, \\n"),
        ({}, "an empty table"),
    ],
)
def test_a_value_is_shown_on_one_line(value: object, text: str) -> None:
    """As a file would have it, without what a terminal would obey."""
    assert shown(value) == text
