"""Duels that are over, for everybody, for a seat, and for the judge.

Each viewer has a page, the file that can be shared, the same page as one file, and the summary
that the table's own pages show when a duel has just ended; and a list of all.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from duelmat_host.app.replay_file import write_replay
from duelmat_host.showing.replay_types import Replay
from duelmat_host.showing.view_types import PUBLIC
from duelmat_message import say
from duelmat_serving.admission import client_of
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.request_language import language_of
from duelmat_serving.work_queue import WorkQueue

from .doors import page_path
from .replay_page import duels_page, replay_page, single_page, summary_part
from .service import Service

MOST_DIGITS: Final = 9
PARTS: Final = ("", "summary", "file", "page")
"""The parts of a duel's address: its page, summary, file to share, and page as one file."""
SINGLE_PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'; sandbox allow-scripts"
)
"""A page in one file brings its scripts along; opened from here it is nobody's page."""


class Replays:
    """The duels of one table that are over."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._queue = WorkQueue()

    async def duels(self, request: Request, viewer: str) -> Response:
        """List the duels that are over."""
        duels = await self._service.played()
        return HTMLResponse(
            duels_page(duels, self._service.page().names, _base(viewer), language_of(request))
        )

    async def duel(self, request: Request, viewer: str) -> Response:
        """Show a duel, or a part of its address. Raises UnknownPageError."""
        number, part = request.path_params["number"], request.path_params.get("part", "")
        if not number.isdecimal() or len(number) > MOST_DIGITS or part not in PARTS:
            raise _unknown(number[:60], part[:60])
        language = language_of(request)
        base = _base(viewer)
        page = f"{base}/duel/{int(number)}"
        if part == "summary":
            facts = await self._service.summary(int(number))
            duels = f"{base}/duels" if int(number) > 1 else ""
            shown = summary_part(facts, self._service.page().names, page, language, duels=duels)
            return HTMLResponse(shown)
        replay = await self._service.replay(int(number), viewer, language)
        client = viewer if viewer != PUBLIC else client_of(request)
        match part:
            case "file":
                return _saved(write_replay(replay, language), replay, "json")
            case "page":
                single = await self._queue.do(client, partial(single_page, replay, language))
                answer = _saved(single.encode(), replay, "html")
                answer.headers["content-security-policy"] = SINGLE_PAGE_POLICY
                return answer
            case _:
                ways = {
                    "home": base or "/",
                    "duels": f"{base}/duels",
                    "file": f"{page}/file",
                    "page_file": f"{page}/page",
                }
                draw = partial(replay_page, replay, language, **ways)
                return HTMLResponse(await self._queue.do(client, draw))


def _base(viewer: str) -> str:
    """Return the beginning of a viewer's own addresses."""
    return "" if viewer == PUBLIC else page_path(viewer)


def _unknown(number: str, part: str) -> UnknownPageError:
    if not part:
        return UnknownPageError(
            say(
                "Expected an address such as /duel/1, or /duel/1/file for the file to share, got "
                "{number!r}.",
                number=number,
            )
        )
    return UnknownPageError(
        say(
            "Expected an address such as /duel/1, or /duel/1/file for the file to share, got "
            "{number!r} and {part!r}.",
            number=number,
            part=part,
        )
    )


def _saved(content: bytes, replay: Replay, ending: str) -> Response:
    """Return content that the browser saves under a descriptive name."""
    whose = "" if replay.seen_by == PUBLIC else f"-{replay.seen_by}"
    name = f"duelmat-duel-{replay.number}{whose}.{ending}"
    media = "text/html; charset=utf-8" if ending == "html" else "application/json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media, headers=headers)
