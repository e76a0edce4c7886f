"""Pages of deck lists: one, and both of a table side by side, with what was changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from duelmat_decks import Library
from duelmat_hub.hub import Hub
from duelmat_hub.pages import Pages
from duelmat_hub.pages.pages import address_number
from duelmat_hub.pages.views_decks import (
    DecksView,
    DeckView,
    OwnDecksView,
    card_namer,
    deck_view,
    digests_before,
)
from duelmat_hub.people import Person
from duelmat_message import say
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.request_language import language_of
from duelmat_tournament.errors import NotAllowedError
from duelmat_tournament.event import Event, Player
from duelmat_tournament.exchange import SaltedDeck
from duelmat_tournament.names import PlayerId, TableNumber
from duelmat_tournament.roles import Role
from duelmat_tournament.seats import SEATS, Seat

DECK = "/deck/{player}"
TABLE_DECKS = "/decks/{table}"


class DeckPages:
    """The pages of the deck lists of one event."""

    def __init__(self, hub: Hub, pages: Pages, library: Library) -> None:
        """Args:
        library: names the cards of numbers, from the organiser's own card database.

        """
        self._hub = hub
        self._pages = pages
        self.library = library

    async def one(self, request: Request, person: Person) -> Response:
        """Show a deck list, players only their own. Raises UnknownPageError, NotAllowedError."""
        number = address_number(request.path_params["player"])
        if person.actor.role is Role.PLAYER and person.actor.player != number:
            raise NotAllowedError(say("A player can look at the own deck list alone."))
        event = await self._newest()
        player = event.players.get(PlayerId(number))
        if player is None or not any(player.decks):
            raise UnknownPageError(
                say("Player {number} has handed in no deck list.", number=number)
            )
        decks = await self._hub.decks()
        views = tuple(each for row in self._rows(event, (player,), decks) for each in row)
        view = OwnDecksView(player.id, player.name, views)
        return self._page("deck", DECK, view, request, person)

    async def table(self, request: Request, person: Person) -> Response:
        """Show the deck lists of both players of a table. Raises UnknownPageError, StoreError."""
        table = TableNumber(address_number(request.path_params["table"]))
        event = await self._newest()
        match = event.round.matches.get(table) if event.round is not None else None
        if match is None:
            raise UnknownPageError(say("Nobody plays at table {table} now.", table=table))
        decks = await self._hub.decks()
        players = [event.players[each] for each in match.players]
        view = DecksView(table, tuple(self._rows(event, players, decks)))
        return self._page("decks", TABLE_DECKS, view, request, person)

    def _rows(
        self, event: Event, players: Sequence[Player], decks: Mapping[str, SaltedDeck]
    ) -> Iterator[tuple[DeckView, ...]]:
        """Yield the lists of these players, of teams those of each seat, where there are any."""
        name_of = card_namer(event, self.library)
        before = {each.id: digests_before(self._hub.log, each) for each in players}

        def view(player: Player, seat: Seat) -> DeckView:
            last = before[player.id][seat.place]
            deck = decks[player.decks[seat.place]].deck
            return deck_view(player, seat, deck, decks[last].deck if last else None, name_of)

        for seat in SEATS[: event.policy.team_size]:
            row = tuple(view(each, seat) for each in players if each.decks[seat.place])
            if row:
                yield row

    def _page(
        self, name: str, path: str, view: object, request: Request, person: Person
    ) -> Response:
        language = language_of(request)
        return HTMLResponse(self._pages.of_view(name, path, view, person, language))

    async def _newest(self) -> Event:
        """Return the event as other processes have it too. Raises UnknownPageError, StoreError."""
        await self._hub.refresh()
        if self._hub.event is None:
            raise UnknownPageError(say("There is no event yet."))
        return self._hub.event
