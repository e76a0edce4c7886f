"""The power budget as a page: what each rail carries, and what is lost on the way."""

from __future__ import annotations

from collections.abc import Sequence

from .assembly import feeds
from .harness import Cable, Harness
from .listing import head_lines, spaced, table_lines
from .mat import Mat
from .power import COPPER_OHM_MM2_PER_M, budget, loads


def power_page(mat: Mat, harness: Harness) -> str:
    """Return the power budget, and what is lost in the longest wires, as a page."""
    found = budget(loads(mat))
    lines = head_lines(mat, f"Power budget: {mat.name}")
    lines += [
        (
            "At worst: every light white at the brightness cap, all segments lit, "
            f"{mat.fields_at_once} fields on; currents are the highest that data sheets name."
        ),
        "",
    ]
    rows = [
        (draw.rail, draw.what, str(draw.count), f"{draw.each_ma:.1f}", f"{draw.total_ma:.0f}")
        for draw in found.draws
    ]
    lines += table_lines(("Rail", "What", "Count", "mA each", "mA"), rows)
    lines += ["", "## Limits", ""]
    limits = [
        (
            spaced(limit.role),
            f"{limit.part.maker} {limit.part.number}",
            f"{limit.needed_ma:.0f}",
            f"{limit.allowed_ma:.0f}",
        )
        for limit in found.limits
    ]
    share = f"{mat.materials.share:.0%}".replace("%", " %")
    lines += table_lines(("Role", "Part", "mA needed", f"mA allowed ({share})"), limits)
    lines += [
        "",
        (
            f"The brightness cap of {mat.brightness_cap} follows from this: up to "
            f"{found.largest_cap} of 255 would keep every limit."
        ),
        "",
        "## Wires",
        "",
    ]
    lines += table_lines(("Way", "mm", "mA", "mV lost"), _drops(mat, harness))
    return "\n".join(lines) + "\n"


def _drops(mat: Mat, harness: Harness) -> list[Sequence[str]]:
    """Voltage lost there and back, at worst, along the ways that carry most."""
    found = budget(loads(mat))
    cables = {cable.name: cable for cable in harness.cables}
    light_ma = found.total_ma("lights") / mat.light_count
    rows: list[Sequence[str]] = []

    def add(way: str, length_mm: float, ma: float, ohm: float) -> None:
        rows.append((way, f"{length_mm:.0f}", f"{ma:.0f}", f"{ma * ohm:.0f}"))

    def ohm(cable: Cable, strands: int = 1) -> float:
        area = mat.construction.part(cable.role).area_mm2 * strands
        return 2 * COPPER_OHM_MM2_PER_M * cable.wires[0].length_mm / 1000 / area

    inlet = cables["W_IN"]
    all_ma = found.total_ma("lights") + found.total_ma("5 V")
    add("inlet to main board", inlet.wires[0].length_mm, all_ma, ohm(inlet))
    starts = feeds(mat)
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else mat.light_count
        count = end - start
        cable = cables[f"W_FEED{number}"]
        add(f"feed {number}", cable.wires[0].length_mm, count * light_ma, ohm(cable))
        chain = [cables[f"W_LIGHT{light}"] for light in range(start + 1, end)]
        total_mm = sum(link.wires[0].length_mm for link in chain)
        lost_mv = sum(ohm(link) * light_ma * (count - i) for i, link in enumerate(chain, start=1))
        rows.append((f"chain of feed {number}", f"{total_mm}", "-", f"{lost_mv:.0f}"))
    reader = mat.construction.part("reader")
    for bank, _ in enumerate(mat.construction.banks):
        name = f"W_BANK{bank}"
        if name in cables:
            count = sum(antenna.bank == bank for antenna in mat.antennas)
            ma = count * reader.idle_ma + mat.fields_at_once * reader.active_ma
            add(f"bank {bank}", cables[name].wires[0].length_mm, ma, ohm(cables[name], 2))
    return rows
