"""A check whether a person who plays against the program is asked in vain.

Between two people, every seat that by public facts might respond is asked: leaving one out would
reveal that it holds no answer. The program draws no conclusion from that.
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

    That is a response, the use of an effect that was set off, or a play in a phase in which no
    play begins; not for a player who wants to be asked every time. The answer is kept while the
    state stays: it is needed several times a second.

    held: the cards of the hand, as far as they are known.
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
