"""Which tag is which card: files good and broken, enrolling, simulated packs."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_engine.names import CardKey, Seat
from duelmat_engine.play import Deck, keys_of
from duelmat_engine.rulesets.trump_king.tables import EXTRA_CODES, MAIN_CODES
from duelmat_host.cards import Enrolment, Face, Registry, Sleeve
from duelmat_host.cards.registry import Tagged
from duelmat_host.errors import EnrolError, RegistryError

PACK = Deck(MAIN_CODES, EXTRA_CODES)
GOOD = """
format = 1

[[sleeves]]
owner = "a"
code = "H7"
up = "04a1b2c3d4e5f6"
down = "04:11:22:33:44:55:66"

[[sleeves]]
owner = "b"
code = "X1"
up = "01020304"
down = "0102030405060708090a"
"""


def uid(number: int) -> bytes:
    return bytes([4]) + number.to_bytes(6, "big")


def sleeve(code: str = "H7", number: int = 1, owner: str = "a") -> Sleeve:
    return Sleeve(owner, code, uid(2 * number), uid(2 * number + 1))


def faults(content: str, *, is_json: bool = False) -> list[tuple[str, str, str]]:
    with pytest.raises(RegistryError) as caught:
        Registry.parse(content.encode(), "cards.toml", is_json=is_json)
    for problem in caught.value.problems:
        assert problem.file == "cards.toml"
        assert problem.expected
        assert problem.advice
        assert str(problem) in str(caught.value)
    return [(p.place, p.expected, p.got) for p in caught.value.problems]


def assert_read_or_refused(content: bytes, *, is_json: bool) -> None:
    """A registry or its problems, and nothing else."""
    problems = None
    try:
        Registry.parse(content, "cards", is_json=is_json)
    except RegistryError as error:
        problems = error.problems
    assert problems is None or len(problems) > 0


def test_tags_are_found_by_card_and_cards_by_tag() -> None:
    """Both faces of each sleeve; a tag that nobody enrolled is None."""
    registry = Registry.parse(GOOD.encode(), "cards.toml")
    heart = registry.sleeve("a:H7")
    assert heart is not None
    assert heart.down == bytes.fromhex("04112233445566")
    for tag, face in ((heart.up, Face.UP), (heart.down, Face.DOWN)):
        tagged = registry.tag(tag)
        assert tagged is not None
        assert (tagged.sleeve.key, tagged.face) == ("a:H7", face)
    assert registry.tag(uid(9)) is None
    assert registry.sleeve("b:H7") is None
    assert registry.missing([CardKey("a:H7"), CardKey("a:H8")]) == ("a:H8",)


@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_a_file_comes_back_as_it_was_saved(tmp_path: Path, suffix: str) -> None:
    """Round trip of two packs, in both forms; nothing but the file is left behind."""
    registry = Registry.for_simulation([PACK, PACK])
    path = tmp_path / "deep" / f"cards{suffix}"
    registry.save(path)
    assert Registry.load(path) == registry
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_every_problem_of_a_broken_file_is_told_at_once() -> None:
    """Place, what was expected and what was got, for all of them."""
    broken = """
format = 2
shelves = 1
[[sleeves]]
owner = "z"
code = "H 7"
up = "04a1b2c3d4e5f6"
down = "04a1b2c3d4e5f6"
[[sleeves]]
owner = 3
code = "H8"
up = "0x04"
colour = "red"
[[sleeves]]
owner = "a"
code = "H9"
up = "8804a1b2"
down = "08123456"
[[sleeves]]
owner = "a"
code = "H9"
up = "0411223344"
down = "04a1b2c3d4e5f6"
"""
    assert {place for place, _, _ in faults(broken)} == {
        "format",
        "shelves",
        "sleeves[0].owner",
        "sleeves[0].code",
        "sleeves[0].down",
        "sleeves[1].colour",
        "sleeves[1].owner",
        "sleeves[1].up",
        "sleeves[2].up",
        "sleeves[2].down",
        "sleeves[3].code",
        "sleeves[3].up",
        "sleeves[3].down",
    }


@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_a_sleeve_with_one_tag_tells_its_card_and_no_face(tmp_path: Path, suffix: str) -> None:
    """Beside sleeves with two; in a file its tag has a key of its own."""
    plain = Sleeve("a", "H8", uid(9), uid(9))
    registry = Registry([sleeve("H7", 1)]).enrol(plain)
    path = tmp_path / f"cards{suffix}"
    registry.save(path)
    loaded = Registry.load(path)
    assert loaded == registry
    assert loaded.tag(uid(9)) == Tagged(plain, Face.UNKNOWN)
    assert plain.tags == (uid(9),)
    with pytest.raises(EnrolError, match=r"sleeves\[2\]\.tag"):
        registry.enrol(Sleeve("b", "H9", uid(9), uid(9)))


@pytest.mark.parametrize(
    ("tags", "place"),
    [
        ("", "sleeves[0]"),
        ('up = "04000000000001"', "sleeves[0]"),
        ('up = "04000000000001"\ntag = "04000000000002"', "sleeves[0]"),
        ('up = "04000000000001"\ndown = "04000000000001"', "sleeves[0].down"),
    ],
)
def test_a_sleeve_has_two_tags_or_says_that_it_has_one(tags: str, place: str) -> None:
    """A tag that was read twice by mistake is no sleeve with one tag."""
    ((found, expected, _),) = faults(f'[[sleeves]]\nowner = "a"\ncode = "H7"\n{tags}\n')
    assert found == place
    assert "tag alone for a sleeve with one tag" in expected


@pytest.mark.parametrize(
    ("content", "is_json", "place", "got"),
    [
        ("[[sleeves]\n", False, "line 1", "expected ']]'"),
        ('a = "\n', False, "line 1", "illegal character"),
        ("sleeves = 3", False, "sleeves", "3"),
        ("sleeves = [1]", False, "sleeves[0]", "1"),
        ('{"sleeves": [}', True, "line 1", "expecting value"),
        ('{\n"sleeves": [{}\n', True, "line 3", "expecting"),
        ("[]", True, "line 1", "an empty list"),
        ("null", True, "line 1", "nothing"),
        ('{"sleeves": [null]}', True, "sleeves[0]", "nothing"),
        ('{"format": true, "sleeves": []}', True, "format", "true"),
    ],
)
def test_files_that_are_no_registry_say_where(
    content: str, is_json: bool, place: str, got: str
) -> None:
    """Broken syntax has its line, a wrong shape its path."""
    (found,) = faults(content, is_json=is_json)
    assert found[0] == place
    assert got in found[2]


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """Not there, a folder, not UTF-8."""
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(RegistryError, match="the page /enroll"):
            Registry.load(path)
    (tmp_path / "latin.toml").write_bytes(b"format = 1\nname = '\xe9'")
    with pytest.raises(RegistryError, match="line 2: expected text in UTF-8, got the byte 0xe9"):
        Registry.load(tmp_path / "latin.toml")


@given(st.integers(0, len(GOOD)), st.binary(max_size=4), st.booleans())
def test_a_file_broken_at_any_place_is_read_or_refused(at: int, junk: bytes, cut: bool) -> None:
    """Cut there, or with anything in between: a registry or its problems, nothing else."""
    content = GOOD.encode()
    broken = content[:at] + junk + (b"" if cut else content[at:])
    for is_json in (False, True):
        assert_read_or_refused(broken, is_json=is_json)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_any_value_at_any_key_is_read_or_refused(value: object) -> None:
    """JSON that is well formed and means anything."""
    good = {"owner": "a", "code": "H7", "up": "01020304", "down": "05060708"}
    for key in (*good, "more"):
        for table in ({"sleeves": [{**good, key: value}]}, {"sleeves": value}, {key: value}):
            assert_read_or_refused(json.dumps(table).encode(), is_json=True)


def test_enrolling_wants_tags_and_cards_that_are_not_in_use() -> None:
    """Each fault is told; the registry is as it was."""
    registry = Registry([sleeve("H7", 1)])
    more = registry.enrol(sleeve("H8", 2))
    assert (len(registry), len(more)) == (1, 2)
    twin = Sleeve("a", "H7", uid(3), uid(2))
    with pytest.raises(EnrolError) as caught:
        registry.enrol(twin)
    assert {problem.place for problem in caught.value.problems} == {
        "sleeves[1].code",
        "sleeves[1].up",
        "sleeves[1].down",
    }
    assert more.without("a:H8") == registry
    assert more.without("a:H9") == more


def test_an_enrolment_is_saved_step_by_step_and_taken_back(tmp_path: Path) -> None:
    """What is on the disk is what is shown, after adding, failing, undoing and removing."""
    path = tmp_path / "cards.toml"
    enrolment = Enrolment(path)
    assert not enrolment.undo()
    enrolment.add("a", "H7", uid(1), uid(2))
    enrolment.add("a", "H8", uid(3), uid(4))
    with pytest.raises(EnrolError):
        enrolment.add("b", "H8", uid(1), uid(9))
    assert len(Registry.load(path)) == 2
    assert enrolment.undo()
    assert Registry.load(path) == enrolment.registry
    assert [s.key for s in enrolment.registry.sleeves] == ["a:H7"]
    assert enrolment.remove("a:H7")
    assert not enrolment.remove("a:H7")
    assert len(Registry.load(path)) == 0
    assert enrolment.undo()
    assert len(Enrolment(path).registry) == 1


def test_simulated_packs_have_plausible_tags_of_their_own() -> None:
    """108 cards, 216 different 7-byte tags, the same for the same seed, with the engine's keys."""
    registry = Registry.for_simulation([PACK, PACK], seed=3)
    wanted = {key for seat in (0, 1) for part in PACK for key in keys_of(Seat(seat), part)}
    assert registry.keys == wanted
    tags = [tag for s in registry.sleeves for tag in s.tags]
    assert len(set(tags)) == 216
    assert {(len(tag), tag[0]) for tag in tags} == {(7, 0x04)}
    assert registry == Registry.for_simulation([PACK, PACK], seed=3)
    assert registry != Registry.for_simulation([PACK, PACK], seed=4)
    twins = Registry.for_simulation([Deck(("Hole", "Hole"))])
    assert twins.keys == {"a:Hole", "a:Hole/2"}
