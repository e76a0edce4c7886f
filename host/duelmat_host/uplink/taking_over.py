"""Taking a match over that was begun at another table: its sealed journal, opened and checked."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from duelmat_files.outside import read_regular_file
from duelmat_host.app.journal_fold import begun_of
from duelmat_host.errors import HostError
from duelmat_host.journal.chain import Chain, read_chain, write_entries
from duelmat_host.journal.journal import LARGEST_BYTES, Journal
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.entries import TakenOver
from duelmat_host.table.entry_form import to_data
from duelmat_host.uplink.hub_client import HubClient
from duelmat_host.uplink.outbox import TAKEN_OVER
from duelmat_host.uplink.sealing import opened
from duelmat_host.uplink.table_key import TableKey
from duelmat_message import say, words_of
from duelmat_venue.sealed import SealedKey, SealedPart
from duelmat_venue.wanted import WantedTakeOver

_MOST_BYTES: Final = 2 * LARGEST_BYTES
"""The most bytes of sealed parts that are taken: they have room beside the journal's lines."""


class TakeOverError(HostError):
    """A match that was moved here and cannot be gone on with."""


class MovedJournals:
    """The journals of matches that are moved to one table."""

    def __init__(self, client: HubClient, key: TableKey, carried: Path | None = None) -> None:
        """Args:
        client: asks the hub.
        key: the table's.
        carried: the file of a journal that was carried over; None: there is none.

        """
        self._client = client
        self._key = key
        self._carried = carried

    async def find(self, wanted: WantedTakeOver, setup: DuelSetup) -> bytes:
        """Return the journal of a match with which this table goes on.

        setup: the conditions of the match.

        Raises DuelmatError.
        """
        if self._carried is not None:
            content = await asyncio.to_thread(carried_journal, self._carried)
        else:
            content = await fetch_journal(self._client, self._key, wanted)
        return continued(content, wanted, setup)


async def fetch_journal(client: HubClient, key: TableKey, wanted: WantedTakeOver) -> bytes:
    """Return the journal that another table has sealed for this one.

    Raises TakeOverError, SealError, HubAwayError, HubRefusedError.
    """
    keys: tuple[SealedKey, ...] = ()
    parts: list[SealedPart] = []
    size = 0
    while len(parts) < wanted.n:
        got = await client.sealed(len(parts))
        if got.stream != wanted.stream or not got.parts:
            break
        keys, parts = got.keys, [*parts, *got.parts]
        size += sum(len(each.body) for each in got.parts)
        if size > _MOST_BYTES:
            break
    if len(parts) != wanted.n:
        raise TakeOverError(
            say(
                "expected the {count} parts of the match that table {table} has sent, got "
                "{got}: it is asked again",
                count=wanted.n,
                table=wanted.table,
                got=len(parts),
            )
        )
    if not keys:
        raise TakeOverError(
            say(
                "expected the key of the match from table {table}, sealed for this table, got "
                "none: this table joined too late, or has another key since. Carry the file of "
                "the journal over from table {table}, and start this program with --journal FILE",
                table=wanted.table,
            )
        )
    return opened(key.open_key(keys[0], wanted.stream), wanted.stream, parts)


def carried_journal(path: Path) -> bytes:
    """Return a journal that was carried over from another table. Raises TakeOverError."""
    try:
        return read_regular_file(path, LARGEST_BYTES)
    except OSError as error:
        raise TakeOverError(
            say(
                "expected the journal of the other table in {path}, got: {reason}",
                path=path,
                reason=words_of(error),
            )
        ) from error


def continued(content: bytes, wanted: WantedTakeOver, setup: DuelSetup) -> bytes:
    """Return a journal of another table with the entry with which it goes on at this one.

    setup: the conditions of the match.

    Raises TakeOverError for what is no journal of a duel of that match, ResumeError.
    """
    chain = read_chain(content)
    if not chain.entries or chain.entries[0].kind != "duel" or not _is_whole(chain):
        raise TakeOverError(
            say(
                "expected the journal of a duel from table {table}, got something else "
                "({fault}): nothing of it is played",
                table=wanted.table,
                fault=chain.fault or say("it does not begin with a duel"),
            )
        )
    begun = begun_of(Path("journal"), chain.entries[0].data).setup
    expected, got = ((each.ruleset, *each.names) for each in (setup, begun))
    if expected != got:
        raise TakeOverError(
            say(
                "expected the journal of the match from table {table} ({expected}), got another "
                "one ({got}): carry over the right one",
                table=wanted.table,
                expected=", ".join(expected),
                got=", ".join(got),
            )
        )
    last = chain.entries[-1]
    entry = to_data(TakenOver(wanted.table, wanted.stream, wanted.n))
    _, lines = write_entries([entry], last.number, bytes.fromhex(last.hash))
    return content[: chain.size] + lines


def _is_whole(chain: Chain) -> bool:
    """Whether nothing is wrong with a journal but an end that had no room in the last part."""
    return chain.fault is None or chain.is_torn


def was_taken_over(journal: Journal, wanted: WantedTakeOver) -> bool:
    """Whether a journal goes on with the duel that is wanted."""
    found = journal.entries(TAKEN_OVER)
    return bool(found) and found[-1].data["stream"] == wanted.stream
