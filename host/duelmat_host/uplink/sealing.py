"""Sealing: the journal of a duel in parts that belong to its reports and that the hub cannot open.

What is sealed are the journal's lines as they stand in its file. A part's size tells only what the
report tells that it belongs to: the entries of a public event have the size that they would have
with the longest names of cards in all secret places, and entries that only one seat knows of have
none. They fill the room that is left, and what finds no room waits for the next part.

    part        12 bytes nonce | sealed (4 bytes length | lines of the journal | zeros) | 16 bytes
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from duelmat_host.journal.chain import HEADER, Entry, line_of
from duelmat_host.uplink.table_key import SealError
from duelmat_message import say
from duelmat_venue.sealed import LARGEST_PART_BYTES, SealedPart

KEY_BYTES: Final = 32
SPARE_BYTES: Final = 512
"""The room in each part for entries that only one seat knows of: two of them."""
_NONCE_BYTES: Final = 12
_LENGTH_BYTES: Final = 4
_MOST_BYTES: Final = LARGEST_PART_BYTES - _NONCE_BYTES - _LENGTH_BYTES - 16
_PRIVATE: Final = frozenset({"asks", "side"})
"""The kinds of entries that only one seat knows of."""
_LONGEST: Final = "x" * 40
"""The longest name of a card: a seat, a code of 32 characters, and the number of a copy."""
_LONGEST_TAG: Final = "x" * 20
"""The longest number of a tag: 10 bytes (ISO/IEC 14443-3)."""
_LONGEST_SLEEVE: Final = [_LONGEST, "extra", _LONGEST_TAG, _LONGEST_TAG]
_OF_CARDS: Final = ("layout", "seen")
_OF_CIRCUMSTANCES: Final = ("at", "took_ms")
_LONGEST_CIRCUMSTANCES: Final = {"at": [1 << 32, 1 << 32], "took_ms": 10**11}


def public_size(entry: Entry) -> int:
    """Return the size that the line of an entry may have, by what everybody knows of it."""
    if entry.kind in _PRIVATE:
        return 0
    data = {name: part for name, part in entry.data.items() if name not in _OF_CIRCUMSTANCES}
    for name in _OF_CARDS:
        if isinstance(lying := data.get(name), Mapping):
            data[name] = {place: _masked_sight(sight) for place, sight in lying.items()}
    if entry.kind == "duel":
        data["decks"] = [_masked_deck(deck) for deck in data["decks"]]
        own = [
            [_LONGEST_SLEEVE for _ in brought] for brought in data.get("match", {}).get("own", ())
        ]
        data["match"] = {**data.get("match", {}), "own": own}
    masked = msgspec.structs.replace(
        entry, number=10**9, data=data | _LONGEST_CIRCUMSTANCES, more=True
    )
    return len(line_of(masked))


def _masked_sight(sight: Any) -> Any:
    if sight is None:
        return None
    _, face, way, _, *told = sight
    return [_LONGEST, face, way, _LONGEST_TAG, *told]


def _masked_deck(deck: Mapping[str, Any]) -> dict[str, Any]:
    return {part: [_LONGEST for _ in codes] for part, codes in deck.items()}


class Parts:
    """The parts of one duel's journal that were made and that the hub does not have yet."""

    def __init__(self) -> None:
        self._waiting = bytearray(HEADER)
        """Lines of the journal that stand in no part yet."""
        self._room = len(HEADER)
        """The room that the next part has for them."""
        self._parts: dict[int, bytes] = {}

    def add(self, entry: Entry) -> None:
        """Add the next entry of the journal."""
        self._waiting += line_of(entry)
        self._room += public_size(entry)

    def close(self, n: int) -> None:
        """End the part that belongs to the report of this number."""
        room = min(self._room + SPARE_BYTES, _MOST_BYTES)
        lines, self._waiting = self._waiting[:room], self._waiting[room:]
        self._room = 0
        length = len(lines).to_bytes(_LENGTH_BYTES, "big")
        self._parts[n] = length + bytes(lines) + bytes(room - len(lines))

    def forget(self, n: int) -> None:
        """Forget the parts up to this one: the hub has them."""
        for each in [number for number in self._parts if number <= n]:
            del self._parts[each]

    def size(self, n: int) -> int:
        """Return the number of bytes of a part."""
        return len(self._parts.get(n, b""))

    def sealed(self, key: bytes, stream: str, numbers: Iterable[int]) -> tuple[SealedPart, ...]:
        """Return parts as the hub gets them."""
        cipher = ChaCha20Poly1305(key)
        found = []
        for n in numbers:
            if n in self._parts:
                nonce = secrets.token_bytes(_NONCE_BYTES)
                body = cipher.encrypt(nonce, self._parts[n], _place(stream, n))
                found.append(SealedPart(n, nonce + body))
        return tuple(found)


def opened(key: bytes, stream: str, parts: Iterable[SealedPart]) -> bytes:
    """Return the journal that the parts of a stream hold, from the first on.

    Raises SealError for parts that were changed, left out or exchanged.
    """
    content = bytearray()
    for number, part in enumerate(parts, start=1):
        nonce, body = part.body[:_NONCE_BYTES], part.body[_NONCE_BYTES:]
        try:
            lines = ChaCha20Poly1305(key).decrypt(nonce, body, _place(stream, number))
        except (InvalidTag, ValueError) as error:
            raise SealError(
                say(
                    "part {number} of the sealed journal was changed on its way, or does not "
                    "belong there",
                    number=number,
                )
            ) from error
        length = int.from_bytes(lines[:_LENGTH_BYTES], "big")
        content += lines[_LENGTH_BYTES : _LENGTH_BYTES + length]
    return bytes(content)


def new_key() -> bytes:
    """Return the key of a new stream."""
    return secrets.token_bytes(KEY_BYTES)


def _place(stream: str, n: int) -> bytes:
    """Return the place of a part, which it is bound to."""
    return f"{stream}/{n}".encode()
