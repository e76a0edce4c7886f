"""Retelling of a journal: the log as its table showed it, and what only the journal knows.

The entries are folded as in play (`journal_fold.states`), from the file alone. Of a `RetoldEntry`
everybody could read `lines`; `unseen` adds the cards that lay face-down, the questions to players,
and the refused plays with their reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from duelmat_engine import NOBODY, Line, Seat, format_action
from duelmat_host.app.journal_fold import FoldedEntry, fold
from duelmat_host.table.asking import asking_text
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.entries import (
    ActionDone,
    AskingChanged,
    Entry,
    JudgeCalled,
    MeaningAsked,
    MeaningChosen,
    ObligationMet,
    PlayRefused,
    PlayWithdrawn,
    Requested,
    RequestKind,
    RequestsRefused,
    SideChosen,
    TakenBack,
    TurnEnding,
    ZonesSettled,
)
from duelmat_host.table.own_sleeves import SideChoice
from duelmat_host.table.prompts import decision_text
from duelmat_host.table.reducer import played_seat
from duelmat_host.table.state import LogLine, TableState
from duelmat_message import Text, listed, say


@dataclass(frozen=True, slots=True)
class RetoldEntry:
    """One entry of a journal, in words."""

    number: int
    """The number of the entry, from 1."""
    kind: str
    turn: int
    seat: Seat
    """The seat whose act it is; NOBODY: of chance, a judge or the mat."""
    action: str
    """The action in notation; empty where the entry is of none."""
    lines: tuple[LogLine, ...]
    """The lines that it brought into the log that everybody may read."""
    unseen: tuple[Line, ...]
    """The facts that the log leaves out."""


@dataclass(frozen=True, slots=True)
class Retold:
    """A whole journal in words."""

    setup: DuelSetup
    start: TableState
    end: TableState
    """The state after the last entry that was retold."""
    entries: tuple[RetoldEntry, ...]
    fault: str | None
    """The fault of the entry after it; None if there is none."""


def retell(path: Path) -> Retold:
    """Retell this file's journal, up to the first entry that is not valid.

    Raises: NotAJournalError, JournalError for a file of which nothing can be retold.
    """
    folded = fold(path)
    entries = tuple(map(_retold, folded.entries))
    return Retold(folded.begun.setup, folded.start, folded.end, entries, folded.fault)


def _retold(folded: FoldedEntry) -> RetoldEntry:
    written, entry, before, after = folded
    action = format_action(entry.action) if isinstance(entry, ActionDone | TakenBack) else ""
    return RetoldEntry(
        written.number,
        written.kind,
        after.duel.turn,
        _seat(entry),
        action,
        after.log[len(before.log) :],
        tuple(_unseen(entry, before, after)),
    )


def _seat(entry: Entry) -> Seat:
    match entry:
        case ActionDone(by=by) | TakenBack(by=by) | Requested(by=by):
            return by
        case AskingChanged(by=by) | TurnEnding(by=by):
            return by
        case JudgeCalled(by=by, called=True):
            return by
        case _:
            return NOBODY


def _unseen(entry: Entry, before: TableState, after: TableState) -> Iterator[Line]:
    """Yield the content of an entry beyond the log: secrets, questions, refusals, requests."""
    match entry:
        case ActionDone():
            yield from _laid_face_down(before, after)
        case PlayRefused(rules=rules, text=text, remedies=remedies, plays=plays, zones=places):
            yield Line(_refusal_words(text, [before.place_name(place) for place in places]), rules)
            if plays:
                meant = listed((before.words(play) for play in plays), "or")
                yield Line(say("Meant may have been: {plays}.", plays=meant), ())
            for remedy in remedies:
                yield Line(say("What would help: {remedy}", remedy=remedy), ())
        case PlayWithdrawn():
            yield Line(say("What was refused or asked about lies there no longer."), ())
        case MeaningAsked(ways=ways):
            who, meant = _asked_seat(before), listed(ways, "or")
            yield Line(
                say("{player} is asked which is meant: {plays}.", player=who, plays=meant), ()
            )
        case MeaningChosen(way=way):
            yield Line(say("{player} means: {play}.", player=_asked_seat(before), play=way), ())
        case Requested(kind=kind, by=by):
            who, wanted = before.name_of(by), _WANTED[kind]
            yield Line(say("{player} asks for {wanted}.", player=who, wanted=wanted), ())
        case RequestsRefused(kinds=kinds):
            yield from (_request_refused(before, kind) for kind in kinds)
        case AskingChanged(by=by, kinds=kinds, until=until):
            yield Line(asking_text(before.name_of(by), kinds, until), ())
        case TurnEnding(by=by, ends=ends):
            yield Line(_ending_words(before.name_of(by), ends=ends), ())
        case JudgeCalled(by=by, called=called):
            yield Line(_call_words(before.name_of(by), called=called), ())
        case SideChosen(by=by, choice=choice):
            yield _sided(before, by, choice)
        case ObligationMet():
            yield _done_by_hand(entry, before)
        case ZonesSettled(zones=places):
            where = listed(map(after.place_name, places))
            yield Line(say("The hands have followed the duel: {zones}.", zones=where), ())
    if isinstance(entry, ActionDone | TakenBack):
        yield from _asked(before, after)


def _sided(state: TableState, by: Seat, choice: SideChoice) -> Line:
    """Return the line of a player's choice in side decking."""
    brought = state.setup.own[by]
    out, into = (
        listed([brought[at].code for at in sorted(places)], ",") if places else say("nothing")
        for places in (choice.out, choice.into)
    )
    values = {"player": state.name_of(by), "out": out, "into": into}
    if choice.is_done:
        return Line(say("{player} has finished side decking: out {out}, in {into}.", **values), ())
    return Line(say("{player} is side decking: out {out}, in {into}.", **values), ())


def _asked(before: TableState, after: TableState) -> Iterator[Line]:
    """Yield the line of what is asked next, unless the same was asked before."""
    if after.duel.is_over():
        yield Line(say("Nothing is asked any more."), ())
        return
    question = decision_text(after)
    if before.duel.is_over() or question != decision_text(before):
        yield Line(say("Asked: {question}", question=question), ())


_WANTED: Final = {
    RequestKind.DRAW: say("a draw"),
    RequestKind.TAKEBACK: say("a takeback"),
    RequestKind.LIFE: say("a correction of life"),
}


def _refusal_words(text: str, places: Sequence[str]) -> Text:
    if not places:
        return say("Refused: {reason}", reason=text)
    return say("Refused ({zones}): {reason}", zones=listed(places), reason=text)


def _ending_words(name: str, *, ends: bool) -> Text:
    if ends:
        return say("{player} ends the turn.", player=name)
    return say("{player} does not end the turn after all.", player=name)


def _call_words(name: str, *, called: bool) -> Text:
    if called:
        return say("{player} calls a judge.", player=name)
    return say("{player} had called a judge; the duel goes on.", player=name)


def _laid_face_down(before: TableState, after: TableState) -> Iterator[Line]:
    """Yield a line for each face-down card whose identity the table has read since."""
    where = {piece.oid: name for name, piece in after.duel.pieces()}
    for oid, key in sorted(after.secrets.items()):
        if oid not in before.secrets and oid in where:
            place, card = after.wording.zone(where[oid]), after.card_name(key)
            yield Line(say("Face-down in {zone}: {card}.", zone=place, card=card), ())


def _asked_seat(state: TableState) -> str:
    return state.name_of(played_seat(state))


def _request_refused(before: TableState, kind: RequestKind) -> Line:
    asked = before.requests.get(kind)
    if asked is None:
        return Line(say("Refused: {wanted}.", wanted=_WANTED[kind]), ())
    whose = before.wording.possessive(asked.by)
    text = say("Refused: {whose} request for {wanted}.", whose=whose, wanted=_WANTED[kind])
    return Line(text, ())


def _done_by_hand(entry: ObligationMet, before: TableState) -> Line:
    met = (entry.kind, entry.zone, entry.key)
    (done, *_) = (o for o in before.obligations if (o.kind, o.zone, o.key) == met)
    if done.seat == NOBODY:
        return Line(say("Done: {task}", task=done.text), ())
    who = before.name_of(done.seat)
    return Line(say("Done by {player}: {task}", player=who, task=done.text), ())
