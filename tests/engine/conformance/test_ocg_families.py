"""Toons and Spirits: OCG-01 to OCG-17."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Advance, Attack, Choose, Pass, Play, Turn
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Bound, Cards, Kind, MayCome
from duelmat_engine.events import (
    AnyEvent,
    AttackDeclared,
    Destroyed,
    LifeChanged,
    Moved,
    Shown,
    Summoned,
)
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.ruleset.build import build_game, default_readings, with_cards
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.text.log import event_words
from duelmat_engine.text.wording import Wording
from engine.conformance.board import Board, Table

M1, M2, M3 = (ZoneName(f"a.m{i}") for i in (1, 2, 3))
PILES = {"a.pile": "Elf Elf Elf", "b.pile": "Wolf Wolf Wolf"}


def to_end(table: Table) -> None:
    """The turn player goes on to the end of the turn; nobody responds."""
    turn = table.duel.turn
    if table.duel.phase == "battle":
        table.plays(Advance("main2"))
        table.nobody_responds()
    table.plays(Advance("end-phase"))
    table.nobody_responds()
    assert table.duel.turn == turn + 1


def phase(table: Table, name: str) -> None:
    """Everybody goes on without acting until a player's phase of this name."""
    while table.duel.phase != name or table.asks()[1] != "open":
        if table.asks()[1] == "window":
            table.plays(Pass())
            continue
        exits = [a for a in table.legal() if isinstance(a, Advance)]
        wanted = [a for a in exits if a.phase == name]
        table.plays(wanted[0] if wanted else exits[-1])


@pytest.mark.rule("OCG-01", "OCG-02")
def test_only_a_monster_marked_as_a_toon_is_summoned_as_one(board: Board) -> None:
    """The mark is all that the rules for Toons go by: every card that has it is bound by them."""
    table = board.lay({"a.hand": "ToonMermaid Elf", "a.s1": "ToonWorld"})
    table.plays(Play("toon-summon", "a:ToonMermaid", M1), "OCG-01")
    table = board.lay({"a.hand": "ToonMermaid Elf", "a.s1": "ToonWorld"})
    table.refuses(Play("toon-summon", "a:Elf", M1), "OCG-01")
    assert "Toon" in board.explains("OCG-01").text
    assert "Toon" in board.explains("OCG-02").text
    table = board.lay({"a.hand": "ToonDemon"})
    table.refuses(Play("toon-summon", "a:ToonDemon", M1), "OCG-03")


@pytest.mark.rule("OCG-03")
def test_a_toon_needs_toon_world_in_play(board: Board) -> None:
    """An open Toon World of one's own: not one that is Set, and not the opponent's."""
    summon = Play("toon-summon", "a:ToonMermaid", M1)
    for zones in ({}, {"a.s1": "(ToonWorld)"}, {"b.s1": "ToonWorld"}):
        table = board.lay({"a.hand": "ToonMermaid", **zones})
        verdict = table.refuses(summon, "OCG-03")
        assert "Toon World" in verdict.remedies[0].text
    table = board.lay({"a.hand": "ToonMermaid", "a.s1": "ToonWorld"})
    table.accepts(summon, "OCG-03")


@pytest.mark.rule("OCG-03")
def test_without_toon_world_a_toon_is_neither_set_nor_flipped(board: Board) -> None:
    put = Play("set-monster", "a:ToonMermaid", M1, upright=False, face_up=False)
    table = board.lay({"a.hand": "ToonMermaid"})
    verdict = table.refuses(put, "OCG-03")
    assert verdict.readings == ("G-27",)
    table = board.lay({"a.hand": "ToonDemon", "a.s1": "ToonWorld"})
    table.plays(Play("set-monster", "a:ToonDemon", M1, upright=False, face_up=False), "OCG-03")
    table = board.lay({"a.m1": "(ToonMermaid)"})
    table.refuses(Turn("a.m1", shown=CardKey("a:ToonMermaid")), "OCG-03")
    table = board.lay({"a.m1": "(ToonMermaid)", "a.s1": "ToonWorld"})
    table.plays(Turn("a.m1", shown=CardKey("a:ToonMermaid")), "OCG-03")


@pytest.mark.rule("OCG-03")
def test_a_toon_in_the_graveyard_comes_back_only_with_toon_world(board: Board) -> None:
    zones = {"a.hand": "Reborn", "a.grave": "ToonMermaid Elf"}
    table = board.lay(zones)
    table.plays(Activate("reborn", "a:Reborn"))
    table.refuses(Choose("a:ToonMermaid"), "OCG-03")
    assert table.accepts(Choose("a:Elf")).rules == ("text:reborn",)
    table = board.lay({**zones, "a.s2": "ToonWorld"})
    table.plays(Activate("reborn", "a:Reborn"))
    table.plays(Choose("a:ToonMermaid"))


@pytest.mark.rule("OCG-04")
@pytest.mark.parametrize("code", ["ToonMermaid", "ToonDemon"])
def test_a_toon_is_special_summoned_and_spends_nothing(board: Board, code: str) -> None:
    """Whatever its level it takes no Tributes, and the Normal Summon of the turn is left."""
    table = board.lay({"a.hand": f"{code} Elf ToonAlligator", "a.s1": "ToonWorld"})
    table.refuses(Play("normal-summon", "a:ToonAlligator", M1), "OCG-04")
    table.plays(Play("toon-summon", f"a:{code}", M1), "OCG-04")
    (event,) = [e for e in table.history if isinstance(e, Summoned)]
    assert event.special and "OCG-04" in event.rules
    table.plays(Play("normal-summon", "a:Elf", M2))
    table.plays(Play("toon-summon", "a:ToonAlligator", M3, upright=False), "OCG-04")


@pytest.mark.rule("OCG-05")
def test_a_toon_cannot_attack_in_the_turn_of_its_summon(board: Board) -> None:
    table = board.lay({**PILES, "a.hand": "ToonMermaid", "a.s1": "ToonWorld"})
    table.plays(Play("toon-summon", "a:ToonMermaid", M1))
    table.plays(Advance("battle"))
    table.refuses(Attack("a.m1"), "OCG-05")
    to_end(table)
    phase(table, "main1")
    to_end(table)
    phase(table, "battle")
    assert table.duel.turn_seat == 0
    table.plays(Attack("a.m1"), "OCG-05")


@pytest.mark.rule("OCG-05")
def test_a_toon_that_was_flipped_this_turn_was_summoned_this_turn(board: Board) -> None:
    table = board.lay({"a.m1": "(ToonMermaid)", "a.s1": "ToonWorld"})
    table.plays(Turn("a.m1", shown=CardKey("a:ToonMermaid")))
    table.plays(Advance("battle"))
    table.refuses(Attack("a.m1"), "OCG-05")


@pytest.mark.rule("OCG-06")
@pytest.mark.parametrize(("reading", "left"), [("own", "ToonDemon"), ("all", "")])
def test_toons_are_destroyed_when_toon_world_leaves(board: Board, reading: str, left: str) -> None:
    """Those of its own player, face-down ones too, unless the reading says all."""
    table = board.lay(
        {
            "a.m1": "ToonMermaid",
            "a.m2": "Elf",
            "a.m3": "(ToonAlligator)",
            "a.s1": "ToonWorld",
            "b.m1": "ToonDemon",
            "b.s1": "ToonWorld",
            "b.hand": "Typhoon",
        },
        seat="b",
        readings={"G-20": reading},
    )
    table.plays(Activate("typhoon", "b:Typhoon"))
    table.plays(Choose("a.s1"))
    table.refuses(Choose("a.m2"), "OCG-06")
    table.plays(Choose("a.m3"), "OCG-06")
    assert table.has(Shown, "OCG-06")
    assert table.has(Destroyed, "OCG-06")
    assert (table.cards("a.m1"), table.cards("a.m3")) == ("", "")
    assert table.cards("a.m2") == "Elf"
    assert table.cards("b.m1") == left
    assert set(table.cards("a.grave").split()) == {"ToonMermaid", "ToonAlligator", "ToonWorld"}


@pytest.mark.rule("OCG-06")
def test_a_toon_world_that_is_only_set_keeps_no_toon(board: Board) -> None:
    """What lay face-down was not in play: nothing is destroyed when it leaves."""
    table = board.lay(
        {"a.m1": "ToonMermaid", "a.s1": "ToonWorld", "a.s2": "(ToonWorld)", "b.hand": "Typhoon"},
        seat="b",
    )
    table.plays(Activate("typhoon", "b:Typhoon"))
    table.plays(Choose("a.s2"))
    assert not table.has(Destroyed, "OCG-06")
    assert table.cards("a.m1") == "ToonMermaid"


@pytest.mark.rule("OCG-07")
def test_an_attack_of_a_toon_costs_500_life(board: Board) -> None:
    """It is paid at the declaration, and not given back when the attack comes to nothing."""
    table = board.lay(
        {"a.m1": "ToonMermaid", "a.s1": "ToonWorld", "b.m1": "Wolf", "b.s1": "(MirrorForce)"},
        phase="battle",
    )
    table.plays(Attack("a.m1", "b.m1"), "OCG-08")
    assert table.life() == (7500, 8000)
    kinds = [type(e) for e in table.events if isinstance(e, LifeChanged | AttackDeclared)]
    assert kinds == [LifeChanged, AttackDeclared]
    assert table.has(LifeChanged, "OCG-07")
    table.plays(Activate("mirror-force", "b.s1", CardKey("b:MirrorForce")))
    table.nobody_responds()
    assert table.cards("a.m1") == ""
    assert table.life() == (7500, 8000)


@pytest.mark.rule("OCG-08")
@pytest.mark.parametrize(("life", "choice"), [(499, "legal"), (500, "must stay above 0")])
def test_without_the_life_a_toon_does_not_attack(board: Board, life: int, choice: str) -> None:
    table = board.lay(
        {"a.m1": "ToonMermaid", "a.m2": "Elf", "a.s1": "ToonWorld"},
        phase="battle",
        life=(life, 8000),
        readings={"G-21": choice},
    )
    verdict = table.refuses(Attack("a.m1"), "OCG-08")
    assert verdict.readings == ("G-21",)
    table.accepts(Attack("a.m2"))


@pytest.mark.rule("OCG-07", "OCG-08")
def test_paying_all_life_for_an_attack_is_legal_and_loses(board: Board) -> None:
    table = board.lay(
        {"a.m1": "ToonMermaid", "a.s1": "ToonWorld"}, phase="battle", life=(500, 8000)
    )
    table.plays(Attack("a.m1"), "OCG-08")
    outcome = table.duel.outcome
    assert outcome is not None
    assert outcome.winner == 1
    table = board.lay(
        {"a.m1": "ToonMermaid", "a.s1": "ToonWorld"},
        phase="battle",
        life=(501, 8000),
        readings={"G-21": "must stay above 0"},
    )
    table.plays(Attack("a.m1"), "OCG-08")
    assert table.life() == (1, 6600)


@pytest.mark.rule("OCG-09")
def test_a_toon_may_attack_past_monsters_or_attack_them(board: Board) -> None:
    zones = {"a.m1": "ToonMermaid", "a.m2": "Elf", "a.s1": "ToonWorld", "b.m1": "HolyElf-"}
    table = board.lay(zones, phase="battle")
    table.refuses(Attack("a.m2"), "OCG-31")
    table.plays(Attack("a.m1"), "OCG-09")
    assert table.has(AttackDeclared, "OCG-09")
    assert table.life() == (7500, 6600)
    table = board.lay(zones, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    assert not table.has(AttackDeclared, "OCG-09")
    assert table.life() == (6900, 8000)
    table = board.lay({**zones, "b.m1": ""}, phase="battle")
    table.plays(Attack("a.m1"), "OCG-30")
    assert not table.has(AttackDeclared, "OCG-09")


@pytest.mark.rule("OCG-10")
def test_an_opposing_toon_keeps_toons_from_attacking_directly(board: Board) -> None:
    """They may attack it, and any other monster; one that lies face-down does not count."""
    zones = {"a.m1": "ToonDemon", "a.s1": "ToonWorld", "b.m1": "Wolf"}
    table = board.lay({**zones, "b.m2": "ToonMermaid"}, phase="battle")
    verdict = table.refuses(Attack("a.m1"), "OCG-10")
    assert verdict.readings == ("G-28",)
    table.accepts(Attack("a.m1", "b.m1"))
    table.accepts(Attack("a.m1", "b.m2"))
    for others in ({}, {"b.m2": "(ToonMermaid)"}):
        table = board.lay({**zones, **others}, phase="battle")
        table.accepts(Attack("a.m1"), "OCG-09", "OCG-10")


# Spirits


@pytest.mark.rule("OCG-11", "OCG-11b")
def test_the_mark_makes_a_spirit(board: Board) -> None:
    assert "Spirit" in board.explains("OCG-11").text
    assert "Spirit" in board.explains("OCG-11b").text
    table = board.lay({**PILES, "a.hand": "SpiritFox SpiritCrow"})
    table.plays(Play("normal-summon", "a:SpiritFox", M1), "OCG-12", "OCG-16")
    to_end(table)
    assert table.has(Moved, "OCG-11b")


@pytest.mark.rule("OCG-12", "OCG-16", "OCG-17")
def test_a_spirit_is_never_special_summoned(board: Board) -> None:
    """Not from the Graveyard either: the card beside it can be chosen, the Spirit cannot."""
    table = board.lay({"a.hand": "Reborn", "a.grave": "SpiritFox", "b.grave": "Elf"})
    table.plays(Activate("reborn", "a:Reborn"))
    table.refuses(Choose("a:SpiritFox"), "OCG-12", "OCG-16", "OCG-17")
    assert table.accepts(Choose("b:Elf")).rules == ("text:reborn",)
    table = board.lay({"a.hand": "Reborn", "a.grave": "SpiritFox"})
    table.refuses(Activate("reborn", "a:Reborn"), "OCG-12", "OCG-16", "OCG-17")
    table = board.lay({"a.hand": "Reborn"})
    table.refuses(Activate("reborn", "a:Reborn"), "G-29.text")
    table = board.lay({"a.hand": "SpiritFox"})
    table.accepts(Play("normal-summon", "a:SpiritFox", M1), "OCG-12", "OCG-16")


@pytest.mark.rule("G-29.text", "OCG-12", "OCG-16", "OCG-17")
def test_what_keeps_every_card_out_is_not_cited_for_a_card_without_the_effect(
    board: Board,
) -> None:
    """One statement says that it has none and that nothing can be chosen; one cause is enough."""
    table = board.lay({"a.hand": "DarkHole", "a.grave": "SpiritFox"})
    table.refuses(Activate("reborn", "a:DarkHole"), "G-29.text")


def game_with_call() -> Game:
    """Early OCG with a card that Special Summons from the hand."""
    call = Effect(
        name="call-from-hand",
        use="magic",
        rules=("G-29.text",),
        text="Special Summon a monster of the hand.",
        announce=(
            ops.Choose(
                bind="target",
                cards=Cards(("hand",), "own", (Kind(kind="monster"), MayCome())),
                rules=("G-29.text",),
            ),
        ),
        resolve=(ops.SummonSpecially(cards=Bound("target"), rules=("G-29.text",)),),
    )
    card = Card("Call", "Call", {}, ("magic",), ("call-from-hand",))
    rules = with_cards(find_ruleset("ocg"), [card], [call])
    return build_game(rules, default_readings(rules))


@pytest.mark.rule("OCG-12", "OCG-16")
def test_a_spirit_in_the_hand_is_not_special_summoned_either(board: Board) -> None:
    table = board.lay({"a.hand": "Call SpiritFox Elf"}, game=game_with_call())
    table.plays(Activate("call-from-hand", "a:Call"))
    table.refuses(Choose("a:SpiritFox"), "OCG-12", "OCG-16")
    assert table.accepts(Choose("a:Elf")).rules == ("G-29.text",)


@pytest.mark.rule("OCG-16")
def test_a_spirit_takes_the_one_summon_of_the_turn(board: Board) -> None:
    table = board.lay({"a.hand": "SpiritFox SpiritCrow Elf"})
    table.plays(Play("normal-summon", "a:SpiritFox", M1), "OCG-16")
    table.refuses(Play("normal-summon", "a:SpiritCrow", M2), "G-29.summon-right", "OCG-16")
    table.refuses(Play("normal-summon", "a:Elf", M2), "G-29.summon-right")
    table.refuses(
        Play("set-monster", "a:SpiritCrow", M2, upright=False, face_up=False),
        "G-29.summon-right",
        "OCG-16",
    )


@pytest.mark.rule("OCG-13")
def test_a_summoned_spirit_returns_in_the_end_phase(board: Board) -> None:
    """By itself, without a window; it is gone before the hand limit is looked at."""
    table = board.lay({**PILES, "a.hand": "SpiritFox"})
    table.plays(Play("normal-summon", "a:SpiritFox", M1))
    to_end(table)
    (back,) = [e for e in table.history if isinstance(e, Moved) and "OCG-13" in e.rules]
    assert (back.source, back.to) == (M1, "a.hand")
    assert "a:SpiritFox" in {p.key for p in table.duel.at("a.hand")}


@pytest.mark.rule("OCG-13")
def test_a_summoned_spirit_returns_though_it_was_turned_face_down(board: Board) -> None:
    """It was summoned this turn all the same: Book of Moon changes how it lies, not that."""
    table = board.lay({**PILES, "a.hand": "SpiritFox BookOfMoon"})
    table.plays(Play("normal-summon", "a:SpiritFox", M1))
    table.nobody_responds()
    table.plays(Activate("book-of-moon", "a:BookOfMoon"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    assert not table.card("a.m1").face_up
    to_end(table)
    assert table.has(Moved, "OCG-13")
    assert "a:SpiritFox" in {p.key for p in table.duel.at("a.hand")}


@pytest.mark.rule("OCG-13")
def test_a_spirit_stays_after_the_turn_of_its_summon(board: Board) -> None:
    """One that has stayed for whatever reason is not sent back in a later turn."""
    table = board.lay({**PILES, "a.m1": "SpiritFox"})
    to_end(table)
    assert table.cards("a.m1") == "SpiritFox"


@pytest.mark.rule("OCG-14")
def test_a_flipped_spirit_returns_in_the_end_phase_of_that_turn(board: Board) -> None:
    table = board.lay({**PILES, "a.m1": "(SpiritFox)"})
    table.plays(Turn("a.m1", shown=CardKey("a:SpiritFox")))
    to_end(table)
    assert table.has(Moved, "OCG-14")
    assert table.cards("a.m1") == ""


@pytest.mark.rule("OCG-14")
def test_a_spirit_flipped_by_an_attack_returns_in_the_opponents_turn(board: Board) -> None:
    table = board.lay({**PILES, "a.m1": "Wolf", "b.m1": "(SpiritFox)"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    assert table.card("b.m1").face_up
    to_end(table)
    assert table.has(Moved, "OCG-14", "OCG-15")
    assert table.cards("b.m1") == ""
    assert "b:SpiritFox" in {p.key for p in table.duel.at("b.hand")}


@pytest.mark.rule("OCG-13", "OCG-14")
@pytest.mark.parametrize("of", ["summoned", "flipped by an attack"])
def test_a_spirit_is_gone_before_the_last_responses_of_a_turn(board: Board, of: str) -> None:
    """Whoever responds in the End Phase finds it on the field no more."""
    set_trap = {"b.s1": "(DustTornado)@1"}
    if of == "summoned":
        table = board.lay({**PILES, **set_trap, "a.hand": "SpiritFox"})
        table.plays(Play("normal-summon", "a:SpiritFox", M1))
    else:
        fighters = {"a.m1": "Wolf", "b.m1": "(SpiritFox)@1"}
        table = board.lay({**PILES, **set_trap, **fighters}, phase="battle")
        table.plays(Attack("a.m1", "b.m1"))
    table.nobody_responds()
    if table.duel.phase == "battle":
        table.plays(Advance("main2"))
        table.nobody_responds()
    table.plays(Advance("end-phase"))
    while table.duel.phase != "end-phase":
        table.plays(Pass())
    assert table.asks() == ("b", "window")
    assert "SpiritFox" not in table.cards("a.m1") + table.cards("b.m1")


@pytest.mark.rule("OCG-14b")
def test_a_spirit_that_was_only_set_stays(board: Board) -> None:
    table = board.lay({**PILES, "a.hand": "SpiritFox"})
    table.plays(Play("set-monster", "a:SpiritFox", M1, upright=False, face_up=False), "OCG-14b")
    to_end(table)
    assert table.cards("a.m1") == "SpiritFox"
    assert not table.card("a.m1").face_up


@pytest.mark.rule("OCG-15")
def test_a_spirit_returns_to_its_owner(board: Board) -> None:
    """Also when the other player controls it at the end of the turn."""
    table = board.lay(
        {**PILES, "a.hand": "ChangeOfHeart", "b.m1": "(SpiritFox)", "a.m1": "Wolf"},
    )
    table.plays(Activate("change-of-heart", "a:ChangeOfHeart"))
    table.plays(Choose("b.m1"))
    assert table.cards("a.m2") == "SpiritFox"
    table.plays(Turn("a.m2", shown=CardKey("b:SpiritFox")))
    to_end(table)
    assert table.has(Moved, "OCG-15")
    assert "b:SpiritFox" in {p.key for p in table.duel.at("b.hand")}
    assert table.cards("a.m2") == ""


@pytest.mark.rule("OCG-14", "OCG-15")
def test_a_lent_spirit_returns_to_a_hand_though_its_owners_row_is_full(board: Board) -> None:
    """It goes to the hand from where it lies, before what was lent is given back."""
    row = {f"b.m{i}": card for i, card in enumerate(("Elf", "Elf", "Wolf", "Giant"), 2)}
    table = board.lay(
        {"a.hand": "ChangeOfHeart", "b.m1": "(SpiritFox)@1", "b.hand": "Trifortressops", **row},
        used={"a.summons": 2},
    )
    table.plays(Activate("change-of-heart", "a:ChangeOfHeart"))
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    table.plays(Turn("a.m1", shown=CardKey("b:SpiritFox")))
    table.plays(Pass())
    table.plays(Activate("trifortressops", "b:Trifortressops"))
    table.nobody_responds()
    table.plays(Play("effect-summon", "b:Trifortressops", ZoneName("b.m1")))
    table.nobody_responds()
    to_end(table)
    assert "SpiritFox" in table.cards("b.hand")
    assert not table.cards("b.grave")


@pytest.mark.rule("OCG-14")
@pytest.mark.parametrize("of", ["a", "b"])
def test_a_spirit_flipped_in_the_end_phase_returns_in_it(board: Board, of: str) -> None:
    up = ops.Reposition(cards=Cards(("m",)), to="attack", rules=("text:wake",))
    wake = Effect(name="wake", use="trap", rules=("text",), resolve=(up,))
    card = Card("Wake", "Wake", {}, ("trap",), ("wake",))
    rules = with_cards(find_ruleset("ocg"), [card], [wake])
    game = build_game(rules, default_readings(rules))
    zones = {f"{of}.m1": "(SpiritFox)@1", "a.s1": "(Wake)@1", **PILES}
    table = board.lay(zones, game=game)
    table.plays(Advance("end-phase"))
    while table.duel.phase != "end-phase":
        table.plays(Pass())
    table.plays(Activate("wake", "a.s1", CardKey("a:Wake")))
    table.nobody_responds()
    assert table.cards(f"{of}.m1") == ""
    assert table.cards(f"{of}.hand").split()[:1] == ["SpiritFox"]
    assert of == "b" or table.cards("a.hand") == "SpiritFox"
    assert table.has(Moved, "OCG-14")


@pytest.mark.rule("OCG-06")
def test_a_toon_world_whose_activation_was_negated_was_never_in_play(board: Board) -> None:
    """Toons stay while another lies open; when that one leaves, it is said what destroys them."""
    table = board.lay(
        {
            "a.hand": "ToonWorld",
            "a.s1": "ToonWorld",
            "a.m1": "ToonMermaid",
            "b.hand": "Elf Typhoon",
            "b.s1": "(MagicJammer)",
            "b.s2": "(DustTornado)",
        }
    )
    table.plays(Activate("toon-world", "a:ToonWorld"))
    table.plays(Activate("magic-jammer", "b.s1", CardKey("b:MagicJammer")))
    table.plays(Choose("b:Elf"))
    table.nobody_responds()
    assert table.cards("a.m1") == "ToonMermaid"
    table.plays(Advance("end-phase"))
    table.plays(Activate("dust-tornado", "b.s2", CardKey("b:DustTornado")))
    table.plays(Choose("a.s1"))
    told = event_words(Wording(table.game), next(e for e in table.events if is_toon(e)))
    assert told == "Toon Mermaid is destroyed: Toon World has left the field."


def is_toon(event: AnyEvent) -> bool:
    """Whether the Toon is destroyed by it."""
    return isinstance(event, Destroyed) and event.piece.code == "ToonMermaid"


@pytest.mark.rule("G-29.text")
def test_a_card_whose_activation_or_summon_was_negated_has_not_left_the_field(
    board: Board,
) -> None:
    """Neither Black Pendant nor Sangan does what is done when it goes from the field."""
    table = board.lay(
        {
            "a.hand": "BlackPendant Sangan",
            "a.m5": "Elf",
            "b.hand": "Elf",
            "b.s1": "(MagicJammer)",
            "b.s2": "(GodsDeclaration)",
        }
    )
    table.plays(Activate("equip-any", "a:BlackPendant"))
    table.plays(Choose("a.m5"))
    table.plays(Activate("magic-jammer", "b.s1", CardKey("b:MagicJammer")))
    table.plays(Choose("b:Elf"))
    table.nobody_responds()
    table.plays(Play("normal-summon", "a:Sangan", M1))
    table.plays(Activate("gods-declaration", "b.s2", CardKey("b:GodsDeclaration")))
    table.nobody_responds()
    assert table.cards("a.grave") == "Sangan BlackPendant"
    assert table.asks() == ("a", "open")
    assert table.life() == (8000, 4000)


@pytest.mark.rule("OCG-08")
def test_a_reading_of_a_toons_attack_says_nothing_of_other_costs(board: Board) -> None:
    """With G-21 read strictly a Toon's attack leaves life; Seven Tools may take all of it."""
    strict = {"G-21": "must stay above 0"}
    zones = {"a.s1": "(JarOfGreed)", "b.s1": "(SevenTools)", **PILES}
    table = board.lay(zones, life=(8000, 1000), readings=strict)
    table.plays(Activate("jar-of-greed", "a.s1", CardKey("a:JarOfGreed")))
    table.accepts(Activate("seven-tools", "b.s1", CardKey("b:SevenTools")))
    toon = {"a.m1": "ToonMermaid", "a.s1": "ToonWorld"}
    for life, readings in ((500, strict), (499, None)):
        table = board.lay(toon, life=(life, 8000), readings=readings, phase="battle")
        table.refuses(Attack("a.m1"), "OCG-08")
    for life, readings in ((501, strict), (500, None)):
        table = board.lay(toon, life=(life, 8000), readings=readings, phase="battle")
        table.accepts(Attack("a.m1"))
