"""Signatures: which zones an action changes and to what, and how far the mat has come to it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from direct_mat import Bench, held, lay
from duelmat_engine.actions import Action, Activate, Attack, Pass, Play, Turn
from duelmat_engine.forms.position import position
from duelmat_engine.names import CardKey, ZoneName
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.table.expect import Expect
from duelmat_host.table.signature import Fit, Signature, bound, signatures

H7, S6 = CardKey("a:H7"), CardKey("a:S6")
LAID = Sight(H7, Face.UP, Orientation.UPRIGHT, b"")
TURNED = Sight(H7, Face.UP, Orientation.SIDEWAYS, b"")
WANTED = Expect(0, H7, face_up=True, upright=True)
M2, M3, M4, S3 = map(MatZone, ("a.m2", "a.m3", "a.m4", "a.s3"))
SUMMON = Signature(Pass(), {M2: WANTED})
SYNCHRO = Signature(Pass(), {M2: None, M3: None, M4: WANTED})
LYING = {M2: WANTED}

Case = tuple[Signature, dict[MatZone, Sight | None], dict[MatZone, Expect], Fit | None]
FITS: dict[str, Case] = {
    "just as it should": (SUMMON, {M2: LAID}, {}, Fit.EXACT),
    "the wrong way": (SUMMON, {M2: TURNED}, {}, None),
    "somewhere else": (SUMMON, {M3: LAID}, {}, None),
    "there and somewhere else": (SUMMON, {M2: LAID, M3: LAID}, {}, None),
    "nothing yet": (SUMMON, {}, {}, Fit.PART),
    "one material lifted": (SYNCHRO, {M2: None}, {}, Fit.PART),
    "both lifted": (SYNCHRO, {M2: None, M3: None}, {}, Fit.PART),
    "all of it": (SYNCHRO, {M2: None, M3: None, M4: LAID}, {}, Fit.EXACT),
    "laid before a material is lifted": (SYNCHRO, {M2: None, M4: LAID}, {}, Fit.PART),
    "a material exchanged": (SYNCHRO, {M2: LAID}, {}, None),
    "taken up to be turned": (SUMMON, {M2: None}, LYING, Fit.PART),
    "nothing to take up": (SUMMON, {M2: None}, {}, None),
}


@pytest.mark.parametrize("name", FITS)
def test_how_far_changes_have_come_to_an_action(name: str) -> None:
    """Exactly it, a part of it, or something else."""
    signature, seen, expected, how = FITS[name]
    assert signature.fits(seen, expected) is how


class Made(NamedTuple):
    action: Action
    change: dict[str, Any]


OWN = {
    "a.hand": held("H7", "S4", "C9"),
    "a.m1": lay("S6"),
    "a.m2": lay("C6", down=True, sideways=True),
    "a.s1": lay("D2", down=True),
    "b.m1": lay("C3"),
}
MADE = {
    "a summon": Made(
        Play("normal-summon", "a.hand", ZoneName("a.m3")),
        {"a.m4": Expect(0, None, face_up=True, upright=True)},
    ),
    "a Set in the lower row": Made(
        Play("set-card", "a.hand", ZoneName("a.s2"), face_up=False),
        {"a.s3": Expect(0, None, face_up=False, upright=None)},
    ),
    "a Synchro": Made(
        Play("synchro-summon", "a:SQ", ZoneName("a.m1"), using=("a.m1", "a.m2")),
        {"a.m2": Expect(0, CardKey("a:SQ"), face_up=True, upright=True), "a.m3": None},
    ),
    "a turn": Made(
        Turn("a.m1", upright=False),
        {"a.m2": Expect(0, S6, True, False)},
    ),
    "a flip": Made(
        Turn("a.m2"),
        {"a.m3": Expect(0, None, True, True, CardKey("a:C6"))},
    ),
    "a Set card activated": Made(
        Activate("magic-two", "a.s1"),
        {"a.s2": Expect(0, None, True, None, CardKey("a:D2"))},
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_what_an_action_makes_of_the_mat(name: str) -> None:
    """In the mat's own zones, where three columns of the game are the middle three of five."""
    case = MADE[name]
    table = Bench(OWN).table
    (made,) = signatures(
        table.state.duel, [case.action], table.state.zones, table.state.expected, ()
    )
    assert made.action == case.action
    assert dict(made.change) == case.change


def test_a_card_from_beside_the_mat_is_its_owners_wherever_it_is_laid() -> None:
    """Ben's effect brings Ana's monster from a column that the mat has not into his own row."""
    lying = {"a.m0": lay("LusterDragon"), "a.m3": lay("SummonedSkull"), "b.m0": lay("BlueEyes")}
    table = Bench({"a.m0": lying["a.m0"], "b.m0": lying["b.m0"]}, ruleset="resummoned").table
    duel = position("resummoned", lying)
    action = Play("effect-move", "a.m3", ZoneName("b.m1"))
    zones, expected = table.state.zones, table.state.expected
    (made,) = signatures(duel, [action], zones, expected, ())
    assert dict(made.change) == {"b.m2": Expect(0, None, face_up=True, upright=True)}


def test_an_activation_from_the_hand_may_lie_on_any_free_spot() -> None:
    """One signature for each."""
    table = Bench(OWN).table
    action = Activate("magic", "a.hand")
    spots = tuple(map(MatZone, ("a.s1", "a.s4", "a.s5")))
    made = list(
        signatures(table.state.duel, [action], table.state.zones, table.state.expected, spots)
    )
    assert [list(s.change) for s in made] == [[spot] for spot in spots]


@pytest.mark.parametrize("action", [Pass(), Attack("a.m1", "b.m1")])
def test_what_is_said_has_no_signature(action: Action) -> None:
    """Pads and buttons say it; the layout tells nothing."""
    table = Bench(OWN).table
    assert not list(
        signatures(table.state.duel, [action], table.state.zones, table.state.expected, ())
    )


def test_a_pattern_is_bound_to_the_card_that_was_read() -> None:
    """Some card of the hand becomes the one that lies there, if that is legal."""
    table = Bench(OWN).table
    pattern = Play("normal-summon", "a.hand", ZoneName("a.m3"))
    expected = table.state.expected
    (made,) = signatures(table.state.duel, [pattern], table.state.zones, expected, ())
    found = bound(table.state.duel, made, Layout({M4: LAID}), table.state.zones, {})
    assert isinstance(found, Play)
    assert found.card == H7
    unread = Layout({M4: Sight(None, Face.UP, Orientation.UPRIGHT, b"")})
    assert bound(table.state.duel, made, unread, table.state.zones, {}) is None
    bens = Layout({M4: Sight(CardKey("b:H7"), Face.UP, Orientation.UPRIGHT, b"")})
    assert bound(table.state.duel, made, bens, table.state.zones, {}) is None


def test_a_card_laid_face_down_stays_a_pattern() -> None:
    """Which card it is is nobody's business but its owner's."""
    table = Bench(OWN).table
    pattern = Play("set-card", "a.hand", ZoneName("a.s2"), face_up=False)
    (made,) = signatures(table.state.duel, [pattern], table.state.zones, table.state.expected, ())
    layout = Layout({S3: Sight(H7, Face.DOWN, Orientation.UNKNOWN, b"")})
    found = bound(table.state.duel, made, layout, table.state.zones, {})
    assert isinstance(found, Play)
    assert found.card == "a.hand"
