"""`duelmat perft`: counting the ways in which a duel can continue."""

from __future__ import annotations

import time
from pathlib import Path

import click

from duelmat_command.output import (
    Complaint,
    complains_of,
    echo,
    leave,
    print_json,
    read_text,
)
from duelmat_engine import (
    Duel,
    EngineError,
    format_action,
    parse_position,
    practice_duel,
)
from duelmat_message import (
    words_of,
)
from duelmat_message.errors import DuelmatError
from duelmat_rulesets.cli.ruleset_names import known_ruleset


@click.command(name="perft")
@click.option(
    "--ruleset",
    metavar="NAME",
    required=True,
    help="Whose plays are counted, as in `duelmat play`.",
)
@click.option("--depth", type=click.IntRange(1, 12), default=2, show_default=True)
@click.option(
    "--position",
    "file",
    type=click.Path(path_type=Path),
    help="Count from the position in this file instead of the committed one.",
)
@click.option("--divide", "by_action", is_flag=True, help="Also the count behind each answer.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@complains_of(EngineError, DuelmatError)
def command(
    ruleset: str, depth: int, file: Path | None, *, by_action: bool, as_json: bool
) -> None:
    """Count the sequences of DEPTH answers from a position: a changed rule changes the number.

    Each ruleset has a committed start whose counts the tests hold, so that a rewrite that changes
    what is legal is seen immediately. One of your own is counted from the opening of a duel with
    its practice decks.

    \b
    Examples:
      duelmat perft --ruleset trump-king --depth 3
      duelmat perft --ruleset ocg --depth 2 --divide

    Exit code: 0 if the count is the committed one (or none is committed), 1 if it is not.
    """
    from duelmat_bench.perft.counting import divide
    from duelmat_bench.perft.starts import NoStartError, find_start

    ruleset = known_ruleset(ruleset)
    counts: tuple[int, ...] = ()
    if file:
        duel = _read(file)
    else:
        try:
            start = find_start(ruleset)
        except NoStartError:
            duel = practice_duel(ruleset, seed=1)
        else:
            duel, counts = start.duel(), start.counts
    began = time.perf_counter()
    parts = divide(duel, depth)
    took = time.perf_counter() - began
    total = sum(parts.values())
    expected = counts[depth - 1] if depth <= len(counts) else None
    if as_json:
        said = {
            "ruleset": duel.ruleset,
            "depth": depth,
            "leaves": total,
            "expected": expected,
            "seconds": round(took, 3),
        }
        if by_action:
            said["divide"] = {format_action(action): n for action, n in parts.items()}
        print_json(said)
    else:
        for action, count in parts.items() if by_action else ():
            echo(f"{count:12,}  {format_action(action)}")
        echo(_counted(total, depth, took, expected))
    leave(0 if expected in (None, total) else 1)


def _read(file: Path) -> Duel:
    text = read_text(file, "a position in notation")
    try:
        return parse_position(text)
    except EngineError as error:
        raise Complaint(f"{click.format_filename(file)}: {words_of(error)}") from None


def _counted(total: int, depth: int, took_s: float, expected: int | None) -> str:
    leaves = f"{total:12,}  leaves at depth {depth} in {took_s:.1f} s"
    if expected is None:
        return leaves
    if total == expected:
        return f"{leaves} (as committed)"
    return f"{leaves} (committed: {expected:,})"
