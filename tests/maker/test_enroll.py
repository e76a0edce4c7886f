"""Enrolling a deck: every step, every mistake, and the command over the simulated mat."""

import subprocess
import sys
from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_decks.deck_loading import bring_deck
from duelmat_decks.errors import DeckListError
from duelmat_engine.names import Seat
from duelmat_engine.play import keys_of
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_hardware import load_mat, mat_file
from duelmat_host.cards import Enrolment
from duelmat_host.link import Antenna, AntennaState, start_rig
from duelmat_maker.enroll import (
    Asked,
    DeckCards,
    Enrolling,
    Heard,
    Outcome,
    Said,
    read_deck_cards,
)

NOTHING = Antenna()
DECK = DeckCards("a", ("H7", "C2", "C2/2"))
TRUMP_KING, OCG = find_ruleset("trump_king"), find_ruleset("ocg")


def tag(number: int) -> bytes:
    return bytes([4, 9, 9, 9, 9, 9, number])


def one(number: int) -> Antenna:
    return Antenna(AntennaState.ONE, (tag(number),))


def see(enrolling: Enrolling, antenna: Antenna) -> Said:
    """Show what lies on the spot, and that it answers whenever it is looked at."""
    is_empty = antenna.state is AntennaState.EMPTY
    return enrolling.see(antenna, None if is_empty else Heard(50, 50))


@pytest.fixture
def enrolling(tmp_path: Path) -> Enrolling:
    return Enrolling(Enrolment(tmp_path / "cards.toml"), DECK, "a.grave")


def enrol(enrolling: Enrolling, up: int, down: int) -> None:
    see(enrolling, one(up))
    see(enrolling, NOTHING)  # lifted to turn it
    assert see(enrolling, one(down)).outcome is Outcome.ENROLLED
    see(enrolling, NOTHING)


def test_card_after_card_until_all_are_enrolled(enrolling: Enrolling, tmp_path: Path) -> None:
    """Face up, face down, away; the file grows with each, and copies are numbered."""
    asked = []
    for number in range(3):
        asked.append(enrolling.request)
        enrol(enrolling, 2 * number, 2 * number + 1)
        assert len(Enrolment(tmp_path / "cards.toml").registry) == number + 1
    assert enrolling.asked is Asked.NOTHING
    assert enrolling.request == "All 3 cards are enrolled."
    assert asked[1] == "2/3 Lay C2 face up on a.grave."
    sleeve = Enrolment(tmp_path / "cards.toml").registry.sleeve("a:C2/2")
    assert sleeve is not None
    assert sleeve.tags == (tag(4), tag(5))


def test_a_sleeve_with_one_tag_is_read_once(tmp_path: Path) -> None:
    """It is not turned, and two tags are two sleeves."""
    enrolling = Enrolling(Enrolment(tmp_path / "cards.toml"), DECK, "a.grave", sleeve_tags=1)
    assert enrolling.request == "1/3 Lay H7 on a.grave."
    both = Antenna(AntennaState.SEVERAL, (tag(0), tag(1)))
    assert see(enrolling, both).outcome is Outcome.REFUSED
    said = see(enrolling, one(0))
    assert (said.outcome, said.text) == (Outcome.ENROLLED, f"H7 is enrolled: {tag(0).hex()}.")
    see(enrolling, NOTHING)
    assert "it is a:H7. Lay" in see(enrolling, one(0)).text
    assert enrolling.undo() == "H7 is forgotten."


def test_a_sitting_goes_on_where_the_last_one_stopped(tmp_path: Path) -> None:
    """What is in the registry is not asked for again."""
    first = Enrolling(Enrolment(tmp_path / "cards.toml"), DECK, "a.grave")
    enrol(first, 0, 1)
    again = Enrolling(Enrolment(tmp_path / "cards.toml"), DECK, "a.grave")
    assert again.code == "C2"


def test_a_sleeve_that_is_known_is_told_and_not_taken(enrolling: Enrolling) -> None:
    """Once for as long as it lies there; nothing is written."""
    enrol(enrolling, 0, 1)
    said = see(enrolling, one(1))
    assert said.outcome is Outcome.REFUSED
    assert "it is a:H7, down side" in said.text
    assert see(enrolling, one(1)).outcome is Outcome.NOTHING
    assert enrolling.code == "C2"


def test_swapped_sleeves_are_caught(enrolling: Enrolling) -> None:
    """A sleeve turned with another's foot shows when its own second side comes up."""
    enrol(enrolling, 0, 3)  # 1 would be its own: the other sleeve was turned
    see(enrolling, one(2))
    said = see(enrolling, one(3))
    assert said.outcome is Outcome.REFUSED
    assert "one of the two was swapped" in said.text
    assert enrolling.undo() == "Begin with C2 again."
    assert enrolling.undo() == "H7 is forgotten."
    assert see(enrolling, NOTHING).outcome is Outcome.STEP
    enrol(enrolling, 0, 1)
    enrol(enrolling, 2, 3)
    assert enrolling.code == "C2/2"


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        (Antenna(AntennaState.SEVERAL, (tag(1), tag(2))), "cannot be told apart"),
        (Antenna(AntennaState.UNSURE, (tag(1),)), "cannot be read"),
        (Antenna(AntennaState.UNSURE), "cannot be read"),
    ],
)
def test_what_cannot_be_told_apart_is_not_taken(
    enrolling: Enrolling, seen: Antenna, told: str
) -> None:
    """Two tags, or something that cannot be read."""
    said = see(enrolling, seen)
    assert said.outcome is Outcome.REFUSED
    assert told in said.text
    assert enrolling.asked is Asked.UP


def test_a_tag_is_taken_only_if_it_nearly_always_answers(enrolling: Enrolling) -> None:
    """With what was counted and what helps; a board that does not count is believed."""
    assert enrolling.see(one(0)).outcome is Outcome.COUNT
    said = enrolling.see(one(0), Heard(50, 39))
    assert said.outcome is Outcome.REFUSED
    assert "answers at 39 of 50 looks, and has to at 40." in said.text
    assert "metal film" in said.text
    assert enrolling.see(one(0), Heard(50, 40)).outcome is Outcome.STEP
    see(enrolling, NOTHING)
    assert enrolling.see(one(1), Heard(0, 0)).outcome is Outcome.ENROLLED


def both(lowest: int, other: int) -> Antenna:
    return Antenna(AntennaState.SEVERAL, (tag(lowest), tag(other), tag(lowest)))


def test_a_sleeve_whose_faces_both_answer_is_enrolled_by_the_lower_ones(
    enrolling: Enrolling,
) -> None:
    """Each face is the one that answers at less power while it lies below."""
    assert see(enrolling, both(0, 1)).outcome is Outcome.STEP
    see(enrolling, NOTHING)
    assert see(enrolling, both(1, 0)).outcome is Outcome.ENROLLED


def test_a_sleeve_of_which_one_tag_always_answers_first_is_named(enrolling: Enrolling) -> None:
    """It looks the same from both sides: turned or not, it is of no use."""
    see(enrolling, both(0, 1))
    assert see(enrolling, both(0, 1)).outcome is Outcome.NOTHING
    see(enrolling, NOTHING)
    said = see(enrolling, both(0, 1))
    assert said.outcome is Outcome.REFUSED
    assert "cannot be told apart" in said.text
    assert enrolling.asked is Asked.DOWN


def test_a_tag_that_can_be_none_is_refused_by_the_registry(enrolling: Enrolling) -> None:
    """A number that changes at every reading never enters the file."""
    see(enrolling, one(0))
    said = see(enrolling, Antenna(AntennaState.ONE, (bytes([8, 1, 2, 3]),)))
    assert said.outcome is Outcome.REFUSED
    assert enrolling.asked is Asked.DOWN


def test_the_same_side_twice_is_no_second_side(enrolling: Enrolling) -> None:
    """A sleeve laid back as it was, or one whose other tag is dead."""
    see(enrolling, one(0))
    assert see(enrolling, one(0)).outcome is Outcome.NOTHING
    see(enrolling, NOTHING)
    said = see(enrolling, one(0))
    assert said.outcome is Outcome.REFUSED
    assert "turn H7 face down" in said.text and "dead, missing or not shielded" in said.text
    assert enrolling.asked is Asked.DOWN
    assert enrolling.undo() == "Begin with H7 again."
    assert enrolling.undo() == "Nothing of this sitting is left to undo."


def test_deck_lists_are_read_in_each_form() -> None:
    """TOML by codes, .ydk by passcodes, and both give the ruleset's codes; copies are numbered."""
    toml = b'main = ["H7", "C2", "C2"]\nextra = ["SK"]\n'
    assert read_deck_cards(toml, "x.toml", "b", TRUMP_KING).codes == ("H7", "C2", "C2/2", "SK")
    ydk = b"#main\n26202165\n26202165\n#extra\n!side\n53129443\n"
    cards = read_deck_cards(ydk, "x.ydk", "a", OCG)
    assert cards.codes == ("Sangan", "Sangan/2", "DarkHole")


def test_a_deck_is_enrolled_under_the_names_by_which_the_table_knows_it(tmp_path: Path) -> None:
    """Whoever brings the same list to a table finds every card of it in the registry."""
    list_ = tmp_path / "deck.ydk"
    passcodes = [OCG.cards[code].trait("passcode") for code in OCG.decks.practice[0]]
    whole = [str(passcode) for passcode in passcodes if passcode is not None][:40]
    list_.write_text("\n".join(["#main", *whole]))
    deck = bring_deck(OCG, str(list_))
    enrolled = read_deck_cards(list_.read_bytes(), "deck.ydk", "a", OCG)
    assert {f"a:{code}" for code in enrolled.codes} == set(keys_of(Seat(0), deck.main))


@pytest.mark.parametrize(
    ("content", "source", "told"),
    [
        (b"main = [", "x.toml", "line 1: expected TOML"),
        (b'main = ["H7", 5]\n', "x.toml", "main[1]: expected a text"),
        (b'mian = ["H7"]\n', "x.toml", "Did you mean main?"),
        (b'main = "H7"', "x.toml", "main: expected a list of"),
        (b'main = ["H7", "H7/2"]', "x.toml", "main[1]"),
        (b"", "x.toml", "main: expected a list of texts in quotes, got nothing"),
        (b"main = []", "x.toml", "expected cards"),
        (b"\xff\xfe", "x.toml", "UTF-8"),
        (b"#main\nBlue-Eyes\n", "x.ydk", "line 2"),
        (b'main = ["H7", "ZZ9"]', "x.toml", "main[1]: expected a card of Trump King, got 'ZZ9'"),
        (b"#main\n89631139\n", "x.ydk", "card 89631139: expected a card of"),
        (b"ydke://!!!", "x.txt", ""),
    ],
)
def test_a_deck_list_that_does_not_parse_is_told(content: bytes, source: str, told: str) -> None:
    """With place, expectation and advice."""
    with pytest.raises(DeckListError) as caught:
        read_deck_cards(content, source, "a", TRUMP_KING)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("mat", "tags"), [("standard", 2), pytest.param("starter", 1, marks=pytest.mark.long)]
)
def test_the_command_enrols_a_deck_on_the_simulated_mat(
    tmp_path: Path, mat: str, tags: int
) -> None:
    """Hands lay, turn and lift two sleeves; the registry has both, and no other file is left."""

    def down(number: int) -> bytes | None:
        return tag(number) if tags > 1 else None

    (tmp_path / "deck.toml").write_text('main = ["H7", "C2"]\n')
    registry = tmp_path / "cards.toml"
    rig = start_rig(tmp_path / "rig", "1.29", "real", 1, load_mat(mat_file(mat)))
    words = ["enroll", "deck.toml", "--port", rig.port, "--registry", "cards.toml", "--mat", mat]
    try:
        with (
            rig.client() as hands,
            subprocess.Popen(
                [sys.executable, "-u", "-c", "from duelmat import main; main()", *words],
                cwd=tmp_path,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            ) as process,
        ):
            assert process.stdout is not None
            for line in process.stdout:
                if "Lay H7" in line:
                    hands.place("s", tag(0), down(1), "a.grave")
                elif "Lay C2" in line:
                    hands.place("t", tag(2), down(3), "a.grave")
                elif "Turn" in line:
                    assert tags > 1
                    name, up = ("s", 0) if "H7" in line else ("t", 2)
                    hands.place(name, tag(up), tag(up + 1), "a.grave", face="down")
                elif "Take" in line:
                    hands.lift(
                        "s"
                        if "H7" in registry.read_text() and "C2" not in registry.read_text()
                        else "t"
                    )
            assert process.wait(30) == 0
    finally:
        rig.stop()
    sleeves = Enrolment(registry).registry.sleeves
    assert [(s.code, len(s.tags)) for s in sleeves] == [("H7", tags), ("C2", tags)]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cards.toml", "deck.toml", "rig"]


def test_what_the_command_cannot_use_is_told(tmp_path: Path) -> None:
    """A deck that is not there, a spot with two antennas, a mat that is not there."""
    deck = tmp_path / "d.toml"
    rest = ("--port", "/dev/no-mat", "--registry", tmp_path / "r.toml")
    assert "expected a deck list" in duelmat("enroll", deck, *rest).stderr
    deck.write_text('main = ["Sangan"]')
    told = duelmat("enroll", deck, *rest).stderr
    assert "main[0]: expected a card of Trump King, got 'Sangan'" in told
    assert "--ruleset names another game" in told
    assert "Expected a ruleset" in duelmat("enroll", deck, *rest, "--ruleset", "chess").stderr
    deck.write_text('main = ["H7"]')
    result = duelmat("enroll", deck, *rest, "--spot", "a.m1")
    assert "expected one of a.s1" in result.stderr
    assert not (tmp_path / "r.toml").exists()
