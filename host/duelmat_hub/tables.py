"""The tables of a hub's database. Entries are only ever added."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

SCHEMA: Final = 5
"""The version of these tables."""
_DIGEST = String(64)
_COUNT = BigInteger().with_variant(Integer, "sqlite")
"""A number that counts itself: SQLite does so for its own integers alone."""

metadata: Final = MetaData()

schema: Final = Table(
    "duelmat_schema", metadata, Column("version", Integer, primary_key=True, autoincrement=False)
)

entries: Final = Table(
    "entries",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("hash", _DIGEST, nullable=False),
    Column("body", Text, nullable=False),
)
"""The log: each entry as canonical JSON, with its hash in hex. The key makes writers take turns:
only one of two can write the next number."""

requests: Final = Table(
    "requests",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
)
"""The entries that each request has come to: one that is sent again is done once."""

decks: Final = Table(
    "decks",
    metadata,
    Column("digest", _DIGEST, primary_key=True),
    Column("salt", String(32), nullable=False),
    Column("body", Text, nullable=False),
)
"""Deck lists, which the log knows by their digests alone."""

sleeves: Final = Table(
    "sleeves",
    metadata,
    Column("digest", _DIGEST, primary_key=True),
    Column("body", Text, nullable=False),
)
"""The sleeves of players' decks, which the log knows by their digests alone."""

links: Final = Table(
    "links",
    metadata,
    Column("digest", _DIGEST, primary_key=True),
    Column("role", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("player", Integer, nullable=False),
    Column("table_number", Integer, nullable=False, server_default="0"),
    Column("expires_ms", BigInteger, nullable=False),
    Column("ended", Integer, nullable=False, default=0),
    Column("label", Text, nullable=False, server_default=""),
    Column("seat", String(1), nullable=False, server_default=""),
)
"""Links by the hash of their secret: whom each lets in."""

sessions: Final = Table(
    "sessions",
    metadata,
    Column("digest", _DIGEST, primary_key=True),
    Column("link", _DIGEST, ForeignKey("links.digest"), nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
)
"""Browsers that have used a link, by the hash of their cookie's secret."""

streams: Final = Table(
    "streams",
    metadata,
    Column("number", _COUNT, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("table_number", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("duel", Integer, nullable=False),
    Column("link", _DIGEST, nullable=False),
    Column("heard_ms", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
)
"""The duels that tables report, in the order in which they were first heard of."""

reports: Final = Table(
    "reports",
    metadata,
    Column("number", _COUNT, primary_key=True),
    Column("stream", Integer, ForeignKey("streams.number"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("took_ms", Integer, nullable=False),
    Column("received_ms", BigInteger, nullable=False),
    Column("changes", Text, nullable=False),
    UniqueConstraint("stream", "n"),
)
"""The reports of tables in the order of the commits: a hub reads on after the newest that it has.
The moments are of the event's running time."""

running_time: Final = Table("running_time", metadata, Column("ms", BigInteger, nullable=False))
"""The running time of the event, in one row, as far as it was needed."""

event_time: Final = Table(
    "event_time",
    metadata,
    Column("event_ms", BigInteger, nullable=False),
    Column("wall_ms", BigInteger, nullable=False),
    Column("step_ms", BigInteger, nullable=False),
    Column("by_ms", BigInteger, nullable=False),
)
"""The event's time and a clock's at the same moment, in one row; and when and by how much a clock
was set last, 0 if none was."""

sealed_parts: Final = Table(
    "sealed_parts",
    metadata,
    Column("stream", Integer, ForeignKey("streams.number"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)
"""The parts of tables' journals that belong to their reports; no hub can open them."""

sealed_keys: Final = Table(
    "sealed_keys",
    metadata,
    Column("stream", Integer, ForeignKey("streams.number"), primary_key=True),
    Column("recipient", _DIGEST, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
"""The keys of those parts, each sealed for one table by its public key."""

table_keys: Final = Table(
    "table_keys",
    metadata,
    Column("link", _DIGEST, ForeignKey("links.digest"), primary_key=True),
    Column("public_key", _DIGEST, nullable=False),
)
"""The public key that the program with a table's link has told."""

copies: Final = Table(
    "copies",
    metadata,
    Column("at_ms", BigInteger, primary_key=True, autoincrement=False),
)
"""The moments at which this database was made as a copy of another, a backup or one restored from
it: tables that have gone on since then report again what is missing."""

webhooks: Final = Table(
    "webhooks",
    metadata,
    Column("name", Text, primary_key=True),
    Column("entry", Integer, nullable=False),
    Column("part", Integer, nullable=False),
    Column("sent", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("trouble", String(16), nullable=False),
    Column("holder", String(32), nullable=False),
    Column("until_ms", BigInteger, nullable=False),
)
"""The place in the log up to which each receiver was told, and the hub that has it, until when."""

UPGRADES: Final[Mapping[int, tuple[str, ...]]] = {
    1: ("ALTER TABLE links ADD COLUMN table_number INTEGER NOT NULL DEFAULT 0",),
    2: (),
    3: ("ALTER TABLE links ADD COLUMN label TEXT NOT NULL DEFAULT ''",),
    4: ("ALTER TABLE links ADD COLUMN seat VARCHAR(1) NOT NULL DEFAULT ''",),
}
"""The statements that make of the tables of a version those of the next, beside new tables."""
