"""The deck editor: a page for the cards of one game, and the requests that it sends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from duelmat_engine import find_ruleset
from duelmat_host.app.deck_desk import (
    MOST_TEXT,
    DeckDesk,
    DeckParts,
    ExportDeck,
    ImportDeck,
    NamedDeck,
    SaveDeck,
)
from duelmat_message import named, say
from duelmat_serving.bodies import BodyForm, read_body
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.languages import json_answer

from .doors import page_path
from .page_templates import TEMPLATES

T = TypeVar("T")
LIMIT_BYTES: Final = 4 * MOST_TEXT + 1_000
"""A text of characters of four bytes each, and what stands around it."""
Act = Callable[[DeckDesk, str, bytes], Struct]
"""A function that answers the body of a request about the decks of a game."""


def _act(answer: Callable[[DeckDesk, str, T], Struct], kind: type[T], example: str) -> Act:
    form = BodyForm[T](kind, example)
    return lambda desk, game, body: answer(desk, game, form.decode(body, has_lines=True))


_ACTS: Final = {
    "check": _act(DeckDesk.judge, DeckParts, '{"main": ["Wolf"]}'),
    "save": _act(DeckDesk.save, SaveDeck, '{"name": "wolves", "main": ["Wolf"]}'),
    "remove": _act(DeckDesk.remove, NamedDeck, '{"name": "wolves"}'),
    "load": _act(DeckDesk.load, NamedDeck, '{"name": "wolves"}'),
    "import": _act(DeckDesk.read, ImportDeck, '{"text": "3 Wolf"}'),
    "export": _act(DeckDesk.write, ExportDeck, '{"form": "ydk", "main": ["Wolf"]}'),
}
"""The requests by the end of their address."""


class Decks:
    """The pages of the deck editor."""

    def __init__(self, desk: DeckDesk) -> None:
        self._desk = desk

    async def editor(self, request: Request, letter: str) -> Response:
        """Show the editor for the cards of a game."""
        game = request.path_params["game"]
        rules = self._desk.rules(game)
        facts = {
            "base": f"{page_path(letter)}/decks/{game}",
            "back": f"{page_path(letter)}/start",
            "title": named("ruleset", find_ruleset(game).title),
            "has_extra": "extra" in rules.zones.piles,
            "names": self._desk.names(game),
        }
        return TEMPLATES.TemplateResponse(request, "decks.html", facts)

    async def faces(self, request: Request, _: str) -> Response:
        """Return the faces of all cards of a game, the players' own included."""
        return json_answer(request, self._desk.faces(request.path_params["game"]))

    async def act(self, request: Request, _: str) -> Response:
        """Check, save, remove, load, import or export a deck."""
        act = _ACTS.get(request.path_params["act"])
        if act is None:
            acts = ", ".join(_ACTS)
            raise UnknownPageError(say("The deck editor answers to: {acts}.", acts=acts))
        body = await read_body(request, LIMIT_BYTES)
        return json_answer(request, act(self._desk, request.path_params["game"], body))
