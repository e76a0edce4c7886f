"""Answers to written questions: the verdict on an action, and the events when it is done.

If an action names a card of which there are several copies, the copy that makes most sense is
meant. A trigger that is asked about too late is answered by why it was not asked for when it was
its time: once an answer has been given, a duel does not remember what else might have been
answered, but what was played does. A trigger that waited before an answer and not after it was
hindered by it, was declined, or came too late; one that was negated never waited.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace as remade

from duelmat_engine.actions import Action, Activate
from duelmat_engine.board.refs import lookup
from duelmat_engine.brief import Brief
from duelmat_engine.cardfiles.form import FormFault, ScenarioError
from duelmat_engine.chains.trigger_answers import entry_for
from duelmat_engine.chains.trigger_legality import trigger_refusals
from duelmat_engine.errors import IllegalActionError, UnnamedCardError, unlike
from duelmat_engine.events import Negated
from duelmat_engine.forms.action_form import WrittenAction
from duelmat_engine.judging.judge import asker, judge
from duelmat_engine.moves.card_rules import NEGATOR_GONE
from duelmat_engine.names import Seat
from duelmat_engine.play import Step, apply, carry_out
from duelmat_engine.ruleset.game import Game
from duelmat_engine.rulings.ask_form import differences
from duelmat_engine.rulings.course import Course, CourseStep, course_of
from duelmat_engine.rulings.outcome import outcome_differences
from duelmat_engine.rulings.scenario import Scenario, ScenarioQuestion
from duelmat_engine.state import Duel, replace
from duelmat_engine.text.explain import Explanation, explain_verdict, spelled
from duelmat_engine.text.instructions import action_words
from duelmat_engine.text.log import tell
from duelmat_engine.text.questions import Moment, moment_of, whether
from duelmat_engine.text.wording import EVERYONE, Wording
from duelmat_engine.verdict import Cited, Invalidity, Never, Verdict, not_asked, ruling
from duelmat_message import Text, listed, say


class Answer(Brief, frozen=True):
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


class Account(Brief, frozen=True):
    """The events when a question's actions are played."""

    question: str
    moment: Moment
    """The state of the duel before, in words."""
    course: Course
    failures: tuple[str, ...] = ()
    """Differences of the events from what was expected."""


def reply(scenario: Scenario, question: ScenarioQuestion) -> Answer | Account:
    """The answer to a question of either kind; ScenarioError if it cannot be asked.

    Without an action it is the events when the question's actions are played.
    """
    if question.action is not None:
        return answer(scenario, question)
    game, names = scenario.game, scenario.names
    start, plays = _beginning(scenario, question, ())
    duel = played(game, start.duel, plays, names)[-1].duel
    line = played(game, duel, question.plays, names)
    course = course_of(game, line, names)
    wording = Wording(game, names, world=duel, sees=EVERYONE)
    return Account(
        question=question.text or say("What happens: {plays}?", plays=_told(line, game, names)),
        moment=_moment(wording, duel, start),
        course=course,
        failures=outcome_differences(question.outcome, course),
    )


def answer(scenario: Scenario, question: ScenarioQuestion) -> Answer:
    """The ruling on a question's action; ScenarioError if it cannot be asked."""
    assert question.action is not None
    game, names = scenario.game, scenario.names
    start, plays = _beginning(scenario, question, question.plays)
    line = played(game, start.duel, plays, names)
    duel = line[-1].duel
    action = disambiguate(question.action, duel, game)
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
        moment=_moment(wording, duel, start),
        course=course,
        failures=failures,
    )


def _beginning(
    scenario: Scenario, question: ScenarioQuestion, plays: tuple[WrittenAction, ...]
) -> tuple[Step, tuple[WrittenAction, ...]]:
    """The position of a question and what is played in it; a file's plays are of its position."""
    if question.start is not None:
        return question.start, plays
    return scenario.start, (*scenario.plays, *plays)


def _moment(wording: Wording, duel: Duel, start: Step) -> Moment:
    """Return the moment, with what has happened by itself since the position."""
    moment, lines = moment_of(wording, duel), tell(wording, start.events)
    cited = [(line.text, listed(dict.fromkeys(line.rules), ",")) for line in lines]
    told = listed((say("{text} ({rules})", text=text, rules=rules) for text, rules in cited), " ")
    text = say("{moment} What came before it: {events}", moment=moment.text, events=told)
    return replace(moment, text=text) if lines else moment


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
    game: Game, duel: Duel, plays: Iterable[WrittenAction], names: Sequence[str] = ()
) -> list[CourseStep]:
    """The duel and what was done in it, again and again; ScenarioError if one is not legal."""
    line: list[CourseStep] = []
    for asked in plays:
        action = disambiguate(asked, duel, game)
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


# Which action is meant


def disambiguate(asked: WrittenAction, duel: Duel, game: Game) -> Action:
    """Return the first legal action; if none is, the one with the least objections.

    What weighs most is how final they are, then how much is missing.
    """
    actions = list(asked.actions(duel, game))
    if len(actions) == 1:
        return actions[0]
    against: list[tuple[int, ...]] = []
    for action in actions:
        verdict = judge(duel, action, game)
        if verdict.legal:
            return action
        never = sum(isinstance(remedy, Never) for remedy in verdict.remedies)
        invalid = list(Invalidity).index(verdict.invalid)
        against.append((invalid, never, len(verdict.remedies), len(verdict.rules)))
    return actions[against.index(min(against))]


# Triggers that are asked about too late


def missed_triggers(
    line: Sequence[CourseStep], game: Game, action: Activate
) -> tuple[Duel, Verdict] | None:
    """Return the duel at which a trigger was lost, and the verdict on it; None: nothing that was
    played set it off, or it waits still.
    """
    last = line[-1].duel
    if entry_for(last, game, action) is not None:
        return None
    # Everybody is asked for a response, so that a Chain is seen before it resolves.
    pausing = remade(game, rules=remade(game.rules, could_respond=lambda *_: True))
    meant = lookup(last, action.card)
    for before, answer, events in ((one.duel, one.action, one.events) for one in reversed(line)):
        for event in events:
            if (
                isinstance(event, Negated)
                and event.effect == action.effect
                and meant is not None
                and event.piece.key == meant[1].key
            ):
                return last, ruling([(Cited(rule), NEGATOR_GONE) for rule in event.rules], ())
        index = entry_for(before, game, action)
        if answer is None or index is None:
            continue
        effect = game.rules.effects[action.effect]
        after = carry_out(before, answer, pausing).duel
        found = lookup(after, action.card)
        if answer == action or found is None:
            return None
        if why := trigger_refusals(after, game, before.pending[index], found[1]):
            asked = before.decision
            if asked is not None and asked.kind == "trigger":  # as if asked on for triggers
                after = replace(after, decision=replace(asked, options=()))
            return after, ruling(why, ())
        text = say("Its time is over: it was asked for before, and something else was answered.")
        return last, not_asked(effect.rules, Never(text, ""))
    return None
