"""The judge's desk: the plays in dispute, and the effects of a ruling.

While a judge is called the table waits: cards may be moved, but nothing is played. A ruling lets a
refused play stand, takes it (or the last play) back, or corrects life; each is written into the
journal with its reason before it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from duelmat_engine import AnyPlay, Seat, Stand, Standing, judge, parse_seat, remedy_words
from duelmat_engine import CorrectLife as CorrectLifeAction
from duelmat_host.table.commands import CorrectLife, LetStand
from duelmat_host.table.errors import (
    DuelOverError,
    IllegalCommandError,
    JudgeAwaitedError,
    NothingThereError,
    ReasonMissingError,
)
from duelmat_host.table.messages import in_a_row
from duelmat_host.table.refusals import reason_of
from duelmat_host.table.state import TableState
from duelmat_message import say
from duelmat_serving.language.catalogs import is_said_as


@dataclass(frozen=True, slots=True)
class DisputedPlay:
    """One play that was refused, as a judge sees it."""

    text: str
    action: AnyPlay
    hindrance: str | None
    """The reason why even a ruling cannot let it stand; None if one can."""


def disputed_plays(state: TableState) -> list[DisputedPlay]:
    """Return the plays that the present refusal may be about, the nearest first.

    Of plays that read alike only the first: a judge could not tell them apart.
    """
    if state.refusal is None or state.duel.is_over():
        return []
    found: dict[str, DisputedPlay] = {}
    for action in state.refusal.plays:
        text = state.words(action)
        if not isinstance(action, AnyPlay) or text in found:
            continue
        verdict = judge(state.duel, Stand(speaker(state), action, "ruling"))
        why = None if verdict.legal else in_a_row(remedy_words(state.wording, verdict))
        found[text] = DisputedPlay(text, action, why)
    return list(found.values())


def speaker(state: TableState) -> Seat:
    """Return the seat that a ruling is recorded for: the caller's, or the turn player's."""
    return state.duel.turn_seat if state.called_by is None else state.called_by


def is_new_call(state: TableState, seat: Seat) -> bool:
    """Whether a seat's press calls a judge; False: the press sends the seat's own judge away.

    Raises: DuelOverError, JudgeAwaitedError.
    """
    if state.duel.is_over():
        raise DuelOverError(say("a call for a judge"))
    if state.called_by not in (None, seat):
        raise JudgeAwaitedError(state.name_of(state.called_by or Seat(0)), say("another call"))
    return state.called_by is None


def check_reason(state: TableState, reason: str) -> None:
    """Check that a ruling has its reason. Raises: DuelOverError, ReasonMissingError."""
    if state.duel.is_over():
        raise DuelOverError(say("a ruling"))
    if not reason.strip():
        raise ReasonMissingError


def standing(state: TableState, ruling: LetStand) -> Stand:
    """Return the action that lets a refused play stand, if the judge read that play as `text`.

    Raises: ReasonMissingError, NothingThereError, IllegalCommandError.
    """
    if not ruling.reason.strip():
        raise ReasonMissingError
    plays = disputed_plays(state)
    if not 0 <= ruling.play < len(plays) or not is_said_as(plays[ruling.play].text, ruling.text):
        raise NothingThereError(
            say("a refused play that lies on the table"), repr(ruling.text), say("Look again.")
        )
    play = plays[ruling.play]
    if play.hindrance is not None:
        reason = say("This cannot stand: {reason}", reason=play.hindrance)
        raise IllegalCommandError((), reason, say("a ruling on it"))
    action = Stand(speaker(state), play.action, ruling.reason)
    check_allowed(state, action)
    return action


def correction(state: TableState, seat: Seat, wanted: CorrectLife) -> CorrectLifeAction:
    """Return the action that corrects a life total. Raises IllegalCommandError."""
    action = CorrectLifeAction(seat, parse_seat(wanted.player), wanted.life, wanted.reason)
    check_allowed(state, action)
    return action


def check_allowed(state: TableState, action: Standing) -> None:
    """Check that the rules allow an action. Raises: IllegalCommandError."""
    verdict = judge(state.duel, action)
    if not verdict.legal:
        got = type(action).__name__
        raise IllegalCommandError(tuple(verdict.rules), reason_of(state, verdict), got)
