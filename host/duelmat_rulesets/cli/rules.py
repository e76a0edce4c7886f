"""`duelmat rules`: the catalogue, one rule with its readings and tests, or the coverage."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from duelmat_command.development import find_development, need_development
from duelmat_command.output import (
    Complaint,
    echo,
    echo_over,
    leave,
    near_name,
    plain_values,
    print_json,
    print_table,
    sentences,
    wrapped,
)
from duelmat_engine import (
    ReadingEntry,
    Ruleset,
    Statement,
    UnknownNameError,
    find_ruleset,
    find_statement,
    rule_words,
    ruleset_names,
    statements,
)
from duelmat_engine.catalogue import System, find_reading, readings, systems
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.texts import effect_of_rule
from duelmat_message import (
    words_of,
    written,
)
from duelmat_rulesets.checks.agreement import Agreement, measure_agreement
from duelmat_rulesets.cli.games import take_game
from duelmat_rulesets.cli.ruleset_names import shown_ruleset

MOST_SHOWN: Final = 10
"""The most findings that are printed."""
_TAGS: Final = {
    "D": "shown by deterministic duels",
    "P": "holds in every duel",
    "X": "gives a name; there is nothing to carry out",
}


@click.command(name="rules")
@click.argument("name", metavar="[ID]", required=False)
@click.option(
    "--coverage", "measured", is_flag=True, help="How many statements the tests hold, by system."
)
@click.option(
    "--check",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="See whether the ruleset that this Python file registers is whole; play random duels of "
    "it, and see whether what is listed, judged and carried out agrees.",
)
@click.option(
    "--duels",
    default=20,
    show_default=True,
    type=click.IntRange(min=1),
    help="How many duels --check plays.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def command(
    name: str | None, *, measured: bool, file: Path | None, duels: int, as_json: bool
) -> None:
    """Show the rules: all systems, one system, a statement (TK-14), a reading (G-57), a card text.

    A statement is one sentence of a rule document in our words. A reading says how a gap of a
    document is read, and what else it could mean; many are switches of the ruleset. What a card's
    own text says is cited as text: and the name of the effect.

    \b
    Examples:
      duelmat rules              the systems and how many statements they have
      duelmat rules TK           every statement of Trump King
      duelmat rules trump-king   the same by the ruleset's name
      duelmat rules TK-24        one statement, its source, readings and tests
      duelmat rules G-57         one reading and the statements it touches
      duelmat rules G-29.turn    one part of a reading that has many
      duelmat rules text:sangan  what a card's own text says
      duelmat rules --coverage   which share of the statements tests hold (runs the tests)
      duelmat rules --check mine.py    what is wrong with a ruleset of your own
    """
    if file is not None:
        _check(file, duels, as_json=as_json)
    elif measured:
        _coverage(as_json=as_json)
    elif name is None:
        _systems(as_json=as_json)
    else:
        _one(name, as_json=as_json)


def _check(file: Path, duels: int, *, as_json: bool) -> None:
    known = set(ruleset_names())
    take_game(str(file))
    measured: dict[str, Agreement] = {}
    for name in sorted(set(ruleset_names()) - known):
        for agreement in measure_agreement(find_ruleset(name), duels):
            measured[name] = agreement
            told = f"{name}: {agreement.duels} of {duels} duels"
            echo_over(told)
        echo(err=True)
    if as_json:
        print_json(plain_values(measured))
    else:
        for name, agreement in measured.items():
            _say_agreement(name, agreement)
    leave(1 if any(agreement.found for agreement in measured.values()) else 0)


def _say_agreement(name: str, agreement: Agreement) -> None:
    counts = f"{name}: {agreement.actions:,} actions at {agreement.decisions:,} decisions"
    if not agreement.found:
        echo(f"{counts}: the list, the judge and apply agree about all of them.")
        return
    echo(f"{counts}. What is wrong ({len(agreement.found)}):")
    for found in agreement.found[:MOST_SHOWN]:
        where = f"Duel {found.seed}, answer {found.step + 1}"
        if found.action:
            where = f"{where}: {found.action}"
        echo(wrapped(f"{where}. {found.said}", "  ", "    "))
    if len(agreement.found) > MOST_SHOWN:
        more = len(agreement.found) - MOST_SHOWN
        echo(wrapped(f"... and {more} more (--json has all).", "  "))


def _coverage(*, as_json: bool) -> None:
    coverage = find_development("coverage")
    if coverage is None:
        need_development("duelmat rules --coverage")
    try:
        measured = coverage.measure_coverage()
    except coverage.CoverageError as error:
        raise Complaint(words_of(error)) from None
    if as_json:
        print_json(measured)
    else:
        shares = [
            (
                prefix,
                f"{counts['tested']:4} of {counts['statements']:3}",
            )
            for prefix, counts in measured["systems"].items()
        ]
        print_table(
            ("System", "Statements tested"),
            shares,
            lambda system, share: f"{system:5}{share} statements tested",
        )
        if measured["failed"]:
            echo(
                "1 test failed or was skipped and counts for nothing."
                if measured["failed"] == 1
                else f"{measured['failed']} tests failed or were skipped and count for nothing."
            )
    leave(1 if measured["failed"] else 0)


def _systems(*, as_json: bool) -> None:
    if as_json:
        print_json({"systems": [_system_json(system) for system in systems()]})
        return
    rows = [
        (
            system.system,
            system.title,
            f"{len(system.statement)} statements",
            _played(system),
        )
        for system in systems()
    ]
    columns = ("System", "Title", "Rules", "Played")
    print_table(columns, rows, "{:5}{:24}{:17}{}".format)
    echo()
    echo("duelmat rules TK lists a system, duelmat rules TK-14 shows one statement.")


def _played(system: System) -> str:
    rules, within = _rulesets_of(system)
    if rules is not None:
        return f"played as {shown_ruleset(rules)}"
    return (
        f"played within {', '.join(map(shown_ruleset, within))}"
        if within
        else "owed by the table in every game"
    )


def _system_json(system: System) -> dict[str, Any]:
    rules, within = _rulesets_of(system)
    return {
        "system": system.system,
        "title": system.title,
        "statements": len(system.statement),
        "ruleset": rules,
        "within": within,
    }


def _rulesets_of(system: System) -> tuple[str | None, list[str]]:
    """Return the ruleset that plays a system on its own, and those that the system is part of."""
    own = {reading.id for reading in readings(system.system)}
    found = [find_ruleset(name) for name in ruleset_names()]
    alone = next((rules.name for rules in found if rules.prefix == system.system), None)
    within = [r.name for r in found if r.name != alone and own & {g.id for g in r.readings}]
    return alone, within


def _one(name: str, *, as_json: bool) -> None:
    """Show what has the name, in any capitals: a system, a rule, a part, a card text."""
    known: dict[str, System | Statement | ReadingEntry | Part | CardText] = {}
    for system in systems():
        played, _ = _rulesets_of(system)
        known |= {} if played is None else {played: system, shown_ruleset(played): system}
    known |= {s.system: s for s in systems()}
    known |= {s.id: s for s in statements()}
    known |= {r.id: r for r in readings()}
    known |= {name: Part(name, text, r) for r in readings() for name, text in r.part_ids().items()}
    known |= {text.id: text for text in _card_texts()}
    wanted = {key.lower(): key for key in known}.get(name.strip().lower())
    if wanted is None:
        raise Complaint(_unknown(name, list(known)))
    match known[wanted]:
        case System() as system:
            _show_system(system, as_json=as_json)
        case Statement() as statement:
            _show_statement(statement, as_json=as_json)
        case ReadingEntry() as reading:
            _show_reading(reading, as_json=as_json)
        case Part() as part:
            _show_part(part, as_json=as_json)
        case CardText() as text:
            _show_text(text, as_json=as_json)


def _unknown(name: str, known: list[str]) -> str:
    head, dot, part = name.partition(".")
    written = name.lower() if effect_of_rule(name) else f"{head.upper()}{dot}{part}"
    error = UnknownNameError("rule", written, known)
    hint = str(error).partition("Did you mean ")[2].partition("?")[0]
    prefixes = ", ".join(system.system for system in systems())
    return sentences(
        f"There is no rule, reading or system named {name!r}.",
        near_name([hint] if hint else []),
        (
            f"Systems: {prefixes}; a statement is named like TK-14, a reading like G-57, a part "
            "of one like G-29.turn, a card's own text like text:sangan."
        ),
    )


def _show_system(system: System, *, as_json: bool) -> None:
    if as_json:
        listed = [_statement_json(s) for s in system.statement]
        print_json(_system_json(system) | {"statements": listed})
        return
    echo(system.title, bold=True)
    print_table(
        ("Rule", "What it says"),
        [(each.id, each.text) for each in system.statement],
        lambda name, text: wrapped(f"{name:10}{text}", "", " " * 10),
    )


def _statement_json(statement: Statement) -> dict[str, Any]:
    return {
        "id": statement.id,
        "text": statement.text,
        "source": statement.source,
        "tag": statement.tag,
        "readings": list(statement.readings),
    }


def _show_statement(statement: Statement, *, as_json: bool) -> None:
    coverage = find_development("coverage")
    tests = [] if coverage is None else list(coverage.marked_tests(statement.id))
    if as_json:
        print_json(_statement_json(statement) | {"tests": tests})
        return
    echo(statement.id, bold=True)
    echo(wrapped(statement.text, "  "))
    if statement.source:
        echo(wrapped(f"Source: rule document {statement.source}", "  "))
    echo(wrapped(f"Kind: {_TAGS[statement.tag]}", "  "))
    for name in statement.readings:
        reading = find_reading(name)
        echo(
            wrapped(
                f"Reading {reading.id}: {reading.text}",
                "  ",
                "    ",
            )
        )
        echo(wrapped(_read_as(reading), "    "))
    if tests:
        echo(wrapped("Tests:", "  "))
        for test in tests:
            echo(f"    {test}")
    elif statement.source:  # of a system of the house
        none = "Tests: none here (a checkout with the development extra names them)"
        echo(wrapped(none, "  "))


def _read_as(reading: ReadingEntry) -> str:
    default = reading.default
    others = [choice for choice in reading.choices if choice != reading.default]
    if not others:
        return f"Read as: {default}"
    return f"Read as: {default} (or: {', '.join(others)})"


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
                "parts": reading.part_ids(),
                "statements": touched,
            }
        )
        return
    echo(reading.id, bold=True)
    echo(wrapped(reading.text, "  "))
    echo(wrapped(_read_as(reading), "  "))
    for name in touched:
        echo(wrapped(f"{name:10}{find_statement(name).text}", "  ", " " * 12))
    width = max(map(len, reading.parts), default=0) + 2
    for name, text in reading.parts.items():
        echo(wrapped(f".{name:{width}}{text}", "  ", " " * (width + 3)))


class Part(NamedTuple):
    """One part of a reading, by the id under which it is cited."""

    id: str
    text: str
    whole: ReadingEntry


def _show_part(part: Part, *, as_json: bool) -> None:
    if as_json:
        print_json({"id": part.id, "text": part.text, "reading": part.whole.id})
        return
    echo(part.id, bold=True)
    echo(wrapped(part.text, "  "))
    echo(wrapped(f"Part of reading {part.whole.id}: {part.whole.text}", "  ", "    "))


# Texts of cards


class CardText(NamedTuple):
    """An effect in the text of cards of a ruleset, by the id under which it is cited."""

    id: str
    rules: Ruleset
    effect: Effect

    def cards(self) -> list[str]:
        """Return the names of the cards that have it."""
        printed = self.rules.cards.values()
        held = (c.name for c in printed if self.effect.name in c.effects)
        return list(dict.fromkeys(held))


def _card_texts() -> Iterator[CardText]:
    for name in ruleset_names():
        rules = find_ruleset(name)
        for effect in rules.effects.values():
            yield CardText(f"text:{effect.name}", rules, effect)


def _show_text(text: CardText, *, as_json: bool) -> None:
    effect, cards = text.effect, text.cards()
    given = [rule for rule in effect.rules if rule != text.id]
    if as_json:
        print_json(
            {
                "id": text.id,
                "text": effect.text,
                "use": effect.use,
                "ruleset": text.rules.name,
                "cards": cards,
                "rules": given,
            }
        )
        return
    echo(text.id, bold=True)
    echo(wrapped(written(effect.text), "  "))
    echo(
        wrapped(
            f"Stands on: {', '.join(cards)} ({text.rules.title})",
            "  ",
            "    ",
        )
    )
    echo(wrapped(f"Used as: {effect.use}", "  "))
    for name in given:
        statement = f"{rule_words(name, text.rules)}."
        echo(wrapped(f"{name:10}{statement}", "  ", " " * 12))
