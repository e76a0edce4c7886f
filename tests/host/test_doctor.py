"""The doctor, at a simulated mat: what is well, what is broken in which way, and the report."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_hardware import load_mat
from duelmat_host.doctor import (
    Do,
    Examination,
    Finding,
    Look,
    Report,
    SimulatedPerson,
    State,
    VirtualSurgery,
)
from duelmat_host.link import BoardLine, BoardSession, RigClient, VirtualTime, start_rig

MAT = load_mat()


class Picky(SimulatedPerson):
    """Does some of what is asked, and leaves the rest out."""

    def __init__(self, rig: RigClient, does: Callable[[Do], bool] = lambda _: True) -> None:
        super().__init__(rig, MAT)
        self._does = does
        self.instead: dict[str, str] = {}
        """Names taken for others."""

    def do(self, wanted: Do) -> bool:
        if not self._does(wanted):
            return False
        return super().do(
            Do(wanted.kind, self.instead.get(wanted.name, wanted.name), "", wanted.is_sideways)
        )


class Blind(SimulatedPerson):
    """Sees nothing, and does nothing."""

    def sees(self, wanted: Look) -> bool | None:
        return {"a": False, "b": None}[wanted.name]

    def do(self, wanted: Do) -> bool:
        del wanted
        return False


@contextmanager
def surgery(directory: Path, features: int = 0xFFFF) -> Iterator[tuple[VirtualSurgery, RigClient]]:
    rig = start_rig(directory / "rig", "1.29", "virtual", 1)
    try:
        with rig.client() as hands:
            session = BoardSession(MAT.digest, len(MAT.antennas), features=features)
            line = BoardLine(rig.port, session)
            yield VirtualSurgery(line, VirtualTime(line, hands)), hands
            line.close()
    finally:
        rig.stop()


def by_name(report: Report, part: str) -> dict[str, Finding]:
    return {f.name: f for f in report.findings if f.part == part}


def test_a_well_mat_is_found_well_and_reported(tmp_path: Path) -> None:
    """The command, without the long parts; the report has everything and the counts."""
    path = tmp_path / "mat.txt"
    parts = "link,readers,displays,buttons"
    result = duelmat("doctor", "--simulated", "--only", parts, "--report", path)
    assert result.exit_code == 0, result.output
    text = path.read_text()
    assert "0 weak, 0 fault" in text
    assert "firmware: 0.1.0" in text
    assert "link: " in text
    assert sum(line.startswith("fine    reader") for line in text.splitlines()) == 40
    again = duelmat("doctor", "--simulated", "--only", parts, "--report", path)
    assert again.exit_code == 2
    assert "expected a new file" in again.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["mat.txt"]


def test_broken_readers_are_named_with_what_to_check(tmp_path: Path) -> None:
    """One that is dead and one without a field; the others are fine."""
    with surgery(tmp_path) as (patient, hands):
        hands.faults(dead=[3], no_field=[12])
        readers = by_name(
            Examination(patient, MAT, Blind(hands, MAT)).report(("readers",)), "reader"
        )
    broken = {name: f for name, f in readers.items() if f.state is State.FAULT}
    assert set(broken) == {"a.m2 B", "a.s3"}
    assert "does not answer" in broken["a.m2 B"].text
    assert "MISO" in broken["a.m2 B"].check
    assert "field" in broken["a.s3"].text
    assert "bank" in broken["a.s3"].text


def test_swapped_and_silent_inputs_are_told_apart(tmp_path: Path) -> None:
    """A pad that is felt as another, a button that nobody presses, the rest left out."""
    wanted = {"a.m1", "a.m2", "b.ok"}
    with surgery(tmp_path) as (patient, hands):
        person = Picky(hands, lambda do: do.name in wanted)
        person.instead = {"a.m1": "a.m5"}
        report = Examination(patient, MAT, person).report(("buttons", "pads"))
    pads = by_name(report, "pad")
    assert pads["a.m1"].text == "a.m5 is felt instead"
    assert "swapped" in pads["a.m1"].check
    assert pads["a.m2"].state is State.FINE
    assert pads["a.m3"].state is State.SKIPPED
    assert by_name(report, "button")["b.ok"].state is State.FINE
    assert not report.is_well


def test_what_eyes_say_counts(tmp_path: Path) -> None:
    """Dark is a fault with a check, left out is no fault; unfelt is one."""
    with surgery(tmp_path) as (patient, hands):
        report = Examination(patient, MAT, Blind(hands, MAT)).report(("displays",))
    displays = by_name(report, "display")
    assert displays["a"].state is State.FAULT
    assert "0x7" in displays["a"].check
    assert displays["b"].state is State.SKIPPED


def test_margins_tell_good_weak_and_misplaced_coils(tmp_path: Path) -> None:
    """A card that answers always, one that is often not heard, one read by another antenna."""
    wanted = {"a.s1", "a.m3", "x1"}
    with surgery(tmp_path) as (patient, hands):
        person = Picky(hands, lambda do: do.name in wanted)
        person.instead = {"x1": "x2"}
        examination = Examination(patient, MAT, person)
        margins = by_name(examination.report(("margins",)), "margin")
        assert margins["a.s1"].state is margins["a.m3 A"].state is State.FINE
        assert margins["a.m3 B"].state is State.FINE
        assert margins["x1"].text == "the card is read at x2 instead"
        assert margins["a.s2"].state is State.SKIPPED
        hands.faults(dropout=0.3)
        wanted -= {"a.m3", "x1"}
        weak = by_name(examination.report(("margins",)), "margin")["a.s1"]
        assert weak.state is not State.FINE
        assert "visits answered" in weak.text


def test_a_board_that_cannot_tell_margins_is_left_out(tmp_path: Path) -> None:
    """An older firmware works with this host: what it lacks is skipped, with advice."""
    with surgery(tmp_path, features=0) as (patient, hands):
        patient.wait(1_000)
        hello = patient.session.hello
        assert hello is not None
        patient.session._link.peer_features = 0  # as after the HELLO of an older board
        margins = by_name(
            Examination(patient, MAT, Blind(hands, MAT)).report(("margins",)), "margin"
        )
    assert {f.state for f in margins.values()} == {State.SKIPPED}
    assert "duelmat flash" in margins["a.m1 A"].check


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "Name a port"),
        (("--simulated", "--port", "/dev/x"), "Name a port"),
        (("--simulated", "--only", "teeth"), "expected some of link"),
        (("--simulated", "--mat", "none"), "--mat: expected one of"),
    ],
)
def test_what_the_command_cannot_use_is_told(words: tuple[str, ...], told: str) -> None:
    result = duelmat("doctor", *words)
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_mat_that_is_not_there_is_a_finding() -> None:
    """One finding, with the port's own words; the rest is not tried."""
    result = duelmat("doctor", "--port", "/dev/no-such-mat", "--quick")
    assert result.exit_code == 1
    assert "does not answer" in result.stdout
    assert "expected a mat at /dev/no-such-mat" in result.stdout
    assert "reader" not in result.stdout
