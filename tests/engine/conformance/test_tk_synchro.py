"""Synchro Summons and where Synchros may lie: TK-46 to TK-54."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Attack, Choose, Pass, Play
from duelmat_engine.events import Moved, Summoned
from duelmat_engine.names import CardKey, ZoneName
from engine.conformance.board import Board


def synchro(card: str, *using: str, to: str = "a.m1", upright: bool = True) -> Play:
    return Play("synchro-summon", card, ZoneName(to), upright, True, using)


@pytest.mark.rule("TK-46", "TK-47", "TK-48", "TK-50", "TK-51", "TK-52", "TK-54")
def test_two_monsters_make_a_synchro(board: Board) -> None:
    table = board.lay({"a.m1": "S7", "a.m2": "H5"})
    table.plays(
        synchro("a:SQ", "a.m1", "a.m2"),
        *("TK-46", "TK-47", "TK-48", "TK-50", "TK-51", "TK-52", "TK-54", "TK-62"),
    )
    assert set(table.cards("a.grave").split()) == {"S7", "H5"}
    assert table.cards("a.m1") == "SQ"
    assert table.has(Moved, "TK-46")
    assert table.has(Summoned, "TK-48", "TK-20")


@pytest.mark.rule("TK-51", "TK-50")
def test_the_7_of_spades_and_the_5_of_hearts_make_their_queens_only(board: Board) -> None:
    table = board.lay({"a.m1": "S7", "a.m2": "H5"})
    for code in ("SQ", "HQ"):
        table.accepts(synchro(f"a:{code}", "a.m1", "a.m2"), "TK-50", "TK-51")
    for code in ("CQ", "DQ"):
        verdict = table.refuses(synchro(f"a:{code}", "a.m1", "a.m2"), "TK-50", "TK-51")
        assert "hearts or spades" in verdict.remedies[0].text
    listed = {a.card for a in table.legal() if isinstance(a, Play) and a.using}
    assert listed == {"a:SQ", "a:HQ"}


@pytest.mark.rule("TK-50")
def test_materials_of_one_suit_leave_no_choice(board: Board) -> None:
    table = board.lay({"a.m1": "S7", "a.m2": "S5"})
    table.accepts(synchro("a:SQ", "a.m1", "a.m2"), "TK-50")
    table.refuses(synchro("a:HQ", "a.m1", "a.m2"), "TK-50")


@pytest.mark.rule("TK-46", "TK-52")
def test_one_monster_is_not_enough(board: Board) -> None:
    table = board.lay({"a.m1": "S7", "a.m2": "S4", "a.m3": "S10"})
    table.refuses(synchro("a:SJ", "a.m3", to="a.m3"), "TK-46", "TK-47", "TK-48", "TK-52")
    table.refuses(synchro("a:SJ", "a.m1", "a.m1"), "TK-46", "TK-47", "TK-48", "TK-52")
    verdict = table.refuses(synchro("a:SJ", "a.m1", "b.m1"), "TK-46", "TK-47", "TK-48", "TK-52")
    assert any("two or more" in remedy.text for remedy in verdict.remedies)


@pytest.mark.rule("TK-47", "TK-52")
@pytest.mark.parametrize("materials", ["S4 S6", "S5 S9"], ids=["10", "14"])
def test_sums_beside_11_12_and_13_are_refused(board: Board, materials: str) -> None:
    one, two = materials.split()
    table = board.lay({"a.m1": one, "a.m2": two})
    table.refuses(synchro("a:SJ", "a.m1", "a.m2"), "TK-47", "TK-48", "TK-52")


@pytest.mark.rule("TK-47")
@pytest.mark.parametrize(
    ("materials", "code"), [("S4 S7", "SJ"), ("S4 S8", "SQ"), ("S4 S9", "SK")]
)
def test_the_sums_11_12_and_13_each_make_one(board: Board, materials: str, code: str) -> None:
    one, two = materials.split()
    table = board.lay({"a.m1": one, "a.m2": two})
    table.plays(synchro(f"a:{code}", "a.m1", "a.m2"), "TK-47")


@pytest.mark.rule("TK-48")
def test_the_synchros_number_is_the_sum(board: Board) -> None:
    table = board.lay({"a.m1": "S4", "a.m2": "S7"})
    verdict = table.refuses(synchro("a:SQ", "a.m1", "a.m2"), "TK-48")
    assert "Jack" in verdict.remedies[0].text


@pytest.mark.rule("TK-48", "TK-52")
def test_an_absent_synchro_is_refused(board: Board) -> None:
    """The Jack of spades is on the field already."""
    table = board.lay({"a.m1": "S4", "a.m2": "S7", "a.m3": "SJ"})
    table.refuses(synchro("a:SJ", "a.m1", "a.m2"), "TK-48", "TK-52")


@pytest.mark.rule("TK-62", "TK-48")
def test_no_plain_card_is_summoned_as_a_synchro(board: Board) -> None:
    table = board.lay({"a.m1": "S4", "a.m2": "S7", "a.hand": "S3"})
    verdict = table.refuses(synchro("a:S3", "a.m1", "a.m2"), "TK-48", "TK-52", "TK-62")
    assert any("Jacks, Queens and Kings" in remedy.text for remedy in verdict.remedies)
    board.lay({"a.m1": "S4", "a.m2": "S7"}).accepts(synchro("a:SJ", "a.m1", "a.m2"), "TK-62")


@pytest.mark.rule("TK-46", "TK-22")
def test_three_monsters_make_room_for_their_synchro(board: Board) -> None:
    """G-40: the zones of the materials are free before it comes, but no other zone is."""
    table = board.lay({"a.m1": "S4", "a.m2": "S7", "a.m3": "S2"})
    table.refuses(synchro("a:SJ", "a.m1", "a.m2", to="a.m3"), "TK-22")
    table.plays(synchro("a:SK", "a.m1", "a.m2", "a.m3", to="a.m2"), "TK-22")
    assert [table.cards(f"a.m{i}") for i in (1, 2, 3)] == ["", "SK", ""]


@pytest.mark.rule("TK-46")
def test_a_face_down_material_is_shown(board: Board) -> None:
    """G-86: it may be used, and lies face-up in the Graveyard."""
    table = board.lay({"a.m1": "(S4)", "a.m2": "S7"})
    wrong = Play(
        "synchro-summon",
        "a:SJ",
        ZoneName("a.m1"),
        using=("a.m1", "a.m2"),
        shown=(CardKey("a:S5"),),
    )
    verdict = table.refuses(wrong, "TK-46")
    assert verdict.readings == ("G-86",)
    verdict = table.accepts(synchro("a:SJ", "a.m1", "a.m2"), "TK-46")
    assert "G-86" in verdict.readings
    table.plays(synchro("a:SJ", "a.m1", "a.m2"), "TK-46")
    assert all(piece.face_up for piece in table.duel.at("a.grave"))


@pytest.mark.rule("TK-53", "TK-54")
@pytest.mark.parametrize("fate", ["banished", "destroyed", "returned", "battle"])
def test_a_synchro_that_leaves_the_field_goes_home(board: Board, fate: str) -> None:
    match fate:
        case "banished":
            table = board.lay({"a.m1": "S4", "a.m2": "S7", "b.s1": "(S3)"})
            table.plays(synchro("a:SJ", "a.m1", "a.m2"))
            table.plays(Activate("trap", "b.s1", CardKey("b:S3")))
            table.plays(Choose("a.m1"))
        case "destroyed":
            table = board.lay({"a.m1": "SJ", "b.hand": "S3"}, seat="b")
            table.plays(Activate("magic", "b:S3"))
            table.plays(Choose("a.m1"))
        case "returned":
            table = board.lay({"a.m1": "SJ", "b.s1": "(S9)"}, seat="b")
            table.plays(Activate("trap-nine", "b.s1", CardKey("b:S9")))
            table.plays(Choose("a.m1"))
        case _:
            table = board.lay({"a.m1": "SJ", "b.m1": "SQ"}, phase="battle")
            table.plays(Attack("a.m1", "b.m1"))
            table.plays(Pass())
    table.nobody_responds()
    assert table.has(Moved, "TK-53", "TK-54")
    assert "SJ" in table.cards("a.extra").split()
    assert (
        table.cards("a.m1") == table.cards("a.grave").replace("S4", "").replace("S7", "").strip()
    )


@pytest.mark.rule("TK-54")
def test_a_synchro_pays_for_nothing_in_the_graveyard(board: Board) -> None:
    """G-84: neither for another Synchro nor for a Diamond."""
    table = board.lay({"a.m1": "SJ", "a.m2": "S1", "a.hand": "D5", "b.m1": "H3"})
    verdict = table.refuses(synchro("a:SQ", "a.m1", "a.m2"), "TK-54")
    assert verdict.readings == ("G-84",)
    pay = Play("diamond-summon", "a:D5", ZoneName("a.m3"), using=("a.m1",))
    verdict = table.refuses(pay, "TK-54")
    assert verdict.readings == ("G-84",)
    table.accepts(Play("diamond-summon", "a:D5", ZoneName("a.m3"), using=("a.m2",)), "TK-54")


@pytest.mark.rule("TK-54")
@pytest.mark.parametrize("zone", ["a.hand", "a.grave", "a.pile", "a.banished", "a.s1"])
def test_no_position_has_a_synchro_elsewhere(board: Board, zone: str) -> None:
    text = "(SJ)" if zone == "a.s1" else "SJ"
    assert any("(TK-54)" in fault for fault in board.faults({zone: text}))
