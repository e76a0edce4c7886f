"""Holdups: what must be done before a play, and everything that must be done before a phase."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from duelmat_engine import Action, Advance, Seat, zone
from duelmat_host.table.findings import Displaced, Finding
from duelmat_host.table.messages import in_a_row
from duelmat_host.table.obligations import DECK_KINDS, Obligation, ObligationKind
from duelmat_host.table.state import TableState
from duelmat_message import Text, say


class Freeze(Enum):
    """The reasons why nothing at all can be played."""

    JUDGE = "judge"
    """A judge has been called."""
    RESTORING = "restoring"
    """Something was taken back, and the cards do not lie as before yet."""
    LAYING = "laying"
    """The match was moved here, and the cards do not lie as before yet."""
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
        return Freeze.LAYING if state.lays_anew else Freeze.RESTORING
    return Freeze.DISPLACED if isinstance(finding, Displaced) else None


def holdup_of(
    state: TableState, finding: Finding | None, seat: Seat, action: Action
) -> Holdup | None:
    """Return the hold-up of a seat's action; None: nothing must be done first."""
    freeze = freeze_of(state, finding)
    if freeze is not None:
        return Holdup(freeze)
    before = before_the_decision(state, seat)
    if before is not None:
        return Holdup(obligations=(before,))
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
    """Whether a question waits until hands have done what is due with a deck, such as a draw."""
    decision = state.duel.decision
    if decision is None or decision.kind == "open":
        return False
    return before_the_decision(state, decision.seat) is not None


def before_the_decision(state: TableState, seat: Seat) -> Obligation | None:
    """Return what hands do with a deck before a seat decides; None: nothing.

    The engine runs ahead of the hands: what a player is asked for may come after a draw. Who goes
    first is decided when all have drawn; looking at a deck holds up no open play.
    """
    decision = state.duel.decision
    if decision is None:
        return None
    is_first, is_open = decision.kind == "first", decision.kind == "open"
    for each in state.obligations:
        is_counted = is_card_count(each) if is_first or is_open else each.kind in DECK_KINDS
        if is_counted and (is_first or each.seat == seat):
            return each
    return None


_FREEZES = {
    Freeze.JUDGE: say("A judge has been called: wait for the ruling."),
    Freeze.RESTORING: say(
        "First lay the cards back as the lights show: something was taken back."
    ),
    Freeze.LAYING: say(
        "First lay the cards as the lights show: the duel goes on as it stood at the other table."
    ),
    Freeze.DISPLACED: say(
        "First lay the cards back as the lights show: they lie elsewhere than before."
    ),
}


def holdup_text(state: TableState, holdup: Holdup) -> Text:
    """Return a hold-up in words: what must be done first."""
    if holdup.freeze is not None:
        return _FREEZES[holdup.freeze]
    if len(holdup.obligations) == 1:
        return _first(state, holdup.obligations[0])
    tasks = in_a_row(
        say("{player}: {task}", player=state.name_of(each.seat), task=each.text)
        for each in holdup.obligations
    )
    return say("The turn ends when this is done. {tasks}", tasks=tasks)


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
