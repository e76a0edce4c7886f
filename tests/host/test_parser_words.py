"""What parsers complain of is said in the reader's language."""

import csv
import json
import re
import sqlite3
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from docs.parser_messages import PARSER_MESSAGES
from duelmat_message.parser_errors import fault_of
from duelmat_serving.language.catalogs import language
from duelmat_toml.jsontext import read_json

WORDS = re.compile(r"[A-Za-z]{3,} [A-Za-z]{3,}")
"""Two words of English in a row."""
TOML = (
    "a = ",
    'a = "x',
    "a = 1\na = 2",
    "[a]\n[a]",
    "a = { b = 1, b = 2 }",
    "x = 1 2",
    "a = [1",
    "a = { b = 1",
    "a = \x01",
    "[a",
    "[[a",
    "a b = 1",
    "= 1",
    "a = 1979-13-99",
    "a = { b = 1 }\na.c = 2",
    'a = "\\x"',
    'a = "\\ud800"',
    "# \x00",
)
JSON = (
    '{"a": 1,}',
    "[1,]",
    "[1,,2]",
    '{"a" 1}',
    "nul",
    '"\x01"',
    "1 2",
    '{"a": 1',
    "{1: 2}",
    "[1 2]",
)
CSV = ('"a', '"a"b', "a\0b")


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    """A value that much does not fit."""

    number: int
    words: tuple[str, ...] = ()
    nested: dict[str, list[int]] = {}


VALUES: tuple[Any, ...] = (
    {},
    {"number": "x"},
    {"number": 1, "other": 2},
    {"number": 1, "words": [1]},
    {"number": 1, "nested": {"a": {"b": 1}}},
    [1],
)


def complaints() -> list[tuple[Callable[[Any], Any], Any]]:
    """Return every reader with each text that it shall not like."""
    return [
        *((tomllib.loads, text) for text in TOML),
        *((json.loads, text) for text in JSON),
        *((read_json, text) for text in JSON),
        *((msgspec.json.decode, text) for text in JSON),
        *((lambda value: msgspec.convert(value, Shape), value) for value in VALUES),
        *((lambda text: list(csv.reader([text], strict=True)), text) for text in CSV[:2]),
    ]


@pytest.mark.parametrize(("read", "text"), complaints())
def test_a_complaint_is_said_in_japanese(read: Callable[[Any], Any], text: Any) -> None:
    """No two English words are left, but in what is quoted."""
    with pytest.raises((ValueError, csv.Error)) as raised:
        read(text)
    said = language("ja").said(fault_of(raised.value))
    assert said != str(raised.value)
    assert not WORDS.search(re.sub(r"`[^`]*`|'[^']*'", "", said)), said


def test_a_broken_database_is_complained_of_in_japanese(tmp_path: Path) -> None:
    """As a `.cdb` that is something else."""
    file = tmp_path / "cards.cdb"
    file.write_bytes(b"something else " * 100)
    with pytest.raises(sqlite3.DatabaseError) as raised:
        sqlite3.connect(file).execute("SELECT * FROM sqlite_master")
    assert language("ja").said(fault_of(raised.value)) == "データベースではないファイルです"


def test_what_nobody_has_listed_is_said_as_it_is() -> None:
    """A newer parser may have new words."""
    assert language("ja").said(fault_of(ValueError("never heard"))) == "never heard"


def test_what_is_quoted_may_look_like_a_message() -> None:
    """The value stays as the file has it, braces and all."""
    fault = fault_of(ValueError("Object contains unknown field `{player}` - at `$.a`"))
    assert language("ja").said(fault) == "知られていないキー`{player}`があります（`$.a`）"


def test_every_listed_complaint_is_recognized() -> None:
    """With its values filled in, each finds its own pattern."""
    for message in PARSER_MESSAGES:
        english = re.sub(r"(?<!\{)\{\w+\}", "7", message).replace("}}", "}")
        assert language("ja").said(fault_of(ValueError(english))) != english
