"""Diamonds: TK-86 to TK-93, and what they negate."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import (
    Activate,
    Advance,
    Attack,
    Cancel,
    Choose,
    Name,
    Pass,
    Play,
    Turn,
)
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Bound, Cards
from duelmat_engine.events import (
    Declared,
    Destroyed,
    LifeChanged,
    Moved,
    Negated,
    Resolved,
    Shown,
    Summoned,
)
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import NOBODY, CardKey, Seat, ZoneName
from duelmat_engine.play import apply
from duelmat_engine.ruleset.game import Game
from duelmat_engine.views.view import view_for
from engine.conformance.board import Board, Table
from engine.conformance.trump_king import flip, normal, tk

Marks = dict[str, dict[str, int | str]]


def diamond(card: str, pay: str, to: str = "a.m1", *, upright: bool = True) -> Play:
    return Play("diamond-summon", card, ZoneName(to), upright, using=(pay,))


def club(card: str, to: str = "a.m1") -> Play:
    return Play("club-summon", card, ZoneName(to))


# Diamonds: what they forbid and negate


@pytest.mark.rule("TK-86")
def test_a_diamond_forbids_its_number_to_the_opponent(board: Board) -> None:
    table = board.lay({"a.hand": "S5 C5 C6 S6 D5", "b.m1": "D5", "a.s1": "(H5)", "b.m2": "C9"})
    for action in (
        normal("a:S5"),
        Play("spade-summon", "a:S5", ZoneName("a.m1")),
        club("a:C5"),
        diamond("a:D5", "a.s1"),
    ):
        verdict = table.refuses(action, "TK-86")
        assert "Diamond" in verdict.remedies[0].text
    table.refuses(Activate("magic", "a:S5"), "TK-86", "TK-34")
    table.accepts(normal("a:S6"), "TK-86")
    table.accepts(Play("set-card", "a:S5", ZoneName("a.s2"), face_up=False))


@pytest.mark.rule("TK-86")
def test_a_diamond_forbids_nothing_to_its_own_player(board: Board) -> None:
    table = board.lay({"b.hand": "S5", "b.m1": "D5"}, seat="b")
    table.accepts(normal("b:S5", "b.m2"), "TK-86")


@pytest.mark.rule("TK-86")
def test_a_face_down_diamond_forbids_nothing(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "b.m1": "(D5)"})
    table.accepts(normal("a:S5"), "TK-86")


@pytest.mark.rule("TK-86")
@pytest.mark.parametrize(("reading", "legal"), [("not Sets", True), ("Sets too", False)])
def test_setting_under_a_diamonds_lock_follows_the_reading(
    board: Board, reading: str, legal: bool
) -> None:
    """G-88: a flip is no summon either way."""
    table = board.lay({"a.hand": "S5", "a.m2": "(C5)", "b.m1": "D5"}, readings={"G-88": reading})
    down = Play("set-monster", "a:S5", ZoneName("a.m1"), upright=False, face_up=False)
    if legal:
        assert "G-88" in table.accepts(down, "TK-86").readings
        other = board.lay({"a.hand": "S5", "b.m1": "D6"}).accepts(down)
        assert "TK-86" not in other.rules
    else:
        assert table.refuses(down, "TK-86").readings == ("G-88",)
    table.plays(Turn("a.m2", shown=CardKey("a:C5")))


@pytest.mark.rule("TK-93")
@pytest.mark.parametrize(("reading", "legal"), [("not Sets", True), ("Sets too", False)])
def test_setting_what_a_diamond_synchro_named_follows_the_reading(
    board: Board, reading: str, legal: bool
) -> None:
    """G-88: by that name it is Set or not; named otherwise it is no matter of this statement."""
    zones, readings = {"a.hand": "S5", "b.m1": "DQ"}, {"G-88": reading}
    down = Play("set-monster", "a:S5", ZoneName("a.m1"), upright=False, face_up=False)
    table = board.lay(zones, readings=readings, marks={"b.m1": {"suit": "spade", "number": 1}})
    if legal:
        assert "G-88" in table.accepts(down, "TK-93").readings
        other = board.lay(zones, marks={"b.m1": {"suit": "club", "number": 1}}).accepts(down)
        assert "TK-93" not in other.rules
    else:
        assert table.refuses(down, "TK-93").readings == ("G-88",)


@pytest.mark.rule("TK-93")
def test_a_flip_of_what_a_diamond_synchro_named_is_no_summon(board: Board) -> None:
    """G-88: neither Set nor flip is one, and the flip says so."""
    zones = {"a.m1": "(S5)-", "b.m1": "DQ"}
    table = board.lay(zones, marks={"b.m1": {"suit": "spade", "number": 1}})
    assert "G-88" in table.accepts(Turn("a.m1", shown=CardKey("a:S5")), "TK-93").readings


@pytest.mark.rule("TK-86")
def test_a_responding_card_of_the_diamonds_number_is_refused(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "a.m3": "D9", "b.s1": "(H9)"})
    table.plays(normal("a:S5"))
    table.refuses(Activate("trap-nine", "b.s1", CardKey("b:H9")), "TK-86", "TK-44")


@pytest.mark.rule("TK-87")
def test_a_diamond_negates_effects_of_its_number(board: Board) -> None:
    """A Heart of its number gains nothing and is not spared; a Spade deals nothing."""
    table = board.lay({"a.m1": "S6", "b.m1": "D6", "b.m2": "C3-"}, phase="battle")
    table.plays(Attack("a.m1", "b.m2"))
    assert table.has(Negated, "TK-87")
    while table.asks() != ("a", "open"):
        table.plays(Pass())
    assert table.life() == (40, 40)
    table = board.lay({"a.m1": "H6", "b.m1": "D6", "b.m2": "C8"}, phase="battle", life=(50, 40))
    table.plays(Attack("a.m1", "b.m2"))
    assert table.cards("a.grave") == "H6"


def ambush_game() -> Game:
    """Trump King with a trap "AM" that Special Summons a card of the hand."""
    choose = ops.Choose(bind="come", cards=Cards(("hand",), "own"), rules=("TK-20",))
    come = ops.SummonSpecially(cards=Bound("come"), rules=("TK-20",))
    ambush = Effect(
        name="ambush", use="trap", rules=("TK-20",), speed=2, announce=(choose,), resolve=(come,)
    )
    return tk([Card("AM", "Ambush", effects=("ambush",))], [ambush])


@pytest.mark.rule("TK-87")
@pytest.mark.parametrize(("code", "number_shared"), [("D5", True), ("D6", False)])
def test_a_link_of_the_diamonds_number_resolves_without_effect(
    board: Board, code: str, number_shared: bool
) -> None:
    """The Diamond comes while the link waits on the Chain."""
    table = board.lay(
        {"a.hand": "S5", "b.m1": "S7", "b.s1": "(AM)", "b.hand": code}, game=ambush_game()
    )
    table.plays(Activate("magic", "a:S5"))
    table.plays(Choose("b.m1"))
    table.plays(Activate("ambush", "b.s1", CardKey("b:AM")))
    table.plays(Choose(f"b:{code}"))
    table.nobody_responds()
    table.plays(Play("effect-summon", f"b:{code}", ZoneName("b.m2")))
    table.nobody_responds()
    assert table.has(Resolved, "TK-87") == number_shared
    assert table.cards("b.m1") == ("S7" if number_shared else "")


@pytest.mark.rule("TK-87")
def test_of_two_diamonds_of_one_number_the_earlier_applies(board: Board) -> None:
    """G-58: the later one comes to be face-up by a flip, and is negated."""
    table = board.lay({"b.m1": "D5", "a.m1": "(D5)", "a.hand": "S5", "b.hand": "H5"})
    table.plays(Turn("a.m1", shown=CardKey("a:D5")))
    table.refuses(normal("a:S5", "a.m2"), "TK-86")
    table.plays(Advance("end"))
    table.accepts(normal("b:H5", "b.m2"), "TK-86")


@pytest.mark.rule("TK-87", "TK-86")
def test_when_the_earlier_diamond_leaves_the_later_applies(board: Board) -> None:
    table = board.lay({"b.m1": "D5", "a.m1": "(D5)", "b.hand": "H5", "a.hand": "D3"})
    table.plays(Turn("a.m1", shown=CardKey("a:D5")))
    table.plays(Activate("magic", "a:D3"))
    table.plays(Choose("b.m1"))
    table.plays(Advance("end"))
    table.refuses(normal("b:H5", "b.m2"), "TK-86")


@pytest.mark.rule("TK-88")
def test_a_diamond_comes_for_one_card_of_the_own_field(board: Board) -> None:
    table = board.lay({"a.hand": "D4 H4", "a.m1": "S2", "a.s1": "(S3)", "b.s1": "(C8)"})
    table.refuses(Play("diamond-summon", "a:D4", ZoneName("a.m2")), "TK-88")
    for pay in ("a.m3", "b.s1", "a.hand"):
        verdict = table.refuses(diamond("a:D4", pay, "a.m2"), "TK-88")
        assert "a.m1 or a.s1" in verdict.remedies[0].text
    two = Play("diamond-summon", "a:D4", ZoneName("a.m2"), using=("a.m1", "a.s1"))
    table.refuses(two, "TK-88")
    table.refuses(diamond("a:H4", "a.m1", "a.m2"), "TK-88")
    table.plays(diamond("a:D4", "a.s1", "a.m2", upright=False), "TK-88")
    assert table.cards("a.grave") == "S3"
    assert table.has(Moved, "TK-88")
    assert table.has(Summoned, "TK-88")


@pytest.mark.rule("TK-88")
def test_a_diamond_comes_only_against_a_card(board: Board) -> None:
    table = board.lay({"a.hand": "D4", "a.m1": "S2"})
    table.refuses(diamond("a:D4", "a.m1"), "TK-88")
    table = board.lay({"a.grave": "D4", "a.m1": "S2", "b.m1": "C3"})
    assert table.refuses(diamond("a:D4", "a.m1"), "TK-88").readings == ("G-85",)


@pytest.mark.rule("TK-89", "TK-90")
def test_a_diamond_that_came_by_itself_destroys_and_the_victim_summons(board: Board) -> None:
    table = board.lay({"a.hand": "D4", "a.m1": "S2", "b.m1": "C3", "b.s1": "(C8)", "b.pile": "S7"})
    table.plays(diamond("a:D4", "a.m1"))
    assert table.asks() == ("a", "choose")
    table.invalid(Pass(), "TK-89")
    table.refuses(Choose("a.m1"), "TK-89")
    table.plays(Choose("b.s1"), "TK-89")
    table.nobody_responds()
    assert table.has(Destroyed, "TK-89")
    assert table.cards("b.grave") == "C8"
    assert table.has(Shown, "TK-90")
    assert table.asks() == ("b", "place")
    sideways = Play("effect-summon", "b:S7", ZoneName("b.m2"), upright=False)
    table.refuses(sideways, "TK-90")
    table.plays(Play("effect-summon", "b:S7", ZoneName("b.m2")), "TK-90")
    assert table.has(Summoned, "TK-90")
    assert table.card("b.m2").upright


@pytest.mark.rule("TK-89")
def test_a_diamond_summoned_otherwise_destroys_nothing(board: Board) -> None:
    table = board.lay({"a.hand": "D4", "b.m1": "C3"})
    table.plays(normal("a:D4"))
    assert table.asks() == ("a", "open")


@pytest.mark.rule("TK-90")
@pytest.mark.parametrize("why", ["empty pile", "full field", "lock", "Joker refused"])
def test_what_cannot_be_summoned_is_not(board: Board, why: str) -> None:
    """G-59: impossible is not done."""
    zones = {"a.hand": "D4", "a.m1": "S2", "b.s1": "(C8)", "b.pile": "S7"}
    rest, readings = "pile", {}
    match why:
        case "empty pile":
            zones.pop("b.pile")
            rest = "banished"
        case "full field":
            zones |= {"b.m1": "C1", "b.m2": "C2", "b.m3": "C3"}
        case "lock":
            zones["b.pile"] = "H4"
        case _:
            zones["b.pile"] = "X1"
            readings = {"G-54": "refused"}
    table = board.lay(zones, rest=rest, readings=readings)
    table.plays(diamond("a:D4", "a.m1"))
    table.plays(Choose("b.s1"))
    table.nobody_responds()
    assert table.asks() == ("a", "open")
    assert len([e for e in table.history if isinstance(e, Summoned)]) == 1
    assert table.has(Destroyed, "TK-89")


@pytest.mark.rule("TK-90")
def test_a_joker_may_be_the_card_that_comes(board: Board) -> None:
    table = board.lay({"a.hand": "D4", "a.m1": "S2", "b.s1": "(C8)", "b.pile": "X1"})
    table.plays(diamond("a:D4", "a.m1"))
    table.plays(Choose("b.s1"))
    table.nobody_responds()
    table.plays(Play("effect-summon", "b:X1", ZoneName("b.m2")), "TK-90")


# Diamond Synchros


def named(board: Board, suit: str, number: str, **zones: str) -> Table:
    """Player a has Synchro Summoned the Queen of diamonds and named these."""
    table = board.lay({"a.m1": "D5", "a.m2": "S7", **zones})
    table.plays(Play("synchro-summon", "a:DQ", ZoneName("a.m1"), using=("a.m1", "a.m2")), "TK-48")
    table.plays(Name(suit), "TK-91")
    table.plays(Name(number), "TK-91")
    table.nobody_responds()
    return table


@pytest.mark.rule("TK-91")
def test_a_diamond_synchro_is_declared_with_a_suit_and_a_number(board: Board) -> None:
    table = board.lay({"a.m1": "D5", "a.m2": "S7"})
    table.plays(Play("synchro-summon", "a:DQ", ZoneName("a.m1"), using=("a.m1", "a.m2")))
    assert table.asks() == ("a", "name")
    assert {a.value for a in table.legal() if isinstance(a, Name)} == {
        *("spade", "heart", "club", "diamond")
    }
    table.invalid(Name("joker"), "TK-91")
    table.plays(Name("heart"), "TK-91")
    table.invalid(Name("14"), "TK-91")
    assert len(table.legal()) == 14
    assert table.cards("a.grave") == ""
    table.plays(Name("6"), "TK-91")
    assert table.has(Declared, "TK-91")
    assert table.card("a.m1").marks == {"suit": "heart", "number": 6}


@pytest.mark.rule("TK-91")
def test_naming_may_be_taken_back_before_the_materials_go(board: Board) -> None:
    table = board.lay({"a.m1": "D5", "a.m2": "S7"})
    table.plays(Play("synchro-summon", "a:DQ", ZoneName("a.m1"), using=("a.m1", "a.m2")))
    table.plays(Name("heart"))
    table.plays(Cancel())
    assert [table.cards(f"a.m{i}") for i in (1, 2)] == ["D5", "S7"]


@pytest.mark.rule("TK-93")
def test_a_diamond_synchro_forbids_what_it_named(board: Board) -> None:
    """Suit or number, either will do."""
    table = named(board, "spade", "6", **{"b.hand": "S3 H6 C4 C6"})
    table.plays(Advance("end"))
    for action in (
        normal("b:S3", "b.m1"),
        normal("b:H6", "b.m1"),
        Play("spade-summon", "b:S3", ZoneName("b.m1")),
    ):
        verdict = table.refuses(action, "TK-93")
        assert "Diamond Synchro" in verdict.remedies[0].text
    table.refuses(club("b:C6", "b.m1"), "TK-93")
    table.accepts(normal("b:C4", "b.m1"), "TK-93")
    table.accepts(club("b:C4", "b.m1"), "TK-93")


NAMED: Marks = {"b.m1": {"suit": "spade", "number": 4}}


@pytest.mark.rule("TK-34", "TK-44", "TK-92")
@pytest.mark.parametrize(
    ("zones", "activation", "refused"),
    [
        ({"a.hand": "S10", "a.m1": "H10"}, Activate("magic", "a:S10"), "TK-34"),
        ({"a.hand": "H4", "a.m1": "H10"}, Activate("magic", "a:H4"), "TK-34"),
        ({"a.hand": "H10", "a.m1": "H9"}, Activate("magic", "a:H10"), ""),
        ({"a.hand": "S2"}, Activate("magic-two", "a:S2"), "TK-34"),
        ({"a.s1": "(S10)", "a.m1": "H10"}, flip("magic", "a.s1", "a:S10"), "TK-34"),
        ({"a.s1": "(S8)", "a.s2": "(H3)"}, flip("quick-eight", "a.s1", "a:S8"), "TK-34"),
        ({"a.s1": "(S9)"}, flip("trap-nine", "a.s1", "a:S9"), "TK-44"),
        ({"a.s1": "(H9)"}, flip("trap-nine", "a.s1", "a:H9"), ""),
        ({"a.grave": "C3 C5", "a.hand": "X1"}, Activate("magic-joker", "a:X1"), ""),
    ],
)
def test_what_a_diamond_synchro_negates_is_not_activated(
    board: Board, zones: dict[str, str], activation: Activate, refused: str
) -> None:
    """G-102: its effect could not be carried out, wherever the card lies."""
    table = board.lay({**zones, "b.m1": "DQ"}, marks=NAMED)
    if not refused:
        table.accepts(activation)
        return
    assert "G-102" in table.refuses(activation, refused).readings
    assert not apply(table.duel, Advance("end")).duel.is_over()
    face_down = {**zones, "b.m1": "(D4)"}
    board.lay(face_down).accepts(activation)


@pytest.mark.rule("TK-44", "TK-92")
@pytest.mark.parametrize(("card", "legal"), [("S8", False), ("H8", True)])
@pytest.mark.parametrize("zone", ["a.hand", "a.s2"])
def test_a_negated_card_does_not_respond(board: Board, card: str, legal: bool, zone: str) -> None:
    """G-102: traps and quick magic that answer are no exception."""
    lies = card if zone == "a.hand" else f"({card})"
    table = board.lay({"a.s1": "(H9)", zone: lies, "b.m1": "DQ"}, marks=NAMED)
    table.plays(flip("trap-nine", "a.s1", "a:H9"))
    table.plays(Choose("b.m1"))
    answer = Activate("quick-eight", f"a:{card}")
    if zone == "a.s2":
        answer = flip("quick-eight", "a.s2", f"a:{card}")
    if legal:
        table.accepts(answer)
    else:
        assert table.refuses(answer, "TK-44").readings == ("G-102",)


@pytest.mark.rule("TK-44", "TK-92")
@pytest.mark.parametrize("trap", ["S3", "H7"])
def test_a_negated_trap_does_not_answer_a_summon(board: Board, trap: str) -> None:
    zones = {"b.hand": "S7", "b.m1": "DQ", "a.s1": f"({trap})"}
    table = board.lay(zones, seat="b", marks=NAMED)
    table.plays(normal("b:S7", "b.m2"))
    if trap == "H7":
        table.accepts(flip("trap", "a.s1", "a:H7"))
    else:
        table.refuses(flip("trap", "a.s1", "a:S3"), "TK-44")


@pytest.mark.rule("TK-44", "TK-92")
def test_who_sees_no_set_card_refuses_it_by_what_it_is_shown_to_be(board: Board) -> None:
    """Unseen it may be of a suit that is not negated; shown as a Spade it is not activated."""
    table = board.lay({"a.s1": "(H9)", "b.m1": "DQ"}, marks=NAMED)
    for viewer in (NOBODY, Seat(1)):
        view = view_for(table.duel, viewer)
        assert judge(view, Activate("trap-nine", "a.s1")).legal
        assert judge(view, flip("trap-nine", "a.s1", "a:H9")).legal
        refused = judge(view, flip("trap-nine", "a.s1", "a:S9"))
        assert (refused.legal, refused.rules) == (False, ("TK-44",))


@pytest.mark.rule("TK-92")
def test_a_card_negated_while_it_waits_resolves_without_effect(board: Board) -> None:
    """The Diamond Synchro that negates it was itself negated when it was activated."""
    marks: Marks = {
        "a.m1": {"suit": "diamond", "number": 1},
        "b.m1": {"suit": "spade", "number": 1},
    }
    zones = {"a.m1": "DQ@1", "b.m1": "DK@2", "b.m2": "S7", "b.s1": "(H9)", "a.hand": "S10"}
    table = board.lay(zones, marks=marks)
    table.plays(Activate("magic", "a:S10"))
    table.plays(Choose("b.m2"))
    table.plays(flip("trap-nine", "b.s1", "b:H9"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    assert table.has(Resolved, "TK-92")
    assert table.cards("b.m2") == "S7"


@pytest.mark.rule("TK-92")
def test_a_negated_synchro_effect_cannot_be_paid_for(board: Board) -> None:
    table = board.lay(
        {"a.m1": "SJ", "b.m1": "DQ"}, marks={"b.m1": {"suit": "heart", "number": 11}}
    )
    refusal = table.refuses(Activate("spade-synchro-sweep", "a.m1"), "TK-92")
    assert refusal.readings == ("G-102",)


@pytest.mark.rule("TK-92", "TK-93")
def test_the_naming_ends_when_the_synchro_leaves(board: Board) -> None:
    table = named(board, "spade", "6", **{"b.hand": "S3 D3"})
    table.plays(Advance("end"))
    table.refuses(normal("b:S3", "b.m1"), "TK-93")
    table.plays(Activate("magic", "b:D3"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    table.plays(normal("b:S3", "b.m1"), "TK-93")


@pytest.mark.rule("TK-92", "TK-87")
def test_of_two_diamond_synchros_that_name_each_other_the_earlier_applies(board: Board) -> None:
    """G-58."""
    marks: Marks = {
        "a.m1": {"suit": "diamond", "number": 1},
        "b.m1": {"suit": "diamond", "number": 2},
    }
    table = board.lay({"a.m1": "DQ", "b.m1": "DK", "a.hand": "D3"}, marks=marks)
    table.accepts(normal("a:D3", "a.m2"))
    table = board.lay({"b.m1": "DK", "a.m1": "DQ", "a.hand": "D3"}, marks=marks)
    table.refuses(normal("a:D3", "a.m2"), "TK-93")


@pytest.mark.rule("TK-92", "TK-86")
def test_a_diamond_synchro_negates_a_diamonds_lock(board: Board) -> None:
    marks: Marks = {"a.m1": {"suit": "diamond", "number": 1}}
    table = board.lay({"b.m1": "D5", "a.m1": "DQ", "a.hand": "S5"}, marks=marks)
    table.accepts(normal("a:S5", "a.m2"), "TK-86")
    assert not table.has(LifeChanged)


@pytest.mark.rule("TK-86", "TK-87")
@pytest.mark.parametrize(("seat", "turn"), [("a", 5), ("b", 6)])
def test_the_diamond_that_came_first_forbids(board: Board, seat: str, turn: int) -> None:
    """G-58: the turns in which two Diamonds came decide, not the order in which they are named."""
    hands = {"a.hand": "S7", "b.hand": "S7"}
    table = board.lay({"a.m1": "D7@4", "b.m2": "D7@3", **hands}, seat=seat, turn=turn)
    if seat == "a":
        table.refuses(normal("a:S7", "a.m2"), "TK-86")
    else:
        table.plays(normal("b:S7", "b.m1"), "TK-86")
