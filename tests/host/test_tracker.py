"""From antennas to what lies where: every combination, over time, and what is asked about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_engine.names import CardKey
from duelmat_engine.play import Deck
from duelmat_hardware import AntennaIndex, AntennaRole, load_mat, mat_file
from duelmat_host.cards import Face, Registry
from duelmat_host.link.events import (
    Antenna,
    AntennaState,
    BoardLost,
    Health,
    HealthState,
    Sighting,
    Snapshot,
)
from duelmat_host.sensing.layout import (
    EMPTY_LAYOUT,
    Layout,
    MatZone,
    Orientation,
    Sight,
    read_sight,
    write_sight,
)
from duelmat_host.sensing.tracker import (
    FOUND_MS,
    LOST_MS,
    SEVERAL_MS,
    UNCLEAR_MS,
    ProblemKind,
    Tracker,
)

MAT = load_mat()
REGISTRY = Registry.for_simulation([Deck(("H7", "S2"), ("HQ",)), Deck(("H7",))])
STRANGE = bytes.fromhex("04deadbeef0001")
EMPTY = Antenna()
SETTLE_MS = 300


def tag(key: str, face: Face = Face.UP) -> bytes:
    sleeve = REGISTRY.sleeve(key)
    assert sleeve is not None
    return sleeve.up if face is Face.UP else sleeve.down


def sees(*tags: bytes) -> Antenna:
    return Antenna(AntennaState(min(len(tags), 2)), tuple(sorted(tags)))


def told(lowest: bytes, other: bytes) -> Antenna:
    return Antenna(AntennaState.SEVERAL, (lowest, other, lowest))


def unsure(*tags: bytes) -> Antenna:
    return Antenna(AntennaState.UNSURE, tags)


def index(zone: str, role: str = "only") -> AntennaIndex:
    return next(a.index for a in MAT.antennas if (a.zone, a.role) == (zone, AntennaRole(role)))


def read_once(tracker: Tracker) -> None:
    """Let each antenna read a card and lose it again, so that its silence counts."""
    for antenna in MAT.antennas:
        for seen in (sees(STRANGE), EMPTY):
            tracker.sight(Sighting(0, antenna.index, seen), 0)


class Mat:
    """A tracker whose antennas the test sets by zone and role."""

    def __init__(self, **how: frozenset[CardKey]) -> None:
        self.tracker = Tracker(MAT, REGISTRY, **how)
        read_once(self.tracker)

    def put(self, at: str, antenna: Antenna, now_ms: int = 0) -> "Mat":
        zone, _, role = at.partition(" ")
        sighting = Sighting(now_ms, index(zone, role or "only"), antenna)
        self.tracker.sight(sighting, now_ms)
        return self

    @property
    def kinds(self) -> list[ProblemKind]:
        return [problem.kind for problem in self.tracker.problems()]


HEART = tag("a:H7")
BACK = tag("a:H7", Face.DOWN)
OTHER = tag("b:H7")
UP, DOWN, BLANK = Face.UP, Face.DOWN, Face.UNKNOWN
UPRIGHT, SIDEWAYS, TILTED = Orientation.UPRIGHT, Orientation.SIDEWAYS, Orientation.UNKNOWN
ONE_OF_TWO = {
    # antenna A, antenna B: key, face, orientation, problems
    "nothing": (EMPTY, EMPTY, None, []),
    "upright": (sees(HEART), EMPTY, ("a:H7", UP, UPRIGHT), []),
    "sideways": (EMPTY, sees(HEART), ("a:H7", UP, SIDEWAYS), []),
    "face down": (EMPTY, sees(BACK), ("a:H7", DOWN, SIDEWAYS), []),
    "between": (
        sees(HEART),
        sees(HEART),
        ("a:H7", UP, TILTED),
        [ProblemKind.ORIENTATION],
    ),
    "between, one surer": (sees(HEART), unsure(HEART), ("a:H7", UP, UPRIGHT), []),
    "neither sure": (
        unsure(HEART),
        unsure(HEART),
        (None, BLANK, TILTED),
        [ProblemKind.UNREADABLE],
    ),
    "last read": (unsure(HEART), EMPTY, (None, BLANK, TILTED), [ProblemKind.UNREADABLE]),
    "last read beside a card": (
        unsure(OTHER),
        sees(HEART),
        (None, BLANK, TILTED),
        [ProblemKind.SEVERAL_CARDS],
    ),
    "noise beside": (sees(HEART), unsure(), ("a:H7", UP, UPRIGHT), []),
    "unreadable": (unsure(), EMPTY, (None, BLANK, TILTED), [ProblemKind.UNREADABLE]),
    "both faces, told": (told(HEART, BACK), EMPTY, ("a:H7", UP, UPRIGHT), []),
    "both faces, told by B": (EMPTY, told(BACK, HEART), ("a:H7", DOWN, SIDEWAYS), []),
    "two cards, told": (
        told(HEART, OTHER),
        EMPTY,
        (None, BLANK, TILTED),
        [ProblemKind.SEVERAL_CARDS],
    ),
    "both faces": (sees(HEART, BACK), EMPTY, ("a:H7", BLANK, TILTED), None),
    "faces apart": (sees(HEART), sees(BACK), ("a:H7", BLANK, TILTED), None),
    "two cards": (sees(HEART, OTHER), EMPTY, (None, BLANK, TILTED), [ProblemKind.SEVERAL_CARDS]),
    "two cards apart": (
        sees(HEART),
        sees(OTHER),
        (None, BLANK, TILTED),
        [ProblemKind.SEVERAL_CARDS],
    ),
    "stranger": (sees(STRANGE), EMPTY, (None, BLANK, UPRIGHT), [ProblemKind.UNKNOWN_TAG]),
    "card and stranger": (
        sees(HEART, STRANGE),
        EMPTY,
        (None, BLANK, TILTED),
        [ProblemKind.UNKNOWN_TAG, ProblemKind.SEVERAL_CARDS],
    ),
}


@pytest.mark.parametrize("name", ONE_OF_TWO)
def test_two_antennas_make_one_sight(name: str) -> None:
    """Card, face and orientation of a monster zone, and what is asked about."""
    first, second, expected, problems = ONE_OF_TWO[name]
    mat = Mat().put("a.m3 A", first).put("a.m3 B", second)
    sight = mat.tracker.layout().get(MatZone("a.m3"))
    if expected is None:
        assert sight is None
    else:
        assert sight is not None
        if name == "both faces":  # both tags on A: the way is known, the face is not
            expected = ("a:H7", BLANK, sight.orientation)
        assert (sight.key, sight.face, sight.orientation) == expected
    if problems is None:
        assert ProblemKind.BOTH_FACES in mat.kinds
    else:
        assert mat.kinds == problems
    for problem in mat.tracker.problems():
        assert problem.zones == ("a.m3",)


@pytest.mark.parametrize(
    ("zone", "orientation"),
    [("a.s2", UPRIGHT), ("b.field", UPRIGHT), ("a.grave", UPRIGHT), ("x1", TILTED)],
)
def test_zones_with_one_antenna_do_not_ask_for_the_way_round(
    zone: str, orientation: Orientation
) -> None:
    """Upright where cards always are; unknown, and no problem, on the shared zones."""
    mat = Mat().put(zone, sees(HEART))
    sight = Sight(CardKey("a:H7"), UP, orientation, HEART)
    assert mat.tracker.layout() == Layout({MatZone(zone): sight})
    assert mat.kinds == []


def test_a_card_of_no_deck_is_told_and_is_no_card_of_the_duel() -> None:
    """Enrolled, and not in this duel."""
    mat = Mat(cards=frozenset({CardKey("a:S2")})).put("a.s2", sees(HEART))
    (problem,) = mat.tracker.problems()
    assert (problem.kind, problem.keys) == (ProblemKind.NO_DECK, ("a:H7",))
    assert mat.tracker.layout()[MatZone("a.s2")].key is None
    mat.tracker.know(REGISTRY, 5, None)
    assert mat.tracker.layout()[MatZone("a.s2")].key == "a:H7"
    assert mat.kinds == []


@pytest.mark.parametrize("second", [HEART, BACK])
def test_one_card_in_two_zones_is_asked_about(second: bytes) -> None:
    """By the same tag or by the other side's."""
    mat = Mat().put("a.m2 A", sees(HEART)).put("b.s4", sees(second))
    (problem,) = mat.tracker.problems()
    assert (problem.kind, problem.zones) == (ProblemKind.TWO_ZONES, ("a.m2", "b.s4"))


def test_a_dead_reader_is_told_until_it_works_again() -> None:
    """Its zone is not seen, and that is said."""
    mat = Mat()
    mat.tracker.take(Health(index("a.m1", "B"), HealthState.SILENT), 0)
    (problem,) = mat.tracker.problems()
    assert (problem.kind, problem.zones) == (ProblemKind.DEAD_ANTENNA, ("a.m1",))
    assert (problem.health, str(problem.antenna)) == (HealthState.SILENT, "B")
    mat.tracker.take(Health(index("a.m1", "B"), HealthState.FINE), 0)
    assert mat.kinds == []


def test_a_reader_that_was_mended_while_the_board_was_off_is_not_told_as_dead() -> None:
    """After each snapshot a board names the readers that do not work; all others are fine."""
    mat = Mat()
    mat.tracker.take(Health(index("a.m1", "B"), HealthState.SILENT), 0)
    mat.tracker.take(Snapshot(10, ()), 10)
    assert (mat.kinds, mat.tracker.faulty_zones) == ([], frozenset())


def test_a_zone_is_lost_when_its_reader_has_been_dead_for_a_while() -> None:
    """Its card and those problems are gone then; it is found when the reader has long worked."""
    mat = Mat().put("a.s2", sees(HEART), 0)
    mat.tracker.snapshot(Snapshot(0, ()), 0)
    mat.put("a.s2", sees(HEART), 0)

    def at(now_ms: int) -> tuple[list[str], list[str]]:
        settled = mat.tracker.settled(now_ms, SETTLE_MS)
        return sorted(settled.lost), sorted(settled.layout)

    assert at(SETTLE_MS) == ([], ["a.s2"])
    mat.tracker.health(Health(index("a.s2"), HealthState.SILENT))
    assert at(1000) == ([], ["a.s2"])
    assert at(1000 + LOST_MS - 1) == ([], ["a.s2"])
    assert at(1000 + LOST_MS) == (["a.s2"], [])
    mat.tracker.health(Health(index("a.s2"), HealthState.FINE))
    assert at(5000) == (["a.s2"], [])
    assert at(5000 + FOUND_MS - 1) == (["a.s2"], [])
    assert at(5000 + FOUND_MS) == ([], ["a.s2"])


def test_a_zone_that_was_lost_stays_so_until_the_board_is_heard() -> None:
    """After a restart of the host: the reader that worked no more is not found by silence."""
    mat = Mat()
    mat.tracker.begin_without([MatZone("a.s2")])
    assert mat.tracker.settled(10 * FOUND_MS, SETTLE_MS).lost == {"a.s2"}
    mat.tracker.snapshot(Snapshot(0, ()), 11 * FOUND_MS)
    assert mat.tracker.settled(11 * FOUND_MS, SETTLE_MS).lost == {"a.s2"}
    assert mat.tracker.settled(12 * FOUND_MS, SETTLE_MS).lost == set()


def test_events_that_say_nothing_of_cards_are_left() -> None:
    """take() tells whether an event was for the tracker."""
    mat = Mat()
    assert not mat.tracker.take(BoardLost("pulled"), 0)
    assert mat.tracker.take(Sighting(0, index("a.s1"), sees(HEART)), 0)
    assert mat.tracker.take(Snapshot(0, ()), 0)


# Time


def test_a_sight_settles_when_it_has_stood_still() -> None:
    """Before: pending, with the time at which it settles; after: in the layout."""
    mat = Mat().put("a.s2", sees(HEART), 1000)
    before = mat.tracker.settled(1000 + SETTLE_MS - 1, SETTLE_MS)
    assert before.layout == EMPTY_LAYOUT
    assert (before.pending, before.due_ms) == (frozenset({"a.s2"}), 1000 + SETTLE_MS)
    after = mat.tracker.settled(1000 + SETTLE_MS, SETTLE_MS)
    assert after.layout == mat.tracker.layout() != EMPTY_LAYOUT
    assert (after.pending, after.due_ms) == (frozenset(), None)


@pytest.mark.rule("PHY-05")
def test_a_card_that_slides_over_zones_is_only_where_it_stops() -> None:
    """Three zones in a row, a tenth of a second each: only the last one ever settles."""
    mat = Mat()
    seen = set()
    way = ["a.s2", "a.s3", "a.s4"]
    for now_ms in range(0, 1500, 10):
        for number, zone in enumerate(way):
            if now_ms == 100 * number:
                mat.put(zone, sees(HEART), now_ms)
            if now_ms == 100 * number + 120 and zone != way[-1]:
                mat.put(zone, EMPTY, now_ms)
        seen |= set(mat.tracker.settled(now_ms, SETTLE_MS).layout)
    assert seen == {"a.s4"}


@pytest.mark.rule("PHY-08")
def test_a_card_that_flickers_has_not_left() -> None:
    """Lifted for less than the settle time, and put back the same."""
    mat = Mat().put("a.s2", sees(HEART), 0)
    lying = mat.tracker.settled(1000, SETTLE_MS).layout
    mat.put("a.s2", EMPTY, 1000)
    assert mat.tracker.settled(1200, SETTLE_MS).layout == lying
    mat.put("a.s2", sees(HEART), 1250)
    assert mat.tracker.settled(2000, SETTLE_MS).layout == lying


def test_a_card_is_never_settled_in_two_zones_while_it_moves() -> None:
    """The old zone is not sure yet: the new one counts."""
    mat = Mat().put("a.m2 A", sees(HEART), 0)
    mat.tracker.settled(1000, SETTLE_MS)
    mat.put("a.m3 A", sees(HEART), 1000)
    assert mat.kinds == [ProblemKind.TWO_ZONES]
    assert list(mat.tracker.settled(1100, SETTLE_MS).layout) == ["a.m2"]
    mat.put("a.m2 A", EMPTY, 1200)
    settled = mat.tracker.settled(1310, SETTLE_MS)
    assert list(settled.layout) == ["a.m3"]
    assert settled.problems == ()
    assert settled.pending == {"a.m2"}


def test_a_card_flipped_on_its_way_is_not_asked_about_before_its_old_zone_is_sure() -> None:
    """Its other tag answers in the new zone at once; the old zone takes half a second."""
    mat = Mat().put("a.s2", sees(BACK), 0)
    mat.tracker.settled(1000, SETTLE_MS)
    mat.put("a.s3", sees(HEART), 1000)
    moving = mat.tracker.settled(1000 + SETTLE_MS, SETTLE_MS)
    assert (moving.problems, moving.due_ms) == ((), 1000 + UNCLEAR_MS)
    assert moving.pending == {"a.s2", "a.s3"}
    (problem,) = mat.tracker.settled(1000 + UNCLEAR_MS, SETTLE_MS).problems
    assert problem.kind is ProblemKind.TWO_ZONES
    mat.put("a.s2", EMPTY, 1700)
    settled = mat.tracker.settled(1700 + SETTLE_MS, SETTLE_MS)
    assert (settled.problems, list(settled.layout)) == ((), ["a.s3"])


def test_a_card_in_two_zones_lies_where_it_was_first() -> None:
    """However long the old zone is silent about it: it is asked about, and nothing is judged."""
    mat = Mat().put("b.s4", sees(BACK), 0)
    mat.tracker.settled(1000, SETTLE_MS)
    mat.put("a.s3", sees(HEART), 1000)
    for now_ms in (1000 + SETTLE_MS, 1000 + UNCLEAR_MS, 5000):
        assert list(mat.tracker.settled(now_ms, SETTLE_MS).layout) == ["b.s4"]
    mat.put("b.s4", sees(BACK, HEART), 5000)
    for now_ms in (5001, 5000 + SETTLE_MS, 9000):
        assert list(mat.tracker.settled(now_ms, SETTLE_MS).layout) == ["b.s4"]
    mat.put("b.s4", EMPTY, 9000)
    assert list(mat.tracker.settled(9000 + SETTLE_MS, SETTLE_MS).layout) == ["a.s3"]


def test_problems_settle_later_than_sights() -> None:
    """While a card is flipped both its tags answer for a moment: nobody is asked."""
    mat = Mat().put("a.s2", sees(BACK), 0)
    mat.tracker.settled(1000, SETTLE_MS)
    mat.put("a.s2", sees(BACK, HEART), 1000)
    assert mat.kinds == [ProblemKind.BOTH_FACES]
    assert mat.tracker.settled(1100, SETTLE_MS).problems == ()
    mat.put("a.s2", sees(HEART), 1150)
    settled = mat.tracker.settled(1500, SETTLE_MS)
    assert settled.problems == ()
    assert settled.layout[MatZone("a.s2")].face is Face.UP
    mat.put("a.s2", sees(BACK, HEART), 2000)
    assert mat.tracker.settled(2000 + UNCLEAR_MS - 1, SETTLE_MS).problems == ()
    (problem,) = mat.tracker.settled(2000 + UNCLEAR_MS, SETTLE_MS).problems
    assert problem.kind is ProblemKind.BOTH_FACES


def test_a_card_laid_where_another_was_taken_away_is_read_without_a_question() -> None:
    """Both are read for about a second; what lay there counts until only the new one is read."""
    mat = Mat().put("a.grave", sees(HEART), 0)
    mat.tracker.settled(1000, SETTLE_MS)
    mat.put("a.grave", sees(HEART, OTHER), 1000)
    assert mat.kinds == [ProblemKind.SEVERAL_CARDS]
    before = mat.tracker.settled(1000 + 970, SETTLE_MS)
    assert before.problems == ()
    assert before.layout[MatZone("a.grave")].key == "a:H7"
    mat.put("a.grave", sees(OTHER), 1970)
    after = mat.tracker.settled(1970 + SETTLE_MS, SETTLE_MS)
    assert after.problems == ()
    assert after.layout[MatZone("a.grave")].key == "b:H7"
    mat.put("a.grave", sees(HEART, OTHER), 3000)
    assert mat.tracker.settled(3000 + SEVERAL_MS - 1, SETTLE_MS).problems == ()
    (problem,) = mat.tracker.settled(3000 + SEVERAL_MS, SETTLE_MS).problems
    assert problem.kind is ProblemKind.SEVERAL_CARDS


@pytest.mark.rule("PHY-08")
def test_a_snapshot_changes_only_what_differs() -> None:
    """Zones that look as before keep their time, so a snapshot delays nothing."""
    mat = Mat().put("a.s2", sees(HEART), 0)
    antennas = [EMPTY] * len(MAT.antennas)
    antennas[index("a.s2")] = sees(HEART)
    antennas[index("b.s2")] = sees(OTHER)
    mat.tracker.snapshot(Snapshot(200, tuple(antennas)), 200)
    assert list(mat.tracker.settled(SETTLE_MS, SETTLE_MS).layout) == ["a.s2"]
    assert list(mat.tracker.settled(SETTLE_MS + 200, SETTLE_MS).layout) == ["a.s2", "b.s2"]
    mat.tracker.snapshot(Snapshot(900, (EMPTY,) * len(MAT.antennas)), 900)
    assert mat.tracker.layout() == EMPTY_LAYOUT


TAGS = st.sampled_from([HEART, BACK, OTHER, tag("a:S2"), tag("a:HQ"), STRANGE])
CHANGES = st.tuples(
    st.integers(0, len(MAT.antennas) - 1),
    st.sampled_from(AntennaState),
    st.lists(TAGS, max_size=3, unique=True),
    st.integers(0, 400),
)


@given(st.lists(CHANGES, max_size=25))
def test_whatever_is_seen_the_end_settles_to_what_is_there(
    changes: list[tuple[int, AntennaState, list[bytes], int]],
) -> None:
    """Any sightings at any times: never an error, and rest makes settled and present equal."""
    tracker = Tracker(MAT, REGISTRY)
    now_ms = 0
    for number, state, tags, pause_ms in changes:
        now_ms += pause_ms
        sighting = Sighting(now_ms, AntennaIndex(number), Antenna(state, tuple(tags)))
        tracker.sight(sighting, now_ms)
        settled = tracker.settled(now_ms, SETTLE_MS)
        assert (settled.due_ms is None) == (not settled.pending)
    end = tracker.settled(now_ms + SEVERAL_MS, SETTLE_MS)
    assert (end.layout, end.problems) == (tracker.layout(), tracker.problems())
    assert end.pending == frozenset()


# Layouts


SIGHTS = st.builds(
    Sight,
    st.none() | st.sampled_from([CardKey("a:H7"), CardKey("b:S2")]),
    st.sampled_from(Face),
    st.sampled_from(Orientation),
    st.just(b""),
)
LAYOUTS = st.builds(Layout, st.dictionaries(st.sampled_from(["a.m2", "a.m3", "b.s1"]), SIGHTS))


@given(SIGHTS, st.binary(max_size=10))
def test_a_sight_comes_back_from_the_journal_as_it_was(sight: Sight, uid: bytes) -> None:
    """The tag too: what lay there before a stop of the host is no new card after it."""
    tagged = Sight(sight.key, sight.face, sight.orientation, uid)
    assert read_sight(write_sight(tagged)) == tagged
    assert read_sight(write_sight(None)) is None


@given(LAYOUTS, LAYOUTS)
def test_layouts_compare_as_values(one: Layout, other: Layout) -> None:
    """Equal means no differences; differences lead from one to the other."""
    assert (one == other) == (one.differences(other) == ())
    built = one
    for difference in one.differences(other):
        built = built.with_sight(difference.zone, difference.after)
    assert built == other
    assert hash(built) == hash(other)
    assert one != dict(one) or not one


def test_a_part_of_a_layout_has_its_zones_only() -> None:
    monster, spell = MatZone("a.m2"), MatZone("a.s2")
    heart = Sight(CardKey("a:H7"), UP, UPRIGHT, HEART)
    there = Layout({monster: heart, spell: Sight(None, BLANK, UPRIGHT, STRANGE)})
    assert list(there.only(frozenset({spell, MatZone("x1")}))) == [spell]


@pytest.mark.parametrize(
    ("zone", "orientation"),
    [("a.m3", Orientation.UNKNOWN), ("a.s3", Orientation.UPRIGHT), ("a.grave", UPRIGHT)],
)
def test_a_plain_sticker_tells_its_card_and_no_face(zone: str, orientation: Orientation) -> None:
    """Nor its turn in a monster zone, over one module; elsewhere cards lie upright."""
    mat = load_mat(mat_file("starter"))
    registry = Registry.for_simulation([Deck(("H7",))], sleeve_tags=mat.sleeve_tags)
    (sleeve,) = registry.sleeves
    tracker = Tracker(mat, registry)
    at = next(antenna.index for antenna in mat.antennas if antenna.zone == zone)
    tracker.sight(Sighting(0, at, sees(*sleeve.tags)), 0)
    sight = Sight(sleeve.key, Face.UNKNOWN, orientation, sleeve.up)
    assert tracker.layout() == Layout({MatZone(zone): sight})
    assert tracker.problems() == ()
