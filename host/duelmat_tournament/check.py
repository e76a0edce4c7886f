"""Checking an event file: its bytes, its chain, noted checkpoints, and every entry anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from duelmat_message import words_of
from duelmat_tournament.chain import ROOT, checkpoint, hashes, parse_checkpoint, weakened
from duelmat_tournament.entries import Entry, RoundPaired
from duelmat_tournament.errors import EventFileError
from duelmat_tournament.exchange import EventFile, parse_event
from duelmat_tournament.proving import prove
from duelmat_tournament.registration_entries import DeckRegistered


class Checked(Struct, frozen=True):
    """The result of checking an event file."""

    faults: tuple[str, ...]
    entries: int = 0
    rounds: int = 0
    pairs: int = 0
    checkpoint: str = ""
    """The code of the last entry."""
    noted: tuple[int, ...] = ()
    """For each checkpoint that was noted, the entry after which it was the log's."""

    @property
    def is_proven(self) -> bool:
        return not self.faults


def check_event(content: bytes, noted: Iterable[str] = (), source: str = "event.json") -> Checked:
    """Check an event file, and return its faults.

    noted: checkpoints that somebody has written down. Raises ValueError for a malformed one.
    """
    codes = [parse_checkpoint(each) for each in noted]
    try:
        found = parse_event(content, source)
    except EventFileError as error:
        return Checked((words_of(error),))
    log = found.log
    known = _entries_by_code(log)
    paired = {each.what.round: each.what for each in log if isinstance(each.what, RoundPaired)}
    faults = [*_chain_faults(found), *_deck_faults(found)]
    faults += [
        (
            f"the checkpoint {code} was noted and is none of this log: its end was cut off, or it "
            "was written anew"
        )
        for code in codes
        if code not in known
    ]
    faults += prove(log, found.decks)
    return Checked(
        tuple(faults),
        len(log),
        len(paired),
        sum(len(each.tables) for each in paired.values()),
        checkpoint(found.head) if _is_hash(found.head) else "",
        tuple(known.get(code, 0) for code in codes),
    )


def _entries_by_code(log: Sequence[Entry]) -> dict[str, int]:
    """Return the numbers of the entries by their checkpoints, the weak ones of before as well."""
    found = {}
    for number, each in enumerate(hashes(log), start=1):
        code = checkpoint(each)
        found[code] = found[weakened(code)] = number
    return found


def _chain_faults(found: EventFile) -> Iterable[str]:
    if not found.entries:
        yield "an event has at least one entry, this file has none"
    last = ROOT
    for number, (line, expected) in enumerate(
        zip(found.entries, hashes(found.log), strict=True), start=1
    ):
        last = expected
        if line.hash != expected:
            yield f"entry {number}: its hash does not follow from it and the entries before it"
            return
    if found.head != last:
        yield "the head of the file is not the hash of its last entry: the end was cut off"


def _deck_faults(found: EventFile) -> Iterable[str]:
    """Yield a sentence for each surplus or missing deck list, of which a public file has none."""
    named = {
        line.entry.what.digest: line.entry.number
        for line in found.entries
        if isinstance(line.entry.what, DeckRegistered)
    }
    for digest in sorted(found.decks.keys() - named.keys()):
        yield f"no entry is about the deck list {digest[:16]}..."
    for digest in sorted(named.keys() - found.decks.keys()) if found.decks else ():
        yield f"entry {named[digest]}: its deck list is not in the file, which has others"


def _is_hash(text: str) -> bool:
    return len(text) == len(ROOT) and set(text) <= set("0123456789abcdef")
