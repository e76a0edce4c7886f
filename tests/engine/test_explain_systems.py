"""What is said of every system: its own words, no word of another, nothing raw."""

import random
from typing import Any

import pytest

from duelmat_engine import Name, Play, find_ruleset, legal_actions, ruleset_names
from duelmat_engine.board.scope import Scope
from duelmat_engine.cardfiles.card_form import variants, walk
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops, texts
from duelmat_engine.effects.terms import (
    Cards,
    Filter,
    HasMark,
    Kind,
    LacksMark,
    Named,
    Trait,
)
from duelmat_engine.judging.judge import asker, judge
from duelmat_engine.names import Seat, ZoneName
from duelmat_engine.play import Deck, apply, new_duel, roll
from duelmat_engine.ruleset.build import build_game, choose_readings, with_cards
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.ruleset.words import WINDOWS
from duelmat_engine.state import Duel
from duelmat_engine.text.explain import explain_verdict
from duelmat_engine.text.instructions import action_words
from duelmat_engine.text.log import tell
from duelmat_engine.text.questions import decision_words
from duelmat_engine.text.selectors import kind_of_card
from duelmat_engine.text.wording import EVERYONE, Wording
from engine.spoken import RAW

NAMES = ("Ana", "Ben", "Cem", "Dia")


def duel_of(ruleset: str, seed: int) -> Duel:
    rules = find_ruleset(ruleset)
    decks = [Deck(*rules.decks.practice)] * max(rules.players)
    return new_duel(ruleset, decks, seed=seed).duel


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_nothing_raw_is_said_in_a_random_duel(ruleset: str) -> None:
    """Decisions, actions, verdicts and the log are sentences in every system."""
    chance = random.Random(7)
    duel = duel_of(ruleset, 7)
    game = game_of(duel.ruleset, duel.readings)
    for _ in range(120):
        if duel.is_over():
            break
        decision = duel.decision
        assert decision is not None
        asks_chance = decision.kind == "chance"
        action = roll(duel) if asks_chance else chance.choice(list(legal_actions(duel)))
        words = Wording(game, NAMES, world=duel, sees=EVERYONE)
        seat = asker(duel, action)
        verdict = explain_verdict(words, judge(duel, action), action, seat)
        step = apply(duel, action)
        lines = [line.text for line in tell(words, step.events)]
        for text in (decision_words(words, duel), action_words(words, action, seat), *lines):
            assert text[:1].isupper(), text
            assert not RAW.search(text), text
        assert verdict.paragraph().startswith("Legal.")
        duel = step.duel


def test_what_is_chosen_before_a_duel_of_trigamon_is_said_by_its_kind() -> None:
    """Skills and Stream Triggers are no cards: nobody knows from their names what they are."""
    duel = duel_of("trigamon", 1)
    asked = []
    while duel.decision is not None and duel.decision.kind == "name":
        words = Wording(game_of(duel.ruleset, duel.readings), NAMES, world=duel, sees=EVERYONE)
        asked.append(decision_words(words, duel).partition(": ")[2].partition(":")[0])
        duel = apply(duel, next(iter(legal_actions(duel)))).duel
    stream = "choose the Stream Trigger that you bring along"
    assert asked == ["choose your skill", "choose your skill", stream, stream]


def test_a_card_taken_back_to_the_hand_is_not_said_to_be_set() -> None:
    """In Trigamon's Clean-Up Phase what lies Set may be returned (TRI-29)."""
    duel = duel_of("trigamon", 7)
    words = Wording(game_of(duel.ruleset, duel.readings), NAMES, world=duel, sees=EVERYONE)
    play = Play("return-to-hand", "a.s1", ZoneName("a.hand"), face_up=False)
    assert "eturn" in action_words(words, play, Seat(0))
    assert "Set" not in action_words(words, play, Seat(0))


def test_zones_are_called_as_the_system_calls_them() -> None:
    """What one system calls the pile is the deck of another; long rows are numbered."""
    said = {}
    for ruleset in ("trump_king", "ocg"):
        duel = duel_of(ruleset, 1)
        words = Wording(game_of(ruleset, duel.readings), NAMES, world=duel)
        said[ruleset] = [words.zone(name, 0) for name in ("a.pile", "b.pile", "a.m1", "a.s3")]
    assert said["trump_king"] == [
        "the pile",
        "Ben's pile",
        "the left monster zone",
        "the right magic/trap zone",
    ]
    assert said["ocg"] == ["the deck", "Ben's deck", "monster zone 1", "magic/trap zone 3"]


def test_cards_are_named_as_the_system_names_them() -> None:
    """A card of the pack has an article; a card with a name of its own has none."""
    for ruleset, key, name in (
        ("trump_king", "a:H7", "the 7 of hearts"),
        ("ocg", "a:BlueEyes", "Blue-Eyes White Dragon"),
    ):
        duel = duel_of(ruleset, 1)
        assert Wording(game_of(ruleset, duel.readings)).printed(key) == name


def test_a_choice_names_values_as_the_system_does() -> None:
    """Attributes, levels and kinds of Early OCG are said in its words."""
    duel = duel_of("ocg", 1)
    game = game_of("ocg", duel.readings)
    words = Wording(game, NAMES, world=duel)
    scope = Scope(duel, game, Seat(0), {})
    wanted = Cards(
        ("pile",),
        "own",
        (
            Kind(kind="monster"),
            Trait(name="attribute", value="dark"),
            Trait(name="level", value=4),
        ),
    )
    said = kind_of_card(words, scope, wanted)
    assert said == ("a card of attribute dark of level 4 of your deck that is a monster", True)


def test_words_in_the_name_of_a_card_are_taken_for_no_others() -> None:
    """One may be called like something that may be done, or as if a clause followed."""
    own = [Card(code, name, {}) for code, name in (("Left", "Leave it"), ("Late", "All that be"))]
    rules = with_cards(find_ruleset("ocg"), own, [])
    game = build_game(rules, choose_readings(rules, {}))
    words, scope = Wording(game, NAMES), Scope(duel_of("ocg", 1), game, Seat(0), {})
    assert action_words(words, Name("Left")) == "Choose Leave it"
    assert action_words(words, Name("set")) == "Set it"
    named = Cards(("hand",), "own", (Named(names=("All that be",)),))
    assert kind_of_card(words, scope, named) == ("a card named All that be in your hand", False)


def test_every_filter_has_words() -> None:
    """A filter that a card file may use is said when a player has to choose."""
    duel = duel_of("ocg", 1)
    game = game_of("ocg", duel.readings)
    words = Wording(game, NAMES, world=duel)
    scope = Scope(duel, game, Seat(0), {})
    plain = kind_of_card(words, scope, Cards(("grave",), "own"))
    asked = {
        "name": "attack",
        "names": ("A",),
        "value": 1,
        "values": (1,),
        "amount": 1,
        "traits": ("attack",),
        "kind": "monster",
        "kinds": ("monster",),
        "zones": ("grave",),
        "moves": ("set",),
        "uses": ("magic",),
        "offer": "set",
        "among": Cards(("grave",)),
        "cards": Cards(("grave",)),
        "that": (Kind(kind="trap"),),
        "of": "self",
        "chosen": "x",
    }
    silent = []
    for kind in variants(Filter):
        wanted = kind(**{f: asked[f] for f in kind.__struct_fields__ if f in asked})
        one: tuple[Any, ...] = (wanted,)
        said = kind_of_card(words, scope, Cards(("grave",), "own", one))
        if said == plain:
            silent.append(kind.__name__)
    assert not silent


def test_what_may_be_answered_has_words() -> None:
    """Whatever a response may answer is named where one is asked for."""
    assert WINDOWS.keys() == texts.WINDOWS.keys()


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_every_mark_that_effects_put_on_cards_has_words(ruleset: str) -> None:
    """The log says what a card is, or has a sentence of its own."""
    rules = find_ruleset(ruleset)
    marking = walk((*rules.blocks.values(), *rules.effects.values()))
    names = {op.name for op in marking if isinstance(op, ops.Mark)} | {*rules.in_play.statuses}
    said = rules.words.values.keys() | {name for name, _ in rules.words.marks}
    assert names <= said


def test_a_card_is_chosen_by_what_it_is_and_not_by_the_name_of_a_mark() -> None:
    """A status is said as a player says it, wherever a card is chosen or an act refused."""
    duel = duel_of("trigamon", 1)
    words = Wording(game_of("trigamon", duel.readings), NAMES, world=duel)
    scope = Scope(duel, words.game, Seat(0), {})
    for one, said in (
        (HasMark(name="sleep"), "an Entity that is asleep"),
        (LacksMark(name="stun"), "an Entity that is not stunned"),
        (HasMark(name="position"), "an Entity that is in Core Position"),
    ):
        assert kind_of_card(words, scope, Cards(("m",), "any", (one,)))[0] == said


def test_an_unknown_card_is_said_so() -> None:
    """A key that no card has is no crash."""
    assert Card("X", "X").number("attack") is None
    duel = duel_of("ocg", 1)
    words = Wording(game_of("ocg", duel.readings))
    assert words.printed("a:Nobody") == "an unknown card (Nobody)"


def test_a_stream_is_set_in_words_that_say_no_face() -> None:
    """It lies face-up in any case."""
    duel = duel_of("trigamon", 1)
    words = Wording(game_of(duel.ruleset, duel.readings), NAMES, world=duel, sees=EVERYONE)
    done = Play("set-stream", "a:WarmStream", ZoneName("a.streams"))
    assert done.face_up
    assert action_words(words, done) == "Set Warm Stream in Ana's streams"
