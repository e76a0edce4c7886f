"""The printed template: real size, complete, the same bytes every time."""

import re
from itertools import combinations

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from duelmat_hardware import Mat, Rect, generated_files
from duelmat_hardware.plan import (
    LETTER_WIDTH,
    LIGHT_MM,
    Box,
    Label,
    Layer,
    Ring,
    Stroke,
    base_plate,
    coil_plate,
    light_chain,
)
from duelmat_hardware.reader_places import tuning_place
from duelmat_hardware.template import A4, LETTER, OVERLAP_MM, Paper, templates, tiling

pytestmark = pytest.mark.tools

MM = 72 / 25.4


def pages(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of each page, in millimetres."""
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    return [(float(w) / MM, float(h) / MM) for w, h in boxes]


def test_the_same_mat_gives_the_same_bytes(mini: Mat) -> None:
    """No date, no chance."""
    assert templates(mini) == templates(mini)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_tiles_cover_the_plate_and_overlap(any_mat: Mat, paper: Paper) -> None:
    """The last ones reach the edge, and no row or column is for nothing."""
    plan = tiling(any_mat, paper)
    x_mm, y_mm = plan.corner_mm(plan.columns - 1, plan.rows - 1)
    assert x_mm + plan.w_mm >= any_mat.sheet.w_mm > x_mm + OVERLAP_MM
    assert y_mm + plan.h_mm >= any_mat.sheet.h_mm > y_mm + OVERLAP_MM
    assert plan.corner_mm(1, 0)[0] == plan.w_mm - OVERLAP_MM


def test_pages_have_the_size_of_their_paper(any_mat: Mat) -> None:
    """An overview, then a page a tile; the whole sheet on one page for each plate."""
    made = templates(any_mat)
    papers = {"a4": A4, "letter": LETTER, "base_a4": A4, "base_letter": LETTER}
    for name, paper in papers.items():
        plan = tiling(any_mat, paper)
        found = pages(made[f"template_{name}.pdf"])
        assert len(found) == plan.columns * plan.rows + 1
        for size in found:
            assert sorted(size) == pytest.approx(sorted((paper.w_mm, paper.h_mm)), abs=0.01)
    full = pages(made["template_full.pdf"])
    assert len(full) == 2
    assert full[0] == pytest.approx((any_mat.sheet.w_mm + 20, any_mat.sheet.h_mm + 36), abs=0.01)


def test_sheets_say_which_plate_they_are_of(any_mat: Mat) -> None:
    """Each tile at its foot, and the overview above; what is drawn is that plate's."""
    made = templates(any_mat)
    for name, plate, other in (
        ("template_a4.pdf", "coil plate", "base plate"),
        ("template_base_a4.pdf", "base plate", "coil plate"),
    ):
        text = made[name].decode("latin-1")
        plan = tiling(any_mat, A4)
        assert text.count(f"({plate}, sheet ") == plan.columns * plan.rows
        assert other not in text
    assert "(main board)" in made["template_base_a4.pdf"].decode("latin-1")


def test_lengths_are_printed_in_real_size(any_mat: Mat) -> None:
    """The sheet's outline and the ruler, as they stand in the PDF: a point is 1/72 inch."""
    pdf = templates(any_mat)["template_full.pdf"].decode("latin-1")
    outline = re.search(r"n 0 0 ([\d.]+) ([\d.]+) re S", pdf)
    assert outline
    assert float(outline[1]) / MM == pytest.approx(any_mat.sheet.w_mm, abs=0.01)
    assert float(outline[2]) / MM == pytest.approx(any_mat.sheet.h_mm, abs=0.01)
    level = re.findall(r"n ([\d.]+) ([\d.]+) m ([\d.]+) \2 l S", pdf)
    ruler = max(float(end) - float(start) for start, _, end in level)
    assert ruler / MM == pytest.approx(100, abs=0.01)


def test_names_are_no_wider_than_what_they_name(any_mat: Mat) -> None:
    """On both plates: as wide as Helvetica is, and within the smallest rectangle around them."""
    pdf = templates(any_mat)["template_full.pdf"].decode("latin-1")
    text = (
        r"BT /F1 ([\d.]+) Tf [\d.]+ TL ET\nBT 1 0 0 1 ([\d.]+) ([\d.]+) Tm \(((?:[^()\\]|\\.)+)\)"
    )
    number = 0
    for page in pdf.split("endstream")[:2]:
        rects = [
            tuple(map(float, found))
            for found in re.findall(r"n ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re S", page)
        ]
        for size, *at, words in re.findall(text, page):
            left, base = map(float, at)
            wide = stringWidth(words.replace("\\", ""), "Helvetica", float(size))
            middle = left + wide / 2
            around = [w for x, y, w, h in rects if x < middle < x + w and y < base < y + h]
            assert wide < min(around), words
            number += 1
    assert number > any_mat.light_count


def test_sheets_are_named_on_a_white_ground_in_the_overview(any_mat: Mat) -> None:
    for paper, name in ((A4, "a4"), (LETTER, "base_letter")):
        pdf = templates(any_mat)[f"template_{name}.pdf"].decode("latin-1")
        plan = tiling(any_mat, paper)
        ground = r"1 1 1 rg\nn [\d. -]+ re f\*?\n0 0 0 rg\n.*?\(([A-Z]\d+)\)"
        named = re.findall(ground, pdf, re.DOTALL)
        assert len(set(named)) == plan.columns * plan.rows


def test_everything_that_is_made_on_the_coil_plate_is_drawn(any_mat: Mat) -> None:
    """Every window, pad, light, button, cut-out and hole."""
    shapes = list(coil_plate(any_mat))
    boxes = {
        layer: [s for s in shapes if isinstance(s, Box) and s.layer is layer] for layer in Layer
    }
    rings = {
        layer: [s for s in shapes if isinstance(s, Ring) and s.layer is layer] for layer in Layer
    }
    windows = [window for antenna in any_mat.antennas for window in antenna.windows]
    assert [box.rect for box in boxes[Layer.COIL]] == windows
    assert [box.rect for box in boxes[Layer.PAD]] == [pad.area for pad in any_mat.pads]
    assert len(rings[Layer.LIGHT]) == any_mat.light_count
    holes = len(any_mat.buttons) + len(any_mat.construction.holes) + len(any_mat.antennas)
    pegs = 4 * len(windows)
    assert len(rings[Layer.HOLE]) == holes + pegs + len(any_mat.pads) + any_mat.light_count
    assert len(boxes[Layer.HOLE]) == len(any_mat.displays)


def test_the_carriers_of_lights_fit_beside_each_other(any_mat: Mat) -> None:
    """They are round, 10 mm across."""
    places = [place for lamp in any_mat.lamps for place in lamp.places]
    near = min(one.distance_mm(other) for one, other in combinations(places, 2))
    assert near >= LIGHT_MM


def test_each_tuning_piece_has_room_beside_its_reader(any_mat: Mat) -> None:
    """20 x 10 mm, off boards, readers and each other."""
    pieces = [
        Rect(at.x_mm, at.y_mm, 20, 10)
        for at in (tuning_place(any_mat, antenna) for antenna in any_mat.antennas)
    ]
    shapes = base_plate(any_mat)
    taken = [s.rect for s in shapes if isinstance(s, Box) and s.layer is Layer.BOARD]
    for i, piece in enumerate(pieces):
        assert piece.is_within(any_mat.sheet)
        assert not any(piece.is_overlapping(other) for other in (*taken, *pieces[i + 1 :]))


def test_the_wires_of_the_chain_cross_no_coil(any_mat: Mat) -> None:
    """Laid along x and then along y, they stay in the gaps between the windows."""
    windows = [window for antenna in any_mat.antennas for window in antenna.windows]
    wires = [shape for shape in light_chain(any_mat) if isinstance(shape, Stroke)]
    assert len(wires) >= any_mat.light_count - 1
    for wire in wires:
        x_mm, y_mm = zip(*((p.x_mm, p.y_mm) for p in (wire.start, wire.end)), strict=True)
        width, height = max(x_mm) - min(x_mm) + 1, max(y_mm) - min(y_mm) + 1
        room = Rect(sum(x_mm) / 2, sum(y_mm) / 2, width, height)
        assert [window for window in windows if window.is_overlapping(room)] == []


def test_boards_lie_on_the_base_plate_without_touching(any_mat: Mat) -> None:
    """Readers, banks, touch chips and the main board have room; spacers miss them."""
    shapes = list(base_plate(any_mat))
    boards = [
        shape.rect for shape in shapes if isinstance(shape, Box) and shape.layer is Layer.BOARD
    ]
    for i, one in enumerate(boards):
        assert one.is_within(any_mat.sheet)
        assert [other for other in boards[i + 1 :] if one.is_overlapping(other)] == []
    for shape in shapes:
        if isinstance(shape, Ring):
            room = Rect(shape.at.x_mm, shape.at.y_mm, shape.diameter_mm, shape.diameter_mm)
            assert not any(board.is_overlapping(room) for board in boards), shape


def test_words_of_the_base_plate_lie_on_one_board_or_beside_all(any_mat: Mat) -> None:
    """No edge of a board and no hole runs through a word."""
    shapes = list(base_plate(any_mat))
    boards = [s.rect for s in shapes if isinstance(s, Box) and s.layer is Layer.BOARD]
    holes = [
        Rect(s.at.x_mm, s.at.y_mm, s.diameter_mm, s.diameter_mm)
        for s in shapes
        if isinstance(s, Ring)
    ]
    words = [s for s in shapes if isinstance(s, Label)]
    assert len(words) > 3 * len(any_mat.antennas)
    for word in words:
        width_mm = LETTER_WIDTH * word.size_mm * len(word.text)
        room = Rect(word.at.x_mm, word.at.y_mm, width_mm, word.size_mm)
        crossed = [
            b for b in (*boards, *holes) if room.is_overlapping(b) and not room.is_within(b)
        ]
        assert crossed == [], word


def test_holes_leave_wood_between_them(any_mat: Mat) -> None:
    """No two holes of the coil plate run into each other: a millimetre is left at least."""
    rings = [s for s in coil_plate(any_mat) if isinstance(s, Ring) and s.layer is Layer.HOLE]
    for one, other in combinations(rings, 2):
        radii_mm = (one.diameter_mm + other.diameter_mm) / 2
        assert one.at.distance_mm(other.at) >= radii_mm + 1, (one, other)


def test_drawings_for_the_page_can_be_read_at_its_width(any_mat: Mat) -> None:
    """180 mm across; six points are as small as print may be."""
    for name, content in generated_files(any_mat).items():
        if not name.endswith(".svg"):
            continue
        text = content.decode()
        shown_mm = float(re.search(r'viewBox="\S+ \S+ (\S+) \S+"', text)[1])  # type: ignore[index]
        width_mm = float(re.search(r' width="([\d.]+)mm"', text)[1])  # type: ignore[index]
        scale = min(width_mm, 180) / shown_mm
        for size in map(float, re.findall(r'font-size="([\d.]+)"', text)):
            assert size * scale / 25.4 * 72 >= 6, (name, size)
