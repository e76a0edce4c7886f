"""A limit of an answer that is switched off widens what may be answered, and is carried out."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Action, Activate, Choose, Name, Number, Play
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import ZoneName
from duelmat_engine.play import apply
from engine.conformance.board import Board, Table


def widened(table: Table, action: Action, *rules: str) -> Table:
    """The table after an answer that only these rules refuse, once they are off."""
    table.refuses(action, *rules)
    off = table.without(*rules)
    listed = list(legal_actions(table.duel, off))
    assert action in listed
    assert set(table.legal()) < set(listed)
    assert all(judge(table.duel, each, off).legal for each in listed)
    after = Table(lambda *_: None, apply(table.duel, action, off).duel, off)
    after.nobody_responds()
    return after


@pytest.mark.rule("TK-100")
def test_without_its_limit_any_card_may_be_chosen(board: Board) -> None:
    """Ordinary magic destroys a monster of its suit or number; else whatever is named."""
    table = board.lay({"a.hand": "S5", "b.m1": "C5", "b.m2": "H9"}, seat="a")
    table.plays(Activate("magic", "a:S5"))
    after = widened(table, Choose("b.m2"), "TK-100")
    assert after.cards("b.grave") == "H9"


@pytest.mark.rule("TK-73")
def test_without_its_limit_any_amount_may_be_named(board: Board) -> None:
    """The King of spades takes multiples of 5; else whatever anybody has."""
    table = board.lay({"a.m1": "SK", "b.m1": "C5"})
    table.plays(Activate("spade-synchro-sweep", "a.m1"))
    after = widened(table, Number(3), "TK-73")
    assert after.life()[0] == 37


@pytest.mark.rule("TK-84", "TK-19")
def test_without_its_limits_a_card_may_be_laid_anywhere_and_any_way(board: Board) -> None:
    """The Club comes to its player's monsters, face-up; else to the other's, face-down."""
    table = club_returns(board)
    place = Play("effect-summon", "a:C4", ZoneName("b.m2"), upright=False, face_up=False)
    after = widened(table, place, "TK-84", "TK-19")
    assert after.cards("b.m2") == "C4"


def club_returns(board: Board) -> Table:
    """A Club Synchro has been sent away, and its Club is being placed."""
    table = board.lay({"a.m1": "CJ", "a.grave": "C4", "b.m1": "SK"}, seat="b")
    table.plays(Activate("spade-synchro-sweep", "b.m1"))
    table.plays(Number(15))
    table.nobody_responds()
    table.plays(Choose("a:C4"))
    return table


@pytest.mark.rule("TK-80")
def test_without_its_limit_a_use_may_be_named_that_no_card_has(board: Board) -> None:
    """Of the cards looked at none can be used at once: Set one, or name the use all the same."""
    table = board.lay({"a.m1": "HJ", "a.pile": "S5 C9 D3 S6", "b.m1": "C2"}, life=(23, 20))
    table.plays(Activate("heart-synchro-search", "a.m1"))
    table.nobody_responds()
    assert table.asks() == ("a", "name")
    after = widened(table, Name("activate"), "TK-80")
    assert after.asks()[1] in ("choose", "open")
