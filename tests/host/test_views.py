"""What each viewer is told: everybody what is public, a seat its own, a judge what lies there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec import structs

from direct_mat import Bench, held, lay, make_table
from docs.pages import ROOT, text_of
from duelmat_engine.forms.position import Placed
from duelmat_engine.names import CardKey, Seat, ZoneName
from duelmat_engine.state import Decision
from duelmat_host.players.scripted_player import Dice
from duelmat_host.sensing.layout import Face, MatZone, Orientation, Sight
from duelmat_host.showing.overlay import overlay_view
from duelmat_host.showing.view_types import LinkView
from duelmat_host.showing.views import public_view
from duelmat_host.table.commands import CallJudge, Concede, TakeBack
from duelmat_host.table.reports import LOOK_MS, REFUSE_MS, TURN_MS
from duelmat_serving.language.catalogs import language
from seen import LINK_UP, judge_json, public_json, seat_json

ANA, BEN = Seat(0), Seat(1)
ZONES = {
    "a.hand": held("S4", "H7", "C9"),
    "b.hand": held("H2", "S1"),
    "a.m1": lay("C8"),
    "a.s1": lay("D9", down=True),
    "b.m1": lay("H9"),
    "b.s1": lay("C3", down=True),
}


def public(bench: Bench) -> dict[str, Any]:
    return public_json(bench.table)


def nothing(bench: Bench) -> None:
    pass


def refuse(bench: Bench) -> None:
    bench.put("a:H7", "a.m1")
    bench.rest(REFUSE_MS)


def ask(bench: Bench) -> None:
    bench.put("a:S4", "a.m3")


def stray(bench: Bench) -> None:
    bench.put("a:H7", "a.grave")
    bench.rest(TURN_MS)


def bump(bench: Bench) -> None:
    bench.put("a:C8", "a.m4")
    bench.rest(TURN_MS)


def call(bench: Bench) -> None:
    bench.table.command(ANA, CallJudge())


def concede(bench: Bench) -> None:
    bench.table.command(BEN, Concede())


def lift(bench: Bench) -> None:
    bench.take("b.m2")
    bench.rest(LOOK_MS)


STATUS: dict[str, tuple[Callable[[Bench], None], str, str | None]] = {
    "at rest": (nothing, "playing", None),
    "a refusal": (refuse, "correcting", "refusal"),
    "a question": (ask, "asking", "question"),
    "a stray card": (stray, "correcting", "refusal"),
    "a bumped mat": (bump, "correcting", "obligation"),
    "a card taken up": (lift, "playing", "obligation"),
    "a judge called": (call, "waiting", None),
    "the end": (concede, "over", None),
}


@pytest.mark.parametrize("name", STATUS)
def test_how_things_stand_is_told_in_a_word_and_a_message(name: str) -> None:
    do, status, kind = STATUS[name]
    bench = Bench(ZONES)
    do(bench)
    view = public(bench)
    assert view["status"] == status
    assert (view["message"] or {"kind": None})["kind"] == kind


@pytest.mark.parametrize("name", STATUS)
def test_every_view_is_plain_json_with_the_keys_of_the_document(name: str) -> None:
    """docs/pages.md lists the keys; nothing else is sent, whatever goes on."""
    bench = Bench(ZONES)
    STATUS[name][0](bench)
    told = text_of(ROOT / "docs" / "pages.md")
    listed = {}
    for who in ("public", "seat", "judge"):
        part = told.partition(f"<!-- begin {who.capitalize()}View: ")[2].partition("\n###")[0]
        listed[who] = set(re.findall(r"^\| `([\w-]+)` \|", part, re.MULTILINE))
        assert listed[who], who
    views = {
        "public": public(bench),
        "seat": seat_json(bench.table, ANA),
        "judge": judge_json(bench.table),
    }
    for who, view in views.items():
        assert msgspec.json.decode(msgspec.json.encode(view, enc_hook=str)) == view
        assert set(view) == listed["public"] | listed[who], who


FACES = {
    "face-up": (Face.UP, "a:H7", {"key": "a:H7", "code": "H7", "face": "up"}),
    "face-down": (Face.DOWN, "a:H7", {"face": "down"}),
    "unknown side": (Face.UNKNOWN, "a:H7", {"face": "unknown"}),
    "unknown card": (Face.UP, None, {"face": "unknown"}),
}


@pytest.mark.parametrize("name", FACES)
def test_a_zone_names_its_card_only_if_it_lies_face_up(name: str) -> None:
    face, key, shown = FACES[name]
    bench = Bench(ZONES)
    card = None if key is None else CardKey(key)
    sight = Sight(card, face, Orientation.SIDEWAYS, b"\x04\x01")
    bench.table.sense(bench.table.layout.with_sight(MatZone("a.m4"), sight), 10)
    (zone,) = [z for z in public(bench)["zones"] if z["zone"] == "a.m4"]
    assert {k: v for k, v in zone["card"].items() if k != "name"} == shown
    assert zone["upright"] is False


@pytest.mark.parametrize("do", ["flip", "turn"])
def test_a_card_that_lies_wrong_is_told_how_it_shall_lie(do: str) -> None:
    """To turn it may mean over or sideways: the sentence says which it comes to."""
    bench = Bench(ZONES)
    getattr(bench.hands, do)(bench.table.state.zones.to_mat(ZoneName("b.m1")))
    bench.rest(TURN_MS)
    texts = [each["text"] for each in public(bench)["obligations"]]
    assert any("Turn the card in" in text and "face-up and upright" in text for text in texts)


WAYS_BACK: dict[str, tuple[Callable[[Bench], None], dict[str, Any]]] = {
    "shown for nothing": (
        stray,
        {"from": "a.grave", "to": "a.hand", "zone": "a.grave", "lies": None},
    ),
    "moved to another zone": (
        bump,
        {"from": "a.m4", "to": "a.m2", "lies": {"face": "up", "turn": 0}},
    ),
}


@pytest.mark.parametrize("name", WAYS_BACK)
def test_the_way_back_of_a_card_says_where_it_goes_and_how_it_lies(name: str) -> None:
    """So that one press of a button takes it there."""
    do, wanted = WAYS_BACK[name]
    bench = Bench(ZONES)
    do(bench)
    bench.rest(LOOK_MS)
    (obligation,) = public(bench)["obligations"]
    assert {key: obligation[key] for key in wanted} == wanted


def test_a_seat_is_told_which_cards_of_its_extra_deck_it_may_summon() -> None:
    """Two of its monsters that add up; where the lights do not help, nothing is told."""
    zones = {
        "a.m1": lay("D5"),
        "a.m2": lay("C8"),
        "a.hand": held("H7"),
    }
    bench = Bench(zones)
    usable = seat_json(bench.table, ANA)["usable"]
    assert [each for each in usable if each.endswith("K")] == ["a:CK", "a:DK"]
    assert seat_json(bench.table, BEN)["usable"] == []
    assert seat_json(Bench(zones, assist="referee").table, ANA)["usable"] == []


def test_a_card_shown_face_down_for_nothing_has_no_way_back_on_the_page() -> None:
    """Where it goes would tell which card it is."""
    bench = Bench(ZONES)
    bench.put("a:H7", "a.grave", down=True)
    bench.rest(TURN_MS)
    assert public(bench)["obligations"] == []


def test_a_seat_is_told_its_own_face_down_cards_and_hand() -> None:
    """And nothing of the other's."""
    bench = Bench(ZONES)
    held_ = bench.hands.held(ANA)
    own = seat_json(bench.table, ANA, held_, (CardKey("a:S9"),))
    assert [card["key"] for card in own["facedown"]] == ["a:D9"]
    assert [card["key"] for card in own["hand"]] == [*held_, "a:S9"]
    assert [card.get("looked", False) for card in own["hand"]][-1] is True
    other = msgspec.json.encode(seat_json(bench.table, BEN), enc_hook=str)
    for key in (*held_, "a:D9"):
        assert f'"{key}"'.encode() not in other


def test_a_judge_is_told_what_lies_face_down_and_no_hand() -> None:
    bench = Bench(ZONES)
    view = judge_json(bench.table)
    assert [card["key"] for card in view["facedown"]] == ["a:D9", "b:C3"]
    assert "hand" not in view
    assert (view["disputed"], view["plays"], view["last_play"]) == (None, [], None)


def test_prompts_go_to_the_seat_that_is_asked() -> None:
    bench = Bench(ZONES)
    ask(bench)
    assert [p["text"] for p in seat_json(bench.table, ANA)["prompts"]] == ["Which play is it?"]
    assert seat_json(bench.table, BEN)["prompts"] == []


def test_the_choice_of_a_position_says_what_core_position_is() -> None:
    """With the rules: nobody would know it from its name."""
    zones = {"a.hand": held("PairedOwl"), "b.hand": held("EmberImp")}
    bench = Bench(zones, ruleset="trigamon", phase="main1")
    bench.put("a:PairedOwl", "a.m3")
    (prompt,) = [p for p in seat_json(bench.table, ANA)["prompts"] if not p.get("menu")]
    said = {each["text"].rpartition(" in ")[2]: each["detail"] for each in prompt["options"]}
    assert said["Attack Position"] == ""
    for part in ("neither attacks nor is attacked", "(TRI-101)", "(G-17.direct)"):
        assert part in said["Core Position"]


def test_an_overlay_is_told_of_a_call_for_a_judge() -> None:
    """In the words of every page, until the judge has ruled."""
    table = Bench(ZONES).table
    assert overlay_view(table.now, LINK_UP).judge is None
    table.command(ANA, CallJudge())
    called = overlay_view(table.now, LINK_UP).judge
    assert called is not None
    assert called.text == public_json(table)["judge"]["text"]


def test_how_it_ended_is_told_with_its_reason() -> None:
    bench = Bench(ZONES)
    concede(bench)
    outcome = public(bench)["outcome"]
    assert outcome["winner"] == "a"
    assert outcome["reason"] == "Ben conceded"
    assert outcome["text"] == "Ana wins: Ben conceded."
    assert public(bench)["decision"] is None


def test_an_obligation_says_from_where_to_where() -> None:
    """A refused card goes back to the hand, a destroyed one to its Graveyard."""
    bench = Bench(ZONES)
    refuse(bench)
    assert [(o["from"], o["to"]) for o in public(bench)["obligations"]] == [("a.m1", "a.hand")]
    fought = Bench({**ZONES, "a.m1": lay("C10")}, phase="battle")
    fought.touch("a.m2")
    fought.touch("b.m2")
    while (
        fought.table.state.duel.decision is not None
        and fought.table.state.duel.decision.kind == "window"
    ):
        fought.press("b.ok")
    assert ("b.m2", "b.grave") in [(o["from"], o["to"]) for o in public(fought)["obligations"]]


def test_a_movement_from_zone_to_zone_is_told_once() -> None:
    """Not as a card to take and as one to put back as well."""
    bench = Bench(ZONES)
    bump(bench)
    (obligation,) = public(bench)["obligations"]
    words = "Take the card from Ana's right monster zone to Ana's left monster zone."
    assert obligation["text"] == words
    assert (obligation["from"], obligation["to"]) == ("a.m4", "a.m2")


def test_a_card_that_leaves_face_down_for_the_hand_is_said_to_go_there() -> None:
    """A Set card that was taken back: everybody knows where it goes, though not which it is."""
    bench = Bench(ZONES)
    bench.put("a:C9", "a.s3", down=True)
    bench.table.command(Seat(0), TakeBack())
    (obligation,) = public(bench)["obligations"]
    zone = bench.table.state.place_name(MatZone("a.s3"))
    assert obligation["text"] == f"Take the card from {zone} to the hand."
    assert (obligation["from"], obligation["to"]) == ("a.s3", "a.hand")


@pytest.mark.parametrize(
    ("place", "where"), [("a.s1", "mat"), ("a.pile", "deck"), ("a.hand", "hand")]
)
def test_a_card_to_be_shown_is_asked_for_where_it_lies(place: str, where: str) -> None:
    """The page then says the one way in which it is shown."""
    bench = Bench(ZONES)
    state = bench.table.state
    asked = Decision(ANA, "reveal", options=(place,))
    current = replace(state.current, duel=structs.replace(state.duel, decision=asked))
    bench.table.set_state(replace(state, current=current))
    view = public_view(bench.table.now, LinkView("up", "")).decision
    assert view is not None
    assert view.shown_from == where


def test_a_choice_that_a_card_of_the_hand_may_be_says_so() -> None:
    """Beside the answers that buttons name: to discard, or to take the announcement back."""
    bench = Bench({**ZONES, "a.hand": held("C7", "C3", "H5")})
    bench.put("a:C7", "a.m3")
    way = next(each for each in bench.options(ANA) if each.endswith("by a discard"))
    bench.choose(way)
    assert bench.options(ANA) == ["Take the announcement back"]
    view = public_view(bench.table.now, LinkView("up", "")).decision
    assert view is not None
    assert (view.kind, view.shown_from) == ("choose", "hand")


def test_the_log_says_that_an_announcement_was_taken_back() -> None:
    """Else it would read as if the play that was begun had been made."""
    bench = Bench({**ZONES, "a.hand": held("C7", "C3", "H5")})
    bench.put("a:C7", "a.m3")
    bench.choose(next(each for each in bench.options(ANA) if each.endswith("by a discard")))
    bench.choose("Take the announcement back")
    assert public_json(bench.table)["log"][-1]["text"] == "Ana takes the announcement back."


def test_what_is_chosen_and_lies_nowhere_to_be_read_says_what_it_does() -> None:
    """A skill is named before the first turn, and used from beside the mat."""
    table = make_table(Dice(), asks=False, ruleset="trigamon")
    (prompt,) = seat_json(table, ANA)["prompts"]
    skills = {option["text"]: option["detail"] for option in prompt["options"]}
    assert "life" in skills["Choose Dawn Watch"]
    assert all(skills.values())


def test_what_is_used_from_beside_the_mat_says_what_it_does() -> None:
    """A skill or a stream: its effect's text, not only its name."""
    beside = {"a.skill": [Placed("HeadStart")], "a.streams": [Placed("WarmStream")]}
    bench = Bench({**beside, "a.hand": held("TwofoldOx")}, ruleset="trigamon", phase="main1")
    (prompt,) = seat_json(bench.table, ANA)["prompts"]
    told = {option["text"]: option["detail"] for option in prompt["options"]}
    assert "100 damage" in told["Use the effect of Head Start"]
    assert "gain 300 life" not in told["Use the effect of Head Start"]
    assert told["Use the effect of Warm Stream"] == "Turn the stream on, or off."


def test_two_ways_to_set_are_told_apart_and_the_wrong_one_is_named_to_its_player() -> None:
    """Which of them the card allows, its player's page knows; chosen wrongly it would bind."""
    hands = {"a.hand": held("TwofoldOx", "SprigSprite"), "b.hand": held("PairedOwl")}
    bench = Bench(hands, ruleset="trigamon", phase="main1")
    bench.put("a:TwofoldOx", "a.m3", down=True, sideways=True)
    (prompt,) = seat_json(bench.table, ANA)["prompts"]
    normal, free = prompt["options"]
    assert normal["text"] != free["text"]
    assert (normal["detail"], free["detail"][:18]) == ("", "Not with this card")
    assert "Not with this card" not in str(seat_json(bench.table, BEN))


def test_a_streams_phase_is_named_in_the_viewers_language() -> None:
    table = Bench(ZONES, turn=3).table
    assert language("ja").said(overlay_view(table.now, LINK_UP).phase) == "メインフェイズ1"
