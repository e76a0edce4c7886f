"""Card files: read, checked, written; every fault with its line."""

import re
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from duelmat_engine import CardFileError, Ruleset, find_ruleset, ruleset_names
from duelmat_engine.board.evaluate import AMOUNTS, CONDITIONS, MEANINGS
from duelmat_engine.cardfiles.card_form import (
    CardFile,
    fields_of,
    format_cards,
    tag_key,
    variants,
    word_of,
)
from duelmat_engine.cardfiles.check import card_texts, packaged_cards, parse_cards
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops, terms
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.texts import kebab
from duelmat_engine.ruleset.parts import Printing
from engine.broken_cards import changed, faults

CARDS = """\
ruleset = "trump_king"

[[card]]
code = "Storm"
name = "Storm"
traits = { number = 7 }
kinds = ["pack"]
effects = ["storm", "calm"]

[[effect]]
name = "storm"
use = "magic"
text = "Destroy all opposing monsters."
once-per-turn = ["text"]
needs = [
    { when = { fact = "exists", cards = { zones = ["m"] } }, remedy = "A monster lies there." },
]

[[effect.resolve]]
do = "destroy"
cards = { zones = ["m"], whose = "opposing", that = ["face-up"] }
bind = "fallen"

[[effect.resolve]]
do = "gain"
amount = { number = "count-of", name = "fallen" }

[[effect]]
name = "calm"
use = "trigger"
rules = ["TK-82"]
text = "When it goes to the Graveyard: take a card of number 3 or less."
on = { event = "moved", from-field = true }

[[effect.resolve]]
do = "choose"
bind = "found"
cards = { zones = ["pile"], whose = "own", that = [
    { is = "at-most", name = "number", amount = 3 },
] }

[[effect.resolve]]
do = "send"
cards = "found"
to = "hand"
"""

STORM, CALM = parse_cards(CARDS).effect


def line_of(part: str, text: str = CARDS) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_a_card_file_says_the_same_as_python() -> None:
    """Every key is the field of a struct; what is left out is filled in from the effect."""
    own = ("text:storm",)
    assert (
        Effect(
            name="storm",
            use="magic",
            rules=own,
            text="Destroy all opposing monsters.",
            once_per_turn=own,
            needs=(
                terms.Need(
                    "text:storm", terms.Exists(terms.Cards(("m",))), "A monster lies there."
                ),
            ),
            resolve=(
                ops.Destroy(
                    cards=terms.Cards(("m",), "opposing", (terms.FaceUp(),)),
                    bind="fallen",
                    rules=own,
                ),
                ops.Gain(amount=terms.CountOf("fallen"), rules=own),
            ),
        )
        == STORM
    )
    assert CALM.on is not None
    assert (CALM.on.event, CALM.on.from_field) == ("Moved", True)
    assert CALM.resolve[1] == ops.Send(cards=terms.Bound("found"), to="hand", rules=("TK-82",))


def test_what_is_written_is_read_back() -> None:
    """A file of cards survives writing and reading."""
    file = parse_cards(CARDS)
    assert parse_cards(format_cards(file)) == file


@pytest.mark.parametrize("name", ruleset_names())
def test_every_card_and_effect_of_a_ruleset_survives_writing(name: str) -> None:
    """What rulesets say in Python can be said in TOML, and means the same."""
    rules = find_ruleset(name)
    file = CardFile(name, tuple(rules.cards.values()), tuple(rules.effects.values()))
    assert parse_cards(format_cards(file), ruleset=rules) == file


@pytest.mark.parametrize("name", ruleset_names())
def test_packaged_card_files_are_sound(name: str) -> None:
    """Each file that comes with a ruleset passes the check, and its cards are in the ruleset."""
    rules = find_ruleset(name)
    for source, text in card_texts(name).items():
        file = parse_cards(text, source, rules)
        assert file.ruleset == name, source
        for card in file.card:
            known = rules.cards[card.code]
            assert (known.name, known.effects) == (card.name, card.effects)
    assert {c.code for c in packaged_cards(name).card} <= set(rules.cards)


BAD = (
    ('do = "gain"', 'do = "gian"', 'do: expected the name of an operation, got "gian" .did you'),
    ('is = "at-most"', 'is = "most"', 'that\\[1\\].is: expected the name of a filter, got "most"'),
    ('fact = "exists"', 'fact = "there"', 'fact: expected .*got "there"'),
    ('number = "count-of"', 'number = "count"', 'number: expected .*got "count"'),
    ('use = "magic"', 'use = "spell"', 'use: expected one of magic, .*got "spell"'),
    ('event = "moved"', 'event = "move"', 'event: expected one of .*"move" .did you mean moved'),
    ('to = "hand"', 'to = "hnad"', 'to: expected a kind of zone.*got "hnad" .did you mean hand'),
    ('["pile"]', '["library"]', 'zones\\[1\\]: expected a kind of zone.*got "library"'),
    ('rules = ["TK-82"]', 'rules = ["TK-820"]', 'rules\\[1\\]: expected a statement.*"TK-820"'),
    ('name = "number"', 'name = "level"', 'name: expected a trait: number, suit, got "level"'),
    ('kinds = ["pack"]', 'kinds = ["pakc"]', 'expected a kind of card: .*"pakc" .did you mean'),
    ("traits = { number", "traits = { numbr", 'expected a trait: .*"numbr" .did you mean'),
    ('"calm"]', '"claim"]', 'effects\\[2\\]: expected an effect .*"claim" .did you mean calm'),
    (
        'cards = "found"',
        'cards = "fond"',
        'expected one of .*event, found.*"fond" .did you',
    ),
    (
        'cards = "found"',
        'crads = "found"',
        "crads: expected one of the keys cards, to.*did you mean cards",
    ),
    ('cards = "found"', "cards = 3", "cards: expected a name bound before or a table, got 3"),
    ('to = "hand"\n', "", 'resolve\\[2\\]: expected the key "to" in send, got nothing'),
    ("once-per-turn = [", "once-per-turn = true # [", "once-per-turn: expected a list, got true"),
    ("from-field = true", 'from-field = "yes"', 'expected true or false, got "yes"'),
    ("number = 7", "number = [7]", "traits.number: expected a number or a text, got \\[7\\]"),
    ('bind = "fallen"', "", 'name: expected one of .*bound before, got "fallen"'),
    ('name = "calm"', 'name = "storm"', 'name: expected a name of its own, got "storm" again'),
    ('code = "Storm"', 'code = "St:orm"', "code: expected letters, digits, - and _"),
    ('code = "Storm"', 'code = " "', "code: expected a text that is not empty"),
    ("on = {", "# on = {", 'expected the key "on" in trigger effect calm: what sets it off'),
    ('use = "magic"', 'use = "magic"\non = { event = "moved" }', "on: expected no such key"),
    ('do = "gain"', 'do = "open-play"', 'do: expected the name of an operation, got "open-play"'),
    ('amount = { number = "count-of"', 'amount = -3 # { number = "count-of"', "0 or more"),
    ('zones = ["m"], whose', "zones = [], whose", "expected at least one zone in the cards"),
    ('"trump_king"', '"trump_knig"', "ruleset: expected one of .*did you mean trump_king"),
    ('ruleset = "trump_king"\n', "", 'expected the key "ruleset"'),
    ('name = "Storm"', 'name = "Storm', "expected a text in TOML"),
    (
        'do = "gain"',
        'do = "run"\nblock = "{effect}/resolve"\n#',
        'block: expected a block, got "{effect}/resolve"',
    ),
    ("[[card]]", "[card]", "card: expected a list, got a table"),
)


@pytest.mark.parametrize(("old", "new", "expected"), BAD)
def test_a_fault_is_told_with_its_line(old: str, new: str, expected: str) -> None:
    """Each fault names file, line and place, what was expected and what was got."""
    found = faults(changed(CARDS, (old, new)))
    assert re.search(expected, "\n".join(found)), found
    assert all(re.match(r"my.toml:\d+: ", line) for line in found)


def test_lines_are_those_of_the_fault() -> None:
    """A wrong word is told with the line on which it stands, not that of its table."""
    for part, wrong in (('to = "hand"', 'to = "hnad"'), ('do = "gain"', 'do = "gian"')):
        assert faults(changed(CARDS, (part, wrong)))[0].startswith(f"my.toml:{line_of(part)}: ")


def test_every_fault_of_a_file_is_told_at_once() -> None:
    """Faults of form and of names come together, in the order of their lines."""
    text = changed(
        CARDS,
        ('to = "hand"', 'to = "hnad"'),
        ('use = "magic"', 'use = "spell"'),
        ('is = "at-most"', 'is = "most"'),
    )
    found = faults(text)
    assert len(found) == 3
    lines = [int(line.split(":")[1]) for line in found]
    assert all(a < b for a, b in pairwise(lines))


def test_an_effect_that_runs_itself_is_refused() -> None:
    """Cycles are found over any number of effects, and named step by step."""
    direct = changed(
        CARDS,
        ('do = "gain"', 'do = "run"\nblock = "storm/resolve"\n#'),
        ('amount = { number = "count-of", name = "fallen" }', ""),
    )
    assert "expected an effect storm that ends, got storm runs storm" in faults(direct)[0]
    around = direct.replace("storm/resolve", "calm/resolve").replace(
        'to = "hand"\n', 'to = "hand"\n\n[[effect.resolve]]\ndo = "run"\nblock = "storm/resolve"\n'
    )
    found = faults(around)
    assert "got storm runs calm runs storm" in found[0]
    assert "got calm runs storm runs calm" in found[1]


def test_event_is_bound_only_where_one_sets_the_effect_off() -> None:
    """Naming the event's card in a magic card is refused in words of its own."""
    text = changed(CARDS, ('name = "fallen" }', 'name = "event" }'))
    assert 'got "event", which only a trigger has' in faults(text)[0]


def test_a_number_is_no_card() -> None:
    """What was bound as an amount cannot be sent anywhere."""
    number = (
        'do = "draw"\namount = 1\nbind = "found"\n\n[[effect.resolve]]\ndo = "show"\n'
        'card = "found"\n\n[[effect.resolve]]\ndo = "choose"\nbind = "others"'
    )
    text = changed(CARDS, ('do = "choose"\nbind = "found"', number))
    assert 'expected cards bound before, got "found", a number' in faults(text)[0]


@given(st.data())
def test_a_damaged_file_is_told_and_never_crashes(data: st.DataObject) -> None:
    """Whatever is cut out of a good file, the answer is cards or a CardFileError."""
    start = data.draw(st.integers(0, len(CARDS)))
    length = data.draw(st.integers(0, 60))
    put = data.draw(st.sampled_from(("", "x", "[]", "{}", "0", '"a"', "true", "\n", "[[", "1.5")))
    with suppress(CardFileError):
        parse_cards(CARDS[:start] + put + CARDS[start + length :], "x.toml")


def words(base: type[Struct]) -> list[str]:
    return [word_of(v) for v in variants(base)]


@pytest.mark.parametrize(
    ("base", "key"),
    [
        (ops.Op, "do"),
        (terms.Filter, "is"),
        (terms.ConditionTerm, "fact"),
        (terms.AmountTerm, "number"),
    ],
)
def test_every_word_has_the_key_of_its_family(base: type[Struct], key: str) -> None:
    """One key tells the words of a family apart, and no field of theirs is called so."""
    assert len(set(words(base))) == len(words(base)) > 4
    for kind in variants(base):
        assert tag_key(kind) == key
        assert kind.__struct_config__.tag == word_of(kind) == kebab(kind.__name__)
        assert key not in {name for name, _, _ in fields_of(kind)}


def test_steps_of_play_are_no_words_of_cards() -> None:
    """A card cannot begin a turn or resolve a Chain."""
    assert not {"open-play", "begin-turn", "resolve", "arrive"} & set(words(ops.Op))


def test_every_filter_amount_and_fact_has_a_meaning() -> None:
    """Filters have it in a table of evaluate.py; amounts and facts by their unions."""
    from typing import get_args

    assert set(variants(terms.Filter)) == set(MEANINGS)
    assert set(variants(terms.ConditionTerm)) == set(CONDITIONS)
    assert set(variants(terms.AmountTerm)) == set(AMOUNTS)
    pairs: tuple[tuple[type[Struct], object], ...] = (
        (terms.AmountTerm, terms.Amount),
        (terms.ConditionTerm, terms.Condition),
    )
    for base, union in pairs:
        assert set(variants(base)) == {u for u in get_args(union) if u is not int}


def test_a_file_without_cards_is_a_file() -> None:
    """Only the ruleset is needed."""
    assert parse_cards('ruleset = "trump_king"\n') == CardFile("trump_king")


def test_texts_of_any_kind_survive_writing() -> None:
    """Quotes, backslashes, line ends and other scripts come back as they were."""
    text = 'say "7\\8"\n\ttab é 七 \x7f'
    rules: Ruleset = replace(
        find_ruleset("trump_king"),
        printing=Printing(),
        cards=MappingProxyType({}),
        effects=MappingProxyType({}),
    )
    file = CardFile("trump_king", (Card("X", text, {"note": text, "odd key": 1}),))
    assert parse_cards(format_cards(file), ruleset=rules) == file
