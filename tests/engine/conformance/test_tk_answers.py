"""Every limit of the answers in a window: traps, and quick magic used as one (TK-33 to TK-45)."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec import structs

from duelmat_engine.actions import Activate, Attack, Pass, Play
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.ruleset.build import build_game, default_readings, with_cards
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.verdict import Invalidity
from engine.conformance.board import Board, Table

SUMMONED = Play("normal-summon", "b:H7", ZoneName("b.m1"))


def after_a_summon(board: Board, **zones: str) -> Table:
    """In b's turn b has summoned the 7 of hearts; a has a trap Set in good time, and is asked."""
    named = {name.replace("_", "."): cards for name, cards in zones.items()}
    table = board.lay({"b.hand": "H7", "a.s1": "(H3)", **named}, seat="b")
    table.plays(SUMMONED)
    table.plays(Pass())
    assert table.asks() == ("a", "window")
    return table


@pytest.mark.rule("TK-39", "TK-41", "TK-42", "TK-43", "TK-101")
def test_a_set_trap_answers_a_summon(board: Board) -> None:
    """What the other tests change is legal before they do."""
    after_a_summon(board).accepts(Activate("trap", "a.s1", CardKey("a:H3")), "TK-39", "TK-43")


@pytest.mark.rule("TK-42")
def test_a_trap_answers_from_its_zone_only(board: Board) -> None:
    """The card is in the hand, or in the Graveyard."""
    table = after_a_summon(board, a_hand="H4", a_grave="H5")
    table.refuses(Activate("trap", "a:H4"), "TK-42")
    table.refuses(Activate("trap", "a:H5"), "TK-42")


@pytest.mark.rule("TK-39")
def test_an_answer_names_the_card_as_it_is(board: Board) -> None:
    """The card that is turned up is said to be another: no rule is broken, it cannot be."""
    table = after_a_summon(board)
    table.invalid(Activate("trap", "a.s1", CardKey("a:H4")), invalid=Invalidity.MALFORMED)
    table.accepts(Activate("trap", "a.s1", CardKey("a:H3")), "TK-39")


@pytest.mark.rule("TK-40")
def test_a_trap_waits_for_the_next_turn(board: Board) -> None:
    """The trap was Set in this very turn."""
    table = after_a_summon(board, a_s2="(H4)@3")
    table.refuses(Activate("trap", "a.s2", CardKey("a:H4")), "TK-40")


@pytest.mark.rule("TK-107", "TK-110")
@pytest.mark.parametrize(
    ("card", "effect", "rule"),
    [
        ("X1", "quick-eight", "TK-107"),
        ("H9", "trap", "TK-110"),
        ("H8", "trap", "TK-110"),
        ("H9", "quick-eight", "TK-110"),
        ("H1", "trap-nine", "TK-110"),
    ],
)
def test_jokers_and_special_ranks_have_their_own_use_only(
    board: Board, card: str, effect: str, rule: str
) -> None:
    """The card has no such effect; its own it may have."""
    table = after_a_summon(board, a_s2=f"({card})")
    table.refuses(Activate(effect, "a.s2", CardKey(f"a:{card}")), rule)


@pytest.mark.rule("TK-101", "TK-102", "TK-105", "TK-106")
@pytest.mark.parametrize(
    ("effect", "rule"),
    [("trap-one", "TK-102"), ("trap-nine", "TK-106"), ("quick-eight", "TK-105")],
)
def test_an_ordinary_rank_has_no_special_effect(board: Board, effect: str, rule: str) -> None:
    """The 3 of hearts is used as if it were a 1, 8 or 9."""
    table = after_a_summon(board, b_s1="(C4)")
    table.refuses(Activate(effect, "a.s1", CardKey("a:H3")), rule)


@pytest.mark.rule("TK-101")
def test_a_trap_banishes_what_shares_suit_or_number(board: Board) -> None:
    """The 7 of hearts shares neither with the 6 of clubs, and its number with the 7 of spades."""
    table = after_a_summon(board, a_s2="(C6)", a_s3="(S7)")
    table.refuses(Activate("trap", "a.s2", CardKey("a:C6")), "TK-101")
    table.accepts(Activate("trap", "a.s3", CardKey("a:S7")), "TK-101")


@pytest.mark.rule("TK-101", "TK-102")
@pytest.mark.parametrize(
    ("card", "effect", "rule"), [("H3", "trap", "TK-101"), ("H1", "trap-one", "TK-102")]
)
def test_an_attack_is_no_summon(board: Board, card: str, effect: str, rule: str) -> None:
    """In the window of an attack neither of the traps for summons may be used."""
    table = board.lay({"b.m1": "H7", "a.s1": f"({card})"}, seat="b", phase="battle")
    table.plays(Attack("b.m1"))
    table.refuses(Activate(effect, "a.s1", CardKey(f"a:{card}")), rule)


@pytest.mark.rule("TK-86")
@pytest.mark.parametrize(("card", "effect"), [("H3", "trap"), ("H8", "quick-eight")])
def test_a_diamond_locks_answers_too(board: Board, card: str, effect: str) -> None:
    """The opponent's Diamond has the number of the answering card."""
    zones = {"a_s1": f"({card})", "b_s1": "(C4)"}
    lock = f"D{card[1:]}"
    table = after_a_summon(board, **zones, b_m2=lock)
    table.refuses(Activate(effect, "a.s1", CardKey(f"a:{card}")), "TK-86", "TK-44")
    after_a_summon(board, **zones, b_m2="D6").accepts(
        Activate(effect, "a.s1", CardKey(f"a:{card}"))
    )


# Quick magic


@pytest.mark.rule("TK-37", "TK-105")
def test_a_set_eight_answers_as_a_trap_does(board: Board) -> None:
    """In the opponent's turn it is used from its zone."""
    table = after_a_summon(board, a_s1="(H8)", b_s1="(C4)")
    table.accepts(Activate("quick-eight", "a.s1", CardKey("a:H8")), "TK-37", "TK-105")
    table.invalid(Activate("quick-eight", "a.s1", CardKey("a:C8")), invalid=Invalidity.MALFORMED)


@pytest.mark.rule("TK-33", "TK-37")
def test_an_eight_of_the_hand_waits_for_its_own_turn(board: Board) -> None:
    """From the hand quick magic answers in one's own turn only; from the Graveyard never."""
    table = after_a_summon(board, a_hand="C8", a_grave="S8", b_s1="(C4)")
    table.refuses(Activate("quick-eight", "a:C8"), "TK-33")
    table.refuses(Activate("quick-eight", "a:S8"), "TK-37", "TK-33")


@pytest.mark.rule("TK-37")
def test_a_set_eight_is_used_in_open_play_by_the_turn_player_only(board: Board) -> None:
    """In the opponent's turn it waits until its player is asked for a response."""
    zones = {"a.m1": "S9", "a.s1": "(H4)", "a.s2": "(C8)", "b.s1": "(D8)", "b.s2": "(C4)"}
    table = board.lay(zones)
    table.accepts(Activate("quick-eight", "a.s2", CardKey("a:C8")))
    table.refuses(Activate("quick-eight", "b.s1", CardKey("b:D8")), "TK-37")


@pytest.mark.rule("TK-40")
def test_an_eight_set_in_the_opponents_turn_waits(board: Board) -> None:
    """Set in this turn, which is the opponent's."""
    table = after_a_summon(board, a_s2="(C8)@3", b_s1="(C4)")
    table.refuses(Activate("quick-eight", "a.s2", CardKey("a:C8")), "TK-40")


@pytest.mark.rule("TK-44", "TK-105")
def test_an_eight_needs_another_magic_or_trap(board: Board) -> None:
    """The only magic or trap on the field is the eight itself, which answers as a trap does."""
    table = after_a_summon(board, a_s1="(H8)")
    table.refuses(Activate("quick-eight", "a.s1", CardKey("a:H8")), "TK-44")


# Traps used openly, in one's own turn


@pytest.mark.rule("TK-39", "TK-40", "TK-42", "TK-44", "TK-106")
def test_a_nine_is_used_in_ones_own_turn(board: Board) -> None:
    """Set in time, named as it is, and with another card on the field."""
    nine = Activate("trap-nine", "a.s1", CardKey("a:C9"))
    board.lay({"a.s1": "(C9)", "b.m1": "C3"}).accepts(nine, "TK-39", "TK-106")
    board.lay({"a.s1": "(C9)"}).refuses(nine, "TK-44")
    board.lay({"a.s1": "(C9)@3", "b.m1": "C3"}).refuses(nine, "TK-40")
    board.lay({"a.s1": "(H9)", "b.m1": "C3"}).invalid(nine, invalid=Invalidity.MALFORMED)
    board.lay({"a.hand": "C9", "b.m1": "C3"}).refuses(Activate("trap-nine", "a:C9"), "TK-42")


@pytest.mark.rule("TK-107", "TK-110")
@pytest.mark.parametrize(
    ("card", "effect", "rule"),
    [("X1", "trap-nine", "TK-107"), ("C8", "trap-nine", "TK-110"), ("C2", "magic", "TK-110")],
)
def test_openly_too_each_has_its_own_use_only(
    board: Board, card: str, effect: str, rule: str
) -> None:
    """A Joker as a trap, an 8 as a 9, a 2 as ordinary magic."""
    table = board.lay({"a.s1": f"({card})", "b.m1": "C3"})
    table.refuses(Activate(effect, "a.s1", CardKey(f"a:{card}")), rule)


def with_a_permanent(use: Literal["magic", "trap"], rule: str) -> Game:
    """Trump King in which the 10 of spades is a card that stays after resolving."""
    rules = find_ruleset("trump_king")
    effect = Effect(
        name="lasting", use=use, rules=(rule,), stays=True, resolve=(ops.Gain(amount=1),)
    )
    card = structs.replace(rules.cards["S10"], effects=("lasting",))
    return build_game(with_cards(rules, [card], [effect]), default_readings(rules))


FULL = {"a.s1": "(C4)", "a.s2": "(C5)", "a.s3": "(C6)"}


@pytest.mark.rule("TK-38")
def test_permanent_magic_of_the_hand_needs_a_zone_to_stay_in(board: Board) -> None:
    """All three zones are taken; with one free it may be used."""
    game = with_a_permanent("magic", "TK-38")
    act = Activate("lasting", "a:S10")
    board.lay({"a.hand": "S10", **FULL}, game=game).refuses(act, "TK-38")
    board.lay({"a.hand": "S10", **FULL, "a.s3": ""}, game=game).accepts(act, "TK-38")
