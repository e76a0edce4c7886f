"""The desk: commands that belong to no decision, and rulings, turned into entries.

Each command is declined with an error or answered with entries; nothing is written here. While a
judge is called the table waits: cards may be moved, but nothing is played. A ruling lets a refused
play stand, takes it (or the last play) back, or corrects life; each is written into the journal
with its reason before it is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from duelmat_engine import (
    NOBODY,
    Action,
    AgreeDraw,
    AnyPlay,
    Seat,
    Stand,
    Standing,
    carry_out,
    judge,
    parse_seat,
    remedy_words,
)
from duelmat_engine import Concede as ConcedeAction
from duelmat_engine import CorrectLife as CorrectLifeAction
from duelmat_host.sensing.layout import Face, Layout
from duelmat_host.table.asking import PassUntil, WindowKind
from duelmat_host.table.commands import (
    AcceptDraw,
    Agree,
    AskMe,
    CallJudge,
    ChooseSide,
    Concede,
    ConfirmResult,
    CorrectLife,
    DeskCommand,
    EndTurn,
    GoOn,
    HaveTakenBack,
    LetStand,
    OfferDraw,
    PassOn,
    Redo,
    Refuse,
    Rematch,
    Ruling,
    TakeBack,
)
from duelmat_host.table.entries import (
    ActionDone,
    AskingChanged,
    CardLookedAt,
    Entry,
    JudgeCalled,
    RefusalUpheld,
    Requested,
    RequestKind,
    RequestsRefused,
    ResultConfirmed,
    TakenBack,
    TurnEnding,
)
from duelmat_host.table.errors import (
    DeclinedError,
    DuelOverError,
    IllegalCommandError,
    JudgeAwaitedError,
    NothingThereError,
    ReasonMissingError,
)
from duelmat_host.table.findings import Earlier, Finding
from duelmat_host.table.inputs import ShowCard
from duelmat_host.table.messages import in_a_row
from duelmat_host.table.reducer import apply
from duelmat_host.table.reports import reason_of
from duelmat_host.table.side_decking import side_chosen
from duelmat_host.table.state import Past, TableState
from duelmat_message import FULL_STOPS, Text, say


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


def command_entries(desk: Desk, seat: Seat, command: DeskCommand) -> list[Entry]:
    """Return the entries for a player's command. Raises DeclinedError."""
    match command:
        case Concede():
            return _ended(desk, seat, ConcedeAction(seat))
        case OfferDraw():
            if desk.state.duel.is_over():
                raise DuelOverError
            return [Requested(RequestKind.DRAW, seat)]
        case AcceptDraw():
            return _agreed(desk, seat, RequestKind.DRAW)
        case CorrectLife():
            return _corrected(desk, seat, command)
        case TakeBack():
            return _takeback(desk, seat)
        case Redo():
            return _redone(desk, seat)
        case Agree(text=text):
            return _agreed(desk, seat, None, text)
        case Refuse():
            return _refused(desk, seat)
        case AskMe(at=kinds):
            return [AskingChanged(seat, frozenset(map(WindowKind, kinds)))]
        case PassOn(until=until):
            asked = desk.state.asking_of(seat).kinds
            return [AskingChanged(seat, asked, PassUntil(until) if until else None)]
        case EndTurn():
            return _turn_ended(desk, seat)
        case CallJudge():
            return [JudgeCalled(seat, is_new_call(desk.state, seat))]
        case ConfirmResult():
            return _confirmed(desk.state, seat)
        case ChooseSide():
            return [*side_chosen(desk.state, seat, command)]
        case Rematch():
            raise NothingThereError(
                say("This table plays one duel. Start it again for another."),
            )


def ruling_entries(desk: Desk, ruling: Ruling | ShowCard) -> list[Entry]:
    """Return the entries for a judge's ruling. Raises DeclinedError."""
    match ruling:
        case LetStand():
            return desk.done(standing(desk.state, ruling), NOBODY)
        case CorrectLife():
            return desk.done(correction(desk.state, recorded_seat(desk.state), ruling), NOBODY)
        case HaveTakenBack(reason=reason, play=play):
            check_reason(desk.state, reason)
            return _taken_back_by_judge(desk, reason, play)
        case ShowCard(zone=place, reason=reason):
            check_reason(desk.state, reason)
            sight = desk.layout.get(place)
            if sight is None or sight.face is not Face.DOWN:
                raise NothingThereError(
                    say("No face-down card lies in {zone}.", zone=desk.state.place_name(place)),
                )
            return [CardLookedAt(place, reason)]
        case GoOn():
            if desk.state.called_by is None:
                raise NothingThereError(say("No judge has been called: the duel goes on."))
            return [JudgeCalled(desk.state.called_by, called=False)]


def _ended(desk: Desk, seat: Seat, action: ConcedeAction | AgreeDraw) -> list[Entry]:
    """Return the entries that end the duel as a seat may at any time."""
    check_allowed(desk.state, action)
    return desk.done(action, seat)


def _confirmed(state: TableState, seat: Seat) -> list[Entry]:
    """Return the entry by which a player confirms the result of the match."""
    if not state.proposes_result:
        raise NothingThereError(
            say("There is no result to confirm yet: an event asks for it when the match is over."),
        )
    return [] if seat in state.ends.confirmed else [ResultConfirmed(seat)]


def _turn_ended(desk: Desk, seat: Seat) -> list[Entry]:
    """Return the entry that ends a turn, of the player who may act in it."""
    duel = desk.state.duel
    if duel.is_over():
        raise DuelOverError
    _check_no_judge(desk)
    if duel.turn_seat != seat or duel.decision is None or not duel.turn:
        if not duel.turn:
            raise DeclinedError(say("The duel has not begun: there is no turn to end."))
        acting = desk.state.name_of(duel.turn_seat)
        raise DeclinedError(say("It is {player}'s turn: only {player} can end it.", player=acting))
    return [TurnEnding(seat, ends=desk.state.ending != seat)]


# Requests of one player to the other


def _agreed(desk: Desk, seat: Seat, wanted: RequestKind | None, text: str = "") -> list[Entry]:
    """Return the entries for agreeing to a request, which was read as `text`."""
    for kind, asked in desk.state.requests.items():
        if asked.by == seat or wanted not in (None, kind):
            continue
        if text and text != request_text(desk.state, asked):
            continue
        if kind is RequestKind.DRAW:
            return _ended(desk, seat, AgreeDraw(seat))
        if asked.correction is not None:
            check_allowed(desk.state, asked.correction)
            return desk.done(asked.correction, asked.by)
        _check_no_judge(desk)
        goal = takeback_goal(desk, asked.by)
        return [] if goal is None else _undone(desk, asked.by, goal)
    raise _nothing_asked()


def request_text(state: TableState, asked: Requested) -> Text:
    """Return a player's request to the other in words: "to end the duel as a draw"."""
    if asked.kind is RequestKind.DRAW:
        return say("to end the duel as a draw")
    if asked.correction is None:
        return say("to take the last play back")
    correction = asked.correction
    values = {
        "player": state.name_of(correction.player),
        "life": correction.life,
        "reason": correction.reason.rstrip(FULL_STOPS),
    }
    if _would_end(state, correction):
        return say(
            "to set the life of {player} to {life}, which ends the duel ({reason})", **values
        )
    return say("to set the life of {player} to {life} ({reason})", **values)


def _refused(desk: Desk, seat: Seat) -> list[Entry]:
    asked = tuple(kind for kind, each in desk.state.requests.items() if each.by != seat)
    if not asked:
        raise _nothing_asked()
    return [RequestsRefused(asked)]


def _nothing_asked() -> NothingThereError:
    return NothingThereError(
        say("The other player has not asked you for anything."),
    )


# Life


def _corrected(desk: Desk, seat: Seat, command: CorrectLife) -> list[Entry]:
    """Correct a seat's own life, unless the duel would end; else ask the other player."""
    action = correction(desk.state, seat, command)
    if action.player == seat and not _would_end(desk.state, action):
        return desk.done(action, seat)
    waiting = desk.state.requests.get(RequestKind.LIFE)
    if waiting is not None:
        raise DeclinedError(
            say(
                "{player} still asks {request}. Answer that first, or call a judge.",
                player=desk.state.name_of(waiting.by),
                request=request_text(desk.state, waiting),
            ),
        )
    return [Requested(RequestKind.LIFE, seat, action)]


def _would_end(state: TableState, action: CorrectLifeAction) -> bool:
    return carry_out(state.duel, action, state.game).duel.is_over()


# Taking back


def _takeback(desk: Desk, seat: Seat) -> list[Entry]:
    """Return the entries for a takeback, or for a request if the takeback concerns others."""
    if desk.state.duel.is_over():
        raise DuelOverError
    _check_no_judge(desk)
    goal = takeback_goal(desk, seat)
    if goal is None:
        raise NothingThereError(
            say("There is nothing to take back."),
        )
    undone = [past for past in desk.state.pasts() if past.number >= goal]
    if all(_is_ones_own(past, seat) for past in undone):
        return _undone(desk, seat, goal)
    return [Requested(RequestKind.TAKEBACK, seat)]


def _is_ones_own(past: Past, seat: Seat) -> bool:
    """Whether a seat alone may take an action back.

    Nobody may have learnt anything by the action, nor the other player have agreed to it.
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
    """Return the entries that undo an action and all after it, one per play, the last first."""
    state, entries = desk.state, list[Entry]()
    while (past := state.current.past) is not None and past.number >= goal:
        undone = state.to_undo(by)
        if not undone:
            break
        entry = TakenBack(by, undone[-1].action, desk.layout, ruled)
        state = apply(state, entry)
        entries.append(entry)
    return entries


def _redone(desk: Desk, seat: Seat) -> list[Entry]:
    """Return the entries that do again what was taken back last."""
    state = desk.state
    if state.duel.is_over():
        raise DuelOverError
    _check_no_judge(desk)
    if not state.undone:
        raise NothingThereError(
            say("Nothing can be done again: what was taken back can, until the next play.")
        )
    last = state.undone[-1]
    if seat not in last.seats:
        player = state.name_of(last.by)
        raise DeclinedError(say("It is a play of {player}, who may do it again.", player=player))
    if state.frozen_by_restoring:
        raise DeclinedError(say("Lay the cards back as the lights show, then do it again."))
    return [replace(done, again=desk.layout) for done in last.actions]


def _taken_back_by_judge(desk: Desk, reason: str, play: int | None) -> list[Entry]:
    """Return the entries that take back the refused play, or the last one if it is the play meant.

    Raises: NothingThereError.
    """
    if play is None:
        if desk.state.refusal is None:
            raise NothingThereError(say("No refused play lies on the table any more."))
        return [RefusalUpheld(reason)]
    last = desk.state.last_play()
    goal = None if last is None else takeback_goal(desk, last.by)
    if last is None or goal is None:
        raise NothingThereError(say("Nothing has been played that could be taken back."))
    if last.number != play:
        raise NothingThereError(
            say("More has been played since: look again, then rule."),
        )
    return _undone(desk, last.by, goal, reason)


def _check_no_judge(desk: Desk) -> None:
    if desk.state.called_by is not None:
        raise JudgeAwaitedError(desk.state.name_of(desk.state.called_by))


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
        verdict = judge(state.duel, Stand(recorded_seat(state), action, "ruling"))
        why = None if verdict.legal else in_a_row(remedy_words(state.wording, verdict))
        found[text] = DisputedPlay(text, action, why)
    return list(found.values())


def recorded_seat(state: TableState) -> Seat:
    """Return the seat that a ruling is recorded for: the caller's, or the turn player's."""
    return state.duel.turn_seat if state.called_by is None else state.called_by


def is_new_call(state: TableState, seat: Seat) -> bool:
    """Whether a seat's press calls a judge; False: the press sends the seat's own judge away.

    Raises: DuelOverError, JudgeAwaitedError.
    """
    if state.duel.is_over():
        raise DuelOverError
    if state.called_by not in (None, seat):
        raise JudgeAwaitedError(state.name_of(state.called_by or Seat(0)))
    return state.called_by is None


def check_reason(state: TableState, reason: str) -> None:
    """Check that a ruling has its reason. Raises: DuelOverError, ReasonMissingError."""
    if state.duel.is_over():
        raise DuelOverError
    if not reason.strip():
        raise ReasonMissingError


def standing(state: TableState, ruling: LetStand) -> Stand:
    """Return the action that lets a refused play stand, if the judge read that play as `text`.

    Raises: ReasonMissingError, NothingThereError, IllegalCommandError.
    """
    if not ruling.reason.strip():
        raise ReasonMissingError
    plays = disputed_plays(state)
    if not 0 <= ruling.play < len(plays) or plays[ruling.play].text != ruling.text:
        raise NothingThereError(say("No refused play lies on the table any more."))
    play = plays[ruling.play]
    if play.hindrance is not None:
        reason = say("This cannot stand: {reason}", reason=play.hindrance)
        raise IllegalCommandError((), reason)
    action = Stand(recorded_seat(state), play.action, ruling.reason)
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
        raise IllegalCommandError(tuple(verdict.rules), reason_of(state, verdict))
