"""Decks: the cards that are to be enrolled, in the order of a deck list.

Whatever the list's form, cards get the codes of the ruleset, by which the table knows them.
"""

from __future__ import annotations

import msgspec

from duelmat_decks.deckfile import parse_deck
from duelmat_decks.errors import DeckListError
from duelmat_engine import SEAT_LETTERS, Ruleset, Seat, keys_of
from duelmat_files.errors import FileProblem


class DeckCards(msgspec.Struct, frozen=True):
    """The cards of one deck in the order of its list, each copy separately."""

    owner: str
    """Seat letter."""
    codes: tuple[str, ...]
    """The codes as in the registry: "C2" and "C2/2"."""


def read_deck_cards(content: bytes, source: str, owner: str, rules: Ruleset) -> DeckCards:
    """Read the cards of a deck list. Raises DeckListError with every fault."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        place = f"line {line}"
        byte = f"{content[error.start]:#04x}"
        got = f"the byte {byte}"
        problem = FileProblem(source, place, "UTF-8 text", got, "Save it as UTF-8.")
        raise DeckListError(source, [problem]) from None
    found = parse_deck(text, source, rules)
    listed = [*found.deck.main, *found.deck.extra, *found.side]
    if not listed:
        problem = FileProblem(
            source,
            "the file",
            "cards",
            "none",
            'Write main = ["CODE", ...], or use a .ydk file.',
        )
        raise DeckListError(source, [problem])
    seat = Seat(SEAT_LETTERS.index(owner))
    return DeckCards(owner, tuple(key.partition(":")[2] for key in keys_of(seat, listed)))
