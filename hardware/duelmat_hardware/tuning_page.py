"""The tuning of a mat's coils as a page: capacitor and trimmer for each module."""

from __future__ import annotations

from .circuit_page import CIRCUIT, CIRCUIT_HEAD, circuit_rows
from .coil_range import first_range
from .listing import head_lines, table_lines
from .mat import Mat
from .tuning import ASTRAY_MM, FIXED_PF, TRIMMER_PF, cases, kinds, reach_pf


def tuning_page(mat: Mat) -> str:
    """List the capacitor and the trimmer's place for each kind of coil and each module."""
    lines = head_lines(mat, f"Tuning the coils: {mat.name}")
    low_pf, high_pf = TRIMMER_PF
    ranges = ", ".join(f"{fixed + low_pf:g} to {fixed + high_pf:g}" for fixed in FIXED_PF)
    lines += [
        (
            "Join coil and module without a tuning piece, with no card near, and look for the "
            "dip: it shows what module and winding put across the coil, in the nearest row."
        ),
        (
            f"The trimmer goes from {low_pf:g} to {high_pf:g} pF; alone, and with "
            + ", ".join(f"{fixed:g}" for fixed in FIXED_PF[1:])
            + f" pF beside it (the last is 22 and 68 pF together), the piece adds {ranges} pF."
        ),
        (
            f"Trim with a sleeved card lying {ASTRAY_MM:g} mm off along both axes; the inductance "
            "with that card is calculated, and nothing here was measured."
        ),
    ]
    for kind in kinds(mat):
        sizes = " and ".join(f"{w.w_mm:g} x {w.h_mm:g} mm" for w in kind.first.windows)
        least_pf, most_pf = reach_pf(kind)
        lines += [
            *("", f"## {len(kind.labels)} coils with windows of {sizes}", ""),
            (
                f"{kind.first.inductance_nh:.0f} nH alone, {kind.with_card_nh:.0f} nH with the "
                f"card, for which {kind.needed_pf:.0f} pF are needed in all; modules of "
                f"{least_pf:.0f} to {most_pf:.0f} pF can be tuned."
            ),
            "",
        ]
        rows = [
            (
                f"{case.module_pf:g}",
                f"{case.dip_hz / 1e6:.2f}",
                f"{case.missing_pf:.0f}",
                _capacitor(case.fixed_pf),
                "-" if case.trimmer_pf is None else f"{case.trimmer_pf:.0f}",
            )
            for case in cases(kind)
        ]
        head = ("Module pF", "Dip alone MHz", "Missing pF", "Capacitor pF", "Trimmer at pF")
        lines += table_lines(head, rows)
    lines += [*CIRCUIT, *table_lines(CIRCUIT_HEAD, circuit_rows(first_range(mat)))]
    return "\n".join(lines) + "\n"


def _capacitor(fixed_pf: float | None) -> str:
    if fixed_pf is None:
        return "out of reach"
    return f"{fixed_pf:g}" if fixed_pf else "none"
