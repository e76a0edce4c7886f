"""The lines of a journal and the chain of their hashes. Pure: bytes in, entries out, no file.

    {"format":1,"journal":"duelmat"}
    {"data":{...},"hash":"9c1f...","kind":"action","n":1,"nonce":"5be0..."}
    {"data":{...},"hash":"07aa...","kind":"over","n":2,"nonce":"e81d..."}

One entry a line, JSON with sorted keys and no spaces. A line can be written in one way only, so
any other byte in it is noticed:

    hash(n) = sha256( hash(n-1) + the line without its hash )      hash(0) = 32 zeros

The nonce is 16 bytes of the system's chance: without the line nobody can guess what was hashed,
so a hash may be shown while what it covers is secret. `"more":true` in an entry says that it was
written together with the next one, and counts only with it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec

from duelmat_host.errors import JournalEntryError
from duelmat_message import say, words_of

FORMAT: Final = 1
HEADER: Final = b'{"format":%d,"journal":"duelmat"}\n' % FORMAT
NO_HASH: Final = bytes(32)
NONCE_BYTES: Final = 16
_LONGEST_KIND: Final = 64
_BEGINS: Final = b'{"data":'
_UNREADABLE: Final = (msgspec.DecodeError, ValueError, OverflowError, RecursionError)
"""The errors that decoding a line may raise, whatever the line is."""


class Entry(msgspec.Struct, frozen=True):
    """One entry."""

    number: int
    """From 1."""
    kind: str
    data: Any
    """The entry's data as they are read back: JSON values."""
    hash: str
    """The hash of this entry and all before it, in hex."""
    nonce: str = ""
    more: bool = False
    """Whether it counts only with the next one."""


class Chain(msgspec.Struct, frozen=True):
    """The valid entries at the beginning of a journal, and the fault after them."""

    entries: tuple[Entry, ...]
    size: int
    """The number of bytes of the file that they take, with the first line."""
    fault: str | None = None
    """The fault of the next entry; None if there is none."""
    is_torn: bool = False
    """Whether the rest is an unfinished write, which was never confirmed."""


class _Header(msgspec.Struct):
    format: int
    journal: str


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    data: Any
    hash: str
    kind: str
    n: int
    nonce: str
    more: bool = False


def format_of(content: bytes) -> int | None:
    """Return the format that the first line names; None if the content is no journal."""
    try:
        header = msgspec.json.decode(content.partition(b"\n")[0], type=_Header)
    except _UNREADABLE:
        return None
    return header.format if header.journal == "duelmat" else None


def is_journal(content: bytes) -> bool:
    """Whether this is a journal, of whatever format and however damaged further on."""
    return content.startswith(HEADER) or format_of(content) is not None or _has_entries(content)


def _has_entries(content: bytes) -> bool:
    """Whether entries follow a first line that was damaged."""
    return any(line.startswith(_BEGINS) for line in content.split(b"\n", 3)[:3])


def write_entries(
    items: Iterable[tuple[str, Mapping[str, Any]]], number: int, last: bytes
) -> tuple[list[Entry], bytes]:
    """Return the entries that follow the one with this number and hash, and their lines.

    Raises: JournalEntryError for data that is no JSON.
    """
    batch = list(items)
    entries: list[Entry] = []
    lines = b""
    for at, (kind, data) in enumerate(batch, start=1):
        nonce = secrets.token_hex(NONCE_BYTES)
        words = _json(number + at, kind, data)
        line, digest = _line(number + at, kind, words, nonce, last, more=at < len(batch))
        read = msgspec.json.decode(words)
        entries.append(Entry(number + at, kind, read, digest.hex(), nonce, more=at < len(batch)))
        lines += line
        last = digest
    return entries, lines


def line_of(entry: Entry) -> bytes:
    """Return the line of an entry as it stands in its journal."""
    content = _content(entry.number, entry.kind, entry.data, entry.nonce, more=entry.more)
    return msgspec.json.encode({**content, "hash": entry.hash}, order="sorted") + b"\n"


def read_chain(content: bytes) -> Chain:
    """Read the entries of a journal up to the first invalid one."""
    if not content.startswith(HEADER):
        is_torn = HEADER.startswith(content.rstrip(b"\0"))
        return Chain((), 0, say("its first line is not that of a journal"), is_torn=is_torn)
    entries: list[Entry] = []
    last, start = NO_HASH, len(HEADER)
    fault: str | None = None
    whole, size = 0, start  # as far as the last batch is complete
    while start < len(content):
        end = content.find(b"\n", start) + 1 or len(content)
        found = _read_line(content[start:end], len(entries) + 1, last)
        if isinstance(found, str):
            fault = found
            break
        entry, more = found
        entries.append(entry)
        last, start = bytes.fromhex(entry.hash), end
        if not more:
            whole, size = len(entries), start
    is_torn = _is_torn(content[start:])
    if fault is None and whole < len(entries):
        fault = say("what was written together with it is missing")
    return Chain(tuple(entries[:whole]), size, fault, is_torn=fault is not None and is_torn)


def restore_chain(content: bytes) -> tuple[bytes, Chain]:
    """Return the longest journal that can be put together from the lines of a damaged one.

    Lines that were doubled, exchanged or come after a broken one are found again; the hashes tell
    which are right.
    """
    choices: dict[int, list[bytes]] = {}
    for line in dict.fromkeys(content.split(b"\n")):
        if not line.startswith(_BEGINS):
            continue
        try:
            choices.setdefault(msgspec.json.decode(line, type=_Line).n, []).append(line + b"\n")
        except _UNREADABLE:
            continue
    restored = bytearray(HEADER)
    last, number = NO_HASH, 1
    while True:
        found = ((line, _read_line(line, number, last)) for line in choices.get(number, ()))
        good = next(((line, one[0]) for line, one in found if not isinstance(one, str)), None)
        if good is None:
            break
        restored += good[0]
        last, number = bytes.fromhex(good[1].hash), number + 1
    chain = read_chain(bytes(restored))
    return bytes(restored[: chain.size]), chain


def _is_torn(rest: bytes) -> bool:
    """Whether this is the rest of an unfinished write.

    Such a rest has no end of line, or zeros where the disk had not yet got the data. At most one
    entry is unfinished: two entries without an end between them were confirmed.
    """
    if rest.count(_BEGINS) > 1:
        return False
    end = rest.rstrip(b"\0").find(b"\n") + 1
    return not end or (b"\0" in rest[:end] and not rest[end:].strip(b"\0"))


def _read_line(line: bytes, number: int, last: bytes) -> tuple[Entry, bool] | str:
    """Return the entry in a line and whether its batch goes on, or else the fault."""
    if not line.endswith(b"\n"):
        return say("its line has no end")
    try:
        read = msgspec.json.decode(line, type=_Line)
        words = msgspec.json.encode(read.data, order="sorted")
    except _UNREADABLE as error:
        return say("its line is no entry: {error}", error=error or type(error).__name__)
    if read.n != number:
        return say("expected entry {number}, got {n}", number=number, n=read.n)
    wanted, digest = _line(number, read.kind, words, read.nonce, last, more=read.more)
    if line != wanted:
        return say("its hash does not fit its content and the entries before it")
    entry = Entry(number, read.kind, read.data, digest.hex(), read.nonce, read.more)
    return entry, read.more


def _line(
    number: int, kind: str, words: bytes, nonce: str, last: bytes, *, more: bool
) -> tuple[bytes, bytes]:
    """Return the line of an entry with these data in JSON, and the entry's hash."""
    content = _content(number, kind, msgspec.Raw(words), nonce, more=more)
    digest = sha256(last + msgspec.json.encode(content, order="sorted")).digest()
    line = msgspec.json.encode({**content, "hash": digest.hex()}, order="sorted")
    return line + b"\n", digest


def _content(number: int, kind: str, data: Any, nonce: str, *, more: bool) -> dict[str, Any]:
    is_more = {"more": True} if more else {}
    return {"data": data, "kind": kind, "n": number, "nonce": nonce, **is_more}


def _json(number: int, kind: str, data: Any) -> bytes:
    """Encode the data of an entry as JSON that is read back equal."""
    if not 0 < len(kind) <= _LONGEST_KIND:
        raise JournalEntryError(
            say(
                "expected a kind of 1 to {longest} letters, got {kind!r}",
                longest=_LONGEST_KIND,
                kind=kind,
            )
        )
    try:
        words = msgspec.json.encode(data, order="sorted")
        is_kept = msgspec.json.encode(msgspec.json.decode(words), order="sorted") == words
    except (TypeError, *_UNREADABLE) as error:
        fault = say(
            "entry {number} ({kind}): expected JSON, got: {fault}",
            number=number,
            kind=kind,
            fault=words_of(error),
        )
        raise JournalEntryError(fault) from error
    if not is_kept:
        raise JournalEntryError(
            say(
                "entry {number} ({kind}): expected numbers that JSON keeps, got {data}",
                number=number,
                kind=kind,
                data=words.decode(),
            )
        )
    return words
