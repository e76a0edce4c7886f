"""The addresses of the hub and who may ask them: one table for the checks, the tests and the docs.

Every command has an address of its own, whose roles are those of the command.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from duelmat_tournament.commands import ALLOWED, Asking, CreateEvent
from duelmat_tournament.roles import JUDGES, Role

STAFF: Final = frozenset({Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE, Role.SCOREKEEPER})
DESK: Final = frozenset({Role.ORGANISER, Role.SCOREKEEPER, Role.HEAD_JUDGE})
ORGANISER: Final = frozenset({Role.ORGANISER})
PLAYER: Final = frozenset({Role.PLAYER})


class Address(Struct, frozen=True):
    """An address, and who may ask it."""

    method: str
    path: str
    """As FastAPI has it: `/floor/table/{table}`."""
    roles: frozenset[Role] | None
    """None: everybody."""
    shows: str
    """The words by which the docs tell what it shows or does."""


def command_path(kind: type[Asking]) -> str:
    """Return the address of a command."""
    return f"/do/{kind.__struct_config__.tag}"


_PAGES: Final = (
    Address("GET", "/", None, "the event: pairings, clock, standings, announcements"),
    Address("GET", "/hall", None, "the same for a screen in the hall, which pages through"),
    Address("GET", "/pairings", None, "the pairings of the present round, for print"),
    Address("GET", "/standings", None, "the newest standings, for print"),
    Address("GET", "/standings/{player}", None, "how a player's place came about"),
    Address("GET", "/why/{round}/{table}", None, "why these two meet"),
    Address("GET", "/feed/public", None, "what changes on the public pages"),
    Address("GET", "/in/{secret}", None, "lets the browser of a link in"),
    Address("GET", "/standings.csv", None, "the newest standings as a table"),
    Address("GET", "/pairings.csv", None, "the pairings of the present round as a table"),
    Address("GET", "/words/{code}", None, "what the scripts say, in that language"),
    Address("GET", "/healthz", None, "whether the hub can keep entries"),
    Address("GET", "/desk", ORGANISER, "registration, rounds, clock, cut, links, export"),
    Address("GET", "/feed/desk", ORGANISER, "what changes on it"),
    Address("GET", "/slips", ORGANISER, "result slips of the present round, for print"),
    Address("GET", "/event.json", ORGANISER, "the event file without deck lists"),
    Address("GET", "/event-with-decks.json", ORGANISER, "the event file with deck lists"),
    Address("GET", "/players.csv", ORGANISER, "the players as a table"),
    Address("GET", "/links", ORGANISER, "the links that let people in, as QR codes once made"),
    Address("POST", "/links", ORGANISER, "makes a link for somebody"),
    Address("POST", "/links/end", ORGANISER, "ends a link and its sessions"),
    Address("GET", "/scores", DESK, "the tables with their results, to enter and correct"),
    Address("GET", "/feed/scores", DESK, "what changes on it"),
    Address("GET", "/correction/{round}/{table}", DESK, "a result with the form to correct it"),
    Address("POST", "/consequences", DESK, "what would follow from a correction"),
    Address("GET", "/floor", JUDGES, "the tables and calls, for judges"),
    Address("GET", "/feed/floor", JUDGES, "what changes on it"),
    Address("GET", "/floor/table/{table}", JUDGES, "a table: players, penalties, calls, forms"),
    Address("GET", "/deck/{player}", JUDGES | PLAYER, "a deck list; a player's own only"),
    Address("GET", "/me", PLAYER, "the own table, result, standing and penalties"),
    Address("GET", "/feed/me", PLAYER, "what changes on it"),
)

ADDRESSES: Final = (
    *_PAGES,
    *(
        Address("POST", command_path(kind), roles, (kind.__doc__ or "").strip().splitlines()[0])
        for kind, roles in ALLOWED.items()
        if kind is not CreateEvent  # an event is created where the hub is started
    ),
)
