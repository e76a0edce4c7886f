"""Decks: the cards that are to be enrolled, from a list in TOML, in .ydk or as a ydke address.

main = ["H7", "C2", "C2"]       # codes as in the ruleset, copies repeated
extra = ["S13"]
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import msgspec

from duelmat_engine.names import SEAT_LETTERS, Seat
from duelmat_engine.play import keys_of
from duelmat_host.cards.decklist import parse_decklist
from duelmat_host.cards.registry import Registry, Sleeve
from duelmat_host.errors import DeckListError, EnrolError, FileProblem

PARTS: Final = ("main", "extra", "side")
_PROBE: Final = (bytes([4, 1, 1, 1, 1, 1, 1]), bytes([4, 2, 2, 2, 2, 2, 2]))


class DeckCards(msgspec.Struct, frozen=True):
    """The cards of one deck in the order of its list, each copy by itself."""

    owner: str
    """Seat letter."""
    codes: tuple[str, ...]
    """As in the registry: "C2" and "C2/2"."""


def read_deck_cards(content: bytes, source: str, owner: str) -> DeckCards:
    """The cards of a deck list. DeckListError has all that is wrong with it at once."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        got = f"the byte {content[error.start]:#04x}"
        problem = FileProblem(source, f"line {line}", "UTF-8 text", got, "Save it as UTF-8.")
        raise DeckListError(source, [problem]) from None
    if Path(source).suffix.lower() == ".toml":
        listed = _from_toml(text, source)
    else:
        deck = parse_decklist(text, source)
        listed = [str(code) for part in (deck.main, deck.extra, deck.side) for code in part]
    if not listed:
        problem = FileProblem(
            source, "the file", "cards", "none", 'Write main = ["H7", ...], or use a .ydk file.'
        )
        raise DeckListError(source, [problem])
    seat = Seat(SEAT_LETTERS.index(owner))
    return DeckCards(owner, tuple(key.partition(":")[2] for key in keys_of(seat, listed)))


def _from_toml(text: str, source: str) -> list[str]:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problem = FileProblem(source, "the file", "TOML", str(error), "Correct the syntax.")
        raise DeckListError(source, [problem]) from None
    problems = [
        FileProblem(source, key, "main, extra or side", "a key without meaning", "Remove it.")
        for key in table
        if key not in PARTS
    ]
    codes: list[str] = []
    for part in PARTS:
        entries = table.get(part, [])
        if not isinstance(entries, list):
            problems.append(
                FileProblem(
                    source, part, "a list of codes", repr(entries), f"Write {part} = [...]."
                )
            )
            continue
        for place, code in enumerate(entries):
            trouble = _code_problem(code)
            if trouble is None:
                codes.append(code)
            else:
                problems.append(FileProblem(source, f"{part}[{place}]", *trouble))
    if problems:
        raise DeckListError(source, problems)
    return codes


def _code_problem(code: object) -> tuple[str, str, str] | None:
    if not isinstance(code, str):
        return "a code in quotes", repr(code), 'Write "H7".'
    if "/" in code:
        return "a card's code", repr(code), "List a card as often as it is in the deck."
    try:
        Registry().enrol(Sleeve("a", code, *_PROBE))
    except EnrolError as error:
        first = error.problems[0]
        return first.expected, first.got, first.advice
    return None
