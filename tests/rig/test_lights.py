"""PIO programs, the edges they make, and the colours that lights read from them."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_rig.electronics.clock import Clock
from duelmat_rig.electronics.errors import WiringError
from duelmat_rig.electronics.pio import LightSender
from duelmat_rig.electronics.pio_assembler import assemble
from duelmat_rig.electronics.ws2812 import LightChain, decode_edges
from rig import pio_programs
from rig.pio_programs import (
    never_asks,
    too_long_delay,
    too_many,
    unknown_label,
    with_pull,
    with_set,
    with_sides,
)

SHIFTED = {"autopull": True, "pull_thresh": 24}
ON_SET = (0, 0, None)
ON_SIDE = (None, None, 0)


SLOW = 2_000_000
FAST = 8_000_000
PROGRAMS = [
    (with_set, SHIFTED, ON_SET),
    (with_sides, {**SHIFTED, "sideset_init": 2}, ON_SIDE),
    (with_pull, {}, ON_SET),
]


def chain_of(
    function: Callable[[], None],
    options: dict[str, Any],
    pins: Any,
    freq_hz: int = FAST,
    lights: int = 3,
) -> Any:
    clock = Clock()
    chain = LightChain(lights, clock)
    return clock, chain, LightSender(assemble(function, options), freq_hz, pins, chain)


def word(red: Any, green: Any, blue: Any) -> Any:
    return green << 24 | red << 16 | blue << 8


def show(clock: Any, chain: Any, sender: Any, words: list[int]) -> Any:
    end_us = sender.send(words, clock.now())
    clock.spend(end_us - clock.now() + 300)
    chain.look()
    return chain.colours()


@pytest.mark.parametrize(("function", "options", "pins"), PROGRAMS)
def test_every_right_program_shows_the_colours_it_was_given(
    function: Callable[[], None], options: dict[str, Any], pins: Any
) -> None:
    clock, chain, sender = chain_of(function, options, pins)
    words = [word(1, 2, 3), word(255, 0, 128), word(16, 32, 64)]
    assert show(clock, chain, sender, words) == [[1, 2, 3], [255, 0, 128], [16, 32, 64]]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=3, max_size=3))
def test_remembered_program_shows_what_running_it_shows(
    colours: list[tuple[int, int, int]],
) -> None:
    """The shortcut for a program that was tried out equals its edges, bit for bit."""
    clock, chain, sender = chain_of(with_set, SHIFTED, ON_SET)
    assert sender._plain_bytes == 3
    quick = show(clock, chain, sender, [word(*colour) for colour in colours])
    clock, chain, sender = chain_of(with_set, SHIFTED, ON_SET)
    sender._plain_bytes = 0
    assert show(clock, chain, sender, [word(*colour) for colour in colours]) == quick
    assert quick == [list(colour) for colour in colours]


def test_program_at_a_wrong_clock_shows_wrong_colours() -> None:
    """At a quarter of the rate every pulse is long enough for a one."""
    clock, chain, sender = chain_of(with_set, SHIFTED, ON_SET, SLOW)
    assert show(clock, chain, sender, [word(1, 2, 3)])[0] == [255, 255, 255]


def test_program_on_another_pin_shows_nothing() -> None:
    clock, chain, sender = chain_of(with_set, SHIFTED, (None, None, None))
    assert show(clock, chain, sender, [word(9, 9, 9)])[0] == [0, 0, 0]


def test_bits_the_wrong_way_round_show_wrong_colours() -> None:
    clock, chain, sender = chain_of(with_set, {**SHIFTED, "out_shiftdir": 1}, ON_SET)
    assert show(clock, chain, sender, [word(0x80, 0, 0)])[0] != [0x80, 0, 0]


def test_lights_change_only_after_the_line_rests() -> None:
    clock, chain, sender = chain_of(with_set, SHIFTED, ON_SET)
    end_us = sender.send([word(7, 7, 7)], clock.now())
    clock.spend(end_us - clock.now() + 100)
    chain.look()
    assert chain.colours()[0] == [0, 0, 0]
    clock.spend(200)
    chain.look()
    assert chain.colours()[0] == [7, 7, 7]


def test_words_without_a_rest_between_go_down_the_chain() -> None:
    clock, chain, sender = chain_of(with_set, SHIFTED, ON_SET)
    end_us = sender.send([word(1, 1, 1)], clock.now())
    assert show(clock, chain, sender, [word(2, 2, 2)])[:2] == [[1, 1, 1], [2, 2, 2]]
    assert end_us > 0


def test_lights_are_dark_without_power() -> None:
    clock, chain, sender = chain_of(with_set, SHIFTED, ON_SET)
    show(clock, chain, sender, [word(5, 5, 5)])
    chain.power(0)
    assert chain.colours()[0] == [0, 0, 0]
    assert show(clock, chain, sender, [word(5, 5, 5)])[0] == [0, 0, 0]


def test_word_takes_as_long_as_its_bits() -> None:
    _, _, sender = chain_of(with_set, SHIFTED, ON_SET)
    assert sender.word_us == pytest.approx(24 * 1.25, rel=0.05)


@pytest.mark.parametrize(
    ("high_ns", "bit"), [(220, 0), (350, 0), (450, 0), (600, 1), (875, 1), (100, None)]
)
def test_pulse_width_decides_the_bit(high_ns: int, bit: int | None) -> None:
    assert decode_edges([(0, 1), (high_ns, 0)]) == ([] if bit is None else [bit])


@pytest.mark.parametrize("function", [too_long_delay, unknown_label, too_many])
def test_program_that_cannot_be_assembled_is_refused(function: Callable[[], None]) -> None:
    with pytest.raises(WiringError):
        assemble(function, {})


def test_assembling_leaves_the_globals_as_they_were() -> None:
    before = dict(vars(pio_programs))
    assemble(with_sides, {"sideset_init": 2})
    assert vars(pio_programs) == before


def test_program_that_never_takes_a_word_is_said_and_does_not_hang() -> None:
    with pytest.raises(WiringError, match="never asks"):
        chain_of(never_asks, {}, ON_SET)
