"""The language of card files as the command lists it: all of it, read off the definitions."""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import pytest
from msgspec import Struct

from command_line import duelmat
from duelmat_engine import find_ruleset, ruleset_names
from duelmat_engine.cardfiles.card_form import CardFile, event_words, fields_of, marked, variants
from duelmat_engine.effects.ops import Op
from duelmat_engine.effects.terms import AmountTerm, Bound, ConditionTerm, Filter
from duelmat_rulesets.language_reference import (
    FAMILIES,
    TABLES,
    entries,
    ruleset_sections,
    sections,
)


def structs_of(hint: Any) -> Iterator[type[Struct]]:
    """The structs that may stand where a field has this type."""
    inner, _ = marked(hint)
    if get_origin(inner) in (tuple, dict, Union, UnionType):
        for part in get_args(inner):
            if part not in (NoneType, Ellipsis):
                yield from structs_of(part)
    elif isinstance(inner, type) and issubclass(inner, Struct):
        yield from variants(inner)


def reached() -> set[type[Struct]]:
    """Every struct that a card file can hold."""
    found: set[type[Struct]] = set()
    waiting: list[type[Struct]] = [CardFile]
    while waiting:
        for _, hint, _ in fields_of(waiting.pop()):
            new = set(structs_of(hint)) - found
            found |= new
            waiting += new
    return found


def test_every_struct_of_a_card_file_is_listed() -> None:
    """What may stand in a file is a table or a word of a family, and none is forgotten."""
    families = {kind for _, base, _ in FAMILIES for kind in variants(base)}
    tables = {kind for _, kind, _ in TABLES}
    assert reached() | {Bound} == families | tables
    assert {base for _, base, _ in FAMILIES} == {Op, Filter, ConditionTerm, AmountTerm}


def test_every_entry_has_a_line_and_every_key_says_what_it_takes() -> None:
    """No word without a meaning, no key without a type, no Python in either."""
    for entry in entries():
        assert entry.meaning, entry.name
        for key in entry.keys:
            assert key.takes, (entry.name, key.name)
            told = f"{entry.meaning} {key.takes} {key.default} {key.meaning}"
            assert not {"None", "True", "False", "ops."} & set(told.split()), told
            assert "_" not in told


def test_events_tell_the_keys_that_fit_them() -> None:
    """Life that changes is no card's, and has causes of its own."""
    told = {entry.name: entry for section in sections()[2:3] for entry in section.entries}
    assert set(told) == set(event_words())
    keys = {key.name: key for key in told["life-changed"].keys}
    assert keys["part"].takes == '"witness"'
    assert keys["cause"].takes.startswith("one or more of battle, effect, cost")
    assert "falls" in keys
    assert not {"move", "to", "flips", "at-least", "that"} & set(keys)


@pytest.mark.parametrize("name", ruleset_names())
def test_what_a_ruleset_names_is_listed(name: str) -> None:
    """Traits with their values, kinds, zones, uses, phases, readings."""
    rules = find_ruleset(name)
    listed = {section.title.split()[0]: section.entries for section in ruleset_sections(rules)}
    assert [e.name for e in listed["traits"]] == [p.name for p in rules.printing.traits]
    assert {e.name for e in listed["zones"]} == {*rules.zones.rows, *rules.zones.piles}
    assert {e.name for e in listed["kinds"]} >= set(rules.printing.types)
    assert [e.name for e in listed["uses"]] == list(rules.printing.uses)
    assert all(e.meaning for told in listed.values() for e in told)


def test_the_command_lists_words_and_tells_keys() -> None:
    """Every word in a line; of one, its keys with types, allowed values and defaults."""
    listed = duelmat("cards", "words").output
    for word in ("on ", "needs ", "alters ", "forbids ", "life-changed ", "choose ", "trap "):
        assert f"\n  {word}" in listed
    told = " ".join(duelmat("cards", "words", "choose", "on").output.split())
    assert "count a whole number, a name bound before or an amount" in told
    assert 'by "own", "opposing" or "any"; left out: own.' in told
    assert 'part "piece", "by" or "witness"; left out: piece.' in told
    assert "attribute" not in listed
    assert "Attribute" not in listed
    more = " ".join(duelmat("cards", "words", "attribute", "--ruleset", "ocg").output.split())
    assert "One of earth, water, fire" in more
    assert "Did you mean choose?" in duelmat("cards", "words", "chose").output
