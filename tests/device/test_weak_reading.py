"""A tag that answers one antenna alone is asked once more with less power."""

from answers import LOWER, OTHER, UPPER
from pico import Pico
from readerside import Readerside, equal

from duelmat_device import mfrc522, presence, tags
from duelmat_wire import EMPTY, ONE, SEVERAL

ZONES = bytes(at // 2 for at in range(40))
STEPS = bytes([4] * 40)
ZONE_A, ZONE_B = 6, 7
STRONGLY, WEAKLY = 3.0, 2.0
"""How well an antenna reaches a tag that answers at step 4 of its power, and one that does not."""


def laid(reaches, seed=1):
    """A mat with two antennas a zone, some time after tags came into such reach."""
    bench = Readerside(seed).scanning(ZONES, STEPS)
    bench.run(100)
    bench.reach(reaches)
    bench.run(300)
    return bench


def told(bench, antenna=ZONE_A):
    seen = bench.presence
    return seen.state(antenna), seen.uids(antenna)


def named(bench):
    """What is named as changed, one after the other."""
    found = []
    antenna = bench.presence.next_changed()
    while antenna >= 0:
        found.append((antenna,) + told(bench, antenna))
        antenna = bench.presence.next_changed()
    return found


def test_weak_reading_names_its_tag_twice():
    """Whichever of the two antennas it is."""
    for antenna in (ZONE_A, ZONE_B):
        equal(told(laid({antenna: {LOWER: STRONGLY}}), antenna), (ONE, [LOWER]))
        equal(told(laid({antenna: {LOWER: WEAKLY}}), antenna), (SEVERAL, [LOWER, LOWER]))


def test_power_is_full_between_two_tries():
    """A weak tag at the edge of its field is not lost, and others that come are seen."""
    for strength in (1.2, WEAKLY, STRONGLY):
        bench = laid({ZONE_A: {LOWER: strength}})
        low = [0, 0]

        def watch(bench=bench, low=low):
            low[bench.presence.power[ZONE_A] > mfrc522.FULL_POWER] += 1

        bench.run(2000, watch)
        assert low[1] <= low[0] / 4, (strength, low)
        equal(low[1] > 0, strength < STRONGLY)
        equal(told(bench)[0], ONE if strength == STRONGLY else SEVERAL)
        bench.reach({ZONE_A: {LOWER: strength}, ZONE_B: {OTHER: 1.2}})
        bench.run(600)
        assert OTHER in bench.presence.uids(ZONE_A) + bench.presence.uids(ZONE_B)


def test_weak_tag_is_named_once_more_before_the_host_believes_it():
    """At once as ever, so that a sure one is told no later; a host waits 60 ms for news of it."""
    zones = [at for at in range(0, 40, 2) if at not in (ZONE_A, 20)]
    full = {at: {bytes([4, at, 0, 0, 0, 0, 1]): STRONGLY} for at in zones}
    for others in ({}, full):
        bench = Readerside().scanning(ZONES, STEPS)
        bench.reach(others)
        bench.run(600)
        named(bench)
        bench.reach(others | {ZONE_A: {LOWER: STRONGLY}, 20: {OTHER: WEAKLY}})
        seen = {}

        def watch(bench=bench, seen=seen):
            for each in named(bench):
                if each[2] and each[2][0] in (LOWER, OTHER):
                    seen[(each[0], each[1], len(each[2]))] = bench.clock.now()

        bench.run(600, watch)
        equal(sorted(seen), [(ZONE_A, ONE, 1), (20, ONE, 1), (20, SEVERAL, 2)])
        assert seen[(20, SEVERAL, 2)] - seen[(20, ONE, 1)] <= 30_000, seen


def test_weak_reading_becomes_a_sure_one_when_the_card_has_come_down():
    """And stays sure: a card that was moved since is no other one."""
    bench = laid({ZONE_A: {LOWER: WEAKLY}})
    named(bench)
    bench.reach({ZONE_A: {LOWER: STRONGLY}})
    bench.run(300)
    equal(named(bench), [(ZONE_A, ONE, [LOWER])])
    equal(bench.presence.ask_weak(), False)
    bench.reach({ZONE_A: {LOWER: WEAKLY}})
    bench.run(2000)
    equal((named(bench), told(bench)), ([], (ONE, [LOWER])))


def test_coil_that_comes_off_leaves_a_weak_reading_to_the_other():
    """The card lies askew, so that the other one had heard it too."""
    bench = laid({ZONE_A: {LOWER: 5.0}, ZONE_B: {LOWER: WEAKLY}})
    bench.run(600)
    equal((told(bench), told(bench, ZONE_B)), ((ONE, [LOWER]), (EMPTY, [])))
    bench.radio.faults.stuck.add(ZONE_A)
    bench.run(2000)
    equal((told(bench), told(bench, ZONE_B)), ((EMPTY, []), (SEVERAL, [LOWER, LOWER])))


def test_second_tag_that_comes_is_told_from_the_lowest_as_ever():
    bench = laid({ZONE_A: {LOWER: 6.0, UPPER: 1.2}})
    bench.run(600)
    equal(told(bench), (SEVERAL, [LOWER, UPPER, LOWER]))
    bench = laid({ZONE_A: {LOWER: WEAKLY}})
    bench.reach({ZONE_A: {LOWER: WEAKLY, UPPER: 1.2}})
    bench.run(900)
    equal(told(bench)[0], SEVERAL)


def test_card_that_goes_is_missed_as_quickly():
    """While it is asked with less power again and again."""
    bench = laid({ZONE_A: {LOWER: WEAKLY}})
    named(bench)
    bench.reach({})
    bench.run(700)
    equal((named(bench), bench.presence.ask_weak()), ([(ZONE_A, EMPTY, [])], False))
    equal(bytes(bench.presence.wanted_power), bytes(40))


def test_lost_frames_make_no_sure_reading_weak_for_long():
    """Noise may hide an answer; the next sweep asks again."""
    for seed in range(1, 4):
        bench = Readerside(seed).scanning(ZONES, STEPS)
        bench.run(100)
        bench.radio.faults.dropout = 0.05
        bench.radio.faults.noise = 0.05
        bench.reach({at: {bytes([4, at, 0, 0, 0, 0, 1]): STRONGLY} for at in range(0, 40, 2)})
        bench.run(1500)
        equal([len(told(bench, at)[1]) for at in range(0, 40, 2)], [1] * 20)


def test_full_mat_is_told_soon():
    """Zones are asked side by side."""
    bench = Readerside().scanning(ZONES, STEPS)
    bench.reach({at: {bytes([4, at, 0, 0, 0, 0, 1]): STRONGLY} for at in range(0, 40, 2)})
    bench.run(500)
    equal(len(named(bench)), 20)


def test_asking_with_less_power_allocates_nothing():
    """No pause for memory, however often a weak tag is asked."""
    import gc

    seen = presence.Presence(ZONES, STEPS)

    class Heard:
        is_disturbed = False
        card = None
        count = 1

        def __init__(self):
            self.found = [tags.Card()]
            self.name()

        def name(self):
            self.found[0].uid[0] = len(LOWER)
            self.found[0].uid[1 : 1 + len(LOWER)] = LOWER

    heard = Heard()

    def visit(result):
        seen.power[ZONE_A] = seen.wanted_power[ZONE_A]
        seen.observe(ZONE_A, result, heard)

    for _ in range(2):
        heard.name()
        visit(tags.TAGS)
    heard.name()
    grown = []
    for _ in range(3):
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        visit(tags.NOTHING)
        seen.ask_weak()
        grown.append(gc.mem_alloc() - before)
        gc.enable()
    equal(grown, [0, 0, 0])
    equal(seen.wanted_power[ZONE_A], 4)
    visit(tags.TAGS)
    equal((seen.uids(ZONE_A), seen.wanted_power[ZONE_A]), ([LOWER], 0))


def test_weak_tag_beside_one_that_has_come_changes_no_other_antenna():
    """While the first one is silent it is not known yet which of the two has gone."""
    seen = presence.Presence(ZONES, STEPS)

    class Heard:
        is_disturbed = False
        card = None
        count = 1

        def __init__(self, uid):
            self.found = [tags.Card()]
            self.found[0].uid[0] = len(uid)
            self.found[0].uid[1 : 1 + len(uid)] = uid

    def visit(antenna, result, uid):
        seen.power[antenna] = seen.wanted_power[antenna]
        seen.observe(antenna, result, Heard(uid))

    for result in (tags.TAGS, tags.TAGS, tags.NOTHING, tags.NOTHING):
        visit(ZONE_A, result, LOWER)
    for _ in range(2):
        visit(ZONE_B, tags.TAGS, OTHER)
    seen.ask_weak()
    equal((seen.state(ZONE_A), seen.state(ZONE_B)), (ONE, ONE))
    equal(seen.wanted_power[39], mfrc522.FULL_POWER)


def test_whole_board_asks_as_its_file_says():
    """A monster zone's antenna needs a strong answer, one of a spell zone any."""
    pico = Pico().boot()
    pico.run(300)
    pico.reach({0: {LOWER: WEAKLY}, 10: {OTHER: 1.3}})
    pico.run(600)
    equal(pico.presence.uids(0), [LOWER, LOWER])
    equal(pico.presence.uids(10), [OTHER])
