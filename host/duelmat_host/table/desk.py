"""The desk: commands that belong to no decision, and rulings, turned into entries.

Each command is declined with an error or answered with entries; nothing is written here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from duelmat_engine import NOBODY, Action, AgreeDraw, Seat, carry_out
from duelmat_engine import Concede as ConcedeAction
from duelmat_engine import CorrectLife as CorrectLifeAction
from duelmat_host.sensing.layout import Layout
from duelmat_host.table.commands import (
    AcceptDraw,
    Agree,
    AskMe,
    CallJudge,
    Command,
    Concede,
    CorrectLife,
    GoOn,
    HaveTakenBack,
    LetStand,
    OfferDraw,
    Refuse,
    Rematch,
    Ruling,
    TakeBack,
)
from duelmat_host.table.entries import (
    ActionDone,
    AskingChanged,
    Entry,
    JudgeCalled,
    RefusalUpheld,
    Requested,
    RequestKind,
    RequestsRefused,
    TakenBack,
)
from duelmat_host.table.errors import (
    DeclinedError,
    DuelOverError,
    JudgeAwaitedError,
    NothingThereError,
)
from duelmat_host.table.findings import Earlier, Finding
from duelmat_host.table.judge_desk import (
    check_allowed,
    check_reason,
    correction,
    is_new_call,
    speaker,
    standing,
)
from duelmat_host.table.reducer import apply
from duelmat_host.table.state import Past, TableState


@dataclass(frozen=True, slots=True)
class Desk:
    """The facts that the answer to a command depends on."""

    state: TableState
    finding: Finding | None
    """The finding that was reported; None while none has been."""
    layout: Layout
    """The cards on the mat, as entries keep them."""
    salt: Callable[[], bytes]
    """A function that returns the secret salt of an action's commitments."""

    def done(self, action: Action, by: Seat) -> list[Entry]:
        """Return the entry of an action."""
        return [ActionDone(action, by, self.layout, self.salt())]


def said_by_player(desk: Desk, seat: Seat, command: Command) -> list[Entry]:
    """Return the entries for a player's command. Raises DeclinedError."""
    match command:
        case Concede():
            return _ended(desk, seat, ConcedeAction(seat))
        case OfferDraw():
            if desk.state.duel.is_over():
                raise DuelOverError("an offer of a draw")
            return [Requested(RequestKind.DRAW, seat)]
        case AcceptDraw():
            return _agreed(desk, seat, RequestKind.DRAW)
        case CorrectLife():
            return _corrected(desk, seat, command)
        case TakeBack():
            return _takeback(desk, seat)
        case Agree(text=text):
            return _agreed(desk, seat, None, text)
        case Refuse():
            return _refused(desk, seat)
        case AskMe(always=always):
            return [AskingChanged(seat, always)]
        case CallJudge():
            return [JudgeCalled(seat, is_new_call(desk.state, seat))]
        case Rematch():
            raise NothingThereError(
                "a table that deals anew", "one that plays one duel", "Start it again."
            )


def said_by_judge(desk: Desk, ruling: Ruling) -> list[Entry]:
    """Return the entries for a judge's ruling. Raises DeclinedError."""
    match ruling:
        case LetStand():
            return desk.done(standing(desk.state, ruling), NOBODY)
        case CorrectLife():
            return desk.done(correction(desk.state, speaker(desk.state), ruling), NOBODY)
        case HaveTakenBack(reason=reason):
            check_reason(desk.state, reason)
            return _taken_back_by_judge(desk, reason)
        case GoOn():
            if desk.state.called_by is None:
                raise NothingThereError(
                    "a judge who was called", "none", "The duel goes on anyway."
                )
            return [JudgeCalled(desk.state.called_by, called=False)]


def _ended(desk: Desk, seat: Seat, action: ConcedeAction | AgreeDraw) -> list[Entry]:
    """Return the entries that end the duel as a seat may at any time."""
    check_allowed(desk.state, action)
    return desk.done(action, seat)


# Requests of one player to the other


def _agreed(desk: Desk, seat: Seat, wanted: RequestKind | None, text: str = "") -> list[Entry]:
    """Return the entries for agreeing to a request, which was read as `text`."""
    for kind, asked in desk.state.requests.items():
        if asked.by == seat or wanted not in (None, kind):
            continue
        if text not in ("", request_words(desk.state, asked)):
            continue
        if kind is RequestKind.DRAW:
            return _ended(desk, seat, AgreeDraw(seat))
        if asked.correction is not None:
            check_allowed(desk.state, asked.correction)
            return desk.done(asked.correction, asked.by)
        _check_no_judge(desk, "a takeback")
        goal = takeback_goal(desk, asked.by)
        return [] if goal is None else _undone(desk, asked.by, goal)
    raise _nothing_asked()


def request_words(state: TableState, asked: Requested) -> str:
    """Return what a player has asked the other for."""
    if asked.kind is RequestKind.DRAW:
        return "to end the duel as a draw"
    if asked.correction is None:
        return "to take the last play back"
    whose, life = state.name_of(asked.correction.player), asked.correction.life
    end = ", which ends the duel" if _would_end(state, asked.correction) else ""
    return f"to set the life of {whose} to {life}{end} ({asked.correction.reason.rstrip('.')})"


def _refused(desk: Desk, seat: Seat) -> list[Entry]:
    asked = tuple(kind for kind, each in desk.state.requests.items() if each.by != seat)
    if not asked:
        raise _nothing_asked()
    return [RequestsRefused(asked)]


def _nothing_asked() -> NothingThereError:
    return NothingThereError(
        "something that the other player has asked for",
        "nothing",
        "Nobody has asked you for anything.",
    )


# Life


def _corrected(desk: Desk, seat: Seat, command: CorrectLife) -> list[Entry]:
    """Count one's own life alone; ask the other for the rest, and before a duel ends by it."""
    action = correction(desk.state, seat, command)
    if action.player == seat and not _would_end(desk.state, action):
        return desk.done(action, seat)
    waiting = desk.state.requests.get(RequestKind.LIFE)
    if waiting is not None:
        raise DeclinedError(
            "one correction at a time to wait for the other player",
            f"another while {desk.state.name_of(waiting.by)} asks "
            f"{request_words(desk.state, waiting)}",
            "Answer that first, or call a judge.",
        )
    return [Requested(RequestKind.LIFE, seat, action)]


def _would_end(state: TableState, action: CorrectLifeAction) -> bool:
    return carry_out(state.duel, action, state.game).duel.is_over()


# Taking back


def _takeback(desk: Desk, seat: Seat) -> list[Entry]:
    """Return the entries for a takeback: immediate if it concerns nobody else, else a request."""
    if desk.state.duel.is_over():
        raise DuelOverError("a takeback")
    _check_no_judge(desk, "a takeback")
    goal = takeback_goal(desk, seat)
    if goal is None:
        raise NothingThereError(
            "a play that can be taken back", "none", "There is nothing to take back."
        )
    undone = [past for past in desk.state.pasts() if past.number >= goal]
    if all(_is_ones_own(past, seat) for past in undone):
        return _undone(desk, seat, goal)
    return [Requested(RequestKind.TAKEBACK, seat)]


def _is_ones_own(past: Past, seat: Seat) -> bool:
    """Whether a seat alone may take an action back.

    Nobody has learnt anything by it, and the other player did not have to agree to it.
    """
    if isinstance(past.action, CorrectLifeAction) and past.action.player != seat:
        return False
    return (past.is_automatic or past.by == seat) and not past.has_informed


def takeback_goal(desk: Desk, by: Seat) -> int | None:
    """Return the number of the action before which a takeback goes back."""
    if isinstance(desk.finding, Earlier):
        return desk.finding.number
    undone = desk.state.to_undo(by)
    return undone[-1].number if undone else None


def _undone(desk: Desk, by: Seat, goal: int, ruled: str = "") -> list[Entry]:
    """Return the entries that go back to before an action, one per play, the last first."""
    state, entries = desk.state, list[Entry]()
    while (past := state.current.past) is not None and past.number >= goal:
        undone = state.to_undo(by)
        if not undone:
            break
        entry = TakenBack(by, undone[-1].action, desk.layout, ruled)
        state = apply(state, entry)
        entries.append(entry)
    return entries


def _taken_back_by_judge(desk: Desk, reason: str) -> list[Entry]:
    """Return the entries that take back the refused play, or else the last play."""
    if desk.state.refusal is not None:
        return [RefusalUpheld(reason)]
    last = desk.state.last_play()
    goal = None if last is None else takeback_goal(desk, last.by)
    if last is None or goal is None:
        raise NothingThereError(
            "a play that could be taken back", "none", "Nothing has been played."
        )
    return _undone(desk, last.by, goal, reason)


def _check_no_judge(desk: Desk, got: str) -> None:
    if desk.state.called_by is not None:
        raise JudgeAwaitedError(desk.state.name_of(desk.state.called_by), got)
