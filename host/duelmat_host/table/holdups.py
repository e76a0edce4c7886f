"""Holdups: what must be done before a play, and everything that must be done before a phase."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from duelmat_engine import Action, Advance, Seat
from duelmat_host.table.findings import Displaced, Finding
from duelmat_host.table.obligations import Obligation, ObligationKind
from duelmat_host.table.state import TableState


class Freeze(Enum):
    """The reasons why nothing at all can be played."""

    JUDGE = "judge"
    """A judge has been called."""
    RESTORING = "restoring"
    """Something was taken back, and the cards do not lie as before yet."""
    DISPLACED = "displaced"
    """Cards lie elsewhere than before."""


@dataclass(frozen=True, slots=True)
class Holdup:
    """The reason why an action cannot be done yet."""

    freeze: Freeze | None = None
    """The reason why nothing can be played; None: something must be done first."""
    obligations: tuple[Obligation, ...] = ()
    """The obligations to meet first: one, or all that a turn's end waits for."""


def freeze_of(state: TableState, finding: Finding | None) -> Freeze | None:
    """Return the reason why nothing at all can be played; None if there is none.

    finding: the reported finding; None while none was reported.
    """
    if state.called_by is not None:
        return Freeze.JUDGE
    if state.frozen_by_restoring:
        return Freeze.RESTORING
    return Freeze.DISPLACED if isinstance(finding, Displaced) else None


def holdup_of(
    state: TableState, finding: Finding | None, seat: Seat, action: Action
) -> Holdup | None:
    """Return the hold-up of a seat's action; None: nothing must be done first."""
    freeze = freeze_of(state, finding)
    if freeze is not None:
        return Holdup(freeze)
    decision = state.duel.decision
    if decision is None or decision.kind not in ("open", "first"):
        return None
    is_first = decision.kind == "first"
    for each in state.obligations:
        if is_card_count(each) and (is_first or each.seat == seat):
            return Holdup(obligations=(each,))
    if isinstance(action, Advance) and state.obligations:
        return Holdup(obligations=state.obligations[:1])
    return None


def turn_holdup(
    state: TableState, finding: Finding | None, seat: Seat, step: Action
) -> Holdup | None:
    """Return the hold-up of a turn's end; None: nothing must be done first."""
    first = holdup_of(state, finding, seat, step)
    return first if first is None or first.freeze else Holdup(obligations=state.obligations)


def is_card_count(obligation: Obligation) -> bool:
    """Whether meeting an obligation changes the sizes of a hand and a deck."""
    return obligation.kind in (ObligationKind.DRAW, ObligationKind.RETURN)


def opens_later(state: TableState) -> bool:
    """Whether the duel opens only once the players have drawn their hands."""
    decision = state.duel.decision
    is_first = decision is not None and decision.kind == "first"
    return is_first and any(is_card_count(each) for each in state.obligations)
