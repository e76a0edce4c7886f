"""Commitment: which card lies face-down, said when it is Set and provable at its flip.

Everybody may see the digest; salt and key stay with the host until the card is flipped. Without
the salt the digest tells nothing, though there are few cards it could be.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import Final

import msgspec

from duelmat_engine.names import CardKey

SALT_BYTES: Final = 16
_PURPOSE: Final = b"duelmat face-down card\0"


class Commitment(msgspec.Struct, frozen=True):
    """A card that somebody has committed to."""

    digest: str
    """Public, in hex."""
    salt: str
    """Secret until the flip, in hex."""
    key: CardKey
    """Secret until the flip."""


def commit(key: CardKey, salt: bytes | None = None) -> Commitment:
    """A commitment to a card; with a fresh salt unless one is given."""
    fresh = secrets.token_bytes(SALT_BYTES) if salt is None else salt
    return Commitment(_digest(fresh, key), fresh.hex(), key)


def opens(digest: str, salt: str, key: str) -> bool:
    """Whether salt and card are those of the commitment. Nonsense does not open it."""
    try:
        octets = bytes.fromhex(salt)
    except ValueError:
        return False
    fits = len(octets) == SALT_BYTES
    return compare_digest(_digest(octets, key).encode(), digest.encode()) and fits


def _digest(salt: bytes, key: str) -> str:
    return sha256(_PURPOSE + salt + key.encode()).hexdigest()
