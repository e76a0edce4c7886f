"""The file of `duelmat event pair`: players as JSON, TOML, CSV or TRF16, with every fault at once.

The docstrings of the fields are what docs/pairing-file.md says of the keys.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from itertools import islice
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct

from duelmat_files.errors import MOST_LISTED, BrokenFileError, FileProblem
from duelmat_files.problems import text_problem
from duelmat_hub.cli.field_csv import read_csv
from duelmat_hub.cli.field_trf import is_trf, read_trf
from duelmat_parsing import Path, json_lines, line_of, toml_lines
from duelmat_parsing.structs import (
    NOTHING,
    WORDS,
    Misfit,
    place_of,
    read_struct,
    without_stand_ins,
)
from duelmat_parsing.tables import BrokenTextError, decode_text, read_tables
from duelmat_tournament.names import PlayerId, RoundNumber
from duelmat_tournament.pairing import Entrant, Field, Float

LIMIT_BYTES: Final = 4_000_000
"""A field of 4,096 players in round 12 has about a fifth as many."""
MOST_PLAYERS: Final = 4_096
_MOST_CONTRADICTIONS: Final = 100_000
"""They are found in half a second; a file may hold a million, each pair of opponents one."""
_LARGEST: Final = 1_000_000
_JSON: Final = re.compile(r"\{|\[\s*($|[{\]\"0-9])")
"""A text that begins so is JSON; one in TOML may begin with [[players]]."""
_CSV_WORDS: Final[dict[str, str]] = {"true or false": "yes or no"}
"""CSV wants these where the other forms want something else."""


def _words(words: str) -> dict[str, str]:
    return {WORDS: words}


_Number = Annotated[int, Meta(ge=1, le=_LARGEST)]
_Opponent = Annotated[
    int,
    Meta(
        ge=1,
        le=_LARGEST,
        extra=_words(f"whole numbers from {1} to {_LARGEST:,}"),
    ),
]
_Name = Annotated[
    str, Meta(min_length=1, max_length=200, extra=_words("a text of 1 to 200 characters"))
]
_Text = Annotated[str, Meta(max_length=200, extra=_words("a text of at most 200 characters"))]


class FieldPlayer(Struct, frozen=True):
    """One player."""

    id: _Number
    """The player's number; any, but every player has their own."""
    name: _Name
    """As people at the table call the player."""
    points: Annotated[int, Meta(ge=0, le=_LARGEST)]
    """From all rounds so far. Where half points are given, count double."""
    met: Annotated[tuple[_Opponent, ...], Meta(max_length=1_000)] = ()
    """The numbers of all opponents so far, with those who have left; both say it of each other."""
    had_bye: bool = False
    """Whether the player has had a bye."""
    last_float: Float = Float.NONE
    """Whether the opponent of the last round had fewer points (down), more (up), or as many."""
    team: _Text = ""
    """Players with the same team belong together; empty: of no team."""


class FieldFile(Struct, frozen=True):
    """The content of a whole file. A CSV file has the players alone; options give the rest."""

    players: Annotated[tuple[FieldPlayer, ...], Meta(min_length=1, max_length=MOST_PLAYERS)]
    """Everybody who is to be paired, in any order."""
    round: Annotated[int, Meta(ge=1, le=1_000)] = 1
    """The round that is to be paired; chance differs from round to round."""
    seed: _Text = ""
    """All chance follows from it: the same file gives the same pairing."""
    keep_teammates_apart: bool = False
    """Whether players of one team are kept apart where that costs nothing else."""
    allow_rematches: bool = False
    """Whether players may meet again: as few as possible do."""
    allow_second_bye: bool = False
    """Whether a player may have a second bye."""
    rounds_after: Annotated[int, Meta(ge=0, le=1_000)] = 0
    """The rounds after this one, which are kept possible where players are few."""


class Form(Enum):
    """The form of a file."""

    JSON = "JSON"
    TOML = "TOML"
    CSV = "CSV"
    TRF = "TRF"
    """FIDE's report file."""


_EXAMPLES: Final[dict[str, Any]] = {
    "id": 7,
    "name": "Ana",
    "points": 6,
    "met": [2, 5],
    "had_bye": True,
    "last_float": "down",
    "team": "Owls",
    "round": 3,
    "seed": "hall 2",
    "keep_teammates_apart": True,
    "allow_rematches": True,
    "allow_second_bye": True,
    "rounds_after": 2,
    "players": [{"id": 7, "name": "Ana", "points": 6}],
}


class _Read(NamedTuple):
    tables: Mapping[str, Any]
    find_lines: Callable[[], Mapping[Path, int]]
    """They take longer than the tables, and are wanted where something is wrong."""


def parse_field(content: bytes, source: str) -> FieldFile:
    """Return the content of a file. Raises BrokenFileError with all that is wrong with it.

    source: the file's name, whose ending says the form; of other names the content does.
    """
    try:
        text = decode_text(content)
        form = form_of(text, source)
        found = _read(text, form, source)
    except BrokenTextError as error:
        raise BrokenFileError(source, [text_problem(source, error)]) from None
    field, read = read_struct(FieldFile, found.tables)
    misfits = [
        *read,
        *without_stand_ins(islice(_contradictions(field), _MOST_CONTRADICTIONS), read),
    ]
    if misfits:
        problems = list(_problems(misfits, found.find_lines(), form, source))
        raise BrokenFileError(source, problems, more=len(misfits) - len(problems))
    return field


def field_of(file: FieldFile) -> Field:
    """Return the field that a file describes."""
    return Field(
        RoundNumber(file.round),
        file.seed,
        tuple(
            Entrant(
                PlayerId(each.id),
                each.name,
                each.points,
                tuple(map(PlayerId, each.met)),
                each.had_bye,
                each.last_float,
                each.team,
            )
            for each in file.players
        ),
        file.keep_teammates_apart,
        file.allow_rematches,
        file.allow_second_bye,
        file.rounds_after,
    )


def form_of(text: str, source: str) -> Form:
    """Return the form that a file's ending says, or else its first line."""
    ending = source.rpartition(".")[2].upper()
    if ending in Form.__members__:
        return Form[ending]
    if is_trf(text):
        return Form.TRF
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if _JSON.match(first):
        return Form.JSON
    return Form.TOML if first.startswith(("#", "[")) or "=" in first else Form.CSV


def _read(text: str, form: Form, source: str) -> _Read:
    match form:
        case Form.CSV:
            tables, lines = read_csv(text, source, FieldPlayer.__struct_fields__)
            return _Read(tables, lambda: lines)
        case Form.TRF:
            trf_tables, trf_lines = read_trf(text)
            return _Read(trf_tables, lambda: trf_lines)
        case Form.JSON:
            example = '{"players": [{"id": 7, "name": "Ana", "points": 6}]}'
            return _Read(read_tables(text, example, is_json=True), lambda: json_lines(text))
        case Form.TOML:
            example = '[[players]], then lines as id = 7 and name = "Ana"'
            return _Read(read_tables(text, example), lambda: toml_lines(text))


def _contradictions(file: FieldFile) -> Iterator[Misfit]:
    """Yield the faults between players, each of whom is in order alone."""
    places: dict[int, int] = {}
    for at, each in enumerate(file.players):
        first = places.setdefault(each.id, at)
        if first != at:
            yield Misfit(
                ("players", at, "id"),
                "a number that nobody else has",
                f"{each.id}, which player {first + 1} of the file has",
                "Give every player another number.",
                also=(("players", first, "id"),),
            )
    met = [frozenset(each.met) for each in file.players]
    for at, each in enumerate(file.players):
        for number in sorted(met[at]):
            other = places.get(number)
            if number == each.id:
                yield Misfit(
                    ("players", at, "met"),
                    "other players",
                    f"{number}, the player's own number",
                    "Nobody meets themselves: take it out.",
                    also=(("players", at, "id"),),
                )
            elif other is not None and each.id not in met[other]:
                yield Misfit(
                    ("players", other, "met"),
                    f"{each.id} among them, since player {each.id} has met player {number}",
                    _shown_numbers(file.players[other].met),
                    "Two who have met both have the other's number there.",
                    also=(("players", other, "id"), ("players", at, "id"), ("players", at, "met")),
                )


def _shown_numbers(numbers: Iterable[int]) -> str:
    """Return numbers as a phrase, which names only the first of many."""
    shown_numbers = [str(number) for number in islice(numbers, 12)]
    return ", ".join(shown_numbers) if shown_numbers else "nobody"


def _problems(
    misfits: Iterable[Misfit], lines: Mapping[Path, int], form: Form, source: str
) -> Iterator[FileProblem]:
    """Yield the first faults, up to the number that is listed."""
    placed = sorted(
        ((line_of(lines, each.path), each) for each in misfits), key=lambda found: found[0]
    )
    is_csv, is_row = form is Form.CSV, form in (Form.CSV, Form.TRF)
    for line, misfit in placed[:MOST_LISTED]:
        place = place_of(misfit.path[2:] if is_row else misfit.path)
        yield FileProblem(
            source,
            f"line {line}, {place}" if place else f"line {line}",
            _CSV_WORDS.get(misfit.expected, misfit.expected) if is_csv else misfit.expected,
            misfit.got,
            _advice(misfit, form),
        )


def _advice(misfit: Misfit, form: Form) -> str:
    """Return the advice for a misfit, with an example in the form of the file."""
    key = next((part for part in reversed(misfit.path) if isinstance(part, str)), "")
    if form is Form.TRF:
        return "Correct the line, or export the report file again."
    if not misfit.is_replaced:  # an unknown key, or a contradiction, which says it already
        return misfit.advice
    if key not in _EXAMPLES:
        return "Correct it."
    if misfit.got == NOTHING:
        return f"Add it as in: {_example(key, form)}"
    return f"Write it as in: {_example(key, form)}"


def _example(key: str, form: Form) -> str:
    value = _EXAMPLES[key]
    if form is Form.JSON:
        return f'"{key}": {json.dumps(value)}'
    if form is Form.TOML:
        return "[[players]]" if key == "players" else f"{key} = {json.dumps(value)}"
    match value:
        case bool():
            return "yes"
        case [dict(), *_]:
            return "7,Ana,6"
        case list():
            return " ".join(map(str, value))
    return str(value)
