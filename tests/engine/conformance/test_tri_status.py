"""Streams, skills and status conditions: TRI-160 to TRI-176."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Advance, Attack, Choose, Name, Play, Roll, Turn
from duelmat_engine.board.values import value_of
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Cards
from duelmat_engine.events import (
    Activated,
    AttackDeclared,
    Battled,
    Declared,
    Lapsed,
    Marked,
    Moved,
    Spared,
    Turned,
)
from duelmat_engine.forms.action_form import WrittenAction
from duelmat_engine.names import ZoneName
from duelmat_engine.play import Deck, new_duel
from duelmat_engine.ruleset.build import build_game
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.text.instructions import action_words
from duelmat_engine.text.log import tell
from duelmat_engine.text.wording import Wording
from duelmat_engine.verdict import Cited
from engine.conformance.board import Board, Table
from engine.conformance.trigamon import quiet, settle, tri, turned, use

PILE = {"a.pile": "EmberImp HalfMoth EmberImp", "b.pile": "EmberImp HalfMoth EmberImp"}


def marked(board: Board, name: str, zones: dict[str, str], phase: str = "battle") -> Table:
    return board.lay({**zones, **PILE}, phase=phase, marks={"a.m1": {name: 1}})


def played(table: Table, effect: str, card: str, *chosen: str) -> None:
    table.plays(use(effect, card))
    for place in chosen:
        table.plays(Choose(place))
    table.nobody_responds()


# Streams


@pytest.mark.rule("TRI-160", "TRI-161", "TRI-20")
def test_a_stream_is_set_and_turned_on_and_off(board: Board) -> None:
    board.explains("TRI-160")
    table = board.lay({"a.items": "WarmStream", "a.m1": "EmberImp", **PILE})

    def attack() -> int | None:
        return value_of(table.duel, table.game, table.card("a.m1"), "attack")

    table.plays(Play("set-stream", "a:WarmStream", ZoneName("a.streams")), "TRI-20")
    assert attack() == 1000
    table.plays(use("toggle-stream", "a:WarmStream"), "TRI-161")
    table.nobody_responds()
    assert attack() == 1100
    for phase in ("clean-up", "end-phase", "end", "standby", "main1", "clean-up", "end-phase"):
        table.plays(Advance(phase))
    for phase in ("end", "standby", "main1"):
        table.plays(Advance(phase))
    table.plays(use("toggle-stream", "a:WarmStream"), "TRI-161")
    table.nobody_responds()
    assert attack() == 1000
    assert table.game.rules.effects["toggle-stream"].speed == 1


# Skills


def started(board: Board, seed: int = 5) -> Table:
    deck = Deck(*find_ruleset("trigamon").decks.practice)
    return board.take(*new_duel("trigamon", [deck] * 2, seed=seed))


@pytest.mark.rule("TRI-162", "TRI-163", "TRI-164")
def test_each_player_names_a_skill_of_the_list_for_the_whole_duel(board: Board) -> None:
    board.explains("TRI-163")
    table = started(board)
    assert table.asks() == ("a", "name")
    table.refuses(Name("EmberImp"), "TRI-163")
    table.invalid(Name("CasualThing"), "TRI-163")
    table.plays(Name("HeadStart"), "TRI-162", "TRI-163", "TRI-164")
    assert table.has(Declared, "TRI-164")
    table.plays(Name("DawnWatch"), "TRI-162")
    for name in ("WarmStream", "ColdStream"):
        table.plays(Name(name), "TRI-160")
    table.plays(Name("a"))
    for _ in range(3):
        for phase in ("standby", "main1", "clean-up", "end-phase", "end"):
            table.plays(Advance(phase))
            table.nobody_responds()
    assert [table.cards(f"{s}.skill") for s in "ab"] == ["HeadStart", "DawnWatch"]


@pytest.mark.rule("TRI-165")
def test_a_skill_may_hold_several_effects(board: Board) -> None:
    table = board.lay({"a.skill": "HeadStart", **PILE})
    table.plays(use("second-breath", "a:HeadStart"), "TRI-165", "TRI-21")
    table.nobody_responds()
    for phase in ("clean-up", "end-phase"):
        table.plays(Advance(phase))
    table.plays(use("last-word", "a:HeadStart"), "TRI-165")


@pytest.mark.rule("TRI-166")
def test_a_skill_may_copy_the_opponents(board: Board) -> None:
    table = started(board)
    for name in ("Trace", "HeadStart", "WarmStream", "ColdStream", "a"):
        table.plays(Name(name))
    assert table.cards("a.skill") == "Trace HeadStart"
    assert table.has(Declared, "TRI-166")
    for phase in ("standby", "main1"):
        table.plays(Advance(phase))
    table.plays(use("second-breath", "a:HeadStart"), "TRI-21")


# Status conditions


@pytest.mark.rule("TRI-167")
def test_a_status_is_kept_on_the_entity_and_shown(board: Board) -> None:
    zones = {"a.hand": "NapPowder", "b.m1": "EmberImp", "b.m2": "HalfMoth", **PILE}
    table = board.lay(zones)
    played(table, "nap-powder", "a:NapPowder", "b.m1")
    assert table.has(Marked, "TRI-167")
    assert table.card("b.m1").marks == {"sleep": 1}
    assert table.card("b.m2").marks == {}


@pytest.mark.rule("TRI-168", "TRI-169")
def test_poison_halves_defense_and_burn_halves_attack(board: Board) -> None:
    """G-15: of the current value, rounded down; the same condition does not add up."""
    zones = {"a.m1": "SpireTitan", "b.m1": "GlassDrake-"}
    table = marked(board, "burn", zones)
    assert value_of(table.duel, table.game, table.card("a.m1"), "attack") == 1750
    table.plays(Attack("a.m1", "b.m1"))
    table.nobody_responds()
    battle = next(e for e in table.history if isinstance(e, Battled))
    assert (battle.attack, battle.defense) == (1750, 1700)
    assert "TRI-169" in battle.rules
    table = board.lay(
        {"a.m1": "EmberImp", "b.m1": "GlassDrake-", **PILE},
        phase="battle",
        marks={"b.m1": {"poison": 1}},
    )
    table.plays(Attack("a.m1", "b.m1"))
    table.nobody_responds()
    battle = next(e for e in table.history if isinstance(e, Battled))
    assert (battle.attack, battle.defense) == (1000, 850)
    assert "TRI-168" in battle.rules
    assert table.cards("b.grave") == "GlassDrake"


@pytest.mark.rule("TRI-169")
def test_burning_twice_halves_once(board: Board) -> None:
    zones = {"a.m1": "CinderWasp", "a.m2": "CinderWasp", "b.m1": "StoneWarden", **PILE}
    table = board.lay(zones)
    played(table, "wasp-burn", "a.m1", "b.m1")
    assert value_of(table.duel, table.game, table.card("b.m1"), "attack") == 1000
    before = len([e for e in table.history if isinstance(e, Marked)])
    assert before == 1


@pytest.mark.rule("TRI-170", "TRI-171")
def test_a_stunned_entity_is_turned_only_by_force(board: Board) -> None:
    zones = {"a.hand": "PulseBeat", "a.m1": "EmberImp", **PILE}
    table = board.lay(zones, marks={"a.m1": {"stun": 1}})
    played(table, "pulse-beat", "a:PulseBeat", "a.m1")
    assert not table.card("a.m1").upright
    assert table.has(Turned, "TRI-171")
    by_hand = {"G-17": "positions by hand too"}
    table = board.lay(zones, marks={"a.m1": {"stun": 1}}, readings=by_hand)
    table.refuses(Turn("a.m1", upright=False), "TRI-170")
    table = board.lay(zones, readings=by_hand)
    table.plays(Turn("a.m1", upright=False), "TRI-170")


@pytest.mark.rule("TRI-170")
@pytest.mark.parametrize("card", ["gentle-turn GentleTurn", "lights-out LightsOut"])
def test_an_effect_that_could_turn_a_stunned_entity_only_is_not_used(
    board: Board, card: str
) -> None:
    """Nothing else keeps it from being carried out; with another Entity it may be used."""
    effect, code = card.split()
    zones = {"a.hand": code, "a.m1": "EmberImp", **PILE}
    table = board.lay(zones, marks={"a.m1": {"stun": 1}})
    table.refuses(use(effect, f"a:{code}"), "TRI-170")
    table = board.lay({**zones, "b.m1": "EmberImp"}, marks={"a.m1": {"stun": 1}})
    table.plays(use(effect, f"a:{code}"), "G-17.text")
    table.refuses(Choose("a.m1"), "TRI-170")
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    assert table.card("a.m1").upright
    assert not table.card("b.m1").upright


@pytest.mark.rule("TRI-170")
@pytest.mark.parametrize(
    ("op", "what"),
    [
        (ops.Reposition(cards=Cards(("m",), "any"), to="other"), "position"),
        (ops.Reposition(cards=Cards(("m",), "any"), to="face-down"), "face"),
        (ops.TurnCards(cards=Cards(("m",), "any"), position="other"), "position"),
        (ops.TurnCards(cards=Cards(("m",), "any"), position="defense"), "position"),
        (ops.TurnCards(cards=Cards(("m",), "any"), position="defense", face="down"), "face"),
    ],
)
def test_an_effect_on_all_entities_spares_a_stunned_one(
    board: Board, op: ops.Op, what: str
) -> None:
    turn = Effect(
        name="turn-all",
        use="magic",
        rules=("text:turn-all",),
        text="Change the position of all Entities.",
        zones=("s",),
        resolve=(op,),
    )
    cards = [Card("TurnAll", "Turn All", {}, ("formula", "spell"), ("turn-all",))]
    zones = {"a.hand": "TurnAll", "a.m1": "EmberImp", "b.m1": "EmberImp", **PILE}
    table = board.lay(zones, game=tri(cards, [turn]), marks={"a.m1": {"stun": 1}})
    played(table, "turn-all", "a:TurnAll")
    assert table.card("a.m1").upright
    assert [e.what for e in table.history if isinstance(e, Spared)] == [what]
    assert table.has(Spared, "TRI-170")
    assert not table.card("b.m1").upright


@pytest.mark.rule("TRI-172")
def test_a_sleeping_entity_does_not_attack(board: Board) -> None:
    table = marked(board, "sleep", {"a.m1": "EmberImp", "a.m2": "HalfMoth"})
    table.refuses(Attack("a.m1"), "TRI-172")
    table.plays(Attack("a.m2"), "TRI-172")


@pytest.mark.rule("TRI-173")
def test_a_frozen_entity_does_not_use_its_effect(board: Board) -> None:
    zones = {"a.m1": "CinderWasp", "a.m2": "CinderWasp", "b.m1": "EmberImp"}
    table = marked(board, "freeze", zones, phase="main1")
    table.refuses(use("wasp-burn", "a.m1"), "TRI-173")
    table.plays(use("wasp-burn", "a.m2"), "TRI-173")


@pytest.mark.rule("TRI-173")
@pytest.mark.parametrize(
    ("frozen", "zones", "play"),
    [
        ("a.m1", {"a.m1": "(MarshToad)", "a.hand": "WakeCall", "b.m1": "EmberImp"}, "wake-call"),
        ("b.m1", {"a.hand": "GreatSweep", "b.m1": "TwinHare"}, "great-sweep"),
        (
            "b.m3",
            {"a.hand": "GreatSweep", "b.m1": "EmberImp", "b.m2": "HalfMoth", "b.m3": "PairedOwl-"},
            "great-sweep",
        ),
    ],
)
def test_a_frozen_entity_does_not_use_what_is_set_off(
    board: Board, frozen: str, zones: dict[str, str], play: str
) -> None:
    """Neither while it lies there nor, with "as", in what it is destroyed by."""
    for marks, used in (({}, True), ({frozen: {"freeze": 1}}, False)):
        table = board.lay({**zones, **PILE}, marks=marks)
        settle(table, use(play, f"a:{zones['a.hand']}"))
        done = {e.effect for e in table.history if isinstance(e, Activated)} - {play}
        assert bool(done) == used
        assert table.has(Lapsed, "TRI-173") != used


@pytest.mark.rule("TRI-173")
def test_an_entity_that_is_gone_is_frozen_no_longer(board: Board) -> None:
    """With "if" its effect is used from the Graveyard, where it has no status."""
    zones = {"a.hand": "GreatSweep", "b.m1": "PatientHare", **PILE}
    table = board.lay(zones, marks={"b.m1": {"freeze": 1}})
    table.plays(use("great-sweep", "a:GreatSweep"))
    table.nobody_responds()
    table.plays(use("patient-gain", "b:PatientHare"), "TRI-150")


@pytest.mark.rule("TRI-174", "TRI-175")
def test_a_bipolar_attacker_meets_whom_chance_gives(board: Board) -> None:
    zones = {"a.m1": "GlassDrake", "a.m2": "EmberImp", "b.m1": "HalfMoth"}
    table = marked(board, "bipolar", zones)
    table.refuses(Attack("a.m1", "b.m1"), "TRI-174")
    table.plays(Attack("a.m1"), "TRI-174", "TRI-175")
    assert table.asks() == ("chance", "chance")
    assert table.duel.decision is not None
    assert set(table.duel.decision.options) == {"a.m2", "b.m1"}
    table.plays(Roll(("a.m2",)), "TRI-175")
    table.nobody_responds()
    assert table.has(Declared, "TRI-175")
    declared = next(e for e in table.history if isinstance(e, AttackDeclared))
    assert declared.target == "a.m2"
    assert table.cards("a.grave") == "EmberImp"
    assert table.life() == (6700, 8000)
    table = board.lay(
        {**zones, **PILE},
        phase="battle",
        marks={"a.m1": {"bipolar": 1}},
        readings={"G-16": "opposing only"},
    )
    table.plays(Attack("a.m1"))
    assert table.has(AttackDeclared, "TRI-25")


@pytest.mark.rule("TRI-174")
def test_a_bipolar_attack_is_called_direct_where_no_rule_has_it_drawn(board: Board) -> None:
    table = marked(board, "bipolar", {"a.m1": "GlassDrake", "a.m2": "EmberImp"})
    without = build_game(table.game.rules, table.game.readings, frozenset(("TRI-174",)))
    attack = Attack("a.m1")
    called = [
        str(action_words(Wording(game, world=table.duel), attack))
        for game in (table.game, without)
    ]
    assert called == ["Attack with Glass Drake", "Attack directly with Glass Drake"]


@pytest.mark.rule("TRI-175")
@pytest.mark.parametrize("drawn", ["b:HalfMoth", "b.m1"])
def test_chance_may_be_told_by_card_or_zone(board: Board, drawn: str) -> None:
    table = marked(
        board, "bipolar", {"a.m1": "EmberImp", "a.m2": "(MarshToad)", "b.m1": "HalfMoth"}
    )
    table.plays(Attack("a.m1"))
    written = WrittenAction((), {"do": "roll", "cards": [drawn]})
    table.plays(next(written.actions(table.duel, table.game)), "TRI-175")


@pytest.mark.rule("TRI-25", "TRI-171")
def test_an_attacker_that_is_turned_is_not_said_to_be_gone(board: Board) -> None:
    zones = {"a.m1": "EmberImp", "b.m1": "HalfMoth", "b.s1": "(PulseBeat)@1", **PILE}
    table = board.lay(zones, phase="battle")
    table.plays(Attack("a.m1", ZoneName("b.m1")))
    table.plays(turned("pulse-beat", "b.s1", "PulseBeat"))
    quiet(table, "a.m1")
    told = [line.text for line in tell(Wording(table.game), table.history)]
    assert any("no longer in Attack Position" in text for text in told)


@pytest.mark.rule("TRI-175")
def test_with_nobody_to_draw_a_bipolar_attack_is_not_defined(board: Board) -> None:
    table = marked(board, "bipolar", {"a.m1": "GlassDrake"})
    verdict = table.refuses(Attack("a.m1"), "TRI-175")
    assert "does not define" in verdict.remedies[0].text
    assert verdict.cited == (Cited("TRI-175", "G-16"),)


@pytest.mark.rule("TRI-176")
def test_what_the_document_is_silent_on_is_inherited_and_told_so(board: Board) -> None:
    """Battle, life, the opening hand and deck sizes stand under G-17."""
    assert "inherited" in board.explains("TRI-176").text
    table = board.lay({"a.m1": "HalfMoth", "b.m1": "EmberImp", **PILE}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"), "G-17.attack-once")
    table.nobody_responds()
    assert table.has(Battled, "G-17.battle")
    assert table.has(Moved, "G-17.battle")
    assert table.life() == (8000, 7500)
    assert not board.deck(["EmberImp"] * 39, []).legal
    assert board.deck(["EmberImp"] * 40, ["MirrorShift"]).legal
    wrong = board.deck(["EmberImp"] * 40 + ["MirrorShift", "Nobody"], ["EmberImp"])
    assert len(wrong.remedies) == 3
