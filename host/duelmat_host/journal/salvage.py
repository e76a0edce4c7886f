"""Salvage: finds the rows of a journal in a damaged SQLite file, page by page.

Works on what SQLite calls "database disk image is malformed": every page that still looks like a
leaf of a table is read by itself. What is found may be old or wrong: the caller knows by hash.

SQLite file format, version 3 (sqlite.org/fileformat2.html), abbreviated FF.

    leaf page (FF 1.6)    | 0d | freeblock u16 | cells u16 | content u16 | 00 | u16 per cell ...
    cell                  | payload size varint | rowid varint | payload | overflow page u32 |
    payload (FF 2.1)      | header size varint | type varint per column | values ...
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

PAGE_BYTES: Final = 4096
"""SQLite's own choice since 2016; the journal leaves it so."""
_LEAF: Final = 0x0D
_LEAF_HEADER: Final = 8
_FILE_HEADER: Final = 100
"""On the first page the tree begins behind it."""
_LOG_HEADER: Final = 32
_FRAME_HEADER: Final = 24
"""Before each page in a write-ahead log; its first four bytes are the page's number (FF 4.1)."""
_COLUMNS: Final = 4
_NULL: Final = 0
_HASH_TYPE: Final = 12 + 2 * 32
"""A blob of 32 bytes."""
_VARINT_BYTES: Final = 9


class Row(NamedTuple):
    """One row of the table of entries, as it stands in the file."""

    n: int
    kind: str
    data: str
    hash: bytes


def with_log(content: bytes, log: bytes) -> bytes:
    """A file's pages with the newer ones of its write-ahead log, committed or not (FF 4.1)."""
    whole = bytearray(content)
    step = _FRAME_HEADER + PAGE_BYTES
    for start in range(_LOG_HEADER, len(log) - step + 1, step):
        place = (int.from_bytes(log[start : start + 4], "big") - 1) * PAGE_BYTES
        if 0 <= place <= len(content) + len(log):
            whole.extend(bytes(max(0, place + PAGE_BYTES - len(whole))))
            whole[place : place + PAGE_BYTES] = log[start + _FRAME_HEADER : start + step]
    return bytes(whole)


def find_rows(content: bytes) -> Iterator[Row]:
    """Every row on every page that can be made out."""
    for start in range(0, len(content), PAGE_BYTES):
        page = content[start : start + PAGE_BYTES]
        at = _FILE_HEADER if start == 0 else 0
        if len(page) < at + _LEAF_HEADER or page[at] != _LEAF:
            continue
        cells = int.from_bytes(page[at + 3 : at + 5], "big")
        for cell in range(cells):
            pointer_at = at + _LEAF_HEADER + 2 * cell
            pointer = int.from_bytes(page[pointer_at : pointer_at + 2], "big")
            try:
                row = _row(content, page, pointer)
            except (IndexError, ValueError):
                continue
            if row is not None:
                yield row


def _row(content: bytes, page: bytes, at: int) -> Row | None:
    size, at = _varint(page, at)
    number, at = _varint(page, at)
    payload = _payload(content, page, at, size)
    header_size, place = _varint(payload, 0)
    types = []
    while place < header_size:
        kind, place = _varint(payload, place)
        types.append(kind)
    if len(types) != _COLUMNS or types[0] != _NULL or types[3] != _HASH_TYPE:
        return None  # n is the rowid, and stands as NULL in the payload (FF 2.3)
    values = []
    for kind in types[1:]:
        length = (kind - 12) // 2
        value = payload[place : place + length]
        if length < 0 or len(value) != length:
            return None
        values.append(value)
        place += length
    return Row(number, values[0].decode(), values[1].decode(), values[2])


def _payload(content: bytes, page: bytes, at: int, size: int) -> bytes:
    """The payload of a cell, followed over its overflow pages (FF 1.6, at the end)."""
    most = PAGE_BYTES - 35
    if size <= most:
        return page[at : at + size]
    least = (PAGE_BYTES - 12) * 32 // 255 - 23
    here = least + (size - least) % (PAGE_BYTES - 4)
    if here > most:
        here = least
    payload = page[at : at + here]
    following = int.from_bytes(page[at + here : at + here + 4], "big")
    while len(payload) < size and following:
        start = (following - 1) * PAGE_BYTES
        following = int.from_bytes(content[start : start + 4], "big")
        part = content[start + 4 : start + min(PAGE_BYTES, 4 + size - len(payload))]
        if not part:
            break
        payload += part
    return payload


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of 1 to 9 bytes, high bits first, and where it ends (FF 1.6)."""
    value = 0
    for place in range(at, at + _VARINT_BYTES - 1):
        octet = data[place]
        value = value << 7 | octet & 0x7F
        if octet < 0x80:
            return value, place + 1
    return value << 8 | data[at + _VARINT_BYTES - 1], at + _VARINT_BYTES
