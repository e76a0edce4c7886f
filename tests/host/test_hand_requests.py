"""What a page may ask of simulated hands."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from direct_mat import (
    DECK,
    Bench,
    DirectMat,
    DirectTable,
    held,
    lay,
    practice_deck,
    seat_down,
)
from duelmat_engine.names import CardKey, Seat, ZoneName
from duelmat_engine.play import new_duel
from duelmat_engine.state import replace as replace_duel
from duelmat_host.app.held_cards import held_piles
from duelmat_host.players.hand_requests import (
    DrawCards,
    FetchCard,
    FlipCard,
    HandRequest,
    Movement,
    PickCard,
    PlaceCard,
    StackCard,
    TakeCard,
    TouchPad,
    TurnCard,
    carry_out,
)
from duelmat_host.players.hands import ONE_TOUCH_S, Hands, HandsError
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.inputs import QuestionAnswered
from duelmat_host.table.obligations import ObligationKind
from duelmat_host.table.zone_map import PadName
from seen import public_json, seat_json

ANA, BEN = Seat(0), Seat(1)


class SlowMat(DirectMat):
    """A mat whose touches are felt only when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.touched: list[str] = []

    def touch(self, pad: str) -> None:
        self.touched.append(pad)

    def feel(self) -> None:
        """Let the table know of all touches so far."""
        for pad in self.touched:
            super().touch(pad)
        self.touched.clear()


@pytest.fixture
def table_and_hands() -> tuple[DirectTable, Hands]:
    performance, _, _ = seat_down(new_duel("trump_king", [DECK, DECK], seed=7).duel)
    assert isinstance(performance.table, DirectTable)
    return performance.table, performance.hands


def test_the_deck_does_what_is_due(table_and_hands: tuple[DirectTable, Hands]) -> None:
    """Drawing takes as many cards as the table waits for, and confirms it."""
    table, hands = table_and_hands
    carry_out(hands, table, ANA, DrawCards())
    assert len(hands.held(ANA)) == 5
    with pytest.raises(HandsError, match="nothing to do with your deck"):
        carry_out(hands, table, ANA, DrawCards())


def test_who_goes_first_is_asked_with_cards_in_both_hands(
    table_and_hands: tuple[DirectTable, Hands],
) -> None:
    """Until then no button stands that would do nothing."""
    table, hands = table_and_hands
    for seat in (ANA, BEN):
        assert not table.now.prompts
        carry_out(hands, table, seat, DrawCards())
    prompt = table.now.prompts[0]
    table.take(QuestionAnswered(prompt.seat, prompt.id, 0))
    assert table.state.duel.turn == 1


@pytest.mark.parametrize("presses", [2, 10])
def test_pressing_draw_again_before_it_is_seen_draws_no_more(
    table_and_hands: tuple[DirectTable, Hands], presses: int
) -> None:
    """The first hand is five cards, however often and however fast the deck is pressed."""
    table, hands = table_and_hands
    hands.mat = mat = SlowMat()
    mat.table = table
    for _ in range(presses):
        carry_out(hands, table, ANA, DrawCards())
    assert mat.touched == ["a.deck"]
    assert (len(hands.held(ANA)), len(hands.sides[ANA].deck)) == (5, 37)
    mat.feel()
    assert not [each for each in table.state.obligations if each.seat == ANA]
    assert len(hands.held(ANA)) == len(table.state.duel.at("a.hand")) == 5
    with pytest.raises(HandsError, match="nothing to do with your deck"):
        carry_out(hands, table, ANA, DrawCards())


@pytest.mark.parametrize(
    ("again_s", "by", "touches"),
    [(0.3, ANA, 1), (ONE_TOUCH_S, ANA, 2), (0.3, BEN, 2)],
    ids=["a double click", "a finger that was perhaps not felt", "another player's"],
)
def test_a_double_click_is_one_touch(again_s: float, by: Seat, touches: int) -> None:
    """Until the mat tells of it: then the next touch is another one, however soon."""
    mat, now_s = SlowMat(), [7.0]
    pad = PadName("a.deck")
    hands = Hands(mat, [[], []], [[], []], Random(1), clock=lambda: now_s[0])
    hands.touch(pad, ANA)
    now_s[0] += again_s
    hands.touch(pad, by)
    assert len(mat.touched) == touches
    while hands.whose_touch(pad) is not None:
        pass
    hands.touch(pad, ANA)
    assert len(mat.touched) == touches + 1


def test_a_draw_that_is_taken_back_goes_back_once() -> None:
    """Pressing again before it is seen puts no further card of the hand onto the deck."""
    bench = Bench({"a.hand": held("S4", "H7"), "b.hand": held("H2", "S1")}, phase="main2")
    bench.press("a.phase")
    carry_out(bench.hands, bench.table, BEN, DrawCards())
    drawn = bench.hands.held(BEN)
    bench.press("a.judge")
    bench.press("b.ok")
    assert [o.kind for o in bench.table.state.obligations] == [ObligationKind.UNDRAW]
    bench.hands.mat = mat = SlowMat()
    mat.table = bench.table
    for _ in range(3):
        carry_out(bench.hands, bench.table, BEN, DrawCards())
    assert bench.hands.held(BEN) == drawn[:-1]
    mat.feel()
    assert bench.table.state.obligations == ()
    bench.hands.mat = bench.mat
    bench.press("a.phase")
    carry_out(bench.hands, bench.table, BEN, DrawCards())
    assert bench.hands.held(BEN) == drawn


def test_a_chosen_card_cannot_be_taken_out_of_a_deck(
    table_and_hands: tuple[DirectTable, Hands],
) -> None:
    table, hands = table_and_hands
    wanted = hands.sides[ANA].deck[3]
    for source in (None, "a.m3"):
        with pytest.raises(HandsError, match=r"in your deck|does not lie in Ana"):
            carry_out(hands, table, ANA, PlaceCard(card=wanted, source=source, zone="a.m3"))


def looking_at_the_deck() -> Bench:
    """A table at which Ana has played a 2, and looks at three cards of her deck to choose one."""
    zones = {
        "a.hand": held("H2", "C9"),
        "a.pile": held("S9", "S3", "H4", "D5"),
        "b.pile": held("C4"),
    }
    bench = Bench(zones)
    carry_out(bench.hands, bench.table, ANA, PlaceCard(card="a:H2", zone="a.s2"))
    while (decision := bench.table.state.duel.decision) and decision.kind == "window":
        bench.press("a.ok" if decision.seat == ANA else "b.ok")
    bench.touch("a.deck")  # the cards have been looked at
    return bench


def test_only_a_card_that_is_looked_at_is_laid_while_one_is_chosen_of_them() -> None:
    """A card of the hand would be taken for one of the deck, and the hand be one short."""
    bench = looking_at_the_deck()
    for place in ("a.grave", "a.m2"):
        with pytest.raises(HandsError, match="of the cards that you look at"):
            carry_out(bench.hands, bench.table, ANA, PlaceCard(card="a:C9", zone=place))
    carry_out(bench.hands, bench.table, ANA, PlaceCard(card="a:S3", zone="a.grave"))
    assert "Choose" in bench.actions()


def test_a_card_of_the_duel_is_laid_back_while_one_of_the_deck_is_chosen() -> None:
    """It may be in the hand by mistake, or because the match goes on at another mat."""
    bench = looking_at_the_deck()
    carry_out(bench.hands, bench.table, ANA, TakeCard("a.s2", "hand"))
    carry_out(bench.hands, bench.table, ANA, PlaceCard(card="a:H2", zone="a.s2"))
    assert bench.hands.lying[CardKey("a:H2")].zone == "a.s2"


def test_a_fetched_card_must_lie_in_the_pile_named(
    table_and_hands: tuple[DirectTable, Hands],
) -> None:
    """The deck is no pile to fetch from at all."""
    table, hands = table_and_hands
    card = hands.sides[ANA].deck[0]
    with pytest.raises(HandsError, match="does not lie in Ana's Graveyard"):
        carry_out(hands, table, ANA, FetchCard(card=card, source="grave", zone="a.grave"))
    request = {"do": "fetch", "card": card, "from": "deck", "zone": "a.grave"}
    with pytest.raises(msgspec.ValidationError, match="deck"):
        decoded(request)


def test_a_card_on_the_spot_beside_its_stack_is_fetched_from_there(
    table_and_hands: tuple[DirectTable, Hands],
) -> None:
    """The list of a stack shows it as one of the stack's, as the duel has it there."""
    table, hands = table_and_hands
    king = hands.sides[ANA].extra[0]
    for zone in ("a.extra", "a.m4"):
        carry_out(hands, table, ANA, FetchCard(card=king, source="extra", zone=zone))
    assert hands.at(MatZone("a.m4")) == king
    with pytest.raises(HandsError, match="does not lie in Ana's Extra Deck"):
        carry_out(hands, table, ANA, FetchCard(card=king, source="extra", zone="a.m3"))


def test_no_card_goes_into_the_deck_unasked(table_and_hands: tuple[DirectTable, Hands]) -> None:
    """Nothing would tell of it there: it could not be taken out again."""
    table, hands = table_and_hands
    carry_out(hands, table, ANA, DrawCards())
    card = hands.held(ANA)[0]
    with pytest.raises(HandsError, match="No card goes back into the deck now"):
        carry_out(hands, table, ANA, PlaceCard(card=card, zone="a.deck"))
    carry_out(hands, table, ANA, PlaceCard(card=card, zone="a.m3"))
    with pytest.raises(HandsError, match="No card goes back into the deck now"):
        carry_out(hands, table, ANA, TakeCard("a.m3", "pile"))


@pytest.mark.parametrize("source", [None, "a.m2", "b.m2"])
def test_the_other_players_cards_are_out_of_reach(
    table_and_hands: tuple[DirectTable, Hands], source: str | None
) -> None:
    """Those of the hand too, whatever zone is named as theirs."""
    table, hands = table_and_hands
    carry_out(hands, table, BEN, DrawCards())
    request = PlaceCard(card=hands.held(BEN)[0], source=source, zone="a.m3")
    with pytest.raises(HandsError, match=r"not a card of yours|does not lie in"):
        carry_out(hands, table, ANA, request)
    assert hands.lying == {}


def decoded(request: Any) -> HandRequest:
    """A request as a page sends it."""
    found: HandRequest = msgspec.json.decode(msgspec.json.encode(request), type=HandRequest)
    return found


@pytest.mark.parametrize(
    "request_", [TurnCard("a.m3"), FlipCard("a.m3"), TakeCard("a.m3", "hand"), StackCard("a.m3")]
)
def test_a_zone_without_a_card_is_named_as_people_call_it(request_: Movement) -> None:
    """In a sentence of its own: pages show it as it is."""
    bench = Bench({}, turn=3, phase="main1")
    with pytest.raises(HandsError, match=r"^No card lies in Ana's middle monster zone\.$"):
        carry_out(bench.hands, bench.table, ANA, request_)


@pytest.mark.parametrize("place", ["b.deck", "nowhere"])
def test_a_card_laid_where_none_is_read_is_refused_in_a_players_words(place: str) -> None:
    """A page is told no name of a zone that only programs use."""
    bench = Bench({"a.hand": held("H5")}, turn=3, phase="main1")
    with pytest.raises(HandsError, match=r"^No card is laid there: it stays where it was\.$"):
        carry_out(bench.hands, bench.table, ANA, PlaceCard(zone=place, card="a:H5"))
    assert bench.hands.held(ANA) == ("a:H5",)


@pytest.mark.parametrize("whose", ["a", "b"])
def test_a_press_on_a_zone_lays_the_card_that_is_to_be_placed(whose: str) -> None:
    """In Attack Position, from any pile; a zone that is not open is only touched."""
    zones = {"a.hand": held("Reborn"), f"{whose}.grave": lay("Wolf")}
    bench = Bench(zones, ruleset="ocg", turn=3, phase="main1")
    carry_out(bench.hands, bench.table, ANA, PlaceCard(zone="a.s3", card="a:Reborn", face="up"))
    bench.choose("Choose Silver Fang")
    carry_out(bench.hands, bench.table, ANA, TouchPad("b.m3"))
    assert bench.table.state.duel.at("a.m3") == bench.table.state.duel.at("b.m3") == ()
    carry_out(bench.hands, bench.table, ANA, TouchPad("a.m4"))
    (piece,) = bench.table.state.duel.at("a.m4")
    assert (piece.key, piece.upright) == (f"{whose}:Wolf", True)


def test_an_unknown_request_is_named() -> None:
    with pytest.raises(msgspec.ValidationError, match="juggle"):
        decoded({"do": "juggle"})


def test_a_card_that_is_only_shown_is_not_buried(
    table_and_hands: tuple[DirectTable, Hands],
) -> None:
    """The next card waits until it has been taken where it goes: no pile would give it back."""
    table, hands = table_and_hands
    carry_out(hands, table, ANA, DrawCards())
    shown, second = hands.held(ANA)[:2]
    carry_out(hands, table, ANA, PlaceCard(card=shown, zone="a.grave"))
    requests: tuple[Movement, ...] = (
        PlaceCard(card=second, zone="a.grave"),
        StackCard("a.grave"),
    )
    for request in requests:
        with pytest.raises(HandsError, match="does not belong on the stack"):
            carry_out(hands, table, ANA, request)
    carry_out(hands, table, ANA, TakeCard("a.grave", "hand"))
    carry_out(hands, table, ANA, PlaceCard(card=second, zone="a.grave"))
    assert hands.at(MatZone("a.grave")) == second


@pytest.mark.parametrize("spot", ["a.grave", "a.banished", "a.s2"])
def test_a_sideways_card_is_laid_upright_where_one_antenna_reads(spot: str) -> None:
    """Sideways it would not be read there: it would be gone from the page, and from the table."""
    bench = Bench({"a.m1": lay("C8", sideways=True)})
    carry_out(bench.hands, bench.table, ANA, PlaceCard(source="a.m2", zone=spot, turn=90))
    assert bench.hands.lying[CardKey("a:C8")].turn == 0
    with pytest.raises(HandsError, match="upright"):
        carry_out(bench.hands, bench.table, ANA, TurnCard(spot))
    assert bench.hands.lying[CardKey("a:C8")].turn == 0


def test_a_monster_keeps_its_direction_from_zone_to_zone() -> None:
    """Two antennas read it either way."""
    bench = Bench({"a.m1": lay("C8", sideways=True)})
    carry_out(bench.hands, bench.table, ANA, PlaceCard(source="a.m2", zone="a.m3"))
    assert bench.hands.lying[CardKey("a:C8")].turn == 90


@pytest.mark.parametrize("order", [("a.m2", "a.m3"), ("a.m3", "a.m2")], ids=str)
def test_what_pays_for_a_summon_goes_to_the_graveyard_one_by_one(order: tuple[str, str]) -> None:
    """In either order, and each is one of the Graveyard's as soon as it lies there."""
    bench = Bench({"a.m1": lay("S7"), "a.m2": lay("H5")})
    for place in order:
        carry_out(bench.hands, bench.table, ANA, TakeCard(place, "grave"))
    carry_out(bench.hands, bench.table, ANA, FetchCard(card="a:SQ", source="extra", zone="a.m2"))
    assert bench.actions()[0] == "synchro-summon"
    bench.rest()
    assert not bench.table.state.obligations
    piles = held_piles(bench.table.state, bench.hands, "a")["a"]
    assert {card.key for card in piles.grave} == {"a:S7", "a:H5"}


def test_what_was_to_pay_is_laid_back_from_the_graveyard() -> None:
    """The page says how, for the one beneath too; the stack gives it."""
    bench = Bench({"a.m1": lay("S7"), "a.m2": lay("H5")})
    for place in ("a.m2", "a.m3"):
        carry_out(bench.hands, bench.table, ANA, TakeCard(place, "grave"))
    bench.rest()
    listed = seat_json(bench.table, ANA)["obligations"]
    laid = [each for each in listed if each["to"] in ("a.m2", "a.m3")]
    assert {each["card"] or each["from"] for each in laid} == {"a:S7", "a.grave"}
    carry_out(bench.hands, bench.table, ANA, PlaceCard(source="a.grave", zone="a.m3"))
    fetched = FetchCard(card="a:S7", source="grave", zone="a.m2", face="up", turn=0)
    carry_out(bench.hands, bench.table, ANA, fetched)
    bench.rest()
    assert (bench.actions(), seat_json(bench.table, ANA)["obligations"]) == ([], [])


@pytest.mark.parametrize("ruleset", ["resummoned", "trump_king", "ocg", "trigamon"])
def test_a_hand_card_on_an_own_taken_zone_stays_in_the_hand(ruleset: str) -> None:
    """In every game: of two cards on each other the mat reads one, and a page shows one."""
    first, second = practice_deck(ruleset).main[:2]
    bench = Bench({"a.m1": lay(first), "a.hand": held(second)}, ruleset=ruleset)
    place = bench.table.state.zones.to_mat(ZoneName("a.m1"))
    request = PlaceCard(zone=place, card=f"a:{second}", face="up")
    with pytest.raises(HandsError, match="A card lies in"):
        carry_out(bench.hands, bench.table, ANA, request)
    assert bench.hands.held(ANA) == (CardKey(f"a:{second}"),)


def test_a_card_is_not_laid_on_another_that_would_hide_it() -> None:
    """The mat reads one of two: the other would be in no hand and on no page."""
    zones = {"a.m2": lay("PairedOwl"), "a.hand": held("GuardianCharm")}
    bench = Bench(zones, ruleset="trigamon", phase="main1")
    charm = CardKey("a:GuardianCharm")
    with pytest.raises(HandsError, match="A card lies in Ana's Entity zone 2 already"):
        carry_out(bench.hands, bench.table, ANA, PlaceCard(zone="a.m2", card=charm, face="up"))
    assert bench.hands.where(charm) == "hand"
    carry_out(bench.hands, bench.table, ANA, PlaceCard(zone="a.m3", card=charm, face="up"))
    assert bench.hands.where(charm) == "a.m3"


def test_a_card_to_be_picked_unseen_is_picked_by_chance() -> None:
    """Alone at a table nobody else can pick it; where none is to be picked, none is shown."""
    zones = {
        "a.s1": lay("ThievingGoblin"),
        "a.m1": lay("BlueEyes"),
        "b.m1": lay("Elf"),
        "b.hand": held("Giant", "Wolf"),
    }
    bench = Bench(zones, ruleset="ocg", phase="battle")
    with pytest.raises(HandsError, match="picked"):
        carry_out(bench.hands, bench.table, BEN, PickCard())
    bench.dice.ready.append(("b.hand",))
    bench.touch("a.m1")
    bench.touch("b.m1")
    decision = bench.table.state.duel.decision
    assert decision is not None
    assert decision.kind == "reveal"
    carry_out(bench.hands, bench.table, BEN, PickCard())
    assert len(bench.hands.held(BEN)) == 1
    after = bench.table.state.duel
    assert after.decision is not None
    assert after.decision.kind != "reveal"
    assert len(after.at(ZoneName("b.grave"))) == 2  # with the monster


# What lies face-down is its player's


LYING = {
    "a.hand": held("S4", "H7"),
    "b.hand": held("H2", "S1"),
    "a.m1": lay("C8"),
    "a.s1": lay("D9", down=True),
    "b.m1": lay("D6", down=True, sideways=True),
    "b.s1": lay("C3", down=True),
    "b.m2": lay("H9"),
}
OF_THE_OTHER: dict[str, Movement] = {
    "flip a monster": FlipCard("b.m2"),
    "flip a card of the lower row": FlipCard("b.s2"),
    "turn it": TurnCard("b.m2"),
    "take it to the hand": TakeCard("b.s2", "hand"),
    "take it to the Graveyard": TakeCard("b.s2", "grave"),
    "take it to the deck": TakeCard("b.m2", "pile"),
    "place it in a zone of one's own": PlaceCard(source="b.s2", zone="a.s3"),
    "place it, named": PlaceCard(card="b:C3", source="b.s2", zone="a.s3", face="up"),
    "place it, said to lie in a zone of one's own": PlaceCard(
        card="b:C3", source="a.m2", zone="a.s3", face="up"
    ),
    "place it, said to lie where nothing does": PlaceCard(
        card="b:C3", source="a.m4", zone="a.s3", face="up"
    ),
    "turn it up where it lies": PlaceCard(source="b.s2", zone="b.s2", face="up"),
    "put it onto the deck": PlaceCard(source="b.s2", zone="a.deck"),
    "put it onto the stack": StackCard("b.s2"),
    "take a face-up card": TakeCard("b.m3", "hand"),
}


@pytest.mark.parametrize("name", OF_THE_OTHER)
def test_a_card_of_the_other_player_is_not_moved(name: str) -> None:
    """The refusal is one sentence that names no card; nothing has moved, nothing is written."""
    bench = Bench(LYING)
    lying, entries = dict(bench.hands.lying), list(bench.journal.entries)
    with pytest.raises(HandsError) as caught:
        carry_out(bench.hands, bench.table, ANA, OF_THE_OTHER[name])
    said = str(caught.value).lower()
    assert said.endswith(".")
    for word in ("clubs", "diamonds", "hearts", "b:", "c3", "d6", "h9"):
        assert word not in said
    assert bench.hands.lying == lying
    assert bench.journal.entries == entries


def test_a_refusal_says_the_same_whichever_card_it_is() -> None:
    said = set()
    for code in ("C3", "H3", "S1"):
        bench = Bench({"b.s1": lay(code, down=True)})
        with pytest.raises(HandsError) as caught:
            carry_out(bench.hands, bench.table, ANA, FlipCard("b.s2"))
        said.add(str(caught.value))
    assert len(said) == 1


def test_a_face_down_card_is_not_turned_with_a_card_laid_on_it() -> None:
    """The own card comes back to the hand; what lies beneath it stays out of reach."""
    bench = Bench(LYING)
    with pytest.raises(HandsError, match="already"):
        carry_out(bench.hands, bench.table, ANA, PlaceCard(card="a:H7", zone="b.m2"))
    bench.hands.place(CardKey("a:H7"), MatZone("b.m2"))
    with pytest.raises(HandsError, match="the other player's"):
        carry_out(bench.hands, bench.table, ANA, TurnCard("b.m2"))
    carry_out(bench.hands, bench.table, ANA, TakeCard("b.m2", "hand"))
    for request in (FlipCard("b.m2"), TurnCard("b.m2"), TakeCard("b.m2", "hand")):
        with pytest.raises(HandsError, match="the other player's"):
            carry_out(bench.hands, bench.table, ANA, request)


def test_own_cards_are_moved_as_one_likes() -> None:
    """Whether that is a play is the referee's business."""
    bench = Bench(LYING)
    for request in (FlipCard("a.s2"), TurnCard("a.m2"), TakeCard("a.m2", "hand")):
        carry_out(bench.hands, bench.table, ANA, request)
    assert bench.hands.lying[CardKey("a:D9")].face_up
    assert bench.hands.where(CardKey("a:C8")) == "hand"


def under_control(bench: Bench, source: ZoneName, to: ZoneName) -> None:
    """Let the duel say that a card has gone to the other player's zone; the hands must follow."""
    state = bench.table.state
    zones = {**state.duel.zones, source: (), to: state.duel.at(source)}
    current = replace(state.current, duel=replace_duel(state.duel, zones=zones))
    at = state.zones.to_mat(source)
    lying = {at: bench.table.layout[at]}
    bench.table.set_state(replace(state, current=current, pending=lying))
    bench.table.sense(bench.mat.layout(), 10)


TAKEN = {"face-up": ("b.m2", "b:H9"), "face-down": ("b.m1", "b:D6")}


@pytest.mark.parametrize("name", TAKEN)
def test_a_card_under_the_seats_control_may_be_moved(name: str) -> None:
    """Ben's monster that Ana has taken: from his zone to hers, and then where it lies."""
    source, key = TAKEN[name]
    bench = Bench({**LYING, "a.m1": []})
    lies = bench.table.state.zones.to_mat(ZoneName(source))
    requests = (
        PlaceCard(card=key, source=lies, zone="a.m2"),
        TurnCard("a.m2"),
        FlipCard("a.m2"),
        FlipCard("a.m2"),
    )
    with pytest.raises(HandsError, match="the other player's"):
        carry_out(bench.hands, bench.table, ANA, requests[0])
    under_control(bench, ZoneName(source), ZoneName("a.m1"))
    for request in requests:
        carry_out(bench.hands, bench.table, ANA, request)
    assert bench.hands.where(CardKey(key)) == "a.m2"


def test_a_destroyed_card_may_be_taken_off_the_mat_by_anybody() -> None:
    """What everybody knows and must be moved is in reach of all hands."""
    bench = Bench({**LYING, "a.m1": lay("C10")}, phase="battle")
    with pytest.raises(HandsError):
        carry_out(bench.hands, bench.table, ANA, TakeCard("b.m3", "grave"))
    bench.touch("a.m2")
    bench.touch("b.m3")
    assert bench.actions()[0] == "Attack"
    while (decision := bench.table.state.duel.decision) and decision.kind == "window":
        bench.press("a.ok" if decision.seat == ANA else "b.ok")
    carry_out(bench.hands, bench.table, ANA, TakeCard("b.m3", "grave"))
    assert bench.hands.where(CardKey("b:H9")) == "b.grave"


# Touches


def test_nobody_confirms_the_other_players_draw(
    table_and_hands: tuple[DirectTable, Hands],
) -> None:
    """Ana's finger on Ben's deck leaves what Ben owes, and Ben's own finger meets it."""
    table, hands = table_and_hands
    before = table.state.obligations
    carry_out(hands, table, ANA, TouchPad(PadName("b.deck")))
    assert table.state.obligations == before
    assert "Ben's to touch" in str(public_json(table)["message"])
    carry_out(hands, table, BEN, DrawCards())
    assert len(hands.held(BEN)) == 5
    assert not [each for each in table.state.obligations if each.seat == BEN]


@pytest.mark.parametrize("is_slow", [False, True])
def test_nobody_attacks_with_the_other_players_monster(is_slow: bool) -> None:
    """Neither by both touches nor by the second alone, however late they are felt."""
    zones = {"a.m1": lay("H7"), "b.m1": lay("S9")}
    bench = Bench(zones, phase="battle")
    hands, table = bench.hands, bench.table
    before = table.state.duel
    if is_slow:
        slow = SlowMat()
        slow.table, slow.whose_touch = table, hands.whose_touch
        hands.mat = slow
    for pad in ("a.m2", "b.m2", "a.m2"):
        carry_out(hands, table, BEN, TouchPad(PadName(pad)))
    if is_slow:
        slow.feel()
    assert table.state.duel == before
    carry_out(hands, table, ANA, TouchPad(PadName("a.m2")))
    carry_out(hands, table, BEN, TouchPad(PadName("b.m2")))
    if is_slow:
        slow.feel()
    assert table.state.duel == before
    carry_out(hands, table, ANA, TouchPad(PadName("b.m2")))
    if is_slow:
        slow.feel()
    assert table.state.duel != before
