"""LiveTable: a table as it is now. It takes inputs one at a time, in the order in which they come.

The entries of a step are written before anything of the next table can be seen; if they cannot be
written, the table stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from duelmat_host.sensing.layout import Layout
from duelmat_host.table.draft import Chance
from duelmat_host.table.duel_setup import Writer, Written
from duelmat_host.table.entry_form import to_data
from duelmat_host.table.findings import Finding
from duelmat_host.table.inputs import Input
from duelmat_host.table.state import TableState
from duelmat_host.table.step import Step, step, with_missing_end
from duelmat_host.table.table import LegalActions, Table

BoardEventId = tuple[int, int]
"""The identity of a board event: the board's boot and the event's number."""


@dataclass(frozen=True, slots=True)
class Committed:
    """A step that a table has taken: its entries are written, and its outcome may be shown."""

    before: Table
    after: Table
    """The next duel's, where a match goes on."""
    written: Sequence[Written]


class LiveTable:
    """A table as it is now, with the journal that its entries go to."""

    def __init__(self, table: Table, journal: Writer, chance: Chance) -> None:
        self.version = 0
        """Changes whenever something that is shown may have changed."""
        self.now_ms = 0
        """The time of the last input."""
        self.now = table
        self._listeners: list[Callable[[Committed], None]] = []
        self.begin(table, journal, chance)

    def subscribe(self, listener: Callable[[Committed], None]) -> None:
        """Call a listener after each step from now on, once its entries are written."""
        self._listeners.append(listener)

    def begin(self, table: Table, journal: Writer, chance: Chance) -> None:
        """Continue with another table, that of the next duel, which has a journal of its own."""
        self.journal = journal
        self.chance = chance
        self._written_ms: int | None = None
        """The time of the last entry; None: none was written, or at no time."""
        self._commit(with_missing_end(table, chance))

    def take(
        self, given: Input, now_ms: int | None = None, cause: BoardEventId | None = None
    ) -> None:
        """Take an input.

        now_ms: the time by the table's clock; None: the time of the previous input.
        cause: the board's event, which is written down with its consequences.
        Raises: DeclinedError, JournalError.
        """
        if now_ms is not None:
            self.now_ms = now_ms
        made = step(self.now, given, self.chance, self.now_ms)
        self._commit(made, None if cause is None else {"at": list(cause)})

    def _commit(self, made: Step, at: Mapping[str, Any] | None = None) -> None:
        """Write the entries down, only then switch to the table, and call the listeners."""
        items, written_ms = [], self._written_ms
        for entry in made.entries:
            kind, data = to_data(entry)
            took = {} if written_ms is None else {"took_ms": self.now_ms - written_ms}
            items.append((kind, {**data, **(at or {}), **took}))
            written_ms = self.now_ms or None
        written: Sequence[Written] = ()
        if items:
            written = self.journal.append_all(items)
            self._written_ms = written_ms
        if made.table is self.now:
            return
        committed = Committed(self.now, made.table, written)
        self.now = made.table
        self.version += 1
        for listener in self._listeners:
            listener(committed)

    # What it is now

    @property
    def state(self) -> TableState:
        return self.now.state

    @property
    def layout(self) -> Layout:
        """Return the cards on the mat, as last sensed."""
        return self.now.seen.layout

    @property
    def finding(self) -> Finding | None:
        return self.now.seen.finding

    @property
    def legal(self) -> LegalActions:
        """Every legal answer to the present decision, listed when first needed."""
        return self.now.legal

    @property
    def inputs(self) -> int:
        """Return the number of touches and presses that have come."""
        return self.now.pointing.inputs
