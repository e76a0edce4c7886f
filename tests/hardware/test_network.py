"""The circuit between reader and coil: against ngspice, the limit of the chip, and laws."""

from itertools import pairwise
from pathlib import Path

import pytest

from duelmat_hardware.physics.coil_current import coil_current_a
from duelmat_hardware.physics.dips import GROUNDED_OHM, OPEN_OHM, dips_hz
from duelmat_hardware.physics.driver import (
    CONDUCTANCES,
    MOST_SUPPLY_A,
    STRONG_OHM,
    SUPPLY_V,
    driver_ohm,
    field_share,
)
from duelmat_hardware.physics.network import (
    MODULE,
    REBUILT,
    WEAK_OHM,
    Network,
    coil_ohm,
    matched,
    tag_ohm,
    tuned,
)
from duelmat_hardware.spice.coil import driven
from hardware.ngspice import Traces, needs_ngspice, run

TUNED_NH = 937.0
WITH_CARD_NH = (877.0, 1000.0)
EMPTY_NH = 1077.0
NETWORKS = {"module": MODULE, "rebuilt": REBUILT}


def mean(traces: Traces, values: list[float]) -> float:
    """The mean over time, whose steps ngspice chooses."""
    steps = [after - before for before, after in pairwise(traces.time_s)]
    halves = [(one + other) / 2 for one, other in pairwise(values)]
    return sum(map(float.__mul__, steps, halves)) / sum(steps)


@needs_ngspice
@pytest.mark.parametrize("inductance_nh", [WITH_CARD_NH[0], TUNED_NH, EMPTY_NH])
@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_ngspice_finds_the_same_currents_within_a_tenth(
    network: Network, inductance_nh: float
) -> None:
    """Its outputs are square waves; ours are their fundamental."""
    found = tuned(network, TUNED_NH)
    ours = found.drive(coil_ohm(inductance_nh, TUNED_NH))
    traces = run(driven(found, inductance_nh, TUNED_NH))
    coil, *outputs = traces.of.values()
    coil_a = mean(traces, [each**2 for each in coil]) ** 0.5
    assert ours.coil_a == pytest.approx(coil_a, rel=0.1)
    powers = [-v1 * i1 - v2 * i2 for v1, v2, i1, i2 in zip(*outputs, strict=True)]
    assert ours.supply_a == pytest.approx(mean(traces, powers) / SUPPLY_V, rel=0.1)


def test_a_module_as_it_is_sold_gives_less_than_the_rebuilt_one() -> None:
    """And draws little, as builders measure; nobody can make more of it by tuning alone."""
    sold, rebuilt = (
        tuned(each, TUNED_NH).drive(coil_ohm(TUNED_NH, TUNED_NH)) for each in NETWORKS.values()
    )
    assert 0.008 < sold.supply_a < 0.020
    assert 0.086 < sold.coil_a < 0.120
    assert sold.coil_a < 0.75 * rebuilt.coil_a


def test_the_match_keeps_the_limit_of_the_chip_over_the_whole_range() -> None:
    """With every card and without one; the parts of the guide are what is chosen."""
    chosen = matched(REBUILT, TUNED_NH, WITH_CARD_NH, EMPTY_NH)
    assert chosen == tuned(REBUILT, TUNED_NH)
    for inductance_nh in range(int(WITH_CARD_NH[0]), int(EMPTY_NH) + 1, 10):
        for outputs_ohm in (STRONG_OHM, WEAK_OHM):
            drive = chosen.drive(coil_ohm(inductance_nh, TUNED_NH), outputs_ohm)
            assert drive.supply_a <= MOST_SUPPLY_A
    empty = chosen.drive(coil_ohm(EMPTY_NH, TUNED_NH), STRONG_OHM)
    assert empty.supply_a < MOST_SUPPLY_A / 2


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_the_law_of_one_resonance_fits_the_circuit(network: Network) -> None:
    """From the least inductance that a card leaves to the coil without one."""
    found = tuned(network, TUNED_NH)
    for inductance_nh in (WITH_CARD_NH[0], 900.0, TUNED_NH, *WITH_CARD_NH[1:], EMPTY_NH):
        exact_a = found.drive(coil_ohm(inductance_nh, TUNED_NH)).coil_a
        law_a = coil_current_a(inductance_nh, TUNED_NH, network)
        assert law_a == pytest.approx(exact_a, rel=0.06)


def test_steps_of_power_are_those_of_the_matched_load() -> None:
    """Within a fifth at each step, and each step lowers the field."""
    found = tuned(REBUILT, TUNED_NH)
    coil = coil_ohm(TUNED_NH, TUNED_NH)
    full_a = found.drive(coil).coil_a
    shares = [found.drive(coil, driver_ohm(each)).coil_a / full_a for each in CONDUCTANCES]
    assert shares == sorted(shares, reverse=True)
    for conductance, share in zip(CONDUCTANCES, shares, strict=True):
        assert share == pytest.approx(field_share(conductance), rel=0.2)


def test_a_tag_in_tune_takes_a_third_of_the_current() -> None:
    """Of quality 20 and 60 nH a turn, coupled as in the middle; a dull one takes less."""
    found = tuned(REBUILT, TUNED_NH)
    alone, in_tune, beside = (
        found.drive(coil_ohm(877.0, TUNED_NH, tag)).coil_a
        for tag in (0, tag_ohm(13.75, 60, 20, 13.56e6), tag_ohm(13.75, 60, 20, 15.5e6))
    )
    assert in_tune == pytest.approx(0.66 * alone, rel=0.05)
    assert in_tune < beside


def test_an_idle_output_at_ground_makes_two_dips() -> None:
    """One on either side of 13.56 MHz; one that is open leaves a single dip near there."""
    found = tuned(REBUILT, TUNED_NH)
    loss = coil_ohm(TUNED_NH, TUNED_NH).real
    (single,) = dips_hz(found, TUNED_NH, loss, OPEN_OHM)
    low, high = dips_hz(found, TUNED_NH, loss, GROUNDED_OHM)
    assert single == pytest.approx(13.8e6, rel=0.005)
    assert low == pytest.approx(12.9e6, rel=0.005)
    assert high == pytest.approx(15.2e6, rel=0.005)
    guide = (Path(__file__).parents[2] / "docs" / "building.md").read_text(encoding="utf-8")
    assert f"{low / 1e6:.1f} and {high / 1e6:.1f} MHz" in guide
