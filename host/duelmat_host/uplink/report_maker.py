"""Reports of a duel, made from the entries of its journal.

The journal is the only source: whatever it holds can be reported again after any failure, and
nothing that is not in it is ever reported. An entry that changes nothing that everybody may see
gives no report, so that not even the numbers of reports tell of it.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any, Final, cast

from msgspec import to_builtins

from duelmat_host.app.journal_fold import states
from duelmat_host.app.table_loop import STEPS_A_ROUND
from duelmat_host.journal.chain import Entry
from duelmat_host.showing.view_types import LinkView
from duelmat_host.showing.views import public_view
from duelmat_host.table.messages import Announcements
from duelmat_host.table.reports import refusal_message
from duelmat_host.table.state import TableState
from duelmat_host.table.table import Table, table_of
from duelmat_serving.language.catalogs import ENGLISH
from duelmat_venue.reports import ReadParts, Report, changes_between
from duelmat_venue.texts import form_hook

_UP: Final = LinkView("up", "")
_OF_THE_MAT: Final = ("playable", "link", "head", "obligations", "row", "requests", "event")
"""The parts of a view that depend on more than the journal, or concern the table alone."""

_READ: Final = frozenset(ReadParts.__struct_fields__)
"""The parts with texts for every language: with those of all parts a report is twice as long."""
_english: Final = ENGLISH.encoded


class ReportMaker:
    """Makes the reports of one duel."""

    def __init__(self, start: TableState) -> None:
        """`start` is the table before the first entry of its journal."""
        self._state = start
        self._view: dict[str, Any] = {}
        self.read = 0
        """The number of entries that reports were made of."""
        self._took_ms = 0
        self._n = 0

    def take(self, written: Entry) -> Report | None:
        """Return the report of the next entry, made in one go."""
        steps = self.steps(written)
        while True:
            try:
                next(steps)
            except StopIteration as made:
                return cast(Report | None, made.value)

    def steps(self, written: Entry) -> Generator[None, None, Report | None]:
        """Return the report of the next entry, made bit by bit.

        None: it changes nothing that all may see. What is legal is listed in the table's own small
        steps, so that no card waits for a report. Raises EntryMisfitError for an entry that does
        not fit the duel before it.
        """
        ((_, state),) = states(self._state, (written,))
        table = _shown_table(state)
        while not table.legal.is_listed:
            yield
            table.legal.go_on(STEPS_A_ROUND)
        yield
        view = _parts(table)
        self._state = state
        self.read += 1
        self._took_ms += written.data.get("took_ms", 0)
        changes = changes_between(self._view, view)
        if not changes:
            return None
        self._view = view
        self._n += 1
        report = Report(self._n, self._took_ms, changes)
        self._took_ms = 0
        return report


def shown(state: TableState) -> dict[str, Any]:
    """Return what everybody may know of a state, as JSON values.

    The parts that a hub reads can be said in any language; the others are in English.
    """
    return _parts(_shown_table(state))


def _shown_table(state: TableState) -> Table:
    table = table_of(state)
    if state.refusal is None:
        return table
    return replace(table, announcements=Announcements(refusal_message(state.refusal)))


def _parts(table: Table) -> dict[str, Any]:
    view, ruled = public_view(table, _UP), table.state.ruled
    parts = {
        name: to_builtins(getattr(view, name), enc_hook=form_hook if name in _READ else _english)
        for name in view.__struct_fields__
        if name not in _OF_THE_MAT
    }
    return {**parts, "ruled": sorted(ruled)} if ruled else parts
