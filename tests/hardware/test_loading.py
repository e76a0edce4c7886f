"""Reading a mat file: whatever it holds, the answer is a mat or a list of problems."""

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from duelmat_hardware import (
    STANDARD_MAT,
    HardwareError,
    Mat,
    MatError,
    Problem,
    check,
    load_mat,
    parse_mat,
)
from examples import examples
from hardware.toml_text import dumped

STANDARD = STANDARD_MAT.read_text(encoding="utf-8")


def outcome(content: bytes) -> Mat | MatError:
    try:
        return parse_mat(content)
    except MatError as error:
        return error


def problems_of(content: bytes) -> list[Problem]:
    found = outcome(content)
    assert isinstance(found, MatError)
    return list(found.problems)


@pytest.mark.parametrize(
    ("content", "where", "fragment"),
    [
        (b"name = \n", "line 1", "invalid value"),
        (b'name = "a"\nname = "b"\n', "line 2", "overwrite"),
        (b'name = "a"\nb = "\xff"', "line 2", "0xff"),
        (b"a = " + b"[" * 5000, "line 1", ""),
        (b"a = " + b"9" * 5000, "line 1", ""),
    ],
)
def test_text_that_is_no_toml_is_one_problem(content: bytes, where: str, fragment: str) -> None:
    """The line of a slip is named; nothing else can be known."""
    (problem,) = problems_of(content)
    assert problem.where == where
    assert fragment in problem.got


def test_an_empty_file_lacks_every_section() -> None:
    """Each missing section is named once; a mat without pads has none for touch."""
    problems = problems_of(b"")
    needed = tomllib.loads(STANDARD).keys() - {"touch"}
    assert sorted(problem.where for problem in problems) == sorted(needed)
    assert {problem.got for problem in problems} == {"nothing"}


def test_a_file_that_is_not_there_is_a_problem_too(tmp_path: Path) -> None:
    """Not a traceback."""
    (problem,) = check(tmp_path / "none.toml")
    assert "No such file" in problem.got
    with pytest.raises(HardwareError, match=r"none\.toml"):
        load_mat(tmp_path / "none.toml")
    assert check(tmp_path)


def test_the_standard_mat_is_good() -> None:
    """Before and after it has been written in another way."""
    assert check() == []
    assert parse_mat(dumped(tomllib.loads(STANDARD))) == load_mat()


@pytest.mark.parametrize(
    "content",
    [
        STANDARD.encode("utf-8-sig"),
        STANDARD.replace("\n", "\r\n").encode(),
        b"# mine\n" + STANDARD.replace(" = ", "=").encode(),
        dumped(dict(reversed(tomllib.loads(STANDARD).items()))),
        STANDARD.replace("width_mm = 940", "width_mm = 940.0").encode(),
    ],
)
def test_the_digest_is_of_the_content_not_of_its_writing(content: bytes) -> None:
    """Comments, spacing, line ends, order of keys and 940.0 for 940 don't count."""
    assert parse_mat(content).digest == load_mat().digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("width_mm = 940", "width_mm = 941"),
        ('"x1" = [0x5C, 10]\n"x2" = [0x5C, 11]', '"x1" = [0x5C, 11]\n"x2" = [0x5C, 10]'),
        ("brightness_cap = 64", "brightness_cap = 63"),
        ('revision = "2026-11"', 'revision = "2026-04"'),
    ],
)
def test_another_content_has_another_digest(old: str, new: str) -> None:
    """Board and host must not take one mat for another."""
    assert STANDARD.count(old) == 1
    assert parse_mat(STANDARD.replace(old, new).encode()).digest != load_mat().digest


TABLE = tomllib.loads(STANDARD)


def steps_of(value: Any, steps: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value of the file."""
    found = [steps] if steps else []
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        found += steps_of(item, (*steps, key))
    return found


REMOVED = object()
VALUES = st.one_of(
    st.just(REMOVED),
    st.integers(-(2**70), 2**70),
    st.integers(-300, 1000),
    st.floats(),
    st.booleans(),
    st.text(max_size=5),
    st.sampled_from(["a.m1", "m1", "A", "only", "monster", "deck", "upright", "mini", "fuse_t3"]),
    st.lists(st.integers(-10, 300), max_size=5),
    st.lists(st.lists(st.floats(-500, 1500), min_size=2, max_size=4), max_size=4),
    st.dictionaries(st.sampled_from(["a", "x1", "id", "b.m1", "é", ""]), st.integers(0, 9)),
)


@pytest.mark.long
@settings(max_examples=examples(400), deadline=None)
@given(steps=st.sampled_from(steps_of(TABLE)), value=VALUES)
@example(steps=("readers", "fields_at_once"), value=3)
@example(steps=("sheet", "width_mm"), value=10**400)
@example(steps=("shapes", "monster", "antennas"), value=[])
def test_a_changed_value_is_a_mat_or_a_mat_error(steps: tuple[Any, ...], value: Any) -> None:
    """No single slip gets anything but an answer."""
    table = copy.deepcopy(TABLE)
    inner: Any = table
    for step in steps[:-1]:
        inner = inner[step]
    if value is REMOVED:
        del inner[steps[-1]]
    else:
        inner[steps[-1]] = value
    found = outcome(dumped(table))
    if isinstance(found, Mat):
        assert len(found.antennas) == 40
    else:
        assert found.problems
        assert all(p.where and p.expected and p.got and p.advice for p in found.problems)


@settings(max_examples=examples(100), deadline=None)
@given(st.binary(max_size=40), st.integers(0, len(STANDARD)))
def test_bytes_thrown_into_the_file_are_a_mat_or_a_mat_error(noise: bytes, place: int) -> None:
    """Whatever an editor or a bad disk leaves behind."""
    content = STANDARD.encode()
    found = outcome(content[:place] + noise + content[place + len(noise) :])
    assert isinstance(found, Mat) or found.problems
