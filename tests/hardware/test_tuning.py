"""What brings each coil to resonance on modules that differ."""

import math

import pytest

from duelmat_hardware import Mat
from duelmat_hardware.coils import CARRIER_HZ, coils
from duelmat_hardware.tuning import FIXED_PF, TRIMMER_PF, cases, fixed_for, kinds, reach_pf
from duelmat_hardware.tuning_page import tuning_page


def test_every_coil_is_of_one_kind(any_mat: Mat) -> None:
    """A window turned by a quarter is wound as the other."""
    labels = [label for kind in kinds(any_mat) for label in kind.labels]
    assert sorted(labels) == sorted(coil.label for coil in coils(any_mat))
    assert len(kinds(any_mat)) == (2 if any_mat.name == "standard" else 1)


def test_modules_as_others_measured_them_are_within_reach_of_every_coil(any_mat: Mat) -> None:
    """100 to 110 pF, x1 and x2 too, with room for the trimmer on both sides."""
    for kind in kinds(any_mat):
        least_pf, most_pf = reach_pf(kind)
        assert least_pf < 40
        assert most_pf > 115
        for case in cases(kind):
            assert case.trimmer_pf is not None, (kind.labels[0], case)
            if 100 <= case.module_pf <= 110:
                assert 8 < case.trimmer_pf < 26


def test_the_tuning_piece_resonates_at_the_carrier(any_mat: Mat) -> None:
    """Module, capacitor and trimmer together, with the card's inductance."""
    for kind in kinds(any_mat):
        for case in cases(kind):
            assert case.fixed_pf is not None and case.trimmer_pf is not None
            farad = (case.module_pf + case.fixed_pf + case.trimmer_pf) * 1e-12
            hertz = 1 / (2 * math.pi * math.sqrt(kind.with_card_nh * 1e-9 * farad))
            assert hertz == pytest.approx(CARRIER_HZ)
            alone = math.sqrt(kind.first.inductance_nh * case.module_pf * 1e-21)
            assert case.dip_hz == pytest.approx(1 / (2 * math.pi * alone))


def test_a_card_lowers_the_inductance_as_far_as_mat_check_says(any_mat: Mat) -> None:
    """By 7 to 18 %, so by something between at the place for tuning."""
    for kind in kinds(any_mat):
        assert 0.07 < 1 - kind.with_card_nh / kind.first.inductance_nh < 0.18


def test_the_capacitors_leave_no_gap() -> None:
    """Every picofarad is reached from the trimmer's least to all together; beyond, nothing."""
    least, most = TRIMMER_PF
    for tenths in range(int(10 * least), int(10 * (FIXED_PF[-1] + most)) + 1):
        fixed = fixed_for(tenths / 10)
        assert fixed is not None
        assert least <= tenths / 10 - fixed <= most
    assert fixed_for(least - 0.1) is None
    assert fixed_for(FIXED_PF[-1] + most + 0.1) is None


def test_the_page_shows_every_case(any_mat: Mat) -> None:
    """A row for each, and what cannot be tuned is said."""
    page = tuning_page(any_mat)
    for kind in kinds(any_mat):
        for case in cases(kind):
            assert (
                f"| {case.module_pf:g} | {case.dip_hz / 1e6:.2f} | {case.missing_pf:.0f} |" in page
            )
