"""Names that were probably meant."""

from __future__ import annotations

import pytest

from duelmat_message import near_names


@pytest.mark.parametrize(
    ("name", "most", "near"),
    [
        ("prot", 1, ["port"]),
        ("ports", 3, ["port", "report"]),
        ("", 3, []),
        ("wizard", 3, []),
    ],
)
def test_the_most_alike_come_first(name: str, most: int, near: list[str]) -> None:
    """And none that is another word."""
    assert near_names(name, ("assist", "report", "port"), most) == near


def test_only_the_beginning_of_a_name_is_compared() -> None:
    """A name may be as long as its file."""
    known = ["a" * 59 + "b"]
    assert near_names("a" * 59 + "b" * 1000, known * 2, most=2) == known * 2
