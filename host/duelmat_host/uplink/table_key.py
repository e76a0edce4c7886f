"""A table's key pair, by which it opens the journal of a match that is moved to it.

The key of a sealed stream is sealed for a table with an ephemeral X25519 key, HKDF-SHA256 and
ChaCha20-Poly1305: only the table's private key, which stays in a file beside its journals, opens
it.

    sealed key   32 bytes ephemeral public key | 32 + 16 bytes sealed stream key
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from duelmat_files import make_directory
from duelmat_files.outside import read_private_file
from duelmat_files.whole_file import write_whole
from duelmat_host.errors import HostError
from duelmat_message import say
from duelmat_venue.sealed import SealedKey

FILE_NAME: Final = "table.key"
_KEY_BYTES: Final = 32
_NONCE: Final = bytes(12)
"""The key that it is used with seals one message only."""


class SealError(HostError):
    """Something sealed that this table cannot open."""


class TableKey:
    """The key pair of a table."""

    def __init__(self, private: X25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw().hex()

    @classmethod
    def of(cls, directory: Path) -> TableKey:
        """Return the key of the table in this directory; one that cannot be read is made anew.

        Raises NotKeptError, OSError.
        """
        make_directory(directory)
        path = directory / FILE_NAME
        try:
            found = bytes.fromhex(read_private_file(path, 2 * _KEY_BYTES).decode())
            return cls(X25519PrivateKey.from_private_bytes(found))
        except (OSError, ValueError):
            made = X25519PrivateKey.generate()
        content = made.private_bytes_raw().hex().encode()
        write_whole(path, content, say("the key of this table"))
        return cls(made)

    def open_key(self, sealed: SealedKey, stream: str) -> bytes:
        """Return the key of a stream that was sealed for this table. Raises SealError."""
        theirs, body = sealed.body[:_KEY_BYTES], sealed.body[_KEY_BYTES:]
        try:
            shared = self._private.exchange(X25519PublicKey.from_public_bytes(theirs))
            key = _derived(shared, theirs, self.public)
            return ChaCha20Poly1305(key).decrypt(_NONCE, body, stream.encode())
        except (InvalidTag, ValueError) as error:
            raise SealError(
                say("expected the key of the match, sealed for this table, got something else")
            ) from error


def seal_key(key: bytes, stream: str, recipient: str) -> SealedKey:
    """Return a stream's key, sealed for the table with this public key.

    Raises ValueError for a public key that is none.
    """
    own = X25519PrivateKey.generate()
    public = own.public_key().public_bytes_raw()
    shared = own.exchange(X25519PublicKey.from_public_bytes(bytes.fromhex(recipient)))
    sealed = ChaCha20Poly1305(_derived(shared, public, recipient))
    return SealedKey(recipient, public + sealed.encrypt(_NONCE, key, stream.encode()))


def _derived(shared: bytes, ephemeral: bytes, recipient: str) -> bytes:
    info = b"duelmat sealed key" + ephemeral + bytes.fromhex(recipient)
    return HKDF(SHA256(), _KEY_BYTES, salt=None, info=info).derive(shared)
