"""Every limit of every kind of play, one at a time: turn, phase, what is asked, what fits.

`LEGAL` has one legal act of each way; each test changes one thing about it and names the one
statement that then refuses it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

import pytest

from duelmat_engine.actions import Action, Activate, Attack, Play, Turn
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.state import replace as with_fields
from engine.conformance.board import Board


@dataclass(frozen=True)
class Act:
    """A legal act and the position it is legal in."""

    zones: dict[str, str]
    action: Action
    phase: str = "main1"
    lay: dict[str, Any] = field(default_factory=dict)

    def with_zones(self, **zones: str) -> Act:
        named = {name.replace("_", "."): cards for name, cards in zones.items()}
        return replace(self, zones={**self.zones, **named})

    def doing(self, **changes: Any) -> Act:
        return replace(self, action=with_fields(self.action, **changes))


def play(move: str, card: str, to: str, **more: Any) -> Play:
    return Play(move, card, ZoneName(to), **more)


LEGAL: Final = {
    "normal-summon": Act({"a.hand": "H7"}, play("normal-summon", "a:H7", "a.m1")),
    "set-monster": Act(
        {"a.hand": "C7"}, play("set-monster", "a:C7", "a.m1", upright=False, face_up=False)
    ),
    "spade-summon": Act({"a.hand": "S5"}, play("spade-summon", "a:S5", "a.m1")),
    "club-summon": Act({"a.hand": "C5 C7"}, play("club-summon", "a:C5", "a.m1")),
    "diamond-summon": Act(
        {"a.hand": "D5", "a.s1": "(C9)", "b.m1": "C3"},
        play("diamond-summon", "a:D5", "a.m1", using=("a.s1",)),
    ),
    "synchro-summon": Act(
        {"a.m1": "S5", "a.m2": "C6"},
        play("synchro-summon", "a:SJ", "a.m1", using=("a.m1", "a.m2")),
    ),
    "set-card": Act({"a.hand": "C7"}, play("set-card", "a:C7", "a.s1", face_up=False)),
    "activate-magic": Act({"a.hand": "C7", "b.m1": "C3"}, Activate("magic", "a:C7")),
    "activate-trap": Act(
        {"a.s1": "(C9)", "b.m1": "C3"}, Activate("trap-nine", "a.s1", CardKey("a:C9"))
    ),
    "activate-monster": Act({"a.m1": "SJ"}, Activate("spade-synchro-sweep", "a.m1")),
    "change-position": Act({"a.m1": "C5"}, Turn("a.m1", upright=False)),
    "attack": Act({"a.m1": "C5"}, Attack("a.m1"), phase="battle"),
}
IN_MAIN: Final = [move for move, act in LEGAL.items() if act.phase == "main1"]
IN_OWN_MAIN: Final = [move for move in IN_MAIN if move != "activate-trap"]


@pytest.mark.rule("TK-05", "TK-06", "TK-07")
@pytest.mark.parametrize("move", LEGAL)
def test_each_act_is_legal_as_it_stands(board: Board, move: str) -> None:
    """What the other tests change is legal before they do."""
    act = LEGAL[move]
    board.lay(act.zones, phase=act.phase).accepts(act.action)


OF_THE_TURN_PLAYER: Final = {
    move: {"activate-magic": "TK-33", "activate-trap": "TK-41"}.get(move, "TK-05")
    for move in LEGAL
}


@pytest.mark.rule("TK-05", "TK-33", "TK-41")
@pytest.mark.parametrize(("move", "rule"), OF_THE_TURN_PLAYER.items())
def test_in_the_opponents_turn_nothing_is_played_openly(
    board: Board, move: str, rule: str
) -> None:
    """The turn is the opponent's: the statement about turns refuses it, and only that."""
    act = LEGAL[move]
    board.lay(act.zones, phase=act.phase, seat="b").refuses(act.action, rule)


@pytest.mark.rule("TK-06")
@pytest.mark.parametrize("move", IN_OWN_MAIN)
def test_in_the_battle_phase_nothing_of_the_main_phases_is_done(board: Board, move: str) -> None:
    """The phase is the Battle Phase."""
    board.lay(LEGAL[move].zones, phase="battle").refuses(LEGAL[move].action, "TK-06")


@pytest.mark.rule("TK-07")
@pytest.mark.parametrize("phase", ["main1", "main2"])
def test_there_is_no_attack_in_a_main_phase(board: Board, phase: str) -> None:
    """The phase is a Main Phase."""
    board.lay(LEGAL["attack"].zones, phase=phase).refuses(Attack("a.m1"), "TK-07")


@pytest.mark.rule("TK-06")
@pytest.mark.parametrize("move", IN_MAIN)
def test_what_is_asked_is_answered_first(board: Board, move: str) -> None:
    """A Club's discard is being chosen: no other act comes in between."""
    act = LEGAL[move]
    hand = f"{act.zones.get('a.hand', '')} C10 C2"
    table = board.lay({**act.zones, "a.hand": hand}, phase="main1")
    table.plays(play("club-summon", "a:C10", "a.m3"))
    assert table.asks() == ("a", "choose")
    table.refuses(act.action, "TK-06")


# Where it goes and what is paid

SUMMONS: Final = ("normal-summon", "set-monster", "spade-summon", "club-summon")
FULL: Final = {"a.m1": "S8", "a.m2": "S9", "a.m3": "S10"}


@pytest.mark.rule("TK-22")
@pytest.mark.parametrize("move", SUMMONS)
def test_three_monsters_leave_no_room(board: Board, move: str) -> None:
    """All three monster zones are taken; a zone that a play pays with becomes free."""
    act = LEGAL[move]
    table = board.lay({**act.zones, **FULL})
    table.refuses(act.action, "TK-22", "TK-21")
    board.lay({**act.zones, "a.m2": "S9", "a.m3": "S10"}).accepts(act.action, "TK-22")


@pytest.mark.rule("TK-22")
@pytest.mark.parametrize("move", ["diamond-summon", "synchro-summon"])
def test_a_zone_that_is_paid_with_becomes_free(board: Board, move: str) -> None:
    """With three monsters, the place of one that is sent away is free, and no other is."""
    if move == "diamond-summon":
        act = Act(
            {"a.hand": "D5", "b.m1": "C3", **FULL},
            play(move, "a:D5", "a.m1", using=("a.m1",)),
        )
    else:
        act = Act(
            {"a.m1": "S5", "a.m2": "C6", "a.m3": "S10"},
            play(move, "a:SJ", "a.m1", using=("a.m1", "a.m2")),
        )
    board.lay(act.zones).accepts(act.action, "TK-22")
    board.lay(act.zones).refuses(act.doing(to="a.m3").action, "TK-22")


@pytest.mark.rule("TK-21")
@pytest.mark.parametrize("move", SUMMONS)
@pytest.mark.parametrize("to", ["a.m2", "b.m1", "a.s1"])
def test_a_monster_goes_to_a_free_zone_of_its_own_row(board: Board, move: str, to: str) -> None:
    """The zone is taken, the opponent's, or of the other row."""
    act = LEGAL[move]
    board.lay({**act.zones, "a.m2": "S9"}).refuses(act.doing(to=ZoneName(to)).action, "TK-21")


@pytest.mark.rule("TK-36b")
def test_a_set_card_goes_to_a_free_zone_of_its_row(board: Board) -> None:
    """The zone is taken, the opponent's, or of the other row; or all three are taken."""
    act = LEGAL["set-card"]
    for to in ("a.s2", "b.s1", "a.m1"):
        board.lay({**act.zones, "a.s2": "(C9)"}).refuses(
            act.doing(to=ZoneName(to)).action, "TK-36b"
        )
    board.lay({**act.zones, "a.s1": "(C9)", "a.s2": "(C8)", "a.s3": "(C6)"}).refuses(
        act.action, "TK-36b"
    )


PAID_UNDER: Final = {
    "normal-summon": "TK-14",
    "set-monster": "TK-17",
    "spade-summon": "TK-70",
    "club-summon": "TK-81",
    "set-card": "TK-35",
}


@pytest.mark.rule(*PAID_UNDER.values())
@pytest.mark.parametrize(("move", "rule"), PAID_UNDER.items())
def test_what_costs_no_card_names_none(board: Board, move: str, rule: str) -> None:
    """Another card is named as if it were paid with."""
    act = LEGAL[move].with_zones(a_s3="(C9)")
    board.lay(act.zones).refuses(act.doing(using=("a.s3",)).action, rule)


# Which card, and how it lies

HELD_UNDER: Final = {
    "normal-summon": "TK-14",
    "set-monster": "TK-14",
    "spade-summon": "TK-70",
    "club-summon": "TK-81",
    "diamond-summon": "TK-88",
    "set-card": "TK-35",
}


@pytest.mark.rule(*HELD_UNDER.values())
@pytest.mark.parametrize(("move", "rule"), HELD_UNDER.items())
def test_what_comes_from_the_hand_is_in_the_hand(board: Board, move: str, rule: str) -> None:
    """The card lies in the Graveyard."""
    act = LEGAL[move]
    card = str(getattr(act.action, "card", ""))[2:]
    hand = act.zones["a.hand"].replace(card, "").strip()
    table = board.lay({**act.zones, "a.hand": hand, "a.grave": card})
    verdict = table.refuses(act.action, rule)
    assert verdict.remedies[0].text == "The card is in your hand."


@pytest.mark.rule("TK-19")
@pytest.mark.parametrize(
    "move", ["spade-summon", "club-summon", "diamond-summon", "synchro-summon"]
)
def test_a_special_summon_is_face_up(board: Board, move: str) -> None:
    """The card is laid face-down; face-up it may stand or lie."""
    act = LEGAL[move]
    board.lay(act.zones).refuses(act.doing(face_up=False, upright=False).action, "TK-19")
    board.lay(act.zones).accepts(act.doing(upright=False).action, "TK-19")


OF_A_SUIT: Final = {"spade-summon": "TK-70", "club-summon": "TK-81", "diamond-summon": "TK-88"}


@pytest.mark.rule(*OF_A_SUIT.values())
@pytest.mark.parametrize(("move", "rule"), OF_A_SUIT.items())
@pytest.mark.parametrize("card", ["H5", "X1"])
def test_a_suit_summons_itself_only(board: Board, move: str, rule: str, card: str) -> None:
    """A Heart or a Joker tries what the suit of the way may do."""
    act = LEGAL[move]
    zones = {**act.zones, "a.hand": f"{card} H4 C4"}
    board.lay(zones).refuses(act.doing(card=f"a:{card}").action, rule)


# Locks of the opponent's Diamonds


@pytest.mark.rule("TK-86")
@pytest.mark.parametrize(
    ("move", "lock", "negated"),
    [
        ("normal-summon", "D7", ()),
        ("spade-summon", "D5", ()),
        ("club-summon", "D5", ()),
        ("activate-magic", "D7", ("TK-34",)),
        ("activate-trap", "D9", ("TK-44",)),
    ],
)
def test_a_diamond_locks_its_number(
    board: Board, move: str, lock: str, negated: tuple[str, ...]
) -> None:
    """An opposing Diamond of the card's number lies face-up; face-down it locks nothing."""
    act = LEGAL[move].with_zones(b_m2=lock)
    board.lay(act.zones).refuses(act.action, "TK-86", *negated)
    hidden = LEGAL[move].with_zones(b_m2=f"({lock})")
    board.lay(hidden.zones).accepts(act.action)


@pytest.mark.rule("TK-93")
@pytest.mark.parametrize(
    ("move", "name"),
    [
        ("normal-summon", {"number": 7}),
        ("spade-summon", {"suit": "spade"}),
        ("club-summon", {"suit": "club"}),
        ("diamond-summon", {"number": 5}),
        ("synchro-summon", {"suit": "spade"}),
    ],
)
def test_a_diamond_synchro_locks_what_it_named(
    board: Board, move: str, name: dict[str, int | str]
) -> None:
    """An opposing Diamond Synchro that named the card's suit or number; named otherwise it may."""
    act = LEGAL[move].with_zones(b_m2="DQ")
    board.lay(act.zones, marks={"b.m2": name}).refuses(act.action, "TK-93")
    board.lay(act.zones, marks={"b.m2": {"number": 4}}).accepts(act.action)


@pytest.mark.rule("TK-87")
def test_a_negated_monster_has_no_effect_to_pay_for(board: Board) -> None:
    """An opposing Diamond of the Synchro's number: its effect is negated."""
    table = board.lay({"a.m1": "SJ", "b.m1": "DQ"}, marks={"b.m1": {"number": 11}})
    table.refuses(LEGAL["activate-monster"].action, "TK-92")
