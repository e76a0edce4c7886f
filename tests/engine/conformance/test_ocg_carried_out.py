"""Effects that can be carried out, and those whose target has become another (Early OCG)."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_engine.actions import Action, Activate, Advance, Attack, Choose, Pass, Play
from duelmat_engine.board.evaluate import is_true
from duelmat_engine.board.scope import Scope
from duelmat_engine.effects.terms import HasRoom
from duelmat_engine.events import Lapsed, Resolved, Summoned
from duelmat_engine.names import CardKey, Seat, ZoneName
from engine.conformance.board import Board, Table

FULL: Final = {f"a.m{i}": card for i, card in enumerate(("Elf", "Elf", "Wolf", "Wolf", "Ox"), 1)}


def turned(effect: str, zone: str, code: str) -> Activate:
    """The activation of a card that lies Set."""
    return Activate(effect, zone, CardKey(f"{zone[0]}:{code}"))


NO_ROOM: Final[dict[str, tuple[dict[str, str], Action]]] = {
    "reborn": ({"a.hand": "Reborn", "a.grave": "Wolf"}, Activate("reborn", "a:Reborn")),
    "change-of-heart": (
        {"a.hand": "ChangeOfHeart", "b.m1": "Wolf"},
        Activate("change-of-heart", "a:ChangeOfHeart"),
    ),
    "tragoedia-control": (
        {"a.m1": "Tragoedia", "a.hand": "Elf", "b.m1": "Elf"},
        Activate("tragoedia-control", "a.m1"),
    ),
    "trifortressops": (
        {"a.hand": "Trifortressops"},
        Activate("trifortressops", "a:Trifortressops"),
    ),
}


@pytest.mark.rule("G-29.monster-slots")
@pytest.mark.parametrize("effect", NO_ROOM)
def test_what_brings_a_monster_needs_a_free_zone_for_it(board: Board, effect: str) -> None:
    """Nothing is used up, and nothing paid, for a monster that could not come."""
    zones, action = NO_ROOM[effect]
    table = board.lay({**FULL, **zones}, used={"b.summons": 3})
    verdict = table.refuses(action, "G-29.monster-slots")
    assert verdict.remedies[0].text == "One of your monster zones is free."
    board.lay({**FULL, **zones, "a.m5": ""}, used={"b.summons": 3}).accepts(action)


@pytest.mark.rule("SEG-04")
def test_a_zone_that_is_free_by_then_is_room_for_a_monster_of_the_hand(board: Board) -> None:
    """A full row is asked about as the effect is activated, not as the damage is taken."""
    table = board.lay({**FULL, "a.hand": "Tragoedia", "b.m1": "HolyElf-"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    assert table.life() == (7900, 8000)
    assert table.asks() == ("a", "open")
    table = board.lay({**FULL, "a.hand": "Tragoedia", "b.m1": "BlueEyes"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    table.accepts(Activate("tragoedia", "a:Tragoedia"))


SEARCHES: Final = {
    "giant-rat": "GiantRat",
    "tomato": "Tomato",
    "peten": "Peten",
    "shadow-mist-buried": "ShadowMist",
}


@pytest.mark.rule("SEG-04")
@pytest.mark.parametrize("cards", ["", "Elf"])
@pytest.mark.parametrize("effect", SEARCHES)
def test_nothing_is_sought_in_an_empty_deck(board: Board, effect: str, cards: str) -> None:
    """Whether a deck holds any card everybody sees; which ones it does not."""
    code = SEARCHES[effect]
    zones = {"a.m1": code, "b.m1": "BlueEyes", "a.pile": cards, "b.pile": "Elf"}
    table = board.lay(zones, seat="b", phase="battle", rest="grave")
    table.plays(Attack("b.m1", "a.m1"))
    while table.asks()[1] == "window":
        table.plays(Pass())
    if cards:
        table.accepts(Activate(effect, f"a:{code}"))
    else:
        assert table.asks() == ("b", "open")
        assert table.cards("a.banished") == ""
        assert table.has(Lapsed, "SEG-04")


@pytest.mark.rule("SEG-04")
@pytest.mark.parametrize(("own", "others"), [("", ""), ("", "Elf"), ("Elf", "")])
def test_shadow_mist_seeks_nothing_in_an_empty_deck(board: Board, own: str, others: str) -> None:
    """It is asked about the own deck, once it has been summoned; one card is enough."""
    zones = {"a.hand": "Reborn", "a.grave": "ShadowMist", "a.pile": own, "b.pile": others}
    table = board.lay(zones, rest="grave")
    table.plays(Activate("reborn", "a:Reborn"))
    table.plays(Choose("a:ShadowMist"))
    table.nobody_responds()
    table.plays(Play("effect-summon", "a:ShadowMist", ZoneName("a.m1")))
    table.nobody_responds()
    if own:
        table.accepts(Activate("shadow-mist-summoned", "a.m1"))
    else:
        assert table.asks() == ("a", "open")
        assert table.has(Lapsed, "SEG-04")


@pytest.mark.rule("SEG-04")
@pytest.mark.parametrize("fifth", ["Ox", ""])
def test_peten_needs_a_free_zone_and_a_card_to_look_for(board: Board, fifth: str) -> None:
    """The card may be in the hand alone; a full row is told of as the trigger lapses."""
    hand = "Peten Imp Imp Imp Giant Giant Giant"
    zones = {**FULL, "a.m5": fifth, "a.hand": hand, "a.pile": "", "b.pile": "Elf"}
    table = board.lay(zones, rest="grave")
    table.plays(Advance("end-phase"))
    while table.asks()[1] == "window":
        table.plays(Pass())
    table.plays(Choose("a:Peten"))
    if fifth:
        assert table.has(Lapsed, "SEG-04")
    else:
        table.accepts(Activate("peten", "a:Peten"))


def lend_and_fill_the_row(table: Table) -> None:
    """Player a takes a monster for the turn, and b summons another where it lay."""
    table.plays(Activate("change-of-heart", "a:ChangeOfHeart"))
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    table.plays(Play("normal-summon", "a:Ox", ZoneName("a.m2")))
    table.plays(Pass())
    table.plays(Activate("trifortressops", "b:Trifortressops"))
    table.nobody_responds()
    table.plays(Play("effect-summon", "b:Trifortressops", ZoneName("b.m1")))
    table.nobody_responds()


@pytest.mark.rule("SEG-04")
@pytest.mark.parametrize("effect", ["tomato", "giant-rat"])
def test_a_lent_monster_leaves_no_room_in_its_owners_row(board: Board, effect: str) -> None:
    """It goes to its owner's Graveyard, whose row has been filled in the meantime."""
    row = {f"b.m{i}": card for i, card in enumerate(("Elf", "Elf", "Wolf", "BlueEyes"), 2)}
    zones = {"a.hand": "ChangeOfHeart Ox", "b.m1": SEARCHES[effect], "b.hand": "Trifortressops"}
    table = board.lay({**zones, **row, "b.pile": "Imp"}, used={"a.summons": 2}, rest="grave")
    lend_and_fill_the_row(table)
    table.plays(Advance("battle"))
    table.plays(Attack("a.m1", "b.m5"))
    table.nobody_responds()
    assert table.asks() == ("a", "open")
    assert table.has(Lapsed, "SEG-04")


@pytest.mark.rule("SEG-04")
def test_a_lent_vanguard_brings_no_dragon_to_a_full_row(board: Board) -> None:
    """The opponent who has it for a turn sends it to its owner's Graveyard."""
    row = {f"b.m{i}": card for i, card in enumerate(("Elf", "Elf", "Wolf", "Giant"), 2)}
    zones = {"a.hand": "ChangeOfHeart Ox", "a.m3": "ExiledForce", "b.m1": "DragonVanguard"}
    there = {**zones, **row, "b.hand": "Trifortressops", "b.grave": "BlueEyes"}
    table = board.lay(there, used={"a.summons": 2})
    lend_and_fill_the_row(table)
    table.plays(Activate("exiled-force", "a.m3"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    assert table.asks() == ("a", "open")
    assert table.has(Lapsed, "SEG-04")


# A summon that may still be negated


@pytest.mark.rule("G-29.monster-slots")
def test_a_monster_that_is_being_summoned_takes_its_zone(board: Board) -> None:
    """Texts do not find it on the field yet, but there is no room for another."""
    row = {"a.m1": "Wolf", "a.m2": "Ox", "a.m3": "Warrior", "a.m4": "BlueEyes"}
    table = board.lay({**row, "a.hand": "Elf", "b.s1": "(RisingHorn)"})
    room = HasRoom("m")
    assert is_true(Scope(table.duel, table.game, Seat(0), {}), room)
    table.plays(Play("normal-summon", "a:Elf", ZoneName("a.m5")))
    assert table.asks()[1] == "window"
    assert not is_true(Scope(table.duel, table.game, Seat(0), {}), room)
    assert is_true(Scope(table.duel, table.game, Seat(1), {}), room)


@pytest.mark.rule("G-95", "G-29.text", "G-29.summon-face")
def test_a_monster_that_is_being_summoned_is_none_on_the_field_yet(board: Board) -> None:
    """Its summon may be negated; meanwhile it is neither turned nor Tributed."""
    table = board.lay(
        {"a.hand": "Elf", "a.s1": "(RisingHorn)", "b.m1": "Wolf", "b.s1": "(BookOfMoon)"}
    )
    table.plays(Play("normal-summon", "a:Elf", ZoneName("a.m1")))
    book = turned("book-of-moon", "b.s1", "BookOfMoon")
    before = table.duel
    table.plays(book)
    table.refuses(Choose("a.m1"), "text:book-of-moon")
    table.accepts(Choose("b.m1"))
    table.duel = before
    table.plays(Pass())
    table.refuses(turned("rising-horn", "a.s1", "RisingHorn"), "G-29.text")
    table.plays(Pass())
    assert table.has(Summoned, "G-29.summon-right")
    table.plays(book)
    table.accepts(Choose("a.m1"))


# Targets that have become others


BOOK: Final = turned("book-of-moon", "b.s1", "BookOfMoon")


def resolved(table: Table) -> Resolved:
    """Return what is told of the last effect that has resolved."""
    return next(e for e in reversed(table.history) if isinstance(e, Resolved))


@pytest.mark.rule("G-29.text")
def test_a_face_up_target_that_was_turned_down_is_no_target_any_longer(board: Board) -> None:
    """Rush Recklessly changes a face-up monster, and no other."""
    table = board.lay({"a.hand": "Rush", "b.m1": "Elf", "b.s1": "(BookOfMoon)"})
    table.plays(Activate("rush", "a:Rush"))
    table.plays(Choose("b.m1"))
    table.plays(BOOK)
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    assert resolved(table).lost_target
    assert not table.card("b.m1").altered
    assert table.cards("a.grave") == "Rush"


@pytest.mark.rule("G-29.text", "OCG-13")
def test_a_target_that_was_turned_down_is_not_turned_up_again(board: Board) -> None:
    """Otohime turns a face-up monster to its other position."""
    table = board.lay({"a.hand": "Otohime", "b.m1": "ManEaterBug", "b.s1": "(BookOfMoon)"})
    table.plays(Play("normal-summon", "a:Otohime", ZoneName("a.m1")))
    table.plays(Pass())
    table.plays(Activate("otohime-summoned", "a.m1"))
    table.plays(Choose("b.m1"))
    table.plays(BOOK)
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    assert resolved(table).lost_target
    assert not table.card("b.m1").face_up


@pytest.mark.rule("OCG-03")
def test_a_target_that_may_not_come_any_longer_stays_where_it_is(board: Board) -> None:
    """Toon World has gone in answer to Monster Reborn: OCG-03 keeps the Toon in the Graveyard."""
    table = board.lay(
        {"a.hand": "Reborn", "a.grave": "ToonMermaid", "a.s1": "ToonWorld", "b.s1": "(Typhoon)"}
    )
    table.plays(Activate("reborn", "a:Reborn"))
    table.plays(Choose("a:ToonMermaid"))
    table.plays(turned("typhoon", "b.s1", "Typhoon"))
    table.plays(Choose("a.s1"))
    table.nobody_responds()
    assert {"G-29.text", "OCG-03"} <= set(resolved(table).rules)
    assert "ToonMermaid" in table.cards("a.grave")
