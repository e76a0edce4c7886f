"""The chain of hashes over an event's log, and the checkpoint codes that people can note.

Each entry's hash is SHA-256 of the hash before it and of the entry as canonical JSON. A checkpoint
is the first 140 bits of such a hash as 28 letters and digits; it is published with every round's
pairing, so that a log whose end was cut off, or that was written anew, is found out by whoever
noted one.

Two logs with one checkpoint are found by as many hashes as half its bits count, 2^70. The codes of
earlier versions, the first 16 letters, have 80 bits: 2^40 hashes are some days of one computer, so
they are compared still, and called weak.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

import msgspec

from duelmat_message import say
from duelmat_tournament.entries import Entry

ROOT: Final = sha256(b"duelmat event 1").hexdigest()
"""The hash before the first entry, in hex."""
CODE_LETTERS: Final = 28
"""The letters of a code, of 5 bits each: the fewest groups of four with 128 bits or more."""
WEAK_LETTERS: Final = 16
"""The letters of the codes of earlier versions."""
_GROUP: Final = 4
_CODE_ALPHABET: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


def entry_json(entry: Entry) -> bytes:
    """Return an entry as canonical JSON."""
    return _ENCODER.encode(entry)


def next_hash(before: str, entry: Entry) -> str:
    """Return the hash of an entry after this hash, in hex."""
    return sha256(bytes.fromhex(before) + entry_json(entry)).hexdigest()


def hashes(log: Iterable[Entry], before: str = ROOT) -> Iterator[str]:
    """Yield the hash of each entry, in hex."""
    for entry in log:
        before = next_hash(before, entry)
        yield before


def checkpoint(head: str) -> str:
    """Return the code of a hash: `K7QF-2M5X-...`."""
    return _in_groups(base64.b32encode(bytes.fromhex(head)).decode()[:CODE_LETTERS])


def is_weak(code: str) -> bool:
    """Whether a code, as `checkpoint` or `parse_checkpoint` writes it, is one of 80 bits."""
    return len(code.replace("-", "")) == WEAK_LETTERS


def weakened(code: str) -> str:
    """Return the code that earlier versions gave where this one is given."""
    return _in_groups(code.replace("-", "")[:WEAK_LETTERS])


def _in_groups(letters: str) -> str:
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def parse_checkpoint(text: str) -> str:
    """Return a code as it is written, from what somebody has noted. Raises ValueError."""
    letters = "".join(text.upper().split()).replace("-", "").replace("0", "O").replace("1", "I")
    if len(letters) not in (CODE_LETTERS, WEAK_LETTERS) or not set(letters) <= _CODE_ALPHABET:
        raise ValueError(
            say(
                "expected a checkpoint of {letters} letters and digits, as in {example}, got "
                "{code!r}",
                letters=CODE_LETTERS,
                example="K7QF-2M5X-ABCD-EFGH-IJKL-MNOP-QRST",
                code=text[:80],
            )
        )
    return _in_groups(letters)
