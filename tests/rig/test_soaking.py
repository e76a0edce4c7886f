"""The long run: its plan, and a file of results that outlives interruptions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duelmat_bench.firmware import soak as soaking
from duelmat_bench.firmware.soak import PLAN, READS, REST_S, Results, Shard, is_fine, run, stamp
from duelmat_rig.electronics.errors import StartError
from rig.client import BOARD, FIELD

pytestmark = pytest.mark.tools

SHARDS = (
    Shard("rest", 1, 10, "cpython"),
    Shard("rest", 2, 10, "1.28"),
    Shard("identity", 3, 20, "cpython"),
)


class Runs:
    """Stands in for the measurement: remembers what was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **wrong: int) -> None:
        self.asked: list[tuple[str, str, int]] = []
        self.wrong = wrong
        monkeypatch.setattr(soaking, "soak", self.soak)

    def soak(
        self, interpreter: str, _board: Path, _field: Path, kind: str, seed: int, seconds: float
    ) -> dict[str, Any]:
        self.asked.append((interpreter, kind, seed))
        fine = dict.fromkeys(("false_removals", "false_touches", "wrong_identities", "resets"), 0)
        return {
            "micropython": interpreter,
            "kind": kind,
            "seed": seed,
            "virtual_s": seconds,
            "reads": 100,
            **fine,
            **self.wrong,
        }


def results(tmp_path: Path) -> Results:
    return Results(tmp_path / "deep" / "soak.json", stamp(BOARD))


def test_plan_is_as_long_as_it_should_be() -> None:
    """Eight hours at rest, both kinds on every interpreter, no seed twice."""
    assert sum(shard.seconds for shard in PLAN if shard.kind == "rest") == REST_S
    assert {(shard.kind, shard.interpreter) for shard in PLAN} == {
        (kind, interpreter)
        for kind in ("rest", "identity")
        for interpreter in ("cpython", "1.28", "1.29")
    }
    assert len({(shard.kind, shard.seed) for shard in PLAN}) == len(PLAN)


def test_interrupted_run_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped, or told to run no more than so many."""
    runs = Runs(monkeypatch)
    run(BOARD, FIELD, results(tmp_path), 2, SHARDS, most=2)
    assert sorted(runs.asked) == [("1.28", "rest", 2), ("cpython", "rest", 1)]
    runs.asked.clear()
    again = results(tmp_path)
    run(BOARD, FIELD, again, 2, SHARDS)
    assert runs.asked == [("cpython", "identity", 3)]
    assert again.totals["rest_reads"] == 200
    assert again.totals["identity_reads"] == 100
    assert len(results(tmp_path).shards) == 3


@pytest.mark.parametrize("changed", ["mat", "firmware", "rig"])
def test_results_of_something_else_count_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    """Of another mat, firmware or rig."""
    Runs(monkeypatch)
    run(BOARD, FIELD, results(tmp_path), 1, SHARDS)
    file = tmp_path / "deep" / "soak.json"
    assert len(Results(file, stamp(BOARD)).shards) == 3
    assert Results(file, stamp(BOARD) | {changed: "another"}).shards == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"of": 3}', '{"shards": []}', "\x00\xff"])
def test_broken_file_of_results_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    Runs(monkeypatch)
    file = tmp_path / "soak.json"
    file.write_text(text)
    found = Results(file, stamp(BOARD))
    assert found.shards == []
    run(BOARD, FIELD, found, 1, SHARDS[:1])
    told = json.loads(file.read_text())
    assert told["of"] == stamp(BOARD)
    assert [shard["seed"] for shard in told["shards"]] == [1]


def test_firmware_that_changes_while_it_runs_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is written down as what it was not."""
    Runs(monkeypatch)
    found = results(tmp_path)
    monkeypatch.setattr(soaking, "stamp", lambda _board: {"firmware": "new"})
    with pytest.raises(StartError, match="changed while they ran"):
        run(BOARD, FIELD, found, 1, SHARDS)
    assert not (tmp_path / "deep").exists()


WHOLE = {
    "rest_hours": REST_S / 3600,
    "identity_reads": READS,
    "false_removals": 0,
    "false_touches": 0,
    "wrong_identities": 0,
    "resets": 0,
}


@pytest.mark.parametrize(
    ("part", "is_enough"),
    [
        ({}, True),
        ({"rest_hours": 7.9}, False),
        ({"identity_reads": READS - 1}, False),
        ({"false_removals": 1}, False),
        ({"false_touches": 1}, False),
        ({"wrong_identities": 1}, False),
        ({"resets": 1}, False),
    ],
)
def test_only_the_whole_without_a_fault_is_fine(part: dict[str, Any], is_enough: bool) -> None:
    assert is_fine(WHOLE | part) is is_enough


def test_results_of_an_earlier_state_are_reported_and_fail_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stamp says of which code a measurement is, and never that code must stay as it was."""
    Runs(monkeypatch)
    monkeypatch.setattr(soaking, "is_fine", lambda totals: totals["identity_reads"] == 100)
    file = tmp_path / "soak.json"
    run(BOARD, FIELD, Results(file, stamp(BOARD)), 1, SHARDS)
    now = stamp(BOARD) | {"rig": "changed", "firmware": "changed"}
    monkeypatch.setattr(soaking, "stamp", lambda _board: now)
    words = ["--board", str(BOARD), "--field", str(FIELD), "--out", str(file)]
    assert soaking.main([*words, "--check"]) == 0
    told = capsys.readouterr().out
    assert "another state of the code; changed since: firmware, rig." in told
    assert json.loads(told.splitlines()[-1])["identity_reads"] == 100


def test_command_tells_whether_results_are_of_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And leaves with 1 while they are not whole."""
    Runs(monkeypatch)
    monkeypatch.setattr(soaking, "PLAN", SHARDS)
    words = ["--board", str(BOARD), "--field", str(FIELD), "--out", str(tmp_path / "soak.json")]
    assert soaking.main([*words, "--check"]) == 1
    assert "holds no results" in capsys.readouterr().out
    run(BOARD, FIELD, Results(tmp_path / "soak.json", stamp(BOARD)), 1, SHARDS)
    assert soaking.main([*words, "--check"]) == 1
    told = capsys.readouterr().out
    assert "holds no results" not in told
    assert json.loads(told.splitlines()[-1])["identity_reads"] == 100


def test_mat_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "board.json"
    board.write_text("{}")
    words = ["--board", str(board), "--field", str(FIELD), "--out", str(tmp_path / "soak.json")]
    assert soaking.main(words) == 1
    assert "expected the board.json of a mat" in capsys.readouterr().err
