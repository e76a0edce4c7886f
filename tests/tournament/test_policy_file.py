"""Policy files: every fault with its line, all at once, whatever the file holds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import duelmat_tournament
from duelmat_parsing.structs import MOST_UNKNOWN
from duelmat_tournament.errors import PolicyError, PolicyFault, TournamentError
from duelmat_tournament.policy import Policy
from duelmat_tournament.policy_file import (
    LIMIT_BYTES,
    format_policy,
    parse_policy,
    parse_policy_bytes,
)
from duelmat_tournament.policy_names import RulesetFacts
from examples import examples
from host import hostile_files
from tournament.broken_policies import NAMES, SENSE, SOUND, TYPES, Slip, edited

ROOT: Final = Path(__file__).parents[2]
SHIPPED: Final = sorted((Path(duelmat_tournament.__path__[0]) / "policies").glob("*.toml"))
RULESETS: Final = {
    "ocg": RulesetFacts(
        frozenset({"limited"}),
        {"G-97": ("ocg", "tcg")},
        frozenset({"PotOfGreed", "Sangan"}),
        has_own_decks=True,
    ),
    "trump-king": RulesetFacts(frozenset(), {}, frozenset(), has_own_decks=False),
}


def faults_of(
    text: str, rulesets: Mapping[str, RulesetFacts] | None = None
) -> tuple[PolicyFault, ...]:
    with pytest.raises(PolicyError) as caught:
        parse_policy(text, "club.toml", rulesets)
    return caught.value.faults


def places(faults: tuple[PolicyFault, ...]) -> list[tuple[int, str]]:
    return [(fault.line, fault.place) for fault in faults]


def policy_or_nothing(content: bytes) -> Policy | None:
    """The policy, or None where it is refused in words."""
    try:
        return parse_policy_bytes(content, "any.toml")
    except PolicyError as error:
        refused = error
    assert refused.faults
    assert str(refused).startswith("any.toml:")
    assert all(1 <= fault.line <= content.count(b"\n") + 1 for fault in refused.faults)
    assert "\n" not in "".join(map(str, refused.faults))
    assert str(refused).encode()
    return None


# Faults


def test_the_policy_that_the_table_breaks_is_sound() -> None:
    assert parse_policy(SOUND, rulesets=RULESETS).name == "club"


@pytest.mark.parametrize("name", [*TYPES, *SENSE, *NAMES])
def test_a_slip_is_said_with_its_line(name: str) -> None:
    """Exactly the faults of the table, with what to do about them."""
    slip = {**TYPES, **SENSE, **NAMES}[name]
    faults = faults_of(edited(slip), RULESETS)
    assert places(faults) == [(line, place) for line, place, _ in slip.faults]
    for fault, (_, _, words) in zip(faults, slip.faults, strict=True):
        assert words in str(fault)
        assert str(fault).startswith(f"club.toml:{fault.line}: {fault.place}: expected ")


def test_all_slips_of_a_file_are_said_at_once() -> None:
    """Types, sense and names together, in the order of the lines."""
    slips = [
        TYPES["a number in quotes"],
        TYPES["a word that is misspelt"],
        SENSE["days in the wrong order"],
        SENSE["a cut of six"],
        SENSE["a bye that gives more than a win"],
        SENSE["a strict penalty that is lighter"],
        NAMES["a choice that is not there"],
        NAMES["a card that is not there"],
    ]
    faults = faults_of(edited(*slips), RULESETS)
    expected = sorted((line, place) for slip in slips for line, place, _ in slip.faults)
    assert places(faults) == expected


def test_nothing_is_said_of_what_hangs_on_a_broken_value() -> None:
    """A draw is not compared with a win that is none; all else is still looked at."""
    text = edited(
        Slip("win = 3", 'win = "3"', ()),
        Slip("draw = 1\n", "draw = 99\n", ()),
        Slip("copies = 1", "copies = 9", ()),
        Slip('"PotOfGreed"', '"Sangam"', ()),
        Slip("bye = 3", "bye = 3\nbuy = 3", ()),
    )
    assert places(faults_of(text, RULESETS)) == [
        (32, "limits[1].card"),
        (33, "limits[2].copies"),
        (37, "points.win"),
        (41, "points.buy"),
    ]


def test_many_unknown_keys_are_counted() -> None:
    """The first are said one by one."""
    extra = "".join(f"x{number} = 1\n" for number in range(1000))
    faults = faults_of(f"{extra}{SOUND}")
    assert len(faults) == MOST_UNKNOWN + 1
    assert "980 unknown keys more" in str(faults[-1])


def test_a_policy_error_is_one_of_this_package() -> None:
    """It knows its file, and its text is that of all faults."""
    with pytest.raises(TournamentError) as caught:
        parse_policy("version = 3\nname = 4\n", "club.toml")
    assert isinstance(caught.value, PolicyError)
    assert caught.value.source == "club.toml"
    assert str(caught.value) == "\n".join(map(str, caught.value.faults))
    assert str(caught.value).splitlines()[-1] == (
        'club.toml:2: name: expected lower case and hyphens, as in "trump-king", got 4. '
        "Put it in quotes."
    )


# Texts that are no TOML, or not quite


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b"", 1, "got an empty file"),
        (b" \n\n", 1, "got an empty file"),
        (b"name = \n", 1, "expected TOML"),
        (b'name = "a"\nname = "b"\n', 2, "cannot overwrite a value"),
        (b'name = "a"\n\ntitle = "b\n', 3, "Write it as in"),
        (b"name = '''a\n\n", 1, "got a slip: expected"),
        (b'name = "a\0b"\n', 1, "illegal character"),
        (b'name = "a"\n# \xff\n', 2, "got the byte 0xff. Save the file as UTF-8."),
        ("name = 'a'\n".encode("utf-16"), 1, "text in UTF-8"),
        (b"x = " + b"9" * 100_000, 1, "got a slip: a whole number of more than 64 bits"),
        (b"\nx = " + b"[" * 20_000 + b"]" * 20_000, 1, "nested too deep"),
        (b"\n" + b".".join([b"a"] * 20_000) + b" = 1\n", 2, "a key of more than 16 parts"),
        (b"\n[" + b".".join([b"a"] * 5_000) + b"]\n", 2, "a key of more than 16 parts"),
        (b"k" * 300_000 + b" = 1\n", 1, "at most 200,000 bytes"),
        (b"#" * (LIMIT_BYTES + 1), 1, "at most 200,000 bytes"),
    ],
    ids=range(15),
)
def test_what_is_no_policy_at_all_is_refused_in_words(
    content: bytes, line: int, words: str
) -> None:
    """One fault, for nothing else could be looked at."""
    with pytest.raises(PolicyError) as caught:
        parse_policy_bytes(content, "any.toml")
    (fault,) = caught.value.faults
    assert fault.line == line
    assert words in str(fault)
    assert len(str(fault)) < 500


@pytest.mark.parametrize("what", hostile_files.TOML)
def test_a_hostile_file_is_refused_in_words(what: str, tmp_path: Path) -> None:
    """Within a bounded amount of work, and in few words."""
    file = tmp_path / "policy.toml"
    hostile_files.TOML[what](file)
    assert policy_or_nothing(file.read_bytes()) is None


@pytest.mark.parametrize(
    "text", ["\ufeff" + SOUND, SOUND.replace("\n", "\r\n"), SOUND.rstrip(), SOUND + "# end"]
)
def test_marks_and_line_ends_of_other_systems_are_read(text: str) -> None:
    """With the same lines in what is said."""
    assert parse_policy_bytes(text.encode()) == parse_policy(SOUND)
    (fault,) = faults_of(text.replace("win = 3", "win = 0.5"))
    assert fault.line == 37


# Round trips, and whatever comes


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_policy_is_written_and_read_again(path: Path) -> None:
    """And what was written is written the same again."""
    policy = parse_policy_bytes(path.read_bytes())
    text = format_policy(policy)
    assert parse_policy(text) == policy
    assert format_policy(parse_policy(text)) == text


PIECES: Final = [
    *(
        sign.encode()
        for sign in ["", "\n", '"', "[", "]", "[[", "=", ".", "-", "1", "0x", "#", "\0"]
    ),
    *(b"\xff", b"\\u202e", b"'''", b'"""', b"{", b"}", b",", b"inf", b"99999999999999999999"),
]


@st.composite
def broken_files(draw: st.DrawFn) -> bytes:
    """A shipped file with one to three places cut, doubled or replaced."""
    content = draw(st.sampled_from(SHIPPED)).read_bytes()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(content)))
        end = at + draw(st.one_of(st.integers(0, 3), st.integers(0, len(content))))
        piece = draw(st.one_of(st.sampled_from(PIECES), st.binary(max_size=4)))
        content = content[:at] + piece + content[end:]
    return content


@settings(max_examples=examples(500))
@given(broken_files())
def test_a_file_broken_anywhere_is_a_policy_or_refused_in_words(content: bytes) -> None:
    """And what is taken can be written down and read again."""
    policy = policy_or_nothing(content)
    if policy is not None:
        assert parse_policy(format_policy(policy)) == policy


def test_a_file_that_lacks_any_byte_is_a_policy_or_refused_in_words() -> None:
    content = SOUND.encode()
    for at in range(len(content)):
        policy_or_nothing(content[:at] + content[at + 1 :])


def test_a_file_that_is_cut_off_within_a_line_is_refused() -> None:
    """Everywhere; between two lines it may be whole, with fewer infractions."""
    content = SOUND.encode()
    for at in range(len(content)):
        policy = policy_or_nothing(content[:at])
        assert policy is None or b"\n" in content[at - 1 : at + 1]


@settings(max_examples=examples(100))
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode())))
def test_noise_is_refused_in_words(content: bytes) -> None:
    assert policy_or_nothing(content) is None
