"""A journal folded to the table that its entries result in; forged entries are refused."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from duelmat_engine import (
    base_name,
    choose_readings,
    find_ruleset,
    ruleset_names,
    use_cards,
)
from duelmat_hardware import PACKAGED_MATS, Mat, load_mat, mat_file
from duelmat_host.errors import JournalError
from duelmat_host.journal.chain import Entry as ChainedEntry
from duelmat_host.journal.journal import Journal
from duelmat_host.link.session import Position
from duelmat_host.table.duel_setup import DuelSetup, Written
from duelmat_host.table.entries import DuelBegun
from duelmat_host.table.entries import Entry as TableEntry
from duelmat_host.table.entry_form import from_data, to_data
from duelmat_host.table.reducer import apply, begin
from duelmat_host.table.state import TableState
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import say, words_of

LONGEST_NAME: Final = 100
"""Characters of a player's name in a journal: as many as a line of the log has on a terminal."""
MOST_DUELS: Final = 999_999
"""The highest number of a duel: more than any table plays, and short enough for every page."""
LONGEST_TOOK_MS: Final = 366 * 24 * 3_600_000
"""The longest time between two entries: no table runs for a year without one."""
_Number = Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]
"""A number of the wire with 32 bits."""
_LONGEST_FAULT: Final = 500
"""The limit in characters of a quotation from a forged entry."""


class ResumeError(JournalError):
    """The journal's hashes are valid, but it records something that cannot have happened."""


class EntryMisfitError(JournalError):
    """An entry of a journal that does not fit the duel before it."""

    def __init__(self, number: int, kind: str, data: Any, reason: Exception) -> None:
        self.number = number
        self.kind = kind
        self.data = data
        """The data of the entry; they may reveal what lies face-down."""
        self.reason = reason
        super().__init__(
            say(
                "entry {number} ({kind}): expected it to fit the duel before it, got "
                "{error}: {reason}",
                number=number,
                kind=kind,
                error=type(reason).__name__,
                reason=words_of(reason),
            )
        )


def begin_journal(journal: Journal, setup: DuelSetup, mat: Mat, number: int) -> None:
    """Write down the players, rules and cards of a duel."""
    journal.append(*to_data(DuelBegun(setup, number, mat.digest)))


def duel_begun(journal: Journal) -> DuelBegun:
    """Return the entry that begins a journal's duel. Raises ResumeError."""
    return begun_of(journal.path, journal.entries("duel")[0].data)


def begun_of(path: Path, data: Any) -> DuelBegun:
    """Return the entry that begins a duel; `path` is named if it is broken. Raises ResumeError."""
    try:
        entry = from_data("duel", data)
        assert isinstance(entry, DuelBegun)
        _check_known(entry.setup)
        _check_number(entry.number)
    except Exception as error:  # whatever a forged entry holds
        raise ResumeError(
            say(
                "{path}: expected its first entry to begin a duel that is known here; "
                "{error}. Begin anew with --new (this journal is kept).",
                path=path,
                error=_shortened(error),
            )
        ) from error
    return entry


def _shortened(error: Exception) -> str:
    words = words_of(error)
    return words if len(words) <= _LONGEST_FAULT else words[:_LONGEST_FAULT]


def _check_known(setup: DuelSetup) -> None:
    """Raise an error unless a duel can begin so; its own cards are known from then on."""
    if base_name(setup.ruleset) not in ruleset_names():
        known = ", ".join(ruleset_names())
        raise JournalError(
            say(
                "expected a ruleset that is known ({known}), got {ruleset!r}: name the file "
                "with it (`duelmat --game FILE`)",
                known=known,
                ruleset=setup.ruleset[:60],
            )
        )
    found = use_cards(setup.cards).name if setup.cards else base_name(setup.ruleset)
    if found != setup.ruleset:
        raise JournalError(
            say(
                "expected the cards of {ruleset!r}, got those of {found!r}: it is no journal "
                "that a table has written",
                ruleset=setup.ruleset[:60],
                found=found,
            )
        )
    longest = max(map(len, setup.names))
    if longest > LONGEST_NAME:
        raise JournalError(
            say(
                "expected players' names of at most {longest_name} characters, got one of "
                "{longest}: it is no journal that a table has written",
                longest_name=LONGEST_NAME,
                longest=longest,
            )
        )
    choose_readings(find_ruleset(setup.ruleset), setup.readings)
    setup.match.next_duel(seed=None, readings=setup.readings)


def _check_number(number: int) -> None:
    if not 1 <= number <= MOST_DUELS:
        raise JournalError(
            say(
                "expected the number of a duel from 1 to {most}, got {number}",
                most=MOST_DUELS,
                number=number,
            )
        )


def resumed_state(begun: DuelBegun, zones: ZoneMap, entries: Sequence[Written]) -> TableState:
    """Return the table that the entries of a journal result in.

    Raises ResumeError for an entry that does not fit the duel before it, and on another mat than
    the one where cards were laid, unless that has the same zones.
    """
    if len(entries) > 1:
        _check_zones(begun, zones.mat)
    state = begin(begun.setup, zones, begun.number)
    try:
        for _, after in states(state, entries):
            state = after
    except EntryMisfitError as error:
        raise ResumeError(
            say(
                "expected entry {number} of the journal ({kind}) to fit the duel before it, "
                "got {data}: {reason}. It was written by another duelmat: go on with that "
                "one, or begin anew with --new (this journal is kept).",
                number=error.number,
                kind=error.kind,
                data=reprlib.repr(error.data),
                reason=words_of(error.reason),
            )
        ) from error
    return state


def _check_zones(begun: DuelBegun, mat: Mat) -> None:
    """Raise ResumeError for another mat, unless it has the zones of which the entries tell."""
    if begun.mat == mat.digest:
        return
    before = mat_of(begun.mat)
    if {each.id for each in before.zones} != {each.id for each in mat.zones}:
        raise ResumeError(
            say(
                "expected a mat with the zones of the one where the duel was begun ({expected}), "
                "got {got}: play it on there, as with --mat {expected}",
                expected=before.name,
                got=mat.name,
            )
        )


def states(
    state: TableState, entries: Iterable[Written]
) -> Iterator[tuple[TableEntry, TableState]]:
    """Yield each entry of a journal with the table after it.

    Raises EntryMisfitError for an entry that does not fit the duel before it.
    """
    for number, written in enumerate(entries, start=1):
        try:
            entry = _entry_at(number, written)
            state = apply(state, entry)
        except Exception as error:  # whatever a forged entry holds
            raise EntryMisfitError(number, written.kind, written.data, error) from error
        yield entry, state


class Circumstances(msgspec.Struct, frozen=True):
    """The circumstances of an entry, which stand beside its content."""

    at: tuple[_Number, _Number] | msgspec.UnsetType = msgspec.UNSET
    """The board's event that caused the entry: the boot, and the number of the event."""
    took_ms: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_TOOK_MS)] = 0
    """The time since the entry before it, where that is known."""


def circumstances(written: Written) -> Circumstances:
    """Return the circumstances of an entry. Raises ValueError for a forged one."""
    return msgspec.convert(written.data, Circumstances)


def _entry_at(number: int, written: Written) -> TableEntry:
    """Return an entry of a journal; only the first may begin a duel."""
    circumstances(written)
    entry = from_data(written.kind, written.data)
    if isinstance(entry, DuelBegun) and number > 1:
        raise ValueError(say("a duel begins once, with the first entry"))
    return entry


def mat_of(digest: str) -> Mat:
    """Return the packaged mat with this digest; for any other, the standard mat of today."""
    for mat in (load_mat(mat_file(name)) for name in PACKAGED_MATS):
        if mat.digest == digest:
            return mat
    return load_mat()


def last_position(entries: Iterable[Written]) -> Position | None:
    """Return the board's last event that has left a trace, and must not be acted on again."""
    causes = [at for entry in entries if (at := circumstances(entry).at) is not msgspec.UNSET]
    return Position(*causes[-1]) if causes else None


class FoldedEntry(NamedTuple):
    """An entry of a journal with the table before and after it."""

    written: ChainedEntry
    """The entry as it is written."""
    entry: TableEntry
    """The same as a value."""
    before: TableState
    after: TableState


@dataclass(frozen=True, slots=True)
class Folded:
    """A journal with the table at each of its entries."""

    begun: DuelBegun
    mat: Mat
    start: TableState
    """The table before the first entry."""
    entries: tuple[FoldedEntry, ...]
    """The entries up to the first that is not valid."""
    fault: str | None
    """The fault of the entry after them; None if there is none."""

    @property
    def end(self) -> TableState:
        """Return the table after the last entry."""
        return self.entries[-1].after if self.entries else self.start


def fold(path: Path) -> Folded:
    """Return the table at each entry of this file's journal, up to the first that is not valid.

    Raises: NotAJournalError, JournalError for a file of which nothing can be retold.
    """
    entries, fault = Journal.read(path)
    if not entries or entries[0].kind != "duel":
        got = _what_begins(entries)
        if fault is not None:
            got = say("{got} ({fault})", got=got, fault=fault)
        raise JournalError(
            say(
                "expected the journal of a duel in {path}, got {got}. "
                "Name a file such as duel-0001.jsonl in the table's directory.",
                path=path,
                got=got,
            )
        )
    begun = begun_of(path, entries[0].data)
    mat = mat_of(begun.mat)
    state = start = begin(
        begun.setup, ZoneMap(find_ruleset(begun.setup.ruleset), mat), begun.number
    )
    folded: list[FoldedEntry] = []
    if fault is not None:
        fault = say("entry {number}: {fault}", number=len(entries) + 1, fault=fault)
    try:
        for written, (entry, after) in zip(entries, states(state, entries), strict=True):
            folded.append(FoldedEntry(written, entry, state, after))
            state = after
    except EntryMisfitError as error:
        fault = words_of(error)
    return Folded(begun, mat, start, tuple(folded), fault)


def _what_begins(entries: Sequence[ChainedEntry]) -> str:
    if not entries:
        return say("one none of whose entries holds")
    return say("one whose first entry is of kind {kind!r}", kind=entries[0].kind)
