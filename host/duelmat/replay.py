"""`duelmat replay`: replaying a duel's record through the engine, line by line."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import click

from duelmat_command.output import (
    Complaint,
    complains_of,
    echo,
    print_json,
    read_bytes,
    read_text,
    sentences,
)
from duelmat_command.page_language import language_option
from duelmat_command.settings import ConfiguredCommand
from duelmat_engine import (
    EVERYONE,
    NOBODY,
    Duel,
    EngineError,
    Line,
    Record,
    Seat,
    Wording,
    apply,
    decision_words,
    find_ruleset,
    format_action,
    game_of,
    read_record,
    replay,
    seat_letter,
    tell,
)
from duelmat_host.app.replay_file import is_replay
from duelmat_host.cli.check import check_journal
from duelmat_host.cli.duel_json import end_json, line_json
from duelmat_host.cli.log_words import duel_title, life_words, print_log_line
from duelmat_host.cli.shared_duel import ShowOptions, show_replay
from duelmat_host.journal.chain import is_journal
from duelmat_maker.capture import is_capture
from duelmat_maker.cli.capture import tell_capture
from duelmat_message import (
    words_of,
)
from duelmat_message.errors import DuelmatError


@click.command(name="replay", cls=ConfiguredCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--all", "show_all", is_flag=True, help="Name hidden cards too, as a judge sees them."
)
@click.option("--rules", "show_rules", is_flag=True, help="Put the rule ids behind each line.")
@click.option(
    "--browser",
    is_flag=True,
    help="Show a shared duel or a journal in the browser, step by step, until Ctrl-C.",
)
@click.option(
    "--share",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a journal's duel as a file to share.",
)
@click.option(
    "--page",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a shared duel or a journal as one page that needs no server.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@click.option(
    "--check",
    is_flag=True,
    help="Check a table's journal instead: its chain of hashes, and every opening.",
)
@click.option(
    "--head",
    metavar="HASH",
    help="With --check: the journal's head as it was noted, to notice a cut-off end.",
)
@click.option(
    "--registry",
    type=click.Path(path_type=Path),
    help="For a capture of the wire: which tag is which card.",
)
@click.option(
    "--mat",
    "mat_name",
    metavar="NAME",
    help="For a capture of the wire: its mat, if it is neither standard nor mini of today.",
)
@language_option("The language of --browser, --share and --page.")
@complains_of(DuelmatError)
def command(
    file: Path,
    *,
    show_all: bool,
    show_rules: bool,
    browser: bool,
    share: Path | None,
    page: Path | None,
    as_json: bool,
    check: bool,
    head: str | None,
    registry: Path | None,
    mat_name: str | None,
    language: str,
) -> None:
    """Print the log of the duel in FILE, which says itself what kind of file it is.

    FILE is a record, a table's journal, a duel that was shared, or a capture of the wire.

    Every action is carried out once more: a record whose
    line is not legal, or that does not end as it says, is refused with that line; of a journal the
    entries that are valid are printed. The log is what the whole table could see; --all prints
    more, as far as the file holds it.

    \b
    Examples:
      duelmat replay duel.txt
      duelmat replay duel-0001.jsonl
      duelmat replay --all duel-0001.jsonl
      duelmat replay --browser duelmat-duel-1.json
      duelmat replay --page duel.html duel-0001.jsonl
      duelmat replay --all --rules duel.txt
      duelmat replay --json duel.txt
      duelmat replay --check duel-0001.jsonl --head 9c1f27aa03b5e86d11f06c5b7e20d4a9

    The JSON object has ruleset, players, date, readings, actions, turns, life, outcome (null if
    the record stops before the end) and log: a list of turn, seat, action (in notation; empty in
    the public log of a full record) and lines (text and rules).

    A journal lies in the table's directory (`duelmat play --dir`). --all names the cards that lie
    face-down, who was asked what, what was refused and why, and what was requested. The JSON
    object has duel (its number at the table) instead of date, entries, and fault (what is wrong
    with the next entry, or null; the exit code is then 1); its log has the commitments that each
    line published as sealed, and their openings as opened. With --all each also has entry, kind,
    action and unseen: lines that the table did not show everybody.

    A duel that was shared holds what its viewer could see, and no more: everybody, or with --all
    of --share the judge. --browser serves it on this machine, --page writes one file for any
    browser.

    A capture that `duelmat capture` made is played through the host: what the mat sent, what lies
    where in the end, and what was wrong on the wire. The JSON object of it has told, layout,
    statistics and damage (null if the file is whole).

    With --check no log is printed. Every entry's hash is compared, the duel is carried out again,
    and every face-down card that came to light must be the one that the table committed to when it
    was laid. An end that was cut off is noticed by --head: the first 32 digits (or more) of the
    hash of the last entry, which the public page shows and `duelmat play` prints when a duel ends
    and when the table is closed; the 16 that earlier versions showed are compared as well, and
    called weak. The exit code is 1 if anything does not hold; the file is only
    read.
    """
    if check:
        check_journal(file, head, as_json=as_json)
        return
    if head is not None:
        raise Complaint("--head belongs to --check: it is compared with a table's journal.")
    name = click.format_filename(file)
    content = read_bytes(file, "a duel's record")
    is_shown = browser or share is not None or page is not None
    if is_replay(content) or (is_shown and is_journal(content)):
        show_replay(
            file,
            content,
            ShowOptions(show_all, show_rules, as_json, browser, share, page, language),
        )
        return
    if is_shown:
        raise Complaint(
            f"{name}: expected a duel that was shared or a table's journal for --browser, "
            "--share and --page, got another kind of file: it does not say what lay on a "
            "mat."
        )
    if is_capture(content):
        tell_capture(content, name, mat_name, registry, as_json=as_json)
        return
    if is_journal(content):
        from duelmat_host.cli.journal import tell_journal

        tell_journal(file, show_all=show_all, show_rules=show_rules, as_json=as_json)
        return
    text = read_text(file, "a duel's record")
    try:
        record = read_record(text, name)
        end = replay(record, name).duel
    except EngineError as error:
        raise Complaint(
            "\n".join(
                (
                    words_of(error),
                    "Correct that line of the record; nothing was told.",
                )
            )
        ) from None
    told = told_record(record, show_all=show_all)
    if as_json:
        print_json(_json(record, end, told))
    else:
        _print(record, end, told, show_rules=show_rules)


class Told(NamedTuple):
    """One action of a record and its results."""

    turn: int
    seat: Seat
    notation: str
    """The action in notation; empty where it would show the public what it could not see."""
    lines: list[Line]


def told_record(record: Record, *, show_all: bool = False) -> list[Told]:
    """Return a record's results action by action; the first is the beginning, with no action."""
    duel, events = record.begin()
    game = game_of(duel.ruleset, duel.readings)
    sees = EVERYONE if show_all else ()

    def wording() -> Wording:
        return Wording(game, record.players, world=duel, sees=sees)

    told = [Told(duel.turn, NOBODY, "", tell(wording(), events))]
    is_open = show_all or record.seed is None
    for entry in record.entries:
        before = wording()
        notation = format_action(entry.action, entry.seat) if is_open else ""
        step = apply(duel, entry.action, game)
        told.append(Told(duel.turn, entry.seat, notation, tell(before, step.events)))
        duel = step.duel
    return told


def _print(record: Record, end: Duel, told: list[Told], *, show_rules: bool) -> None:
    wording = Wording(game_of(end.ruleset, end.readings), record.players, world=end)
    title = duel_title(find_ruleset(record.ruleset).title, map(wording.seat, end.seats))
    echo(", ".join(filter(None, (title, record.date))), bold=True)
    for one in told:
        for line in one.lines:
            print_log_line(line.text, line.rules if show_rules else ())
    seats = zip(end.seats, end.players, strict=True)
    echo(life_words((wording.seat(seat), player.life) for seat, player in seats))
    if end.outcome is None:
        echo(sentences("The record stops here.", decision_words(wording, end)))


def _json(record: Record, end: Duel, told: list[Told]) -> dict[str, Any]:
    return {
        "ruleset": record.ruleset,
        "players": list(record.players),
        "date": record.date,
        "readings": dict(end.readings),
        "actions": len(record.entries),
        **end_json(end),
        "log": [
            {
                "turn": one.turn,
                "seat": seat_letter(one.seat),
                "action": one.notation,
                "lines": [line_json(line) for line in one.lines],
            }
            for one in told
        ],
    }
