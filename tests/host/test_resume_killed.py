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

from duelmat_host.link.rig import start_rig

KILLS = 50
SEED = 2
SAME = ("life", "turn", "phase", "log", "decision", "tasks", "owed", "secrets", "requests")
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


def wishes(random: Random, directory: Path) -> Iterator[dict[str, Any]]:
    """How each host is to die: from outside at any instant, or at a point that is worst."""
    slices = {"outside": (40, 360), "slice": (40, 360)}
    points = {"journal": (1, 8), "hands": (1, 8), "rig": (1, 12)}
    kinds = ["outside", "outside", "journal", "hands", "rig"]
    while True:
        kind = random.choice(kinds)
        low, high = (slices | points)[kind]
        yield {
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
            plan = wishes(Random(SEED), tmp_path)
            before: Any = None
            kills = 0
            while True:
                wish = next(plan) if kills < KILLS else {**next(plan), "at": "never"}
                for name in ("resumed", "caught-up"):
                    (tmp_path / f"{name}.json").unlink(missing_ok=True)
                status = live(process, wish)
                assert status in (0, -9), errors.read_text()
                if before is not None:
                    found.update(compared(before, tmp_path))
                before = read(tmp_path / "facts.json")
                if status == 0:
                    break
                kills += 1
                found[f"killed at {wish['at']}"] += 1
            boot = rig.client()
            assert boot.figures()["t_ms"] > 10_000  # the board never started anew
            boot.close()
        end = read(tmp_path / "end.json")
    finally:
        rig.stop()
    print(found, end)
    assert kills == KILLS
    assert found["same"] > KILLS / 2
    assert not end, end


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
