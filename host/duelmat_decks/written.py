"""Deck lists as programs and people of any game write them, with the cards' names as they stand.

4 Charizard ex OBF 125        # Pokemon; "Pokémon: 12" and the like are headings
4 Lightning Bolt (M10) 146    # Magic; "Sideboard" begins the side deck, and so does "SB:"
<deck><main><card passcode="89631139">Blue-Eyes</card></main></deck>    # Dueling Book

`.ydk` and `ydke://` have numbers, which stay numbers where no facts name them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.parsers import expat

from duelmat_decks.decklist import MOST_CARDS, PARTS, QUOTED, SCHEME, parse_decklist
from duelmat_decks.errors import DeckListError
from duelmat_decks.facts import Library
from duelmat_decks.list_lines import (
    CardLine,
    card_of,
    is_address,
    is_heading,
    lines_of,
    part_of,
    without_bullet,
)
from duelmat_files.errors import MOST_LISTED, FileProblem
from duelmat_message import Text, say

LONGEST_CARD: Final = 80
"""Characters of a card with its set and number: the longest names have 60."""
_YDK: Final = re.compile(r"^[ \t]*#main[ \t]*$", re.IGNORECASE | re.MULTILINE)
_COMMENT: Final = re.compile(r"(?://|#).*")
_SIDE_MARK: Final = re.compile(r"SB:\s*")
"""Magic's older programs write it before each card of the side deck."""


def is_passcodes(text: str) -> bool:
    """Whether a text is a `.ydk` file or a `ydke://` address."""
    return text.strip().startswith(SCHEME) or _YDK.search(text) is not None


def is_xml(text: str) -> bool:
    """Whether a text is XML, as Dueling Book exports decks."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def parse_written(text: str, source: str, library: Library) -> dict[str, tuple[str, ...]]:
    """Return the names of a deck's cards by part. Raises DeckListError with every fault."""
    if is_passcodes(text):
        listed = parse_decklist(text, source)
        parts = {name: [_name(code, library) for code in getattr(listed, name)] for name in PARTS}
        return {name: tuple(names) for name, names in parts.items()}
    if is_xml(text):
        text = text_of_xml(text, source)
    found: dict[str, list[str]] = {name: [] for name in PARTS}
    problems: list[FileProblem] = []
    for number, part, count, name in _lines(text):
        found[part] += [name] * min(count, MOST_CARDS + 1)
        if (problem := _fault(source, number, name, len(found[part]))) is not None:
            problems.append(problem)
            if len(found[part]) > MOST_CARDS:
                break
    if not problems and not any(found.values()):
        problems.append(_nothing(source))
    if problems:
        raise DeckListError(source, problems[:MOST_LISTED], more=len(problems[MOST_LISTED:]))
    return {name: tuple(names) for name, names in found.items()}


def _fault(source: str, number: int, name: str, cards: int) -> FileProblem | None:
    """Return why a line is no card of a part with so many cards; None: it is one."""
    advice = say("Shorten it.")
    if is_address(name):
        words, advice = say("a card"), say("Copy the list itself, not its address.")
    elif len(name) > LONGEST_CARD:
        words = say("a card a line, of at most {count} characters", count=LONGEST_CARD)
    elif cards > MOST_CARDS:
        words = say("at most {most} cards", most=MOST_CARDS)
    else:
        return None
    return FileProblem(source, say("line {line}", line=number), words, name[:QUOTED], advice)


def _nothing(source: str) -> FileProblem:
    return FileProblem(
        source,
        say("the whole file"),
        say("a card a line, as in {example}", example='"4 Lightning Bolt"'),
        say("none"),
        say("Copy the list again."),
    )


def _name(passcode: int, library: Library) -> str:
    facts = library.find(passcode)
    return str(passcode) if facts is None else facts.name


def _lines(text: str) -> Iterator[tuple[int, str, int, str]]:
    """Yield the cards of a text: line, part, copies and name."""
    part, before = PARTS[0], ""
    lines = lines_of(text)
    for at, line in enumerate(lines):
        if heading := part_of(line):
            part = heading
        elif line and not _is_said(line, before) and not is_heading(lines, at):
            is_side, (count, name) = _card(line)
            yield at + 1, "side" if is_side else part, count, " ".join(name.split())
        before = line.lower()


def _card(line: str) -> tuple[bool, CardLine]:
    """Return whether a line is marked as one of the side deck, and its card."""
    line = without_bullet(line)
    mark = _SIDE_MARK.match(line)
    return mark is not None, card_of(line[mark.end() :] if mark else line)


def _is_said(line: str, before: str) -> bool:
    """Whether a line is about the deck and no card: a comment, or the deck's own name."""
    if before == "about" and line.startswith("Name "):  # as Magic Arena begins an export
        return True
    return line.lower() == "about" or _COMMENT.fullmatch(line) is not None


def text_of_xml(text: str, source: str) -> str:
    """Return the deck of an XML text as lines, one a card. Raises DeckListError."""
    parser = expat.ParserCreate()
    cards: dict[str, list[str]] = {name: [] for name in PARTS}
    path: list[str] = []

    def begin(tag: str, attributes: dict[str, str]) -> None:
        path.append(tag.lower())
        if path[-1] == "card" and len(path) > 1 and path[-2] in cards:
            cards[path[-2]].append(attributes.get("name", ""))

    def end(_tag: str) -> None:
        path.pop()

    def said(words: str) -> None:
        if path[-1:] == ["card"] and len(path) > 1 and path[-2] in cards:
            cards[path[-2]][-1] += words

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler = said
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise _broken(source, say("XML with definitions of its own"))
    try:
        parser.Parse(text.lstrip("\ufeff \t\r\n"), True)
    except expat.ExpatError as error:
        raise _broken(source, say("a fault in line {line}", line=error.lineno)) from None
    lines = []
    for part, heading in zip(PARTS, ("Main deck", "Extra Deck", "Side deck"), strict=True):
        lines += [f"{heading}:", *(f"1 {' '.join(name.split())}" for name in cards[part])]
    return "\n".join(lines)


def _broken(source: str, got: Text) -> DeckListError:
    wanted = say("a deck in XML, as Dueling Book exports it")
    problem = FileProblem(
        source, say("the whole file"), wanted, got, say("Export the deck again.")
    )
    return DeckListError(source, [problem])
