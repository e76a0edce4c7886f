"""Opening a table: the parts of the house put together, for a real mat or a simulated one.

directory/   table.lock  held by the duelmat that runs this table: its process, its pages' address
             duel-0001.jsonl  the journal of each duel
             seats.json  the secrets of the seats' addresses and of the judge's
             hands.json  what simulated hands hold
             mat/  port, hands.sock and rig.json of the simulated mat
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final

import msgspec

from duelmat_engine.catalogue import systems
from duelmat_engine.errors import EngineError
from duelmat_engine.names import CardKey, Seat
from duelmat_engine.play import Deck, keys_of
from duelmat_engine.ruleset import choose_readings, find_ruleset, ruleset_names
from duelmat_hardware import Mat
from duelmat_host.app.resume import ResumeError, last_position, resume
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import HostError
from duelmat_host.files import read_regular_file
from duelmat_host.journal.journal import Journal
from duelmat_host.link.line import BoardLine
from duelmat_host.link.session import BoardSession
from duelmat_host.players.hands import Hands, Lying, Side
from duelmat_host.players.hands import Mat as HandsMat
from duelmat_host.sensing.tracker import Tracker
from duelmat_host.table.table import Dice, DuelSetup, DuelTable
from duelmat_host.table.zone_map import ZoneMap

_JOURNAL: Final = re.compile(r"duel-([0-9]+)\.jsonl")
"""Damaged journals that were set aside carry other names."""


_LOCK_BYTES: Final = 200
"""As much of a lock as is read."""


class DirectoryError(HostError):
    """A directory in which no table can be kept."""


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

    station: TableLoop
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


def begin_journal(journal: Journal, setting: DuelSetup, mat: Mat, number: int) -> None:
    """Write down who plays what, with which cards."""
    journal.append(
        "duel",
        {
            "number": number,
            "ruleset": setting.ruleset,
            "names": list(setting.names),
            "readings": dict(setting.readings),
            "mat": mat.digest,
            "decks": [{"main": d.main, "extra": d.extra} for d in setting.decks],
        },
    )


class _Pack(msgspec.Struct):
    main: tuple[str, ...]
    extra: tuple[str, ...]


class _Begun(msgspec.Struct):
    """The first entry of a journal."""

    ruleset: str
    names: tuple[str, ...]
    readings: dict[str, str]
    mat: str
    decks: list[_Pack]


def setup_of(journal: Journal, assist: str) -> DuelSetup:
    """What a journal says of its duel."""
    return setup_of_entries(journal.path, journal.entries("duel")[0].data, assist)


def setup_of_entries(path: Path, said: Any, assist: str = "coach") -> DuelSetup:
    """What the entry that begins a duel says of it; `path` is told if it is broken."""
    try:
        begun = msgspec.convert(said, _Begun)
        choose_readings(find_ruleset(begun.ruleset), begun.readings)
    except (msgspec.ValidationError, EngineError) as error:
        raise ResumeError(
            f"{path}: expected the entry that begins a duel, got {str(said)[:300]}: {error}. "
            "Begin anew with --new (this journal is kept)."
        ) from error
    if begun.ruleset not in ruleset_names():
        known = ", ".join(ruleset_names())
        raise ResumeError(
            f"{path}: expected a duel of a ruleset that is known ({known}), got "
            f"{begun.ruleset[:60]!r}. Begin anew with --new (this journal is kept), or name the "
            "file with that ruleset (`duelmat --game FILE`)."
        )
    decks = tuple(Deck(pack.main, pack.extra) for pack in begun.decks)
    return DuelSetup(begun.ruleset, begun.names, decks, begun.readings, assist)


def open_table(
    setting: DuelSetup,
    mat: Mat,
    registry: Registry,
    journal: Journal,
    port: str,
    *,
    number: int = 1,
    dice: Dice | None = None,
) -> Opened:
    """A station on a port, its duel taken up where the journal ends.

    Of a duel that goes on, the journal says who plays what; the setting tells only how much the
    lights help.
    """
    if journal.entries("duel"):
        setting = setup_of(journal, setting.assist)
    else:
        begin_journal(journal, setting, mat, number)
    zones = ZoneMap(find_ruleset(setting.ruleset), mat)
    systems()  # read now, so that the first refusal does not wait for it
    table = DuelTable(setting, zones, journal, dice or dice_of(SystemRandom()), number)
    resumed = resume(table, journal.entries())
    if not journal.entries("over"):
        table.write_end()  # it was stopped between the last action and its end
    keys = {key for seat, deck in enumerate(setting.decks) for key in _all_keys(Seat(seat), deck)}
    position = last_position(journal.entries())
    session = BoardSession(mat, resume=position)
    line = BoardLine(port, session)
    station = TableLoop(mat, line, Tracker(mat, registry, keys), table)
    return Opened(station, journal, resumed)


def _all_keys(seat: Seat, deck: Deck) -> list[CardKey]:
    return keys_of(seat, (*deck.main, *deck.extra))


# Simulated hands


class _Held(msgspec.Struct, forbid_unknown_fields=True):
    """What hands.json holds."""

    sides: list[Side]
    lying: dict[str, Lying]


def make_hands(mat: HandsMat, decks: Sequence[Deck], random: Random) -> Hands:
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
