"""TOML texts from outside: what is read, what is refused, and where it is wrong."""

import tomllib
from pathlib import Path

import pytest

from duelmat_hardware import MatError, loading
from duelmat_parsing import KEY_PARTS, TomlError, read_toml
from host import hostile_files as hostile


@pytest.mark.parametrize("what", hostile.TOML)
def test_hostile_texts_are_refused(what: str, tmp_path: Path) -> None:
    """What is only large or unknown is for the file's form to refuse."""
    file = tmp_path / "file.toml"
    hostile.TOML[what](file)
    if not what.startswith(("a huge key", "many unknown", "a dotted key in quotes")):
        with pytest.raises(TomlError, match=r"\(at line \d+, column \d+\)|end of document"):
            read_toml(file.read_text())
    with pytest.raises(MatError):
        loading.parse_mat(file.read_bytes())


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("a = 1\nb = \n", 2, "Invalid value"),
        ("a = 1\n\nb = [1\n\n", 3, "Unclosed array"),
        (f"\n{'a.' * KEY_PARTS}a = 1", 2, "A key of more than 16 parts"),
        (f"\n\nx = {'9' * 5000}", 3, "A whole number of more than 64 bits"),
        (f"\nx = {2**64}", 2, "A whole number of more than 64 bits"),
        ("a = 1\nb = '\ud800'", 2, "Half of a character"),
        (f"x = {'[' * 40}{']' * 40}", 1, "Tables or lists nested too deep, more than 32"),
        (f"x = {'[' * 9000}", 1, "Tables or lists nested too deep, more than 32"),
    ],
)
def test_a_fault_has_its_line(text: str, line: int, fault: str) -> None:
    """The last line with anything in it where a text ends too soon."""
    with pytest.raises(TomlError) as caught:
        read_toml(text)
    assert (caught.value.line, caught.value.fault) == (line, fault)
    assert str(caught.value).startswith(f"{fault} (at ")


@pytest.mark.parametrize(
    "text",
    [
        f"{'.'.join('a' * KEY_PARTS)} = 1",
        f"x = {2**63}",
        f"x = {'[' * 30}{']' * 30}",
        'x = "I.O.U. 0.1.2.3 and so on, 123456789012345678901234567890"',
    ],
)
def test_what_honest_files_have_is_read(text: str) -> None:
    """The bounds are far above what anybody writes."""
    assert read_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "sign", ["a", '"', "'", '\\"', '"a" ', "a.", "a ", "a . ", '"\\\\', "[", "{a=", "9", "_"]
)
def test_looking_for_long_keys_takes_no_more_than_a_pass(sign: str) -> None:
    """Nothing backs up far: 300 kB of the signs of a key are looked through like others."""
    with pytest.raises(TomlError):
        read_toml(sign * (300_000 // len(sign)) + "\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[p]\n[p]", "Cannot declare [p] twice"),
        ("[p.'a b']\n[p.'a b']", "Cannot declare [p.a b] twice"),
        ("a = {b = 1}\na.c = 2", "Cannot mutate immutable namespace [a]"),
    ],
)
def test_a_key_is_told_as_the_header_of_its_table(text: str, told: str) -> None:
    """Not as a value of Python."""
    with pytest.raises(TomlError) as raised:
        read_toml(text)
    assert raised.value.fault == told
