"""Decks as people write them: a line for each card, with its number and its name.

Main deck:
3 River Heron
Extra Deck:
1 Flame Swordsman
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from duelmat_decks.decklist import PARTS, QUOTED, DeckList
from duelmat_decks.errors import DeckListError
from duelmat_decks.list_lines import (
    card_of,
    is_address,
    is_kind,
    lines_of,
    part_of,
    possible_cards,
)
from duelmat_decks.passcodes import PASSCODE
from duelmat_engine import Ruleset
from duelmat_files.errors import MOST_LISTED, FileProblem
from duelmat_message import named, near_names, say

Parts = Mapping[str, tuple[str, ...]]
"""The codes of the cards of a deck's main deck, Extra Deck and sideboard, by `PARTS`."""
MOST_COPIES: Final = 99
"""Copies of one line: more than any deck has, and few enough to be counted."""


def parse_textlist(text: str, source: str, rules: Ruleset) -> dict[str, tuple[str, ...]]:
    """Parse a deck of names or codes. Raises DeckListError with every line that is none."""
    known = {card.name.casefold(): code for code, card in rules.cards.items()}
    known |= {code.casefold(): code for code in rules.cards}
    found: dict[str, list[str]] = {part: [] for part in PARTS}
    unknown: list[tuple[int, str]] = []
    part = PARTS[0]
    for number, line in enumerate(lines_of(text), 1):
        if heading := part_of(line):
            part = heading
        elif line and not line.startswith("#"):
            codes = _copies(line, known)
            if codes is None and not is_kind(line):
                unknown.append((number, card_of(line).name))
            found[part] += codes or ()
    if unknown:
        listed = [_unknown(source, *each, rules) for each in unknown[:MOST_LISTED]]
        raise DeckListError(source, listed, more=len(unknown[MOST_LISTED:]))
    return {part: tuple(codes) for part, codes in found.items()}


def _copies(line: str, known: Mapping[str, str]) -> list[str] | None:
    """Return the code of a line's card, once for each copy; None: it has no known card.

    known: the codes of the cards, by their names and codes in small letters.
    """
    for count, name in possible_cards(line):
        code = known.get(name.casefold())
        if code is not None and count <= MOST_COPIES:
            return [code] * count
    return None


def _unknown(source: str, number: int, name: str, rules: Ruleset) -> FileProblem:
    near = near_names(name, [*(card.name for card in rules.cards.values()), *rules.cards])
    advice = say("Did you mean {name}?", name=near[0]) if near else say("Correct the name.")
    if is_address(name):
        advice = say("Copy the list itself, not its address.")
    wanted = say("a card of {ruleset}", ruleset=named("ruleset", rules.title))
    place = say("line {number}", number=number)
    return FileProblem(source, place, wanted, repr(name[:QUOTED]), advice)


def format_textlist(parts: Parts, rules: Ruleset) -> str:
    """Write a deck as a line for each card, under the headings of its parts."""
    lines: list[str] = []
    for part, heading in zip(PARTS, ("Main deck", "Extra Deck", "Side deck"), strict=True):
        counts = Counter(parts.get(part, ()))
        if counts:
            lines.append(f"{heading}:")
            lines += (f"{count} {rules.cards[code].name}" for code, count in counts.items())
    return "".join(f"{line}\n" for line in lines)


def format_codes(parts: Parts) -> str:
    """Write a deck as TOML of codes, which have neither quotation marks nor backslashes."""
    texts = ((part, ", ".join(f'"{code}"' for code in codes)) for part, codes in parts.items())
    return "".join(f"{part} = [{text}]\n" for part, text in texts)


def passcodes_of(parts: Parts, rules: Ruleset) -> DeckList:
    """Return the passcodes of a deck. Raises DeckListError with the cards that have none."""
    codes = dict.fromkeys(code for part in parts.values() for code in part)
    known = {code: rules.cards[code].trait(PASSCODE) for code in codes}
    numbers = {code: passcode for code, passcode in known.items() if isinstance(passcode, int)}
    if len(numbers) < len(known):
        wanted, advice = say("cards with a passcode"), say("Export it as text or TOML.")
        problems = [
            FileProblem(rules.cards[code].name, say("the card"), wanted, say("none"), advice)
            for code in known
            if code not in numbers
        ]
        more = len(problems[MOST_LISTED:])
        raise DeckListError(say("the deck"), problems[:MOST_LISTED], more)
    return DeckList(*(tuple(numbers[code] for code in parts.get(part, ())) for part in PARTS))
