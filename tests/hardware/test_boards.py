"""Circuit boards that can be ordered: their nets, clearances, values and files."""

import csv
import itertools
import json
import math
import shutil
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from duelmat_bench.antennas import ways
from duelmat_hardware import AntennaRole, Mat, load_mat, mat_file
from duelmat_hardware.assembly import harness
from duelmat_hardware.boards import tile as tiles
from duelmat_hardware.boards import wired_parts
from duelmat_hardware.boards.building import all_board_files
from duelmat_hardware.boards.clearances import core, violations
from duelmat_hardware.boards.copper import BOTH, Item, Layer, Shape, Track
from duelmat_hardware.boards.design import Design, checked
from duelmat_hardware.boards.footprints import C0603
from duelmat_hardware.boards.router import Rules, routed
from duelmat_hardware.boards.sexpr import Node
from duelmat_hardware.boards.winding import inductance_nh, runs
from duelmat_hardware.boards.wired_boards import (
    TRUNK,
    placed_bank,
    placed_main,
    track_width_mm,
    trunk_width_mm,
    trunk_widths,
)
from duelmat_hardware.coils import CARRIER_HZ, coils
from duelmat_hardware.driven_coil import BELOW_MM, driven_coil, shield_of
from duelmat_hardware.errors import BoardError
from duelmat_hardware.geometry import Point, Rect
from duelmat_hardware.harness import Harness
from duelmat_hardware.physics.driver import MOST_SUPPLY_A, STRONG_OHM
from duelmat_hardware.physics.network import WEAK_OHM
from duelmat_hardware.physics.shield import Spread
from hardware.kicad_files import board_items, board_nets, child, children, read, schematic_nets

pytestmark = pytest.mark.tools

GENERATED = Path("hardware/generated/standard/boards")
PCBNEW = Path("/usr/bin/python3")


@cache
def made(name: str) -> tuple[Mat, Harness, Design]:
    """A packaged mat, its net list, and its tile without tracks."""
    mat = load_mat(mat_file(name))
    wired = harness(mat)
    return mat, wired, tiles.placed_tile(mat, wired)


@pytest.fixture
def mat() -> Mat:
    return made("standard")[0]


@pytest.fixture
def wired() -> Harness:
    return made("standard")[1]


@pytest.fixture
def placed() -> Design:
    """The tile without its tracks."""
    return made("standard")[2]


PLACED = {"bank": placed_bank, "main": placed_main}
boards = pytest.mark.parametrize("board", ["tile", "bank", "main"])


def placed_board(name: str, board: str) -> Design:
    """A board of a packaged mat without tracks."""
    mat, wired, tile = made(name)
    return tile if board == "tile" else PLACED[board](mat, wired)


def files(board: str) -> str:
    """The path of a board's files, without their endings."""
    return str(GENERATED / board / board)


@cache
def drawn_board(board: str) -> Node:
    return read(Path(files(board) + ".kicad_pcb"))


@boards
def test_nets_of_the_board_file_are_those_of_the_net_list(board: str) -> None:
    """Contact by contact; what the net list joins here is one net, what it does not is none."""
    wired, design = made("standard")[1], placed_board("standard", board)
    labelled = {
        (part.ref, contact.pad): (part.device, contact.label)
        for part in design.parts
        for contact in part.contacts
        if contact.label
    }
    of_net = {contact: net for net, contacts in wired.nets().items() for contact in contacts}
    drawn = board_nets(drawn_board(board))
    groups = defaultdict(set)
    for pad, net in drawn.items():
        if pad in labelled:
            groups[net].add(labelled[pad])
    devices = {part.device for part in design.parts}
    shown = {contact for group in groups.values() for contact in group}
    listed = {contact for contact in of_net if contact[0] in devices}
    inside = {contact for contact in listed if contact[1].startswith("ANT")}
    assert shown == listed - inside
    for group in groups.values():
        assert len({of_net[contact] for contact in group}) == 1, group
    board_of = {device.ref: device.board for device in wired.devices}
    where = {contact: net for net, group in groups.items() for contact in group}
    for one, other in itertools.combinations(sorted(shown), 2):
        if of_net[one] == of_net[other] and board_of[one[0]] == board_of[other[0]]:
            assert where[one] == where[other], (one, other)


@boards
def test_schematic_and_board_have_the_same_nets(board: str) -> None:
    drawn = board_nets(drawn_board(board))
    assert schematic_nets(read(Path(files(board) + ".kicad_sch"))) == drawn
    assert len(drawn) > 90


def test_the_insides_of_a_reader_touch_no_other_device(placed: Design) -> None:
    """Nets that the net list does not know are those of one reader alone."""
    users = defaultdict(set)
    for part in placed.parts:
        for contact in part.contacts:
            users[contact.net].add(part.device)
    inner = {net: devices for net, devices in users.items() if "." in net.removeprefix("PAD_a.")}
    assert len(inner) == 2 * 9
    assert all(devices == {net.split(".")[0]} for net, devices in inner.items())


@boards
def test_copper_of_the_board_file_keeps_its_distance(board: str) -> None:
    """0.2 mm between nets, read back from the file."""
    items = list(board_items(drawn_board(board)))
    outline = tuple(Point(x, y) for x, y in ((0, 0), (297, 0), (297, 210), (0, 210)))
    as_read = _Read(items, outline)
    assert list(violations(as_read, {})) == []  # type: ignore[arg-type]
    assert len(items) > 300


class _Read:
    """What was read back, as `violations` asks for it."""

    pours: tuple[object, ...] = ()
    holes: tuple[object, ...] = ()

    def __init__(self, items: list[Item], outline: tuple[Point, ...]) -> None:
        self._items, self.outline = items, outline

    def items(self) -> list[Item]:
        return self._items


def test_tracks_that_come_too_near_are_named(placed: Design) -> None:
    """With both nets, the place, the distance, and what mends it."""
    coil = next(track for track in placed.tracks if track.net == "COIL0_1")
    beside = Point(0.0, 0.5)
    near = Track("OTHER", Layer.TOP, coil.start.plus(beside), coil.end.plus(beside), 0.2)
    problems = [*violations(replace(placed, tracks=(*placed.tracks, near)), {})]
    tracks = "a track of COIL0_1", "a track of OTHER"
    words = next(str(each) for each in problems if all(part in each.where for part in tracks))
    assert "expected 0.2 mm between them, got 0.100 mm" in words
    assert "route the board anew" in words


def test_nothing_but_the_coils_lies_in_their_windows(placed: Design) -> None:
    """No part, track or via of the finished board, on either layer."""
    windows = [window for pair in tiles.WINDOWS.values() for window in pair]
    board = drawn_board("tile")
    seen = 0
    for item in board_items(board):
        if not item.net.startswith("COIL"):
            left, top, right, bottom = item.shape.reach()
            at = Rect((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)
            for window in windows:
                moved = replace(window, x_mm=window.x_mm + 150, y_mm=window.y_mm + 100)
                assert not at.is_overlapping(moved), item
            seen += 1
    assert seen > 300


def test_supply_of_the_lights_is_no_turn_around_the_coils() -> None:
    """Capacitors join 5 V and ground, so neither may pass the side that the other leaves open."""
    board = drawn_board("tile")
    for item in board_items(board):
        left, top, _, bottom = item.shape.reach()
        is_beside = left < 150 - 47 and top <= 100 <= bottom
        assert item.net.startswith("COIL") or not is_beside, item


def test_inductance_agrees_with_the_formula_of_a_rectangle() -> None:
    """One turn of 60 x 40 mm: Grover's closed form, for a wire of the track's own distance."""
    a, b, own = 60.0, 40.0, 0.2235 * (0.6 + 0.035)
    corners = (Point(0, 0), Point(a, 0), Point(a, b), Point(0, b), Point(0, 0))
    d = math.hypot(a, b)
    # As a filament and one beside it: mutual inductance at the distance `own`.
    expected = 0.4 * (
        a * math.log(2 * a / own)
        + b * math.log(2 * b / own)
        + 2 * d
        - a * math.asinh(a / b)
        - b * math.asinh(b / a)
        - 2 * (a + b)
    )
    assert inductance_nh([(Layer.TOP, corners)]) == pytest.approx(expected, rel=0.01)


def test_windows_against_each_other_couple_little() -> None:
    """Both windows apart, summed, are the coil but for its pair of leads."""
    whole = inductance_nh(runs(*tiles.WINDOWS[AntennaRole.A]))
    assert 1100 < whole < 1250


def test_coils_on_the_top_couple_nearly_as_well_as_wound_ones(mat: Mat) -> None:
    """At the worst place: in the felt, on the tile's top, and on its bottom (ADR 0038)."""
    coil = coils(mat)[0]
    antenna = mat.antennas[0]
    wound = driven_coil(antenna, mat.zone(antenna.zone), coil)
    shield = shield_of(next(sleeve for sleeve in mat.sleeves if sleeve.name == "standard"))
    steps = (-12.0, 0.0, 12.0)
    x, y, askew = zip(*itertools.product(steps, steps, (-15.0, 0.0, 15.0)), strict=True)
    spread = Spread(x, y, askew)
    least = [
        float(np.abs(shield.couplings(wound.winding, below, spread).lower_nh).min())
        for below in (BELOW_MM, BELOW_MM + 0.5, BELOW_MM + 0.5 + 1.6)
    ]
    assert least == pytest.approx([4.93, 4.72, 4.05], rel=0.02)


def test_long_antennas_do_not_power_a_tag(mat: Mat) -> None:
    """ADR 0037: one turn or two, a row of zones has half of what one zone's coil has; a switch
    of 5 ohm in each lead, beside outputs of 19 ohm and the coil's own, takes a fifth.
    """
    found = ways(mat)
    assert found["a reader a coil"]["margin"] > 1.15
    switched = found["a switch at the chip's side"]["margin"]
    assert switched == pytest.approx(0.8 * found["a reader a coil"]["margin"], rel=0.03)
    assert found["a row, one turn"]["margin"] < 0.7
    assert found["a row, two turns"]["margin"] < 0.7


def test_matching_serves_the_coil_with_every_card_and_without_one(mat: Mat) -> None:
    """The chip's limit with the values that are sold; the trimmer in its range."""
    for coil in tiles.tile_coils(mat):
        values, span = coil.values, coil.span
        assert 5 < values.trimmer_pf < 28
        reactance = 2 * math.pi * CARRIER_HZ * 1e-9
        loss = 2 * values.damping_ohm + coil.resistance_ohm
        assert reactance * span.tuned_nh / loss == pytest.approx(30, rel=0.06)
        for step in range(21):
            inductance_nh = span.least_nh + (span.empty_nh - span.least_nh) * step / 20
            alone = complex(coil.resistance_ohm, reactance * inductance_nh)
            for outputs_ohm in (STRONG_OHM, WEAK_OHM):
                drive = values.network.drive(alone, outputs_ohm)
                assert drive.supply_a <= MOST_SUPPLY_A
                assert drive.supply_a < MOST_SUPPLY_A / 2 or inductance_nh < span.most_nh
            if inductance_nh <= span.most_nh:
                assert drive.coil_a > 0.13


def test_windows_of_another_shape_are_refused(mat: Mat, wired: Harness) -> None:
    first = mat.antennas[0]
    wide = tuple(replace(window, w_mm=60) for window in first.windows)
    other = replace(mat, antennas=(replace(first, windows=wide), *mat.antennas[1:]))
    with pytest.raises(BoardError, match="60 x 30 mm") as caught:
        tiles.placed_tile(other, wired)
    assert "draw another tile" in str(caught.value)


def test_parts_without_number_or_footprint_are_named(placed: Design) -> None:
    """Every one of them, with what mends it."""
    first, second, *rest = placed.parts
    broken = (replace(first, number=""), replace(second, footprint=replace(C0603, pads=())), *rest)
    with pytest.raises(BoardError) as caught:
        checked(replace(placed, parts=broken))
    one, other = caught.value.problems
    assert (one.where, one.expected) == (first.ref, "a part number")
    assert other.where == second.ref and "footprints.py" in other.advice


def test_a_bank_with_a_part_that_has_no_footprint_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The part, its role, and where one is drawn."""
    monkeypatch.delitem(wired_parts.FOOTPRINTS, "bank_capacitor")
    with pytest.raises(BoardError, match="B0_C4: expected a part with a footprint") as caught:
        placed_bank(*made("standard")[:2])
    assert "role bank_capacitor" in str(caught.value)
    assert "through_hole.py" in str(caught.value)


def test_parts_upon_each_other_are_named(placed: Design) -> None:
    first, second, *rest = placed.parts
    with pytest.raises(BoardError, match=f"{second.ref}: expected room of its own"):
        checked(replace(placed, parts=(first, replace(second, at=first.at), *rest)))


def _pad(net: str, x: float, y: float, layers: tuple[Layer, ...] = (Layer.TOP,)) -> Item:
    at = Point(x, y)
    return Item(net, layers, Shape(at, at, 0.0, (0.5, 0.5)), name=f"{net} {x:g}")


def test_nets_that_cross_are_routed_on_two_layers() -> None:
    pads = [_pad("A", 1, 5), _pad("A", 9, 5), _pad("B", 5, 1), _pad("B", 5, 9)]
    found = routed(pads, ["A", "B"], Rules((Rect(5, 5, 10, 10),), 0.25), "test board")
    assert {track.layer for track in found.tracks} == set(BOTH)
    assert len(found.vias) == 2


def test_a_board_that_is_too_dense_names_the_nets_without_a_way() -> None:
    """A wall through both layers; the advice says what mends it."""
    wall = Item("WALL", BOTH, Shape(Point(5, 0), Point(5, 10), 0.5))
    pads = [_pad("A", 1, 5), _pad("A", 9, 5), _pad("B", 1, 1), _pad("B", 1, 9)]
    with pytest.raises(BoardError, match="1 of 2 nets without a way: A") as caught:
        routed([*pads, wall], ["A", "B"], Rules((Rect(5, 5, 10, 10),), 0.25), "test board")
    assert "more room" in str(caught.value)


def _lines(board: str, kind: str) -> list[dict[str, str]]:
    return list(csv.DictReader(Path(f"{files(board)}-{kind}.csv").read_text().splitlines()))


@boards
def test_lists_for_the_maker_have_every_part(board: str) -> None:
    """Each part is bought; those of the machine have a place."""
    drawn = drawn_board(board)
    refs, by_hand = set(), set()
    for footprint in children(drawn, "footprint"):
        ref = next(str(t[2]) for t in children(footprint, "fp_text") if t[1] == "reference")
        kinds = child(footprint, "attr")
        if "exclude_from_bom" not in kinds:
            refs.add(ref)
        if "exclude_from_pos_files" in kinds:
            by_hand.add(ref)
    bought = _lines(board, "bom")
    assert {ref for line in bought for ref in line["Designator"].split(",")} == refs
    assert all(line["Part number"] and line["Checked"] for line in bought)
    put = {line["Designator"] for line in _lines(board, "places")}
    assert put == refs - by_hand


@pytest.mark.skipif(
    subprocess.run([PCBNEW, "-c", "import pcbnew"], capture_output=True, check=False).returncode
    != 0,
    reason="KiCad 6 with its Python is not installed (apt-get install kicad)",
)
@pytest.mark.parametrize(
    "refill", ["as committed", pytest.param("filled by KiCad", marks=pytest.mark.long)]
)
@boards
def test_kicads_own_check_finds_nothing(tmp_path: Path, refill: str, board: str) -> None:
    """With our pours, and with KiCad's."""
    report = tmp_path / "drc.txt"
    code = (
        "import sys, pcbnew\n"
        "board = pcbnew.LoadBoard(sys.argv[1])\n"
        "if sys.argv[3].startswith('filled'): pcbnew.ZONE_FILLER(board).Fill(board.Zones())\n"
        "pcbnew.WriteDRCReport(board, sys.argv[2], pcbnew.EDA_UNITS_MILLIMETRES, True)\n"
    )
    subprocess.run(
        [PCBNEW, "-c", code, files(board) + ".kicad_pcb", report, refill], check=True, timeout=60
    )
    found = report.read_text()
    for what in ("DRC violations", "unconnected pads", "Footprint errors"):
        assert f"Found 0 {what}" in found, found


CLI = shutil.which("kicad-cli")


@pytest.mark.skipif(CLI is None, reason="KiCad 7 or later is not installed")
@boards
def test_kicads_command_line_finds_nothing_in_the_project(tmp_path: Path, board: str) -> None:
    """No rule of circuits or boards broken, no part missing, and the board is the schematic's."""
    project = tmp_path / board
    shutil.copytree(GENERATED / board, project)

    def violations(*command: str) -> list[dict[str, str]]:
        """What a check finds, by its report."""
        report = tmp_path / "found.json"
        run = [str(CLI), *command, "--format", "json", "--severity-all", "-o", str(report)]
        kind = "sch" if command[0] == "sch" else "pcb"
        file = project / f"{board}.kicad_{kind}"
        subprocess.run([*run, str(file)], check=True, timeout=120, capture_output=True)
        found = json.loads(report.read_text())
        sheets = [each for sheet in found.get("sheets", ()) for each in sheet["violations"]]
        lists = ("violations", "unconnected_items", "schematic_parity")
        return sheets + [each for name in lists for each in found.get(name, ())]

    circuit = violations("sch", "erc")
    # The touch pad's wire is soldered on by hand: nothing else of the tile is on its net.
    assert [each["type"] for each in circuit] == ["global_label_dangling"] * (board == "tile")
    assert violations("pcb", "drc", "--schematic-parity") == []


@boards
def test_every_part_of_a_board_is_in_its_library(board: str) -> None:
    """Symbol and footprint, by the names that schematic and board have; models that are named."""
    folder = GENERATED / board
    symbols = read(folder / "duelmat.kicad_sym")
    known = {f"duelmat:{symbol[1]}" for symbol in children(symbols, "symbol")}
    placed = list(children(drawn_board(board), "footprint"))
    used = {str(footprint[1]) for footprint in placed}
    assert used == known
    for footprint in placed:
        name = str(footprint[1]).removeprefix("duelmat:")
        own = read(folder / "duelmat.pretty" / f"{name}.kicad_mod")
        names = [[str(pad[1]) for pad in children(node, "pad")] for node in (own, footprint)]
        assert names[0] == names[1], name
        for model in children(footprint, "model"):
            assert Path(str(model[1]).replace("${KIPRJMOD}", str(folder))).is_file()


@pytest.mark.long
def test_boards_are_made_anew_byte_for_byte() -> None:
    made_anew = all_board_files(load_mat(mat_file("standard")))
    for file, content in made_anew.items():
        assert (GENERATED.parent / file).read_bytes() == content, file
    paths = [path for path in GENERATED.rglob("*") if path.is_file()]
    assert {str(path.relative_to(GENERATED.parent)) for path in paths} == set(made_anew)


def _joined(design: Design) -> dict[tuple[str, str], set[tuple[str, str]]]:
    """Each contact with those that it is joined to, and where each part is, by its footprint."""
    groups = defaultdict(set)
    for part in design.parts:
        for contact in part.contacts:
            if contact.net:
                groups[contact.net].add((f"{part.footprint.name} at {part.at}", contact.pad))
    return {contact: group for group in groups.values() for contact in group}


@pytest.mark.parametrize("board", ["tile", "bank"])
def test_tile_and_bank_board_of_the_standard_mat_serve_the_mini_mat(board: str) -> None:
    """The same parts in the same places, joined alike; only names differ."""
    one, other = (_joined(placed_board(name, board)) for name in ("standard", "mini"))
    assert one == other


def test_main_board_of_the_standard_mat_serves_the_mini_mat() -> None:
    """All that the mini mat's has is on it, on the same nets; feeds go by their half."""
    nets = {}
    for name in ("standard", "mini"):
        design = placed_board(name, "main")
        nets[name] = {
            (part.ref, contact.pad): contact.net
            for part in design.parts
            for contact in part.contacts
            if contact.net and not part.ref.startswith("X_FEED")
        }
    assert nets["mini"].items() <= nets["standard"].items()
    assert len(nets["mini"]) > 200


def test_tracks_are_as_wide_as_their_current_wants() -> None:
    """IPC-2221 at 10 K for 35 um: 1 A on 0.3 mm, 4 A on 2 mm; and 50 mV lost on 100 mm."""
    assert 0.3 <= track_width_mm(1.0) <= 0.4
    assert 2.0 <= track_width_mm(4.0) <= 2.1
    for amperes in (0.5, 1.0, 2.0):
        lost_v = amperes * 1.72e-5 * 100 / (0.035 * trunk_width_mm(amperes))
        assert 0.8 * 0.05 < lost_v < 1.02 * 0.05
    assert trunk_width_mm(4.0) == 2.5  # as far as a transistor's legs allow


def _groups(items: list[Item]) -> list[set[str]]:
    """The names of the pads that copper joins, group by group."""
    groups: list[list[Item]] = []
    for item in items:
        near = [group for group in groups if any(_is_touching(item, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([item, *itertools.chain.from_iterable(near)])
    return [{item.name for item in group if item.name} for group in groups]


def _is_touching(one: Item, other: Item) -> bool:
    if not set(one.layers) & set(other.layers):
        return False
    reach = one.shape.round_mm + other.shape.round_mm
    return float(core(one).distance(core(other))) < reach + 1e-6


def test_trunks_of_the_supply_lead_from_terminal_to_terminal() -> None:
    """By wide copper alone: no via, no thin track between fuse, switch, regulator and plug."""
    mat = made("standard")[0]
    copper = list(board_items(drawn_board("main")))
    design = placed_board("standard", "main")
    trunk = {part.ref for part in design.parts if part.footprint in TRUNK}
    assert len(trunk) == 7 + 5 + 3 + 3 + 1 + 2
    for net, width_mm in trunk_widths(mat).items():
        own = [item for item in copper if item.net == net]
        ends = [item for item in own if item.name.split(" ")[0] in trunk]
        tracks = [
            item for item in own if not item.name and 2 * item.shape.round_mm > width_mm - 1e-6
        ]
        (group,) = _groups([*ends, *(item for item in tracks if not item.hole_mm)])
        assert group == {item.name for item in ends} and len(group) > 1, net


def test_a_library_that_is_missing_is_named(tmp_path: Path) -> None:
    """`duelmat mat build --boards` without the extra."""
    code = (
        "import sys; sys.modules['gerbonara'] = None\n"
        "from duelmat import main\n"
        f"sys.argv = ['duelmat', 'mat', 'build', '--boards', '--target', {str(tmp_path)!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode != 0
    assert "gerbonara" in done.stderr and "pip install 'duelmat[hardware]'" in done.stderr
