"""Magic and traps, and when they answer: TK-31 to TK-45."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_engine.actions import Activate, Advance, Attack, Cancel, Choose, Pass, Play, Turn
from duelmat_engine.cards import Card
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.ops import Damage
from duelmat_engine.events import Activated, Destroyed, Moved, Resolved, Turned
from duelmat_engine.names import ZoneName
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.rulesets.trump_king.tables import MAIN_CODES
from duelmat_engine.state import replace
from duelmat_engine.verdict import Invalidity
from engine.conformance.board import Board
from engine.conformance.trump_king import flip, tk


def set_card(card: str, to: str = "a.s1") -> Play:
    return Play("set-card", card, ZoneName(to), face_up=False)


@pytest.mark.rule("TK-31", "TK-39")
def test_any_card_may_be_magic_or_a_trap(board: Board) -> None:
    """Each ordinary card is offered as both; the special ones as what they are listed."""
    rules = find_ruleset("trump_king")
    for code in MAIN_CODES:
        uses = {rules.effects[name].use for name in rules.cards[code].effects}
        assert uses & {"magic", "quick", "trap"}, code
    table = board.lay({"a.hand": "S5", "b.m1": "S7"})
    table.plays(Activate("magic", "a:S5"), "TK-31")
    table.plays(Choose("b.m1"))
    assert table.cards("a.grave") == "S5"
    table = board.lay({"a.hand": "S5"})
    table.plays(set_card("a:S5"), "TK-39")


@pytest.mark.rule("TK-31")
def test_magic_comes_from_the_hand_or_from_a_set_card(board: Board) -> None:
    table = board.lay({"a.grave": "S5", "b.m1": "S7"})
    table.refuses(Activate("magic", "a:S5"), "TK-31")
    table = board.lay({"a.s1": "(S5)", "b.m1": "S7"})
    table.invalid(flip("magic", "a.s1", "a:S6"), invalid=Invalidity.MALFORMED)


@pytest.mark.rule("TK-32")
def test_magic_is_not_counted(board: Board) -> None:
    table = board.lay({"a.hand": "S5 S6", "b.m1": "S7", "b.m2": "S3"})
    for code, target in (("S5", "b.m1"), ("S6", "b.m2")):
        table.plays(Activate("magic", f"a:{code}"), "TK-32")
        table.plays(Choose(target))
        table.nobody_responds()
    assert table.cards("a.grave") == "S6 S5"


@pytest.mark.rule("TK-33")
def test_magic_belongs_to_the_own_turn(board: Board) -> None:
    table = board.lay({"b.hand": "S5", "a.m1": "S7"})
    table.refuses(Activate("magic", "b:S5"), "TK-33")
    table.plays(Advance("end"))
    table.plays(Activate("magic", "b:S5"), "TK-33")


@pytest.mark.rule("TK-33", "TK-37")
def test_quick_magic_answers_from_the_hand_in_the_own_turn_only(board: Board) -> None:
    table = board.lay({"a.hand": "S5 C8", "b.hand": "S8", "b.s1": "(S6)", "a.s1": "(C3)"})
    table.plays(Play("normal-summon", "a:S5", ZoneName("a.m1")))
    assert table.asks() == ("b", "window")
    table.refuses(Activate("quick-eight", "b:S8"), "TK-33")
    table.plays(Pass())
    assert table.asks() == ("a", "window")
    table.plays(Activate("quick-eight", "a:C8"), "TK-33", "TK-37")


@pytest.mark.rule("TK-34")
def test_magic_without_anything_to_destroy_is_refused(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "b.m1": "C7"})
    verdict = table.refuses(Activate("magic", "a:S5"), "TK-34")
    assert "same suit or number" in verdict.remedies[0].text
    table = board.lay({"a.hand": "S5", "b.m1": "(S7)"})
    table.refuses(Activate("magic", "a:S5"), "TK-34")
    table = board.lay({"a.hand": "S5", "b.m1": "C5"})
    table.accepts(Activate("magic", "a:S5"), "TK-34")


@pytest.mark.rule("TK-34")
def test_an_announcement_may_be_taken_back_before_it_costs_anything(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "b.m1": "C5"})
    before = table.duel
    table.plays(Activate("magic", "a:S5"), "TK-34")
    table.plays(Cancel())
    assert table.duel.decision == before.decision
    assert table.cards("a.hand") == "S5"
    assert table.cards("b.m1") == "C5"
    table.invalid(Cancel(), "TK-05", "TK-06")


@pytest.mark.rule("TK-35", "TK-36")
def test_set_magic_may_be_activated_in_the_same_turn(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "b.m1": "S7"})
    table.refuses(Play("set-card", "a:S5", ZoneName("a.s1")), "TK-35")
    table.refuses(
        Play("set-card", "a:S5", ZoneName("a.s1"), upright=False, face_up=False), "TK-35"
    )
    table.plays(set_card("a:S5"), "TK-35")
    assert not table.card("a.s1").face_up
    table.plays(flip("magic", "a.s1", "a:S5"), "TK-36")
    table.plays(Choose("b.m1"))
    assert table.cards("a.s1") == ""
    assert table.cards("b.grave") == "S7"


@pytest.mark.rule("TK-36")
def test_only_magic_set_in_this_turn_needs_to_be_permitted_in_it(board: Board) -> None:
    for turn, cited in ((1, False), (3, True)):
        table = board.lay({"a.s1": f"(S5)@{turn}", "b.m1": "S7"})
        verdict = table.accepts(flip("magic", "a.s1", "a:S5"))
        assert ("TK-36" in verdict.rules) == cited


USED: Final = {
    "magic of the hand": ("C3", Activate("magic", "a:C3"), "TK-31"),
    "Set magic": ("C3", flip("magic", "a.s1", "a:C3"), "TK-31"),
    "a trap in the own turn": ("H9", flip("trap-nine", "a.s1", "a:H9"), "TK-39"),
    "a trap as an answer": ("H9", flip("trap-nine", "a.s1", "a:H9"), "TK-39"),
    "Set quick magic as an answer": ("H8", flip("quick-eight", "a.s1", "a:H8"), "TK-37"),
    "quick magic of the hand as an answer": ("H8", Activate("quick-eight", "a:H8"), "TK-37"),
}


@pytest.mark.rule("TK-31", "TK-37", "TK-39")
@pytest.mark.parametrize("way", USED)
def test_a_used_card_is_turned_up_by_the_statement_on_its_use(board: Board, way: str) -> None:
    code, action, rule = USED[way]
    in_hand = ":" in action.card
    lies = {"a.hand": f"S5 {code}"} if in_hand else {"a.hand": "S5", "a.s1": f"({code})"}
    table = board.lay({**lies, "b.m1": "C7", "b.s1": "(C4)"})
    if way.endswith("answer"):
        table.plays(Play("normal-summon", "a:S5", ZoneName("a.m1")))
        while table.asks() != ("a", "window"):
            table.plays(Pass())
    shown = table.plays(action)[0]
    assert isinstance(shown, Moved if in_hand else Turned)
    assert shown.rules == (rule,)


@pytest.mark.rule("TK-36b")
def test_there_is_no_fourth_set_card(board: Board) -> None:
    table = board.lay({"a.s1": "(S5)", "a.s2": "(S6)", "a.hand": "S3 S4"})
    table.refuses(set_card("a:S3", "a.s1"), "TK-36b")
    table.plays(set_card("a:S3", "a.s3"), "TK-36b")
    for to in ("a.s1", "a.s3", "a.s4"):
        verdict = table.refuses(set_card("a:S4", to), "TK-36b")
        assert verdict.readings == ("G-41",)
    table = board.lay(
        {"a.s1": "(S5)", "a.s2": "(S6)", "a.s3": "(S7)", "a.hand": "S4", "b.m1": "S3"}
    )
    table.plays(Activate("magic", "a:S4"), "TK-31")


@pytest.mark.rule("TK-37")
def test_quick_magic_answers_like_a_trap(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "b.s1": "(H8)", "a.s1": "(C3)"})
    table.plays(Play("normal-summon", "a:S5", ZoneName("a.m1")))
    table.plays(flip("quick-eight", "b.s1", "b:H8"), "TK-37", "TK-105")
    table.plays(Choose("a.s1"))
    table.nobody_responds()
    assert table.cards("a.grave") == "C3"
    assert table.cards("b.grave") == "H8"


@pytest.mark.rule("TK-37", "TK-40")
def test_quick_magic_set_this_turn_answers_in_the_own_turn_only(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "a.s1": "(C8)@3", "b.s1": "(H8)@3"})
    table.plays(Play("normal-summon", "a:S5", ZoneName("a.m1")))
    assert table.asks() == ("a", "window")
    table.plays(flip("quick-eight", "a.s1", "a:C8"), "TK-37", "TK-40")
    table.plays(Choose("b.s1"))
    table = board.lay({"a.hand": "S5", "b.s1": "(H8)@3", "b.s2": "(H3)", "a.s1": "(C3)"})
    table.plays(Play("normal-summon", "a:S5", ZoneName("a.m1")))
    table.refuses(flip("quick-eight", "b.s1", "b:H8"), "TK-40")


@pytest.mark.rule("TK-40")
def test_a_trap_waits_for_the_turn_after_it_was_set(board: Board) -> None:
    table = board.lay({"a.hand": "H9", "b.m1": "S5"})
    table.plays(set_card("a:H9"))
    verdict = table.refuses(flip("trap-nine", "a.s1", "a:H9"), "TK-40")
    assert verdict.readings == ("G-57",)
    table = board.lay({"a.s1": "(H9)@2", "b.m1": "S5"})
    table.plays(flip("trap-nine", "a.s1", "a:H9"), "TK-40")


@pytest.mark.rule("TK-41")
def test_a_trap_answers_in_the_opponents_turn(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "b.s1": "(H1)"})
    verdict = table.refuses(flip("trap-one", "b.s1", "b:H1"), "TK-41", "TK-102")
    assert "G-56" in verdict.readings
    table.plays(Play("normal-summon", "a:S5", ZoneName("a.m1")))
    table.plays(flip("trap-one", "b.s1", "b:H1"), "TK-41")
    assert table.cards("a.grave") == "S5"


@pytest.mark.rule("TK-42")
def test_a_trap_is_never_used_from_the_hand(board: Board) -> None:
    table = board.lay({"a.hand": "H9", "b.m1": "S5"})
    verdict = table.refuses(Activate("trap-nine", "a:H9"), "TK-42")
    assert verdict.remedies[0].text.startswith("Set the card")
    table = board.lay({"a.s1": "(H9)", "b.m1": "S5"})
    table.plays(flip("trap-nine", "a.s1", "a:H9"), "TK-42")


@pytest.mark.rule("TK-43")
def test_traps_are_not_counted(board: Board) -> None:
    table = board.lay({"a.s1": "(H9)", "a.s2": "(S9)", "b.m1": "S5", "b.m2": "S6"})
    for zone, card, target in (("a.s1", "a:H9", "b.m1"), ("a.s2", "a:S9", "b.m2")):
        table.plays(flip("trap-nine", zone, card), "TK-43")
        table.plays(Choose(target))
        table.nobody_responds()
    assert set(table.cards("b.hand").split()) == {"S5", "S6"}


@pytest.mark.rule("TK-44")
def test_a_trap_without_anything_to_act_on_is_refused(board: Board) -> None:
    """Rank 9 alone on the field has no other card to return."""
    table = board.lay({"a.s1": "(H9)"})
    table.refuses(flip("trap-nine", "a.s1", "a:H9"), "TK-44")
    table = board.lay({"a.s1": "(H9)", "a.s2": "(S5)"})
    table.accepts(flip("trap-nine", "a.s1", "a:H9"), "TK-44")


# Permanent cards: none is listed, so that two made for the test stand in for them


def permanent_game() -> Game:
    """Trump King with a permanent magic and a permanent trap, "PM" and "PT"."""
    effects = [
        Effect(
            name=f"permanent-{use}",
            use=use,  # type: ignore[arg-type]  # one of two uses
            rules=(rule,),
            text="Deal 3 damage, and stay.",
            speed=2 if use == "trap" else 1,
            resolve=(Damage(amount=3, rules=(rule,)),),
            stays=True,
        )
        for use, rule in (("magic", "TK-38"), ("trap", "TK-45"))
    ]
    cards = [
        Card("PM", "Permanent magic", effects=("permanent-magic",)),
        Card("PT", "Permanent trap", effects=("permanent-trap",)),
    ]
    return tk(cards, effects)


@pytest.mark.rule("TK-38")
def test_permanent_magic_takes_a_zone_and_stays(board: Board) -> None:
    table = board.lay({"a.hand": "PM"}, game=permanent_game())
    table.plays(Activate("permanent-magic", "a:PM"), "TK-38")
    assert table.has(Activated, "TK-38")
    assert table.life() == (40, 37)
    assert table.cards("a.s1") == "PM"
    assert table.card("a.s1").face_up
    table.refuses(Activate("permanent-magic", "a.s1"), "TK-31")


@pytest.mark.rule("TK-38")
def test_permanent_magic_needs_a_free_zone(board: Board) -> None:
    full = {"a.s1": "(S5)", "a.s2": "(S6)", "a.s3": "(S7)", "a.hand": "PM"}
    table = board.lay(full, game=permanent_game())
    verdict = table.refuses(Activate("permanent-magic", "a:PM"), "TK-38")
    assert verdict.readings == ("G-41",)


@pytest.mark.rule("TK-45")
def test_a_permanent_trap_stays_where_it_was_set(board: Board) -> None:
    table = board.lay({"a.s2": "(PT)"}, game=permanent_game())
    table.plays(flip("permanent-trap", "a.s2", "a:PT"), "TK-45")
    assert table.card("a.s2").face_up
    assert table.life() == (40, 37)
    assert table.cards("a.grave") == ""


# Windows: who may answer what, and in which order it resolves (G-56)


@pytest.mark.rule("TK-37", "TK-41")
def test_the_last_answer_resolves_first(board: Board) -> None:
    """Rank 8 destroys the trap it answers, which still resolves: later, and from the Graveyard."""
    table = board.lay({"a.hand": "S5 C8", "b.s1": "(H9)", "b.m1": "S3"})
    table.plays(Play("normal-summon", "a:S5", ZoneName("a.m1")))
    table.plays(flip("trap-nine", "b.s1", "b:H9"), "TK-41")
    table.plays(Choose("a.m1"))
    assert table.asks() == ("a", "window")
    table.plays(Activate("quick-eight", "a:C8"), "TK-37")
    table.plays(Choose("b.s1"))
    table.nobody_responds()
    resolved = [e.effect for e in table.history if isinstance(e, Resolved)]
    assert resolved == ["quick-eight", "trap-nine"]
    assert all(e.carried_out for e in table.history if isinstance(e, Resolved))
    assert table.cards("b.grave") == "H9"
    assert table.cards("a.hand") == "S5"


@pytest.mark.rule("TK-41")
@pytest.mark.parametrize("act", ["summon", "special summon", "activation", "attack"])
def test_every_such_act_opens_a_window(board: Board, act: str) -> None:
    zones = {"a.hand": "S5 C3", "a.m3": "H6", "b.s1": "(H9)", "b.m1": "C7"}
    table = board.lay(zones, phase="battle" if act == "attack" else "main1")
    match act:
        case "summon":
            table.plays(Play("normal-summon", "a:S5", ZoneName("a.m1")))
        case "special summon":
            table.plays(Play("spade-summon", "a:S5", ZoneName("a.m1")))
        case "activation":
            table.plays(Activate("magic", "a:C3"))
            table.plays(Choose("b.m1"))
        case _:
            table.plays(Attack("a.m3", "b.m1"))
    assert table.asks() == ("b", "window")
    table.accepts(flip("trap-nine", "b.s1", "b:H9"), "TK-41")


@pytest.mark.rule("TK-41")
def test_sets_and_position_changes_open_no_window(board: Board) -> None:
    table = board.lay({"a.hand": "S5 C3", "a.m3": "C6", "b.s1": "(H9)"})
    table.plays(Play("set-monster", "a:S5", ZoneName("a.m1"), upright=False, face_up=False))
    assert table.asks() == ("a", "open")
    table.plays(set_card("a:C3"))
    table.plays(Turn("a.m3", upright=False))
    assert table.asks() == ("a", "open")
    table.refuses(flip("trap-nine", "b.s1", "b:H9"), "TK-41")


@pytest.mark.rule("TK-41")
def test_who_has_nothing_that_could_answer_is_not_asked(board: Board) -> None:
    for zones in ({}, {"b.s1": "(H9)@3"}, {"b.hand": "H9 H8"}, {"a.hand": "S5 C8"}):
        table = board.lay({"a.hand": "S5", **zones})
        table.plays(Play("normal-summon", "a:S5", ZoneName("a.m1")))
        asked = "a.hand" in zones and "b.s1" in zones
        assert table.asks() == ("a", "window" if asked else "open"), zones


@pytest.mark.rule("TK-41", "TK-06", "TK-43")
def test_only_the_player_who_is_asked_answers(board: Board) -> None:
    table = board.lay({"a.hand": "S5 S6", "a.s1": "(S9)", "b.s1": "(H9)"})
    table.plays(Play("normal-summon", "a:S5", ZoneName("a.m1")))
    assert table.asks() == ("b", "window")
    verdict = table.refuses(flip("trap-nine", "a.s1", "a:S9"), "TK-41")
    assert verdict.remedies[0].text == "Player b has responded or passed."
    table.refuses(set_card("a:S6", "a.s2"), "TK-06")
    table.plays(Pass())
    assert table.asks() == ("a", "window")
    asked = table.refuses(set_card("a:S6", "a.s2"), "TK-06")
    assert [remedy.text for remedy in asked.remedies] == ["You have responded or passed."]
    table.refuses(Advance("end"), "TK-05")
    table.plays(flip("trap-nine", "a.s1", "a:S9"), "TK-43")


@pytest.mark.rule("TK-40", "TK-39")
def test_an_activated_card_goes_to_its_owners_graveyard(board: Board) -> None:
    table = board.lay({"a.s1": "(H9)", "b.m1": "S5"})
    table.plays(flip("trap-nine", "a.s1", "a:H9"), "TK-39")
    table.plays(Choose("b.m1"))
    moved = [e for e in table.history if isinstance(e, Moved)]
    assert [(e.source, e.to) for e in moved] == [("b.m1", "b.hand"), ("a.s1", "a.grave")]
    assert not table.has(Destroyed)


@pytest.mark.rule("TK-44")
@pytest.mark.parametrize("effect", ["trap-nine", "quick-eight"])
def test_what_is_used_once_a_turn_is_refused_the_second_time(board: Board, effect: str) -> None:
    """The judge says so of an answer, as the list does."""
    known = find_ruleset("trump_king").effects[effect]
    game = tk((), [replace(known, once_per_turn=("TK-44",))])
    code = "H9" if effect == "trap-nine" else "H8"
    action = flip(effect, "a.s1", f"a:{code}")
    zones = {"a.hand": "C5", "a.s1": f"({code})", "b.s1": "(S5)"}
    for used in ({}, {f"a.{effect}": 1}):
        table = board.lay(zones, game=game, used=used)
        table.plays(Play("normal-summon", "a:C5", ZoneName("a.m1")))
        table.plays(Pass())
        assert (action in table.legal()) == (not used)
        if used:
            table.refuses(action, "TK-44")
        else:
            table.plays(action)
