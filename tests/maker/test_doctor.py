"""The doctor, at a simulated mat: what is well, what is broken in which way, and the report."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_hardware import AntennaIndex, load_mat, mat_file
from duelmat_hardware.breadboard import breadboard_harness
from duelmat_host.link import (
    BoardLine,
    BoardLost,
    BoardSession,
    Log,
    LogLevel,
    RigClient,
    VirtualTime,
    start_rig,
)
from duelmat_host.link.boardlog import BoardLog
from duelmat_host.link.events import HealthState
from duelmat_maker.doctor import (
    Diagnosis,
    Do,
    DoKind,
    Examination,
    Question,
    Report,
    SimulatedOperator,
    State,
    VirtualConnection,
)
from duelmat_maker.doctor.banks import failing_banks

MAT = load_mat()


class Picky(SimulatedOperator):
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


class Careless(Picky):
    """Lays an upright card so far off that both antennas of a monster zone reach it."""

    def do(self, wanted: Do) -> bool:
        if not self._does(wanted) or wanted.kind is not DoKind.LAY:
            return super().do(wanted)
        tags = {"up_uid": self.UP.hex(), "down_uid": self.DOWN.hex()}
        askew = {"dx_mm": 12.0, "dy_mm": -12.0, "tilt_deg": -15.0}
        self._rig.ask("place", sleeve="doctor", zone=wanted.name, **tags, **askew)
        return True


class Blind(SimulatedOperator):
    """Sees nothing, and does nothing."""

    def sees(self, wanted: Question) -> bool | None:
        return {"a": False, "b": None}[wanted.name]

    def do(self, wanted: Do) -> bool:
        del wanted
        return False


@contextmanager
def connection(
    directory: Path, features: int = 0xFFFF
) -> Iterator[tuple[VirtualConnection, RigClient]]:
    rig = start_rig(directory / "rig", "1.29", "virtual", 1)
    try:
        with rig.client() as hands:
            session = BoardSession(MAT, features=features)
            line = BoardLine(rig.port, session)
            yield VirtualConnection(line, VirtualTime(line, hands)), hands
            line.close()
    finally:
        rig.stop()


def by_name(report: Report, part: str) -> dict[str, Diagnosis]:
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


def test_a_host_that_comes_after_another_hears_no_noise(tmp_path: Path) -> None:
    """The board went on in the session of the one that left, and its port kept the end of that:
    cut frames of a session that is none of ours, and no reason to change the cable.
    """
    with connection(tmp_path) as (patient, hands):
        patient.wait(1_500)
        assert patient.session.has_map
        patient.line.close()
        hands.run(3_000)
        second = BoardLine(str(tmp_path / "rig" / "port"), BoardSession(MAT))
        clock = VirtualTime(second, hands)
        report = Examination(VirtualConnection(second, clock), MAT, Blind(hands, MAT)).report(
            ("link",)
        )
        counts = second.session.statistics
        second.close()
    assert counts.stale >= 5
    assert (counts.bad, counts.board_bad) == (0, 0)
    noise = by_name(report, "link")["noise"]
    assert (noise.state, noise.check) == (State.FINE, "")


def test_broken_readers_are_named_with_what_to_check(tmp_path: Path) -> None:
    """One that is dead and one without a field; the others are fine."""
    with connection(tmp_path) as (patient, hands):
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


def test_a_clone_that_holds_its_data_line_is_no_fault(tmp_path: Path) -> None:
    """Each reader has a line of its own, so the others of its bank answer as ever."""
    with connection(tmp_path) as (patient, hands):
        hands.faults(miso_held=[19])
        report = Examination(patient, MAT, Blind(hands, MAT)).report(("readers",))
    assert by_name(report, "bank") == {}
    assert {f.state for f in by_name(report, "reader").values()} == {State.FINE}


SILENT, STRANGE = HealthState.SILENT, HealthState.STRANGE


@pytest.mark.parametrize(
    ("ill", "told"),
    [
        ({}, None),
        ({0: SILENT, 1: STRANGE}, None),
        ({0: SILENT, 8: SILENT, 16: SILENT, 24: SILENT, 32: SILENT}, None),
        (dict.fromkeys(range(8), SILENT), "its ribbon"),
        (dict.fromkeys(range(8), STRANGE), "its multiplexer U3"),
        (dict.fromkeys(range(2, 8), STRANGE), "RN1 to RN3"),
        (dict.fromkeys(range(40), SILENT), "what all readers share"),
    ],
)
def test_readers_that_fail_together_have_one_cause(
    ill: dict[AntennaIndex, HealthState], told: str | None
) -> None:
    """A bank with all or most of its readers; single readers of several banks have none."""
    findings = set(failing_banks(MAT, ill).values())
    if told is None:
        assert findings == set()
        return
    (finding,) = findings
    assert told in finding.check


def test_a_bank_of_whole_modules_is_looked_for_on_its_breadboard() -> None:
    """By the names that its chips have in the guide and in boards.md."""
    starter = load_mat(mat_file("starter"))
    of_b = {antenna.index: HealthState.SILENT for antenna in starter.antennas if antenna.bank}
    (finding,) = set(failing_banks(starter, of_b).values())
    assert "74HC138 U4 (/E1), its 74HC251 U5 (/OE)" in finding.check
    wired = breadboard_harness(starter)
    assert wired.device("U4").title.startswith("decoder of bank 1")
    assert wired.device("U5").title.startswith("multiplexer of bank 1")


def test_what_the_board_tells_of_itself_stands_in_the_report() -> None:
    """Its last lines, and a trouble that lasts as a finding; one that has ended is none."""
    log = BoardLog()
    log.take(Log(LogLevel.ERROR, "supply bears only 2 of 4 fields"))
    assert log.trouble == "supply bears only 2 of 4 fields"
    log.take(Log(LogLevel.WARNING, "touch chip 0x5a does not answer"))
    assert log.trouble is not None
    log.take(Log(LogLevel.INFO, "supply well again"))
    assert log.trouble is None
    assert log.lines[-1] == "info: supply well again"
    log.take(Log(LogLevel.ERROR, "supply dead"))
    log.take(BoardLost("it fell silent"))
    assert log.trouble is None


def test_a_supply_that_sags_is_found(tmp_path: Path) -> None:
    """The board says so, and the finding says what to check."""
    with connection(tmp_path) as (patient, hands):
        hands.faults(sag_mv=250)
        report = Examination(patient, MAT, Blind(hands, MAT)).report(("readers",))
    found = by_name(report, "board")["trouble"]
    assert found.state is State.WEAK
    assert "supply" in found.text
    assert "main fuse" in found.check
    assert "error: supply" in report.format()


def test_swapped_and_silent_inputs_are_told_apart(tmp_path: Path) -> None:
    """A pad that is felt as another, a button that nobody presses, the rest left out."""
    wanted = {"a.m1", "a.m2", "b.ok"}
    with connection(tmp_path) as (patient, hands):
        operator = Picky(hands, lambda do: do.name in wanted)
        operator.instead = {"a.m1": "a.m5"}
        report = Examination(patient, MAT, operator).report(("buttons", "pads"))
    pads = by_name(report, "pad")
    assert pads["a.m1"].text == "a.m5 is felt instead"
    assert "swapped" in pads["a.m1"].check
    assert pads["a.m2"].state is State.FINE
    assert pads["a.m3"].state is State.SKIPPED
    assert by_name(report, "button")["b.ok"].state is State.FINE
    assert not report.is_well


def test_what_eyes_say_counts(tmp_path: Path) -> None:
    """Dark is a fault with a check, left out is no fault; unfelt is one."""
    with connection(tmp_path) as (patient, hands):
        report = Examination(patient, MAT, Blind(hands, MAT)).report(("displays",))
    displays = by_name(report, "display")
    assert displays["a"].state is State.FAULT
    assert "0x7" in displays["a"].check
    assert displays["b"].state is State.SKIPPED


def test_margins_tell_good_weak_and_misplaced_coils(tmp_path: Path) -> None:
    """A card that answers always, one that is often not heard, one read by another antenna."""
    wanted = {"a.s1", "a.m3", "x1"}
    with connection(tmp_path) as (patient, hands):
        operator = Picky(hands, lambda do: do.name in wanted)
        operator.instead = {"x1": "x2"}
        examination = Examination(patient, MAT, operator)
        margins = by_name(examination.report(("margins",)), "margin")
        assert margins["a.s1"].state is margins["a.m3 A"].state is State.FINE
        assert margins["a.m3 B"].state is State.FINE
        assert margins["x1"].text.startswith("the card is read at x2 instead: 0 of ")
        assert margins["a.s2"].state is State.SKIPPED
        hands.faults(dropout=0.3)
        wanted -= {"a.m3", "x1"}
        weak = by_name(examination.report(("margins",)), "margin")["a.s1"]
        assert weak.state is not State.FINE
        assert "visits answered" in weak.text


def test_a_coil_that_is_not_connected_is_told_with_the_visits_that_it_left_unanswered(
    tmp_path: Path,
) -> None:
    """Its chip is fine. A card that only antenna B reads is no card that lies sideways."""
    with connection(tmp_path) as (patient, hands):
        hands.faults(stuck=[0, 10])
        operator = Careless(hands, lambda do: do.name in {"a.m1", "a.s1"})
        report = Examination(patient, MAT, operator).report(("readers", "margins"))
    readers, margins = by_name(report, "reader"), by_name(report, "margin")
    assert readers["a.s1"].text == "its chip answers (bank 1, line 2)"
    for name, told in (("a.s1", "no card is read: 0 of "), ("a.m1 A", "at a.m1 B instead: 0 of ")):
        assert margins[name].state is State.FAULT
        assert told in margins[name].text
        assert "less than 1 ohm" in margins[name].check


def test_a_board_that_cannot_tell_margins_is_left_out(tmp_path: Path) -> None:
    """An older firmware works with this host: what it lacks is skipped, with advice."""
    with connection(tmp_path, features=0) as (patient, hands):
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


def test_a_report_that_cannot_be_written_is_told_before_anything_is_tested(
    tmp_path: Path,
) -> None:
    """A folder that is not there, a file that is: no part has been tested by then."""
    (tmp_path / "mine.txt").write_text("mine")
    for place, told in (("no/x.txt", "No such file or directory"), ("mine.txt", "move it")):
        words = ("--port", "/dev/no-such-mat", "--report", tmp_path / place)
        result = duelmat("doctor", *words)
        assert result.exit_code == 2
        assert told in result.stderr
        assert result.stdout == ""
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]


def test_a_mat_that_is_not_there_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """One finding, with the port's own words; the rest is not tried."""
    monkeypatch.setattr("duelmat_maker.doctor.examination.CONNECT_MS", 500)
    result = duelmat("doctor", "--port", "/dev/no-such-mat", "--quick")
    assert result.exit_code == 1
    assert "does not answer" in result.stdout
    assert "expected a mat at /dev/no-such-mat" in result.stdout
    assert "reader" not in result.stdout
