"""Handlers: what each address of an event shows or does, for whoever may ask it."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, TypeVar

from msgspec import Struct, to_builtins
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from duelmat_hub import exports
from duelmat_hub.check_in import CheckIn
from duelmat_hub.deck_lists import read_deck
from duelmat_hub.deck_pages import DeckPages
from duelmat_hub.doors import Doors
from duelmat_hub.errors import ConflictError, HubError, PlayerListError
from duelmat_hub.hub import Hub
from duelmat_hub.joining import Joining
from duelmat_hub.known_ids import check_id
from duelmat_hub.mat_pages import MatPages
from duelmat_hub.pages import STREAM_FEEDS, Pages, edition
from duelmat_hub.pages.pages import address_number
from duelmat_hub.people import People, Person
from duelmat_hub.phone_addresses import link_answer, qr_answer
from duelmat_hub.player_lists import read_players
from duelmat_hub.requests import (
    COMMAND_LIMIT_BYTES,
    EXAMPLES,
    LIST_LIMIT_BYTES,
    Correction,
    DeckText,
    EndLink,
    ListSent,
    Moving,
    NewLink,
    Submission,
    kind_of,
)
from duelmat_hub.table_handlers import TableHandlers
from duelmat_hub.topics import Topics
from duelmat_message import say, words_of
from duelmat_serving.admission import Rank, hold_slot
from duelmat_serving.bodies import convert_body, decode_body, read_body
from duelmat_serving.errors import OutdatedPageError, UnknownPageError
from duelmat_serving.feed_response import BEAT_S, FeedResponse
from duelmat_serving.language.catalogs import Language
from duelmat_serving.languages import words_answer
from duelmat_serving.overlay_looks import BEAT_S as OVERLAY_BEAT_S
from duelmat_serving.request_language import language_of
from duelmat_serving.work_queue import WorkQueue
from duelmat_tournament.bounds import broken_bound
from duelmat_tournament.commands import AnyCommand, EnrolSleeves, RegisterDeck, RegisterPlayers
from duelmat_tournament.consequences import consequences, consequences_digest
from duelmat_tournament.deciding.matches import check_correction
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event, Player
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.floor_commands import MoveMatch
from duelmat_tournament.names import NO_PLAYER, NO_TABLE, RoundNumber
from duelmat_tournament.roles import Role
from duelmat_tournament.seats import Seat

T = TypeVar("T")


class Asked(Struct, frozen=True):
    """A request that may be answered."""

    request: Request
    person: Person | None
    """The person who asks; None at an address for everybody."""
    path: str
    """As in the table of addresses: `/floor/table/{table}`."""

    @property
    def language(self) -> Language:
        """Return the language of whoever asks."""
        return language_of(self.request)

    @property
    def somebody(self) -> Person:
        """The person who asks at an address that is not for everybody."""
        assert self.person is not None
        return self.person


class Parts(Struct, frozen=True):
    """The parts of one hub process that answer for themselves."""

    tables: TableHandlers
    check_in: CheckIn
    joining: Joining
    decks: DeckPages


class Handlers:
    """The handlers of one hub process."""

    def __init__(
        self,
        hub: Hub,
        people: People,
        topics: Topics,
        pages: Pages,
        doors: Doors,
        parts: Parts,
        mats: MatPages,
        *,
        beat_s: float = BEAT_S,
    ) -> None:
        self._hub = hub
        self._people = people
        self._topics = topics
        self._pages = pages
        self._doors = doors
        self.parts = parts
        self.mats = mats
        self._beat_s = beat_s
        self._queue = WorkQueue()

    async def enter(self, asked: Asked) -> Response:
        """Begin a browser's session by a link."""
        return await self._doors.enter(asked.request)

    async def page(self, asked: Asked) -> Response:
        """Show a page. Raises UnknownPageError."""
        links = await self._people.links() if asked.path == "/links" else ()
        language = asked.language

        def topic(name: str) -> str:
            return self._topics.html(name, language.code)

        params = asked.request.path_params
        page = self._pages.page(
            asked.path,
            params,
            asked.person,
            topic,
            links,
            query=asked.request.query_params,
            language=language,
        )
        return HTMLResponse(page)

    async def feed(self, asked: Asked) -> Response:
        """Return a feed. Raises UnknownPageError, OutdatedPageError, CrowdedError."""
        request, person = asked.request, asked.person
        if request.query_params.get("page", edition()) != edition():
            raise OutdatedPageError(
                say("This page is of another build of the hub: load it again.")
            )
        if person is None:
            hold_slot(request, Rank.SPECTATOR)

        async def is_open() -> bool:
            if person is None:
                return True
            found = await self._doors.let_in(request, person.actor.role)
            return found is not None and found[0] == person

        name = asked.path.rpartition("/")[2]
        follow = self._topics.follow(
            self._pages.topics_of(name, person, request.query_params),
            request.headers.get("last-event-id"),
            beat_s=min(self._beat_s, OVERLAY_BEAT_S) if name in STREAM_FEEDS else self._beat_s,
            is_open=is_open,
            counts_entries=person is not None and person.is_staff,
            language=asked.language.code,
        )
        return FeedResponse(follow)

    async def command(self, asked: Asked) -> Response:
        """Carry out a command. Raises WebError, RefusedError, UnsureError, StoreError."""
        person = asked.somebody
        kind: Any = _COMMANDS[asked.path]
        is_list = kind is RegisterPlayers
        body = await read_body(asked.request, LIST_LIMIT_BYTES if is_list else COMMAND_LIMIT_BYTES)
        sent = decode_body(body, Submission, EXAMPLES[Submission], has_lines=True)
        if kind is EnrolSleeves:
            await self.parts.check_in.take_in(sent.command, person.actor, sent.request)
            return JSONResponse({"ok": True})
        if kind is RegisterDeck:
            command: AnyCommand = await self._deck_of(sent.command, person)
        elif kind is MoveMatch:
            wanted = convert_body(sent.command, Moving, EXAMPLES[Moving])
            command = await self.parts.tables.move_of(wanted, person.actor)
        else:
            command = convert_body(sent.command, kind, EXAMPLES[kind])
        if person.is_staff and not sent.sure:
            check_id(command, self._hub.event, self._pages.place)
        done = await self._hub.submit(command, person.actor, sent.request, sent.seen)
        return JSONResponse({"ok": True, **(to_builtins(done) if person.is_staff else {})})

    async def _deck_of(self, sent: dict[str, Any], person: Person) -> RegisterDeck:
        handed = convert_body(sent, DeckText, EXAMPLES[DeckText])
        library = self.parts.decks.library
        check = partial(read_deck, handed.text, self._event().policy, library)
        deck = await self._queue.do(person.link, check)
        return RegisterDeck(handed.player, deck, handed.salt, handed.seat)

    async def consequences(self, asked: Asked) -> Response:
        """Answer with the consequences of a correction. Raises WebError, RefusedError."""
        wanted = await _read(asked.request, Correction)
        event = await self._newest_event()
        match = event.find_match(wanted.round, wanted.table)
        if match is None:
            raise RefusedError(
                say(
                    "There is no table {table} in round {round}.",
                    table=wanted.table,
                    round=wanted.round,
                )
            )
        check_correction(event, event.rounds[wanted.round - 1], match, wanted.result)
        follow = partial(consequences, event, wanted.round, wanted.table, wanted.result)
        found = await self._queue.do(asked.somebody.link, follow)
        html = self._pages.consequences(found, asked.language)
        return JSONResponse({"ok": True, "html": html, "digest": consequences_digest(found)})

    async def player_list(self, asked: Asked) -> Response:
        """Answer with what a list of players would register. Raises WebError, RefusedError."""
        body = await read_body(asked.request, LIST_LIMIT_BYTES)
        sent = decode_body(body, ListSent, EXAMPLES[ListSent])
        event = await self._newest_event()
        read = partial(read_players, sent.content, event, sent.columns or None)
        try:
            found = await self._queue.do(asked.somebody.link, read)
        except PlayerListError as error:
            raise RefusedError(words_of(error)) from None
        html = self._pages.player_list(found, asked.language)
        return JSONResponse({"ok": True, "html": html, "players": to_builtins(found.players)})

    async def make_link(self, asked: Asked) -> Response:
        """Make a link for a person. Raises WebError, RefusedError."""
        request = asked.request
        wanted = await _read(request, NewLink)
        broken = broken_bound(wanted)
        if broken is not None:
            raise RefusedError(broken)
        name = wanted.name
        if wanted.role is Role.PLAYER:
            player = (await self._newest_event()).players.get(wanted.player)
            if player is None:
                raise RefusedError(say("There is no player {player}.", player=wanted.player))
            name = player.name if wanted.seat is None else _member(player, wanted.seat)
        elif wanted.player != NO_PLAYER:
            raise RefusedError(say("Only a player's link names a player."))
        if wanted.role is not Role.PLAYER and wanted.seat is not None:
            raise RefusedError(say("Only a player's link names a seat."))
        if wanted.role is Role.TABLE:
            if wanted.table < 1:
                raise RefusedError(say("A table's link names its table, from 1."))
            name = f"Table {wanted.table}"
        elif wanted.table != NO_TABLE:
            raise RefusedError(say("Only a table's link names a table."))
        try:
            secret = await self._people.make_link(
                wanted.role,
                name,
                wanted.player,
                table=wanted.table,
                seat=wanted.seat,
                label=wanted.label,
            )
        except ConflictError:
            raise RefusedError(
                say(
                    "Table {table} has a link already, and two programs cannot both be one table: "
                    "end that link first.",
                    table=wanted.table,
                )
            ) from None
        return JSONResponse(link_answer(request, secret, name=name, label=wanted.label))

    async def table_reports(self, asked: Asked) -> Response:
        """Keep reports of a table's program. Raises WebError, StoreError."""
        return await self.parts.tables.reports(asked.request, asked.somebody)

    async def table_wanted(self, asked: Asked) -> Response:
        """Answer a table's program with what is wanted of it, once that has changed."""
        return await self.parts.tables.wanted(asked.request, asked.somebody)

    async def table_sealed(self, asked: Asked) -> Response:
        """Answer a table with the match that was moved to it. Raises RefusedError, StoreError."""
        return await self.parts.tables.sealed(asked.request, asked.somebody)

    async def end_link(self, asked: Asked) -> Response:
        """End a link and its sessions. Raises WebError."""
        await self._people.end_link((await _read(asked.request, EndLink)).digest)
        return JSONResponse({"ok": True})

    async def event_file(self, asked: Asked) -> Response:
        """Return the event file, with deck lists or without."""
        name = asked.path.strip("/")
        return _download(await self._hub.export(with_decks="with-decks" in name), name)

    async def csv(self, asked: Asked) -> Response:
        """Return a table of the event, after a round if one is named. Raises UnknownPageError."""
        name = asked.path.strip("/")
        event = self._event() if asked.person else self._pages.public_event() or self._event()
        wanted = asked.request.query_params.get("round")
        number = None if wanted is None else RoundNumber(address_number(wanted))
        try:
            return _download(exports.csv_of(name, event, number), name)
        except HubError as error:
            raise UnknownPageError(words_of(error)) from None

    async def health(self, _: Asked) -> Response:
        """Answer whether the hub can keep entries."""
        hub = self._hub
        facts = {
            "ok": hub.trouble is None,
            "followers": self._topics.followers,
            "trouble": hub.trouble or "",
        }
        return JSONResponse(facts, status_code=200 if hub.trouble is None else 503)

    async def words(self, asked: Asked) -> Response:
        """Answer with the scripts' messages in a language. Raises UnknownPageError."""
        return await words_answer(asked.request)

    async def _newest_event(self) -> Event:
        """Return the event with new entries of other processes. Raises StoreError."""
        await self._hub.refresh()
        return self._event()

    def _event(self) -> Event:
        if self._hub.event is None:
            raise RefusedError(say("There is no event yet."))
        return self._hub.event


async def watch_code(_: Handlers, asked: Asked) -> Response:
    """Return the address of a table's page for spectators as a QR code."""
    table = address_number(asked.request.path_params["table"])
    return qr_answer(asked.request, f"/watch/{table}")


def _member(team: Player, seat: Seat) -> str:
    """Return who sits at a seat of a team. Raises RefusedError."""
    if not team.members:
        raise RefusedError(
            say(
                "The players of {team} are not known: note who plays at its seats first.",
                team=team.name,
            )
        )
    return team.members[seat.place]


def _download(content: bytes, name: str) -> Response:
    kind = "application/json" if name.endswith(".json") else "text/csv; charset=utf-8"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)


def command_path(kind: type[EventCommand]) -> str:
    """Return the address of a command."""
    return f"/do/{kind_of(kind)}"


async def _read(request: Request, kind: type[T]) -> T:
    read: T = decode_body(await read_body(request), kind, EXAMPLES[kind])
    return read


_COMMANDS: Final[dict[str, type[EventCommand]]] = {
    command_path(kind): kind for kind in EventCommand.__subclasses__()
}
