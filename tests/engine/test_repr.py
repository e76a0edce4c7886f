"""At a prompt every value shows itself in one line, short enough to be read."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import islice

import pytest
from msgspec import Struct

import duelmat_engine
from duelmat_engine import (
    Action,
    Advance,
    AgreeDraw,
    Attack,
    CardKey,
    Concede,
    CorrectLife,
    Deck,
    Duel,
    Fault,
    FormFault,
    Line,
    Match,
    Name,
    Number,
    Opening,
    Pass,
    Placed,
    Question,
    Result,
    Reveal,
    Roll,
    Seat,
    Stand,
    Standing,
    Step,
    Text,
    Verdict,
    Wording,
    World,
    apply,
    decision_words,
    deck_faults,
    events,
    explain_verdict,
    facts,
    find_ruleset,
    find_statement,
    game_of,
    judge,
    new_record,
    parse_action,
    parse_scenario,
    play_random,
    practice_duel,
    reply,
    tell,
    told_links,
    values_of,
    view_for,
)
from duelmat_engine.brief import LONGEST

RULES = find_ruleset("ocg")


def begun() -> Duel:
    """Return a duel in the first Main Phase."""
    duel = apply(practice_duel("ocg", seed=1), Name("a")).duel
    while duel.phase != "main1":
        duel = apply(duel, Pass()).duel
    return duel


def test_a_duel_says_where_it_stands_and_who_decides() -> None:
    assert repr(begun()) == ("<Duel of ocg, turn 1 of a, main1, a decides: open, life 8000 8000>")


def test_a_duel_that_is_over_says_who_has_won() -> None:
    duel = apply(begun(), Concede(Seat(0))).duel
    assert repr(duel).endswith("over: b has won, life 8000 8000>")


def test_a_card_says_which_it_is_and_how_it_lies() -> None:
    duel = begun()
    assert repr(duel.at("a.pile")[0]).startswith("<Piece a:")
    assert repr(view_for(duel).at("a.pile")[0]) == "<Piece unseen, face-down, upright>"


def test_a_verdict_is_its_summary() -> None:
    verdict = judge(begun(), Advance("battle"))
    assert isinstance(verdict, Verdict)
    assert repr(verdict) == f"<Verdict: {verdict.summary()}>"


def test_a_step_names_its_events_and_its_duel() -> None:
    step = apply(begun(), Concede(Seat(0)))
    assert repr(step) == f"<Step: DuelEnded; {step.duel!r}>"


def test_a_ruleset_says_its_name_and_a_game_what_is_unusual_about_it() -> None:
    reading = next(r for r in RULES.readings if len(r.choices) > 1)
    usual = {r.id: r.choices[0] for r in RULES.readings}
    assert repr(RULES) == f"<Ruleset ocg: {RULES.title}, {len(RULES.cards)} cards>"
    assert repr(game_of("ocg", usual)) == "<Game of ocg>"
    other = game_of("ocg", {**usual, reading.id: reading.choices[1]})
    assert repr(other) == f"<Game of ocg, {reading.id} {reading.choices[1]!r}>"


# Every public value


SCENARIO = """
title = "A sent scout"
ruleset = "ocg"
[position]
phase = "main1"
a = { hand = ["Wolf"], m1 = { card = "Elf", face = "up" } }
[[question]]
action = { do = "attack", card = "m1" }
expect = { legal = false }
[[question]]
play = ["/battle"]
"""


def samples() -> Iterator[object]:
    """Yield values of every public class, as long as they get."""
    deck = Deck(*RULES.decks.practice)
    record = replace(new_record("ocg", [deck, deck], seed=1), players=("Ana", "Ben"))
    for ruleset in ("ocg", "trigamon", "resummoned", "trump_king"):
        for played in islice(play_random(practice_duel(ruleset, seed=1), seed=7), 120):
            before = played.before
            yield played
            wording = Wording(game_of(ruleset, before.readings), ("Ana", "Ben"), world=before)
            if ruleset == "ocg":
                record = record.with_entry(before, played.action)
                yield from (told_links(wording, before), tell(wording, played.step.events))
                yield [values_of(before, name) for name in before.zones if name[2] == "m"]
                yield decision_words(wording, before)
                yield view_for(before, Seat(0))
    duel = begun()
    for text in ("m1*m2", "/end", "Wolf>m1", "BlueEyes!none"):
        verdict = judge(duel, parse_action(text, Seat(0)))
        yield explain_verdict(wording, verdict, Attack("a.m1"), Seat(0))
        yield verdict
    scenario = parse_scenario(SCENARIO)
    yield from (scenario, *(reply(scenario, question) for question in scenario.questions))
    result = Result(Seat(0), Seat(1), None)
    yield from (Match("ocg", (deck, deck), 3, results=(result,)), Opening(Seat(1)), record)
    yield from (
        wording,
        RULES.cards,
        RULES.readings,
        find_statement("TK-14"),
        Placed("Wolf"),
        Number(3),
    )
    yield from (deck_faults(RULES, ("Nobody",), (), ""), wording.game.moves, RULES)
    yield from (FormFault(("question", 0), "a text", "4"), Question(duel, wording.game, Seat(0)))
    yield from (CorrectLife(0, 1, 4000, "a slip"), Reveal(CardKey("a:Wolf")), Concede(0))
    yield from (apply(duel, Concede(0)), Roll(("a:Wolf",) * 40))
    yield from (AgreeDraw(0), Stand(0, Attack("a.m1", "b.m2"), "both had agreed"))


def within(value: object, found: dict[type, str], seen: dict[int, object]) -> None:
    """Note the longest line of each class of this project in a value and all that it holds."""
    if id(value) in seen:
        return
    seen[id(value)] = value
    held: Iterable[object] = ()
    if isinstance(value, Struct):
        held = [getattr(value, name) for name in value.__struct_fields__]
    elif is_dataclass(value):
        held = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, Mapping):
        held = value.values()
    elif isinstance(value, tuple | list | frozenset):
        held = value
    if type(value).__module__.startswith("duelmat"):
        line = repr(value)
        found[type(value)] = max(found.get(type(value), ""), line, key=len)
    for each in held:
        within(each, found, seen)


@pytest.fixture(scope="module")
def lines() -> dict[type, str]:
    found: dict[type, str] = {}
    seen: dict[int, object] = {}
    for value in samples():
        within(value, found, seen)
    return found


PUBLIC = {getattr(duelmat_engine, name) for name in duelmat_engine.__all__}
BASES = {Action, Standing, World}
WHOLE = {Fault, Line, Step, Text, Verdict}
"""They are told by sentences, or by the names of all that has happened."""


def test_all_that_is_public_is_looked_at(lines: dict[type, str]) -> None:
    classes = {one for one in PUBLIC if inspect.isclass(one) and not issubclass(one, Exception)}
    assert {one.__name__ for one in classes - BASES - lines.keys()} == set()


def test_no_public_value_is_longer_than_a_line(lines: dict[type, str]) -> None:
    """Nor does it tell where in the memory something lies."""
    further = (events.Event, facts.Fact)
    told = {one: line for one, line in lines.items() if one in PUBLIC or issubclass(one, further)}
    assert [line for line in told.values() if " at 0x" in line or "\n" in line] == []
    assert {one: len(line) for one, line in told.items() if len(line) > LONGEST}.keys() <= WHOLE


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (Attack("a.m1", "b.m2"), "Attack(card='a.m1', target='b.m2')"),
        (Deck(("Wolf",) * 40), "Deck(main=('Wolf', 'Wolf', 'Wolf', ...))"),
    ],
)
def test_a_value_shows_what_is_unusual_in_it(value: object, line: str) -> None:
    assert repr(value) == line
