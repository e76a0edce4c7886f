"""Lists of other programs: Pokemon TOM's `.tdf`, and FIDE's TRF16."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.parsers import expat

from duelmat_hub.errors import PlayerListError
from duelmat_hub.player_lists.tables import Row
from duelmat_message import say
from duelmat_parsing.structs import shown

_TRF_PLAYER: Final = "001"
"""The lines of players in TRF16; the others are about the tournament."""
_TRF_NAME: Final = slice(14, 47)
_TRF_ID: Final = slice(57, 68)


def is_tdf(text: str) -> bool:
    """Whether a text is XML, as `.tdf` files are."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def read_tdf(text: str) -> Iterator[Row]:
    """Yield the players of a `.tdf` file. Raises PlayerListError with the line."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise PlayerListError(
            say("Expected a .tdf file of TOM, got XML with definitions of its own.")
        )
    parser = expat.ParserCreate()
    found: list[tuple[int, str, dict[str, str]]] = []
    path: list[str] = []

    def begin(tag: str, attributes: dict[str, str]) -> None:
        path.append(tag)
        if path == ["tournament", "players", "player"]:
            found.append((parser.CurrentLineNumber, attributes.get("userid", ""), {}))

    def end(_tag: str) -> None:
        path.pop()

    def said(words: str) -> None:
        if path[:3] == ["tournament", "players", "player"] and len(path) == 4:
            parts = found[-1][2]
            parts[path[3]] = parts.get(path[3], "") + words

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler = said
    try:
        parser.Parse(text.lstrip("\ufeff"), True)
    except expat.ExpatError as error:
        raise PlayerListError(
            say(
                "Line {line}: expected the XML of a .tdf file, got something else: export it from "
                "TOM again.",
                line=error.lineno,
            )
        ) from None
    if not found:
        raise PlayerListError(
            say("Expected a .tdf file with players, got none: save it in TOM with its players.")
        )
    for line, number, parts in found:
        names = (parts.get("firstname", ""), parts.get("lastname", ""))
        name = " ".join(" ".join(names).split())
        if not name:
            raise PlayerListError(
                say("Line {line}: expected a player's first and last name, got none.", line=line)
            )
        yield Row(line, name, number.strip())


def is_trf(text: str) -> bool:
    """Whether a text has lines of players as TRF16 has them."""
    return any(line.startswith(f"{_TRF_PLAYER} ") for line in text.splitlines())


def read_trf(text: str) -> Iterator[Row]:
    """Yield the players of a TRF16 file. Raises PlayerListError with the line."""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith(f"{_TRF_PLAYER} "):
            continue
        name = " ".join(line[_TRF_NAME].split())
        if not name:
            raise PlayerListError(
                say(
                    "Line {line}: expected a name in the columns 15 to 47, got {got}.",
                    line=number,
                    got=shown(line),
                )
            )
        last, comma, first = name.partition(",")
        known = line[_TRF_ID].strip()
        whole = f"{first.strip()} {last.strip()}".strip() if comma else name
        yield Row(number, whole, "" if known.strip("0") == "" else known)
