"""Resummoned: stacks, Graveyards, Decks, banished cards, whose a card is; RES-305 to RES-505."""

from __future__ import annotations

import pytest

from duelmat_bench.engine.random_duels import play as random_play
from duelmat_engine.actions import Activate, Attack, Choose, Name, Pass, Turn
from duelmat_engine.board.values import value_of
from duelmat_engine.events import Arranged, DuelEnded, Moved, Shown
from duelmat_engine.forms.position import Placed
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import Seat, zone_kind
from duelmat_engine.play import Deck, new_duel
from duelmat_engine.views.view import view_for
from engine.conformance.board import Board, game_for
from engine.conformance.resummoned import (
    down,
    flip,
    game_with,
    known_rules,
    lay_cards,
    next_phase,
    play,
    resolve,
)

# Stacks


@pytest.mark.rule(
    "RES-305.1", "RES-305.3", "RES-305.4", "RES-305.5", "RES-702.1", "RES-305.2", "RES-505.7"
)
def test_tributes_lie_beneath_the_card_that_asked_for_them(board: Board) -> None:
    zones = {
        "a.hand": [Placed("DarkMagician")],
        "a.m0": [down("BattleOx")],
        "a.m1": [Placed("GeminiElf")],
        "b.m0": [Placed("VorseRaider")],
        "b.hand": [Placed("DarkHole")],
    }
    table = lay_cards(board, zones)
    table.refuses(play("summon", "a:DarkMagician", "a.m2"), "RES-702.1")
    table.refuses(play("summon", "a:DarkMagician", "a.m2", ("a.m0",)), "RES-702.1")
    table.refuses(play("summon", "a:DarkMagician", "a.m0", ("a.m0", "b.m0")), "RES-305.5")
    table.refuses(play("summon", "a:DarkMagician", "a.m2", ("a.m0", "a.m1")), "RES-505.5B")
    summon = play("summon", "a:DarkMagician", "a.m1", ("a.m0", "a.m1"))
    events = table.plays(summon, "RES-702.1", "RES-305.5")
    stacked = [e for e in events if isinstance(e, Moved) and e.cause == "tribute"]
    assert len(stacked) == 2
    assert all({"RES-305.1", "RES-305.3", "RES-305.4"} <= set(e.rules) for e in stacked)
    top = table.card("a.m1")
    assert top.code == "DarkMagician"
    assert [p.code for p in top.beneath] == ["BattleOx", "GeminiElf"]
    assert all(p.face_up and p.upright and p.shown for p in top.beneath)
    board.explains("RES-505.7")
    says_on = table.duel.at("a.m0")
    assert says_on == ()
    while table.duel.turn_seat != 1 or table.duel.phase != "main1":
        next_phase(table)
    table.plays(play("activate-spell", "b:DarkHole", "b.s0"))
    resolve(table)
    assert table.has(Moved, "RES-305.2")
    while table.duel.decision is not None and table.duel.decision.kind == "choose":
        table.plays(table.legal()[0], "RES-500.4a")
    assert sorted(table.cards("a.grave").split()) == ["BattleOx", "DarkMagician", "GeminiElf"]


def test_what_a_tribute_did_on_the_field_is_forgotten_beneath(board: Board) -> None:
    """It goes to its owner's Graveyard later as a card that has not attacked."""
    zones = {
        "a.m0": [Placed("CannonSoldier")],
        "a.m1": [Placed("b:BattleOx")],
        "a.m2": [Placed("Kuriboh")],
    }
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m1"))
    while table.duel.decision and table.duel.decision.kind == "window":
        table.plays(Pass())
    for tribute in ("a.m1", "a.m0"):
        table.plays(Activate("cannon-shot", "a.m0"))
        table.plays(Choose(tribute))
    (ox,) = table.duel.at("b.grave")
    assert (ox.code, ox.attacked) == ("BattleOx", 0)


@pytest.mark.rule("RES-305.4", "RES-305.4a", "RES-305.5")
def test_a_card_that_tributes_itself_goes_to_the_graveyard(board: Board) -> None:
    zones = {
        "a.m0": [Placed("CannonSoldier")],
        "a.m1": [Placed("Kuriboh")],
        "b.m0": [Placed("BattleOx")],
    }
    table = lay_cards(board, zones)
    table.plays(Activate("cannon-shot", "a.m0"))
    table.refuses(Choose("b.m0"), "RES-305.5")
    table.plays(Choose("a.m1"), "RES-305.5")
    assert [p.code for p in table.card("a.m0").beneath] == ["Kuriboh"]
    resolve(table)
    assert table.life() == (8000, 7500)
    table.plays(Activate("cannon-shot", "a.m0"))
    table.plays(Choose("a.m0"))
    assert table.has(Moved, "RES-305.4a")
    assert table.has(Moved, "RES-305.2")
    table.plays(Choose("a:Kuriboh"), "RES-500.4a")
    resolve(table)
    assert table.life() == (8000, 7000)


@pytest.mark.rule("RES-505.7", "RES-500.4")
def test_the_card_in_play_stays_on_top_of_its_stack(board: Board) -> None:
    zones = {
        "a.hand": [Placed("SummonedSkull"), Placed("DarkHole")],
        "a.m0": [Placed("BattleOx")],
    }
    table = lay_cards(board, zones)
    events = table.plays(play("summon", "a:SummonedSkull", "a.m0", ("a.m0",)))
    assert any("RES-505.7" in e.rules for e in events)
    assert table.card("a.m0").code == "SummonedSkull"
    table.plays(play("activate-spell", "a:DarkHole", "a.s0"))
    resolve(table)
    table.plays(Choose("a:BattleOx"), "RES-500.4a")
    assert table.has(Arranged, "RES-500.4", "RES-500.4a")


# Zones


@pytest.mark.rule("RES-500.4a", "RES-500.4")
def test_cards_that_come_to_a_graveyard_at_once_are_ordered(board: Board) -> None:
    """Each controller orders those that they controlled."""
    zones = {
        "a.hand": [Placed("DarkHole")],
        "a.m0": [Placed("Kuriboh")],
        "b.m0": [Placed("BattleOx")],
        "b.m1": [Placed("GeminiElf")],
        "b.m2": [Placed("VorseRaider")],
    }
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:DarkHole", "a.s0"))
    resolve(table)
    assert table.asks() == ("b", "choose")
    table.plays(Choose("b:GeminiElf"), "RES-500.4a")
    table.plays(Choose("b:VorseRaider"), "RES-500.4a")
    assert table.cards("b.grave") == "BattleOx VorseRaider GeminiElf"


@pytest.mark.rule("RES-500.5", "RES-300.3", "RES-500.5B", "RES-506.3a", "RES-505.6a")
def test_a_card_in_anothers_zones_is_controlled_there_and_owned_here(board: Board) -> None:
    zones = {
        "a.hand": [Placed("ChangeOfHeart")],
        "b.m0": [Placed("CannonSoldier")],
        "a.m0": [down("Penguin")],
    }
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:ChangeOfHeart", "a.s0"))
    table.plays(Choose("b.m0"))
    resolve(table)
    assert table.asks() == ("a", "place")
    lying = play("effect-move", "b.m0", "a.m1", upright=False)
    table.accepts(lying, "RES-505.6a", "RES-506.3a", "RES-500.5")
    events = table.plays(play("effect-move", "b.m0", "a.m1"), "RES-505.6a", "RES-506.3a")
    assert any(isinstance(e, Moved) and {"RES-500.5", "RES-300.3"} <= set(e.rules) for e in events)
    assert table.card("a.m1").owner == 1
    table.accepts(Activate("cannon-shot", "a.m1"), "RES-300.3", "RES-602.3")
    table.plays(flip("flip-freely", "a.m0", "a:Penguin"))
    table.plays(Choose("a.m1"))
    resolve(table)
    assert table.has(Moved, "RES-500.5B")
    assert table.cards("b.hand") == "CannonSoldier"


@pytest.mark.rule("RES-505.1", "RES-606.3b", "RES-607.2e", "RES-603.5")
def test_a_card_moved_on_the_field_has_not_entered_it(board: Board) -> None:
    """It stays the same card, and what is equipped to it stays so."""
    zones = {
        "a.hand": [Placed("ChangeOfHeart")],
        "b.m0": [Placed("CannonSoldier")],
        "b.m1": [Placed("Breaker")],
        "b.s0": [Placed("AxeOfDespair", attached="b.m0")],
    }
    table = lay_cards(board, zones)
    before = table.card("b.m0")
    table.plays(play("activate-spell", "a:ChangeOfHeart", "a.s0"))
    table.plays(Choose("b.m0"))
    resolve(table)
    table.plays(play("effect-move", "b.m0", "a.m0"), "RES-505.6a")
    after = table.card("a.m0")
    assert (after.oid, after.arrived) == (before.oid, before.arrived)
    assert table.cards("b.s0") == "AxeOfDespair"
    table.accepts(Turn("a.m0", upright=False, face_up=True), "RES-606.3b")
    assert next_phase(table) == "battle"
    table.accepts(Attack("a.m0", "b.m1"), "RES-607.2e")


@pytest.mark.rule("RES-501.1", "RES-501.1a", "RES-501.2", "RES-501.3", "RES-501.3a")
def test_whoever_has_to_draw_too_many_cards_loses(board: Board) -> None:
    board.explains("RES-501.1")
    board.explains("RES-501.1a")
    zones = {"a.hand": [Placed("PotOfGreed")], "a.pile": [Placed("Kuriboh")]}
    table = lay_cards(board, zones, players=3)
    table.plays(play("activate-spell", "a:PotOfGreed", "a.s0"))
    resolve(table)
    assert table.duel.players[0].lost
    assert any("RES-501.3a" in e.rules for e in table.history)
    assert table.duel.turn_seat == 1
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:PotOfGreed", "a.s0"))
    resolve(table)
    assert table.has(DuelEnded, "RES-103.1", "RES-501.3a")
    assert "RES-501.3a" in judge(table.duel, Pass()).rules
    zones = {"a.hand": [Placed("PotOfGreed")], "a.pile": [Placed("Kuriboh"), Placed("BattleOx")]}
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:PotOfGreed", "a.s0"))
    resolve(table)
    drawn = [e for e in table.history if isinstance(e, Moved) and e.cause == "draw"]
    assert all("RES-501.3" in e.rules for e in drawn)
    assert table.cards("a.hand") == "Kuriboh BattleOx"
    step = new_duel("resummoned", [Deck(known_rules().decks.practice[0])] * 2, seed=1)
    fresh = board.take(step.duel, step.events)
    assert "RES-501.2" in {r for e in fresh.plays(Name("a")) for r in e.rules}


@pytest.mark.rule("RES-501.4")
def test_excavating_shows_the_top_of_the_deck(board: Board) -> None:
    zones = {
        "a.m0": [Placed("Sangan")],
        "b.hand": [Placed("Kuriboh")],
        "a.hand": [Placed("DarkHole")],
        "a.pile": [Placed("BattleOx"), Placed("GeminiElf"), Placed("VorseRaider")],
    }
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:DarkHole", "a.s0"))
    resolve(table)
    while table.duel.decision is not None and table.asks()[1] == "open":
        table.plays(Pass())
    assert table.has(Shown, "RES-501.4")
    shown = {e.piece.code for e in table.history if isinstance(e, Shown)}
    assert shown == {"BattleOx", "GeminiElf"}
    table.plays(Choose("a:GeminiElf"), "RES-501.4")
    assert "BattleOx" in table.cards("a.grave")
    assert table.cards("a.hand") == "GeminiElf"


BANISH = """
[[card]]
code = "Rift"
name = "Rift"
kinds = ["spell"]
effects = ["rift"]
[[effect]]
name = "rift"
use = "trigger"
mandatory = true
zones = ["s"]
text = "Banish a monster and the top card of your Deck."
on = { event = "card-activated" }
[[effect.announce]]
do = "choose"
bind = "target"
target = true
cards = { zones = ["m"] }
[[effect.resolve]]
do = "send"
cards = "target"
to = "banished"
rules = ["RES-503.3"]
"""


@pytest.mark.rule("RES-503.1", "RES-503.2", "RES-503.3", "RES-502.1", "RES-502.1a", "RES-502.2")
def test_banished_and_destroyed_cards_lie_face_up(board: Board) -> None:
    for name in ("RES-503.1", "RES-502.1", "RES-502.1a"):
        board.explains(name)
    zones = {
        "a.hand": [Placed("Rift"), Placed("DarkHole")],
        "b.m0": [down("BattleOx")],
        "b.m1": [down("Kuriboh")],
    }
    table = lay_cards(board, zones, game=game_with(BANISH))
    table.plays(play("activate-spell", "a:Rift", "a.s0"))
    table.plays(Choose("b.m0"))
    resolve(table)
    assert table.has(Moved, "RES-503.2", "RES-503.3")
    assert table.card("b.banished").face_up
    table.duel = table.duel
    while table.duel.turn_seat != 0 or table.duel.turn == 5:
        next_phase(table)
    while table.duel.phase != "main1":
        next_phase(table)
    table.plays(play("activate-spell", "a:DarkHole", "a.s0"))
    resolve(table)
    assert table.has(Moved, "RES-502.2")
    assert table.card("b.grave").face_up


@pytest.mark.rule("RES-500.3", "RES-500.3a", "RES-504.1", "RES-504.2", "RES-504.4")
def test_public_zones_are_seen_by_all_and_private_ones_are_counted(board: Board) -> None:
    """One's own hand and own face-down cards are seen by oneself (G-68, G-98)."""
    board.explains("RES-504.1")
    board.explains("RES-504.2")
    zones = {
        "a.hand": [Placed(c) for c in known_rules().decks.practice[0][:8]],
        "a.m0": [down("Kuriboh")],
        "b.hand": [Placed("DarkHole")],
    }
    table = lay_cards(board, zones, phase="main2")
    other, own = view_for(table.duel, Seat(1)), view_for(table.duel, Seat(0))
    assert len(other.at("a.hand")) == 8
    assert all(p.key is None for p in other.at("a.hand"))
    assert all(p.key for p in own.at("a.hand"))
    assert other.at("a.m0")[0].key is None
    assert own.at("a.m0")[0].key == "a:Kuriboh"
    assert len(other.at("a.pile")) == len(own.at("a.pile")) == 6
    next_phase(table)
    assert table.asks() == ("a", "choose")
    for _ in range(2):
        table.plays(table.legal()[0], "RES-603.9")
    assert len(table.duel.at("a.hand")) == 6
    discarded = [e for e in table.history if isinstance(e, Moved) and e.cause == "discard"]
    assert len(discarded) == 2
    assert {"RES-504.4", "RES-500.3a", "RES-500.3"} <= set(discarded[0].rules)
    assert all(p.key for p in view_for(table.duel, Seat(1)).at("a.grave"))


@pytest.mark.rule("RES-304.1", "RES-506.1", "RES-507.1", "RES-406.2", "RES-407.1")
@pytest.mark.parametrize("players", [2, 3])
def test_what_holds_in_every_duel(board: Board, players: int) -> None:
    """One card a zone, faces and positions only on the field, no value below 0."""
    game = game_for("resummoned")
    board.note("event", ())
    for seed in range(3):
        for duel, _ in random_play(seed, 400, "resummoned", players):
            for name, pieces in duel.zones.items():
                kind = zone_kind(name)
                if kind in ("m", "s"):
                    assert len(pieces) <= 1
                for piece in pieces:
                    if kind == "s":
                        assert piece.upright
                    if kind in ("grave", "banished"):
                        assert piece.face_up
                        assert piece.upright
                    value = value_of(duel, game, piece, "attack")
                    assert value is None or value >= 0
