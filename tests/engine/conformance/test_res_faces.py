"""Resummoned: what a face-down card is, and what names and sorts mean; RES-301 to RES-306."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Choose
from duelmat_engine.events import Destroyed
from duelmat_engine.forms.position import Placed
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

PICK = """
[[card]]
code = "Pick"
name = "Pick"
kinds = ["spell"]
effects = ["pick"]
[[effect]]
name = "pick"
use = "trigger"
mandatory = true
zones = ["s"]
text = "Destroy a monster of 1000 attack or more."
on = { event = "card-activated" }
[[effect.announce]]
do = "choose"
bind = "target"
target = true
rules = ["RES-304.2", "RES-709.1a"]
[effect.announce.cards]
zones = ["m"]
[[effect.announce.cards.that]]
is = "face-up"
rule = "RES-304.2"
[[effect.announce.cards.that]]
is = "at-least"
name = "attack"
amount = 1000
[[effect.resolve]]
do = "destroy"
cards = "target"
"""


@pytest.mark.rule("RES-304.2", "RES-304.2a")
def test_a_face_down_card_has_no_attack_to_be_chosen_by(board: Board) -> None:
    game = game_with(PICK)
    zones = {
        "a.hand": [Placed("Pick")],
        "a.m0": [Placed("BattleOx")],
        "b.m0": [down("GeminiElf")],
        "b.m1": [Placed("VorseRaider")],
    }
    table = lay_cards(board, zones, game=game)
    table.plays(play("activate-spell", "a:Pick", "a.s0"))
    table.refuses(Choose("b.m0"), "RES-304.2")
    table.plays(Choose("b.m1"), "RES-304.2")
    resolve(table)
    assert table.cards("b.grave") == "VorseRaider"
    assert table.card("b.m0").code == "GeminiElf"


@pytest.mark.rule("RES-303T.1", "RES-303T.1a")
def test_a_face_down_card_has_only_its_flip_effects(board: Board) -> None:
    board.explains("RES-303T.1")
    table = lay_cards(
        board,
        {
            "a.m0": [
                down("Exodia"),
            ],
            "a.m1": [down("Penguin")],
            "b.m0": [Placed("Kuriboh")],
        },
    )
    grave = {"a.grave": [Placed(c) for c in known_rules().decks.practice[0][:15]]}
    table = lay_cards(board, {"a.m0": [down("Exodia")], "a.m1": [down("Penguin")], **grave})
    table.refuses(Activate("exodia-win", "a.m0"), "RES-303T.1a")
    table.accepts(flip("flip-freely", "a.m1", "a:Penguin"), "RES-703.1")
    table = lay_cards(board, {"a.m0": [Placed("Exodia")], **grave})
    table.accepts(Activate("exodia-win", "a.m0"), "RES-303T.1a")


@pytest.mark.rule("RES-306.1", "RES-306.2")
def test_normal_effect_and_face_down_monsters(board: Board) -> None:
    """A cost effect leaves a card normal; what lies face-down is neither."""
    game = game_with(
        """
        [[card]]
        code = "Sorting"
        name = "Sorting"
        kinds = ["spell"]
        effects = ["sorting"]
        [[effect]]
        name = "sorting"
        use = "trigger"
        mandatory = true
        zones = ["s"]
        text = "Destroy all normal monsters; effect monsters go back to the hand."
        on = { event = "card-activated" }
        [[effect.resolve]]
        do = "destroy"
        rules = ["RES-306.1", "RES-306.2"]
        [effect.resolve.cards]
        zones = ["m"]
        [[effect.resolve.cards.that]]
        is = "lacks-use"
        uses = ["continuous", "trigger", "ignition"]
        [[effect.resolve]]
        do = "send"
        to = "hand"
        rules = ["RES-306.1", "RES-306.2"]
        [effect.resolve.cards]
        zones = ["m"]
        [[effect.resolve.cards.that]]
        is = "has-use"
        uses = ["continuous", "trigger", "ignition"]
        """
    )
    zones = {
        "a.hand": [Placed("Sorting")],
        "b.m0": [Placed("SummonedSkull")],
        "b.m1": [Placed("CommandKnight")],
        "b.m2": [down("Kuriboh")],
        "b.m3": [down("Breaker")],
    }
    table = lay_cards(board, zones, game=game)
    table.plays(play("activate-spell", "a:Sorting", "a.s0"))
    resolve(table)
    assert table.cards("b.grave") == "SummonedSkull"
    assert table.cards("b.hand") == "CommandKnight"
    assert (table.cards("b.m2"), table.cards("b.m3")) == ("Kuriboh", "Breaker")
    assert table.has(Destroyed, "RES-306.1", "RES-306.2")


@pytest.mark.rule("RES-301.2")
def test_a_quoted_name_means_every_card_of_that_name(board: Board) -> None:
    game = game_with(
        """
        [[card]]
        code = "Roll"
        name = "Roll"
        kinds = ["spell"]
        effects = ["roll"]
        [[effect]]
        name = "roll"
        use = "trigger"
        mandatory = true
        zones = ["s"]
        text = "Destroy every \\"Blue-Eyes White Dragon\\"."
        on = { event = "card-activated" }
        [[effect.resolve]]
        do = "destroy"
        cards = { zones = ["m"], that = [{ is = "named", names = ["Blue-Eyes White Dragon"] }] }
        rules = ["RES-301.2"]
        """
    )
    zones = {
        "a.hand": [Placed("Roll")],
        "b.m0": [Placed("BlueEyes")],
        "b.m1": [Placed("BlueEyesDE")],
        "b.m2": [Placed("DarkMagician")],
    }
    table = lay_cards(board, zones, game=game)
    table.plays(play("activate-spell", "a:Roll", "a.s0"))
    resolve(table)
    table.plays(Choose("b:BlueEyesDE"), "RES-500.4a")
    assert table.has(Destroyed, "RES-301.2")
    assert table.cards("b.m2") == "DarkMagician"
    assert table.cards("b.grave") == "BlueEyes BlueEyesDE"
