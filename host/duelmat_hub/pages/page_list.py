"""The pages, one line each: template, feed, and what the template shows besides topics.

The table of addresses says who may ask for which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from duelmat_hub.pages.place import Place
from duelmat_hub.pages.topic_list import Facts
from duelmat_hub.pages.views_bracket import bracket_view
from duelmat_hub.pages.views_desk import link_holders, rooms_text
from duelmat_hub.pages.views_public import pairings_view, standings_view
from duelmat_hub.pages.views_scores import correction_view, entry_view, slips_view
from duelmat_hub.pages.views_set_pair import set_pair_view
from duelmat_hub.pages.views_why import place_view, why_view
from duelmat_hub.people import Person
from duelmat_hub.store import Link
from duelmat_message import say
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.overlay_looks import read_looks
from duelmat_tournament.event import Event
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber

NEWS_ONLY: Final = "/feed/public?only=news"
"""The feed of a page that does not change by itself."""


OVERLAY_PARTS: Final = ("life", "phase", "clock", "log")
"""The parts of an overlay that its address may leave out."""
STREAM_PATIENCE_MS: Final = 2_000
"""A page of a stream says within three seconds that it hears nothing: it looks once a second."""


class PageRequest(Struct, frozen=True):
    """A request for a page."""

    event: Event
    numbers: Mapping[str, int]
    """The values in its address."""
    person: Person | None
    """The person who asks; None at an address for everybody."""
    links: Sequence[Link]
    """The valid links, for the page of links."""
    query: Mapping[str, str] = {}
    """The options in its address."""
    place: Place = Place()
    """The event's place in its hub."""


class Page(Struct, frozen=True):
    """A page."""

    template: str
    feed: str = NEWS_ONLY
    """The address of its feed, with the values of the page's own address filled in; a page that
    nobody touches names its edition, and is loaded anew by another build of the hub."""
    facts: Callable[[PageRequest], Facts] = lambda _: {}
    """A function that returns the variables of its template. Raises UnknownPageError."""
    patience_ms: int = 0
    """The silence after which it reports that it hears nothing; 0: as most pages."""
    is_kept: bool = False
    """Whether it is made once a change, whoever asks again and again: a page for everybody that
    takes 60 ms at an event of 1,000."""


def _place(asked: PageRequest) -> Facts:
    view = place_view(asked.event, PlayerId(asked.numbers["player"]))
    return {"view": _found(view, say("There are no standings of this player yet."))}


def _why(asked: PageRequest) -> Facts:
    view = why_view(asked.event, asked.numbers["round"], asked.numbers["table"])
    return {"view": _found(view, say("There is no such table, or not published yet."))}


def _correction(asked: PageRequest) -> Facts:
    number = RoundNumber(asked.numbers["round"])
    table = TableNumber(asked.numbers["table"])
    words = say(
        "Table {table} of round {round} has no result that could be wrong.",
        table=table,
        round=number,
    )
    return {"view": _found(correction_view(asked.event, number, table), words)}


def _slips(asked: PageRequest) -> Facts:
    return {"view": _found(slips_view(asked.event), say("No round is paired yet."))}


def _desk(asked: PageRequest) -> Facts:
    return {
        "rooms": rooms_text(asked.event),
        "first_table": asked.event.first_table,
    }


def _set_pair(asked: PageRequest) -> Facts:
    assert asked.person is not None
    view = set_pair_view(asked.event, asked.person.actor, asked.query)
    return {"view": _found(view, say("There is no pairing of Swiss that is not published yet."))}


def _hall(asked: PageRequest) -> Facts:
    """Name the hall's page of the next event, if all are shown in turn."""
    events = asked.place.neighbours(None) if "turns" in asked.query else ()
    here = next((number for number, each in enumerate(events) if each.is_here), 0)
    return {"turns": f"{events[(here + 1) % len(events)].root}/hall?turns" if events else ""}


def _standings(asked: PageRequest) -> Facts:
    return {"view": standings_view(asked.event), "bracket": bracket_view(asked.event)}


def _links(asked: PageRequest) -> Facts:
    return {"links": asked.links, "players": link_holders(asked.event)}


def _me(asked: PageRequest) -> Facts:
    assert asked.person is not None
    return {"player": asked.person.actor.player}


def _watch(asked: PageRequest) -> Facts:
    return {"table": asked.numbers["table"]}


def _overlay(asked: PageRequest) -> Facts:
    number = asked.numbers["table"]
    title = say("Table {table}", table=number)
    looks = read_looks(asked.query, f"/overlay/{number}", OVERLAY_PARTS)
    return {"shown": f"overlay-{number}", "looks": looks, "is_stage": False, "title": title}


def _stage(asked: PageRequest) -> Facts:
    looks = read_looks(asked.query, "/stage", OVERLAY_PARTS)
    return {"shown": "stage", "looks": looks, "is_stage": True, "title": say("The stage")}


def _found(view: object, otherwise: str) -> object:
    if view is None:
        raise UnknownPageError(otherwise)
    return view


PAGES: Final[Mapping[str, Page]] = {
    "/": Page("public", "/feed/public"),
    "/hall": Page("hall", "/feed/hall", _hall),
    "/pairings": Page(
        "pairings", facts=lambda asked: {"view": pairings_view(asked.event)}, is_kept=True
    ),
    "/standings": Page("standings", facts=_standings, is_kept=True),
    "/standings/{player}": Page("place", facts=_place),
    "/why/{round}/{table}": Page("why", facts=_why),
    "/watch/{table}": Page(
        "watch", "/feed/watch?table={table}&page={edition}", _watch, patience_ms=STREAM_PATIENCE_MS
    ),
    "/overlay/{table}": Page(
        "overlay",
        "/feed/overlay?table={table}&page={edition}",
        _overlay,
        patience_ms=STREAM_PATIENCE_MS,
    ),
    "/stage": Page(
        "overlay", "/feed/stage?page={edition}", _stage, patience_ms=STREAM_PATIENCE_MS
    ),
    "/desk": Page("desk", "/feed/desk", _desk),
    "/slips": Page("slips", facts=_slips),
    "/set-pair": Page("set_pair", facts=_set_pair),
    "/links": Page("links", facts=_links),
    "/scores": Page(
        "scores",
        "/feed/scores",
        lambda asked: {"entry": entry_view(asked.event, asked.event.round)},
    ),
    "/correction/{round}/{table}": Page("correction", facts=_correction),
    "/floor": Page("floor", "/feed/floor"),
    "/floor/table/{table}": Page(
        "table", "/feed/floor?table={table}", lambda asked: {"table": asked.numbers["table"]}
    ),
    "/me": Page("me", "/feed/me", _me),
}
"""The pages by path, as in the table of addresses."""

FEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "public": ("clock", "news", "pairings", "standings", "bracket", "shown", "code"),
    "hall": ("clock", "news", "pairings", "standings", "bracket", "code", "finished"),
    "watch": ("news",),
    "overlay": (),
    "stage": ("stage",),
    "desk": (
        "clock",
        "step",
        "news",
        "rounds",
        "players",
        "joining",
        "checkpoint",
        "computers",
        "streams",
        "webhooks",
    ),
    "scores": ("clock", "news", "scores"),
    "floor": ("clock", "news", "floor", "calls", "penalties", "mats"),
    "me": ("clock", "news"),
}
"""The topics of each feed; a player's has their own besides, and a feed may be asked for one topic
only, or for one table."""
STREAM_FEEDS: Final = frozenset({"watch", "overlay", "stage"})
"""The feeds of pages that say within three seconds that they hear nothing."""
