"""`duelmat event check`: whether an event file is intact, and everything in it followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from duelmat_command.output import (
    Complaint,
    counted,
    echo,
    leave,
    print_json,
    shortened,
    wrapped,
)
from duelmat_hub.cli.event_file import read_event_file, visible
from duelmat_message import (
    words_of,
)
from duelmat_tournament.chain import is_weak, parse_checkpoint
from duelmat_tournament.check import Checked, check_event


@click.command(name="check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--checkpoint",
    "noted",
    metavar="CODE",
    multiple=True,
    help="A checkpoint that somebody has noted; may be given several times.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def command(file: Path, *, noted: tuple[str, ...], as_json: bool) -> None:
    """Prove an event file: nothing was changed, and everything in it follows from the rules.

    Every byte and every hash is compared. Then the whole event is held again: whatever somebody
    asked for is asked again, and every right, pairing, extension, penalty and standing must come
    out as it stands in the file. The file is only read.

    A checkpoint is the code of 28 letters and digits that is published with every round's pairing,
    and that this command prints. Name those that you have noted: each must belong to this very
    log. What comes after the last of them is protected by the head alone, the hash of the last
    entry in the file's first line: an end that was cut off is noticed by it, but not if the head
    was written anew as well, unless a checkpoint was noted later. Codes of 16 letters, as earlier
    versions published them, are compared as well, and called weak.

    \b
    Examples:
      duelmat event check event.json
      duelmat event check event.json --checkpoint K7QF-2MZX-ABCD-EFGH-IJKL-MNOP-QRST
      duelmat event check event.json --json

    The JSON object has file, proven, entries, rounds, pairs, checkpoint, noted (a list of code,
    weak, and entry: the number of the last entry before it, or null) and faults. The exit code is
    1 if anything does not hold, and 2 if there is no file to be read or a checkpoint is none.
    """
    codes = [_code(each) for each in noted]
    name = click.format_filename(file)
    found = check_event(read_event_file(file), codes, name)
    if as_json:
        print_json(_json(name, found, codes))
    else:
        for line in _lines(name, found, codes):
            echo(wrapped(line, "", "  "))
    if found.faults:
        leave(1)


def _code(text: str) -> str:
    try:
        return parse_checkpoint(text)
    except ValueError as error:
        raise Complaint(f"--checkpoint: {words_of(error)}.") from None


def _json(name: str, found: Checked, codes: Sequence[str]) -> dict[str, object]:
    noted = found.noted or (0,) * len(codes)
    return {
        "file": name,
        "proven": found.is_proven,
        "entries": found.entries,
        "rounds": found.rounds,
        "pairs": found.pairs,
        "checkpoint": found.checkpoint,
        "noted": [
            {"code": code, "weak": is_weak(code), "entry": entry or None}
            for code, entry in zip(codes, noted, strict=True)
        ],
        "faults": list(found.faults),
    }


def _lines(name: str, found: Checked, codes: Sequence[str]) -> Iterator[str]:
    if not found.entries:
        yield from _faults(found)
        yield f"{name} is not proven."
        return
    counts = ", ".join(
        (
            counted(found.entries, "entry", "entries"),
            counted(found.rounds, "round"),
            counted(found.pairs, "pair"),
        )
    )
    if found.is_proven:
        yield f"{name} is proven: {counts}."
        yield f"The checkpoint of its last entry is {found.checkpoint}."
    else:
        yield f"{name} is not proven: it has {counts}."
    yield from _faults(found)
    known = dict(zip(codes, found.noted, strict=True))
    for code, entry in known.items():
        if entry and is_weak(code):
            yield (
                f"The noted checkpoint {code} is that of entry {entry}, but it is weak: with 80 "
                "bits, as earlier versions gave them, another log with the same one can be made "
                "in some days."
            )
        elif entry:
            yield (
                f"The noted checkpoint {code} is that of entry {entry}: up to there nothing "
                "was changed or cut off."
            )
    if found.is_proven:
        yield _end_words(max(known.values(), default=0))


def _faults(found: Checked) -> Iterator[str]:
    for fault in found.faults:
        yield f"Wrong: {visible(shortened(fault)).removesuffix('.')}."


def _end_words(last: int) -> str:
    """Return a sentence about the completeness of the file's end.

    last: the entry of the last noted checkpoint; 0: no checkpoint was noted.
    """
    if last:
        return (
            f"That nothing was cut off or written anew after entry {last}, only the file's "
            "own head says; a checkpoint that was noted later would say it too."
        )
    return (
        "That nothing was cut off at its end, or written anew, only the file's own "
        "head says: name checkpoints that were noted during the event with "
        "--checkpoint."
    )
