"""Which antenna is asked when, over forty modelled readers."""

from time import ticks_diff

from readerside import Readerside, equal, with_file

from duelmat_device import mfrc522, presence, scanner
from duelmat_device.tour import plan_tour
from duelmat_wire import EMPTY, HEALTH_FINE, HEALTH_NO_FIELD, HEALTH_SILENT, ONE, SEVERAL, UNSURE

LONG = (
    "test_the_others_wait_at_most_half_as_long_again_with_anything_hot_or_open",
    "test_cards_at_rest_are_never_told_gone_in_spite_of_lost_and_broken_frames",
)

ALL = 40


class SilentBus:
    """Readers that all work, under which nothing lies; it allocates nothing itself."""

    def write(self, out):
        pass

    def write_readinto(self, out, into):
        for at in range(len(into)):
            into[at] = 0
        if out[0] == 0x80 | mfrc522.VERSION_REG << 1:
            into[1] = 0x92
            into[2] = 0x80
            into[3] = 36
            into[4] = 0x40
        else:
            into[1] = 0x01  # the timer ran out


def uid_of(antenna):
    return bytes([4, 1, 2, 3, 4, 5, antenna])


def furnished(*antennas, seed=1, zones=None):
    """A running scanner with a card on each of these antennas."""
    bench = Readerside(seed).scanning(zones)
    for antenna in antennas:
        bench.lay(antenna, uid_of(antenna))
    bench.run(20)
    return bench


def settle(bench, duration_ms=400):
    bench.run(duration_ms)
    while bench.presence.next_changed() >= 0:
        pass


class Visits:
    """Counts how often each field goes on, and looks at all fields at once."""

    def __init__(self, bench):
        self.bench = bench
        self.counts = [0] * ALL
        self.before = bytearray(ALL)
        self.most = 0

    def __call__(self):
        fields = self.bench.radio.fields
        on = [antenna for antenna in range(ALL) if fields[antenna]]
        self.most = max(self.most, len(on))
        for antenna in on:
            if not self.before[antenna]:
                self.counts[antenna] += 1
                for other in self.bench.board["neighbours"][antenna]:
                    assert not fields[other], (antenna, other)
        self.before[:] = fields


def test_every_card_is_seen_within_two_sweeps():
    """Ten cards on forty antennas, and nothing elsewhere."""
    lying = list(range(0, ALL, 4))
    bench = furnished(*lying)
    bench.run(200)
    for antenna in range(ALL):
        if antenna in lying:
            equal(bench.presence.state(antenna), ONE)
            equal(bench.presence.uids(antenna), [uid_of(antenna)])
        else:
            equal(bench.presence.state(antenna), EMPTY)


def test_at_most_four_fields_are_on_and_never_two_neighbours():
    """Seen on the field itself, at every step, with hot antennas and with cards."""
    bench = furnished(*range(0, ALL, 3))
    visits = Visits(bench)
    bench.scanner.set_hot([0, 1, 2, 20, 38, 39], 400)
    bench.run(500, visits)
    equal(visits.most, 4)


def test_field_stands_the_guard_time_before_the_first_request():
    """A tag that wakes as late as the standard allows is read at its first visit."""
    bench = Readerside().scanning()
    bench.lay(7, uid_of(7), wake_us=5000)
    bench.run(150)
    equal(bench.presence.state(7), ONE)


def test_sweep_stays_within_its_budget():
    """Virtual time of a round over the mat: empty, and with ten cards."""
    bench = furnished()
    bench.run(400)
    assert bench.scanner.sweep_us <= 70_000, bench.scanner.sweep_us
    bench = furnished(*range(0, ALL, 4))
    bench.run(500)
    assert bench.scanner.sweep_us <= 95_000, bench.scanner.sweep_us


def test_no_antenna_is_left_out_of_a_sweep():
    """In ten sweeps every antenna is visited ten times, give or take one."""
    bench = furnished()
    settle(bench)
    visits = Visits(bench)
    bench.run(bench.scanner.sweep_us // 100, visits)
    assert min(visits.counts) >= 9, visits.counts
    assert max(visits.counts) <= 12, visits.counts


def test_hot_antennas_are_visited_more_often_and_the_others_not_starved():
    """A third of the turns goes to the hot ones, the rest still goes around."""
    hot = [2, 15, 33]
    bench = furnished()
    settle(bench)
    bench.scanner.set_hot(hot, 10_000)
    visits = Visits(bench)
    bench.run(1000, visits)
    cold = [visits.counts[antenna] for antenna in range(ALL) if antenna not in hot]
    for antenna in hot:
        assert visits.counts[antenna] >= 4 * sum(cold) / len(cold), visits.counts
    assert min(cold) >= 5, visits.counts


def test_the_others_wait_at_most_half_as_long_again_with_anything_hot_or_open():
    """Twelve hot antennas beside each other and cards that are being lifted: every other antenna
    waits no longer than from the beginning of such a sweep to the end of the next.
    """
    for hot in ([2, 3, 4, 5, 6, 7, 11, 12, 13], list(range(12)), [0], [20, 21, 30, 38]):
        bench = furnished(1, 15, 22)
        settle(bench)
        bench.run(200)
        plain_us = bench.scanner.sweep_us
        bench.scanner.set_hot(hot, 60_000)
        bench.lay(15)
        last_us = [bench.clock.total_us()] * ALL
        longest_us = [0] * ALL
        before = bytearray(ALL)

        def watch(bench=bench, before=before, last_us=last_us, longest_us=longest_us):
            fields = bench.radio.fields
            now_us = bench.clock.total_us()
            for antenna in range(ALL):
                if fields[antenna] and not before[antenna]:
                    longest_us[antenna] = max(longest_us[antenna], now_us - last_us[antenna])
                    last_us[antenna] = now_us
            before[:] = fields

        bench.run(1500, watch)
        assert max(longest_us) <= 2 * 3 * plain_us // 2, (hot, plain_us, longest_us)


def test_hot_antenna_among_hot_neighbours_is_not_left_behind():
    """Nine that are hot beside each other: none waits longer between two visits than twice what
    they wait on average, over a second.
    """
    hot = [2, 3, 4, 5, 6, 7, 11, 12, 13]
    bench = furnished(1, 15, 22)
    settle(bench)
    visits = Visits(bench)
    bench.scanner.set_hot(hot, 10_000)
    bench.run(1000, visits)
    counts = [visits.counts[antenna] for antenna in hot]
    assert 2 * min(counts) >= sum(counts) / len(counts), counts


def test_field_that_does_not_come_on_is_told_and_the_reader_mended():
    """What TxControlReg reads back is compared with what was written."""
    bench = furnished()
    settle(bench)
    bench.radio.faults.no_field.add(9)
    bench.run(1500)
    equal(bench.scanner.health[9], HEALTH_NO_FIELD)
    equal(bench.scanner.next_health_change(), 9)
    bench.radio.faults.no_field.clear()
    bench.run(1500)
    equal(bench.scanner.health[9], HEALTH_FINE)


def test_hot_mask_expires():
    """A host that is gone does not bend the scan for ever."""
    bench = furnished()
    settle(bench)
    bench.scanner.set_hot([5], 100)
    bench.run(200)
    visits = Visits(bench)
    bench.run(600, visits)
    assert visits.counts[5] <= max(visits.counts[6:]) + 1, visits.counts


def test_lifted_card_is_gone_soon():
    """The visits that settle a removal follow each other quickly."""
    bench = furnished(8, 20, 30)
    settle(bench)
    bench.lay(8)
    bench.run(250)
    equal(bench.presence.state(8), EMPTY)


def test_cards_at_rest_are_never_told_gone_in_spite_of_lost_and_broken_frames():
    """Two in a hundred frames lost, two broken: no change for as long as nobody moves a card."""
    for seed in (1, 2, 3):
        bench = furnished(*range(0, ALL, 5), seed=seed)
        settle(bench)
        bench.radio.faults.dropout = 0.02
        bench.radio.faults.noise = 0.02
        bench.run(2000)
        equal(bench.presence.next_changed(), -1)


def test_noise_that_will_not_end_makes_an_antenna_unsure_and_not_empty():
    """A card that answers and cannot be read is told as something there."""
    bench = furnished(8)
    settle(bench)
    bench.radio.faults.noise = 1
    bench.run(500)
    equal(bench.presence.state(8), UNSURE)
    bench.radio.faults.noise = 0
    bench.run(300)
    equal(bench.presence.state(8), ONE)


def test_two_cards_on_one_antenna_are_told_as_several():
    """Both are named."""
    bench = furnished()
    bench.lay(8, uid_of(1), uid_of(2))
    bench.run(200)
    equal(bench.presence.state(8), SEVERAL)
    equal(sorted(bench.presence.uids(8)), [uid_of(1), uid_of(2)])


def test_bleeding_neighbours_never_show_a_card_twice():
    """A tag that neighbours' readers catch now and then stays in its own zone."""
    bench = furnished(0, 12, 25, seed=4)
    settle(bench)
    bench.radio.faults.bleed = 0.1
    presence = bench.presence

    def watch():
        for lying in (0, 12, 25):
            shown = [at for at in range(ALL) if uid_of(lying) in presence.uids(at)]
            assert len(shown) <= 1, shown

    for _ in range(20):
        bench.run(50)
        watch()
    for lying in (0, 12, 25):
        equal(presence.uids(lying), [uid_of(lying)])


def test_dead_reader_is_told_and_passed_over():
    """One reader that does not answer the bus costs the others nothing, and comes back by
    itself.
    """
    bench = furnished()
    settle(bench)
    bench.radio.faults.dead.add(17)
    bench.run(1000)
    equal(bench.scanner.next_health_change(), 17)
    equal(bench.scanner.health[17], HEALTH_SILENT)
    equal(bench.scanner.next_health_change(), -1)
    assert bench.scanner.sweep_us <= 70_000
    bench.radio.faults.dead.clear()
    bench.run(1000)
    equal(bench.scanner.next_health_change(), 17)
    equal(bench.scanner.health[17], HEALTH_FINE)


def test_card_on_a_reader_that_dies_is_not_told_gone():
    """A reader in doubt says nothing about cards."""
    bench = furnished(17)
    settle(bench)
    bench.radio.faults.dead.add(17)
    bench.run(1000)
    equal(bench.presence.state(17), ONE)


def test_reader_that_forgot_its_setup_is_set_up_again():
    """A reset by a spike on the supply is found by the health readback."""
    bench = furnished()
    settle(bench)
    bench.readers.chips[9].hold_reset(True)
    bench.readers.chips[9].hold_reset(False)
    bench.run(1000)
    bench.lay(9, uid_of(9))
    bench.run(200)
    equal(bench.presence.state(9), ONE)


def test_tour_puts_no_neighbours_near_each_other_where_it_can():
    """On the standard mat four antennas in a row are never neighbours, but for the tour's end."""
    bench = Readerside()
    neighbours = bench.board["neighbours"]
    tour = plan_tour(neighbours, 4)
    equal(sorted(tour), list(range(ALL)))
    clashes = 0
    for at in range(ALL):
        for ahead in range(1, 4):
            if at + ahead < ALL and tour[at + ahead] in neighbours[tour[at]]:
                clashes += 1
    assert clashes <= 3, clashes


def test_scanner_of_one_field_visits_everything_too():
    """A mat with one field at a time is slow and complete."""
    bench = Readerside().scanning()
    bench.scanner = scanner.Scanner(
        bench.reader, bench.address, bench.board["neighbours"],
        plan_tour(bench.board["neighbours"], 1), bench.presence, bench.clock.ticks_us, 1,
    )  # fmt: skip
    bench.lay(39, uid_of(39))
    visits = Visits(bench)
    bench.run(500, visits)
    equal(visits.most, 1)
    equal(bench.presence.state(39), ONE)


def test_scan_of_an_empty_mat_allocates_nothing():
    """Sweep after sweep in the memory taken at the start: no pause of the collector in between."""
    import gc

    board = with_file("/board.json")
    now_us = bytearray(4)  # a clock that allocates nothing: 50 us a step, as two small numbers

    def ticks_us():
        return now_us[0] | now_us[1] << 8 | now_us[2] << 16

    def nothing(_value):
        pass

    running = scanner.Scanner(
        mfrc522.Mfrc522(SilentBus(), nothing),
        nothing,
        board["neighbours"],
        plan_tour(board["neighbours"], 4),
        presence.Presence(bytes(ALL)),
        ticks_us,
    )

    def run(steps):
        for _ in range(steps):
            now = ticks_us() + 50
            now_us[0] = now & 0xFF
            now_us[1] = now >> 8 & 0xFF
            now_us[2] = now >> 16 & 0xFF
            if ticks_diff(ticks_us(), running.due_us) >= 0:
                running.step()

    run(5000)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    run(5000)
    after = gc.mem_alloc()
    gc.enable()
    assert running.sweep_us > 0
    equal(after - before, 0)
