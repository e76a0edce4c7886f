"""The rules by which readings become settled sightings, as tables."""

from readerside import equal

from duelmat_device import presence, tags
from duelmat_wire import EMPTY, ONE, SEVERAL, UNSURE

A = b"\x04\x01\x02\x03\x04\x05\x0a"
B = b"\x04\x01\x02\x03\x04\x05\x0b"
ZONES = bytes([0, 0, 1, 2])


class Read:
    """A finished inventory."""

    def __init__(self, *uids, disturbed=False):
        self.uids = uids
        self.count = len(uids)
        self.is_disturbed = disturbed
        self.found = []
        self.card = None

    def fill(self):
        """As the inventory is when a talk is over: the presence may have kept its cards."""
        self.found = [tags.Card() for _ in self.uids]
        for card, uid in zip(self.found, self.uids):
            card.uid[0] = len(uid)
            card.uid[1 : 1 + len(uid)] = uid
        return self


def see(mat, antenna, what):
    """One visit: "-" silence, "!" an error, "?" a fault, "=" the known card, or the UIDs read.
    Returns whether another visit at once is wanted.
    """
    if what == "-":
        mat.observe(antenna, tags.NOTHING, None)
    elif what == "!":
        mat.observe(antenna, tags.ERROR, None)
    elif what == "?":
        mat.observe(antenna, tags.FAULT, None)
    elif what == "=":
        mat.observe(antenna, tags.CONFIRMED, None)
    else:
        return mat.observe(antenna, tags.TAGS, what.fill())
    return False


def lay(mat, antenna, what):
    """An arrival: two visits."""
    see(mat, antenna, what)
    see(mat, antenna, what)


def changes(mat):
    """The settled changes since the last call, by antenna."""
    seen = []
    while True:
        antenna = mat.next_changed()
        if antenna < 0:
            return seen
        seen.append((antenna, mat.state(antenna), list(mat.uids(antenna))))


def play(*visits, antenna=0):
    """The states after each visit of one antenna."""
    mat = presence.Presence(ZONES)
    states = []
    for what in visits:
        see(mat, antenna, what)
        states.append(mat.state(antenna))
    return mat, states


RA = Read(A)
RB = Read(B)
RAB = Read(A, B)


def test_course_of_one_antenna_follows_the_rules():
    """Each row: the visits, and the state after each."""
    table = (
        # two good readings running are an arrival
        ((RA,), [EMPTY]),
        ((RA, RA), [EMPTY, ONE]),
        (("-", "-", RA, RA), [EMPTY] * 3 + [ONE]),
        ((RA, "-", RA, "-", RA), [EMPTY] * 5),
        ((RA, RB, RA), [EMPTY, EMPTY, ONE]),
        # a removal needs five clean time-outs running
        ((RA, RA, "-", "-", "-", "-"), [EMPTY] + [ONE] * 5),
        ((RA, RA, "-", "-", "-", "-", "-"), [EMPTY] + [ONE] * 5 + [EMPTY]),
        # a good reading, a confirmation or an error starts the count anew
        ((RA, RA, "-", "-", "-", "-", RA, "-", "-", "-", "-"), [EMPTY] + [ONE] * 10),
        ((RA, RA, "-", "-", "-", "-", "=", "-", "-", "-", "-"), [EMPTY] + [ONE] * 10),
        ((RA, RA, "-", "-", "-", "-", "!", "-", "-", "-", "-"), [EMPTY] + [ONE] * 10),
        # a reader in doubt says nothing at all
        ((RA, RA, "-", "-", "-", "-", "?", "?", "-"), [EMPTY] + [ONE] * 7 + [EMPTY]),
        ((RA, "?", RA), [EMPTY, EMPTY, ONE]),
        (("?",) * 9, [EMPTY] * 9),
        # errors mean that something is there, and after four the antenna is unsure, though silence
        # lies between: five times of it running begin the count anew, as a good reading does
        ((RA, RA, "!", "!", "!"), [EMPTY] + [ONE] * 4),
        ((RA, RA, "!", "!", "!", "!"), [EMPTY] + [ONE] * 4 + [UNSURE]),
        (("!", "!", "!", "!"), [EMPTY] * 3 + [UNSURE]),
        (("!", "!", "!", "-", "!"), [EMPTY] * 4 + [UNSURE]),
        (("!", "-", "-", "!", "-", "!", "-", "-", "-", "-", "!"), [EMPTY] * 10 + [UNSURE]),
        (("!", "!", "!", "-", "-", "-", "-", "-", "!"), [EMPTY] * 9),
        (("!", "!", "!", RA, "!"), [EMPTY] * 5),
        # unsure ends by good readings, or by silence that lasts
        (("!", "!", "!", "!", RA, RA), [EMPTY] * 3 + [UNSURE, EMPTY, ONE]),
        (("!", "!", "!", "!", "-", "-", "-", "-", "-"), [EMPTY] * 3 + [UNSURE] * 5 + [EMPTY]),
        # several cards
        ((RAB, RAB), [EMPTY, SEVERAL]),
        ((RA, RA, RAB, RAB), [EMPTY, ONE, ONE, SEVERAL]),
        ((RAB, RAB, RA, RA, RA, RA, RA), [EMPTY] + [SEVERAL] * 5 + [ONE]),
        # a card found beside something unreadable does not make the others missing
        ((RAB, RAB) + (Read(A, disturbed=True),) * 8, [EMPTY] + [SEVERAL] * 9),
    )
    for visits, states in table:
        equal(play(*visits)[1], states)


def test_every_change_is_told_once_with_the_whole_content():
    """A change names state and UIDs; visits that change nothing are silent."""
    mat, _ = play(RA)
    equal(changes(mat), [])
    see(mat, 0, RA)
    equal(changes(mat), [(0, ONE, [A])])
    see(mat, 0, "=")
    see(mat, 0, RA)
    equal(changes(mat), [])
    lay(mat, 0, RAB)
    equal(changes(mat), [(0, SEVERAL, [A, B])])


def test_card_changed_for_another_shows_both_until_the_first_is_surely_gone():
    """An arrival is told soon, a removal when it is sure."""
    mat, states = play(RA, RA, RB, RB, RB, RB, RB)
    equal(states, [EMPTY, ONE, ONE, SEVERAL, SEVERAL, SEVERAL, ONE])
    equal(mat.uids(0), [B])


def test_card_is_known_while_it_lies_alone_and_is_read_well():
    """Only then its confirmation is enough."""
    mat, _ = play(RA, RA)
    equal(mat.known[0].uid_bytes(), A)
    see(mat, 0, "-")
    equal(mat.known[0].uid_bytes(), A)
    see(mat, 0, "!")
    equal(mat.known[0], None)
    see(mat, 0, RA)
    equal(mat.known[0].uid_bytes(), A)
    for _ in range(2):
        see(mat, 0, RAB)
        equal(mat.known[0], None)
    equal(play("-")[0].known[0], None)


def test_cards_that_come_and_go_for_long_take_no_memory():
    """Their records are used again."""
    mat = presence.Presence(ZONES)
    spare = len(mat._spare)
    for round_ in range(100):
        for antenna in range(4):
            lay(mat, antenna, Read(bytes([4, round_, 3, 4, 5, 6, antenna])))
        for _ in range(5):
            for antenna in range(4):
                see(mat, antenna, "-")
    equal(len(mat._spare), spare)
    equal(mat._claims.count, 0)


def test_both_antennas_of_a_zone_may_show_one_tag():
    """A and B of a monster zone both reading is a finding: the orientation is unknown."""
    mat = presence.Presence(ZONES)
    lay(mat, 0, RA)
    lay(mat, 1, RA)
    equal((mat.state(0), mat.state(1)), (ONE, ONE))


def test_tag_read_in_a_second_zone_is_not_shown_there():
    """One card is never two: the first zone keeps it while it reads it too."""
    mat = presence.Presence(ZONES)
    lay(mat, 0, RA)
    for _ in range(50):
        see(mat, 2, RA)
        see(mat, 0, "=")
        equal((mat.state(0), mat.state(2)), (ONE, EMPTY))


def test_tag_that_moved_is_shown_in_its_new_zone_when_the_old_one_has_lost_it():
    """The move is told as a removal and an arrival, never as two cards."""
    mat = presence.Presence(ZONES)
    lay(mat, 0, RA)
    shown = []
    for _ in range(6):
        see(mat, 2, RA)
        see(mat, 0, "-")
        shown.append((mat.state(0), mat.state(2)))
    assert (ONE, ONE) not in shown
    equal(shown[-1], (EMPTY, ONE))


def test_zone_that_reads_a_tag_much_more_often_takes_it_over():
    """A neighbour's coil that catches a tag now and then does not keep it."""
    mat = presence.Presence(ZONES)
    lay(mat, 0, RA)
    for visit in range(12):
        see(mat, 2, RA)
        see(mat, 0, RA if visit % 4 == 0 else "-")
    equal((mat.state(0), mat.state(2)), (EMPTY, ONE))


def test_antenna_with_something_open_is_marked_until_it_is_settled():
    """Misses and errors ask for another visit soon."""
    mat, _ = play(RA)
    equal((mat.is_open[0], mat.open_count), (1, 1))
    see(mat, 0, RA)
    equal((mat.is_open[0], mat.open_count), (0, 0))
    see(mat, 0, "-")
    equal((mat.is_open[0], mat.open_count), (1, 1))
    see(mat, 0, RA)
    equal((mat.is_open[0], mat.open_count), (0, 0))
    see(mat, 3, "!")
    equal((mat.is_open[3], mat.open_count), (1, 1))


def test_new_tag_is_asked_for_again_at_once_and_shown_when_confirmed():
    """One alone where nothing lies; not one that another zone shows, nor one of several."""
    mat = presence.Presence(ZONES)
    assert see(mat, 0, RA)
    equal(mat.state(0), EMPTY)
    again = RA.fill()
    again.card = again.found[0]
    assert not mat.observe(0, tags.CONFIRMED, again)
    equal((mat.state(0), mat.uids(0)), (ONE, [A]))
    assert not see(mat, 0, RA)
    assert not see(mat, 0, RAB)
    assert not see(mat, 2, RA)
    assert not see(mat, 3, RAB)


def test_confirmation_of_a_card_that_was_taken_over_meanwhile_shows_nothing():
    """The visit began while the card was shown here; by its end another zone has it."""
    mat, _ = play(RA, RA)
    asked = mat.known[0]
    for _ in range(5):
        see(mat, 2, RA)
    equal((mat.state(0), mat.state(2)), (EMPTY, ONE))
    visit = RB.fill()
    visit.card = asked
    mat.observe(0, tags.CONFIRMED, visit)
    equal((mat.state(0), mat.state(2)), (EMPTY, ONE))


def test_tag_that_one_antenna_catches_now_and_then_is_not_shown_there():
    """Also beside the antenna of its own zone that shows it."""
    mat = presence.Presence(ZONES)
    lay(mat, 0, RA)
    for _ in range(20):
        for antenna in (1, 2):
            see(mat, antenna, RA)
            see(mat, 0, "=")
            see(mat, antenna, "-")
    equal([mat.state(antenna) for antenna in range(4)], [ONE, EMPTY, EMPTY, EMPTY])


def test_any_course_keeps_one_tag_in_one_zone():
    """Whatever is read in whatever order, no tag is shown in two zones, and states fit their
    UIDs.
    """
    from duelmat_rig.electronics.chance import Chance

    chance = Chance(11)
    whats = ("-", "-", "!", "?", RA, RA, RB, RAB)
    mat = presence.Presence(ZONES)
    for _ in range(1500):
        antenna = chance.below(4)
        what = whats[chance.below(len(whats))]
        see(mat, antenna, what)
        for uid in (A, B):
            zones = {ZONES[at] for at in range(4) if uid in mat.uids(at)}
            assert len(zones) <= 1, zones
        for at in range(4):
            count = len(mat.uids(at))
            state = mat.state(at)
            assert state == UNSURE or state == min(count, 2), (state, count)
        equal(mat.open_count, sum(mat.is_open))
