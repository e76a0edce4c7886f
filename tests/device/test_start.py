"""The start of a board that takes its time, with a host at the port that does not wait for it."""

import os
import sys

from hostside import Host
from pico import Pico
from readerside import equal

import duelmat_wire as wire
from duelmat_wire.host_link import HostLink

LONG = ("test_ctrl_c_at_any_moment_of_the_start_stops_no_mat",)

START_MS = 1900
MOMENTS_MS = (0, 250, 310, 700, 1190, 1500, 1850)
"""Before main.py runs, while it loads, and while it puts the firmware together."""
CRYSTALS_MS = 9
"""Of the 10 that they are given (DS of the MFRC522 8.8.2), as the board counts whole ones."""
ROOM_MS = 400
"""Of what people are told, so much is not needed: they count fast, and flash caches miss."""
HOLD_S = 3
"""So long people are told to hold the button after they have plugged the mat in."""


def started_anew(button_ms=0):
    """A board whose power has just come, with the first button held for so long."""
    pico = Pico().boot()
    if button_ms:
        pico.button(0, is_pressed=True)
        pico.electronics.at(button_ms * 1000, lambda: pico.button(0, is_pressed=False))
    pico.bench.reset()
    return pico


def has_mark():
    return "maintenance" in os.listdir()


def test_board_says_hello_two_seconds_after_its_power_came():
    """And not before: what a host sends meanwhile waits."""
    pico = started_anew()
    host = Host(pico)
    pico.run(1000, host)
    assert host.link.hello is None
    pico.run(START_MS - 1000, host)
    assert host.link.hello is not None


def test_readers_are_left_alone_until_their_crystals_have_started():
    """However long the firmware took between pulling their reset line and letting it go."""
    pico = started_anew()
    readers = pico.electronics.readers
    reset = pico.board["pins"]["reset"]
    readers.transfers = 0
    held_us = asked_us = 0

    def watch():
        nonlocal held_us, asked_us
        if not pico.electronics.levels[reset]:
            held_us = pico.clock.total_us()
        if readers.transfers and not asked_us:
            asked_us = pico.clock.total_us()

    pico.run(START_MS, watch)
    assert held_us
    assert asked_us - held_us >= CRYSTALS_MS * 1000, (held_us, asked_us)


def test_ctrl_c_at_any_moment_of_the_start_stops_no_mat():
    """A host's frames may hold its byte: those of one mat in seventeen do."""
    for at_ms in MOMENTS_MS:
        pico = started_anew()
        host = Host(pico)
        pico.run(at_ms)
        pico.cable.to_board.extend(b"\x03")
        pico.run(START_MS + 700 - at_ms, host)
        assert host.link.is_up, at_ms


def test_mat_whose_digest_holds_ctrl_c_starts_while_its_host_asks():
    """The host asks four times a second from the moment on that the port is there."""
    pico = Pico()
    pico.board["digest"] = "03" * 32
    with open("/board.json") as file:
        text = file.read()
    with open("/board.json", "w") as file:
        file.write(text.replace(text[text.index('"digest"') :][11:75], "03" * 32))
    try:
        pico.boot()
        pico.bench.reset()
        host = Host(pico)
        assert b"\x03" in HostLink(b"\x03" * 8, 1).poll(0)
        pico.run(START_MS + 700, host)
        assert host.link.is_up
    finally:
        with open("/board.json", "w") as file:
            file.write(text)


def test_mark_of_maintenance_is_gone_whenever_ctrl_c_comes():
    """A host that flashes opens the port as soon as it is there: the start after its own leads
    to the mat again.
    """
    for at_ms in MOMENTS_MS:
        pico = Pico().boot()
        host = Host(pico)
        pico.run(300, host)
        host.link.send(wire.Maintenance(pico.link.boot_id))
        pico.run(50, host)
        assert has_mark() or pico.bench._app is None
        pico.run(at_ms)
        pico.cable.to_board.extend(b"\r\x03\x03")
        pico.run(START_MS)
        assert pico.bench._app is None, at_ms
        assert not has_mark(), at_ms


def test_button_held_as_long_as_people_are_told_leads_to_the_prompt():
    """Counted from the moment when the power comes, not from that when somebody looks."""
    for button_ms in (HOLD_S * 1000, HOLD_S * 1000 - ROOM_MS):
        pico = started_anew(button_ms)
        pico.run(button_ms + START_MS)
        assert pico.bench._app is None, button_ms


def test_button_let_go_sooner_leads_to_the_mat():
    """One that is pressed as in a duel."""
    for button_ms in (100, 500, 1500):
        pico = started_anew(button_ms)
        pico.run(button_ms + START_MS + 100)
        assert pico.bench._app is not None, button_ms


def test_board_without_its_file_says_so_at_the_prompt():
    """It can be flashed, and nothing waits."""
    pico = Pico()
    with open("/board.json") as file:
        text = file.read()
    os.remove("/board.json")
    try:
        said = pico.bench.boot()
    finally:
        with open("/board.json", "w") as file:
            file.write(text)
    assert "board.json: expected" in said, said
    equal(pico.bench._app, None)


class Older:
    """What sys.implementation says on a MicroPython of another day."""

    name = "micropython"

    def __init__(self, *version):
        self.version = version


def test_older_micropython_leads_to_the_prompt_and_says_so():
    """Whoever put an older image on a mat finds both versions there; the oldest that will do
    starts.
    """
    for version, said in (((1, 27, 9, ""), "got 1.27."), ((0, 99, 0, ""), "got 0.99.")):
        pico = Pico()
        sys.modules["sys"].implementation = Older(*version)
        problem = pico.bench.boot()
        assert "expected MicroPython 1.28 or newer, " + said in problem, problem
        assert "BOOTSEL" in problem, problem
        equal(pico.bench._app, None)
    pico = Pico()
    sys.modules["sys"].implementation = Older(1, 28, 0, "")
    equal(pico.bench.boot(), "")
    assert pico.bench._app is not None
