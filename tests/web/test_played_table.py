"""Tables of page tests: each has all of its own, though what they begin with is made once."""

from direct_mat import SEATS
from web.played_table import midway


def test_what_is_done_at_one_table_is_not_done_at_another() -> None:
    """Neither its cards, nor its journal, nor who listens to it."""
    first, second = midway(), midway()
    heard: list[object] = []
    first.table.subscribe(heard.append)
    second.put("a:X1", "a.m3")
    second.table.set_state(second.start)
    assert not heard
    assert len(first.journal.entries) < len(second.journal.entries)
    assert len(first.hands.held(SEATS[0])) == 6
    assert len(second.hands.held(SEATS[0])) == 5
    assert "a.m3" not in first.table.layout
