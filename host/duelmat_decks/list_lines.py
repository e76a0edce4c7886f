"""Lines of deck lists as people write them: headings, and cards with their copies.

3 Dark Magician    3x Dark Magician    3 x Dark Magician    3×Dark Magician
Dark Magician x3   Dark Magician ×3    Dark Magician (3)    Dark Magician - 3

A bare number or a capital X behind a name is part of the name: "Area 51", "Shoutmon X4".
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import Final, NamedTuple

_NUMBER: Final = r"([0-9\uff10-\uff19]{1,3})"
"""Copies, also in the wide digits of Japanese keyboards."""
_IN_FRONT: Final = re.compile(rf"{_NUMBER}(?:\s*×\s*|\s*[x枚]\s+|X\s+|\s+)(\S.*)")
"""A blank before a capital X makes it the beginning of a name: "4 X Antibody"."""
_SURE: Final = re.compile(
    rf"(\S.*?)(?:\s+x\s*{_NUMBER}|(?:\s+|(?<=\D))×\s*{_NUMBER}"
    rf"|\s*[(\uff08]\s*[xX×]\s*{_NUMBER}\s*[)\uff09]|\s*\t\s*{_NUMBER})"
)
"""Copies behind a name. No × between two numbers is a sign of copies: "Malice 2×2"."""
_IN_BRACKETS: Final = re.compile(
    rf"(\S.*?)(?:\s*[:\uff1a]\s*{_NUMBER}枚?|\s-\s*{_NUMBER}"
    rf"|\s*[(\uff08]\s*{_NUMBER}\s*枚?[)\uff09]|\s*{_NUMBER}枚)"
)
"""Copies behind a name, or cards below a heading: "Trainer (36)", "Pokémon: 12"."""
_CAPITAL: Final = re.compile(rf"(\S.*?)\s+X\s*{_NUMBER}")
_COLON: Final = re.compile(r"[^\W\d][^\d]*[:\uff1a]")
_KINDS: Final = re.compile(
    r"pok[eé]mon|trainers?|trainer cards|supporter|item|stadium|energy"
    r"|(?:monster|spell|trap)(?:s| cards)?|creatures?|lands?|instants|sorceries|artifacts"
    r"|enchantments|planeswalkers|other spells|total|total cards"
    r"|ポケモン|グッズ|サポート|エネルギー|モンスター|魔法|罠|合計",
    re.IGNORECASE,
)
"""Words of headings: kinds of cards, and the sum of a list."""
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_BLANKS: Final = re.compile(r"\s{2,}")
_BULLET: Final = re.compile(r"^\*\s*")
_PART: Final = re.compile(
    r"[#!]*\s*(?:(main|deck|extra|side|commander|companion)\s*-?(?:deck|board)?"
    r"|(メイン|エクストラ|サイド)(?:デッキ)?)"
    r"\s*[:\uff1a]?\s*(?:[(\uff08]?[0-9\uff10-\uff19]*\s*枚?[)\uff09]?)\s*[:\uff1a]?",
    re.IGNORECASE,
)
_PART_OF: Final = {
    "main": "main",
    "deck": "main",
    "commander": "main",
    "メイン": "main",
    "extra": "extra",
    "エクストラ": "extra",
    "side": "side",
    "companion": "side",
    "サイド": "side",
}
"""The parts of a deck by the words of their headings; a companion belongs to the side deck."""


class CardLine(NamedTuple):
    """A card of a list."""

    copies: int
    """From 0 to 999."""
    name: str


def lines_of(text: str) -> list[str]:
    """Return the lines of a list with one blank, or one tab, where they have several.

    The forms of lines are looked for blank by blank: a line of thousands would take minutes.
    """
    return [
        _BLANKS.sub(lambda found: "\t" if "\t" in found[0] else " ", line.strip())
        for line in text.splitlines()
    ]


def part_of(line: str) -> str | None:
    """Return the part of a deck that a heading begins; None: the line is no such heading."""
    heading = _PART.fullmatch(line)
    return None if heading is None else _PART_OF[(heading[1] or heading[2]).lower()]


def is_address(line: str) -> bool:
    """Whether a line is the address of a page, as decks are shared, and no card."""
    return _ADDRESS.fullmatch(line) is not None


def counted_in_front(line: str) -> CardLine | None:
    """Return the card of a line that begins with its copies; None: it does not."""
    read = _IN_FRONT.fullmatch(line)
    return None if read is None else CardLine(int(read[1]), read[2])


def card_of(line: str) -> CardLine:
    """Return the card of a line, as far as the line alone says which of its words are the name."""
    sure = (_counted_behind(line, form) for form in (_SURE, _IN_BRACKETS))
    return counted_in_front(line) or next(filter(None, sure), CardLine(1, line))


def possible_cards(line: str) -> Iterator[CardLine]:
    """Yield all that a line can mean, for whoever knows the cards: the likeliest first."""
    behind = (_counted_behind(line, form) for form in (_SURE, _IN_BRACKETS, _CAPITAL))
    yield CardLine(1, line)
    yield from filter(None, (counted_in_front(line), *behind))


def without_bullet(line: str) -> str:
    """Return a line without the star that Pokemon's programs write before each card."""
    return _BULLET.sub("", line)


def is_kind(line: str) -> bool:
    """Whether a line is a heading by its words: a kind of cards, or a colon without a count."""
    counted = _counted_behind(line, _IN_BRACKETS)
    is_known = counted is not None and _KINDS.fullmatch(without_bullet(counted.name))
    return bool(is_known) or _COLON.fullmatch(line) is not None


def is_heading(lines: Sequence[str], at: int) -> bool:
    """Whether a line is a heading within a part, and not a card with its copies behind it.

    Words that are known as no heading are one above cards that have their copies in front of
    them: after a colon above any of these, else with as many as these are.
    """
    if is_kind(lines[at]):
        return True
    counted = _counted_behind(lines[at], _IN_BRACKETS)
    if counted is None or counted_in_front(without_bullet(lines[at])):
        return False
    below = list(_counts_below(lines[each] for each in range(at + 1, len(lines))))
    has_colon = lines[at].removeprefix(counted.name).lstrip().startswith((":", "\uff1a"))
    return bool(has_colon and below) or counted.copies == sum(below)


def _counts_below(lines: Iterable[str]) -> Iterator[int]:
    """Yield the copies of the next cards, as far as these have them in front of their names."""
    for line in dropwhile(operator.not_, lines):
        read = counted_in_front(without_bullet(line))
        if read is None:
            return
        yield read.copies


def _counted_behind(line: str, form: re.Pattern[str]) -> CardLine | None:
    read = form.fullmatch(line)
    if read is None:
        return None
    name, *counts = read.groups()
    return CardLine(int(next(filter(None, counts))), name)
