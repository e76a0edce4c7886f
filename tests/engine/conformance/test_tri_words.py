"""Trigamon's steps and effects word by word: whose, how often, in which case.

Each test holds one word of a step or of a card's text to what happens on the table.
"""

from __future__ import annotations

from typing import Final

import pytest
from msgspec import structs

from duelmat_engine.actions import Choose, Name, Pass
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Bound, Cards
from duelmat_engine.events import Moved
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset
from engine.conformance.board import Board, Table
from engine.conformance.trigamon import tri, use

PILE: Final = {
    "a.pile": "EmberImp HalfMoth EmberImp",
    "b.pile": "EmberImp HalfMoth EmberImp",
}
GOES: Final = {
    "recall": ops.Send(cards=Bound("gone"), to="hand"),
    "bury": ops.Send(cards=Bound("gone"), to="pile"),
    "strike": ops.Destroy(cards=Bound("gone")),
}


def with_charms() -> Game:
    """Player b has a Jumper Equip for any Entity, and Formulas that take one away, one of them
    a quick answer.
    """
    known = find_ruleset("trigamon")
    own = known.effects["guardian-charm"]
    choose = ops.Choose(bind="host", cards=Cards(("m",), "any"))
    effects = [structs.replace(own, name="far-charm", announce=(choose,))]
    gone = ops.Choose(bind="gone", cards=Cards(("m",), "any"))
    for name, op in GOES.items():
        effects.append(
            Effect(
                name=name,
                use="magic",
                rules=(f"text:{name}",),
                text="An Entity goes.",
                zones=("s",),
                announce=(gone,),
                resolve=(op,),
            )
        )
    cards = [
        Card("FarCharm", "Far Charm", {}, ("jumper", "equip"), ("far-charm",)),
        *(
            Card(name.capitalize(), name, {}, ("formula", "spell", "quick-play"), (name,))
            for name in GOES
        ),
    ]
    return tri(cards, effects)


def quiet(table: Table) -> None:
    table.nobody_responds()


@pytest.mark.rule("TRI-84")
@pytest.mark.parametrize(
    ("effect", "follows", "to"),
    [
        ("recall", "hand", "b.hand"),
        ("recall", "grave", "b.grave"),
        ("bury", "", "b.grave"),
        ("strike", "", "b.grave"),
    ],
)
def test_a_jumper_equip_of_the_opponent_goes_its_way_too(
    board: Board, effect: str, follows: str, to: str
) -> None:
    """It is attached to an Entity of the other player, and goes to its owner's zones."""
    zones = {**PILE, "b.hand": f"FarCharm {effect.capitalize()}", "a.m1": "EmberImp"}
    table = board.lay(zones, seat="b", game=with_charms())
    table.plays(use("far-charm", "b:FarCharm"))
    table.plays(Choose("a.m1"))
    quiet(table)
    assert table.cards("b.attached") == "FarCharm"
    table.plays(use(effect, f"b:{effect.capitalize()}"))
    if table.asks()[1] == "choose":
        table.plays(Choose("a.m1"))
    quiet(table)
    if follows:
        table.plays(Name(follows), "TRI-84")
        quiet(table)
    assert "FarCharm" in table.cards(to).split()
    assert [e for e in table.history if isinstance(e, Moved) and "TRI-84" in e.rules]


@pytest.mark.rule("TRI-84")
def test_a_jumper_equip_that_finds_its_entity_gone_goes_to_the_graveyard(board: Board) -> None:
    """In answer to it the Entity is destroyed."""
    zones = {**PILE, "a.hand": "FarCharm Strike", "a.m1": "EmberImp", "a.m2": "HalfMoth"}
    table = board.lay(zones, game=with_charms())
    table.plays(use("far-charm", "a:FarCharm"))
    table.plays(Choose("a.m1"))
    while table.asks() == ("b", "window"):
        table.plays(Pass())
    table.plays(use("strike", "a:Strike"))
    table.plays(Choose("a.m1"))
    quiet(table)
    assert "FarCharm" in table.cards("a.grave").split()
