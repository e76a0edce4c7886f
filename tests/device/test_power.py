"""Several answers in one zone: the power is stepped down until one tag answers alone."""

from answers import ANSWERS, LOWER, OTHER, UPPER
from pico import Pico
from readerside import Readerside, equal

from duelmat_device import mfrc522, presence, tags
from duelmat_rig.electronics.mfrc522 import field_share
from duelmat_wire import EMPTY, ONE, SEVERAL

ZONES = bytes(at // 2 for at in range(40))
ZONE_A, ZONE_B = 6, 7


def laid(reaches, seed=1):
    """A mat with two antennas a zone, some time after tags came into such reach."""
    bench = Readerside(seed).scanning(ZONES)
    bench.run(100)
    bench.reach(reaches)
    bench.run(800)
    return bench


def told(bench):
    """The content of the zone's two antennas; what is named twice stands first."""
    seen = []
    for antenna in (ZONE_A, ZONE_B):
        uids = bench.presence.uids(antenna)
        lowest = [uid for uid in uids if uids.count(uid) == 2]
        others = sorted([uid for uid in uids if uid not in lowest])
        seen.append((bench.presence.state(antenna), lowest[:1], others))
    return seen


NOTHING = (EMPTY, [], [])


def test_lowest_tag_is_named_twice_where_power_tells_it():
    """Each row: how well A and B reach the tags, and what is told of both in the end."""
    for of_a, of_b, *wanted in ANSWERS:
        seen = told(laid({ZONE_A: of_a, ZONE_B: of_b}))
        equal([tuple(each[1:]) for each in seen], wanted)
        for state, lowest, others in seen:
            count = len(lowest) + len(others)
            equal(state, EMPTY if count == 0 else ONE if count == 1 else SEVERAL)


def test_power_is_full_again_when_the_card_is_gone_or_turned():
    """A zone that was stepped down sees what comes next as if nothing had been there."""
    bench = laid({ZONE_A: {LOWER: 6.0, UPPER: 1.2}})
    assert bench.presence.power[ZONE_A] > mfrc522.FULL_POWER
    bench.reach({})
    bench.run(1000)
    equal(told(bench), [NOTHING, NOTHING])
    equal(bytes(bench.presence.power), bytes(40))
    bench.reach({ZONE_B: {OTHER: 1.2}})
    bench.run(300)
    equal(told(bench), [NOTHING, (ONE, [], [OTHER])])


def test_turned_card_is_told_with_its_other_face():
    """The same two tags, the other one lower: neither was gone in between."""
    bench = laid({ZONE_A: {LOWER: 6.0, UPPER: 1.2}})
    bench.reach({ZONE_A: {UPPER: 5.0, LOWER: 1.3}})
    bench.run(1500)
    equal(told(bench), [(SEVERAL, [UPPER], [LOWER]), NOTHING])


def test_card_that_moves_is_found_again_with_more_power():
    """It answers less well than at the power at which its zone had settled."""
    bench = laid({ZONE_A: {LOWER: 6.0, UPPER: 1.2}})
    bench.reach({ZONE_A: {LOWER: 1.5}})
    bench.run(3000)
    equal(told(bench), [(ONE, [], [LOWER]), NOTHING])


def test_second_card_is_seen_beside_one_whose_power_is_stepped_down():
    """Nobody is told of one card where there are two."""
    bench = laid({ZONE_A: {LOWER: 6.0, UPPER: 1.2}})
    bench.reach({ZONE_A: {LOWER: 6.0, UPPER: 1.2, OTHER: 6.0}})
    bench.run(3000)
    equal(told(bench)[0][0], SEVERAL)
    assert OTHER in bench.presence.uids(ZONE_A)
    bench.reach({ZONE_A: {LOWER: 6.0, UPPER: 1.2}})
    bench.run(3000)
    equal(told(bench), [(SEVERAL, [LOWER], [UPPER]), NOTHING])


def test_tag_that_only_full_power_reaches_is_missed_when_it_goes():
    """What is named beside the lowest tag is looked for again and again."""
    bench = laid({ZONE_A: {LOWER: 6.0, OTHER: 1.2}})
    equal(told(bench), [(SEVERAL, [LOWER], [OTHER]), NOTHING])
    bench.reach({ZONE_A: {LOWER: 6.0}})
    bench.run(5000)
    equal(told(bench), [(ONE, [], [LOWER]), NOTHING])
    equal(bytes(bench.presence.power), bytes(40))


def test_settled_zone_stays_as_it_is_in_noise():
    """Lost frames and broken answers change nothing that was told."""
    for seed in range(1, 3):
        bench = laid({ZONE_A: {LOWER: 6.0, UPPER: 1.2}}, seed)
        while bench.presence.next_changed() >= 0:
            pass
        bench.radio.faults.dropout = 0.02
        bench.radio.faults.noise = 0.02
        bench.run(2000)
        equal(told(bench), [(SEVERAL, [LOWER], [UPPER]), NOTHING])


def test_reader_that_fails_while_power_is_stepped_holds_nobody_up():
    """The other zones get their turn, and this one is told as it was heard."""
    bench = Readerside().scanning(ZONES)
    bench.run(100)
    bench.reach({ZONE_A: {LOWER: 6.0, UPPER: 1.2}, 20: {OTHER: 3.0}, 21: {OTHER: 1.2}})
    bench.radio.faults.dead.add(ZONE_B)
    bench.run(4000)
    equal(bench.presence.uids(20), [OTHER])
    equal(bench.presence.uids(21), [])


def test_each_step_of_power_is_a_fifth_less_or_more():
    """Two steps running are a quarter of the field at least, which is what they have to tell."""
    bench = Readerside().set_up()
    shares = []
    for step in range(mfrc522.LEAST_POWER + 1):
        bench.reader.set_power(step)
        shares.append(bench.radio.power[0])
    equal(shares[0], field_share(32))
    for step in range(mfrc522.LEAST_POWER):
        more, less = shares[step], shares[step + 1]
        assert 0.5 < less / more < 0.85, shares


def test_chip_that_forgot_its_set_up_gets_its_power_again():
    """A reader that was reset in play is driven as its zone has it."""
    bench = laid({ZONE_A: {LOWER: 6.0, UPPER: 1.2}})
    power = bench.radio.power[ZONE_A]
    assert power < 1
    bench.readers.chips[ZONE_A].brown_out()
    equal(bench.radio.power[ZONE_A], 1)
    bench.run(2000)
    seen = set()
    bench.run(100, lambda: seen.add(bench.radio.power[ZONE_A]))
    assert power in seen, seen


class Heard:
    """An inventory that has found these tags."""

    is_disturbed = False
    card = None

    def __init__(self, *uids):
        self.found = [tags.Card() for _ in uids]
        self.count = len(uids)
        self.name(*uids)

    def name(self, *uids):
        for card, uid in zip(self.found, uids):
            card.uid[0] = len(uid)
            card.uid[1 : 1 + len(uid)] = uid


def test_zone_of_several_answers_waits_behind_none_of_one():
    """When a zone is done, the next one is stepped though cards came elsewhere meanwhile."""
    seen = presence.Presence(ZONES)

    def visit(antenna, *uids):
        seen.power[antenna] = seen.wanted_power[antenna]
        seen.observe(antenna, tags.TAGS if uids else tags.NOTHING, Heard(*uids))

    for _ in range(2):
        visit(ZONE_A, LOWER, UPPER)
    assert seen.wanted_power[ZONE_A] > mfrc522.FULL_POWER
    alone, lower, upper = b"\x04alone.", b"\x04lower.", b"\x04upper."
    for _ in range(2):
        visit(0, alone)
        visit(2, lower, upper)
    for _ in range(presence.ALONE_STEPS):
        visit(ZONE_A, LOWER)
        visit(ZONE_B)
    equal(seen.uids(ZONE_A), [LOWER, UPPER, LOWER])
    assert seen.wanted_power[2] > mfrc522.FULL_POWER


def test_steps_of_power_allocate_nothing():
    """From the second answer to the lowest tag and back to full power: no pause for memory."""
    import gc

    seen = presence.Presence(ZONES)
    both, lower, nobody = Heard(LOWER, UPPER), Heard(LOWER), Heard()
    antennas = (ZONE_A, ZONE_B)
    grown = []

    def visit(inventory):
        for antenna in antennas:
            seen.power[antenna] = seen.wanted_power[antenna]
            if antenna == ZONE_A and inventory.count:
                seen.observe(antenna, tags.TAGS, inventory)
            else:
                seen.observe(antenna, tags.NOTHING, nobody)

    def step():
        visit(both)
        visit(lower)
        visit(lower)

    for _ in range(3):
        for _ in range(3):
            both.name(LOWER, UPPER)  # those that were taken over are blank again
            visit(both)
        both.name(LOWER, UPPER)
        assert seen.wanted_power[ZONE_A] > mfrc522.FULL_POWER
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        step()
        grown.append(gc.mem_alloc() - before)
        gc.enable()
        equal(seen.uids(ZONE_A), [LOWER, UPPER, LOWER])
        for _ in range(60):
            visit(nobody)
        equal((seen.uids(ZONE_A), seen.wanted_power[ZONE_A]), ([], 0))
    equal(grown, [0, 0, 0])


def test_no_turn_takes_ten_milliseconds_while_power_is_stepped():
    """Of the whole firmware, from the arrival of two tags until the lowest is named."""
    pico = Pico().boot()
    pico.run(300)
    pico.reach({0: {LOWER: 6.0, UPPER: 1.2}})
    turn = [0, pico.clock.total_us(), 0]

    def watch():
        now_us = pico.clock.total_us()
        turn[0] = max(turn[0], now_us - turn[1])
        turn[1] = now_us
        turn[2] += pico.presence.wanted_power[0] > mfrc522.FULL_POWER

    pico.run(600, watch)
    assert turn[2]
    equal(pico.presence.uids(0), [LOWER, UPPER, LOWER])
    assert turn[0] < 10_000, turn
