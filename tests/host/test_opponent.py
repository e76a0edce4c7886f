"""The practice opponent plays through the mat like anybody, and never gets stuck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from deciders import ImmediateDecider, first_of
from direct_mat import (
    MAT,
    STARTER,
    Bench,
    DirectTable,
    MemoryJournal,
    do,
    held,
    lay,
    practice_deck,
    seat_down,
)
from duelmat_engine import Action, Advance, Duel, Play
from duelmat_engine.names import CardKey, Seat
from duelmat_engine.play import new_duel
from duelmat_engine.ruleset.registry import ruleset_names
from duelmat_hardware import Mat
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.opponent import WAITS, Opponent
from duelmat_host.players.scripted_player import AnswerPrompt, Dice
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.messages import messages_of
from duelmat_host.table.commands import Agree, Command, CorrectLife, OfferDraw, Refuse, Tell, Touch
from duelmat_host.table.obligations import Obligation, ObligationKind
from duelmat_opponent import BUDGETS, Budget, Level

STEPS = 700


EASY = BUDGETS[Level.EASY]
MEDIUM = BUDGETS[Level.MEDIUM]._replace(steps=60)
DUELS = [
    *((ruleset, 0, EASY, 4) for ruleset in ruleset_names()),
    # Marauding Captain asks for a card that only its player knows
    pytest.param("resummoned", 1, EASY, 1, marks=pytest.mark.long),
    *(pytest.param(name, 1, MEDIUM, 1, marks=pytest.mark.long) for name in ruleset_names()),
    *(pytest.param(name, 1, MEDIUM, 4, marks=pytest.mark.long) for name in ruleset_names()),
]


@pytest.mark.parametrize(("ruleset", "seed", "budget", "slow"), DUELS)
def test_two_opponents_play_on_without_help(
    ruleset: str, seed: int, budget: Budget, slow: int
) -> None:
    """Both seats played alike: plays are made, nothing is refused for long, no seat waits.

    A slow mat feels the cards at every fourth step alone: hands are faster than it is.
    """
    play_on(ruleset, seed, budget, slow)


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_two_opponents_tell_how_their_cards_lie(ruleset: str) -> None:
    """Their hands say what a mat with one plain sticker a sleeve does not sense."""
    play_on(ruleset, 2, EASY, 1, STARTER)


def play_on(ruleset: str, seed: int, budget: Budget, slow: int, on: Mat = MAT) -> None:
    chance = Random(seed)
    closed = new_duel(ruleset, [practice_deck(ruleset)] * 2, seed=seed).duel
    performance, mat, _ = seat_down(closed, asks=False, on=on)
    hands = performance.hands
    table = DirectTable(performance.table.state, MemoryJournal(), first_of)
    performance.table = mat.table = table
    players = [
        Opponent(table, hands, Seat(seat), ImmediateDecider(budget, chance), chance)
        for seat in (0, 1)
    ]
    idle = 0
    mat.is_slow = slow > 1
    for number in range(STEPS):
        if number % slow == 0:
            mat.feel()
        if table.state.duel.is_over():
            break
        for player in players:
            step = player.step()
            idle = idle + 1 if step is None else 0
            if isinstance(step, Move | AnswerPrompt):
                do(performance, step)
                mat.rest(10)
            elif isinstance(step, Tell | Touch):
                table.command(player.seat, step)
        decision = table.state.duel.decision
        if decision is not None and decision.kind == "first" and not table.state.obligations:
            prompt = table.now.prompts[0]  # people decide who goes first
            table.answer(prompt.seat, prompt.id, 0)
        assert idle < 5 * WAITS, (
            table.state.duel.decision,
            table.state.obligations,
            table.state.pending,
            messages_of(table.now),
        )
    assert table.state.duel.turn > 3
    assert not any("it changes nothing" in line.text for line in table.state.log)


REQUESTS: list[tuple[Command, bool]] = [
    (OfferDraw(), False),
    (CorrectLife("b", 30, "miscounted"), True),
]


@pytest.mark.parametrize(("command", "is_granted"), REQUESTS)
def test_what_a_person_asks_for_is_answered(command: Command, *, is_granted: bool) -> None:
    """A draw is refused, a life is agreed to; neither keeps the opponent from playing on."""
    bench = Bench({"a.hand": held("S4"), "b.hand": held("H2")})
    chance = Random(0)
    decider = ImmediateDecider(BUDGETS[Level.EASY], chance)
    opponent = Opponent(bench.table, bench.hands, Seat(1), decider, chance)
    bench.table.command(Seat(0), command)
    assert bench.table.state.requests
    reply = opponent.step()
    assert isinstance(reply, Agree if is_granted else Refuse)
    bench.table.command(Seat(1), reply)
    assert not bench.table.state.requests
    assert (bench.table.state.duel.players[1].life == 30) is is_granted
    assert not bench.table.state.duel.is_over()


class Tribute:
    """A decider that pays for a card with two others, once."""

    def __init__(self) -> None:
        self.wanted: list[Action] = []

    def ask(self, view: Duel, actions: Sequence[Action]) -> None:
        del view
        self.wanted = [each for each in actions if isinstance(each, Play) and len(each.using) == 2]

    def answer(self) -> Action | None:
        return self.wanted[0]


def test_a_question_that_a_busy_table_asks_late_is_answered() -> None:
    """The card was laid long before the mat felt it: which play it is was not asked yet."""
    lying = {f"a.m{n}": lay(code, down=True) for n, code in enumerate(("MysticalElf", "BattleOx"))}
    bench = Bench({"a.hand": held("DarkMagician"), **lying}, ruleset="resummoned", turn=3)
    opponent = Opponent(bench.table, bench.hands, Seat(0), Tribute(), Random(0))
    laid = opponent.step()
    assert isinstance(laid, Move)
    assert [opponent.step() for _ in range(10)] == [None] * 10
    assert opponent.is_busy
    laid.carry_out(bench.hands)
    bench.rest(200)
    assert isinstance(opponent.step(), AnswerPrompt)


class Summons(Tribute):
    """A decider that Normal Summons the first card that it can, and is asked once."""

    def ask(self, view: Duel, actions: Sequence[Action]) -> None:
        assert not self.wanted
        self.wanted = [e for e in actions if isinstance(e, Play) and e.move == "normal-summon"]


def test_what_it_laid_stays_while_the_table_asks_which_play_it_is() -> None:
    """The mat feels the card late and asks: the hand that laid it does not take it back."""
    bench = Bench({"a.hand": held("C7", "H2")}, turn=3)
    opponent = Opponent(bench.table, bench.hands, Seat(0), Summons(), Random(0))
    laid = opponent.step()
    assert isinstance(laid, Move)
    assert opponent.step() is None
    laid.carry_out(bench.hands)
    assert bench.table.now.asks_meaning
    answer = opponent.step()
    assert isinstance(answer, AnswerPrompt)
    bench.table.answer(answer.seat, answer.prompt, answer.option)
    assert bench.actions() == ["normal-summon"]
    assert bench.hands.where(CardKey(laid.key)) == laid.zone


def test_a_card_that_its_hand_took_up_by_mistake_is_laid_back() -> None:
    """Its own zones lie as the duel has them when it decides: nobody waits for it for ever."""
    bench = Bench({"a.m2": lay("C7"), "a.hand": held("H2")}, turn=3)
    opponent = Opponent(bench.table, bench.hands, Seat(0), Summons(), Random(0))
    bench.hands.bring(CardKey("a:C7"), "hand")
    back = opponent.step()
    assert isinstance(back, Move)
    assert (back.do, back.key, back.zone) == ("place", "a:C7", "a.m3")


class GoingOn(Tribute):
    """A decider that goes on to another phase, and answers once."""

    def ask(self, view: Duel, actions: Sequence[Action]) -> None:
        del view
        self.wanted = [each for each in actions if isinstance(each, Advance)]

    def answer(self) -> Action | None:
        return self.wanted.pop(0)


def test_it_waits_for_what_the_other_players_hands_owe() -> None:
    """The next phase is not asked for in vain; it comes when they have done it."""
    bench = Bench({"a.hand": held("S4"), "b.hand": held("H2")}, turn=4, turn_seat=1, phase="main1")
    table = bench.table
    before, opponent = table.state, Opponent(table, bench.hands, Seat(1), GoingOn(), Random(0))
    owed = Obligation(ObligationKind.RETURN, MatZone("a.deck"), Seat(0), "Shuffle.", count=1)
    table.set_state(replace(before, current=replace(before.current, obligations=(owed,))))
    assert [opponent.step() for _ in range(10)] == [None] * 10
    table.set_state(before)
    assert opponent.step() is not None


def test_the_dice_of_a_known_duel_fall_as_it_says() -> None:
    dice = Dice([("a", "b")])
    assert dice(("a", "b", "c"), 2) == ("a", "b")
