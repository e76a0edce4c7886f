"""Answers give remedies and reasons in the words of the table."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from duelmat_engine.rulings.answers import answer
from duelmat_engine.rulings.scenario import read_case
from engine.asked_scenarios import OPEN, ask


def test_remedies_are_told_one_by_one_in_the_words_of_the_table() -> None:
    """No key, no zone name and no letter of a seat is left in them."""
    case = {
        "ruleset": "trump_king",
        "names": {"a": "Ana", "b": "Ben"},
        "position": {"phase": "battle", "a": {"m1": "S6"}, "b": {"m1": "D7", "m2": "D5"}},
        "action": {"do": "attack", "card": "m1"},
    }
    scenario = read_case(case)
    (advice,) = answer(scenario, scenario.questions[0]).explanation.advice
    assert advice.text == "Attack the 7 of diamonds or the 5 of diamonds."


def test_what_two_needs_ask_for_in_the_same_words_is_said_once() -> None:
    """Mirror Force needs an attack, and an attacker: one sentence says so."""
    position = OPEN | {"seat": "b", "a": {"s1": {"card": "MirrorForce", "since": 2}}}
    action = {"do": "activate", "card": "s1", "as": "trap", "seat": "a"}
    text = ask("ocg", position, (), action).explanation.paragraph()
    assert text.count("attack of the opponent has just been declared") == 1
    assert "The opponent attacks." not in text


class Worded(NamedTuple):
    """A question, and what its answer says and does not say."""

    ruleset: str
    position: dict[str, Any]
    play: tuple[Any, ...]
    action: Any
    said: tuple[str, ...]
    unsaid: tuple[str, ...]


HINOTAMA = {"do": "activate-spell", "card": "Hinotama", "to": "s0"}
BURNS: dict[str, Any] = OPEN | {"a": {"hand": ["Hinotama"]}, "b": {}}
SWEPT: dict[str, Any] = {
    "turn": 5,
    "phase": "main1",
    "a": {"hand": ["GreatSweep"]},
    "b": {"m1": {"card": "EmberImp", "since": 1}, "m2": {"card": "EmberImp", "since": 1}},
}
UNMET: dict[str, Any] = {
    "turn": 4,
    "phase": "battle",
    "a": {"m0": {"card": "VorseRaider", "since": 1}},
    "b": {"m0": {"card": "CannonSoldier", "since": 1}},
    "c": {"m-1": {"card": "BattleOx", "since": 1}},
}
SHOT = (
    {"do": "attack", "card": "m0", "target": "b.m0"},
    "pass",
    {"do": "activate", "card": "b.m0", "as": "effect", "seat": "b"},
    {"do": "choose", "card": "b.m0"},
    *["pass"] * 6,
)
"""An attack whose defender has paid itself for an effect."""
BURIED: dict[str, Any] = OPEN | {
    "a": {"hand": ["DarkHole"], "m0": "Kuriboh", "m1": "VorseRaider"},
    "b": {},
}
BIPOLAR: dict[str, Any] = {
    "turn": 5,
    "phase": "battle",
    "a": {"m1": {"card": "EmberImp", "since": 1, "marks": {"bipolar": 1}}},
    "b": {"m1": {"card": "EmberImp", "since": 1}},
}
STRIKE = {"do": "attack", "card": "m1"}
WORDED = {
    "who has lost is named": Worded(
        "trump_king",
        {"turn": 4, "phase": "battle", "a": {"m1": {"card": "S7", "since": 2}}, "b": {"life": 5}},
        (STRIKE,),
        {"do": "attack", "card": "m1", "seat": "b"},
        ("The duel is over: Ben has no life left.",),
        ("the opponent has",),
    ),
    "a player who leaves is named": Worded(
        "resummoned",
        BURNS | {"b": {"life": 500}},
        (HINOTAMA, "pass", "pass"),
        HINOTAMA,
        ("The duel is over: Ben has no life left.",),
        ("player b", "Player B"),
    ),
    "who has left never has priority": Worded(
        "resummoned",
        BURNS | {"c": {}},
        ({"do": "concede", "seat": "b"},),
        HINOTAMA | {"seat": "b"},
        ("Ben has left the duel (RES-601.2)",),
        ("Priority has come",),
    ),
    "a spell has no position": Worded(
        "resummoned", BURNS, (), HINOTAMA, ("Activate Hinotama in",), ("Attack Position",)
    ),
    "an effect on the Chain has been set off": Worded(
        "resummoned",
        BURNS,
        (HINOTAMA,),
        {"do": "activate", "card": "s0", "as": "effect"},
        ("that effect, which is on the Chain, is set off again",),
        ("what sets that effect off has happened",),
    ),
    "cards that are destroyed are put in order": Worded(
        "trigamon",
        SWEPT,
        ({"do": "activate", "card": "GreatSweep", "as": "magic"},),
        {"do": "choose", "card": "b.m1"},
        (
            "Ana: choose which of the cards is destroyed next.",
            "Ana: Choose Ember Imp in Ben's Entity zone 1?",
        ),
        ("looked at",),
    ),
    "cards that come to an ordered zone together are put in order": Worded(
        "resummoned",
        BURIED,
        ({"do": "activate-spell", "card": "DarkHole", "to": "s0"}, "pass", "pass"),
        {"do": "choose", "card": "VorseRaider"},
        ("Ana: choose which of the cards comes next, on top of those before it.",),
        ("looked at",),
    ),
    "who answers is asked, whosever the card is": Worded(
        "trigamon",
        SWEPT,
        ({"do": "activate", "card": "GreatSweep", "as": "magic"},),
        "?b.m1",
        ("Ana: Choose Ember Imp in Ben's Entity zone 1?",),
        ("Ben: Choose",),
    ),
    "an attack whose target is drawn is not direct": Worded(
        "trigamon", BIPOLAR, (), STRIKE, ("Ana: Attack with Ember Imp?",), ("directly",)
    ),
    "a use that the rank has not": Worded(
        "trump_king",
        OPEN | {"a": {"s1": {"card": "S2", "face": "down", "since": 2}}},
        (),
        {"do": "activate", "card": "s1", "effect": "trap", "shown": "S2"},
        ("take it) (TK-110)",),
        ("take it) (TK-101)",),
    ),
    "another defender, a monster or a player": Worded(
        "resummoned",
        UNMET,
        SHOT,
        {"do": "choose", "card": "m0"},
        (
            "Ana: choose another defender, or pass: Battle Ox or Ben.",
            "Not legal",
            "choose one of: Battle Ox, Ben.",
        ),
        ("c.m", "pile", "Deck"),
    ),
    "another defender is chosen as any card is": Worded(
        "resummoned",
        UNMET,
        SHOT,
        {"do": "choose", "card": "c.m-1"},
        ("Ana: Choose Battle Ox?", "Legal."),
        (),
    ),
    "turning without a position means the other one": Worded(
        "ocg",
        OPEN | {"a": {"m1": {"card": "Wolf", "since": 2}}},
        (),
        {"do": "turn", "card": "m1"},
        ("Turn Silver Fang to Defense Position?", "Legal."),
        (),
    ),
    "turning a monster in Defense Position without a position": Worded(
        "ocg",
        OPEN | {"a": {"m1": {"card": "Wolf", "since": 2, "position": "defense"}}},
        (),
        {"do": "turn", "card": "m1"},
        ("Turn Silver Fang to Attack Position?", "Legal."),
        (),
    ),
    "turning a Heart breaks its own rule alone": Worded(
        "trump_king",
        OPEN | {"a": {"m1": {"card": "H7", "since": 2}}},
        (),
        {"do": "turn", "card": "m1"},
        ("(TK-76)",),
        ("TK-23",),
    ),
    "three monsters that were summoned": Worded(
        "ocg",
        OPEN | {"a": {"used": {"summons": 3}}, "b": {"hand": ["Trifortressops"]}},
        ({"do": "advance", "phase": "battle"},),
        {"do": "activate", "card": "Trifortressops", "as": "effect", "seat": "b"},
        ("Legal.",),
        (),
    ),
    "two monsters that were summoned": Worded(
        "ocg",
        OPEN | {"a": {"used": {"summons": 2}}, "b": {"hand": ["Trifortressops"]}},
        ({"do": "advance", "phase": "battle"},),
        {"do": "activate", "card": "Trifortressops", "as": "effect", "seat": "b"},
        ("Not legal.", "when the opponent has summoned three monsters in this turn."),
        (),
    ),
    "a trap of the hand that waits for the next phase": Worded(
        "trigamon",
        OPEN | {"a": {"hand": ["SwiftSnare"]}},
        (),
        {"do": "activate", "card": "SwiftSnare", "as": "trap"},
        ("Not legal.", "set the card; it can be activated from the next phase on.", "(TRI-56)"),
        ("next turn on.",),
    ),
    "a trap of the hand that waits for the next turn": Worded(
        "trigamon",
        OPEN | {"a": {"hand": ["LoneWatch"]}},
        (),
        {"do": "activate", "card": "LoneWatch", "as": "trap"},
        ("Not legal.", "set the card; it can be activated from the next turn on.", "(TRI-56)"),
        ("next phase on.",),
    ),
    "a card of the deck, where the hand is known": Worded(
        "ocg",
        OPEN | {"a": {"hand": ["Wolf"]}},
        (),
        {"do": "normal-summon", "card": "Giant", "to": "m1"},
        ("Not legal.", "It becomes legal when the card is in your hand."),
        ("can be seen",),
    ),
    "a card of the pile": Worded(
        "trump_king",
        OPEN | {"a": {"hand": ["H7"]}},
        (),
        {"do": "set-card", "card": "H8", "to": "s1"},
        ("Not legal.", "It becomes legal when the card is in your hand."),
        ("can be seen",),
    ),
    "a card of the deck, where the hand may hold it": Worded(
        "ocg",
        OPEN | {"a": {"hand": ["Wolf", "?"]}},
        (),
        {"do": "normal-summon", "card": "Giant", "to": "m1"},
        ("Legal.",),
        (),
    ),
    "what has to be answered": Worded(
        "trigamon",
        SWEPT,
        ({"do": "activate", "card": "GreatSweep", "as": "magic"},),
        "pass",
        ("it cannot be declined",),
        ("offer",),
    ),
}


@pytest.mark.parametrize("case", WORDED.values(), ids=WORDED)
def test_an_answer_says_what_is_so(case: Worded) -> None:
    """The players by their names, and nothing that does not hold."""
    written = {
        "ruleset": case.ruleset,
        "names": {"a": "Ana", "b": "Ben"},
        "position": case.position,
        "play": list(case.play),
        "action": case.action,
    }
    scenario = read_case(written)
    found = answer(scenario, scenario.questions[0])
    text = f"{found.moment.text} {found.question} {found.explanation.paragraph()}"
    for words in case.said:
        assert words in text, text
    for words in case.unsaid:
        assert words not in text, text


REMEDIES: dict[str, tuple[str, dict[str, Any], Any, list[str]]] = {
    "a Synchro as a Normal Summon": (
        "trump_king",
        {},
        {"do": "normal-summon", "card": "SK", "to": "m1"},
        ["It never lies in a hand."],
    ),
    "a Fusion Monster as a Normal Summon": (
        "ocg",
        {"a": {"extra": ["FlameSwordsman"], "m1": "Wolf"}},
        {"do": "normal-summon", "card": "FlameSwordsman", "to": "m2", "using": ["m1"]},
        ["It never lies in a hand."],
    ),
    "an effect that needs a card elsewhere than on the field": (
        "ocg",
        {"a": {"hand": ["Reborn"]}},
        {"do": "activate", "card": "Reborn", "as": "magic"},
        ["Everything that its text needs is there (Special Summon a monster of any Graveyard)."],
    ),
    "an effect of an empty zone": (
        "trump_king",
        {},
        {"do": "activate", "card": "m1", "as": "effect"},
        ["Name a card that is there: nothing lies in the left monster zone."],
    ),
    "a discard named with the summon that asks for it": (
        "trump_king",
        {"a": {"hand": ["C7", "C2"]}},
        {"do": "club-summon", "card": "C7", "to": "m1", "using": ["C2"]},
        ["Name no other cards: if any are to be paid, they are asked for afterwards."],
    ),
    "a cost that cannot be followed and is named wrongly": (
        "resummoned",
        {"a": {"hand": ["DarkMagician"], "m0": "Kuriboh"}},
        {"do": "summon", "card": "DarkMagician", "to": "m0", "using": ["m0"]},
        ["You can follow its cost: Tribute two monsters of your own before you play it."],
    ),
    "a direct attack past the one monster there is": (
        "resummoned",
        {"phase": "battle", "a": {"m0": "BattleOx"}, "b": {"m0": "Kuriboh"}},
        {"do": "attack", "card": "m0"},
        ["Attack Kuriboh."],
    ),
    "an attack in Main Phase 2 by a monster that has attacked": (
        "trump_king",
        {"phase": "main2", "a": {"m1": {"card": "S7", "attacked": True}}},
        {"do": "attack", "card": "m1"},
        [
            "It is your Battle Phase.",
            "It is your next Battle Phase: it has attacked this turn.",
        ],
    ),
}


@pytest.mark.parametrize("name", REMEDIES)
def test_a_remedy_says_once_what_is_missing(name: str) -> None:
    """It names what would help, and nothing that cannot come about."""
    ruleset, position, action, remedies = REMEDIES[name]
    found = ask(ruleset, position, (), action)
    assert not found.verdict.legal
    assert [remedy.text for remedy in found.explanation.advice] == remedies
