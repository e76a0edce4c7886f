"""Hours of the mat with faults, in shards: `python -m duelmat_bench.firmware.soak`.

Most shards run on CPython, where a shard reports the same as on MicroPython and takes a tenth of
the time; some of each kind run on each MicroPython. The file of results lists what was run: a
shard that stands in it is not run again, unless firmware, rig or mat have changed since. A change
makes results older, not wrong: `--check` reports what has changed, and fails for what was measured
only.
"""

import argparse
import hashlib
import json
import platform
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import duelmat_rig
from duelmat_bench import on_board
from duelmat_bench.firmware.measure import CPYTHON, soak
from duelmat_rig.electronics.errors import StartError
from duelmat_rig.node_install import MICROPYTHON_VERSIONS

REST_S: Final = 8 * 3600
READS: Final = 1_000_000
_FAULTS: Final = ("false_removals", "false_touches", "wrong_identities", "resets")
_RIG: Final = Path(duelmat_rig.__file__).parent
_FIRMWARE_PARTS: Final = (_RIG.with_name("duelmat_device"), _RIG.with_name("duelmat_wire"))
_RIG_PARTS: Final = (
    *(_RIG / part for part in ("electronics", "pico", "workbench.py")),
    *(Path(on_board.__file__).with_name(part) for part in ("lab.py", "soak.py")),
)


@dataclass(frozen=True, slots=True)
class Shard:
    """One run of duelmat_bench.on_board.soak."""

    kind: str
    """`rest` or `identity`."""
    seed: int
    seconds: int
    """Of virtual time."""
    interpreter: str

    @property
    def name(self) -> str:
        return f"{self.kind} {self.seed} ({self.seconds} s, {self.interpreter})"


def _shards(kind: str, count: int, seconds: int, first_seed: int) -> Iterator[Shard]:
    """The last of them on each MicroPython in turn, as those take longest: they begin first."""
    for number in reversed(range(count)):
        left = count - 1 - number
        interpreter = MICROPYTHON_VERSIONS[left] if left < len(MICROPYTHON_VERSIONS) else CPYTHON
        yield Shard(kind, first_seed + number, seconds, interpreter)


PLAN: Final = (
    *_shards("rest", 32, REST_S // 32, 1),
    *_shards("identity", 24, 300, 101),
)
"""Eight hours at rest, and more than a million reads."""


def digest_of(parts: tuple[Path, ...]) -> str:
    """Return a digest of Python files, or of all in a folder: names and contents."""
    total = hashlib.sha256()
    for part in parts:
        for file in sorted(part.rglob("*.py")) if part.is_dir() else [part]:
            total.update(file.relative_to(part.parent).as_posix().encode() + b"\0")
            total.update(file.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def stamp(board: Path) -> dict[str, str]:
    """Return the digests of what the figures are of. Raises: StartError."""
    try:
        mat = json.loads(board.read_text())
        return {
            "mat": f"{mat['mat']} {mat['digest'][:16]}",
            "firmware": digest_of(_FIRMWARE_PARTS),
            "rig": digest_of(_RIG_PARTS),
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StartError(
            f"{board}: expected the board.json of a mat, got {error}. Run `duelmat mat build`."
        ) from error


def _must_be(stamped: dict[str, str], board: Path) -> None:
    if stamp(board) != stamped:
        raise StartError("firmware, rig or mat changed while they ran: start again.")


def _totals(shards: list[dict[str, Any]]) -> dict[str, Any]:
    rest = [shard for shard in shards if shard["kind"] == "rest"]
    identity = [shard for shard in shards if shard["kind"] == "identity"]
    return {
        "rest_hours": round(sum(shard["virtual_s"] for shard in rest) / 3600, 2),
        "rest_reads": sum(shard["reads"] for shard in rest),
        "identity_reads": sum(shard["reads"] for shard in identity),
        **{fault: sum(shard[fault] for shard in shards) for fault in _FAULTS},
    }


def is_fine(totals: dict[str, Any]) -> bool:
    """Whether the whole was run, and nothing was reported wrongly."""
    is_whole = totals["rest_hours"] * 3600 >= REST_S and totals["identity_reads"] >= READS
    return is_whole and not any(totals[fault] for fault in _FAULTS)


class Results:
    """The file of results."""

    def __init__(self, file: Path, stamped: dict[str, str]) -> None:
        self._file = file
        self.stamp = stamped
        self.shards: list[dict[str, Any]] = []
        self.earlier: list[dict[str, Any]] = []
        """Those that were run at another state of the code or mat; the next run replaces them."""
        self.changed: tuple[str, ...] = ()
        """The parts that have changed since those."""
        try:
            found = json.loads(file.read_text())
            if found["of"] == stamped:
                self.shards = found["shards"]
            else:
                was = dict(found["of"])
                self.earlier = list(found["shards"])
                self.changed = tuple(part for part in stamped if was.get(part) != stamped[part])
        except (OSError, ValueError, KeyError, TypeError):
            pass  # none, or one of something else: begun anew

    def has(self, shard: Shard) -> bool:
        wanted = {
            "kind": shard.kind,
            "seed": shard.seed,
            "virtual_s": shard.seconds,
            "interpreter": shard.interpreter,
        }
        return any(wanted.items() <= done.items() for done in self.shards)

    def add(self, shard: Shard, figures: dict[str, Any]) -> None:
        """Keep a shard, immediately and whole."""
        figures = {name: figures[name] for name in figures if name != "micropython"}
        self.shards.append({"interpreter": shard.interpreter, **figures})
        self.shards.sort(key=lambda done: (done["kind"], done["seed"]))
        content = {
            "of": self.stamp,
            "python": platform.python_version(),
            "micropython": list(MICROPYTHON_VERSIONS),
            "totals": _totals(self.shards),
        }
        head = json.dumps(content, indent=2)[:-2]
        rows = ",\n    ".join(json.dumps(done) for done in self.shards)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        new = self._file.with_suffix(".new")
        new.write_text(f'{head},\n  "shards": [\n    {rows}\n  ]\n}}\n')
        new.replace(self._file)

    @property
    def totals(self) -> dict[str, Any]:
        return _totals(self.shards)


def run(
    board: Path,
    field: Path,
    results: Results,
    workers: int,
    plan: tuple[Shard, ...] = PLAN,
    most: int | None = None,
) -> None:
    """Runs what is missing, so many at once, `most` of them in all. Raises: StartError."""
    left = [shard for shard in plan if not results.has(shard)]
    print(f"{len(left)} of {len(plan)} shards to run, {workers} at once", flush=True)
    left = left[:most]
    with ThreadPoolExecutor(workers) as pool:
        running: dict[Future[dict[str, Any]], Shard] = {
            pool.submit(
                soak, shard.interpreter, board, field, shard.kind, shard.seed, shard.seconds
            ): shard
            for shard in left
        }
        try:
            for done in as_completed(running):
                figures = done.result()
                _must_be(results.stamp, board)
                results.add(running[done], figures)
                told = " ".join(f"{name}={figures[name]}" for name in ("reads", *_FAULTS))
                print(f"{running[done].name}: {told}", flush=True)
        except StartError:
            pool.shutdown(cancel_futures=True)
            raise


def _arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m duelmat_bench.firmware.soak",
        description="Hours of the simulated mat with faults, in shards. What was run already is "
        "not run again, so it may be interrupted at any time.",
    )
    parser.add_argument("--board", type=Path, required=True, help="board.json of the mat")
    parser.add_argument("--field", type=Path, required=True, help="field.json of the mat")
    parser.add_argument("--out", type=Path, required=True, help="the file of results")
    parser.add_argument("--workers", type=int, default=2, help="how many shards at once (2)")
    parser.add_argument("--shards", type=int, help="run no more than so many of them now")
    parser.add_argument(
        "--check",
        action="store_true",
        help="run nothing: are the results whole, and what changed since?",
    )
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    given = _arguments(words)
    try:
        results = Results(given.out, stamp(given.board))
        if not given.check:
            workers = max(1, given.workers)
            run(given.board, given.field, results, workers, most=given.shards)
    except StartError as error:
        print(f"duelmat_rig: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"duelmat_rig: stopped; what is done stands in {given.out}", file=sys.stderr)
        return 130
    shown = _totals(results.earlier) if given.check and results.earlier else results.totals
    if given.check and results.earlier:
        changed = ", ".join(results.changed)
        print(f"{given.out}: measured at another state of the code; changed since: {changed}.")
    elif given.check and not results.shards:
        print(f"{given.out} holds no results. Run it without --check.")
    print(json.dumps(shown))
    return 0 if is_fine(shown) else 1


if __name__ == "__main__":
    sys.exit(main())
