"""The link under fire: wrong frames, lost frames, pulled cables, a host that stalls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from duelmat_bench.firmware.figures import rig_figures
from duelmat_bench.link.loss import measure_loss, measure_stall
from duelmat_bench.link.unplug import measure_unplugging

MicroPython = Literal["1.28", "1.29"]
CPYTHON: Final = "cpython"
MICROPYTHON_SHARE: Final = 10
"""A MicroPython gets one frame for so many on CPython."""


def measure_link(
    versions: tuple[MicroPython, ...],
    *,
    frames: int,
    rounds: int,
    unplugs: int,
    seed: int,
    told: Callable[[str], None],
) -> dict[str, Any]:
    """Measure the parts one after the other. The unplugs are shared among the versions."""
    figures: dict[str, Any] = {"mutated": {}, "loss": {}, "unplug": {}, "stall": {}}
    if frames:
        for name in (CPYTHON, *versions):
            count = frames if name == CPYTHON else frames // MICROPYTHON_SHARE
            told(f"{count:,} wrong frames on {name} ...")
            figures["mutated"][name] = rig_figures(
                "duelmat_bench.firmware.wrong_frames",
                *("--interpreter", name, "--frames", str(count), "--seed", str(seed)),
            )
    for version in versions:
        if rounds:
            told(f"One frame in a hundred lost each way, MicroPython {version} ...")
            figures["loss"][version] = measure_loss(version, rounds=rounds, seed=seed)
            told(f"A host that stalls, MicroPython {version} ...")
            figures["stall"][version] = measure_stall(version, seed=seed)
    for number, version in enumerate(versions):
        count = unplugs // len(versions)
        if count:
            told(f"A duel with the cable pulled {count} times, MicroPython {version} ...")
            figures["unplug"][version] = measure_unplugging(
                version, unplugs=count, seed=seed + number
            )
    figures["faults"] = faults(figures)
    return figures


def faults(figures: dict[str, Any]) -> list[str]:
    """Return what is not as it must be."""
    found = []
    for name, counts in figures["mutated"].items():
        if counts["accepted_wrongly"]:
            found.append(f"{name}: {counts['accepted_wrongly']} wrong frames accepted")
    for version, loss in figures["loss"].items():
        if loss["lost"] or loss["doubled"] or loss["maps_unequal"]:
            found.append(f"{version}: events lost or doubled: {loss}")
        if loss["agreement_ms"]["p99"] > 200:
            found.append(f"{version}: agreement later than 200 ms: {loss['agreement_ms']}")
    for version, stall in figures["stall"].items():
        if abs(stall["sweep_change"]) >= 0.1 or not stall["agrees_after"]:
            found.append(f"{version}: a stalled host disturbs the scan: {stall}")
    for version, pulled in figures["unplug"].items():
        disturbed = pulled["unplugs"] + pulled["resets"]
        is_back = pulled["resumed"] == disturbed and not pulled["late"]
        if pulled["changed"] or pulled["stuck"] or not is_back:
            found.append(f"{version}: a pulled cable was not survived: {pulled}")
        if not pulled.get("ends_as_recorded", True):
            found.append(f"{version}: the duel does not end as recorded")
    return found
