"""Holdups: what must be done before a play, and everything that must be done before a phase."""

from __future__ import annotations

from duelmat_engine import Action, Advance, Seat, zone
from duelmat_host.table.findings import Displaced, Finding
from duelmat_host.table.messages import in_a_row
from duelmat_host.table.obligations import Obligation, ObligationKind
from duelmat_host.table.state import TableState
from duelmat_message import Text, say

AWAITED = say("A judge has been called: wait for the ruling.")


def frozen_reason(state: TableState, finding: Finding | None) -> str:
    """Return why nothing at all can be played; "" if it can.

    `finding` is the one that was reported; None while none has been.
    """
    if state.called_by is not None:
        return AWAITED
    if state.frozen_by_restoring:
        return say("First lay the cards back as the lights show: something was taken back.")
    if isinstance(finding, Displaced):
        return say("First lay the cards back as the lights show: they lie elsewhere than before.")
    return ""


def holdup(state: TableState, finding: Finding | None, seat: Seat, action: Action) -> str:
    """Return what must be done before a seat's action; "" if nothing."""
    frozen = frozen_reason(state, finding)
    if frozen:
        return frozen
    decision = state.duel.decision
    if decision is None or decision.kind not in ("open", "first"):
        return ""
    is_first = decision.kind == "first"
    for each in state.obligations:
        if is_card_count(each) and (is_first or each.seat == seat):
            return _first(state, each)
    if isinstance(action, Advance) and state.obligations:
        return _first(state, state.obligations[0])
    return ""


def is_card_count(obligation: Obligation) -> bool:
    """Whether meeting an obligation changes how many cards a hand and a deck hold."""
    return obligation.kind in (ObligationKind.DRAW, ObligationKind.RETURN)


def opens_later(state: TableState) -> bool:
    """Whether the duel opens only once the players have drawn their hands."""
    decision = state.duel.decision
    is_first = decision is not None and decision.kind == "first"
    return is_first and any(is_card_count(each) for each in state.obligations)


def turn_holdup(state: TableState, finding: Finding | None, seat: Seat, step: Action) -> str:
    """Return everything that must be done before a turn can end; "" if nothing."""
    first = holdup(state, finding, seat, step)
    if not first or frozen_reason(state, finding) or len(state.obligations) == 1:
        return first
    owed = in_a_row(
        say("{player}: {task}", player=state.name_of(each.seat), task=each.text)
        for each in state.obligations
    )
    return say("The turn ends when this is done. {tasks}", tasks=owed)


def _first(state: TableState, each: Obligation) -> Text:
    """Return a sentence that this comes first, with the counts that reveal a missed draw."""
    player = state.name_of(each.seat)
    if not is_card_count(each):
        return say("Not yet. First {player}: {task}", player=player, task=each.text)
    return say(
        "Not yet. First {player}: {task} Then {held} in hand, {left} in the deck.",
        player=player,
        task=each.text,
        held=len(state.duel.at(zone(each.seat, "hand"))),
        left=len(state.duel.at(zone(each.seat, "pile"))),
    )
