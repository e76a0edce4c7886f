"""The starter mat: whole reader modules, plain stickers, and any list of zones."""

import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from duelmat_hardware import Mat, MatError, Sense, field_config, mat_file, parse_mat
from duelmat_hardware.bank import SERIES_OHM
from duelmat_hardware.bills import breadboard_bill_page
from duelmat_hardware.bom import total_eur
from duelmat_hardware.breadboard import breadboard_harness
from duelmat_hardware.breadboard_bill import OPTIONAL, breadboard_bill, needed_eur
from duelmat_hardware.module_coils import field_problems, module_fields
from duelmat_hardware.spice import bus
from duelmat_hardware.timing import MODULE_EDGE_NS
from hardware.edges import LOW_V, Edges, edges
from hardware.ngspice import needs_ngspice, run
from hardware.toml_text import dumped

ROOT = Path(__file__).parents[2]
SENSED = ("m2", "m3", "m4", "s2", "s3", "s4", "grave")
CARD = frozenset({Sense.CARD})


def table() -> dict[str, Any]:
    return tomllib.loads(mat_file("starter").read_text(encoding="utf-8"))


def problems_of(changed: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(MatError) as caught:
        parse_mat(dumped(changed))
    return [(each.where, f"{each.expected} / {each.got}") for each in caught.value.problems]


def test_its_modules_tell_which_card_lies_there_and_no_more(starter: Mat) -> None:
    """Seven for each seat; the other zones are told by their players."""
    sensed = {f"{seat}.{name}" for seat, name in product("ab", SENSED)}
    assert {zone.id: zone.senses for zone in starter.zones} == {
        zone.id: CARD if zone.id in sensed else frozenset() for zone in starter.zones
    }
    assert len(starter.antennas) == len(sensed)
    assert starter.sleeve_tags == 1


def test_a_tag_hears_its_own_module_wherever_its_card_may_lie(starter: Mat) -> None:
    """Twice the field that it needs, and a hundredth of that from the next zone."""
    fields = module_fields(starter)
    assert list(field_problems(fields)) == []
    assert min(field.power_margin.value for field in fields) > 2
    assert max(field.neighbour_leak.value for field in fields) < 0.02


def test_the_simulated_mat_has_one_coil_that_reaches_both_faces_alike(starter: Mat) -> None:
    """A sleeve without a shield is read through, and detunes nothing."""
    field = field_config(starter)
    (coil,) = field["coils"]
    assert {antenna["coil"] for antenna in field["antennas"]} == {0}
    for sleeve in coil["sleeves"].values():
        assert sleeve["lower"] == sleeve["upper"]
        assert not any(sleeve["detuning"])
    assert {sleeve["foil_mm"] for sleeve in field["sleeves"].values()} == {None}


def test_the_address_that_the_firmware_puts_out_reaches_each_module_alone(starter: Mat) -> None:
    """One decoder chooses the bank, its decoder the module, its multiplexer the answer."""
    wired = breadboard_harness(starter)

    def at(chip: str, name: str) -> str:
        return next(p.net for p in wired.device(chip).pins if p.label.split()[-1] == name)

    for antenna in starter.antennas:
        module, chosen = wired.device(f"READER{antenna.index}"), f"BANK{antenna.bank}"
        assert at("U1", f"/Y{antenna.bank}") == chosen
        selecting, answering = f"U{2 * antenna.bank + 2}", f"U{2 * antenna.bank + 3}"
        assert at(selecting, "/E1") == at(answering, "/OE") == chosen
        assert at(selecting, f"/Y{antenna.line}") == module.net("SDA")
        assert at(answering, f"I{antenna.line}") == module.net("MISO")
        assert at(answering, "Y") == "MISO"
    for first, names in (("A", "U1"), ("A", "U2"), ("S", "U3"), ("A", "U4"), ("S", "U5")):
        address = "BANK_ADDRESS" if names == "U1" else "LINE"
        assert [at(names, f"{first}{i}") for i in range(3)] == [f"{address}{i}" for i in range(3)]


@needs_ngspice
def test_the_clock_counts_once_an_edge_at_every_module(starter: Mat) -> None:
    """With a resistor at the beginning of each wire; behind a common one it turns back."""
    wired = breadboard_harness(starter)
    own = worst(bus.module_deck(wired, starter.bank_count))
    assert own.dip_v == 0
    assert own.over_v < 0.05
    assert own.band_ns < 25
    lengths_mm = [wire.length_mm for cable in wired.cables[:7] for wire in cable.wires[:1]]
    common = bus.Driver(bus.PICO.ohm + SERIES_OHM, bus.PICO.edge_ns)
    assert worst(bus.star("", lengths_mm, common, bus.CABLE, 0.0)).dip_v > own.dip_v


@needs_ngspice
def test_an_edge_takes_no_longer_than_the_timing_of_whole_modules_says(starter: Mat) -> None:
    """The falling one, after which a module changes MISO, until it is below the threshold."""
    wired = breadboard_harness(starter)
    traces = run(bus.module_deck(wired, starter.bank_count))
    banks = range(starter.bank_count)
    lengths_mm = [length for bank in banks for length in bus.cable_lengths_mm(wired, bank)]
    falls_ns = 10 + bus.HALF_NS + bus.PICO.edge_ns / 2
    for length_mm, level_v in zip(lengths_mm, traces.of.values(), strict=True):
        sent_ns = falls_ns + length_mm / 1000 * bus.CABLE.ns_per_m
        levels = zip(traces.time_s, level_v, strict=True)
        high_ns = max(t * 1e9 for t, v in levels if v > LOW_V and t * 1e9 < 10 + 2 * bus.HALF_NS)
        assert high_ns - sent_ns < MODULE_EDGE_NS


def worst(deck: str) -> Edges:
    """The worst figures of all ends of a deck."""
    traces = run(deck)
    found = [edges(traces.time_s, level_v, bus.VOLTS) for level_v in traces.of.values()]
    return Edges(
        max(each.dip_v for each in found),
        max(each.band_ns for each in found),
        max(each.over_v for each in found),
    )


def test_its_bill_is_under_a_hundred_euros(starter: Mat) -> None:
    """Without what the page does as well; every line says whether somebody looked it up."""
    items = breadboard_bill(starter, breadboard_harness(starter))
    assert 80 < needed_eur(items) < 100
    counted = {item.role: item.count for item in items}
    assert (counted["reader"], counted["tag"], counted["light"]) == (14, 108, starter.light_count)
    guide = (ROOT / "docs" / "starter.md").read_text(encoding="utf-8")
    assert f"{needed_eur(items):.2f} EUR without what is optional" in guide
    assert f"Optional, {total_eur(items, OPTIONAL):.2f} EUR" in guide
    page = breadboard_bill_page(starter, items)
    assert f"**Everything but what is optional: {needed_eur(items):.2f} EUR**" in page
    assert page.count("| unchecked |") == sum(not item.part.checked for item in items)


def small(*zones: str, sensed: int) -> dict[str, Any]:
    """The starter mat with these zones alone, so many of them with a module."""
    mat = table()
    kept = [zone for zone in mat["seat"]["zones"] if zone["id"] in zones]
    for number, zone in enumerate(kept):
        if number >= sensed:
            zone["shape"] = "place"
    mat["seat"]["zones"] = kept
    read = {zone["id"] for zone in kept if zone["shape"] != "place"}
    lines, pads = mat["readers"]["lines"], mat["touch"]["electrodes"]
    names = {*zones, "choice1", "choice2"}
    mat["readers"]["lines"] = {k: v for k, v in lines.items() if k.partition(".")[2] in read}
    mat["touch"]["electrodes"] = {k: v for k, v in pads.items() if k.partition(".")[2] in names}
    return mat


def test_any_list_of_zones_is_a_mat() -> None:
    """Three zones a seat, of which two have a reader, or one."""
    zones = ("m3", "s3", "deck")
    for sensed in (2, 1):
        mat = parse_mat(dumped(small(*zones, sensed=sensed)))
        assert [zone.id for zone in mat.zones] == [f"{s}.{z}" for s, z in product("ab", zones)]
        assert len(mat.antennas) == 2 * sensed


def test_zones_without_a_reader_may_be_all_but_one() -> None:
    """A mat on which nothing is sensed is no mat."""
    changed = small("s3", "deck", sensed=0)
    assert problems_of(changed) == [("readers.lines", "a zone with an antenna or more / none")]


@pytest.mark.parametrize(
    ("where", "value", "found"),
    [
        (("coils",), {"inductance_nh": [1000, 1700]}, ("coils", "whole modules")),
        (("shapes", "upright", "antennas", 0, "windows_mm"), [[0, 0, 40, 32]], (
            "shapes.upright.antennas[0].windows_mm", "own coil of 40 x 32 mm")),
        (("sleeves", 0, "tag_offset_mm"), [0, 30], ("sleeves[0].tag_offset_mm", "over a window")),
        (("sleeves", 1, "foil_mm"), [0, 0, 63, 88], ("sleeves[1]", "a foil alone")),
        (("parts", "reader"), "rc522_cut", ("coils", "a section [coils]")),
        (("parts", "ferrite"), "ferrite", ("parts.ferrite", "the name of a role")),
        (("pins", "supply_sense"), [26], ("pins.supply_sense", "2 pins / 1")),
    ],
)  # fmt: skip
def test_what_does_not_go_with_whole_modules_is_told(
    where: tuple[str | int, ...], value: Any, found: tuple[str, str]
) -> None:
    """With its place, what was expected, and what was got."""
    mat = table()
    place: Any = mat
    for step in where[:-1]:
        place = place[step]
    place[where[-1]] = value
    assert any(found[0] == place and found[1] in words for place, words in problems_of(mat))
