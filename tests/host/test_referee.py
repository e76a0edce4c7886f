"""The referee at the table: what hands do is asked, refused, begun or played, never guessed."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import pytest

from direct_mat import MAT, Bench, held, lay
from duelmat_engine.forms.duel_json import write_duel
from duelmat_engine.names import CardKey
from duelmat_host.sensing.layout import Face, MatZone, Orientation, Sight
from duelmat_host.showing.lights import styles
from duelmat_host.table.errors import StaleQuestionError
from duelmat_host.table.findings import (
    Agreed,
    Ambiguous,
    Displaced,
    Earlier,
    InProgress,
    Lifted,
    Refused,
    Stray,
    Unsure,
)
from duelmat_host.table.reports import LOOK_MS, REFUSE_MS, TURN_MS
from duelmat_host.table.seals import SALT_BYTES, Commitment
from duelmat_wire import lamps
from seen import public_json, seat_json

OWN = {"a.hand": held("S4", "H7", "C9", "D5", "C3", "S1"), "b.hand": held("H2", "H3")}
LAMPS = tuple(lamp.name for lamp in MAT.lamps)


def lamp(bench: Bench, zone: str) -> int:
    return styles(bench.table.now, LAMPS)[LAMPS.index(zone)]


class Wrong(NamedTuple):
    """Something that must not be done, and the rule that says so."""

    zones: dict[str, Any]
    put: tuple[str, str]
    rule: str
    says: str = ""
    down: bool = False
    sideways: bool = False
    lift: tuple[str, ...] = ()
    moment: dict[str, Any] = {}  # noqa: RUF012  (read only)


THREE = {"a.m1": lay("H1"), "a.m2": lay("H2"), "a.m3": lay("H3")}
SPENT: dict[str, Any] = {"turn_counters": {"a.summon-right": 1}}
REFUSALS = {
    "a second Normal Summon": Wrong(OWN, ("a:H7", "a.m2"), "TK-14", "next turn", moment=SPENT),
    "a second Set": Wrong(
        OWN, ("a:H7", "a.m2"), "TK-17", "next turn", down=True, sideways=True, moment=SPENT
    ),
    "a fourth monster": Wrong({**OWN, **THREE}, ("a:H7", "a.m1"), "TK-22", "left the field"),
    "a summon in Defense Position": Wrong(OWN, ("a:H7", "a.m2"), "TK-16", sideways=True),
    "a Set that stands upright": Wrong(OWN, ("a:H7", "a.m2"), "TK-16", "sideways", down=True),
    "a trap from the hand": Wrong(OWN, ("a:S1", "a.s2"), "TK-42", "set the card"),
    "magic in the opponent's turn": Wrong(
        OWN, ("a:H7", "a.s2"), "TK-33", moment={"turn": 4, "turn_seat": 1}
    ),
    "a summon out of turn": Wrong(
        OWN, ("a:H7", "a.m2"), "TK-05", "your turn", moment={"turn": 4, "turn_seat": 1}
    ),
    "a summon in the Battle Phase": Wrong(
        OWN, ("a:H7", "a.m2"), "TK-06", "Main Phase 2", moment={"phase": "battle"}
    ),
    "a zone that is not used": Wrong(OWN, ("a:H7", "a.m1"), "G-93", "Ana's unused monster zone 1"),
    "the extra monster zone": Wrong(OWN, ("a:H7", "x1"), "G-93", "middle zones"),
    "the opponent's zone": Wrong(OWN, ("a:H7", "b.m2"), "TK-21"),
    "the opponent's card": Wrong(OWN, ("b:H2", "b.m2"), "TK-05"),
    "a Synchro with nothing sent away": Wrong(OWN, ("a:SQ", "a.m2"), "TK-46", "two or more"),
    "a Synchro of another sum": Wrong(
        {**OWN, "a.m1": lay("S6"), "a.m2": lay("H6")},
        ("a:SK", "a.m4"),
        "TK-48",
        "Queen",
        lift=("a.m2", "a.m3"),
    ),
    "a Synchro laid face-down": Wrong(
        {**OWN, "a.m1": lay("S6"), "a.m2": lay("H6")},
        ("a:SQ", "a.m4"),
        "TK-19",
        "face-up",
        down=True,
        sideways=True,
        lift=("a.m2", "a.m3"),
    ),
}


@pytest.mark.rule("PHY-02")
@pytest.mark.parametrize("name", REFUSALS)
def test_a_wrong_play_is_refused_by_its_rule(name: str) -> None:
    """PHY-02: the nearest rule and its remedy are said; taken back, all is as it was."""
    case = REFUSALS[name]
    bench = Bench(case.zones, **case.moment)
    before = write_duel(bench.table.state.duel)
    for zone in case.lift:
        bench.take(zone)
    bench.put(case.put[0], case.put[1], down=case.down, sideways=case.sideways)
    assert isinstance(bench.table.finding, Refused), bench.table.finding
    assert bench.refused() == []
    bench.rest(REFUSE_MS)
    assert case.rule in bench.refused()[0]
    assert case.says in bench.said()
    assert lamp(bench, case.put[1]) == lamps.ILLEGAL
    bench.take(case.put[1], "extra" if case.put[0][2:] in ("SQ", "SK") else "hand")
    for zone, key in zip(case.lift, ("a:S6", "a:H6"), strict=False):
        bench.put(key, zone)
    assert isinstance(bench.table.finding, Agreed)
    assert (write_duel(bench.table.state.duel), bench.said()) == (before, "")
    assert bench.actions() == []


class Right(NamedTuple):
    """A placement and the plays that it may be."""

    zones: dict[str, Any]
    put: tuple[str, str]
    options: tuple[str, ...]


FOE = {"b.m1": lay("H9")}
QUESTIONS = {
    "a Spade, summoned either way": Right(
        OWN, ("a:S4", "a.m2"), ("Normal Summon the 4 of spades", "by paying 4 life")
    ),
    "a Club with another to discard": Right(
        OWN, ("a:C9", "a.m2"), ("Normal Summon the 9 of clubs", "by a discard")
    ),
    "a Diamond that could go on": Right(
        {**OWN, **FOE, "a.s1": lay("S2", down=True)},
        ("a:D5", "a.m2"),
        ("Normal Summon the 5 of diamonds", "by sending away"),
    ),
}


@pytest.mark.rule("PHY-06")
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_placement_that_fits_several_plays_is_asked(name: str) -> None:
    """PHY-06: exactly the legal ones are listed, nothing is done before the answer."""
    case = QUESTIONS[name]
    bench = Bench(case.zones)
    bench.put(*case.put)
    assert isinstance(bench.table.finding, Ambiguous)
    assert bench.actions() == []
    offered = bench.options()
    assert len(offered) == len(case.options)
    assert all(text in option for text, option in zip(case.options, offered, strict=True))
    assert lamp(bench, case.put[1]) == lamps.ASK
    with pytest.raises(StaleQuestionError):
        bench.table.answer(bench.table.now.prompts[0].seat, "9.which", 0)


def test_what_is_not_legal_is_not_offered() -> None:
    """With the summon right spent only the Spade's own summon is left, and nothing is asked."""
    bench = Bench(OWN, **SPENT)
    bench.put("a:S4", "a.m2")
    assert bench.actions()[0] == "spade-summon"


def test_pads_and_ok_answer_as_the_page_does() -> None:
    """One input scheme: choice pads move, OK takes."""
    by_page, by_pads = Bench(OWN), Bench(OWN)
    for bench in (by_page, by_pads):
        bench.put("a:S4", "a.m2")
    by_page.choose("by paying")
    by_pads.touch("a.choice2")
    by_pads.press("a.ok")
    assert by_page.actions() == by_pads.actions()
    assert by_pads.actions()[0] == "spade-summon"


def test_a_question_goes_when_its_card_goes() -> None:
    bench = Bench(OWN)
    bench.put("a:S4", "a.m2")
    bench.take("a.m2")
    assert isinstance(bench.table.finding, Agreed)
    assert bench.said() == ""
    bench.put("a:C9", "a.m2")
    assert "by a discard" in " ".join(bench.options())


def test_a_way_that_was_chosen_holds_for_its_card_only() -> None:
    """The Diamond is meant to pay with a card; put back, another card is asked about anew."""
    bench = Bench({**OWN, **FOE, "a.s1": lay("S2", down=True)})
    bench.put("a:D5", "a.m2")
    bench.choose("by sending away")
    assert isinstance(bench.table.finding, InProgress)
    assert bench.table.finding.missing == ("a.s2",)
    bench.take("a.m2")
    bench.put("a:S4", "a.m2")
    assert isinstance(bench.table.finding, Ambiguous)


def test_each_play_that_is_asked_about_names_the_card_that_lies_there() -> None:
    """A Diamond that may pay with a card: it was "a card of Ana's hand" for that, though it lies
    face-up on the mat.
    """
    bench = Bench({**OWN, **FOE, "a.m1": lay("C7")})
    bench.put("a:D5", "a.m3")
    assert len(bench.options()) == 2
    assert all("Summon the 5 of diamonds" in option for option in bench.options())
    bench.choose("by sending away")
    bench.take("a.m2")
    assert bench.actions() == ["diamond-summon"]


@pytest.mark.rule("PHY-07")
def test_materials_lifted_one_by_one_are_in_progress_and_cancel() -> None:
    """PHY-07: put back before the Synchro lies there, they have never been lifted."""
    bench = Bench({**OWN, "a.m1": lay("S6"), "a.m2": lay("H6")})
    bench.take("a.m2")
    assert isinstance(bench.table.finding, InProgress)
    bench.take("a.m3")
    assert isinstance(bench.table.finding, InProgress)
    bench.put("a:S6", "a.m2")
    bench.put("a:H6", "a.m3")
    assert isinstance(bench.table.finding, Agreed)
    assert (bench.actions(), bench.said()) == ([], "")


def test_a_card_that_waits_for_what_is_sent_away_for_it_says_so() -> None:
    """A Synchro laid first looks as if it were summoned; the monsters that make it still lie."""
    bench = Bench({**OWN, "a.m1": lay("S6"), "a.m2": lay("H6")})
    bench.put("a:SQ", "a.m4")
    assert bench.said() == ""  # hands may be lifting them
    bench.rest(TURN_MS)
    left, middle = (bench.table.state.place_name(MatZone(f"a.m{column}")) for column in (2, 3))
    assert bench.said() == (
        f"Lift what is sent away for it from {left} and {middle}, or take it back."
    )
    assert {lamp(bench, f"a.m{column}") for column in (2, 3)} == {lamps.TAKE}
    bench.take("a.m2")
    bench.rest(TURN_MS)
    assert bench.said() == f"Lift what is sent away for it from {middle}, or take it back."
    bench.take("a.m3")
    assert (bench.actions(), bench.said()) == (["synchro-summon"], "")


def test_a_card_that_is_shown_and_is_no_answer_is_refused_by_the_rule_of_the_question() -> None:
    """Not as a card that lies there for no reason; the one that fits is shown then."""
    zones = {"a.hand": held("C7", "C3", "D6"), "a.pile": held("S9"), "b.pile": held("C4")}
    bench = Bench(zones)
    bench.put("a:C7", "a.m3")
    bench.choose("by a discard")
    bench.put("a:D6", "a.grave")
    bench.rest(REFUSE_MS)
    assert bench.refused() == [["TK-81"]]
    assert "show a card that the question allows" in bench.said()
    bench.take("a.grave")
    assert bench.said() == ""
    bench.put("a:C3", "a.grave")
    assert bench.actions() == ["club-summon", "Choose"]


def test_of_cards_that_may_be_sent_away_only_some_are_asked_for() -> None:
    """Two pairs of three monsters make the Queen."""
    bench = Bench({**OWN, "a.m1": lay("S6"), "a.m2": lay("H6"), "a.m3": lay("C6")})
    bench.take("a.m2")
    bench.put("a:SQ", "a.m2")
    bench.rest(TURN_MS)
    assert bench.said().startswith("Lift cards that are sent away for it from ")


@pytest.mark.rule("PHY-04")
def test_any_order_of_lifting_and_laying_is_the_same_action() -> None:
    """PHY-04: twenty orders of one Synchro Summon's four movements."""
    zones = {**OWN, "a.m1": lay("S2"), "a.m2": lay("H6"), "a.m3": lay("C4")}
    movements = ("a:S2", "a:H6", "a:C4", "a:SQ")
    found = set()
    for order in Random(4).sample(list(permutations(movements)), 20):
        bench = Bench(zones)
        for key in order:
            if key == "a:SQ":
                bench.put(key, "a.m2")  # on top of what still lies there, and unseen till then
            else:
                bench.hands.bring(CardKey(key), "hand")
        assert bench.actions()[0] == "synchro-summon"
        found.add(bench.journal.entries[0][1]["action"])
    assert len(found) == 1


def test_an_unseen_face_or_way_is_asked_never_guessed() -> None:
    """Both sides answering, or a card between upright and sideways, is a question."""
    for face, way, says in (
        (Face.UNKNOWN, Orientation.UPRIGHT, "Which side"),
        (Face.UP, Orientation.UNKNOWN, "Straighten"),
    ):
        bench = Bench(OWN)
        sight = Sight(bench.hands.sides[0].hand[1], face, way, b"")
        bench.table.sense(bench.table.layout.with_sight(MatZone("a.m2"), sight), 100)
        assert isinstance(bench.table.finding, Unsure)
        bench.table.tick(100 + REFUSE_MS)
        assert says in bench.said()
        assert bench.actions() == []


@pytest.mark.rule("PHY-09")
def test_several_cards_in_a_zone_are_asked_about() -> None:
    """PHY-09: a zone whose card cannot be told is no play."""
    bench = Bench(OWN)
    several = Sight(None, Face.UNKNOWN, Orientation.UNKNOWN, b"")
    bench.table.sense(bench.table.layout.with_sight(MatZone("a.m2"), several), 100)
    bench.table.tick(100 + REFUSE_MS)
    assert "not known here" in bench.said()


def test_a_heart_that_is_set_warns_its_owner_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publicly a Heart laid face-down is a Set like any other; its owner is told the rule."""

    def commit(key: CardKey, salt: bytes) -> Commitment:
        """Commit without a look at the card: no digest can do better."""
        return Commitment("00" * 32, bytes(SALT_BYTES).hex(), key)

    monkeypatch.setattr("duelmat_host.table.face_down.commit", commit)
    views = []
    for key in ("a:H7", "a:S4"):
        bench = Bench(OWN)
        bench.put(key, "a.m2", down=True, sideways=True)
        assert bench.actions()[0] == "set-monster"
        views.append((public_json(bench.table), styles(bench.table.now, LAMPS)))
        private = seat_json(bench.table, bench.table.state.duel.turn_seat)["private"]
        assert (private is not None) == (key == "a:H7")
        if private:
            assert private["rules"][0]["id"] == "TK-74"
            assert private["zones"] == ["a.m2"]
    assert views[0] == views[1]


def test_a_flip_is_refused_only_when_it_stays_sideways() -> None:
    """TK-28: flipped first and turned then is one movement of two halves."""
    zones = {**OWN, "a.m1": lay("C8", down=True, sideways=True)}
    bench = Bench(zones)
    bench.hands.flip(MatZone("a.m2"))
    bench.rest(REFUSE_MS)
    assert bench.refused() == []
    bench.hands.turn(MatZone("a.m2"))
    assert bench.actions()[0] == "Turn"
    stays = Bench(zones)
    stays.hands.flip(MatZone("a.m2"))
    stays.rest(TURN_MS)
    assert stays.refused() == [["TK-28"]]
    assert "upright" in stays.said()


def test_an_attack_after_the_battle_phase_is_refused() -> None:
    """Before it, the table goes there first (test_early_attacks)."""
    zones = {**OWN, **FOE, "a.m1": lay("H7")} | {"a.hand": held("S4")}
    bench = Bench(zones, phase="main2")
    bench.touch("a.m2")
    bench.touch("b.m2")
    assert "TK-07" in bench.refused()[0]
    assert "becomes legal when it is your Battle Phase" in bench.said()


def test_attacker_and_target_are_pointed_at() -> None:
    bench = Bench({"a.m1": lay("H7"), **FOE}, phase="battle")
    bench.touch("a.m2")
    assert lamp(bench, "a.m2") == lamps.SELECTED
    bench.touch("b.m2")
    assert bench.actions()[0] == "Attack"
    aims = [(line.get("from"), line.get("to")) for line in public_json(bench.table)["log"]]
    assert aims[0] == ("a.m2", "b.m2")
    assert set(aims[1:]) == {(None, None)}


def test_cards_lifted_for_long_are_asked_back() -> None:
    """Never silence: what was taken up and not put back is asked for, with its zone."""
    bench = Bench({**OWN, **FOE})
    bench.take("b.m2")
    assert isinstance(bench.table.finding, Lifted)
    bench.rest(LOOK_MS - 1)
    assert bench.said() == ""
    bench.rest(1)
    assert "Ben's left monster zone" in bench.said()
    assert lamp(bench, "b.m2") == lamps.PUT
    assert public_json(bench.table)["obligations"][0]["to"] == "b.m2"


def test_a_card_whose_tag_has_died_is_told_and_attacks_by_pads() -> None:
    """Nothing reads it any more where it lies: what mends that is said, and the duel goes on."""
    bench = Bench({"a.m1": lay("H7"), **FOE}, phase="battle")
    bench.take("a.m2")
    bench.rest(LOOK_MS)
    assert "Ana's left monster zone" in bench.said()
    assert "its tag does not answer: lay it flat, or play by pads" in bench.said()
    bench.touch("a.m2")
    bench.touch("b.m2")
    assert bench.actions()[0] == "Attack"


def test_a_bumped_mat_freezes_and_guides_every_card_back() -> None:
    """Cards that have slid are named with where from and where to; nothing goes on till then."""
    bench = Bench({**OWN, **FOE, "a.m1": lay("C8"), "a.s1": lay("S9", down=True)})
    bench.put("a:C8", "a.m4")
    bench.put("a:S9", "a.s3", down=True)
    bench.put("b:H9", "b.m3", sideways=True)
    assert isinstance(bench.table.finding, Displaced)
    bench.rest(TURN_MS)
    assert "Lay them back" in bench.said()
    ways = {(o["from"], o["to"]) for o in public_json(bench.table)["obligations"]}
    assert {("a.m4", "a.m2"), ("a.s3", "a.s2"), ("b.m3", "b.m2")} <= ways
    bench.press("a.phase")
    assert bench.actions() == []
    assert public_json(bench.table)["status"] == "correcting"
    bench.put("b:H9", "b.m2")
    bench.put("a:C8", "a.m2")
    bench.put("a:S9", "a.s2", down=True)
    assert isinstance(bench.table.finding, Agreed)
    assert bench.said() == ""
    bench.press("a.phase")
    assert bench.actions() == ["Advance"]


def test_a_card_on_a_landing_spot_where_nothing_brings_it_is_a_correction() -> None:
    bench = Bench(OWN)
    bench.put("a:H7", "a.grave")
    assert isinstance(bench.table.finding, Stray)
    bench.rest(TURN_MS)
    assert "Take the 7 of hearts from Ana's Graveyard" in bench.said()
    assert lamp(bench, "a.grave") == lamps.ILLEGAL
    bench.take("a.grave")
    assert bench.said() == ""


def test_a_wrong_card_for_an_attacked_monster_is_refused_as_such() -> None:
    """An attack moves no card: what was shown for it is wrong, and nothing is taken back."""
    zones = {**OWN, "a.m1": lay("C10"), "b.m1": lay("D9", down=True, sideways=True)}
    bench = Bench({**zones, "b.hand": held("S1", "S2")}, phase="battle")
    bench.touch("a.m2")
    bench.touch("b.m2")
    bench.put("b:S1", "b.grave")
    bench.rest(TURN_MS)
    assert isinstance(bench.table.finding, Refused)
    assert "lie as" not in bench.said()


def test_a_stray_card_lying_face_down_is_not_named() -> None:
    bench = Bench(OWN)
    bench.put("a:H7", "a.grave", down=True)
    bench.rest(TURN_MS)
    assert "Take the card from Ana's Graveyard, or turn" in bench.said()
    view = public_json(bench.table)
    assert "hearts" not in str([view["message"], view["zones"], view["obligations"]])


def test_the_wrong_card_on_the_graveyard_spot_does_not_pay_the_debt() -> None:
    """A destroyed monster is owed to the Graveyard; another card there is a correction."""
    bench = Bench({**OWN, "a.m1": lay("C10"), "b.m1": lay("H9")}, phase="battle")
    bench.touch("a.m2")
    bench.touch("b.m2")
    owed = [t.key for t in bench.table.state.obligations]
    assert owed == ["b:H9"]
    bench.put("b:H3", "b.grave")
    assert isinstance(bench.table.finding, Stray)
    assert [t.key for t in bench.table.state.obligations] == owed
    bench.take("b.grave")
    bench.put("b:H9", "b.grave", down=True)
    bench.rest(TURN_MS)
    assert "face-up" in bench.said()
    assert [t.key for t in bench.table.state.obligations] == owed
    bench.put("b:H9", "b.grave")
    assert bench.table.state.obligations == ()
    assert (bench.said(), bench.table.state.pending) == ("", {})


def test_an_earlier_layout_offers_a_takeback_and_does_none() -> None:
    """A position change turned back by hand: offered, done by the judge button."""
    bench = Bench({**OWN, "a.m1": lay("C8")})
    bench.hands.turn(MatZone("a.m2"))
    assert len(bench.actions()) == 1
    bench.hands.turn(MatZone("a.m2"))
    assert isinstance(bench.table.finding, Earlier)
    bench.rest(TURN_MS)
    assert "Press judge to take it back" in bench.said()
    assert not [e for e in bench.journal.entries if e[0] == "takeback"]
    bench.press("a.judge")
    assert isinstance(bench.table.finding, Agreed)
    monster = bench.table.state.duel.top("a.m1")
    assert monster is not None and monster.upright
    bench.hands.turn(MatZone("a.m2"))
    assert len(bench.actions()) == 2
