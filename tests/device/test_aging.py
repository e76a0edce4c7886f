"""A board that has run for minutes and for days does all that a fresh one does.

MicroPython's ticks come back to zero after 2**30: those of microseconds after 18 minutes, those of
milliseconds after 12.4 days; and a difference of two is right for half of that only.
"""

from hostside import Host, connected
from pico import Pico
from readerside import UID_7, equal

import duelmat_wire as wire

MINUTES = ({}, {"minutes": 9}, {"minutes": 13}, {"minutes": 18}, {"minutes": 27})
DAYS = ({"days": 7}, {"days": 8}, {"days": 12.42756})
"""The last is half a second before the milliseconds come back to zero."""
SILENT = (3, 17, 33)
PAD = 9


def live(age):
    """A board of that age: three readers, a display and a touch chip are lost for a while, a card
    is laid on one of those readers, a finger and a button are pressed, and a text is new.
    """
    pico, host = connected()
    host.is_listening = False
    pico.age(**age)
    host.is_listening = True
    pico.run(1300, host)
    host.heard.clear()
    host.link.send(wire.Display(0, "      40"))
    devices = pico.electronics.i2c_devices
    lost = {address: devices.pop(address) for address in (pico.board["pads"][PAD][0], 0x71)}
    host.link.send(wire.Display(1, "      39"))
    pico.radio.faults.dead.update(SILENT)
    pico.run(1300, host)
    pico.lay(17, UID_7)
    silent = sorted({one.antenna for one in host.of(wire.Health)})
    equal((age, silent), (age, list(SILENT)))
    pico.radio.faults.dead.clear()
    devices.update(lost)
    pico.run(1100, host)
    pico.press(PAD, is_pressed=True)
    pico.button(1, is_pressed=True)
    pico.run(250, host)
    pico.press(PAD, is_pressed=False)
    pico.button(1, is_pressed=False)
    pico.run(250, host)
    equal((age, [pico.scanner.health[at] for at in SILENT]), (age, [wire.HEALTH_FINE] * 3))
    equal((age, host.last_state()), (age, {17: (wire.ONE, (UID_7,))}))
    equal((age, [display.text() for display in pico.displays]), (age, ["      40", "      39"]))
    fingers = [(one.pad, one.pressed) for one in host.of(wire.Touch)]
    equal((age, fingers), (age, [(PAD, 1), (PAD, 0)]))
    buttons = [(one.button, one.pressed) for one in host.of(wire.Button)]
    equal((age, buttons), (age, [(1, 1), (1, 0)]))


def test_what_was_lost_comes_back_minutes_after_the_start():
    """Readers, a display and a touch chip; and what is new is told and shown."""
    for age in MINUTES:
        live(age)


def test_what_was_lost_comes_back_days_after_the_start():
    """The same."""
    for age in DAYS:
        live(age)


def test_host_that_comes_late_gets_status_and_what_was_lost_on_the_way():
    """A frame that nobody got is sent again."""
    for age in DAYS:
        pico = Pico().boot()
        pico.run(300)
        pico.age(**age)
        host = Host(pico, session=5)
        pico.cable.from_board = bytearray()
        pico.run(1600, host)
        assert len(host.of(wire.Status)) >= 2, age
        host.heard.clear()
        pico.lay(8, UID_7)
        frames = host.link.sent
        while not pico.cable.from_board or not pico.presence.state(8):
            pico.run(1)
        pico.run(30)
        pico.cable.from_board = bytearray()
        assert host.link.sent == frames
        pico.run(1500, host)
        equal(host.last_state(), {8: (wire.ONE, (UID_7,))})


def test_nobody_is_taken_for_a_host_after_days():
    """A host that has gone is not there again when the ticks have gone half around."""
    for age in DAYS[:2]:
        pico, host = connected()
        assert pico.link.is_host_there()
        host.is_listening = False
        pico.run(2100)
        pico.age(**age)
        assert not pico.link.is_host_there(), age


def test_memory_is_collected_when_it_is_quiet_again():
    """After days in which something was under way all the time, and after days of rest."""
    for age in DAYS:
        pico = Pico().boot()
        pico.run(300)
        pico.age(**age)
        before = pico.bench.collections
        heap = pico._heap
        heap.look(is_quiet=False)
        for _ in range(17):
            pico.clock.age(1000, 1_000_000)
            heap.look(is_quiet=True)
            if heap.is_due:
                heap.step()
        assert pico.bench.collections > before, age
