"""Cards that are shown on a landing spot for a play, and lie beneath others when it is done."""

from __future__ import annotations

from msgspec import structs

from direct_mat import MAT, PLAIN, SEATS, SPARE, Bench, do, held, lay
from duelmat_engine.forms.position import Placed
from duelmat_engine.names import CardKey, zone_kind
from duelmat_hardware import Mat
from duelmat_host.players.scripted_player import ScriptedPlayer
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.findings import Agreed, Ambiguous, Stray
from duelmat_host.table.matcher import sensed
from duelmat_host.table.obligations import ObligationKind
from duelmat_host.table.shown_cards import landings_after
from seen import public_json, seat_json

MATERIALS = ("a:S2", "a:H6", "a:C4")
ZONES = {
    "a.hand": held("H7"),
    "a.m1": lay("S2"),
    "a.m2": lay("H6"),
    "a.m3": lay("C4"),
    "b.hand": held("H2"),
}


def summon(bench: Bench, *ways: str) -> None:
    """Bring each material somewhere, then lay the Synchro down."""
    for key, to in zip(MATERIALS, ways, strict=True):
        bench.hands.bring(CardKey(key), to)
    bench.put("a:SQ", "a.m2")
    assert bench.actions()[0] == "synchro-summon"


def owed(bench: Bench) -> set[str]:
    """The cards that are still to be shown."""
    obligations = bench.table.state.obligations
    return {each.key for each in obligations if each.kind is ObligationKind.SHOW}


def test_materials_that_were_shown_one_upon_the_other_are_not_asked_for_again() -> None:
    bench = Bench(ZONES)
    summon(bench, "grave", "grave", "grave")
    assert owed(bench) == set()
    assert isinstance(bench.table.finding, Agreed)


def test_a_material_that_was_only_taken_away_is_asked_for() -> None:
    bench = Bench(ZONES)
    summon(bench, "grave", "hand", "grave")
    assert owed(bench) == {"a:H6"}


def test_what_was_shown_for_a_play_that_did_not_come_counts_no_more() -> None:
    """Laid back and seen in its zone, it is shown again when it really goes."""
    bench = Bench(ZONES)
    bench.hands.bring(CardKey("a:S2"), "grave")
    bench.put("a:S2", "a.m2")
    assert isinstance(bench.table.finding, Agreed)
    summon(bench, "hand", "grave", "grave")
    assert owed(bench) == {"a:S2"}


def test_a_card_that_lies_elsewhere_was_not_left_where_it_was_shown() -> None:
    bench = Bench(ZONES)
    bench.hands.bring(CardKey("a:S2"), "grave")
    shown = landings_after({}, bench.table.state, bench.mat.layout())
    assert shown == {"a:S2": "a.grave"}
    bench.put("a:S2", "a.m2")
    assert landings_after(shown, bench.table.state, bench.mat.layout()) == {}


def unread(*kinds: str, mat: Mat = MAT) -> Mat:
    """A mat without readers beneath zones of these kinds; "": those that both players share."""
    zones = (
        structs.replace(each, antennas=(), senses=frozenset())
        if zone_kind(each.id) in kinds
        else each
        for each in mat.zones
    )
    return structs.replace(mat, zones=tuple(zones))


def settle(bench: Bench) -> None:
    """Let hands do what is pending."""
    player = ScriptedPlayer(bench.table, bench.hands)
    for step in player.settle():
        do(player, step)


def test_a_card_that_is_fetched_is_no_play_until_it_is_laid_there_again() -> None:
    """It is shown where cards of the hand are shown; nothing is asked or answered by that."""
    grave = [Placed(code) for code in ("C2", "S8", "H7")]
    bench = Bench({"a.hand": held("X1"), "a.grave": grave, "b.hand": held("H2")}, mat=SPARE)
    bench.dice.ready = [("a:C2", "a:S8")]
    bench.hands.bring(CardKey("a:X1"), "grave")
    bench.choose("Face-up")
    bench.hands.bring(CardKey("a:X1"), "aside")
    done = bench.actions()
    assert done == ["magic-joker", "Roll"]
    bench.hands.bring(CardKey("a:C2"), "grave")
    assert bench.actions() == done
    assert isinstance(bench.table.finding, Agreed)
    look = sensed(bench.table.state, bench.mat.layout(), bench.table.now.legal)
    assert look.lying == {}
    assert [each.zone for each in bench.table.now.zone_obligations] == ["a.grave"]
    bench.take("a.grave")
    assert bench.table.now.zone_obligations == ()
    bench.hands.bring(CardKey("a:C2"), "grave")
    bench.choose("Face-up")
    assert isinstance(bench.table.finding, Stray)


def test_a_card_without_a_reader_beneath_is_turned_up_by_what_takes_its_zone() -> None:
    """The reading when it was Set tells which card it is, so that no play is asked for twice."""
    bench = Bench(
        {"a.hand": held("GrandArena", "OldAmphitheatre")},
        ruleset="trigamon",
        mat=unread("m", "s", ""),
    )
    bench.put("a:GrandArena", "a.grave", down=True)
    assert bench.actions() == ["set-stadium"]
    settle(bench)
    bench.put("a:OldAmphitheatre", "a.grave")
    assert bench.actions() == ["set-stadium", "old-amphitheatre"]
    settle(bench)
    assert bench.actions() == ["set-stadium", "old-amphitheatre", "Reveal"]
    lies = [piece.key for piece in bench.table.state.duel.at("a.stadium")]
    assert lies == ["a:OldAmphitheatre"]


def test_a_card_shown_for_a_zone_without_a_reader_is_taken_there() -> None:
    """Pages name that zone, not the hand; of one that lies face-down too, as it was just Set."""
    bench = Bench(
        {"a.hand": held("GrandArena", "OldAmphitheatre")},
        ruleset="trigamon",
        mat=unread("m", "s", ""),
    )
    bench.put("a:GrandArena", "a.grave", down=True)
    text = "Take the card from Ana's Graveyard to Ana's Field Zone."
    for seat in SEATS:
        assert [each["text"] for each in seat_json(bench.table, seat)["obligations"]] == [text]
    settle(bench)
    bench.put("a:OldAmphitheatre", "a.grave")
    assert [each["text"] for each in public_json(bench.table)["obligations"]] == [text]


def test_a_card_of_the_graveyard_shown_face_down_is_not_taken_for_one_of_the_hand() -> None:
    """Everybody knows where it was; of the hand it may only be a card that nobody has seen."""
    bench = Bench(
        {"a.hand": held("OpenGates", "EchoHare"), "a.grave": [Placed("EmberImp")]},
        ruleset="trigamon",
        mat=unread("m", "s"),
    )
    bench.put("a:OpenGates", "a.grave")
    settle(bench)
    assert "Set Ember Imp ..." in bench.options()
    bench.put("a:EmberImp", "a.grave", down=True)
    assert isinstance(bench.table.finding, Stray)
    bench.hands.stack(MatZone("a.grave"))
    bench.put("a:EchoHare", "a.grave", down=True)
    assert isinstance(bench.table.finding, Ambiguous)
    assert {action.card for action in bench.table.finding.actions} == {"a.hand"}


def test_hands_lay_a_card_aside_that_is_summoned_from_the_deck_where_nothing_reads_it() -> None:
    """Left in their deck, it would be drawn again."""
    bench = Bench(
        {"a.hand": held("D2"), "a.m1": lay("D9"), "b.m1": lay("D7"), "b.pile": held("H9")},
        mat=unread("m", mat=PLAIN),
    )
    bench.put("a:D2", "a.grave")
    for seat, option in (
        (0, "Face-up"),
        (0, "Special Summon"),
        (0, "left monster zone"),
        (0, "Upright"),
        (0, "Choose the 7 of diamonds"),
        (1, "left monster zone"),
    ):
        bench.choose(option, seat)
        settle(bench)
    assert bench.actions()[-1] == "effect-summon"
    assert "b:H9" in bench.hands.sides[1].aside
    assert "b:H9" not in bench.hands.sides[1].deck
