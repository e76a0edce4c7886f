"""TableRunner: runs a table's rounds, shows its pages what changes, moves the opponent's hands."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from time import monotonic, monotonic_ns
from typing import Any, Final

from duelmat_engine import Seat
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.fingers import Fingers
from duelmat_host.app.following_hands import FollowingHands
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.metrics import WarningCounter
from duelmat_host.app.pace import LOOK_S, step_s
from duelmat_host.app.page_views import PageViews
from duelmat_host.app.simulated_mat import SimulatedMat
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.errors import RigError, RigGoneError
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands
from duelmat_host.players.mover import Mover
from duelmat_host.players.opponent import Opponent, Step
from duelmat_host.players.scripted_player import AnswerPrompt
from duelmat_host.players.unasked import has_no_answer
from duelmat_host.showing.view_types import LightsView
from duelmat_host.table.commands import Agree, Refuse, Tell, Touch
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.inputs import (
    ButtonPressed,
    ButtonReleased,
    CommandGiven,
    Input,
    NoAnswerHeld,
    PadTouched,
    QuestionAnswered,
)
from duelmat_host.table.zone_map import PadName
from duelmat_message import say, words_of
from duelmat_message.errors import DuelmatError


async def do_simulated(
    opponent: Opponent, hands: Hands, fingers: Fingers, loop: TableLoop
) -> Step | None:
    """Do the opponent's next step at a simulated mat, and return it; None: there is none.

    What no mat feels is done with what comes after it: nothing has to be waited for.
    """
    done: Step | None = None
    while (step := opponent.step()) is not None and step != done:  # the same again has to wait
        done = step
        if not isinstance(step, Move):
            loop.take(_said(step, opponent.seat))
            break
        if step.do == "press":
            await fingers.press(hands, step.zone)
            break
        step.carry_out(hands)
        if step.is_felt:
            break
    return done


def do_moved(mover: Mover, loop: TableLoop) -> None:
    """Do the opponent's next step at a real mat, where a person moves its cards."""
    step = mover.step()
    if isinstance(step, Move):
        for given in _touches(step, mover.seat):
            loop.take(given)
    elif step is not None:
        loop.take(_said(step, mover.seat))


def _said(step: AnswerPrompt | Agree | Refuse | Tell | Touch, seat: Seat) -> Input:
    """Return what the opponent says to a question or a request, or of a card."""
    if isinstance(step, AnswerPrompt):
        return QuestionAnswered(step.seat, step.prompt, step.option)
    return CommandGiven(seat, step)


def _touches(step: Move, seat: Seat) -> list[Input]:
    """Return the movement of a touch or press for the opponent, which moves no card."""
    if step.do == "press":
        return [ButtonPressed(step.zone), ButtonReleased(step.zone, held_ms=0)]
    return [PadTouched(PadName(step.zone), seat)]


ROUND_S: Final = 0.02
"""The longest time between two rounds of the table."""
REVIVE_S: Final = 0.5
"""The time between two attempts to start a simulated mat again."""
CANCEL_S: Final = 0.5
"""The time within which a cancelled task has ended, or is cancelled again."""
BOT_POLL_S: Final = 0.15
"""The time between two looks whether the practice opponent has something to do."""
HANDS_POLL_S: Final = 0.1
"""The time between two looks whether people's hands have something to do by themselves."""
FOLLOWED_S: Final = 10.0
"""The time within which hands have done what comes before a play, on a busy machine too."""
STUCK_S: Final = 5.0
"""A table without a round for so long hangs: it has fifty a second."""


def now_ms() -> int:
    """Return the time by the steady clock that the table runs by."""
    return monotonic_ns() // 1_000_000


class TableRunner:
    """The task that runs one table until it is stopped."""

    def __init__(
        self,
        loop: TableLoop,
        views: PageViews,
        players: MatPlayers,
        mat: SimulatedMat | None,
    ) -> None:
        self.fingers = Fingers()
        self._loop = loop
        self._views = views
        self._mat = mat
        self._stop = asyncio.Event()
        self._round_s: float | None = None
        """The time of the table's last round; None = none yet."""
        self.seat(players)

    def seat(self, players: MatPlayers) -> None:
        """Move the hands of these players, who play the duel that begins."""
        self.players = players
        duel, hands = self._loop.table.state.duel, players.hands
        people = [Seat(seat) for seat in duel.seats if not players.is_opponent(Seat(seat))]
        self._following = None
        """The hands of people that follow the duel by themselves, where the mat is simulated."""
        if hands is not None:
            self._following = FollowingHands(self._loop.table, hands, people)
        self._loop.seat(players.use)
        self._views.seat(players)

    def begin_next(self, duels: DuelSeries, setup: DuelSetup) -> None:
        """Begin the next duel, and move the hands of its players."""
        with self._loop.keeping.noting():
            self.seat(duels.begin_next(self._loop, setup))

    def take_over(self, duels: DuelSeries, content: bytes) -> None:
        """Go on with a duel of another table, and move the hands of its players."""
        with self._loop.keeping.noting():
            self.seat(duels.take_over(self._loop, content))

    @property
    def is_running(self) -> bool:
        """Whether the table has had a round within STUCK_S."""
        return self._round_s is not None and monotonic() - self._round_s < STUCK_S

    async def run(self) -> None:
        """Run the table until it is stopped."""
        tasks = [
            asyncio.create_task(self._run_rounds(), name="table"),
            asyncio.create_task(self._views.run(), name="views"),
        ]
        if self._mat is not None:
            tasks.append(asyncio.create_task(self._follow_lights(self._mat), name="lights"))
        if self.players.hands is not None or self.players.mover is not None:
            tasks.append(asyncio.create_task(self._play_opponent(), name="opponent"))
        if self.players.hands is not None:
            tasks.append(asyncio.create_task(self._follow_duel(), name="hands"))
        stop = asyncio.create_task(self._stop.wait(), name="stop")
        counter = WarningCounter(self._loop.metrics)
        logging.getLogger().addHandler(counter)
        try:
            done, _ = await asyncio.wait({*tasks, stop}, return_when=asyncio.FIRST_COMPLETED)
            for task in done - {stop}:
                task.result()
        finally:
            logging.getLogger().removeHandler(counter)
            pending = {*tasks, stop}
            while pending:
                for task in pending:
                    task.cancel()  # again: Python 3.11 can lose one during a wait_for
                _, pending = await asyncio.wait(pending, timeout=CANCEL_S)

    def stop(self) -> None:
        """Stop running, and end the feeds of all viewers."""
        self._stop.set()
        self._views.close()

    async def _run_rounds(self) -> None:
        loop, seen = self._loop, None
        while True:
            loop.run_round(now_ms())
            self._round_s = monotonic()
            self.fingers.feel(loop.buttons.releases, loop.boot)
            version = (loop.version, self._views.link())
            if version != seen:
                seen = version
                self._views.renew()
            await loop.line.wait(0 if loop.is_behind else ROUND_S)

    async def _follow_lights(self, mat: SimulatedMat) -> None:
        """Show the lights that the board drives, decoded from the real signal of its pin."""
        shown = LightsView([], [], "board")
        while True:
            error = RigGoneError(say("The simulated mat has ended."))
            try:
                shown = self._show_lights(shown, await mat.lights.look())
                await mat.lights.subscribe()
                async for event in mat.lights.events():
                    shown = self._show_lights(shown, event)
            except RigGoneError as gone:
                error = gone
            await mat.lights.close()
            await self._revive(mat, error)

    def _show_lights(self, shown: LightsView, event: Mapping[str, Any]) -> LightsView:
        """Show the lights and displays of an event; those that it omits stay."""
        now = LightsView(
            event.get("lights", shown.lights), event.get("displays", shown.displays), "board"
        )
        self._views.show_lights(now)
        return now

    async def _revive(self, mat: SimulatedMat, error: RigError) -> None:
        """Start the simulated mat again, and try until that works."""
        if self.players.hands is None:
            raise error
        while True:
            reason = words_of(error)
            trouble = say("{reason} It is being started again; the duel waits.", reason=reason)
            self._views.show_mat_trouble(trouble)
            await asyncio.sleep(REVIVE_S)
            try:
                await mat.revive(self.players.hands.lying)
            except RigError as again:
                error = again
                continue
            self._views.show_mat_trouble(None)
            return

    def _pass_in_vain(self, players: MatPlayers) -> bool:
        """Pass for the person who plays against the program, where their cards hold no answer."""
        if players.opponent is None:
            return False
        person, state = Seat(1 - players.opponent.seat), self._loop.table.state
        held = () if players.hands is None else players.hands.held(person)
        if not has_no_answer(state, person, held):
            return False
        self._loop.take(NoAnswerHeld(person))
        return True

    async def hands_have_followed(self) -> bool:
        """Wait for what people's hands do by themselves; return whether it had to come first."""
        following = self._following
        if following is None or not following.is_busy:
            return False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FOLLOWED_S):
                while following.is_busy:  # noqa: ASYNC110  (nothing tells when the mat has felt it)
                    await asyncio.sleep(HANDS_POLL_S)
        return not following.is_busy

    async def _follow_duel(self) -> None:
        """Have the hands of people do what is owed, beside everything else."""
        while True:
            await asyncio.sleep(HANDS_POLL_S)
            with contextlib.suppress(DuelmatError), self._loop.keeping.noting():
                if self._following is None:
                    continue
                for seat, told in list(self._following.tells()):
                    self._loop.take(CommandGiven(seat, told))
                if self._following.step(now_ms()):
                    self._views.renew()

    async def _play_opponent(self) -> None:
        turn, moves_count, pause_s = 0, 0, BOT_POLL_S
        while True:
            await asyncio.sleep(pause_s)
            pause_s = BOT_POLL_S
            if self._loop.table.state.called_by is not None:
                continue  # it waits for the ruling, as everybody does
            players = self.players
            with contextlib.suppress(DuelmatError), self._loop.keeping.noting():
                if self._pass_in_vain(players):
                    continue
                if players.mover is not None:
                    do_moved(players.mover, self._loop)
                elif players.hands is not None and players.opponent is not None:
                    opponent = players.opponent
                    done = await do_simulated(opponent, players.hands, self.fingers, self._loop)
                    if done is not None or opponent.is_busy:
                        pause_s = LOOK_S
                    if isinstance(done, Move) and done.do != "press":
                        self._views.renew()
                        now = self._loop.table.state.duel.turn
                        turn, moves_count = now, moves_count + 1 if now == turn else 0
                        pause_s = step_s(moves_count)
