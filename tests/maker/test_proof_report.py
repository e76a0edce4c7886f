"""The proof on a table: its reader, the report, and the command at the real firmware."""

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import duelmat
from duelmat_hardware import load_mat, mat_file
from duelmat_host.link import RigClient, start_rig
from duelmat_maker.flash import Facts, FlashError, enter_prompt
from duelmat_maker.proof import (
    Measured,
    PromptReader,
    ProofError,
    SimulatedHands,
    Task,
    Verdict,
    judge,
    make_report,
    measure,
    read_report,
    write_report,
)
from duelmat_maker.proof.tasks import PLAIN_TAGS
from maker.proof_readings import (
    ALIKE,
    FACTS,
    MAT,
    calculated,
    measured,
    strip_fields,
    weaker,
)

# The reader


class Board:
    """A prompt that answers as it is told."""

    url = "/dev/ttyACM0"

    def __init__(self, *answers: Any) -> None:
        self._answers = list(answers)

    def facts(self) -> Facts:
        return Facts("rp2", "Raspberry Pi Pico", (1, 28, 0), 6, 800_000, 4_096)

    def ask(self, code: str) -> Any:
        del code
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def gone(reason: str, output: str | None = None) -> FlashError:
    cause = OSError(reason)
    if output is not None:
        vars(cause)["error_output"] = output
    error = FlashError("the board is gone")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([None], r"expected the firmware of the mat standard .*, got none.*flash --mat standard"),
        (["ab" * 32], r"expected the firmware of the mat standard .*, got abababab"),
        ([MAT.digest, (0xFF, 1)], r"does not answer. Compare its seven wires with proof.md"),
        ([MAT.digest, (0x12, 3)], r"its field does not switch on"),
        ([MAT.digest, (0x55, 2)], r"expected an MFRC522, got a chip that calls itself 0x55"),
        ([MAT.digest, gone("unplugged")], r"no longer answers \(unplugged\).*it goes on with"),
        (
            [gone("", "Traceback\nBoardError: no file")],
            r"refused to measure \(BoardError: no file",
        ),
    ],
)
def test_reader_that_cannot_measure_is_told_with_what_to_do(
    answers: list[Any], words: str
) -> None:
    board: Any = Board(*answers)
    with pytest.raises(ProofError, match=words):
        PromptReader(board, MAT).facts()


# The report


def report_of(tmp_path: Path, **changes: Any) -> Path:
    """A whole report with some of its JSON changed."""
    path = tmp_path / "bench.json"
    whole = measured(calculated(), ALIKE)
    write_report(path, make_report(MAT, FACTS, calculated(), whole, is_simulated=False))
    if changes:
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    return path


def test_report_is_read_as_it_was_written_and_says_the_same(tmp_path: Path) -> None:
    path = report_of(tmp_path)
    report = read_report(path, MAT)
    assert report.measured == measured(calculated(), ALIKE)
    result = duelmat("doctor", "--bench", "--check", path)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines() == list(report.text)
    assert report.text[0] == "Build."
    assert "tags wake in 0.6 to 1.0 A/m" in result.output


def test_report_of_old_strips_ends_with_one(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    whole = measured(strip_fields(), ALIKE)
    write_report(path, make_report(MAT, FACTS, calculated(), whole, is_simulated=True))
    result = duelmat("doctor", "--bench", "--check", path)
    assert result.exit_code == 1
    assert result.output.startswith("Build with other sleeves.\n")
    assert "it proves nothing of a real coil" in result.output
    assert "What would mend it: Make the sleeves anew" in result.output


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "expected a report of the bench as JSON"),
        (b"{", "expected a report of the bench as JSON"),
        (b"[" * 100_000, "expected a report of the bench as JSON"),
        (b"{}", "got '': another file"),
        (b'{"kind": 3}', "as JSON, got: Expected `str`, got `int` - at `$.kind`"),
        (b'\xff\xfe{"kind"', "as JSON"),
    ],
)
def test_file_that_is_no_report_is_named(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "bench.json"
    path.write_bytes(content)
    result = duelmat("doctor", "--bench", "--check", path)
    assert result.exit_code == 2
    assert words in result.stderr
    assert str(path) in result.stderr


def test_missing_report_is_named(tmp_path: Path) -> None:
    result = duelmat("doctor", "--bench", "--check", tmp_path / "none.json")
    assert result.exit_code == 2
    assert "none.json: expected a report of the bench, got: No such file" in result.stderr


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"schema": 1}, "expected version 2 of the report, got 1: it was written by another"),
        (
            {"verdict": "do not build"},
            "expected the verdict of its readings, 'build', got 'do not",
        ),
        ({"verdict": "perhaps"}, "Invalid enum value 'perhaps' - at `$.verdict`"),
        ({"more": 1}, "Object contains unknown field `more`"),
        ({"\x1b[2J": 1}, "Object contains unknown field `?[2J`"),
        ({"duelmat": "\x1b[2J"}, "Expected `str` matching regex"),
        ({"mat": "x" * 101}, "Expected `str` of length <= 100"),
        ({"measured": {"plain": [{"steps": [], "again": {}}]}}, "expected a whole report, got"),
        ({"calculated": {"sleeve": "x"}}, "expected a whole report, got"),
    ],
)
def test_report_that_does_not_hold_together_is_named(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    result = duelmat("doctor", "--bench", "--check", report_of(tmp_path, **changes))
    assert result.exit_code == 2
    assert words in result.stderr


def test_laying_that_cannot_be_is_named(tmp_path: Path) -> None:
    path = report_of(tmp_path)
    for key, value in (("sleeve", 6), ("place", 9), ("sleeve", 2)):
        content = json.loads(path.read_text())
        content["measured"]["layings"][0][key] = value
        changed = tmp_path / "changed.json"
        changed.write_text(json.dumps(content))
        with pytest.raises(ProofError, match=r"layings\[\d\]: expected a sleeve from 1 to 5"):
            read_report(changed, MAT)


def test_report_of_another_mat_or_version_is_named(tmp_path: Path) -> None:
    path = report_of(tmp_path)
    other = duelmat("doctor", "--bench", "--check", path, "--mat", "mini")
    assert other.exit_code == 2
    mini = load_mat(mat_file("mini"))
    assert f"expected a report of the mat mini ({mini.digest[:8]})" in other.stderr
    assert f"got one of standard ({MAT.digest[:8]}). Name that mat with --mat." in other.stderr
    content = json.loads(path.read_text())
    content["duelmat"] = "0.0.9"
    content["calculated"]["places"][0]["upper_a_per_m"] = 0.4
    path.write_text(json.dumps(content))
    result = duelmat("doctor", "--bench", "--check", path)
    assert result.exit_code == 0
    assert "It was written by Duelmat 0.0.9; this is 0.1.0." in result.output
    assert "3.63, 0.40 A/m in the middle, here 3.63, 0.42 A/m" in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--check", "x.json"), "name --bench, too"),
        (("--bench", "--quick", "--simulated"), "leave them out with --bench"),
        (("--bench", "--only", "link", "--simulated"), "leave them out with --bench"),
        (("--bench",), "Name a port with --port, or try it with --simulated."),
    ],
)
def test_options_that_do_not_go_together_are_named(words: tuple[str, ...], said: str) -> None:
    result = duelmat("doctor", *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_finished_report_is_not_written_over(tmp_path: Path) -> None:
    path = report_of(tmp_path)
    before = path.read_bytes()
    result = duelmat("doctor", "--bench", "--simulated", "--report", path)
    assert result.exit_code == 2
    assert "expected a new file or a report that is not finished" in result.stderr
    assert path.read_bytes() == before


def test_readings_of_another_kind_are_not_gone_on_with(tmp_path: Path) -> None:
    """Of a real coil at the simulated mat, and of fields that were calculated otherwise."""
    path = tmp_path / "bench.json"
    other = weaker(calculated(), 0.9)
    for fields, is_simulated, words in (
        (calculated(), False, "do not go with those of a real coil"),
        (other, True, "expected readings that go with the fields as they are calculated here"),
    ):
        report = make_report(MAT, FACTS, fields, Measured(), is_simulated=is_simulated)
        write_report(path, report)
        result = duelmat("doctor", "--bench", "--simulated", "--report", path)
        assert result.exit_code == 2
        assert words in result.stderr


# The real firmware


@pytest.mark.long
def test_command_measures_the_real_firmware_and_says_build(tmp_path: Path) -> None:
    """The firmware's own driver at MicroPython's prompt, over modelled tags within 20 %."""
    path = tmp_path / "bench.json"
    result = duelmat("doctor", "--bench", "--simulated", "--report", path)
    assert result.exit_code == 0, result.output
    report = read_report(path, MAT)
    assert report.verdict is Verdict.BUILD
    assert report.is_simulated
    assert len(report.measured.layings) == 20
    again = duelmat("doctor", "--bench", "--check", path)
    assert again.output.splitlines() == list(report.text)


@pytest.mark.long
def test_real_firmware_tells_a_dead_coil_old_strips_and_a_pulled_cable(tmp_path: Path) -> None:
    """On one board: nothing on the coil answers; then sleeves of the old shield lie there, until
    the cable is pulled in the middle of a reading.
    """
    path = tmp_path / "bench.json"
    rig = start_rig(tmp_path / "rig", "1.29", "real", 1, MAT)
    try:
        words = ("doctor", "--bench", "--port", rig.port, "--report", path)
        done = "\n"
        stopped = duelmat(*words, stdin=f"{done}q\n")
        assert stopped.exit_code == 1
        assert "Not finished" in stopped.output
        dead = duelmat(*words, stdin=done + f"{done}y\n" * PLAIN_TAGS)
        assert dead.exit_code == 1, dead.output
        assert f"Going on with what {path} holds." in dead.output
        assert "Do not build." in dead.output
        assert read_report(path, MAT).verdict is Verdict.DO_NOT_BUILD
        with rig.client() as client:
            _lay_old_strips(rig.port, client)
    finally:
        rig.stop()


def _lay_old_strips(port: str, client: RigClient) -> None:
    kept: list[Measured] = []
    prompt = enter_prompt(port, MAT, lambda _: None)
    try:
        reader = PromptReader(prompt, MAT)
        assert reader.facts().chip == 0x92
        hands = Unplugging(client, MAT, strip_fields(), lambda _: None)
        with pytest.raises(ProofError, match="no longer answers"):
            measure(reader, hands, calculated(), Measured(), kept.append)
    finally:
        prompt.close()
    assert len(kept[-1].layings) == 10
    judgement = judge(kept[-1], calculated())
    assert judgement.verdict is Verdict.OTHER_SLEEVES, judgement


class Unplugging(SimulatedHands):
    """Pulls the cable as soon as a sleeve shall lie off the middle."""

    def __init__(self, rig: RigClient, *others: Any) -> None:
        super().__init__(rig, *others)
        self._cable = rig

    def do(self, task: Task) -> bool:
        if task.place:
            self._cable.unplug()
        return super().do(task)


@pytest.mark.parametrize("how", [("--simulated",), ("--check", "any.json")])
def test_a_mat_of_whole_modules_has_no_coil_to_prove(how: tuple[str, ...]) -> None:
    """The command says which steps prove its modules instead."""
    result = duelmat("doctor", "--bench", "--mat", "starter", *how)
    assert result.exit_code == 2
    assert "expected a mat whose coils are wound, got starter" in result.output
    assert "Steps 3 to 6 of docs/starter.md" in result.output
