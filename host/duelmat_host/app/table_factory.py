"""Opening a table: the parts of the house put together, for a real mat or a simulated one.

directory/   table.lock  held by the duelmat that runs this table: its process, its pages' address
             duel-0001.jsonl  the journal of each duel
             seats.json, sessions.json  who may open which page (access_files.py)
             hands.json  what simulated hands hold
             mat/  port, hands.sock and rig.json of the simulated mat
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final, Protocol

import msgspec

from duelmat_engine.catalogue import systems
from duelmat_engine.errors import EngineError
from duelmat_engine.names import CardKey, Seat
from duelmat_engine.play import Deck, keys_of
from duelmat_engine.ruleset import choose_readings, find_ruleset
from duelmat_hardware import Mat
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import HostError, JournalError
from duelmat_host.files import read_regular_file
from duelmat_host.journal.journal import Journal
from duelmat_host.link.line import BoardLine
from duelmat_host.link.session import BoardSession, Position
from duelmat_host.players.hands import Hands, Lying, Reach, Side
from duelmat_host.sensing.tracker import Tracker
from duelmat_host.table.duel_setup import Dice, DuelSetup
from duelmat_host.table.entries import DuelBegun, from_data, to_data
from duelmat_host.table.reducer import apply, begin
from duelmat_host.table.state import TableState
from duelmat_host.table.table import DuelTable
from duelmat_host.table.zone_map import ZoneMap

_JOURNAL: Final = re.compile(r"duel-([0-9]+)\.jsonl")
"""Damaged journals that were set aside carry other names."""


_LOCK_BYTES: Final = 200
"""As much of a lock as is read."""


class DirectoryError(HostError):
    """A directory in which no table can be kept."""


class ResumeError(JournalError):
    """A journal whose hashes hold and which tells of something that cannot have happened."""


class Written(Protocol):
    """The part of a journal's entry that is needed."""

    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Any: ...


class TableTakenError(DirectoryError):
    """Another duelmat runs the table of this directory."""

    def __init__(self, directory: Path, process: str, address: str) -> None:
        self.directory = directory
        self.process = process
        """Its number; empty if the lock does not say it."""
        self.address = address
        """Of its public page; empty while it is being opened."""
        super().__init__(
            f"expected the table in {directory} to be free, but another duelmat runs it"
            f"{f' (process {process})' if process else ''}. Use its page"
            f"{f' {address}' if address else ''}, close it with Ctrl-C, or open another table "
            "with --dir."
        )


def dice_of(random: Random) -> Dice:
    """Dice that choose at random, in the order of the options."""

    def throw(options: Sequence[str], count: int) -> tuple[str, ...]:
        chosen = set(random.sample(list(options), count))
        return tuple(option for option in options if option in chosen)

    return throw


@dataclass(slots=True)
class Opened:
    """A table ready to be turned."""

    table_loop: TableLoop
    journal: Journal
    resumed: int
    """How many actions of the duel were done before; 0 for a new one."""


def lock_table(directory: Path) -> int:
    """Make the directory this program's own until it ends, however it ends; the lock to release.

    Raises: TableTakenError, DirectoryError.
    """
    try:
        # journals and hands tell what lies face-down
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(directory / "table.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DirectoryError(
            f"expected a directory to write in at {directory}, got: {error.strerror}. "
            "Name another with --dir, or change its permissions."
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        said = os.pread(lock, _LOCK_BYTES, 0).decode(errors="replace")
        os.close(lock)
        raise TableTakenError(directory, *_holder_of(said)) from error
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock


def publish_address(lock: int, address: str) -> None:
    """Write down where the table's public page is, for whoever finds the directory taken."""
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n{address}\n".encode(), 0)


def _holder_of(said: str) -> tuple[str, str]:
    """The process and the address that a lock names; empty where it does not."""
    lines = [line for line in said.splitlines() if line.isprintable()]
    process, address = [*lines, "", ""][:2]
    return (
        process if process.isdecimal() else "",
        address if address.startswith("http") else "",
    )


def open_journal(directory: Path, *, new: bool) -> tuple[Journal, int]:
    """The journal to go on with, and the duel's number; a new one after a duel that is over."""
    numbers = [int(found[1]) for p in directory.iterdir() if (found := _JOURNAL.fullmatch(p.name))]
    number = max(numbers, default=0)
    if number and not new:
        journal = Journal.open(_journal_path(directory, number))
        if not journal.entries("over"):
            return journal, number
        journal.close()
    number += 1
    return Journal.open(_journal_path(directory, number)), number


def earlier_journals(directory: Path) -> list[str]:
    """A sentence about journals in the form that they had before, if there are any."""
    found = sorted(directory.glob("duel-*.sqlite3"))
    if not found:
        return []
    which = found[0].name if len(found) == 1 else f"{found[0].name} to {found[-1].name}"
    return [f"Journals of an earlier form ({which}) cannot be read any more and were left alone."]


def _journal_path(directory: Path, number: int) -> Path:
    return directory / f"duel-{number:04}.jsonl"


def begin_journal(journal: Journal, setup: DuelSetup, mat: Mat, number: int) -> None:
    """Write down who plays what, with which cards."""
    journal.append(*to_data(DuelBegun(setup, number, mat.digest)))


def duel_begun(journal: Journal, assist: str) -> DuelBegun:
    """Return the entry that begins a journal's duel, with the help that is wanted now.

    Raises ResumeError.
    """
    return begun_of(journal.path, journal.entries("duel")[0].data, assist)


def begun_of(path: Path, data: Any, assist: str = "coach") -> DuelBegun:
    """Return the entry that begins a duel; `path` is named if it is broken. Raises ResumeError."""
    try:
        entry = from_data("duel", data)
        assert isinstance(entry, DuelBegun)
        choose_readings(find_ruleset(entry.setup.ruleset), entry.setup.readings)
    except (JournalError, EngineError) as error:
        raise ResumeError(
            f"{path}: expected its first entry to begin a duel that is known here; {error}. "
            "Begin anew with --new (this journal is kept)."
        ) from error
    return replace(entry, setup=replace(entry.setup, assist=assist))


def resumed_state(begun: DuelBegun, zones: ZoneMap, entries: Iterable[Written]) -> TableState:
    """Return what the entries of a journal make of its table.

    Raises ResumeError for an entry that does not fit the duel before it.
    """
    state = begin(begun.setup, zones, begun.number)
    for number, entry in enumerate(entries, start=1):
        try:
            state = apply(state, from_data(entry.kind, entry.data))
        except Exception as error:
            raise ResumeError(
                f"expected entry {number} of the journal ({entry.kind}) to fit the duel before "
                f"it, got {entry.data!r}: {error}. It was written by another duelmat: go on with "
                "that one, or begin anew with --new (this journal is kept)."
            ) from error
    return state


def last_position(entries: Iterable[Written]) -> Position | None:
    """Return the board's last event that has left a trace: it must not be acted on again."""
    causes = [entry.data["at"] for entry in entries if "at" in entry.data]
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
) -> Opened:
    """A loop on a port, its duel taken up where the journal ends.

    Of a duel that goes on, the journal says who plays what; the setting tells only how much the
    lights help.
    """
    if not journal.entries("duel"):
        begin_journal(journal, setup, mat, number)
    begun = duel_begun(journal, setup.assist)
    setup = begun.setup
    zones = ZoneMap(find_ruleset(setup.ruleset), mat)
    systems()  # read now, so that the first refusal does not wait for it
    state = resumed_state(begun, zones, journal.entries())
    table = DuelTable(state, journal, dice or dice_of(SystemRandom()))
    table.is_unseen = True
    table.write_missing_end()
    keys = {key for seat, deck in enumerate(setup.decks) for key in _all_keys(Seat(seat), deck)}
    position = last_position(journal.entries())
    session = BoardSession(mat, resume=position)
    line = BoardLine(port, session)
    table_loop = TableLoop(mat, line, Tracker(mat, registry, keys), table)
    return Opened(table_loop, journal, state.actions_count)


def _all_keys(seat: Seat, deck: Deck) -> list[CardKey]:
    return keys_of(seat, (*deck.main, *deck.extra))


# Simulated hands


class _Held(msgspec.Struct, forbid_unknown_fields=True):
    """What hands.json holds."""

    sides: list[Side]
    lying: dict[str, Lying]


def make_hands(mat: Reach, decks: Sequence[Deck], random: Random) -> Hands:
    """Hands with freshly shuffled decks."""
    piles = []
    for seat, deck in enumerate(decks):
        keys = keys_of(Seat(seat), deck.main)
        random.shuffle(keys)
        piles.append(keys)
    extras = [keys_of(Seat(seat), deck.extra) for seat, deck in enumerate(decks)]
    return Hands(mat, piles, extras, random)


def save_hands(hands: Hands, path: Path) -> None:
    """Write down what the hands hold; the old file stays until the new one is whole."""
    held = _Held(hands.sides, {str(key): lying for key, lying in hands.lying.items()})
    write_whole(path, msgspec.json.encode(held))


def write_whole(path: Path, content: bytes) -> None:
    """Write a private file whole or not at all."""
    fresh = path.with_suffix(".new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as file:  # noqa: PTH123  (of a descriptor, for its mode)
        os.fchmod(descriptor, 0o600)  # of a file that was left there, too
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def load_hands(hands: Hands, path: Path) -> bool:
    """Take up what the hands held.

    False if there is no such file, or it is broken: then the hands are as they were made.
    """
    try:
        held = msgspec.json.decode(read_regular_file(path), type=_Held)
    except (OSError, ValueError, RecursionError):
        return False
    hands.sides = held.sides
    hands.lying = {CardKey(key): lying for key, lying in held.lying.items()}
    return True


def set_aside(path: Path) -> Path | None:
    """Keep a broken file under another name; None if there is none."""
    kept = path.with_suffix(f".broken{path.suffix}")
    try:
        return path.replace(kept)
    except OSError:
        return None
