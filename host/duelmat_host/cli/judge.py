"""`duelmat judge`: table questions answered as a good judge would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from duelmat_engine.cases.scenario import Answer, Scenario, answer, parse_scenario
from duelmat_engine.forms.form import FormFault, ScenarioError
from duelmat_engine.forms.tomlplaces import toml_lines
from duelmat_host.cli.batch import answer_json, judge_batch
from duelmat_host.cli.cards import take_cards
from duelmat_host.cli.output import (
    BROKEN,
    Complaint,
    leave,
    print_json,
    read_text,
    wrapped,
)


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
      [[question]]
      action = { do = "normal-summon", card = "S9", to = "m2" }
      expect = { legal = false, rules = ["TK-14"] }

    Exit code: 0 if every expectation holds (or none is given), 1 if one fails, 2 if a file or a
    line of a batch is broken.
    """
    for path in cards:
        take_cards(path)
    if batch:
        leave(judge_batch(files))
    if not files:
        raise Complaint(
            "Name a scenario file, or use --batch to read JSON cases from standard input. "
            "duelmat judge --help shows a small scenario."
        )
    broken: list[str] = []
    judged: list[tuple[str, Scenario, list[Answer]]] = []
    for path in files:
        try:
            judged.append((click.format_filename(path), *judge_file(path)))
        except Complaint as complaint:
            broken.append(complaint.message)
    if as_json:
        print_json({"files": [_file_json(*one) for one in judged], "broken": broken})
    else:
        for name, scenario, answers in judged:
            _print_answers(name, scenario, answers, short=short, full=full)
    for message in broken:
        click.echo(message, err=True)
    failed = any(a.failures for _, _, answers in judged for a in answers)
    leave(BROKEN if broken else 1 if failed else 0)


def judge_file(path: Path) -> tuple[Scenario, list[Answer]]:
    """A scenario file and its answers; Complaint lists every fault with its line."""
    text = read_text(path, "a scenario in TOML")
    name = click.format_filename(path)
    faults: list[FormFault] = []
    answers = []
    try:
        scenario = parse_scenario(text, name)
        for question in scenario.questions:
            try:
                answers.append(answer(scenario, question))
            except ScenarioError as error:
                faults += [f for f in error.faults if f not in faults]
        if faults:
            raise ScenarioError(faults).placed(toml_lines(text), name)
    except ScenarioError as error:
        raise Complaint("\n".join(error.messages())) from None
    return scenario, answers


# Text


def _print_answers(
    name: str, scenario: Scenario, answers: list[Answer], *, short: bool, full: bool
) -> None:
    click.secho(scenario.title or name, bold=True)
    for number, one in enumerate(answers, 1):
        said = one.explanation
        if short:
            click.echo(wrapped(f"{number}. {one.question} {said.short()}", "", "   "))
        else:
            _print_answer(number, one, full=full)
        for failure in one.failures:
            click.secho(wrapped(f"Not as expected: {failure}.", "   "), fg="red")
    click.echo()


def _print_answer(number: int, one: Answer, *, full: bool) -> None:
    said = one.explanation
    click.echo(wrapped(f"{number}. {one.question}", "", "   "))
    if one.question.rstrip("?") != said.action:
        click.echo(wrapped(f"({said.action}.)", "   "))
    click.secho(f"   {said.ruling()}", fg="green" if said.legal else "yellow")
    cited = said.rules if full else said.spoken()
    width = max((7, *(len(rule.id) for rule in cited)))
    for rule in cited:
        click.echo(wrapped(f"{rule.id:{width}} {rule.text}.", "     ", " " * (width + 6)))
    for sentence in said.remedies:
        click.echo(wrapped(sentence, "   "))
    if full or not said.legal:
        for reading in said.readings:
            click.echo(wrapped(f"Reading {reading.id}: {reading.text}.", "   "))
    elif also := said.unspoken():
        click.echo(wrapped(f"Also looked at: {', '.join(also)}.", "   "))


def _file_json(name: str, scenario: Scenario, answers: list[Answer]) -> dict[str, Any]:
    return {
        "file": name,
        "title": scenario.title,
        "answers": [answer_json(one) for one in answers],
    }
