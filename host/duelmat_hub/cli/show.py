"""`duelmat event show`: an event file in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from duelmat_command.columns import aligned
from duelmat_command.output import (
    Complaint,
    counted,
    echo,
    is_terminal,
    near_name,
    plain_values,
    print_json,
    print_table,
    sentences,
    wrapped,
)
from duelmat_hub.cli import event_words as words
from duelmat_hub.cli.event_file import ProvenEvent, prove_event, visible
from duelmat_message import near_names
from duelmat_tournament.event import Event, Player
from duelmat_tournament.places import final_places, last_standings
from duelmat_tournament.standings import Row


@click.command(name="show")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--round",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="The standings after this round, and what was played in it.",
)
@click.option(
    "--player",
    "who",
    metavar="NAME|NUMBER",
    help="One player: rounds with the reason for each, penalties, how the tie-breaks came about.",
)
@click.option("--how", is_flag=True, help="Also print how every player's tie-breaks came about.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def command(file: Path, *, number: int | None, who: str | None, how: bool, as_json: bool) -> None:
    """Tell an event file in words: final places, standings, rounds, penalties.

    The file is proven first, as by `duelmat event check`; nothing is told of one that does not
    hold. docs/tie-breaks.md explains the tie-breaks.

    \b
    Examples:
      duelmat event show event.json
      duelmat event show event.json --how
      duelmat event show event.json --round 2
      duelmat event show event.json --player "Player 7"

    The JSON object has event, policy, stage, entries, checkpoint, players, places, standings (with
    every part of every tie-break), rounds (with every match, its reason and result) and penalties;
    the options --round, --player and --how change nothing in it. The exit code is 2 if the file
    cannot be proven, or has no such round or player.
    """
    if number is not None and who is not None:
        raise Complaint("expected --round or --player, got both. Name one.")
    found = prove_event(file)
    if as_json:
        print_json(_json(found))
        return
    event = found.event
    if who is not None:
        _print_player(event, _player(event, who))
    elif number is not None:
        _print_round(event, number, how=how)
    else:
        _print_event(found, how=how)


def _print_event(found: ProvenEvent, *, how: bool) -> None:
    event = found.event
    policy = event.policy
    echo(visible(event.name), bold=True)
    told = f"{policy.title} ({policy.name}, version {policy.version})."
    echo(wrapped(told, "", "  "))
    echo(wrapped(words.stage_words(event), "", "  "))
    entries = counted(event.entries, "entry", "entries")
    echo(f"Proven: {entries}; the last has the checkpoint {found.checkpoint}.")
    places = final_places(event)
    if places:
        _print_rows(
            "Final places",
            ("Place", words.name_column(event), "How"),
            [
                (each.text, visible(event.name_of(each.player)), words.place_words(event, each))
                for each in places
            ],
        )
    closed = words.closed_rounds(event)
    if closed:
        last = closed[-1]
        _print_standings(
            event,
            f"Standings after round {last.number}",
            last.standings,
            how=how,
        )
    if event.rounds:
        _print_rows("Rounds", words.ROUND_COLUMNS, list(words.round_rows(event)))
    if event.penalties:
        title = counted(len(event.penalties), "penalty", "penalties")
        _print_rows(title, ("Penalty", "Times", "For"), list(words.penalty_rows(event)))


def _print_standings(event: Event, title: str, rows: Sequence[Row], *, how: bool) -> None:
    _print_rows(title, words.standing_columns(event, rows), list(words.standing_rows(event, rows)))
    if how:
        for row in rows:
            echo()
            echo(f"{row.rank}. {visible(event.name_of(row.player))}", bold=True)
            _print_lines(words.tie_break_lines(row))


def _print_round(event: Event, number: int, *, how: bool) -> None:
    held = next((each for each in event.rounds if each.number == number), None)
    if held is None:
        last = len(event.rounds)
        known = f"1 to {last}" if last else "none is paired yet"
        raise Complaint(f"--round: expected a round of the event ({known}), got {number}.")
    title = f"Round {number} of the cut" if held.is_cut else f"Round {number}"
    echo(title, bold=True)
    for match in held.matches.values():
        echo(wrapped(f"{match.table:>4}  {words.match_words(event, match)}", "", "      "))
        echo(wrapped(visible(match.reason), "      "))
    for bye in held.byes:
        echo(wrapped(f"bye  {visible(event.name_of(bye.player))}", " "))
        echo(wrapped(visible(bye.reason), "      "))
    if held.standings and not held.is_cut:
        _print_standings(event, f"Standings after round {number}", held.standings, how=how)


def _print_player(event: Event, player: Player) -> None:
    facts = (
        f"number {player.id}",
        visible(player.team),
        *(() if player.is_active else ["has left"]),
    )
    told = ", ".join(filter(None, facts))
    echo(f"{visible(player.name)} ({told})", bold=True)
    row = next((each for each in last_standings(event) if each.player == player.id), None)
    if row is not None:
        echo(f"Rank {row.rank}, {words.points_words(row)}.")
    _print_lines(words.player_lines(event, player.id))
    if row is not None:
        _print_lines(words.tie_break_lines(row))


def _player(event: Event, who: str) -> Player:
    """Return the player of this number or name, or raise a Complaint."""
    for player in event.registered:
        if who.strip() == str(player.id) or who.strip().casefold() == player.name.casefold():
            return player
    near = near_names(who, [each.name for each in event.registered])
    raise Complaint(
        sentences(
            (
                f"--player: expected a player's name, or a number from 1 to {len(event.players)}, "
                f"got {who[:200]!r}."
            ),
            near_name([visible(name) for name in near]),
        )
    )


def _print_rows(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    echo()
    echo(title, bold=True)
    if not is_terminal():  # a table of a terminal has its heads anyway
        rows = [columns, *rows]
    print_table(columns, rows, aligned(rows))


def _print_lines(lines: Iterator[words.Line]) -> None:
    for line in lines:
        indent = "  " if line.is_detail else ""
        echo(wrapped(line.words, indent, f"{indent}  "))


def _json(found: ProvenEvent) -> dict[str, Any]:
    event = found.event
    rows = last_standings(event)
    return {
        "event": event.name,
        "policy": event.policy.name,
        "stage": event.stage.value,
        "entries": event.entries,
        "checkpoint": found.checkpoint,
        "players": [
            {"number": each.id, "name": each.name, "team": each.team, "active": each.is_active}
            for each in event.registered
        ],
        "places": [
            {
                "first": each.first,
                "last": each.last,
                "player": each.player,
                "why": words.place_words(event, each),
            }
            for each in final_places(event)
        ],
        "standings": plain_values(rows),
        "rounds": [
            {
                "round": held.number,
                "cut": held.is_cut,
                "step": held.step.value,
                "checkpoint": held.checkpoint,
                "proof": held.proof,
                "tables": plain_values(list(held.matches.values())),
                "byes": plain_values(held.byes),
            }
            for held in event.rounds
        ],
        "penalties": plain_values([each.record for each in event.penalties]),
    }
