"""Decks in files: codes in TOML, or passcodes in a `.ydk` file or a `ydke://` address.

main = ["DarkHole", "GiantRat", "GiantRat"]     # codes as `duelmat cards list` prints them
extra = []
side = []
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from duelmat_engine import Ruleset
from duelmat_engine.cardfiles.toml_text import read_toml
from duelmat_host.cards.decklist import parse_decklist
from duelmat_host.cards.facts import Library
from duelmat_host.cards.passcodes import Found, find_cards, found_deck
from duelmat_host.errors import DeckListError, FileProblem


class _Listed(msgspec.Struct, forbid_unknown_fields=True):
    main: tuple[str, ...]
    extra: tuple[str, ...] = ()
    side: tuple[str, ...] = ()


def parse_deck(text: str, source: str, rules: Ruleset, library: Library | None = None) -> Found:
    """The deck of a text; what ends in `.toml` has codes, everything else passcodes.

    DeckListError lists all that is wrong with it.
    """
    if Path(source).suffix.lower() == ".toml":
        return _from_codes(text, source, rules)
    return find_cards(parse_decklist(text, source), rules, library or Library(), source)


def _from_codes(text: str, source: str, rules: Ruleset) -> Found:
    try:
        listed = msgspec.convert(read_toml(text), _Listed)
    except ValueError as error:
        advice = 'Write main = ["CODE", ...], extra = [...] and side = [...].'
        problem = FileProblem(source, "the file", "main, extra and side", str(error), advice)
        raise DeckListError(source, [problem]) from None
    parts = (listed.main, listed.extra, listed.side)
    problems = [
        FileProblem(
            source,
            f"{part}[{place}]",
            f"a card of {rules.title}",
            repr(code),
            f"`duelmat cards list {rules.name}` lists them.",
        )
        for part, codes in zip(("main", "extra", "side"), parts, strict=True)
        for place, code in enumerate(codes)
        if code not in rules.cards
    ]
    if problems:
        raise DeckListError(source, problems)
    return found_deck(rules, parts)
