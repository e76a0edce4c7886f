"""Deciding for an opponent: it is asked, and answers when it has thought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from duelmat_engine import Action, Duel


class Decider(Protocol):
    """The decider for an opponent, one decision at a time."""

    def ask(self, view: Duel, actions: Sequence[Action]) -> None:
        """Ask which of these actions to do in a seat's view; what was asked before is void."""

    def answer(self) -> Action | None:
        """Return the action; None while it is being thought about."""
