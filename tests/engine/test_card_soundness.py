"""What no card may say, although each of its words is known: every fault with its line."""

import random
import re
from typing import get_args

import pytest

from duelmat_bench.engine.random_duels import begin, choose
from duelmat_engine import find_ruleset, ruleset_names
from duelmat_engine.cardfiles.check import parse_cards
from duelmat_engine.cardfiles.form import CardFileError
from duelmat_engine.effects.effect import UseKind
from duelmat_engine.effects.texts import CAUSES, USES, WINDOWS
from duelmat_engine.events import AnyEvent
from duelmat_engine.play import apply
from duelmat_engine.ruleset.build import with_cards
from engine.broken_cards import changed, faults

CARDS = """\
ruleset = "ocg"

[[card]]
code = "Heron"
name = "River Heron"
kinds = ["monster", "effect"]
traits = { level = 3, attack = 1200, defense = 900, attribute = "water", race = "winged-beast" }
effects = ["song"]

[[card]]
code = "Flood"
name = "Spring Flood"
kinds = ["magic"]
effects = ["flood"]

[[effect]]
name = "feast"
use = "trigger"
mandatory = true
on = { event = "destroyed", cause = "battle" }

[[effect.resolve]]
do = "gain"
amount = 100

[[effect]]
name = "song"
use = "trigger"
mandatory = true
on = { event = "shuffled", part = "witness" }

[[effect.resolve]]
do = "draw"
amount = 1

[[effect]]
name = "flood"
use = "magic"
needs = [{ when = { fact = "reads", reading = "G-97", value = "tcg" }, remedy = "It is so." }]

[[effect.resolve]]
do = "choose"
bind = "swept"
cards = { zones = ["m"], that = [{ is = "trait", name = "attribute", value = "fire" }] }

[[effect.resolve]]
do = "send"
cards = "swept"
to = "grave"
cause = "cost"
"""


def test_the_file_that_is_broken_below_is_sound() -> None:
    """Each fault below is the only one."""
    assert len(parse_cards(CARDS).effect) == 3


def test_what_is_wrong_with_a_card_is_told_at_its_place_behind_a_broken_one() -> None:
    """A card with an unknown key is not looked at any further, and counts as the first."""
    broken = CARDS.replace("[[card]]", "[[card]]\ncolour = 3", 1).replace('["magic"]', '["quick"]')
    with pytest.raises(CardFileError) as caught:
        parse_cards(broken)
    places = [fault.where for fault in caught.value.faults]
    assert places == ["card[1].colour", "card[2].kinds", "card[2].effects[1]"]


ATTRIBUTES = "earth, water, fire, wind, light, dark, divine"
LIFE = 'event = "life-changed", part = "witness"'
FEAST = CARDS.partition('name = "feast"\n')[2].partition("\n\n[[effect]]")[0]
HUSH = 'use = "continuous"\n'
DRAW = 'do = "draw"\namount = 1\n'
HOLD = 'do = "take-control"\ncards = "self"\nwhile-equipped = true\n'
BAD = (
    # What is printed on it
    ("level = 3", 'level = "three"', 'traits.level: expected a whole number, 0 or more, got "th'),
    ("1200", "-1", "traits.attack: expected a whole number, 0 or more, or ?, got -1"),
    ("900", "1.5", "traits.defense: expected a whole number, 0 or more, or ?, got 1.5"),
    ("900", '"!"', 'traits.defense: expected a whole number, 0 or more, or ?, got "!"'),
    ("level = 3", 'level = "?"', 'traits.level: expected a whole number, 0 or more, got "?"'),
    ('"water"', '"purple"', f'traits.attribute: expected one of {ATTRIBUTES}, got "purple"'),
    ('"winged-beast"', "7", "traits.race: expected one of warrior, .*, got 7"),
    (
        "traits = {",
        "# {",
        "card[1]: expected the traits of a card of the kind monster: level, .*, got no traits",
    ),
    ("attack = 1200, ", "", "card[1].traits: expected the traits .*: attack, got only level, def"),
    (
        'kinds = ["magic"]',
        'kinds = ["magic"]\ntraits = { level = 1 }',
        "card[2].traits.level: expected level only on a card of the kind monster, got it on a ",
    ),
    ('name = "River Heron"', 'name = ""', "card[1].name: expected a text that is not empty"),
    (
        '["monster", "effect"]',
        '["monster", "magic", "trap"]',
        "card[1].kinds: expected exactly one of monster, magic, trap among its kinds, got monster",
    ),
    (
        'kinds = ["magic"]\neffects = ["flood"]',
        'kinds = ["quick"]',
        "card[2].kinds: expected exactly one of .* got none of them",
    ),
    (
        'kinds = ["magic"]\neffects = ["flood"]',
        "",
        "card[2]: expected exactly one of .* got none of",
    ),
    (
        '"monster", "effect"',
        '"monster", "counter"',
        'card[1].kinds[2]: expected what a monster may count as: normal, effect, .*, got "counter',
    ),
    # Negating, forbidding, holding and summoning for either player
    (
        FEAST,
        f'{HUSH}negates = [{{ that = [], whos = "any" }}]',
        "unknown key (did you mean whose?)",
    ),
    (FEAST, f'{HUSH}negates = ["face-up"]', 'negates[1]: expected a table, got "face-up"'),
    (
        FEAST,
        f'{HUSH}forbids = [{{ acts = ["activate"], that = ["on-field"] }}]',
        'forbids[1].that[1]: expected a filter on what a card prints: kind, .*got "on-field"',
    ),
    ("amount = 100", 'amount = 100\nwhose = "both"', "whose: expected one of own, opposing, any"),
    (DRAW, HOLD, "while-equipped: expected it in an effect that equips its card first"),
    (
        DRAW,
        f'do = "equip"\nto = "self"\n[[effect.resolve]]\n{HOLD}this-turn = true\n',
        "while-equipped: expected one of this-turn, while-equipped, got both",
    ),
    (
        DRAW,
        'do = "summon-specially"\ncards = "self"\npositions = []\n',
        'positions: expected at least one position for "summon-specially", got none',
    ),
    (
        DRAW,
        'do = "summon-specially"\ncards = "self"\npositions = ["set"]\n',
        'positions[1]: expected one of attack, defense, face-down, got "set"',
    ),
    # Whose it is
    ('"Heron"', '"Sangan"', 'expected a code of its own, got "Sangan", which is Sangan of Early'),
    ('name = "feast"\n', 'name = "sangan"\n', "a name of its own, .*another effect of Early OCG"),
    # What sets it off
    ('"battle"', '"batle"', 'on.cause: expected one of battle, effect, rule, got "batle" (did'),
    ('"battle"', '"battle cots"', "on.cause: expected one of battle, effect, rule, got"),
    (
        'cause = "battle"',
        'move = "flip-summon"',
        'on.move: expected a key that says something of destroyed, got "move"',
    ),
    ('cause = "battle"', "falls = true", "on.falls: expected a key that says something of dest"),
    (
        'event = "destroyed", cause = "battle"',
        'event = "summoned", move = "flip-sumon"',
        'on.move: expected a move to the field.*"flip-sumon" (did you mean flip-summon?)',
    ),
    (
        'event = "destroyed", cause = "battle"',
        'event = "phase-began", part = "witness", phase = "standbye"',
        'on.phase: expected a phase: .*"standbye" (did you mean standby?)',
    ),
    (
        ', part = "witness"',
        "",
        'on.part: expected witness, for shuffled is no event of a card, got "piece"',
    ),
    (
        'event = "destroyed", cause = "battle"',
        'event = "turned", part = "by"',
        "on.part: expected piece or witness, for turned tells of no card that did it",
    ),
    # What could never be carried out
    ('effects = ["flood"]', 'effects = ["magic-jammer"]', "expected the use trap on a card of"),
    (
        'use = "magic"',
        'use = "jumper"',
        "use: expected one of magic, quick, trap, ignition, quick-effect, trigger, continuous, th",
    ),
    (
        'do = "send"\ncards = "swept"\nto = "grave"\ncause = "cost"',
        'do = "negate-attack"',
        'resolve[2]: expected a word that can apply, got "negate-attack" in magic effect flood',
    ),
    (
        'do = "send"\ncards = "swept"\nto = "grave"\ncause = "cost"',
        'do = "if"\nwhen = { fact = "in-phase" }\nthen = ["negate-link"]',
        'resolve[2].then[1]: expected a word that can apply, got "negate-link" in magic effect',
    ),
    (
        'fact = "reads", reading = "G-97", value = "tcg"',
        'fact = "happened", to = ["attack"]',
        'needs[1].when: expected a word that can apply, got "happened" in magic effect flood',
    ),
    ('"fire"', '"fier"', f'that[1].value: expected one of {ATTRIBUTES}, got "fier"'),
    (
        'is = "trait", name = "attribute", value = "fire"',
        'is = "trait-in", name = "attribute", values = ["fire", "fier"]',
        "that[1].values[2]: expected one of",
    ),
    (
        'is = "trait", name = "attribute", value = "fire"',
        'is = "at-most", name = "race", amount = 3',
        'that[1].name: expected a trait that is a number, got "race", a text',
    ),
    ('"tcg"', '"tgc"', 'value: expected one of .*, the choices of G-97, got "tgc" (did you'),
    ('"cost"', '"cots"', 'cause: expected a cause: .*got "cots" (did you mean cost?)'),
    (
        'do = "send"\ncards = "swept"\nto = "grave"\ncause = "cost"',
        'do = "change-value"\ncards = "swept"\ntrait = "level"\nhow = "halve"',
        'resolve[2].trait: expected a value that changes in Early OCG (attack, defense), got "l',
    ),
    # What would never end
    (
        'event = "destroyed", cause = "battle"',
        LIFE,
        "effect[1]: expected an effect feast that ends, got feast sets off feast",
    ),
)


@pytest.mark.parametrize(("old", "new", "expected"), BAD)
def test_what_cannot_be_is_told(old: str, new: str, expected: str) -> None:
    """Each fault names file, line and place, what was expected and what was got; and only it."""
    text = changed(CARDS, (old, new))
    if "values = [" in new:
        text = text.replace(
            '#, name = "attribute", value = "fire" }] }', ', name = "attribute" }] }'
        )
    found = faults(text)
    pattern = re.escape(expected).replace(r"\.\*", ".*")
    assert re.search(pattern, "\n".join(found)), found
    assert len(found) == 1
    assert re.match(r"my.toml:\d+: ", found[0])


def test_effects_that_set_each_other_off_for_ever_are_refused() -> None:
    """The circle is named step by step; both effects are told."""
    text = changed(
        CARDS, ('event = "destroyed", cause = "battle"', LIFE), ('do = "draw"', 'do = "gain"')
    )
    text = text.replace('do = "gain"', 'do = "shuffle"', 1).replace("amount = 100", "", 1)
    found = faults(text)
    assert "got feast sets off song sets off feast" in found[0]
    assert "got song sets off feast sets off song" in found[1]


ENDING = (
    (LIFE, LIFE + ", falls = true"),
    (LIFE, LIFE + ', cause = "battle"'),
    (LIFE, LIFE + ', whose = "opposing"'),
    ("mandatory = true", "mandatory = false"),
    ("mandatory = true", 'mandatory = true\nonce-per-turn = ["text"]'),
    ('do = "gain"', 'do = "damage"'),
    ("amount = 100", "amount = 0"),
)


@pytest.mark.parametrize(("old", "new"), ENDING)
def test_what_ends_by_itself_is_no_circle(old: str, new: str) -> None:
    """Life lost ends the duel; an event of another sort, or a second thought, ends the circle."""
    endless = changed(CARDS, ('event = "destroyed", cause = "battle"', LIFE))
    assert old in endless
    parse_cards(endless.replace(old, new, 1))


def test_a_card_of_the_ruleset_may_be_said_again() -> None:
    """What stands in the ruleset word for word replaces nothing."""
    rules = find_ruleset("ocg")
    again = (
        'ruleset = "ocg"\n[[card]]\ncode = "Sangan"\nname = "Sangan"\n'
        'kinds = ["monster", "effect"]\neffects = ["sangan"]\n'
        'traits = { level = 3, attack = 1000, defense = 600, attribute = "dark", race = "fiend", '
        "passcode = 26202165 }\n"
    )
    assert parse_cards(again).card == (rules.cards["Sangan"],)


INSERT = """\
ruleset = "resummoned"
[[card]]
code = "Mage"
name = "Dark Magician"
kinds = ["spellcaster"]
traits = { attack = 2500, defense = 2100 }
"""


def test_what_an_insert_takes_from_its_paired_card_is_not_asked_for() -> None:
    """Type, attribute and level come by the name (RES-300.1a); another name has to print them."""
    file = parse_cards(INSERT)
    wider = with_cards(find_ruleset("resummoned"), file.card, file.effect)
    mage = wider.cards["Mage"]
    assert mage.kinds == ("monster", "spellcaster")
    assert (mage.trait("attribute"), mage.trait("level")) == ("DARK", 7)
    found = faults(INSERT.replace("Dark Magician", "A Magician of One's Own"))
    assert len(found) == 1
    assert "expected exactly one of monster, spell, trap among its kinds" in found[0]


TRIGAMON = """\
ruleset = "trigamon"
[[card]]
code = "Whelp"
name = "Whelp"
kinds = ["entity"]
traits = { rank = 2.5, attack = 300, defense = 200 }
"""


def test_one_of_several_values_may_be_printed() -> None:
    """An Entity has a level, a rank or a Link Rating, and a fraction is a number there."""
    assert len(parse_cards(TRIGAMON).card) == 1
    assert (
        "the kind entity: level or rank or link, got only attack, defense"
        in faults(TRIGAMON.replace("rank = 2.5, ", ""))[0]
    )


def test_every_use_of_an_effect_is_explained() -> None:
    """The list of uses is that of the definition, and rulesets know no others."""
    assert set(USES) == set(get_args(UseKind))
    for name in ruleset_names():
        assert set(find_ruleset(name).printing.uses) <= set(USES)


def test_causes_are_told_of_events_that_have_one() -> None:
    """No event that has a cause is without its list."""
    events = {e.__name__ for e in get_args(AnyEvent) if "cause" in e.__struct_fields__}
    assert set(CAUSES) == events


@pytest.mark.parametrize("name", ruleset_names())
def test_duels_know_no_other_causes_and_windows(name: str) -> None:
    """Whatever happens in random duels happens for a listed cause, and opens a listed window."""
    for seed in range(3):
        duel, chance = begin(seed, name), random.Random(seed)
        for _ in range(600):
            if duel.is_over():
                break
            step = apply(duel, choose(duel, chance))
            duel = step.duel
            for event in step.events:
                cause = getattr(event, "cause", None)
                assert cause is None or cause in CAUSES[type(event).__name__], event
            assert duel.window is None or set(duel.window.to) <= set(WINDOWS)
