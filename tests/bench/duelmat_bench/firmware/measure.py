"""Measurements of the firmware, as JSON: `python -m duelmat_bench.firmware.measure NAME`."""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duelmat_rig
from duelmat_bench import on_board
from duelmat_rig.electronics.errors import StartError
from duelmat_rig.fetching import ensure_build
from duelmat_rig.node_install import (
    MICROPYTHON_VERSIONS,
    NODE_DIR,
    REPAIR,
    missing_packages,
    node_program,
)

CPYTHON = "cpython"
_PACKAGES = ("duelmat_wire", "duelmat_device", "duelmat_rig")
_RIG = Path(duelmat_rig.__file__).parent
_ON_BOARD = Path(on_board.__file__).parent
_HEAP_BYTES = 32 << 20
_DIGITS = 2
_ROUNDS = 30


def measure(
    measurement: str,
    micropython: str,
    board: Path,
    field: Path,
    *,
    traced: bool = False,
    firmware: Path | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Run a module of duelmat_bench.on_board on MicroPython: on its build that counts executed
    lines when `traced`, and with the compiled firmware in a folder instead of the sources; or on
    CPYTHON, which is faster and has neither.

    Raises: StartError
    """
    options |= {"measurement": measurement}
    if micropython == CPYTHON:
        return _on_cpython(board, field, options)
    missing = missing_packages()
    if missing:
        raise StartError(f"expected MicroPython, not installed: {', '.join(missing)}. {REPAIR}")
    options |= {
        "micropython": micropython,
        "traced": traced,
        "heap_bytes": _HEAP_BYTES,
        "firmware": None if firmware is None else str(firmware.resolve()),
        "board": str(board.resolve()),
        "field": str(field.resolve()),
        "packages": [
            *([str(_RIG.with_name(name)), f"/{name}"] for name in _PACKAGES),
            [str(_ON_BOARD), "/duelmat_bench/on_board"],
        ],
        "node": str(NODE_DIR),
        "build": str(ensure_build(micropython, print)),
    }
    script = Path(__file__).with_name("measure.mjs")
    return _figures([str(node_program()), "--no-warnings", str(script)], options)


def _on_cpython(board: Path, field: Path, options: dict[str, Any]) -> dict[str, Any]:
    with TemporaryDirectory(prefix="duelmat-measure-") as folder:
        for file, name in ((board, "board.json"), (field, "field.json")):
            shutil.copyfile(file, Path(folder) / name)
        return _figures(
            [sys.executable, "-m", "duelmat_bench.firmware.on_cpython"], options, folder
        )


def _figures(
    command: list[str], options: dict[str, Any], folder: str | None = None
) -> dict[str, Any]:
    run = subprocess.run(
        [*command, json.dumps(options)], capture_output=True, text=True, check=False, cwd=folder
    )
    if run.returncode != 0:
        what = options["measurement"]
        raise StartError(f"the measurement {what} broke off:\n{run.stderr.strip()}")
    figures: dict[str, Any] = json.loads(run.stdout)
    return figures


def scan(micropython: str, board: Path, field: Path, tags: tuple[int, ...]) -> dict[str, Any]:
    """The cost of a visit, and the time of sweeps: with bytecode charged, and without."""
    place = (micropython, board, field)
    wanted = list(tags)
    io = measure("scan", *place, is_io_only=True, tags=wanted)
    full = measure("scan", *place, traced=True, is_io_only=False, tags=wanted)
    every = [*io["sweeps"].values(), *full["sweeps"].values()]
    sweeps = full["sweeps"]
    return {
        "micropython": micropython,
        **{name: io[name] for name in ("empty_poll", "new_tag_7", "known_tag_7", "two_tags")},
        "sweep_ms": {n: round(sweep["sweep_ms"], _DIGITS) for n, sweep in sweeps.items()},
        "sweep_io_ms": {n: round(s["sweep_ms"], _DIGITS) for n, s in io["sweeps"].items()},
        "sweep_limit_ms": {n: round(sweep["limit_ms"], _DIGITS) for n, sweep in sweeps.items()},
        "efficiency": {
            n: round(sweep["limit_ms"] / sweep["sweep_ms"], 3) for n, sweep in sweeps.items()
        },
        "turn_us": {n: round(sweep["turn_us"]) for n, sweep in sweeps.items()},
        "play": {
            "sweep_ms": round(full["play"]["sweep_us"] / 1000, _DIGITS),
            "turn_us": round(full["play"]["turn_us"]),
            "longest_turn_us": full["play"]["longest_turn_us"],
            "collections": full["play"]["collections"],
            "shortages": full["play"]["shortages"],
        },
        "seen": {n: sweep["seen"] for n, sweep in sweeps.items()},
        "guard_violations": sum(sweep["guard_violations"] for sweep in every),
        "max_fields_on": max(sweep["max_fields_on"] for sweep in every),
        "neighbours_on": sum(sweep["neighbours_on"] for sweep in every),
    }


def memory(
    place: tuple[str, Path, Path], minutes: float, gap_bytes: int, firmware: Path | None = None
) -> dict[str, Any]:
    """The part of the heap that the firmware keeps, with a gap before all else on it."""
    figures = measure("memory", *place, firmware=firmware, minutes=minutes, gap_bytes=gap_bytes)
    return {"micropython": place[0], "is_compiled": firmware is not None, **figures}


def lines(micropython: str, board: Path, field: Path, seconds: float) -> dict[str, Any]:
    """The lines of device code that turns execute, by what they do, and how near the table is."""
    return measure("lines", micropython, board, field, traced=True, seconds=seconds)


def write_lines(figures: dict[str, Any]) -> None:
    """Make the table anew from what was counted: the parts that fit all turns best."""
    jobs: dict[int, float] = {}
    acts: dict[int, float] = {0: 0.0}
    slopes = [0.0, 0.0]
    turns: list[list[int]] = figures["turns"]
    for _ in range(_ROUNDS):
        for part, column in ((jobs, 0), (acts, 1)):
            rests: dict[int, list[float]] = {}
            for turn in turns:
                fit = jobs.get(turn[0], 0) + acts.get(turn[1], 0)
                fit += slopes[0] * turn[2] + slopes[1] * turn[3]
                entry = rests.setdefault(turn[column], [0, 0])
                entry[0] += turn[4]
                entry[1] += turn[5] - turn[4] * (fit - part.get(turn[column], 0))
            for kind, (count, rest) in rests.items():
                if part is jobs or kind:  # without a transfer nothing is added
                    part[kind] = rest / count
        for at in (0, 1):
            above = below = 0.0
            for turn in turns:
                fit = jobs[turn[0]] + acts[turn[1]] + slopes[1 - at] * turn[3 - at]
                above += turn[2 + at] * (turn[5] - turn[4] * fit)
                below += turn[4] * turn[2 + at] ** 2
            slopes[at] = above / below if below else 0
    most = max(acts)
    # Of all turns: those of the most transfers are few, and seldom alike.
    transfers = sum(turn[4] * turn[1] for turn in turns)
    per_act = sum(turn[4] * acts[turn[1]] for turn in turns) / transfers
    text = _TABLE.format(
        idle=round(jobs[-1], 1),
        jobs=", ".join(str(round(jobs.get(n, jobs[-1]), 1)) for n in range(max(jobs) + 1)),
        acts=", ".join(str(round(acts.get(n, per_act * n), 1)) for n in range(most + 1)),
        per_act=round(per_act, 1),
        per_pulled=round(slopes[0], 1),
        per_pushed=round(slopes[1], 1),
    )
    (_RIG / "electronics" / "lines.py").write_text(text, encoding="utf-8")


_TABLE = '''"""The lines of device code that a turn of the firmware executes, by what it does.

Made by `python -m duelmat_bench.firmware.measure lines --write` from turns counted under settrace.
"""

NO_JOB = -1
"""The job of a turn that does none."""
IDLE = {idle}
"""A turn that finds nothing to do."""
JOBS = ({jobs})
"""A turn that does one of the other jobs, by the job's number, and nothing on a bus."""
ACTS = ({acts})
"""The lines that so many transfers on the readers' bus add."""
PER_ACT = {per_act}
"""The lines that each transfer beyond adds."""
PER_PULLED = {per_pulled}
"""The lines for each byte read from the port, with all that follows from it."""
PER_PUSHED = {per_pushed}
"""The lines for each byte written to it."""


def lines_of(job, transfers, pulled, pushed):
    """The lines of one turn."""
    lines = IDLE if job == NO_JOB else JOBS[job]
    if transfers < len(ACTS):
        lines += ACTS[transfers]
    else:
        lines += PER_ACT * transfers
    return lines + PER_PULLED * pulled + PER_PUSHED * pushed
'''


def soak(
    micropython: str, board: Path, field: Path, kind: str, seed: int, seconds: float
) -> dict[str, Any]:
    """One shard of a long run with faults."""
    figures = measure("soak", micropython, board, field, kind=kind, seed=seed, seconds=seconds)
    return {"micropython": micropython, "kind": kind, "seed": seed, **figures}


_SOAK_HELP = """\
One shard of the long run with faults; duelmat_bench.firmware.soak runs them all.

rest      a card at rest on every antenna; 2 % of frames lost, 2 % of answers broken, fields that
          feign touches, hands that hover over pads
identity  cards come and go; 1 % of answers changed without anybody noticing, 1 % of fields reach
          a neighbour's cards too

What counts: false_removals (a card told gone that lies there), false_touches (rest: any),
wrong_identities (a zone told to hold a card that does not lie there) and resets must be 0.
told_by_the_antenna_beside are sightings by the other antenna of a card's own zone.
"""


def _arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m duelmat_bench.firmware.measure",
        description="Measurements of the firmware, as JSON.",
    )
    measurements = parser.add_subparsers(dest="measurement", required=True, metavar="MEASUREMENT")

    def measurement(
        name: str, text: str, interpreters: tuple[str, ...] = MICROPYTHON_VERSIONS
    ) -> argparse.ArgumentParser:
        one = measurements.add_parser(
            name,
            help=text.partition("\n")[0].partition(";")[0].lower(),
            description=text,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        one.add_argument("--board", type=Path, required=True, help="board.json of the mat")
        one.add_argument("--field", type=Path, required=True, help="field.json of the mat")
        one.add_argument("--micropython", choices=interpreters, default="1.29", help="(1.29)")
        return one

    scan = measurement("scan", "What a visit costs, and how long sweeps take")
    scan.add_argument("--tags", default="0,10,40", help="how many cards lie there (0,10,40)")
    memory = measurement("memory", "What of the heap the firmware keeps")
    memory.add_argument("--firmware", type=Path, help="folder with it as compiled modules")
    memory.add_argument("--gap-bytes", type=int, default=0, help="before all else (0)")
    memory.add_argument("--minutes", type=float, default=60, help="of virtual time (60)")
    lines = measurement("lines", "How many lines of device code a turn executes")
    lines.add_argument("--seconds", type=float, default=20, help="of virtual time (20)")
    lines.add_argument("--write", action="store_true", help="make the table anew")
    soak = measurement("soak", _SOAK_HELP, (*MICROPYTHON_VERSIONS, CPYTHON))
    soak.add_argument("--kind", choices=("rest", "identity"), default="rest", help="(rest)")
    soak.add_argument("--seed", type=int, default=1, help="of all that chance decides (1)")
    soak.add_argument("--seconds", type=float, default=20, help="of virtual time (20)")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    given = _arguments(words)
    place = (given.micropython, given.board, given.field)
    try:
        match given.measurement:
            case "scan":
                tags = tuple(int(number) for number in given.tags.split(","))
                figures = scan(*place, tags)
            case "memory":
                figures = memory(place, given.minutes, given.gap_bytes, given.firmware)
            case "soak":
                figures = soak(*place, given.kind, given.seed, given.seconds)
            case _:
                figures = lines(*place, given.seconds)
                if given.write:
                    write_lines(figures)
                figures = {name: figures[name] for name in ("charged", "counted")}
    except StartError as error:
        print(f"duelmat_rig: {error}", file=sys.stderr)
        return 1
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
