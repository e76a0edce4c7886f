"""The card files that players bring to a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from duelmat_decks.errors import CardsError
from duelmat_engine import CardFileError, join_card_files, ruleset_names
from duelmat_files.errors import FileProblem
from duelmat_files.outside import read_regular_file
from duelmat_message import words_of
from duelmat_parsing import TomlError, read_toml


def bring_cards(ruleset: str, files: Sequence[Path]) -> str:
    """Return the cards of files for a ruleset as one text; empty: there are no files.

    Raises CardsError with all that is wrong with a file.
    """
    if not files:
        return ""
    texts = [(str(path), _text_of(path)) for path in files]
    try:
        return join_card_files(ruleset, texts)
    except CardFileError as error:
        raise CardsError(error.source, list(_problems(error))) from None


def files_for(ruleset: str, files: Sequence[Path]) -> list[Path]:
    """Return the files that are for a game, and those of which nobody can tell."""
    return [path for path in files if _game_of(path) in (ruleset, None)]


def _game_of(path: Path) -> str | None:
    """Return the game that a card file names; None where it names none that is known."""
    try:
        name = read_toml(_text_of(path)).get("ruleset")
    except (CardsError, TomlError):
        return None
    return name if name in ruleset_names() else None


def _problems(error: CardFileError) -> list[FileProblem]:
    advice = f"`duelmat cards check {error.source}` checks it."
    return [
        FileProblem(
            error.source,
            f"line {fault.line}, {fault.where}" if fault.where else f"line {fault.line}",
            fault.expected,
            fault.got,
            advice,
        )
        for fault in error.faults
    ]


def _text_of(path: Path) -> str:
    try:
        return read_regular_file(path).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        got = words_of(error) if isinstance(error, OSError) else "no UTF-8 text"
        problem = FileProblem(str(path), "the file", "a card file", got, "Name another file.")
        raise CardsError(str(path), [problem]) from None
