"""What a page may ask of simulated hands."""

from __future__ import annotations

import pytest

from direct_mat import DECK, seat_down
from duelmat_engine.names import Seat
from duelmat_engine.play import new_duel
from duelmat_host.players.hand_requests import carry_out
from duelmat_host.players.hands import Hands, HandsError
from duelmat_host.table.table import DuelTable

ANA, BEN = Seat(0), Seat(1)


@pytest.fixture
def table_and_hands() -> tuple[DuelTable, Hands]:
    performance, _, _ = seat_down(new_duel("trump_king", [DECK, DECK], seed=7).duel)
    return performance.table, performance.hands


def test_the_deck_does_what_is_due(table_and_hands: tuple[DuelTable, Hands]) -> None:
    """Drawing takes as many cards as the table waits for, and confirms it."""
    table, hands = table_and_hands
    carry_out(hands, table, ANA, {"do": "draw"})
    assert len(hands.held(ANA)) == 5
    with pytest.raises(HandsError, match="nothing to do with your deck"):
        carry_out(hands, table, ANA, {"do": "draw"})


def test_a_chosen_card_cannot_be_taken_out_of_a_deck(
    table_and_hands: tuple[DuelTable, Hands],
) -> None:
    table, hands = table_and_hands
    wanted = hands.sides[ANA].deck[3]
    with pytest.raises(HandsError, match="in your deck"):
        carry_out(hands, table, ANA, {"do": "place", "card": wanted, "zone": "a.m3"})


@pytest.mark.parametrize(
    ("pile", "words"), [("grave", "does not lie in your grave"), ("deck", "does not lie")]
)
def test_a_fetched_card_must_lie_in_the_pile_named(
    table_and_hands: tuple[DuelTable, Hands], pile: str, words: str
) -> None:
    table, hands = table_and_hands
    card = hands.sides[ANA].deck[0]
    request = {"do": "fetch", "card": card, "from": pile, "zone": "a.grave"}
    with pytest.raises(HandsError, match=words):
        carry_out(hands, table, ANA, request)


def test_a_hand_card_goes_back_onto_the_deck(table_and_hands: tuple[DuelTable, Hands]) -> None:
    table, hands = table_and_hands
    carry_out(hands, table, ANA, {"do": "draw"})
    card = hands.held(ANA)[0]
    carry_out(hands, table, ANA, {"do": "place", "card": card, "zone": "a.deck"})
    assert hands.sides[ANA].deck[0] == card


def test_the_other_players_cards_are_out_of_reach(
    table_and_hands: tuple[DuelTable, Hands],
) -> None:
    table, hands = table_and_hands
    carry_out(hands, table, BEN, {"do": "draw"})
    with pytest.raises(HandsError, match="not a card of yours"):
        carry_out(hands, table, ANA, {"do": "place", "card": hands.held(BEN)[0], "zone": "a.m3"})


def test_an_unknown_request_is_named(table_and_hands: tuple[DuelTable, Hands]) -> None:
    table, hands = table_and_hands
    with pytest.raises(HandsError, match="juggle"):
        carry_out(hands, table, ANA, {"do": "juggle"})


def test_a_card_that_is_only_shown_is_not_buried(
    table_and_hands: tuple[DuelTable, Hands],
) -> None:
    """The next card waits until it has been taken where it goes: no pile would give it back."""
    table, hands = table_and_hands
    carry_out(hands, table, ANA, {"do": "draw"})
    shown, second = hands.held(ANA)[:2]
    carry_out(hands, table, ANA, {"do": "place", "card": shown, "zone": "a.grave"})
    for request in (
        {"do": "place", "card": second, "zone": "a.grave"},
        {"do": "stack", "spot": "a.grave"},
    ):
        with pytest.raises(HandsError, match="does not belong on the stack"):
            carry_out(hands, table, ANA, request)
    carry_out(hands, table, ANA, {"do": "take", "zone": "a.grave", "to": "hand"})
    carry_out(hands, table, ANA, {"do": "place", "card": second, "zone": "a.grave"})
    assert hands.at("a.grave") == second
