"""The decks that players bring: a file, an address, or the deck with which a ruleset is tried."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from duelmat_decks import parse_deck
from duelmat_decks.decklist import SCHEME
from duelmat_decks.errors import DeckListError
from duelmat_decks.shelf import NAME, user_shelf
from duelmat_engine import Deck, Ruleset, base_name, deck_faults
from duelmat_files.errors import FileProblem
from duelmat_files.outside import read_regular_file
from duelmat_message import named, say, words_of


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
    """Load a deck and check its legality: a TOML or .ydk file, a ydke:// address, a saved name."""
    name: str = source
    if source.startswith(SCHEME):
        name, text = "the address", source
    elif NAME.fullmatch(source) and not Path(source).exists():
        path = user_shelf().path(base_name(rules.name), source)
        name, text = str(path), deck_text(path)
    else:
        text = deck_text(Path(source))
    return check_deck(rules, parse_deck(text, name, rules).deck, name)


def check_deck(rules: Ruleset, deck: Deck, name: str) -> Deck:
    """Return the deck if the game allows it. Raises DeckListError with all that is wrong."""
    faults = deck_faults(rules, deck.main, deck.extra, "")
    if faults:
        wanted = say("a deck that {ruleset} allows", ruleset=named("ruleset", rules.title))
        raise DeckListError(
            name,
            [
                FileProblem(
                    name,
                    say("the deck"),
                    wanted,
                    fault.text,
                    say("See `duelmat rules {rule}`.", rule=fault.rule),
                )
                for fault in faults
            ],
        )
    return deck


def deck_text(path: Path) -> str:
    """Return the text of a deck's file. Raises DeckListError."""
    try:
        return read_regular_file(path).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        got = words_of(error) if isinstance(error, OSError) else "no UTF-8 text"
        problem = FileProblem(str(path), "the file", "a deck list", got, "Name another file.")
        raise DeckListError(str(path), [problem]) from None
