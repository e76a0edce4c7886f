"""The reports of tables in the store of an event.

Reports are kept in the order of their commits, so that a process of the hub that reads on after
the newest one that it has misses none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, insert, select, update

from duelmat_hub import tables
from duelmat_hub.clocks import steady_ms
from duelmat_hub.running_time import RunningTime
from duelmat_hub.sealed_store import keep_sealed
from duelmat_hub.store import REPORTS_KEPT, Store
from duelmat_venue.reports import Batch, MatState, Report

_TURN = 4952
"""The number of the lock by which processes of the hub write reports one after the other."""

_HEARD_EVERY_MS = 500
"""So old a moment is written anew, not that of each batch: a table is silent after seconds."""
_HEAR = (
    update(tables.streams)
    .where(tables.streams.c.number == bindparam("of"))
    .values(heard_ms=bindparam("at"), state=bindparam("is"))
)


class Received(Struct, frozen=True):
    """A batch of reports as it came in."""

    table: int
    link: str
    """The digest of the link that the table used."""
    at_ms: int
    batch: Batch


class Stream(Struct, frozen=True):
    """A duel that a table reports."""

    number: int
    """The order in which streams were first heard of."""
    id: str
    table: int
    round: int
    duel: int
    link: str
    heard_ms: int
    """The moment at which the table was heard last, in UTC."""
    state: MatState


class Kept(Struct, frozen=True):
    """A report that is kept."""

    number: int
    """The order of the commits, over all tables."""
    stream: int
    n: int
    took_ms: int
    received_ms: int
    """The moment at which it was kept, in running time."""
    changes: dict[str, Any]


class Read(Struct, frozen=True):
    """Streams and reports that were read together."""

    streams: list[Stream]
    reports: list[Kept]
    newest: int
    """The number of the newest report, to read on after it; 0: there is none."""


class ReportStore:
    """The reports in a store. Every method raises StoreError."""

    def __init__(self, store: Store, clock_ms: Callable[[], int] = steady_ms) -> None:
        """`clock_ms` gives milliseconds of a steady clock."""
        self._store = store
        self.time = RunningTime(clock_ms)

    @property
    def is_shared(self) -> bool:
        """Whether other processes of the hub may use the store as well."""
        return self._store.is_shared

    def keep(self, received: Sequence[Received]) -> list[int | None]:
        """Keep batches in one commit, and return the newest report of each one's stream; None of
        a batch whose stream is another table's, of which nothing is kept.

        Reports that are kept already are left out, and so are those after a gap.
        """
        with self._store.transaction() as connection:
            if self._store.is_shared:
                connection.execute(select(func.pg_advisory_xact_lock(_TURN)))
            numbers = _numbers(connection, received)
            newest = _newest(connection, numbers.values())
            received_ms = self._reach(connection)
            found = [numbers.get((each.table, each.batch.stream)) for each in received]
            own = [
                (stream, each)
                for stream, each in zip(found, received, strict=True)
                if stream is not None
            ]
            rows = []
            for stream, each in own:
                for report in each.batch.reports:
                    if report.n == newest[stream] + 1:
                        newest[stream] = report.n
                        rows.append(_row(stream, report, received_ms))
            if rows:
                connection.execute(insert(tables.reports), rows)
            fresh = {(row["stream"], row["n"]) for row in rows}
            keep_sealed(connection, [(stream, each.batch) for stream, each in own], fresh)
            if rows or self._store.is_shared:
                self._store.notify(connection, REPORTS_KEPT)
        return [None if stream is None else newest[stream] for stream in found]

    def note_time(self) -> None:
        """Keep the running time, so that a process that begins goes on from it."""
        with self._store.transaction() as connection:
            now_ms = self._reach(connection)
            if not connection.execute(update(tables.running_time).values(ms=now_ms)).rowcount:
                connection.execute(insert(tables.running_time).values(ms=now_ms))

    def _reach(self, connection: Connection) -> int:
        """Return the running time, no earlier than any that the store has."""
        last = select(tables.reports.c.received_ms).order_by(tables.reports.c.number.desc())
        noted = select(func.max(tables.running_time.c.ms))
        found = select(noted.scalar_subquery(), last.limit(1).scalar_subquery())
        self.time.reach(max(each or 0 for each in connection.execute(found).one()))
        return self.time.now_ms()

    def linked_tables(self, now_ms: int) -> frozenset[int]:
        """Return the tables that have a link which lets them in."""
        held = tables.links.c
        wanted = select(held.table_number).where(
            held.table_number != 0, held.ended == 0, held.expires_ms > now_ms
        )
        with self._store.transaction(reads=True) as connection:
            return frozenset(connection.execute(wanted).scalars())

    def read_present(self) -> Read:
        """Return the newest stream of each table with its reports, and where to read on."""
        held = tables.streams.c
        newest = select(func.max(held.number)).group_by(held.table_number)
        with self._store.transaction(reads=True) as connection:
            last = connection.execute(select(func.max(tables.reports.c.number))).scalar()
            return Read(
                _streams(connection, held.number.in_(newest)),
                _reports(connection, tables.reports.c.stream.in_(newest)),
                int(last or 0),
            )

    def read_delayed(self, delay_ms: Callable[[int], int]) -> Read:
        """Return what spectators are shown now or later: of each table the streams from the one
        of which they are shown the newest report.

        delay_ms: gives the time by which a table is shown later than it plays.
        """
        reported = tables.reports.c
        began = select(reported.stream, func.min(reported.received_ms)).group_by(reported.stream)
        with self._store.transaction(reads=True) as connection:
            now_ms = self._reach(connection)
            began_ms = {row[0]: row[1] for row in connection.execute(began)}
            streams = _streams(connection, tables.streams.c.number.in_(began_ms))
            first = {
                each.table: each.number
                for each in streams
                if began_ms[each.number] <= now_ms - delay_ms(each.table)
            }
            wanted = [each for each in streams if each.number >= first.get(each.table, 0)]
            found = _reports(connection, reported.stream.in_([each.number for each in wanted]))
        return Read(wanted, found, found[-1].number if found else 0)

    def read_after(self, stream: int, number: int) -> Read:
        """Return the streams and the reports after those with these numbers, in order."""
        with self._store.transaction(reads=True) as connection:
            found = _reports(connection, tables.reports.c.number > number)
            new = _streams(connection, tables.streams.c.number > stream)
        return Read(new, found, found[-1].number if found else number)

    def read_stream(self, stream: str) -> list[Kept]:
        """Return the reports of a stream in order."""
        mine = select(tables.streams.c.number).where(tables.streams.c.id == stream)
        with self._store.transaction(reads=True) as connection:
            return _reports(connection, tables.reports.c.stream.in_(mine))

    def read_match(self, places: Sequence[int], round_number: int) -> Read:
        """Return what tables have reported in a round, table by table, duel by duel in order.

        places: the tables at which one match was played, the first one first.
        """
        held = tables.streams.c
        mine = held.table_number.in_(places) & (held.round == round_number)
        numbers = select(held.number).where(mine)
        with self._store.transaction(reads=True) as connection:
            found = _reports(connection, tables.reports.c.stream.in_(numbers))
            streams = _streams(connection, mine)
        streams.sort(key=lambda each: places.index(each.table))
        return Read(streams, found, found[-1].number if found else 0)

    def heard_since(self, at_ms: int) -> list[Stream]:
        """Return the streams of which something was heard at this moment or later."""
        with self._store.transaction(reads=True) as connection:
            return _streams(connection, tables.streams.c.heard_ms >= at_ms)


def _numbers(connection: Connection, received: Sequence[Received]) -> dict[tuple[int, str], int]:
    """Note that streams were heard, make those that are new, and return their numbers by table
    and id; a stream is that of the table which was heard of it first.
    """
    held = tables.streams.c
    last = {(each.table, each.batch.stream): each for each in received}
    ids = {stream for _, stream in last}
    columns = (held.number, held.id, held.table_number, held.heard_ms, held.state)
    numbers, heard = {}, []
    known = set()
    for row in connection.execute(select(*columns).where(held.id.in_(ids))):
        known.add(row.id)
        key = row.table_number, row.id
        if key in last:
            numbers[key] = row.number
            now = _heard(last[key])
            if now["at"] - row.heard_ms >= _HEARD_EVERY_MS or now["is"] != row.state:
                heard.append({"of": row.number, **now})
    if heard:
        connection.execute(_HEAR, heard)
    for key, each in last.items():
        if key[1] not in known:
            known.add(key[1])
            numbers[key] = _begin(connection, each)
    return numbers


def _heard(received: Received) -> dict[str, Any]:
    state = msgspec.json.encode(received.batch.state).decode()
    return {"at": received.at_ms, "is": state}


def _begin(connection: Connection, received: Received) -> int:
    """Keep a new stream, and return its number."""
    batch, heard = received.batch, _heard(received)
    row = {
        "id": batch.stream,
        "table_number": received.table,
        "round": batch.round,
        "duel": batch.duel,
        "link": received.link,
        "heard_ms": heard["at"],
        "state": heard["is"],
    }
    made = connection.execute(insert(tables.streams).values(row))
    assert made.inserted_primary_key is not None
    return int(made.inserted_primary_key[0])


def _newest(connection: Connection, streams: Any) -> dict[int, int]:
    held = tables.reports.c
    wanted = set(streams)
    found = connection.execute(
        select(held.stream, func.max(held.n)).where(held.stream.in_(wanted)).group_by(held.stream)
    )
    return dict.fromkeys(wanted, 0) | {row[0]: row[1] for row in found}


def _row(stream: int, report: Report, at_ms: int) -> Mapping[str, Any]:
    return {
        "stream": stream,
        "n": report.n,
        "took_ms": report.took_ms,
        "received_ms": at_ms,
        "changes": msgspec.json.encode(report.changes).decode(),
    }


def _streams(connection: Connection, chosen: Any) -> list[Stream]:
    rows = select(tables.streams).where(chosen).order_by(tables.streams.c.number)
    return [_stream_of(row) for row in connection.execute(rows)]


def _reports(connection: Connection, chosen: Any) -> list[Kept]:
    rows = select(tables.reports).where(chosen).order_by(tables.reports.c.number)
    return [_kept_of(row) for row in connection.execute(rows)]


def _stream_of(row: Any) -> Stream:
    state = msgspec.json.decode(row.state, type=MatState)
    return Stream(
        row.number, row.id, row.table_number, row.round, row.duel, row.link, row.heard_ms, state
    )


def _kept_of(row: Any) -> Kept:
    changes = msgspec.json.decode(row.changes)
    return Kept(row.number, row.stream, row.n, row.took_ms, row.received_ms, changes)
