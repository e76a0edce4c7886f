"""After a takeback the cards of a simulated mat go back by themselves."""

from __future__ import annotations

import pytest

from direct_mat import Bench, held, lay
from duelmat_engine.names import Seat
from duelmat_host.players.hand_requests import DrawCards, FetchCard, TakeCard, carry_out
from duelmat_host.players.put_back import PutBack
from seen import seat_json

ANA, BEN = Seat(0), Seat(1)


def set_a_card(bench: Bench) -> None:
    bench.put("a:S4", "a.s3", down=True)


def summon_with_two(bench: Bench) -> None:
    for place in ("a.m2", "a.m3"):
        carry_out(bench.hands, bench.table, ANA, TakeCard(place, "grave"))
    carry_out(bench.hands, bench.table, ANA, FetchCard(card="a:SQ", source="extra", zone="a.m2"))


def end_the_turn(bench: Bench) -> None:
    """Ben draws for his turn."""
    while bench.table.state.duel.turn_seat == ANA:
        bench.press("a.phase")
    carry_out(bench.hands, bench.table, BEN, DrawCards())


def as_they_lie(bench: Bench) -> tuple[object, ...]:
    """The cards of both hands, and those on the mat that are of no stack."""
    hands, spots = bench.hands, bench.table.state.zones.landing_spots
    lies = {key: (card.zone, card.face_up, card.turn) for key, card in hands.lying.items()}
    lying = {key: how for key, how in lies.items() if how[0] not in spots}
    return [sorted(hands.held(seat)) for seat in (ANA, BEN)], lying


PLAYS = {"Set": set_a_card, "Synchro": summon_with_two, "draw": end_the_turn}


@pytest.mark.parametrize("name", PLAYS)
def test_cards_go_back_as_they_lay(name: str) -> None:
    """Hands and mat are as before the play, without a press."""
    zones = {
        "a.hand": held("S4"),
        "b.hand": held("H2"),
        "a.m1": lay("S7"),
        "a.m2": lay("H5"),
    }
    bench = Bench(zones)
    before = as_they_lie(bench)
    PLAYS[name](bench)
    bench.press("a.judge")
    bench.press("b.ok")
    assert bench.table.state.frozen_by_restoring
    put_back = PutBack(bench.table, bench.hands, (ANA, BEN))
    for _ in range(20):
        if not put_back.step():
            break
        bench.rest(500)
    assert not bench.table.state.frozen_by_restoring
    assert as_they_lie(bench) == before


COSTS = {
    "an own play": (ANA, ""),
    "another's play, and a turn": (BEN, "It is a play of Ana. It goes back 1 turn."),
}


@pytest.mark.parametrize("name", COSTS)
def test_a_takeback_says_what_it_costs(name: str) -> None:
    """Only what goes beyond an own play of this turn is asked about."""
    seat, cost = COSTS[name]
    bench = Bench({"a.hand": held("S4"), "b.hand": held("H2")})
    set_a_card(bench)
    if seat == BEN:
        end_the_turn(bench)
    assert seat_json(bench.table, seat)["takeback_cost"] == cost
