"""Reports: the differences between views, and the views made of them again."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from duelmat_venue.reports import LOG_LINES, applied, changes_between

PARTS = st.dictionaries(st.sampled_from(["life", "turn", "zones"]), st.integers(0, 3))
LINES = st.lists(st.sampled_from(["draws", "attacks", "ends"]), min_size=1, max_size=90)


def view(parts: dict[str, int], lines: list[str]) -> dict[str, Any]:
    log = [{"n": n, "text": text} for n, text in enumerate(lines, start=1)]
    return {"life": 0, "turn": 0, "zones": 0, **parts, "log": log[-LOG_LINES:]}


@given(st.lists(st.tuples(PARTS, LINES), min_size=1, max_size=8))
def test_a_view_is_made_of_its_changes(steps: list[tuple[dict[str, int], list[str]]]) -> None:
    """Whatever comes after what: lines that are added, taken back or replaced."""
    before: dict[str, Any] = {}
    held: dict[str, Any] = {}
    for step in steps:
        after = view(*step)
        held = applied(held, changes_between(before, after))
        assert held == after
        before = after


def test_of_the_log_only_new_lines_are_sent() -> None:
    before, after = view({}, ["draws", "attacks"]), view({"turn": 2}, ["draws", "attacks", "ends"])
    assert changes_between(before, after) == {"turn": 2, "log": [{"n": 3, "text": "ends"}]}


def test_an_equal_view_has_no_changes() -> None:
    assert not changes_between(view({}, ["draws"]), view({}, ["draws"]))
