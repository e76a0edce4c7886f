"""The action meant by a question that names one of many copies: the one that makes most sense."""

from __future__ import annotations

from typing import Final

from duelmat_engine.actions import Action
from duelmat_engine.forms.action_form import Asked
from duelmat_engine.judging.judge import judge
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Duel
from duelmat_engine.verdict import Invalidity, Never, Verdict

_AMISS: Final = (Invalidity.NONE, Invalidity.ELSEWHERE, Invalidity.MALFORMED, Invalidity.OVER)
"""The invalidities, from the least objection to the greatest."""


def meant(asked: Asked, duel: Duel, game: Game) -> Action:
    """Return the first legal action; if none is, the one with the least objections."""
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
    """Return the weight of the objections to an action: how final, then how much is missing."""
    never = sum(isinstance(remedy, Never) for remedy in verdict.remedies)
    return (_AMISS.index(verdict.invalid), never, len(verdict.remedies), len(verdict.rules))
