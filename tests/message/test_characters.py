"""Characters that no text from outside may hold: found, and written so that they steer nothing."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_message import LINE_ENDS, NEVER, composed, escaped, unfit_character

CASES = {
    "\0": "U+0000",
    "a\x1b[31m": "U+001B",
    "a\x7f": "U+007F",
    "a\x9b31m": "U+009B",
    "Ana\u202enaB": "U+202E",
    "\u2066Ana": "U+2066",
    "\ud800": "U+D800",
    "Ana": "",
    "Zo\u00eb \u4e2d \u05d0\u05d1": "",
}


@pytest.mark.parametrize(("text", "unfit"), CASES.items(), ids=ascii)
def test_the_first_unfit_character_is_named(text: str, unfit: str) -> None:
    assert unfit_character(text) == unfit_character(text, has_lines=True) == unfit


@pytest.mark.parametrize("end", ["\n", "\t", "\r", "\u2028", "\u2029"])
def test_line_ends_are_fit_where_a_text_has_lines(end: str) -> None:
    assert unfit_character(f"one{end}two") == f"U+{ord(end):04X}"
    assert unfit_character(f"one{end}two", has_lines=True) == ""


@given(st.text(st.characters(exclude_categories=[])))
def test_what_is_escaped_steers_no_terminal(text: str) -> None:
    """Nothing unfit is left but line ends and tabs, and what was fit is as it was."""
    shown = escaped(text)
    assert unfit_character(shown, has_lines=True) == ""
    assert "\r" not in shown
    if not unfit_character(text, has_lines=True) and "\r" not in text:
        assert shown == text
    assert json.loads(f'"{escaped(chr(27))}"') == "\x1b"
    assert re.fullmatch(f"[^{NEVER}]*", composed(shown))


def test_an_accent_of_its_own_is_put_onto_its_letter() -> None:
    assert composed("Jose\u0301") == "Jos\u00e9"
    assert "\n" not in re.sub(f"[{LINE_ENDS}]", "", "a\nb")
