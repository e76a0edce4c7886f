"""The host killed fifty times in one duel over the real rig, and what it comes back with."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from direct_mat import do, seat_down
from duelmat_bench.demo.play_through import steps_of
from duelmat_bench.demo.script import load_script
from duelmat_bench.demo.stage import Wait
from duelmat_host.journal.journal import Journal
from duelmat_host.link.rig import start_rig
from duelmat_host.table.inputs import TimePassed
from killed_host import beats_of, end_of

pytestmark = pytest.mark.long

KILLS = 50
SCRIPT = load_script()
SEED = 2
SAME = ("life", "turn", "phase", "log", "decision", "kept", "pending", "secrets", "requests")
"""What must not differ when the journal holds nothing more than what was told before the kill."""
HELPER = Path(__file__).parents[1] / "killed_host.py"


@contextmanager
def forker(errors: Path) -> Iterator[subprocess.Popen[str]]:
    """The process that forks a host for every line it gets."""
    with (
        errors.open("w") as stderr,
        subprocess.Popen(
            [sys.executable, str(HELPER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        ) as process,
    ):
        yield process
        assert process.stdin is not None
        process.stdin.close()


def live(process: subprocess.Popen[str], wish: dict[str, Any]) -> int:
    """One life of a host; how it ended: -9 = killed, 0 = played to the end."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(wish) + "\n")
    process.stdin.flush()
    status: int = json.loads(process.stdout.readline())["status"]
    return status


def read(path: Path) -> Any:
    return json.loads(path.read_text()) if path.exists() else None


LONG = {"outside": (60, 240), "journal": (2, 9), "hands": (2, 9), "rig": (3, 12)}
"""After how many slices, entries, movements or requests a host dies that may play on a while."""
SHORT = {"outside": (5, 90), "journal": (1, 3), "hands": (1, 2), "rig": (1, 3)}
"""The same for one that is to die soon, perhaps before it has found the board again."""
KINDS = ("outside", "outside", "journal", "hands", "rig")


def wish(random: Random, directory: Path, kills: int) -> dict[str, Any]:
    """How a host is to die: from outside at any instant, or at a point that is worst.

    Those that come too early in the duel leave some of it for the others.
    """
    if kills == KILLS:
        return {"directory": str(directory), "at": "never", "side": "", "spare": 0}
    beats = len(beats_of(SCRIPT))
    beat = (read(directory / "beat.json") or {"beat": 0})["beat"]
    is_early = beat / beats > 0.85 * kills / KILLS
    kind = random.choice(KINDS)
    low, high = (SHORT if is_early else LONG)[kind]
    return {
        "directory": str(directory),
        "at": kind,
        "side": random.choice(["before", "after"]),
        "spare": random.randint(low, high),
        "pause_s": random.random() / 50,
    }


def test_a_host_killed_fifty_times_in_a_duel_resumes_it_each_time(tmp_path: Path) -> None:
    """kill -9 wherever it strikes: the same duel, life, phase and log, the board running on."""
    rig = start_rig(tmp_path / "mat", clock="virtual")
    errors = tmp_path / "errors.txt"
    found: Counter[str] = Counter()
    try:
        with forker(errors) as process:
            random = Random(SEED)
            before: Any = None
            kills = 0
            while True:
                death = wish(random, tmp_path, kills)
                for name in ("resumed", "caught-up"):
                    (tmp_path / f"{name}.json").unlink(missing_ok=True)
                status = live(process, death)
                assert status in (0, -9), errors.read_text()
                if before is not None:
                    found.update(compared(before, tmp_path))
                before = read(tmp_path / "facts.json")
                if status == 0:
                    break
                kills += 1
                found[f"killed at {death['at']}"] += 1
        end = read(tmp_path / "end.json")
        journal = Journal.open(tmp_path / "duel.jsonl")
        boots = {entry.data["at"][0] for entry in journal.entries() if "at" in entry.data}
        journal.close()
    finally:
        rig.stop()
    assert kills == KILLS
    assert found["same"] > KILLS / 2, found
    assert len(boots) == 1  # the board ran on
    assert end == unkilled_end()


def unkilled_end() -> dict[str, Any]:
    """How the script ends on a mat without electronics and a host that nobody kills."""
    performance, mat, dice = seat_down(SCRIPT.record.begin().duel)
    for step in steps_of(SCRIPT, performance, dice, lambda _: None):
        if isinstance(step, Wait):
            mat.now_ms += step.ms
            performance.table.take(TimePassed(), mat.now_ms)
        else:
            do(performance, step)
    return end_of(performance.table)


def compared(before: dict[str, Any], directory: Path) -> list[str]:
    """What a host that was started again knows, against what the killed one told last."""
    resumed = read(directory / "resumed.json")
    assert resumed is not None
    assert resumed["entries"] >= before["entries"]
    assert resumed["log"][: len(before["log"]) - 1] == before["log"][:-1]
    if resumed["entries"] > before["entries"]:
        return ["written and not told"]
    assert resumed["head"] == before["head"]
    for name in SAME:
        assert resumed[name] == before[name], name
    found = ["same"]
    caught_up = read(directory / "caught-up.json")
    if caught_up is not None and caught_up["entries"] == before["entries"]:
        found.append("same after the first look")
        for name in SAME:
            assert caught_up[name] == before[name], name
        if caught_up["zones"] == before["zones"]:
            assert caught_up["obligations"] == before["obligations"]
            found.append("same mat and same obligations")
    return found
