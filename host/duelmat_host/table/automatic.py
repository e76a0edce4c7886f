"""Actions that the table takes itself, because no player decides them or only one answer exists.

Only public facts count here, as the speed of an automatic answer could reveal hidden ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from duelmat_engine import NOBODY, Action, Advance, Pass, Play, Roll, Seat, judge, replace
from duelmat_engine.candidates.asked import current_op
from duelmat_engine.effects import ops
from duelmat_host.table.duel_setup import Dice
from duelmat_host.table.reducer import is_automatic
from duelmat_host.table.state import TableState


def automatic_action(
    state: TableState, legal: Sequence[Action], dice: Dice
) -> tuple[Action, Seat] | None:
    """Return the action that needs no question, with its seat."""
    decision = state.duel.decision
    if decision is None or state.called_by is not None:
        return None
    action: Action | None = None
    if decision.kind == "chance":
        action = Roll(dice(decision.options, decision.low))
    elif state.passes_unasked:
        action = Pass()
    elif decision.kind == "choose" and len(legal) == 1 and not _is_aloud(state):
        action = legal[0]
    if action is None or not is_automatic(state, action):
        return None
    return action, NOBODY if decision.kind == "chance" else decision.seat


def ending_action(state: TableState, legal: Sequence[Action]) -> Advance | Pass | None:
    """Return the next step of a turn that its player has ended; None if there is none.

    Steps go as far as the rules allow, never into an optional battle; where phases end by passing,
    the step is to pass.
    """
    decision = state.duel.decision
    if state.ending is None or decision is None or state.called_by is not None:
        return None
    if decision.kind != "open" or decision.seat != state.ending:
        return None
    order = {phase.name: place for place, phase in enumerate(state.rules.phases)}
    last = next(
        p.name for p in state.rules.phases if "end" in (p.then, *(leave.to for leave in p.exits))
    )
    steps = [action for action in legal if isinstance(action, Advance)]
    known = [step for step in steps if order.get(step.phase, 0) <= order[last]]
    if known:
        return max(known, key=lambda step: order.get(step.phase, len(order)))
    return Pass() if judge(state.duel, Pass()).legal else None


def _is_aloud(state: TableState) -> bool:
    """Whether the chosen card becomes known to everybody: then the table asks."""
    op = current_op(state.game.blocks, state.duel.frames)
    return isinstance(op, ops.Choose) and op.aloud


def with_unseen_named(state: TableState, action: Action) -> Action:
    """Return an action with its unseen payment named, as far as those cards were read."""
    if not isinstance(action, Play) or action.shown:
        return action
    paid = [piece for name in action.using if (piece := state.duel.top(name)) is not None]
    keys = [state.secrets.get(piece.oid) for piece in paid if piece.key is None]
    known = tuple(key for key in keys if key is not None)
    return replace(action, shown=known) if len(known) == len(keys) else action
