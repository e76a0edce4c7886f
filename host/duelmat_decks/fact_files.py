"""Card facts from a file of either kind: a `.cdb`, or JSON of YGOPRODeck."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from duelmat_decks.cdb import read_cdb
from duelmat_decks.errors import CardFactsError
from duelmat_decks.facts import Library
from duelmat_decks.prodeck import read_prodeck
from duelmat_files.errors import FileProblem
from duelmat_files.outside import DATA_LIMIT_BYTES, read_regular_file
from duelmat_message import words_of

_SQLITE: Final = b"SQLite format 3\0"


def read_facts(path: Path) -> Library:
    """Read the facts of every card of a file. Raises CardFactsError with every fault."""
    if path.suffix.lower() == ".cdb":
        return read_cdb(path)
    try:
        data = read_regular_file(path, DATA_LIMIT_BYTES)
        if data.startswith(_SQLITE):
            return read_cdb(path)
        return read_prodeck(data.decode("utf-8-sig"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        got = words_of(error) if isinstance(error, OSError) else "no UTF-8 text"
        problem = FileProblem(str(path), "the file", "a card database", got, "Name another file.")
        raise CardFactsError(str(path), [problem]) from None
