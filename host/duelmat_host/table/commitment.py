"""Commitment: a card that lies face-down, fixed when it is Set and provable at its flip.

Everybody may see the digest; salt and key stay with the host until the card is flipped. Without
the salt the digest reveals nothing, though there are few cards it could be.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from typing import Final

import msgspec

from duelmat_engine import CardKey

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


def commit(key: CardKey, salt: bytes) -> Commitment:
    """Return the commitment to a card with this salt (SALT_BYTES of them)."""
    return Commitment(_digest(salt, key), salt.hex(), key)


def card_salt(salt: bytes, oid: int) -> bytes:
    """Return the salt of one card, from the secret salt of the action that laid it face-down.

    Opening one card reveals nothing about the others' salts.
    """
    return hmac.digest(salt, b"duelmat card %d" % oid, "sha256")[:SALT_BYTES]


def fresh_salt() -> bytes:
    """Return a salt that nobody can guess."""
    return secrets.token_bytes(SALT_BYTES)


def opens(digest: str, salt: str, key: str) -> bool:
    """Whether salt and card fit the commitment; malformed ones never do."""
    try:
        octets = bytes.fromhex(salt)
    except ValueError:
        return False
    fits = len(octets) == SALT_BYTES
    return hmac.compare_digest(_digest(octets, key).encode(), digest.encode()) and fits


def _digest(salt: bytes, key: str) -> str:
    return sha256(_PURPOSE + salt + key.encode()).hexdigest()
