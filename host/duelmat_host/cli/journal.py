"""`duelmat replay` of a table's journal: its log as the table showed it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from duelmat_command.output import (
    echo,
    print_fault,
    print_json,
    sentences,
    shortened,
)
from duelmat_engine import find_ruleset, seat_letter
from duelmat_host.app.retelling import Retold, RetoldEntry, retell
from duelmat_host.cli.duel_json import end_json, line_json
from duelmat_host.cli.log_words import duel_title, life_words, print_log_line
from duelmat_host.table.prompts import decision_text


def tell_journal(file: Path, *, show_all: bool, show_rules: bool, as_json: bool) -> None:
    """Print the log that a journal holds; ends the program with 1 if an entry is not valid.

    Args:
    file: the journal.
    show_all: whether to print what the table did not show everybody.
    show_rules: whether to put the rule ids behind each line.
    as_json: whether to print one JSON object.

    """
    retold = retell(file)
    if as_json:
        print_json(_json(retold, show_all=show_all))
    else:
        _print(retold, show_all=show_all, show_rules=show_rules)
    if retold.fault is not None:
        name = click.format_filename(file)
        print_fault(
            shortened(
                f"{name}: {retold.fault}. What stands before it was told; `duelmat replay "
                "--check` says more."
            )
        )
        sys.exit(1)


def _print(retold: Retold, *, show_all: bool, show_rules: bool) -> None:
    end = retold.end
    title = find_ruleset(retold.setup.ruleset).title
    echo(duel_title(title, retold.setup.names, end.number), bold=True)
    for one in retold.entries:
        for line in one.lines:
            print_log_line(line.text, line.rules if show_rules else ())
        if show_all:
            for more in one.unseen:
                unseen = f"({more.text})"
                print_log_line(unseen, more.rules if show_rules else (), "    ")
    echo(life_words((end.name_of(s), one.life) for s, one in enumerate(end.duel.players)))
    if not end.duel.is_over():
        echo(sentences("The journal stops here.", decision_text(end)))


def _json(retold: Retold, *, show_all: bool) -> dict[str, Any]:
    duel = retold.end.duel
    return {
        "ruleset": retold.setup.ruleset,
        "players": list(retold.setup.names),
        "duel": retold.end.number,
        "readings": dict(duel.readings),
        "entries": len(retold.entries),
        "actions": retold.end.actions_count,
        **end_json(duel),
        "log": [
            _json_of(one, show_all=show_all)
            for one in retold.entries
            if one.lines or (show_all and one.unseen)
        ],
        "fault": retold.fault,
    }


def _json_of(one: RetoldEntry, *, show_all: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "turn": one.turn,
        "seat": seat_letter(one.seat),
        "lines": [line_json(line) for line in one.lines],
        "sealed": {str(s.card): s.digest for line in one.lines for s in line.sealed},
        "opened": {str(o.card): [o.salt, o.key] for line in one.lines for o in line.opened},
    }
    if not show_all:
        return told
    return {
        "entry": one.number,
        "kind": one.kind,
        "action": one.action,
        **told,
        "unseen": [line_json(line) for line in one.unseen],
    }
