"""One reader at each step of its power, as the prompt asks for it."""

from pico import Pico
from readerside import UID_7, UID_7B, Readerside, equal

from duelmat_rig.electronics.mfrc522 import field_share
from duelmat_wire import HEALTH_FINE, HEALTH_NO_FIELD, HEALTH_SILENT

CONDUCTANCES = (32, 13, 7, 5, 3, 2, 1)


def at_prompt():
    """A Pico that was reset, and has loaded nothing of the firmware yet."""
    pico = Pico()
    pico.bench.reset()
    return pico


def powered(seed=1):
    """Modelled electronics, and their first reader."""
    at_prompt()
    from duelmat_device import mfrc522, thresholds

    bench = Readerside(seed)
    bench.address(0)
    clock = bench.clock
    reader = thresholds.PoweredReader(
        mfrc522.Mfrc522(bench.spi, bench.readers.set_select), clock.ticks_us, clock.sleep
    )
    reader.set_up()
    return bench, reader


def test_each_tag_answers_down_to_the_step_whose_field_it_needs():
    """Two tags in one sleeve: at every step exactly those for which the field is enough."""
    bench, reader = powered()
    for lower, upper in ((2.3, 1.4), (1.2, 0.6), (9.0, 3.0), (0.5, 0.2)):
        bench.reach({0: {UID_7: lower, UID_7B: upper}})
        for step in range(7):
            share = field_share(CONDUCTANCES[step])
            wanted = {}
            for uid, reach in ((UID_7, lower), (UID_7B, upper)):
                assert not 1 <= reach * share < 1.1, "a tag at the edge is heard by chance"
                if reach * share >= 1:
                    wanted[uid.hex()] = 8
            equal((step, reader.answers(step, 8)), (step, (0, 0, wanted)))


def test_power_is_full_again_after_a_measurement():
    bench, reader = powered()
    reader.answers(6, 1)
    equal(bench.radio.power[0], field_share(32))
    equal(bench.radio.guard_violations, 0)


def test_health_names_a_chip_that_is_silent_or_has_no_field():
    bench, reader = powered()
    equal(reader.health(), (0x92, HEALTH_FINE))
    bench.radio.faults.no_field = {0}
    equal(reader.health()[1], HEALTH_NO_FIELD)
    bench.radio.faults.dead = {0}
    equal(reader.health()[1], HEALTH_SILENT)


def test_answers_that_cannot_be_read_are_counted_apart():
    bench, reader = powered()
    bench.reach({0: {UID_7: 9.0}})
    bench.radio.faults.noise = 1
    unread, failed, read = reader.answers(0, 8)
    equal((unread, failed, read), (8, 0, {}))


def test_prompt_opens_the_first_reader_by_the_board_config():
    """Over the circuit's own pins and buses, on a Pico with nothing else running."""
    pico = at_prompt()
    from duelmat_device import thresholds

    reader = thresholds.open_reader()
    equal(reader.health(), (0x92, HEALTH_FINE))
    equal(reader.answers(0, 2), (0, 0, {}))
    pico.reach({0: {UID_7: 2.0}})
    equal(reader.answers(0, 2), (0, 0, {UID_7.hex(): 2}))


def test_prompt_takes_what_a_host_types_and_a_reset_that_is_asked_for():
    """Nothing while the mat runs; at the prompt ctrl-C is a byte like any other."""
    pico = Pico().boot()
    pico.cable.to_board.extend(b"for the mat")
    pico.run(20)
    equal(pico.bench.typed(), None)
    with open("maintenance", "w"):
        pass
    pico.bench.reset()
    pico.run(1000)
    equal(pico.bench.typed(), "")
    pico.cable.to_board.extend(b"\x03abc")
    pico.run(10)
    equal(pico.bench.typed(), "03616263")
    import machine

    from duelmat_rig.pico import slot

    is_raised = False
    try:
        machine.reset()
    except slot.Reset:  # as a prompt takes it
        is_raised = True
    assert is_raised
    pico.run(10)
    equal(pico.bench.resets, 2)
    pico.run(2000)
    equal(pico.bench.typed(), None)
