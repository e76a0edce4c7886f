"""Requests of pages: what the table takes, with an example of each."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request

from duelmat_host.app.enrolling import EnrollRequest
from duelmat_host.app.links import RenewLink
from duelmat_host.app.table_service import Answer, AskUses
from duelmat_host.players.hand_requests import HandRequest
from duelmat_host.table.commands import Command, Ruling
from duelmat_serving.bodies import decode_body, read_body

EXAMPLES: Final[dict[Any, str]] = {
    Answer: '{"prompt": "3.0", "option": 0}',
    AskUses: '{"card": "a.m1"}',
    HandRequest: '{"do": "turn", "zone": "a.m1"}',
    Command: '{"do": "offer-draw"}',
    EnrollRequest: '{"step": "look", "spot": "a.grave"}',
    RenewLink: '{"seat": "a"}',
    Ruling: '{"do": "back", "reason": "shown too early"}',
}


async def read_request(request: Request, kind: Any) -> Any:
    """Return the request in a body, of the wanted kind."""
    return decode_body(await read_body(request), kind, EXAMPLES[kind])
