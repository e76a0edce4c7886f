"""CSV that spreadsheets open: no cell is a formula, and what was written is read again."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from duelmat_hub.cli.field_csv import read_csv
from duelmat_hub.csv_text import unmarked, write_csv

SIGNS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a formula begins with."""
TEXTS = st.text(st.sampled_from(["=", "+", "@", ";", ",", '"', "'", " ", "\n", "\uff1d", "a"]))


def opened(content: bytes, between: str) -> list[list[str]]:
    """The cells as a spreadsheet sees them that parts them by this sign."""
    text = io.StringIO(content.decode("utf-8-sig"), newline="")
    return list(csv.reader(text, delimiter=between))


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("cell", ["{}cmd", "a;{}cmd", 'a;"{}cmd"', "a;b;{}cmd", "'{}cmd"])
def test_no_cell_is_a_formula(sign: str, cell: str) -> None:
    """At its beginning and behind a semicolon in it, bare or in quotes; and it comes back."""
    text = cell.format(sign)
    content = write_csv([("name", "team"), (text, "x"), (7, text)])
    for between in (",", ";"):
        for row in opened(content, between):
            assert not [each for each in row if each.lstrip(' "').startswith(SIGNS)]
    assert [unmarked(each) for each in opened(content, ",")[1]] == [text, "x"]


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=3))
@example([("a;", "=x")])
@example([("'=", "''=")])
def test_what_is_written_is_read_again(rows: list[tuple[str, str]]) -> None:
    """The mark is taken away, and no other apostrophe is."""
    content = write_csv(rows)
    assert [tuple(map(unmarked, row)) for row in opened(content, ",")] == rows
    for between in (",", ";"):
        for row in opened(content, between):
            assert not [each for each in row if each.lstrip('" \t\r\n').startswith(SIGNS)]


def test_names_come_through_a_spreadsheet_to_the_pairing() -> None:
    """What was exported is imported with the names that it had."""
    names = ["=Ana", "\uff1dBen", "Cleo;@x", "O'Neil", "'=Dan"]
    rows = [(at, name, 0) for at, name in enumerate(names, 1)]
    text = write_csv([("id", "name", "points"), *rows]).decode("utf-8-sig")
    tables, _ = read_csv(text, "players.csv", ("id", "name", "points"))
    assert [each["name"] for each in tables["players"]] == names


def test_plain_names_and_numbers_are_left_alone() -> None:
    content = write_csv([("Ana", "O'Neil", "2-1", -3, "a; b", "Smith, Jo")])
    assert content.decode("utf-8-sig") == 'Ana,O\'Neil,2-1,-3,a; b,"Smith, Jo"\r\n'
