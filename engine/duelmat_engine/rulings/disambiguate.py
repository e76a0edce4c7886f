"""What is meant: the action that a question makes sense for, where it names one of many copies."""

from __future__ import annotations

from typing import Final

from duelmat_engine.actions import Action
from duelmat_engine.forms.action_form import Asked
from duelmat_engine.judging.judge import judge
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Duel
from duelmat_engine.verdict import Invalidity, Never, Verdict

_AMISS: Final = (Invalidity.NONE, Invalidity.ELSEWHERE, Invalidity.MALFORMED, Invalidity.OVER)
"""What says least against an action first."""


def meant(asked: Asked, duel: Duel, game: Game) -> Action:
    """The first action that is legal; if none is, the one that least speaks against."""
    actions = list(asked.actions(duel, game))
    best = actions[0]
    if len(actions) == 1:
        return best
    least: tuple[int, ...] | None = None
    for action in actions:
        verdict = judge(duel, action, game)
        if verdict.legal:
            return action
        found = _against(verdict)
        if least is None or found < least:
            best, least = action, found
    return best


def _against(verdict: Verdict) -> tuple[int, ...]:
    """How much speaks against an action: what never can be, then how much is missing."""
    never = sum(isinstance(remedy, Never) for remedy in verdict.remedies)
    return (_AMISS.index(verdict.invalid), never, len(verdict.remedies), len(verdict.rules))
