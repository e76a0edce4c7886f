"""Readers whose registers change behind the firmware's back, and readers of other makes."""

from hostside import Host, connected
from pico import Pico
from readerside import UID_7, UID_7B, Readerside, equal

import duelmat_wire as wire
from duelmat_device import mfrc522, tags

UPSET = (
    # register, value, whether the card is lost by it
    (0x11, 0xBD, False),  # Mode: the CRC coprocessor's order of bits
    (0x12, 0x10, True),  # TxMode: 212 kbit/s
    (0x12, 0x08, True),  # inverted
    (0x13, 0x10, True),  # RxMode: 212 kbit/s
    (0x13, 0x04, True),  # frames without end
    (0x14, 0x80, True),  # TxControl: the field is off
    (0x15, 0x00, True),  # TxASK: not fully modulated
    (0x16, 0x00, True),  # TxSel: no driver
    (0x17, 0x04, True),  # RxSel: a constant level
    (0x17, 0xBF, True),  # the receiver waits for too long
    (0x18, 0xF4, True),  # RxThreshold: nothing is strong enough
    (0x18, 0x04, True),  # all is
    (0x1D, 0x10, True),  # MfRx: no parity
    (0x19, 0x4C, False),  # Demod
    (0x26, 0x08, False),  # RFCfg: less gain
    (0x27, 0x08, True),  # GsN: no current
    (0x28, 0x00, True),  # CWGsP: no current
    (0x2A, 0x00, True),  # TMode: the timer stands
    (0x2B, 0xFF, True),  # TPrescaler: too slow
    (0x2C, 0x01, True),  # TReload: too long
    (0x2D, 0xFF, True),
)
TX_CONTROL = 0x14
AT = 17
LOST = "reader 17 had lost its registers and was set up anew"


def test_register_that_is_upset_has_its_effect_on_the_simulated_reader():
    """A card is found with all as it was set up, and with none of these."""
    for register, value, is_lost in UPSET:
        bench = Readerside().set_up()
        bench.lay(0, UID_7)
        equal(bench.visit(), tags.TAGS)
        bench.readers.chips[0].upset(register, value)
        if register in (0x2B, 0x2C, 0x2D, 0x2A):  # nobody answers, and nothing says so
            bench.lay(0)
            equal((register, bench.visit()), (register, tags.FAULT))
        elif register == TX_CONTROL:
            bench.reader.field_on()
        else:
            equal((register, value, bench.visit() != tags.TAGS), (register, value, is_lost))


def test_health_sees_each_register_that_was_set_up():
    """And is fine after the next set-up, at any power."""
    bench = Readerside().set_up()
    reader = bench.reader
    equal(reader.health(False), wire.HEALTH_FINE)
    for register, value, _ in UPSET:
        for power in (mfrc522.FULL_POWER, mfrc522.LEAST_POWER):
            reader.set_up(power)
            equal(reader.health(False, power), wire.HEALTH_FINE)
            if register != TX_CONTROL:
                bench.readers.chips[0].upset(register, value)
                found = reader.health(False, power)
                equal((register, value, found), (register, value, wire.HEALTH_STRANGE))
    reader.set_up()
    equal(reader.health(False, mfrc522.LEAST_POWER), wire.HEALTH_STRANGE)
    equal(reader.health(True), wire.HEALTH_NO_FIELD)


def test_upset_reader_is_set_up_again_with_a_line_and_keeps_its_card():
    """It works again, whichever register it was, before the card is told gone or soon after."""
    pico, host = connected()
    pico.lay(AT, UID_7)
    pico.run(600, host)
    for register, value, _ in UPSET:
        if register == TX_CONTROL:  # every visit writes it anew
            continue
        host.heard.clear()
        pico.electronics.readers.chips[AT].upset(register, value)
        pico.run(2000, host)  # looked at in ten sweeps; a line comes once a second
        told = {(one.level, one.text) for one in host.of(wire.Log)}
        equal((register, value, told), (register, value, {(wire.LOG_WARNING, LOST)}))
        equal((register, pico.scanner.health[AT]), (register, wire.HEALTH_FINE))
        equal((register, pico.presence.state(AT)), (register, wire.ONE))


def test_readers_that_are_upset_again_and_again_are_told_once_a_second():
    """Lines for people must not crowd out what happens."""
    pico, host = connected()
    host.heard.clear()
    for _ in range(30):
        for at in range(0, 40, 7):
            pico.electronics.readers.chips[at].upset(0x16, 0)
        pico.run(100, host)
    assert 2 <= len(host.of(wire.Log)) <= 4, host.of(wire.Log)


def test_reader_of_any_version_is_used_as_long_as_it_works():
    """Known makes in silence; of others every host is told."""
    for version in (0x80, 0x12, 0x82, 0x88, 0x89, 0x90, 0x91, 0xB2, 0x77, 0x01):
        pico = Pico()
        pico.electronics.readers.chips[AT].upset(mfrc522.VERSION_REG, version)
        pico.boot()
        pico.lay(AT, UID_7)
        for session in (1, 2):
            host = hosted(pico, session)
            told = [one.text for one in host.of(wire.Log)]
            equal((version, host.last_state()), (version, {AT: (wire.ONE, (UID_7,))}))
            equal((version, host.of(wire.Health)), (version, []))
            if version in (0x77, 0x01):
                equal(len(told), 1)
                assert "reader 17 has the version 0x%02x, which is not known" % version in told[0]
            else:
                equal((version, told), (version, []))


def test_reader_that_keeps_nothing_of_what_is_written_is_not_used():
    """Whatever it calls itself: it answers wrongly."""
    pico = Pico()
    chip = pico.electronics.readers.chips[AT]
    write = chip._write
    chip._write = lambda register, value, now_us: (
        None if register == 0x16 else write(register, value, now_us)
    )
    host = hosted(pico.boot(), 1)
    chip._regs[0x16] = 0x20
    pico.lay(3, UID_7B)
    pico.run(1000, host)
    equal([(one.antenna, one.state) for one in host.of(wire.Health)], [(AT, wire.HEALTH_STRANGE)])


def hosted(pico, session):
    host = Host(pico, session=session)
    pico.run(900, host)
    assert host.link.is_up
    return host
