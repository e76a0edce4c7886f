"""Answering what a person asks of the program in practice: another level, and a hint."""

from __future__ import annotations

import logging
from typing import Final, Literal

from msgspec import Struct

from duelmat_engine import parse_seat
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.kept_choice import keep_choice, kept_choice
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.app.table_runner import TableRunner
from duelmat_host.players.possible_actions import known_to, possible_actions
from duelmat_host.showing.hints import HintView, hint_view
from duelmat_host.table.errors import DeclinedError
from duelmat_message import say
from duelmat_opponent import Level

_log = logging.getLogger(__name__)


class AskHint(Struct, frozen=True, forbid_unknown_fields=True):
    """A question of a seat: what would the strong opponent consider here?"""


class ChangeLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of the level at which the practice opponent plays."""

    level: Literal["easy", "medium", "strong"]
    """The level from its next decision on."""


_WAIT: Final = say("A hint is given when it is your turn to decide: ask again then.")


class PracticeDesk:
    """The practice against the program at one table; between two people everything is declined."""

    def __init__(self, loop: TableLoop, runner: TableRunner, duels: DuelSeries | None) -> None:
        """duels: those of the table; None: it plays one duel, against nobody."""
        self._loop = loop
        self._runner = runner
        self._duels = duels

    @property
    def level(self) -> Level | None:
        """Return the level of the opponent; None: people play all seats."""
        is_played = self._runner.players.opponent is not None
        return self._duels.options.opponent if self._duels is not None and is_played else None

    def prepare(self) -> None:
        """Make the opponent ready to think: the table begins to play."""
        if self._duels is not None:
            self._duels.practice.prepare()

    def change_level(self, wanted: ChangeLevel) -> None:
        """Have the opponent play at another level from its next decision on.

        The journal does not have it: the level decides no rule, only what the other player does.
        """
        if self._duels is None or self.level is None:
            raise DeclinedError(
                say("People play here, and no program: choose another opponent for the next duel.")
            )
        self._duels.change_level(Level(wanted.level))
        directory = self._duels.options.directory
        if kept_choice(directory) is not None:  # else its options say so when it is started again
            keep_choice(directory, wanted.level)
        _log.info("the opponent plays at the level %s", wanted.level)

    async def hint(self, letter: str) -> HintView:
        """Return what the strong opponent would consider for a seat, by what that seat knows.

        Raises DeclinedError where people play each other, or the seat has nothing to decide.
        """
        table, hands, seat = self._loop.table, self._runner.players.hands, parse_seat(letter)
        if self._duels is None or self.level is None or hands is None:
            raise DeclinedError(say("Between people, nobody is given a hint."))
        state = table.state
        decision = state.duel.decision
        if decision is None or decision.seat != seat or state.is_judge_called:
            raise DeclinedError(_WAIT)
        if state.obligations or state.pending:
            raise DeclinedError(say("First do what stands there for your hands."))
        private = known_to(table, hands, seat)
        actions = possible_actions(table, hands, seat, private)
        if not actions:
            raise DeclinedError(_WAIT)
        considered = await self._duels.practice.advise(private, actions, state.setup.cards)
        if not considered or table.state.duel is not state.duel:
            raise DeclinedError(_WAIT)
        return hint_view(state, private, seat, considered)
