"""What everybody has to do at once: SEG-01 to SEG-03."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Choose, Pass
from duelmat_engine.events import ActedTogether, Activated, Moved
from engine.conformance.board import Board
from engine.conformance.seg_cards import game


def zones(seat: str) -> dict[str, str]:
    return {
        "a.hand": "Dealings Plain" if seat == "a" else "Plain",
        "b.hand": "Dealings Plain" if seat == "b" else "Plain",
        "a.pile": "Discarded Ape",
        "b.pile": "Discarded Ape",
    }


@pytest.mark.rule("SEG-01", "SEG-02", "SEG-03")
@pytest.mark.parametrize(("seat", "other"), [("a", "b"), ("b", "a")])
def test_the_turn_player_discards_first_and_nothing_comes_between(
    board: Board, seat: str, other: str
) -> None:
    """Dark World Dealings: both draw, then both discard; both discards are one moment."""
    table = board.lay(zones(seat), game=game("tcg"), seat=seat)
    table.plays(Activate("dealings", f"{seat}:Dealings"))
    table.nobody_responds()
    assert table.asks() == (seat, "choose")
    table.refuses(Choose(f"{other}:Plain"), "text:dealings")
    table.plays(Choose(f"{seat}:Discarded"))
    assert table.asks() == (other, "choose")
    table.plays(Choose(f"{other}:Discarded"))
    assert table.has(ActedTogether, "SEG-01", "SEG-02", "SEG-03")
    together = [e for e in table.history if isinstance(e, ActedTogether)]
    assert [["ab"[s] for s in e.order] for e in together] == [[seat, other]] * 2
    thrown = [e.piece.key for e in table.history if isinstance(e, Moved) and e.cause == "effect"]
    assert thrown == [f"{seat}:Discarded", f"{other}:Discarded"]
    table.plays(Activate("discarded", f"{seat}:Discarded"), "SEG-12")
    table.plays(Activate("discarded", f"{other}:Discarded"), "SEG-13")
    links = [e.piece.key for e in table.history if isinstance(e, Activated)][1:]
    assert links == thrown


@pytest.mark.rule("SEG-03")
def test_the_first_act_does_not_make_the_second_miss_or_be_missed(board: Board) -> None:
    """Both triggers are worded with "when": neither discard was before the other."""
    table = board.lay(zones("a"), game=game("ocg"))
    table.plays(Activate("dealings", "a:Dealings"))
    table.nobody_responds()
    table.plays(Choose("a:Discarded"))
    table.plays(Choose("b:Discarded"))
    table.accepts(Activate("discarded", "a:Discarded"), "SEG-18")
    table.plays(Pass())
    table.accepts(Activate("discarded", "b:Discarded"), "SEG-18")
    assert table.has(ActedTogether, "SEG-03")
