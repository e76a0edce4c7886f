"""Pages of a scene, made without a hub."""

from __future__ import annotations

from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Any

from duelmat_hub.delayed_tables import ShownTable
from duelmat_hub.pages import Pages
from duelmat_hub.people import Person
from duelmat_serving.language.catalogs import ENGLISH, Language
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import Actor, Role
from duelmat_venue.reports import Report, applied
from hub.scenes import Scene, mid_round

CODE = "ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ23"


def pages_of(scene: Scene, trouble: str = "") -> Pages:
    """Return the pages of a scene, which go on with it."""
    return Pages(lambda: scene.event, lambda: CODE, lambda: trouble, lambda: scene.now_ms)


def person(role: Role, player: PlayerId = NO_PLAYER, name: str = "Hanna") -> Person:
    return Person("0" * 64, Actor(role, name, player))


def watched(reports: Iterable[Report]) -> str:
    """Return the HTML of all that spectators are shown of a table with these reports."""
    scene, view = mid_round(), dict[str, Any]()
    for report in reports:
        view = applied(view, report.changes)
    (table,) = (match.table for match in scene.matches() if match.is_featured)
    pages = Pages(
        lambda: scene.event,
        lambda: CODE,
        lambda: None,
        lambda: scene.now_ms,
        shown=lambda: {table: ShownTable(table, scene.round.number, 1, 1, view)},
    )
    return "".join(pages.topic(name) for name in (f"watch-{table}", f"overlay-{table}", "stage"))


def topics(scene: Scene, language: Language = ENGLISH) -> dict[str, str]:
    """Return the HTML of every topic."""
    pages = pages_of(scene)
    names = [
        "clock",
        "news",
        "pairings",
        "standings",
        "bracket",
        "shown",
        "streams",
        "stage",
        "floor",
        "calls",
        "penalties",
        "players",
        "rounds",
        "scores",
        "checkpoint",
        *(f"me-{player}" for player in scene.now.players),
    ]
    names += [f"table-{match.table}" for match in scene.matches()] if scene.now.round else []
    return {name: pages.topic(name, language) for name in names}


class Reading(HTMLParser):
    """What a browser would make of HTML: its elements, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)

    def ids(self) -> list[str]:
        return [found["id"] or "" for _, found in self.elements if "id" in found]
