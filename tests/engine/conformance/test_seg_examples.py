"""The document's own examples with the cards as they are packaged."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Attack, Choose, Pass, Play
from duelmat_engine.events import ActedTogether, Activated, Lapsed
from duelmat_engine.names import CardKey, ZoneName
from engine.conformance.board import Board, Table

TCG = {"G-97": "tcg"}


def triggers(table: Table) -> list[str]:
    """The triggers that have gone on a Chain, in order."""
    return [
        str(e.piece.key)
        for e in table.history
        if isinstance(e, Activated) and table.game.rules.effects[e.effect].use == "trigger"
    ]


@pytest.mark.rule("SEG-10", "SEG-11", "SEG-12", "SEG-13", "SEG-16", "SEG-07")
def test_example_1_sangan_and_peten_under_dark_hole(board: Board) -> None:
    table = board.lay(
        {
            "a.hand": "DarkHole",
            "a.m1": "Sangan",
            "a.m2": "Peten",
            "b.m1": "Sangan",
            "b.m2": "Peten",
            "a.s1": "(JarOfGreed)@1",
            "a.pile": "Peten Wolf",
            "b.pile": "Peten Wolf",
        },
        readings=TCG,
    )
    table.plays(Activate("dark-hole", "a:DarkHole"))
    table.nobody_responds()
    third = table.accepts(Activate("peten", "a:Peten"), "SEG-12")
    assert "SEG-16" not in third.rules
    table.plays(Activate("peten", "a:Peten"))
    table.plays(Activate("peten", "b:Peten"), "SEG-13", "SEG-16")
    assert table.has(Activated, "SEG-16")
    assert triggers(table) == ["a:Sangan", "b:Sangan", "a:Peten", "b:Peten"]
    assert table.asks() == ("a", "window")
    table.plays(Pass(), "SEG-06", "SEG-07", "SEG-16")
    for seat in "ba":
        table.plays(Choose(f"{seat}:Peten/2"))
        table.plays(Play("effect-summon", f"{seat}:Peten/2", ZoneName(f"{seat}.m1")))
    assert table.asks() == ("b", "choose")


@pytest.mark.rule("SEG-18", "SEG-19")
def test_example_2_super_polymerization_into_gaia(board: Board) -> None:
    table = board.lay(
        {
            "a.hand": "SuperPolymerization Elf",
            "a.m1": "ShadowMist",
            "a.extra": "HeroGaia",
            "a.pile": "Sparkman",
            "b.m1": "DragonVanguard",
            "b.m2": "Giant",
            "b.grave": "BlueEyes",
        },
        readings=TCG,
    )
    table.plays(Activate("super-polymerization", "a:SuperPolymerization"))
    table.plays(Choose("a:Elf"))
    table.plays(Choose("a:HeroGaia"))
    for answer in ("a.m1", "b.m1"):
        if table.asks()[1] == "choose":
            table.plays(Choose(answer))
    table.plays(table.legal()[0])
    while table.asks()[1] == "choose":
        table.plays(table.legal()[0])
    assert triggers(table) == ["a:HeroGaia"]
    assert table.has(Lapsed, "SEG-18")
    refused = table.refuses(
        Activate("dragon-vanguard-return", "b:DragonVanguard"), "SEG-15", "SEG-18"
    )
    assert "G-32" in refused.readings
    table.plays(Activate("shadow-mist-buried", "a:ShadowMist"))
    assert triggers(table) == ["a:HeroGaia", "a:ShadowMist"]
    assert table.has(Activated, "SEG-19")


@pytest.mark.rule("SEG-27", "SEG-28")
@pytest.mark.parametrize(
    ("effect", "card"), [("gorz-battle", "b:Gorz"), ("tragoedia", "b:Tragoedia")]
)
def test_of_gorz_and_tragoedia_one_comes(board: Board, effect: str, card: str) -> None:
    table = board.lay({"a.m1": "Elf@1", "b.hand": "Gorz Tragoedia"}, phase="battle")
    table.plays(Attack("a.m1"))
    table.nobody_responds()
    table.plays(Activate(effect, card), "SEG-27", "SEG-28")
    assert triggers(table) == [card]
    table.nobody_responds()
    assert table.asks() == ("b", "place")


@pytest.mark.rule("SEG-29")
@pytest.mark.parametrize("place", ["hand", "grave"])
def test_of_two_green_baboons_one_comes_wherever_it_lies(board: Board, place: str) -> None:
    table = board.lay(
        {"a.hand": "DarkHole", "b.hand": "GreenBaboon", "b.grave": "GreenBaboon", "b.m1": "Wolf"}
    )
    table.plays(Activate("dark-hole", "a:DarkHole"))
    table.nobody_responds()
    in_hand, in_grave = "b:GreenBaboon", "b:GreenBaboon/2"
    if place == "grave":
        table.plays(Activate("green-baboon", in_grave), "SEG-27", "SEG-29")
    else:
        table.refuses(Activate("green-baboon", in_hand), "SEG-23")
        table.plays(Pass())
        table.plays(Activate("green-baboon", in_hand), "SEG-27", "SEG-29")
    assert table.asks()[1] != "trigger"
    assert len(triggers(table)) == 1


@pytest.mark.rule("SEG-30")
def test_several_trifortressops_in_one_chain(board: Board) -> None:
    """Three summons of the opponent in one turn let each of them come, all in one Chain."""
    table = board.lay(
        {
            "a.hand": "Wolf Reborn Reborn",
            "a.grave": "Elf Ox",
            "b.hand": "Trifortressops Trifortressops",
        }
    )
    table.plays(Play("normal-summon", "a:Wolf", ZoneName("a.m1")))
    table.nobody_responds()
    for card, target, zone in (("a:Reborn", "a:Elf", "a.m2"), ("a:Reborn/2", "a:Ox", "a.m3")):
        table.plays(Activate("reborn", card))
        table.plays(Choose(target))
        table.nobody_responds()
        table.plays(Play("effect-summon", target, ZoneName(zone)))
        if card == "a:Reborn":
            table.nobody_responds()
    assert table.asks() == ("b", "window")
    table.plays(Activate("trifortressops", "b:Trifortressops"))
    table.plays(Activate("trifortressops", "b:Trifortressops/2"), "SEG-30")
    assert len(table.duel.chain) == 2


@pytest.mark.rule("SEG-01", "SEG-02", "SEG-03")
def test_dark_world_dealings_has_the_turn_player_discard_first(board: Board) -> None:
    table = board.lay(
        {"a.hand": "DarkWorldDealings Elf", "b.hand": "Ox", "a.pile": "Imp", "b.pile": "Imp"}
    )
    table.plays(Activate("dark-world-dealings", "a:DarkWorldDealings"))
    table.nobody_responds()
    assert table.asks() == ("a", "choose")
    table.plays(Choose("a:Elf"))
    assert table.asks() == ("b", "choose")
    table.plays(Choose("b:Ox"))
    assert table.has(ActedTogether, "SEG-01", "SEG-02", "SEG-03")


@pytest.mark.rule("SEG-07")
def test_who_is_not_asked_yet_may_not_answer(board: Board) -> None:
    """Whose turn it is to answer a link is said by SEG-07, not by the rule of speeds."""
    zones = {"a.hand": "DarkHole", "a.m1": "Wolf", "a.s1": "(JarOfGreed)@1"}
    table = board.lay({**zones, "b.s1": "(JarOfGreed)@1", "b.pile": "Wolf", "a.pile": "Wolf"})
    table.plays(Activate("dark-hole", "a:DarkHole"))
    assert table.asks() == ("b", "window")
    table.refuses(Activate("jar-of-greed", "a.s1", CardKey("a:JarOfGreed")), "SEG-07")
    table.accepts(Activate("jar-of-greed", "b.s1", CardKey("b:JarOfGreed")), "OCG-42")
