"""A supply that sags: fewer fields at once, a line that says so, and all of it back afterwards."""

from hostside import Host, connected
from pico import Pico
from readerside import UID_7, UID_7B, equal

import duelmat_wire as wire
from duelmat_device import supply

LONG = ("test_weak_supply_runs_fewer_fields_and_every_host_is_told",)

SOUND = (5000, 3300)


class Bench:
    """The supply alone: rails by hand, sampled every 50 ms, four fields on."""

    def __init__(self, most_fields=4):
        self.rails_mv = list(SOUND)
        self.spikes_mv = []  # what the 5 V rail reads instead, once each
        self.now_ms = 500
        self.fields_on = most_fields
        self.limits = []
        self.told = []
        self.supply = supply.Supply(
            (self.read_5v, lambda: self.raw(self.rails_mv[1])), self, most_fields, self.ticks_ms
        )

    def raw(self, rail_mv):
        return -(-rail_mv * 65535 // 6600)

    def read_5v(self):
        return self.raw(self.spikes_mv.pop(0) if self.spikes_mv else self.rails_mv[0])

    def ticks_ms(self):
        return self.now_ms

    # What the supply asks of the scanner.

    def count_fields_on(self):
        return self.fields_on

    def limit_fields(self, count):
        self.limits.append(count)
        self.fields_on = count

    def run(self, duration_ms, sag_mv=None, step_ms=10):
        """With `sag_mv` each field takes so much from the 5 V rail."""
        for _ in range(duration_ms // step_ms):
            self.now_ms += step_ms
            if sag_mv is not None:
                self.rails_mv[0] = 5000 - sag_mv * self.fields_on
            self.supply.step()
            if self.supply.notice:
                self.told.append(self.supply.notice)
                self.supply.notice = None
        return self


def test_a_mat_without_sense_lines_has_a_good_supply():
    """Nothing is measured, nothing is limited, and nobody is told anything."""
    bench = Bench()
    bench.supply = supply.Supply((), bench, 4, bench.ticks_ms)
    bench.run(1000)
    equal((bench.supply.fields, bench.supply.is_weak, bench.limits), (4, False, []))


def test_sound_supply_is_not_spoken_of():
    """Nothing is limited and nothing is told as long as both rails hold what they must."""
    for rails_mv in (SOUND, (4410, 3060), (5200, 3400)):
        bench = Bench()
        bench.rails_mv = list(rails_mv)
        bench.run(20_000)
        equal((bench.limits, bench.told, bench.supply.is_weak), ([], [], False))


def test_fields_go_down_at_once_to_what_the_sag_allows():
    """600 mV may go on the 5 V rail, 250 on the readers'; what one field takes is known."""
    for sag_mv, fields in ((155, 3), (201, 2), (299, 2), (301, 1), (450, 1)):
        bench = Bench().run(100, sag_mv)
        equal((sag_mv, bench.limits), (sag_mv, [fields]))
        assert bench.supply.is_weak
    bench = Bench()
    bench.rails_mv[1] = 3300 - 4 * 100
    bench.run(60)
    equal(bench.limits, [2])
    equal(
        bench.told,
        ["supply bears only 2 of 4 fields: 5 V rail 5.00 V, readers' rail 2.90 V"],
    )


def test_spike_on_the_converter_limits_nothing():
    """What reads low is read once more."""
    bench = Bench()
    for _ in range(50):
        bench.spikes_mv = [3000]
        bench.run(50)
    equal((bench.limits, bench.told), ([], []))


def test_fields_come_back_one_by_one_as_the_sag_allows():
    """Each after five sound seconds, the last with a line that all is well."""
    bench = Bench().run(100, 450)
    equal(bench.limits, [1])
    bench.run(60_000, 250)  # bears two
    equal(bench.limits, [1, 2])
    assert bench.supply.is_weak
    bench.run(4_900, 20)
    equal(bench.limits, [1, 2])
    bench.run(5_200, 20)
    equal(bench.limits, [1, 2, 3, 4])
    assert not bench.supply.is_weak
    equal(bench.told[1:], ["supply well again: 5 V rail 4.94 V, readers' rail 3.30 V"])


def test_sound_seconds_are_those_of_the_clock_however_seldom_the_supply_has_its_turn():
    """A board with much to do gets its fields back as soon as one with little."""
    for step_ms in (10, 70, 200):
        bench = Bench().run(400, 450, step_ms)
        equal(bench.limits, [1])
        bench.run(3 * 5_000 + 4 * step_ms, 20, step_ms)
        equal((step_ms, bench.limits), (step_ms, [1, 2, 3, 4]))


def test_load_that_is_not_the_fields_is_told_once():
    """One field is left; when that is too much something else draws the current."""
    bench = Bench()
    bench.rails_mv[0] = 4000
    bench.run(20_000)
    equal(bench.limits, [2, 1])
    equal(
        [line.split(":")[0] for line in bench.told],
        [
            "supply bears only 2 of 4 fields",
            "supply bears only 1 of 4 fields",
            "supply too weak for one field (find what draws the current)",
        ],
    )
    assert bench.told[2].endswith(": 5 V rail 4.00 V, readers' rail 3.30 V"), bench.told
    bench.rails_mv[0] = 5000
    bench.run(30_000)
    equal(bench.limits, [2, 1, 2, 3, 4])
    assert not bench.supply.is_weak


def test_rail_without_voltage_is_told_and_limits_nothing():
    """The line to the converter may be open: the cards say whether the readers live."""
    bench = Bench()
    bench.rails_mv[1] = 30
    bench.run(1000)
    equal(bench.limits, [])
    assert bench.supply.is_weak
    bench.rails_mv[1] = 3300
    bench.run(1000)
    equal(
        bench.told,
        [
            "supply dead, or its sense line is open: 5 V rail 5.00 V, readers' rail 0.03 V",
            "supply read again: 5 V rail 5.00 V, readers' rail 3.30 V",
        ],
    )
    assert not bench.supply.is_weak


def test_weak_supply_runs_fewer_fields_and_every_host_is_told():
    """With 450 mV a field four fields brown the readers out; one is borne, and cards are read."""
    pico, host = connected()
    pico.lay(8, UID_7)
    pico.run(500, host)
    pico.radio.faults.sag_mv = 450
    pico.run(1500, host)
    pico.radio.most_fields_on = 0
    host.heard.clear()
    pico.lay(20, UID_7B)
    pico.run(2500, host)
    equal(pico.radio.most_fields_on, 1)
    equal(pico.radio.guard_violations, 0)
    equal(host.last_state(), {20: (wire.ONE, (UID_7B,))})
    equal(pico.presence.state(8), wire.ONE)
    other = Host(pico, session=99)
    pico.run(800, other)
    said = [(one.level, one.text) for one in other.of(wire.Log)]
    equal(len(said), 1)
    equal(said[0][0], wire.LOG_ERROR)
    assert said[0][1].startswith("supply bears only 1 of 4 fields: "), said
    pico.radio.faults.sag_mv = 0
    other.heard.clear()
    pico.run(17_000, other)
    equal(pico.radio.most_fields_on, 4)
    equal([one.level for one in other.of(wire.Log)], [wire.LOG_INFO])
    equal(pico.radio.guard_violations, 0)
    third = Host(pico, session=100)
    pico.run(800, third)
    equal(third.of(wire.Log), [])


def test_board_that_starts_on_a_weak_supply_finds_its_cards():
    """It begins with all fields, and learns within a moment."""
    pico = Pico()
    pico.radio.faults.sag_mv = 250
    pico.boot()
    host = Host(pico)
    pico.lay(8, UID_7)
    pico.run(3000, host)
    equal(host.last_state(), {8: (wire.ONE, (UID_7,))})
    equal([one.antenna for one in host.of(wire.Health) if one.state != wire.HEALTH_FINE], [])
    pico.radio.most_fields_on = 0
    pico.run(500, host)
    equal(pico.radio.most_fields_on, 2)
