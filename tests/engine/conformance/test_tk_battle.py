"""Life, battles, winning and losing: TK-55 to TK-67."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import (
    Activate,
    Advance,
    AgreeDraw,
    Attack,
    Choose,
    Concede,
    Pass,
    Play,
    Standing,
)
from duelmat_engine.events import (
    AttackDeclared,
    AttackEnded,
    Battled,
    Destroyed,
    DuelEnded,
    LifeChanged,
)
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.play import apply
from duelmat_engine.verdict import Invalidity
from engine.conformance.board import Board, Table


@pytest.mark.rule("TK-56", "TK-58")
def test_a_player_without_life_loses(board: Board) -> None:
    table = board.lay({"a.m1": "S5"}, phase="battle", life=(40, 5))
    table.plays(Attack("a.m1"), "TK-58")
    outcome = table.duel.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rules) == (0, ("TK-56",))
    assert table.has(DuelEnded, "TK-56")
    assert table.life() == (40, 0)
    table.invalid(Advance("end"), "TK-56", invalid=Invalidity.OVER)
    table.invalid(Pass(), "TK-56", invalid=Invalidity.OVER)
    assert table.legal() == []


@pytest.mark.rule("TK-56")
def test_no_position_goes_on_with_nobody_alive(board: Board) -> None:
    assert any("(TK-56)" in fault for fault in board.faults({}, life=(40, 0)))


@pytest.mark.rule("TK-57")
def test_attack_and_defense_are_the_number(board: Board) -> None:
    table = board.lay({"a.m1": "S5", "b.m1": "C7-"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    (battle,) = [e for e in table.history if isinstance(e, Battled)]
    assert (battle.attack, battle.defense) == (5, 7)
    assert "TK-57" in battle.rules


@pytest.mark.rule("TK-58", "TK-59")
@pytest.mark.parametrize("code", ["S1", "S10", "SK"])
def test_a_direct_attack_deals_the_attack(board: Board, code: str) -> None:
    table = board.lay({"a.m1": code}, phase="battle")
    table.refuses(Attack("a.m1", "b.m1"), "TK-58")
    table.plays(Attack("a.m1"), "TK-58")
    number = {"S1": 1, "S10": 10, "SK": 13}[code]
    assert table.life() == (40, 40 - number)
    assert table.has(Battled, "TK-58")


@pytest.mark.rule("TK-59")
@pytest.mark.parametrize("defender", ["C7", "C7-", "(C7)"])
def test_with_an_opposing_monster_the_target_is_a_monster(board: Board, defender: str) -> None:
    table = board.lay({"a.m1": "S5", "b.m2": defender}, phase="battle")
    verdict = table.refuses(Attack("a.m1"), "TK-59")
    assert "b.m2" in verdict.remedies[0].text
    table.refuses(Attack("a.m1", "b.m1"), "TK-59")
    table.plays(Attack("a.m1", "b.m2"), "TK-59")


BATTLES = [
    # attacker, defender, rule, destroyed, life
    ("S7", "C5", "TK-60", {"b:C5"}, (40, 38)),
    ("S5", "C7", "TK-60", {"a:S5"}, (38, 40)),
    ("S5", "C5", "TK-61", {"a:S5", "b:C5"}, (40, 40)),
    ("S7", "C5-", "TK-63", {"b:C5"}, (40, 40)),
    ("S5", "C5-", "TK-64", set(), (40, 40)),
    ("S5", "C7-", "TK-65", set(), (38, 40)),
    ("S7", "(C5)", "TK-63", {"b:C5"}, (40, 40)),
    ("S5", "(C7)", "TK-65", set(), (38, 40)),
    ("X1", "X2", "TK-61", {"a:X1", "b:X2"}, (40, 40)),
]


@pytest.mark.parametrize(
    ("attacker", "defender", "rule", "destroyed", "life"),
    [pytest.param(*row, marks=pytest.mark.rule(row[2])) for row in BATTLES],
)
def test_the_battle_table(
    board: Board,
    attacker: str,
    defender: str,
    rule: str,
    destroyed: set[str],
    life: tuple[int, int],
) -> None:
    table = board.lay({"a.m1": attacker, "b.m1": defender}, phase="battle")
    events = table.plays(Attack("a.m1", "b.m1"))
    assert table.has(Battled, rule)
    assert {e.piece.key for e in events if isinstance(e, Destroyed)} == destroyed
    assert table.life() == life
    assert all(rule in e.rules for e in events if isinstance(e, Destroyed | LifeChanged))


@pytest.mark.rule("TK-66")
def test_each_monster_attacks_once(board: Board) -> None:
    table = board.lay({"a.m1": "S5", "a.m2": "S6"}, phase="battle")
    table.plays(Attack("a.m1"), "TK-66")
    table.refuses(Attack("a.m1"), "TK-66")
    table.plays(Attack("a.m2"), "TK-66")
    table.plays(Advance("end"))
    table.plays(Advance("end"))
    table.plays(Advance("battle"))
    table.plays(Attack("a.m1"), "TK-66")


@pytest.mark.rule("TK-67")
def test_nobody_has_to_attack(board: Board) -> None:
    for move in ("main2", "end"):
        table = board.lay({"a.m1": "S5"}, phase="battle")
        table.plays(Advance(move), "TK-67")
        assert table.life() == (40, 40)


@pytest.mark.rule("TK-07")
def test_an_attack_whose_target_has_gone_leads_to_no_battle(board: Board) -> None:
    """And the attack of that monster is spent."""
    table = board.lay({"a.m1": "S5", "b.m1": "C3", "b.s1": "(H9)"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(Activate("trap-nine", "b.s1", CardKey("b:H9")))
    table.plays(Choose("b.m1"))
    assert table.has(AttackDeclared, "TK-07", "TK-66")
    assert table.has(AttackEnded, "TK-07")
    assert not table.has(Battled)
    assert table.life() == (40, 40)
    table.refuses(Attack("a.m1"), "TK-66")


@pytest.mark.rule("TK-07")
def test_an_attacker_that_has_gone_does_not_fight(board: Board) -> None:
    table = board.lay({"a.m1": "S5", "b.s1": "(H9)"}, phase="battle")
    table.plays(Attack("a.m1"))
    table.plays(Activate("trap-nine", "b.s1", CardKey("b:H9")))
    table.plays(Choose("a.m1"))
    assert table.has(AttackEnded, "TK-07")
    assert table.life() == (40, 40)


@pytest.mark.rule("TK-56")
def test_conceding_and_agreeing_end_the_duel_by_no_statement(board: Board) -> None:
    """They are the table's business: no statement of the game is claimed for them."""
    table = board.lay({})
    events = _carried(table, Concede(1))
    assert [(e.winner, e.rules) for e in events] == [(0, ())]
    table = board.lay({})
    events = _carried(table, AgreeDraw(0))
    assert [(e.winner, e.rules) for e in events] == [(None, ())]


def _carried(table: Table, action: Standing) -> list[DuelEnded]:
    assert judge(table.duel, action, table.game).legal
    step = apply(table.duel, action, table.game)
    return [e for e in step.events if isinstance(e, DuelEnded)]


@pytest.mark.rule("TK-56")
def test_a_duel_that_is_over_takes_nothing_more(board: Board) -> None:
    table = board.lay({"a.m1": "S5", "a.hand": "S6"}, phase="battle", life=(40, 5))
    table.plays(Attack("a.m1"))
    verdict = table.invalid(Play("normal-summon", "a:S6", ZoneName("a.m2")), "TK-56")
    assert verdict.remedies[0].text.startswith("The duel is over")
