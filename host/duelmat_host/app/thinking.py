"""A process of its own in which the opponent thinks, so that the table never waits for it.

An answer comes after a human while, whether there was much to think about or nothing at all: the
time tells nothing about hidden cards. It comes even if the process hangs or dies; then it is what
the policy prefers, and another process is started for the next.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from threading import Event
from time import monotonic
from typing import Final, NamedTuple

from duelmat_engine import Action, Duel, use_cards
from duelmat_host.app.pace import longest_thought_s, thought_s
from duelmat_message import say
from duelmat_opponent import Budget, Considered, consider

GRACE_S: Final = 2.0
"""A process that has not answered this long after a question's own limit counts as lost."""
UNPACED_S: Final = 1.5
"""The longest time of a decision that has no part in a turn's pace."""
START_S: Final = 15.0
"""The time that the process may take to start, on a busy machine."""

_log = logging.getLogger(__name__)


class Question(NamedTuple):
    """The question that the process is asked."""

    view: Duel
    actions: tuple[Action, ...]
    budget: Budget
    seed: int
    longest_s: float


def think(line: Connection, cards: str) -> None:
    """Answer each question with what was considered, until the line is closed.

    cards: the players' own cards, as the text of a card file.
    """
    if cards:
        use_cards(cards)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the table ends it
    line.send([])  # it is ready
    while True:
        try:
            question: Question = line.recv()
        except EOFError:
            return
        line.send(_considered(question))


def _considered(question: Question) -> list[Considered]:
    end_s = monotonic() + question.longest_s
    return consider(
        question.view,
        question.budget,
        Random(question.seed),
        among=question.actions,
        is_late=lambda: monotonic() > end_s,
    )


def _heard(line: Connection, longest_s: float) -> list[Considered]:
    """Return what the process says next. Raises TimeoutError; EOFError if it is gone."""
    if not line.poll(longest_s):
        raise TimeoutError(
            say("expected an answer within {longest_s:g} s, got none", longest_s=longest_s)
        )
    heard: list[Considered] = line.recv()
    return heard


class ThinkingProcess:
    """A decider that thinks in another process."""

    def __init__(
        self,
        budget: Budget,
        chance: Random,
        *,
        cards: str = "",
        is_paced: bool = True,
    ) -> None:
        """is_paced: whether an answer comes at the pace of a person's turn (pace.py)."""
        self._budget = budget
        self._cards = cards
        self._chance = chance
        self._is_paced = is_paced
        self._turn = 0
        self._asked_count = 0
        """The number of decisions in that turn of the duel."""
        self._waiting = ThreadPoolExecutor(1, thread_name_prefix="opponent")
        self._answer: Future[list[Considered]] | None = None
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._closing = Event()

    def prepare(self) -> None:
        """Start the process, so that its first answer takes no longer than any other."""
        self._waiting.submit(self._prepared)

    def ask(self, view: Duel, actions: Sequence[Action]) -> None:
        """Ask which of these actions to do in a seat's view; any earlier question is void."""
        if view.turn != self._turn:
            self._turn, self._asked_count = view.turn, 0
        least_s = thought_s(self._asked_count) if self._is_paced else 0.0
        longest_s = longest_thought_s(self._asked_count) if self._is_paced else UNPACED_S
        self._asked_count += 1
        seed = self._chance.getrandbits(48)
        question = Question(view, tuple(actions), self._budget, seed, longest_s)
        self._answer = self._waiting.submit(self._wait_for, question, least_s)

    def answer(self) -> Action | None:
        """Return the action; None while it is being thought about."""
        asked = self._answer
        return asked.result()[0].action if asked is not None and asked.done() else None

    async def considered(self) -> list[Considered]:
        """Return what was considered for the last question, the best first.

        Nothing was if the process was closed before it came to the question.
        """
        assert self._answer is not None
        answered = asyncio.wrap_future(self._answer)
        await asyncio.wait([answered])
        return [] if answered.cancelled() else answered.result()

    def change_budget(self, budget: Budget) -> None:
        """Think with another budget from the next question on."""
        self._budget = budget

    def close(self) -> None:
        """End the process without waiting for an answer."""
        self._closing.set()
        self._waiting.shutdown(wait=False, cancel_futures=True)
        self._end()

    def _wait_for(self, question: Question, least_s: float) -> list[Considered]:
        began_s = monotonic()
        try:
            found = self._asked(question)
        except (EOFError, OSError, TimeoutError) as fault:
            if not self._closing.is_set():
                _log.warning("the opponent's process is started again: %r", fault)
            self._end()
            quick = Budget(steps=0, worlds=0, care=self._budget.care)
            found = _considered(question._replace(budget=quick))
        self._closing.wait(max(0.0, began_s + least_s - monotonic()))
        return found

    def _asked(self, question: Question) -> list[Considered]:
        """Return the process's answer. Raises TimeoutError; EOFError if it is gone."""
        line = self._line or self._start()
        line.send(question)
        return _heard(line, question.longest_s + GRACE_S)

    def _prepared(self) -> None:
        if self._line is None:
            try:
                self._start()
            except (EOFError, OSError, TimeoutError):
                self._end()  # the first question tries it again, and says so

    def _start(self) -> Connection:
        """Return the line to a process that is ready. Raises as `_asked` does."""
        if self._closing.is_set():
            raise EOFError("closed")
        context = multiprocessing.get_context("spawn")  # threads and a fork do not go together
        ours, theirs = context.Pipe()
        process = context.Process(
            target=think, args=(theirs, self._cards), name="opponent", daemon=True
        )
        process.start()
        theirs.close()
        self._process, self._line = process, ours
        _heard(ours, START_S)
        return ours

    def _end(self) -> None:
        process, line = self._process, self._line
        self._process = self._line = None
        if process is not None:
            process.kill()
            process.join()
        if line is not None:
            line.close()
