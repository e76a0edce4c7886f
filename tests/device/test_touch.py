"""Which contacts count as a touch, as courses of samples and fields."""

from readerside import equal

from duelmat_device import touch


class Chip:
    def __init__(self):
        self.bits = 0

    def set_up(self):
        pass

    def touched(self):
        if self.bits is None:
            raise OSError(5)
        return self.bits


class Fields:
    """Stands for the scanner: whether fields are on near the pad."""

    sweep_us = 60_000
    health = bytes(40)

    def __init__(self):
        self.are_off = True
        self.kept_off = (0, 0)

    def masks(self, antennas):
        return sum([1 << antenna for antenna in antennas]), 0

    def keep_off(self, low, high):
        self.kept_off = (low, high)

    def are_fields_off(self, _low, _high):
        return self.are_off


class Bus:
    """Stands for the I2C bus, which is free."""

    is_held = False

    def is_free(self):
        return not self.is_held

    def takes_blame(self, _error):
        return False


class Course:
    """One pad, sampled every 5 ms; the pad's antennas are 3 and 4."""

    def __init__(self):
        self.now_ms = 10_000
        self.bus = Bus()
        self.chip = Chip()
        self.fields = Fields()
        self.touch = touch.TouchPads(
            self.bus, {0x5A: self.chip}, [(0x5A, 0)], [[3, 4]], self.fields, lambda: self.now_ms
        )
        self.told = []
        self.run(10)

    def run(self, duration_ms):
        for _ in range(duration_ms):
            self.now_ms += 1
            self.touch.step()
            event = self.touch.take_event()
            while event:
                self.told.append(event)
                event = self.touch.take_event()

    def finger(self, duration_ms):
        self.chip.bits = 1
        self.run(duration_ms)
        self.chip.bits = 0
        self.run(20)


def test_finger_is_a_touch_and_its_leaving_another_event():
    """Pressed once, left once."""
    course = Course()
    course.finger(200)
    equal(course.told, [(0, 1), (0, 0)])


def test_fields_are_kept_off_for_a_finger_that_comes_after_days():
    """The last quiet moment was long ago, whichever half of their range the ticks are in."""
    for days in (3, 7, 10):
        course = Course()
        for _ in range(days):
            course.now_ms += 24 * 3_600_000
            course.run(10)
        course.fields.are_off = False
        course.chip.bits = 1
        course.run(20)
        equal((days, course.fields.kept_off), (days, (0b11000, 0)))


def test_fields_come_back_when_the_chip_that_felt_a_finger_is_lost():
    """Or its bus is held: nobody can say whether the finger is still there."""
    for is_held in (False, True):
        course = Course()
        course.fields.are_off = False
        course.chip.bits = 1
        course.run(15)
        equal(course.fields.kept_off, (0b11000, 0))
        course.bus.is_held = is_held
        course.chip.bits = None
        course.run(200)
        kept_off = []
        for _ in range(200):
            course.run(1)
            kept_off.append(course.fields.kept_off)
        equal((is_held, set(kept_off)), (is_held, {(0, 0)}))


def test_contact_that_is_only_there_while_fields_are_on_is_no_touch():
    """A field can feign a finger; without a quiet moment between two samples nothing counts."""
    course = Course()
    course.fields.are_off = False
    course.finger(500)
    equal(course.told, [])


def test_two_samples_must_span_the_quiet_moment():
    """A contact that ends with the field is seen by the first sample only."""
    course = Course()
    for _ in range(20):
        course.fields.are_off = False
        course.chip.bits = 1
        course.run(6)
        course.chip.bits = 0
        course.fields.are_off = True
        course.run(6)
    equal(course.told, [])


def test_fields_near_a_contact_are_kept_off_for_a_moment_only():
    """The scanner leaves its antennas out until the contact is sure, and at most for 40 ms, with
    as long between two such moments.
    """
    course = Course()
    course.chip.bits = 1
    course.run(6)
    equal(course.fields.kept_off, (0b11000, 0))
    course.run(20)
    equal(course.fields.kept_off, (0, 0))
    course = Course()
    course.fields.are_off = False
    course.chip.bits = 1
    quiet_ms = 0
    for _ in range(800):
        course.run(1)
        quiet_ms += 1 if course.fields.kept_off[0] else 0
    assert 300 <= quiet_ms <= 450, quiet_ms
    equal(course.told, [])


def test_chips_are_asked_only_when_they_call():
    """A line tells whether there is something new; now and then they are asked all the same."""
    asked = []

    class Counting(Chip):
        def touched(self):
            asked.append(1)
            return self.bits

    course = Course()
    course.chip = Counting()
    called = [False]
    course.touch = touch.TouchPads(
        Bus(),
        {0x5A: course.chip},
        [(0x5A, 0)],
        [[3]],
        course.fields,
        lambda: course.now_ms,
        lambda: called[0],
    )
    course.run(100)
    asked.clear()
    course.run(1000)
    assert len(asked) <= 13, len(asked)
    course.chip.bits = 1
    called[0] = True
    course.run(10)
    called[0] = False
    course.run(200)
    equal(course.told, [(0, 1)])


def test_short_tap_is_told_when_the_sweep_has_passed():
    """A tap shorter than a sweep counts, if no card came or went meanwhile."""
    course = Course()
    course.finger(30)
    equal(course.told, [])
    course.run(60)
    equal(course.told, [(0, 1), (0, 0)])


def test_contact_near_an_arrival_or_removal_is_a_hand_laying_a_card():
    """From 300 ms before the contact until a sweep after its begin; void until the finger
    leaves.
    """
    for before_ms, counts in ((0, False), (100, False), (290, False), (320, True)):
        course = Course()
        course.touch.card_changed(3)
        course.run(before_ms)
        course.finger(600)
        equal(bool(course.told), counts)
    for after_ms, counts in ((10, False), (40, False), (100, True)):
        course = Course()
        course.chip.bits = 1
        course.run(after_ms)
        course.touch.card_changed(4)
        course.run(400)
        equal(bool(course.told), counts)


def test_tap_that_turns_out_to_be_a_card_is_not_told():
    """The card is read after the finger has left the pad again."""
    course = Course()
    course.finger(30)
    course.touch.card_changed(3)
    course.run(300)
    equal(course.told, [])


def test_card_elsewhere_does_not_matter():
    """Only the pad's zone and its neighbours count."""
    course = Course()
    course.touch.card_changed(9)
    course.finger(200)
    equal(course.told, [(0, 1), (0, 0)])


def test_finger_after_a_void_contact_counts_again():
    """A void contact ends with the finger."""
    course = Course()
    course.touch.card_changed(3)
    course.finger(100)
    course.run(300)
    course.finger(200)
    equal(course.told, [(0, 1), (0, 0)])


def test_card_that_moves_under_a_resting_finger_does_not_end_the_touch():
    """A touch that was told ends when the finger leaves."""
    course = Course()
    course.chip.bits = 1
    course.run(200)
    course.touch.card_changed(3)
    course.run(100)
    course.chip.bits = 0
    course.run(20)
    equal(course.told, [(0, 1), (0, 0)])
