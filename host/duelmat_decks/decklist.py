"""Deck lists as players share them: `.ydk` files and `ydke://` addresses of passcodes.

A `.ydk` file has a passcode a line under `#main`, `#extra` and `!side`; other lines that begin
so are comments. An address is `ydke://MAIN!EXTRA!SIDE!`, each part base64 of passcodes as four
bytes, the lowest first.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from duelmat_decks.errors import DeckListError
from duelmat_files.errors import MOST_LISTED, FileProblem
from duelmat_message import Text, say, say_count

PARTS: Final = ("main", "extra", "side")
SCHEME: Final = "ydke://"
LARGEST_PASSCODE: Final = 0xFFFF_FFFF
MOST_CARDS: Final = 1_000
"""Passcodes of one part: far more than any deck has."""
QUOTED: Final = 20
"""The characters of a file that a message quotes: it may be no deck, and not for whoever reads the
message."""
_HEADERS: Final = {"#main": "main", "#extra": "extra", "!side": "side"}
_GZIP: Final = b"\x1f\x8b"


class DeckList(Struct, frozen=True):
    """The passcodes of a deck; copies repeat."""

    main: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    side: tuple[int, ...] = ()

    def passcodes(self) -> tuple[int, ...]:
        """Return every passcode once, in the order of the list."""
        return tuple(dict.fromkeys((*self.main, *self.extra, *self.side)))


def parse_decklist(text: str, source: str = "deck") -> DeckList:
    """Parse a deck list of either form. Raises DeckListError with every fault."""
    if text.strip().startswith(SCHEME):
        return parse_ydke(text, source)
    return parse_ydk(text, source)


def parse_ydk(text: str, source: str = "deck.ydk") -> DeckList:
    """Parse the deck list of a `.ydk` text."""
    parts: dict[str, list[int]] = {name: [] for name in PARTS}
    wrong: list[tuple[int, str]] = []
    part = ""
    for number, line in enumerate(text.splitlines(), 1):
        word = line.strip()
        if word.lower() in _HEADERS:
            part = _HEADERS[word.lower()]
        elif word and word[0] not in "#!":
            if part and _is_passcode(word):
                parts[part].append(int(word))
            else:
                wrong.append((number, word))
                if not part:  # it is no deck list: further lines say nothing more
                    break
    problems = [
        FileProblem(source, say("line {line}", line=number), *_line_problem(word))
        for number, word in wrong[:MOST_LISTED]
    ]
    problems += _too_many(parts, source)
    if not problems and not any(parts.values()):
        problems.append(
            FileProblem(
                source,
                say("the whole file"),
                say("passcodes under #main"),
                say("none"),
                say("Export the deck again as a .ydk file."),
            )
        )
    return _made(parts, problems, source, more=max(0, len(wrong) - MOST_LISTED))


def _is_passcode(word: str) -> bool:
    return word.isascii() and word.isdigit() and 0 < int(word[:11]) <= LARGEST_PASSCODE


def _line_problem(word: str) -> tuple[str, str, str]:
    """Return the expected content of a faulty line, its content, and the advice."""
    shown = quoted(word)
    if not _is_passcode(word):
        expected = say("a passcode: a whole number up to {largest}", largest=LARGEST_PASSCODE)
        return expected, shown, say("Correct or remove the line.")
    expected = say("#main before the first passcode")
    return expected, shown, say("Put the line #main above it.")


def quoted(word: str) -> str:
    """Return as much of a word as a message quotes."""
    return word if len(word) <= QUOTED else f"{word[: QUOTED - 3]}..."


def parse_ydke(text: str, source: str = "address") -> DeckList:
    """Parse the deck list of a `ydke://` address."""
    address = "".join(text.split())
    if not address.startswith(SCHEME):
        expected = say("an address that begins with {scheme}", scheme=SCHEME)
        problem = (expected, quoted(address) or say("nothing"), _AGAIN)
        raise DeckListError(source, [FileProblem(source, say("its beginning"), *problem)])
    written = address.removeprefix(SCHEME).split("!")
    if len(written) != 4 or written[3]:
        problem = (say("three parts, each followed by !"), f"{len(written) - 1}", _AGAIN)
        raise DeckListError(source, [FileProblem(source, say("its parts"), *problem)])
    parts: dict[str, list[int]] = {}
    problems: list[FileProblem] = []
    for name, part in zip(PARTS, written, strict=False):
        parts[name], problem_ = _part(part)
        if problem_:
            problems.append(FileProblem(source, _place(name), *problem_))
    problems += _too_many(parts, source)
    return _made(parts, problems, source)


_AGAIN: Final = say("Copy the whole address again.")


def _place(part: str) -> Text:
    return say("part {part}", part=part)


def _part(text: str) -> tuple[list[int], tuple[str, str, str] | None]:
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return [], ("base64", quoted(text), _AGAIN)
    if data.startswith(_GZIP):
        advice = say("Export the deck without compression, or as a .ydk file.")
        return [], (say("passcodes"), say("a part compressed with gzip"), advice)
    if len(data) % 4:
        got = say_count("1 byte", "{count} bytes", len(data))
        return [], (say("four bytes a passcode"), got, _AGAIN)
    codes = [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]
    if 0 in codes:
        return [], (say("passcodes above 0"), "0", _AGAIN)
    return codes, None


def _too_many(parts: dict[str, list[int]], source: str) -> list[FileProblem]:
    return [
        FileProblem(
            source,
            _place(name),
            say("at most {most} cards", most=MOST_CARDS),
            str(len(codes)),
            say("Shorten it."),
        )
        for name, codes in parts.items()
        if len(codes) > MOST_CARDS
    ]


def _made(
    parts: dict[str, list[int]], problems: list[FileProblem], source: str, more: int = 0
) -> DeckList:
    if problems:
        raise DeckListError(source, problems, more)
    return DeckList(*(tuple(parts[name]) for name in PARTS))


def format_ydk(deck: DeckList) -> str:
    """Format a deck list as a `.ydk` text."""
    headers = dict(zip(PARTS, _HEADERS, strict=True))
    lines = [line for name in PARTS for line in (headers[name], *map(str, getattr(deck, name)))]
    return "\n".join(lines) + "\n"


def format_ydke(deck: DeckList) -> str:
    """Format a deck list as a `ydke://` address."""
    return SCHEME + "".join(f"{_packed(getattr(deck, name))}!" for name in PARTS)


def _packed(codes: Sequence[int]) -> str:
    data = b"".join(code.to_bytes(4, "little") for code in codes)
    return base64.b64encode(data).decode()
