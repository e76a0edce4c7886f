"""Opening a table: its parts put together, for a real mat or a simulated one.

directory/   table.lock  held by the duelmat that runs this table: its process, its pages' address
             duel-0001.jsonl, duel-0001.head  the journal of each duel, and its newest head
             seats.json, sessions.json  who may open which page (access_files.py)
             hands.json  what simulated hands hold
             mat/  port, hands.sock and rig.json of the simulated mat
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import reprlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated, Any, Final

import msgspec

from duelmat_engine import (
    CardKey,
    Deck,
    Seat,
    choose_readings,
    find_ruleset,
    keys_of,
    ruleset_names,
    statements,
)
from duelmat_files import make_directory, open_own
from duelmat_files.errors import NotKeptError
from duelmat_files.outside import read_regular_file
from duelmat_files.whole_file import write_whole
from duelmat_hardware import PACKAGED_MATS, Mat, load_mat, mat_file
from duelmat_host.app.metrics import CountedJournal, Metrics
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import HostError, JournalError
from duelmat_host.journal.journal import Journal
from duelmat_host.link.line import BoardLine
from duelmat_host.link.session import BoardSession, Position
from duelmat_host.players.hands import Hands, Lying, Reach, Side
from duelmat_host.sensing.tracker import Tracker
from duelmat_host.table.draft import Chance
from duelmat_host.table.duel_setup import Dice, DuelSetup, Written
from duelmat_host.table.entries import DuelBegun, from_data, to_data
from duelmat_host.table.entries import Entry as TableEntry
from duelmat_host.table.live import LiveTable
from duelmat_host.table.reducer import apply, begin
from duelmat_host.table.state import TableState
from duelmat_host.table.table import Assist, table_of
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import say, words_of

_JOURNAL: Final = re.compile(r"duel-([0-9]+)\.(?:jsonl|head)")
"""The name of a journal, and of its newest head, which stays if the journal is taken away; damaged
ones that were set aside have other names."""


LONGEST_NAME: Final = 100
"""Characters of a player's name in a journal: as many as a line of the log has on a terminal."""
MOST_DUELS: Final = 999_999
"""The highest number of a duel: more than any table plays, and short enough for every page."""
LONGEST_TOOK_MS: Final = 366 * 24 * 3_600_000
"""The longest time between two entries: no table runs for a year without one."""
_Number = Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]
"""A number of the wire with 32 bits."""
SEATS_NAME: Final = "seats.json"
LOCK_NAME: Final = "table.lock"
_LOCK_BYTES: Final = 200
"""The number of bytes that are read of a lock."""


class DirectoryError(HostError):
    """No table can be kept in this directory."""


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


class TableTakenError(DirectoryError):
    """Another duelmat runs the table of this directory."""

    def __init__(self, directory: Path, process: str, address: str) -> None:
        self.directory = directory
        self.process = process
        """The number of the process; empty if the lock does not name it."""
        self.address = address
        """The address of its public page; empty while the table is being opened."""
        use = say("Use its page {address}", address=address) if address else say("Use its page")
        super().__init__(
            say(
                "expected the table in {directory} to be free, but another duelmat runs it "
                "(process {process}). {use}, close it with Ctrl-C, or open another table with "
                "--dir.",
                directory=directory,
                process=process or "?",
                use=use,
            )
        )


def dice_of(random: Random) -> Dice:
    """Return dice that choose at random, in the order of the options.

    Options may be alike: unseen cards of one hand are.
    """

    def throw(options: Sequence[str], count: int) -> tuple[str, ...]:
        chosen = random.sample(range(len(options)), count)
        return tuple(options[place] for place in sorted(chosen))

    return throw


@dataclass(slots=True)
class Opened:
    """A table ready to run."""

    table_loop: TableLoop
    journal: Journal
    resumed: int
    """The number of actions of the duel that were done before; 0 for a new one."""


def lock_table(directory: Path) -> int:
    """Reserve the directory for this program until it ends in any way; return the lock to release.

    Raises: TableTakenError, DirectoryError, NotKeptError.
    """
    try:
        make_directory(directory)  # journals and hands reveal face-down cards
        lock = open_own(directory / LOCK_NAME)
    except OSError as error:
        raise DirectoryError(
            say(
                "expected a directory to write in at {directory}, got: {reason}. Name "
                "another with --dir, or change its permissions.",
                directory=directory,
                reason=words_of(error),
            )
        ) from error
    try:
        _take(lock, directory)
        publish_address(lock, "")
    except TableTakenError:
        os.close(lock)
        raise
    except OSError as error:
        os.close(lock)
        raise NotKeptError(say("the lock of the table"), directory / LOCK_NAME, error) from error
    return lock


def check_not_taken(directory: Path) -> None:
    """Raise TableTakenError if another program runs the table of a directory."""
    try:
        # a pipe in its place is not waited for; whoever opens the table refuses it
        lock = os.open(directory / LOCK_NAME, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except OSError:  # a directory without a lock has no table that runs
        return
    try:
        _take(lock, directory)
    finally:
        os.close(lock)


def _take(lock: int, directory: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        said = os.pread(lock, _LOCK_BYTES, 0).decode(errors="replace")
        raise TableTakenError(directory, *_holder_of(said)) from error


def publish_address(lock: int, address: str) -> None:
    """Write down the address of the public page, for whoever finds the directory in use.

    Raises: OSError.
    """
    said = f"{os.getpid()}\n{address}\n".encode()
    os.pwrite(lock, said, 0)
    os.ftruncate(lock, len(said))


def _holder_of(said: str) -> tuple[str, str]:
    """Return the process and the address that a lock names; empty where it names none."""
    lines = [line for line in said.splitlines() if line.isprintable()]
    process, address = [*lines, "", ""][:2]
    return (
        process if process.isdecimal() else "",
        address if address.startswith("http") else "",
    )


def open_journal(directory: Path, *, new: bool) -> tuple[Journal, int]:
    """Return the journal to continue with, and its duel's number; a new journal after an end."""
    numbers = [int(found[1]) for p in directory.iterdir() if (found := _JOURNAL.fullmatch(p.name))]
    number = max(numbers, default=0)
    if number and not new:
        journal = Journal.open(journal_path(directory, number))
        if not journal.entries("over"):
            return journal, number
        journal.close()
    number += 1
    path = journal_path(directory, number)
    try:
        return Journal.open(path), number
    except JournalError:
        with contextlib.suppress(OSError):
            if not path.stat().st_size:  # no room for its first line
                path.unlink()
        raise


def earlier_journals(directory: Path) -> list[str]:
    """Return a sentence about journals in an older format, if there are any."""
    found = sorted(directory.glob("duel-*.sqlite3"))
    if not found:
        return []
    which = found[0].name if len(found) == 1 else f"{found[0].name} - {found[-1].name}"
    return [
        say(
            "Journals of an earlier form ({which}) cannot be read any more and were left alone.",
            which=which,
        )
    ]


def journal_path(directory: Path, number: int) -> Path:
    """Return the path of the journal of a table's duel."""
    return directory / f"duel-{number:04}.jsonl"


def journal_numbers(directory: Path) -> list[int]:
    """Return the numbers of the duels whose journals lie in a table's directory."""
    found = (path.stem.removeprefix("duel-") for path in directory.glob("duel-*.jsonl"))
    return sorted(int(number) for number in found if number.isdecimal())


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
    """Raise an error unless a duel can begin so."""
    if setup.ruleset not in ruleset_names():
        known = ", ".join(ruleset_names())
        raise JournalError(
            say(
                "expected a ruleset that is known ({known}), got {ruleset!r}: name the file "
                "with it (`duelmat --game FILE`)",
                known=known,
                ruleset=setup.ruleset[:60],
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


def resumed_state(begun: DuelBegun, zones: ZoneMap, entries: Iterable[Written]) -> TableState:
    """Return the table that the entries of a journal result in.

    Raises ResumeError for an entry that does not fit the duel before it.
    """
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


def open_table(
    setup: DuelSetup,
    mat: Mat,
    registry: Registry,
    journal: Journal,
    port: str,
    *,
    number: int = 1,
    dice: Dice | None = None,
    check_keeping: Callable[[], None] = lambda: None,
    assist: Assist = Assist.COACH,
) -> Opened:
    """Return a loop on a port, with its duel resumed where the journal ends.

    The players and decks of a resumed duel come from its journal.

    check_keeping: raises DuelmatError for as long as something cannot be kept.
    """
    if not journal.entries("duel"):
        begin_journal(journal, setup, mat, number)
    begun = duel_begun(journal)
    setup = begun.setup
    zones = ZoneMap(find_ruleset(setup.ruleset), mat)
    statements()  # read now, so that the first refusal need not wait for it
    state = resumed_state(begun, zones, journal.entries())
    metrics = Metrics()
    chance = Chance(dice or dice_of(SystemRandom()))
    counted = CountedJournal(journal, metrics)
    table = LiveTable(table_of(state, assist=assist, is_awaited=True), counted, chance)
    position = last_position(journal.entries())
    session = BoardSession(mat, resume=position)
    line = BoardLine(port, session)
    tracker = Tracker(mat, registry, setup.keys)
    table_loop = TableLoop(mat, line, tracker, table, metrics, check_keeping)
    return Opened(table_loop, journal, state.actions_count)


# Simulated hands


class _Held(msgspec.Struct, forbid_unknown_fields=True):
    """The content of hands.json."""

    sides: list[Side]
    lying: dict[str, Lying]


def make_hands(
    mat: Reach,
    decks: Sequence[Deck],
    random: Random,
    keep: Callable[[], None] = lambda: None,
) -> Hands:
    """Return hands with freshly shuffled decks; `keep` writes down what they hold."""
    piles = []
    for seat, deck in enumerate(decks):
        keys = keys_of(Seat(seat), deck.main)
        random.shuffle(keys)
        piles.append(keys)
    extras = [keys_of(Seat(seat), deck.extra) for seat, deck in enumerate(decks)]
    return Hands(mat, piles, extras, random, keep)


def save_hands(hands: Hands, path: Path) -> None:
    """Write down what the hands hold. Raises NotKeptError."""
    held = _Held(hands.sides, {str(key): lying for key, lying in hands.lying.items()})
    write_whole(path, msgspec.json.encode(held), say("what the hands hold"))


def load_hands(hands: Hands, path: Path) -> bool:
    """Restore what the hands held.

    Returns False if there is no such file, or it is broken: then the hands stay as they were made.
    """
    try:
        held = msgspec.json.decode(read_regular_file(path), type=_Held)
    except (OSError, ValueError, RecursionError):
        return False
    hands.restore(held.sides, {CardKey(key): lying for key, lying in held.lying.items()})
    return True


def set_aside(path: Path) -> Path | None:
    """Keep a broken file under another name, and return its path; None if there is no file."""
    kept = path.with_suffix(f".broken{path.suffix}")
    try:
        return path.replace(kept)
    except OSError:
        return None
