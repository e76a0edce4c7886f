"""The duel as one seat knows it: its own cards added, and nothing else."""

from __future__ import annotations

import pytest

from direct_mat import Bench, held, lay
from duelmat_engine.actions import Name, Pass, Play
from duelmat_engine.forms.duel_json import write_duel
from duelmat_engine.forms.position import position
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import CardKey, Seat, ZoneName
from duelmat_engine.play import apply
from duelmat_engine.state import Duel
from duelmat_engine.views.view import view_for
from duelmat_host.table.private import private_duel

ANA, BEN = Seat(0), Seat(1)
ZONES = {
    "a.hand": held("H7", "S4"),
    "b.hand": held("H2", "S1"),
    "a.s1": lay("C9", down=True),
    "b.s1": lay("D3", down=True),
}
HELD = {CardKey("a:H7"), CardKey("a:S4")}


def known(seat: Seat, hand: set[CardKey]) -> set[str]:
    """The cards that lie unseen in hands and zones and are known in the private duel."""
    table = Bench(ZONES).table
    duel = private_duel(table.state.duel, seat, table.state.secrets, hand)
    unseen = ("a.hand", "b.hand", "a.s1", "b.s1", "a.pile", "b.pile")
    return {p.key for name in unseen for p in duel.at(name) if p.key is not None}


CASES: dict[str, tuple[Seat, set[CardKey], set[str]]] = {
    "hand and Set card": (ANA, HELD, {"a:H7", "a:S4", "a:C9"}),
    "a part of the hand": (ANA, {CardKey("a:H7")}, {"a:H7", "a:C9"}),
    "no hand told": (ANA, set(), {"a:C9"}),
    "more than the hand holds": (ANA, HELD | {CardKey("a:S9")}, {"a:H7", "a:S4", "a:C9"}),
    "a card of the other player": (ANA, {CardKey("b:H2")}, {"a:C9"}),
    "a card that does not exist": (ANA, {CardKey("a:Z9")}, {"a:C9"}),
    "the other seat": (BEN, {CardKey("b:H2")}, {"b:H2", "b:D3"}),
}


@pytest.mark.parametrize("name", CASES)
def test_a_seat_knows_its_own_cards_and_no_others(name: str) -> None:
    """Whatever is told of a hand, at most as many cards as it holds, and of its owner's only."""
    seat, hand, wanted = CASES[name]
    assert known(seat, hand) == wanted


def test_the_public_duel_is_left_as_it_was() -> None:
    """A value: what a seat knows is another one."""
    table = Bench(ZONES).table
    before = write_duel(table.state.duel)
    private = private_duel(table.state.duel, ANA, table.state.secrets, HELD)
    assert write_duel(table.state.duel) == before
    assert private.viewer == ANA


def test_counts_and_order_stay() -> None:
    """Every zone has as many cards as the table sees, object by object."""
    table = Bench(ZONES).table
    private = private_duel(table.state.duel, ANA, table.state.secrets, HELD)
    for name, pieces in table.state.duel.zones.items():
        assert [p.oid for p in private.at(name)] == [p.oid for p in pieces]


def test_what_only_its_owner_can_tell_is_judged_for_the_owner() -> None:
    """A Heart may not be Set: publicly some card may, in the owner's duel this one may not."""
    table = Bench(ZONES).table
    heart = Play("set-card", "a:H7", ZoneName("a.s2"), face_up=False)
    public = Play("set-card", "a.hand", ZoneName("a.s2"), face_up=False)
    assert judge(table.state.duel, public).legal
    private = private_duel(table.state.duel, ANA, table.state.secrets, HELD)
    assert judge(private, heart).legal == judge(private, heart).legal
    monster = Play("set-monster", "a:H7", ZoneName("a.m1"), upright=False, face_up=False)
    assert judge(private, monster).rules == ("TK-74",)


def captain_asks(held_beside: str) -> Duel:
    """Marauding Captain calls a small monster from the hand: what everybody sees of that."""
    zones = {"a.hand": held("Captain", held_beside), "a.pile": held("BookOfMoon", "BattleOx")}
    duel = view_for(position("resummoned", zones))
    duel = apply(duel, Play("summon", "a:Captain", ZoneName("a.m0"))).duel
    while duel.decision is not None and duel.decision.kind == "open" and duel.chain:
        duel = apply(duel, Pass()).duel
    return duel


@pytest.mark.parametrize(("held_beside", "may_decline"), [("Kuriboh", False), ("DarkHole", True)])
def test_nobody_declines_who_holds_a_card_that_fits(
    held_beside: str, *, may_decline: bool
) -> None:
    """Declining says that no card of the hand fits, which all that is judged later stands on."""
    public = captain_asks(held_beside)
    assert judge(public, Pass()).legal
    private = private_duel(public, ANA, {}, {CardKey(f"a:{held_beside}")})
    assert judge(private, Pass()).legal is may_decline
    assert judge(private, Name("play")).legal is not may_decline
