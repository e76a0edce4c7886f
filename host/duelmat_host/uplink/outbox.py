"""The outbox: the duels of a table with the reports that the hub does not have yet."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from msgspec.structs import replace

from duelmat_host.journal.chain import Entry
from duelmat_host.journal.journal import Journal
from duelmat_host.table.state import TableState
from duelmat_host.uplink.report_maker import ReportMaker
from duelmat_host.uplink.sealing import Parts
from duelmat_host.uplink.stream_file import StreamState, keep_streams, new_stream, read_streams
from duelmat_host.uplink.table_key import seal_key
from duelmat_message import words_of
from duelmat_venue.lives import UNHEARD, Life
from duelmat_venue.reports import LOG, LONGEST_BATCH, Batch, Report
from duelmat_venue.rulings import Answer
from duelmat_venue.sealed import Recipient, SealedKey
from duelmat_venue.texts import Said

MOST_SEALED_BYTES: Final = 300_000
"""The most bytes of sealed parts in one request: in base64, with as many reports, they stay below
the largest request (BATCH_LIMIT_BYTES)."""
TAKEN_OVER: Final = "taken-over"
"""The kind of the entry with which a duel goes on that was begun at another table."""
_log = logging.getLogger(__name__)


class MakesReports(Protocol):
    """Makes the reports of one duel from the entries of its journal, one after the other."""

    read: int
    """The number of entries that reports were made of."""

    def steps(self, written: Entry) -> Generator[None, None, Report | None]: ...


class Duel:
    """A duel that is reported: its journal, and the reports that were made of it."""

    def __init__(
        self, journal: Journal, make_maker: Callable[[], MakesReports], stream: StreamState
    ) -> None:
        self.journal = journal
        self._make_maker = make_maker
        self.begin_in(stream)

    def begin_in(self, stream: StreamState) -> None:
        """Report everything from the first entry on, in a stream."""
        self.stream = stream
        self.reports: list[Report] = []
        """All of them; the first has the number 1."""
        self.acked = 0
        """The number of the newest report that the hub has."""
        self.keyed: set[str] = set()
        """The public keys for which the hub has the sealed key of the stream."""
        self.retold = 0
        """The number of the newest report of what was played at another table."""
        self._maker = self._make_maker()
        self._making: Generator[None, None, Report | None] | None = None
        """The report of the next entry, while it is made."""
        self._parts = Parts()
        self._parted = 0
        """The number of entries that stand in the parts."""

    @property
    def waiting(self) -> int:
        """Return the number of reports that the hub has not acknowledged."""
        return len(self.reports) - self.acked

    @property
    def is_behind(self) -> bool:
        """Whether the journal has entries of which no reports were made yet."""
        return self._maker.read < len(self.journal)

    def make_one(self) -> None:
        """Make the report of the next entry, if there is one."""
        before = self._maker.read
        while self.is_behind and self._maker.read == before:
            self.make_some()

    def make_some(self) -> None:
        """Make a part of the report of the next entry, which takes no longer than a card may wait
        for its light.
        """
        if not self.is_behind:
            return
        entry = self.journal.entry(self._maker.read)
        if self._making is None:
            self._part(self._maker.read)
            self._making = self._maker.steps(entry)
        try:
            next(self._making)
        except StopIteration as made:
            self._making = None
            self._keep(entry, made.value)
        except BaseException:
            self._making = None
            raise

    def _keep(self, entry: Entry, report: Report | None) -> None:
        if report is not None:
            self.reports.append(report)
            self._parts.close(report.n)
        if entry.kind == TAKEN_OVER:
            self.retold = len(self.reports)

    def _part(self, index: int) -> None:
        """Put the entry at this place in the next part, with those that were written with it."""
        is_more = False
        while self._parted <= index or is_more:
            entry = self.journal.entry(self._parted)
            self._parts.add(entry)
            self._parted += 1
            is_more = entry.more

    def acknowledge(self, n: int, keys: Iterable[SealedKey] = ()) -> None:
        """Note the newest report, and the keys, that the hub has."""
        self.acked = min(n, len(self.reports))
        self._parts.forget(self.acked)
        self.keyed.update(each.recipient for each in keys)

    def batch(self, recipients: Iterable[Recipient]) -> Batch:
        """Return the next reports, with their parts, and the key for those who lack it."""
        stream, last, size = self.stream, self.acked, 0
        for report in self.reports[self.acked : self.acked + LONGEST_BATCH]:
            size += self._parts.size(report.n)
            if size > MOST_SEALED_BYTES and last > self.acked:
                break
            last = report.n
        key = bytes.fromhex(stream.key)
        return Batch(
            stream.stream,
            stream.round,
            stream.duel,
            now_ms=0,
            reports=tuple(self.reports[self.acked : last]),
            sealed=self._parts.sealed(key, stream.stream, range(self.acked + 1, last + 1)),
            keys=tuple(self._sealed_keys(key, recipients)),
            retold=self.retold,
        )

    def _sealed_keys(self, key: bytes, recipients: Iterable[Recipient]) -> Iterator[SealedKey]:
        for each in recipients:
            if each.key not in self.keyed:
                try:
                    yield seal_key(key, self.stream.stream, each.key)
                except ValueError as error:
                    _log.warning("the key of table %d is none: %s", each.table, error)


class Shown(NamedTuple):
    """The present duel as everybody may know it by now."""

    stream: str
    reports: list[Report]
    """All of them: the journal has nothing of which no report was made."""

    def lines_since(self, n: int) -> list[Any]:
        """Return the lines that the log got after a report, as they are sent."""
        return [line["text"] for each in self.reports[n:] for line in each.changes.get(LOG, ())]


class Outbox:
    """What a table has to tell: its duels, in their order, and its answers to rulings."""

    def __init__(
        self, directory: Path, make_maker: Callable[[TableState], MakesReports] = ReportMaker
    ) -> None:
        """Args:
        directory: where the streams are kept.
        make_maker: returns what makes the reports of a duel that begins with this state.

        """
        self.duels: list[Duel] = []
        """The present duel, and before it those that the hub does not have whole yet."""
        self.answers: tuple[Answer, ...] = ()
        """The table's answers to rulings, which go with every batch."""
        self.hindrance: Said = ""
        """Why the match that is wanted cannot be begun, which does so too; empty: nothing."""
        self._directory = directory
        self._make_maker = make_maker
        self.life = UNHEARD
        """The life of the event that the hub keeps."""
        self._others = read_streams(directory)
        """The streams of duels that are not followed: the hub has them whole, or they are from
        before a restart."""

    @property
    def waiting(self) -> int:
        """Return the number of reports that the hub has not acknowledged."""
        return sum(duel.waiting for duel in self.duels)

    def answer(self, answers: tuple[Answer, ...]) -> bool:
        """Keep the table's answers to rulings, and return whether they are others than before."""
        is_new, self.answers = answers != self.answers, answers
        return is_new

    def hinder(self, hindrance: Said) -> None:
        """Keep why the match that is wanted cannot be begun; empty: nothing hinders it."""
        self.hindrance = hindrance

    @property
    def shown(self) -> Shown | None:
        """Return the present duel; None while reports of earlier entries are still to be made."""
        if not self.duels:
            return None
        duel = self.duels[-1]
        duel.make_one()  # one that was written just now
        return None if duel.is_behind else Shown(duel.stream.stream, duel.reports)

    @property
    def is_even(self) -> bool:
        """Whether the hub has all that the journals have."""
        return not self.waiting and not any(duel.is_behind for duel in self.duels)

    def follow(
        self,
        journal: Journal,
        start: TableState,
        round_number: int,
        duel: int,
        takes: str = "",
    ) -> None:
        """Report a duel from now on, in its stream of before if there is one.

        What the hub does not have yet of earlier duels is sent first.

        start: the table before the first entry of the journal.
        round_number: the round of its match; 0: of no match.
        duel: the number of the duel in the match.
        takes: the stream at another table in which the match was begun.

        Raises: OSError if the stream cannot be kept.
        """
        fresh = new_stream(journal.path.name, round_number, duel, takes)
        same = [s for s in self._streams() if s.is_of(journal.path.name, round_number, duel)]
        is_whole = journal.damage is None and journal.rolled_back is None
        stream = same[0] if same and is_whole else fresh
        others = [each for each in self.duels if each.stream.journal != stream.journal]
        self._others = [each for each in self._others if each.journal != stream.journal]
        self.duels = [*others, Duel(journal, partial(self._make_maker, start), stream)]
        keep_streams(self._directory, self._streams())

    def _streams(self) -> list[StreamState]:
        return [*self._others, *(duel.stream for duel in self.duels)]

    def meet(self, life: Life) -> None:
        """Note the life of the event that the hub keeps: streams of others are not for it."""

        def is_for_it(stream: StreamState) -> bool:
            return stream.life.event in ("", life.event)

        self.life = life
        self._others = [each for each in self._others if is_for_it(each)]
        earlier = [each for each in self.duels[:-1] if is_for_it(each.stream)]
        self.duels = [*earlier, *self.duels[-1:]]

    def acknowledge(
        self, duel: Duel, n: int, life: Life = UNHEARD, keys: Iterable[SealedKey] = ()
    ) -> None:
        """Note what the hub has in this life of the event.

        Of a stream that has more than the journal, begin a new one. To a hub that was restored
        all is sent again: what follows from reports may be missing with it, and so may sealed
        parts. A stream that it has nothing of gets a new id, and so comes after those of earlier
        duels.
        """
        if duel not in self.duels:  # it is followed anew, or not for this event
            return
        stream = duel.stream
        if n > len(duel.reports):
            _log.warning("the hub has %d reports, the journal gives %d", n, len(duel.reports))
            duel.begin_in(replace(_renewed(stream), life=life))
        elif life not in (stream.life, UNHEARD) and stream.life != UNHEARD:
            duel.begin_in(replace(stream if n else _renewed(stream), life=life))
        else:
            duel.acknowledge(n, keys)
            is_sent = duel in self.duels[:-1] and not (duel.waiting or duel.is_behind)
            if life not in (stream.life, UNHEARD):
                duel.stream = replace(stream, life=life)
            elif not is_sent:
                return
            if is_sent:
                self.duels.remove(duel)
                self._others.append(replace(duel.stream, is_whole=True))
        try:
            keep_streams(self._directory, self._streams())
        except OSError as error:  # a restart reports the duel in one more stream
            _log.warning("cannot keep the streams: %s", words_of(error))


def _renewed(stream: StreamState) -> StreamState:
    """Return a stream of the same duel with an id that the hub has not heard of."""
    return new_stream(stream.journal, stream.round, stream.duel, stream.takes)
