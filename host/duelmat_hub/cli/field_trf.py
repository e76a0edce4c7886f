"""Players as FIDE's report file (TRF16): the lines of players as tables of values.

A line is of fixed columns, counted from 1: 5-8 the starting number, 15-47 the name, 81-84 the
points, and from 92 on ten columns a round: 92-95 the opponent (0000: none), 97 the colour, 99 the
result. Points count double, since half points are given.

The round to be paired is the one after the last in which anybody met an opponent. Whoever stands
in that round already, with a bye or as absent, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from duelmat_parsing import Path

_PLAYER: Final = "001"
_ROUNDS: Final = "XXR"
"""The line that says how many rounds there are."""
_NUMBER: Final = slice(4, 8)
_NAME: Final = slice(14, 47)
_POINTS: Final = slice(80, 84)
_FIRST_ROUND: Final = 91
_ROUND_COLUMNS: Final = 10
_GAINED: Final = {
    **dict.fromkeys("1W+UF", 2),
    **dict.fromkeys("=DH", 1),
    **dict.fromkeys("0L-Z", 0),
}
"""Half points by the sign of a result."""
_PLAYED: Final = frozenset("1=0WDL")
"""Signs of games that were played: the two have met."""
_LIKE_BYE: Final = frozenset("+UF")
"""Signs after which nobody has the bye of a pairing: a forfeit won, or a bye of a full point."""


class _Game(NamedTuple):
    """A round as it stands in a player's line."""

    opponent: int
    """0: none."""
    sign: str


class _Line(NamedTuple):
    """A player's line."""

    line: int
    values: dict[str, Any]
    games: tuple[_Game | None, ...]
    """By round; None: nothing stands there."""


def is_trf(text: str) -> bool:
    """Whether a text begins as a report file does, with a number of three digits a line."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return re.match(r"[0-9]{3} ", first) is not None


def read_trf(text: str) -> tuple[dict[str, Any], dict[Path, int]]:
    """Return the players and the round of a text, and their line numbers.

    Columns become values where they can, and stay texts otherwise: what they must be is judged
    later, as in the other forms.
    """
    lines = [
        _read_line(number, line)
        for number, line in enumerate(text.splitlines(), start=1)
        if line.startswith(f"{_PLAYER} ")
    ]
    played = max((_last_met(each.games) for each in lines), default=0)
    there = [each for each in lines if each.games[played : played + 1] in ((), (None,))]
    floats = _floats(lines, played)
    tables = [
        {**each.values, "last_float": floats.get(each.values.get("id"), "none")} for each in there
    ]
    rounds = re.search(rf"^{_ROUNDS} +([0-9]{{1,3}})\s*$", text, re.MULTILINE)
    found: dict[str, Any] = {"players": tables, "round": played + 1}
    if rounds is not None:
        found["rounds_after"] = max(0, int(rounds[1]) - played - 1)
    return found, {("players", at): each.line for at, each in enumerate(there)}


def _read_line(number: int, line: str) -> _Line:
    columns = range(_FIRST_ROUND, len(line.rstrip()), _ROUND_COLUMNS)
    games = tuple(_game(line[at : at + _ROUND_COLUMNS]) for at in columns)
    held = [each for each in games if each is not None]
    values = {
        "id": _whole(line[_NUMBER].strip()),
        "name": " ".join(line[_NAME].split()),
        "points": _doubled(line[_POINTS].strip()),
        "met": [each.opponent for each in held if each.opponent and each.sign in _PLAYED],
        "had_bye": any(each.sign in _LIKE_BYE for each in held),
    }
    return _Line(number, {name: value for name, value in values.items() if value != ""}, games)


def _game(text: str) -> _Game | None:
    """Return a round of ten columns; None: nothing stands there."""
    if not text.strip():
        return None
    opponent = _whole(text[:4].strip() or "0")
    return _Game(opponent if isinstance(opponent, int) else 0, text[7:8].upper())


def _last_met(games: Sequence[_Game | None]) -> int:
    """Return the last round with an opponent, or with the bye of a pairing."""
    held = (
        at
        for at, each in enumerate(games, start=1)
        if each is not None and (each.opponent or each.sign == "U")
    )
    return max(held, default=0)


def _floats(lines: Sequence[_Line], played: int) -> Mapping[object, str]:
    """Return the floats of the last round by number: as the points were before it."""
    before = {
        each.values.get("id"): sum(_gained(game) for game in each.games[: max(0, played - 1)])
        for each in lines
    }
    found: dict[object, str] = {}
    for each in lines:
        number = each.values.get("id")
        game = each.games[played - 1] if 0 < played <= len(each.games) else None
        if game is None:
            continue
        if game.sign in _LIKE_BYE and not game.opponent:
            found[number] = "down"
        elif game.sign in _PLAYED and game.opponent in before:
            apart = before[number] - before[game.opponent]
            found[number] = "down" if apart > 0 else "up" if apart < 0 else "none"
    return found


def _gained(game: _Game | None) -> int:
    return 0 if game is None else _GAINED.get(game.sign, 0)


def _whole(text: str) -> int | str:
    return int(text) if re.fullmatch("[0-9]{1,6}", text) else text


def _doubled(text: str) -> int | str:
    """Return points as twice their number."""
    found = re.fullmatch(r"([0-9]{1,3})(?:[.,]([05]))?", text)
    return text if found is None else 2 * int(found[1]) + (found[2] == "5")
