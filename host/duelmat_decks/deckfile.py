"""Decks in files: codes in TOML, or passcodes in a `.ydk` file or a `ydke://` address.

main = ["DarkHole", "GiantRat", "GiantRat"]     # codes as `duelmat cards list` prints them
extra = []
side = []
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from duelmat_decks.decklist import parse_decklist, quoted
from duelmat_decks.errors import DeckListError
from duelmat_decks.facts import Library
from duelmat_decks.passcodes import Found, find_cards, found_deck
from duelmat_engine import Ruleset
from duelmat_files.errors import MOST_LISTED, FileProblem
from duelmat_message import named, say, words_of
from duelmat_toml import read_toml


class _Listed(msgspec.Struct, forbid_unknown_fields=True):
    main: tuple[str, ...]
    extra: tuple[str, ...] = ()
    side: tuple[str, ...] = ()


def parse_deck(
    text: str,
    source: str,
    rules: Ruleset,
    library: Library | None = None,
    *,
    is_toml: bool | None = None,
) -> Found:
    """The deck of a text: codes in TOML, or passcodes; None: as the source's ending says.

    DeckListError lists all that is wrong with it.
    """
    if Path(source).suffix.lower() == ".toml" if is_toml is None else is_toml:
        return _from_codes(text, source, rules)
    return find_cards(parse_decklist(text, source), rules, library or Library(), source)


def _from_codes(text: str, source: str, rules: Ruleset) -> Found:
    try:
        listed = msgspec.convert(read_toml(text), _Listed)
    except ValueError as error:
        advice = say('Write main = ["CODE", ...], extra = [...] and side = [...].')
        expected, got = say("main, extra and side"), words_of(error)
        problem = FileProblem(source, say("the file"), expected, got, advice)
        raise DeckListError(source, [problem]) from None
    parts = (listed.main, listed.extra, listed.side)
    wrong = [
        (f"{part}[{place}]", code)
        for part, codes in zip(("main", "extra", "side"), parts, strict=True)
        for place, code in enumerate(codes)
        if code not in rules.cards
    ]
    problems = [
        FileProblem(
            source,
            place,
            say("a card of {ruleset}", ruleset=named("ruleset", rules.title)),
            repr(quoted(code)),
            say("`duelmat cards list {ruleset}` lists them.", ruleset=rules.name),
        )
        for place, code in wrong[:MOST_LISTED]
    ]
    if problems:
        raise DeckListError(source, problems, more=len(wrong) - len(problems))
    return found_deck(rules, parts)
