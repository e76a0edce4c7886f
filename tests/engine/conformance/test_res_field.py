"""Resummoned: cards, zones, columns without end, stacks; RES-300 to RES-507."""

from __future__ import annotations

import random

import pytest

from duelmat_engine import columns
from duelmat_engine.actions import Activate, Choose, Name, Pass, Turn
from duelmat_engine.effects.values import value_of
from duelmat_engine.errors import PositionError
from duelmat_engine.events import (
    Arranged,
    CardActivated,
    Destroyed,
    Moved,
    Shown,
    Spared,
    Summoned,
    Turned,
)
from duelmat_engine.names import Seat, zone_kind
from duelmat_engine.play import Deck, new_duel
from duelmat_engine.position import Placed
from duelmat_engine.sight.view import view_for
from duelmat_engine.state import replace
from engine.conformance.board import Board, game_for
from engine.conformance.resummoned import (
    all_pass,
    flip,
    game_with,
    known_rules,
    lay_cards,
    next_phase,
    play,
    resolve,
)
from engine.random_duels import play as random_play

DOWN = Placed


def down(code: str, *, upright: bool = True) -> Placed:
    return Placed(code, face_up=False, upright=upright)


# Columns


@pytest.mark.rule("RES-505.4", "RES-505.5", "RES-500.1", "RES-505.1")
def test_the_first_card_comes_to_the_centre(board: Board) -> None:
    board.explains("RES-500.1")
    table = lay_cards(board, {"a.hand": [Placed("BattleOx"), Placed("DarkHole")]})
    table.refuses(play("summon", "a:BattleOx", "a.m1"), "RES-505.5")
    table.refuses(play("summon", "a:BattleOx", "a.m-3"), "RES-505.5")
    table.refuses(play("summon", "a:BattleOx", "b.m0"), "RES-505.5")
    table.plays(play("summon", "a:BattleOx", "a.m0"), "RES-505.5", "RES-505.4")
    table.plays(play("activate-spell", "a:DarkHole", "a.s0"))
    resolve(table)
    assert table.has(Destroyed, "RES-505.1")


@pytest.mark.rule("RES-505.5B", "RES-505.2", "RES-505.3", "RES-505.5C", "RES-500.2")
def test_other_cards_come_in_or_beside_columns_in_use(board: Board) -> None:
    """Anybody's card counts; the columns go on to both sides without end (G-67)."""
    table = lay_cards(board, {"b.s4": [down("TrapHole")], "a.hand": [Placed("BattleOx")]})
    for place in ("a.m0", "a.m2", "a.m6", "b.m4"):
        table.refuses(play("summon", "a:BattleOx", place), "RES-505.5B")
    for place in ("a.m3", "a.m4", "a.m5"):
        table.accepts(play("summon", "a:BattleOx", place), "RES-505.5B", "RES-505.2", "RES-505.3")
    table.plays(play("summon", "a:BattleOx", "a.m5"), "RES-505.5C")
    far = lay_cards(board, {"a.m-900": [Placed("BattleOx")], "a.hand": [Placed("Kuriboh")]})
    far.accepts(play("summon", "a:Kuriboh", "a.m-901"), "RES-505.5B")
    step = new_duel("resummoned", [Deck(known_rules().practice_deck[0])] * 2, seed=1)
    table = board.take(step.duel, step.events)
    assert "RES-500.2" in {r for e in table.plays(Name("a")) for r in e.rules}


@pytest.mark.rule("RES-505.5C")
def test_columns_in_use_form_one_block_while_cards_are_only_added(board: Board) -> None:
    chance = random.Random(4)
    zones = {f"{s}.hand": [Placed(c) for c in known_rules().practice_deck[0][:16]] for s in "ab"}
    table = lay_cards(board, zones)
    for _ in range(12):
        actions = [
            a
            for a in table.legal()
            if getattr(a, "way", "") in ("summon", "set-monster", "set-trap")
        ]
        table.plays(chance.choice(actions or table.legal()[-1:]))
        there = columns.occupied(table.duel.zones)
        assert there == list(range(there[0], there[-1] + 1))


def test_a_full_mat_is_a_limit_of_the_table_and_no_rule(board: Board) -> None:
    """The engine takes the card; the table says that it cannot show it."""
    table = lay_cards(
        board,
        {**{f"a.m{i}": [Placed("BattleOx")] for i in range(5)}, "a.hand": [Placed("Kuriboh")]},
    )
    table.accepts(play("summon", "a:Kuriboh", "a.m5"))
    assert columns.window(table.duel.zones, 5) == range(5)
    assert columns.window(table.duel.zones, 7) == range(-1, 6)
    assert columns.window(table.duel.zones, 4) is None
    assert columns.table_limit(table.duel.zones, "a.m4", 5) == ""
    text = columns.table_limit(table.duel.zones, "a.m5", 5)
    assert "limit of the mat, not of the rules" in text


@pytest.mark.rule("RES-506.1", "RES-507.1")
def test_a_zone_holds_one_card_of_its_kind(board: Board) -> None:
    table = lay_cards(
        board,
        {
            "a.hand": [Placed("BattleOx"), Placed("DarkHole"), Placed("TrapHole")],
            "a.m0": [Placed("Kuriboh")],
            "a.s0": [down("MirrorForce")],
        },
    )
    table.refuses(play("summon", "a:BattleOx", "a.m0"), "RES-506.1")
    table.refuses(play("summon", "a:BattleOx", "a.s1"), "RES-506.1")
    table.refuses(play("activate-spell", "a:DarkHole", "a.s0"), "RES-507.1")
    table.refuses(play("set-trap", "a:TrapHole", "a.m1"), "RES-507.1")
    table.accepts(play("summon", "a:BattleOx", "a.m1"), "RES-506.1")
    table.accepts(play("activate-spell", "a:DarkHole", "a.s1"), "RES-507.1")


# Playing


@pytest.mark.rule(
    "RES-504.3",
    "RES-504.3a",
    "RES-504.3b",
    "RES-506.3",
    "RES-407.1",
    "RES-304.1",
    "RES-505.6",
    "RES-400.1",
)
@pytest.mark.parametrize("upright", [True, False])
def test_a_monster_is_summoned_or_set_in_either_position(board: Board, upright: bool) -> None:
    table = lay_cards(board, {"a.hand": [Placed("BattleOx")]})
    summon = play("summon", "a:BattleOx", "a.m0", upright=upright)
    table.accepts(summon, "RES-504.3", "RES-504.3a", "RES-506.3", "RES-407.1", "RES-400.1")
    events = table.plays(summon)
    assert any(isinstance(e, Summoned) and "RES-504.3a" in e.rules for e in events)
    assert table.card("a.m0").upright == upright
    table = lay_cards(board, {"a.hand": [Placed("BattleOx")]})
    events = table.plays(play("set-monster", "a:BattleOx", "a.m0", upright=upright))
    assert not any(isinstance(e, Summoned) for e in events)
    assert any(isinstance(e, Moved) and "RES-504.3b" in e.rules for e in events)
    laid = table.card("a.m0")
    assert (laid.face_up, laid.upright, laid.shown) == (False, upright, False)
    assert table.has(Moved, "RES-505.6")


@pytest.mark.rule("RES-401.1", "RES-401.1b", "RES-401.2", "RES-504.3c", "RES-505.6")
def test_a_spell_is_played_face_up_and_never_down(board: Board) -> None:
    board.explains("RES-401.1b")
    table = lay_cards(board, {"a.hand": [Placed("DianKeto")]})
    spell = play("activate-spell", "a:DianKeto", "a.s0")
    table.refuses(replace(spell, face_up=False), "RES-401.2")
    table.refuses(play("set-trap", "a:DianKeto", "a.s0"), "RES-304.2a", "RES-401.2")
    table.accepts(spell, "RES-401.1", "RES-401.2", "RES-504.3c")
    events = table.plays(spell)
    assert any(isinstance(e, CardActivated) and "RES-504.3c" in e.rules for e in events)
    faults = board.faults({"a.s0": "(DianKeto)", "a.pile": "Kuriboh"})
    assert any("RES-401.2" in fault for fault in faults)


@pytest.mark.rule("RES-401.2")
def test_no_effect_turns_a_spell_face_down(board: Board) -> None:
    """The effect does what it can: the spell stays as it is, and that is told."""
    table = lay_cards(board, {"a.hand": [Placed("BookOfMoon")], "b.s0": [Placed("BurningLand")]})
    table.plays(play("quick-play", "a:BookOfMoon", "a.s0"))
    table.plays(Choose("b.s0"))
    resolve(table)
    assert table.has(Spared, "RES-401.2")
    assert table.card("b.s0").face_up


@pytest.mark.rule("RES-402.1", "RES-402.1b", "RES-304.2a")
def test_a_trap_is_set_and_a_flip_effect_turns_it_up(board: Board) -> None:
    board.explains("RES-402.1b")
    table = lay_cards(board, {"a.hand": [Placed("JustDesserts")], "b.m0": [Placed("Kuriboh")]})
    table.refuses(play("activate-spell", "a:JustDesserts", "a.s0"), "RES-402.1", "RES-504.3c")
    events = table.plays(play("set-trap", "a:JustDesserts", "a.s0"), "RES-402.1")
    assert any(isinstance(e, Moved) and "RES-304.2a" in e.rules for e in events)
    up = flip("flip-freely", "a.s0", "a:JustDesserts")
    events = table.plays(up, "RES-602.4", "RES-703.1")
    assert any(isinstance(e, CardActivated) and "RES-402.1" in e.rules for e in events)
    resolve(table)
    assert table.life() == (8000, 7800)
    assert table.cards("a.grave") == "JustDesserts"


@pytest.mark.rule("RES-407.1a", "RES-304.1a")
def test_off_the_field_a_card_has_neither_face_nor_position(board: Board) -> None:
    table = lay_cards(
        board, {"a.hand": [Placed("DarkHole")], "b.m0": [down("BattleOx", upright=False)]}
    )
    spell = play("activate-spell", "a:DarkHole", "a.s0")
    table.refuses(replace(spell, upright=False), "RES-407.1a")
    table.plays(spell)
    resolve(table)
    assert table.has(Moved, "RES-304.1a", "RES-407.1a")
    lying = table.card("b.grave")
    assert (lying.face_up, lying.upright) == (True, True)
    assert any("RES-407.1a" in f for f in _faults_of_sideways_spell(board))


def _faults_of_sideways_spell(board: Board) -> tuple[str, ...]:
    try:
        lay_cards(board, {"a.s0": [Placed("BurningLand", upright=False)]})
    except PositionError as error:
        board.note("refused", error.rules)
        return error.faults
    return ()


@pytest.mark.rule("RES-407.2", "RES-606.3")
@pytest.mark.parametrize("face_up", [True, False])
def test_a_change_of_position_turns_to_the_other_one_only(board: Board, face_up: bool) -> None:
    """A face-down monster keeps its face (G-82)."""
    lying = Placed("BattleOx", face_up=face_up, upright=True)
    table = lay_cards(board, {"a.m0": [lying]})
    turn = Turn("a.m0", upright=False, face_up=face_up)
    table.refuses(Turn("a.m0", upright=True, face_up=face_up), "RES-407.2")
    table.refuses(Turn("a.m0", upright=False, face_up=not face_up), "RES-407.2")
    events = table.plays(turn, "RES-407.2", "RES-606.3")
    assert any(isinstance(e, Turned) and "RES-407.2" in e.rules for e in events)
    after = table.card("a.m0")
    assert (after.face_up, after.upright, after.shown) == (face_up, False, face_up)


# What a face-down card is


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
    grave = {"a.grave": [Placed(c) for c in known_rules().practice_deck[0][:15]]}
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
    zones = {"a.hand": [Placed("PotOfGreed")], "a.pile": [Placed("Kuriboh"), Placed("BattleOx")]}
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:PotOfGreed", "a.s0"))
    resolve(table)
    drawn = [e for e in table.history if isinstance(e, Moved) and e.cause == "draw"]
    assert all("RES-501.3" in e.rules for e in drawn)
    assert table.cards("a.hand") == "Kuriboh BattleOx"
    step = new_duel("resummoned", [Deck(known_rules().practice_deck[0])] * 2, seed=1)
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
        "a.hand": [Placed(c) for c in known_rules().practice_deck[0][:8]],
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


@pytest.mark.rule("RES-505.6a", "RES-401.2")
def test_an_effect_that_brings_a_spell_to_the_field_lays_it_face_up(board: Board) -> None:
    zones = {
        "a.hand": [Placed("Kotetsu")],
        "a.grave": [Placed("AxeOfDespair"), Placed("DarkHole")],
    }
    table = lay_cards(board, zones)
    table.plays(play("summon", "a:Kotetsu", "a.m0"))
    table.plays(Choose("a:AxeOfDespair"))
    resolve(table)
    lying = play("effect-move", "a:AxeOfDespair", "a.s0")
    table.refuses(replace(lying, face_up=False), "RES-710.1", "RES-401.2")
    table.plays(lying, "RES-505.6a", "RES-401.2")
    assert table.card("a.s0").attached == table.card("a.m0").oid
    all_pass(table)
    assert table.cards("a.s0") == "AxeOfDespair"
