"""Facts of the mini mat, and that nothing is tied to the standard one."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from duelmat_hardware import (
    Mat,
    board_config,
    field_config,
    load_mat,
    page_geometry,
    sketch,
    sweep_rounds,
)
from duelmat_hardware.neighbours import neighbour_lists
from duelmat_hardware.tables import field_page

SEAT = ["m2", "m3", "m4", "s2", "s3", "s4", "grave", "banished", "extra", "deck"]


def test_zones_are_the_middle_of_the_standard_mat(mini: Mat) -> None:
    """Three monster and three spell/trap zones a player, under the names they have there."""
    assert [zone.id for zone in mini.zones] == [f"{s}.{z}" for s in "ab" for z in SEAT]
    standard = load_mat()
    for zone in mini.zones:
        twin = standard.zone(zone.id)
        assert (zone.kind, zone.column, zone.seat) == (twin.kind, twin.column, twin.seat)
        assert len(zone.antennas) == len(twin.antennas)
    for column in (2, 3, 4):
        facing = mini.zone(f"b.m{6 - column}")
        assert mini.zone(f"a.m{column}").area.x_mm == facing.area.x_mm


def test_antennas_pads_and_lights_are_counted_out(mini: Mat) -> None:
    """24 antennas fill three banks, 24 pads two chips; 92 lights."""
    assert [antenna.index for antenna in mini.antennas] == list(range(24))
    assert {(a.bank, a.line) for a in mini.antennas} == {
        (bank, line) for bank in range(3) for line in range(8)
    }
    wires = {(pad.chip_address, pad.electrode) for pad in mini.pads}
    assert wires == {(chip, i) for chip in (0x5A, 0x5B) for i in range(12)}
    assert mini.light_count == 20 * 4 + 12


def test_as_many_fields_as_wanted_can_be_kept_on(every_mat: Mat) -> None:
    """Four, on the mini mat three; and the page that says so shows every antenna in one round."""
    neighbours = neighbour_lists(len(every_mat.antennas), every_mat.neighbours)
    rounds, rest = sweep_rounds(neighbours, every_mat.fields_at_once)
    assert rest == ()
    assert sorted(i for group in rounds for i in group) == list(range(len(every_mat.antennas)))
    rows = field_page(every_mat).split("## Neighbours")[0].splitlines()
    shown = [
        label for row in rows if row.startswith("| ") for label in row.split("|")[2].split(",")
    ]
    labels = {label.strip() for label in shown}
    assert {antenna.label for antenna in every_mat.antennas} <= labels


def test_outputs_speak_of_the_same_things(mini: Mat) -> None:
    """Board, field and page agree on every index."""
    board, field = board_config(mini), field_config(mini)
    page = page_geometry(mini)
    assert len(board["antennas"]) == len(field["antennas"]) == 24
    assert len(board["pads"]) == len(field["pads"]) == 24
    assert len(board["lamps"]) == len(field["lamps"]) == 26
    assert {value["digest"] for value in (board, field, page)} == {mini.digest}
    assert [zone["id"] for zone in field["zones"]] == [zone["id"] for zone in page["zones"]]
    for zone in mini.zones:
        assert zone.lamp is not None
        assert zone.pad is not None
        assert mini.lamps[zone.lamp].name == mini.pads[zone.pad].name == zone.id
    assert sketch(mini).count("===") == 24


def test_the_firmware_takes_the_board_config(
    every_mat: Mat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own reader of board.json, with its own bounds."""
    const = SimpleNamespace(const=lambda value: value)
    monkeypatch.setitem(sys.modules, "micropython", const)
    from duelmat_device.board import Board

    read: Any = Board  # device code carries no types
    board = read(board_config(every_mat))
    assert len(board.antennas) == len(every_mat.antennas)
    assert board.lights == every_mat.light_count
    assert board.digest == bytes.fromhex(every_mat.digest)[:8]


def test_trump_king_has_a_place_for_every_zone(mini: Mat) -> None:
    """The same places as on the standard mat."""
    from duelmat_engine import find_ruleset
    from duelmat_host.table.zone_map import ZoneMap

    ruleset = find_ruleset("trump_king")
    small, large = ZoneMap(ruleset, mini), ZoneMap(ruleset, load_mat())
    assert small.in_use == large.in_use
    assert small.landing_spots == large.landing_spots
    assert {small.to_engine(place) for place in small.in_use} == {
        large.to_engine(place) for place in large.in_use
    }
