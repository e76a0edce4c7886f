"""`duelmat judge`: answering questions from the table as a good judge would."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import click

from duelmat_command.output import (
    BROKEN,
    Complaint,
    echo,
    leave,
    print_json,
    read_text,
    sentences,
    shortened,
    with_rules,
    wrapped,
)
from duelmat_engine import (
    Account,
    Answer,
    Course,
    FormFault,
    Ruleset,
    Scenario,
    ScenarioError,
    parse_scenario,
    reply,
)
from duelmat_parsing import toml_lines
from duelmat_rulesets.checks.failure import telling_failures
from duelmat_rulesets.cli.batch import fault_json, judge_batch, reply_json
from duelmat_rulesets.cli.cards import rulesets_with


@click.command(name="judge")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@click.option(
    "--batch", is_flag=True, help="Read one JSON case a line (from FILE or standard input)."
)
@click.option("--short", is_flag=True, help="One line an answer.")
@click.option(
    "--cards",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A card file whose cards may be used besides those of its ruleset.",
)
@click.option("--full", is_flag=True, help="Every rule and reading in full, also of acceptances.")
def command(
    files: tuple[Path, ...],
    *,
    as_json: bool,
    batch: bool,
    short: bool,
    full: bool,
    cards: tuple[Path, ...],
) -> None:
    """Answer the questions of a scenario FILE: legal or not, by which rules, and what would help.

    A question without an action asks what happens when its play is played: the answer tells the
    course of events, each with its rules, and what is so at the end.

    A scenario is a TOML file: a position, what was played since, and questions. docs/judging.md
    describes it; tests/scenarios has examples for most things that come up at a table.

    \b
    A small one:
      ruleset = "trump_king"
      [position]
      phase = "main1"
      [position.a]
      hand = ["H7", "S9"]
      [[play]]
      do = "normal-summon"
      card = "H7"
      to = "m1"
      [[play]]
      do = "pass"
      [[question]]
      action = { do = "normal-summon", card = "S9", to = "m2" }
      expect = { legal = false, rules = ["TK-14"] }

    Exit code: 0 if every expectation holds (or none is given), 1 if one fails, 2 if a file, a
    question of it or a line of a batch is broken; the other questions are answered.
    """
    wider = rulesets_with(cards)
    if batch:
        leave(judge_batch(files, wider))
    if not files:
        raise Complaint(
            "Name a scenario file, or use --batch to read JSON cases from standard input. "
            "duelmat judge --help shows a small scenario."
        )
    broken: list[str] = []
    judged: list[tuple[str, Scenario, list[Reply]]] = []
    for path in files:
        try:
            scenario, answers = judge_file(path, wider)
        except Complaint as complaint:
            broken.append(complaint.message)
        else:
            judged.append((click.format_filename(path), scenario, answers))
            broken += [one.message for one in answers if isinstance(one, Unanswered)]
    if as_json:
        print_json({"files": [_file_json(*one) for one in judged], "broken": broken})
    else:
        for name, scenario, answers in judged:
            _print_answers(name, scenario, answers, short=short, full=full)
    for message in broken:
        echo(shortened(message), err=True)
    failed = any(one.failures for _, _, found in judged for one in found if is_answer(one))
    leave(BROKEN if broken else 1 if failed else 0)


class Unanswered(NamedTuple):
    """A question that cannot be answered, and why; the others of its file are answered."""

    question: str
    faults: tuple[FormFault, ...]
    message: str
    """The faults in words, one a line, with file and line."""


Reply = Answer | Account | Unanswered


def is_answer(one: Reply) -> TypeGuard[Answer | Account]:
    return not isinstance(one, Unanswered)


def judge_file(path: Path, wider: Mapping[str, Ruleset]) -> tuple[Scenario, list[Reply]]:
    """Return a scenario file and its answers; `wider` are rulesets with further cards.

    Raises Complaint with every fault and its line if the file cannot be read, or what it plays
    before any question is not legal; a fault of one question leaves only that one unanswered.
    """
    text = read_text(path, "a scenario in TOML")
    name = click.format_filename(path)
    answers: list[Reply] = []
    try:
        with telling_failures():
            scenario = parse_scenario(text, name, wider)
    except ScenarioError as error:
        raise Complaint("\n".join(error.messages())) from None
    for index, question in enumerate(scenario.questions):
        try:
            with telling_failures("question", index):
                answers.append(reply(scenario, question))
        except ScenarioError as error:
            placed = error.placed(toml_lines(text), name)
            message = "\n".join(placed.messages())
            if any(fault.path[:1] != ("question",) for fault in placed.faults):
                raise Complaint(message) from None
            answers.append(Unanswered(question.text, placed.faults, message))
    return scenario, answers


# Text


def _print_answers(
    name: str,
    scenario: Scenario,
    answers: list[Reply],
    *,
    short: bool,
    full: bool,
) -> None:
    echo(scenario.title or name, bold=True)
    for number, one in enumerate(answers, 1):
        if isinstance(one, Unanswered):
            asked = one.question or "A question without words"
            echo(wrapped(_numbered(number, asked), "", "   "))
            broken = "Not asked: the question is broken (see below)."
            echo(wrapped(broken, "   "), fg="red")
            continue
        if short:
            told = sentences(_numbered(number, one.question), _short(one))
            echo(wrapped(told, "", "   "))
        elif isinstance(one, Account):
            echo(wrapped(_numbered(number, one.question), "", "   "))
            echo(wrapped(f"The moment: {one.moment.text}", "   "))
            _print_course(one.course)
        else:
            _print_answer(number, one, full=full)
            if one.course is not None:
                _print_course(one.course)
        for failure in one.failures:
            echo(wrapped(f"Not as expected: {failure}.", "   "), fg="red")
    echo()


def _numbered(number: int, question: str) -> str:
    return f"{number}. {question}"


def _short(one: Answer | Account) -> str:
    """Return a ruling in a line; of a course of events, the last event and its rules."""
    if isinstance(one, Answer):
        return one.explanation.short()
    lines = one.course.lines
    return with_rules(lines[-1].text, lines[-1].rules) if lines else _nothing(one.course)


def _nothing(course: Course) -> str:
    """Return a sentence that nothing happens, or nothing yet before an answer is given."""
    if course.moment.kind in ("", "open", "window"):
        return "Nothing happens."
    return f"Nothing happens yet: {course.moment.question}"


def _print_course(course: Course) -> None:
    """Print what happens, a sentence an event with its rules, and what is so at the end."""
    head = "What happens:" if course.lines else _nothing(course)
    echo(wrapped(head, "   "))
    for line in course.lines:
        told = f"- {with_rules(line.text, line.rules)}"
        echo(wrapped(told, "     ", "       "))
    echo(wrapped(f"At the end: {course.moment.text}", "   "))
    for sentence in course.standing():
        echo(wrapped(sentence, "     ", "       "))


def _print_answer(number: int, one: Answer, *, full: bool) -> None:
    told = one.explanation
    echo(wrapped(_numbered(number, one.question), "", "   "))
    if one.question.rstrip("?") != told.action:
        echo(wrapped(f"({told.action}.)", "   "))
    echo(wrapped(f"The moment: {one.moment.text}", "   "))
    echo(f"   {told.ruling()}", fg="green" if told.legal else "yellow")
    cited = told.rules if full else told.spoken()
    width = max((7, *(len(rule.id) for rule in cited)))
    for rule in cited:
        statement = f"{rule.text}."
        echo(wrapped(f"{rule.id:{width}} {statement}", "     ", " " * (width + 6)))
    for sentence in told.remedies:
        echo(wrapped(sentence, "   "))
    if full or not told.legal:
        for reading in told.readings:
            echo(
                wrapped(
                    f"Reading {reading.id}: {reading.text}.",
                    "   ",
                )
            )
    elif also := told.unspoken():
        echo(wrapped(f"Also looked at: {', '.join(also)}.", "   "))


def _file_json(name: str, scenario: Scenario, answers: list[Reply]) -> dict[str, Any]:
    return {
        "file": name,
        "title": scenario.title,
        "answers": [_answer_json(one) for one in answers],
    }


def _answer_json(one: Reply) -> dict[str, Any]:
    if not isinstance(one, Unanswered):
        return reply_json(one)
    error = {"faults": [fault_json(fault) for fault in one.faults], "text": one.message}
    return {"question": one.question, "error": error}
