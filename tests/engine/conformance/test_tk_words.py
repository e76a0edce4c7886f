"""Trump King's effects word by word: who may answer, who chooses, what magic and traps need."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Choose,
    Number,
    Pass,
    Play,
    Turn,
)
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Cards
from duelmat_engine.events import Declared, Shuffled
from duelmat_engine.names import ZoneName
from duelmat_engine.views.public import public_form
from engine.conformance.board import Board
from engine.conformance.trump_king import flip, summon, tk

# Who may answer


@dataclass(frozen=True)
class Case:
    """An effect, the rule that gives it, how it comes onto the Chain, and who is asked then."""

    rule: str
    zones: dict[str, str]
    actions: tuple[Action, ...]
    asked: str = "b"
    lay: dict[str, Any] = field(default_factory=dict)


BATTLE: Final = {"phase": "battle"}
AHEAD: Final = {"life": (23, 20)}
STEEPED: Final = summon("normal-summon", "a:S6")

ON_THE_CHAIN: Final = {
    "spade-damage": Case(
        "TK-71",
        {"a.m1": "S9", "b.m1": "H8-"},
        (Attack("a.m1", "b.m1"), Pass(), Activate("spade-damage", "a.m1")),
        lay=BATTLE,
    ),
    "spade-synchro-damage": Case(
        "TK-72",
        {"a.m1": "SK", "b.m1": "H8-"},
        (Attack("a.m1", "b.m1"), Pass(), Activate("spade-synchro-damage", "a.m1")),
        lay=BATTLE,
    ),
    "spade-synchro-sweep": Case(
        "TK-73", {"a.m1": "SK"}, (Activate("spade-synchro-sweep", "a.m1"), Number(5))
    ),
    "heart-gain": Case(
        "TK-77",
        {"a.hand": "H6"},
        (summon("normal-summon", "a:H6"), Activate("heart-gain", "a.m1")),
    ),
    "heart-synchro-search": Case(
        "TK-80", {"a.m1": "HJ"}, (Activate("heart-synchro-search", "a.m1"),), lay=AHEAD
    ),
    "club-draw": Case(
        "TK-82",
        {"a.m1": "C3-", "b.m1": "H9"},
        (Attack("b.m1", "a.m1"), Pass(), Activate("club-draw", "a:C3")),
        lay={**BATTLE, "seat": "b"},
    ),
    "club-synchro-revive": Case(
        "TK-84",
        {"a.m1": "CJ-", "a.grave": "C3", "b.m1": "HK"},
        (Attack("b.m1", "a.m1"), Pass()),
        lay={**BATTLE, "seat": "b"},
    ),
    "diamond-strike": Case(
        "TK-89",
        {"a.hand": "D5", "a.s1": "(C9)", "b.m1": "C3", "b.m2": "C4"},
        (summon("diamond-summon", "a:D5", "a.m1", "a.s1"), Choose("b.m2")),
    ),
    "trap": Case(
        "TK-101",
        {"a.hand": "S6", "a.s1": "(C3)", "b.s1": "(S4)"},
        (STEEPED, flip("trap", "b.s1", "b:S4"), Choose("a.m1")),
        asked="a",
    ),
    "trap-one": Case(
        "TK-102",
        {"a.hand": "S6", "a.s1": "(C3)", "b.s1": "(S1)"},
        (STEEPED, flip("trap-one", "b.s1", "b:S1")),
        asked="a",
    ),
    "magic": Case(
        "TK-100",
        {"a.hand": "S5", "b.m1": "S7"},
        (Activate("magic", "a:S5"), Choose("b.m1")),
    ),
    "magic-two": Case("TK-103", {"a.hand": "S2"}, (Activate("magic-two", "a:S2"),)),
    "quick-eight": Case(
        "TK-105",
        {"a.hand": "S8", "b.s2": "(H3)"},
        (Activate("quick-eight", "a:S8"), Choose("b.s2")),
    ),
    "trap-nine": Case(
        "TK-106",
        {"a.s1": "(S9)", "b.m1": "C3"},
        (flip("trap-nine", "a.s1", "a:S9"), Choose("b.m1")),
    ),
    "magic-joker": Case(
        "TK-107", {"a.hand": "X1", "a.grave": "S3 C4"}, (Activate("magic-joker", "a:X1"),)
    ),
}


def marked(cases: dict[str, Case]) -> list[Any]:
    return [
        pytest.param(name, case, marks=pytest.mark.rule(case.rule), id=name)
        for name, case in cases.items()
    ]


@pytest.mark.parametrize(("effect", "case"), marked(ON_THE_CHAIN))
def test_whatever_is_on_the_chain_may_be_answered(board: Board, effect: str, case: Case) -> None:
    """The opponent of whoever has used it is asked: a Set card may be a trap."""
    zones = {"b.s1": "(H2)", **case.zones}
    table = board.lay(zones, **case.lay)
    for action in case.actions:
        if not isinstance(action, Pass) or table.asks() == ("b", "window"):
            table.plays(action)
    while [link.effect for link in table.duel.chain] != [effect]:
        table.plays(Pass())
    assert table.asks() == (case.asked, "window")


# Whose choice, and what is heard of it


CHOICES: Final = {
    "club-summon": Case("TK-81", {"a.hand": "C5 C7 H5"}, (summon("club-summon", "a:C5"),)),
    "magic": Case("TK-100", {"a.hand": "S5", "b.m1": "S7"}, (Activate("magic", "a:S5"),)),
    "trap": Case(
        "TK-101",
        {"a.hand": "S6", "b.s1": "(S4)"},
        (STEEPED, flip("trap", "b.s1", "b:S4")),
        asked="b",
    ),
    "quick-eight": Case(
        "TK-105",
        {"b.hand": "S8", "a.s2": "(H3)", "a.s3": "(H4)"},
        (Activate("quick-eight", "b:S8"),),
        lay={"seat": "b"},
    ),
    "trap-nine": Case(
        "TK-106",
        {"b.s1": "(S9)", "a.m1": "C3"},
        (flip("trap-nine", "b.s1", "b:S9"),),
        lay={"seat": "b"},
    ),
    "magic-two": Case(
        "TK-103", {"a.hand": "S2", "a.pile": "S5 C6 H7"}, (Activate("magic-two", "a:S2"),), "a"
    ),
}


@pytest.mark.parametrize(("name", "case"), marked(CHOICES))
def test_who_uses_a_card_chooses_aloud(board: Board, name: str, case: Case) -> None:
    """The choice is its player's, and everybody hears what is chosen."""
    table = board.lay(case.zones, **case.lay)
    for action in case.actions:
        table.plays(action)
    table.nobody_responds()
    chooser = "b" if name in ("trap", "quick-eight", "trap-nine") else "a"
    assert table.asks() == (chooser, "choose")
    choice = next(a for a in table.legal() if isinstance(a, Choose))
    assert public_form(table.duel, choice) == choice
    table.plays(choice)
    assert [e for e in table.events if isinstance(e, Declared) and case.rule in e.rules]


@pytest.mark.rule("TK-82", "TK-83")
def test_what_a_club_puts_back_is_told_nobody_and_its_own_pile_is_shuffled(board: Board) -> None:
    """Three drawn, two put back; the opponent sees that they were of the hand, and no more."""
    table = board.lay({"a.m1": "C3-", "b.m1": "H9"}, phase="battle", seat="b")
    table.plays(Attack("b.m1", "a.m1"))
    table.plays(Activate("club-draw", "a:C3"))
    table.nobody_responds()
    assert len(table.duel.at("a.hand")) == 3
    for _ in range(2):
        assert table.asks() == ("a", "choose")
        choice = next(a for a in table.legal() if isinstance(a, Choose))
        assert public_form(table.duel, choice) == Choose("a.hand")
        table.plays(choice)
        assert not [e for e in table.events if isinstance(e, Declared) and "TK-82" in e.rules]
    shuffled = [e for e in table.history if isinstance(e, Shuffled) and "TK-82" in e.rules]
    assert [e.place for e in shuffled] == ["a.pile"]
    assert len(table.duel.at("a.hand")) == 1


# Magic and traps


@pytest.mark.rule("TK-101")
def test_a_special_summon_is_answered_too_and_its_monster_banished_open(board: Board) -> None:
    table = board.lay({"a.hand": "S6", "b.s1": "(S4)"})
    table.plays(summon("spade-summon", "a:S6"))
    table.plays(flip("trap", "b.s1", "b:S4"), "TK-101")
    table.plays(Choose("a.m1"))
    assert table.cards("a.banished") == "S6"
    assert table.card("a.banished").face_up


USED_UP: Final = {name: ON_THE_CHAIN[name] for name in ("trap", "trap-one", "magic-two")} | {
    name: ON_THE_CHAIN[name] for name in ("quick-eight", "trap-nine", "magic-joker", "magic")
}


@pytest.mark.parametrize(("effect", "case"), marked(USED_UP))
def test_a_used_card_goes_to_its_owners_graveyard(board: Board, effect: str, case: Case) -> None:
    """No magic and no trap of the pack stays on the field."""
    table = board.lay(case.zones, **case.lay)
    card = ""
    for action in case.actions:
        table.plays(action)
        if isinstance(action, Activate):
            card = action.shown or action.card
    table.nobody_responds()
    while table.asks()[1] == "choose":
        table.plays(table.legal()[0])
    while table.asks()[1] == "chance":
        table.rolls()
    owner, code = str(card).split(":")
    assert code in table.cards(f"{owner}.grave").split()
    assert effect in table.game.rules.cards[code].effects


@pytest.mark.rule("TK-106")
def test_rank_9_takes_a_card_that_is_being_used(board: Board) -> None:
    """Magic from the hand lies on the table until it has resolved."""
    table = board.lay({"a.hand": "S5", "b.m1": "S7", "b.s1": "(H9)"})
    table.plays(Activate("magic", "a:S5"))
    table.plays(Choose("b.m1"))
    table.plays(flip("trap-nine", "b.s1", "b:H9"))
    table.plays(Choose("a:S5"), "TK-106")
    table.nobody_responds()
    assert table.cards("a.hand") == "S5"


@pytest.mark.rule("TK-109")
def test_two_cards_in_the_graveyard_are_enough_for_a_joker(board: Board) -> None:
    table = board.lay({"a.hand": "X1", "a.grave": "S3 C4"})
    table.accepts(Activate("magic-joker", "a:X1"), "TK-109")


PLAIN: Final = Card("PL", "PL", {"number": 5, "suit": "spade"})


@pytest.mark.rule("TK-100")
def test_a_card_without_magic_is_no_magic(board: Board) -> None:
    table = board.lay({"a.hand": "PL", "b.m1": "S7"}, game=tk([PLAIN]))
    table.refuses(Activate("magic", "a:PL"), "TK-100")


@pytest.mark.rule("TK-107")
def test_only_a_joker_is_used_as_one(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "a.grave": "S3 C4"})
    table.refuses(Activate("magic-joker", "a:S5"), "TK-107")


@pytest.mark.rule("TK-106")
def test_only_a_nine_is_used_as_one(board: Board) -> None:
    table = board.lay({"a.s1": "(S3)", "b.m1": "C3"})
    table.refuses(flip("trap-nine", "a.s1", "a:S3"), "TK-106")


@pytest.mark.rule("TK-101", "TK-102")
def test_a_card_without_that_trap_is_told_so(board: Board) -> None:
    """Beside the summon that is missing, where it is used openly."""
    table = board.lay({"a.s1": "(PL)"}, game=tk([PLAIN]))
    for effect, rules in (("trap", ("TK-101", "TK-44")), ("trap-one", ("TK-102",))):
        verdict = table.refuses(flip(effect, "a.s1", "a:PL"), *rules)
        told = [remedy.text for remedy in verdict.remedies]
        assert any(text.startswith("It has no such effect") for text in told)
        assert any("is summoned" in text for text in told)
    table = board.lay({"a.hand": "S6", "b.s1": "(PL)"}, game=tk([PLAIN]))
    table.plays(STEEPED)
    for effect, rule in (("trap", "TK-101"), ("trap-one", "TK-102")):
        table.refuses(flip(effect, "b.s1", "b:PL"), rule)


@pytest.mark.rule("TK-107")
def test_a_joker_answers_as_no_trap(board: Board) -> None:
    table = board.lay({"a.hand": "S6", "b.s1": "(X1)"})
    table.plays(STEEPED)
    table.refuses(flip("trap-nine", "b.s1", "b:X1"), "TK-107")


@pytest.mark.rule("TK-44", "TK-45")
def test_a_trap_that_answers_needs_something_to_be_used_on(board: Board) -> None:
    """A permanent one of our own that chooses a card in its player's Graveyard."""
    choose = ops.Choose(bind="found", cards=Cards(("grave",), "own"))
    dig = Effect(name="dig", use="trap", rules=("TK-38",), announce=(choose,), stays=True)
    game = tk([Card("DG", "DG", {"number": 3, "suit": "club"}, effects=("dig",))], [dig])
    for grave, legal in (("", False), ("S3", True)):
        zones = {"a.hand": "S6", "b.s1": "(DG)", "b.s2": "(C2)", "b.s3": "(C4)", "b.grave": grave}
        table = board.lay(zones, game=game)
        table.plays(STEEPED)
        if legal:
            table.accepts(flip("dig", "b.s1", "b:DG"), "TK-44", "TK-45")
        else:
            table.refuses(flip("dig", "b.s1", "b:DG"), "TK-44")


@pytest.mark.rule("TK-31", "TK-39")
def test_a_card_lies_open_while_it_is_used(board: Board) -> None:
    """Magic from the hand lies on the table, a trap is turned up where it lies."""
    table = board.lay({"a.hand": "S5", "b.m1": "S7", "b.s1": "(H9)"})
    table.plays(Activate("magic", "a:S5"), "TK-31")
    table.plays(Choose("b.m1"))
    assert table.cards("a.hand") == ""
    assert table.cards("a.play") == "S5"
    table.plays(flip("trap-nine", "b.s1", "b:H9"), "TK-39")
    assert table.card("b.s1").face_up


# Positions, attacks, phases


@pytest.mark.rule("TK-24")
def test_a_turned_monster_lies_in_its_other_position(board: Board) -> None:
    table = board.lay({"a.m1": "C5", "a.m2": "C6-"})
    table.plays(Turn("a.m1", upright=False), "TK-24")
    table.plays(Turn("a.m2", upright=True), "TK-24")
    assert (table.card("a.m1").upright, table.card("a.m2").upright) == (False, True)


@pytest.mark.rule("TK-07")
def test_only_a_monster_on_the_field_attacks(board: Board) -> None:
    table = board.lay({"a.m1": "C5", "a.s1": "(C6)"}, phase="battle")
    table.accepts(Attack("a.m1"), "TK-07")
    table.refuses(Attack("a.s1"), "TK-07")


@pytest.mark.rule("TK-07")
def test_nothing_attacks_while_something_is_asked(board: Board) -> None:
    """A Spade's damage is being offered."""
    table = board.lay({"a.m1": "S9", "a.m2": "C4", "b.m1": "C8-"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    while table.asks() != ("a", "trigger"):
        table.plays(Pass())
    table.refuses(Attack("a.m2"), "TK-07")


@pytest.mark.rule("TK-05")
def test_no_phase_ends_while_something_is_asked(board: Board) -> None:
    """It is the turn player who would go on, whoever is asked: the answer has to come first."""
    table = board.lay({"a.hand": "S5 C8", "b.s1": "(S6)", "a.s1": "(C3)"})
    table.plays(summon("normal-summon", "a:S5"))
    assert table.asks() == ("b", "window")
    verdict = table.refuses(Advance("battle"), "TK-05")
    (remedy,) = verdict.remedies
    assert "has responded or passed" in remedy.text
    table.plays(Pass())
    assert table.asks() == ("a", "window")
    table.refuses(Advance("battle"), "TK-05")


@pytest.mark.rule("TK-36b")
def test_a_full_row_waits_for_a_zone(board: Board) -> None:
    table = board.lay({"a.hand": "C7", "a.s1": "(C2)", "a.s2": "(C3)", "a.s3": "(C4)"})
    act = Play("set-card", "a:C7", ZoneName("a.s1"), face_up=False)
    verdict = table.refuses(act, "TK-36b")
    assert any("magic/trap zones is free" in remedy.text for remedy in verdict.remedies)


@pytest.mark.rule("TK-52", "TK-46")
def test_one_monster_named_twice_makes_no_synchro(board: Board) -> None:
    """Although twice its number would do."""
    table = board.lay({"a.m1": "S6"})
    table.refuses(summon("synchro-summon", "a:SQ", "a.m1", "a.m1", "a.m1"), "TK-46", "TK-52")
