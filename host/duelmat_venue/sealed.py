"""Sealed journals: a duel's journal as a table sends it along with its reports, closed to the hub.

A match can be moved to another table only with all that its table knows, also of cards that lie
face-down. The hub keeps it sealed: each part belongs to a report, and the key of the parts is
sealed for tables that may take the match over.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Final

from msgspec import Meta, Struct

LARGEST_PART_BYTES: Final = 256_000
"""The largest part: the entries of one report have about 2,000 bytes, and a beginning with two
decks of a hundred cards 12,000."""
MOST_KEYS: Final = 200
"""The most keys in one request: as many as there are tables without a match in a large hall."""
KEY_HEADER: Final = "duelmat-table-key"
"""The header by which a table's program tells its public key when it asks what is wanted."""
PublicKey = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A table's public key (X25519), in hex."""


class SealedPart(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a journal that leads to a report."""

    n: Annotated[int, Meta(ge=1, le=1_000_000)]
    """The number of the report."""
    body: Annotated[bytes, Meta(max_length=LARGEST_PART_BYTES)]


class SealedKey(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a stream's parts, sealed for one table."""

    recipient: PublicKey
    body: Annotated[bytes, Meta(max_length=200)]


class SealedStream(Struct, frozen=True):
    """Parts of a stream, as the hub gives them to the table that takes the match over."""

    stream: str
    keys: tuple[SealedKey, ...]
    """The keys that are sealed for this table; none: it cannot open the parts."""
    parts: tuple[SealedPart, ...]
    """The next parts, in order; none: there are no more."""


class Recipient(Struct, frozen=True):
    """A table that may take a match over."""

    table: int
    key: PublicKey


def fingerprint(key: str) -> str:
    """Return the short form of a public key that people compare; empty for no key."""
    digest = sha256(key.encode()).hexdigest()
    return " ".join(digest[at : at + 4] for at in range(0, 16, 4)) if key else ""
