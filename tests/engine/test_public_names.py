"""What programs of somebody else may import, and that it is enough to name what they meet."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Iterator
from types import ModuleType, UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import pytest

import duelmat_engine
from duelmat_engine import Game, Question, Ruleset, Scenario, ScenarioQuestion, events, facts
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.ops import Op
from duelmat_engine.effects.terms import Condition
from duelmat_engine.forms.action_form import WrittenAction
from duelmat_engine.ruleset import chain_policy, game, parts, tables, words
from duelmat_engine.rulings.ask_form import Expect
from duelmat_engine.rulings.outcome import WantedOutcome
from micropython import ROOT

NAMES = """
EVERYONE NOBODY PUBLIC ROW_KINDS SEAT_LETTERS Account Action Activate Advance AgreeDraw Alteration
Answer AnyPlay Attack Cancel Card CardFileError CardKey CardValue Choose Cited Claim Concede
CorrectLife Course Decision Deck Do Duel EngineError Entry Explanation Fault FormFault Frame Game
Hidden IllegalActionError InvalidActionError Invalidity Line Link Match Moment MoveKind Name Never
NotationError Number Opening Outcome Pass PendingTrigger Piece Placed Play Played Player
PositionError Question ReadingEntry Record Remedy Result Reveal Roll Rule Ruleset Said Scenario
ScenarioError ScenarioQuestion Seat Stand Standing Statement Step Text ToldLink Trait Turn
UnknownNameError UnnamedCardError ValueChange Verdict When Window Wording World ZoneName
action_words add_system agree_match answer apply base_name bound_forms capital carried_on carry_out
choose_readings deal_unseen decision_words deck_faults event_words events events_for
explain_verdict facts faults_of find_ruleset find_statement follow followed format_action
format_position game_of is_key join_card_files judge judge_deck judge_sideboard key_code key_seat
keys_of legal_action_steps legal_actions lookup needs_name new_duel new_record parse_action
parse_position parse_scenario parse_seat play_random position possible_at practice_duel
public_form public_record read_duel read_record reason_words register remedy_words replace replay
reply roll rule_words ruleset_names seat_letter statements tell told_links use_cards values_of
view_for write_duel write_record zone zone_index zone_kind zone_seat
""".split()  # noqa: SIM905
PUBLIC = {name: getattr(duelmat_engine, name, None) for name in NAMES}
MODULES = {name: one for name, one in PUBLIC.items() if isinstance(one, ModuleType)}

PARTS: dict[Any, set[Any]] = {
    Ruleset: {
        *(Effect, Op, chain_policy.ChainPolicy, chain_policy.TriggerOrder, game.Decks),
        parts.CoreCitations,
        *(parts.CoreReadings, parts.InPlay, parts.Printing, parts.Zones, tables.BattleTable),
        *(tables.Phase, words.Words),
    },
    Game: {Effect, Op, chain_policy.ChainPolicy},
    Question: {game.Board},
    Scenario: {WrittenAction},
    ScenarioQuestion: {WrittenAction, Expect, WantedOutcome},
    facts.Holds: set(get_args(Condition)),
}
"""By docs/engine.md these lie inside: parts of rulesets, words of texts, written questions."""


def test_the_public_names_are_these() -> None:
    """A name comes or goes only together with this list."""
    assert sorted(duelmat_engine.__all__) == sorted(NAMES)


def test_every_public_name_is_there() -> None:
    """Nothing is announced that does not exist."""
    assert [n for n in duelmat_engine.__all__ if not hasattr(duelmat_engine, n)] == []


def own(module: ModuleType) -> dict[str, Any]:
    """Return what a module defines and does not hide."""
    return {
        name: one
        for name, one in vars(module).items()
        if name[0] != "_" and getattr(one, "__module__", module.__name__) == module.__name__
    }


THINGS = {name: one for name, one in PUBLIC.items() if name not in MODULES} | {
    f"{name}.{inner}": one
    for name, module in MODULES.items()
    for inner, one in own(module).items()
}


def named_in(hint: Any) -> Iterator[Any]:
    """Yield the types of this project that a hint names."""
    if get_origin(hint) is not Literal:
        for part in get_args(hint):
            for each in part if isinstance(part, list) else (part,):
                yield from named_in(each)
    named = get_origin(hint) or hint
    if getattr(named, "__module__", "").startswith("duelmat") and not isinstance(named, TypeVar):
        yield named


def hints_of(one: Any) -> Iterator[Any]:
    """Yield the hints of a function, or those of a class and of its public methods."""
    if isinstance(one, UnionType) or get_origin(one) is not None:
        yield one
    elif inspect.isfunction(one):
        yield from get_type_hints(one).values()
    elif inspect.isclass(one):
        yield from (hint for name, hint in get_type_hints(one).items() if name[0] != "_")
        for name, part in inspect.getmembers(one):
            method = part.fget if isinstance(part, property) else part
            if inspect.isfunction(method) and (name[0] != "_" or name == "__init__"):
                yield from get_type_hints(method).values()


@pytest.mark.parametrize("name", THINGS)
def test_what_is_public_names_public_types(name: str) -> None:
    """Whatever a program gets, it can ask for its type without importing from inside."""
    one = THINGS[name]
    named = {each for hint in hints_of(one) for each in named_in(hint)}
    excused = PARTS.get(one, set()) if inspect.isclass(one) else set()
    assert excused <= named
    assert [each for each in named - excused if each not in THINGS.values()] == []


def test_the_events_and_facts_are_whole() -> None:
    """Each kind of event and of fact is in its public module, with their union."""
    for union, module in ((events.AnyEvent, events), (facts.AnyFact, facts)):
        assert set(get_args(union)) < set(own(module).values())
        assert len(get_args(union)) > 14


def test_other_programs_of_ours_name_what_they_import_from_inside() -> None:
    """A pattern of importers stands in the contract for the public modules alone."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = next(
        each
        for each in contracts["tool"]["importlinter"]["contracts"]
        if each["name"] == "The host uses the engine's public names"
    )
    ignored = [each.split(" -> ") for each in contract["ignore_imports"]]
    patterns = {imported for importer, imported in ignored if "*" in importer}
    assert patterns == {f"duelmat_engine.{name}" for name in MODULES}
