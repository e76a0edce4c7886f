"""Where engine zones lie on the mat."""

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import combinations

import pytest
from msgspec import structs

from docs.pages import ROOT, text_of
from duelmat_engine.names import Seat, ZoneName, zone_kind
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names
from duelmat_hardware import AntennaIndex, PadIndex, ZoneKind, load_mat, mat_file
from duelmat_host.errors import UnfitMatError, ZoneMapError
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.zone_map import ANNOUNCED, ZoneMap
from duelmat_rulesets.cli.ruleset_names import shown_ruleset

MAT = load_mat()
MAT_PAGE = text_of(ROOT / "docs" / "mat.md")
MINI = load_mat(mat_file("mini"))
LANDING = (ZoneKind.GRAVE, ZoneKind.BANISHED, ZoneKind.EXTRA)
STARTER = load_mat(mat_file("starter"))
TRUMP_KING = find_ruleset("trump_king")


@pytest.fixture(name="zones")
def trump_king_zones() -> ZoneMap:
    return ZoneMap(TRUMP_KING, MAT)


@pytest.mark.parametrize("name", ruleset_names())
def test_every_zone_of_every_ruleset_has_a_place(name: str) -> None:
    """Rows and piles of both players; the hand and what is only announced are not on the mat."""
    rules = find_ruleset(name)
    zones = ZoneMap(rules, MAT)
    on_mat = {zone.id for zone in MAT.zones}
    for letter in "ab":
        names = [
            f"{letter}.{kind}{n + 1}"
            for kind, count in rules.zones.rows.items()
            for n in range(count)
        ]
        names += [f"{letter}.{kind}" for kind in rules.zones.piles]
        for engine_zone in map(ZoneName, names):
            places = zones.places(engine_zone)
            assert set(places) <= on_mat
            assert (places == ()) == (zone_kind(engine_zone) in {"hand", *ANNOUNCED})
            assert all(place[0] in (letter, "x") for place in places)


def test_a_row_without_end_shows_a_window_and_columns_face_each_other() -> None:
    """Reading G-67: the centre in the middle for both; what is beyond lies beside the mat."""
    zones = ZoneMap(find_ruleset("resummoned"), MAT)
    assert [zones.to_mat(ZoneName(f"a.m{n}")) for n in (-2, 0, 2)] == ["a.m1", "a.m3", "a.m5"]
    assert [zones.to_mat(ZoneName(f"b.s{n}")) for n in (-2, 0, 2)] == ["b.s5", "b.s3", "b.s1"]
    assert zones.columns() == range(-2, 3)
    beyond = ZoneName("a.m3")
    assert zones.is_beyond(beyond)
    assert zones.places(beyond) == ()
    assert zones.sensed(beyond) is None
    assert not zones.is_beyond(ZoneName("a.grave"))


@pytest.mark.parametrize(
    ("kept", "monsters", "spells"),
    [
        (("m2", "m4", "s3"), {-1: "a.m2 b.m4", 1: "a.m4 b.m2"}, {0: "a.s3 b.s3"}),
        (("m3", "m4"), {-1: "a.m3 b.m4", 0: "a.m4 b.m3"}, {}),
        (("m2", "m3", "m4", "s3", "s4"), {-1: "a.m2 b.m4", 0: "a.m3 b.m3", 1: "a.m4 b.m2"},
         {0: "a.s3 b.s3", 1: "a.s4"}),
    ],
)  # fmt: skip
def test_columns_of_any_zones_face_each_other_and_stand_in_line(
    kept: tuple[str, ...], monsters: dict[int, str], spells: dict[int, str]
) -> None:
    """Whatever columns a mat file lists: half a turn brings each onto the one that faces it."""
    zones = tuple(
        zone
        for zone in STARTER.zones
        if zone.id[2:] in kept or zone.kind not in (ZoneKind.MONSTER, ZoneKind.SPELL_TRAP)
    )
    found = ZoneMap(find_ruleset("resummoned"), structs.replace(STARTER, zones=zones))
    for kind, rows in (("m", monsters), ("s", spells)):
        for column, places in rows.items():
            for place in places.split():
                assert found.to_mat(ZoneName(f"{place[0]}.{kind}{column}")) == place


@pytest.mark.parametrize("kind", ["bench", "attached", "activator", "skill"])
def test_what_no_antenna_senses_lies_beside_the_mat(kind: str) -> None:
    """It has no place, and no row shows it."""
    zones = ZoneMap(find_ruleset("trigamon"), MAT)
    name = ZoneName(f"a.{kind}")
    assert zones.is_beside(name)
    assert zones.sensed(name) is None


def test_field_card_and_stadium_have_a_place_each() -> None:
    """Reading G-100: both may lie there at once, and one antenna senses one card."""
    zones = ZoneMap(find_ruleset("trigamon"), MAT)
    names = ("a.field", "a.stadium", "b.field", "b.stadium")
    places = [zones.to_mat(ZoneName(name)) for name in names]
    assert places == ["a.field", "x1", "b.field", "x2"]
    assert zones.play_spots(Seat(0))[-2:] == ("a.field", "x1")


@pytest.mark.parametrize(
    ("engine_zone", "mat_zone"),
    [
        ("a.m1", "a.m2"),
        ("a.m2", "a.m3"),
        ("a.m3", "a.m4"),
        ("a.s1", "a.s2"),
        ("b.s3", "b.s4"),
        ("a.grave", "a.grave"),
        ("b.banished", "b.banished"),
        ("a.extra", "a.extra"),
        ("b.pile", "b.deck"),
    ],
)
def test_trump_king_takes_the_middle_three_zones(
    zones: ZoneMap, engine_zone: str, mat_zone: str
) -> None:
    """G-93, driven both ways."""
    name, place = ZoneName(engine_zone), MatZone(mat_zone)
    assert zones.to_mat(name) == place
    assert zones.to_engine(place) == name
    assert zones.places(name) == (place,)


@pytest.mark.parametrize("place", ["a.m1", "a.m5", "b.s1", "a.field", "x1", "a.choice1", "zz", ""])
def test_zones_outside_the_ruleset_are_none_of_it(zones: ZoneMap, place: str) -> None:
    """What lies there is a correction; a pad without a zone is nothing to the engine."""
    assert zones.to_engine(MatZone(place)) is None
    assert place not in zones.in_use


def test_an_activated_card_lies_best_on_an_outer_zone(zones: ZoneMap) -> None:
    """Any spell/trap zone will do; those that the ruleset leaves free come first."""
    assert zones.play_spots(Seat(0)) == ("a.s1", "a.s5", "a.s2", "a.s3", "a.s4")
    assert zones.places(ZoneName("b.play")) == ("b.s1", "b.s5", "b.s2", "b.s3", "b.s4")


def test_rows_are_what_is_sensed_and_landing_spots_are_apart(zones: ZoneMap) -> None:
    """Every antenna belongs to one of the two."""
    assert zones.landing_spots == (
        "a.grave", "a.banished", "a.extra", "b.grave", "b.banished", "b.extra"
    )  # fmt: skip
    assert len(zones.rows) == 24
    assert set(zones.antennas([*zones.rows, *zones.landing_spots])) == set(range(40))


def test_indices_have_names(zones: ZoneMap) -> None:
    """Antennas, lamps, pads and buttons by zone."""
    sensed, deck, shared = map(MatZone, ("a.m1", "a.deck", "x1"))
    assert zones.antennas([sensed, deck, shared]) == tuple(map(AntennaIndex, (0, 1, 38)))
    assert [zones.is_sensed(place) for place in (sensed, deck)] == [True, False]
    assert MAT.lamps[zones.lamp("b.s2")].name == "b.s2"
    assert MAT.lamps[zones.lamp("phase.6")].name == "phase.6"
    assert zones.pad_name(PadIndex(0)) == "a.m1"
    assert [zones.button_name(n) for n in range(6)] == [
        "a.ok", "a.phase", "a.judge", "b.ok", "b.phase", "b.judge"
    ]  # fmt: skip
    with pytest.raises(ZoneMapError, match=r"a\.hand"):
        zones.to_mat(ZoneName("a.hand"))


def test_a_ruleset_that_does_not_fit_names_all_its_homeless_zones() -> None:
    """Piles that no mat has are named, those of both players."""
    rules = replace(TRUMP_KING, zones=replace(TRUMP_KING.zones, piles=("pile", "well", "spring")))
    with pytest.raises(ZoneMapError) as caught:
        ZoneMap(rules, MAT)
    for name in ("a.well", "a.spring", "b.well", "b.spring"):
        assert name in str(caught.value)


def lacking_on(there: Collection[str], game: str) -> str:
    """Return what the standard mat, with these zones alone, is said to lack for a game."""
    mat = structs.replace(MAT, zones=tuple(zone for zone in MAT.zones if zone.id in there))
    try:
        ZoneMap(find_ruleset(game), mat)
    except UnfitMatError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("game", ruleset_names())
def test_a_mat_of_any_list_of_zones_fits_or_names_the_zones_that_make_it_fit(game: str) -> None:
    """Every choice of kinds; adding what was named is enough, and docs/mat.md names the same."""
    kinds, fitting = list(ZoneKind), []
    for few in (left for n in range(len(kinds) + 1) for left in combinations(kinds, n)):
        there = {zone.id for zone in MAT.zones if zone.kind in few}
        lacking = lacking_on(there, game)
        assert ".play" not in lacking
        if not lacking:
            fitting.append(set(few))
        named = set(re.findall(r"\b[ab]\.\w+", lacking))
        assert not lacking or named - there or "a reader at" in lacking
        assert not lacking_on(there | named, game)
    needed = set.intersection(*fitting)
    assert needed in fitting
    words = {"one of `s1` to `s5`" if kind is ZoneKind.SPELL_TRAP else f"`{kind.value}`"
             for kind in needed}  # fmt: skip
    row = re.search(rf"^\| `{shown_ruleset(game)}` \| (.*) \|$", MAT_PAGE, re.MULTILINE)
    assert row is not None
    assert set(row[1].split(", ")) == words


def test_what_a_mat_lacks_is_named_as_the_game_calls_it_with_its_ids() -> None:
    """All of it at once: zones, and the reader."""
    left = (ZoneKind.MONSTER, ZoneKind.DECK, ZoneKind.BANISHED)
    mat = structs.replace(STARTER, zones=tuple(z for z in STARTER.zones if z.kind in left))
    with pytest.raises(UnfitMatError) as caught:
        ZoneMap(find_ruleset("ocg"), mat)
    assert caught.value.homeless == (
        *("a.grave", "a.extra", "a.play", "b.grave", "b.extra", "b.play"),
    )
    zones, reader = caught.value.faults
    assert zones == (
        "expected the zones that Early OCG needs on the mat starter, got none for Graveyard "
        "(a.grave, b.grave), Extra Deck (a.extra, b.extra) and magic/trap zone (such as a.s3, "
        "b.s3). Add them to the mat file, with a reader or without: without one, players tell "
        "what lies there."
    )
    assert reader.endswith("Give one to a.grave, b.grave or both.")


def test_of_a_row_that_is_longer_than_the_mats_the_middle_is_on_it() -> None:
    """The rest lies beside the mat, as a field zone does that the mat has not."""
    zones = ZoneMap(find_ruleset("ocg"), STARTER)
    row = [zones.sensed(ZoneName(f"a.m{n}")) for n in range(1, 6)]
    assert row == [None, "a.m2", "a.m3", "a.m4", None]
    for name in map(ZoneName, ("a.m1", "b.s5", "a.field")):
        assert zones.is_beside(name)
        assert zones.places(name) == ()


def test_a_reader_at_another_pile_is_none_at_a_graveyard() -> None:
    """Cards of the hand are shown at a Graveyard, and so one is needed there."""
    zones = [
        zone if zone.kind is ZoneKind.BANISHED or zone.kind not in LANDING
        else structs.replace(zone, antennas=())
        for zone in MINI.zones
    ]  # fmt: skip
    with pytest.raises(UnfitMatError, match="a reader at a Graveyard of the mat mini") as caught:
        ZoneMap(TRUMP_KING, structs.replace(MINI, zones=tuple(zones)))
    assert len(caught.value.faults) == 1


def test_a_mat_on_which_no_card_can_be_shown_is_no_mat_for_a_game() -> None:
    """What mends it is named."""
    bare = structs.replace(
        MAT,
        zones=tuple(
            structs.replace(zone, antennas=())
            if zone_kind(zone.id) in ("grave", "banished", "extra")
            else zone
            for zone in MAT.zones
        ),
    )
    with pytest.raises(ZoneMapError, match="a reader at a Graveyard of the mat standard"):
        ZoneMap(TRUMP_KING, bare)
