"""What an effect does to several cards, one after another, is the act of its player."""

from __future__ import annotations

from dataclasses import replace as remade

import pytest

from duelmat_engine.actions import Choose
from duelmat_engine.board.scope import SEAT, SELF
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.names import Seat
from duelmat_engine.play import apply
from duelmat_engine.ruleset.build import build_game, default_readings
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.running.execute import run
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import replace
from duelmat_engine.steps.together import ACT, HOME, RULES, one_by_one

OWL = "owl-draw"


@pytest.mark.parametrize(("by_whose", "sets_off"), [("own", False), ("opposing", True)])
def test_several_destroyed_are_the_act_of_the_effects_player(
    by_whose: str, sets_off: bool
) -> None:
    """In a's turn an effect of b destroys two; the Owl of a is asked whose act that was."""
    rules = find_ruleset("trigamon")
    owl = rules.effects[OWL]
    assert owl.on is not None
    effects = {**rules.effects, OWL: replace(owl, on=replace(owl.on, by_whose=by_whose))}
    rules = remade(rules, effects=effects)
    game = build_game(rules, default_readings(rules))
    two = {"b.m1": [Placed("EmberImp")], "b.m2": [Placed("EmberImp")]}
    duel = position("trigamon", {"a.m1": [Placed("PairedOwl")], **two}, game=game)
    machine = Machine(duel, game)
    machine.push("play-phase", SEAT(Seat(1)) | SELF(()))
    targets = [*machine.at("b.m1"), *machine.at("b.m2")]
    assert one_by_one(machine, targets, ACT("destroy") | HOME("grave") | RULES(("TRI-157",)))
    run(machine)
    after = apply(machine.freeze(), Choose("b.m1"), game).duel
    assert not after.at("b.m1") + after.at("b.m2")
    assert (OWL in [trigger.effect for trigger in after.pending]) is sets_off
