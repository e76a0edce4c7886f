"""The demonstration of a hall: real programs at a hub, two mats, paper, and what goes wrong."""

import pytest

from duelmat_bench.venue_demo.play import play_hall


@pytest.mark.long
def test_a_hall_is_played_and_proven() -> None:
    """A call with rulings, an extension, a penalty, a table that dies, spectators, and time."""
    found = play_hall("trump-king", 2, "test")
    assert (found["faults"], found["proven"]) == ([], True)
    assert (found["rounds"], found["settled_at_mats"]) == (3, 6)
    assert (found["rulings"], found["moved"]) == (["done", "done"], [[2, 9]])
    assert len(found["overlays"]) == 2
    assert found["penalties"] == ["duel_loss"]
    assert len(found["extensions"]) == 1
