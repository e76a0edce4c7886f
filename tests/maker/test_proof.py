"""The proof on a table: what follows from readings, what is asked for, and the report."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from command_line import duelmat
from duelmat_hardware import load_mat, mat_file
from duelmat_hardware.proof_fields import ProofFields, Setup
from duelmat_host.link import RigClient, start_rig
from duelmat_maker.flash import Facts, FlashError, enter_prompt
from duelmat_maker.proof import (
    BUILT,
    Measured,
    PromptReader,
    ProofError,
    ReaderFacts,
    SimulatedHands,
    Task,
    Verdict,
    judge,
    make_report,
    measure,
    read_report,
    write_report,
)
from duelmat_maker.proof.bounds import face_ratio
from duelmat_maker.proof.readings import VISITS, Answers, Face, Reading
from duelmat_maker.proof.tasks import PLAIN_TAGS, TaskKind
from maker.proof_readings import (
    MAT,
    calculated,
    ignoring_power,
    measured,
    reading,
    strip_fields,
    task_reading,
    uid,
    weaker,
)

FACTS = ReaderFacts("Raspberry Pi Pico with RP2040", "1.28.0", 0x92)
ALIKE = (1.0,) * 10


def wakes(about: float, seed: int) -> tuple[float, ...]:
    """Ten tags that wake in such a field, with 20 % more or less."""
    lot = random.Random(seed)
    return tuple(about * lot.uniform(0.8, 1.2) for _ in range(10))


# Judging


@pytest.mark.parametrize("about", [0.5, 0.75, 1.0, 1.25, 1.5])
def test_calculated_sleeves_are_built_and_old_strips_are_not(about: float) -> None:
    """Whatever tags within 20 % of a field need, which may be all that the standard lets them."""
    for seed in range(40):
        lot = wakes(about, seed)
        good = judge(measured(calculated(), lot), calculated())
        assert good.verdict in BUILT, (seed, good)
        strip = judge(measured(strip_fields(), lot), calculated())
        assert strip.verdict is Verdict.OTHER_SLEEVES, (seed, strip)
        mends = {finding.mend for finding in strip.findings if finding.mend}
        assert any("foil as large as the card" in mend for mend in mends), (seed, mends)


def test_chip_that_ignores_its_power_is_not_built() -> None:
    """Each tag answers at all seven steps or at none, however much the tags need."""
    for about in (0.5, 1.0, 1.5):
        whole = measured(calculated(), wakes(about, 1))
        layings = tuple(
            msgspec.structs.replace(each, reading=ignoring_power(each.reading))
            for each in whole.layings
        )
        plain = tuple(map(ignoring_power, whole.plain))
        judgement = judge(Measured(plain, layings), calculated())
        assert judgement.verdict is Verdict.DO_NOT_BUILD, about
        (finding,) = [f for f in judgement.findings if f.verdict is Verdict.DO_NOT_BUILD]
        assert "0 are silenced by one of the steps of power" in finding.text
        assert "CWGsPReg" in finding.mend


def test_coil_that_powers_no_tag_is_not_built() -> None:
    """After three tags without a sleeve; with one silent tag it is not given up yet."""
    silent = reading({})
    early = judge(Measured((silent,)), calculated())
    assert early.verdict is Verdict.UNFINISHED
    judgement = judge(Measured((silent,) * PLAIN_TAGS), calculated())
    assert judgement.verdict is Verdict.DO_NOT_BUILD
    (finding,) = judgement.findings
    assert "of 3 tags without a sleeve none answers" in finding.text
    assert "3.6 A/m" in finding.text
    assert "13.56 MHz" in finding.mend


def test_weak_coil_is_told_from_sleeves_that_take_the_field() -> None:
    """By the tag without a sleeve, which has what it needs or has not: a coil that wakes tags in
    its middle, but for a tenth, wakes none at the worst placement, which has 72 % of that.
    """
    share = 1.1 * ALIKE[0] / calculated().places[0].lower_a_per_m
    weak = measured(weaker(calculated(), share), ALIKE)
    assert judge(weak, calculated()).verdict is Verdict.DO_NOT_BUILD
    strong = msgspec.structs.replace(weak, plain=(reading({uid(0): 4.0}),))
    judgement = judge(strong, calculated())
    assert judgement.verdict is Verdict.OTHER_SLEEVES
    assert any("answers at 80% of full power 0 times" in f.text for f in judgement.findings)


def test_one_dull_tag_of_ten_stops_nobody() -> None:
    """Two do."""
    one = (*ALIKE[:9], 3.0)
    assert judge(measured(calculated(), one), calculated()).verdict in BUILT
    two = (3.0, *ALIKE[:8], 3.0)
    two_dull = msgspec.structs.replace(
        measured(calculated(), two), plain=(reading({uid(4): 2.4}),)
    )
    assert judge(two_dull, calculated()).verdict is Verdict.OTHER_SLEEVES


def test_sleeve_whose_same_tag_answers_from_both_sides_is_named() -> None:
    """Its shield is broken, and one tag wakes in half of what the other needs."""
    broken = (0.5, 1.1, *ALIKE[:8])
    whole = measured(calculated(), ALIKE)
    layings = []
    for laying in whole.layings:
        if laying.sleeve == 1 and laying.place == 0:
            found = reading({uid(0): 2.4 / broken[0], uid(1): 2.4 / broken[1]})
            laying = msgspec.structs.replace(laying, reading=found)
        layings.append(laying)
    judgement = judge(msgspec.structs.replace(whole, layings=tuple(layings)), calculated())
    assert judgement.verdict is Verdict.OTHER_SLEEVES
    assert any(f.text.startswith("Sleeve 1: the same tag") for f in judgement.findings)


@pytest.mark.parametrize("fields", [calculated(), strip_fields()], ids=["card", "strip"])
def test_the_ratio_that_is_measured_holds_the_one_that_was_there(fields: ProofFields) -> None:
    """For tags of every kind; each needs the same field below and above the shield."""
    for seed in range(40):
        for about in (0.4, 0.7, 1.0, 1.4):
            whole = measured(fields, wakes(about, seed))
            for number, place in enumerate(fields.places):
                span = face_ratio(whole, calculated(), number)
                if span is not None:
                    assert span.least <= place.ratio <= span.most, (seed, about, number)


@pytest.mark.parametrize(
    ("setup", "share", "verdict", "mend"),
    [
        (Setup.RAISED, 0.1, Verdict.BUILD, "compare the 8 mm"),
        (Setup.COIL_B, 0.5, Verdict.DO_NOT_BUILD, "Move coil B"),
        (Setup.COIL_B, 0.9, Verdict.BUILD, ""),
        (Setup.SIDEWAYS, 0.9, Verdict.DO_NOT_BUILD, "Move coil B"),
        (Setup.SIDEWAYS, 0.2, Verdict.BUILD, ""),
        (Setup.NEIGHBOUR, 0.5, Verdict.DO_NOT_BUILD, "look at both dips"),
        (Setup.NEXT_ZONE, 0.9, Verdict.DO_NOT_BUILD, "look at both dips"),
        (Setup.FOIL_CARD, 0.25, Verdict.NO_FOIL_CARDS, "leave such cards out"),
        (Setup.FOIL_CARD, 0.8, Verdict.BUILD, ""),
    ],
)
def test_one_thing_that_is_changed_decides_by_itself(
    setup: Setup, share: float, verdict: Verdict, mend: str
) -> None:
    """The lower tag has so much of its field in the middle; all else is as calculated."""
    places = [
        msgspec.structs.replace(
            place,
            lower_a_per_m=calculated().places[0].lower_a_per_m
            * (share if place.setup is setup else 0.8),
        )
        if place.setup in {setup, Setup.FOIL_CARD}
        else place
        for place in calculated().places
    ]
    changed = msgspec.structs.replace(calculated(), places=tuple(places))
    judgement = judge(measured(changed, ALIKE), calculated())
    assert judgement.verdict is verdict, judgement
    mends = [finding.mend for finding in judgement.findings if finding.mend]
    assert len(mends) == bool(mend)
    assert all(mend in each for each in mends)


def test_a_face_that_nothing_tells_is_counted() -> None:
    """Both tags answer down to the same step."""
    whole = measured(calculated(), ALIKE)
    both = reading({uid(0): 2.4, uid(1): 2.4})
    layings = [
        msgspec.structs.replace(each, reading=both) if each.sleeve == 1 else each
        for each in whole.layings
    ]
    judgement = judge(msgspec.structs.replace(whole, layings=tuple(layings)), calculated())
    assert judgement.verdict is Verdict.OTHER_SLEEVES
    assert any("not told 6 times" in finding.text for finding in judgement.findings)


# The session


class Table:
    """A coil with sleeves, and somebody who lays them there; not always as they are asked."""

    def __init__(self, fields: ProofFields, instead: Callable[[Task, int], Any] | None = None):
        self._fields = fields
        self._instead = instead or (lambda task, tries: None)
        self._now: Task | None = None
        self._tries = 0
        self.said: list[str] = []
        self.asked: list[str] = []
        self.done: list[Task] = []
        self.stops_after = 99
        self.answer = True

    def do(self, task: Task) -> bool:
        self._tries = self._tries + 1 if task == self._now else 1
        self._now = task
        self.done.append(task)
        return len(self.done) <= self.stops_after

    def confirms(self, question: str) -> bool:
        self.asked.append(str(question))
        return self.answer or self._tries > 1

    def tell(self, text: str) -> None:
        self.said.append(str(text))

    def facts(self) -> ReaderFacts:
        return FACTS

    def read(self) -> Reading:
        task = self._now
        assert task is not None
        other = self._instead(task, self._tries)
        if isinstance(other, Exception):
            raise other
        return other or task_reading(task, self._fields, ALIKE)


NOTHING = Measured()


def run(table: Table, begun: Measured = NOTHING) -> tuple[Measured, list[Measured]]:
    kept: list[Measured] = []
    return measure(table, table, calculated(), begun, kept.append), kept


def test_whole_session_keeps_every_reading_and_comes_to_a_verdict() -> None:
    table = Table(calculated())
    whole, kept = run(table)
    assert judge(whole, calculated()).verdict in BUILT
    assert [len(each.plain) + len(each.layings) for each in kept] == list(range(1, 22))
    assert [task.kind for task in table.done[:3]] == list(TaskKind)
    assert table.said[0] == "  of full power: 04d0c70a000001 down to 29%"


def test_session_that_was_stopped_goes_on_where_it_was() -> None:
    """Nothing is asked for twice; only the empty coil is looked at again."""
    table = Table(calculated())
    table.stops_after = 6
    part, _ = run(table)
    assert judge(part, calculated()).verdict is Verdict.UNFINISHED
    again = Table(calculated())
    whole, _ = run(again, part)
    assert whole == run(Table(calculated()))[0]
    assert len(table.done) + len(again.done) == 1 + 21 + 2
    assert run(Table(calculated()), whole) == (whole, [])


def test_coil_that_powers_no_tag_ends_the_session_after_three() -> None:
    table = Table(weaker(calculated(), 0.1))
    whole, _ = run(table)
    assert judge(whole, calculated()).verdict is Verdict.DO_NOT_BUILD
    assert len(table.done) == 1 + PLAIN_TAGS
    assert table.said == ["  no answer to full power"] * PLAIN_TAGS
    assert table.asked == ["Nothing answers. Does it lie there as it was asked for?"] * PLAIN_TAGS


GONE = Answers(0, 0, {})
FOUND = reading({uid(2): 2.4})
SOMETHING_WRONG: dict[str, tuple[Callable[[Task], Any], str]] = {
    "taken away": (
        lambda task: task.number == 2 and msgspec.structs.replace(FOUND, again=GONE),
        "Something was taken away or came",
    ),
    "came": (
        lambda task: task.number == 2 and msgspec.structs.replace(reading({}), again=FOUND.again),
        "Something was taken away or came",
    ),
    "wrong sleeve": (
        lambda task: task.number == 2 and reading({uid(0): 2.4}),
        "A tag of sleeve 1 answers: sleeve 2 alone should lie there.",
    ),
    "three tags": (
        lambda task: task.number == 2 and reading({uid(at): 2.4 for at in (7, 8, 9)}),
        "3 tags have answered from sleeve 2, which holds two",
    ),
    "not empty": (
        lambda task: task.kind is TaskKind.CLEAR and FOUND,
        f"A tag answers ({uid(2)}): take it away.",
    ),
    "two plain tags": (
        lambda task: task.kind is TaskKind.PLAIN and reading({uid(0): 2.4, uid(1): 2.4}),
        "2 tags answer: lay one alone.",
    ),
    "unreadable": (
        lambda task: (
            task.number == 2 and Reading((Answers(VISITS, 0, {}),) * 7, Answers(VISITS, 0, {}))
        ),
        "Something answers that cannot be read",
    ),
    "bad wire": (
        lambda task: (
            task.number == 2 and Reading((Answers(0, VISITS, {}),) * 7, Answers(0, VISITS, {}))
        ),
        "The reader chip failed in 64 of 64 visits: look at its seven wires",
    ),
}


@pytest.mark.parametrize("name", SOMETHING_WRONG)
def test_reading_of_something_else_is_named_and_taken_again(name: str) -> None:
    """Once it is wrong, then it is right; the proof comes to the same as ever."""
    instead, words = SOMETHING_WRONG[name]
    done: list[Task] = []

    def once(task: Task, tries: int) -> Any:
        found = None if done or tries > 1 else instead(task)
        if found:
            done.append(task)
        return found or None

    table = Table(calculated(), once)
    assert run(table)[0] == run(Table(calculated()))[0]
    assert [said for said in table.said if said.startswith(words)] != [], table.said


def test_sleeve_that_was_not_turned_over_is_asked_about() -> None:
    def forgets(task: Task, tries: int) -> Any:
        if task.face is Face.DOWN and tries == 1 and task.number == 3:
            return reading({uid(4): 2.4})
        return None

    table = Table(calculated(), forgets)
    table.answer = False
    whole, _ = run(table)
    assert table.asked[0] == (
        "The same tag answers at the lower power as with face up. Was the sleeve turned over?"
    )
    assert judge(whole, calculated()).verdict in BUILT


def test_board_that_is_gone_ends_the_session_and_all_before_is_kept() -> None:
    table = Table(
        calculated(), lambda task, tries: ProofError("gone") if task.number == 3 else None
    )
    kept: list[Measured] = []
    with pytest.raises(ProofError, match="gone"):
        measure(table, table, calculated(), Measured(), kept.append)
    assert len(kept[-1].layings) == 4


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
        report = make_report(MAT, FACTS, fields, NOTHING, is_simulated=is_simulated)
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
