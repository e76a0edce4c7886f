"""Cards that an effect puts on the field one after another: one without room is passed over."""

from __future__ import annotations

from duelmat_engine.actions import Activate, Choose, Pass, Play
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Cards
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import ZoneName
from duelmat_engine.play import apply
from duelmat_engine.ruleset.build import build_game, default_readings, with_cards
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset

RULES = ("G-29.text",)
BRING = Effect(
    name="bring",
    use="ignition",
    text="Bring two cards of your hand to the field.",
    zones=("m",),
    rules=RULES,
    resolve=(
        ops.Choose(bind="brought", cards=Cards(("hand",), "own"), count=2, rules=RULES),
        ops.PutOnField(cards="brought", face="up", move="effect-summon", rules=RULES),
    ),
)


def game_with_bringer() -> Game:
    card = Card("Bringer", "Bringer", {"level": 4}, ("monster", "effect"), ("bring",))
    rules = with_cards(find_ruleset("ocg"), [card], [BRING])
    return build_game(rules, default_readings(rules))


def test_a_card_without_a_free_zone_does_not_keep_the_next_from_coming() -> None:
    """The row of magic and traps is full, and that of monsters is not."""
    game = game_with_bringer()
    row = {f"a.s{n}": [Placed("Typhoon", face_up=False)] for n in range(1, 6)}
    zones = {**row, "a.m1": [Placed("Bringer")], "a.hand": [Placed("Axe"), Placed("Wolf")]}
    duel = position("ocg", zones, game=game)
    duel = apply(duel, Activate("bring", "a.m1"), game).duel
    while duel.decision is not None and duel.decision.kind == "window":
        duel = apply(duel, Pass(), game).duel
    for code in ("Axe", "Wolf"):
        duel = apply(duel, Choose(f"a:{code}"), game).duel
    assert {a.card for a in legal_actions(duel, game) if isinstance(a, Play)} == {"a:Wolf"}
    duel = apply(duel, Play("effect-summon", "a:Wolf", ZoneName("a.m2")), game).duel
    assert [piece.code for piece in duel.at("a.m2")] == ["Wolf"]
    assert [piece.code for piece in duel.at("a.hand")] == ["Axe"]
