"""Wording and timing, and effects that reach several cards: TRI-150 to TRI-159."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Attack, Choose, Pass
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect, On, Restrict
from duelmat_engine.effects.terms import Cards, FaceUp, Held
from duelmat_engine.events import (
    Activated,
    Destroyed,
    DuelEnded,
    Lapsed,
    LifeChanged,
    SeveralDestroyed,
    Spared,
)
from duelmat_engine.names import ZoneName
from duelmat_engine.ruleset.game import Game
from engine.conformance.board import Board, Table
from engine.conformance.trigamon import entity, tri, use

PILE = {"a.pile": "EmberImp HalfMoth EmberImp", "b.pile": "EmberImp HalfMoth EmberImp"}
FIELD = Cards(("m",), "any", (FaceUp(),))
COUNT = ops.Gain(amount=Held(FIELD))
"""Gains a point for each Entity that it finds."""


def told(
    name: str, word: str, *resolve: ops.Op, mandatory: bool = True, misses: bool = False
) -> Effect:
    return Effect(
        name=name,
        use="trigger",
        rules=(f"text:{name}",),
        text=f"{word.capitalize()} it is destroyed: gain a point for each Entity.",
        zones=("m", "grave"),
        on=On(event="Destroyed", timing=word, misses=misses),  # type: ignore[arg-type]  # a word
        mandatory=mandatory,
        resolve=resolve or (COUNT,),
    )


def bearer(code: str, *effects: str) -> Card:
    return Card(code, code, {"level": 4, "attack": 1000, "defense": 0}, ("entity",), effects)


STORM = Effect(
    name="storm",
    use="magic",
    rules=("text:storm",),
    text="Destroy all face-up Entities, then gain 1000 life.",
    zones=("s",),
    resolve=(ops.Destroy(cards=FIELD, rules=("text:storm",)), ops.Gain(amount=1000)),
)
HARDY = Effect(
    name="hardy",
    use="continuous",
    rules=("text:hardy",),
    restricts=(Restrict(("destroy-by-effect",), ("text:hardy",)),),
)


def game() -> Game:
    cards = [
        bearer("AsOne", "as-count"),
        bearer("WhenOne", "when-count"),
        bearer("IfOne", "if-count"),
        bearer("MayOne", "may-count"),
        bearer("LostOne", "lost-count"),
        bearer("AllOne", "if-count", "when-count", "as-count"),
        bearer("HardyOne", "hardy"),
        entity("Plain", level=4),
        Card("Storm", "Storm", {}, ("formula", "spell"), ("storm",)),
    ]
    effects = [
        STORM,
        HARDY,
        told("as-count", "as"),
        told("when-count", "when"),
        told("if-count", "if"),
        told("may-count", "if", mandatory=False),
        told("lost-count", "if", mandatory=False, misses=True),
    ]
    return tri(cards, effects)


def storm(board: Board, zones: dict[str, str], *answers: str) -> Table:
    """Storm is played; cards are chosen as asked, and nobody responds."""
    table = board.lay({"a.hand": "Storm", **zones, **PILE}, game=game())
    table.plays(use("storm", "a:Storm"))
    left = [*answers]
    while table.asks()[1] in ("window", "choose"):
        table.plays(Pass() if table.asks()[1] == "window" else Choose(left.pop(0)))
    return table


def gains(table: Table) -> list[int]:
    return [e.life - e.before for e in table.history if isinstance(e, LifeChanged)]


@pytest.mark.rule("TRI-151", "TRI-153", "TRI-154", "TRI-155")
@pytest.mark.parametrize(
    ("card", "found", "rule"),
    [
        ("AsOne", [3, 1000], "TRI-155"),
        ("WhenOne", [2, 1000], "TRI-153"),
        ("IfOne", [1000], "TRI-154"),
    ],
)
def test_the_word_says_what_an_effect_finds(
    board: Board, card: str, found: list[int], rule: str
) -> None:
    """With "as" it finds itself, with "when" those that are left, with "if" it waits."""
    zones = {"b.m1": card, "b.m2": "Plain", "b.m3": "Plain"}
    table = storm(board, zones, "b.m1", "b.m2")
    assert gains(table) == found
    assert table.has(Activated, rule)
    if rule != "TRI-154":
        assert table.has(Activated, "TRI-151")


@pytest.mark.rule("TRI-152")
def test_one_card_with_all_words_goes_through_them_in_their_order(board: Board) -> None:
    table = storm(board, {"b.m1": "AllOne", "b.m2": "Plain"}, "b.m1")
    order = [e.effect for e in table.history if isinstance(e, Activated)]
    assert order == ["storm", "as-count", "when-count", "if-count"]
    assert table.has(Activated, "TRI-152")


@pytest.mark.rule("TRI-150")
def test_an_effect_misses_its_timing_only_if_it_says_so(board: Board) -> None:
    table = storm(board, {"a.m1": "MayOne"})
    table.accepts(Activate("may-count", "a:MayOne"), "TRI-150")
    table.plays(Activate("may-count", "a:MayOne"))
    table = storm(board, {"a.m1": "LostOne", "a.m2": "MayOne"}, "a.m1")
    assert table.has(Lapsed, "TRI-150")
    table.refuses(Activate("lost-count", "a:LostOne"), "TRI-150")
    table.plays(Activate("may-count", "a:MayOne"), "TRI-150")


@pytest.mark.rule("TRI-156")
def test_several_effects_of_speed_one_are_one_act(board: Board) -> None:
    """G-13: no chain; each finds the cards as they were before the others."""
    table = storm(board, {"a.m1": "IfOne", "b.m1": "IfOne"}, "a.m1")
    links = [e for e in table.history if isinstance(e, Activated) and e.effect == "if-count"]
    assert len(links) == 2
    assert table.has(Activated, "TRI-156", "G-13")


@pytest.mark.rule("TRI-155", "G-17.over", "G-17.all-lost")
@pytest.mark.parametrize(
    ("attacker", "life"), [("EmberImp", (200, 100)), ("TwinHare", (200, 200))]
)
def test_what_happens_together_is_over_before_life_is_looked_at(
    board: Board, attacker: str, life: tuple[int, int]
) -> None:
    """As they are destroyed, Hares take the other player along."""
    zones = {"a.m1": attacker, "b.m1": "TwinHare", **PILE}
    table = board.lay(zones, phase="battle", life=life)
    table.plays(Attack("a.m1", ZoneName("b.m1")))
    assert table.life() == (0, 0)
    assert table.duel.outcome is not None
    assert table.duel.outcome.winner is None
    assert table.has(DuelEnded, "G-17.all-lost")


@pytest.mark.rule("TRI-156", "G-17.all-lost")
def test_effects_that_are_one_act_are_all_carried_out_before_life_is_looked_at(
    board: Board,
) -> None:
    """G-13: they resolve together, and what two of them do is one result."""
    harm = told("harm", "if", ops.Damage(amount=200))
    game = tri([bearer("Harm", "harm")], [harm])
    table = board.lay(
        {"a.m1": "Harm", "b.m1": "Harm", **PILE}, phase="battle", life=(200, 200), game=game
    )
    table.plays(Attack("a.m1", ZoneName("b.m1")))
    assert table.life() == (0, 0)
    assert table.has(DuelEnded, "G-17.all-lost")


@pytest.mark.rule("TRI-155")
def test_who_has_no_life_left_may_be_asked_in_what_happens_together(board: Board) -> None:
    last = told("last", "as", ops.Gain(amount=500), mandatory=False)
    game = tri([bearer("Last", "last")], [last])
    zones = {"a.m1": "GlassDrake", "b.m1": "Last", **PILE}
    for answer, left in ((Pass(), 0), (Activate("last", "b:Last"), 500)):
        table = board.lay(zones, phase="battle", life=(8000, 100), game=game)
        table.plays(Attack("a.m1", ZoneName("b.m1")))
        table.plays(answer)
        assert table.life() == (8000, left)
        assert table.duel.is_over() == (not left)


@pytest.mark.rule("TRI-157", "TRI-158", "TRI-159")
@pytest.mark.parametrize("first", ["b.m1", "b.m2"])
def test_an_effect_on_several_cards_acts_on_one_after_another(board: Board, first: str) -> None:
    """G-14: in its player's order; two in rapid succession are two at once."""
    zones = {"a.m1": "HardyOne", "b.m1": "Plain", "b.m2": "Plain", "b.m3": "PairedOwl"}
    table = board.lay({"a.hand": "GreatSweep", **zones, **PILE}, game=game())
    table.plays(use("great-sweep", "a:GreatSweep"))
    while table.asks()[1] in ("window", "choose"):
        chosen = [a for a in table.legal() if isinstance(a, Choose)]
        wanted = Choose(first) if Choose(first) in chosen else (*chosen, Pass())[0]
        table.plays(Pass() if table.asks()[1] == "window" else wanted)
    fallen = [e for e in table.history if isinstance(e, Destroyed)]
    assert len(fallen) == 3
    assert fallen[0].place == first
    assert all({"TRI-157", "G-14"} <= set(e.rules) for e in fallen)
    assert table.has(SeveralDestroyed, "TRI-159")


@pytest.mark.rule("TRI-158")
def test_what_is_foretold_is_foretold_of_all_at_once(board: Board) -> None:
    """What would be spared is settled before the first of them goes."""
    zones = {"a.m1": "HardyOne", "b.m1": "Plain", "b.m2": "Plain"}
    table = storm(board, zones, "b.m1")
    kinds = [type(e) for e in table.history if isinstance(e, Spared | Destroyed)]
    assert kinds == [Spared, Destroyed, Destroyed]
    assert table.has(Destroyed, "TRI-158")
    assert table.cards("a.m1") == "HardyOne"


@pytest.mark.rule("TRI-154")
def test_what_is_worded_with_if_waits_while_cards_are_put_in_order(board: Board) -> None:
    zones = {"a.hand": "Storm", "b.m1": "IfOne", "b.m2": "Plain", "b.m3": "Plain", **PILE}
    table = board.lay(zones, game=game())
    table.plays(use("storm", "a:Storm"))
    while table.asks()[1] == "window":
        table.plays(Pass())
    table.plays(Choose("b.m1"))
    assert table.asks() == ("a", "choose")
    table.invalid(Activate("if-count", "b:IfOne"), "TRI-154")


@pytest.mark.rule("TRI-153", "TRI-155", "TRI-159")
def test_the_hares_of_the_practice_deck(board: Board) -> None:
    """Twin Hare as, Echo Hare when, Patient Hare if, Paired Owl for two at once."""
    zones = {
        "a.hand": "GreatSweep",
        "b.m1": "TwinHare",
        "b.m2": "EchoHare",
        "b.m3": "PatientHare",
        "b.m4": "PairedOwl-",
        **PILE,
    }
    table = board.lay(zones)
    table.plays(use("great-sweep", "a:GreatSweep"))
    while not table.duel.is_over() and table.asks()[1] != "open":
        options = table.legal()
        table.plays(next((a for a in options if isinstance(a, Activate)), options[0]))
    done = [e.effect for e in table.history if isinstance(e, Activated)]
    assert done.index("twin-damage") < done.index("patient-gain")
    assert {"echo-draw", "patient-gain", "owl-draw"} <= set(done)
    assert table.life() == (7800, 8300)
