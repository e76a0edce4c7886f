"""The app of a hub: every address of `addresses.py`, its checks and its answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from fastapi import FastAPI
from msgspec import Meta, Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
)
from starlette.staticfiles import StaticFiles

import duelmat_host
from duelmat_hub import exports
from duelmat_hub.addresses import ADDRESSES, Address, command_path
from duelmat_hub.deck_lists import read_deck
from duelmat_hub.errors import BrokenStoreError, StoreError
from duelmat_hub.hub import Hub
from duelmat_hub.pages import Pages
from duelmat_hub.pages.roles import ROLE_WORDS
from duelmat_hub.people import LINK_S, People, Person
from duelmat_hub.topics import BEAT_S, Topics
from duelmat_message import listed, say, words_of
from duelmat_message.errors import DuelmatError
from duelmat_serving.admission import Rank, hold_place
from duelmat_serving.bodies import decode_body, read_body
from duelmat_serving.errors import NoSessionError, UnknownPageError, WebError
from duelmat_serving.feed_response import FeedResponse
from duelmat_serving.headers import LOOPBACK_HOSTS, Guard
from duelmat_serving.language.catalogs import language_or_english
from duelmat_serving.language.titles import ENGLISH_CODE, TITLES
from duelmat_serving.languages import json_answer
from duelmat_serving.qr_svg import qr_svg
from duelmat_serving.reader import language_of
from duelmat_serving.script_words import script_words
from duelmat_serving.turns import Turns
from duelmat_tournament.bounds import Name, broken_bound
from duelmat_tournament.commands import AnyCommand, Asking, RegisterDeck
from duelmat_tournament.consequences import consequences, consequences_digest
from duelmat_tournament.deciding.matches import check_correction
from duelmat_tournament.errors import ChangedError, NotAllowedError, RefusedError
from duelmat_tournament.event import Event
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.results import Result
from duelmat_tournament.roles import Role

STATIC: Final = Path(__file__).parent / "static"
TABLE_SCRIPTS: Final = Path(duelmat_host.__file__).parent / "web" / "static" / "js"
SHARED_SCRIPTS: Final = ("language.js", "words.js")
"""The scripts of a table's pages that an event's have too: they say words."""
COMMAND_LIMIT_BYTES: Final = 64 * 1024
"""A deck list of a thousand cards fits."""
SEE_OTHER: Final = 303
ROLE_HEADER: Final = "x-duelmat-role"
"""In whose role a page asks: a browser may have sessions of several."""
_SHOWN: Final = "duelmat-shown"
"""A cookie that is there when a browser shows its strict cookies."""
_AGAIN: Final = "again"
"""The mark of a link's address that was asked for once more."""
_INSTEAD: Final = "instead"
"""The mark of a link that somebody wants to use in place of another; without cookies, as a page
of another site could ask with it, it counts for nothing."""
_HOMES: Final = {
    Role.ORGANISER: "/desk",
    Role.HEAD_JUDGE: "/floor",
    Role.JUDGE: "/floor",
    Role.SCOREKEEPER: "/scores",
    Role.PLAYER: "/me",
}


class Refused(Struct, frozen=True):
    """Nothing was done."""

    message: str
    """The reason, as a sentence for the person who asked."""
    changed: bool = False
    """Whether the page shows something that is no longer so."""
    ok: bool = False


class Submission(Struct, frozen=True, forbid_unknown_fields=True):
    """A command as a page sends it."""

    request: Annotated[str, Meta(min_length=16, max_length=64)]
    """An id of its own: what is sent again with the same one is done once."""
    command: msgspec.Raw
    seen: Annotated[int, Meta(ge=0)] | None = None
    """The last entry that the page shows."""


class DeckText(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck list as a player hands it in."""

    player: PlayerId
    text: Annotated[str, Meta(max_length=COMMAND_LIMIT_BYTES)]
    """TOML, `.ydk` or `ydke://`."""
    salt: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """A result that somebody thinks of correcting."""

    round: RoundNumber
    table: TableNumber
    result: Result


class NewLink(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who is to be let in."""

    role: Role
    name: Name
    player: PlayerId = NO_PLAYER


class EndLink(Struct, frozen=True, forbid_unknown_fields=True):
    """A link that is to end."""

    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


Handler = Callable[[Request, Person | None], Awaitable[Response]]


def cookie_of(mark: str, role: Role) -> str:
    """Return the name of the cookie that holds a session in this role at an event.

    mark: the event's. A browser has the cookies of all events of one host, whatever their ports.
    """
    return f"duelmat-{mark}-{role.value}"


class HubApp:
    """The pages and commands of one hub process."""

    def __init__(
        self, hub: Hub, people: People, topics: Topics, pages: Pages, *, beat_s: float = BEAT_S
    ) -> None:
        self._hub = hub
        self._people = people
        self._topics = topics
        self._pages = pages
        self._beat_s = beat_s
        self._turns = Turns()

    def make(
        self,
        *,
        hosts: tuple[str, ...] = LOOPBACK_HOSTS,
        address: str = "",
        language: str = ENGLISH_CODE,
    ) -> FastAPI:
        """Return the app; `hosts`, `address` and `language` as for the pages of a table."""
        app = FastAPI(title="Duelmat", docs_url=None, redoc_url=None, openapi_url=None)
        app.state.language = language
        for each in ADDRESSES:
            app.add_api_route(
                each.path, self._guarded(each), methods=[each.method], response_model=None
            )
        for name in SHARED_SCRIPTS:
            app.add_route(f"/static/js/{name}", _shared_script, name=name)
        app.mount("/static", StaticFiles(directory=STATIC), name="static")
        app.add_middleware(Guard, hosts=hosts, address=address)
        for kind in (WebError, RefusedError, StoreError, BrokenStoreError, DuelmatError):
            app.add_exception_handler(kind, self._refused)
        app.add_exception_handler(HTTPException, self._not_served)
        app.add_exception_handler(Exception, self._failed)
        return app

    # Checks

    def _guarded(self, address: Address) -> Callable[[Request], Awaitable[Response]]:
        """Return the handler of an address behind its check."""
        handler = self._handler(address)

        async def answer(request: Request) -> Response:
            person = await self._person(request, address)
            return await handler(request, person)

        return answer

    async def _person(self, request: Request, address: Address) -> Person | None:
        """Return who asks. Raises NoSessionError if nobody who may."""
        if address.roles is None:
            return None
        wished = request.headers.get(ROLE_HEADER)
        roles = [role for role in Role if role in address.roles and wished in (None, role.value)]
        for role in roles:
            session = request.cookies.get(self._cookie(role), "")
            person = await self._people.find(session) if session else None
            if person is not None and person.actor.role is role:
                rank = Rank.PLAYER if role is Role.PLAYER else Rank.STAFF
                hold_place(request, rank, person.link, session)
                await self._know(person.actor.player)
                return person
        names = listed(sorted(ROLE_WORDS[role] for role in address.roles), "or")
        raise NoSessionError(
            say(
                "This is for the {names}: open it with the link that you were given. Public "
                "pages are at the address of the event.",
                names=names,
            )
        )

    async def _know(self, player: PlayerId) -> None:
        """See to it that a player is known whom another process may just have registered."""
        event = self._hub.event
        if player != NO_PLAYER and (event is None or player not in event.players):
            await self._hub.refresh()

    def _handler(self, address: Address) -> Handler:
        """Return what answers an address."""
        if address.path.startswith("/do/"):
            return self._command
        return {
            "/in/{secret}": self._enter,
            "/event.json": self._event_file,
            "/event-with-decks.json": self._event_file_with_decks,
            "/standings.csv": self._csv,
            "/pairings.csv": self._csv,
            "/players.csv": self._csv,
            "/healthz": self._health,
            "/words/{code}": self._words,
            "/consequences": self._consequences,
            "/links/end": self._end_link,
            "/deck/{player}": self._deck,
        }.get(address.path) or self._by_method(address)

    def _by_method(self, address: Address) -> Handler:
        if address.path.startswith("/feed/"):
            return self._feed
        if (address.method, address.path) == ("POST", "/links"):
            return self._make_link
        return self._page

    # Answers

    def _cookie(self, role: Role) -> str:
        return cookie_of(self._hub.mark, role)

    async def _enter(self, request: Request, _: Person | None) -> Response:
        """Let in by a link a browser that shows its cookies, and ask before it is somebody else.

        A browser leaves strict cookies out when another site leads here: only a page of our own
        can see whom it is known as.
        """
        person = await self._people.invited(request.path_params["secret"])
        if person is None:
            raise UnknownPageError(
                say(
                    "This link lets nobody in: it has ended or is too old. Ask the organiser for "
                    "a new one.",
                )
            )
        name = self._cookie(person.actor.role)
        session = request.cookies.get(name, "")
        if not session and _SHOWN not in request.cookies:
            return self._reload(request)
        known = await self._people.find(session) if session else None
        is_other = known is not None and known.actor != person.actor
        if known is not None and is_other and _INSTEAD not in request.query_params:
            home = _HOMES[known.actor.role]
            return HTMLResponse(self._pages.instead(known, person, home, language_of(request)))
        if known is None or known.link != person.link:
            session = await self._people.enter(person)
        answer = RedirectResponse(_HOMES[person.actor.role], SEE_OTHER)
        _set_cookie(answer, request, name, session, "/")
        return answer

    def _reload(self, request: Request) -> Response:
        """Return a page that asks for itself once more, from which a browser shows its cookies."""
        is_first = _AGAIN not in request.query_params
        answer = HTMLResponse(self._pages.again(language_of(request), reloads=is_first))
        _set_cookie(answer, request, _SHOWN, "1", "/in")
        return answer

    async def _page(self, request: Request, person: Person | None) -> Response:
        path = request.scope["route"].path
        links = await self._people.links() if path == "/links" else ()
        language = language_of(request)

        def topic(name: str) -> str:
            return self._topics.html(name, language.code)

        return HTMLResponse(
            self._pages.page(path, request.path_params, person, topic, links, language=language)
        )

    async def _feed(self, request: Request, person: Person | None) -> Response:
        name = request.url.path.rpartition("/")[2]
        session = "" if person is None else request.cookies[self._cookie(person.actor.role)]
        if person is None:
            hold_place(request, Rank.SPECTATOR)

        async def is_open() -> bool:
            return person is None or await self._people.find(session) == person

        follow = self._topics.follow(
            self._pages.topics_of(name, person, request.query_params),
            request.headers.get("last-event-id"),
            beat_s=self._beat_s,
            is_open=is_open,
            language=language_of(request).code,
        )
        return FeedResponse(follow)

    async def _command(self, request: Request, person: Person | None) -> Response:
        assert person is not None
        path = request.url.path
        body = await read_body(request, COMMAND_LIMIT_BYTES)
        sent = decode_body(body, Submission, _EXAMPLE, has_lines=True)
        command = await self._read_command(path, sent.command, person)
        done = await self._hub.submit(command, person.actor, sent.request, sent.seen)
        return JSONResponse({"ok": True, **msgspec.to_builtins(done)})

    async def _read_command(self, path: str, body: bytes, person: Person) -> AnyCommand:
        kind = _COMMANDS[path]
        if kind is not RegisterDeck:
            command: AnyCommand = decode_body(body, kind, _example_of(kind), has_lines=True)
            return command
        handed = decode_body(_untagged(body), DeckText, _DECK_EXAMPLE, has_lines=True)
        check = partial(read_deck, handed.text, self._event().policy)
        deck = await self._turns.do(person.link, check)
        return RegisterDeck(handed.player, deck, handed.salt)

    async def _consequences(self, request: Request, person: Person | None) -> Response:
        assert person is not None
        asked = decode_body(await read_body(request), Correction, _CORRECTION_EXAMPLE)
        event = await self._newest_event()
        match = event.find_match(asked.round, asked.table)
        if match is None:
            raise RefusedError(
                say(
                    "There is no table {table} in round {round}.",
                    table=asked.table,
                    round=asked.round,
                )
            )
        check_correction(event, event.rounds[asked.round - 1], match, asked.result)
        follow = partial(consequences, event, asked.round, asked.table, asked.result)
        found = await self._turns.do(person.link, follow)
        html = self._pages.consequences(found, language_of(request))
        return JSONResponse({"ok": True, "html": html, "digest": consequences_digest(found)})

    async def _make_link(self, request: Request, _: Person | None) -> Response:
        asked = decode_body(await read_body(request), NewLink, _LINK_EXAMPLE)
        if broken := broken_bound(asked):
            raise RefusedError(broken)
        name = asked.name
        if asked.role is Role.PLAYER:
            player = (await self._newest_event()).players.get(asked.player)
            if player is None:
                raise RefusedError(say("There is no player {player}.", player=asked.player))
            name = player.name
        elif asked.player != NO_PLAYER:
            raise RefusedError(say("Only a player's link names a player."))
        secret = await self._people.make_link(asked.role, name, asked.player)
        address = f"{request.url.scheme}://{request.headers['host']}/in/{secret}"
        return JSONResponse({"ok": True, "address": address, "svg": qr_svg(address)})

    async def _end_link(self, request: Request, _: Person | None) -> Response:
        asked = decode_body(await read_body(request), EndLink, '{"digest": "<64 hex digits>"}')
        await self._people.end_link(asked.digest)
        return JSONResponse({"ok": True})

    async def _deck(self, request: Request, person: Person | None) -> Response:
        assert person is not None
        number = _number(request.path_params["player"])
        if person.actor.role is Role.PLAYER and person.actor.player != number:
            raise NotAllowedError(say("A player can look at the own deck list alone."))
        player = (await self._newest_event()).players.get(PlayerId(number))
        if player is None or not player.deck:
            raise UnknownPageError(
                say("Player {number} has handed in no deck list.", number=number)
            )
        decks = await self._hub.decks()
        return HTMLResponse(
            self._pages.deck(player, decks[player.deck].deck, person, language_of(request))
        )

    async def _event_file(self, _: Request, __: Person | None) -> Response:
        return _download(await self._hub.export(with_decks=False), "event.json")

    async def _event_file_with_decks(self, _: Request, __: Person | None) -> Response:
        return _download(await self._hub.export(with_decks=True), "event-with-decks.json")

    async def _csv(self, request: Request, _: Person | None) -> Response:
        name = request.url.path.strip("/")
        return _download(exports.csv_of(name, self._event()), name)

    async def _health(self, _: Request, __: Person | None) -> Response:
        hub = self._hub
        facts = {
            "ok": not hub.trouble,
            "followers": self._topics.followers,
            "trouble": hub.trouble,
        }
        return JSONResponse(facts, status_code=503 if hub.trouble else 200)

    async def _words(self, request: Request, _: Person | None) -> Response:
        code = request.path_params["code"]
        if code not in TITLES:
            raise UnknownPageError(
                say("The pages have no words of a language {code!r}.", code=code)
            )
        return json_answer(request, script_words(language_or_english(code)))

    async def _newest_event(self) -> Event:
        """Return the event with what another process may just have added. Raises StoreError."""
        await self._hub.refresh()
        return self._event()

    def _event(self) -> Event:
        if self._hub.event is None:
            raise RefusedError(say("There is no event yet."))
        return self._hub.event

    # Refusals

    async def _refused(self, request: Request, fault: Exception) -> Response:
        """Answer a request that is refused: in words for a person, as JSON for a script."""
        status = _status_of(fault)
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            page = self._pages.refused(words_of(fault), language_of(request))
            return HTMLResponse(page, status_code=status)
        refused = Refused(words_of(fault), isinstance(fault, ChangedError))
        return json_answer(request, refused, status)

    async def _not_served(self, request: Request, fault: Exception) -> Response:
        assert isinstance(fault, HTTPException)
        words = UnknownPageError(say("There is no such page: begin at the address of the event."))
        answer = await self._refused(request, words)
        answer.status_code = fault.status_code
        return answer

    async def _failed(self, request: Request, _: Exception) -> Response:
        """Answer a request at which the program itself fails; the server logs where."""
        words = say("The hub has made a mistake, which is in its log. Nothing was done.")
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(self._pages.refused(words), status_code=500)
        return JSONResponse(msgspec.to_builtins(Refused(words)), status_code=500)


def _status_of(fault: Exception) -> int:
    match fault:
        case WebError():
            return fault.status
        case NotAllowedError():
            return 403
        case StoreError() | BrokenStoreError():
            return 503
        case DuelmatError():  # a deck list with faults
            return 422
    return 409


def _download(content: bytes, name: str) -> Response:
    kind = "application/json" if name.endswith(".json") else "text/csv; charset=utf-8"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)


def _set_cookie(answer: Response, request: Request, name: str, value: str, path: str) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=LINK_S,
        path=path,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise UnknownPageError(say("Expected a player's number, got {text!r}.", text=text[:40]))
    return int(text)


def _untagged(body: bytes) -> bytes:
    """Return a command's body without its kind, which its address says."""
    try:
        fields = msgspec.json.decode(body, type=dict[str, Any])
    except (ValueError, RecursionError):
        return body
    fields.pop("do", None)
    return msgspec.json.encode(fields)


def _example_of(kind: type[Asking]) -> str:
    return f'{{"do": "{kind.__struct_config__.tag}", ...}}'


_COMMANDS: Final[dict[str, type[Asking]]] = {
    command_path(kind): kind for kind in Asking.__subclasses__()
}
_EXAMPLE: Final = '{"request": "<16 to 64 letters>", "command": {"do": "pair-round"}, "seen": 12}'
_DECK_EXAMPLE: Final = '{"player": 7, "text": "#main ...", "salt": "<32 hex digits>"}'
_CORRECTION_EXAMPLE: Final = '{"round": 2, "table": 7, "result": {"first_won": 2}}'
_LINK_EXAMPLE: Final = '{"role": "judge", "name": "Jon"}'


async def _shared_script(request: Request) -> Response:
    name = request.url.path.rpartition("/")[2]
    return FileResponse(TABLE_SCRIPTS / name, media_type="text/javascript")
