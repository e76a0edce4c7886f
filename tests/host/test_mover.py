"""A person moves the opponent's cards on a real mat: as the page says, and nothing else counts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from deciders import ImmediateDecider, first_of
from direct_mat import (
    MAT,
    STARTER,
    DirectMat,
    DirectTable,
    MemoryJournal,
    make_table,
    practice_deck,
)
from duelmat_engine.names import Seat
from duelmat_engine.ruleset.registry import ruleset_names
from duelmat_hardware import Mat
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import UNREACHED
from duelmat_host.players.hands_file import load_hands, make_hands, save_hands
from duelmat_host.players.mover import WRONG_MS, Mover
from duelmat_host.players.opponent import Opponent
from duelmat_host.players.scripted_player import AnswerPrompt, Dice
from duelmat_host.sensing.layout import Face, MatZone
from duelmat_host.showing.hot_zones import hot_zones
from duelmat_host.showing.lights import styles
from duelmat_host.table.commands import Tell, Touch
from duelmat_host.table.zone_map import PadName
from duelmat_opponent import BUDGETS, Level
from duelmat_wire import lamps
from person import Person, how_of
from seen import public_json

BEN = Seat(1)


class Gated(DirectMat):
    """A mat whose layout passes the gate of a mover."""

    def __init__(self, mat: Mat = MAT) -> None:
        super().__init__(mat)
        self.mover: Mover | None = None

    def _sense(self) -> None:
        self.turn(200)

    def turn(self, ms: int) -> None:
        """Let the table look at the mat for so long."""
        assert self.table is not None
        assert self.mover is not None
        for _ in range(ms // 20):
            self.now_ms += 20
            passed = self.mover.follow(self.layout(), self.now_ms)
            self.table.take(self.mover.help, self.now_ms)
            if passed != self.table.layout:
                self.table.sense(passed, self.now_ms)
            self.table.tick(self.now_ms)

    def touch(self, pad: str) -> None:
        """Touch a pad; how a page's touch comes to the mover, test_table_loop.py has."""
        assert self.mover is not None
        if not self.mover.accept_touch(PadName(pad)):
            super().touch(pad)


class Game:
    """A duel against an opponent whose cards a person moves."""

    def __init__(self, ruleset: str = "trump_king", seed: int = 1, on: Mat = MAT) -> None:
        chance = Random(seed)
        deck = practice_deck(ruleset)
        self.mat = Gated(on)
        self.table = DirectTable(
            make_table(Dice(), asks=False, ruleset=ruleset, mat=on).state,
            MemoryJournal(),
            first_of,
        )
        self.mat.table = self.table
        self.hands = make_hands(UNREACHED, (deck, deck), Random(0))
        decider = ImmediateDecider(BUDGETS[Level.EASY], chance)
        self.opponent = Opponent(self.table, self.hands, BEN, decider, chance)
        self.mover = self.mat.mover = Mover(self.table, self.hands, self.opponent)
        real = make_hands(self.mat, (deck, deck), chance)
        self.person = Person(real, BEN, chance, self.table.state.card_name)
        mine = ImmediateDecider(BUDGETS[Level.EASY], chance)
        self.ana = Opponent(self.table, real, Seat(0), mine, chance)

    @property
    def view(self) -> dict[str, Any]:
        return public_json(self.table)

    def think(self) -> None:
        """Let the table do what is Ben's to do without a card."""
        step = self.mover.step()
        if isinstance(step, AnswerPrompt):
            self.table.answer(step.seat, step.prompt, step.option)
        elif isinstance(step, Move) and step.do == "press":
            self.table.press(step.zone, self.mat.now_ms)
        elif isinstance(step, Move):
            self.table.touch(PadName(step.zone), self.mat.now_ms, by=BEN)
        elif isinstance(step, Tell | Touch):
            self.table.command(BEN, step)
        self.mat.turn(100)

    def round(self) -> bool:
        """One step of everybody; False if nobody did anything."""
        self.think()
        moved = self.person.follow(self.view)
        self.mat.turn(100)
        step = self.ana.step()
        if isinstance(step, AnswerPrompt):
            self.table.answer(step.seat, step.prompt, step.option)
        elif isinstance(step, Move):
            step.carry_out(self.ana.hands)
        elif isinstance(step, Tell | Touch):
            self.table.command(Seat(0), step)
        decision = self.table.state.duel.decision
        if decision is not None and decision.kind == "first" and not self.table.state.obligations:
            prompt = self.table.now.prompts[0]
            self.table.answer(prompt.seat, prompt.id, 1)
        return moved or step is not None

    def play(self, until: Any, rounds: int = 400) -> None:
        idle = 0
        for _ in range(rounds):
            if until():
                return
            idle = 0 if self.round() else idle + 1
            assert idle < 160, self.stuck()
        raise AssertionError(self.stuck())

    def stuck(self) -> object:
        state = self.table.state
        return (
            self.person.done[-5:],
            self.view["obligations"],
            self.view["message"],
            state.duel.decision,
            state.obligations,
            state.pending,
        )


def turns(game: Game, count: int) -> Callable[[], bool]:
    """Whether so many turns have been played, or the duel is over."""
    return lambda: game.table.state.duel.turn > count or game.table.state.duel.is_over()


@pytest.mark.parametrize(
    ("ruleset", "seed", "count"),
    [
        ("trump_king", 1, 1),
        *(
            pytest.param(ruleset, seed, 8, marks=pytest.mark.long)
            for ruleset in ruleset_names()
            for seed in (2, 5)
        ),
    ],
)
def test_turns_are_played_by_what_the_page_says(ruleset: str, seed: int, count: int) -> None:
    """Every card of the row is known at its place, and nothing is refused or told as wrong."""
    game = Game(ruleset, seed)
    game.play(turns(game, count), 3_000)
    assert game.hands.row(BEN) == game.person.row
    done = game.person.done
    assert not [text for text in done if "not asked" in text or "not played" in text]
    again = [after for before, after in pairwise(done) if before.endswith("on top of Ben's deck.")]
    assert not [text for text in again if text.startswith("Turn over")], "shown twice"


@pytest.mark.parametrize(
    ("ruleset", "seed", "count"),
    [
        ("trump_king", 1, 1),
        *(
            pytest.param(ruleset, seed, 8, marks=pytest.mark.long)
            for ruleset in ruleset_names()
            for seed in (2, 3)
        ),
    ],
)
def test_turns_are_played_on_a_mat_that_does_not_sense_how_cards_lie(
    ruleset: str, seed: int, count: int
) -> None:
    """A card lies as it was asked to be laid, and a touch confirms that it was turned."""
    game = Game(ruleset, seed, STARTER)
    game.play(turns(game, count), 3_000)
    assert game.hands.row(BEN) == game.person.row
    done = game.person.done
    assert not [text for text in done if "not asked" in text or "not played" in text]


def dealt() -> Game:
    """A duel of Trump King whose opening hands lie in the row."""
    game = Game()
    game.play(lambda: len(game.person.row) == 5 and not game.table.state.obligations)
    return game


def asked_to_lay(game: Game) -> dict[str, Any]:
    """Play until a card of the row is to be laid on the mat, and return what the page says."""

    def is_asked() -> bool:
        obligation = game.person.obligation(game.view)
        return obligation is not None and obligation["text"].startswith("Take card")

    for _ in range(200):
        if is_asked():
            obligation = game.person.obligation(game.view)
            assert obligation is not None
            return obligation
        game.think()
        if not is_asked():
            game.round()
    raise AssertionError(game.stuck())


def test_the_hand_is_read_face_down_and_put_into_a_row() -> None:
    """Five cards, each to be laid on one zone and then at a place of its own."""
    game = dealt()
    assert list(game.person.row) == [1, 2, 3, 4, 5]
    assert game.hands.row(BEN) == game.person.row
    assert game.view["row"] == {"seat": "b", "places": [1, 2, 3, 4, 5], "asked": 0}
    first, second = game.person.done[:2]
    assert first == (
        "Draw card 1 of 5 for Ben without looking at it: lay it face-down on Ben's unused field "
        "zone."
    )
    assert second == "Put it, still face-down, at place 1 of Ben's row beside the mat."


def test_the_zone_for_reading_and_the_target_are_lit() -> None:
    """PUT where a card is to be laid, TAKE where it is to be taken away."""
    game = Game()
    game.think()
    lamp_names = tuple(lamp.name for lamp in MAT.lamps)
    spot = lamp_names.index("b.field")
    assert styles(game.table.now, lamp_names)[spot] == lamps.PUT
    assert hot_zones(game.table.now)[0] == "b.field"
    game.person.follow(game.view)
    game.mat.turn(100)
    assert styles(game.table.now, lamp_names)[spot] == lamps.TAKE
    asked = asked_to_lay(game)
    target = lamp_names.index(asked["to"])
    assert styles(game.table.now, lamp_names)[target] == lamps.PUT


def test_a_card_that_was_drawn_and_not_read_is_asked_for_again() -> None:
    """Whoever says "drawn" before the cards were read is asked for each of them all the same."""
    game = Game()
    game.think()
    game.table.touch(PadName("b.deck"), game.mat.now_ms, by=BEN)
    assert all(each.seat != BEN for each in game.table.state.obligations)
    game.play(lambda: len(game.person.row) == 5)
    game.play(turns(game, 1))
    assert game.hands.row(BEN) == game.person.row


def wrong_for(game: Game, place: int) -> int:
    """Return the place of a card that nobody has asked for."""
    return next(other for other in game.person.row if other != place)


def test_a_wrong_card_of_the_row_is_told_and_never_played() -> None:
    """The referee sees nothing of it; put back, the duel goes on with the card that was asked."""
    game = dealt()
    asked = asked_to_lay(game)
    place = game.view["row"]["asked"]
    other = wrong_for(game, place)
    before = len(game.table.journal_entries)
    game.person.lay(game.person.row[other], asked["to"], **how_of(asked["text"]))
    game.mat.turn(WRONG_MS + 100)
    assert len(game.table.journal_entries) == before
    assert asked["to"] not in game.table.layout
    told = game.person.obligation(game.view)
    assert told is not None
    where = game.table.state.place_name(asked["to"])
    assert told["text"] == (
        f"The card in {where} is not asked for: put it face-down back at place {other} of Ben's "
        "row."
    )
    game.person.hands.bring(game.person.row[other], "hand")
    game.mat.turn(200)
    assert game.person.obligation(game.view) == asked
    game.play(turns(game, 1))
    assert game.hands.row(BEN) == game.person.row


def test_a_row_that_is_mixed_up_is_read_again() -> None:
    """Two cards were put at each other's place: told once, and the second time all are read."""
    game = dealt()
    asked = asked_to_lay(game)
    place = game.view["row"]["asked"]
    row = game.person.row
    other = wrong_for(game, place)
    row[place], row[other] = row[other], row[place]
    for _ in range(2):
        game.person.lay(row[place], asked["to"], **how_of(asked["text"]))
        game.mat.turn(WRONG_MS + 100)
        game.person.hands.bring(row[place], "hand")
        game.mat.turn(200)
    game.think()
    told = game.person.obligation(game.view)
    assert told is not None
    assert told["text"].startswith("Take up all cards of Ben's row")
    game.play(turns(game, 1))
    assert game.hands.row(BEN) == row


@pytest.mark.parametrize("wrong", [{"face_up": False, "turn": 0}, {"face_up": True, "turn": 90}])
def test_a_card_that_lies_otherwise_than_asked_is_to_be_turned(wrong: dict[str, Any]) -> None:
    """A monster that is to be summoned is not Set by a slip of the hand."""
    game = dealt()
    asked = asked_to_lay(game)
    if how_of(asked["text"]) == wrong:
        wrong = {"face_up": True, "turn": 0}
    key = game.person.row[game.view["row"]["asked"]]
    game.person.lay(key, asked["to"], **wrong)
    game.mat.turn(WRONG_MS + 100)
    assert asked["to"] not in game.table.layout
    told = game.person.obligation(game.view)
    assert told is not None
    assert (told["from"], told["to"]) == (asked["to"], asked["to"])
    assert how_of(told["text"]) == how_of(asked["text"])


def test_a_card_of_the_deck_that_nobody_asked_for_goes_back() -> None:
    """A card drawn too early is neither played nor taken into the row."""
    game = dealt()
    game.person.lay(game.person.side.deck[0], "b.m3", face_up=True)
    game.mat.turn(WRONG_MS + 100)
    told = game.person.obligation(game.view)
    assert told is not None
    assert told["text"].endswith("put it face-down back on top of Ben's deck.")
    assert "b.m3" not in game.table.layout


def test_a_known_card_that_comes_to_the_hand_is_mixed_with_the_others() -> None:
    """Nobody may see later at which place the card lies that everybody saw."""
    game = dealt()
    asked = asked_to_lay(game)
    key = game.person.row[game.view["row"]["asked"]]
    game.person.follow(game.view)
    game.mat.turn(200)
    game.mover._begin(game.mover.asked.of_move(Move("bring", key=key, zone="hand")))
    game.mat.turn(20)
    sight = game.table.layout[asked["to"]]
    game.person.follow(game.view)
    game.mat.turn(200)
    assert (game.hands.sides[BEN].unread != []) == (sight.face is Face.UP)


def test_the_duel_goes_on_after_a_stop_in_the_middle(tmp_path: Path) -> None:
    """With a card that was read still on the mat, and with another that was drawn meanwhile."""
    game = Game()
    game.play(lambda: len(game.person.row) == 2)
    save_hands(game.hands, tmp_path / "hands.json")
    game.person.hands.place(
        game.person.side.deck[0], MatZone(game.mover.asked.spot), face_up=False
    )
    state, layout = game.table.state, game.table.layout
    again = Game()
    again.table.set_state(state)
    again.mat.lying, again.person = game.mat.lying, game.person
    again.ana.hands = game.ana.hands
    again.ana.hands.mat = again.mat
    assert load_hands(again.hands, tmp_path / "hands.json")
    assert again.table.layout == layout
    again.play(lambda: len(again.person.row) == 5)
    again.play(turns(again, 1))
    assert again.hands.row(BEN) == again.person.row


def test_a_row_that_was_forgotten_is_read_again() -> None:
    """The file with what the hands hold is gone: every card is asked for, and none is lost."""
    game = dealt()
    deck = practice_deck("trump_king")
    hands = make_hands(UNREACHED, (deck, deck), Random(0))
    game.hands = game.opponent.hands = game.mover.hands = game.mover.asked.hands = hands
    cards = list(game.person.row.values())
    game.person.row.clear()
    for key in reversed(cards):
        game.person.hands.bring(key, "pile")  # the next to be laid on the mat
    game.play(lambda: len(game.person.row) == 5)
    assert sorted(game.person.row.values()) == sorted(cards)


def test_two_worlds_with_other_hidden_cards_look_the_same() -> None:
    """What the page says, the lights and the journal tell nothing of a card of the hand."""
    seen = []
    for swap in (False, True):
        game = Game()
        deck = game.person.side.deck
        if swap:
            deck[0], deck[1] = deck[1], deck[0]
        shown = []
        for _ in range(40):
            if len(game.person.row) == 5:
                break
            game.think()
            game.person.follow(game.view)
            game.mat.turn(100)
            lamp_names = tuple(lamp.name for lamp in MAT.lamps)
            entries = game.table.journal_entries
            lit = styles(game.table.now, lamp_names)
            shown.append((game.view, lit, hot_zones(game.table.now), list(entries)))
        seen.append(shown)
    assert seen[0] == seen[1]
    assert len(seen[0]) == 10
