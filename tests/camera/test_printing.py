"""What is printed is what is read: on the mat, and around a card's foot."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import numpy as np
import pytest

from duelmat_camera.errors import MarkerError
from duelmat_camera.finding import MarkerFinder, Picture
from duelmat_camera.markers import BACKS, EDGE_MARKERS, FRONTS, marker_of, mat_markers, tag_of
from duelmat_camera.printing import (
    BACK_MM,
    FRONT_MM,
    playmat_shapes,
    playmat_sheet,
    playmat_tiles,
    strip_sheets,
    strips,
)
from duelmat_camera.sleeves import draw_sleeves, sides_of, stranger
from duelmat_decks.deck_loading import usual_deck
from duelmat_engine import Deck, find_ruleset
from duelmat_hardware import PACKAGED_MATS, Mat, Rect, load_mat, mat_file
from duelmat_hardware.plan import Block, Shape
from duelmat_hardware.template import A4, FOOT_MM, LETTER, MARGIN_MM, Paper, tiling

PX_PER_MM = 4
PACK = usual_deck(find_ruleset("trump_king"))


@pytest.fixture(scope="module", params=PACKAGED_MATS)
def mat(request: pytest.FixtureRequest) -> Mat:
    return load_mat(mat_file(request.param))


def printed(shapes: Iterable[Shape], w_mm: float, h_mm: float) -> Picture:
    """The black blocks of a page, from above."""
    page = np.full((int(h_mm * PX_PER_MM), int(w_mm * PX_PER_MM)), 255, np.uint8)
    for shape in shapes:
        if isinstance(shape, Block):
            area = shape.rect
            rows = slice(round(area.top_mm * PX_PER_MM), round(area.bottom_mm * PX_PER_MM))
            columns = slice(round(area.left_mm * PX_PER_MM), round(area.right_mm * PX_PER_MM))
            page[rows, columns] = 0
    return page


def test_every_marker_of_the_playmat_is_read_where_it_should_be(mat: Mat) -> None:
    """As printed, to half a millimetre, upright for seat a."""
    found = MarkerFinder().find(printed(playmat_shapes(mat), mat.sheet.w_mm, mat.sheet.h_mm))
    places = mat_markers(mat)
    assert found.keys() == places.keys()
    for marker, corners in found.items():
        x_mm, y_mm = corners.mean(axis=0) / PX_PER_MM
        assert (x_mm, y_mm) == pytest.approx((places[marker].x_mm, places[marker].y_mm), abs=0.5)
        assert corners[0][1] < corners[3][1]


def test_nothing_else_is_printed_into_a_marker_or_its_margin(mat: Mat) -> None:
    """Those of the edges lie beside zones and piles, and each zone's own is within it."""
    for marker, at in list(mat_markers(mat).items())[:EDGE_MARKERS]:
        around = Rect(at.x_mm, at.y_mm, 30, 30)
        for zone in mat.zones:
            for area in (zone.area, zone.stack):
                apart = area is None or (
                    abs(area.x_mm - around.x_mm) >= (area.w_mm + around.w_mm) / 2
                    or abs(area.y_mm - around.y_mm) >= (area.h_mm + around.h_mm) / 2
                )
                assert apart, (marker, zone.id)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_strip_shows_its_front_before_a_card_and_its_back_behind(paper: Paper) -> None:
    """Folded around the foot both stand upright, equally far from the foot."""
    registry = draw_sleeves([PACK, PACK], Random(1))
    pages = strips(registry.sleeves, paper)
    assert sum(map(len, pages)) == len(registry)
    page = printed([s for strip in pages[0] for s in strip.shapes()], paper.w_mm, paper.h_mm)
    strip = pages[0][0]
    left = int((strip.fold.x_mm - 15) * PX_PER_MM)
    columns = slice(left, left + 30 * PX_PER_MM)
    fold = round(strip.fold.y_mm * PX_PER_MM)
    front = page[fold - int(FRONT_MM * PX_PER_MM) : fold, columns]
    back = page[fold : fold + int(BACK_MM * PX_PER_MM), columns][::-1, ::-1]
    for panel, marker in ((front, strip.front), (back, strip.back)):
        ((found, corners),) = MarkerFinder().find(np.pad(panel, 20, constant_values=255)).items()
        assert found == marker
        assert corners[0][1] < corners[3][1]
        middle_mm = (len(panel) + 20 - corners.mean(axis=0)[1]) / PX_PER_MM
        assert middle_mm == pytest.approx(17, abs=0.5)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_strips_lie_beside_each_other_on_their_page(paper: Paper) -> None:
    """Above the ruler, within the margins."""
    for page in strips(draw_sleeves([PACK, PACK], Random(1)).sleeves, paper):
        assert len({(strip.fold.x_mm, strip.fold.y_mm) for strip in page}) == len(page)
        for strip in page:
            assert strip.fold.x_mm - 15 >= MARGIN_MM
            assert strip.fold.x_mm + 15 <= paper.w_mm - MARGIN_MM
            assert strip.fold.y_mm - FRONT_MM >= MARGIN_MM
            assert strip.fold.y_mm + BACK_MM <= paper.h_mm - MARGIN_MM - FOOT_MM


def test_sheets_are_pages_of_their_paper(mat: Mat) -> None:
    """An overview and a page a tile; one page for a print shop; the strips' pages."""
    plan = tiling(mat, A4)
    assert playmat_tiles(mat, A4).count(b"/Type /Page\n") == plan.columns * plan.rows + 1
    assert playmat_sheet(mat).count(b"/Type /Page\n") == 1
    sleeves = draw_sleeves([PACK], Random(1)).sleeves
    sheets = strip_sheets(mat, sleeves, A4, "seat a")
    assert sheets.count(b"/Type /Page\n") == len(strips(sleeves, A4))
    assert sheets == strip_sheets(mat, sleeves, A4, "seat a")


def test_backs_are_drawn_anew_and_fronts_stay() -> None:
    """What somebody has learnt of the backs is worth nothing after another draw."""
    one, other = (draw_sleeves([PACK, PACK], Random(seed)) for seed in (1, 2))
    assert [sleeve.up for sleeve in one.sleeves] == [sleeve.up for sleeve in other.sleeves]
    same = sum(a.down == b.down for a, b in zip(one.sleeves, other.sleeves, strict=True))
    assert same <= 3
    markers = {marker_of(sleeve.down) for sleeve in one.sleeves}
    assert len(markers) == len(one)
    assert all(marker in BACKS for marker in markers)


def test_decks_of_more_cards_than_markers_are_refused() -> None:
    """With both numbers."""
    cards = Deck(PACK.main * 2)
    with pytest.raises(MarkerError, match=f"at most {len(FRONTS)} cards together, got"):
        draw_sleeves([cards, cards], Random(1))


def test_marker_and_tag_are_a_pair() -> None:
    """Real tags are no markers, and those of the camera are 7 bytes as NTAG213's."""
    for marker in (*FRONTS, *BACKS):
        assert marker_of(tag_of(marker)) == marker
        assert len(tag_of(marker)) == 7
    assert marker_of(bytes.fromhex("04a1b2c3d4e5f6")) is None
    assert marker_of(bytes.fromhex("0443414d")) is None


def test_every_marker_of_a_registry_is_one_side_of_a_sleeve() -> None:
    registry = draw_sleeves([PACK, PACK], Random(1))
    sides = sides_of(registry)
    assert len(sides) == 2 * len(registry)
    assert [side.face for side in sides.values()].count("up") == len(registry)
    assert stranger(500).sleeve not in {side.sleeve for side in sides.values()}
