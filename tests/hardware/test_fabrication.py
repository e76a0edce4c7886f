"""What a maker of boards and its machine need besides copper: paste, print, fiducials, lists."""

import csv
import itertools
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from duelmat_hardware import Mat, load_mat, mat_file
from duelmat_hardware.assembly import harness
from duelmat_hardware.boards.clearances import misprints, violations
from duelmat_hardware.boards.design import FIDUCIAL_ROOM_MM, Design, checked
from duelmat_hardware.boards.footprints import HVQFN32, Footprint
from duelmat_hardware.boards.lcsc import CHECKED
from duelmat_hardware.boards.silk import dot
from duelmat_hardware.boards.tile import placed_tile
from duelmat_hardware.boards.wired_boards import placed_bank, placed_main
from duelmat_hardware.errors import BoardError

pytestmark = pytest.mark.tools

GENERATED = Path("hardware/generated/standard/boards")
PLACED = {"tile": placed_tile, "bank": placed_bank, "main": placed_main}
boards = pytest.mark.parametrize("board", PLACED)


@cache
def standard() -> Mat:
    return load_mat(mat_file("standard"))


@cache
def placed(board: str) -> Design:
    """A board of the standard mat without its tracks."""
    return PLACED[board](standard(), harness(standard()))


def _rows(board: str, kind: str) -> list[dict[str, str]]:
    return list(csv.DictReader((GENERATED / board / f"{board}-{kind}.csv").open()))


def test_paste_under_a_chip_is_divided() -> None:
    """Half to four fifths of the pad, and none on a hole, through which it would run away."""
    pad = next(pad for pad in HVQFN32.pads if pad.name == "33" and not pad.drill_mm)
    windows = list(pad.paste())
    share = sum(size.w_mm * size.h_mm for _, size in windows) / (pad.size.w_mm * pad.size.h_mm)
    assert len(windows) == 4
    assert 0.5 < share < 0.8
    holes = [pad for pad in HVQFN32.pads if pad.drill_mm]
    assert len(holes) >= 4
    for hole, (at, size) in itertools.product(holes, windows):
        apart_x = abs(hole.at.x_mm - at.x_mm) - size.w_mm / 2
        apart_y = abs(hole.at.y_mm - at.y_mm) - size.h_mm / 2
        assert max(apart_x, apart_y) >= hole.drill_mm / 2


def test_heat_of_a_chip_goes_into_ground_on_the_other_side() -> None:
    """The holes in its pad are on its net, and no legs."""
    assert not HVQFN32.is_through
    chips = [part for part in placed("tile").parts if part.footprint is HVQFN32]
    assert len(chips) == 2
    for part in chips:
        nets = {item.net for item in part.items() if item.hole_mm}
        assert nets == {part.net("33")}


def _is_symmetrical(shape: Footprint) -> bool:
    """Whether a body fits both ways round, or one way only."""
    alike = ("chip_", "axial", "ceramic", "fuse", "trimmer", "crystal", "sot_23", "wire", "touch")
    return shape.is_tie or (shape.name.startswith(alike) and shape.name != "wires_1x3")


@boards
def test_every_part_that_may_be_put_on_wrongly_is_marked(board: str) -> None:
    """Contact 1, plus, the ring of a diode, or the notch."""
    bare = {p.footprint.name for p in placed(board).parts if not p.footprint.marks}
    needed = {p.footprint.name for p in placed(board).parts if not _is_symmetrical(p.footprint)}
    assert needed
    assert not bare & needed


@boards
def test_print_lies_on_the_board_and_on_nothing_that_is_soldered(board: str) -> None:
    """On bare copper it would keep solder away; off the edge it is lost."""
    assert list(misprints(placed(board))) == []


def test_print_on_a_contact_or_off_the_board_is_named() -> None:
    """The part, and what its mark lies on."""
    design = placed("bank")
    first = next(part for part in design.parts if part.footprint.marks)
    pad = first.footprint.pads[0].at
    marks = (*dot(pad.x_mm, pad.y_mm), *dot(500.0, 0.0))
    wrong = replace(first, footprint=replace(first.footprint, marks=marks))
    others = tuple(part for part in design.parts if part is not first)
    one, other = misprints(replace(design, parts=(wrong, *others)))
    assert first.ref in one.where and first.ref in other.where
    assert "edge" in other.where


@boards
def test_a_machine_finds_the_board_by_three_dots_that_nothing_touches(board: str) -> None:
    """Not in a line, far apart, and mirrored they fit nowhere, so a turned board shows."""
    design = placed(board)
    first, second, third = design.fiducials
    sides = sorted(a.distance_mm(b) for a, b in ((first, second), (second, third), (third, first)))
    assert sides[0] > 15
    assert sides[2] < 0.95 * (sides[0] + sides[1])
    assert sides[2] - sides[0] > 2
    near = next(item for item in design.items() if item.shape.start == first)
    assert near.shape.round_mm * 2 >= FIDUCIAL_ROOM_MM
    on_top = replace(design, fiducials=(next(design.items()).shape.start, second, third))
    assert list(violations(on_top, {}))


@boards
def test_screws_hold_a_board_with_their_heads_on_nothing(board: str) -> None:
    """Three at least; a part below a head is named."""
    design = placed(board)
    screws = [hole for hole in design.holes if hole.free_mm]
    assert len(screws) >= 3
    for hole in screws:
        for item in design.items():
            assert item.shape.distance_mm(hole.at.x_mm, hole.at.y_mm) > hole.free_mm / 2
    moved = replace(design.parts[0], at=screws[0].at)
    with pytest.raises(BoardError, match="on the screw at"):
        checked(replace(design, parts=(moved, *design.parts[1:])))


@boards
def test_lists_have_the_columns_that_the_maker_reads(board: str) -> None:
    """As JLCPCB takes them; a number of the shop stands there with its article, or not at all."""
    bought, places = _rows(board, "bom"), _rows(board, "places")
    assert list(bought[0])[:4] == ["Comment", "Designator", "Footprint", "LCSC Part #"]
    assert list(places[0])[:5] == ["Designator", "Mid X", "Mid Y", "Layer", "Rotation"]
    for row in bought:
        number = row["LCSC Part #"]
        assert row["Checked"] == ("checked" if number else "unchecked")
        assert bool(number) is bool(row["LCSC article"])
        assert not number or (number[0] == "C" and number[1:].isdigit())
    assert {row["Layer"] for row in places} == {"Top"}


def test_every_checked_number_is_of_a_part_that_some_board_has() -> None:
    wanted = {part.number for board in PLACED for part in placed(board).parts}
    assert set(CHECKED) <= wanted
