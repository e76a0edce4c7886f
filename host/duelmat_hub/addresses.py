"""The addresses of a hub, what answers each and who may ask it: one table for app, tests and docs.

Every command has an address of its own, whose roles are those of the command.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from duelmat_hub.deck_pages import DECK, TABLE_DECKS
from duelmat_hub.handlers import Asked, Handlers, command_path, watch_code
from duelmat_hub.mat_pages import PAST, SEEN
from duelmat_hub.program_handlers import listed_deck, sleeve_owners, table_sleeves
from duelmat_tournament.commands import ALLOWED, CreateEvent
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.joining import Join
from duelmat_tournament.roles import JUDGES, Role

DESK: Final = frozenset({Role.ORGANISER, Role.SCOREKEEPER, Role.HEAD_JUDGE})
ORGANISER: Final = frozenset({Role.ORGANISER})
PLAYER: Final = frozenset({Role.PLAYER})
TABLE: Final = frozenset({Role.TABLE})
CHECK_IN: Final = frozenset({Role.CHECK_IN})


Handler = Callable[[Handlers, Asked], Awaitable[Response]]


class Address(Struct, frozen=True):
    """An address: what answers it, and who may ask."""

    method: str
    path: str
    """As Starlette has it: `/floor/table/{table}`."""
    handler: Handler
    roles: frozenset[Role] | None
    """None: everybody."""
    shows: str
    """The words by which the docs tell what it shows or does."""


def _get(path: str, handler: Handler, roles: frozenset[Role] | None, shows: str) -> Address:
    return Address("GET", path, handler, roles, shows)


def _post(path: str, handler: Handler, roles: frozenset[Role] | None, shows: str) -> Address:
    return Address("POST", path, handler, roles, shows)


def _first_line(kind: type[EventCommand]) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]


async def _past(handlers: Handlers, asked: Asked) -> Response:
    return await handlers.mats.past(asked.request, asked.somebody)


async def _seen(handlers: Handlers, asked: Asked) -> Response:
    return await handlers.mats.seen(asked.request, asked.somebody)


async def _deck(handlers: Handlers, asked: Asked) -> Response:
    return await handlers.parts.decks.one(asked.request, asked.somebody)


async def _table_decks(handlers: Handlers, asked: Asked) -> Response:
    return await handlers.parts.decks.table(asked.request, asked.somebody)


async def _join_page(handlers: Handlers, asked: Asked) -> Response:
    return await handlers.parts.joining.page(asked.request)


async def _join_code(handlers: Handlers, asked: Asked) -> Response:
    return await handlers.parts.joining.code(asked.request)


async def _join(handlers: Handlers, asked: Asked) -> Response:
    return await handlers.parts.joining.join(asked.request)


_PAGES: Final = (
    _get("/", Handlers.page, None, "the event: pairings, clock, standings, announcements"),
    _get("/hall", Handlers.page, None, "the same for a screen in the hall, which pages through"),
    _get("/pairings", Handlers.page, None, "the pairings of the present round, for print"),
    _get("/standings", Handlers.page, None, "the newest standings, for print"),
    _get("/standings/{player}", Handlers.page, None, "how a player's place came about"),
    _get("/why/{round}/{table}", Handlers.page, None, "why these two meet"),
    _get("/watch/{table}", Handlers.page, None, "a table with a mat for spectators"),
    _get("/watch/{table}/qr", watch_code, None, "its address as a QR code"),
    _get("/feed/watch", Handlers.feed, None, "what changes on it"),
    _get("/overlay/{table}", Handlers.page, None, "the same for a stream, with nothing behind it"),
    _get("/feed/overlay", Handlers.feed, None, "what changes on it"),
    _get("/stage", Handlers.page, None, "the overlay of the featured tables"),
    _get("/feed/stage", Handlers.feed, None, "what changes on it"),
    _get("/feed/public", Handlers.feed, None, "what changes on the public pages"),
    _get("/feed/hall", Handlers.feed, None, "what changes on the hall's screen"),
    _get("/join/{code}", _join_page, None, "where players register themselves, by its code"),
    _get("/join/{code}/qr", _join_code, None, "its address as a QR code"),
    _get("/in/{secret}", Handlers.enter, None, "lets the browser of a link in"),
    _get("/standings.csv", Handlers.csv, None, "the newest standings, or `?round=`"),
    _get("/pairings.csv", Handlers.csv, None, "the newest pairings, or `?round=`"),
    _get("/words/{code}", Handlers.words, None, "what the scripts say, in that language"),
    _get("/healthz", Handlers.health, None, "whether the hub can keep entries"),
    _get("/desk", Handlers.page, ORGANISER, "registration, rounds, clock, cut, links, export"),
    _get("/feed/desk", Handlers.feed, ORGANISER, "what changes on it"),
    _get("/slips", Handlers.page, ORGANISER, "result slips of the present round, for print"),
    _get("/set-pair", Handlers.page, ORGANISER, "a pair to set by hand, with what it costs"),
    _get("/event.json", Handlers.event_file, ORGANISER, "the event file without deck lists"),
    _get("/event-with-decks.json", Handlers.event_file, ORGANISER, "the event file with decks"),
    _get("/players.csv", Handlers.csv, ORGANISER, "the players as a table"),
    _get("/places.csv", Handlers.csv, ORGANISER, "the final places as a table, with ids"),
    _get("/results.csv", Handlers.csv, ORGANISER, "all results, or `?round=`, with ids"),
    _post("/player-list", Handlers.player_list, ORGANISER, "what a list would register"),
    _get("/links", Handlers.page, ORGANISER, "links that let people in, as QR codes once made"),
    _post("/links", Handlers.make_link, ORGANISER, "makes a link for somebody"),
    _post("/links/end", Handlers.end_link, ORGANISER, "ends a link and its sessions"),
    _get("/scores", Handlers.page, DESK, "the tables with their results, to enter and correct"),
    _get("/feed/scores", Handlers.feed, DESK, "what changes on it"),
    _get("/correction/{round}/{table}", Handlers.page, DESK, "a result and a form to correct it"),
    _post("/consequences", Handlers.consequences, DESK, "what would follow from a correction"),
    _get("/floor", Handlers.page, JUDGES, "the tables and calls, for judges"),
    _get("/feed/floor", Handlers.feed, JUDGES, "what changes on it"),
    _get("/floor/table/{table}", Handlers.page, JUDGES, "a table: players, penalties, calls"),
    _get(PAST, _past, JUDGES, "a duel at a mat as it was after a report; 0: the newest"),
    _get(SEEN, _seen, JUDGES, "deck lists against the cards that were seen at a mat"),
    _get(DECK, _deck, JUDGES | PLAYER, "a deck list; a player's own only"),
    _get(TABLE_DECKS, _table_decks, JUDGES, "both deck lists of a table, side by side"),
    _get("/me", Handlers.page, PLAYER, "the own table, result, standing and penalties"),
    _get("/feed/me", Handlers.feed, PLAYER, "what changes on it"),
    _post("/table/reports", Handlers.table_reports, TABLE, "keeps what a table's program reports"),
    _get("/table/wanted", Handlers.table_wanted, TABLE, "what the event wants of the table"),
    _get("/table/sleeves", table_sleeves, TABLE, "the sleeves of those who play there"),
    _get("/sleeves/owners", sleeve_owners, TABLE | CHECK_IN, "by marks, whose a tag is"),
    _get("/check-in/{player}", listed_deck, CHECK_IN, "a player's deck list"),
    _get("/table/sealed", Handlers.table_sealed, TABLE, "a match that was moved to the table"),
)

ADDRESSES: Final = (
    *_PAGES,
    *(
        _post(command_path(kind), Handlers.command, roles, _first_line(kind))
        for kind, roles in ALLOWED.items()
        if kind not in (CreateEvent, Join)  # an event is created where the hub is started
    ),
    _post(command_path(Join), _join, None, _first_line(Join)),  # who joins has no link yet
)
