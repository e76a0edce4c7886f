"""The store: an event's log, deck lists, links and sessions in a database.

SQLite is for one hub process, PostgreSQL for any number of them. A method returns after the
commit, or raises StoreError and has changed nothing.
"""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import psycopg
from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, event, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from duelmat_files import make_directory, open_own
from duelmat_hub import tables
from duelmat_hub.errors import BrokenStoreError, ConflictError, StoreError
from duelmat_message import say, words_of
from duelmat_tournament.chain import ROOT, entry_json, hashes
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.entries import Entry
from duelmat_tournament.exchange import SaltedDeck

FILE_NAME: Final = "event.sqlite"
CHANNEL: Final = "duelmat_entries"
"""The channel on which PostgreSQL tells other hub processes of new entries and ended links."""
LINKS_ENDED: Final = 0
"""The notice that links may have ended, in the place of an entry's number."""
REPORTS_KEPT: Final = -1
"""The notice that tables have reported, in the place of an entry's number."""
_FAILED: Final = say("the database has failed, and the hub's log has its words")
"""Everybody may read this; a database's own words name its address, its tables and rows."""
_BUSY_MS: Final = 5_000
_TURN: Final = 4951
"""A number of ours for PostgreSQL's lock: any that no other program in the database takes."""
_log = logging.getLogger(__name__)


class Done(Struct, frozen=True):
    """The entries that a request has made."""

    first: int
    last: int


class Link(Struct, frozen=True):
    """The person of a link."""

    digest: str
    """SHA-256 of its secret, in hex."""
    role: str
    name: str
    player: int
    """The player's number; 0: none."""
    expires_ms: int
    table_number: int = 0
    """The table that the link is for; 0: none."""
    label: str = ""
    """The words by which its maker tells it from the person's other links."""
    seat: str = ""
    """The letter of the seat of a team whose player has it; empty: the whole team has it."""


class Store:
    """An open database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._complaint = ""
        """The words with which the database has failed last; empty: it works."""
        self.is_shared = engine.dialect.name == "postgresql"
        """Whether other hub processes may use it as well."""
        self.copied_ms = 0
        """The moment at which it was made as a copy of another; 0: it is none."""

    def close(self) -> None:
        self._engine.dispose()

    # The log

    def read_after(self, number: int, head: str = ROOT) -> list[tuple[Entry, str]]:
        """Return the entries after a number with their hashes, which follow from `head`.

        Raises: StoreError, BrokenStoreError.
        """
        chosen = select(tables.entries).where(tables.entries.c.number > number)
        with self.transaction(reads=True) as connection:
            rows = connection.execute(chosen.order_by(tables.entries.c.number)).all()
        try:
            log = [msgspec.json.decode(row.body, type=Entry) for row in rows]
        except (msgspec.MsgspecError, ValueError) as error:
            got = say("an entry that cannot be read: {fault}", fault=words_of(error))
            raise BrokenStoreError(number + 1, got) from error
        for expected, (entry, made, row) in enumerate(
            zip(log, hashes(log, head), rows, strict=True), start=number + 1
        ):
            if entry.number != expected or row.number != expected or row.hash != made:
                raise BrokenStoreError(expected, say("an entry whose hash does not follow"))
        return [(entry, row.hash) for entry, row in zip(log, rows, strict=True)]

    def append(
        self,
        made: Sequence[Entry],
        head: str,
        request: str,
        decks: Mapping[str, SaltedDeck] | None = None,
    ) -> None:
        """Add entries after the one with the hash `head`, with their request and deck lists.

        Raises: ConflictError if other entries were added first or the request was done before,
        StoreError.
        """
        rows = [
            {"number": entry.number, "hash": hash_, "body": entry_json(entry).decode()}
            for entry, hash_ in zip(made, hashes(made, head), strict=True)
        ]
        done = {"id": request, "first": made[0].number, "last": made[-1].number}
        with self.transaction() as connection:
            connection.execute(insert(tables.entries), rows)
            connection.execute(insert(tables.requests), done)
            for digest, deck in (decks or {}).items():
                self._keep_deck(connection, digest, deck)
            self.notify(connection, made[-1].number)

    def take_turns(self, connection: Connection) -> None:
        """Wait until no other process is in such a transaction; SQLite has one writer anyway."""
        if self.is_shared:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_TURN})"))

    def notify(self, connection: Connection, number: int) -> None:
        """Let other processes know of a new entry, or of a change, once this is committed."""
        if self.is_shared:
            connection.execute(select(func.pg_notify(CHANNEL, str(number))))

    @staticmethod
    def _keep_deck(connection: Connection, digest: str, deck: SaltedDeck) -> None:
        known = select(tables.decks.c.digest).where(tables.decks.c.digest == digest)
        if connection.execute(known).first() is None:
            body = msgspec.json.encode(deck.deck).decode()
            row = {"digest": digest, "salt": deck.salt, "body": body}
            connection.execute(insert(tables.decks), row)

    def check_room(self) -> None:
        """Write something without effect, as a proof that entries can be written.

        Raises StoreError.
        """
        same = update(tables.schema).values(version=tables.schema.c.version)
        with self.transaction() as connection:
            connection.execute(same)

    def find_request(self, request: str) -> Done | None:
        """Find the entries that a request has made; None: it was not done. Raises StoreError."""
        wanted = select(tables.requests).where(tables.requests.c.id == request)
        with self.transaction(reads=True) as connection:
            row = connection.execute(wanted).first()
        return None if row is None else Done(row.first, row.last)

    def decks(self) -> dict[str, SaltedDeck]:
        """Return all deck lists by digest. Raises StoreError."""
        with self.transaction(reads=True) as connection:
            rows = connection.execute(select(tables.decks)).all()
        return {
            row.digest: SaltedDeck(row.salt, msgspec.json.decode(row.body, type=DeckList))
            for row in rows
        }

    # Links and sessions

    def add_link(self, link: Link) -> None:
        """Keep a link. Raises ConflictError for a table that has one, StoreError."""
        held = tables.links.c
        same = select(held.digest).where(held.table_number == link.table_number, held.ended == 0)
        with self.transaction() as connection:
            self.take_turns(connection)
            if link.table_number and connection.execute(same).first() is not None:
                raise ConflictError
            connection.execute(insert(tables.links), msgspec.to_builtins(link))

    def links(self) -> list[Link]:
        """Return the links that have not ended. Raises StoreError."""
        chosen = select(tables.links).where(tables.links.c.ended == 0)
        with self.transaction(reads=True) as connection:
            return [_link(row) for row in connection.execute(chosen.order_by("role", "name"))]

    def end_link(self, digest: str) -> None:
        """End a link and every session that it has begun. Raises StoreError."""
        with self.transaction() as connection:
            mine = tables.links.c.digest == digest
            connection.execute(update(tables.links).where(mine).values(ended=1))
            held = tables.sessions.c.link == digest
            connection.execute(tables.sessions.delete().where(held))
            self.notify(connection, LINKS_ENDED)

    def find_link(self, digest: str, now_ms: int) -> Link | None:
        """Return the link of a secret's hash, if it lets in now. Raises StoreError."""
        wanted = select(tables.links).where(
            tables.links.c.digest == digest,
            tables.links.c.ended == 0,
            tables.links.c.expires_ms > now_ms,
        )
        with self.transaction(reads=True) as connection:
            row = connection.execute(wanted).first()
        return None if row is None else _link(row)

    def begin_session(
        self, digest: str, link: str, expires_ms: int, now_ms: int, most: int
    ) -> list[str]:
        """Keep a browser's session, and return the sessions of its link that end in exchange.

        most: the most sessions of a link; those that would end first go.

        Raises: StoreError.
        """
        held = tables.sessions.c
        mine = select(held.digest, held.expires_ms).where(held.link == link)
        row = {"digest": digest, "link": link, "expires_ms": expires_ms}
        turn = select(tables.links.c.digest).where(tables.links.c.digest == link)
        with self.transaction() as connection:
            connection.execute(turn.with_for_update())  # of two hubs one counts after the other
            found = connection.execute(mine.order_by(held.expires_ms)).all()
            excess = len(found) - most + 1
            ended = [
                each.digest
                for place, each in enumerate(found)
                if place < excess or each.expires_ms <= now_ms
            ]
            connection.execute(tables.sessions.delete().where(held.digest.in_(ended)))
            connection.execute(insert(tables.sessions), row)
        return ended

    def prolong_session(self, digest: str, expires_ms: int) -> None:
        """Let a session end later. Raises StoreError."""
        mine = tables.sessions.c.digest == digest
        with self.transaction() as connection:
            connection.execute(update(tables.sessions).where(mine).values(expires_ms=expires_ms))

    def find_session(self, digest: str, now_ms: int) -> tuple[Link, int] | None:
        """Return the link of a session and the time at which the session ends, if both are valid
        now. Raises StoreError.
        """
        held = tables.sessions.c
        wanted = (
            select(tables.links, held.expires_ms.label("session_expires_ms"))
            .join(tables.sessions, held.link == tables.links.c.digest)
            .where(
                held.digest == digest,
                held.expires_ms > now_ms,
                tables.links.c.ended == 0,
                tables.links.c.expires_ms > now_ms,
            )
        )
        with self.transaction(reads=True) as connection:
            row = connection.execute(wanted).first()
        return None if row is None else (_link(row), row.session_expires_ms)

    async def notices(self) -> AsyncGenerator[int]:
        """Yield the number of the newest entry whenever some are added, and LINKS_ENDED whenever
        links may have ended: also at the beginning, since some may have ended before. Raises
        StoreError.
        """
        address = self._engine.url.set(drivername="postgresql")
        try:
            connection = await psycopg.AsyncConnection.connect(
                address.render_as_string(hide_password=False), autocommit=True
            )
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                yield LINKS_ENDED
                async for notice in connection.notifies():
                    yield int(notice.payload)
        except psycopg.Error as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> StoreError:
        """Log an error of the database once in its own words, and return the error for people."""
        complaint = reason_of(error)
        if complaint != self._complaint:
            self._complaint = complaint
            _log.error("the database: %s", complaint)
        return StoreError(_FAILED)

    @contextmanager
    def transaction(self, *, reads: bool = False) -> Iterator[Connection]:
        """Yield a transaction, committed at the end. One that reads waits for no writer."""
        try:
            with (
                self._engine.connect().execution_options(reads=reads) as connection,
                connection.begin(),
            ):
                yield connection
            self._complaint = ""
        except IntegrityError as error:  # another writer has taken the number, or the request
            raise ConflictError from error
        except SQLAlchemyError as error:
            raise self._failed(error) from error


def _link(row: Any) -> Link:
    return Link(
        row.digest,
        row.role,
        row.name,
        row.player,
        row.expires_ms,
        row.table_number,
        row.label,
        row.seat,
    )


def reason_of(error: Exception) -> str:
    """Return the database's complaint in one line, without the statement."""
    own = getattr(error, "orig", None) or error
    return (str(own).strip().splitlines() or [type(own).__name__])[0]


def open_file(directory: Path) -> Store:
    """Open the event in a directory, or make one. Raises StoreError, BrokenStoreError."""
    path = directory / FILE_NAME
    try:
        make_directory(directory)  # SQLite puts its log beside the file
        os.close(open_own(path))
    except OSError as error:
        raise StoreError(
            say("{path}: {reason}", path=str(path), reason=words_of(error))
        ) from error
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": _BUSY_MS / 1000})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        reads = connection.get_execution_options().get("reads")
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return _opened(engine)


def engine_of(url: str) -> Engine:
    """Return the engine of a PostgreSQL database, which connects later. Raises StoreError."""
    scheme, _, rest = url.partition("://")
    if scheme not in ("postgresql", "postgres") or not rest:
        raise StoreError(
            say(
                "expected a database as in {example}, got another kind of address",
                example="postgresql://user@host/name",
            )
        )
    try:
        return create_engine(f"postgresql+psycopg://{rest}", pool_pre_ping=True)
    except (SQLAlchemyError, ValueError) as error:
        raise StoreError(say("the address of the database cannot be read")) from error


def open_database(url: str) -> Store:
    """Open the event in a PostgreSQL database. Raises StoreError, BrokenStoreError."""
    return _opened(engine_of(url))


def _opened(engine: Engine) -> Store:
    store = Store(engine)
    try:
        with store.transaction() as connection:
            store.take_turns(connection)  # two hubs may open an empty database
            tables.metadata.create_all(connection)
            found = connection.execute(select(tables.schema.c.version)).scalar()
            if found is None:
                connection.execute(insert(tables.schema), {"version": tables.SCHEMA})
            elif found < tables.SCHEMA:
                _upgrade(connection, found)
                found = tables.SCHEMA
            copied = select(func.max(tables.copies.c.at_ms))
            store.copied_ms = connection.execute(copied).scalar() or 0
    except StoreError:
        engine.dispose()
        raise
    if found not in (None, tables.SCHEMA):
        engine.dispose()
        got = say(
            "tables of version {version}, this Duelmat knows {known}: update it",
            version=found,
            known=tables.SCHEMA,
        )
        raise BrokenStoreError(0, got)
    return store


def _upgrade(connection: Connection, found: int) -> None:
    """Make tables of an earlier version those of this one; nothing in them is lost."""
    for version in range(found, tables.SCHEMA):
        for statement in tables.UPGRADES[version]:
            connection.execute(text(statement))
    connection.execute(update(tables.schema).values(version=tables.SCHEMA))
    _log.info("the database was upgraded from version %d to %d", found, tables.SCHEMA)
