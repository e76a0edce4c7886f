"""The talk with cards, through the driver, against modelled reader chips and tags."""

from time import ticks_diff

from readerside import UID_4, UID_7, UID_7B, UID_10, Readerside, equal

from duelmat_device import tags

REPEATS = 60


def test_uid_of_each_size_is_read_whole():
    """Four, seven and ten bytes come through one, two and three cascade levels."""
    for uid in (UID_4, UID_7, UID_10):
        bench = Readerside().set_up()
        bench.lay(0, uid)
        equal(bench.visit(), tags.TAGS)
        equal(bench.found(), [uid])


def test_empty_antenna_costs_at_most_ten_bus_calls():
    """Silence is told by the chip's timer and read once."""
    bench = Readerside().set_up()
    for _ in range(3):
        equal(bench.visit(), tags.NOTHING)
        equal((bench.calls, bench.bytes), (7, 20))


def test_new_seven_byte_tag_costs_at_most_45_bus_calls():
    """Both levels and the question for more are within the budget."""
    bench = Readerside().set_up()
    bench.lay(0, UID_7)
    bench.visit()
    equal((bench.calls, bench.bytes), (28, 124))


def test_known_tag_costs_at_most_30_bus_calls():
    """A known card is woken and selected, and not read again."""
    bench = Readerside().set_up()
    bench.lay(0, UID_7)
    equal(bench.visit(0, UID_7, True), tags.CONFIRMED)
    equal((bench.calls, bench.bytes), (15, 66))


def test_known_tag_of_each_size_is_confirmed():
    """Confirming goes through as many levels as the UID has."""
    for uid in (UID_4, UID_7, UID_10):
        bench = Readerside().set_up()
        bench.lay(0, uid)
        equal(bench.visit(0, uid, True), tags.CONFIRMED)


def test_another_tag_than_the_known_one_is_read():
    """A confirmation that fails becomes a full reading in the same visit."""
    for known, there in ((UID_7, UID_7B), (UID_4, UID_7), (UID_7, UID_4), (UID_10, UID_7)):
        bench = Readerside().set_up()
        bench.lay(0, there)
        equal(bench.visit(0, known, True), tags.TAGS)
        equal(bench.found(), [there])


def test_several_tags_on_one_antenna_are_all_read():
    """Collisions are resolved bit by bit; every tag found is halted before the next is sought."""
    close = [bytes([4, 1, 2, 3, 4, 5, last]) for last in (0x10, 0x11, 0x90)]
    for uids in ((UID_7, UID_7B), (UID_4, UID_7, UID_10), (UID_4, UID_7, UID_7B, UID_10), close):
        bench = Readerside().set_up()
        bench.lay(0, *uids)
        equal(bench.visit(), tags.TAGS)
        equal(bench.found(), sorted(uids))
        assert not bench.inventory.is_disturbed


def test_collisions_at_every_bit_of_a_level_are_resolved():
    """Two UIDs that differ in one bit only, whichever it is, are told apart."""
    for bit in range(32):
        other = bytearray(UID_4)
        other[bit >> 3] ^= 1 << (bit & 7)
        if other[0] == 0x88:
            continue
        bench = Readerside().set_up()
        bench.lay(0, UID_4, bytes(other))
        equal(bench.visit(), tags.TAGS)
        equal(bench.found(), sorted([UID_4, bytes(other)]))


def test_more_tags_than_there_is_room_for_are_bounded():
    """A heap of tags ends the visit with as many as there is room for."""
    bench = Readerside().set_up()
    bench.lay(0, *[bytes([4, 1, 2, 3, 4, 5, last]) for last in range(6)])
    equal(bench.visit(), tags.TAGS)
    equal(bench.inventory.count, tags.MAX_TAGS)


def test_tag_at_rest_is_read_at_every_visit():
    """A tag does not answer every other time only, since the field rests between visits."""
    bench = Readerside().set_up()
    bench.lay(0, UID_7)
    for _ in range(REPEATS):
        equal(bench.visit(), tags.TAGS)
        equal(bench.found(), [UID_7])


def test_corrupted_answers_never_make_a_wrong_uid():
    """Parity, BCC, checksum and SAK stand between noise and a UID; what fails is an error, not
    silence.
    """
    bench = Readerside(seed=5).set_up()
    bench.lay(0, UID_7)
    bench.radio.faults.noise = 0.3
    results = []
    for _ in range(REPEATS):
        result = bench.visit()
        results.append(result)
        if result == tags.TAGS:
            equal(bench.found(), [UID_7])
        else:
            equal(result, tags.ERROR)
    assert tags.TAGS in results
    assert tags.ERROR in results


def test_flipped_bits_that_no_parity_betrays_are_caught_by_bcc_and_checksum():
    """One flipped bit anywhere in a level's answer breaks its BCC."""
    bench = Readerside(seed=7).set_up()
    bench.lay(0, UID_7)
    bench.radio.faults.mangled = 0.2
    for _ in range(REPEATS):
        if bench.visit() == tags.TAGS:
            equal(bench.found(), [UID_7])


def test_cascade_tag_is_no_first_byte_of_a_uid():
    """A four-byte UID that begins with 0x88 is an error: its reading may be half of another's."""
    bench = Readerside().set_up()
    bench.lay(0, b"\x88\x04\xa1\xb2")
    equal(bench.visit(), tags.ERROR)


def test_later_part_of_a_uid_may_begin_as_the_cascade_tag_does():
    """SAK, whose checksum is right, says that it is the last: of ten bytes the standard has such
    ones, of seven it has none, but tags with a number of somebody's own do.
    """
    for uid in (b"\x04\xf4\x0a\x88\xfa\xe8\x2f", b"\x04\x11\x22\x33\x44\x55\x88\x77\x99\xaa"):
        bench = Readerside().set_up()
        bench.lay(0, uid)
        equal(bench.visit(), tags.TAGS)
        equal(bench.found(), [uid])
        equal(bench.visit(0, uid), tags.CONFIRMED)


def test_tag_that_misses_a_request_is_called_again_when_it_should_lie_there():
    """A frame lost on a known card makes no miss; the requests stand 516 us apart."""
    bench = Readerside(seed=3).set_up()
    bench.lay(0, UID_7)
    bench.radio.faults.dropout = 0.1
    results = [bench.visit(0, UID_7, True) for _ in range(REPEATS)]
    assert tags.NOTHING not in results


def test_tag_that_wakes_within_the_guard_time_is_read():
    """The field stands 5.1 ms before the first request."""
    bench = Readerside().set_up()
    bench.lay(0, UID_7, wake_us=5000)
    equal(bench.visit(), tags.TAGS)


def test_reader_that_never_receives_is_silent_and_not_late():
    """A chip whose receiver is deaf still runs its timer."""
    bench = Readerside().set_up()
    bench.lay(0, UID_7)
    bench.radio.faults.stuck.add(0)
    equal(bench.visit(), tags.NOTHING)


def test_reader_that_does_not_answer_the_bus_is_a_fault():
    """Zeroes on the bus are no silence of cards."""
    bench = Readerside().set_up()
    bench.lay(0, UID_7)
    bench.radio.faults.dead.add(0)
    equal(bench.visit(), tags.FAULT)


def test_visit_allocates_nothing_while_the_antenna_is_empty():
    """The hot path lives in memory taken at the start."""
    import gc

    bench = Readerside().set_up()
    bench.visit()
    gc.collect()
    before = gc.mem_alloc()
    bench.inventory.begin(None, False)
    bench.clock.spend(6000)
    bench.finish()
    after = gc.mem_alloc()
    # The modelled bus allocates a little itself: what counts is that nothing grows with the visit.
    assert after - before < 1024, after - before


def test_visits_may_overlap():
    """Two chips run their exchanges alone: two talks, step by step in turn, on one driver."""
    bench = Readerside().set_up(0).set_up(20)
    bench.lay(0, UID_7)
    bench.lay(20, UID_7B)
    talks = [tags.Inventory(bench.reader, bench.clock.ticks_us) for _ in range(2)]
    for antenna, talk in ((0, talks[0]), (20, talks[1])):
        bench.address(antenna)
        talk.antenna = antenna
        talk.begin(None, False)
    results = {}
    while len(results) < 2:
        for talk in talks:
            late_us = ticks_diff(bench.clock.ticks_us(), talk.due_us)
            if talk.antenna in results or late_us < 0:
                continue
            bench.address(talk.antenna)
            result = talk.step(talk)
            if result:
                talk.end(result)
                results[talk.antenna] = talk.found[0].uid_bytes()
        bench.clock.spend(10)
    equal(results, {0: UID_7, 20: UID_7B})
