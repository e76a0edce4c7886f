"""Resummoned: battles; RES-400, RES-406 and RES-607."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Attack, Choose, Name, Pass
from duelmat_engine.events import (
    AttackDeclared,
    AttackEnded,
    Battled,
    Declared,
    Destroyed,
    LifeChanged,
    Summoned,
    Turned,
)
from duelmat_engine.forms.position import Placed
from engine.conformance.board import Board, Table
from engine.conformance.resummoned import (
    all_pass,
    down,
    flip,
    game_with,
    lay_cards,
)


def fight(table: Table) -> None:
    """Everybody passes until the battle is over."""
    while any(frame.block == "battle" for frame in table.duel.frames):
        table.plays(Pass())


@pytest.mark.rule("RES-607.1", "RES-607.2", "RES-607.2a", "RES-709.1b")
def test_the_turn_player_declares_battles_in_the_battle_phase(board: Board) -> None:
    board.explains("RES-607.1")
    zones = {
        "a.m0": [Placed("BattleOx")],
        "a.m1": [Placed("GeminiElf", upright=False)],
        "b.m0": [Placed("Kuriboh")],
    }
    table = lay_cards(board, zones)
    table.refuses(Attack("a.m0", "b.m0"), "RES-607.2")
    table = lay_cards(board, zones, phase="battle")
    table.refuses(Attack("a.m1", "b.m0"), "RES-607.2a")
    table.refuses(Attack("b.m0", "a.m0"), "RES-601.2", "RES-607.2")
    events = table.plays(Attack("a.m0", "b.m0"), "RES-607.2", "RES-607.2a", "RES-709.1b")
    assert any(isinstance(e, AttackDeclared) and "RES-607.2" in e.rules for e in events)
    assert table.asks() == ("a", "open")
    table.refuses(Attack("a.m0", "b.m0"), "RES-607.2d", "RES-607.3e")


@pytest.mark.rule("RES-607.2b", "RES-607.2c", "RES-607.3", "RES-607.3c")
def test_monsters_first_players_when_they_have_none(board: Board) -> None:
    board.explains("RES-607.3")
    zones = {
        "a.m0": [Placed("BattleOx")],
        "a.m1": [Placed("Kuriboh")],
        "b.m0": [down("GeminiElf")],
    }
    table = lay_cards(board, zones, phase="battle")
    table.refuses(Attack("a.m0"), "RES-607.2c")
    table.refuses(Attack("a.m0", "a.m1"), "RES-607.2b")
    table.refuses(Attack("a.m0", "b.m3"), "RES-607.2b")
    table.accepts(Attack("a.m0", "b.m0"), "RES-607.2b")
    table = lay_cards(board, {"a.m0": [Placed("BattleOx")]}, phase="battle")
    table.plays(Attack("a.m0"), "RES-607.2c")
    fight(table)
    assert table.life() == (8000, 6300)
    assert table.has(LifeChanged, "RES-607.3c")


@pytest.mark.rule("RES-607.2b", "RES-607.2c")
def test_with_several_opponents_any_of_them_is_attacked(board: Board) -> None:
    """G-80: a player is named by the Deck; whoever has a monster is not attacked directly."""
    zones = {"a.m0": [Placed("BattleOx")], "c.m0": [Placed("Kuriboh")]}
    table = lay_cards(board, zones, phase="battle", players=4)
    assert {a.target for a in table.legal() if isinstance(a, Attack)} == {
        "c.m0",
        "b.pile",
        "d.pile",
    }
    table.refuses(Attack("a.m0", "c.pile"), "RES-607.2c")
    table.refuses(Attack("a.m0", None), "RES-607.2c")
    table.refuses(Attack("a.m0", "a.pile"), "RES-607.2c")
    table.plays(Attack("a.m0", "d.pile"), "RES-607.2c")
    fight(table)
    assert table.life() == (8000, 8000, 8000, 6300)


@pytest.mark.rule("RES-607.2d")
def test_a_monster_attacks_once_in_a_battle_phase(board: Board) -> None:
    table = lay_cards(board, {"a.m0": [Placed("BattleOx")]}, phase="battle")
    table.plays(Attack("a.m0"), "RES-607.2d")
    fight(table)
    table.refuses(Attack("a.m0"), "RES-607.2d")


@pytest.mark.rule("RES-607.2e")
def test_a_monster_that_came_this_turn_does_not_attack(board: Board) -> None:
    zones = {"a.m0": [Placed("BattleOx", arrived=5)], "a.m1": [Placed("GeminiElf")]}
    table = lay_cards(board, zones, phase="battle")
    table.refuses(Attack("a.m0"), "RES-607.2e")
    table.accepts(Attack("a.m1"), "RES-607.2e")


CASES = [
    ("VorseRaider", "BattleOx", True, "b", (8000, 7800), "RES-607.3a"),
    ("BattleOx", "VorseRaider", True, "a", (7800, 8000), "RES-607.3a"),
    ("VorseRaider", "GeminiElf", True, "ab", (8000, 8000), "RES-607.3a"),
    ("VorseRaider", "GeminiElf", False, "b", (8000, 8000), "RES-607.3b"),
    ("BattleOx", "StoneSoldier", False, "", (7700, 8000), "RES-607.3b"),
    ("SummonedSkull", "BlueEyes", False, "", (8000, 8000), "RES-607.3b"),
    ("LinkSpider", "LinkSpider", False, "b", (8000, 8000), "RES-607.3b"),
]


@pytest.mark.rule("RES-607.3a", "RES-607.3b", "RES-406.1", "RES-400.1", "RES-607.3e", "RES-502.1")
@pytest.mark.parametrize(("one", "other", "upright", "gone", "life", "rule"), CASES)
def test_the_battle_table(
    board: Board,
    one: str,
    other: str,
    upright: bool,
    gone: str,
    life: tuple[int, int],
    rule: str,
) -> None:
    board.explains("RES-406.1")
    board.explains("RES-502.1")
    zones = {"a.m0": [Placed(one)], "b.m0": [Placed(other, upright=upright)]}
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    fight(table)
    assert table.has(Battled, rule, "RES-400.1", "RES-607.3e")
    assert table.life() == life
    assert bool(table.duel.at("a.grave")) == ("a" in gone)
    assert bool(table.duel.at("b.grave")) == ("b" in gone)
    assert table.has(Destroyed, rule) == bool(gone)


@pytest.mark.rule("RES-607.3d", "RES-607.2a", "RES-504.3a", "RES-607.3e")
@pytest.mark.parametrize("upright", [True, False])
def test_face_down_monsters_flip_between_declaration_and_result(
    board: Board, upright: bool
) -> None:
    """G-75: the attacker too; G-82: in the position in which they lie; a flip is a summon."""
    zones = {"a.m0": [down("VorseRaider")], "b.m0": [down("BattleOx", upright=upright)]}
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m0", "b.m0"), "RES-607.2a")
    assert not table.card("a.m0").face_up
    all_pass(table)
    assert table.card("a.m0").face_up
    assert (table.card("b.m0").face_up, table.card("b.m0").upright) == (True, upright)
    assert table.has(Turned, "RES-607.3d")
    assert table.has(Summoned, "RES-504.3a")
    assert table.life() == (8000, 8000)
    fight(table)
    assert table.life() == (8000, 7800 if upright else 8000)


@pytest.mark.rule("RES-607.3e", "RES-601.2")
def test_each_step_of_a_battle_has_its_round_of_priority(board: Board) -> None:
    """G-94: Battle Step, Flip Step, Damage Step."""
    zones = {"a.m0": [Placed("VorseRaider")], "b.m0": [down("BattleOx")]}
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    seen = []
    while any(frame.block == "battle" for frame in table.duel.frames):
        assert table.duel.decision is not None
        seen.append(table.duel.decision.about)
        table.plays(Pass(), "RES-601.2")
    assert seen == ["battle-step"] * 2 + ["flip-step"] * 2 + ["damage-step"] * 2


@pytest.mark.rule("RES-607.2f")
@pytest.mark.parametrize("answer", ["another", "none"])
def test_a_defender_that_is_gone_may_be_replaced(board: Board, answer: str) -> None:
    """G-76: or not, and then the attack is spent."""
    zones = {
        "a.m0": [Placed("VorseRaider")],
        "b.m0": [Placed("CannonSoldier")],
        "b.m1": [Placed("Kuriboh", upright=False)],
    }
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    table.plays(Pass())
    table.plays(Activate("cannon-shot", "b.m0"))
    table.plays(Choose("b.m0"))
    while table.asks()[1] == "open":
        table.plays(Pass())
    assert table.asks() == ("a", "name")
    table.refuses(Name("a.m0"), "RES-607.2b")
    table.refuses(Name("b.pile"), "RES-607.2c")
    if answer == "another":
        table.plays(Name("b.m1"), "RES-607.2f")
        assert table.has(Declared, "RES-607.2f")
        fight(table)
        assert "Kuriboh" in table.cards("b.grave")
    else:
        table.plays(Pass(), "RES-607.2f")
        assert table.has(AttackEnded, "RES-607.2f")
        assert table.cards("b.m1") == "Kuriboh"
    assert table.card("a.m0").attacked == table.duel.turn


@pytest.mark.rule("RES-607.2f")
def test_with_nobody_left_to_battle_the_attack_is_spent(board: Board) -> None:
    """The last monster of its player goes, and the player may be attacked instead."""
    zones = {
        "a.m0": [Placed("VorseRaider")],
        "b.m0": [Placed("CannonSoldier")],
        "c.m0": [Placed("Kuriboh")],
    }
    table = lay_cards(board, zones, phase="battle", players=3)
    table.plays(Attack("a.m0", "b.m0"))
    table.plays(Pass())
    table.plays(Activate("cannon-shot", "b.m0"))
    table.plays(Choose("b.m0"))
    while table.asks()[1] == "open":
        table.plays(Pass())
    assert {a.value for a in table.legal() if isinstance(a, Name)} == {"c.m0", "b.pile"}
    table.plays(Name("b.pile"), "RES-607.2f")
    fight(table)
    assert table.life() == (7500, 6100, 7500)


WEAKEN = """
[[card]]
code = "Shrink"
name = "Shrink"
kinds = ["spell", "continuous"]
effects = ["shrink"]
[[effect]]
name = "shrink"
use = "continuous"
zones = ["s"]
text = "All monsters lose 1000 attack."
rules = ["RES-705.1"]
[[effect.alters]]
trait = "attack"
how = "subtract"
amount = 1000
cards = { zones = ["m"], whose = "any" }
"""


@pytest.mark.rule("RES-406.2", "RES-705.1")
def test_no_attack_falls_below_zero(board: Board) -> None:
    zones = {"a.m0": [Placed("Kuriboh")], "a.s0": [Placed("Shrink")], "b.m0": [Placed("BattleOx")]}
    table = lay_cards(board, zones, phase="battle", game=game_with(WEAKEN))
    table.plays(Attack("a.m0", "b.m0"))
    fight(table)
    battled = [e for e in table.history if isinstance(e, Battled)]
    assert [(e.attack, e.defense) for e in battled] == [(0, 700)]
    assert "RES-406.2" in battled[0].rules
    assert table.life() == (7300, 8000)


@pytest.mark.rule("RES-705.1", "RES-703.1")
def test_a_trap_answers_an_attack(board: Board) -> None:
    zones = {"a.m0": [Placed("VorseRaider")], "b.s0": [down("MirrorForce")]}
    table = lay_cards(board, zones, phase="battle")
    table.plays(Pass())
    table.refuses(flip("flip-when-attacked", "b.s0", "b:MirrorForce"), "RES-703.1")
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m0"))
    table.plays(Pass())
    table.plays(flip("flip-when-attacked", "b.s0", "b:MirrorForce"), "RES-703.1")
    while table.duel.chain:
        table.plays(Pass())
    assert table.cards("a.grave") == "VorseRaider"
    fight(table)
    assert table.life() == (8000, 8000)


@pytest.mark.rule("RES-703.1", "RES-602.4")
@pytest.mark.parametrize("ending", ["battle", "no battle"])
def test_an_attack_lasts_no_longer_than_its_battle(board: Board, ending: str) -> None:
    zones = {
        "a.m0": [Placed("GeminiElf")],
        "b.m0": [Placed("CannonSoldier")],
        "b.s0": [down("MirrorForce")],
    }
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    table.plays(Pass())
    if ending == "no battle":
        table.plays(Activate("cannon-shot", "b.m0"))
        table.plays(Choose("b.m0"))
    while any(frame.block == "battle" for frame in table.duel.frames):
        if table.asks() == ("b", "open"):
            table.accepts(flip("flip-when-attacked", "b.s0", "b:MirrorForce"), "RES-703.1")
        table.plays(Pass())
    assert table.has(AttackEnded if ending == "no battle" else Battled)
    table.plays(Pass())
    assert table.asks() == ("b", "open")
    table.refuses(flip("flip-when-attacked", "b.s0", "b:MirrorForce"), "RES-703.1")


@pytest.mark.rule("RES-703.1", "RES-607.3e")
def test_a_summon_in_a_battle_is_answered_in_its_step_and_before_another_act(board: Board) -> None:
    zones = {
        "a.m0": [Placed("GeminiElf")],
        "b.m0": [down("BattleOx", upright=False)],
        "a.s0": [down("JustDesserts")],
        "b.s0": [down("TrapHole")],
    }
    hole = flip("flip-after-summon", "b.s0", "b:TrapHole")
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    all_pass(table)
    flipped = table.duel
    table.plays(Pass())
    table.accepts(hole, "RES-703.1")
    table.duel = flipped
    table.plays(flip("flip-freely", "a.s0", "a:JustDesserts"))
    table.plays(Pass())
    table.refuses(hole, "RES-703.1")
    table.duel = flipped
    all_pass(table)
    table.plays(Pass())
    table.refuses(hole, "RES-703.1")


@pytest.mark.rule("RES-706.1a", "RES-603.1", "RES-603.2", "RES-607.3d", "RES-607.3e")
def test_a_defender_flipped_late_triggers_before_the_damage_step(board: Board) -> None:
    """One that was chosen in the Flip Step: players act in that step once more (G-94)."""
    zones = {
        "a.m0": [down("Penguin")],
        "b.m0": [Placed("Kuriboh")],
        "b.m1": [down("ManEaterBug")],
    }
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    all_pass(table)
    table.plays(Choose("b.m0"))
    all_pass(table)
    assert table.cards("b.m0") == ""
    all_pass(table)
    table.plays(Name("b.m1"), "RES-607.2f")
    assert table.asks() == ("b", "choose")
    table.plays(Choose("a.m0"))
    assert [link.effect for link in table.duel.chain] == ["man-eater-bite"]
    assert table.duel.decision is not None
    assert table.duel.decision.about == "flip-step"
    all_pass(table)
    assert table.cards("a.grave") == "Penguin"
    assert not table.has(Battled)
