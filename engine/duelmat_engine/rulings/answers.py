"""Answers to written questions: the verdict on an action, and the events when it is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from duelmat_engine.actions import Action, Activate
from duelmat_engine.cardfiles.form import FormFault, ScenarioError
from duelmat_engine.errors import IllegalActionError, UnnamedCardError, unlike
from duelmat_engine.forms.action_form import Asked
from duelmat_engine.judging.judge import asker, judge
from duelmat_engine.names import Seat
from duelmat_engine.play import apply
from duelmat_engine.ruleset.game import Game
from duelmat_engine.rulings.ask_form import differences
from duelmat_engine.rulings.course import Course, course_of
from duelmat_engine.rulings.disambiguate import meant
from duelmat_engine.rulings.missed_triggers import CourseStep, missed_triggers
from duelmat_engine.rulings.outcome import outcome_differences
from duelmat_engine.rulings.scenario import Question, Scenario
from duelmat_engine.state import Duel
from duelmat_engine.text.explain import Explanation, explain_verdict, spelled
from duelmat_engine.text.instructions import action_words
from duelmat_engine.text.questions import Moment, moment_of, whether
from duelmat_engine.text.wording import EVERYONE, Wording
from duelmat_engine.verdict import Verdict
from duelmat_message import Text, listed, say


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
    """The state of that duel, in words."""
    course: Course | None = None
    """The events if the action is done; None: none were expected, or it is not legal."""
    failures: tuple[str, ...] = ()
    """Differences of the verdict, or of the events, from what was expected."""


class Account(Struct, frozen=True):
    """The events when a question's actions are played."""

    question: str
    moment: Moment
    """The state of the duel before, in words."""
    course: Course
    failures: tuple[str, ...] = ()
    """Differences of the events from what was expected."""


def reply(scenario: Scenario, question: Question) -> Answer | Account:
    """The answer to a question of either kind; ScenarioError if it cannot be asked."""
    if question.action is None:
        return account(scenario, question)
    return answer(scenario, question)


def answer(scenario: Scenario, question: Question) -> Answer:
    """The ruling on a question's action; ScenarioError if it cannot be asked."""
    assert question.action is not None
    game, names = scenario.game, scenario.names
    line = played(game, *_beginning(scenario, question, question.plays), names)
    duel = line[-1].duel
    action = meant(question.action, duel, game)
    verdict = judge(duel, action, game)
    if verdict.invalid and isinstance(action, Activate):
        duel, verdict = missed_triggers(line, game, action) or (duel, verdict)
    verdict = spelled(duel, action, verdict, game)
    seat = asker(duel, action)
    wording = Wording(game, names, world=duel, sees=EVERYONE)
    explanation = explain_verdict(wording, verdict, action, seat)
    failures = differences(question.expect, verdict)
    course: Course | None = None
    if question.outcome and verdict.legal:
        course = course_of(game, played(game, duel, [question.action], names), names)
        failures += outcome_differences(question.outcome, course)
    elif question.outcome:
        failures += (unlike("", say("an outcome"), say("none: it is not legal")),)
    return Answer(
        question=question.text or whether(wording, seat, explanation.action),
        duel=duel,
        action=action,
        seat=seat,
        verdict=verdict,
        explanation=explanation,
        moment=moment_of(wording, duel),
        course=course,
        failures=failures,
    )


def account(scenario: Scenario, question: Question) -> Account:
    """Return the events when a question's actions are played; ScenarioError if they cannot be."""
    game, names = scenario.game, scenario.names
    duel = played(game, *_beginning(scenario, question, ()), names)[-1].duel
    line = played(game, duel, question.plays, names)
    course = course_of(game, line, names)
    wording = Wording(game, names, world=duel, sees=EVERYONE)
    return Account(
        question=question.text or say("What happens: {plays}?", plays=_told(line, game, names)),
        moment=moment_of(wording, duel),
        course=course,
        failures=outcome_differences(question.outcome, course),
    )


def _beginning(
    scenario: Scenario, question: Question, plays: tuple[Asked, ...]
) -> tuple[Duel, tuple[Asked, ...]]:
    """The position of a question and what is played in it; a file's plays are of its position."""
    if question.duel is not None:
        return question.duel, plays
    return scenario.duel, (*scenario.plays, *plays)


def _told(line: Sequence[CourseStep], game: Game, names: Sequence[str]) -> Text:
    """Return the actions that were played, in words: "Ana: Attack ..., then Ben: Pass"."""
    told = []
    for one in line:
        if one.action is not None:
            seat = asker(one.duel, one.action)
            wording = Wording(game, names, world=one.duel, sees=EVERYONE)
            action = action_words(wording, one.action, seat)
            told.append(say("{player}: {action}", player=wording.seat(seat), action=action))
    return listed(told, "then")


def played(
    game: Game, duel: Duel, plays: Iterable[Asked], names: Sequence[str] = ()
) -> list[CourseStep]:
    """The duel and what was done in it, again and again; ScenarioError if one is not legal."""
    line: list[CourseStep] = []
    for asked in plays:
        action = meant(asked, duel, game)
        try:
            step = apply(duel, action, game)
        except (IllegalActionError, UnnamedCardError) as error:
            seat = asker(duel, action)
            wording = Wording(game, names, world=duel, sees=EVERYONE)
            expected = say("which card it turns out to be (shown), or its name")
            got = action_words(wording, action, seat)
            if isinstance(error, IllegalActionError):
                expected = say("a legal action to play first")
                why = explain_verdict(wording, error.verdict, action, seat).short()
                moment = moment_of(wording, duel).text
                got = say(
                    "{action}: {why} The moment: {moment}", action=got, why=why, moment=moment
                )
            raise ScenarioError([FormFault(asked.path, expected, got)]) from None
        line.append(CourseStep(duel, action, step.events))
        duel = step.duel
    line.append(CourseStep(duel))
    return line
