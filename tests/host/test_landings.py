"""Cards that are shown on a landing spot for a play, and lie beneath others when it is done."""

from __future__ import annotations

from direct_mat import Bench, held, lay
from duelmat_engine.names import CardKey
from duelmat_host.table.findings import Agreed
from duelmat_host.table.obligations import ObligationKind
from duelmat_host.table.shown_cards import landings_after

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
