"""`duelmat play --event`: a table that plays the matches of an event."""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from duelmat_command.output import Complaint, echo

AGAIN_S: Final = 5.0
"""The time after which the connection to the event is begun anew when it has failed."""
_log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from duelmat_host.app.play_options import PlayOptions
    from duelmat_host.app.table_app import OpenTable
    from duelmat_host.uplink.hub_client import HubClient
    from duelmat_host.uplink.table_key import TableKey
    from duelmat_venue.wanted import Wanted


@dataclass(frozen=True, slots=True)
class EventPlace:
    """A table's place at an event."""

    link: str
    """The table's own, which the desk has made."""
    table: int | None
    """The number that stands on the table; None: whatever the link is for."""
    certificate: Path | None
    """The certificate that the hub has made for itself."""
    journal: Path | None = None
    """The file of a journal that was carried over from a table whose match goes on here."""

    def client(self, key: TableKey) -> HubClient:
        """Return a connection to the hub, which tells it the table's public key.

        Raises EventLinkError, Complaint.
        """
        from duelmat_host.uplink.hub_client import HubClient

        certificate = None if self.certificate is None else str(self.certificate)
        try:
            return HubClient(self.link, certificate=certificate, key=key.public)
        except (OSError, ssl.SSLError) as error:
            raise Complaint(
                f"Expected the hub's certificate in {self.certificate}, got: {error}. It is "
                "the certificate in tls.pem in the folder of the event; the key there stays."
            ) from error

    def check(self, wanted: Wanted) -> None:
        """Raise Complaint if the link is for another table."""
        if self.table is not None and wanted.table != self.table:
            raise Complaint(
                f"Expected the link of table {self.table}, got that of table {wanted.table}: give "
                "this table its own; the desk makes one on its page of links."
            )


def with_match(options: PlayOptions, place: EventPlace) -> PlayOptions:
    """Return the options for the first match of a table, once the event has one for it.

    A table that was playing goes on without waiting for the event.
    """
    from duelmat_host.uplink.stream_file import read_streams

    options = replace(options, two=True, opponent=None, confirms_result=True)
    if read_streams(options.directory):
        return options
    return asyncio.run(_wait_for_match(options, place))


async def _wait_for_match(options: PlayOptions, place: EventPlace) -> PlayOptions:
    from duelmat_host.uplink.hub_client import HubAwayError
    from duelmat_host.uplink.wanted_matches import setup_of

    client, said = place.client(_table_key(options.directory)), ""

    def tell(text: str) -> None:
        nonlocal said
        if text != said:
            said = text
            echo(text, err=True)

    try:
        while True:
            try:
                wanted = await client.wanted()
            except HubAwayError as error:
                tell(f"{error}; it is asked again.")
                await asyncio.sleep(1)
                continue
            if wanted is None:
                continue
            place.check(wanted)
            if wanted.match is None or wanted.result:
                tell(f"Table {wanted.table} of {wanted.event} waits for its first match.")
                continue
            setup = setup_of(wanted.match, options.decks)
            first, second = setup.names
            return replace(
                options,
                ruleset=setup.ruleset,
                readings=setup.readings,
                names=(first, second),
                duels=setup.duels,
            )
    finally:
        await client.close()


async def join(place: EventPlace, table: OpenTable, report: Callable[[str], None]) -> None:
    """Play the matches of the event at an open table, and report them, until it is cancelled."""
    from duelmat_host.uplink.event_table import EventTable
    from duelmat_host.uplink.taking_over import MovedJournals
    from duelmat_host.uplink.uplink import Uplink
    from duelmat_venue.sealed import fingerprint

    folder, decks = table.options.directory, table.options.decks
    key = _table_key(folder)
    report(f"The key of this table is {fingerprint(key.public)}; the desk shows the same.")
    while True:
        client = place.client(key)
        joined = EventTable(
            table.service,
            table.duels,
            Uplink(client, folder, _utc_ms, table.mat_state),
            folder,
            moved=MovedJournals(client, key, place.journal),
            decks=decks,
            report=report,
        )
        try:
            await joined.run()
        except Exception:  # noqa: BLE001  (no fault of this part ends the table)
            _log.exception("the connection to the event is begun anew")
            report(
                "The connection to the event has failed and begins anew; the log has the fault."
            )
        await asyncio.sleep(AGAIN_S)


def _table_key(directory: Path) -> TableKey:
    """Return the key of the table in a directory. Raises Complaint."""
    from duelmat_host.uplink.table_key import FILE_NAME, TableKey

    try:
        return TableKey.of(directory)
    except OSError as error:
        raise Complaint(
            f"Expected to keep the key of this table in {directory / FILE_NAME}, got: {error}. "
            "Check the path and its permissions."
        ) from error


def _utc_ms() -> int:
    return time.time_ns() // 1_000_000
