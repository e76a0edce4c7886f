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
from duelmat_files.problems import misfit_problems, text_problem
from duelmat_message import Text, named, near_names, say
from duelmat_parsing.structs import read_struct
from duelmat_parsing.tables import BrokenTextError, read_tables


class _Listed(msgspec.Struct):
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
    """Parse the deck of a text: codes in TOML, or passcodes.

    is_toml: None: decided by the ending of the source's name.

    Raises DeckListError with every fault of the text.
    """
    if Path(source).suffix.lower() == ".toml" if is_toml is None else is_toml:
        return _from_codes(text, source, rules)
    return find_cards(parse_decklist(text, source), rules, library or Library(), source)


def _from_codes(text: str, source: str, rules: Ruleset) -> Found:
    try:
        tables = read_tables(text, 'main = ["CODE", ...]')
    except BrokenTextError as error:
        raise DeckListError(source, [text_problem(source, error)]) from None
    listed, misfits = read_struct(_Listed, tables)
    if misfits:
        raise DeckListError(source, misfit_problems(source, misfits, first=0))
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
            _advice(code, rules),
        )
        for place, code in wrong[:MOST_LISTED]
    ]
    if problems:
        raise DeckListError(source, problems, more=len(wrong) - len(problems))
    return found_deck(rules, parts)


def _advice(code: str, rules: Ruleset) -> Text:
    """Return the code that was probably meant, and the command that lists all of them."""
    codes = {
        called.casefold(): c.code for c in rules.cards.values() for called in (c.name, c.code)
    }
    near = [codes[each] for each in near_names(code.casefold(), codes)]
    if not near:
        return say("`duelmat cards list {ruleset}` lists them.", ruleset=rules.name)
    return say(
        "Did you mean {near}? `duelmat cards list {ruleset}` lists them all.",
        near=near[0],
        ruleset=rules.name,
    )
