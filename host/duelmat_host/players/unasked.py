"""Whether a person who plays against the program is asked in vain.

Between two people everybody is asked who might respond by what everybody knows: who is not asked
would show that no answer lies there. The program draws nothing from that.
"""

from __future__ import annotations

from functools import lru_cache

from duelmat_engine import Advance, CardKey, Pass, Seat, legal_actions
from duelmat_host.table.asking import PassUntil, WindowKind, may_be_unasked
from duelmat_host.table.private import private_duel
from duelmat_host.table.state import TableState


@lru_cache(maxsize=1)
def has_no_answer(state: TableState, seat: Seat, held: tuple[CardKey, ...]) -> bool:
    """Whether a seat is asked for something that its own cards do not allow.

    Such are a response, the use of an effect that was set off, and plays in a phase in which no
    play begins. Who wants to be asked every time is; `held` are the cards of the hand, as far as
    known. It is asked several times a second while a person thinks, and worked out once.
    """
    decision, asking = state.duel.decision, state.asking_of(seat)
    if decision is None or decision.seat != seat or state.called_by is not None:
        return False
    if asking.until is PassUntil.ANSWERED or WindowKind.EVERY in asking.kinds:
        return False
    if not may_be_unasked(state.duel, state.rules, asking.kinds):
        return False
    actions = list(legal_actions(private_duel(state.duel, seat, state.secrets, held)))
    return len(actions) == 1 and isinstance(actions[0], Pass | Advance)
