"""The event file: a whole event as one JSON text, documented in docs/event-file.md.

::

    {"duelmat_event":1,"head":"<hash of the last entry>","entries":[
    {"hash":"<hash>","entry":{"number":1,...}},
    ...
    ],"decks":{"<digest>":{"salt":"<hex>","deck":{...}}}}

It is written in one way only, byte for byte, so that every change of it is noticed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from msgspec import Struct

from duelmat_tournament.chain import ROOT, hashes
from duelmat_tournament.deck_lists import DeckDigest, DeckList
from duelmat_tournament.entries import Entry
from duelmat_tournament.errors import EventFileError

FORMAT: Final = 1
_LONGEST: Final = 400
"""Characters that a message quotes of what a file holds."""
_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


class SaltedDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck list with the salt of its digest."""

    salt: str
    deck: DeckList


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry with its hash."""

    hash: str
    entry: Entry


class EventFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of an event file."""

    duelmat_event: int
    """The format's version."""
    head: str
    """The hash of the last entry, in hex."""
    entries: tuple[Line, ...]
    decks: dict[DeckDigest, SaltedDeck]
    """Deck lists by digest; none in a public file."""

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(line.entry for line in self.entries)


class _Version(Struct):
    duelmat_event: int


def format_event(log: Iterable[Entry], decks: Mapping[str, SaltedDeck] | None = None) -> bytes:
    """Return the event file of a log, with deck lists or without them."""
    entries = tuple(log)
    lines = tuple(Line(*each) for each in zip(hashes(entries), entries, strict=True))
    return _format(EventFile(FORMAT, lines[-1].hash if lines else ROOT, lines, dict(decks or {})))


def _format(content: EventFile) -> bytes:
    rows = b",\n".join(map(_ENCODER.encode, content.entries))
    head, decks = _ENCODER.encode(content.head), _ENCODER.encode(content.decks)
    return (
        b'{"duelmat_event":%d,"head":%s,"entries":[\n' % (content.duelmat_event, head)
        + rows
        + b'\n],"decks":%s}\n' % decks
    )


def parse_event(content: bytes, source: str = "event.json") -> EventFile:
    """Return the content of an event file without comparing hashes. Raises EventFileError."""
    try:
        version = msgspec.json.decode(content, type=_Version).duelmat_event
    except (ValueError, RecursionError) as error:
        expected = "an event file, a JSON object with duelmat_event"
        raise EventFileError(source, expected, _fault_of(error)) from error
    expected = f"an event file of format {FORMAT}"
    if version != FORMAT:
        got = f"format {version}: update Duelmat"
        raise EventFileError(source, expected, got)
    try:
        found = msgspec.json.decode(content, type=EventFile)
    except (ValueError, RecursionError) as error:
        raise EventFileError(source, expected, _fault_of(error)) from error
    written = _format(found)
    if written != content:
        pairs = enumerate(zip(written, content, strict=False))
        shorter = min(len(written), len(content))
        at = next((number for number, (one, other) in pairs if one != other), shorter)
        line = content[:at].count(b"\n") + 1
        raise EventFileError(
            source,
            "every byte as the format has it",
            f"another one in line {line} (byte {at + 1}): the file was changed",
        )
    return found


def _fault_of(error: Exception) -> str:
    """Return the parser's complaint, made printable: it may quote the file."""
    seen = "".join(sign if sign.isprintable() else "?" for sign in str(error))
    return seen[:_LONGEST]
