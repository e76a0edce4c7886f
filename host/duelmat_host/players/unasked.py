"""Whether a person who plays against the program is asked in vain.

Between two people everybody is asked who might respond by what everybody knows: who is not asked
would show that no answer lies there. The program draws nothing from that.
"""

from __future__ import annotations

from collections.abc import Collection

from duelmat_engine import CardKey, Pass, Seat, legal_actions
from duelmat_host.table.asking import WindowKind, response_kind
from duelmat_host.table.private import private_duel
from duelmat_host.table.state import TableState


def has_no_answer(state: TableState, seat: Seat, held: Collection[CardKey]) -> bool:
    """Whether a seat is asked for a response that its own cards do not allow.

    Who wants to be asked every time is; `held` are the cards of the hand, as far as known.
    """
    decision = state.duel.decision
    if decision is None or decision.seat != seat or state.called_by is not None:
        return False
    if response_kind(state.duel, state.rules) is None:
        return False
    if WindowKind.EVERY in state.asking_of(seat).kinds:
        return False
    private = private_duel(state.duel, seat, state.secrets, held)
    return all(isinstance(action, Pass) for action in legal_actions(private))
