"""A face-down card for one judge: sealed at the table for a key that only the judge's page has.

Whatever the card is, as many bytes are sealed, and as many come out.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, OAEP
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from duelmat_host.errors import HostError
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.table import Table
from duelmat_message import say

KEY_BITS: Final = (2048, 4096)
"""The shortest key that is good for years, and the longest that anybody's browser makes."""
NAME_BYTES: Final = 190
"""The most that RSA-OAEP with SHA-256 seals in 2048 bits; the longest name of a card has 60."""


class UnfitKeyError(HostError):
    """A key for which no card can be sealed."""


def sealed_card(table: Table, zone: MatZone, key: str) -> str:
    """Return the name of the card in a zone, sealed for a public key. Raises UnfitKeyError."""
    sight = table.layout.get(zone)
    card = None if sight is None else sight.key
    name = "?" if card is None else table.state.card_title(card)
    padded = str(name).encode()[:NAME_BYTES].ljust(NAME_BYTES)
    oaep = OAEP(MGF1(SHA256()), SHA256(), None)
    return b64encode(_public_key(key).encrypt(padded, oaep)).decode()


def _public_key(key: str) -> RSAPublicKey:
    try:
        found = load_der_public_key(b64decode(key, validate=True))
    except (ValueError, binascii.Error, UnsupportedAlgorithm):
        found = None
    shortest, longest = KEY_BITS
    if isinstance(found, RSAPublicKey) and shortest <= found.key_size <= longest:
        return found
    raise UnfitKeyError(
        say("expected an RSA key of 2048 to 4096 bits from the judge's page, got something else")
    )
