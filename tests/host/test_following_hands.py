"""Hands at a simulated mat do by themselves what is owed and nobody decides."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from clumsy import Clumsy
from direct_mat import SEATS, Bench, DirectMat, held, lay
from duelmat_engine import ruleset_names
from duelmat_engine.names import CardKey, Seat
from duelmat_host.app.following_hands import AGAIN_MS, MOMENT_MS, FollowingHands
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.obligation_requests import meet, obligations_of
from duelmat_host.app.table_service import Answer, TableService
from duelmat_host.players.hand_requests import (
    DrawCards,
    FetchCard,
    FollowDuel,
    MeetObligation,
    PressButton,
    ReturnCards,
    TakeCard,
    carry_out,
)
from duelmat_host.players.hands import HandsError
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.commands import CallJudge, Concede, TakeBack
from duelmat_host.table.obligations import Obligation, ObligationKind
from duelmat_message import say
from examples import seeds
from host.boardless import boardless_loop
from seen import public_json, seat_json

ANA, BEN = Seat(0), Seat(1)


def follow(bench: Bench | Clumsy, seats: Sequence[Seat] = SEATS) -> FollowingHands:
    """Let hands do what they do by themselves, until nothing is left."""
    hands = FollowingHands(bench.table, bench.hands, seats)
    for _ in range(400):
        hands.step(bench.mat.now_ms)
        bench.mat.rest(100)
    return hands


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
    return [sorted(hands.held(seat)) for seat in SEATS], lying


PLAYS = {"Set": set_a_card, "Synchro": summon_with_two, "draw": end_the_turn}


@pytest.mark.parametrize("name", PLAYS)
def test_what_was_taken_back_goes_back_as_it_lay(name: str) -> None:
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
    follow(bench)
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


@pytest.mark.parametrize("seed", seeds(range(10), quick=1))
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_hands_leave_nothing_that_nobody_decides(ruleset: str, seed: int) -> None:
    """Whatever clumsy players do: what is owed is done, or its player has to choose for it.

    The log tells of the action by which it is owed.
    """
    clumsy = Clumsy(ruleset, seed)
    for _ in range(12):
        for _ in range(4):
            clumsy.act()
            told = {line.play for line in clumsy.table.state.log}
            assert {each.number for each in clumsy.table.state.obligations} <= {0, *told}
        follow(clumsy)
        clumsy.check()
        state = clumsy.table.state
        if state.duel.is_over() or state.called_by is not None:
            continue
        left = [each for each in public_json(clumsy.table)["obligations"] if each["owed"]]
        own = [obligations_of(clumsy.table, clumsy.hands, seat) for seat in SEATS]
        has_choice = any(each.choose for obligations in own for each in obligations)
        assert has_choice or not left, (left, clumsy.done[-12:])


def drawing() -> Bench:
    """Ben has to draw for his turn."""
    bench = Bench({"a.hand": held("S4"), "b.hand": held("H2")})
    while bench.table.state.duel.turn_seat == ANA:
        bench.press("a.phase")
    assert [each.seat for each in bench.table.state.obligations] == [BEN]
    return bench


class DeafMat(DirectMat):
    """A mat that misses every touch."""

    def __init__(self) -> None:
        super().__init__()
        self.touched: list[str] = []

    def touch(self, pad: str) -> None:
        self.touched.append(pad)


def test_hands_wait_a_moment_and_try_again_if_the_mat_has_missed_it() -> None:
    """In the time that is handed in; a card is drawn once."""
    bench, now_ms, moved_ms = drawing(), [0], list[int]()
    bench.hands.mat = mat = DeafMat()
    bench.hands._clock = lambda: now_ms[0] / 1000
    hands, drawn = FollowingHands(bench.table, bench.hands, SEATS), len(bench.hands.held(BEN)) + 1
    for now_ms[0] in range(0, MOMENT_MS + AGAIN_MS + 100, 100):
        if hands.step(now_ms[0]):
            moved_ms.append(now_ms[0])
    assert moved_ms == [MOMENT_MS, MOMENT_MS + AGAIN_MS]
    assert mat.touched == ["b.deck"] * 2
    assert len(bench.hands.held(BEN)) == drawn


def test_whoever_practises_does_it_by_hand() -> None:
    """One player's hands; the switch goes both ways."""
    bench = drawing()
    carry_out(bench.hands, bench.table, BEN, FollowDuel(on=False))
    follow(bench)
    assert bench.table.state.obligations
    carry_out(bench.hands, bench.table, BEN, FollowDuel(on=True))
    follow(bench)
    assert not bench.table.state.obligations


def test_hands_wait_while_a_judge_is_called() -> None:
    bench = drawing()
    bench.table.command(ANA, CallJudge())
    follow(bench)
    assert bench.table.state.obligations


def test_hands_move_at_the_same_times_whatever_the_cards_are() -> None:
    """Hidden cards make no difference to what happens when."""
    told = []
    for codes in (("S4", "H2"), ("C9", "H3")):
        bench = Bench({"a.hand": held(codes[0]), "b.hand": held(codes[1])})
        bench.put(f"a:{codes[0]}", "a.s3", down=True)
        bench.table.command(ANA, TakeBack())
        hands = FollowingHands(bench.table, bench.hands, SEATS)
        told.append([hands.step(now_ms) for now_ms in range(0, 2000, 100)])
        assert any(told[-1])
    assert told[0] == told[1]


@pytest.mark.parametrize("act", ["answer", "button"])
def test_what_comes_too_early_is_done_when_hands_have_followed(act: str) -> None:
    """Nobody has to press again: Ben goes on after his draw, by an answer or a button."""
    bench = drawing()
    service = TableService(boardless_loop(bench.table), MatPlayers(bench.hands))
    released: Counter[str] = Counter()

    def feel(button: str) -> None:
        released[button] += 1
        service.runner.fingers.feel(released, None)

    bench.mat.released = feel
    (prompt,) = (each for each in bench.table.now.prompts if each.seat == BEN)
    before = bench.table.state.actions_count
    given = Answer(prompt.id, 0) if act == "answer" else PressButton("b.phase")
    asyncio.run(done_when_followed(service, bench, given))
    assert not bench.table.state.obligations
    assert bench.table.state.actions_count > before


async def done_when_followed(
    service: TableService, bench: Bench, given: Answer | PressButton
) -> None:
    """Have Ben's page ask for this, while hands follow the duel in their own time."""
    asked = service.answer("b", given) if isinstance(given, Answer) else service.hands("b", given)
    asking = asyncio.create_task(asked)
    following = FollowingHands(bench.table, bench.hands, SEATS)
    for now_ms in range(0, 2000, 100):
        await asyncio.sleep(0)
        following.step(now_ms)
    await asking


# At a press


def test_an_obligation_is_done_once() -> None:
    """A press too late is told so."""
    bench = drawing()
    obligation = MeetObligation(zone="b.deck")
    meet(bench.hands, bench.table, BEN, obligation)
    with pytest.raises(HandsError, match="done already"):
        meet(bench.hands, bench.table, BEN, obligation)


def returning() -> Bench:
    """Ana has drawn two cards, and puts two of her hand back."""
    bench = Bench({"a.hand": held("S4", "C9"), "b.hand": held("H2")})
    bench.hands.draw(ANA, 2)
    state, deck = bench.table.state, MatZone("a.deck")
    owed = Obligation(ObligationKind.RETURN, deck, ANA, say("Put 2 cards back."), count=2)
    bench.table.set_state(replace(state, current=replace(state.current, obligations=(owed,))))
    return bench


def test_what_goes_back_is_chosen_and_put_back_at_once() -> None:
    """Hands leave the choice to the player, and do the rest with it."""
    bench = returning()
    follow(bench)
    (obligation,) = obligations_of(bench.table, bench.hands, ANA)
    assert obligation.choose == 2
    carry_out(bench.hands, bench.table, ANA, ReturnCards(["a:S4", "a:C9"]))
    assert obligations_of(bench.table, bench.hands, ANA) == []
    assert {"a:S4", "a:C9"} <= set(bench.hands.sides[ANA].deck)
    with pytest.raises(HandsError, match="No card goes back"):
        carry_out(bench.hands, bench.table, ANA, ReturnCards(["a:S4"]))


@pytest.mark.parametrize("cards", [["a:S4"], ["a:S4", "a:S4"], ["a:S4", "a:H5"], ["a:S4", "b:H2"]])
def test_another_choice_moves_nothing(cards: list[str]) -> None:
    """Too few, one twice, one of the deck, one of the other player."""
    bench = returning()
    before = list(bench.hands.held(ANA))
    with pytest.raises(HandsError, match=r"Choose 2 cards of your hand|not a card of yours"):
        carry_out(bench.hands, bench.table, ANA, ReturnCards(cards))
    assert list(bench.hands.held(ANA)) == before


def test_what_is_left_after_the_choice_is_done_by_itself() -> None:
    """Whoever drags the cards back is not asked to shuffle."""
    bench = returning()
    for key in ("a:S4", "a:C9"):
        bench.hands.bring(CardKey(key), "pile")
    follow(bench)
    assert not bench.table.state.obligations


# Whose it is


def test_what_is_to_be_done_is_said_of_whom_but_for_oneself() -> None:
    """And each page knows whose hands it is for."""
    bench = drawing()
    texts = {
        "a": "Ben: Draw a card, then touch your deck.",
        "b": "Draw a card, then touch your deck.",
    }
    for seat, text in zip(SEATS, texts.values(), strict=True):
        (obligation,) = seat_json(bench.table, seat)["obligations"]
        assert (obligation["seat"], obligation["text"], obligation["owed"]) == ("b", text, True)


def test_nothing_is_left_to_do_after_the_duel() -> None:
    """Whoever has won puts nothing away."""
    bench = drawing()
    bench.table.command(ANA, Concede())
    assert bench.table.state.obligations
    assert seat_json(bench.table, BEN)["obligations"] == []


def test_a_way_back_is_no_obligation_of_hands_that_follow() -> None:
    """Whoever laid it there may go on with it."""
    bench = Bench({"a.hand": held("S4"), "a.m1": lay("C8")})
    bench.hands.flip(MatZone("a.m2"))
    bench.rest()
    (obligation,) = seat_json(bench.table, ANA)["obligations"]
    assert (obligation["seat"], obligation["owed"]) == ("a", False)
    follow(bench)
    assert seat_json(bench.table, ANA)["obligations"]
    meet(bench.hands, bench.table, ANA, MeetObligation(zone="a.m2", source="a.m2"))
    assert not seat_json(bench.table, ANA)["obligations"]
