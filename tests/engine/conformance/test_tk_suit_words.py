"""Trump King's suits word by word: whose, how many, from where, in which position."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_engine.actions import Activate, Attack, Choose, Name, Number, Pass, Play
from duelmat_engine.cards import Card
from duelmat_engine.effects.effect import Effect
from duelmat_engine.events import Declared, Destroyed
from duelmat_engine.names import ZoneName
from duelmat_engine.views.public import public_form
from engine.conformance.board import Board, Table
from engine.conformance.trump_king import flip, summon, tk


def ten_and_one(*effects: str) -> Card:
    """A Diamond whose number is a Jack's."""
    return Card("DX", "DX", {"number": 11, "suit": "diamond"}, effects=effects)


# Clubs, Diamonds and what they leave


@pytest.mark.rule("TK-81")
def test_what_a_club_costs_lies_open_in_the_graveyard(board: Board) -> None:
    table = board.lay({"a.hand": "C5 C7"})
    table.plays(summon("club-summon", "a:C5"))
    table.nobody_responds()
    if table.asks()[1] == "choose":
        table.plays(Choose("a:C7"))
    assert table.card("a.grave").face_up


@pytest.mark.rule("TK-88")
def test_what_a_diamond_costs_lies_open_in_the_graveyard(board: Board) -> None:
    """Although it lay face-down."""
    table = board.lay({"a.hand": "D5", "a.s1": "(C9)", "b.m1": "C3"})
    table.plays(summon("diamond-summon", "a:D5", "a.m1", "a.s1"), "TK-88")
    assert table.cards("a.grave") == "C9"
    assert table.card("a.grave").face_up


@pytest.mark.rule("TK-84")
def test_a_club_synchro_revives_nothing_by_coming(board: Board) -> None:
    """It is moved to the field, not off it."""
    table = board.lay({"a.m1": "C5", "a.m2": "S6", "a.grave": "C3"})
    table.plays(summon("synchro-summon", "a:CJ", "a.m1", "a.m1", "a.m2"))
    assert table.asks() == ("a", "open")
    assert table.cards("a.m1") == "CJ"


def fallen_club_synchro(board: Board, grave: str, **zones: str) -> Table:
    """Player a's Club Synchro has been destroyed in battle, and its effect has resolved."""
    table = board.lay(
        {"a.m1": "CJ-", "a.grave": grave, "b.m1": "HK", **zones}, phase="battle", seat="b"
    )
    table.plays(Attack("b.m1", "a.m1"))
    table.nobody_responds()
    return table


@pytest.mark.rule("TK-84", "TK-85")
def test_a_revived_club_comes_in_either_position(board: Board) -> None:
    for upright in (True, False):
        table = fallen_club_synchro(board, "C3")
        while table.asks() == ("a", "choose"):
            table.plays(Choose("a:C3"))
        table.plays(Play("effect-summon", "a:C3", ZoneName("a.m2"), upright), "TK-84")
        assert table.card("a.m2").upright == upright


@pytest.mark.rule("TK-84")
def test_a_club_that_is_locked_is_not_revived(board: Board) -> None:
    """An opposing Diamond of its number forbids its Special Summon."""
    table = fallen_club_synchro(board, "C3 C7 C8", **{"b.m2": "D7"})
    assert table.asks() == ("a", "choose")
    assert {a.card for a in table.legal() if isinstance(a, Choose)} == {"a:C3", "a:C8"}


@pytest.mark.rule("TK-90", "TK-89")
def test_for_a_card_that_got_away_nothing_is_summoned(board: Board) -> None:
    """The card that the Diamond strikes is back in the hand when the effect resolves."""
    zones = {"a.hand": "D5", "a.s1": "(C9)", "b.m1": "C3", "b.s1": "(S9)", "b.pile": "S4 S6"}
    table = board.lay(zones)
    table.plays(summon("diamond-summon", "a:D5", "a.m1", "a.s1"))
    while table.asks() == ("b", "window"):
        table.plays(Pass())
    table.plays(Choose("b.m1"), "TK-89")
    table.plays(flip("trap-nine", "b.s1", "b:S9"))
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    assert not table.has(Destroyed, "TK-89")
    assert table.asks() == ("a", "open")
    assert [table.cards(f"b.m{i}") for i in (1, 2, 3)] == ["", "", ""]
    assert table.cards("b.pile").startswith("S4")


@pytest.mark.rule("TK-89")
def test_a_diamond_strikes_monsters_too(board: Board) -> None:
    table = board.lay({"a.hand": "D5", "a.s1": "(C9)", "b.m1": "C3", "b.s1": "(S9)"})
    table.plays(summon("diamond-summon", "a:D5", "a.m1", "a.s1"))
    while table.asks() == ("b", "window"):
        table.plays(Pass())
    assert {a.card for a in table.legal() if isinstance(a, Choose)} == {"b.m1", "b.s1"}


@pytest.mark.rule("TK-86")
def test_a_diamond_locks_synchros_of_its_number_and_no_others(board: Board) -> None:
    """No Diamond of the pack has a Synchro's number; one that had it would lock it."""
    jack = summon("synchro-summon", "a:SJ", "a.m1", "a.m1", "a.m2")
    zones = {"a.m1": "S5", "a.m2": "C6"}
    table = board.lay({**zones, "b.m1": "D7"})
    table.accepts(jack, "TK-86")
    table = board.lay({**zones, "b.m1": "DX"}, game=tk([ten_and_one("diamond-lock")]))
    table.refuses(jack, "TK-86")


@pytest.mark.rule("TK-87")
def test_a_negated_synchro_uses_no_effect(board: Board) -> None:
    sweep = Activate("spade-synchro-sweep", "a.m1")
    board.lay({"a.m1": "SJ", "b.m1": "D7"}).accepts(sweep, "TK-87")
    table = board.lay({"a.m1": "SJ", "b.m1": "DX"}, game=tk([ten_and_one("diamond-lock")]))
    table.refuses(sweep, "TK-87")


@pytest.mark.rule("TK-87", "TK-92")
def test_all_that_negates_a_card_is_cited(board: Board) -> None:
    """Each of two Diamonds would be enough, for an effect and for a card that is chosen."""
    marks: dict[str, dict[str, int | str]] = {"b.m2": {"suit": "spade", "number": 1}}
    game = tk([ten_and_one("diamond-lock")])
    table = board.lay({"a.m1": "SJ", "b.m1": "DX", "b.m2": "DQ"}, game=game, marks=marks)
    table.refuses(Activate("spade-synchro-sweep", "a.m1"), "TK-87", "TK-92")
    zones = {"a.m1": "HJ", "a.pile": "S5 H4 S6", "b.m1": "D5", "b.m2": "DQ"}
    table = board.lay(zones, life=(23, 20), marks=marks)
    table.plays(Activate("heart-synchro-search", "a.m1"))
    table.nobody_responds()
    table.plays(Name("activate"))
    table.refuses(Choose("a:S5"), "TK-86", "TK-87", "TK-92")


# Spades


@pytest.mark.rule("TK-71", "TK-72")
def test_what_a_spade_destroys_by_an_effect_costs_nothing_more(board: Board) -> None:
    """As magic, and by the sweep of a Synchro: only battle counts."""
    table = board.lay({"a.hand": "S5", "a.m1": "S6", "b.m1": "S7"})
    table.plays(Activate("magic", "a:S5"))
    table.plays(Choose("b.m1"))
    assert table.has(Destroyed)
    assert table.asks() == ("a", "open")
    table = board.lay({"a.m1": "SK", "b.m1": "C4"})
    table.plays(Activate("spade-synchro-sweep", "a.m1"))
    table.plays(Number(5))
    assert table.has(Destroyed)
    assert table.asks() == ("a", "open")
    assert table.life() == (35, 40)


@pytest.mark.rule("TK-73")
def test_a_spade_synchro_sweeps_what_stays_among_magic_and_traps(board: Board) -> None:
    """A card that stays face-up in a magic/trap zone falls like a monster, by its number."""
    stay = Effect(name="stay", use="magic", rules=("TK-38",), stays=True)
    low = Card("LO", "LO", {"number": 3, "suit": "club"}, effects=("stay",))
    high = Card("HI", "HI", {"number": 7, "suit": "club"}, effects=("stay",))
    table = board.lay({"a.m1": "SK", "b.s1": "LO", "b.s2": "HI"}, game=tk([low, high], [stay]))
    table.plays(Activate("spade-synchro-sweep", "a.m1"))
    table.plays(Number(5), "TK-73")
    assert (table.cards("b.s1"), table.cards("b.s2")) == ("", "HI")


# Hearts


@pytest.mark.rule("TK-77")
def test_a_heart_gives_life_whoever_summons_it(board: Board) -> None:
    """G-47: under the wider reading also one that an opposing Diamond brings out."""
    zones = {"a.hand": "D5", "a.s1": "(C9)", "b.m1": "C3", "b.pile": "H6 S4"}
    table = board.lay(zones, readings={"G-47": "both"})
    table.plays(summon("diamond-summon", "a:D5", "a.m1", "a.s1"))
    table.plays(Choose("b.m1"))
    while table.asks() != ("b", "trigger"):
        table.plays(table.legal()[0])
    table.plays(next(a for a in table.legal() if isinstance(a, Activate)), "TK-77")
    assert table.life() == (40, 46)


SEARCH: Final = Activate("heart-synchro-search", "a.m1")


@pytest.mark.rule("TK-80")
def test_a_heart_synchro_needs_a_lead_of_one_and_a_card_to_look_at(board: Board) -> None:
    board.lay({"a.m1": "HJ"}, life=(21, 20)).accepts(SEARCH, "TK-80")
    empty = board.lay({"a.m1": "HJ"}, life=(21, 20), rest="banished")
    assert "pile" in empty.refuses(SEARCH, "TK-80").remedies[0].text


@pytest.mark.rule("TK-80")
def test_a_heart_synchro_searches_from_the_field_only(board: Board) -> None:
    table = board.lay({}, life=(23, 20))
    table.refuses(Activate("heart-synchro-search", "a:HJ"), "TK-80")


def search(board: Board, pile: str, use: str, **zones: str) -> Table:
    """Player a, ahead by three, has looked at three cards and named a use."""
    table = board.lay({"a.m1": "HJ", "a.pile": pile, **zones}, life=(23, 20))
    table.plays(SEARCH)
    table.nobody_responds()
    table.plays(Name(use))
    assert table.asks() == ("a", "choose")
    return table


def offered(table: Table) -> set[str]:
    return {a.card for a in table.legal() if isinstance(a, Choose)}


@pytest.mark.rule("TK-80")
@pytest.mark.parametrize(
    ("use", "zones", "among"),
    [
        ("summon", {"b.m1": "D5"}, {"a:H7", "a:C8"}),
        ("activate", {"b.s1": "(C3)", "b.m1": "H3"}, {"a:H7", "a:C8"}),
        ("set", {}, {"a:S5", "a:H7", "a:C8"}),
    ],
)
def test_a_heart_synchro_takes_what_was_looked_at_and_can_be_used(
    board: Board, use: str, zones: dict[str, str], among: set[str]
) -> None:
    """The fourth card was not looked at; a locked monster and magic without a target stay."""
    table = search(board, "S5 H7 C8 H9", use, **zones)
    assert offered(table) == among
    choice = Choose(min(among))
    aloud = use != "set"
    assert public_form(table.duel, choice) == (choice if aloud else Choose("a.pile"))
    table.plays(choice, "TK-80")
    assert any(isinstance(e, Declared) and "TK-80" in e.rules for e in table.events) == aloud


@pytest.mark.rule("TK-80")
def test_what_a_heart_synchro_summons_comes_in_either_position(board: Board) -> None:
    for upright in (True, False):
        table = search(board, "S5 S4 C8", "summon")
        table.plays(Choose("a:S5"))
        table.plays(Play("effect-summon", "a:S5", ZoneName("a.m2"), upright), "TK-80")
        assert table.card("a.m2").upright == upright


@pytest.mark.rule("TK-80")
def test_a_heart_synchro_activates_quick_magic_too(board: Board) -> None:
    table = search(board, "C8 S4 S5", "activate", **{"b.s1": "(C3)"})
    table.plays(Choose("a:C8"), "TK-80")
    table.plays(Choose("b.s1"))
    table.nobody_responds()
    assert table.cards("b.grave") == "C3"
    assert table.cards("a.grave") == "C8"


@pytest.mark.rule("TK-80")
def test_a_heart_synchro_sets_nothing_where_there_is_no_room(board: Board) -> None:
    full = {"a.s1": "(C2)", "a.s2": "(C3)", "a.s3": "(C4)"}
    table = board.lay({"a.m1": "HJ", "a.pile": "S5 S4 C8", **full}, life=(23, 20))
    table.plays(SEARCH)
    assert Name("set") not in table.legal()
