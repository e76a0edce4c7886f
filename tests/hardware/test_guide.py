"""docs/building.md leaves no part, drawing or file unnamed, and its figures are the mats'."""

import re
from pathlib import Path

from duelmat_hardware import Mat, generated_files, load_mat, mat_file
from duelmat_hardware.assembly import harness
from duelmat_hardware.bom import bill, total_eur
from duelmat_hardware.coils import coils
from duelmat_hardware.parts import ROLES

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "building.md").read_text(encoding="utf-8")
OTHER_NAMES = {"button": "button", "touch": "touch chip", "crimp": "crimp contact"}


def test_every_part_of_the_bill_is_named() -> None:
    """By the words that the bill puts in brackets behind it."""
    text = GUIDE.lower()
    names = {role: OTHER_NAMES.get(role, role.replace("_", " ")) for role in ROLES}
    assert [role for role, name in names.items() if name not in text] == []


def test_every_generated_file_is_named(any_mat: Mat) -> None:
    """The lists by name, a group of drawings by its first ones; configs of the rig need not be."""
    files = {name.removeprefix("wiring/") for name in generated_files(any_mat)}
    for name in sorted(files - {"field.json", "zone_map.json"}):
        drawing = re.sub(r"\.yml$", ".svg", name)
        first = re.sub(r"(bank|bus_|_)\d+(_\d+)?\.svg$", "", drawing)
        assert drawing in GUIDE or first in GUIDE, name


def test_prices_are_those_of_the_bills() -> None:
    """Rounded to a euro, standard and mini side by side."""
    bills = [bill(mat, harness(mat)) for mat in (load_mat(), load_mat(mat_file("mini")))]
    totals = [total_eur(items) for items in bills]
    sleeves = [total_eur(items, "Sleeves") for items in bills]
    cables = [total_eur(items, "To the host") for items in bills]
    rest = [a - b - c for a, b, c in zip(totals, sleeves, cables, strict=True)]
    for name, values in (("Price of everything", totals), ("sleeves", sleeves), ("plates", rest)):
        cells = " | ".join(f"about {value:.0f} EUR" for value in values)
        assert re.search(rf"{name} \| {re.escape(cells)} \|", GUIDE), (name, cells)


COSTS = {
    "sleeves with tags and shields": ["tag", "ferrite", "foil", "sleeve"],
    "readers with coils, selection and cables": [
        *("reader", "tuning_parts", "coil_wire", "decoder", "bank_buffer", "adapter"),
        *("reader_plug", "crimp", "header", "bus_cable", "bus_plug", "bus_header", "signal_wire"),
    ],
    "lights and touch pads": ["light", "touch", "pad_foil", "touch_plug"],
    "plates": ["coil_plate", "top_sheet", "spacer"],
}


def test_the_table_of_what_the_price_goes_by_is_that_of_the_bills() -> None:
    """Every part of a bill is in one row, both mats rounded to a euro."""
    bills = [bill(mat, harness(mat)) for mat in (load_mat(), load_mat(mat_file("mini")))]
    rest = [{item.role: item.total_eur for item in items} for items in bills]
    for name, roles in COSTS.items():
        sums = [sum(costs.pop(role) for role in roles) for costs in rest]
        assert f"| {name} | {sums[0]:.0f} EUR | {sums[1]:.0f} EUR |" in GUIDE, (name, sums)
    sums = [sum(costs.values()) for costs in rest]
    name = "Pico, displays, buttons, supply, boards"
    assert f"| {name} | {sums[0]:.0f} EUR | {sums[1]:.0f} EUR |" in GUIDE, sums


def test_the_coil_table_is_that_of_the_mats() -> None:
    """Window, turns, inductance, capacitor."""
    for coil in coils(load_mat()):
        window = coil.windows[0]
        row = next(
            line
            for line in GUIDE.splitlines()
            if line.startswith("|") and f"{window.w_mm:g} x {window.h_mm:g} mm" in line
        )
        _, _, _, turns, inductance, capacitor, _ = (cell.strip() for cell in row.split("|"))
        assert turns.split()[0] == str(coil.turns)
        assert inductance == f"{coil.inductance_nh / 1000:.2f} µH"
        assert capacitor == f"{coil.resonance_pf:.0f} pF"


def test_sizes_and_counts_are_those_of_the_mats() -> None:
    """The table of the two mats at the top."""
    mats = load_mat(), load_mat(mat_file("mini"))
    for cells in (
        [f"{mat.sheet.w_mm:g} x {mat.sheet.h_mm:g} mm" for mat in mats],
        [f"{len(mat.zones)} and {len(mat.antennas)}" for mat in mats],
        [str(mat.construction.cards) for mat in mats],
    ):
        assert f"| {' | '.join(cells)} |" in GUIDE
