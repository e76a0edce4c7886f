"""Published pages: an event's public pages as files that need no hub, no script, no link out.

They lie in one folder beside each other and name each other relatively, so that any web host can
serve them, also below another page. Nothing is in them that the public pages do not show: no id
of a player elsewhere, no call, no penalty, no deck, and no result of a round that is played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from duelmat_hub.exports import csv_of
from duelmat_hub.pages.templates import TEMPLATES, templates
from duelmat_hub.pages.views_bracket import bracket_view
from duelmat_hub.pages.views_public import clock_view, standings_view
from duelmat_hub.pages.views_published import round_view
from duelmat_hub.pages.views_watch import without_results
from duelmat_hub.pages.views_why import place_view
from duelmat_serving.language.catalogs import Language
from duelmat_serving.static_files import SHARED
from duelmat_tournament.event import Event, Step

_ADDRESS: Final = re.compile(r'href="/(?P<address>[^"]*)"')
"""A link of the hub's pages to another one of them."""
_OWN: Final = TEMPLATES.parent / "static"
_STYLES: Final[Mapping[str, Path]] = {
    "light.css": _OWN / "css" / "light.css",
    "dark.css": _OWN / "css" / "dark.css",
    "base.css": SHARED / "css" / "base.css",
    "look.css": _OWN / "css" / "look.css",
    "parts.css": _OWN / "css" / "parts.css",
    "print.css": _OWN / "css" / "print.css",
}


def published_files(event: Event, checkpoint: str, language: Language) -> dict[str, bytes]:
    """Return the files of an event's public pages by name."""
    event = _as_public(event)
    rounds = [
        {"file": f"round-{each.number}.html", "title": round_view(event, each).title}
        for each in event.rounds
    ]

    def page(template: str, file: str, **facts: Any) -> bytes:
        made = templates().get_template(f"published/{template}.html")
        shown = {"event": event, "rounds": rounds, "styles": _STYLES, "file": file, **facts}
        shown["has_teams"] = event.policy.team_size > 1
        html = made.render(shown, language=language, place={"root": ""})
        return _ADDRESS.sub(_file_of, html).encode()

    tables = dict(_tables(event))
    files = {
        "index.html": page(
            "index",
            "index.html",
            clock=clock_view(event),
            view=bracket_view(event),
            standings=standings_view(event),
            tables=tables,
            checkpoint=checkpoint,
        )
    }
    for held in event.rounds:
        then = replace(event, rounds=event.rounds[: held.number])
        standings = standings_view(then) if held.step is Step.CLOSED and not held.is_cut else None
        file = f"round-{held.number}.html"
        files[file] = page("round", file, view=round_view(event, held), standings=standings)
    for player in event.players:
        view = place_view(event, player)
        if view is not None:
            file = f"player-{player}.html"
            files[file] = page("player", file, view=view)
    styles = {name: path.read_bytes() for name, path in _STYLES.items()}
    return {**files, **tables, **styles, "icon.svg": (_OWN / "icon.svg").read_bytes()}


def _as_public(event: Event) -> Event:
    """Return an event without a pairing that is not published and the results of its round.

    Spectators may be shown tables later than they play, by more than is known here: results come
    once their round is closed.
    """
    if event.round is not None and event.round.step is Step.PAIRED:
        event = replace(event, rounds=event.rounds[:-1])
    if event.round is None or event.round.step is Step.CLOSED:
        return event
    return without_results(event, frozenset(event.round.matches))


def _tables(event: Event) -> Iterator[tuple[str, bytes]]:
    for held in event.rounds:
        yield f"pairings-{held.number}.csv", csv_of("pairings.csv", event, held.number)
        if held.step is Step.CLOSED and not held.is_cut:
            yield f"standings-{held.number}.csv", csv_of("standings.csv", event, held.number)


def _file_of(link: re.Match[str]) -> str:
    """Return a link to the file that has what the hub has at an address."""
    match link["address"].split("/"):
        case ["standings", player]:
            return f'href="player-{player}.html"'
        case ["why", number, table]:
            return f'href="round-{number}.html#t{table}"'
    raise ValueError(f"expected an address of a published page, got {link['address']}")
