"""The proof on a table is made of the mat's own pins, parts, coil and sleeve."""

import re
from pathlib import Path

import pytest
import yaml

from duelmat_hardware import Mat, board_config, generated_files, load_mat
from duelmat_hardware.assembly import harness
from duelmat_hardware.bom import bill, total_eur
from duelmat_hardware.coils import coils
from duelmat_hardware.covering import ASTRAY_MM
from duelmat_hardware.face_sensing import LEAST_MARGIN, MOST_RATIO, zone_fields
from duelmat_hardware.physics import CONDUCTANCES, field_share
from duelmat_hardware.pico import EDGE, POWER_PINS
from duelmat_hardware.proof import SLEEVES, TAGS, proof_bill, proof_harness
from duelmat_hardware.proof_fields import Setup, neighbour, proof_fields
from duelmat_hardware.wireviz import proof_diagram
from duelmat_rig.electronics.mfrc522 import field_share as rig_share

pytestmark = pytest.mark.tools

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "building.md").read_text(encoding="utf-8")
DRIVER = ROOT / "firmware" / "duelmat_device" / "mfrc522.py"


def test_each_wire_leads_from_the_pin_that_the_firmware_drives(any_mat: Mat) -> None:
    """board.json is that of the mat, and the module's contacts are those of its readers."""
    pins = board_config(any_mat)["pins"]
    (cable,) = proof_harness(any_mat).cables
    wired = {wire.end[1]: wire.start[1] for wire in cable.wires}
    names = {"SDA": "select", "SCK": "sck", "MOSI": "mosi", "MISO": "miso", "RST": "reset"}
    for contact, key in names.items():
        assert wired.pop(contact) == f"GP{pins[key]} (pin {EDGE[pins[key]]})", contact
    assert wired == {
        "GND": f"GND (pin {POWER_PINS['GND']})",
        "3.3V": f"3V3 (pin {POWER_PINS['3V3']})",
    }
    reader = harness(any_mat).device("READER0")
    used = [pin.label for pin in reader.pins if pin.net and not pin.label.startswith("ANT")]
    assert sorted(used) == sorted(wire.end[1] for wire in cable.wires)


def test_parts_are_on_the_mat_s_own_bill_and_cost_less_than_50_euros(any_mat: Mat) -> None:
    """So that nothing is bought twice."""
    whole = {item.role: item for item in bill(any_mat, harness(any_mat))}
    items = proof_bill(any_mat)
    for item in items:
        assert item.part == whole[item.role].part, item.role
        assert 0 < item.count <= whole[item.role].count, item.role
    assert 35 < total_eur(items) < 50
    counts = {item.role: item.count for item in items}
    assert (counts["tag"], counts["sleeve"], counts["ferrite"]) == (TAGS, SLEEVES, 1)


def test_page_and_drawing_show_the_same_wires(any_mat: Mat) -> None:
    files = generated_files(any_mat)
    page, drawing = (files[name].decode() for name in ("proof.md", "wiring/proof.yml"))
    (cable,) = proof_harness(any_mat).cables
    for wire in cable.wires:
        assert f"| {wire.start[1]} | {wire.end[1]} |" in page
        assert wire.start[1] in drawing
    assert page.count("unchecked") >= 1
    assert f"Together: {total_eur(proof_bill(any_mat)):.2f} EUR" in page


def test_steps_of_power_are_those_of_driver_and_rig() -> None:
    """One law of the transmitter, in the calculation, the firmware and its simulation."""
    text = DRIVER.read_text(encoding="utf-8")
    found = re.search(r'^_CONDUCTANCES = b"(.*)"$', text, re.MULTILINE)
    assert found
    assert [int(each, 16) for each in found[1].split("\\x")[1:]] == list(CONDUCTANCES)
    for conductance in CONDUCTANCES:
        assert field_share(conductance) == pytest.approx(rig_share(conductance))


def test_fields_are_those_of_mat_check(any_mat: Mat) -> None:
    """The table's coil has no worse place than the zone's, and its middle is within the bounds."""
    fields = proof_fields(any_mat)
    zone = zone_fields(any_mat)[0]
    middle = fields.places[0]
    assert (middle.dx_mm, middle.dy_mm) == (0, 0)
    # The zone's worst counts both antennas and all sizes of sleeve.
    assert fields.wakes_a_per_m == any_mat.construction.part("tag").wakes_a_per_m
    assert fields.least_a_per_m >= zone.power_margin.value * fields.wakes_a_per_m - 1e-3
    assert fields.least_a_per_m >= LEAST_MARGIN * fields.wakes_a_per_m
    alone = [place for place in fields.places if place.setup is Setup.ALONE]
    assert all(place.ratio <= zone.face_ratio.value + 1e-3 for place in alone)
    assert max(place.ratio for place in alone) < MOST_RATIO
    assert all(abs(step) in {0, ASTRAY_MM} for p in alone for step in (p.dx_mm, p.dy_mm))
    assert fields.shares[fields.wanted_step] >= fields.wanted_share
    assert fields.wanted_step + 1 == len(fields.shares) or (
        fields.shares[fields.wanted_step + 1] < fields.wanted_share
    )


def test_proof_changes_height_coil_b_neighbour_and_film(any_mat: Mat) -> None:
    """Each once; a card of another coil has so little field that faces can be told."""
    fields = proof_fields(any_mat)
    middle = fields.places[0].lower_a_per_m
    shares = {place.setup: place.lower_a_per_m / middle for place in fields.places}
    assert set(shares) == set(Setup)
    assert 0.4 < shares[Setup.RAISED] < 0.7
    assert shares[Setup.COIL_B] == shares[Setup.NEIGHBOUR] == 1
    assert max(shares[Setup.SIDEWAYS], shares[Setup.NEXT_ZONE]) < MOST_RATIO
    assert shares[Setup.FOIL_CARD] < 0.6


def test_figures_of_chapter_0_are_those_of_the_standard_mat() -> None:
    """Price, unchecked lines, current, the step of power that is wanted, and the dip."""
    standard = load_mat()
    chapter = GUIDE[GUIDE.index("## 0. A proof") : GUIDE.index("## One zone first")]
    items, fields = proof_bill(standard), proof_fields(standard)
    assert f"about {total_eur(items):.0f} EUR" in chapter
    assert f"all {sum(not item.part.checked for item in items)} are unchecked" in chapter
    reader = standard.construction.part("reader")
    assert f"{reader.idle_ma + reader.active_ma:g} mA at most" in chapter
    share = fields.shares[fields.wanted_step]
    assert f"that is {fields.wanted_share:.0%}".replace("%", " %") in chapter
    assert f"the second step of power, {share:.0%}".replace("%", " %") in chapter
    assert fields.wanted_step == 1
    first = standard.antennas[0]
    apart_mm = first.windows[0].y_mm - first.windows[1].y_mm
    assert f"their middles {abs(apart_mm):g} mm apart" in chapter
    assert f"its middle {neighbour(standard).x_mm:g} mm to the right" in chapter
    alone_nh = coils(standard)[0].inductance_nh
    assert f"about {13.56 * (fields.tuned_nh / alone_nh) ** 0.5:.1f} MHz without it" in chapter


def test_drawing_joins_every_contact_of_the_cable(any_mat: Mat) -> None:
    drawing = yaml.safe_load(proof_diagram(any_mat))
    (cable,) = proof_harness(any_mat).cables
    ((start, wires, end),) = drawing["connections"]
    assert wires == {cable.name: list(range(1, len(cable.wires) + 1))}
    assert start == {"PICO": [wire.start[1] for wire in cable.wires]}
    assert end == {"READER": [wire.end[1] for wire in cable.wires]}
