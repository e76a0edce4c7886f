"""docs/building.md leaves no part, drawing or file unnamed, and its figures are the mats'."""

import re
import tomllib
from pathlib import Path

import pytest

from duelmat_engine.rulesets.trump_king.tables import EXTRA_CODES, MAIN_CODES
from duelmat_hardware import Mat, generated_files, load_mat, mat_file
from duelmat_hardware.assembly import harness
from duelmat_hardware.bom import bill, total_eur
from duelmat_hardware.chapters import CHAPTERS, chapter_eur
from duelmat_hardware.coils import coils
from duelmat_hardware.harness import Harness
from duelmat_hardware.hours import CRIMPS, WIRES, chapter_hours, tasks, total_hours
from duelmat_hardware.parts import ROLES, supplies
from duelmat_hardware.placing import boards
from duelmat_hardware.trial import trial

pytestmark = pytest.mark.tools

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "building.md").read_text(encoding="utf-8")
OTHER_NAMES = {"button": "button", "touch": "touch chip", "crimp": "crimp contact"}


def test_every_part_of_the_bill_is_named() -> None:
    """By the words that the bill puts in brackets behind it."""
    text = GUIDE.lower()
    names = {role: OTHER_NAMES.get(role, role.replace("_", " ")) for role in (*ROLES, *supplies())}
    assert [role for role, name in names.items() if name not in text] == []


def test_every_generated_file_is_named(any_mat: Mat) -> None:
    """The lists by name, a group of drawings by its first ones; configs of the rig need not be."""
    files = {name.removeprefix("wiring/") for name in generated_files(any_mat)}
    for name in sorted(files - {"field.json"}):
        drawing = re.sub(r"\.yml$", ".svg", name)
        first = re.sub(r"(bank|bus_|_)\d+(_\d+)?\.(svg|cir)$", "", drawing)
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
    "sleeves with tags and shields": ["tag", "ferrite", "foil", "card_stock", "sleeve"],
    "readers with coils, selection and cables": [
        *("reader", "coil_wire", "decoder", "chip_socket_16", "bank_buffer", "adapter"),
        *("multiplexer", "network_100r", "network_10k", "resistor_47r"),
        *("bank_capacitor", "tuning_parts", "tuning_capacitor_22p", "tuning_capacitor_47p"),
        *("tuning_capacitor_68p", "tuning_resistor_1r2", "tuning_resistor_2r2", "reader_plug"),
        *("crimp", "straight_header", "bus_cable", "bus_plug", "bus_header", "signal_wire"),
        *("insulating_tape", "foam_tape", "cable_tie"),
    ],
    "lights and touch pads": ["light", "touch", "pad_foil", "touch_plug", "hot_glue"],
    "plates": ["coil_plate", "top_sheet", "spacer", "foot"],
}


def test_the_table_of_what_the_price_goes_by_is_that_of_the_bills() -> None:
    """Every part of a bill is in one row, both mats rounded to a euro."""
    bills = [bill(mat, harness(mat)) for mat in (load_mat(), load_mat(mat_file("mini")))]
    rest = [{item.role: item.total_eur for item in items} for items in bills]
    for name, roles in COSTS.items():
        sums = [sum(costs.pop(role, 0.0) for role in roles) for costs in rest]
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


def test_what_half_the_price_would_leave_is_reckoned_from_the_bills() -> None:
    """Half of the standard mat, less the mini mat's sleeves and what every mat has."""
    standard, small = (bill(mat, harness(mat)) for mat in (load_mat(), load_mat(mat_file("mini"))))
    spread = {role for name, roles in COSTS.items() if name[:7] != "sleeves" for role in roles}
    fixed = sum(item.total_eur for item in small if item.role not in spread)
    left = total_eur(standard) / 2 - fixed
    assert f"every mat has are {fixed:.0f} EUR already" in GUIDE
    assert f"would leave {left:.0f} EUR" in GUIDE


def test_one_zone_first_takes_a_part_of_the_bill(any_mat: Mat, wired: Harness) -> None:
    """No line that the bill does not have, none larger; every chip of the zone is in it."""
    whole = {item.role: item.count for item in bill(any_mat, wired)}
    first = {item.role: item.count for item in trial(any_mat, wired)}
    assert all(count <= whole[role] for role, count in first.items())
    assert (first["reader"], first["decoder"], first["bank_buffer"]) == (2, 2, 1)
    assert "light" not in first
    assert f"{total_eur(trial(any_mat, wired)):.0f} EUR" in GUIDE.split("## One zone first")[1]


def test_the_hours_are_those_of_the_counts() -> None:
    """Wires, crimps and hours of both mats."""
    for mat in (load_mat(), load_mat(mat_file("mini"))):
        wired = harness(mat)
        quick, slow = total_hours(mat, wired)
        wires, crimps = (
            sum(task.count for task in tasks(mat, wired) if task.what == what)
            for what in (WIRES, CRIMPS)
        )
        assert f"{quick} to {slow} hours ({wires} wires, {crimps} crimps)" in GUIDE


def test_each_chapter_says_what_it_costs_and_takes() -> None:
    """The table of chapters has the titles of the guide, and the figures of both mats."""
    mats = [load_mat(), load_mat(mat_file("mini"))]
    eur = [chapter_eur(bill(mat, harness(mat))) for mat in mats]
    hours = [chapter_hours(tasks(mat, harness(mat))) for mat in mats]
    for number, title in CHAPTERS.items():
        assert f"\n## {number}. {title}\n" in GUIDE
        cells = [
            f"{costs[number]:.0f} EUR, {span(took[number])}"
            for costs, took in zip(eur, hours, strict=True)
        ]
        assert f"[{title}]" in GUIDE
        assert f"| {' | '.join(cells)} |" in GUIDE, (title, cells)


@pytest.mark.parametrize("number", [0, *CHAPTERS, 13, 14])
def test_each_chapter_has_a_test(number: int) -> None:
    """Nobody goes on without knowing that what was built is right."""
    chapter = re.search(rf"^## {number}\. .*?(?=^## )", GUIDE, re.MULTILINE | re.DOTALL)
    assert chapter is not None
    assert "\n**Test" in chapter[0]


def span(hours: tuple[float, float]) -> str:
    return f"{hours[0]:.0f} to {hours[1]:.0f} h" if hours[1] else "-"


def test_the_pack_in_the_guide_is_a_whole_pack_of_trump_king() -> None:
    """54 cards, the court as the Extra Deck."""
    pack = tomllib.loads(re.search(r"```toml\n(main = .*?)```", GUIDE, re.DOTALL).group(1))  # type: ignore[union-attr]
    assert sorted(pack["main"]) == sorted(MAIN_CODES)
    assert sorted(pack["extra"]) == sorted(EXTRA_CODES)


def test_the_boards_are_counted_as_they_are_sawn(any_mat: Mat, wired: Harness) -> None:
    """Main board, display carriers, and the rest, for both mats side by side."""
    count = next(item.count for item in bill(any_mat, wired) if item.role == "circuit_board")
    rows = re.findall(
        r"^\| (?:main board|display carriers|all others) \| (\d) \| (\d)", GUIDE, re.MULTILINE
    )
    assert len(rows) == 3
    column = 0 if any_mat.name == "standard" else 1
    assert sum(int(row[column]) for row in rows) == count


def test_the_holes_that_boards_need_are_those_of_the_drawings(wired: Harness) -> None:
    """Counted on the board before it is bought, and before it is sawn."""
    needs = {
        board.name: (
            f"{max(place.column + place.columns for place in board.places)} x "
            f"{max(place.row + place.rows for place in board.places)}"
        )
        for board in boards(wired)
    }
    assert f"the main board needs {needs['main']} of them" in GUIDE
    assert f"a bank board needs {needs['bank']}, and a touch carrier {needs['touch']} of" in GUIDE
