"""The drawings of carriers' joints can be read: nothing in them lies on anything else."""

import re
from itertools import combinations, pairwise

import pytest

from duelmat_hardware import Mat
from duelmat_hardware.assembly import harness
from duelmat_hardware.boards.joints import (
    GROUPS,
    ON_HOLES,
    contact_places,
    group_of,
    joint_drawings,
    joints,
)
from duelmat_hardware.boards.lanes import Wire, lead, place_names
from duelmat_hardware.errors import BoardError
from duelmat_hardware.geometry import Point, Rect
from duelmat_hardware.placing import boards

Line = tuple[str, Point, Point]
"""A straight part of a wire, with its colour."""
LETTER = 0.55
"""The width of a letter of Helvetica, of its height: capitals are wider, most others are not."""
APART_MM = 1.2
DOT_MM = 1.0
ROUNDED_MM = 0.1

PATH = re.compile(r'<path d="M([^h"]+)" stroke="(#\w+)" stroke-width="0.4"')
DOT = re.compile(r'<path d="M([\d.]+) ([\d.]+) h0"')
TEXT = re.compile(
    r'<text x="([\d.-]+)" y="([\d.-]+)" font-size="([\d.]+)" fill="(#\w+)"[^>]*>(\w+)'
)


def lines_of(drawing: str) -> list[Line]:
    found = []
    for way, colour in PATH.findall(drawing):
        points = [Point(*map(float, point.split())) for point in way.split(" L")]
        found += [(colour, start, end) for start, end in pairwise(points)]
    return found


def box_of(line: Line, width_mm: float = 0.4) -> Rect:
    _, start, end = line
    return Rect(
        (start.x_mm + end.x_mm) / 2,
        (start.y_mm + end.y_mm) / 2,
        abs(start.x_mm - end.x_mm) + width_mm,
        abs(start.y_mm - end.y_mm) + width_mm,
    )


def dots_of(drawing: str) -> list[Point]:
    return [Point(float(x), float(y)) for x, y in DOT.findall(drawing)]


def texts_of(drawing: str) -> list[tuple[str, str, Rect]]:
    """Each text with its colour and what it fills, from its line down to its height above it."""
    found = []
    for x, y, size, colour, words in TEXT.findall(drawing):
        high = float(size) * 0.72
        wide = float(size) * LETTER * len(words)
        found.append((words, colour, Rect(float(x), float(y) - high / 2, wide, high)))
    return found


def is_along(line: Line, other: Line) -> bool:
    """Whether two lines run beside each other nearer than they can be told apart."""
    boxes = [box_of(each, 0) for each in (line, other)]
    if (boxes[0].h_mm > boxes[0].w_mm) != (boxes[1].h_mm > boxes[1].w_mm):
        return False
    return box_of(line, APART_MM).is_overlapping(box_of(other, APART_MM))


def carriers(mat: Mat) -> list[tuple[str, str]]:
    """The drawings of the boards that are joined on holes, with their names."""
    drawings = joint_drawings(mat, harness(mat))
    found = [(name, text) for name, text in drawings.items() if name.split("_")[1] in ON_HOLES]
    assert len(found) == sum(len(GROUPS[board]) for board in ON_HOLES)
    return found


def test_no_two_wires_of_a_carrier_lie_on_each_other(any_mat: Mat) -> None:
    """Those of different nets cross at most, upright and level, and pass over no other leg."""
    for name, drawing in carriers(any_mat):
        lines = lines_of(drawing)
        assert all(start.x_mm == end.x_mm or start.y_mm == end.y_mm for _, start, end in lines)
        for line, other in combinations(lines, 2):
            assert line[0] == other[0] or not is_along(line, other), (name, line, other)
        legs = {
            colour: {each for c, *ends in lines if c == colour for each in ends}
            for colour, _, _ in lines
        }
        for line in lines:
            for dot in dots_of(drawing):
                is_own = any(dot.distance_mm(leg) < ROUNDED_MM for leg in legs[line[0]])
                assert is_own or not box_of(line, DOT_MM).is_holding(dot), (name, line, dot)


def test_names_of_a_carrier_lie_on_their_own_wires_and_on_nothing_else(any_mat: Mat) -> None:
    """Each net has one, and so has each part; none lies on another, on a leg or on a wire."""
    wired = harness(any_mat)
    refs = {board.name: {place.ref for place in board.places} for board in boards(wired)}
    nets = {
        f"joints_{board.name}_{group}.svg": {
            joint.net for joint in joints(board, wired) if group_of(board, joint.net) == group
        }
        for board in boards(wired)
        for group in GROUPS[board.name]
    }
    for name, drawing in carriers(any_mat):
        texts = texts_of(drawing)
        assert sorted(words for words, _, _ in texts) == sorted(
            nets[name] | refs[name.split("_")[1]]
        )
        for (words, _, box), (others, _, other) in combinations(texts, 2):
            assert not box.is_overlapping(other), (name, words, others)
        for words, colour, box in texts:
            own = [line for line in lines_of(drawing) if line[0] == colour]
            assert not own or any(box_of(line).is_holding(box.centre) for line in own)
            for line in lines_of(drawing):
                is_free = line[0] == colour or not box.is_overlapping(box_of(line))
                assert is_free, (name, words, line)
            for dot in dots_of(drawing):
                assert not box.is_overlapping(Rect(dot.x_mm, dot.y_mm, DOT_MM, DOT_MM))


def test_straight_wires_of_a_carrier_would_lie_on_each_other(any_mat: Mat) -> None:
    """From the first leg of a row to the third the shortest way leads over the second."""
    wired = harness(any_mat)
    display = next(board for board in boards(wired) if board.name == "display")
    places = contact_places(display, wired)
    straight = [
        (joint.net, places[joint.start], places[joint.end])
        for joint in joints(display, wired)
        if places[joint.start].y_mm == places[joint.end].y_mm
    ]
    found = [
        (line, other)
        for line, other in combinations(straight, 2)
        if line[0] != other[0] and is_along(line, other)
    ]
    assert found


def test_wires_that_no_lanes_keep_apart_are_a_problem() -> None:
    """Between legs above and below there is a lane for one, and none beside."""
    legs = {Point(1 + 2 * at, row): f"N{at}" for at in range(9) for row in (1, 3)}
    wires = [Wire(f"N{at}", Point(1 + 2 * at, 1), Point(17 - 2 * at, 3)) for at in range(9)]
    crossed = {**legs, **{wire.end: wire.net for wire in wires}}
    with pytest.raises(BoardError, match="wires on each other"):
        lead("a carrier", wires[:3], crossed, 4)


def test_name_without_a_free_place_is_left_out() -> None:
    """One that would lie on a leg, on both sides of which the wire is too short."""
    ends = [Point(0, 0), Point(4, 0)]
    wire = Wire("A_LONG_NAME", *ends)
    ways = lead("a carrier", [wire], dict.fromkeys(ends, wire.net), 4)
    assert place_names(ways, dict.fromkeys(ends, wire.net)) == {}
