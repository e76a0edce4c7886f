"""The addresses for whoever looks after a running table: is it well, and what does it count?"""

from __future__ import annotations

from typing import Final

from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from duelmat_host.app.metrics_text import CONTENT_TYPE
from duelmat_host.showing.view_types import JUDGE
from duelmat_message import say
from duelmat_serving.errors import NotForAllError

from .doors import Doors
from .service import Service

WELL: Final = 200
STUCK: Final = 503


class Status:
    """The addresses at which programs ask a running table about itself."""

    def __init__(self, service: Service, doors: Doors) -> None:
        self._service = service
        self._doors = doors

    async def health(self, _: Request) -> Response:
        """Answer with the health of the table."""
        found = self._service.health()
        return JSONResponse(
            to_builtins(found, enc_hook=str), status_code=WELL if found.ok else STUCK
        )

    async def metrics(self, request: Request) -> Response:
        """Answer with counts, for whoever has the judge's secret. Raises NotForAllError."""
        _check_judge(request, self._doors)
        return Response(self._service.metrics(), media_type=CONTENT_TYPE)


def _check_judge(request: Request, doors: Doors) -> None:
    """Raise NotForAllError without the judge's secret: counts depend on face-down cards.

    A request of this machine needs it, too: a proxy here passes on those of everybody.
    """
    if doors.is_open(JUDGE, request):
        return
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not doors.is_judge(token.strip()):
        raise NotForAllError(
            say(
                "Expected the judge's secret, the last part of the judge's link, as in "
                "'Authorization: Bearer SECRET'; got none, or another one."
            )
        )
