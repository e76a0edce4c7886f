"""Trap Cards, their types and the Chain Rule: OCG-33 to OCG-50."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Advance, Attack, Choose, Pass, Play, Turn
from duelmat_engine.events import (
    Activated,
    Destroyed,
    LinkNegated,
    Moved,
    Resolved,
    Summoned,
    SummonNegated,
)
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.ruleset.game import speed_row
from duelmat_engine.ruleset.registry import find_ruleset
from engine.conformance.board import Board, Table

S1, S2 = ZoneName("a.s1"), ZoneName("a.s2")
M1 = ZoneName("a.m1")
PILES = {"a.pile": "Elf Elf Elf", "b.pile": "Wolf Wolf Wolf"}
FULL = {f"a.s{i}": "(Axe)" for i in range(1, 6)} | {"a.s4": "(Rush)", "a.s5": "(Rush)"}


def turned(effect: str, zone: str, code: str) -> Activate:
    """The activation of a card that lies Set."""
    return Activate(effect, zone, CardKey(f"{zone[0]}:{code}"))


def set_trap(card: str, to: ZoneName = S1) -> Play:
    return Play("set-card", card, to, face_up=False)


def next_turn(table: Table) -> None:
    turn = table.duel.turn
    while table.duel.turn == turn:
        kind = table.asks()[1]
        table.plays(Pass() if kind == "window" else Advance("end-phase"))


def to_main(table: Table) -> None:
    while table.duel.phase != "main1" or table.asks()[1] != "open":
        table.plays(Pass())


@pytest.mark.rule("OCG-33")
def test_a_trap_is_never_activated_from_the_hand(board: Board) -> None:
    table = board.lay({"b.m1": "Elf", "a.hand": "PentagramCurse", "a.s1": "(PentagramCurse)"})
    verdict = table.refuses(Activate("pentagram-curse", "a:PentagramCurse"), "OCG-33")
    assert verdict.remedies[0].text.startswith("Set the card")
    table.plays(turned("pentagram-curse", "a.s1", "PentagramCurse/2"), "OCG-33")


@pytest.mark.rule("OCG-33", "OCG-42")
def test_nor_is_it_in_answer_to_something(board: Board) -> None:
    table = board.lay({"b.hand": "MirrorForce", "b.s1": "(Rush)", "a.m1": "Elf"}, phase="battle")
    table.plays(Attack("a.m1"))
    assert table.asks() == ("b", "window")
    table.refuses(Activate("mirror-force", "b:MirrorForce"), "OCG-33")


@pytest.mark.rule("OCG-34")
def test_a_trap_of_the_graveyard_answers_nothing(board: Board) -> None:
    """It is used where it lies Set; in the window it would answer, only the Set one is."""
    table = board.lay(
        {"a.m1": "Elf", "b.s1": "(MirrorForce)", "b.grave": "MirrorForce"}, phase="battle"
    )
    table.plays(Attack("a.m1"))
    table.refuses(Activate("mirror-force", "b:MirrorForce/2"), "OCG-34")
    table.accepts(Activate("mirror-force", "b.s1", CardKey("b:MirrorForce")))


@pytest.mark.rule("OCG-34", "OCG-35")
def test_a_trap_is_set_face_down_in_a_slot_of_the_row(board: Board) -> None:
    table = board.lay({"a.hand": "MirrorForce Elf"})
    table.refuses(Play("set-card", "a:MirrorForce", S1), "OCG-34")
    table.refuses(Play("set-card", "a:Elf", S1, face_up=False), "G-29.set-magic")
    table.plays(set_trap("a:MirrorForce"), "OCG-34", "OCG-35", "OCG-36")
    piece = table.card("a.s1")
    assert not piece.face_up
    assert table.has(Moved, "OCG-34", "G-29.set-magic")


@pytest.mark.rule("OCG-35")
@pytest.mark.parametrize("phase", ["main1", "battle", "main2"])
def test_a_trap_is_set_in_a_main_phase_only(board: Board, phase: str) -> None:
    table = board.lay({"a.hand": "MirrorForce Rush"}, phase=phase)
    if phase == "battle":
        verdict = table.refuses(set_trap("a:MirrorForce"), "OCG-35")
        assert verdict.remedies[0].text == "Go on to the next Main Phase."
        table.refuses(set_trap("a:Rush"), "G-29.main")
    else:
        verdict = table.accepts(set_trap("a:Rush"), "G-29.set-magic", "OCG-36")
        assert not {"OCG-34", "OCG-35"} & set(verdict.rules)
        act = set_trap("a:MirrorForce")
        assert "G-29.set-magic" not in table.accepts(act, "OCG-34", "OCG-36").rules
        table.plays(act, "OCG-35")


@pytest.mark.rule("OCG-36")
def test_without_a_free_slot_nothing_is_set(board: Board) -> None:
    """There are five (G-23); what is used from the hand needs one too."""
    table = board.lay({**FULL, "a.hand": "MirrorForce Raigeki", "b.m1": "Elf"})
    verdict = table.refuses(set_trap("a:MirrorForce"), "OCG-36")
    assert verdict.readings == ("G-23",)
    table.refuses(Activate("raigeki", "a:Raigeki"), "G-29.use-slot")
    table.refuses(set_trap("a:Raigeki"), "OCG-36")
    left = {k: v for k, v in FULL.items() if k != "a.s3"}
    table = board.lay({**left, "a.hand": "MirrorForce Raigeki", "b.m1": "Elf"})
    table.refuses(set_trap("a:MirrorForce", ZoneName("a.s4")), "OCG-36")
    table.plays(Activate("raigeki", "a:Raigeki"), "G-29.use-slot")
    table.nobody_responds()
    table.plays(set_trap("a:MirrorForce", ZoneName("a.s3")), "OCG-36")


@pytest.mark.rule("OCG-37")
def test_a_trap_waits_for_the_turn_after_it_was_set(board: Board) -> None:
    table = board.lay({**PILES, "b.m1": "Elf", "a.hand": "PentagramCurse"})
    table.plays(set_trap("a:PentagramCurse"))
    trap = turned("pentagram-curse", "a.s1", "PentagramCurse")
    verdict = table.refuses(trap, "OCG-37")
    assert "turn" in verdict.remedies[0].text
    next_turn(table)
    while table.asks() != ("a", "window"):
        table.plays(Pass())
    table.accepts(trap, "OCG-37")


@pytest.mark.rule("OCG-38")
def test_a_trap_may_be_activated_in_the_opponents_turn(board: Board) -> None:
    zones = {"a.m1": "Elf", "b.m1": "Wolf", "b.s1": "(MirrorForce)"}
    table = board.lay(zones, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(turned("mirror-force", "b.s1", "MirrorForce"), "OCG-38")
    assert table.cards("a.m1") == ""


@pytest.mark.rule("OCG-38")
def test_a_trap_may_be_activated_in_the_own_turn(board: Board) -> None:
    """The permission for the opponent's turn is not what permits that."""
    table = board.lay({"b.m1": "Elf", "a.s1": "(PentagramCurse)"})
    verdict = table.accepts(turned("pentagram-curse", "a.s1", "PentagramCurse"))
    assert "OCG-38" not in verdict.rules


@pytest.mark.rule("OCG-39")
def test_a_used_trap_goes_to_its_owners_graveyard(board: Board) -> None:
    table = board.lay({"a.m1": "Elf", "b.m1": "Wolf", "b.s1": "(MirrorForce)"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(turned("mirror-force", "b.s1", "MirrorForce"))
    assert table.cards("b.grave") == "MirrorForce"
    (gone,) = [e for e in table.history if isinstance(e, Moved) and e.source == "b.s1"]
    assert gone.rules == ("OCG-39",)


@pytest.mark.rule("OCG-40", "OCG-46")
def test_a_permanent_trap_stays_and_holds_its_slot(board: Board) -> None:
    """It is not discarded after use, and the slot is taken until it goes."""
    fill = {k: v for k, v in FULL.items() if k != "a.s1"}
    table = board.lay(
        {**fill, "a.s1": "(PentagramCurse)", "b.m1": "Elf", "a.hand": "MirrorForce Typhoon"}
    )
    table.plays(turned("pentagram-curse", "a.s1", "PentagramCurse"), "OCG-45", "OCG-46")
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    assert table.has(Resolved, "OCG-40", "OCG-46")
    assert table.cards("a.s1") == "PentagramCurse"
    table.refuses(set_trap("a:MirrorForce"), "OCG-36")
    assert not table.has(Moved, "OCG-39")


@pytest.mark.rule("OCG-46")
def test_a_permanent_trap_frees_its_slot_when_destroyed_or_over(board: Board) -> None:
    table = board.lay(
        {"a.s1": "(PentagramCurse)", "b.m1": "Elf", "a.hand": "MirrorForce Typhoon Raigeki"}
    )
    table.plays(turned("pentagram-curse", "a.s1", "PentagramCurse"))
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    held = table.duel
    table.plays(Activate("typhoon", "a:Typhoon"))
    table.plays(Choose("a.s1"))
    table.nobody_responds()
    assert table.cards("a.s1") == ""
    table.plays(set_trap("a:MirrorForce"))
    table.duel = held
    table.plays(Activate("raigeki", "a:Raigeki"))
    table.nobody_responds()
    assert table.cards("a.s1") == ""
    assert table.has(Destroyed, "G-29.attached")


# Types and speeds

TYPES = [
    ("DropHole", 2, "OCG-44"),
    ("MirrorForce", 2, "OCG-44"),
    ("PentagramCurse", 2, "OCG-45"),
    ("ThievingGoblin", 2, "OCG-45"),
    ("MagicJammer", 3, "OCG-47"),
    ("RisingHorn", 3, "OCG-47"),
    ("SevenTools", 3, "OCG-47"),
    ("GodsDeclaration", 3, "OCG-47"),
]


@pytest.mark.rule("OCG-43", "OCG-50")
@pytest.mark.parametrize(("code", "speed", "rule"), TYPES)
def test_the_named_cards_have_their_types(board: Board, code: str, speed: int, rule: str) -> None:
    """The icon stands as a kind on the card, and the speed goes by it."""
    rules = find_ruleset("ocg")
    card = rules.cards[code]
    (effect,) = [e for n in card.effects if (e := rules.effects[n]).use == "trap"]
    found, by = speed_row(rules, effect, card)
    assert found == speed
    assert {rule, "OCG-41", "OCG-43"} <= set(by)
    assert board.explains("OCG-43").kind == board.explains("OCG-50").kind == "names"


@pytest.mark.rule("OCG-41", "OCG-44")
def test_a_normal_trap_has_speed_2(board: Board) -> None:
    table = board.lay(
        {"a.m1": "Elf", "b.m1": "Wolf", "b.s1": "(MirrorForce)", "a.s1": "(Rush)"},
        phase="battle",
    )
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(turned("mirror-force", "b.s1", "MirrorForce"), "OCG-41", "OCG-44")
    assert table.has(Activated, "OCG-41", "OCG-44")
    assert [link.speed for link in table.duel.chain] == [2]


@pytest.mark.rule("OCG-41", "OCG-45")
def test_a_permanent_trap_has_speed_2(board: Board) -> None:
    table = board.lay({"b.m1": "Elf", "a.s1": "(PentagramCurse)", "b.s1": "(SevenTools)"})
    table.plays(turned("pentagram-curse", "a.s1", "PentagramCurse"))
    table.plays(Choose("b.m1"))
    assert table.has(Activated, "OCG-41", "OCG-45")
    assert [link.speed for link in table.duel.chain] == [2]


@pytest.mark.rule("OCG-41", "OCG-47")
def test_a_counter_trap_has_speed_3(board: Board) -> None:
    table = board.lay(
        {
            "a.hand": "Raigeki",
            "b.m1": "Elf",
            "b.s1": "(MagicJammer)",
            "b.hand": "Wolf",
            "a.s1": "(SevenTools)",
        }
    )
    table.plays(Activate("raigeki", "a:Raigeki"))
    table.plays(turned("magic-jammer", "b.s1", "MagicJammer"), "OCG-41", "OCG-47")
    table.plays(Choose("b:Wolf"))
    assert table.has(Activated, "OCG-41", "OCG-47")
    assert [link.speed for link in table.duel.chain] == [1, 3]


# The Chain Rule


@pytest.mark.rule("OCG-42")
def test_magic_of_speed_1_answers_nothing(board: Board) -> None:
    """Not even where nothing is faster: an answer has speed 2 at least."""
    zones = {"a.m1": "Elf", "b.m1": "Wolf", "b.s1": "(Raigeki)", "b.s2": "(Rush)"}
    table = board.lay(zones, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    verdict = table.refuses(turned("raigeki", "b.s1", "Raigeki"), "OCG-42")
    assert verdict.readings == ("G-24",)
    table.plays(turned("rush", "b.s2", "Rush"), "OCG-42")


@pytest.mark.rule("OCG-42")
def test_speed_2_answers_speed_2(board: Board) -> None:
    zones = {"a.m1": "Elf", "a.hand": "Rush", "b.m1": "Wolf", "b.s2": "(Rush)"}
    table = board.lay(zones, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    if table.asks()[0] == "a":
        table.plays(Pass())
    table.plays(turned("rush", "b.s2", "Rush"))
    table.plays(Choose("b.m1"))
    assert table.asks() == ("a", "window")
    table.plays(Activate("rush", "a:Rush"), "OCG-42")
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    resolved = [e.seat for e in table.history if isinstance(e, Resolved)]
    assert resolved == [0, 1]


@pytest.mark.rule("OCG-49")
def test_only_a_counter_trap_answers_a_counter_trap(board: Board) -> None:
    zones = {
        "a.hand": "Raigeki Rush",
        "a.m1": "Elf",
        "a.s1": "(SevenTools)",
        "a.s2": "(PentagramCurse)",
        "b.m1": "Elf",
        "b.s1": "(MagicJammer)",
        "b.hand": "Wolf",
    }
    table = board.lay(zones)
    table.plays(Activate("raigeki", "a:Raigeki"))
    table.plays(turned("magic-jammer", "b.s1", "MagicJammer"))
    table.plays(Choose("b:Wolf"))
    assert table.asks() == ("a", "window")
    verdict = table.refuses(Activate("rush", "a:Rush"), "OCG-49")
    assert "counter trap" in verdict.remedies[0].text
    table.refuses(turned("pentagram-curse", "a.s2", "PentagramCurse"), "OCG-49")
    table.plays(turned("seven-tools", "a.s1", "SevenTools"), "OCG-42", "OCG-49")
    table.nobody_responds()
    assert table.cards("b.m1") == ""
    assert table.life() == (7000, 8000)
    assert table.has(LinkNegated)


@pytest.mark.rule("OCG-48")
def test_a_counter_trap_answers_magic_and_negates_it(board: Board) -> None:
    zones = {"a.hand": "Raigeki", "b.m1": "Elf", "b.s1": "(MagicJammer)", "b.hand": "Wolf"}
    table = board.lay(zones)
    table.plays(Activate("raigeki", "a:Raigeki"))
    table.plays(turned("magic-jammer", "b.s1", "MagicJammer"), "OCG-48")
    table.plays(Choose("b:Wolf"))
    table.nobody_responds()
    assert table.has(LinkNegated, "OCG-48")
    assert table.cards("b.m1") == "Elf"
    assert table.cards("a.grave") == "Raigeki"
    assert [e.carried_out for e in table.history if isinstance(e, Resolved)] == [True, False]


@pytest.mark.rule("OCG-48")
def test_what_a_counter_trap_answers_stands_in_its_own_text(board: Board) -> None:
    """Reading G-95: one against magic does not answer an attack, nor a trap."""
    zones = {"a.m1": "Elf", "b.m1": "Wolf", "b.s1": "(MagicJammer)", "b.hand": "Ox"}
    table = board.lay(zones, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    table.refuses(turned("magic-jammer", "b.s1", "MagicJammer"), "G-95")


@pytest.mark.rule("OCG-48")
@pytest.mark.parametrize("move", ["normal", "flip", "toon"])
def test_rising_horn_answers_a_summon_before_it_succeeds(board: Board, move: str) -> None:
    """Reading G-95: in the window in which the summon may be negated, at a Tribute's cost."""
    zones = {
        "a.hand": "Elf ToonMermaid",
        "a.s1": "ToonWorld",
        "a.m1": "(Ox)",
        "b.m1": "Wolf",
        "b.s1": "(RisingHorn)",
        "b.s2": "(DropHole)",
    }
    table = board.lay(zones)
    actions = {
        "normal": (Play("normal-summon", "a:Elf", ZoneName("a.m2")), "Elf"),
        "flip": (Turn("a.m1", shown=CardKey("a:Ox")), "Ox"),
        "toon": (Play("toon-summon", "a:ToonMermaid", ZoneName("a.m2")), "ToonMermaid"),
    }
    action, code = actions[move]
    table.plays(action)
    assert table.asks() == ("b", "window")
    table.plays(turned("rising-horn", "b.s1", "RisingHorn"), "G-95")
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    assert table.has(SummonNegated, "G-95")
    assert not table.has(Summoned)
    assert table.cards("a.grave") == code
    assert table.cards("b.m1") == ""
    if move == "normal":
        table.refuses(
            Play("normal-summon", "a:ToonMermaid", M1),
            "G-29.summon-right",
            "OCG-04",
            "G-29.monster-slots",
        )


@pytest.mark.rule("OCG-48")
def test_after_the_summon_rising_horn_is_too_late(board: Board) -> None:
    zones = {
        "a.hand": "Elf",
        "b.m1": "Wolf",
        "b.s1": "(RisingHorn)",
        "b.s2": "(DropHole)",
    }
    table = board.lay(zones)
    table.plays(Play("normal-summon", "a:Elf", M1))
    table.refuses(turned("drop-hole", "b.s2", "DropHole"), "text:drop-hole")
    table.plays(Pass())
    assert table.has(Summoned)
    assert table.asks() == ("b", "window")
    table.refuses(turned("rising-horn", "b.s1", "RisingHorn"), "G-95")
    table.plays(turned("drop-hole", "b.s2", "DropHole"), "OCG-44")
    table.nobody_responds()
    assert table.cards("a.grave") == "Elf"


@pytest.mark.rule("OCG-47", "OCG-48")
def test_the_declaration_negates_quick_magic_as_any_other(board: Board) -> None:
    table = board.lay({"a.hand": "Rush", "a.m1": "Elf", "b.s1": "(GodsDeclaration)"})
    table.plays(Activate("rush", "a:Rush"))
    table.plays(Choose("a.m1"))
    table.plays(turned("gods-declaration", "b.s1", "GodsDeclaration"), "OCG-47")
    table.nobody_responds()
    assert table.has(LinkNegated, "OCG-48")
    assert table.cards("a.grave") == "Rush"


@pytest.mark.rule("OCG-34")
def test_a_trap_that_lies_neither_set_nor_in_the_hand_is_first_placed(board: Board) -> None:
    """OCG-33 speaks of the hand alone; an open Permanent Trap is active already."""
    table = board.lay({"a.s1": "ThievingGoblin", "a.grave": "JarOfGreed", **PILES})
    verdict = table.refuses(Activate("thieving-goblin", "a.s1"), "OCG-34")
    assert verdict.remedies[0].text == "It is active already."
    table.refuses(Activate("jar-of-greed", "a:JarOfGreed"), "OCG-34")


@pytest.mark.rule("G-29.text")
def test_drop_hole_names_the_summons_that_it_answers(board: Board) -> None:
    """A Toon has been Special Summoned: what it waits for is another summon."""
    zones = {"a.hand": "ToonDemon", "a.s1": "ToonWorld", "b.s1": "(DropHole)"}
    table = board.lay(zones)
    table.plays(Play("toon-summon", "a:ToonDemon", M1))
    table.plays(Pass())
    verdict = table.refuses(turned("drop-hole", "b.s1", "DropHole"), "text:drop-hole")
    assert "Normal or Flip Summoned" in verdict.remedies[0].text
