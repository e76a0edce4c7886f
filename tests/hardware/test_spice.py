"""The decks of the bus, run in ngspice where it is installed: what arrives at the readers."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from duelmat_hardware import Mat
from duelmat_hardware.harness import Harness
from duelmat_hardware.spice import answers, rails
from duelmat_hardware.spice.bus import (
    BUFFER,
    CABLE,
    HALF_NS,
    PICO,
    RIBBON,
    VOLTS,
    Driver,
    Line,
    cable_lengths_mm,
    decks,
    ribbon_lengths_mm,
    star,
)
from duelmat_hardware.spice.rails import Guard
from duelmat_hardware.timing import EDGE_NS, FROM_BANK_NS, FROM_READER_NS
from hardware.edges import HIGH_V, Answer, Edges, answer, edges
from hardware.ngspice import Traces, needs_ngspice, run

NOISE_V = 0.02
"""Of the simulation's steps; far less than a buffer's hysteresis."""
LONGEST_BAND_NS = 12.0
"""A 74LVC125A wants 10 ns a volt between its thresholds at most, unchecked; and that is 1.2 V."""


def found(deck: str) -> list[Edges]:
    traces = run(deck)
    return [edges(traces.time_s, level, VOLTS) for level in traces.of.values()]


def worst_dip_v(deck: str) -> float:
    return max(each.dip_v for each in found(deck))


@needs_ngspice
def test_the_clock_is_monotonic_at_every_buffer_and_reader(any_mat: Mat, wired: Harness) -> None:
    """Between the thresholds it never turns back, and does not stay there long."""
    assert len(decks(wired)) == 1 + len(any_mat.construction.banks)
    for name, deck in decks(wired).items():
        for place, each in enumerate(found(deck)):
            assert each.dip_v < NOISE_V, (name, place)
            assert each.band_ns < LONGEST_BAND_NS, (name, place)
            assert each.over_v < 0.3, (name, place)


CORNERS = [
    (replace(BUFFER, edge_ns=3.0), CABLE),
    (Driver(8.0, 1.5), replace(CABLE, ohm=80.0)),
    (Driver(20.0, 1.5), replace(CABLE, ohm=130.0, input_pf=8.0)),
]


@needs_ngspice
@pytest.mark.parametrize(("driver", "line"), CORNERS)
def test_the_resistors_leave_room_for_other_buffers_and_cables(
    wired: Harness, any_mat: Mat, driver: Driver, line: Line
) -> None:
    """Stronger and weaker outputs, slower edges, cables of 80 and 130 ohm."""
    for bank, _ in enumerate(any_mat.construction.banks):
        assert worst_dip_v(star("", cable_lengths_mm(wired, bank), driver, line)) < NOISE_V


@needs_ngspice
def test_without_resistors_the_clock_turns_back(any_mat: Mat, wired: Harness) -> None:
    """In every bank, by half a volt at least; so the decks can fail."""
    for bank, _ in enumerate(any_mat.construction.banks):
        deck = star("", cable_lengths_mm(wired, bank), BUFFER, CABLE, series_ohm=0.0)
        assert worst_dip_v(deck) > 0.5
    deck = star("", ribbon_lengths_mm(wired), PICO, RIBBON, series_ohm=0.0)
    assert worst_dip_v(deck) > 0.1


@needs_ngspice
def test_one_resistor_before_a_star_does_not_help(wired: Harness) -> None:
    """33 ohm at the Pico for all ribbons together, as it was, or 33 ohm before all cables."""
    common = replace(PICO, ohm=PICO.ohm + 33.0)
    assert worst_dip_v(star("", ribbon_lengths_mm(wired), common, RIBBON, 0.0)) > 0.05
    common = replace(BUFFER, ohm=BUFFER.ohm + 33.0)
    assert worst_dip_v(star("", cable_lengths_mm(wired, 1), common, CABLE, 0.0)) > 0.2


@needs_ngspice
def test_an_edge_takes_no_longer_than_the_timing_of_the_bus_says(
    any_mat: Mat, wired: Harness
) -> None:
    """Beyond the way along the line, until the further threshold."""
    stars = [(ribbon_lengths_mm(wired), PICO, RIBBON)]
    banks = range(len(any_mat.construction.banks))
    stars += [(cable_lengths_mm(wired, bank), BUFFER, CABLE) for bank in banks]
    for lengths_mm, driver, line in stars:
        traces = run(star("", lengths_mm, driver, line))
        for length_mm, level in zip(lengths_mm, traces.of.values(), strict=True):
            begins_ns = 10 + driver.edge_ns / 2
            way_ns = length_mm / 1000 * line.ns_per_m
            assert arrival_ns(traces.time_s, level) - begins_ns - way_ns < EDGE_NS


def arrival_ns(time_s: Sequence[float], level_v: Sequence[float]) -> float:
    return next(t for t, level in zip(time_s, level_v, strict=True) if level > HIGH_V) * 1e9


def answered(deck: str, driver: Driver) -> Answer:
    """What arrives at the end of a deck of MISO."""
    traces = run(deck)
    (level,) = traces.of.values()
    rises_ns = answers.BEGINS_NS + driver.edge_ns / 2
    return answer(traces.time_s, level, VOLTS, (rises_ns, rises_ns + HALF_NS))


ANSWERING = [
    (BUFFER, RIBBON),
    (Driver(8.0, 1.5), RIBBON),
    (Driver(20.0, 3.0), RIBBON),
    (BUFFER, replace(RIBBON, ohm=80.0)),
    (BUFFER, replace(RIBBON, ohm=130.0)),
]


@needs_ngspice
@pytest.mark.parametrize(("driver", "line"), ANSWERING)
def test_a_bank_is_heard_between_silent_ones_as_soon_as_the_timing_says(
    any_mat: Mat, wired: Harness, driver: Driver, line: Line
) -> None:
    """With other buffers and ribbons, too; what goes beyond the rails a contact's diodes bear."""
    lengths_mm = ribbon_lengths_mm(wired)
    for bank, length_mm in enumerate(lengths_mm):
        found = answered(answers.from_bank(lengths_mm, bank, driver, line), driver)
        assert found.settles_ns - length_mm / 1000 * line.ns_per_m < FROM_BANK_NS, bank
        assert found.over_v < 1.1, bank


@needs_ngspice
def test_without_its_resistor_a_bank_is_heard_too_late(any_mat: Mat, wired: Harness) -> None:
    """It rings by two volts, and longer than the Pico can wait."""
    lengths_mm = ribbon_lengths_mm(wired)
    for bank, _ in enumerate(lengths_mm):
        found = answered(answers.from_bank(lengths_mm, bank, series_ohm=0.0), BUFFER)
        assert found.settles_ns > 2 * FROM_BANK_NS, bank
        assert found.over_v > 1.5, bank


@needs_ngspice
@pytest.mark.parametrize("ohm", [50.0, 100.0, 150.0])
def test_a_reader_is_heard_as_soon_as_the_timing_says(
    any_mat: Mat, wired: Harness, ohm: float
) -> None:
    """A strong and a weak output at the end of the longest cable."""
    banks = range(len(any_mat.construction.banks))
    length_mm = max(length for bank in banks for length in cable_lengths_mm(wired, bank))
    driver = replace(answers.READER, ohm=ohm)
    found = answered(answers.from_reader(length_mm, driver), driver)
    assert found.settles_ns - length_mm / 1000 * CABLE.ns_per_m < FROM_READER_NS


LEAST_RAIL_V = 4.5
"""Of the electronics; a WS2812 keeps its colours down to about as much."""
MOST_RAIL_V = 5.5
"""What the Pico bears at VSYS."""
MELTS_A2S = 44.2
"""Of a T1.6A (Littelfuse 213 series, dtsheet.com/doc/181521, November 2026); a T2A has 92.7."""


def melting_a2s(traces: Traces) -> float:
    current = traces.of["i(Vsupply)"]
    steps = zip(traces.time_s, traces.time_s[1:], current, strict=False)
    return sum(each**2 * (after - before) for before, after, each in steps)


@needs_ngspice
def test_the_plug_goes_in_without_a_blow(any_mat: Mat, wired: Harness) -> None:
    """The supply does not limit itself, no fuse melts, and the rail comes up to its voltage."""
    limit_a = any_mat.construction.part("supply").limits_ma / 1000
    soft = run(rails.inlet(any_mat, wired, 5.0))
    assert max(map(abs, soft.of["i(Vsupply)"])) < 0.5 * limit_a
    assert melting_a2s(soft) < MELTS_A2S / 10
    assert soft.of["v(rail)"][-1] > LEAST_RAIL_V
    hard = run(rails.inlet(any_mat, wired, 5.0, Guard(start_uf=0.0)))
    assert max(map(abs, hard.of["i(Vsupply)"])) > 2 * limit_a


@needs_ngspice
def test_the_rail_stays_up_when_the_lights_come_on(any_mat: Mat, wired: Harness) -> None:
    """With everything else at its most; without C6 it would not."""
    soft = run(rails.lights(any_mat, wired))
    assert min(soft.of["v(rail)"]) > LEAST_RAIL_V
    assert soft.of["v(lit)"][-1] > LEAST_RAIL_V
    limit_a = any_mat.construction.part("supply").limits_ma / 1000
    assert max(map(abs, soft.of["i(Vsupply)"])) < limit_a
    hard = run(rails.lights(any_mat, wired, Guard(start_uf=0.0)))
    assert min(hard.of["v(rail)"]) < LEAST_RAIL_V


@needs_ngspice
@pytest.mark.parametrize(
    ("volts", "without"),
    [
        (12.0, Guard(has_limit=False)),
        (9.0, Guard(has_limit=False)),
        (-5.0, Guard(has_polarity=False)),
        (-12.0, Guard(has_polarity=False)),
    ],
)
def test_a_wrong_plug_does_no_harm(
    any_mat: Mat, wired: Harness, volts: float, without: Guard
) -> None:
    """Nothing of it passes; without the part that keeps it out, it would."""
    rail_v = run(rails.inlet(any_mat, wired, volts)).of["v(rail)"]
    assert -0.3 < min(rail_v) <= max(rail_v) < 0.5
    rail_v = run(rails.inlet(any_mat, wired, volts, without)).of["v(rail)"]
    assert max(rail_v) > MOST_RAIL_V or min(rail_v) < -0.3


@needs_ngspice
def test_the_guard_lets_a_supply_through_that_gives_a_little_more(
    any_mat: Mat, wired: Harness
) -> None:
    """5 % above 5 V, as supplies may."""
    rail_v = run(rails.inlet(any_mat, wired, 5.25)).of["v(rail)"]
    assert LEAST_RAIL_V < rail_v[-1] < MOST_RAIL_V


@needs_ngspice
def test_a_deck_that_cannot_be_run_says_why() -> None:
    """With the first line of the deck and ngspice's own words."""
    with pytest.raises(RuntimeError, match=r"did not run \* broken to its end"):
        run("* broken\nR1 a\n.end\n")


@pytest.mark.parametrize(
    ("levels", "settles_ns", "over_v"),
    [
        ((0, 0, 3.3, 3.3, 3.3, 0, 0, 0), 1, 0.0),
        ((0, 0, 3.3, 2.0, 3.3, 0, 0, 0), 3, 0.0),
        ((0, 0, 3.5, 3.3, 3.3, 0, 0.9, -0.3), 6 - 4.5, 0.3),
    ],
)
def test_an_answer_is_there_when_it_stays_there(
    levels: tuple[float, ...], settles_ns: float, over_v: float
) -> None:
    """Sent at 0 and at 4.5 ns: what comes back below the threshold starts the wait anew."""
    found = answer([i * 1e-9 for i in range(len(levels))], levels, VOLTS, (0.0, 4.5))
    assert found.settles_ns == pytest.approx(settles_ns)
    assert found.over_v == pytest.approx(over_v)


@pytest.mark.parametrize(
    ("levels", "dip_v"),
    [
        ((0, 1, 2, 3.3, 3.3, 3.3, 2, 1, 0, 0), 0.0),
        ((0, 1.5, 1.2, 3.3, 3.3, 3.3, 2, 1, 0, 0), 0.3),
        ((0, 1, 2, 3.3, 2.0, 3.3, 2, 1, 0, 0), 0.31),
        ((0, 1, 2, 3.3, 3.3, 3.3, 0, 1.1, 0, 0), 0.3),
    ],
)
def test_a_dip_is_what_turns_back_between_the_thresholds(
    levels: tuple[float, ...], dip_v: float
) -> None:
    """On the way up, on the way down, and after a threshold was passed."""
    time_s = [float(i) for i in range(len(levels))]
    assert edges(time_s, levels, VOLTS).dip_v == pytest.approx(dip_v)
