"""The tables of a hub's database. Entries are only ever added."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, String, Table, Text

SCHEMA: Final = 1
"""The version of these tables."""
_DIGEST = String(64)

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

links: Final = Table(
    "links",
    metadata,
    Column("digest", _DIGEST, primary_key=True),
    Column("role", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("player", Integer, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("ended", Integer, nullable=False, default=0),
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
