"""`duelmat judge`: table questions answered as a good judge would."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from duelmat_engine.errors import EngineError
from duelmat_engine.form import FormFault, ScenarioError, shown
from duelmat_engine.notation import format_action
from duelmat_engine.scenario import (
    Answer,
    Scenario,
    answer,
    parse_scenario,
    read_case,
)
from duelmat_engine.tomlplaces import toml_lines
from duelmat_engine.verdict import Remedy
from duelmat_host.cli.cards import take_cards
from duelmat_host.cli.output import (
    BROKEN,
    Complaint,
    leave,
    print_json,
    read_bytes,
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
        _batch(files)
        return
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
    for rule in said.rules if full else said.spoken():
        click.echo(wrapped(f"{rule.id:7} {rule.text}.", "     ", " " * 13))
    for sentence in said.remedies:
        click.echo(wrapped(sentence, "   "))
    if full or not said.legal:
        for reading in said.readings:
            click.echo(wrapped(f"Reading {reading.id}: {reading.text}.", "   "))
    elif also := said.unspoken():
        click.echo(wrapped(f"Also looked at: {', '.join(also)}.", "   "))


# JSON


def _file_json(name: str, scenario: Scenario, answers: list[Answer]) -> dict[str, Any]:
    return {
        "file": name,
        "title": scenario.title,
        "answers": [answer_json(one) for one in answers],
    }


def answer_json(one: Answer) -> dict[str, Any]:
    """An answer as docs/judging.md describes it."""
    said = one.explanation
    return {
        "question": one.question,
        "action": said.action,
        "notation": format_action(one.action),
        "legal": one.verdict.legal,
        "rules": list(one.verdict.rules),
        "readings": list(one.verdict.readings),
        "remedies": [_remedy_json(remedy) for remedy in one.verdict.remedies],
        "text": said.paragraph(),
        "short": said.short(),
        "failures": list(one.failures),
    }


def _remedy_json(remedy: Remedy) -> dict[str, str]:
    return {
        "kind": type(remedy).__name__.lower(),
        "text": remedy.text,
        "rule": getattr(remedy, "rule", ""),
        "action": getattr(remedy, "action", ""),
    }


# Batches


def _batch(files: tuple[Path, ...]) -> None:
    """One JSON case a line in, one JSON answer a line out; broken lines do not stop the rest."""
    broken = failed = False
    for name, number, line in _batch_lines(files):
        if not line.strip():
            continue
        reply = batch_answer(line, number, name)
        broken = broken or "error" in reply
        failed = failed or bool(reply.get("failures"))
        click.echo(json.dumps(reply))
    leave(BROKEN if broken else 1 if failed else 0)


def _batch_lines(files: tuple[Path, ...]) -> Iterator[tuple[str, int, bytes]]:
    """Every line as it comes, so that a program at the other end may ask and wait."""
    for path in files:
        name = click.format_filename(path)
        for number, line in enumerate(read_bytes(path, "JSON cases, one a line").split(b"\n"), 1):
            yield name, number, line
    if not files:
        for number, line in enumerate(sys.stdin.buffer, 1):
            yield "-", number, line


def batch_answer(line: bytes, number: int, source: str) -> dict[str, Any]:
    """The answer to one line, or what is wrong with it."""
    head: dict[str, Any] = {"line": number}
    try:
        case = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        fault = FormFault((), "a JSON object in UTF-8", _json_reason(error))
        return head | _error_json([fault], number, source)
    if not isinstance(case, dict):
        fault = FormFault((), "a JSON object", shown(case))
        return head | _error_json([fault], number, source)
    if "id" in case:
        head["id"] = case["id"]
    try:
        scenario = read_case(case)
        return head | answer_json(answer(scenario, scenario.questions[0]))
    except ScenarioError as error:
        return head | _error_json(error.faults, number, source)
    except EngineError as error:
        return head | _error_json([FormFault((), "a case to judge", str(error))], number, source)


def _json_reason(error: Exception) -> str:
    match error:
        case json.JSONDecodeError(msg=reason, colno=column):
            return f"{reason[:1].lower()}{reason[1:]} in column {column}"
        case UnicodeDecodeError(start=start, object=data):
            return f"the byte 0x{data[start]:02x} in column {start + 1}"
        case RecursionError():
            return "tables nested too deep"
        case _:
            return str(error)


def _error_json(faults: Iterable[FormFault], number: int, source: str) -> dict[str, Any]:
    listed = [{"where": f.where, "expected": f.expected, "got": f.got} for f in faults]
    placed = ScenarioError([FormFault(f.path, f.expected, f.got, number) for f in faults], source)
    return {"error": {"faults": listed, "text": str(placed)}}
