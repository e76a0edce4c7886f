"""Battle cases as tables: values and positions in, the ruling and what becomes of it out.

docs/judging.md describes the keys. Everything that is wrong with a case is found in one reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from duelmat_engine.cardfiles.form import NOTHING, Form, FormFault, ScenarioError, one_of
from duelmat_engine.errors import PositionError, unlike
from duelmat_engine.names import SEAT_LETTERS, Seat
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, game_of, ruleset_names
from duelmat_engine.rulings import ask_form, battles
from duelmat_engine.rulings.course import Course, course_of
from duelmat_engine.rulings.missed_triggers import CourseStep
from duelmat_engine.rulings.outcome import outcome_differences
from duelmat_engine.rulings.outcome_form import (
    COURSE_KEYS,
    MOMENT_KEYS,
    WantedOutcome,
    read_outcome,
)
from duelmat_engine.text.explain import Explanation, explain_verdict
from duelmat_engine.text.questions import whether
from duelmat_engine.text.wording import EVERYONE, Wording
from duelmat_message import Text, listed, named, say

SEATS: Final = SEAT_LETTERS[:2]
SIDES: Final = ("attacker", "target")
_CASE_KEYS: Final = ("id", "title", "ruleset", "names", "readings", "ask", "battle", "expect")
_BATTLE_KEYS: Final = ("attacker", "target", "bystanders", "life", "turn", "seat", "phase")
_FIGHTER_KEYS: Final = ("attack", "defense", "face", "position", "since", "attacked")
_EXPECT_KEYS: Final = ("destroyed", "damage", "life", *COURSE_KEYS, *MOMENT_KEYS)


class BattleQuestion(Struct, frozen=True):
    """One battle case as it was asked."""

    case: battles.BattleCase
    text: str
    names: tuple[str, ...]
    expect: ask_form.Expect
    destroyed: tuple[str, ...] | None
    damage: tuple[int, int] | None
    life: tuple[int, int] | None
    outcome: WantedOutcome


class BattleAnswer(Struct, frozen=True):
    """The ruling, what happens, and both in words."""

    question: str
    fought: battles.Fought
    explanation: Explanation
    course: Course
    """The course of the battle; it has no events if the attack may not be made."""
    failures: tuple[str, ...]


def read_battle(data: Mapping[str, Any]) -> BattleQuestion:
    """A battle case from its table; ScenarioError lists every fault."""
    faults: list[FormFault] = []
    form = Form(data, (), faults)
    form.only(_CASE_KEYS)
    name = form.one_of("ruleset", ruleset_names(), needed=True)
    rules = find_ruleset(name) if name else None
    readings = ask_form.read_readings(form, rules)
    expect, further = ask_form.read_expect(form, rules, _EXPECT_KEYS)
    case = _case(form.inner("battle"), rules, readings) if rules else None
    names = ask_form.read_names(form, "ab")
    question = form.text("ask")
    destroyed = further.texts("destroyed", SIDES, one_of(SIDES))
    damage = _pair(further, "damage", low=0)
    life = _pair(further, "life", low=-1_000_000)
    outcome = WantedOutcome()
    if rules is not None:
        game = game_of(rules.name, choose_readings(rules, readings))
        outcome = read_outcome(further, game, SEATS, SIDES)
    if faults or case is None:
        raise ScenarioError(faults)
    return BattleQuestion(case, question, names, expect, destroyed, damage, life, outcome)


def _case(form: Form, rules: Ruleset, readings: Mapping[str, str]) -> battles.BattleCase:
    form.only(_BATTLE_KEYS)
    turn = form.number("turn", 3, low=1, high=10_000)
    if "attacker" not in form:
        form.fault(say("a table {key}", key="attacker"), NOTHING)
    phases = [phase.name for phase in rules.phases]
    own = Seat(SEATS.index(form.one_of("seat", tuple(SEATS), "a")))
    return battles.BattleCase(
        ruleset=rules.name,
        attacker=_fighter(form.inner("attacker"), rules, turn),
        target=_fighter(form.inner("target"), rules, turn) if "target" in form else None,
        bystanders=form.number("bystanders", 0, high=battles.MOST_BYSTANDERS),
        life=_pair(form, "life", low=1, default=rules.life),
        turn=turn,
        turn_seat=own,
        phase=form.one_of("phase", phases, "battle"),
        readings=readings,
    )


def _fighter(form: Form, rules: Ruleset, turn: int) -> battles.Fighter:
    form.only(_FIGHTER_KEYS)
    table = rules.battle
    highest = battles.highest_value(rules.name)
    one_value = table.attack_trait == table.defense_trait
    attack = form.number("attack", 0, high=highest, needed=True)
    defense = form.number("defense", attack if one_value else 0, high=highest)
    if one_value and defense != attack:
        wanted = say(
            "{number}: {ruleset} has one {trait} for both",
            number=attack,
            ruleset=named("ruleset", rules.title),
            trait=table.attack_trait,
        )
        form.fault(wanted, str(defense), "defense")
    is_up = form.one_of("face", ("up", "down"), "up") == "up"
    lies = form.one_of("position", table.positions, "attack" if is_up else "defense")
    return battles.Fighter(
        attack=attack,
        defense=defense,
        face_up=is_up,
        upright=lies != "defense",
        mark="" if lies in ("attack", "defense") else lies,
        arrived=form.number("since", max(turn - 1, 1), low=1, high=turn),
        attacked=form.flag("attacked", default=False),
    )


def _pair(form: Form, key: str, *, low: int, default: int = 0) -> tuple[int, int] | None:
    """Two numbers by seat; None if the key is not there."""
    if key not in form:
        return None
    table = form.inner(key)
    table.only(SEATS)
    a, b = (table.number(letter, default, low=low) for letter in SEATS)
    return a, b


# Answering


def answer_battle(question: BattleQuestion) -> BattleAnswer:
    """The ruling on a battle case; ScenarioError if no duel comes to it."""
    case = question.case
    game = battles.battle_game(case.ruleset, case.readings)
    try:
        fought = battles.fight(case)
    except PositionError as error:
        faults = (_placed(fault) for fault in error.faults)
        raise ScenarioError(faults) from None
    wording = Wording(game, question.names, world=fought.duel, sees=EVERYONE)
    said = explain_verdict(wording, fought.verdict, fought.action, Seat(0))
    line = [CourseStep(fought.duel, fought.action, fought.events), CourseStep(fought.after)]
    course = course_of(game, line, question.names)
    return BattleAnswer(
        question=question.text or whether(wording, Seat(0), said.action),
        fought=fought,
        explanation=said,
        course=course,
        failures=(
            *ask_form.differences(question.expect, fought.verdict),
            *_differing(question, fought),
            *outcome_differences(question.outcome, course, fought.names),
        ),
    )


def _differing(question: BattleQuestion, fought: battles.Fought) -> list[Text]:
    found = []
    if question.destroyed is not None and {*question.destroyed} != {*fought.destroyed}:
        sides = (question.destroyed, fought.destroyed)
        wanted, got = (listed(each, ",") or say("nobody") for each in sides)
        found.append(unlike("", say("destroyed {sides}", sides=wanted), got))
    pairs = (("damage", question.damage, fought.damage), ("life", question.life, fought.life))
    for what, wanted_pair, got_pair in pairs:
        if wanted_pair is not None and wanted_pair != got_pair:
            a, b = (f"a {pair[0]}, b {pair[1]}" for pair in (wanted_pair, got_pair))
            found.append(unlike("", say("{key} {value}", key=what, value=a), b))
    return found


def _placed(fault: str) -> FormFault:
    """A fault of the position, placed at the monster of which it speaks."""
    place: tuple[str, ...] = ("battle",)
    if fault.startswith("a.m"):
        place = ("battle", "attacker")
    elif fault.startswith("b.m"):
        place = ("battle", "target")
    return FormFault(place, say("a battle that a duel can come to"), fault)
