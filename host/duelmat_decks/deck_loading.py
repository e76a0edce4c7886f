"""The decks that players bring: a file, an address, or the deck with which a ruleset is tried."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from duelmat_decks import parse_deck
from duelmat_decks.decklist import SCHEME
from duelmat_decks.errors import DeckListError
from duelmat_engine import Deck, Ruleset, deck_faults
from duelmat_files.errors import FileProblem
from duelmat_files.outside import read_regular_file
from duelmat_message import words_of


def usual_deck(rules: Ruleset) -> Deck:
    """Return the ruleset's standard deck, or else its practice deck."""
    return Deck(*(rules.decks.standard or rules.decks.practice))


def bring_decks(rules: Ruleset, sources: Sequence[str]) -> tuple[Deck, Deck]:
    """Load the decks of seats a and b from two files, or one file for both; none: the usual deck.

    Raises DeckListError with all that is wrong with a deck.
    """
    decks = [bring_deck(rules, source) for source in sources] or [usual_deck(rules)]
    return decks[0], decks[-1]


def bring_deck(rules: Ruleset, source: str) -> Deck:
    """Load a deck from a TOML file, a .ydk file or a ydke:// address, and check its legality."""
    name: str = source
    if source.startswith(SCHEME):
        name, text = "the address", source
    else:
        text = _text_of(Path(source))
    deck = parse_deck(text, name, rules).deck
    faults = deck_faults(rules, deck.main, deck.extra, "")
    if faults:
        wanted = f"a deck that {rules.title} allows"
        raise DeckListError(
            name,
            [
                FileProblem(
                    name,
                    "the deck",
                    wanted,
                    fault.text,
                    f"See `duelmat rules {fault.rule}`.",
                )
                for fault in faults
            ],
        )
    return deck


def _text_of(path: Path) -> str:
    try:
        return read_regular_file(path).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        got = words_of(error) if isinstance(error, OSError) else "no UTF-8 text"
        problem = FileProblem(str(path), "the file", "a deck list", got, "Name another file.")
        raise DeckListError(str(path), [problem]) from None
