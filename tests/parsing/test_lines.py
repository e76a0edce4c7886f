"""The lines of TOML and JSON texts."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from duelmat_parsing import Path as Place
from duelmat_parsing import json_lines, line_of, toml_lines

ROOT: Final = Path(__file__).parents[2]
TEXT: Final = r"""
"quoted.key" = "] # no comment" # a comment with = and ["
dotted . "in parts".x = 1
texts = [~~~
[not.a.table]
""\"~~~, 'a', "", '''
'''  # as "above"
, 2026-11-01 10:00:00, [ 1.5, { deep = [ # [
  7 ] } ] ]
[head]
inner = { a = 1, "b c" = { d = 2 } }
[[rows]]
one = 1
[[rows.below]]
two = 2
[[rows]]
[rows.below.end]
three = 3
"tab\tand \u00e9" = 4
[not.seen.before]
""".replace("~~~", '"""')
KEYS: Final = st.text("abc-_19 .é#=[", min_size=1, max_size=5)
VALUES: Final = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.text('a"\\\n#[', max_size=5) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
"""Values of TOML; tables in lists of tables become tables with headers."""
JSON_VALUES: Final = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


def test_every_key_has_its_line() -> None:
    """Texts that look like tables, lists over many lines, tables in lists in tables."""
    assert tomllib.loads(TEXT)
    lines = toml_lines(TEXT)
    assert lines["quoted.key",] == 2
    assert lines["dotted",] == lines["dotted", "in parts", "x"] == 3
    assert [lines["texts", index] for index in range(6)] == [4, 6, 6, 6, 8, 8]
    assert lines["texts", 5, 1, "deep", 0] == 9
    assert lines["head", "inner", "b c", "d"] == 11
    assert lines["rows",] == lines["rows", 0] == 12
    assert lines["rows", 0, "below", 0, "two"] == 15
    assert lines["rows", 1] == 16
    assert lines["rows", 1, "below", "end", "three"] == 18
    assert lines["rows", 1, "below", "end", "tab\tand é"] == 19
    assert lines["not",] == lines["not", "seen", "before"] == 20
    assert line_of(lines, ("rows", 1, "nothing", "there")) == 16
    assert line_of(lines, ("nothing",)) == 1


def places_in(value: list[Any] | dict[str, Any], place: Place = ()) -> Iterator[Place]:
    """Every key and item of a table or list."""
    inner = enumerate(value) if isinstance(value, list) else value.items()
    for part, item in inner:
        yield (*place, part)
        if isinstance(item, list | dict):
            yield from places_in(item, (*place, part))


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_every_place_of_any_text_is_found(tables: dict[str, Any]) -> None:
    """And no other: the places are those of what tomllib reads."""
    text = tomlkit.dumps(tables)
    lines = toml_lines(text)
    assert set(lines) == set(places_in(tomllib.loads(text)))
    assert set(lines.values()) <= set(range(1, text.count("\n") + 2))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "path",
    [
        *ROOT.glob("hardware/duelmat_hardware/*.toml"),
        *ROOT.glob("host/duelmat_tournament/policies/*.toml"),
        *ROOT.glob("tests/scenarios/*.toml"),
    ],
    ids=lambda path: path.name,
)
def test_every_place_of_a_file_is_found(path: Path, end: str) -> None:
    """On a line that begins with it, where it has a line of its own."""
    text = path.read_text(encoding="utf-8").replace("\n", end)
    lines = toml_lines(text)
    assert set(lines) == set(places_in(tomllib.loads(text)))
    for place, line in lines.items():
        last = place[-1]
        assert isinstance(last, int) or str(last) in text.split("\n")[line - 1]


@given(
    value=st.dictionaries(st.text(max_size=3), JSON_VALUES, max_size=4),
    indent=st.sampled_from([None, 2]),
)
def test_every_value_of_a_json_text_has_its_line(
    value: dict[str, Any], indent: int | None
) -> None:
    """The one on which it stands: what is there begins with it, after its key."""
    text = json.dumps(value, indent=indent)
    lines = json_lines(text)
    rows = text.splitlines()

    def check(inner: Any, path: tuple[str | int, ...]) -> None:
        row = rows[lines[path] - 1]
        if path:
            key = f"{json.dumps(path[-1])}: " if isinstance(path[-1], str) else ""
            said = json.dumps(inner)
            assert f"{key}{said[0] if isinstance(inner, dict | list) else said}" in row
        if isinstance(inner, dict):
            for name, each in inner.items():
                check(each, (*path, name))
        elif isinstance(inner, list):
            for index, each in enumerate(inner):
                check(each, (*path, index))

    check(value, ())
