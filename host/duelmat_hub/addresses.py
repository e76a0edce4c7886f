"""The addresses of a hub, what answers each and who may ask it: one table for app, tests and docs.

Every command has an address of its own, whose roles are those of the command.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from duelmat_hub.answers import Answers, Asked, command_path
from duelmat_tournament.commands import ALLOWED, Asking, CreateEvent
from duelmat_tournament.roles import JUDGES, Role

STAFF: Final = frozenset({Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE, Role.SCOREKEEPER})
DESK: Final = frozenset({Role.ORGANISER, Role.SCOREKEEPER, Role.HEAD_JUDGE})
ORGANISER: Final = frozenset({Role.ORGANISER})
PLAYER: Final = frozenset({Role.PLAYER})


class Address(Struct, frozen=True):
    """An address: what answers it, and who may ask."""

    method: str
    path: str
    """As Starlette has it: `/floor/table/{table}`."""
    answer: Callable[[Answers, Asked], Awaitable[Response]]
    roles: frozenset[Role] | None
    """None: everybody."""
    shows: str
    """The words by which the docs tell what it shows or does."""


def _first_line(kind: type[Asking]) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]


_PAGES: Final = (
    Address(
        "GET", "/", Answers.page, None, "the event: pairings, clock, standings, announcements"
    ),
    Address(
        "GET",
        "/hall",
        Answers.page,
        None,
        "the same for a screen in the hall, which pages through",
    ),
    Address(
        "GET", "/pairings", Answers.page, None, "the pairings of the present round, for print"
    ),
    Address("GET", "/standings", Answers.page, None, "the newest standings, for print"),
    Address("GET", "/standings/{player}", Answers.page, None, "how a player's place came about"),
    Address("GET", "/why/{round}/{table}", Answers.page, None, "why these two meet"),
    Address("GET", "/feed/public", Answers.feed, None, "what changes on the public pages"),
    Address("GET", "/in/{secret}", Answers.enter, None, "lets the browser of a link in"),
    Address("GET", "/standings.csv", Answers.csv, None, "the newest standings as a table"),
    Address(
        "GET", "/pairings.csv", Answers.csv, None, "the pairings of the present round as a table"
    ),
    Address("GET", "/words/{code}", Answers.words, None, "what the scripts say, in that language"),
    Address("GET", "/healthz", Answers.health, None, "whether the hub can keep entries"),
    Address(
        "GET", "/desk", Answers.page, ORGANISER, "registration, rounds, clock, cut, links, export"
    ),
    Address("GET", "/feed/desk", Answers.feed, ORGANISER, "what changes on it"),
    Address(
        "GET", "/slips", Answers.page, ORGANISER, "result slips of the present round, for print"
    ),
    Address(
        "GET", "/event.json", Answers.event_file, ORGANISER, "the event file without deck lists"
    ),
    Address(
        "GET",
        "/event-with-decks.json",
        Answers.event_file_with_decks,
        ORGANISER,
        "the event file with deck lists",
    ),
    Address("GET", "/players.csv", Answers.csv, ORGANISER, "the players as a table"),
    Address(
        "GET",
        "/links",
        Answers.page,
        ORGANISER,
        "the links that let people in, as QR codes once made",
    ),
    Address("POST", "/links", Answers.make_link, ORGANISER, "makes a link for somebody"),
    Address("POST", "/links/end", Answers.end_link, ORGANISER, "ends a link and its sessions"),
    Address(
        "GET", "/scores", Answers.page, DESK, "the tables with their results, to enter and correct"
    ),
    Address("GET", "/feed/scores", Answers.feed, DESK, "what changes on it"),
    Address(
        "GET",
        "/correction/{round}/{table}",
        Answers.page,
        DESK,
        "a result with the form to correct it",
    ),
    Address(
        "POST", "/consequences", Answers.consequences, DESK, "what would follow from a correction"
    ),
    Address("GET", "/floor", Answers.page, JUDGES, "the tables and calls, for judges"),
    Address("GET", "/feed/floor", Answers.feed, JUDGES, "what changes on it"),
    Address(
        "GET",
        "/floor/table/{table}",
        Answers.page,
        JUDGES,
        "a table: players, penalties, calls, forms",
    ),
    Address(
        "GET", "/deck/{player}", Answers.deck, JUDGES | PLAYER, "a deck list; a player's own only"
    ),
    Address("GET", "/me", Answers.page, PLAYER, "the own table, result, standing and penalties"),
    Address("GET", "/feed/me", Answers.feed, PLAYER, "what changes on it"),
)

ADDRESSES: Final = (
    *_PAGES,
    *(
        Address("POST", command_path(kind), Answers.command, roles, _first_line(kind))
        for kind, roles in ALLOWED.items()
        if kind is not CreateEvent  # an event is created where the hub is started
    ),
)
