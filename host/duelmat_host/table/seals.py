"""Seals: the commitments to face-down cards in the public log, their openings, and the check.

A card laid face-down is committed to in the log's line; the line in which it is revealed opens the
commitment. Whoever kept the log can then check that it was this card all the time. A card that
leaves the field unseen is never opened.

Everybody may see the digest; salt and key stay with the host until the card is flipped. Without
the salt the digest reveals nothing, though there are few cards it could be.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from duelmat_engine import CardKey, Duel
from duelmat_engine.events import AnyEvent
from duelmat_message import say

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


@dataclass(frozen=True, slots=True)
class Seal:
    """A public commitment to a card that is laid face-down."""

    card: int
    """The number of the object on the field, which its opening has too."""
    digest: str
    """The digest of salt and card, in hex."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The public opening of a commitment, when the card comes to light."""

    card: int
    """The number of the object on the field."""
    salt: str
    """The salt in hex."""
    key: CardKey
    """The card that was committed to."""


def came_to_light(events: Iterable[AnyEvent], duel: Duel) -> dict[int, CardKey]:
    """Return the cards that these events reveal, by the ids of their objects before."""
    found: dict[int, CardKey] = {}
    for event in events:
        piece, after = getattr(event, "piece", None), getattr(event, "after", None)
        key = getattr(after, "key", None) or getattr(piece, "key", None)
        if piece is not None and key is not None:
            found[piece.oid] = key
    found.update((piece.oid, piece.key) for _, piece in duel.pieces() if piece.key is not None)
    return found


class EntryFault(NamedTuple):
    """A fault of a journal that was checked."""

    entry: int | None
    """The number of the entry; None: it is of no entry in particular."""
    text: str


class SealCheck:
    """A check of one duel's commitments that reports the faults of their openings."""

    def __init__(self) -> None:
        self.sealed_count = 0
        self.opened_count = 0
        self.faults: list[EntryFault] = []
        self._digests: dict[int, str] = {}
        self._all: dict[int, str] = {}

    def take(
        self,
        entry: int,
        data: Mapping[str, Any],
        shown: Mapping[int, CardKey],
        face_down: Collection[int],
    ) -> None:
        """Check one action's entry of the journal.

        Args:
        entry: the number of the entry.
        data: the content of the entry.
        shown: the cards that its events brought to light.
        face_down: the cards that lay face-down on the mat before it.

        """
        found: Sequence[Mapping[str, Any]] = data.get("opened", ())
        opened = {int(opening["card"]) for opening in found}
        for number in sorted(shown.keys() & set(face_down) - self._digests.keys() - opened):
            self._note(
                entry,
                say(
                    "entry {entry}: expected a commitment to card {number} before it came to "
                    "light, got none: it may not have been {shown} that lay face-down",
                    entry=entry,
                    number=number,
                    shown=shown[number],
                ),
            )
        for opening in found:
            self._open(entry, opening, shown)
        for number in sorted(shown.keys() & self._digests.keys()):
            self._note(
                entry,
                say(
                    "entry {entry}: expected the commitment to card {number} to be opened, since "
                    "{shown} came to light, got no opening",
                    entry=entry,
                    number=number,
                    shown=shown[number],
                ),
            )
            del self._digests[number]
        for seal in data.get("sealed", ()):
            self.sealed_count += 1
            self._digests[int(seal["card"])] = str(seal["digest"])
            self._all[int(seal["card"])] = str(seal["digest"])

    def go_back(self, hidden: Collection[int]) -> None:
        """Forget that these cards were revealed: a takeback has hidden them again."""
        self._digests = {
            number: digest for number, digest in self._all.items() if number in hidden
        }

    def _note(self, entry: int, text: str) -> None:
        self.faults.append(EntryFault(entry, text))

    def _open(self, entry: int, opening: Mapping[str, Any], shown: Mapping[int, CardKey]) -> None:
        self.opened_count += 1
        number, key = int(opening["card"]), str(opening["key"])
        digest = self._digests.pop(number, None)
        if digest is None:
            self._note(
                entry,
                say(
                    "entry {entry}: expected an opening of a card that lies face-down, got one "
                    "of card {number}, which nobody has committed to",
                    entry=entry,
                    number=number,
                ),
            )
        elif not opens(digest, str(opening["salt"]), key):
            self._note(
                entry,
                say(
                    "entry {entry}: expected salt and card to give {digest}..., got others "
                    "({key}): the commitment to card {number} does not open",
                    entry=entry,
                    digest=digest[:16],
                    key=key,
                    number=number,
                ),
            )
        elif shown.get(number) != key:
            none = say("no card")
            self._note(
                entry,
                say(
                    "entry {entry}: expected {key}, to which the table had committed, to come to "
                    "light, got {card}: card {number} was exchanged",
                    entry=entry,
                    key=key,
                    card=shown.get(number, none),
                    number=number,
                ),
            )
