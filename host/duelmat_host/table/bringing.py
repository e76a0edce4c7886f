"""The decks that players bring: a file, an address, or the deck with which a ruleset is tried.

main = ["DarkHole", "GiantRat", "GiantRat"]     # codes as `duelmat cards list` tells them
extra = []
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from duelmat_engine.decks import deck_faults
from duelmat_engine.play import Deck
from duelmat_engine.ruleset import Ruleset
from duelmat_host.cards import Library, find_cards, parse_decklist
from duelmat_host.cards.decklist import SCHEME
from duelmat_host.errors import DeckListError, FileProblem


class _Listed(msgspec.Struct, forbid_unknown_fields=True):
    main: tuple[str, ...]
    extra: tuple[str, ...] = ()


def usual_deck(rules: Ruleset) -> Deck:
    """The deck that everybody brings, or the one with which the ruleset is tried."""
    return Deck(*(rules.standard_deck or rules.practice_deck))


def bring_decks(rules: Ruleset, sources: Sequence[str]) -> tuple[Deck, Deck]:
    """The decks of seats a and b: none named, the usual one; one, both play it; two, one each.

    Raises DeckListError with all that is wrong with a deck.
    """
    decks = [bring_deck(rules, source) for source in sources] or [usual_deck(rules)]
    return decks[0], decks[-1]


def bring_deck(rules: Ruleset, source: str) -> Deck:
    """A deck from a TOML file, a .ydk file or a ydke:// address, checked by the ruleset."""
    if source.startswith(SCHEME):
        name, deck = "the address", _from_passcodes(rules, source, "the address")
    else:
        name = source
        text = _text_of(Path(source))
        if Path(source).suffix.lower() == ".toml":
            deck = _from_codes(rules, text, source)
        else:
            deck = _from_passcodes(rules, text, source)
    faults = deck_faults(rules, deck.main, deck.extra, "")
    if faults:
        wanted = f"a deck that {rules.title} allows"
        raise DeckListError(
            name,
            [
                FileProblem(
                    name, "the deck", wanted, fault.text, f"See `duelmat rules {fault.rule}`."
                )
                for fault in faults
            ],
        )
    return deck


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        got = getattr(error, "strerror", None) or "no UTF-8 text"
        problem = FileProblem(str(path), "the file", "a deck list", got, "Name another file.")
        raise DeckListError(str(path), [problem]) from None


def _from_codes(rules: Ruleset, text: str, source: str) -> Deck:
    try:
        listed = msgspec.convert(tomllib.loads(text), _Listed)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        advice = 'Write main = ["CODE", ...] and extra = [...].'
        problem = FileProblem(source, "the file", "main and extra", str(error), advice)
        raise DeckListError(source, [problem]) from None
    problems = [
        FileProblem(
            source,
            f"{part}[{place}]",
            f"a card of {rules.title}",
            repr(code),
            f"`duelmat cards list {rules.name}` lists them.",
        )
        for part, codes in (("main", listed.main), ("extra", listed.extra))
        for place, code in enumerate(codes)
        if code not in rules.cards
    ]
    if problems:
        raise DeckListError(source, problems)
    return Deck(listed.main, listed.extra)


def _from_passcodes(rules: Ruleset, text: str, source: str) -> Deck:
    return find_cards(parse_decklist(text, source), rules, Library(), source).deck
