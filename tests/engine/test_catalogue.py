"""The rules catalogue: whole, and in step with what the engine cites."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields

import pytest

from duelmat_engine.catalogue import (
    find_reading,
    find_statement,
    parts,
    readings,
    rule_text,
    statements,
    systems,
    with_parts,
)
from duelmat_engine.errors import UnknownNameError
from duelmat_engine.ruleset.build import build_game, default_readings
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.rulesets.trump_king.tables import READINGS

COUNTS = {"TRI": 158, "OCG": 53, "SEG": 31, "TK": 104, "RES": 189, "PHY": 11}
RULES = find_ruleset("trump_king")
GAME = build_game(RULES, default_readings(RULES))


def test_every_statement_stands_once() -> None:
    assert {s.system: len(s.statement) for s in systems()} == COUNTS
    assert len(statements()) == 546
    assert max(Counter(s.id for s in statements()).values()) == 1
    for system in systems():
        assert all(s.id.startswith(f"{system.system}-") for s in system.statement)


def test_every_text_is_a_sentence() -> None:
    texts = {s.id: s.text for s in statements()} | {r.id: r.text for r in readings()} | parts()
    for name, text in texts.items():
        assert text[0].isupper() or text[0] in '"0123456789', name
        assert text.endswith("."), name


def test_a_reading_with_choices_says_what_it_is_about() -> None:
    """Its text is that of the default, and would stand before another choice."""
    for reading in readings():
        assert reading.about or len(reading.choices) == 1, reading.id


@pytest.mark.parametrize("prefix", COUNTS)
def test_every_reading_that_a_statement_names_exists(prefix: str) -> None:
    for statement in statements(prefix):
        for name in statement.readings:
            find_reading(name)
        assert (statement.kind == "names") == (statement.tag == "X"), statement.id


def cited() -> set[str]:
    """Every id that Trump King can cite: in its ways, its effects, its blocks and its tables."""
    chosen = default_readings(RULES)
    found: set[str] = set()
    for move in (*RULES.moves(RULES, chosen), *RULES.responses(RULES, chosen)):
        found |= set(move.permitted_by)
        for rule in move.rules():
            found |= {rule.id, rule.reading}
    tables = repr((RULES.effects, RULES.blocks, RULES.phases, RULES.battle, READINGS))
    found |= set(re.findall(r"TK-\d+b?|G-\d+", tables))
    for names in (
        RULES.citations.life,
        RULES.citations.over,
        RULES.citations.face,
        GAME.chain.rules,
    ):
        found |= set(names)
    return found - {""}


def test_whatever_the_engine_cites_can_be_looked_up() -> None:
    for name in cited():
        assert rule_text(name)


@pytest.mark.parametrize("ruleset", ["trump_king", "trigamon", "ocg", "resummoned"])
def test_a_statement_names_the_readings_under_which_it_is_cited(ruleset: str) -> None:
    """Whoever looks a statement up finds the readings that limits under it go by."""
    known = {statement.id: statement.readings for statement in statements()}
    game = build_game(find_ruleset(ruleset), default_readings(find_ruleset(ruleset)))
    limits = [rule for move in (*game.moves, *game.responses) for rule in move.rules()]
    for rule in limits:
        if rule.reading and rule.id in known:
            assert rule.reading in known[rule.id], rule.id


def test_an_unknown_id_is_named_with_those_near_it() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean"):
        find_statement("TK-14x")
    with pytest.raises(UnknownNameError, match="No reading"):
        find_reading("G-999")
    with pytest.raises(UnknownNameError, match="No reading"):
        rule_text("G-29.no-part")
    with pytest.raises(UnknownNameError, match="No system"):
        statements("XYZ")


def test_parts_go_with_their_reading() -> None:
    """Whoever leaves a reading out leaves out its parts; a part is left out alone."""
    assert with_parts({"TK-14", "G-57"}) == {"TK-14", "G-57"}
    own = find_reading("G-29").part_ids()
    assert with_parts({"G-29"}) == {"G-29", *own}
    assert with_parts({"G-29.turn"}) == {"G-29.turn"}
    assert all(parts()[name] == rule_text(name) == text for name, text in own.items())


@pytest.mark.parametrize(("ruleset", "reading"), [("ocg", "G-29"), ("trigamon", "G-17")])
def test_what_is_inherited_is_cited_part_by_part(ruleset: str, reading: str) -> None:
    """What a ruleset cites of such a reading is what its parts say, no more and no less."""
    rules = find_ruleset(ruleset)
    chosen = default_readings(rules)
    moves = (*rules.moves(rules, chosen), *rules.responses(rules, chosen))
    limits = {rule.id for move in moves for rule in move.rules()}
    tables = [getattr(rules, field.name) for field in fields(rules)]
    told = f"{limits} {tables} {build_game(rules, chosen).chain}"
    cited = set(re.findall(rf"{reading}\.[a-z-]+", told))
    assert cited == set(find_reading(reading).part_ids())
    assert reading not in limits
