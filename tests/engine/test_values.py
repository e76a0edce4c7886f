"""Values of cards, and what makes them what they are."""

from __future__ import annotations

import pytest

from duelmat_engine import (
    PUBLIC,
    Action,
    Activate,
    Choose,
    Duel,
    Pass,
    apply,
    format_position,
    game_of,
    parse_position,
    read_duel,
    values_of,
    view_for,
    write_duel,
)
from duelmat_engine.board.values import value_of

OCG = "ocg; 3 a main1; life 8000 8000; closed; a.pile Sangan; b.pile Sangan; "
TRIGAMON = "trigamon; 3 a main1; life 8000 8000; closed; a.pile SprigSprite; b.pile SprigSprite; "


def done(duel: Duel, *actions: Action) -> Duel:
    """The duel after these actions, each answer that there is no choice about given."""
    for action in actions:
        duel = apply(duel, action).duel
    return duel


def told(duel: Duel, ref: str, trait: str = "attack") -> list[tuple[str, int, int, str]]:
    """What changes the value: how, by how much, to what, by which card."""
    value = next(each for each in values_of(duel, ref) if each.trait == trait)
    return [(c.how, c.amount, c.value, c.code) for c in value.changes]


def test_a_card_that_nothing_changes_has_its_printed_values() -> None:
    """Each value once, without changes."""
    duel = parse_position(OCG + "a.m1 Wolf@1")
    values = values_of(duel, "a.m1")
    assert [(v.trait, v.printed, v.now, v.changes) for v in values] == [
        ("attack", 1200, 1200, ()),
        ("defense", 800, 800, ()),
    ]


def test_a_card_that_lies_there_changes_a_value_as_long_as_it_does() -> None:
    """The change names the card, its number there and the text that says so."""
    duel = parse_position(OCG + "a.m1 Wolf@1; a.s1 BlackPendant@2+a.m1")
    attack = values_of(duel, "a.m1")[0]
    assert attack.now == 1700
    (change,) = attack.changes
    assert (change.code, change.oid) == ("BlackPendant", duel.at("a.s1")[0].oid)
    assert change.rules == ("text:gives-500",)


def test_changes_are_told_in_the_order_in_which_they_count() -> None:
    """The last of them leads to the value now."""
    duel = parse_position(OCG + "a.m1 Wolf@1; a.s1 BlackPendant@2~3+a.m1; a.field BeastField@2~4")
    assert told(duel, "a.m1") == [
        ("add", 500, 1700, "BlackPendant"),
        ("add", 200, 1900, "BeastField"),
    ]
    assert told(duel, "a.m1", "defense") == [("add", 200, 1000, "BeastField")]


def test_a_resolved_effect_is_remembered_as_the_cause() -> None:
    """By its card and its text, until the turn ends; the card itself has gone."""
    duel = parse_position(OCG + "a.m1 Wolf@1; a.hand Rush")
    duel = done(duel, Activate("rush", "a:Rush"))
    while duel.decision is not None and duel.decision.kind != "open":
        duel = done(duel, Choose("a.m1") if duel.decision.kind == "choose" else Pass())
    assert told(duel, "a.m1") == [("add", 700, 1900, "Rush")]
    change = values_of(duel, "a.m1")[0].changes[0]
    assert (change.rules, change.until, change.oid) == (("text:rush",), 3, 0)


def test_a_value_never_falls_below_nothing() -> None:
    """Nor does what is told of it."""
    duel = parse_position(
        TRIGAMON + "a.m1 EmberImp@1<attack subtract 1900 9 0><attack add 100 10 0>"
    )
    assert told(duel, "a.m1") == [("subtract", 1900, 0, ""), ("add", 100, 0, "")]


def test_a_status_that_halves_is_told_by_its_name() -> None:
    """With the statement that says so."""
    duel = parse_position(TRIGAMON + "a.m1 StormColossus@1{burn=1}")
    value = next(v for v in values_of(duel, "a.m1") if v.changes)
    assert value.now == value.printed // 2
    assert value.changes[-1].status == "burn"
    assert value.changes[-1].rules


def test_a_card_that_nobody_has_seen_has_no_values() -> None:
    """Nor has a zone without a card."""
    duel = view_for(parse_position(OCG + "b.m1 Wolf#_@1"), PUBLIC)
    assert duel.at("b.m1")[0].key is None
    assert values_of(duel, "b.m1") == ()
    assert values_of(duel, "b.m2") == ()


@pytest.mark.parametrize("rest", ['a.m1 Wolf@1<attack add 700 5 3 "Rush text:rush">'])
def test_the_cause_of_a_change_is_written_down(rest: str) -> None:
    """In a position and in JSON: both read back the same."""
    duel = parse_position(OCG + rest)
    assert duel.at("a.m1")[0].altered[0].code == "Rush"
    again = parse_position(format_position(duel, whole=True))
    assert again.at("a.m1")[0].altered == duel.at("a.m1")[0].altered
    assert read_duel(write_duel(duel)) == duel


@pytest.mark.parametrize(
    "rest",
    [
        "a.m1 Wolf@1; a.s1 BlackPendant@2+a.m1; a.field BeastField@2",
        "a.m1 Wolf@1<attack add 700 5 3><attack set 100 6 0><attack double 0 7 0>",
        "a.m1 Wolf@1<attack subtract 7000 5 3><attack halve 0 7 0>",
    ],
)
def test_what_is_told_ends_in_the_value_that_battles_use(rest: str) -> None:
    """The two go by the same steps."""
    duel = parse_position(OCG + rest)
    game = game_of(duel.ruleset, duel.readings)
    for value in values_of(duel, "a.m1"):
        assert value.now == value_of(duel, game, duel.at("a.m1")[0], value.trait)
