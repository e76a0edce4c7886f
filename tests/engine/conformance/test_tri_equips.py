"""Equip cards of Trigamon: who may hold one, and what becomes of them when their Entity goes."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_engine.actions import Advance, Choose, Name
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Bound, Cards
from duelmat_engine.events import Activated, Destroyed, SeveralDestroyed, Spared
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import replace
from engine.conformance.board import Board, Table
from engine.conformance.trigamon import (
    PILE,
    asked,
    quiet,
    settle,
    tri,
    turned,
    use,
)

COPIES: Final = {
    "Strap2": "FaithfulStrap",
    "Strap3": "FaithfulStrap",
    "Harness2": "IronHarness",
    "Harness3": "IronHarness",
    "Charm2": "GuardianCharm",
    "Charm3": "GuardianCharm",
}
ENTITY: Final = (ops.Choose(bind="found", cards=Cards(("m",), "any")),)
AWAY: Final = {
    "recall": ops.Send(cards=Bound("found"), to="hand"),
    "bury": ops.Send(cards=Bound("found"), to="pile"),
    "strike": ops.Destroy(cards=Bound("found")),
    "hide": ops.Reposition(cards=Bound("found"), to="face-down"),
}
HOLDS: Final = {
    "FaithfulStrap": "faithful-strap",
    "IronHarness": "iron-harness",
    "GuardianCharm": "guardian-charm",
}


def equipped(board: Board, *trap: str) -> Table:
    """Each of a's two Entities holds an Equip Trainer, an Equip Spell and an Equip Jumper.

    The first of them holds a Trainer and a Spell of player b as well, whose turn it is.
    """
    rules = find_ruleset("trigamon")
    cards = [replace(rules.cards[like], code=code, name=code) for code, like in COPIES.items()]
    cards += [Card(name.capitalize(), name, {}, ("formula", "spell"), (name,)) for name in AWAY]
    effects = [
        Effect(
            name=name,
            use="magic",
            rules=(f"text:{name}",),
            text="An Entity goes.",
            zones=("s",),
            announce=ENTITY,
            resolve=(op,),
        )
        for name, op in AWAY.items()
    ]
    zones = {
        **PILE,
        "a.hand": " ".join((*HOLDS, "Strap2 Harness2 Charm2")),
        "a.m1": "EmberImp",
        "a.m2": "StoneWarden",
        "b.hand": "Strap3 Harness3 Recall Bury Strike Hide",
    }
    table = board.lay(zones, game=tri(cards, effects))
    for code, effect in HOLDS.items():
        settle(table, use(effect, f"a:{code}"), "a.m1")
    for code in ("Strap2", "Harness2", "Charm2"):
        settle(table, use(HOLDS[COPIES[code]], f"a:{code}"), "a.m2")
    for phase in ("clean-up", "end-phase", "end", "standby", "main1"):
        table.plays(Advance(phase))
        table.nobody_responds()
    for code in ("Strap3", "Harness3"):
        settle(table, use(HOLDS[COPIES[code]], f"b:{code}"), "a.m1")
    assert equips(table) == {*HOLDS, *COPIES} - {"Charm3"}
    return table


def equips(table: Table) -> set[str]:
    return {str(piece.code) for _, piece in table.duel.pieces() if piece.attached}


def where(table: Table, *codes: str) -> list[str]:
    """The piles in which these cards lie, open or hidden."""
    lies = {str(piece.code): name for name, piece in table.duel.pieces()}
    return [lies[code] for code in codes]


def lies_open(table: Table, *codes: str) -> bool:
    pieces = [piece for _, piece in table.duel.pieces() if piece.code in codes]
    return all(piece.face_up for piece in pieces)


OTHER: Final = {"Strap2", "Harness2", "Charm2"}
"""What the Entity holds that stays as it is."""


@pytest.mark.rule("TRI-62", "TRI-65", "TRI-84")
@pytest.mark.parametrize("follows", ["hand", "grave"])
def test_equip_cards_of_an_entity_that_goes_to_the_hand(board: Board, follows: str) -> None:
    """Trainers of both players go along, Spells are destroyed, a Jumper's player chooses."""
    table = equipped(board)
    settle(table, use("recall", "b:Recall"), "a.m1")
    table.plays(Name(follows), "TRI-84")
    quiet(table)
    assert equips(table) == OTHER
    assert where(table, "FaithfulStrap", "Strap3") == ["a.hand", "b.hand"]
    assert where(table, "IronHarness", "Harness3") == ["a.grave", "b.grave"]
    assert where(table, "GuardianCharm") == [f"a.{follows}"]


@pytest.mark.rule("TRI-62", "TRI-66", "TRI-84")
@pytest.mark.parametrize("effect", ["bury", "strike"])
def test_equip_cards_of_an_entity_that_goes_elsewhere(board: Board, effect: str) -> None:
    """All of them go to the Graveyard, and lie open there; of the other Entity's none does."""
    table = equipped(board)
    settle(table, use(effect, f"b:{effect.capitalize()}"), "a.m1")
    assert equips(table) == OTHER
    gone = ("FaithfulStrap", "IronHarness", "GuardianCharm", "Strap3", "Harness3")
    assert [name[2:] for name in where(table, *gone)] == ["grave"] * 5
    assert lies_open(table, *gone)
    destroyed = {str(e.piece.code) for e in table.history if isinstance(e, Destroyed)}
    trainers = {"FaithfulStrap", "Strap3"} if effect == "strike" else set()
    assert destroyed - {"EmberImp"} == {"IronHarness", "Harness3"} | trainers


@pytest.mark.rule("TRI-63", "TRI-64")
def test_equip_cards_of_an_entity_that_is_turned_down(board: Board) -> None:
    """Spells of both players are destroyed, Trainers and the Jumper stay."""
    table = equipped(board)
    settle(table, use("hide", "b:Hide"), "a.m1")
    assert equips(table) == OTHER | {"FaithfulStrap", "Strap3", "GuardianCharm"}
    kept = [str(e.piece.code) for e in table.history if isinstance(e, Spared)]
    assert sorted(kept) == ["FaithfulStrap", "Strap3"]


@pytest.mark.rule("TRI-63")
def test_equip_traps_of_an_entity_that_is_turned_down(board: Board) -> None:
    """Those of both players on it are destroyed, the one on another Entity stays."""
    rules = find_ruleset("trigamon")
    chain = rules.cards["BarbedChain"]
    copies = [replace(chain, code=c, name=c) for c in ("Chain2", "Chain3")]
    zones = {
        **PILE,
        "a.hand": "LightsOut",
        "a.m1": "EmberImp",
        "a.m2": "StoneWarden",
        "a.s1": "(BarbedChain)",
        "a.s2": "(Chain2)",
        "b.s1": "(Chain3)",
    }
    table = board.lay(zones, game=tri(copies))
    settle(table, turned("barbed-chain", "a.s1", "BarbedChain"), "a.m1")
    table.plays(turned("barbed-chain", "a.s2", "Chain2"))
    table.plays(Choose("a.m2"))
    asked(table, "b")
    settle(table, turned("barbed-chain", "b.s1", "Chain3"), "a.m1")
    assert equips(table) == {"BarbedChain", "Chain2", "Chain3"}
    settle(table, use("lights-out", "a:LightsOut"), "a.m1")
    assert equips(table) == {"Chain2"}


@pytest.mark.rule("TRI-61", "TRI-83")
@pytest.mark.parametrize(
    ("code", "effect", "rule"),
    [
        ("IronHarness", "iron-harness", "TRI-61"),
        ("BarbedChain", "barbed-chain", "TRI-61"),
        ("FaithfulStrap", "faithful-strap", "TRI-61"),
        ("GuardianCharm", "guardian-charm", "TRI-83"),
    ],
)
def test_only_a_face_up_entity_holds_an_equip_card(
    board: Board, code: str, effect: str, rule: str
) -> None:
    place = "a.s1" if code == "BarbedChain" else "a.hand"
    text = f"({code})" if code == "BarbedChain" else code
    act = turned(effect, place, code) if code == "BarbedChain" else use(effect, f"a:{code}")
    there = {place: text, "a.m2": "(HalfMoth)", **PILE}
    board.lay(there).refuses(act, rule)
    table = board.lay({**there, "a.m1": "EmberImp"})
    table.plays(act, rule)
    assert Choose("a.m2") not in table.legal()
    table.plays(Choose("a.m1"))


@pytest.mark.rule("TRI-63", "TRI-159")
def test_equip_cards_that_go_together_are_two_in_rapid_succession(board: Board) -> None:
    """A Spell and a Trap: what waits for two simultaneously sees both."""
    zones = {**PILE, "a.hand": "LightsOut IronHarness", "a.m1": "EmberImp", "b.m1": "PairedOwl"}
    table = board.lay({**zones, "a.s1": "(BarbedChain)@1"})
    settle(table, use("iron-harness", "a:IronHarness"), "a.m1")
    settle(table, turned("barbed-chain", "a.s1", "BarbedChain"), "a.m1")
    settle(table, use("lights-out", "a:LightsOut"), "a.m1")
    assert table.has(SeveralDestroyed, "TRI-159")
    assert "owl-draw" in {e.effect for e in table.history if isinstance(e, Activated)}


@pytest.mark.rule("TRI-84")
def test_each_owner_of_a_jumper_says_whether_it_follows(board: Board) -> None:
    """G-06: of both players' Jumpers, the turn player's first, and never the Entity's player."""
    charm = Placed("GuardianCharm", attached="b.m1")
    wanted = {
        "a.hand": [Placed("HomewardWind")],
        "a.attached": [charm],
        "b.attached": [charm],
        "b.m1": [Placed("EmberImp")],
    }
    for first, second in (("hand", "grave"), ("grave", "hand")):
        table = Table(board.note, position("trigamon", wanted, turn=5), tri())
        table.plays(use("homeward-wind", "a:HomewardWind"))
        table.nobody_responds()
        while table.asks()[1] != "name":
            table.plays(table.legal()[0])
        assert table.asks() == ("a", "name")
        table.plays(Name(first), "TRI-84")
        assert table.asks() == ("b", "name")
        table.plays(Name(second), "TRI-84")
        assert (table.cards("a.hand") == "GuardianCharm") == (first == "hand")
        assert ("GuardianCharm" in table.cards("b.hand")) == (second == "hand")
