"""Resummoned: kinds of effects, the Chain, negation, targets, Equip; RES-700 to RES-710."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Attack, Choose, Pass
from duelmat_engine.board.values import value_of
from duelmat_engine.catalogue import find_reading
from duelmat_engine.events import (
    Activated,
    Attached,
    Battled,
    Destroyed,
    Lapsed,
    LifeChanged,
    Moved,
    Negated,
    Resolved,
    Summoned,
)
from duelmat_engine.facts import LaterTurn
from duelmat_engine.forms.position import Placed
from duelmat_engine.verdict import When
from engine.conformance.board import Board
from engine.conformance.resummoned import (
    down,
    flip,
    game_with,
    known_rules,
    lay_cards,
    play,
    resolve,
)

# The Chain


@pytest.mark.rule("RES-700.1", "RES-700.2", "RES-700.3", "RES-701.1")
def test_the_chain_is_a_stack(board: Board) -> None:
    board.explains("RES-700.1")
    zones = {
        "a.hand": [Placed("DianKeto")],
        "a.s0": [down("JustDesserts")],
        "b.m0": [Placed("Kuriboh")],
    }
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:DianKeto", "a.s1"))
    table.plays(flip("flip-freely", "a.s0", "a:JustDesserts"))
    assert [link.effect for link in table.duel.chain] == ["dian-keto-cure", "desserts-serve"]
    assert table.has(Activated, "RES-700.2")
    events = (*table.plays(Pass()), *table.plays(Pass()))
    done = [e for e in events if isinstance(e, Resolved)]
    assert [e.effect for e in done] == ["desserts-serve"]
    assert {"RES-700.3", "RES-701.1", "RES-603.3"} <= set(done[0].rules)
    assert [link.effect for link in table.duel.chain] == ["dian-keto-cure"]
    resolve(table)
    assert table.life() == (9000, 7800)


ECHO = """
[[card]]
code = "Echo"
name = "Echo"
kinds = ["spell", "continuous"]
effects = ["echo-one", "echo-two"]
[[effect]]
name = "echo-one"
use = "trigger"
mandatory = true
zones = ["s"]
text = "When a monster is summoned: gain 100."
on = { event = "summoned", part = "witness" }
[[effect.resolve]]
do = "gain"
amount = 100
[[effect]]
name = "echo-two"
use = "trigger"
mandatory = true
zones = ["s"]
text = "When a monster is summoned: each opponent takes 100 damage."
on = { event = "summoned", part = "witness" }
[[effect.resolve]]
do = "damage"
amount = 100
"""


@pytest.mark.rule("RES-701.2", "RES-701.2a", "RES-701.1")
def test_simultaneous_effects_of_the_player_with_priority_go_first(board: Board) -> None:
    """A player with several orders them; what goes first resolves last (G-78)."""
    zones = {
        "a.hand": [Placed("BattleOx")],
        "a.s0": [Placed("Echo")],
        "b.s0": [Placed("Echo")],
        "c.s0": [Placed("Echo")],
    }
    table = lay_cards(board, zones, game=game_with(ECHO), players=3)
    table.plays(play("summon", "a:BattleOx", "a.m0"))
    for letter in "abc":
        assert table.asks() == (letter, "trigger")
        table.invalid(Pass(), "RES-701.2", "RES-701.2a")
        table.plays(Activate("echo-two", f"{letter}.s0"), "RES-701.2a", "RES-701.2")
    assert [(c.seat, c.effect) for c in table.duel.chain] == [
        (0, "echo-two"),
        (0, "echo-one"),
        (1, "echo-two"),
        (1, "echo-one"),
        (2, "echo-two"),
        (2, "echo-one"),
    ]
    resolve(table)
    assert table.life() == (7900, 7900, 7900)
    assert table.has(Activated, "RES-701.2")


@pytest.mark.rule("RES-701.3", "RES-709.1a")
def test_an_effect_whose_target_is_gone_is_removed_unresolved(board: Board) -> None:
    zones = {
        "a.m0": [Placed("Breaker")],
        "b.s0": [down("JustDesserts")],
    }
    table = lay_cards(board, zones)
    table.plays(Activate("breaker-break", "a.m0"))
    table.plays(Choose("b.s0"), "RES-709.1a")
    table.plays(Pass())
    table.plays(flip("flip-freely", "b.s0", "b:JustDesserts"))
    while len(table.duel.chain) > 1:
        table.plays(Pass())
    resolve(table)
    last = [e for e in table.history if isinstance(e, Resolved)][-1]
    assert (last.effect, last.carried_out) == ("breaker-break", False)
    assert "RES-701.3" in last.rules


# Kinds of effects


@pytest.mark.rule("RES-702.1")
def test_a_cost_is_followed_right_before_the_card_is_played(board: Board) -> None:
    zones = {"a.hand": [Placed("SummonedSkull"), Placed("BattleOx")], "a.m0": [Placed("Kuriboh")]}
    table = lay_cards(board, zones)
    table.refuses(play("summon", "a:SummonedSkull", "a.m1"), "RES-702.1")
    table.refuses(play("summon", "a:BattleOx", "a.m0", ("a.m0",)), "RES-702.1")
    events = table.plays(play("set-monster", "a:SummonedSkull", "a.m0", ("a.m0",)), "RES-702.1")
    moved = [e.cause for e in events if isinstance(e, Moved)]
    assert moved == ["tribute", "set"]
    none = lay_cards(board, {"a.hand": [Placed("SummonedSkull")]})
    none.refuses(play("summon", "a:SummonedSkull", "a.m0"), "RES-702.1")


@pytest.mark.rule("RES-703.1", "RES-708.1")
def test_a_flip_effect_is_a_condition_and_is_never_negated(board: Board) -> None:
    zones = {
        "a.s0": [
            down("TrapHole"),
        ],
        "b.m0": [Placed("Jinzo")],
    }
    table = lay_cards(board, zones)
    table.refuses(flip("flip-after-summon", "a.s0", "a:TrapHole"), "RES-703.1")
    zones = {"a.s0": [down("JustDesserts")], "b.m0": [Placed("Jinzo")]}
    table = lay_cards(board, zones)
    table.plays(flip("flip-freely", "a.s0", "a:JustDesserts"), "RES-703.1")
    assert not table.duel.chain
    assert table.has(Negated, "RES-708.2")
    assert table.cards("a.grave") == "JustDesserts"
    drained = {
        "a.m0": [down("Penguin")],
        "b.s0": [Placed("SkillDrain")],
        "b.m0": [Placed("Kuriboh")],
    }
    table = lay_cards(board, drained)
    table.accepts(flip("flip-freely", "a.m0", "a:Penguin"), "RES-703.1")


DRAINED_FLIP = """
[[card]]
code = "Hush"
name = "Hush"
kinds = ["spell", "continuous"]
effects = ["hush"]
[[effect]]
name = "hush"
use = "continuous"
zones = ["s"]
text = "The effects of all opposing cards on the field are negated."
rules = ["RES-705.1"]
negates = [{ that = ["on-field"], rules = ["RES-708.2", "RES-708.3", "RES-705.1"] }]
"""


@pytest.mark.rule("RES-708.1", "RES-708.2", "RES-708.3", "RES-705.1")
def test_what_is_negated_is_not_activated_and_alters_nothing(board: Board) -> None:
    game = game_with(DRAINED_FLIP)
    zones = {
        "a.m0": [Placed("CannonSoldier")],
        "a.m1": [Placed("CommandKnight")],
        "a.m2": [down("ManEaterBug")],
        "b.s0": [Placed("Hush")],
    }
    table = lay_cards(board, zones, game=game)
    table.refuses(Activate("cannon-shot", "a.m0"), "RES-708.2")
    assert value_of(table.duel, game, table.card("a.m1"), "attack") == 1200
    table.plays(flip("flip-freely", "a.m2", "a:ManEaterBug"), "RES-708.1")
    assert table.has(Negated, "RES-708.2", "RES-708.3")
    assert table.asks() == ("a", "open")
    calm = lay_cards(board, {**zones, "b.s0": []}, game=game)
    calm.accepts(Activate("cannon-shot", "a.m0"), "RES-708.2")
    assert value_of(calm.duel, game, calm.card("a.m1"), "attack") == 1600


@pytest.mark.rule("RES-705.1", "RES-708.3")
def test_a_continuous_effect_applies_while_its_card_lies_face_up(board: Board) -> None:
    game = game_with(DRAINED_FLIP)
    lying = {"a.m0": [Placed("CommandKnight")], "a.m1": [Placed("CelticGuardian")]}
    for knight, hush, attack in (
        (Placed("CommandKnight"), None, 1800),
        (down("CommandKnight"), None, 1400),
        (Placed("CommandKnight"), Placed("Hush"), 1400),
    ):
        zones = {
            **lying,
            "a.m0": [knight],
            "b.s0": [] if hush is None else [hush],
            "b.m0": [Placed("Kuriboh")],
        }
        table = lay_cards(board, zones, game=game, phase="battle")
        table.plays(Attack("a.m1", "b.m0"))
        while any(f.block == "battle" for f in table.duel.frames):
            table.plays(Pass())
        battled = [e for e in table.history if isinstance(e, Battled)]
        assert battled[0].attack == attack


@pytest.mark.rule("RES-706.1", "RES-706.1a")
def test_a_trigger_is_activated_whenever_its_condition_is_met(board: Board) -> None:
    """It is not optional; without a condition it triggers on the summon, also by a flip."""
    zones = {"a.hand": [Placed("ManEaterBug")], "b.m0": [Placed("BattleOx")]}
    table = lay_cards(board, zones)
    table.plays(play("summon", "a:ManEaterBug", "a.m0"))
    assert table.asks() == ("a", "choose")
    table.invalid(Pass())
    table.plays(Choose("b.m0"))
    assert table.has(Activated, "RES-706.1a")
    resolve(table)
    assert table.has(Destroyed, "RES-706.1")
    zones = {"a.m0": [down("ManEaterBug")], "b.m0": [Placed("BattleOx")]}
    table = lay_cards(board, zones)
    table.plays(flip("flip-freely", "a.m0", "a:ManEaterBug"))
    assert table.has(Summoned)
    assert table.asks() == ("a", "choose")


@pytest.mark.rule("RES-707.1", "RES-602.3")
def test_an_ignition_effect_is_paid_for_while_its_condition_holds(board: Board) -> None:
    zones = {"a.m0": [Placed("Exodia")], "a.m1": [Placed("Breaker")], "b.s0": [down("TrapHole")]}
    table = lay_cards(board, zones)
    table.refuses(Activate("exodia-win", "a.m0"), "RES-707.1")
    table.refuses(Activate("exodia-win", "a.m1"), "RES-707.1")
    table.plays(Activate("breaker-break", "a.m1"), "RES-707.1", "RES-602.3")
    table.plays(Choose("b.s0"))
    assert table.life() == (7500, 8000)
    assert table.cards("b.s0") == "TrapHole"
    resolve(table)
    assert table.cards("b.grave") == "TrapHole"
    assert table.has(LifeChanged, "RES-707.1")
    used = table.refuses(Activate("breaker-break", "a.m1"), "RES-709.3", "text:breaker-break")
    assert LaterTurn() in [each.fact for each in used.remedies if isinstance(each, When)]


# Targets


@pytest.mark.rule("RES-709.1", "RES-709.1a", "RES-709.2", "RES-709.3")
def test_targets_are_declared_before_activation(board: Board) -> None:
    board.explains("RES-709.1")
    zones = {"a.hand": [Placed("SpaceTyphoon")], "b.s0": [down("TrapHole")]}
    table = lay_cards(board, zones)
    table.plays(play("quick-play", "a:SpaceTyphoon", "a.s0"))
    assert not table.duel.chain
    table.plays(Choose("b.s0"), "RES-709.1a", "RES-709.2")
    assert table.duel.chain
    assert table.has(Activated, "RES-709.2")
    alone = lay_cards(board, {"a.hand": [Placed("SpaceTyphoon")]})
    alone.plays(play("quick-play", "a:SpaceTyphoon", "a.s0"))
    assert alone.has(Lapsed, "RES-709.3")
    assert not alone.duel.chain
    none = lay_cards(board, {"a.m0": [Placed("Breaker")]})
    none.refuses(Activate("breaker-break", "a.m0"), "RES-709.3")
    some = lay_cards(board, {"a.m0": [Placed("Breaker")], "a.s0": [down("TrapHole")]})
    some.accepts(Activate("breaker-break", "a.m0"), "RES-709.3")


@pytest.mark.rule("RES-709.4")
def test_cards_are_targeted_on_the_field_unless_stated(board: Board) -> None:
    zones = {
        "a.m0": [Placed("Breaker")],
        "b.s0": [down("TrapHole")],
        "b.grave": [Placed("DarkHole")],
    }
    table = lay_cards(board, zones)
    table.plays(Activate("breaker-break", "a.m0"))
    table.refuses(Choose("b:DarkHole"), "RES-709.4")
    table.plays(Choose("b.s0"), "RES-709.4")
    stated = lay_cards(
        board, {"a.hand": [Placed("MagicianOfFaith")], "a.grave": [Placed("DarkHole")]}
    )
    stated.plays(play("summon", "a:MagicianOfFaith", "a.m0"))
    stated.plays(Choose("a:DarkHole"), "RES-709.4")


# Equip cards


@pytest.mark.rule("RES-710.1", "RES-710.1a", "RES-710.2", "RES-710.3")
def test_an_equip_card_is_equipped_to_another_card(board: Board) -> None:
    zones = {
        "a.hand": [Placed("AxeOfDespair"), Placed("DarkHole")],
        "a.m0": [Placed("BattleOx")],
        "b.m0": [down("Kuriboh")],
    }
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:AxeOfDespair", "a.s0"))
    assert table.asks() == ("a", "choose")
    table.refuses(Choose("a.s0"), "RES-710.1a")
    table.refuses(Choose("b.m0"), "RES-304.2")
    table.plays(Choose("a.m0"), "RES-710.2", "RES-710.1a")
    assert table.has(Attached, "RES-710.1", "RES-710.2")
    resolve(table)
    assert table.cards("a.s0") == "AxeOfDespair"
    assert value_of(table.duel, table.game, table.card("a.m0"), "attack") == 2700


@pytest.mark.rule("RES-710.3", "RES-603.5")
def test_an_unequipped_card_has_no_target_any_longer(board: Board) -> None:
    game = game_with(
        """
        [[card]]
        code = "Unstrap"
        name = "Unstrap"
        kinds = ["spell", "quick-play"]
        effects = ["unstrap"]
        [[effect]]
        name = "unstrap"
        use = "trigger"
        mandatory = true
        zones = ["s"]
        text = "All Equip cards are unequipped."
        on = { event = "card-activated" }
        [[effect.resolve]]
        do = "unequip"
        cards = { zones = ["s"], that = [{ is = "kind", kind = "equip" }] }
        rules = ["RES-710.3"]
        """
    )
    zones = {"a.hand": [Placed("AxeOfDespair"), Placed("Unstrap")], "a.m0": [Placed("BattleOx")]}
    table = lay_cards(board, zones, game=game)
    table.plays(play("activate-spell", "a:AxeOfDespair", "a.s0"))
    table.plays(Choose("a.m0"))
    resolve(table)
    table.plays(play("quick-play", "a:Unstrap", "a.s1"))
    resolve(table)
    assert table.has(Attached, "RES-710.3")
    assert table.has(Destroyed, "RES-603.5", "RES-710.3")
    assert "AxeOfDespair" in table.cards("a.grave")


@pytest.mark.rule("RES-710.1b", "RES-710.1")
def test_only_equip_cards_are_equipped(board: Board) -> None:
    zones = {
        "a.hand": [Placed("Kotetsu")],
        "a.grave": [Placed("AxeOfDespair"), Placed("DarkHole")],
    }
    table = lay_cards(board, zones)
    table.plays(play("summon", "a:Kotetsu", "a.m0"))
    table.refuses(Choose("a:DarkHole"), "RES-710.1b")
    table.plays(Choose("a:AxeOfDespair"), "RES-710.1b")
    resolve(table)
    table.plays(play("effect-move", "a:AxeOfDespair", "a.s0"), "RES-710.1")
    assert table.has(Attached, "RES-710.1")
    assert value_of(table.duel, table.game, table.card("a.m0"), "attack") == 1500


# Readings


@pytest.mark.rule("RES-603.3", "RES-701.1")
def test_the_chain_may_be_read_to_resolve_after_every_action(board: Board) -> None:
    """G-71, the literal reading: nobody gets to answer."""
    game = game_with("", {"G-71": "after every action"})
    table = lay_cards(board, {"a.hand": [Placed("DianKeto")]}, game=game)
    table.plays(play("activate-spell", "a:DianKeto", "a.s0"))
    assert table.life() == (9000, 8000)
    assert table.has(Resolved, "RES-603.3", "RES-701.1")
    assert table.asks() == ("a", "open")


@pytest.mark.rule("RES-708.2", "RES-708.3")
def test_an_effect_negated_on_the_chain_leaves_it_without_effect(board: Board) -> None:
    """G-79: its card has gone face-up under something that negates it since."""
    zones = {
        "a.m0": [Placed("CannonSoldier")],
        "a.m1": [Placed("Kuriboh")],
        "b.s0": [down("SkillDrain")],
    }
    table = lay_cards(board, zones)
    table.plays(Activate("cannon-shot", "a.m0"))
    table.plays(Choose("a.m1"))
    table.plays(Pass())
    table.plays(flip("flip-freely", "b.s0", "b:SkillDrain"))
    resolve(table)
    last = [e for e in table.history if isinstance(e, Resolved)][-1]
    assert (last.carried_out, last.lost_target) == (False, False)
    assert "RES-708.3" in last.rules
    assert table.life() == (8000, 8000)


def test_the_readings_stand_in_the_catalogue() -> None:
    """With the same choices, the default first; two of them are switches."""
    for reading in known_rules().readings:
        entry = find_reading(reading.id)
        assert entry.choices == reading.choices
        assert entry.default == reading.choices[0]
        assert entry.system == "RES"
    assert {r.id for r in known_rules().readings if len(r.choices) > 1} == {"G-70", "G-71"}


@pytest.mark.rule("RES-710.1", "RES-710.2", "RES-603.5")
def test_a_face_down_card_is_equipped_as_any_other(board: Board) -> None:
    zones = {
        "a.hand": [Placed("Kotetsu")],
        "a.grave": [Placed("AxeOfDespair")],
        "b.hand": [Placed("BookOfMoon")],
    }
    table = lay_cards(board, zones)
    table.plays(play("summon", "a:Kotetsu", "a.m0"))
    table.plays(Choose("a:AxeOfDespair"))
    table.plays(Pass())
    table.plays(play("quick-play", "b:BookOfMoon", "b.s0"))
    table.plays(Choose("a.m0"))
    resolve(table)
    assert not table.card("a.m0").face_up
    table.plays(play("effect-move", "a:AxeOfDespair", "a.s0"), "RES-710.1")
    assert table.has(Attached, "RES-710.2")
    assert table.card("a.s0").attached == table.card("a.m0").oid
