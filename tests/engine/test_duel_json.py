"""Every duel comes back from its JSON and from its line, and what is none is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from duelmat_engine import (
    Concede,
    CorrectLife,
    Duel,
    EngineError,
    NotationError,
    PositionError,
    Seat,
    apply,
    format_position,
    legal_actions,
    parse_position,
    play_random,
    practice_duel,
    read_duel,
    view_for,
    write_duel,
)
from examples import examples

SEG = {"G-30": "turn player first", "G-31": "whole chain", "G-34": "both", "G-97": "tcg"}
"""The readings of simultaneous effects, other than they are by default."""
PLAYED = [
    ("trump_king", 2, None, 0),
    pytest.param("trump_king", 2, None, 1, marks=pytest.mark.long),
    ("ocg", 2, None, 0),
    ("ocg", 2, SEG, 1),
    pytest.param("resummoned", 2, None, 0, marks=pytest.mark.long),
    ("resummoned", 4, None, 0),
    ("trigamon", 2, None, 0),
]
"""Ruleset, players, readings, and the seed of the duel."""
LONGEST = 400
"""So many actions of each duel are looked at."""
USUAL = ("open", "window")
"""Kinds of most decisions; every third of such a kind is looked at, and each of another."""


@pytest.mark.parametrize(("ruleset", "players", "readings", "seed"), PLAYED)
def test_every_duel_comes_back_and_is_played_on_alike(
    ruleset: str, players: int, readings: dict[str, str] | None, seed: int
) -> None:
    """At a decision: its text, and after the next action the text of what comes of it."""
    kinds: Counter[str] = Counter()
    duel = practice_duel(ruleset, seed, players=players, readings=readings)
    for each in islice(play_random(duel, seed), LONGEST):
        before = each.before
        assert before.decision is not None
        kind = before.decision.kind
        kinds[kind] += 1
        if kind in USUAL and kinds[kind] % 3:
            continue
        text = write_duel(before)
        again = read_duel(text)
        assert again == before
        assert write_duel(again) == text
        assert list(legal_actions(again)) == list(legal_actions(before))
        assert apply(again, each.action) == each.step
        line = format_position(before, whole=True)
        assert parse_position(line) == before
        if kind != "open":
            assert format_position(before) == line
    assert read_duel(write_duel(each.step.duel)) == each.step.duel
    assert parse_position(format_position(each.step.duel, whole=True)) == each.step.duel
    assert {"first", "open", "choose"} <= kinds.keys()


@pytest.mark.parametrize(("ruleset", "players", "readings", "seed"), PLAYED)
def test_views_come_back_too(
    ruleset: str, players: int, readings: dict[str, str] | None, seed: int
) -> None:
    """Those of everybody and of each seat, at every eleventh decision."""
    duel = practice_duel(ruleset, 5, players=players, readings=readings)
    for each in islice(play_random(duel, seed), 0, LONGEST, 11):
        before = each.before
        for view in (view_for(before), *(view_for(before, Seat(s)) for s in before.seats)):
            assert read_duel(write_duel(view)) == view
            assert parse_position(format_position(view, whole=True)) == view


def test_equal_duels_give_equal_text() -> None:
    """In whatever order their zones were filled."""
    duel = practice_duel("ocg", 1)
    turned = Duel(
        **{
            **{name: getattr(duel, name) for name in duel.__struct_fields__},
            "zones": dict(reversed(duel.zones.items())),
        }
    )
    assert write_duel(turned) == write_duel(duel)


def test_what_a_correction_has_left_comes_back() -> None:
    """A life corrected while an amount is asked leaves the question as it was."""
    duel = apply(practice_duel("ocg", 1), CorrectLife(Seat(0), Seat(1), 100, "x")).duel
    assert read_duel(write_duel(duel)) == duel
    over = apply(duel, Concede(Seat(0))).duel
    assert read_duel(write_duel(over)) == over


# What is refused


@cache
def middle() -> str:
    """Return the text of a duel in which something lies on the Chain."""
    for seed in range(20):
        for each in play_random(practice_duel("ocg", seed), seed):
            before = each.before
            if before.chain and before.decision and before.decision.kind == "window":
                return write_duel(before)
    raise AssertionError


def changed(change: Callable[[Any], None]) -> str:
    tree = json.decode(middle())
    change(tree["duel"])
    return json.encode(tree).decode()


def _set(*path: str | int, to: object) -> Callable[[Any], None]:
    def change(tree: Any) -> None:
        for key in path[:-1]:
            tree = tree[key]
        tree[path[-1]] = to

    return change


NAMES = [
    (_set("ruleset", to="ogc"), "ruleset: expected as ruleset one of", "(did you mean ocg?)"),
    (_set("readings", "G-999", to="x"), "readings: expected as reading one of", "'G-999'"),
    (_set("readings", "G-01", to="x"), "readings: expected as", "'"),
    (_set("readings", to={}), "readings: expected a value of", "got none"),
    (_set("players", to=[]), "players: expected 2 of them", "got 0"),
    (_set("phase", to="mian1"), "phase: expected one of", "(did you mean main1?)"),
    (_set("turn_seat", to=7), "turn_seat: expected a seat from 0 to 1", "got 7"),
    (_set("zones", "a.m9", to=[]), "zones: expected a zone of ocg", "'a.m9'"),
    (_set("zones", "a.pile", 0, "key", to="a:Wlof"), "zones.a.pile[0].key", "mean Wolf?)"),
    (_set("zones", "a.pile", 0, "key", to=None), "zones.a.pile[0].key", "got none"),
    (_set("zones", "a.pile", 0, "owner", to=3), "zones.a.pile[0].owner", "got 3"),
    (_set("zones", "a.pile", 0, "oid", to=10**6), "zones.a.pile[0].oid", "got 1000000"),
    (_set("frames", 0, "block", to="deul"), "frames[0].block: expected a block", "mean duel?)"),
    (_set("frames", 0, "step", to=99), "frames[0].step: expected a step from 0", "got 99"),
    (_set("frames", to=[]), "decision: expected none", "asks nothing"),
    (_set("chain", 0, "effect", to="nothing"), "chain[0].effect: expected an effect", "nothing"),
    (_set("chain", 0, "source", "key", to="x"), "chain[0].source.key", "'x'"),
    (_set("decision", to=None), "decision: expected a decision, or an outcome", "neither"),
    (_set("decision", "kind", to="open"), "decision: expected 'window'", "'open'"),
    (_set("hidden", to=[]), "hidden: expected one for each of 2 players", "got 0"),
    (
        _set("turn_counters", "a.summon-rigth", to=1),
        "counter a.summon-rigth",
        "mean summon-right?)",
    ),
    (_set("zones", "a.pile", 0, "move", to="sumon"), "a.pile: expected", 'the move "sumon"'),
    (_set("chance", to=-1), "chance: expected a number from 0", "got -1"),
]


BOUND = [
    ("ocg", "next", "battel", "one of draw, standby, main1", "(did you mean battle?)"),
    ("ocg", "effect", "typhoom", "an effect of ocg", "(did you mean typhoon?)"),
    ("ocg", "move", "normal-sumon", "one of normal-summon", "(did you mean normal-summon?)"),
    ("ocg", "from", "b.hnad", "a zone of ocg", "'b.hnad'"),
    ("ocg", "seat", 7, "a seat from 0 to 1", "got 7"),
    ("resummoned", "passed", [5], "a seat from 0 to 1", "got 5"),
    ("ocg", "self", [{"oid": 1, "owner": 0, "key": "a:Wlof"}], "a card of ocg", "mean Wolf?)"),
]
"""A name to which something is bound, something that there is not, expected and got."""


@pytest.mark.parametrize(("ruleset", "name", "value", "expected", "got"), BOUND)
def test_what_is_bound_names_what_there_is(
    ruleset: str, name: str, value: Any, expected: str, got: str
) -> None:
    """Phases, effects, moves, zones, seats and cards, wherever one is bound in a duel."""
    for each in play_random(practice_duel(ruleset, 3), 4):
        tree = json.decode(write_duel(each.before))
        held = [f for f in tree["duel"]["frames"] if f.get("bound", {}).get(name)]
        if held:
            break
    held[-1]["bound"][name] = value
    with pytest.raises(PositionError) as caught:
        read_duel(json.encode(tree))
    (fault,) = [f for f in caught.value.faults if f"].bound.{name}" in f]
    assert expected in fault
    assert got in fault


@pytest.mark.parametrize(("change", "expected", "got"), NAMES)
def test_a_name_that_stands_for_nothing_is_refused_with_its_place(
    change: Callable[[Any], None], expected: str, got: str
) -> None:
    """Expected, got and where are in the message."""
    with pytest.raises(PositionError) as caught:
        read_duel(changed(change))
    assert any(expected in fault and got in fault for fault in caught.value.faults)


@pytest.mark.parametrize("deep", [1, 2])
def test_a_card_lies_once_however_deep_beneath_another(deep: int) -> None:
    """Its number is its own there too."""

    def change(tree: Any) -> None:
        top = lowest = tree["zones"]["a.pile"][0]
        for _ in range(deep):
            lowest["beneath"] = [{"oid": top["oid"], "owner": top["owner"], "key": top["key"]}]
            lowest = lowest["beneath"][0]

    with pytest.raises(PositionError) as caught:
        read_duel(changed(change))
    where = "zones.a.pile[0]" + ".beneath[0]" * deep
    assert any(f.startswith(f"{where}.oid: expected a number of") for f in caught.value.faults)
    assert any(f.startswith(f"{where}.key: expected a card that") for f in caught.value.faults)


SHAPES = [
    (lambda text: text[:-40], "top", "whole JSON"),
    (lambda _: "", "top", "whole JSON"),
    (lambda _: b"\xff", "top", "whole JSON"),
    (lambda _: '{"form":"duelmat duel 1","duel":' + "[" * 100_000, "top", "the JSON of a duel"),
    (lambda _: "{}", "top", "a field 'form'"),
    (lambda text: text.replace("duel 1", "duel 2", 1), "form", "'duelmat duel 1'"),
    (lambda _: changed(_set("turn", to="3")), "duel.turn", "`int`"),
    (lambda _: changed(_set("zones", "a.pile", 0, to=4)), "duel.zones", "`object`"),
    (lambda _: changed(_set("zones", "a.pile", 0, "colour", to=4)), "duel.zones", "alone"),
    (lambda _: changed(_set("decision", "kind", to="opne")), "duel.decision.kind", "another"),
    (lambda _: changed(lambda tree: tree.pop("players")), "duel", "a field 'players'"),
]


@pytest.mark.parametrize(("change", "where", "expected"), SHAPES)
def test_what_is_no_duel_is_refused_with_its_place(
    change: Callable[[str], str | bytes], where: str, expected: str
) -> None:
    """Cut off, of another version, of other types."""
    with pytest.raises(NotationError) as caught:
        read_duel(change(middle()))
    assert caught.value.where.startswith(where)
    assert expected in caught.value.expected


TWICE = [
    ('{"form":', '{"form":"duelmat duel 1",\n"form":', 2, "form"),
    ('"phase":', '"phase":"main1","phase":', 1, "phase"),
    ('"a.hand":', '"a.hand":[],\n\n "a\\u002ehand":', 3, "a.hand"),
]


@pytest.mark.parametrize(("old", "new", "line", "key"), TWICE)
def test_a_key_that_stands_twice_is_named_with_its_place(
    old: str, new: str, line: int, key: str
) -> None:
    """Also where it is written otherwise; a reader that keeps one of the two says nothing."""
    assert old in middle()
    text = middle().replace(old, new, 1)
    with pytest.raises(NotationError) as caught:
        read_duel(text)
    error = caught.value
    assert (error.expected, error.line) == ("each key once", line)
    assert error.got == f'the key "{key}" stands twice in one table'
    assert text.splitlines()[line - 1][error.column - 1] == '"'


SPOILED: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers(-3, 90) | st.text(max_size=3) | st.just([])
)


@settings(deadline=None, max_examples=examples(300))
@given(st.data())
def test_a_spoiled_duel_is_refused_or_can_be_asked(data: st.DataObject) -> None:
    """Whatever one value of it is changed to."""
    tree = json.decode(middle())
    node: Any = tree
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        inner = node[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.integers(0, 9)) == 0:
            break
        node = inner
    node[key] = data.draw(SPOILED)
    try:
        duel = read_duel(json.encode(tree))
    except EngineError:
        return
    assert duel.is_over() or list(islice(legal_actions(duel), 1))
