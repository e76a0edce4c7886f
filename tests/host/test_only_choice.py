"""A card on the field that must be chosen, because there is no other, takes no press."""

from __future__ import annotations

from direct_mat import Bench, held, lay
from duelmat_engine import Seat
from duelmat_engine.forms.position import Placed
from duelmat_host.table.commands import Agree, TakeBack

ANA, BEN = Seat(0), Seat(1)
ONE = {"a.hand": held("S5", "D2"), "b.m2": lay("S9"), "b.m1": lay("H8")}
TWO = {**ONE, "b.m3": lay("C5")}


def use_magic(zones: dict[str, list[Placed]]) -> Bench:
    """Ana uses a 5 of spades: it destroys a monster of the same suit or number."""
    bench = Bench(zones)
    bench.put("a:S5", "a.s2")
    return bench


def lies(bench: Bench, name: str) -> bool:
    return bool(bench.table.state.duel.at(name))


def test_the_only_card_that_can_be_aimed_at_is() -> None:
    """Everybody sees which it is, so that nothing is told by it."""
    bench = use_magic(ONE)
    assert not lies(bench, "b.m2")
    assert lies(bench, "b.m1")
    assert next(bench.table.state.pasts()).is_automatic


def test_of_two_cards_its_player_chooses() -> None:
    """The question names both."""
    bench = use_magic(TWO)
    assert lies(bench, "b.m2")
    decision = bench.table.state.duel.decision
    assert decision is not None and (decision.kind, decision.seat) == ("choose", ANA)


def test_a_takeback_takes_the_play_back_with_the_choice() -> None:
    """The choice was no act of the player's own."""
    bench = use_magic(ONE)
    bench.table.command(ANA, TakeBack())
    bench.table.command(BEN, Agree())
    assert lies(bench, "b.m2")
    assert not list(bench.table.state.pasts())
