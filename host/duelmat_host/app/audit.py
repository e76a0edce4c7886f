"""Audit of a journal: its chain of hashes, its duel carried out again, its face-down cards.

It reads and changes nothing. It trusts nobody: each opening is compared with the card that the
engine says was revealed, not with the table's own account.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from duelmat_engine import find_ruleset
from duelmat_host.app.journal_fold import EntryMisfitError, begun_of, mat_of, states
from duelmat_host.errors import JournalError
from duelmat_host.journal.journal import Journal
from duelmat_host.journal.newest import find_rollback, read_newest
from duelmat_host.table.entries import ActionDone, Entry, TakenBack
from duelmat_host.table.reducer import begin, with_proofs
from duelmat_host.table.seals import EntryFault, SealCheck, came_to_light
from duelmat_host.table.state import TableState
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import say, say_count, words_of


@dataclass(frozen=True, slots=True)
class Audit:
    """The results of an audit."""

    entries: int
    """The number of entries that are valid."""
    head: str
    """The hash of the last valid entry."""
    noted: int | None
    """The entry whose hash was noted elsewhere; None if none was named, or none has it."""
    actions: int
    sealed: int
    opened: int
    faults: tuple[EntryFault, ...]


def audit(path: Path, head: str = "") -> Audit:
    """Check the journal in this file.

    Args:
    path: the file; it is only read.
    head: the hash of its last entry, or the beginning of it, as it was noted elsewhere: without
        it a chain whose end was cut off looks like one that goes no further.

    Raises: NotAJournalError, JournalError for a file that cannot be read as a journal at all.

    """
    newest = read_newest(path)  # first: a table that runs may write on meanwhile
    entries, fault = Journal.read(path)
    faults: list[EntryFault] = []
    if fault is not None:
        number = len(entries) + 1
        faults.append(EntryFault(number, f"entry {number}: {fault}"))
    rolled_back = find_rollback(path, newest, entries)
    if rolled_back is not None:
        faults.append(EntryFault(None, rolled_back.text))
    noted = next((e.number for e in reversed(entries) if head and e.hash.startswith(head)), None)
    if head and noted is None:
        text = say_count(
            "expected an entry with the head that was noted ({head}), got {count} "
            "entry without: the end was cut off, something was changed, or it is "
            "another journal",
            "expected an entry with the head that was noted ({head}), got {count} "
            "entries without: the end was cut off, something was changed, or it is "
            "another journal",
            len(entries),
            head=head,
        )
        faults.append(EntryFault(None, text))
    begun = [entry for entry in entries if entry.kind == "duel"]
    if not begun:
        raise JournalError(
            say_count(
                "expected the journal of a duel in {path}, got {count} entry, which begins none. "
                "Name a file such as duel-0001.jsonl in the table's directory.",
                "expected the journal of a duel in {path}, got {count} entries, none of "
                "which begins one. Name a file such as duel-0001.jsonl in the table's "
                "directory.",
                len(entries),
                path=path,
            )
        )
    opening = begun_of(path, begun[0].data)
    zones = ZoneMap(find_ruleset(opening.setup.ruleset), mat_of(opening.mat))
    state = begin(opening.setup, zones, opening.number)
    seals = SealCheck()
    actions = 0
    try:
        for written, (entry, after) in zip(entries, states(state, entries), strict=True):
            face_down = _face_down(state)
            faults += _proof_faults(written.number, entry, with_proofs(entry, state, after))
            state = after
            if isinstance(entry, TakenBack):
                hidden = {piece.oid for _, piece in state.duel.pieces() if piece.key is None}
                seals.go_back(hidden)
            if isinstance(entry, ActionDone):
                actions += 1
                shown = came_to_light(state.current.events, state.duel)
                seals.take(written.number, written.data, shown, face_down)
    except EntryMisfitError as error:
        faults.append(EntryFault(error.number, words_of(error)))
    return Audit(
        entries=len(entries),
        head=entries[-1].hash,
        noted=noted,
        actions=actions,
        sealed=seals.sealed_count,
        opened=seals.opened_count,
        faults=(*faults, *seals.faults),
    )


def _proof_faults(number: int, entry: Entry, proven: Entry) -> Iterator[EntryFault]:
    """Yield the faults of an entry's commitments, compared with those that follow."""
    if not isinstance(entry, ActionDone) or not isinstance(proven, ActionDone):
        return
    cards, due = ({seal.card: seal.digest for seal in each.sealed} for each in (entry, proven))
    for card in sorted(due.keys() - cards.keys()):
        text = say(
            "entry {number}: expected a commitment to card {card}, which is laid "
            "face-down here, got none",
            number=number,
            card=card,
        )
        yield EntryFault(number, text)
    for card in sorted(cards.keys() - due.keys()):
        text = say(
            "entry {number}: expected commitments only to cards that are laid face-down "
            "here, got one to card {card}",
            number=number,
            card=card,
        )
        yield EntryFault(number, text)
    for card in sorted(card for card in cards.keys() & due.keys() if cards[card] != due[card]):
        text = say(
            "entry {number}: expected the commitment to card {card} to be that of its "
            "card and salt, got another",
            number=number,
            card=card,
        )
        yield EntryFault(number, text)


def _face_down(state: TableState) -> frozenset[int]:
    """Return the cards that lie on the mat and that the table has not seen."""
    return frozenset(
        piece.oid
        for zone, piece in state.duel.pieces()
        if piece.key is None and state.zones.sensed(zone)
    )
