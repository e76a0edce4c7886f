"""A sitting of enrolment at a simulated mat: cards whose metal hides a tag, and dead tags."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from duelmat_hardware import AntennaIndex, load_mat
from duelmat_host.cards import Enrolment
from duelmat_host.link import (
    Antenna,
    AntennaState,
    BoardLine,
    BoardSession,
    LinkState,
    RigClient,
    Tally,
    VirtualTime,
    start_rig,
)
from duelmat_maker.enroll import Asked, DeckCards, Enrolling, Outcome, Said, Sitting
from duelmat_maker.enroll.sitting import SILENT_MS

MAT = load_mat()
SPOT = AntennaIndex(next(a.index for a in MAT.antennas if a.zone == "a.grave"))
DECK = DeckCards("a", ("H7", "C2"))
UP, DOWN = bytes([4, 9, 9, 9, 9, 9, 1]), bytes([4, 9, 9, 9, 9, 9, 2])
STEP_MS = 50
FINE, DULL, SILENT = (2.0, 0.2), (1.03, 0.2), (0.7, 0.2)
"""The field at the lower and the upper tag: without metal, behind a film, behind more of it."""


class Table:
    """A simulated mat in virtual time, and its hands."""

    def __init__(self, line: BoardLine, hands: RigClient) -> None:
        self.line, self.hands = line, hands
        self._clock = VirtualTime(line, hands)
        while not line.session.has_map:
            self._clock.step(STEP_MS)

    def hear(self, sitting: Sitting, wanted: Outcome, within_ms: int = 20_000) -> Said:
        """Let time pass until a sitting says something of a kind."""
        for _ in range(within_ms // STEP_MS):
            events = self._clock.step(STEP_MS)
            said = sitting.take(events, self._clock.now_ms)
            if said.outcome is wanted:
                return said
        raise AssertionError(f"nothing {wanted.value} within {within_ms} ms")

    def clear(self, sitting: Sitting) -> None:
        """Take away what lies on the spot, and let mat and sitting notice."""
        self.hands.lift("s")
        for _ in range(1_000 // STEP_MS):
            sitting.take(self._clock.step(STEP_MS), self._clock.now_ms)

    def sit(self, file: Path, sleeve_tags: int = 2) -> tuple[Sitting, Enrolling]:
        """Begin anew with an empty registry and an empty spot."""
        enrolling = Enrolling(Enrolment(file), DECK, "a.grave", sleeve_tags=sleeve_tags)
        return Sitting(enrolling, self.line.session, SPOT), enrolling


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    rig = start_rig(tmp_path_factory.mktemp("rig"), "1.29", "virtual", 1)
    try:
        with rig.client() as hands:
            line = BoardLine(rig.port, BoardSession(MAT))
            yield Table(line, hands)
            line.close()
    finally:
        rig.stop()


def test_faces_that_answer_are_taken_and_one_that_metal_hides_is_not(
    table: Table, tmp_path: Path
) -> None:
    """With the answers that were counted and those that were wanted; the next try is taken."""
    sitting, enrolling = table.sit(tmp_path / "cards.toml")
    table.hands.place("s", UP, DOWN, "a.grave", reach=FINE)
    assert UP.hex() in table.hear(sitting, Outcome.STEP).text
    assert enrolling.asked is Asked.DOWN
    table.clear(sitting)
    table.hands.place("s", UP, DOWN, "a.grave", face="down", reach=DULL)
    text = table.hear(sitting, Outcome.REFUSED).text
    answers, looks, least = map(int, re.findall(r"\b\d+\b", text.partition("answers at")[2]))
    assert 0 < answers < least <= looks
    assert "hidden by metal" in text and "another sleeve" in text
    assert enrolling.asked is Asked.DOWN and not enrolling.done
    table.hands.place("s", UP, DOWN, "a.grave", face="down", reach=FINE)
    assert table.hear(sitting, Outcome.ENROLLED).text.startswith("H7 is enrolled")
    table.clear(sitting)


@pytest.mark.long
def test_a_sleeve_from_which_nothing_answers_is_spoken_of(table: Table, tmp_path: Path) -> None:
    """By the real board's count of an empty spot."""
    sitting, enrolling = table.sit(tmp_path / "cards.toml", 1)
    table.hands.place("s", UP, None, "a.grave", reach=SILENT)
    said = table.hear(sitting, Outcome.REFUSED)
    assert "Nothing answers on a.grave, at" in said.text
    assert "dead, missing, or hidden by metal" in said.text
    assert enrolling.asked is Asked.UP
    table.clear(sitting)


class Counting:
    """A session with a board that counts, without the board."""

    state = LinkState.UP

    def __init__(self) -> None:
        self.antennas = [Antenna()] * len(MAT.antennas)
        self.asked = 0

    def expect(self, antennas: list[AntennaIndex], ttl_ms: int) -> None:
        assert antennas == [SPOT] and ttl_ms

    def ask_tally(self, antenna: AntennaIndex) -> bool:
        self.asked += 1
        return True


def said_of(sitting: Sitting, session: Counting, answers: int, until_ms: int) -> list[str]:
    """Let time pass with a board that counts so many answers of fifty; return what was said."""
    said = []
    for now_ms in range(0, until_ms, STEP_MS):
        events = [Tally(SPOT, 50, answers, 0)] if session.asked else []
        session.asked = 0
        text = sitting.take(events, now_ms).text
        said += [text] if text else []
    return said


def test_silence_is_spoken_of_once_and_not_before_a_sleeve_may_lie_there(tmp_path: Path) -> None:
    """Whoever has laid nothing yet is not stopped."""
    session = Counting()
    enrolling = Enrolling(Enrolment(tmp_path / "cards.toml"), DECK, "a.grave")
    sitting = Sitting(enrolling, session, SPOT)  # type: ignore[arg-type]
    assert said_of(sitting, session, 0, SILENT_MS) == []
    sitting = Sitting(enrolling, session, SPOT)  # type: ignore[arg-type]
    (said,) = said_of(sitting, session, 0, 4 * SILENT_MS)
    assert said.startswith("Nothing answers on a.grave, at 50 looks.")
    assert enrolling.asked is Asked.UP


def test_a_tag_that_was_lifted_while_it_was_counted_is_not_called_dull(tmp_path: Path) -> None:
    """It answers at none of the looks of the second count."""
    session = Counting()
    enrolling = Enrolling(Enrolment(tmp_path / "cards.toml"), DECK, "a.grave")
    sitting = Sitting(enrolling, session, SPOT)  # type: ignore[arg-type]
    session.antennas[SPOT] = Antenna(AntennaState.ONE, (UP,))
    sitting.take([], 0)
    session.antennas[SPOT] = Antenna()
    assert said_of(sitting, session, 0, SILENT_MS) == []


def test_a_sleeve_with_one_tag_is_refused_as_long_as_it_is_dull(
    table: Table, tmp_path: Path
) -> None:
    """The remedy is that of plain stickers."""
    sitting, enrolling = table.sit(tmp_path / "cards.toml", 1)
    table.hands.place("s", UP, None, "a.grave", reach=(DULL[0], DULL[0]))
    assert "other side of the card" in table.hear(sitting, Outcome.REFUSED).text
    table.hands.place("s", UP, None, "a.grave", reach=(FINE[0], FINE[0]))
    table.hear(sitting, Outcome.ENROLLED)
    assert enrolling.done == ["H7"]
    table.clear(sitting)
