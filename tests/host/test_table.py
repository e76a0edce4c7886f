"""What players say at the table: requests, takebacks, buttons, draws, and what a card may do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from direct_mat import DECK, MAT, Bench, held, lay, make_table, seat_down
from duelmat_engine.forms.duel_json import write_duel
from duelmat_engine.names import CardKey, Seat
from duelmat_engine.play import new_duel
from duelmat_host.players.hand_moves import owed_moves
from duelmat_host.players.hand_requests import DrawCards, carry_out
from duelmat_host.players.scripted_player import Dice
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.lights import display_text, styles
from duelmat_host.table.asking import WindowKind
from duelmat_host.table.commands import (
    AcceptDraw,
    Agree,
    Command,
    Concede,
    CorrectLife,
    OfferDraw,
    Refuse,
    TakeBack,
)
from duelmat_host.table.controls import HOLD_MS
from duelmat_host.table.errors import (
    DeclinedError,
    DuelOverError,
    IllegalCommandError,
    NoSuchOptionError,
    NothingThereError,
    StaleQuestionError,
)
from duelmat_host.table.findings import Agreed
from duelmat_host.table.inputs import QuestionAnswered
from duelmat_host.table.reports import REFUSE_MS
from duelmat_host.table.zone_map import PadName
from duelmat_wire import lamps
from seen import card_options, public_json, seat_json

ANA, BEN = Seat(0), Seat(1)
HANDS = {"a.hand": held("S4", "H7", "C9", "D5"), "b.hand": held("H2", "S1")}


def settle(bench: Bench) -> None:
    """Do everything that hands must still do."""
    for _ in range(10):
        moves = list(owed_moves(bench.table, bench.hands, {}))
        if not moves:
            return
        for move in moves:
            move.carry_out(bench.hands)
    raise AssertionError(
        f"never done: {bench.table.state.obligations}, {bench.table.state.pending}"
    )


def test_an_own_act_that_told_nothing_is_taken_back_alone() -> None:
    """A Set is taken back by its player's judge button; the card is guided back to the hand."""
    bench = Bench(HANDS)
    before = write_duel(bench.table.state.duel)
    bench.put("a:H7", "a.s2", down=True)
    bench.press("a.judge")
    assert write_duel(bench.table.state.duel) == before
    assert public_json(bench.table)["obligations"][0]["from"] == "a.s2"
    assert "takes back" in bench.table.state.log[-1].text
    settle(bench)
    assert bench.hands.where(CardKey("a:H7")) == "hand"
    assert isinstance(bench.table.finding, Agreed)


def test_what_was_revealed_is_taken_back_by_both() -> None:
    """A summon has shown a card of the hand: the other player is asked, and may refuse."""
    bench = Bench(HANDS)
    bench.put("a:H7", "a.m2")
    bench.press("a.judge")
    assert public_json(bench.table)["requests"] == [
        {"kind": "takeback", "from": "a", "text": "to take the last play back"}
    ]
    bench.table.command(BEN, Refuse())
    assert bench.table.state.requests == {}
    assert bench.table.state.duel.top("a.m1") is not None
    bench.press("a.judge")
    bench.press("b.ok")
    assert bench.table.state.duel.top("a.m1") is None
    assert bench.table.state.requests == {}


@pytest.mark.rule("PHY-11")
def test_a_takeback_blocks_until_the_cards_lie_as_before() -> None:
    """PHY-11: the movements needed are listed, and nothing is played till they are made."""
    bench = Bench({**HANDS, "a.m1": lay("C10"), "b.m1": lay("H9")}, phase="battle")
    bench.touch("a.m2")
    bench.touch("b.m2")
    settle(bench)
    assert bench.hands.where(CardKey("b:H9")) == "b.grave"
    bench.press("a.judge")
    obligations = public_json(bench.table)["obligations"]
    assert ("b.grave", "b.m2") in [(d["from"], d["to"]) for d in obligations]
    bench.press("a.phase")
    assert "lay the cards back" in bench.said()
    settle(bench)
    assert bench.hands.at(MatZone("b.m2")) == "b:H9"
    bench.press("a.phase")
    assert bench.table.state.duel.phase != "battle"


def test_a_draw_that_is_taken_back_goes_back_on_the_deck() -> None:
    """The end of a turn, in which the other player drew, needs both; then the card goes back."""
    bench = Bench(HANDS, phase="main2")
    bench.press("a.phase")
    top = bench.hands.sides[1].deck[0]
    settle(bench)
    assert bench.hands.where(top) == "hand"
    bench.press("a.judge")
    bench.press("b.ok")
    assert (bench.table.state.duel.turn_seat, bench.table.state.duel.phase) == (ANA, "main2")
    assert "back on top of your deck" in bench.table.state.obligations[0].text
    settle(bench)
    assert bench.hands.sides[1].deck[0] == top
    bench.press("a.phase")
    assert bench.table.state.duel.turn_seat == BEN


def test_a_pass_can_be_taken_back_by_whoever_passed() -> None:
    bench = Bench({**HANDS, "b.s1": lay("H3", down=True)})
    bench.put("a:H7", "a.m2")
    bench.press("a.ok")  # the Heart's gain, or nothing
    while (
        bench.table.state.duel.decision is not None and bench.table.state.duel.decision.seat != BEN
    ):
        bench.press("a.ok")
    asked = bench.table.state.duel.decision
    bench.press("b.ok")
    assert bench.table.state.duel.decision != asked
    bench.press("b.judge")
    assert bench.table.state.duel.decision == asked


def test_what_comes_before_the_first_phase_of_a_turn_is_not_of_that_turn() -> None:
    """In the log: who goes first, or the pass that ends a turn."""
    players, _, _ = seat_down(new_duel("trump_king", [DECK, DECK], seed=7).duel)
    table = players.table
    for seat in (ANA, BEN):
        carry_out(players.hands, table, seat, DrawCards())
    (prompt, *_) = table.now.prompts
    table.take(QuestionAnswered(prompt.seat, prompt.id, 0))
    lines = [(line.turn, line.text) for line in table.state.log]
    assert (0, "Ana goes first.") in lines
    assert {turn for turn, text in lines if text.startswith("Turn 1")} == {1}


def test_a_seat_is_told_what_its_judge_button_takes_back() -> None:
    """Its own last play or answer; while a play is refused, the button calls a judge instead."""
    bench = Bench(HANDS)
    assert seat_json(bench.table, ANA)["takeback"] == ""
    bench.put("a:H7", "a.s2", down=True)
    told = seat_json(bench.table, ANA)["takeback"]
    assert told.startswith("Set a card of Ana's hand")
    bench.put("a:S4", "a.m1")
    bench.rest(REFUSE_MS)
    assert seat_json(bench.table, ANA)["takeback"] == ""


def test_nothing_to_take_back_is_said() -> None:
    bench = Bench(HANDS)
    bench.press("a.judge")
    assert "nothing to take back" in bench.said()


def test_a_missed_draw_is_noticed_before_the_next_play() -> None:
    """Who plays before touching the deck is held back, and told the counts that are right."""
    bench = Bench(HANDS, phase="main2")
    bench.press("a.phase")
    bench.press("b.phase")
    while bench.table.state.duel.phase != "main1":
        bench.press("b.phase")
    bench.put("b:H2", "b.s2", down=True)
    assert "Not yet. First Ben: Draw a card" in bench.said()
    assert "Then 3 in hand, 39 in the deck" in bench.said()
    played = len(bench.actions())
    bench.touch("b.deck")
    assert len(bench.actions()) == played + 1
    assert bench.said() == ""


def test_a_draw_is_offered_and_agreed_on() -> None:
    bench = Bench(HANDS)
    bench.table.command(ANA, OfferDraw())
    with pytest.raises(NothingThereError, match="has not asked you"):
        bench.table.command(ANA, AcceptDraw())
    bench.table.command(BEN, AcceptDraw())
    view = public_json(bench.table)
    assert (view["status"], view["outcome"]["winner"]) == ("over", None)
    with pytest.raises(DuelOverError, match=r"The duel is over\.$"):
        bench.table.command(ANA, OfferDraw())


def test_a_player_may_concede_at_any_time() -> None:
    bench = Bench(HANDS)
    bench.table.command(BEN, Concede())
    assert public_json(bench.table)["outcome"]["winner"] == "a"
    assert [kind for kind, _ in bench.journal.entries][-1] == "over"


def test_life_is_corrected_by_hand_with_a_reason() -> None:
    bench = Bench(HANDS)
    with pytest.raises(IllegalCommandError, match="reason"):
        bench.table.command(ANA, CorrectLife("b", 12, " "))
    assert bench.table.state.duel.players[1].life == 40
    assert bench.actions() == []
    bench.table.command(BEN, CorrectLife("b", 12, "miscounted"))
    assert bench.table.state.duel.players[1].life == 12
    assert bench.table.state.requests == {}


def test_the_life_of_another_is_corrected_when_they_agree() -> None:
    """Until then nothing has changed; what is agreed to is what was read."""
    bench = Bench(HANDS)
    bench.table.command(ANA, CorrectLife("b", 12, "miscounted."))
    assert bench.table.state.duel.players[1].life == 40
    (asked,) = public_json(bench.table)["requests"]
    assert asked == {
        "kind": "life",
        "from": "a",
        "text": "to set the life of Ben to 12 (miscounted)",
    }
    with pytest.raises(NothingThereError):
        bench.table.command(ANA, Agree())
    with pytest.raises(NothingThereError):
        bench.table.command(BEN, Agree("to set the life of Ben to 21 (miscounted)"))
    assert bench.actions() == []
    bench.table.command(BEN, Agree(asked["text"]))
    assert bench.table.state.duel.players[1].life == 12
    assert bench.table.state.requests == {}


@pytest.mark.parametrize("whose", ["a", "b"])
def test_a_duel_ends_by_a_correction_only_when_both_agree(whose: str) -> None:
    """Neither player alone ends it so: who wants to lose concedes."""
    bench = Bench(HANDS)
    bench.table.command(ANA, CorrectLife(whose, 0, "lethal"))
    assert not bench.table.state.duel.is_over()
    assert "which ends the duel" in public_json(bench.table)["requests"][0]["text"]
    bench.table.command(BEN, Refuse())
    assert bench.table.state.requests == {}
    bench.table.command(ANA, CorrectLife(whose, 0, "lethal"))
    bench.table.command(BEN, Agree())
    assert public_json(bench.table)["outcome"]["winner"] == {"a": "b", "b": "a"}[whose]


def test_a_correction_that_waits_is_not_replaced_by_another() -> None:
    """Whoever is about to agree agrees to what they have read."""
    bench = Bench(HANDS)
    bench.table.command(ANA, CorrectLife("b", 39, "miscounted"))
    for seat in (ANA, BEN):
        with pytest.raises(DeclinedError, match="Ana still asks to set the life of Ben to 39"):
            bench.table.command(seat, CorrectLife("ba"[seat], 0, "now"))
    assert public_json(bench.table)["requests"][0]["text"].startswith(
        "to set the life of Ben to 39"
    )


def test_of_several_requests_the_one_that_was_read_is_agreed_to() -> None:
    """A draw that was offered too is not taken for it."""
    bench = Bench(HANDS)
    bench.table.command(ANA, OfferDraw())
    bench.table.command(ANA, CorrectLife("b", 39, "miscounted"))
    text = public_json(bench.table)["requests"][1]["text"]
    bench.table.command(BEN, Agree(text))
    assert not bench.table.state.duel.is_over()
    assert bench.table.state.duel.players[1].life == 39


def test_a_correction_that_both_agreed_to_is_taken_back_by_both_only() -> None:
    """The asker alone may take back what concerns the asker alone."""
    bench = Bench(HANDS)
    bench.table.command(ANA, CorrectLife("b", 35, "miscounted"))
    bench.table.command(BEN, Agree())
    bench.table.command(ANA, CorrectLife("a", 41, "a heart"))
    bench.table.command(ANA, TakeBack())
    assert [player.life for player in bench.table.state.duel.players] == [40, 35]
    bench.table.command(ANA, TakeBack())
    assert bench.table.state.duel.players[1].life == 35
    bench.table.command(BEN, Agree())
    assert bench.table.state.duel.players[1].life == 40


@pytest.mark.parametrize("asked", [CorrectLife("b", 0, "miscounted"), OfferDraw()])
def test_ok_at_the_mat_agrees_to_nothing_that_has_to_be_read(asked: Command) -> None:
    """The display has no room for the words, and the press may have been meant for a question."""
    bench = Bench(HANDS)
    bench.table.command(ANA, asked)
    before = bench.table.state.duel
    bench.press("b.ok")
    assert bench.table.state.duel == before
    assert bench.table.state.requests
    assert "agreed to on the page" in str(public_json(bench.table)["message"])


def test_ok_held_switches_whether_own_plays_are_asked_about() -> None:
    """Held for long it switches, held briefly it does not; the journal keeps it."""
    bench = Bench(HANDS)
    for held_ms, switched in ((HOLD_MS - 1, False), (HOLD_MS, True)):
        bench.press("a.ok")
        bench.table.release("a.ok", bench.mat.now_ms + held_ms, held_ms)
        assert (WindowKind.OWN in bench.table.state.asking_of(ANA).kinds) is switched
    assert bench.journal.entries[-1] == (
        "asks",
        {"by": "a", "kinds": ["attack", "effect", "own", "summon", "turn"], "until": ""},
    )


def test_a_release_that_is_heard_late_is_no_holding() -> None:
    """How long OK was held is the mat's to say: a pulled cable only delays the news."""
    bench = Bench(HANDS)
    for held_ms, switched in ((150, False), (HOLD_MS, True)):
        bench.press("a.ok")
        bench.table.release("a.ok", bench.mat.now_ms + 5 * HOLD_MS, held_ms)
        assert (WindowKind.OWN in bench.table.state.asking_of(ANA).kinds) is switched


def test_the_phase_button_passes_where_a_phase_ends_when_all_pass() -> None:
    """Resummoned knows no other way to go on; nobody is left with a button that does nothing."""
    table = make_table(Dice(), asks=False, ruleset="resummoned")
    (prompt,) = [prompt for prompt in table.now.prompts if prompt.seat == ANA]
    table.answer(ANA, prompt.id, 0)
    for seat in "ab":
        table.touch(PadName(f"{seat}.deck"), 0)
    duel = table.state.duel
    assert (duel.phase, duel.decision and duel.decision.seat) == ("main1", ANA)
    table.press("b.phase", 0)
    assert table.state.duel is duel
    table.press("a.phase", 0)
    decision = table.state.duel.decision
    assert decision is not None
    assert decision.seat == BEN
    table.press("b.phase", 0)
    assert table.state.duel.phase == "battle"


@pytest.mark.parametrize("button", ["a.phase", "a.judge"])
def test_another_button_held_for_long_switches_nothing(button: str) -> None:
    """Only OK asks to be asked; who keeps a finger on another button goes on as before."""
    bench = Bench(HANDS)
    bench.press(button)
    bench.table.release(button, bench.mat.now_ms + 5 * HOLD_MS, 5 * HOLD_MS)
    assert not bench.table.state.asking


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
    assert display_text(bench.table.now, ANA) == "      40"
    bench.touch("a.choice2")
    (prompt,) = seat_json(bench.table, ANA)["prompts"]
    assert prompt["highlight"] == 0
    assert display_text(bench.table.now, ANA) == f"1-{len(prompt['options'])}   40"
    bench.press("a.ok")
    assert len(bench.actions()) == 1


def test_an_answer_to_a_closed_question_is_refused() -> None:
    bench = Bench(HANDS)
    with pytest.raises(StaleQuestionError, match="question is closed"):
        bench.table.answer(ANA, "no.such", 0)
    prompt = bench.table.now.prompts[0]
    with pytest.raises(NoSuchOptionError, match=f"There are {len(prompt.options)} answers"):
        bench.table.answer(ANA, prompt.id, 99)
    with pytest.raises(NoSuchOptionError):
        bench.table.answer(ANA, prompt.id, -1)


def test_a_touched_card_says_what_it_may_do_to_its_owner_alone() -> None:
    """Own face-down cards too; the other player's page and the public one tell nothing."""
    bench = Bench({**HANDS, "a.m1": lay("C8", down=True, sideways=True), "b.m1": lay("H9")})
    before = public_json(bench.table)
    bench.touch("a.m2")
    may = seat_json(bench.table, ANA)["may"]
    fields = {"text", "card", "legal", "rules", "remedy", "how", "answer", "zone", "lies", "use"}
    assert fields == set(may[0])
    flip = next(way for way in may if "flip" in way["text"].lower())
    assert flip["legal"]
    assert flip["how"] == "Turn it face-up and upright."
    assert flip["answer"] is None
    attack = next(way for way in may if "attack" in way["text"].lower() and not way["legal"])
    assert attack["remedy"]
    assert "TK-07" in [rule["id"] for rule in attack["rules"]]
    assert seat_json(bench.table, BEN)["may"] == []
    assert public_json(bench.table) == before
    bench.touch("a.m2")
    assert seat_json(bench.table, ANA)["may"] == []


def test_a_hand_card_says_what_it_may_do() -> None:
    """A Heart may be summoned, not Set as a monster; magic with nothing to hit is refused."""
    bench = Bench(HANDS)
    ways = card_options(bench.table.state, ANA, CardKey("a:H7"), [CardKey("a:S4")])
    told = {way.text: (way.legal, " ".join((*way.rules, *way.remedies))) for way in ways}
    summon = next(text for text in told if text.startswith("Normal Summon the 7 of hearts"))
    assert told[summon] == (True, "")
    as_set = next(text for text in told if "as a monster" in text)
    assert not told[as_set][0]
    assert "TK-74" in told[as_set][1]
    assert not any("Synchro" in text or "paying" in text for text in told)
    magic = next(text for text in told if "as magic" in text)
    assert "TK-34" in told[magic][1]
    assert card_options(bench.table.state, BEN, CardKey("a:H7")) == []


# Face-down cards that no play turns up


def exposed(bench: Bench) -> list[dict[str, Any]]:
    """The cards that were turned up, without how long after the entry before."""
    entries = [data for kind, data in bench.journal.entries if kind == "exposed"]
    return [{k: v for k, v in data.items() if k != "took_ms"} for data in entries]


def flip(bench: Bench, place: str) -> None:
    bench.hands.flip(MatZone(place))


COMMON = {**HANDS, "a.hand": held("H7", "C9", "D5")}
UNSEEN: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "a trap": ({"b.s1": lay("S4", down=True)}, "b.s2", "b:S4", "Ben has shown the 4 of spades in"),
    "a magic card": (
        {"b.s1": lay("H3", down=True)},
        "b.s2",
        "b:H3",
        "Ben has shown the 3 of hearts",
    ),
    "a monster": (
        {"b.m1": lay("D6", down=True, sideways=True)},
        "b.m2",
        "b:D6",
        "Ben has shown the 6 of diamonds in Ben's left monster zone",
    ),
    "an own card that may not be activated": (
        {"a.s1": lay("H3", down=True)},
        "a.s2",
        "a:H3",
        "Ana has shown the 3 of hearts",
    ),
}


@pytest.mark.parametrize("name", UNSEEN)
def test_a_face_down_card_that_no_play_turns_up_is_in_the_log_at_once(name: str) -> None:
    """Once for each time that it is turned up; turned back it says nothing."""
    zones, place, key, says = UNSEEN[name]
    phase = "main1" if place.startswith("b") else "battle"
    bench = Bench({**COMMON, **zones}, phase=phase)
    for count in (1, 2):
        flip(bench, place)
        assert exposed(bench) == [{"zone": place, "key": key}] * count
        assert says in bench.table.state.log[-1].text
        assert len(bench.table.state.log) == count
        assert bench.table.state.log[-1].text == public_json(bench.table)["log"][-1]["text"]
        bench.rest()
        bench.put("a:C9", "a.m1")  # something else happens, and goes again
        bench.take("a.m1")
        assert len(exposed(bench)) == count
        flip(bench, place)
    assert len(bench.table.state.log) == 2
    assert bench.actions() == []


def test_the_line_is_the_same_but_for_the_card() -> None:
    """Everybody has seen it; what it might have done is nobody's business."""
    said = set()
    for code, name in (("S4", "4 of spades"), ("H3", "3 of hearts"), ("C8", "8 of clubs")):
        bench = Bench({**COMMON, "b.s1": lay(code, down=True)})
        flip(bench, "b.s2")
        (line,) = bench.table.state.log
        said.add(line.text.replace(name, "..."))
    assert len(said) == 1


def test_a_card_that_was_taken_up_and_laid_back_face_up_is_in_the_log() -> None:
    """The mat saw an empty zone in between; lifted again as it lies, it is the same turning."""
    bench = Bench({**COMMON, "b.s1": lay("S4", down=True)})
    bench.take("b.s2")
    assert exposed(bench) == []
    bench.put("b:S4", "b.s2")
    assert exposed(bench) == [{"zone": "b.s2", "key": "b:S4"}]
    bench.take("b.s2")
    bench.put("b:S4", "b.s2")
    assert len(exposed(bench)) == 1
    bench.take("b.s2")
    bench.put("b:S4", "b.s2", down=True)
    flip(bench, "b.s2")
    assert len(exposed(bench)) == 2


def test_a_card_that_was_never_read_is_in_the_log_when_it_is_turned_up() -> None:
    """The host need not have known which it is."""
    bench = Bench({**COMMON, "b.s1": lay("S4", down=True)})
    state = bench.table.state
    bench.table.set_state(replace(state, current=replace(state.current, secrets={})))
    flip(bench, "b.s2")
    assert exposed(bench) == [{"zone": "b.s2", "key": "b:S4"}]


@pytest.mark.parametrize("place", ["b.s3", "a.s4", "a.grave"])
def test_a_card_that_is_shown_elsewhere_is_in_the_log(place: str) -> None:
    """Laid face-up anywhere on the mat, it has been seen."""
    bench = Bench({**COMMON, "b.s1": lay("S4", down=True)})
    bench.take("b.s2")
    bench.put("b:S4", place)
    assert exposed(bench) == [{"zone": "b.s2", "key": "b:S4"}]
    bench.take(place)
    bench.put("b:S4", "b.s2", down=True)
    assert len(exposed(bench)) == 1


def test_a_card_turned_up_where_another_could_be_activated_is_in_the_log() -> None:
    """Once it is laid back: until then hands may be on their way, however slowly."""
    bench = Bench({**COMMON, "a.s1": lay("C2", down=True)}, asks=True)
    bench.put("a:H7", "a.m2")
    bench.press("a.ok")
    assert bench.table.state.duel.decision is not None
    assert bench.table.state.duel.decision.kind == "window"
    flip(bench, "a.s2")
    bench.rest()
    assert exposed(bench) == []
    flip(bench, "a.s2")
    assert exposed(bench) == [{"zone": "a.s2", "key": "a:C2"}]


def test_what_a_play_turns_up_is_no_exposure() -> None:
    """A flip is a play; taken back, the card lies face-up until the hands have turned it."""
    bench = Bench({**COMMON, "a.m1": lay("C8", down=True, sideways=True)})
    flip(bench, "a.m2")
    bench.hands.turn(MatZone("a.m2"))
    assert bench.actions()[0] == "Turn"
    bench.press("a.judge")
    bench.press("b.ok")
    assert bench.table.state.duel.top("a.m1") == bench.start.duel.top("a.m1")
    bench.mat.rest(100)
    bench.table.sense(bench.mat.layout(), bench.mat.now_ms)
    assert exposed(bench) == []
    settle(bench)
    assert isinstance(bench.table.finding, Agreed)
    assert exposed(bench) == []


def test_the_counter_shows_life_alone_and_a_tournament_gives_no_hints() -> None:
    names = tuple(lamp.name for lamp in MAT.lamps)
    shown = {}
    for assist in ("coach", "referee", "tournament", "counter"):
        bench = Bench({**HANDS, "a.m1": lay("S6"), "a.m2": lay("H6")}, assist=assist)
        bench.take("a.m2")
        shown[assist] = set(styles(bench.table.now, names))
    assert lamps.LEGAL in shown["coach"]
    assert lamps.PUT in shown["coach"]
    assert {lamps.LEGAL, lamps.PUT}.isdisjoint(shown["referee"] | shown["tournament"])
    assert shown["counter"] <= {lamps.OFF, lamps.PHASE}
