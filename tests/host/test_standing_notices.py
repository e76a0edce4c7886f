"""A notice about the cards stands as long as what it is about."""

from __future__ import annotations

from dataclasses import replace

from direct_mat import Bench, held, lay
from duelmat_engine.names import CardKey
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.obligations import Obligation, ObligationKind
from duelmat_host.table.zone_map import PadName

ZONES = {
    "a.hand": held("S4", "H7"),
    "a.pile": held("C2", "C3", "C4"),
    "b.hand": held("H2", "S1"),
    "b.pile": held("C2", "C3", "C5"),
    "a.m1": lay("C8"),
    "b.m1": lay("H9"),
}


def test_what_to_put_back_is_said_until_it_is_put_back() -> None:
    """An act that is done meanwhile withdraws only what was said about that act."""
    bench = Bench(ZONES, phase="battle")
    table, state = bench.table, bench.table.state
    draw = Obligation(
        ObligationKind.DRAW, MatZone("a.deck"), state.duel.turn_seat, "Draw a card.", count=1
    )
    table.set_state(replace(state, current=replace(state.current, obligations=(draw,))))
    bench.mat.lift(CardKey("a:C8"))
    bench.rest(6_000)
    before = bench.said()
    assert "Put back" in before
    table.touch(PadName("a.deck"), bench.mat.now_ms)
    assert bench.said() == before
