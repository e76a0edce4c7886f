"""What players say at the table: requests, takebacks, buttons, draws, and what a card may do."""

from __future__ import annotations

import pytest

from direct_mat import MAT, Bench, held, lay
from duelmat_engine.actions import Concede, CorrectLife
from duelmat_engine.names import CardKey, Seat
from duelmat_engine.state import encode_duel
from duelmat_host.players.hand_moves import owed_moves
from duelmat_host.showing.card_options import may_do
from duelmat_host.showing.lights import display_text, styles
from duelmat_host.showing.views import public_view, seat_view
from duelmat_host.table.conversation import HOLD_MS
from duelmat_host.table.referee import Agreed
from duelmat_wire import lamps

ANA, BEN = Seat(0), Seat(1)
LINK = {"state": "up", "text": ""}
HANDS = {"a.hand": held("S4", "H7", "C9", "D5"), "b.hand": held("H2", "S1")}


def settle(bench: Bench) -> None:
    """Do everything that the hands owe."""
    for _ in range(10):
        moves = list(owed_moves(bench.table, bench.hands, {}))
        if not moves:
            return
        for move in moves:
            move.carry_out(bench.hands)
    raise AssertionError(f"never done: {bench.table.tasks}, {bench.table.owed}")


def test_an_own_act_that_told_nothing_is_taken_back_alone() -> None:
    """A Set is taken back by its player's judge button; the card is guided back to the hand."""
    bench = Bench(HANDS)
    before = encode_duel(bench.table.duel)
    bench.put("a:H7", "a.s2", down=True)
    bench.press("a.judge")
    assert encode_duel(bench.table.duel) == before
    assert public_view(bench.table, LINK)["obligations"][0]["from"] == "a.s2"
    assert "takes back" in bench.table.log[-1].text
    settle(bench)
    assert bench.hands.where(CardKey("a:H7")) == "hand"
    assert isinstance(bench.table.finding, Agreed)


def test_what_was_revealed_is_taken_back_by_both() -> None:
    """A summon has shown a card of the hand: the other player is asked, and may refuse."""
    bench = Bench(HANDS)
    bench.put("a:H7", "a.m2")
    bench.press("a.judge")
    assert public_view(bench.table, LINK)["requests"] == [{"kind": "takeback", "from": "a"}]
    assert not bench.table.refuse(BEN)
    assert bench.table.duel.top("a.m1") is not None
    bench.press("a.judge")
    bench.press("b.ok")
    assert bench.table.duel.top("a.m1") is None
    assert bench.table.requests == {}


def test_a_takeback_blocks_until_the_cards_lie_as_before() -> None:
    """PHY-11: the movements needed are listed, and nothing is played till they are made."""
    bench = Bench({**HANDS, "a.m1": lay("C10"), "b.m1": lay("H9")}, phase="battle")
    bench.touch("a.m2")
    bench.touch("b.m2")
    settle(bench)
    assert bench.hands.where(CardKey("b:H9")) == "b.grave"
    bench.press("a.judge")
    duties = public_view(bench.table, LINK)["obligations"]
    assert ("b.grave", "b.m2") in [(d["from"], d["to"]) for d in duties]
    bench.press("a.phase")
    assert "lay the cards back" in bench.said()
    settle(bench)
    assert bench.hands.at("b.m2") == "b:H9"
    bench.press("a.phase")
    assert bench.table.duel.phase != "battle"


def test_a_draw_that_is_taken_back_goes_back_on_the_deck() -> None:
    """The end of a turn, in which the other player drew, needs both; then the card goes back."""
    bench = Bench(HANDS, phase="main2")
    bench.press("a.phase")
    top = bench.hands.sides[1].deck[0]
    settle(bench)
    assert bench.hands.where(top) == "hand"
    bench.press("a.judge")
    bench.press("b.ok")
    assert (bench.table.duel.turn_seat, bench.table.duel.phase) == (ANA, "main2")
    assert "back on top of your deck" in bench.table.tasks[0].text
    settle(bench)
    assert bench.hands.sides[1].deck[0] == top
    bench.press("a.phase")
    assert bench.table.duel.turn_seat == BEN


def test_a_pass_can_be_taken_back_by_whoever_passed() -> None:
    bench = Bench({**HANDS, "b.s1": lay("H3", down=True)})
    bench.put("a:H7", "a.m2")
    bench.press("a.ok")  # the Heart's gain, or nothing
    while bench.table.duel.decision is not None and bench.table.duel.decision.seat != BEN:
        bench.press("a.ok")
    asked = bench.table.duel.decision
    bench.press("b.ok")
    assert bench.table.duel.decision != asked
    bench.press("b.judge")
    assert bench.table.duel.decision == asked


def test_nothing_to_take_back_is_said() -> None:
    bench = Bench(HANDS)
    bench.press("a.judge")
    assert "nothing to take back" in bench.said()


def test_a_missed_draw_is_noticed_before_the_next_play() -> None:
    """Who plays before touching the deck is held back, and told the counts that are right."""
    bench = Bench(HANDS, phase="main2")
    bench.press("a.phase")
    bench.press("b.phase")
    while bench.table.duel.phase != "main1":
        bench.press("b.phase")
    bench.put("b:H2", "b.s2", down=True)
    assert "Ben first: Draw a card" in bench.said()
    assert "Then 3 in hand, 39 in the deck" in bench.said()
    played = len(bench.actions())
    bench.touch("b.deck")
    assert len(bench.actions()) == played + 1
    assert bench.said() == ""


def test_a_draw_is_offered_and_agreed_on() -> None:
    bench = Bench(HANDS)
    assert not bench.table.request("draw", ANA)
    assert bench.table.agree(ANA, "draw")
    assert not bench.table.agree(BEN, "draw")
    view = public_view(bench.table, LINK)
    assert (view["status"], view["outcome"]["winner"]) == ("over", None)
    assert bench.table.request("draw", ANA) == "The duel is over."


def test_a_player_may_concede_at_any_time() -> None:
    bench = Bench(HANDS)
    assert not bench.table.command(BEN, Concede(BEN))
    assert public_view(bench.table, LINK)["outcome"]["winner"] == "a"
    assert [kind for kind, _ in bench.journal.entries][-1] == "over"


@pytest.mark.parametrize(
    ("life", "reason", "fault"), [(12, "miscounted", ""), (12, " ", "reason")]
)
def test_life_is_corrected_by_hand_with_a_reason(life: int, reason: str, fault: str) -> None:
    bench = Bench(HANDS)
    said = bench.table.command(ANA, CorrectLife(ANA, BEN, life, reason))
    assert fault in said
    assert (bench.table.duel.players[1].life == life) == (fault == "")


def test_ok_held_switches_whether_own_plays_are_asked_about() -> None:
    """Held for long it switches, held briefly it does not; the journal keeps it."""
    bench = Bench(HANDS)
    for held_ms, switched in ((HOLD_MS - 1, False), (HOLD_MS, True)):
        bench.press("a.ok")
        bench.table.release("a.ok", bench.mat.now_ms + held_ms)
        assert bench.table.asks_on_own[ANA] is switched
    assert ("asks", {"by": "a", "always": True}) in bench.journal.entries


def test_a_release_that_is_heard_late_is_no_holding() -> None:
    """How long OK was held is the mat's to say: a pulled cable only delays the news."""
    bench = Bench(HANDS)
    for held_ms, switched in ((150, False), (HOLD_MS, True)):
        bench.press("a.ok")
        bench.table.release("a.ok", bench.mat.now_ms + 5 * HOLD_MS, held_ms)
        assert bench.table.asks_on_own[ANA] is switched


@pytest.mark.parametrize("button", ["a.phase", "a.judge"])
def test_another_button_held_for_long_switches_nothing(button: str) -> None:
    """Only OK asks to be asked; who keeps a finger on another button goes on as before."""
    bench = Bench(HANDS)
    bench.press(button)
    bench.table.release(button, bench.mat.now_ms + 5 * HOLD_MS, 5 * HOLD_MS)
    assert not any(bench.table.asks_on_own.values())


def test_who_is_not_asked_is_told_who_is() -> None:
    """Never silence: a button that answers nothing says whose turn it is."""
    bench = Bench(HANDS)
    for button in ("b.ok", "b.phase"):
        bench.press(button)
        assert "Ana may act" in bench.said()
    assert bench.actions() == []


def test_a_menu_is_walked_with_the_choice_pads() -> None:
    """The first step shows the first entry; OK alone takes none."""
    bench = Bench(HANDS)
    bench.press("a.ok")
    assert bench.actions() == []
    assert display_text(bench.table, ANA) == "      40"
    bench.touch("a.choice2")
    (prompt,) = seat_view(bench.table, ANA, LINK)["prompts"]
    assert prompt["highlight"] == 0
    assert display_text(bench.table, ANA) == f"1-{len(prompt['options'])}   40"
    bench.press("a.ok")
    assert len(bench.actions()) == 1


def test_an_answer_to_a_closed_question_is_refused() -> None:
    bench = Bench(HANDS)
    assert "no longer open" in bench.table.answer(ANA, "no.such", 0)
    prompt = bench.table.all_prompts()[0]
    assert "answers" in bench.table.answer(ANA, prompt.id, 99)


def test_a_touched_card_says_what_it_may_do_to_its_owner_alone() -> None:
    """Own face-down cards too; the other player's page and the public one tell nothing."""
    bench = Bench({**HANDS, "a.m1": lay("C8", down=True, sideways=True), "b.m1": lay("H9")})
    before = public_view(bench.table, LINK)
    bench.touch("a.m2")
    may = seat_view(bench.table, ANA, LINK)["may"]
    assert {"zone", "text", "legal"} == set(may[0])
    flip = next(way for way in may if "flip" in way["text"].lower())
    assert flip["legal"]
    attack = next(way for way in may if "attack" in way["text"].lower() and not way["legal"])
    assert attack["text"].startswith("Not now: ")
    assert "TK-07" in attack["text"]
    assert seat_view(bench.table, BEN, LINK)["may"] == []
    assert public_view(bench.table, LINK) == before
    bench.touch("a.m2")
    assert seat_view(bench.table, ANA, LINK)["may"] == []


def test_a_hand_card_says_what_it_may_do() -> None:
    """A Heart may be summoned, not Set as a monster; magic with nothing to hit is refused."""
    bench = Bench(HANDS)
    ways = may_do(bench.table, ANA, "a:H7", held=[CardKey("a:S4")])
    told = {text: (legal, reason) for text, legal, reason in ways}
    summon = next(text for text in told if text.startswith("Normal Summon the 7 of hearts"))
    assert told[summon] == (True, "")
    as_set = next(text for text in told if "as a monster" in text)
    assert not told[as_set][0]
    assert "TK-74" in told[as_set][1]
    assert not any("Synchro" in text or "paying" in text for text in told)
    magic = next(text for text in told if "as magic" in text)
    assert "TK-34" in told[magic][1]
    assert may_do(bench.table, BEN, "a:H7") == []


def test_the_counter_shows_life_alone_and_a_tournament_gives_no_hints() -> None:
    names = tuple(lamp.name for lamp in MAT.lamps)
    shown = {}
    for assist in ("coach", "referee", "tournament", "counter"):
        bench = Bench({**HANDS, "a.m1": lay("S6"), "a.m2": lay("H6")}, assist=assist)
        bench.take("a.m2")
        shown[assist] = set(styles(bench.table, names))
    assert lamps.LEGAL in shown["coach"]
    assert lamps.PUT in shown["coach"]
    assert {lamps.LEGAL, lamps.PUT}.isdisjoint(shown["referee"] | shown["tournament"])
    assert shown["counter"] <= {lamps.OFF, lamps.PHASE}
