"""`duelmat rules`: the catalogue, one rule with its readings and tests, and the coverage."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from duelmat_engine.catalogue import (
    ReadingEntry,
    Statement,
    System,
    find_reading,
    find_statement,
    readings,
    statements,
    systems,
)
from duelmat_engine.errors import UnknownNameError
from duelmat_engine.ruleset import Ruleset, find_ruleset, ruleset_names
from duelmat_host.cli.output import Complaint, leave, print_json, wrapped

_TAGS: Final = {
    "D": "shown by deterministic duels",
    "P": "holds in every duel",
    "X": "gives a name; there is nothing to carry out",
}
_PROJECT: Final = Path(__file__).resolve().parents[3]


@click.command(name="rules")
@click.argument("name", metavar="[ID]", required=False)
@click.option("--coverage", is_flag=True, help="How many statements the tests hold, by system.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def command(name: str | None, *, coverage: bool, as_json: bool) -> None:
    """Show the rules: all systems, one system, one statement (TK-14) or one reading (G-57).

    A statement is one sentence of a rule document in our words. A reading says how a gap of a
    document is read, and what else it could mean; many are switches of the ruleset.

    \b
    Examples:
      duelmat rules              the systems and how many statements they have
      duelmat rules TK           every statement of Trump King
      duelmat rules TK-24        one statement, its source, readings and tests
      duelmat rules G-57         one reading and the statements it touches
      duelmat rules --coverage   which share of the statements tests hold (runs the tests)
    """
    if coverage:
        _coverage(as_json=as_json)
    elif name is None:
        _systems(as_json=as_json)
    else:
        _one(name, as_json=as_json)


def _coverage(*, as_json: bool) -> None:
    # Only this option needs the test runner's side of the house.
    from duelmat_host.coverage import CoverageError, measure_coverage  # noqa: PLC0415

    try:
        measured = measure_coverage()
    except CoverageError as error:
        raise Complaint(str(error)) from None
    if as_json:
        print_json(measured)
    else:
        for prefix, counts in measured["systems"].items():
            share = f"{counts['tested']:4} of {counts['statements']:3}"
            click.echo(f"{prefix:5}{share} statements tested")
        if measured["failed"]:
            click.echo(f"{measured['failed']} tests failed or were skipped and count for nothing.")
    leave(1 if measured["failed"] else 0)


def _systems(*, as_json: bool) -> None:
    if as_json:
        print_json({"systems": [_system_json(system) for system in systems()]})
        return
    for system in systems():
        rules = _ruleset_of(system)
        playable = f"played as {rules.name}" if rules is not None else "not played yet"
        count = f"{len(system.statement)} statements"
        click.echo(f"{system.system:5}{system.title:24}{count:17}{playable}")
    click.echo("\nduelmat rules TK lists a system, duelmat rules TK-14 shows one statement.")


def _system_json(system: System) -> dict[str, Any]:
    rules = _ruleset_of(system)
    return {
        "system": system.system,
        "title": system.title,
        "statements": len(system.statement),
        "ruleset": None if rules is None else rules.name,
    }


def _ruleset_of(system: System) -> Ruleset | None:
    """The ruleset that plays a system, if there is one yet."""
    for name in ruleset_names():
        rules = find_ruleset(name)
        if rules.prefix == system.system:
            return rules
    return None


def _one(name: str, *, as_json: bool) -> None:
    """A system, a statement or a reading, whatever carries that name; capitals do not matter."""
    known: dict[str, System | Statement | ReadingEntry] = {s.system: s for s in systems()}
    known |= {s.id: s for s in statements()}
    known |= {r.id: r for r in readings()}
    wanted = {key.lower(): key for key in known}.get(name.strip().lower())
    if wanted is None:
        raise Complaint(_unknown(name, list(known)))
    match known[wanted]:
        case System() as system:
            _show_system(system, as_json=as_json)
        case Statement() as statement:
            _show_statement(statement, as_json=as_json)
        case reading:
            _show_reading(reading, as_json=as_json)


def _unknown(name: str, known: list[str]) -> str:
    error = UnknownNameError("rule", name.upper(), known)
    hint = str(error).partition("Did you mean")
    near = f" Did you mean{hint[2].partition('?')[0]}?" if hint[1] else ""
    prefixes = ", ".join(system.system for system in systems())
    return (
        f"There is no rule, reading or system named {name!r}.{near} "
        f"Systems: {prefixes}; a statement is named like TK-14, a reading like G-57."
    )


def _show_system(system: System, *, as_json: bool) -> None:
    if as_json:
        listed = [_statement_json(s) for s in system.statement]
        print_json(_system_json(system) | {"statements": listed})
        return
    click.secho(system.title, bold=True)
    for statement in system.statement:
        click.echo(wrapped(f"{statement.id:10}{statement.text}", "", " " * 10))


def _statement_json(statement: Statement) -> dict[str, Any]:
    return {
        "id": statement.id,
        "text": statement.text,
        "source": statement.source,
        "tag": statement.tag,
        "readings": list(statement.readings),
    }


def _show_statement(statement: Statement, *, as_json: bool) -> None:
    tests = list(marked_tests(statement.id))
    if as_json:
        print_json(_statement_json(statement) | {"tests": tests})
        return
    click.secho(statement.id, bold=True)
    click.echo(wrapped(statement.text, "  "))
    if statement.source:
        document, _, place = statement.source.partition(", ")
        tail = f", {place}" if place else ""
        click.echo(f"  Source: rule document {document}{tail}")
    click.echo(f"  Kind: {_TAGS[statement.tag]}")
    for name in statement.readings:
        reading = find_reading(name)
        click.echo(wrapped(f"Reading {reading.id}: {reading.text}", "  ", "    "))
        click.echo(f"    Read as: {reading.default}{_others(reading)}")
    if tests:
        click.echo("  Tests:")
        for test in tests:
            click.echo(f"    {test}")
    else:
        click.echo("  Tests: none here (they come with the source, not with the package)")


def _others(reading: ReadingEntry) -> str:
    others = [choice for choice in reading.choices if choice != reading.default]
    return f" (or: {', '.join(others)})" if others else ""


def _show_reading(reading: ReadingEntry, *, as_json: bool) -> None:
    touched = [s.id for s in statements() if reading.id in s.readings]
    if as_json:
        print_json(
            {
                "id": reading.id,
                "system": reading.system,
                "text": reading.text,
                "default": reading.default,
                "choices": list(reading.choices),
                "statements": touched,
            }
        )
        return
    click.secho(reading.id, bold=True)
    click.echo(wrapped(reading.text, "  "))
    click.echo(f"  Read as: {reading.default}{_others(reading)}")
    for name in touched:
        click.echo(wrapped(f"{name:10}{find_statement(name).text}", "  ", " " * 12))


# Tests that hold a rule


def marked_tests(rule: str, folder: Path | None = None) -> Iterator[str]:
    """Every test that is marked with the rule, as pytest names it, by reading the sources."""
    root = folder or _PROJECT / "tests"
    for path in sorted(root.rglob("test_*.py")) if root.is_dir() else ():
        name = path.relative_to(root.parent).as_posix()
        text = path.read_text(encoding="utf-8")
        if rule not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                marked = (_is_mark(d, rule) for d in node.decorator_list)
                if any(marked):
                    yield f"{name}::{node.name}"


def _is_mark(node: ast.expr, rule: str) -> bool:
    """A decorator that carries `mark.rule(..., "TK-14", ...)` anywhere in it."""
    return any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "rule"
        and any(isinstance(a, ast.Constant) and a.value == rule for a in call.args)
        for call in ast.walk(node)
    )
