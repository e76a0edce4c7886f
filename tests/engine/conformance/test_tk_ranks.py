"""Ordinary and special magic and traps, and Jokers: TK-100 to TK-111."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Advance, Attack, Choose, Pass, Play
from duelmat_engine.events import Battled, Declared, Destroyed, Looked, Moved, Shown
from duelmat_engine.names import ZoneName
from engine.conformance.board import Board, Table
from engine.conformance.trump_king import flip, normal


@pytest.mark.rule("TK-100")
@pytest.mark.parametrize("victim", ["S7", "C5", "S7-", "SJ"])
def test_ordinary_magic_destroys_a_monster_of_its_suit_or_number(
    board: Board, victim: str
) -> None:
    table = board.lay({"a.hand": "S5", "b.m1": victim, "b.m2": "H8", "b.m3": "(S3)"})
    table.plays(Activate("magic", "a:S5"), "TK-100")
    table.refuses(Choose("b.m2"), "TK-100")
    assert "G-86" in table.refuses(Choose("b.m3"), "TK-100").readings
    table.refuses(Choose("a:S5"), "TK-100")
    table.plays(Choose("b.m1"), "TK-100")
    assert table.has(Destroyed, "TK-100")
    assert table.cards("b.m1") == ""


@pytest.mark.rule("TK-100")
def test_ordinary_magic_may_destroy_an_own_monster(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "a.m1": "S7"})
    table.plays(Activate("magic", "a:S5"))
    table.plays(Choose("a.m1"), "TK-100")


@pytest.mark.rule("TK-100")
def test_ordinary_magic_whose_target_has_gone_does_nothing(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "b.m1": "S7", "b.s1": "(H9)"})
    table.plays(Activate("magic", "a:S5"))
    table.plays(Choose("b.m1"))
    table.plays(flip("trap-nine", "b.s1", "b:H9"))
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    assert not table.has(Destroyed)
    assert table.cards("a.grave") == "S5"


@pytest.mark.rule("TK-101")
@pytest.mark.parametrize("trap", ["S4", "C6"])
def test_an_ordinary_trap_banishes_what_was_summoned(board: Board, trap: str) -> None:
    table = board.lay({"a.hand": "S6", "b.s1": f"({trap})", "b.s2": "(H3)"})
    table.plays(normal("a:S6"))
    table.refuses(flip("trap", "b.s2", "b:H3"), "TK-101")
    table.plays(flip("trap", "b.s1", f"b:{trap}"), "TK-101")
    table.plays(Choose("a.m1"), "TK-101")
    table.nobody_responds()
    assert table.cards("a.banished") == "S6"
    assert table.has(Moved, "TK-101")


@pytest.mark.rule("TK-101", "TK-102")
def test_without_a_summon_there_is_nothing_to_answer(board: Board) -> None:
    table = board.lay({"a.s1": "(S4)", "a.s2": "(S1)", "b.m1": "S6"})
    verdict = table.refuses(flip("trap", "a.s1", "a:S4"), "TK-101")
    assert "G-50" in verdict.readings
    table.refuses(flip("trap-one", "a.s2", "a:S1"), "TK-102")


@pytest.mark.rule("TK-101", "TK-102")
def test_traps_answer_ones_own_summons_too(board: Board) -> None:
    """G-50."""
    table = board.lay({"a.hand": "S6", "a.s1": "(S4)", "a.s2": "(C1)"})
    table.plays(normal("a:S6"))
    table.accepts(flip("trap-one", "a.s2", "a:C1"), "TK-102")
    table.plays(flip("trap", "a.s1", "a:S4"), "TK-101")
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    assert table.cards("a.banished") == "S6"


@pytest.mark.rule("TK-101", "TK-102")
def test_a_set_is_no_summon_for_a_trap(board: Board) -> None:
    table = board.lay({"a.hand": "S6", "b.s1": "(S4)", "b.s2": "(S1)"})
    table.plays(Play("set-monster", "a:S6", ZoneName("a.m1"), upright=False, face_up=False))
    assert table.asks() == ("a", "open")


@pytest.mark.rule("TK-101")
def test_a_trap_banishes_only_what_was_just_summoned(board: Board) -> None:
    table = board.lay({"a.hand": "S6", "a.m2": "S7", "b.s1": "(S4)"})
    table.plays(normal("a:S6"))
    table.plays(flip("trap", "b.s1", "b:S4"))
    table.refuses(Choose("a.m2"), "TK-101")
    table.plays(Choose("a.m1"), "TK-101")


@pytest.mark.rule("TK-102")
def test_rank_1_destroys_all_monsters(board: Board) -> None:
    table = board.lay({"a.hand": "S6", "a.m2": "SK", "b.m1": "C4", "b.m2": "(S8)", "b.s1": "(H1)"})
    table.plays(Play("spade-summon", "a:S6", ZoneName("a.m1")))
    table.plays(flip("trap-one", "b.s1", "b:H1"), "TK-102")
    table.nobody_responds()
    assert [table.cards(f"{s}.m{i}") for s in "ab" for i in (1, 2, 3)] == [""] * 6
    assert table.has(Destroyed, "TK-102")
    assert "SK" in table.cards("a.extra")


@pytest.mark.rule("TK-103")
def test_rank_2_takes_one_of_three(board: Board) -> None:
    table = board.lay({"a.hand": "S2", "a.pile": "S5 C6 H7 D8"})
    table.plays(Activate("magic-two", "a:S2"), "TK-103")
    table.nobody_responds()
    (looked,) = [e for e in table.history if isinstance(e, Looked)]
    assert [p.code for p in looked.pieces] == ["S5", "C6", "H7"]
    table.refuses(Choose("a:D8"), "TK-103")
    table.plays(Choose("a:C6"), "TK-103")
    assert table.has(Shown, "TK-103")
    assert table.cards("a.hand") == "C6"
    assert table.cards("a.pile").startswith("S5 H7 D8")


@pytest.mark.rule("TK-103")
@pytest.mark.parametrize("pile", ["S5", "S5 C6"])
def test_rank_2_looks_at_what_there_is(board: Board, pile: str) -> None:
    """G-91."""
    table = board.lay({"a.hand": "S2", "a.pile": pile}, rest="banished")
    table.plays(Activate("magic-two", "a:S2"))
    table.plays(Choose("a:S5"), "TK-103")
    table = board.lay({"a.hand": "S2"}, rest="banished")
    assert "G-91" in table.refuses(Activate("magic-two", "a:S2"), "TK-103").readings


@pytest.mark.rule("TK-104")
def test_rank_2_is_used_once_a_turn(board: Board) -> None:
    table = board.lay({"a.hand": "S2 C2", "a.pile": "S5 C6 H7 D8"})
    table.plays(Activate("magic-two", "a:S2"), "TK-104")
    table.nobody_responds()
    table.plays(Choose("a:C6"))
    table.refuses(Activate("magic-two", "a:C2"), "TK-104")
    table.plays(Advance("end"))
    table.plays(Advance("end"))
    table.accepts(Activate("magic-two", "a:C2"), "TK-104")


@pytest.mark.rule("TK-105")
def test_rank_8_destroys_another_magic_or_trap(board: Board) -> None:
    table = board.lay({"a.hand": "S8", "a.s1": "(C8)", "b.s1": "(H3)", "b.m1": "S7"})
    table.plays(flip("quick-eight", "a.s1", "a:C8"), "TK-105")
    verdict = table.refuses(Choose("a.s1"), "TK-105")
    assert verdict.readings == ("G-89",)
    table.refuses(Choose("b.m1"), "TK-105")
    table.plays(Choose("b.s1"), "TK-105")
    table.nobody_responds()
    assert table.cards("b.grave") == "H3"
    assert table.has(Destroyed, "TK-105")


@pytest.mark.rule("TK-105", "TK-34")
def test_rank_8_alone_has_nothing_to_destroy(board: Board) -> None:
    table = board.lay({"a.hand": "S8", "a.s1": "(C8)", "b.m1": "S7"})
    table.accepts(Activate("quick-eight", "a:S8"), "TK-105")
    table.refuses(flip("quick-eight", "a.s1", "a:C8"), "TK-34")


@pytest.mark.rule("TK-105", "TK-89")
def test_rank_8_destroys_a_card_that_is_being_used(board: Board) -> None:
    """G-89: its effect resolves all the same."""
    table = board.lay({"a.hand": "S5", "b.m1": "S7", "b.s1": "(H8)"})
    table.plays(Activate("magic", "a:S5"))
    table.plays(Choose("b.m1"))
    table.plays(flip("quick-eight", "b.s1", "b:H8"))
    table.plays(Choose("a:S5"), "TK-105")
    table.nobody_responds()
    assert table.cards("a.grave") == "S5"
    assert table.cards("b.m1") == ""


@pytest.mark.rule("TK-106")
@pytest.mark.parametrize(
    ("target", "to"), [("b.m1", "b.hand"), ("b.s1", "b.hand"), ("b.m2", "b.extra")]
)
def test_rank_9_returns_another_card(board: Board, target: str, to: str) -> None:
    table = board.lay({"a.s1": "(S9)", "b.m1": "C3", "b.s1": "(H3)", "b.m2": "SJ"})
    code = table.cards(target)
    table.plays(flip("trap-nine", "a.s1", "a:S9"), "TK-106")
    assert table.refuses(Choose("a.s1"), "TK-106").readings == ("G-89",)
    table.plays(Choose(target), "TK-106")
    table.nobody_responds()
    assert code in table.cards(to).split()
    assert table.has(Moved, "TK-106")


# Jokers


def joker_table(board: Board, grave: str, **zones: str) -> Table:
    return board.lay({"a.hand": "X1", "a.grave": grave, **zones})


@pytest.mark.rule("TK-107", "TK-108", "TK-109")
def test_a_joker_brings_two_random_cards_back(board: Board) -> None:
    table = joker_table(board, "S3 X2 C4 H5 D6")
    table.plays(Activate("magic-joker", "a:X1"), "TK-107", "TK-108", "TK-109")
    table.nobody_responds()
    assert table.asks() == ("chance", "chance")
    assert table.duel.decision is not None
    assert "a:X2" not in table.duel.decision.options
    assert len(table.legal()) == 6
    table.rolls()
    assert table.has(Declared, "TK-108")
    assert table.has(Moved, "TK-107")
    assert len(table.duel.at("a.hand")) == 2
    assert "X2" in table.cards("a.grave").split()
    assert "X1" in table.cards("a.grave").split()


@pytest.mark.rule("TK-107")
@pytest.mark.parametrize("monster", ["S5", "(S5)"])
def test_a_joker_needs_an_empty_row_of_monsters(board: Board, monster: str) -> None:
    table = joker_table(board, "S3 C4", **{"a.m1": monster})
    verdict = table.refuses(Activate("magic-joker", "a:X1"), "TK-107")
    assert "monster" in verdict.remedies[0].text
    joker_table(board, "S3 C4", **{"b.m1": "S5"}).accepts(Activate("magic-joker", "a:X1"))


@pytest.mark.rule("TK-109")
@pytest.mark.parametrize("grave", ["S3", "S3 X2"])
def test_a_joker_needs_two_cards_to_bring_back(board: Board, grave: str) -> None:
    table = joker_table(board, grave)
    assert table.refuses(Activate("magic-joker", "a:X1"), "TK-109").readings == ("G-52",)
    board.lay({"a.hand": "X1"}).refuses(Activate("magic-joker", "a:X1"), "TK-109")


@pytest.mark.rule("TK-108")
def test_with_exactly_two_cards_chance_has_no_choice(board: Board) -> None:
    table = joker_table(board, "S3 C4")
    table.plays(Activate("magic-joker", "a:X1"))
    table.nobody_responds()
    assert table.asks() == ("a", "open")
    assert set(table.cards("a.hand").split()) == {"S3", "C4"}
    assert table.has(Declared, "TK-108")


@pytest.mark.rule("TK-107")
@pytest.mark.parametrize("effect", ["magic", "magic-two"])
def test_a_joker_has_no_other_magic(board: Board, effect: str) -> None:
    table = joker_table(board, "S3 C4", **{"b.m1": "X1"})
    verdict = table.refuses(Activate(effect, "a:X1"), "TK-107")
    assert "G-53" in verdict.readings


@pytest.mark.rule("TK-110")
@pytest.mark.parametrize(
    ("code", "effect"),
    [("S1", "magic"), ("S2", "magic"), ("S8", "magic"), ("S9", "magic"), ("S1", "magic-two")],
)
def test_special_ranks_are_no_ordinary_magic(board: Board, code: str, effect: str) -> None:
    table = board.lay({"a.hand": f"{code} S5", "b.m1": "S7"})
    verdict = table.refuses(Activate(effect, f"a:{code}"), "TK-110")
    assert verdict.readings == ("G-53",)
    assert verdict.remedies[0].text.startswith("It has no such effect")
    table.accepts(Activate("magic", "a:S5"), "TK-110")


@pytest.mark.rule("TK-110")
@pytest.mark.parametrize("code", ["S1", "S2", "S8", "S9"])
def test_special_ranks_are_no_ordinary_traps(board: Board, code: str) -> None:
    table = board.lay({"a.hand": "S6", "b.s1": f"({code})", "b.s2": "(S4)"})
    table.plays(normal("a:S6"))
    table.refuses(flip("trap", "b.s1", f"b:{code}"), "TK-110")
    table.accepts(flip("trap", "b.s2", "b:S4"), "TK-110")


@pytest.mark.rule("TK-100", "TK-103", "TK-105", "TK-73", "TK-80")
def test_an_effect_is_permitted_by_its_own_statement_alone(board: Board) -> None:
    """No statement on another effect is named with it, as that on rank 2 with ordinary magic."""
    given = {"TK-100", "TK-101", "TK-102", "TK-103", "TK-105", "TK-106", "TK-73", "TK-80"}
    table = board.lay({"a.hand": "S5 H2", "a.m1": "SJ", "a.m2": "HJ", "b.m1": "S7"}, life=(20, 10))
    for effect, card, rule, readings in (
        ("magic", "a:S5", "TK-100", {"G-53"}),
        ("magic-two", "a:H2", "TK-103", {"G-91"}),
        ("spade-synchro-sweep", "a.m1", "TK-73", {"G-83", "G-86", "G-91"}),
        ("heart-synchro-search", "a.m2", "TK-80", {"G-48", "G-83", "G-86"}),
    ):
        cited = table.accepts(Activate(effect, card), rule).cited
        assert given.intersection(c.rule for c in cited) == {rule}
        assert {c.reading for c in cited if c.rule == rule} == {"", *readings}


@pytest.mark.rule("TK-103", "TK-105", "TK-106", "TK-102")
def test_ordinary_ranks_have_no_special_use(board: Board) -> None:
    table = board.lay({"a.hand": "S5 S6", "b.s1": "(H3)", "b.s2": "(H4)"})
    table.refuses(Activate("magic-two", "a:S5"), "TK-103")
    table.refuses(Activate("quick-eight", "a:S5"), "TK-105")
    table.refuses(Activate("magic-joker", "a:S5"), "TK-107", "TK-109")
    table.plays(normal("a:S6"))
    table.refuses(flip("trap-nine", "b.s1", "b:H3"), "TK-106")
    table.refuses(flip("trap-one", "b.s1", "b:H3"), "TK-102")


@pytest.mark.rule("TK-111", "TK-61")
def test_a_joker_is_a_monster_of_no_strength(board: Board) -> None:
    table = board.lay({"a.hand": "X1"})
    table.plays(normal("a:X1"), "TK-111")
    table = board.lay({"a.m1": "X1"}, phase="battle")
    table.plays(Attack("a.m1"))
    assert table.life() == (40, 40)
    assert table.has(Battled, "TK-58")


@pytest.mark.rule("TK-111")
def test_under_the_other_reading_a_joker_is_no_monster(board: Board) -> None:
    """G-54: neither summoned nor Set."""
    table = board.lay({"a.hand": "X1"}, readings={"G-54": "refused"})
    assert table.refuses(normal("a:X1"), "TK-111").readings == ("G-54",)
    down = Play("set-monster", "a:X1", ZoneName("a.m1"), upright=False, face_up=False)
    table.refuses(down, "TK-111")
    assert board.faults({"a.m1": "X1"}, readings={"G-54": "refused"})


@pytest.mark.rule("TK-111")
def test_a_joker_is_no_synchro_material(board: Board) -> None:
    table = board.lay({"a.m1": "S4", "a.m2": "S7", "a.m3": "X1"})
    using = ("a.m1", "a.m2", "a.m3")
    verdict = table.refuses(
        Play("synchro-summon", "a:SJ", ZoneName("a.m1"), using=using), "TK-111"
    )
    assert "Jokers" in verdict.remedies[0].text


@pytest.mark.rule("TK-101")
def test_a_joker_matches_only_jokers(board: Board) -> None:
    """G-50: no suit, no number: ordinary magic and traps of other cards miss it."""
    table = board.lay({"a.hand": "S5", "b.m1": "X1"})
    table.refuses(Activate("magic", "a:S5"), "TK-34")
    table.plays(Pass()) if table.asks()[1] == "window" else None
    table = board.lay({"a.hand": "X1", "b.s1": "(S4)"})
    table.plays(normal("a:X1"))
    table.refuses(flip("trap", "b.s1", "b:S4"), "TK-101")
