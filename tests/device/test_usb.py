"""The USB line as a Pico has it: a bus that falls silent promises room, and then takes nothing."""

from hostside import Host, connected
from readerside import UID_7, UID_7B, equal

import duelmat_wire as wire
from duelmat_wire.encoding import map_digest

LONG = (
    "test_computer_that_sleeps_with_the_port_open_stops_nothing",
    "test_bytes_that_came_before_the_silence_are_no_sign_of_life",
    "test_board_that_no_host_talks_to_stops_nothing",
)

TURN_US = 12_000
"""No turn takes longer, with its collection of memory apart: see `duelmat bench scan`."""
COLLECTION_US = 21_000
AWAY_MS = 5000  # what is told fills the FIFO in two
RING = 512


class Turns:
    """The longest turn, seen between two of them."""

    def __init__(self, pico):
        self.pico = pico
        self.longest_us = 0
        self._before_us = pico.clock.total_us()

    def __call__(self):
        now_us = self.pico.clock.total_us()
        self.longest_us = max(self.longest_us, now_us - self._before_us)
        self._before_us = now_us


def playing():
    """A host with a scene on the mat and a card in place."""
    pico, host = connected()
    pico.lay(3, UID_7)
    host.link.send(wire.Scene(5, bytes([wire.lamps.LEGAL] * 38)))
    pico.run(1500, host)
    pico.chain.look()
    assert any(pico.chain.shown)
    return pico, host


def away(pico, host):
    """The bus is silent for long, while cards move."""
    pico.cable.is_silent = True
    host.is_listening = False
    lit = bytes(pico.chain.shown)
    turns = Turns(pico)
    before = pico.scanner.sweeps
    for at in range(10):
        pico.lay(10 + at, bytes([4, 1, 2, 3, 4, 5, at]))
        pico.run(AWAY_MS // 20, turns)
        pico.lay(10 + at)
        pico.run(AWAY_MS // 20, turns)
    pico.lay(20, UID_7B)
    pico.run(500, turns)
    sweeps = pico.scanner.sweeps - before & 0xFF
    assert turns.longest_us < TURN_US + COLLECTION_US, turns.longest_us
    assert sweeps > AWAY_MS // 150, sweeps
    equal(pico.bench.resets, 0)
    equal(pico.presence.state(20), wire.ONE)
    pico.chain.look()
    equal(bytes(pico.chain.shown), lit)
    host.heard.clear()
    pico.cable.is_silent = False


def knows_all(pico, host):
    lying = [(3, wire.ONE, (UID_7,)), (20, wire.ONE, (UID_7B,))]
    equal(host.of(wire.Status)[-1].digest, map_digest(lying))
    assert host.of(wire.Snapshot) or host.of(wire.Sighting)[-1].antenna == 20


def test_computer_that_sleeps_with_the_port_open_stops_nothing():
    """The scan goes on, lights stay, and what was missed is told when the computer wakes."""
    pico, host = playing()
    away(pico, host)
    host.is_listening = True
    pico.run(2500, host)
    assert host.link.is_up
    knows_all(pico, host)


def test_cable_that_is_pulled_stops_nothing():
    """The mat has a supply of its own; another host may come when the cable is in again."""
    pico, host = playing()
    away(pico, host)
    pico.bench.plug()
    pico.cable.from_board = bytearray()
    other = Host(pico, session=77)
    pico.run(2500, other)
    equal(other.last_state(), {3: (wire.ONE, (UID_7,)), 20: (wire.ONE, (UID_7B,))})
    knows_all(pico, other)


def test_bytes_that_came_before_the_silence_are_no_sign_of_life():
    """They may lie in the board for a while when the bus is silent already."""
    pico, host = playing()
    pico.run(500, host)
    pico.cable.to_board.extend(bytes([7] * RING))
    pico.bench.board.usb.pump()
    away(pico, host)


def test_board_that_no_host_talks_to_stops_nothing():
    """Somebody has the port open and goes away before a word was said."""
    pico, host = connected()
    pico.bench.reset()
    host.is_listening = False
    pico.run(2500)
    pico.cable.is_silent = True
    turns = Turns(pico)
    pico.run(8000, turns)
    assert turns.longest_us < TURN_US + COLLECTION_US, turns.longest_us
    equal(pico.bench.resets, 1)
    pico.cable.is_silent = False
    other = Host(pico, session=78)
    pico.run(1500, other)
    assert other.link.is_up


def test_host_that_only_listens_for_a_second_misses_nothing():
    """It writes once a second, when it has nothing to say; until then all that is told passes."""
    pico, host = playing()
    at_ms = []

    def listen():
        now_ms = pico.clock.ticks_ms()
        host.link.receive(bytes(pico.cable.from_board), now_ms)
        pico.cable.from_board = bytearray()
        at_ms.extend([now_ms for _ in host.link.messages()])

    pico.run(40, host)
    began_ms = pico.clock.ticks_ms()
    for at in range(4):
        pico.lay(10 + at, bytes([4, 1, 2, 3, 4, 5, at]))
    pico.run(900, listen)
    assert len(at_ms) >= 4, at_ms
    assert at_ms[3] - began_ms < 300, at_ms
