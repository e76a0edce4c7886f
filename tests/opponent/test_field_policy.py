"""In Trigamon the opponent sees who can attack whom, and what effects are good for."""

from __future__ import annotations

from random import Random

import pytest

from duelmat_engine import (
    Action,
    Activate,
    Advance,
    Attack,
    Choose,
    Duel,
    Play,
    Seat,
    carry_out,
    game_of,
    legal_actions,
    parse_position,
    view_for,
)
from duelmat_opponent import BUDGETS, Level, choose
from duelmat_opponent.action_classes import ActionClass
from duelmat_opponent.choosing import _worth_thinking
from duelmat_opponent.effect_uses import Use, uses
from duelmat_opponent.evaluation import evaluate
from duelmat_opponent.field_policy import CERTAIN, POINTLESS, field_preference
from duelmat_opponent.monsters import monsters, monsters_across, threat

A = Seat(0)
DECK = (
    "ThirdWind StillMoment SkippedDawn CoachMara LongRain FrostKiss SplitMind StaticJolt "
    "LoneWatch MoonRegent"
)
DECKS = f"a.pile {DECK}; b.pile {DECK}"
CORE = '{position="core"}'


def duel(cards: str, *, phase: str = "main1", life: str = "8000 8000") -> Duel:
    """A turn of a, with these cards and some to draw."""
    return parse_position(f"trigamon; 5 a {phase}; life {life}; closed; {cards}; {DECKS}")


BETTER = [
    pytest.param("a.m1 GlassDrake@1", "a.m1 EmberImp@1", id="the stronger attacker"),
    pytest.param("a.m1 GlassDrake@1", f"a.m1 GlassDrake@1{CORE}", id="one that attacks"),
    pytest.param("a.m1 GlassDrake@1", "a.m1 GlassDrake@1{sleep=1}", id="one that is awake"),
    pytest.param("a.m1 GlassDrake@1", "a.m1 GlassDrake@1{burn=1}", id="one that is not burnt"),
    pytest.param(
        f"a.m1 EmberImp@1{CORE}; b.m1 GlassDrake@1",
        "a.m1 EmberImp@1; b.m1 GlassDrake@1",
        id="shelter from a stronger attacker",
    ),
    pytest.param(
        "a.m1 GlassDrake@1; b.m1 EmberImp@1",
        f"a.m1 GlassDrake@1; b.m1 EmberImp@1{CORE}",
        id="somebody to attack",
    ),
    pytest.param(
        "a.m1 HalfMoth@1; a.field SunlitMeadow@1",
        "a.m1 HalfMoth@1; a.field DeepMire@1",
        id="attack that a field adds",
    ),
]


@pytest.mark.parametrize(("better", "worse"), BETTER)
def test_one_position_is_better_than_another(better: str, worse: str) -> None:
    assert evaluate(duel(better), A) > evaluate(duel(worse), A)
    assert evaluate(duel(better), Seat(1)) < evaluate(duel(worse), Seat(1))


def test_life_taken_counts_more_than_life_above_the_start() -> None:
    cards = "a.m1 HalfMoth@1"
    gained = evaluate(duel(cards, life="9000 8000"), A)
    taken = evaluate(duel(cards, life="8000 7000"), A)
    assert taken > gained > evaluate(duel(cards), A)


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        pytest.param("a.m1 GlassDrake@1; a.m2 EmberImp@1", 3_300, id="direct"),
        pytest.param(f"a.m1 GlassDrake@1; b.m1 EmberImp@1{CORE}", 0, id="out of reach"),
        pytest.param("a.m1 GlassDrake@1; b.m1 EmberImp@1", 1_300 + 500, id="damage and a kill"),
        pytest.param("a.m1 EmberImp@1; b.m1 GlassDrake@1", 0, id="too weak"),
        pytest.param("a.m1 GlassDrake_@1", 0, id="in Defense Position"),
        pytest.param(
            "a.m1 GlassDrake@1; a.m2 HalfMoth@1; b.m1 EmberImp@1",
            1_300 + 500 + 1_500,
            id="then on",
        ),
    ],
)
def test_the_threat_is_that_of_the_attacks_that_can_be_made(cards: str, worth: int) -> None:
    there = duel(cards)
    found = threat(monsters(there, A), monsters_across(there, A))
    assert round(8_000 * found) == worth


def looks(there: Duel) -> dict[Action, float]:
    """How good each legal action looks."""
    return {action: field_preference(there, action) for action in legal_actions(there)}


def test_what_only_helps_is_certain_and_what_does_nothing_is_pointless() -> None:
    cards = (
        "a.hand PocketTorch OldAmphitheatre HushBurial NapPowder SparkLesson; "
        "a.m1 HalfMoth@1; a.skill HeadStart; a.streams WarmStream{on=1}"
    )
    found = {
        action.effect: value
        for action, value in looks(duel(cards)).items()
        if isinstance(action, Activate)
    }
    helps = {"pocket-torch", "second-breath", "spark-lesson"}
    assert {name for name, value in found.items() if value == CERTAIN} == helps
    pointless = {"old-amphitheatre", "hush-burial", "toggle-stream"}
    assert {name for name, value in found.items() if value == POINTLESS} == pointless


@pytest.mark.parametrize("aim", ["b.m1", "a.m1"])
def test_effects_are_aimed_at_whom_they_should_be(aim: str) -> None:
    """A chain that weakens goes to the other side, a harness that strengthens to one's own."""
    card = "IronHarness" if aim == "a.m1" else "HomewardWind"
    there = duel(f"a.hand {card}; a.m1 HalfMoth@1; b.m1 GlassDrake@1")
    act = next(each for each in legal_actions(there) if isinstance(each, Activate))
    asked = carry_out(there, act, game_of(there.ruleset, there.readings)).duel
    values = {each: value for each, value in looks(asked).items() if isinstance(each, Choose)}
    assert len(values) == 2
    assert max(values, key=lambda each: values[each]) == Choose(aim)


def test_spells_are_not_set_and_traps_are() -> None:
    there = duel("a.hand SwiftSnare SparkLesson")
    sets = {
        action.card: value
        for action, value in looks(there).items()
        if isinstance(action, Play) and action.move == "set-card"
    }
    assert sets["a:SparkLesson"] == POINTLESS
    assert sets["a:SwiftSnare"] > 1.0


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.STRONG])
@pytest.mark.parametrize("cards", ["a.m1 HalfMoth@1", "a.m1 GlassDrake@1; b.m1 HalfMoth@1"])
def test_it_goes_to_battle_and_attacks_where_that_wins(cards: str, level: Level) -> None:
    for seed in range(3):
        chance = Random(seed)
        main = choose(view_for(duel(cards), A), BUDGETS[level], chance)
        assert main == Advance("battle")
        fight = choose(view_for(duel(cards, phase="battle"), A), BUDGETS[level], chance)
        assert isinstance(fight, Attack)


def test_pointless_answers_are_not_thought_about() -> None:
    """Of all that may be done here, only going on has a point; elsewhere nothing is left out."""
    there = duel("a.hand OldAmphitheatre HushBurial; a.m1 HalfMoth_@1")
    kinds: dict[ActionClass, Action] = {(action,): action for action in legal_actions(there)}
    assert len(kinds) > 2
    assert list(_worth_thinking(there, kinds).values()) == [Advance("clean-up")]
    other = parse_position(
        "ocg; 5 a main1; life 8000 8000; closed; a.hand Wolf Fissure; b.m1 Ox@1"
    )
    kinds = {(action,): action for action in legal_actions(other)}
    assert _worth_thinking(other, kinds) == kinds


def test_uses_are_read_off_the_operations() -> None:
    found = uses("trigamon")
    assert found["swift-snare"] is found["homeward-wind"] is found["great-sweep"] is Use.REMOVE
    assert found["nap-powder"] is found["twin-watch"] is Use.HOLD
    assert found["barbed-chain"] is found["wasp-burn"] is found["pulse-beat"] is Use.WEAKEN
    assert found["iron-harness"] is found["sunlit-meadow"] is Use.STRENGTHEN
    assert found["pocket-coach"] is found["last-word"] is Use.BENEFIT
    assert found["null-seal"] is Use.NEGATE
    assert found["moon-rite"] is found["hermit-arrives"] is Use.SUMMON
