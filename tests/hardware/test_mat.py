"""Facts of the standard mat that firmware, rig, host and players build on."""

import math
from itertools import combinations, product

import pytest

from duelmat_hardware import (
    AntennaRole,
    Mat,
    Pad,
    Point,
    Rect,
    Seat,
    Zone,
    ZoneKind,
    load_mat,
    sweep_rounds,
)
from duelmat_hardware.neighbours import distance_mm, neighbour_lists


@pytest.fixture(scope="module")
def mat() -> Mat:
    return load_mat()


SEAT_ZONES = [
    *(f"m{i}" for i in range(1, 6)),
    *(f"s{i}" for i in range(1, 6)),
    *("field", "grave", "banished", "extra", "deck"),
]
SIDES = ("a", "b")


def pad_of(mat: Mat, zone: Zone) -> Pad:
    assert zone.pad is not None
    return mat.pads[zone.pad]


def turned(mat: Mat, rect: Rect) -> Rect:
    return Rect(mat.sheet.w_mm - rect.x_mm, mat.sheet.h_mm - rect.y_mm, rect.w_mm, rect.h_mm)


def test_zones_come_in_the_order_that_everybody_counts_by(mat: Mat) -> None:
    """Seat a, seat b, then what they share."""
    expected = [f"{seat}.{zone}" for seat in SIDES for zone in SEAT_ZONES] + ["x1", "x2"]
    assert [zone.id for zone in mat.zones] == expected


def test_antennas_are_numbered_through_the_zones(mat: Mat) -> None:
    """Forty: two under each monster zone, none under a deck, one under all others."""
    expected = []
    for zone in mat.zones:
        if zone.kind is ZoneKind.MONSTER:
            expected += [(zone.id, "A"), (zone.id, "B")]
        elif zone.kind is not ZoneKind.DECK:
            expected.append((zone.id, "only"))
    assert [(antenna.zone, antenna.role) for antenna in mat.antennas] == expected
    assert [antenna.index for antenna in mat.antennas] == list(range(40))
    for zone in mat.zones:
        assert [mat.antennas[i].zone for i in zone.antennas] == [zone.id] * len(zone.antennas)


def test_a_monster_zone_has_windows_at_foot_and_head_and_at_both_sides(mat: Mat) -> None:
    """96 x 96 mm; A is 58 x 30 at +-31 mm, B the same after a quarter turn."""
    for zone in mat.zones:
        if zone.kind is ZoneKind.MONSTER:
            x, y = zone.area.x_mm, zone.area.y_mm
            assert (zone.area.w_mm, zone.area.h_mm) == (96, 96)
            first, second = (mat.antennas[i] for i in zone.antennas)
            assert sorted(first.windows, key=lambda w: w.y_mm) == [
                Rect(x, y - 31, 58, 30),
                Rect(x, y + 31, 58, 30),
            ]
            assert sorted(second.windows, key=lambda w: w.x_mm) == [
                Rect(x - 31, y, 30, 58),
                Rect(x + 31, y, 30, 58),
            ]


def test_seat_b_is_seat_a_after_half_a_turn(mat: Mat) -> None:
    """Zones, stacks, windows, pads, lights, buttons and displays alike."""
    for name in SEAT_ZONES:
        one, other = mat.zone(f"a.{name}"), mat.zone(f"b.{name}")
        assert turned(mat, one.area) == other.area
        assert (one.kind, one.column) == (other.kind, other.column)
        if one.stack:
            assert turned(mat, one.stack) == other.stack
        for i, j in zip(one.antennas, other.antennas, strict=True):
            mirrored = tuple(turned(mat, w) for w in mat.antennas[i].windows)
            assert mirrored == mat.antennas[j].windows
        assert turned(mat, pad_of(mat, one).area) == pad_of(mat, other).area
        for p, q in zip(mat.lamps[one.lamp].places, mat.lamps[other.lamp].places, strict=True):
            assert (mat.sheet.w_mm - p.x_mm, mat.sheet.h_mm - p.y_mm) == (q.x_mm, q.y_mm)
    for one_button, other_button in zip(mat.buttons[:3], mat.buttons[3:], strict=True):
        assert one_button.place.x_mm + other_button.place.x_mm == mat.sheet.w_mm
        assert one_button.place.y_mm + other_button.place.y_mm == mat.sheet.h_mm
    assert turned(mat, mat.displays[0].area) == mat.displays[1].area


def test_columns_run_from_each_players_left(mat: Mat) -> None:
    """b.m1 faces a.m5; the extra monster zones stand in columns two and four."""
    for column in range(1, 6):
        mine, theirs = mat.zone(f"a.m{column}"), mat.zone(f"b.m{6 - column}")
        assert mine.area.x_mm == theirs.area.x_mm
        assert mat.zone(f"a.s{column}").area.x_mm == mine.area.x_mm
    assert mat.zone("x1").area.x_mm == mat.zone("a.m2").area.x_mm == mat.zone("b.m4").area.x_mm
    assert mat.zone("x2").area.x_mm == mat.zone("a.m4").area.x_mm == mat.zone("b.m2").area.x_mm


def test_every_seat_sits_at_its_own_edge(mat: Mat) -> None:
    """y grows towards seat a, and its spells lie nearer to it than its monsters."""
    middle = mat.sheet.y_mm
    assert mat.zone("a.s1").area.y_mm > mat.zone("a.m1").area.y_mm > middle
    assert mat.zone("b.s1").area.y_mm < mat.zone("b.m1").area.y_mm < middle
    assert mat.displays[0].seat is Seat.A
    assert mat.displays[0].area.y_mm > mat.zone("a.s1").area.y_mm


def areas(mat: Mat) -> list[tuple[str, Rect]]:
    stacks = [(f"stack of {zone.id}", zone.stack) for zone in mat.zones if zone.stack]
    return [(zone.id, zone.area) for zone in mat.zones] + stacks


def test_no_two_zones_or_stacks_overlap(mat: Mat) -> None:
    """A card lies in one zone."""
    for (_, one), (_, other) in combinations(areas(mat), 2):
        assert not one.is_overlapping(other)


def test_only_piles_have_a_stack_and_it_lies_beside_its_landing_spot(mat: Mat) -> None:
    """Graveyard, banished, Extra: the card goes from the antenna to its neighbour."""
    piles = {zone.id for zone in mat.zones if zone.stack}
    assert piles == {f"{seat}.{name}" for seat in SIDES for name in ("grave", "banished", "extra")}
    for zone in mat.zones:
        if zone.stack:
            gap = zone.area.centre.distance_mm(zone.stack.centre) - zone.area.w_mm
            assert 0 < gap < 30
            assert zone.antennas


def test_pads_and_lights_lie_off_every_coil(mat: Mat) -> None:
    """Copper in a window would damp the field."""
    windows = [window for antenna in mat.antennas for window in antenna.windows]
    lights = [Rect(p.x_mm, p.y_mm, 5, 5) for lamp in mat.lamps for p in lamp.places]
    for thing in [pad.area for pad in mat.pads] + lights:
        assert not any(thing.is_overlapping(window) for window in windows)
        assert thing.is_within(mat.sheet)


def test_pads_are_thirty_two_zones_and_four_choices_on_three_chips(mat: Mat) -> None:
    """Each pad has an electrode of its own."""
    choices = [f"{seat}.choice{i}" for seat in SIDES for i in (1, 2)]
    assert [pad.name for pad in mat.pads] == [zone.id for zone in mat.zones] + choices
    assert [pad.zone for pad in mat.pads] == [zone.id for zone in mat.zones] + [None] * 4
    wires = {(pad.chip_address, pad.electrode) for pad in mat.pads}
    assert wires == {(chip, i) for chip in (0x5A, 0x5B, 0x5C) for i in range(12)}
    assert all({pad.area.w_mm, pad.area.h_mm} == {10, 30} for pad in mat.pads)


def test_a_pad_is_believed_only_with_its_surroundings_off(mat: Mat) -> None:
    """Its zone's antennas and their neighbours; where there are none, those that are near."""
    neighbours = neighbour_lists(len(mat.antennas), mat.neighbours)
    for zone in mat.zones:
        if zone.antennas:
            expected = set(zone.antennas).union(*(neighbours[i] for i in zone.antennas))
            assert set(pad_of(mat, zone).antennas) == expected
    assert [mat.antennas[i].zone for i in pad_of(mat, mat.zone("a.deck")).antennas] == [
        *("a.s5", "a.grave")
    ]


def test_lamps_share_out_the_whole_chain_of_lights(mat: Mat) -> None:
    """Four lights a zone in zone order, then six lamps of two for the phases."""
    names = [zone.id for zone in mat.zones] + [f"phase.{i}" for i in range(1, 7)]
    assert [lamp.name for lamp in mat.lamps] == names
    assert [len(lamp.lights) for lamp in mat.lamps] == [4] * 32 + [2] * 6
    assert [light for lamp in mat.lamps for light in lamp.lights] == list(range(140))
    assert mat.light_count == 140


def test_buttons_and_displays_are_numbered_seat_by_seat(mat: Mat) -> None:
    """Indices on the wire follow this order."""
    names = [button.name for button in mat.buttons]
    assert names == [f"{seat}.{name}" for seat in SIDES for name in ("ok", "phase", "judge")]
    assert tuple(button.pin for button in mat.buttons) == mat.pins.buttons
    assert [(d.seat, d.address, d.digits) for d in mat.displays] == [
        (Seat.A, 0x70, 8),
        (Seat.B, 0x71, 8),
    ]


def test_readers_fill_five_banks_of_eight(mat: Mat) -> None:
    """One reader a line."""
    lines = {(antenna.bank, antenna.line) for antenna in mat.antennas}
    assert lines == {(bank, line) for bank in range(5) for line in range(8)}


def test_neighbours_are_one_zone_or_nearer_than_150_mm(mat: Mat) -> None:
    """Measured between the nearest centres of two windows."""
    pairs = set(mat.neighbours)
    for one, other in combinations(mat.antennas, 2):
        is_near = distance_mm(one.windows, other.windows) < 150
        assert ((one.index, other.index) in pairs) == (one.zone == other.zone or is_near)


def test_the_nearest_window_counts_for_antenna_a(mat: Mat) -> None:
    """Foot and right window of a.m1 are near to a.s2, though the zones' centres are not."""
    coils = mat.zone("a.m1").antennas
    (spell,) = mat.zone("a.s2").antennas
    assert mat.zone("a.m1").area.centre.distance_mm(mat.zone("a.s2").area.centre) > 150
    assert {(coil, spell) for coil in coils} <= set(mat.neighbours)


def test_a_sweep_keeps_four_fields_on(mat: Mat) -> None:
    """Ten rounds of four antennas, no two of a round neighbours."""
    rounds, left_over = sweep_rounds(neighbour_lists(40, mat.neighbours), 4)
    assert [len(group) for group in rounds] == [4] * 10
    assert left_over == ()
    assert sorted(i for group in rounds for i in group) == list(range(40))
    for group in rounds:
        assert not set(combinations(sorted(group), 2)) & set(mat.neighbours)


def test_any_three_fields_leave_room_for_a_fourth(mat: Mat) -> None:
    """Whatever the scanner has on, it never has to wait for a field to end."""
    neighbours = [set(indices) for indices in neighbour_lists(40, mat.neighbours)]
    for trio in combinations(range(40), 3):
        blocked = set(trio).union(*(neighbours[i] for i in trio))
        if not any(j in neighbours[i] for i, j in combinations(trio, 2)):
            assert len(blocked) < 40


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("zone_id", ["a.m3", "b.m3"])
def test_a_straight_card_is_seen_by_one_antenna_of_a_monster_zone(
    mat: Mat, zone_id: str, turn: int
) -> None:
    """A when upright or upside-down, B when sideways; up to 12 mm off the centre."""
    zone = mat.zone(zone_id)
    expected = AntennaRole.B if turn in (90, 270) else AntennaRole.A
    for sleeve in mat.sleeves:
        reach = sleeve.tag_offset.y_mm
        x, y = {0: (0, reach), 90: (-reach, 0), 180: (0, -reach), 270: (reach, 0)}[turn]
        for dx in (-12, 0, 12):
            for dy in (-12, 0, 12):
                tag = Rect(zone.area.x_mm + x + dx, zone.area.y_mm + y + dy, 1, 1).centre
                seen = {
                    mat.antennas[i].role
                    for i in zone.antennas
                    if any(w.is_holding(tag) for w in mat.antennas[i].windows)
                }
                assert seen == {expected}


def shares(mat: Mat, zone: Zone, tag: list[Point]) -> dict[AntennaRole, float]:
    """How much of a tag, given as many points of it, lies over each antenna of a zone."""
    return {
        mat.antennas[i].role: sum(
            any(w.is_holding(p) for w in mat.antennas[i].windows) for p in tag
        )
        / len(tag)
        for i in zone.antennas
    }


@pytest.mark.parametrize("way", [0, 90, 180, 270])
def test_a_card_is_never_taken_for_one_that_lies_otherwise(any_mat: Mat, way: int) -> None:
    """12 mm off and 15 degrees askew the right coil has half of the tag; with care it alone."""
    zone = any_mat.zone("a.m3")
    right = AntennaRole.B if way in (90, 270) else AntennaRole.A
    wrong = AntennaRole.A if right is AntennaRole.B else AntennaRole.B
    steps = [(i + 0.5) / 8 - 0.5 for i in range(8)]
    for sleeve, dx, dy, tilt in product(
        any_mat.sleeves, (-12, -6, 0, 6, 12), (-12, -6, 0, 6, 12), (-15, -5, 0, 5, 15)
    ):
        angle = math.radians(way + tilt)
        cos, sin = math.cos(angle), math.sin(angle)
        at, size = sleeve.tag_offset, sleeve.tag_size
        tag = [(at.x_mm + u * size.w_mm, at.y_mm + v * size.h_mm) for u in steps for v in steps]
        points = [
            Point(zone.area.x_mm + dx + x * cos - y * sin, zone.area.y_mm + dy + x * sin + y * cos)
            for x, y in tag
        ]
        seen = shares(any_mat, zone, points)
        assert seen[right] >= 0.5 - 1 / len(tag)
        if abs(tilt) <= 5 and max(abs(dx), abs(dy)) <= 6:
            assert seen[wrong] < 0.3


def test_sleeves_span_the_two_card_sizes(mat: Mat) -> None:
    """The tag lies whole within the card, towards its foot."""
    sizes = [(sleeve.size.w_mm, sleeve.size.h_mm) for sleeve in mat.sleeves]
    assert sizes == [(59, 86), (63, 88)]
    for sleeve in mat.sleeves:
        assert sleeve.tag_offset.y_mm + sleeve.tag_size.h_mm / 2 < sleeve.size.h_mm / 2


def test_pins_are_those_of_the_pin_map(mat: Mat) -> None:
    """Twenty-four pins of one Pico."""
    assert (mat.pins.sda, mat.pins.scl, mat.pins.touch_irq, mat.pins.lights) == (0, 1, 2, 3)
    assert mat.pins.buttons == (4, 5, 6, 7, 8, 9)
    assert mat.pins.reader_address + mat.pins.bank_address == (10, 11, 12, 13, 14, 15)
    assert (mat.pins.miso, mat.pins.select, mat.pins.sck, mat.pins.mosi) == (16, 17, 18, 19)
    assert (mat.pins.reset, mat.pins.light_power) == (20, 22)
    assert mat.pins.supply_sense == (26, 27)


def test_an_unknown_zone_is_a_key_error(mat: Mat) -> None:
    """Nobody gets a zone that the mat has not."""
    with pytest.raises(KeyError, match=r"c\.m1"):
        mat.zone("c.m1")
