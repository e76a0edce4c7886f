"""Side events that are made while a hub runs: it looks where they may come, and finds them.

A place is looked at without writing anything: another program may be making an event there at
this moment, or it may be anything else.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote, urlsplit

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, func, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from duelmat_hub import tables
from duelmat_hub.errors import BrokenStoreError, HubError, StoreError
from duelmat_hub.hub import mark_of
from duelmat_hub.running import locked
from duelmat_hub.store import FILE_NAME, Store, engine_of, open_database, open_file, reason_of
from duelmat_message import say, words_of
from duelmat_tournament.entries import Entry

EVERY_S: Final = 2.0
"""The time between two looks: an event that was made is there before somebody looks for it."""
EACH: Final = "*"
"""The end of a database's address that stands for all databases whose names begin so."""
_BUSY_S: Final = 1.0
_log = logging.getLogger(__name__)


class Sighting(Struct, frozen=True):
    """An event that was seen somewhere."""

    made_ms: int
    entries: int
    mark: str

    @property
    def rank(self) -> tuple[int, int]:
        """Return the order of events: the oldest, and of it and its copies the one that has gone
        on, are first.
        """
        return self.made_ms, -self.entries


class EventPlace(Struct, frozen=True):
    """A directory, or a database of PostgreSQL, in which an event may be kept."""

    address: str
    """The path of a directory, or the address of a database."""
    is_database: bool = False

    @property
    def name(self) -> str:
        """Return its name among others of its kind."""
        path = unquote(urlsplit(self.address).path) if self.is_database else self.address
        return Path(path).name

    @property
    def shown(self) -> str:
        """Return it as people may read it, without a password."""
        return self.name if self.is_database else self.address

    def look(self) -> Sighting | None:
        """Return the event there; None: there is none. Raises StoreError, BrokenStoreError."""
        if self.is_database:
            return _sighting(engine_of(self.address))
        file = Path(self.address, FILE_NAME)
        try:
            if not file.is_file():
                return None
        except OSError as error:  # of a directory that nobody may read
            raise StoreError(words_of(error)) from error

        def connect() -> sqlite3.Connection:
            address = f"{file.absolute().as_uri()}?mode=ro"
            return sqlite3.connect(address, timeout=_BUSY_S, uri=True)

        return _sighting(create_engine("sqlite://", creator=connect, poolclass=NullPool))

    @contextmanager
    def opened(self) -> Iterator[Store]:
        """Yield its store, which no other hub has meanwhile if it is a directory.

        Raises: StoreError, BrokenStoreError, TakenError, UnfitDirectoryError.
        """
        if self.is_database:
            with closing(open_database(self.address)) as store:
                yield store
        else:
            directory = Path(self.address)
            with locked(directory), closing(open_file(directory)) as store:
                yield store


@contextmanager
def _asked(engine: Engine) -> Iterator[Connection]:
    """Yield the only connection of an engine, for questions. Raises StoreError."""
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise StoreError(reason_of(error)) from error
    finally:
        engine.dispose()


def _sighting(engine: Engine) -> Sighting | None:
    """Return the event in a database, with which nothing else is done."""
    held = tables.entries.c
    newest = select(func.max(held.number)).scalar_subquery()
    with _asked(engine) as connection:
        if not inspect(connection).has_table(tables.entries.name):
            return None
        found = connection.execute(select(held.hash, held.body, newest).where(held.number == 1))
        row = found.first()
    if row is None:
        return None
    try:
        entry = msgspec.json.decode(row.body, type=Entry)
    except (msgspec.MsgspecError, ValueError) as error:
        got = say("an entry that cannot be read: {fault}", fault=words_of(error))
        raise BrokenStoreError(1, got) from error
    return Sighting(entry.at_ms, row[2], mark_of(row.hash))


def events_inside(directory: Path) -> list[Path]:
    """Return the directories in one that hold events, the oldest event first.

    What cannot be read is left out, and so is a copy of another one.
    """
    seen: dict[str, tuple[tuple[int, int], Path]] = {}
    for path in sorted(directory.glob("*")):
        try:
            found = place_of(path).look()
        except HubError:
            continue
        if found is not None:
            mine = (found.rank, path)
            seen[found.mark] = min(seen.get(found.mark, mine), mine)
    return [path for _, path in sorted(seen.values())]


class SideEvents:
    """The events that may come into the directories of a hub, or beside its databases."""

    def __init__(
        self,
        directories: Sequence[Path],
        databases: Sequence[str],
        opened: Sequence[EventPlace],
        marks: Callable[[], Collection[str]],
    ) -> None:
        """Args:
        directories: those in which directories of events are looked for.
        databases: addresses; beside those that end with EACH others are looked for.
        opened: the places that are open.
        marks: gives the marks of the events that are open.

        """
        self._directories = directories
        self._databases = [each for each in databases if each.endswith(EACH)]
        self._opened = set(opened)
        self._marks = marks
        self._failed: dict[EventPlace, str] = {}
        """The words with which each place has failed at the last look."""
        self._told: dict[EventPlace, str] = {}

    async def look(self, open_event: Callable[[EventPlace], Awaitable[None]]) -> None:
        """Open each event that has come, the oldest first.

        open_event: opens one. Raises HubError.
        """
        found, failed = await asyncio.to_thread(self._look)
        for sighting, place in found:
            if sighting.mark in self._marks():
                failed[place] = "its event is open already, or this is a copy of it"
                continue
            try:
                await open_event(place)
            except HubError as error:
                failed[place] = _words(error)
            else:
                self._opened.add(place)
        self._tell(failed)

    def _look(self) -> tuple[list[tuple[Sighting, EventPlace]], dict[EventPlace, str]]:
        """Return the events that were seen in places that are not open, and what has failed."""
        found: list[tuple[Sighting, EventPlace]] = []
        failed: dict[EventPlace, str] = {}
        for place in self._places(failed):
            try:
                sighting = None if place in self._opened else place.look()
            except HubError as error:
                failed[place] = _words(error)
            else:
                if sighting is not None:
                    found.append((sighting, place))
        return sorted(found, key=lambda each: (each[0].rank, each[1].address)), failed

    def _places(self, failed: dict[EventPlace, str]) -> Iterator[EventPlace]:
        for directory in self._directories:
            try:
                yield from map(place_of, sorted(directory.glob("*")))
            except OSError as error:  # as of a network's disk that is gone
                failed[place_of(directory)] = words_of(error)
        for address in self._databases:
            try:
                yield from databases_beside(address.removesuffix(EACH))
            except HubError as error:
                failed[EventPlace(address, is_database=True)] = _words(error)

    def _tell(self, failed: dict[EventPlace, str]) -> None:
        """Log what has failed in the same words twice running: once may be the making of it."""
        for place, words in failed.items():
            if self._failed.get(place) == words != self._told.get(place):
                self._told[place] = words
                _log.warning("the event in %s was not opened: %s", place.name, words)
        self._failed = failed


def _words(error: HubError) -> str:
    return error.reason if isinstance(error, StoreError) else words_of(error)


def place_of(directory: Path) -> EventPlace:
    """Return the place that a directory is, however it was named."""
    return EventPlace(os.path.realpath(directory))


def databases_beside(address: str) -> list[EventPlace]:
    """Return the databases of a server whose names begin with that of one. Raises StoreError."""
    parts = urlsplit(address)
    name = unquote(parts.path.removeprefix("/"))
    wanted = text(
        "SELECT datname FROM pg_database WHERE datallowconn AND starts_with(datname, :name) "
        "AND datname <> :name AND has_database_privilege(datname, 'CONNECT') ORDER BY datname"
    )
    with _asked(engine_of(address)) as connection:
        found = connection.execute(wanted, {"name": name}).scalars().all()
    return [
        EventPlace(parts._replace(path=f"/{quote(each)}").geturl(), is_database=True)
        for each in found
    ]
