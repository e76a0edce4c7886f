"""Actions that come to the same are one to the opponent, and no others."""

from __future__ import annotations

from duelmat_engine import Placed, Play, Seat, legal_actions, parse_position, position, view_for
from duelmat_opponent.action_classes import class_of, in_the_middle

BOARD = (
    "ocg; 5 a main1; life 8000 8000; closed; a.hand Fissure Fissure/2 Wolf; a.m1 Ox@1; "
    "a.pile Sangan; b.m2 Elf@2; b.m3 Elf/2@2; b.pile Sangan"
)


def test_copies_and_free_zones_are_one() -> None:
    """Two copies Set to five zones are ten actions and one thing to think about."""
    view = view_for(parse_position(BOARD), Seat(0))
    sets = [
        each for each in legal_actions(view) if isinstance(each, Play) and "Fissure" in each.card
    ]
    assert len(sets) == 10
    assert len({class_of(view, view, each) for each in sets}) == 1


def test_other_cards_and_positions_are_not_one() -> None:
    """A monster summoned is not the same as one Set."""
    view = view_for(parse_position(BOARD), Seat(0))
    plays = [each for each in legal_actions(view) if isinstance(each, Play)]
    assert {class_of(view, view, each)[3:5] for each in plays if each.card == "a:Wolf"} == {
        (True, True),
        (False, False),
    }


def test_a_column_in_the_middle_stands_for_all() -> None:
    """Rows of Resummoned have no end, and cards are not laid at the edge of a mat."""
    zones = {"a.hand": [Placed("GeminiElf")], "a.m3": [Placed("Sangan")]}
    duel = position("resummoned", zones)
    everywhere = {each.to for each in legal_actions(duel) if isinstance(each, Play)}
    middle = {each.to for each in in_the_middle(legal_actions(duel)) if isinstance(each, Play)}
    assert {"a.m2", "a.m4"} <= everywhere
    assert middle <= {"a.m2", "a.m0"}
