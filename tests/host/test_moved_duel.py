"""A duel that goes on at another table: cards are laid first there, and nothing counts here."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from direct_mat import DECK, SEATS, DirectMat, DirectTable, MemoryJournal
from duelmat_engine import Seat, key_seat, zone
from duelmat_host.app.following_hands import FollowingHands
from duelmat_host.players.dealing import deal_again
from duelmat_host.players.hands import Hands
from duelmat_host.players.hands_file import make_hands
from duelmat_host.players.scripted_player import Dice
from duelmat_host.sensing.layout import EMPTY_LAYOUT
from duelmat_host.showing.messages import messages_of
from duelmat_host.table.commands import Concede, GoOn, TakeBack
from duelmat_host.table.entries import Gone, TakenOver
from duelmat_host.table.errors import MatchGoneError
from duelmat_host.table.inputs import (
    ButtonPressed,
    CommandGiven,
    Input,
    JudgeRuled,
    LayoutSensed,
    MatchGone,
    PadTouched,
    QuestionAnswered,
)
from duelmat_host.table.obligations import ObligationKind
from duelmat_host.table.reducer import apply
from duelmat_host.table.state import TableState
from duelmat_host.table.zone_map import PadName
from examples import seeds
from host.journals import played_table
from seen import public_json, seat_json

ANA = Seat(0)
STREAM = "5" * 32


def moved(seed: int = 2) -> tuple[DirectTable, Hands]:
    """A duel that was played at another table, and hands that hold its cards beside the mat."""
    state = apply(played_table(seed).state, TakenOver(7, STREAM, 12))
    table, mat = DirectTable(state, MemoryJournal(), Dice()), DirectMat()
    mat.table = table
    hands = make_hands(mat, (DECK, DECK), Random(seed))
    deal_again(hands, state)
    return table, hands


def lay_all(state: TableState, hands: Hands) -> None:
    for place, expect in state.expected.items():
        key = expect.key or expect.secret
        assert key is not None
        turn = 90 if expect.upright is False else 0
        hands.place(key, place, face_up=expect.face_up, turn=turn)


def test_each_card_is_asked_for_where_it_lay() -> None:
    """By the lights that lead hands after a takeback; nothing is played before."""
    table, hands = moved()
    asked = {(each.kind, each.zone) for each in table.now.zone_obligations}
    assert asked == {(ObligationKind.PUT, place) for place in table.state.expected}
    assert len(asked) > 3
    decision = table.state.duel.decision
    table.take(PadTouched(PadName("a.end"), None))
    lay_all(table.state, hands)
    assert table.state.duel.decision == decision
    assert not table.state.pending
    assert not table.state.lays_anew
    assert not table.now.zone_obligations


def test_simulated_hands_lay_it_by_themselves() -> None:
    """Both players' hands, face-down cards too."""
    table, hands = moved()
    following = FollowingHands(table, hands, (ANA, Seat(1)))
    for now_ms in range(0, 60_000, 100):
        following.step(now_ms)
    assert not table.state.lays_anew
    assert not table.now.zone_obligations


def test_a_face_down_card_is_named_to_its_player_alone() -> None:
    """Everybody reads where one is to be laid."""
    table, hands = moved()
    hidden = {
        place: expect.secret
        for place, expect in table.state.expected.items()
        if expect.secret is not None
    }
    assert hidden
    views = {
        "": public_json(table),
        **{"ab"[seat]: seat_json(table, seat, hands.held(seat)) for seat in SEATS},
    }
    for viewer, view in views.items():
        asked = {each["zone"]: each for each in view["obligations"] if each["lies"]}
        for place, key in hidden.items():
            is_own = viewer == key[0]
            assert asked[place]["card"] == (key if is_own else None)
            assert ("Lay the face-down card" in asked[place]["text"]) is not is_own
        assert asked.keys() == table.state.expected.keys()


def test_a_player_who_goes_on_too_early_reads_what_comes_first() -> None:
    table, _ = moved()
    prompt = table.now.prompts[0]
    table.answer(Seat(prompt.seat), prompt.id, 0)
    said = " ".join(each.text for each in messages_of(table.now))
    assert said.startswith("First lay the cards as the lights show: the duel goes on as it stood")


def test_the_log_says_where_the_duel_was_begun() -> None:
    table, _ = moved()
    assert table.state.log[-1].text == (
        "The duel goes on here that was begun at table 7. Lay the cards as the lights show."
    )


# Where the match has gone


@pytest.mark.parametrize(
    "given",
    [
        CommandGiven(ANA, Concede()),
        CommandGiven(ANA, TakeBack()),
        JudgeRuled(GoOn()),
        QuestionAnswered(ANA, "any", 0),
    ],
)
def test_a_table_whose_match_has_gone_declines_everything(given: Input) -> None:
    table, _ = moved()
    table.take(MatchGone(9))
    before = table.state
    with pytest.raises(MatchGoneError, match="has gone to table 9: play on there"):
        table.take(given)
    assert table.state is before


def test_a_table_whose_match_has_gone_plays_nothing_that_hands_do() -> None:
    """Cards and fingers change nothing, and everybody reads why."""
    table, hands = moved()
    lay_all(table.state, hands)
    table.take(MatchGone(9))
    before = table.state
    table.take(LayoutSensed(EMPTY_LAYOUT), 1_000)
    table.tick(9_000)
    for touched in (PadTouched(PadName("a.deck"), ANA), ButtonPressed("a.ok")):
        table.take(touched)
    table.take(MatchGone(9))
    assert table.state is before
    assert "play on there" in " ".join(each.text for each in messages_of(table.now))


def test_a_duel_comes_back_to_a_table_that_it_had_left() -> None:
    state = apply(apply(played_table().state, Gone(9)), TakenOver(9, STREAM, 12))
    assert state.gone_to == 0


# The hands of a simulated mat


@pytest.mark.parametrize("seed", seeds(range(2, 10), quick=2))
def test_hands_hold_again_what_the_duel_has(seed: int) -> None:
    """Each card is somewhere, once; what everybody knows lies where it lay."""
    table, hands = moved(seed)
    state = table.state
    undrawn = Counter[Seat]()
    for each in state.obligations:
        if each.kind is ObligationKind.DRAW:
            undrawn[each.seat] += each.count
    for number, side in enumerate(hands.sides):
        seat = Seat(number)
        held = (side.hand, side.deck, side.extra, side.grave, side.banished)
        sizes = [
            len(state.duel.at(zone(seat, kind)))
            for kind in ("hand", "pile", "extra", "grave", "banished")
        ]
        on_the_mat = {
            key
            for expect in state.expected.values()
            for key in expect.cards()
            if key_seat(key) == seat
        }
        sizes[0] += len(on_the_mat) - undrawn[seat]
        sizes[1] += undrawn[seat]
        assert [len(part) for part in held] == sizes
        assert on_the_mat <= set(side.hand), "to be laid"
        assert side.grave == [p.key for p in state.duel.at(zone(seat, "grave"))]
        cards = [key for part in held for key in part]
        assert sorted(cards) == sorted(key for key in state.setup.keys if key_seat(key) == seat)
    lay_all(state, hands)
    assert all(
        len(side.hand) == len(state.duel.at(zone(Seat(number), "hand"))) - undrawn[Seat(number)]
        for number, side in enumerate(hands.sides)
    )
