"""`duelmat event pair`: the pairing of a round, for people who want nothing else."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import click
from msgspec.structs import replace

from duelmat_command.choices import Choice
from duelmat_command.output import (
    Complaint,
    complains_of,
    counted,
    echo,
    leave,
    plain_values,
    print_json,
    print_table,
    read_bytes,
    wrapped,
)
from duelmat_files.errors import BrokenFileError
from duelmat_hub.cli.field_file import LIMIT_BYTES, field_of, parse_field
from duelmat_hub.cli.pairing_words import (
    cost_words,
    impossible_words,
    look_ahead_words,
    proof_words,
    remedy_rows,
)
from duelmat_hub.cli.seed import checked_seed
from duelmat_tournament.names import PlayerId
from duelmat_tournament.pairing import (
    Field,
    NoPairing,
    Pairing,
    Proof,
    Rule,
    pair,
)

IMPOSSIBLE: Final = 1
"""The exit code for a field that has no pairing."""
_STANDARD_INPUT: Final = "-"


@click.command(name="pair")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--round",
    "number",
    type=click.IntRange(1, 1_000),
    metavar="N",
    help="The round, instead of the file's.",
)
@click.option(
    "--seed",
    callback=checked_seed,
    metavar="TEXT",
    help="The seed, instead of the file's; with another one chance decides otherwise.",
)
@click.option(
    "--give-up",
    "given_up",
    type=Choice([rule.value for rule in Rule]),
    multiple=True,
    help="A rule that may be broken, as seldom as possible.",
)
@click.option(
    "--rounds-after",
    type=click.IntRange(0, 1_000),
    metavar="N",
    help="The rounds after this one that are to stay possible, instead of the file's.",
)
@click.option("--teams-apart", is_flag=True, help="Keep players of one team apart.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@complains_of(BrokenFileError)
def command(
    file: Path,
    *,
    number: int | None,
    seed: str | None,
    given_up: tuple[str, ...],
    rounds_after: int | None,
    teams_apart: bool,
    as_json: bool,
) -> None:
    """Pair one round of players who stand in FILE, with the reason for every pair.

    Players with as many points meet, nobody meets twice, nobody has a second bye; where points
    differ, as little as possible. The pairing comes with the proof that none is better; if none
    was found, as may happen in a large field, it says so. No event is needed: the file says who
    has how many points and who has met whom.

    FILE is JSON, TOML, CSV or FIDE's report file (TRF16) by its ending; - reads standard input. A
    CSV file begins with a line that names the columns: id, name and points, and if you like met
    (numbers of the opponents so far), had_bye (yes or no), last_float (none, down or up) and team.

    \b
    A file players.csv:
      id,name,points,met,had_bye
      1,Ana,3,2,no
      2,Ben,0,1,no
      3,Cleo,3,,yes

    JSON and TOML have a list of players with the same keys, and if you like round, seed,
    keep_teammates_apart, allow_rematches, allow_second_bye and rounds_after (where few players are
    left, the later rounds are kept possible). docs/pairing-file.md has all keys.

    \b
    Examples:
      duelmat event pair players.csv
      duelmat event pair players.csv --round 2 --seed "hall 2" --json
      duelmat event pair players.csv --give-up rematch
      duelmat event pair - < players.json

    The JSON object has round, players (their number) and proven, then either pairs and bye, each
    with its reason, with cost, bound, proof and, if asked, rounds_after (the later rounds that are
    possible); or impossible: unserved, separators, components, sentence and remedies. Take the
    separators away, and more components of odd size are left than there are separators: in each
    somebody stays over (0 is the bye).

    The exit code is 1 if there is no pairing: then the proof is printed, and which rules could be
    given up. It is 2 if the file is broken: then everything wrong with it is printed.
    """
    source = "standard input" if str(file) == _STANDARD_INPUT else click.format_filename(file)
    asked = parse_field(_content(file), source)
    field = field_of(
        replace(
            asked,
            round=asked.round if number is None else number,
            seed=asked.seed if seed is None else seed,
            keep_teammates_apart=asked.keep_teammates_apart or teams_apart,
            allow_rematches=asked.allow_rematches or Rule.NO_REMATCH.value in given_up,
            allow_second_bye=asked.allow_second_bye or Rule.NO_SECOND_BYE.value in given_up,
            rounds_after=asked.rounds_after if rounds_after is None else rounds_after,
        )
    )
    found = pair(field)
    if as_json:
        print_json(_json(field, found))
    elif isinstance(found, NoPairing):
        for line in impossible_words(found):
            echo(wrapped(line, "", "  "))
        for rules, options in remedy_rows(found):
            echo(f"  {rules}: {options}")
    else:
        _print(field, found)
    if isinstance(found, NoPairing):
        leave(IMPOSSIBLE)


def _content(file: Path) -> bytes:
    if str(file) != _STANDARD_INPUT:
        return read_bytes(file, "a file of players", LIMIT_BYTES)
    content = sys.stdin.buffer.read(LIMIT_BYTES + 1)
    if len(content) > LIMIT_BYTES:
        raise Complaint(
            f"standard input: expected a file of players of at most {LIMIT_BYTES / 1_000_000:g} "
            "MB, got more."
        )
    if not content.strip():
        raise Complaint("standard input: expected a file of players, got nothing.")
    return content


def _json(field: Field, found: Pairing | NoPairing) -> dict[str, Any]:
    told = {"round": field.round, "players": len(field.entrants)}
    if isinstance(found, NoPairing):
        return {**told, "proven": True, "impossible": plain_values(found)}
    return {**told, "proven": found.proof is not Proof.NONE, **plain_values(found)}


def _print(field: Field, found: Pairing) -> None:
    entrants = {each.id: each for each in field.entrants}

    def seen(player: PlayerId) -> str:
        return f"{entrants[player].name} ({entrants[player].points})"

    players = counted(len(field.entrants), "player")
    tables = counted(len(found.pairs), "table")
    bye = "" if found.bye is None else " and a bye"
    echo(f"Round {field.round}: {players}, {tables}{bye}", bold=True)
    rows = [
        (str(at), seen(each.first), seen(each.second), each.reason)
        for at, each in enumerate(found.pairs, start=1)
    ]
    if found.bye is not None:
        free = found.bye.player
        rows.append(("bye", seen(free), "", found.bye.reason))
    print_table(("Table", "First", "Second", "Why"), rows, _plain_row)
    echo(wrapped(f"It costs {cost_words(found.cost)}.", "", "  "))
    echo(wrapped(proof_words(found), "", "  "))
    for line in look_ahead_words(field, found):
        echo(wrapped(line, "", "  "))


def _plain_row(table: str, first: str, second: str, why: str) -> str:
    pair_words = f"{first} - {second}" if second else first
    return f"{table:>4}  {pair_words}\n" + wrapped(why, " " * 6)
