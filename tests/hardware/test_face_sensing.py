"""Fields of whole mats: what is printed for every zone, and what is refused."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from duelmat_hardware import Mat, load_mat, mat_file, parse_mat
from duelmat_hardware.face_sensing import ZoneField, field_problems, zone_fields
from duelmat_hardware.physics import coil_current_a
from duelmat_hardware.physics.network import REBUILT, coil_law
from hardware.boarded import MATS_WITH_BOARDS

A = "[[0, 31, 58, 30], [0, -31, 58, 30]] }] # as A above"
SMALL = "foil_mm = [0, 0, 59, 86]\nferrite_mm = [0, 31, 56, 24]"
STANDARD = "foil_mm = [0, 0, 63, 88]\nferrite_mm = [0, 31, 60, 26]"
STRIP = "foil_mm = [0, 31, 34, 22]\nferrite_mm = [0, 31, 34, 22]"


def changed(*changes: tuple[str, str]) -> Mat:
    text = mat_file("mini").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parse_mat(text.encode())


def by_zone(fields: tuple[ZoneField, ...], read: Callable[[ZoneField], float]) -> dict[str, float]:
    return {str(field.zone): read(field) for field in fields}


@pytest.fixture(scope="module", params=MATS_WITH_BOARDS)
def fields(request: pytest.FixtureRequest) -> tuple[ZoneField, ...]:
    return zone_fields(load_mat(mat_file(request.param)))


def test_every_zone_of_both_mats_tells_faces(fields: tuple[ZoneField, ...]) -> None:
    """And powers the lower tag; where one antenna sees cards both ways, players may be asked."""
    assert not list(field_problems(fields))
    for field in fields:
        if not field.is_open:
            assert field.face_ratio.value < 0.25
            assert field.power_margin.value > 1.1
            assert field.neighbour_leak.value < 0.25


def test_modules_as_sold_and_metal_films_leave_less(fields: tuple[ZoneField, ...]) -> None:
    """Every zone says how much; the better a film conducts, the less it leaves."""
    for field in fields:
        assert 0.5 < field.sold_margin.value / field.power_margin.value < 0.8
        assert list(field.film_margins) == sorted(field.film_margins)
        assert field.film_margins[0] < 0.3 * field.power_margin.value
        assert field.film_margins[-1] > 0.6 * field.power_margin.value


def test_a_tag_that_needs_less_has_more_margin(mini: Mat) -> None:
    """The part of the mat file says from which field its tags answer."""
    parts = dict(mini.construction.parts)
    dull = replace(parts["tag"], wakes_a_per_m=2 * parts["tag"].wakes_a_per_m)
    construction = replace(mini.construction, parts=tuple({**parts, "tag": dull}.items()))
    margins = [
        zone_fields(each)[0].power_margin.value
        for each in (mini, replace(mini, materials=construction))
    ]
    assert margins[0] == pytest.approx(2 * margins[1])


def test_zones_built_alike_have_the_same_fields(fields: tuple[ZoneField, ...]) -> None:
    """Seat b sees its own zones as seat a does."""
    ratios = by_zone(fields, lambda field: round(field.face_ratio.value, 6))
    for zone in ("m2", "m3", "s2", "grave"):
        assert ratios[f"a.{zone}"] == ratios[f"b.{zone}"]


def test_the_first_sleeve_and_windows_are_refused() -> None:
    """A strip smaller than the coils: the upper tag hears half and more of what the lower does."""
    old = changed((SMALL, STRIP), (STANDARD, STRIP), (A, "[[0, 0, 66, 90]] }]"))
    fields = zone_fields(old)
    ratios = by_zone(fields, lambda field: field.face_ratio.value)
    assert 0.47 < ratios["a.m3"] < 0.77
    assert 0.80 < ratios["a.s3"] < 0.95
    refused = {problem.where for problem in field_problems(fields)}
    assert refused == set(ratios)
    words = next(str(each) for each in field_problems(fields) if each.where == "a.s3")
    assert "at most 0.4" in words
    assert "(calculated)" in words
    assert "as large as the card" in words


def test_wide_windows_are_refused_with_the_new_sleeve_too() -> None:
    """Beyond the card's edge flux goes round the foil."""
    fields = zone_fields(changed((A, "[[0, 0, 66, 90]] }]")))
    refused = {problem.where for problem in field_problems(fields)}
    assert "a.s2" in refused
    assert "a.m2" not in refused


def test_a_coil_beside_its_resonance_carries_less() -> None:
    """By the square root of two where it is off by its own width, and never more than tuned."""
    tuned_a = coil_current_a(1000.0, 1000.0, REBUILT)
    width_nh = 1000.0 / coil_law(REBUILT, 1000.0).quality
    assert coil_current_a(1000.0 + width_nh, 1000.0, REBUILT) == pytest.approx(tuned_a / 2**0.5)
    assert 0.1 < tuned_a < 0.4
