"""Pages for judges that are made of the reports that are kept, also of a table that is dead."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from duelmat_hub.hub import Hub
from duelmat_hub.pages import Pages
from duelmat_hub.pages.pages import address_number
from duelmat_hub.pages.views_past import past_view
from duelmat_hub.pages.views_seen import seen_view
from duelmat_hub.people import Person
from duelmat_hub.report_store import Read, ReportStore
from duelmat_message import say
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.request_language import language_of
from duelmat_tournament.event import Event
from duelmat_tournament.names import RoundNumber, TableNumber

PAST: Final = "/floor/past/{table}/{duel}/{n}"
SEEN: Final = "/floor/seen/{table}"


class MatPages:
    """The pages of a mat's past."""

    def __init__(self, hub: Hub, pages: Pages, store: ReportStore) -> None:
        self._hub = hub
        self._pages = pages
        self._store = store

    async def past(self, request: Request, person: Person) -> Response:
        """Show a duel as it was after one of its reports. Raises UnknownPageError, StoreError."""
        table, duel, n = (_number(request, name) for name in ("table", "duel", "n"))
        event, read = await self._read(TableNumber(table))

        def make() -> object:
            return past_view(event, TableNumber(table), read, duel, n)

        return await self._page("past", PAST, make, request, person)

    async def seen(self, request: Request, person: Person) -> Response:
        """Show deck lists against cards that were seen. Raises UnknownPageError, StoreError."""
        table = TableNumber(_number(request, "table"))
        event, read = await self._read(table)
        decks = await self._hub.decks()
        lists = {each.id: decks[each.deck].deck for each in event.players.values() if each.deck}

        def make() -> object:
            decks_seen = seen_view(event, table, read, lists)
            return None if decks_seen is None else {"table": table, "decks": decks_seen}

        return await self._page("seen", SEEN, make, request, person)

    async def _read(self, table: TableNumber) -> tuple[Event, Read]:
        """Return the event, and what was reported of a table's match in its present round."""
        await self._hub.refresh()
        event = self._hub.event
        if event is None or event.round is None:
            raise UnknownPageError(say("No round is paired yet."))
        number: RoundNumber = event.round.number
        places = (*event.round.came_from(table), table)
        return event, await asyncio.to_thread(self._store.read_match, places, number)

    async def _page(
        self,
        name: str,
        path: str,
        make: Callable[[], object],
        request: Request,
        person: Person,
    ) -> Response:
        view = await asyncio.to_thread(make)  # hundreds of reports: others go on
        if view is None:
            raise UnknownPageError(say("The hub has no such moment of a duel at this table."))
        language = language_of(request)
        return HTMLResponse(self._pages.of_view(name, path, view, person, language))


def _number(request: Request, name: str) -> int:
    return address_number(request.path_params[name])
