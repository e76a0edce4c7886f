"""The mat on the page is the mat of the geometry, seen from the viewer's side."""

import pytest
from msgspec import structs

from duelmat_hardware import load_mat, mat_file, page_geometry
from duelmat_host.app.page_facts import PageFacts
from duelmat_host.web.drawing import draw
from web.played_table import PlayedTable


@pytest.fixture
def page() -> PageFacts:
    return PlayedTable().page()


@pytest.mark.parametrize(("viewer", "near"), [("public", "a"), ("a", "a"), ("b", "b")])
def test_the_own_side_is_at_the_bottom(page: PageFacts, viewer: str, near: str) -> None:
    """Every zone of the near seat lies below the middle, every one of the far seat above."""
    drawing = draw(page, viewer)
    assert drawing.near == near
    for zone in drawing.zones:
        if zone.kind in ("monster", "spell_trap"):
            assert (zone.box.y > drawing.h / 2) == (zone.owner == near), zone.id


@pytest.mark.parametrize("viewer", ["a", "b"])
def test_own_columns_run_from_the_own_left(page: PageFacts, viewer: str) -> None:
    """Column 1 is at the left of who sits there."""
    at = {zone.id: zone.box.x for zone in draw(page, viewer).zones}
    row = [at[f"{viewer}.m{column}"] for column in range(1, 6)]
    assert row == sorted(row)


def test_turning_the_mat_keeps_every_part(page: PageFacts) -> None:
    """The far seat's drawing is the near one's turned half round, part by part."""
    near, far = draw(page, "a"), draw(page, "b")
    for ours, theirs in zip(near.zones, far.zones, strict=True):
        assert (ours.box.x + theirs.box.x, ours.box.y + theirs.box.y) == (near.w, near.h)
        assert ours.title == theirs.title
    assert {light.index for light in (*near.lights, *near.phase_lights)} == {
        light["light"] for lamp in page.geometry["lamps"] for light in lamp["lights"]
    }
    assert len(near.pads) == len(far.pads) == len(page.geometry["pads"])
    assert len(near.buttons) == 6
    assert len(near.displays) == 2


def test_parts_are_named_for_those_who_cannot_see_them(page: PageFacts) -> None:
    """Whose it is, what it is, and which of the row."""
    titles = {zone.id: zone.title for zone in draw(page, "a").zones}
    assert titles["a.m3"] == "Ana, middle monster zone"
    assert titles["b.grave"] == "Ben, Graveyard"
    assert titles["x1"] == "Unused extra monster zone 2"


@pytest.mark.parametrize(
    ("name", "is_low"), [("standard", False), ("mini", True), ("starter", True)]
)
def test_the_middle_is_as_high_as_the_free_room_at_the_phase_bar(
    page: PageFacts, name: str, is_low: bool
) -> None:
    """Where zones come near, the words stand beside the bar: they fit there without a zone."""
    geometry = page_geometry(load_mat(mat_file(name)))
    drawing = draw(structs.replace(page, geometry=geometry), "public")
    middle = drawing.middle
    assert (middle.h < 70) == is_low
    half_bar = max(abs(light.x - middle.x) for light in drawing.phase_lights)
    reach = half_bar + 13 + 120 if is_low else 60
    for zone in drawing.zones:
        if abs(zone.box.x - middle.x) < zone.box.w / 2 + reach:
            beside = abs(zone.box.x - middle.x) >= zone.box.w / 2
            free = abs(zone.box.y - middle.y) - zone.box.h / 2
            assert free >= 18 or (beside and not is_low)
