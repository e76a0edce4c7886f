"""The order of effects by their wording: "as", "when" and "if" each with another outcome.

Laid on the tables of Early OCG with Trigamon's chain policy: nothing but the policy is new.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from duelmat_engine.actions import Action, Activate, Choose, Pass
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect, On, Restrict
from duelmat_engine.effects.terms import Bound, Cards, FaceUp, Held
from duelmat_engine.events import (
    Activated,
    AnyEvent,
    Destroyed,
    Lapsed,
    LifeChanged,
    SeveralDestroyed,
    Spared,
)
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.play import apply
from duelmat_engine.ruleset.build import build_game, choose_readings, with_cards
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.rulesets.trigamon.wording_order import POLICY
from duelmat_engine.state import Duel

FIELD = Cards(("m",), "any", (FaceUp(),))
COUNT = ops.Gain(amount=Held(FIELD))
"""Gains one life for each face-up monster: it tells what an effect finds."""


def trigger(
    name: str, word: str, *resolve: ops.Op, at_least: int = 1, **details: object
) -> Effect:
    event = "SeveralDestroyed" if at_least > 1 else "Destroyed"
    part = "witness" if at_least > 1 else "piece"
    return Effect(
        name=name,
        use="trigger",
        rules=(f"text:{name}",),
        text=f"What {name} says.",
        zones=("m", "grave"),
        on=On(
            event=event,
            part=part,  # type: ignore[arg-type]  # one of the parts
            timing=word,  # type: ignore[arg-type]  # one of the words
            at_least=at_least,
            **details,  # type: ignore[arg-type]  # passed on as given
        ),
        mandatory=True,
        resolve=resolve or (COUNT,),
    )


def spell(name: str, *resolve: ops.Op) -> Effect:
    return Effect(name=name, use="magic", rules=(f"text:{name}",), resolve=resolve)


EFFECTS = (
    trigger("as-count", "as"),
    trigger("when-count", "when"),
    trigger("if-count", "if"),
    trigger("if-loses", "if", misses=True),
    trigger("two-at-once", "if", ops.Gain(amount=50), at_least=2),
    Effect(
        name="hardy",
        use="continuous",
        rules=("text:hardy",),
        restricts=(Restrict(("destroy-by-effect",), ("text:hardy",)),),
    ),
    spell("wrath", ops.Destroy(cards=Bound("aim"), rules=("text:wrath",))),
    spell("storm", ops.Destroy(cards=FIELD, rules=("text:storm",)), ops.Gain(amount=1000)),
)


def monster(code: str, *effects: str) -> Card:
    return Card(code, code, {"level": 4, "attack": 1000, "defense": 0}, ("monster",), effects)


CARDS = (
    monster("Plain"),
    monster("AsCount", "as-count"),
    monster("WhenCount", "when-count"),
    monster("IfCount", "if-count"),
    monster("IfLoses", "if-loses"),
    monster("Watcher", "two-at-once"),
    monster("Hardy", "hardy"),
    monster("All", "if-count", "as-count", "when-count"),
    Card("Storm", "Storm", {}, ("magic",), ("storm",)),
)


@cache
def game() -> Game:
    rules: Ruleset = replace(find_ruleset("ocg"), chain=POLICY)
    rules = with_cards(rules, CARDS, EFFECTS)
    return build_game(rules, choose_readings(rules, {}))


def lay(zones: dict[str, str]) -> Duel:
    wanted = {name: [Placed(code) for code in text.split()] for name, text in zones.items()}
    return position("ocg", wanted, game=game())


def storm(zones: dict[str, str], *answers: Action) -> tuple[Duel, list[AnyEvent]]:
    """Storm is played; answers are given where asked, and nobody responds."""
    duel = lay({"a.hand": "Storm", **zones})
    step = apply(duel, Activate("storm", "a:Storm"), game())
    events = [*step.events]
    left = [*answers]
    while step.duel.decision is not None and step.duel.decision.kind != "open":
        action = Pass() if step.duel.decision.kind == "window" else left.pop(0)
        assert action in legal_actions(step.duel, game()), step.duel.decision
        step = apply(step.duel, action, game())
        events.extend(step.events)
    assert not left
    return step.duel, events


def gains(events: list[AnyEvent]) -> list[int]:
    return [e.life - e.before for e in events if isinstance(e, LifeChanged)]


@pytest.mark.parametrize(
    ("card", "expected"),
    [("AsCount", [3, 1000]), ("WhenCount", [2, 1000]), ("IfCount", [1000])],
)
def test_each_word_finds_other_cards(card: str, expected: list[int]) -> None:
    """It is destroyed first of three: with itself; with those that are left; with none."""
    _, events = storm(
        {"b.m1": card, "b.m2": "Plain", "b.m3": "Plain"}, Choose("b.m1"), Choose("b.m2")
    )
    assert gains(events) == expected


@pytest.mark.parametrize("card", ["AsCount", "WhenCount", "IfCount"])
def test_it_is_told_by_which_words_it_came(card: str) -> None:
    _, events = storm({"b.m1": card})
    (event,) = [e for e in events if isinstance(e, Activated) and e.piece.code == card]
    rules = {
        "AsCount": {"TRI-155", "TRI-151"},
        "WhenCount": {"TRI-153", "TRI-151"},
        "IfCount": {"TRI-154"},
    }
    assert {*rules[card], "TRI-152"} <= set(event.rules)


def test_one_card_with_all_words_goes_through_them_in_order() -> None:
    """As, then when, in the midst of Storm; if after it, and then there is nothing to count."""
    _, events = storm({"b.m1": "All", "b.m2": "Plain"}, Choose("b.m1"))
    order = [e.effect for e in events if isinstance(e, Activated)]
    assert order == ["storm", "as-count", "when-count", "if-count"]
    assert gains(events) == [2, 1, 1000]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("b.m1", "b.m2", ["b:Plain", "b:WhenCount"]), ("b.m2", "b.m1", ["b:WhenCount", "b:Plain"])],
)
def test_the_player_of_the_effect_orders_the_cards(
    first: str, second: str, expected: list[str]
) -> None:
    """The last of them needs no question; nobody may respond in between."""
    del second
    duel, events = storm({"b.m1": "Plain", "b.m2": "WhenCount"}, Choose(first))
    fallen = [e for e in events if isinstance(e, Destroyed)]
    assert [e.piece.key for e in fallen] == expected
    assert all({"TRI-157", "TRI-158", "G-14"} <= set(e.rules) for e in fallen)
    assert {p.code for p in duel.at("b.grave")} == {"Plain", "WhenCount"}
    assert gains(events)[0] == (1 if first == "b.m2" else 0) or first == "b.m1"


def test_two_in_rapid_succession_are_two_at_once() -> None:
    _, events = storm({"b.m1": "Plain", "b.m2": "Plain", "a.grave": "Watcher"}, Choose("b.m1"))
    assert 50 in gains(events)
    (several,) = [e for e in events if isinstance(e, SeveralDestroyed)]
    assert "TRI-159" in several.rules
    _, events = storm({"b.m1": "Plain", "a.grave": "Watcher"})
    assert 50 not in gains(events)


def test_nothing_misses_its_timing_unless_it_says_so() -> None:
    """Storm gains life after it destroyed."""
    optional = replace_effect("if-loses", mandatory=False)
    duel = lay_with(optional, {"a.hand": "Storm", "a.m1": "IfLoses", "a.m2": "Plain"})
    step = duel_until(duel, optional, Activate("storm", "a:Storm"))
    assert any(isinstance(e, Lapsed) and "TRI-150" in e.rules for e in step)


def replace_effect(name: str, **changes: object) -> Game:
    from msgspec.structs import replace as changed

    found = next(e for e in EFFECTS if e.name == name)
    rules = with_cards(game().rules, (), (changed(found, **changes),))
    return build_game(rules, choose_readings(rules, {}))


def lay_with(wanted: Game, zones: dict[str, str]) -> Duel:
    placed = {name: [Placed(code) for code in text.split()] for name, text in zones.items()}
    return position("ocg", placed, game=wanted)


def duel_until(duel: Duel, wanted: Game, action: Action) -> list[AnyEvent]:
    """Play on with the first answer there is until play is open again."""
    step = apply(duel, action, wanted)
    events = [*step.events]
    while step.duel.decision is not None and step.duel.decision.kind != "open":
        step = apply(step.duel, next(iter(legal_actions(step.duel, wanted))), wanted)
        events.extend(step.events)
    return events


def test_several_effects_that_waited_are_one_act() -> None:
    """Each counts what the other would have changed: both find the cards as they were."""
    wanted = replace_effect(
        "if-count",
        resolve=(COUNT, ops.Destroy(cards=Cards(("m",), "own"), rules=())),
    )
    duel = lay_with(
        wanted,
        {
            "a.hand": "Storm",
            "a.m1": "IfCount",
            "b.m1": "IfCount",
            "a.m2": "Hardy",
            "b.m2": "Hardy",
        },
    )
    events = duel_until(duel, wanted, Activate("storm", "a:Storm"))
    assert gains(events) == [1000, 2, 2]
    links = [e for e in events if isinstance(e, Activated) and e.effect == "if-count"]
    assert "TRI-156" not in links[0].rules
    assert {"TRI-156", "TRI-151"} <= set(links[1].rules)
    assert any(isinstance(e, Spared) for e in events)


def test_an_optional_effect_that_waited_is_legal_after_other_things() -> None:
    """Where the other system would have lost it."""
    wanted = replace_effect("if-count", mandatory=False)
    duel = lay_with(wanted, {"a.hand": "Storm", "a.m1": "IfCount"})
    step = apply(duel, Activate("storm", "a:Storm"), wanted)
    while step.duel.decision is not None and step.duel.decision.kind == "window":
        step = apply(step.duel, Pass(), wanted)
    verdict = judge(step.duel, Activate("if-count", "a:IfCount"), wanted)
    assert verdict.legal
    assert {"TRI-150", "TRI-154", "TRI-152"} <= set(verdict.rules)


def test_a_card_that_its_text_keeps_is_told_once_where_one_other_is_destroyed() -> None:
    storm = ops.Destroy(cards=Cards(("m",), "own"), rules=())
    wanted = replace_effect("storm", resolve=(storm,))
    duel = lay_with(wanted, {"a.hand": "Storm", "a.m1": "Plain", "a.m2": "Hardy"})
    events = duel_until(duel, wanted, Activate("storm", "a:Storm"))
    assert [e.piece.key for e in events if isinstance(e, Spared)] == ["a:Hardy"]
    assert [e.piece.key for e in events if isinstance(e, Destroyed)] == ["a:Plain"]
