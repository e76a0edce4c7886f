"""Attacks that are entered before the battle has begun: the table goes there first, in one press.

Nothing is done that its player could not do by pressing the phase button before: the other player
is asked on the way, as ever, and the attack is declared only if it is still legal then.
"""

from __future__ import annotations

from typing import Final

from duelmat_engine import Advance, Attack, Duel, Game, Pass, carry_out, judge, legal_actions

MOST_STEPS: Final = 8
"""More steps than lead from any main phase to a battle in which nobody responds."""


def is_battle_open(duel: Duel, seat: int) -> bool:
    """Whether a seat may begin an attack, or something else, in its battle."""
    decision = duel.decision
    is_open = decision is not None and decision.kind == "open" and decision.seat == seat
    return is_open and duel.phase.startswith("battle")


def step_to_attack(duel: Duel, game: Game, attack: Attack) -> Advance | Pass | None:
    """Return the step towards the battle in which an attack is legal if nobody responds.

    None: there is no such step, or the battle has begun.
    """
    decision = duel.decision
    if decision is None or decision.kind != "open" or duel.turn_seat != decision.seat:
        return None
    if duel.chain or not duel.phase.startswith("main"):
        return None
    steps = [a for a in legal_actions(duel, game) if isinstance(a, Advance)]
    first: Advance | Pass = next((a for a in steps if a.phase.startswith("battle")), Pass())
    if isinstance(first, Pass) and not game.rules.phase(duel.phase).then.startswith("battle"):
        return None
    ahead, step = duel, first
    for _ in range(MOST_STEPS):
        if not judge(ahead, step).legal:
            return None
        ahead = carry_out(ahead, step, game).duel
        if is_battle_open(ahead, decision.seat):
            return first if judge(ahead, attack).legal else None
        step = Pass()
    return None
