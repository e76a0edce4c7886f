"""Retelling of a journal: the log as its table showed it, and what only the journal knows.

The entries are folded as in play (`table_factory.states`), from the file alone. `lines` of a
`Told` is what everybody could read; `unseen` adds what lay face-down, who was asked what, what
was refused and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from duelmat_engine import NOBODY, Line, Seat, find_ruleset, format_action
from duelmat_engine.text.wording import listed
from duelmat_host.app.table_factory import EntryMisfitError, begun_of, mat_of, states
from duelmat_host.errors import JournalError
from duelmat_host.journal.chain import Entry as JournalEntry
from duelmat_host.journal.journal import Journal
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.entries import (
    ActionDone,
    AskingChanged,
    CardExposed,
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
    TakenBack,
    ZonesSettled,
)
from duelmat_host.table.prompter import decision_text
from duelmat_host.table.reducer import begin, played_seat
from duelmat_host.table.state import LogLine, TableState
from duelmat_host.table.zone_map import ZoneMap


@dataclass(frozen=True, slots=True)
class Told:
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
    told: tuple[Told, ...]
    fault: str
    """The fault of the entry after it; "" if there is none."""


def retell(path: Path) -> Retold:
    """Return what this file's journal holds, up to the first entry that is not valid.

    Raises: NotAJournalError, JournalError for a file of which nothing can be retold.
    """
    entries, fault = Journal.read(path)
    if not entries or entries[0].kind != "duel":
        raise JournalError(
            f"expected the journal of a duel in {path}, got one {_what_begins(entries)}"
            f"{f' ({fault})' if fault else ''}. Name a file such as duel-0001.jsonl in the "
            "table's directory."
        )
    begun = begun_of(path, entries[0].data)
    zones = ZoneMap(find_ruleset(begun.setup.ruleset), mat_of(begun.mat))
    state = start = begin(begun.setup, zones, begun.number)
    told: list[Told] = []
    fault = fault and f"entry {len(entries) + 1}: {fault}"
    try:
        for written, (entry, after) in zip(entries, states(state, entries), strict=True):
            told.append(_told(written, entry, state, after))
            state = after
    except EntryMisfitError as error:
        fault = str(error)
    return Retold(begun.setup, start, state, tuple(told), fault)


def _what_begins(entries: Sequence[JournalEntry]) -> str:
    if not entries:
        return "none of whose entries holds"
    return f"whose first entry is of kind {entries[0].kind!r}"


def _told(written: JournalEntry, entry: Entry, before: TableState, after: TableState) -> Told:
    action = format_action(entry.action) if isinstance(entry, ActionDone | TakenBack) else ""
    return Told(
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
        case ActionDone(by=by) | TakenBack(by=by) | Requested(by=by) | AskingChanged(by=by):
            return by
        case JudgeCalled(by=by, called=True):
            return by
        case _:
            return NOBODY


def _unseen(entry: Entry, before: TableState, after: TableState) -> Iterator[Line]:
    """Yield what an entry holds beyond the log: secrets, questions, refusals, requests."""
    match entry:
        case ActionDone():
            yield from _laid_face_down(before, after)
        case CardExposed(key=key):
            yield Line(f"It is {after.card_name(key)}.", ())
        case PlayRefused(rules=rules, text=text, remedies=remedies, plays=plays, zones=places):
            where = listed(map(before.place_name, places))
            yield Line(f"Refused{f' ({where})' if where else ''}: {text}", rules)
            if plays:
                meant = listed((before.words(play) for play in plays), "or")
                yield Line(f"Meant may have been: {meant}.", ())
            yield from (Line(f"What would help: {remedy}", ()) for remedy in remedies)
        case PlayWithdrawn():
            yield Line("What was refused or asked about lies there no longer.", ())
        case MeaningAsked(ways=ways):
            yield Line(f"{_asked_seat(before)} is asked which is meant: {_ways(ways)}.", ())
        case MeaningChosen(way=way):
            yield Line(f"{_asked_seat(before)} means: {_ways((way,))}.", ())
        case Requested(kind=kind, by=by):
            yield Line(f"{before.name_of(by)} asks for {_WANTED[kind]}.", ())
        case RequestsRefused(kinds=kinds):
            yield from (_request_refused(before, kind) for kind in kinds)
        case AskingChanged(by=by, always=always):
            change = "wants to be asked" if always else "no longer wants to be asked"
            yield Line(f"{before.name_of(by)} {change} for responses to plays of their own.", ())
        case JudgeCalled(by=by, called=called):
            words = "calls a judge" if called else "had called a judge; the duel goes on"
            yield Line(f"{before.name_of(by)} {words}.", ())
        case ObligationMet():
            yield _done_by_hand(entry, before)
        case ZonesSettled(zones=places):
            where = listed(map(after.place_name, places))
            yield Line(f"The hands have followed the duel: {where}.", ())
    question = decision_text(after)
    if question != decision_text(before) and isinstance(entry, ActionDone | TakenBack):
        yield Line(f"Asked: {question}" if question else "Nothing is asked any more.", ())


_WANTED: Final = {
    RequestKind.DRAW: "a draw",
    RequestKind.TAKEBACK: "a takeback",
    RequestKind.LIFE: "a correction of life",
}


def _laid_face_down(before: TableState, after: TableState) -> Iterator[Line]:
    """Yield which cards the table has read since where they lie face-down."""
    where = {piece.oid: name for name, piece in after.duel.pieces()}
    for oid, key in sorted(after.secrets.items()):
        if oid not in before.secrets and oid in where:
            place = after.wording.zone(where[oid])
            yield Line(f"Face-down in {place}: {after.card_name(key)}.", ())


def _asked_seat(state: TableState) -> str:
    return state.name_of(played_seat(state))


def _ways(ways: Sequence[str]) -> str:
    return listed(ways, "or")


def _request_refused(before: TableState, kind: RequestKind) -> Line:
    asked = before.requests.get(kind)
    whose = "" if asked is None else f"{before.wording.possessive(asked.by)} request for "
    return Line(f"Refused: {whose}{_WANTED[kind]}.", ())


def _done_by_hand(entry: ObligationMet, before: TableState) -> Line:
    met = (entry.kind, entry.zone, entry.key)
    (done, *_) = (o for o in before.obligations if (o.kind, o.zone, o.key) == met)
    who = "" if done.seat == NOBODY else f" by {before.name_of(done.seat)}"
    return Line(f"Done{who}: {done.text}", ())
