"""Joining: players register themselves by the code in the hall, and get a link of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from duelmat_decks import Library
from duelmat_hub.deck_lists import read_deck
from duelmat_hub.hub import CommandDone, Hub
from duelmat_hub.pages import Pages
from duelmat_hub.pages.views_joining import join_view
from duelmat_hub.people import People
from duelmat_hub.phone_addresses import link_answer, qr_answer
from duelmat_hub.requests import COMMAND_LIMIT_BYTES, EXAMPLES, JoinText, Submission
from duelmat_message import say
from duelmat_serving.bodies import convert_body, decode_body, read_body
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.request_language import language_of
from duelmat_serving.work_queue import WorkQueue
from duelmat_tournament.commands import RegisterDeck
from duelmat_tournament.deciding.registration import (
    check_deck_deadline,
    check_limits,
    check_members,
)
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event
from duelmat_tournament.joining import Join
from duelmat_tournament.names import PlayerId
from duelmat_tournament.registration_entries import PlayerRegistered
from duelmat_tournament.roles import Actor, Role

_QUEUE: Final = "join"
"""Deck lists of those who join are checked one after the other: they have no links yet."""


class Joining:
    """The requests of people without a link who have the code of one event."""

    def __init__(self, hub: Hub, people: People, pages: Pages, library: Library) -> None:
        self._hub = hub
        self._people = people
        self._pages = pages
        self._library = library
        self._queue = WorkQueue()

    async def page(self, request: Request) -> Response:
        """Show the page on which a player registers. Raises UnknownPageError."""
        view = join_view(await self._known(request))
        language = language_of(request)
        return HTMLResponse(self._pages.of_view("join", "/join/{code}", view, None, language))

    async def code(self, request: Request) -> Response:
        """Return the address of that page as a QR code. Raises UnknownPageError."""
        event = await self._known(request)
        return qr_answer(request, f"/join/{event.join_code}")

    async def join(self, request: Request) -> Response:
        """Register whoever asks, and answer with their own link. Raises WebError, RefusedError.

        A deck list with faults is refused before anything is done. Whoever registers a team gets
        a link for the player of each seat.
        """
        body = await read_body(request, COMMAND_LIMIT_BYTES)
        sent = decode_body(body, Submission, EXAMPLES[Submission], has_lines=True)
        told = convert_body(sent.command, JoinText, EXAMPLES[JoinText])
        event = await self._newest()
        deck = None
        if told.deck.strip() and told.code == event.join_code:
            check_deck_deadline(event, Actor(Role.PLAYER, told.name), self._hub.clock_ms())
            deck = await self._queue.do(_QUEUE, partial(self._checked, told.deck, event))
        if told.code == event.join_code and event.policy.team_size > 1 and not told.members:
            check_members(event, ())
        command = Join(
            told.code, told.name, told.team, told.external_id, told.members, told.member_ids
        )
        done = await self._hub.submit(command, Actor(Role.PLAYER, told.name), sent.request)
        player = self._player_of(done)
        if deck is not None:
            handed = RegisterDeck(player, deck, told.salt)
            own = Actor(Role.PLAYER, told.name, player)
            await self._hub.submit(handed, own, f"{sent.request[:59]}-deck")
        seats = [each async for each in self._seat_links(request, player)]
        if seats:
            return JSONResponse({"ok": True, "seats": seats})
        secret = await self._people.make_link(Role.PLAYER, told.name, player)
        return JSONResponse({"ok": True, "address": f"{self._pages.place.root}/in/{secret}"})

    async def _seat_links(
        self, request: Request, team: PlayerId
    ) -> AsyncIterator[dict[str, object]]:
        """Yield a new link for each player of a team, as the page shows it. Raises StoreError."""
        for each in (await self._newest()).players[team].lineup:
            secret = await self._people.make_link(Role.PLAYER, each.name, team, seat=each.seat)
            yield link_answer(request, secret, name=each.name, seat=each.seat.value)

    def _checked(self, text: str, event: Event) -> DeckList:
        """Return a deck list that the policy allows. Raises DeckListError, RefusedError."""
        if event.policy.team_size > 1:
            raise RefusedError(say("A team hands in its players’ deck lists on its own page."))
        deck = read_deck(text, event.policy, self._library)
        check_limits(event, deck)
        return deck

    def _player_of(self, done: CommandDone) -> PlayerId:
        """Return the player who was registered. Raises RefusedError for a foreign request."""
        what = self._hub.log[done.first - 1].what
        if not isinstance(what, PlayerRegistered):
            raise RefusedError(say("This request has done something else: load the page again."))
        return what.player

    async def _known(self, request: Request) -> Event:
        """Return the event if the code in the address is in use. Raises UnknownPageError."""
        event = await self._newest()
        if not event.join_code or request.path_params["code"] != event.join_code:
            raise UnknownPageError(
                say(
                    "This code is not in use: photograph the one that hangs in the hall now, or "
                    "ask at the desk.",
                )
            )
        return event

    async def _newest(self) -> Event:
        """Return the event as other processes have it too. Raises RefusedError, StoreError."""
        await self._hub.refresh()
        if self._hub.event is None:
            raise RefusedError(say("There is no event yet."))
        return self._hub.event
