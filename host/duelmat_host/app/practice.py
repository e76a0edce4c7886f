"""The program as it plays and advises in practice: the processes in which it thinks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom

from duelmat_engine import Action, Duel
from duelmat_host.app.thinking import ThinkingProcess
from duelmat_opponent import BUDGETS, Considered, Level


class Practice:
    """The thinking of one table's opponent, and of hints to the person who plays against it."""

    def __init__(self) -> None:
        self._opponent: ThinkingProcess | None = None
        self._adviser: ThinkingProcess | None = None
        """It has a process of its own, so that a hint never delays the opponent; None: nobody has
        asked for a hint in this duel."""
        self._starts_early = False

    def prepare(self) -> None:
        """Start the opponent's process now, and in later duels as they begin.

        A table that plays does; one that is only opened needs no process.
        """
        self._starts_early = True
        if self._opponent is not None:
            self._opponent.prepare()

    def new_opponent(self, level: Level, random: Random, cards: str) -> ThinkingProcess:
        """Return the decider of an opponent that begins to play, with these own cards."""
        self.close()
        self._opponent = ThinkingProcess(BUDGETS[level], random, cards=cards)
        if self._starts_early:
            self._opponent.prepare()
        return self._opponent

    def change_level(self, level: Level) -> None:
        """Have the opponent play at another level, from its next decision on."""
        if self._opponent is not None:
            self._opponent.change_budget(BUDGETS[level])

    async def advise(self, view: Duel, actions: Sequence[Action], cards: str) -> list[Considered]:
        """Return what the strong opponent would consider of a seat's actions, the best first.

        view: the duel as that seat knows it; nothing else is considered. Nothing is if the table
        is closed meanwhile.
        """
        if self._adviser is None:
            strong = BUDGETS[Level.STRONG]
            self._adviser = ThinkingProcess(strong, SystemRandom(), cards=cards, is_paced=False)
        self._adviser.ask(view, actions)
        return await self._adviser.considered()

    def close(self) -> None:
        """End the processes without waiting for answers."""
        for each in (self._opponent, self._adviser):
            if each is not None:
                each.close()
        self._opponent = self._adviser = None
