"""The drawings of joints can be read: nothing in them lies on anything else."""

import re
from itertools import combinations, pairwise

import pytest

from duelmat_hardware.boards.joints import GROUPS, contact_places, group_of, joints
from duelmat_hardware.boards.lanes import WIRE_MM, Wire, lead, place_names
from duelmat_hardware.errors import BoardError
from duelmat_hardware.geometry import Point, Rect, Size
from duelmat_hardware.harness import Harness
from duelmat_hardware.placing import boards

pytestmark = pytest.mark.tools

Line = tuple[str, Point, Point, float]
"""A straight part of a wire, with its net and width."""
LETTER = 0.55
"""The width of a letter of Helvetica, of its height: capitals are wider, most others are not."""
APART_MM = 1.2
GAP_MM = 0.5
DOT_MM = 1.0
ROUNDED_MM = 0.1
HEIGHTS_MM = (1.4, 1.1)
"""Heights of names."""

PATH = re.compile(
    r'<path d="M([^h"]+)" stroke="#\w+" stroke-width="([\d.]+)"[^>]*><title>([^<]+)</title>'
)
DOT = re.compile(r'<path d="M([\d.]+) ([\d.]+) h0"')
TEXT = re.compile(r'<text x="([\d.-]+)" y="([\d.-]+)" font-size="([\d.]+)"([^>]*)>([^<]+)')
TURNED = re.compile(r"rotate\(-90 ([\d.-]+) ([\d.-]+)\)")


def lines_of(drawing: str) -> list[Line]:
    found = []
    for way, width, net in PATH.findall(drawing):
        points = [Point(*map(float, point.split())) for point in way.split(" L")]
        found += [(net, start, end, float(width)) for start, end in pairwise(points)]
    assert found
    return found


def box_of(line: Line, width_mm: float | None = None) -> Rect:
    """Return what a line fills, or one of that width in its place."""
    _, start, end, own_mm = line
    width_mm = own_mm if width_mm is None else width_mm
    return Rect(
        (start.x_mm + end.x_mm) / 2,
        (start.y_mm + end.y_mm) / 2,
        abs(start.x_mm - end.x_mm) + width_mm,
        abs(start.y_mm - end.y_mm) + width_mm,
    )


def dots_of(drawing: str) -> list[Point]:
    return [Point(float(x), float(y)) for x, y in DOT.findall(drawing)]


def texts_of(drawing: str) -> list[tuple[str, Rect]]:
    """Each text with what it fills, from its line up to its height, or turned to the left."""
    found = []
    for x, y, size, more, words in TEXT.findall(drawing):
        high = float(size) * 0.72
        wide = float(size) * LETTER * len(words)
        box = Rect(float(x), float(y) - high / 2, wide, high)
        turned = TURNED.search(more)
        if turned:
            x_mm, y_mm = map(float, turned.groups())
            assert x_mm == float(x)
            box = Rect(x_mm + box.y_mm - y_mm, y_mm, high, wide)
        found.append((words, box))
    return found


def roomy(box: Rect) -> Rect:
    """Return the room of a text with a gap before and behind it, so that it ends where it ends."""
    if box.w_mm > box.h_mm:
        return Rect(box.x_mm, box.y_mm, box.w_mm + 2 * GAP_MM, box.h_mm)
    return Rect(box.x_mm, box.y_mm, box.w_mm, box.h_mm + 2 * GAP_MM)


def is_along(line: Line, other: Line) -> bool:
    """Whether two lines run beside each other nearer than they can be told apart."""
    boxes = [box_of(each, 0) for each in (line, other)]
    if (boxes[0].h_mm > boxes[0].w_mm) != (boxes[1].h_mm > boxes[1].w_mm):
        return False
    return box_of(line, APART_MM).is_overlapping(box_of(other, APART_MM))


def test_every_group_of_nets_has_a_drawing(joint_pages: dict[str, str]) -> None:
    expected = {f"joints_{board}_{group}.svg" for board in GROUPS for group in GROUPS[board]}
    assert set(joint_pages) == expected


def test_no_two_wires_lie_on_each_other(joint_pages: dict[str, str]) -> None:
    """Those of different nets cross at most, upright and level, and pass over no other leg."""
    for name, drawing in joint_pages.items():
        lines = lines_of(drawing)
        assert all(start.x_mm == end.x_mm or start.y_mm == end.y_mm for _, start, end, _ in lines)
        for line, other in combinations(lines, 2):
            assert line[0] == other[0] or not is_along(line, other), (name, line, other)
        ends: dict[str, set[Point]] = {}
        for net, start, end, _ in lines:
            ends.setdefault(net, set()).update((start, end))
        dots = dots_of(drawing)
        for line in lines:
            for dot in dots:
                if box_of(line, DOT_MM).is_holding(dot):
                    is_own = any(dot.distance_mm(end) < ROUNDED_MM for end in ends[line[0]])
                    assert is_own, (name, line, dot)


def test_names_lie_on_their_own_wires_and_on_nothing_else(
    wired: Harness, joint_pages: dict[str, str]
) -> None:
    """Each net has one, and so has each part; none lies on another, on a leg or on a wire."""
    for board in boards(wired):
        refs = {place.ref for place in board.places}
        for group in GROUPS[board.name]:
            name = f"joints_{board.name}_{group}.svg"
            drawing = joint_pages[name]
            wires = joints(board, wired)
            nets = {joint.net for joint in wires if group_of(board, joint.net) == group}
            texts, lines = texts_of(drawing), lines_of(drawing)
            assert sorted(words for words, _ in texts) == sorted(nets | refs)
            for (words, box), (others, other) in combinations(texts, 2):
                assert not roomy(box).is_overlapping(other), (name, words, others)
                assert not box.is_overlapping(roomy(other)), (name, words, others)
            sheet = Rect(board.w_mm / 2, board.h_mm / 2, board.w_mm, board.h_mm)
            for words, box in texts:
                assert sheet.is_holding(box.centre), (name, words)
                touched = {
                    line[0] for line in lines if box.is_overlapping(box_of(line, 2 * DOT_MM))
                }
                assert words in refs or words in touched, (name, words)
                for line in lines:
                    is_free = line[0] == words or not box.is_overlapping(box_of(line))
                    assert is_free, (name, words, line)
                for dot in dots_of(drawing):
                    assert not roomy(box).is_overlapping(Rect(dot.x_mm, dot.y_mm, DOT_MM, DOT_MM))


def test_straight_wires_would_lie_on_each_other(wired: Harness) -> None:
    """From the first leg of a row to the third the shortest way leads over the second."""
    display = next(board for board in boards(wired) if board.name == "display")
    places = contact_places(display, wired)
    straight = [
        (joint.net, places[joint.start], places[joint.end], WIRE_MM)
        for joint in joints(display, wired)
        if places[joint.start].y_mm == places[joint.end].y_mm
    ]
    found = [
        (line, other)
        for line, other in combinations(straight, 2)
        if line[0] != other[0] and is_along(line, other)
    ]
    assert found


def cage(middle: Point, apart_mm: float) -> dict[Point, str]:
    """Legs of no net around a place, so near to each other that no wire passes."""
    steps = (-apart_mm, 0.0, apart_mm)
    around = {middle.plus(Point(x, y)): "" for x in steps for y in steps}
    del around[middle]
    return around


def test_wire_that_no_lane_leads_out_of_a_cage_is_a_problem() -> None:
    start, end = Point(10, 10), Point(20, 10)
    wire = Wire("A", start, end)
    legs = {start: "A", end: "A"}
    assert lead("a board", [wire], legs, Size(30, 20))[0].points == (start, end)
    with pytest.raises(BoardError, match="wires on each other"):
        lead("a board", [wire], {**legs, **cage(start, 2.0)}, Size(30, 20))


def test_wire_without_a_lane_is_led_before_the_shorter_ones() -> None:
    """A can only go through a corridor; B is shorter, and would take it rather than go around."""
    a, b = Wire("A", Point(2, 20), Point(26, 20)), Wire("B", Point(6, 15), Point(14, 15))
    corridor = {Point(x, y) for x in range(0, 22, 2) for y in (18.5, 21.5)} | {Point(0, 20)}
    doors = {Point(6, 18.5), Point(14, 18.5)}
    wall = {Point(10, y) for y in range(4, 18, 2)}
    legs = dict.fromkeys((corridor | wall) - doors, "")
    legs |= {each: wire.net for wire in (a, b) for each in (wire.start, wire.end)}
    size = Size(30, 30)
    (alone,) = lead("a board", [b], legs, size)
    assert max(point.y_mm for point in alone.points) > 18.5
    through, around = lead("a board", [a, b], legs, size)
    assert through.points == (a.start, a.end)
    assert min(point.y_mm for point in around.points) < 4


def test_name_goes_beside_a_wire_too_short_for_it_and_is_left_out_without_a_place() -> None:
    wire = Wire("A_LONG_NAME", Point(10, 10), Point(14, 10))
    legs = {wire.start: wire.net, wire.end: wire.net}
    ways = lead("a board", [wire], legs, Size(30, 20))
    (name,) = place_names(ways, legs, HEIGHTS_MM)
    assert (name.text, name.is_upright) == (wire.net, False)
    assert name.middle.y_mm != wire.start.y_mm
    around = {Point(x, y): "" for x in range(0, 26, 2) for y in (8, 9, 11, 12)}
    assert place_names(ways, {**legs, **around}, HEIGHTS_MM) == []
