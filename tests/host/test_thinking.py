"""The opponent's process: its answer comes in time, whatever becomes of the process."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from random import Random
from threading import Event
from time import monotonic, sleep
from typing import get_args

import pytest

from duelmat_command.config import OpponentLevel
from duelmat_engine import (
    Action,
    Duel,
    join_card_files,
    legal_actions,
    practice_duel,
    use_cards,
    view_for,
)
from duelmat_host.app.pace import longest_thought_s, step_s, thought_s
from duelmat_host.app.thinking import ThinkingProcess
from duelmat_opponent import BUDGETS, Budget, Level, choose

QUICK = Budget(steps=30, worlds=1, care=2.0)
WAIT_S = 60.0
OWN = """\
ruleset = "trump_king"
[[card]]
code = "H14"
name = "14 of hearts"
traits = { number = 13, suit = "heart" }
"""


def view() -> Duel:
    duel = practice_duel("trump_king", 1)
    assert duel.decision is not None
    return view_for(duel, duel.decision.seat)


def test_it_thinks_about_own_cards() -> None:
    """The process knows them by the text of the duel, and need not be started again."""
    cards = join_card_files("trump_king", [("own.toml", OWN)])
    duel = practice_duel(use_cards(cards).name, 1)
    assert duel.decision is not None
    asked = view_for(duel, duel.decision.seat)
    thinking = ThinkingProcess(QUICK, Random(3), cards=cards, is_paced=False)
    try:
        thinking.ask(asked, list(legal_actions(asked)))
        assert answer_of(thinking) in legal_actions(asked)
        assert thinking._process is not None
    finally:
        thinking.close()


def answer_of(thinking: ThinkingProcess) -> Action:
    end_s = monotonic() + WAIT_S
    while monotonic() < end_s:
        action = thinking.answer()
        if action is not None:
            return action
        sleep(0.01)
    raise AssertionError("no answer")


def begun(thinking: ThinkingProcess) -> BaseProcess:
    """The process, once it has answered for the first time."""
    asked = view()
    thinking.ask(asked, list(legal_actions(asked)))
    answer_of(thinking)
    process = thinking._process
    assert process is not None
    return process


@pytest.fixture
def thinking() -> Iterator[ThinkingProcess]:
    process = ThinkingProcess(QUICK, Random(3), is_paced=False)
    yield process
    process.close()


def test_it_answers_as_the_opponent_does_here(thinking: ThinkingProcess) -> None:
    """The process adds nothing: same view, budget and seed, same action."""
    asked = view()
    actions = list(legal_actions(asked))
    thinking.ask(asked, actions)
    here = choose(asked, QUICK, Random(Random(3).getrandbits(48)), among=actions)
    assert answer_of(thinking) == here


def test_one_that_is_prepared_has_started_when_it_is_asked(thinking: ThinkingProcess) -> None:
    """Its first answer takes no longer than any other; it is the process that answers."""
    thinking.prepare()
    thinking._waiting.submit(int).result(WAIT_S)  # what was submitted before is done
    prepared = thinking._process
    assert prepared is not None
    assert begun(thinking) is prepared


def test_a_question_that_is_never_come_to_has_no_answer(thinking: ThinkingProcess) -> None:
    """The table is closed before: whoever waits for a hint is told so, and not cut off."""
    free, asked = Event(), view()
    thinking._waiting.submit(free.wait)
    thinking.ask(asked, list(legal_actions(asked)))

    async def close_meanwhile() -> object:
        waiting = asyncio.create_task(thinking.considered())
        await asyncio.sleep(0)
        thinking.close()
        free.set()
        return await waiting

    assert asyncio.run(close_meanwhile()) == []


def test_whoever_asks_does_not_wait(thinking: ThinkingProcess) -> None:
    """There is no answer yet when the process has not even begun."""
    asked = view()
    thinking.ask(asked, list(legal_actions(asked)))
    assert thinking.answer() is None


def test_a_process_that_was_killed_is_answered_for_and_started_again(
    thinking: ThinkingProcess,
) -> None:
    """The next question finds another process."""
    asked = view()
    actions = list(legal_actions(asked))
    process = begun(thinking)
    process.kill()
    process.join()
    for _ in range(2):
        thinking.ask(asked, actions)
        assert answer_of(thinking) in actions
    assert thinking._process is not None
    assert thinking._process.is_alive()


def test_a_process_that_hangs_is_answered_for(
    thinking: ThinkingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the longest time and a grace it is what the policy prefers."""
    asked = view()
    actions = list(legal_actions(asked))
    process = begun(thinking)
    monkeypatch.setattr("duelmat_host.app.thinking.GRACE_S", 0.1)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    thinking.ask(asked, actions)
    assert answer_of(thinking) in actions
    assert not process.is_alive()


def test_an_answer_takes_a_human_while() -> None:
    """However little there is to think about."""
    thinking = ThinkingProcess(QUICK, Random(3))
    asked = view()
    began_s = monotonic()
    thinking.ask(asked, list(legal_actions(asked)))
    answer_of(thinking)
    thinking.close()
    assert monotonic() - began_s >= thought_s(0)


def test_a_long_turn_gets_faster_by_its_decisions_and_movements_alone() -> None:
    """Fifteen decisions and twenty movements: under 6 s; each hard: 1.5 s more."""
    thoughts = [thought_s(count) for count in range(15)]
    longest = [longest_thought_s(count) for count in range(15)]
    pauses = [max(step_s(count), 0.15) for count in range(20)]  # a table has each by then
    assert sorted(thoughts, reverse=True) == thoughts
    assert sum(thoughts) + sum(pauses) < 6
    assert sum(longest) < sum(thoughts) + 1.5
    assert sum(longest[:10]) < 4
    slow = [max(pause, 0.2) for pause in pauses[:15]]  # a board that feels each late
    assert sum(thoughts[:10]) + sum(slow) < 6


def test_a_closed_one_leaves_no_process(thinking: ThinkingProcess) -> None:
    asked = view()
    thinking.ask(asked, list(legal_actions(asked)))
    answer_of(thinking)
    process = thinking._process
    assert process is not None
    thinking.close()
    assert not process.is_alive()


def test_the_settings_name_the_levels_there_are() -> None:
    assert set(get_args(OpponentLevel)) == set(Level) == set(BUDGETS)
