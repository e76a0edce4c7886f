"""Table questions as data: a position, what was played since, and "may I do this?".

One form serves TOML files with several questions and JSON lines with one each; docs/judging.md
describes it key by key. Everything that is wrong with a file is found in one reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from duelmat_engine.actions import Action, Activate
from duelmat_engine.cardfiles.form import Form, FormFault, ScenarioError, shown, toml_tables
from duelmat_engine.cardfiles.toml_places import Path, toml_lines
from duelmat_engine.errors import IllegalActionError
from duelmat_engine.forms.action_form import Asked, shape_faults
from duelmat_engine.forms.position_form import read_position, seat_letters
from duelmat_engine.judging.judge import asker, judge
from duelmat_engine.names import SEAT_LETTERS, Seat
from duelmat_engine.play import apply
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, game_of, ruleset_names
from duelmat_engine.rulings.ask_form import (
    Expect,
    differences,
    read_expect,
    read_names,
    read_readings,
)
from duelmat_engine.rulings.disambiguate import meant
from duelmat_engine.rulings.missed_triggers import Played, missed_triggers
from duelmat_engine.state import Duel
from duelmat_engine.text.explain import Explanation, action_words, explain_verdict
from duelmat_engine.text.prompt import Moment, moment_of
from duelmat_engine.text.remedies import spelled
from duelmat_engine.text.wording import EVERYONE, Wording
from duelmat_engine.verdict import Verdict

_TOP_KEYS: Final = ("title", "ruleset", "names", "readings", "position", "play", "question")
_CASE_KEYS: Final = (
    "id",
    "title",
    "ruleset",
    "names",
    "readings",
    "position",
    "play",
    "ask",
    "action",
    "expect",
)
_QUESTION_KEYS: Final = ("ask", "play", "action", "expect")


class Question(Struct, frozen=True):
    """May this be done?"""

    action: Asked
    text: str = ""
    plays: tuple[Asked, ...] = ()
    """Played first, for this question only."""
    expect: Expect = Expect()


class Scenario(Struct, frozen=True):
    """A position, what was played since, and questions about what comes then."""

    title: str
    duel: Duel
    game: Game
    names: tuple[str, ...]
    plays: tuple[Asked, ...]
    questions: tuple[Question, ...]


class Answer(Struct, frozen=True):
    """One question answered."""

    question: str
    duel: Duel
    """The duel in which it was asked."""
    action: Action
    seat: Seat
    verdict: Verdict
    explanation: Explanation
    moment: Moment
    """Where that duel stands."""
    failures: tuple[str, ...] = ()
    """Where the verdict is not what was expected."""


def parse_scenario(text: str, source: str = "scenario") -> Scenario:
    """A scenario written in TOML; ScenarioError lists every fault with its line."""
    data = toml_tables(text, source, ScenarioError)
    try:
        return read_scenario(data)
    except ScenarioError as error:
        raise error.placed(toml_lines(text), source) from None


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """A scenario from the tables of a file; ScenarioError lists every fault."""
    faults: list[FormFault] = []
    form = Form(data, (), faults)
    form.only(_TOP_KEYS)
    head = _head(form)
    questions = tuple(
        _question(item, ("question", index), faults, _QUESTION_KEYS, head[0])
        for index, item in form.tables("question")
    )
    if not questions and not any(f.path[:1] == ("question",) for f in faults):
        form.fault("at least one [[question]]", "none")
    return _finished(form, head, questions)


def read_case(data: Mapping[str, Any]) -> Scenario:
    """A case of a batch, one question with everything in one table; faults as above."""
    faults: list[FormFault] = []
    form = Form(data, (), faults)
    form.only(_CASE_KEYS)
    head = _head(form)
    question = _question(dict(form.table), (), faults, _CASE_KEYS, head[0])
    once = Question(question.action, question.text, (), question.expect)
    return _finished(form, (*head[:3], question.plays), (once,))


_Head = tuple[Ruleset | None, dict[str, str], tuple[str, ...], tuple[Asked, ...]]


def _head(form: Form) -> _Head:
    """Ruleset, readings, names and plays: what comes before the questions."""
    name = form.one_of("ruleset", ruleset_names(), needed=True)
    rules = find_ruleset(name) if name else None
    readings = read_readings(form, rules)
    seats = seat_letters(form.table.get("position"), rules) if rules else SEAT_LETTERS
    return rules, readings, read_names(form, seats), _asked_list(form, "play")


def _asked_list(form: Form, key: str) -> tuple[Asked, ...]:
    asked = []
    for index, item in form.tables(key):
        if isinstance(item, dict | str):
            asked.append(Asked((*form.path, key, index), item))
        else:
            form.fault("an action: a table or a text", shown(item), key, index)
    return tuple(asked)


def _question(
    item: Any,
    path: Path,
    faults: list[FormFault],
    known: tuple[str, ...],
    rules: Ruleset | None,
) -> Question:
    form = Form(item, path, faults)
    if path:
        form.only(known)
    action = form.table.get("action")
    if not isinstance(action, dict | str):
        if isinstance(item, dict):
            got = "nothing" if "action" not in form else shown(action)
            form.fault("the key action with a table or a text", got)
        action = ""
    expect, _ = read_expect(form, rules)
    return Question(
        action=Asked((*path, "action"), action),
        text=form.text("ask"),
        plays=_asked_list(form, "play"),
        expect=expect,
    )


def _finished(form: Form, head: _Head, questions: tuple[Question, ...]) -> Scenario:
    """The position is built last, when the ruleset is known to be there."""
    rules, readings, names, plays = head
    title = form.text("title")
    if rules is None:
        raise ScenarioError(form.faults)
    if "position" not in form:
        form.fault("a table position", "nothing")
    values = choose_readings(rules, readings)
    duel = read_position(form.inner("position"), rules, values)
    for asked in (*plays, *(a for q in questions for a in (*q.plays, q.action))):
        shape_faults(asked, game_of(rules.name, values), form.faults)
    if form.faults or duel is None:
        raise ScenarioError(form.faults)
    game = game_of(duel.ruleset, duel.readings)
    return Scenario(title, duel, game, names, plays, questions)


# Answering


def answer(scenario: Scenario, question: Question) -> Answer:
    """The ruling on one question; ScenarioError if it cannot be asked."""
    game = scenario.game
    line = played(game, scenario.duel, (*scenario.plays, *question.plays), scenario.names)
    duel = line[-1].duel
    action = meant(question.action, duel, game)
    verdict = judge(duel, action, game)
    if verdict.invalid and isinstance(action, Activate):
        duel, verdict = missed_triggers(line, game, action) or (duel, verdict)
    verdict = spelled(duel, action, verdict, game)
    seat = asker(duel, action)
    wording = Wording(game, scenario.names, world=duel, sees=EVERYONE)
    explanation = explain_verdict(wording, verdict, action, duel, seat)
    return Answer(
        question=question.text or f"{wording.seat(seat)}: {explanation.action}?",
        duel=duel,
        action=action,
        seat=seat,
        verdict=verdict,
        explanation=explanation,
        moment=moment_of(wording, duel),
        failures=differences(question.expect, verdict),
    )


def played(
    game: Game, duel: Duel, plays: Iterable[Asked], names: Sequence[str] = ()
) -> list[Played]:
    """The duel and what was done in it, again and again; ScenarioError if one is not legal."""
    line: list[Played] = []
    for asked in plays:
        action = meant(asked, duel, game)
        line.append(Played(duel, action))
        try:
            duel = apply(duel, action, game).duel
        except IllegalActionError as error:
            seat = asker(duel, action)
            wording = Wording(game, names, world=duel, sees=EVERYONE)
            why = explain_verdict(wording, error.verdict, action, duel, seat).short()
            at = moment_of(wording, duel).text
            text = f"{action_words(wording, action, seat)}: {why} The moment: {at}"
            raise ScenarioError(
                [FormFault(asked.path, "a legal action to play first", text)]
            ) from None
    line.append(Played(duel))
    return line
